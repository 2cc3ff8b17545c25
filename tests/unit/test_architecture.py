"""Imports point one way: map file, board, rule, answer, and then words or a picture.

The lists below are the whole law. A package that they do not name may import what it likes, except
what is private to others. Imports inside functions and under TYPE_CHECKING count like any other.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
PACKAGE = "sightline"

# package: what it may import of our own, besides itself
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "model": {"errors"},
    "geometry": {"errors", "model.cell", "model.numbers"},
    "paths": {"errors", "model"},
    "storage": {"errors"},
    "answers": {"errors", "model", "geometry", "storage"},
    "rules": {"errors", "model", "geometry", "answers"},
    "kernels": {"errors", "model", "geometry"},
    "formats": {"errors", "model"},
    "render": {"errors", "model", "geometry", "answers"},
    "table": {
        *("errors", "model", "answers", "rules", "queries", "formats", "render"),
        *("paths", "storage"),
    },
}

# The layers of the table, lowest first. A module may import its own layer, and the doors (the
# `__init__`) of those before it.
TABLE_LAYERS = (
    "protocol",
    "state",
    "storage",
    "vision",
    "rulings",
    "actions",
    "questions",
    "service",
    "transfer",
    "http",
    "run",
)

# package: who alone may import it
PRIVATE: dict[str, set[str]] = {
    "kernels": {"queries"},
    "apps": set(),
}

# package: who else may import it, and only when it is needed, inside a function: whoever asks for a
# line of sight must not wait for a web server
OPENED_BY: dict[str, set[str]] = {
    "table": {"apps.cli.table_commands"},
}


def complaints(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Every import of `module` that the tables forbid, in words."""
    room = room_of(module)
    found = []
    for line, target in own_imports(module, source, is_package=is_package):
        goal = target.removeprefix(PACKAGE).removeprefix(".")  # "" is the public face itself
        found += [
            f"{module}:{line} {each}" for each in table_complaints(module, goal, line, source)
        ]
        if room_of(target) == room:
            continue
        allowed = MAY_IMPORT.get(room)
        if allowed is not None and not any(within(goal, each) for each in allowed):
            found.append(f"{module}:{line} imports {target}; {room} may import {sorted(allowed)}")
        for private, friends in PRIVATE.items():
            if within(goal, private) and room not in friends:
                found.append(f"{module}:{line} imports {target}, which is for {sorted(friends)}")
    return found


def table_complaints(module: str, goal: str, line: int, source: str) -> Iterator[str]:
    """The same for the layers of the table, and for whoever opens it."""
    origin = module.removeprefix(PACKAGE).removeprefix(".")
    for part, friends in OPENED_BY.items():
        if within(goal, part) and not within(origin, part):
            if origin not in friends:
                yield f"imports {goal}, which is for {sorted(friends)}"
            elif line in (node.lineno for node in ast.parse(source).body):
                yield f"imports {goal} at its top, and not when it is needed"
    if not (within(origin, "table") and within(goal, "table")):
        return
    own, theirs = table_layer(origin), table_layer(goal)
    if own is None or theirs is None:
        yield f"imports {goal}; what is in no layer imports none, and is imported by none"
    elif own < theirs:
        yield f"imports {goal}, which is above {TABLE_LAYERS[own]}"
    elif own > theirs and goal.count(".") > 1:
        yield f"imports {goal}, and not the door of {TABLE_LAYERS[theirs]}"


def table_layer(module: str) -> int | None:
    """How high `table.vision.party` is; None: in no layer."""
    _, _, rest = module.partition(".")
    layer = rest.partition(".")[0]
    return TABLE_LAYERS.index(layer) if layer in TABLE_LAYERS else None


