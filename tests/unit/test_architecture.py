"""Imports point one way: map file, board, rule, answer, and then words or a picture.

The table below is the whole law. A room that it does not name may import what it likes, except what
is private to others. Imports inside functions and under TYPE_CHECKING count like any other.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
PACKAGE = "sightline"

# room: what it may import of our own, besides itself
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "model": {"errors"},
    "geometry": {"errors", "model.cell", "model.numbers"},
    "answers": {"errors", "model", "geometry"},
    "rules": {"errors", "model", "geometry", "answers"},
    "kernels": {"errors", "model", "geometry"},
    "formats": {"errors", "model"},
    "render": {"errors", "model", "geometry", "answers"},
}

# room: who alone may import it
PRIVATE: dict[str, set[str]] = {
    "kernels": {"queries"},
    "apps": set(),
}

# part of a room: what it may import of our own, besides itself
PART_MAY_IMPORT: dict[str, set[str]] = {
    "apps.web": {
        *("errors", "model", "answers", "rules", "queries", "formats", "render"),
        *("apps.cli.asking", "apps.cli.screen"),
    },
}

# part of a room: who else may import it, and only when it is needed, inside a function: whoever
# asks for a line of sight must not wait for a web server
PART_OPENED_BY: dict[str, set[str]] = {
    "apps.web": {"apps.cli.table_commands"},
}


def complaints(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Every import of `module` that the tables forbid, in words."""
    room = room_of(module)
    found = []
    for line, target in own_imports(module, source, is_package=is_package):
        goal = target.removeprefix(PACKAGE).removeprefix(".")  # "" is the public face itself
        found += [f"{module}:{line} {each}" for each in part_complaints(module, goal, line, source)]
        if room_of(target) == room:
            continue
        allowed = MAY_IMPORT.get(room)
        if allowed is not None and not any(within(goal, each) for each in allowed):
            found.append(f"{module}:{line} imports {target}; {room} may import {sorted(allowed)}")
        for private, friends in PRIVATE.items():
            if within(goal, private) and room not in friends:
                found.append(f"{module}:{line} imports {target}, which is for {sorted(friends)}")
    return found


def part_complaints(module: str, goal: str, line: int, source: str) -> Iterator[str]:
    """The same for the parts of rooms that have laws of their own."""
    origin = module.removeprefix(PACKAGE).removeprefix(".")
    for part, allowed in PART_MAY_IMPORT.items():
        if within(origin, part) and not any(within(goal, each) for each in {part, *allowed}):
            yield f"imports {goal or PACKAGE}; {part} may import {sorted(allowed)}"
    for part, friends in PART_OPENED_BY.items():
        if within(goal, part) and not within(origin, part):
            if origin not in friends:
                yield f"imports {goal}, which is for {sorted(friends)}"
            elif line in (node.lineno for node in ast.parse(source).body):
                yield f"imports {goal} at its top, and not when it is needed"


def room_of(module: str) -> str:
    """`sightline.rules.corner` lives in `rules`; `sightline` itself in no room."""
    return module.split(".")[1] if "." in module else ""


def within(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def own_imports(module: str, source: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """(line, module) for each import of our own package, relative ones resolved."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        # What shows itself in a notebook asks for its picture at that moment: no dependency.
        if isinstance(node, ast.FunctionDef) and node.name == "_repr_svg_":
            node.body = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                targets = [alias.name for alias in names]
            case ast.ImportFrom(module=base, names=names, level=level):
                origin = absolute(module, base, level, is_package=is_package)
                targets = [named(origin, alias.name) for alias in names]
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                targets = [name]
            case _:
                continue
        yield from ((node.lineno, each) for each in targets if within(each, PACKAGE))


def absolute(module: str, base: str | None, level: int, *, is_package: bool) -> str:
    if level == 0:
        return base or ""
    parts = module.split(".")
    parts = parts[: len(parts) - level + is_package]
    return ".".join([*parts, base] if base else parts)


def named(origin: str, name: str) -> str:
    """`from sightline import rules` means the module; `from sightline import sees` the package."""
    path = SRC.joinpath(*origin.split("."), name)
    is_module = path.is_dir() or any(path.with_suffix(s).exists() for s in (".py", ".pyx"))
    is_room = origin == PACKAGE and name in MAY_IMPORT
    return f"{origin}.{name}" if is_module or is_room else origin


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted((SRC / PACKAGE).rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_imports_point_one_way(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    found = complaints(module_name(path), source, is_package=path.name == "__init__.py")
    assert not found, "\n".join(found)


def test_every_folder_of_modules_is_a_package() -> None:
    """Without its __init__.py a folder would be left out of the wheel, and nobody would notice."""
    folders = {path.parent for path in FILES}
    assert [str(f) for f in sorted(folders) if not (f / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sightline.errors", "import sightline.model"),
        ("sightline.model.square", "from sightline.rules import corner"),
        ("sightline.model.square", "from ..rules.rule import Rule"),
        ("sightline.model.square", "def late():\n    from sightline import rules"),
        ("sightline.geometry.walk", "from sightline.model.square import SquareBoard"),
        ("sightline.geometry.walk", "from sightline.model import SquareBoard"),
        ("sightline.answers.explain", "import sightline.rules.registry"),
        ("sightline.answers.explain", "from sightline import RULES"),
        ("sightline.formats.tiled", "from sightline.answers.sight import Sight"),
        ("sightline.render.scene", "from sightline.rules.corner import CornerRule"),
        ("sightline.rules.corner", "from sightline import kernels"),
        ("sightline.apps.cli.main", "from sightline.kernels import field"),
        ("sightline", "from .kernels import compiled"),
        ("sightline.seeds", "import importlib; importlib.import_module('sightline.kernels')"),
        ("sightline.render.svg", "from sightline.table.vision.rule_text import rule_words"),
        ("sightline.queries", "def late():\n    import sightline.apps.cli.main"),
        ("sightline.apps.cli.main", "def late():\n    from sightline.apps.web import serve"),
        ("sightline.apps.cli.table_commands", "from sightline.apps.web import serve"),
        ("sightline.table.service.table", "from sightline.games.quest import board"),
        ("sightline.table.service.table", "from sightline.apps.cli.main import main"),
        ("sightline.table.service.table", "from sightline import sees"),
    ],
)
def test_a_wrong_turn_is_noticed(module: str, source: str) -> None:
    assert complaints(module, source, is_package=module == PACKAGE)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sightline.model.square", "from .cell import Square\nfrom ..errors import BoardError"),
        ("sightline.geometry.walk", "from sightline.model.cell import Square"),
        ("sightline.geometry.walk", "import math\nfrom . import contact"),
        ("sightline.render.svg", "from sightline.answers.sight import Sight"),
        ("sightline.queries", "from sightline import kernels, rules"),
        ("sightline.kernels", "from ._field import field"),
        ("sightline.apps.cli.main", "from sightline import sees"),
        ("sightline.apps.cli.table_commands", "def t():\n    from sightline.apps.web import serve"),
        ("sightline.table.service.table", "from sightline.table.state.world import World"),
        ("sightline.table.vision.pair_cache", "from sightline.queries import sees"),
    ],
)
def test_the_straight_road_is_open(module: str, source: str) -> None:
    assert complaints(module, source, is_package=module.endswith("kernels")) == []
