"""Each type name of the package has one meaning, and retired words are not used."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sightline"
FILES = sorted(PACKAGE.rglob("*.py"))

# class or alias: why two modules may both define it
SAME_NAME: dict[str, str] = {
    "At": "a place of a question; a tile of a known picture, inside one module",
    "Bools": "an alias for an array, inside one module each",
    "Choice": "a setting of a rule; what a die roll keeps",
    "Ends": "the two ends of a line; those of a wall",
    "Entry": "a row of the atlas; a row of a legend",
    "Floor": "of a board; of a Foundry scene, before it is one of a board",
    "Heights": "of a board, a line, a check and a kernel's input: to be renamed",
    "Numbers": "an alias for an array, inside one module each",
    "SideView": "what one side of a skirmish knows; a line drawn from the side",
    "Span": "from bottom to top; a run of tiles on the wire",
    "Tile": "of a board; a pair of numbers in the atlas, which knows no board",
}


NAMED = re.compile(r"^(?:class )?(_*[A-Z]\w*)", re.MULTILINE)


def types(source: str) -> Iterator[tuple[str, str]]:
    """Yield every class and type alias at module level, with its kind."""
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name):
                yield name, "a class"
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if re.fullmatch(r"_*[A-Z]\w*[a-z]\w*", name):
                yield name, ast.unparse(value)


def defined_twice(sources: dict[str, str]) -> dict[str, list[str]]:
    """Return names defined by several modules, and where. Equal aliases do not count."""
    found: dict[str, dict[str, list[str]]] = {}
    named = {where: set(NAMED.findall(source)) for where, source in sources.items()}
    counts = Counter(name for names in named.values() for name in names)
    for where, source in sources.items():
        if all(counts[name] == 1 for name in named[where]):
            continue  # faster than parsing it
        for name, what in types(source):
            found.setdefault(name, {}).setdefault(what, []).append(where)
    return {
        name: sorted(where for places in each.values() for where in places)
        for name, each in found.items()
        if len(each) > 1 or len(each.get("a class", ())) > 1
    }


# Independent programs: no module imports from two of them, so each may have a `Report`.
PROGRAMS = ({"table"}, {"service", "assistant", "bank"})


def test_one_name_is_one_type() -> None:
    sources = {str(p.relative_to(PACKAGE)): p.read_text(encoding="utf-8") for p in FILES}
    twice: dict[str, list[str]] = {}
    for others in PROGRAMS:
        seen = {each: text for each, text in sources.items() if Path(each).parts[0] not in others}
        twice |= defined_twice(seen)
    assert {name: twice[name] for name in twice.keys() - SAME_NAME.keys()} == {}
    assert SAME_NAME.keys() - twice.keys() == set(), "no longer defined twice"


@pytest.mark.parametrize(
    "other",
    [
        "class Step: ...",
        "Step = tuple[int, int]",
        "Step: TypeAlias = str",
        "Step = NewType('Step')",
    ],
)
def test_a_second_meaning_is_noticed(other: str) -> None:
    assert defined_twice({"a": "class Step: ...", "b": other}) == {"Step": ["a", "b"]}
    assert defined_twice({"a": "Step = Any", "b": other, "c": "Step = Any"}).keys() == {"Step"}


def test_the_same_alias_and_constants_are_let_pass() -> None:
    assert defined_twice({"a": "Where = Any", "b": "Where = Any"}) == {}
    assert defined_twice({"a": "MAX = 1", "b": "MAX = 2"}) == {}


# --- words that are let go ------------------------------------------------------------------------

# what to search for, and what to say instead
LET_GO: dict[str, str] = {
    r"[Cc]rier": "broadcaster",
    r"[Oo]verlook(s|er)?": "party vision",
    r"[Dd]oorkeepers?": "guard",
    r"[Aa]ntics": "what it is: odd input",
    r"[Dd]eaf pages?": "a page that reads nothing",
    r"\w*Wish(es)?|wish(es)?": "a choice, or what is wanted",
    r"_?carried|CARRIED": "the threshold on an edge",
    r"told": "the answer, or what was said",
    r"(quiet|loud) touch(es)?": "a touch that counts or does not",
    r"_ROOMS|_ROOM_OF|its room": "a module or a package",
    r"their eyes|players_eyes": "the figures through which they see",
    r"ruling_store|kept_file|hostile\.py|seeds\.py": "the module's name of today",
}
SPEAKS = ("src/**/*.py", "src/**/*.pyx", "src/**/*.h", "tests/**/*.py", "docs/**/*.md", "*.md")
PAGE = ("page/src/**/*.ts", "page/src/**/*.svelte", "page/*.py", "page/*.md")


ANY_OF_THEM = re.compile(rf"\b({'|'.join(LET_GO)})\b")


def let_go(text: str) -> list[str]:
    """Return every retired word in the text, with its replacement."""
    if not ANY_OF_THEM.search(text):
        return []
    return [
        f"line {number}: {found[0]!r}; say {instead}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, instead in LET_GO.items()
        for found in re.finditer(rf"\b({pattern})\b", line)
    ]


@pytest.mark.parametrize("pattern", [*SPEAKS, *PAGE])
def test_words_that_are_let_go_stay_away(pattern: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}, {each}"
        for path in sorted(ROOT.glob(pattern))
        if path != Path(__file__) and path.name != "CHANGELOG.md"
        for each in let_go(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_word_that_is_let_go_is_noticed() -> None:
    assert len(let_go("class RuleWish: ...\ncarried = board.edge(a, b)\nthe room of a king")) == 2
