"""One word, one thing: no type name of the package means two things, and some words are let go."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sightline"
FILES = sorted(PACKAGE.rglob("*.py"))

# class or alias: why two modules may both define it
SAME_NAME: dict[str, str] = {}


def types(source: str) -> Iterator[tuple[str, str]]:
    """Every class and every alias of a type at the top of a module, with what it is."""
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
    """Names that several modules define, and where. The same alias of the same type is the same."""
    found: dict[str, dict[str, list[str]]] = {}
    for where, source in sources.items():
        for name, what in types(source):
            found.setdefault(name, {}).setdefault(what, []).append(where)
    return {
        name: sorted(where for places in each.values() for where in places)
        for name, each in found.items()
        if len(each) > 1 or len(each.get("a class", ())) > 1
    }


def test_one_name_is_one_type() -> None:
    sources = {str(p.relative_to(PACKAGE)): p.read_text(encoding="utf-8") for p in FILES}
    twice = defined_twice(sources)
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
