"""Errors about missing packages name the extra, and no other package is needed."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from sightline.errors import MissingExtraError
from sightline.extras import PACKAGES, extra

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL: dict[str, list[str]] = PROJECT["optional-dependencies"]

# imported name: distribution name, if they differ
DISTRIBUTIONS = {"PIL": "pillow", "resvg_py": "resvg-py", "cupy": "cupy-cuda13x"}
# only for machines with the hardware, or for very many questions
NOT_FOR_ALL = {"atlas", "gpu", "cluster"}
# packages that come with another one of the extra
BROUGHT = {"anyio": "starlette", "h11": "uvicorn"}

# folder or module of src/sightline: the extra needed to import it
HOMES = {
    "table": "table",
    "service": "serve",
    "assistant": "mcp",
    "apps/play": "play",
    "gym": "gym",
    "cluster": "cluster",
}


def distribution(requirement: str) -> str:
    name = requirement.partition(";")[0]
    for sign in "<>=![ ":
        name = name.partition(sign)[0]
    return name.lower()


def test_numpy_at_most() -> None:
    assert [distribution(each) for each in PROJECT["dependencies"]] == ["numpy"]


@pytest.mark.parametrize("name", PACKAGES)
def test_an_extra_brings_what_it_promises(name: str) -> None:
    brought = {distribution(each) for each in OPTIONAL[name]} - {"sightline-engine"}
    needed = {DISTRIBUTIONS.get(each, each) for each in PACKAGES[name] if each not in BROUGHT}
    assert brought == needed


def test_all_is_all_and_dev_has_it() -> None:
    (everything,) = OPTIONAL["all"]
    assert set(everything.partition("[")[2].rstrip("]").split(",")) == set(PACKAGES) - NOT_FOR_ALL
    assert "sightline-engine[all,cluster]" in OPTIONAL["dev"]


def foreign_imports(source: str) -> set[tuple[int, str]]:
    """Return (line, package) for imports that are neither ours nor in the standard library."""
    own = {*sys.stdlib_module_names, "sightline"}
    found: set[tuple[int, str]] = set()
    if own.issuperset(re.findall(r"^ *(?:import|from) (\w+)", source, re.MULTILINE)):
        return found  # faster than parsing it
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {(node.lineno, alias.name.partition(".")[0]) for alias in names}
            case ast.ImportFrom(module=str(name), level=0):
                found.add((node.lineno, name.partition(".")[0]))
    return {(line, package) for line, package in found if package not in own}


def guarded_lines(source: str) -> set[int]:
    """Return the lines inside `with extra(...)` and those for type checkers only."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.With(items=[ast.withitem(context_expr=ast.Call(func=ast.Name("extra")))]):
                lines |= set(range(node.lineno, (node.end_lineno or 0) + 1))
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                lines |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return lines


FILES = sorted((ROOT / "src" / "sightline").rglob("*.py"))


def test_what_is_imported_comes_with_sightline_or_is_asked_for() -> None:
    """A new dependency must be in an extra, and behind `with extra(...)` or in its module."""
    found = []
    for path in FILES:
        inside = path.relative_to(ROOT / "src" / "sightline").as_posix()
        home = next((name for start, name in HOMES.items() if inside.startswith(f"{start}/")), None)
        source = path.read_text(encoding="utf-8")
        imported = foreign_imports(source)
        guarded = guarded_lines(source) if imported else set()
        at_home = PACKAGES[home] if home else frozenset()
        for line, package in imported:
            known = {
                "numpy",
                *({"typing_extensions"} if line in guarded else ()),
                *at_home,
                *(frozenset().union(*PACKAGES.values()) if line in guarded else ()),
            }
            if package not in known and not (package == "PIL" and inside in OPENED_AFTER):
                found.append(f"{inside}:{line} {package}")
    assert found == []


# Callers have already checked for Pillow.
OPENED_AFTER = ("render/png.py", "pictures/decoder.py", "pictures/cutter.py")


def test_a_missing_package_is_named_with_its_extra() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"^boards need the extra `play`: pip") as caught,
        extra("play", "boards need"),
    ):
        raise ModuleNotFoundError(name="textual.widgets")
    assert caught.value.name == "textual"
    assert isinstance(caught.value, ImportError)
    assert "'.[play]' (textual is not installed)" in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        ModuleNotFoundError(name="PIL"),
        ModuleNotFoundError("no name"),
        ImportError("torn", name="rich"),
    ],
)
def test_other_errors_go_on_as_they_are(error: ImportError) -> None:
    """If an installed package is broken, installing it again does not help."""
    with pytest.raises(ImportError) as caught, extra("play", "boards need"):
        raise error
    assert caught.value is error
