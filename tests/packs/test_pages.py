"""Every pack has a page that says what the data say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.packs import PACKS

ROOT = Path(__file__).parents[2]
HEADINGS = [
    "## The rule",
    "## Where it is written",
    "## What is left open, and what we chose",
    "## What programs do otherwise",
    "## Against public programs",
]


@pytest.mark.parametrize("name", list(PACKS))
def test_a_pack_has_a_page_with_its_source(name: str) -> None:
    pack = PACKS[name]
    page = (ROOT / "docs" / "packs" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {pack.title}\n")
    assert pack.source in page
    assert pack.verified in page
    lines = page.splitlines()
    assert [line for line in lines if line in HEADINGS] == HEADINGS
    assert all(lines[lines.index(each) + 2] for each in HEADINGS), "a heading without words"
    assert all(text in page for text in pack.texts.values())
    assert f"packs/{name}.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_list_of_packs_is_whole() -> None:
    listed = (ROOT / "docs" / "packs" / "README.md").read_text(encoding="utf-8")
    assert all(f"[{PACKS[name].title}]({name}.md)" in listed for name in PACKS)
