"""A German page has no English text, neither on the screen nor in labels for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer

ENGLISH = re.compile(
    r"\b(?:the|of|is|are|and|that|this|not|has|have|for|to|by|it|its|from|with|without|you|your|"
    r"were|can|cannot|no|more|than|at|on|nothing|moved|sees|line|tile|token|turn)\b"
)
"""Frequent English words that are not German."""

ON_SCREEN = """() => {
  const found = new Set()
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  const walk = document.createTreeWalker(document.body, kinds)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const parent = node.parentElement
      if (!parent?.closest('script, style, [lang=en]')) found.add(node.data.trim())
      continue
    }
    for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
      if (node.hasAttribute(name)) found.add(node.getAttribute(name))
  }
  return [...found].filter((text) => text.length > 3)
}"""


def english_on(who: Person) -> list[str]:
    """Return the texts of the page that contain an English word."""
    texts: list[str] = who.page.evaluate(ON_SCREEN)
    assert len(texts) > 5, "the page has text"
    return sorted(text for text in texts if ENGLISH.search(text))


def every_tab(who: Person) -> list[str]:
    """Open one panel after the other, and return the English texts in them."""
    found = english_on(who)
    tabs = who.page.locator("[data-tab]")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        found += english_on(who)
    return sorted(set(found))


@pytest.fixture
def german(person: Callable[..., Person]) -> Callable[..., Person]:
    def sit(name: str, server: TableServer, link: str) -> Person:
        return person(name, server.origin, locale="de-DE").go(server.link(link))

    return sit


@pytest.mark.parametrize("server", ["cover"], indirect=True)
def test_at_the_table(
    server: TableServer, client: TableClient, german: Callable[..., Person]
) -> None:
    master = german("master", server, "m").at_the_table()
    pia = german("Pia", server, "j")
    expect(pia.spot("join-name")).to_be_visible()
    assert english_on(pia) == []
    pia.join("Pia")
    client.seat("Pia", "Mira")
    pia.at_the_table()
    mira = client.figure("Mira")
    client.do("add_turns", figures=[mira])
    client.do("turns", on=True)
    client.do("mark", figure=mira, health=3, most_health=7)
    client.do("lamp", at=[0, 0], bright=2, dim=4)
    client.do("note", text="Notiz", at=[0, 0])
    client.do("reveal", spans=[[0, 0, 3]], who="all")
    client.do("paint", tiles=[[0, 5]], solid=True)
    client.do("roll", dice="2d6+1")
    viewer, target = (
        master.page.get_by_role("combobox", name=name) for name in ("Betrachter", "Ziel")
    )
    for rule in ("pack:dnd5e", "corner", "pack:lancer"):
        client.do("rule", rule={"rule": rule})
        master.open_tab("Sichtlinie")
        viewer.select_option(label="Mira")
        target.select_option(label="Goblin")
        expect(master.spot("verdict")).to_be_visible()
        assert every_tab(master) == [], rule
    assert every_tab(pia) == []


@pytest.mark.parametrize("game", ["one-card-dungeon", "quest", "skirmish"])
def test_in_a_game(
    opens: Callable[..., TableServer], german: Callable[..., Person], game: str
) -> None:
    server = opens(words=["--game", game])
    hero = german("master", server, "m")
    expect(hero.spot("start").or_(hero.spot("hint")).first).to_be_visible()
    assert english_on(hero) == []
    if hero.spot("start").is_visible():
        hero.spot("start").click()
    for _ in range(6):
        expect(hero.spot("hint")).to_be_enabled()
        hero.spot("hint").click()
        expect(hero.spot("advice")).to_be_visible()
        assert english_on(hero) == []
        hero.spot("follow").click()
        expect(hero.spot("advice")).to_have_count(0)
