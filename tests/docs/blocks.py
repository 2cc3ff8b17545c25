"""The Python blocks in the docs, and the output that each prints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n?```text\n(?P<printed>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
WITH_TESTS_OF_THEIR_OWN = {
    "docs/add-a-game.md",  # test_add_a_game.py writes its code to files
    "docs/add-a-format.md",  # test_add_a_format.py does the same
    "docs/add-a-rule.md",  # test_add_a_rule.py does the same
    "docs/add-an-action.md",  # test_add_an_action.py does the same
    "docs/gpu.md",  # tests/gpu runs it, on a GPU
    "docs/serve.md",  # tests/service runs it, against a running service
    "docs/one-card-dungeon.md",  # tests/games runs it: it shows output in comments
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


def script(blocks: list[Example]) -> str:
    """Join all blocks of a page into one script that prints a mark after the output of each."""
    return "".join(f"{block.code}\nprint({MARK!r})\n" for block in blocks)


def check_printed(page: str, blocks: list[Example], output: str) -> None:
    printed = output.split(f"{MARK}\n")
    for block, came in zip(blocks, printed, strict=False):
        assert came == block.printed, f"{page}, the block at line {block.line}"
    assert len(printed) == len(blocks) + 1
