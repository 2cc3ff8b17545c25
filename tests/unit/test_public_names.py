"""All public names exist, and importing the package is cheap."""

from __future__ import annotations

import ast
import importlib.resources
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from sightline import hexes

PROMISED = (
    *("SquareBoard", "HexBoard", "Wall", "Door", "Gate", "load", "save"),
    *("CornerRule", "CenterRule", "HexRayRule", "PackRule", "RULES"),
    *("sees", "trace", "field", "sees_many", "all_pairs", "degree"),
    *("Sight", "Verdict", "Contact", "Field", "Visibility"),
    *("los", "hexes", "Rulings"),
    *("areas", "squares", "path", "reach", "threat"),
)
HEXES = ("trace_ray", "has_line_of_sight", "visible_within_radius", "cover_between")
HEAVY = (
    "numpy",
    "PIL",
    "msgspec",
    "rich",
    "textual",
    "resvg_py",
    "sqlite3",
    "tomllib",
    "sightline.packs",
)


@pytest.mark.parametrize("name", PROMISED)
def test_what_the_interface_promises(name: str) -> None:
    assert name in sightline.__all__
    assert getattr(sightline, name) is not None


def test_the_list_of_names() -> None:
    assert len(set(sightline.__all__)) == len(sightline.__all__)
    assert sightline.__all__ == sorted(sightline.__all__)
    assert dir(sightline) == sorted([*sightline.__all__, "__version__"])
    for name in sightline.__all__:
        assert getattr(sightline, name) is getattr(sightline, name)
    with pytest.raises(AttributeError, match="no attribute 'sees_all'"):
        sightline.sees_all  # noqa: B018


def test_type_checkers_get_the_same_names() -> None:
    """The list for type checkers names the same module for each name as the table at run time."""
    tree = ast.parse(Path(sightline.__file__).read_text())
    block = next(
        each for each in tree.body if isinstance(each, ast.If) and "TYPE_CHECK" in ast.dump(each)
    )
    listed = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom)
        for name in line.names:
            assert name.asname == name.name, "so that it is exported"
            listed[name.name] = line.module
    modules = {name: f"sightline.{where}" for name, where in sightline._MODULE_OF.items()}
    assert listed == modules | dict.fromkeys(sightline._SUBMODULES, "sightline")


def test_everything_public_says_what_it_is() -> None:
    for name in sightline.__all__:
        thing = getattr(sightline, name)
        if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
            assert (thing.__doc__ or "").strip(), name


def test_the_seeds_functions_on_hexes() -> None:
    for name in HEXES:
        assert callable(getattr(hexes, name))
    options = [
        "blocks_at",
        "blocks_edge",
        "soft_cover_at",
        "elevation_at",
        "see_opaque_target",
        "max_soft_cover",
        "soft_cover_k",
        "target_edge_blocks",
        "max_steps",
    ]
    for name in HEXES:
        listed = inspect.signature(getattr(hexes, name)).parameters
        assert [n for n, p in listed.items() if p.kind is p.KEYWORD_ONLY] == options


def test_importing_costs_little() -> None:
    """Libraries for arrays, pictures and files are imported at first use."""
    looking = (
        "import sys, sightline;"
        "board = sightline.SquareBoard(3, 3);"
        "assert sightline.sees(board, (0, 0), (2, 2), sightline.RULES['center']);"
        "assert len(sightline.field(board, (0, 0), sightline.CornerRule())) == 9;"
        "assert 'dnd5e' in [*sightline.RULES];"
        "print(*sorted(set(sys.modules) & set(sys.argv[1:])))"
    )
    listed = subprocess.run(
        [sys.executable, "-c", looking, *HEAVY], capture_output=True, text=True, check=True
    )
    assert listed.stdout.split() == []


def test_types_are_shipped() -> None:
    package = importlib.resources.files("sightline")
    assert (package / "py.typed").is_file()
