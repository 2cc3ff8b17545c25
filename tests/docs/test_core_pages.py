"""Every block of Python on the pages about sight runs, and prints what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    "README.md",
    "docs/what-sees-means.md",
    "docs/errors.md",
    "docs/light.md",
    "docs/disagreements.md",
    "docs/rules/corner.md",
    "docs/rules/center.md",
    "docs/rules/hexray.md",
]
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def blocks(page: str, language: str) -> str:
    text = (ROOT / page).read_text(encoding="utf-8")
    return "\n".join(found[2] for found in BLOCK.finditer(text) if found[1] == language)


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page(page: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", blocks(page, "python")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    promised = [line for line in blocks(page, "text").splitlines() if line]
    assert [line for line in done.stdout.splitlines() if line] == promised


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "tests/README.md", *sorted(
    str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")
)])  # fmt: skip
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in LINK.findall(text):
        assert ((ROOT / page).parent / link).exists(), link
