"""Every pack has a page in the docs that matches its data."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pack_pictures import SCENES
from sightline import PackRule, trace
from sightline.packs import PACKS

ROOT = Path(__file__).parents[2]
HEADINGS = [
    "## The rule",
    "## Where it is written",
    "## Our choices",
    "## Other programs",
]


@pytest.mark.parametrize("name", list(PACKS))
def test_a_pack_has_a_page_with_its_source(name: str) -> None:
    pack = PACKS[name]
    page = (ROOT / "docs" / "packs" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {pack.title}\n")
    assert pack.source in page
    assert pack.unverified in page
    lines = page.splitlines()
    assert [line for line in lines if line in HEADINGS] == HEADINGS
    assert all(lines[lines.index(each) + 2] for each in HEADINGS), "a heading without words"
    assert all(text in page for text in pack.texts.values())
    assert f"packs/{name}.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_list_of_packs_is_whole() -> None:
    listed = (ROOT / "docs" / "packs" / "README.md").read_text(encoding="utf-8")
    assert all(f"[{PACKS[name].title}]({name}.md)" in listed for name in PACKS)


@pytest.mark.parametrize("name", SCENES)
def test_a_page_has_its_drawn_examples(name: str) -> None:
    page = (ROOT / "docs" / "packs" / f"{name}.md").read_text(encoding="utf-8")
    drawn = page.split("## Drawn\n")[1].split("\n## ")[0]
    for which, (_, words) in enumerate(SCENES[name], start=1):
        assert f"![{words}](../pictures/game-{name}-{which}.svg)" in drawn


@pytest.mark.parametrize("name", SCENES)
def test_what_is_drawn_is_answered_both_ways(name: str) -> None:
    """In one example the target is visible, in the other it is hidden or has different cover."""
    found = [trace(scene(), "Mira", "goblin", PackRule(name)).degree for scene, _ in SCENES[name]]
    assert found[0] != found[1]


def test_every_game_is_drawn() -> None:
    """A variant with the points of a module, such as `dnd5e-inset`, may use its game's pictures."""
    assert set(SCENES) <= set(PACKS)
    assert {PACKS[name].based_on for name in set(PACKS) - set(SCENES)} <= set(SCENES)