def room_of(module: str) -> str:
    """`sightline.rules.corner` is in `rules`; `sightline` itself in none."""
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
        ("sightline.render.svg", "from sightline.table.vision import rule_words"),
        ("sightline.queries", "def late():\n    import sightline.apps.cli.main"),
        ("sightline.apps.cli.main", "def late():\n    from sightline.table import run"),
        ("sightline.apps.cli.table_commands", "from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.games.quest import board"),
        ("sightline.table.run", "from sightline.apps.cli.screen import say"),
        ("sightline.table.service.table", "from sightline import sees"),
        ("sightline.table.state.scene", "from sightline.table.vision import cut"),
        (
            "sightline.table.state.scene",
            "def late():\n    from sightline.table.service import Table",
        ),
        ("sightline.table.service.table", "from sightline.table.state.world import World"),
        ("sightline.table.service.table", "from sightline.table.state import world"),
        ("sightline.table.service.table", "from sightline.table.http import make_app"),
        ("sightline.table", "from sightline.table.run import serve"),
        ("sightline.table.elsewhere", "from sightline.table.state import World"),
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
        ("sightline.apps.cli.table_commands", "def t():\n    from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.table.state import World"),
        ("sightline.table.service.table", "from sightline.table.service.broadcast import *"),
        ("sightline.table.vision.pair_cache", "from sightline.queries import sees"),
        ("sightline.table.run", "from sightline.table.http import make_app"),
        ("sightline.games.quest.movement", "from sightline.paths import find_way"),
    ],
)
def test_the_straight_road_is_open(module: str, source: str) -> None:
    assert complaints(module, source, is_package=module.endswith("kernels")) == []


def test_a_layer_of_the_table_has_a_door_and_a_dozen_files_at_most() -> None:
    for layer in TABLE_LAYERS[:-1]:
        folder = SRC / PACKAGE / "table" / layer
        files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert 1 <= len(files) <= 12, f"{layer} has {len(files)} files: {sorted(files)}"
        door = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(door), f"the door of {layer} says nothing"
        assert any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            for node in door.body
        ), f"the door of {layer} does not say what others may import"


# --- private parts --------------------------------------------------------------------------------

# The engine still mirrors boards by their private parts.
KEEPS_MIRRORS = ("queries", "answers")


@cache
def private_parts() -> set[str]:
    """The names that boards keep to themselves."""
    found = set()
    for name in ("board", "square", "hexagon"):
        source = (SRC / PACKAGE / "model" / f"{name}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
                found.add(node.attr)
            elif isinstance(node, ast.FunctionDef):
                found.add(node.name)
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def touched(source: str, private: set[str]) -> list[str]:
    """Where the source reaches into a board: line and what."""
    return [
        f"{node.lineno} {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in private
        and ast.unparse(node.value) not in ("self", "cls")
    ]


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_nobody_else_touches_a_boards_private_parts(path: Path) -> None:
    name = module_name(path).removeprefix(PACKAGE).removeprefix(".")
    if within(name, "model") or any(within(name, each) for each in KEEPS_MIRRORS):
        return
    assert touched(path.read_text(encoding="utf-8"), private_parts()) == []


def test_whoever_reaches_into_a_board_is_noticed() -> None:
    assert {"_tiles", "_mirror", "_cover", "_index"} <= private_parts()
    assert touched("def f(scene):\n    return scene.board._tiles[3]", private_parts()) == [
        "2 scene.board._tiles"
    ]
    assert touched("class A:\n    def f(self):\n        return self._tiles", private_parts()) == []


# --- one word, one thing --------------------------------------------------------------------------

# class: why two modules may both define it
SAME_NAME: dict[str, str] = {
    "Drawing": "the game's window and the text format's picture never meet",
    "Layout": "how a picture lies on paper, and how a dungeon's card is laid out: public in both",
    "Met": "what a line met: the walk's and the rule's are to become one with the engine",
    "Ruled": "an answer's ruling, and the event that one was made: public in both",
    "Step": "of a hex ray, and of the one-card dungeon: public in both",
    "_Writer": "private to each",
}


def classes() -> dict[str, list[str]]:
    """Every class of the package, and the modules that define it."""
    found: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(module_name(path))
    return found


def test_one_name_is_one_class() -> None:
    twice = {name: where for name, where in classes().items() if len(where) > 1}
    assert {name: twice[name] for name in twice.keys() - SAME_NAME.keys()} == {}
    assert SAME_NAME.keys() - twice.keys() == set(), "no longer defined twice"
