"""The steps of docs/add-a-rule.md work: a package with an entry point adds a rule.

The package is placed on the path with the metadata that pip would write. sightline is unchanged.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.project_copy import ROOT, ProjectCopy, blocks, follow

PAGE = ROOT / "docs/add-a-rule.md"


class Installed(ProjectCopy):
    """A folder on the import path, next to the project's sources."""

    @property
    def python_path(self) -> str:
        return os.pathsep.join([str(self.root), str(ROOT / "src")])

    def install(self, pyproject: str) -> None:
        project = tomllib.loads(pyproject)["project"]
        name, version = project["name"], project["version"]
        folder = self.root / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (folder / "METADATA").write_text(metadata, encoding="utf-8")
        lines = []
        for group, entries in project["entry-points"].items():
            lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
        (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    made = Installed(tmp_path_factory.mktemp("site"), ["docs/maps"], [])
    (pyproject,) = (block.text for block in blocks(PAGE) if block.language == "toml")
    made.install(pyproject)
    follow(PAGE, made)
    return made


def test_the_page_takes_a_rule_all_the_way(installed: Installed) -> None:
    done = installed.run("-c", "import sightline; print(sightline.__file__, *sightline.RULES)")
    assert done.stdout.startswith(str(ROOT)), "sightline is not the one of this project"
    assert done.stdout.split()[1:5] == ["corner", "center", "hexray", "parallel"]
    steps = [block.language for block in blocks(PAGE)]
    assert [steps.count(each) for each in ("diff", "toml", "console")] == [0, 1, 3]


def test_the_laws_are_put_to_its_rule(installed: Installed) -> None:
    """A few laws on squares in one setting, because all of them take minutes."""
    done = installed.run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/laws/test_sight.py"),
        *("-k", "square-parallel-strict"),
        folder=ROOT,
    )
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 5


def test_what_no_program_asks_for_is_not_imported(installed: Installed) -> None:
    code = """
import sys
from sightline import RULES, SquareBoard, sees
sees(SquareBoard(2, 2), "A1", "B2", "corner")
sees(SquareBoard(2, 2), "A1", "B2", "dnd5e")
print("parallel_rule" in sys.modules)
sees(SquareBoard(2, 2), "A1", "B2", "parallel")
print("parallel_rule" in sys.modules)
"""
    assert installed.run("-c", code).stdout.split() == ["False", "True"]


def test_a_broken_plugin_is_named_and_breaks_nothing(installed: Installed, tmp_path: Path) -> None:
    broken = Installed(tmp_path, [], [])
    (tmp_path / "works.py").write_text(
        (installed.root / "parallel_rule.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)", encoding="utf-8")
    broken.install(
        """
[project]
name = "broken-rules"
version = "1"
[project.entry-points."sightline.rules"]
absent = "no_such_module:Rule"
corner = "works:ParallelRule"
leaves = "leaves:Rule"
parallel = "works:ParallelRule"
word = "works:__doc__"
"""
    )
    code = "import sightline; print(*sightline.RULES); print(sightline.RULES['parallel'])"
    done = broken.run("-c", code)
    assert done.returncode == 0, done.stderr
    assert "parallel" in done.stdout.split()
    for name, why in (
        ("absent", "ModuleNotFoundError"),
        ("corner", "expected a name that no other rule has"),
        ("leaves", "SystemExit: 3"),
        ("word", "expected a rule or a class of rules"),
    ):
        (line,) = (each for each in done.stderr.splitlines() if f"the rule {name!r}" in each)
        assert "of the package broken-rules was left out" in line
        assert why in line
    strict = broken.run("-W", "error", "-c", "from sightline import RULES; print(len(RULES))")
    assert "the rule 'absent'" in strict.stderr
