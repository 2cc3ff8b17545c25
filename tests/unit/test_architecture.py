"""Imports point one way: map file, board, rule, answer, and then words or a picture.

The lists below are the whole law, for the package, for the table in it and for the page. A package
imports what its line says, and what no line names does not exist. Imports inside functions, by
`import_module` and under TYPE_CHECKING count like any other.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
PACKAGE = "sightline"

QUESTIONS = ("errors", "model", "geometry", "answers", "rules", "engine")
"""What it takes to ask, and to understand the answer."""

# package, lowest first: what it may import of our own, besides itself. A line names only packages
# above it. "" is the public face: `from sightline import sees`.
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "extras": {"errors"},
    "processes": set(),
    "model": {"errors"},
    "geometry": {"errors", "model.cell", "model.numbers", "model.values"},
    "paths": {"errors", "model"},
    "storage": {"errors"},
    "packs": {"errors", "model"},
    "answers": {"errors", "model", "geometry", "packs"},
    "pictures": {"errors", "extras", "model.numbers", "processes"},
    "formats": {"errors", "extras", "model", "geometry", "pictures"},
    "rules": {"errors", "model", "geometry", "answers", "packs"},
    "render": {*("errors", "extras", "model", "geometry", "answers", "rules.registry"), "pictures"},
    "hexes": {"errors", "model", "geometry", "answers", "rules"},
    "kernels": {"errors", "model", "geometry"},
    "gpu": {"errors", "extras", "model.reach"},
    "engine": {"errors", "model", "geometry", "answers", "rules", "kernels", "gpu", "packs"},
    "rulings": {*QUESTIONS, "packs", "storage"},
    "simple": {*QUESTIONS},
    "squares": {"errors", "model"},
    "areas": {*QUESTIONS},
    "movement": {*QUESTIONS, "paths"},
    "links": {*QUESTIONS, "formats", "render"},
    "": {
        *QUESTIONS,
        *(
            "packs",
            "formats",
            "rulings",
            "hexes",
            "simple",
            "squares",
            "areas",
            "movement",
            "links",
        ),
    },
    "playground": {*QUESTIONS, "packs", "formats", "render", "links"},
    "games.one_card_dungeon": {*QUESTIONS, "formats"},
    "games.quest": {*QUESTIONS, "formats", "paths", "rulings"},
    "games.skirmish": {*QUESTIONS, "formats", "packs", "areas"},
    "games": set(),
    "gym": {
        *QUESTIONS,
        *("extras", "render", "games.one_card_dungeon", "games.quest", "games.skirmish"),
    },
    "studies": {*QUESTIONS, "paths", "render", "games.one_card_dungeon"},
    "cluster": {*QUESTIONS, "", "extras", "studies", "games.one_card_dungeon"},
    "table": {
        *QUESTIONS,
        *("packs", "formats", "pictures", "processes", "render", "paths", "storage", "rulings"),
        "games.one_card_dungeon",
        "games.quest",
        "games.skirmish",
        "links",
    },
    "apps.play": {*QUESTIONS, "games.one_card_dungeon"},
    "apps.quest": {*QUESTIONS, "games.quest"},
    "apps.skirmish": {*QUESTIONS, "games.skirmish"},
    "apps.cli": {
        *QUESTIONS,
        *("", "extras", "packs", "formats", "pictures", "render", "rulings", "games", "table"),
        *("apps.play", "apps.quest", "apps.skirmish", "links", "studies", "cluster"),
    },
    "apps": set(),
    "__main__": {"apps.cli"},
}

# The layers of the table, lowest first. A module may import its own layer, and the doors (the
# `__init__`) of those before it.
TABLE_LAYERS = (
    "protocol",
    "state",
    "storage",
    "vision",
    "rulings",
    "games",
    "actions",
    "questions",
    "service",
    "transfer",
    "http",
    "run",
)

# The folders of page/src, lowest first: each may import from those before it, and from itself.
PAGE_LAYERS = ("protocol", "state", "ui", "map", "features", "games", "shell", "playground")
# Features stand side by side. This one may import that one: a look is shown by every rule.
BETWEEN_FEATURES = {("sight", "rules"), ("figures", "light")}

# package: who else may import it, and only when it is needed, inside a function: whoever asks for a
# line of sight must not wait for a web server
OPENED_BY: dict[str, set[str]] = {
    "table": {"apps.cli.table_commands"},
}


# How a value shows itself, in a notebook or in print, and is read from what print has shown.
SHOWS_ITSELF = ("_repr_svg_", "_repr_html_", "__str__", "from_text")


def complaints(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Every import of `module` that the tables forbid, in words."""
    own = package_of(module.removeprefix(PACKAGE).removeprefix("."))
    if own is None:
        return [f"{module} is in no package of the list"]
    found = []
    for line, target in own_imports(module, source, is_package=is_package):
        goal = target.removeprefix(PACKAGE).removeprefix(".")
        found += [
            f"{module}:{line} {each}" for each in table_complaints(module, goal, line, source)
        ]
        allowed = MAY_IMPORT[own]
        if package_of(goal) != own and not any(within(goal, each) for each in allowed):
            found.append(f"{module}:{line} imports {target}; {own} may import {sorted(allowed)}")
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


def package_of(module: str) -> str | None:
    """`rules.corner` is in `rules`, `games.quest.events` in `games.quest`; None: in none."""
    return max((each for each in MAY_IMPORT if within(module, each)), key=len, default=None)


