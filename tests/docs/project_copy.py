"""Follow a page of the docs to the letter in a copy of the project.

Blocks are processed in order: whole files are written, diffs are applied, and code and commands
must print what the page says.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "*.c", "*.h", "*.pyx")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./]+\.(?:py|json))`")
SIGHTLINE = "import sys; from sightline.apps.cli.main import main; sys.exit(main(sys.argv[1:]))"


class Block(NamedTuple):
    """A block of the page, and the last file named before it."""

    language: str
    text: str
    file: str
    is_new: bool


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of the page, section by section."""
    text = page.read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        new = "a new file" in section.splitlines()[0]
        for found in BLOCK.finditer(section):
            named = FILE.findall(section[: found.start()])
            yield Block(found[1], found[2], named[-1] if named else "", new)
            new = new and found[1] not in ("python", "json")


class ProjectCopy:
    """A copy of the project, with methods for the steps of a page."""

    def __init__(self, root: Path, folders: Sequence[str], files: Sequence[str]) -> None:
        self.root = root
        for folder in folders:
            shutil.copytree(ROOT / folder, root / folder, ignore=LEFT_OUT)
        for file in files:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, root / file)

    @property
    def python_path(self) -> str:
        return str(self.root / "src")

    def run(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": self.python_path,
            "COLUMNS": "80",
            "PYTHONUTF8": "1",
        }
        return subprocess.run(
            [sys.executable, *words],
            cwd=folder or self.root,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def patch(self, file: str, diff: str) -> None:
        """Apply a diff without line numbers: each hunk is located by its text."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        for hunk in diff.split("...\n"):
            lines = hunk.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] != "+")
            after = "".join(line[1:] for line in lines if line[0] != "-")
            assert text.count(before) == 1, f"{file} does not say once:\n{before}"
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")


def follow(page: Path, copy: ProjectCopy) -> None:
    """Execute every block of the page in order."""
    printed = ""
    for block in blocks(page):
        if block.language in ("python", "json") and block.is_new:
            assert not (copy.root / block.file).exists(), block.file
            (copy.root / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "diff":
            copy.patch(block.file, block.text)
        elif block.language == "python":
            done = copy.run("-c", block.text)
            assert done.stderr == "", done.stderr
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
