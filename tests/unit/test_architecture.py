"""Imports point one way: map file, board, rule, answer, and then words or a picture.

The lists below define all allowed imports, for the package, the table inside it, and the page. A
package may import only what its line lists, and packages without a line are forbidden. Imports
inside functions, by `import_module` and under TYPE_CHECKING also count.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sightline.games import GAMES, module_of

SRC = Path(__file__).parents[2] / "src"
PACKAGE = "sightline"

QUESTIONS = ("deprecated", "texts", "errors", "model", "geometry", "answers", "rules", "engine")
"""The packages needed to ask a question and understand the answer."""

# package, lowest first: what it may import of our own besides itself. A line names only packages
# above it. "" is the public interface: `from sightline import sees`.
MAY_IMPORT: dict[str, set[str]] = {
    "deprecated": set(),
    "texts": set(),
    "errors": {"deprecated", "texts"},
    "extras": {"errors"},
    "processes": {"texts"},
    "model": {"errors", "texts"},
    "geometry": {"errors", "model.cell", "model.numbers"},
    "paths": {"errors", "model"},
    "storage": {"errors", "texts"},
    "packs": {"deprecated", "errors", "model"},
    "answers": {"errors", "texts", "model", "geometry", "packs"},
    "pictures": {"errors", "texts", "extras", "model.numbers", "processes"},
    "formats": {"deprecated", "errors", "texts", "extras", "model", "geometry", "pictures"},
    "rules": {"deprecated", "texts", "errors", "model", "geometry", "answers", "packs"},
    "render": {
        *("errors", "texts", "extras", "model", "geometry", "answers", "rules.registry"),
        "pictures",
    },
    "hexes": {"errors", "model", "geometry", "answers", "rules"},
    "kernels": {"errors", "model", "geometry", "answers"},
    "gpu": {"errors", "extras", "model.reach"},
    "engine": {*QUESTIONS, "kernels", "gpu", "packs"} - {"engine"},
    "rulings": {*QUESTIONS, "packs", "storage"},
    "simple": {*QUESTIONS},
    "squares": {"deprecated", "errors", "model"},
    "areas": {*QUESTIONS},
    "movement": {*QUESTIONS, "paths"},
    "links": {*QUESTIONS, "formats", "render"},
    "compat": {*QUESTIONS, "packs"},
    "bank": {*QUESTIONS, "extras", "formats"},
    "atlas": {*QUESTIONS, "extras", "packs", "render"},
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
    "service": {
        *QUESTIONS,
        *("", "formats", "links", "movement", "areas", "paths", "playground", "processes"),
        "render",
    },
    "assistant": {*QUESTIONS, "", "formats", "service"},
    "games.common": {"errors", "texts", "formats", "model.numbers"},
    **{
        f"games.{module_of(name)}": {
            *QUESTIONS,
            *("formats", "packs", "paths", "areas", "rulings", "games.common"),
        }
        for name in GAMES
    },
    "games": set(),
    "gym": {
        *QUESTIONS,
        *("extras", "render", "games"),
    },
    "studies": {*QUESTIONS, "paths", "render", "games.one_card_dungeon", "games.common"},
    "cluster": {*QUESTIONS, "", "extras", "studies", "games.one_card_dungeon"},
    "table": {
        *QUESTIONS,
        *(
            "extras",
            "packs",
            "formats",
            "pictures",
            "processes",
            "render",
            "paths",
            "storage",
            "rulings",
        ),
        "games",
        "links",
    },
    "apps.play": {*QUESTIONS, "games.one_card_dungeon"},
    "apps.quest": {*QUESTIONS, "games.quest"},
    "apps.skirmish": {*QUESTIONS, "games.skirmish"},
    "apps.cli": {
        *QUESTIONS,
        *("", "extras", "packs", "formats", "pictures", "render", "rulings", "games", "table"),
        *("assistant", "atlas", "bank", "service"),
        *("apps.play", "apps.quest", "apps.skirmish", "links", "studies", "cluster"),
    },
    "apps": set(),
    "__main__": {"apps.cli"},
}

# The layers of the table, lowest first. A module may import its own layer and those before it, each
# name from the module that defines it: the `__init__` of a layer is empty.
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

GAME_DOORS = {f"table.protocol.games.{module_of(name)}" for name in GAMES}
"""The modules with a game's messages, which only that game may import."""

