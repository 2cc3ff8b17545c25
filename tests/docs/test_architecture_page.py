"""docs/architecture.md matches the code: its modules, its call sequences and its picture."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import sightline
from tests.unit.test_architecture import FILES, module_name, own_imports

ROOT = Path(__file__).parents[2]
SOURCES = Path(sightline.__file__).parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MODULE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+)`")


def section(title: str, begins: str = "", ends: str = "\n## ") -> str:
    text = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert text, f"docs/architecture.md has no section {title!r}"
    after = text.partition(begins)[2] if begins else text
    assert after, f"{title} has no {begins!r}"
    return after.partition(ends)[0]


def named(text: str) -> list[str]:
    return list(dict.fromkeys(MODULE.findall(text)))


def is_module(name: str) -> bool:
    return any((SOURCES / f"{name}{end}").is_file() for end in (".py", ".pyx"))


@pytest.mark.parametrize("title", ["One `sees`", "One `sightline see`", "A drag at the table"])
def test_every_module_that_is_named_is_there(title: str) -> None:
    names = [name for name in named(section(title)) if name.partition("/")[0] not in ELSEWHERE]
    assert len(names) > 5
    lost = [name for name in names if not (is_module(name) or is_module(f"table/{name}"))]
    assert lost == []


ELSEWHERE = {"src", "page", "tests"}


def test_every_package_has_a_line() -> None:
    lines = re.findall(r"^\| ([^|]+) \|", section("The layers"), re.MULTILINE)
    listed = {name for line in lines for name in re.findall(r"`(\w+)`", line)}
    there = {path.stem for path in SOURCES.iterdir() if path.suffix == ".py" or is_package(path)}
    assert listed == there - {"__init__", "__main__"}


def is_package(path: Path) -> bool:
    return (path / "__init__.py").is_file()


# --- walks ----------------------------------------------------------------------------------------


def walk(name: str, *, pure: bool) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.walk", name],
        cwd=ROOT,
        env={**os.environ, "SIGHTLINE_PURE": "1" if pure else ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    compiled, modules = json.loads(done.stdout.splitlines()[-1])
    if not pure and not compiled:
        pytest.skip("there are no kernels here")
    assert isinstance(modules, list)
    return modules


def test_sees_with_kernels() -> None:
    written = named(section("One `sees`", "With kernels:**", "\n**"))
    assert walk("sees", pure=False) == written


def test_sees_again() -> None:
    assert walk("positions again", pure=False) == [], "they never leave the compiled code"
    assert walk("names again", pure=False) == [], "nor do names"


def test_sees_without_kernels() -> None:
    written = named(section("One `sees`", "that has none:**", "\n`trace`"))
    called = walk("sees", pure=True)
    assert [name for name in called if name in written] == written, "in this order"
    assert set(called) - set(written) <= {"model/square"}, "and by hardly any others"


def test_see_on_the_command_line() -> None:
    written = named(section("One `sightline see`"))
    called = walk("see", pure=False)
    assert set(written) <= set(called)
    packages = list(dict.fromkeys(name.split("/")[0] for name in called))
    assert packages == [
        "apps",
        "deprecated",
        "formats",
        "model",
        "texts",
        "rules",
        "engine",
        "geometry",
        "render",
        "answers",
    ]


# --- the picture ----------------------------------------------------------------------------------


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_shows_what_is_imported() -> None:
    layers, upward = maker().LAYERS, []
    for path in FILES:
        source = path.read_text(encoding="utf-8")
        name, is_package = module_name(path), path.name == "__init__.py"
        imports = list(own_imports(name, source, is_package=is_package))
        for title, package in (("sightline", ""), ("sightline/table", "table")):
            height = {part: -number for number, row in enumerate(layers[title]) for part in row}
            height["__main__"] = 1  # `python -m sightline` is above everything else
            origin = part_of(name, package)
            for line, target in imports if origin else ():
                goal = part_of(target, package)
                if goal not in (origin, "") and height[goal] >= height[origin]:
                    upward.append(f"{name}:{line} imports {target}")
    assert upward == []


def part_of(module: str, package: str) -> str:
    """Return the part of a package that holds a module.

    `sightline.table.vision.party` is in part `table` of `sightline`, and in part `vision` of
    `sightline.table`.
    """
    parts = module.split(".")[1:]
    if package:
        parts = parts[1:] if parts[:1] == [package] else []
    return parts[0] if parts else ""
