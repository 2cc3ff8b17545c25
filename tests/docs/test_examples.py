"""Every block of Python in the docs runs, and prints what the page shows below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.site.waiting import WAITING, missing, without_what_is_missing

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n?```text\n(?P<printed>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
WITH_TESTS_OF_THEIR_OWN = {
    "docs/add-a-rule.md",  # test_add_a_rule.py: its code goes into files
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
    ready = without_what_is_missing(text)
    return [
        Example(
            ready.count("\n", 0, block.start("code")) + 1, block["code"], block["printed"] or ""
        )
        for block in BLOCK.finditer(ready)
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


WAITED_FOR = sorted(
    {
        need
        for file in (ROOT / "docs").rglob("*.md")
        for block in WAITING.finditer(file.read_text(encoding="utf-8"))
        for need in re.split(r",\s*", block[1])
    }
)


@pytest.mark.parametrize("need", WAITED_FOR)
def test_what_blocks_wait_for(need: str) -> None:
    """Says which blocks of the docs were not run."""
    if missing(need):
        pytest.skip(f"sightline has no {need}: the blocks of the docs that need it wait")


def test_every_marker_is_read() -> None:
    """A marker with a slip in it would be a comment, and its block would run, or be shown."""
    for file in (ROOT / "docs").rglob("*.md"):
        text = file.read_text(encoding="utf-8")
        assert text.count("<!-- needs:") == len(WAITING.findall(text)), file.name


def test_a_block_waits_for_what_is_not_there() -> None:
    page = "<!-- needs: {} -->\n```python\nprint(1)\n```\n```text\n1\n```\nrest\n"
    assert missing("sees, SquareBoard.from_array") == []
    assert missing("sees, no_such_name, SquareBoard.nor_this") == [
        "no_such_name",
        "SquareBoard.nor_this",
    ]
    assert missing("field:metric, field:no such word") == ["field:no such word"]
    assert "print(1)" in without_what_is_missing(page.format("sees"))
    assert without_what_is_missing(page.format("no_such_name")) == "rest\n"