# The folders of page/src, lowest first: each may import from itself and those before it.
PAGE_LAYERS = (
    "words",
    "protocol",
    "state",
    "ui",
    "map",
    "features",
    "games",
    "shell",
    "playground",
)
# Features do not import each other, except this: every rule can show a line of sight.
BETWEEN_FEATURES = {("sight", "rules"), ("figures", "light"), ("turns", "figures")}

# package: who else may import it, only inside a function, so that a line of sight never loads a web
# server
OPENED_BY: dict[str, set[str]] = {
    "table": {"apps.cli.commands.play.table"},
}


def complaints(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Return a message for every import of `module` that the tables forbid."""
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
    """Yield messages for the layers of the table and their importers."""
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


def table_layer(module: str) -> int | None:
    """Return the layer of a table module such as `table.vision.party`, or None."""
    _, _, rest = module.partition(".")
    layer = rest.partition(".")[0]
    return TABLE_LAYERS.index(layer) if layer in TABLE_LAYERS else None


def package_of(module: str) -> str | None:
    """Return the package of a module, or None.

    `rules.corner` is in `rules`, `games.quest.events` in `games.quest`.
    """
    return max((each for each in MAY_IMPORT if within(module, each)), key=len, default=None)


def within(module: str, package: str) -> bool:
    return module == package or (package != "" and module.startswith(package + "."))


def own_imports(module: str, source: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield (line, module) for each import of our own package, with relative imports resolved."""
    for node in ast.walk(ast.parse(source)):
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
    """Return what `import_module(name)` imports, as far as the source shows it."""
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
    """Return the module for `from sightline import rules`, but the package for
    `... import sees`.
    """
    path = SRC.joinpath(*origin.split("."), name)
    is_module = path.is_dir() or any(path.with_suffix(s).exists() for s in (".py", ".pyx"))
    is_listed = origin == PACKAGE and name in MAY_IMPORT
    return f"{origin}.{name}" if is_module or is_listed else origin


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted((SRC / PACKAGE).rglob("*.py"))
CYTHON = sorted(
    path for suffix in ("pyx", "pxd", "pxi") for path in (SRC / PACKAGE).rglob(f"*.{suffix}")
)
MOST_FILES = 15
"""The maximum number of modules in one folder."""
CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+c?import\b|c?import\s+([\w.]+))", re.MULTILINE
)


def imports_of(path: Path) -> str:
    """Return the source of a file, or only the imports of a Cython file, as Python."""
    source = path.read_text(encoding="utf-8")
    if path not in CYTHON:
        return source
    found = (one or other for one, other in CYTHON_IMPORT.findall(source))
    return "\n".join(f"import {each}" for each in found if within(each, PACKAGE))


def test_imports_point_one_way() -> None:
    found = [
        each
        for path in (*FILES, *CYTHON)
        for each in complaints(
            module_name(path), imports_of(path), is_package=path.name == "__init__.py"
        )
    ]
    assert not found, "\n".join(found)


def test_imports_of_cython_are_found() -> None:
    buffer = SRC / PACKAGE / "kernels" / "_core.pyx"
    assert "import sightline.answers._buffer" in imports_of(buffer)
    assert complaints("sightline.model._fast", "import sightline.engine")


def test_the_list_is_in_order() -> None:
    """This rules out cycles of any length between packages."""
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
        said = re.match(r'"""(.+?)"""', path.read_text(encoding="utf-8"), re.DOTALL)
        assert said, f"{module_name(path)}: a docstring is missing"
        first = said[1].rstrip().split("\n\n")[0]
        assert len(first.split()) > 2, f"{module_name(path)}: {first!r} says too little"
        assert first.endswith((".", "?")), f"{module_name(path)}: {first!r} is not a sentence"