def within(module: str, package: str) -> bool:
    return module == package or (package != "" and module.startswith(package + "."))


def own_imports(module: str, source: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """(line, module) for each import of our own package, relative ones resolved."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        # What shows itself asks for its picture, or for a drawing, at that moment: no dependency.
        if isinstance(node, ast.FunctionDef) and node.name in SHOWS_ITSELF:
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
                args=[name, *_],
            ):
                targets = [computed(module, name)]
            case _:
                continue
        yield from ((node.lineno, each) for each in targets if within(each, PACKAGE))


def computed(module: str, name: ast.expr) -> str:
    """What `import_module(name)` imports, as far as it can be read off."""
    match name:
        case ast.Constant(value=str(whole)):
            return whole
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if "." in start:
            return start.rpartition(".")[0]
        case ast.JoinedStr(
            values=[
                ast.FormattedValue(value=ast.Name(id="__name__")),
                ast.Constant(value=str(rest)),
                *_,
            ]
        ) if rest.startswith("."):
            return module
    return f"{PACKAGE}.(some module)"


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
    is_listed = origin == PACKAGE and name in MAY_IMPORT
    return f"{origin}.{name}" if is_module or is_listed else origin


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted((SRC / PACKAGE).rglob("*.py"))


def test_imports_point_one_way() -> None:
    found = [
        each
        for path in FILES
        for each in complaints(
            module_name(path),
            path.read_text(encoding="utf-8"),
            is_package=path.name == "__init__.py",
        )
    ]
    assert not found, "\n".join(found)


def test_the_list_is_in_order() -> None:
    """So no two packages can need each other, however long the way around."""
    below: set[str] = set()
    for package, allowed in MAY_IMPORT.items():
        assert {each for each in allowed if package_of(each) not in below} == set(), package
        below.add(package)


def test_the_list_is_whole_and_names_nothing_else() -> None:
    parts = {module_name(path).removeprefix(PACKAGE).removeprefix(".") for path in FILES}
    assert set(MAY_IMPORT) - parts == set()
    for group in ("games", "apps"):
        files = {path.name for path in (SRC / PACKAGE / group).glob("*.py")}
        assert files == {"__init__.py"}, f"what is in {group} is in a package of its own"


def test_every_module_says_what_it_is_for() -> None:
    for path in FILES:
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert said, f"{module_name(path)}: a docstring is missing"
        first = said.split("\n\n")[0]
        assert len(first.split()) > 2, f"{module_name(path)}: {first!r} says too little"
        assert first.endswith((".", "?")), f"{module_name(path)}: {first!r} is no sentence"


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
        ("sightline.simple", "import importlib; importlib.import_module('sightline.kernels')"),
        ("sightline.render.svg", "from sightline.table.vision import rule_words"),
        ("sightline.engine", "def late():\n    import sightline.apps.cli.main"),
        ("sightline.apps.cli.main", "def late():\n    from sightline.table import run"),
        ("sightline.apps.cli.table_commands", "from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.studies import dungeon"),
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
        ("sightline.engine", "from sightline import kernels, rules"),
        ("sightline.engine.native", "def late():\n    import_module('sightline.kernels._core')"),
        ("sightline.rulings.close_calls", "from sightline.engine import trace"),
        ("sightline.formats", "import_module(f'{__name__}.{name}')"),
        ("sightline.apps.cli.main", "import_module(f'sightline.apps.cli.{name}')"),
        ("sightline.kernels", "from ._field import field"),
        ("sightline.apps.cli.main", "from sightline import sees"),
        ("sightline.apps.cli.table_commands", "def t():\n    from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.table.state import World"),
        ("sightline.table.service.table", "from sightline.table.service.broadcast import *"),
        ("sightline.table.vision.pair_cache", "from sightline.engine import sees"),
        ("sightline.table.run", "from sightline.table.http import make_app"),
        ("sightline.games.quest.movement", "from sightline.paths import find_way"),
    ],
)
def test_the_straight_road_is_open(module: str, source: str) -> None:
    assert complaints(module, source, is_package=module.endswith("kernels")) == []


def test_a_layer_of_the_table_has_a_door_and_few_files() -> None:
    for layer in TABLE_LAYERS[:-1]:
        folder = SRC / PACKAGE / "table" / layer
        files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert 1 <= len(files) <= 15, f"{layer} has {len(files)} files: {sorted(files)}"
        door = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(door), f"the door of {layer} says nothing"
        assert any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            for node in door.body
        ), f"the door of {layer} does not say what others may import"


# --- private parts --------------------------------------------------------------------------------


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


def test_nobody_else_touches_a_boards_private_parts() -> None:
    found = {
        module_name(path): touched(path.read_text(encoding="utf-8"), private_parts())
        for path in FILES
        if not within(module_name(path), f"{PACKAGE}.model")
    }
    assert {module: lines for module, lines in found.items() if lines} == {}


def test_whoever_reaches_into_a_board_is_noticed() -> None:
    assert {"_tiles", "_free", "_cover", "_index"} <= private_parts()
    assert touched("def f(scene):\n    return scene.board._tiles[3]", private_parts()) == [
        "2 scene.board._tiles"
    ]
    assert touched("class A:\n    def f(self):\n        return self._tiles", private_parts()) == []
