"""Every block of Python in the docs runs, and prints what the page shows below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n?```text\n(?P<printed>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
WITH_TESTS_OF_THEIR_OWN = {
    "docs/add-a-rule.md",  # test_add_a_rule.py: its code goes into files
    "docs/gpu.md",  # tests/gpu: it needs a GPU
    "docs/one-card-dungeon.md",  # tests/games: it names what prints in comments
}
MARK = "\x1e"


def pages() -> dict[str, str]:
    files = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}
    return {name: text for name, text in texts.items() if "```python\n" in text}


PAGES = sorted(pages().keys() - WITH_TESTS_OF_THEIR_OWN)


class Example(NamedTuple):
    line: int
    code: str
    printed: str


def examples(text: str) -> list[Example]:
    return [
        Example(text.count("\n", 0, block.start("code")), block["code"], block["printed"] or "")
        for block in BLOCK.finditer(text)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of(page: str, tmp_path: Path) -> None:
    blocks = examples(pages()[page])
    assert blocks, "nothing on this page is run"
    script = "".join(f"{block.code}\nprint({MARK!r})\n" for block in blocks)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    printed = done.stdout.split(f"{MARK}\n")
    for block, came in zip(blocks, printed, strict=False):
        assert came == block.printed, f"{page}, the block at line {block.line}"
    assert len(printed) == len(blocks) + 1


def test_text_stands_only_below_what_prints_it() -> None:
    """A block of `text` that no code comes before would never be compared."""
    for page in PAGES:
        blocks = re.findall(r"^```(\w*)$", pages()[page], re.MULTILINE)
        opened = [language for language in blocks if language]
        for before, language in zip(["", *opened], opened, strict=False):
            assert language != "text" or before == "python", page