def test_every_folder_of_modules_is_a_package() -> None:
    """A folder without __init__.py would silently be missing from the wheel."""
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
        ("sightline.render.scenes.scene", "from sightline.rules.corner import CornerRule"),
        ("sightline.rules.corner", "from sightline import kernels"),
        ("sightline.apps.cli.main", "from sightline.kernels import field"),
        ("sightline", "from .kernels import compiled"),
        ("sightline.simple", "import importlib; importlib.import_module('sightline.kernels')"),
        ("sightline.render.svg", "from sightline.table.vision import rule_words"),
        ("sightline.engine", "def late():\n    import sightline.apps.cli.main"),
        ("sightline.apps.cli.main", "def late():\n    from sightline.table import run"),
        ("sightline.apps.cli.commands.play.table", "from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.studies import dungeon"),
        ("sightline.table.run", "from sightline.apps.cli.output.screen import say"),
        ("sightline.table.service.table", "from sightline import sees"),
        ("sightline.table.state.scene", "from sightline.table.vision import cut"),
        (
            "sightline.table.state.scene",
            "def late():\n    from sightline.table.service import Table",
        ),
        ("sightline.table.service.table", "from sightline.table.http.app import make_app"),
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
        ("sightline.apps.cli.main", "import_module(f'sightline.apps.cli.commands.{name}')"),
        ("sightline.kernels", "from ._field import field"),
        ("sightline.apps.cli.main", "from sightline import sees"),
        ("sightline.apps.cli.commands.play.table", "def t():\n    from sightline.table import run"),
        ("sightline.table.service.table", "from sightline.table.state.world import World"),
        ("sightline.table.service.table", "from sightline.table.service.broadcast import *"),
        ("sightline.table.vision.pair_cache", "from sightline.engine import sees"),
        ("sightline.table.run", "from sightline.table.http import make_app"),
        ("sightline.games.quest.board.movement", "from sightline.paths import find_way"),
    ],
)
def test_the_straight_road_is_open(module: str, source: str) -> None:
    assert complaints(module, source, is_package=module.endswith("kernels")) == []


def test_a_folder_has_few_files() -> None:
    """The limit is 15 files. Larger folders are divided."""
    files = Counter(path.parent for path in FILES if path.name != "__init__.py")
    many = {module_name(f): n for f, n in files.items() if n > MOST_FILES}
    assert many == {}


def test_a_folder_of_the_command_line_has_few_files() -> None:
    cli = SRC / PACKAGE / "apps" / "cli"
    for folder in (cli, *(path.parent for path in cli.rglob("*/__init__.py"))):
        files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert len(files) <= 12, f"{folder.name} has {len(files)} files: {sorted(files)}"


def test_a_layer_of_the_table_has_few_files_and_no_wall_of_names() -> None:
    for layer in TABLE_LAYERS[:-1]:
        folder = SRC / PACKAGE / "table" / layer
        files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        assert 1 <= len(files) <= 15, f"{layer} has {len(files)} files: {sorted(files)}"
    for door in (SRC / PACKAGE / "table").rglob("__init__.py"):
        body = ast.parse(door.read_text(encoding="utf-8")).body
        assert len(body) == 1, f"{door} holds more than its docstring: import from the modules"


# --- private parts --------------------------------------------------------------------------------


@cache
def private_parts() -> set[str]:
    """Return the names of private attributes of boards."""
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
    """Return each access to a private attribute of a board, with its line."""
    if not re.search(rf"\.({'|'.join(private)})\b", source):
        return []  # faster than parsing it
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


# --- rules are asked, not recognized --------------------------------------------------------------

MAY_KNOW_RULES = ("rules", "packs", "engine.native")
"""The packages and modules that may check the class or kind of a rule."""
KEYS_OF_RECORDS = {"sightline.table.state.world"}
"""Modules in which `kind` is the kind of a record, not of a rule."""


