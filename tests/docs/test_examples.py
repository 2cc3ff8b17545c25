"""The examples of the docs run, and print what the docs say they print."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = ["cookbook-hex.md", "quest-boards.md", "rulings.md"]


def runnable(page: str) -> tuple[str, str]:
    """The page's code with every other line blank, so that errors name the page's own lines; and
    what it should print."""
    text = (DOCS / page).read_text(encoding="utf-8")
    code: list[str] = []
    printed = ""
    for block in BLOCK.finditer(text):
        language, content = block.groups()
        if language == "python":
            line = text.count("\n", 0, block.start(2))
            code += [""] * (line - len(code)) + content.splitlines()
        else:
            printed += content
    return "\n".join(code) + "\n", printed


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of(page: str, tmp_path: Path) -> None:
    code, printed = runnable(page)
    script = tmp_path / page.replace(".md", ".py")
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout == printed
