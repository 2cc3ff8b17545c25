"""docs/add-a-rule.md is followed to the letter, in a copy of the project.

Every block of the page is taken in order: a whole file is written, a diff is applied, code and
commands are run and must print what the page says. Then the laws are put to the new rule.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/add-a-rule.md"
COPIED = ("src/sightline", "tests/laws", "tests/reference", "tests/golden", "docs/maps")
COPIED_FILES = (
    *("pyproject.toml", "tests/conftest.py", "tests/every_rule.py", "tests/scenes.py"),
    *("tests/tampering.py", "tests/transforms.py", "tests/unit/test_golden.py"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "*.c", "*.h", "*.pyx")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./]+\.(?:py|json))`")
SIGHTLINE = "import sys; from sightline.apps.cli.main import main; sys.exit(main(sys.argv[1:]))"


class Block(NamedTuple):
    """A block of the page, and the file that was named last before it."""

    language: str
    text: str
    file: str
    is_new: bool


def blocks() -> Iterator[Block]:
    page = PAGE.read_text(encoding="utf-8")
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        new = "a new file" in section.splitlines()[0]
        for found in BLOCK.finditer(section):
            named = FILE.findall(section[: found.start()])
            yield Block(found[1], found[2], named[-1] if named else "", new)
            new = new and found[1] not in ("python", "json")


class Copy:
    """The copy of the project, and what is done in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in COPIED:
            shutil.copytree(ROOT / folder, root / folder, ignore=LEFT_OUT)
        for file in COPIED_FILES:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, root / file)
        for path in (root / "tests/golden").glob(
            "*.json"
        ):  # the other rules' cases take their time
            cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
            path.write_text(json.dumps({"cases": cases[:1]}), encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "src"),
            "COLUMNS": "80",
            "PYTHONUTF8": "1",
        }
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def patch(self, file: str, diff: str) -> None:
        """Apply a diff whose hunks are known by their lines alone."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        for hunk in diff.split("...\n"):
            lines = hunk.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] != "+")
            after = "".join(line[1:] for line in lines if line[0] != "-")
            assert text.count(before) == 1, f"{file} does not say once:\n{before}"
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")


def follow(copy: Copy) -> None:
    """Take every step of the page."""
    printed = ""
    for block in blocks():
        if block.language in ("python", "json") and block.is_new:
            assert not (copy.root / block.file).exists(), block.file
            (copy.root / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "diff":
            copy.patch(block.file, block.text)
        elif block.language == "python":
            done = copy.run("-c", block.text)
            assert done.stderr == ""
            printed = done.stdout
        elif block.language == "text":
            assert printed == block.text
        elif block.language == "console":
            command, _, promised = block.text.partition("\n")
            done = copy.run("-c", SIGHTLINE, *command.split()[2:])
            assert "Traceback" not in done.stderr
            at = 0
            for line in promised.splitlines():
                if line != "...":
                    at = done.stdout.find(line, at)
                    assert at >= 0, f"{line!r} is not, or not there, in:\n{done.stdout}"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    made = Copy(tmp_path_factory.mktemp("sightline"))
    follow(made)
    return made


def test_the_page_takes_a_rule_all_the_way(copy: Copy) -> None:
    done = copy.run("-c", "import sightline; print(sightline.__file__, *sightline.RULES)")
    assert done.stdout.startswith(str(copy.root)), "what was asked is not the copy"
    assert done.stdout.split()[1:5] == ["one-card-dungeon", "quest", "hex", "parallel"]
    steps = [block.language for block in blocks()]
    assert [steps.count(each) for each in ("diff", "json", "console")] == [3, 1, 2]


def test_its_golden_case_is_asked_and_more_are_asked_for(copy: Copy) -> None:
    done = copy.run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "parallel"),
        "tests/unit/test_golden.py",
    )
    assert "the rule 'parallel' has no golden cases" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_the_laws_are_put_to_its_rule(copy: Copy) -> None:
    """A few of them, on squares in one setting: all of them take minutes."""
    done = copy.run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/laws/test_sight.py"),
        *("-k", "square-parallel-strict and not closed_ends"),
    )
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 5