@cache
def concrete_rules() -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of all rule classes in the package, and their kinds."""
    classes = [
        node
        for path in (SRC / PACKAGE / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    names, found = {"Rule"}, list[ast.ClassDef]()
    while new := [
        each
        for each in classes
        if each.name not in names and not names.isdisjoint(map(ast.unparse, each.bases))
    ]:
        names |= {each.name for each in new}
        found += new
    kinds = {
        str(each.value.value)
        for node in found
        for each in node.body
        if isinstance(each, ast.AnnAssign)
        and ast.unparse(each.target) == "kind"
        and isinstance(each.value, ast.Constant)
    }
    return frozenset(names - {"Rule"}), frozenset(kinds)


def recognized(source: str, *, kind_is_of_a_rule: bool = True) -> list[str]:
    """Return each check of a rule's class or kind, with its line."""
    names, kinds = concrete_rules()
    if not re.search(rf"\b({'|'.join((*names, *kinds, 'PACK'))})\b", source):
        return []  # faster than parsing it
    tree = ast.parse(source)
    called = names | {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in names
    }

    def is_class(node: ast.AST) -> bool:
        """Return whether this is a rule class, several of them, or the name of one."""
        match node:
            case ast.BinOp(left=left, right=right):
                return is_class(left) or is_class(right)
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return any(map(is_class, parts))
            case ast.Constant(value=value):
                return value in names
        return ast.unparse(node).rpartition(".")[2] in called

    def is_kind(node: ast.AST) -> bool:
        match node:
            case ast.Attribute(attr="kind") | ast.Name(id="kind"):
                return kind_is_of_a_rule
            case ast.Subscript(slice=ast.Constant(value="rule")):
                return True
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="rule"), *_]):
                return True
        return False

    def is_word(node: ast.AST) -> bool:
        parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
        return any(
            (isinstance(each, ast.Constant) and each.value in kinds) or ast.unparse(each) == "PACK"
            for each in parts
        )

    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, classes]):
                bad = is_class(classes)
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                bad = any(map(is_class, sides)) or (
                    any(map(is_kind, sides)) and any(map(is_word, sides))
                )
            case ast.MatchClass(cls=matched):
                bad = is_class(matched)
            case _:
                continue
        if bad:
            found.append(f"{node.lineno} {ast.unparse(node)}")
    return found


def test_a_rule_is_asked_and_not_recognized() -> None:
    found = {}
    for path in FILES:
        module = module_name(path)
        part = module.removeprefix(PACKAGE).removeprefix(".")
        if not any(within(part, each) for each in MAY_KNOW_RULES):
            source = path.read_text(encoding="utf-8")
            found[module] = recognized(source, kind_is_of_a_rule=module not in KEYS_OF_RECORDS)
    assert {module: lines for module, lines in found.items() if lines} == {}


def test_whoever_recognizes_a_rule_is_noticed() -> None:
    assert {"CornerRule", "CenterRule", "PackRule"} <= concrete_rules()[0]
    assert {"corner", "center", "hexray", "pack"} <= concrete_rules()[1]
    for source in (
        "isinstance(rule, PackRule)",
        "isinstance(rule, (CenterRule, CornerRule))",
        "isinstance(rule, CenterRule | PackRule)",
        "isinstance(rule, HexRayRule | CenterRule | Sight)",
        "from sightline.rules.pack import PackRule as Game\nisinstance(rule, Game)",
        "type(rule).__name__ == 'PackRule'",
        "type(rule) is PackRule",
        "type(rule) in (CenterRule, CornerRule)",
        "rule.kind == 'pack'",
        "rule.kind in ('pack', 'corner')",
        "sight.rule['rule'] != PACK",
        "data.get('rule') == 'hexray'",
        "match rule:\n    case pack.PackRule():\n        pass",
    ):
        assert recognized(source), source
    for source in ("isinstance(rule, Rule)", "PackRule(pack) == own", "shape.kind == 'circle'"):
        assert not recognized(source), source
