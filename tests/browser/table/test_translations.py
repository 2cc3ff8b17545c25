"""German and Spanish pages have no English text, neither on the screen nor in spoken labels."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.client import TableClient
from tests.browser.map.test_map_pictures import striped
from tests.browser.person import Person
from tests.browser.server import TableServer

ENGLISH = re.compile(
    r"\b(?:the|of|is|are|and|that|this|not|have|for|to|by|it|its|from|with|without|you|your|were|"
    r"can|cannot|more|than|at|on|nothing|moved|sees|line|tile|token|turn|expected|got)\b"
)
"""Frequent English words that are neither German nor Spanish."""
WORDS = {
    "de": {
        "viewer": "Betrachter",
        "target": "Ziel",
        "sight": "Sichtlinie",
        "maps": "Karten",
        "open": "Datei öffnen",
        "export": "Exportieren",
        "table": "Der ganze Tisch (JSON)",
        "left out": "Nicht in der Datei",
        "moved": "inzwischen",
        "calls": "Grenzfälle",
        "from": "von",
    },
    "es": {
        "viewer": "Observador",
        "target": "Objetivo",
        "sight": "Línea de visión",
        "maps": "Mapas",
        "open": "Abrir archivo",
        "export": "Exportar",
        "table": "Toda la mesa (JSON)",
        "left out": "No está en el archivo",
        "moved": "mientras tanto",
        "calls": "Casos dudosos",
        "from": "de",
    },
}
"""The labels of the buttons and fields that the journeys use."""
LANGUAGES = pytest.mark.parametrize("language", WORDS)

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


Seat = Callable[[str, TableServer, str], Person]


@pytest.fixture
def sit(person: Callable[..., Person], language: str) -> Seat:
    """Return a function that opens a page in the language of the test."""
    locale = f"{language}-{language.upper()}"
    return lambda name, server, link: person(name, server.origin, locale=locale).go(
        server.link(link)
    )


@LANGUAGES
@pytest.mark.parametrize("server", ["cover"], indirect=True)
def test_at_the_table(server: TableServer, client: TableClient, sit: Seat, language: str) -> None:
    words = WORDS[language]
    master = sit("master", server, "m").at_the_table()
    pia = sit("Pia", server, "j")
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
        master.page.get_by_role("combobox", name=words[name]) for name in ("viewer", "target")
    )
    for rule in ("pack:dnd5e", "corner", "pack:lancer"):
        client.do("rule", rule={"rule": rule})
        master.open_tab(words["sight"])
        viewer.select_option(label="Mira")
        target.select_option(label="Goblin")
        expect(master.spot("verdict")).to_be_visible()
        assert every_tab(master) == [], rule
    assert every_tab(pia) == []


BROKEN = {
    "a.json": b'{"sightline": 1, "grid": "square", "tiles": ["..", ".#"',
    "d.txt": b"+---+\n| M |\n+---+\n\nM: hero wizard\n",
    "e.tmx": b'<map orientation="orthogonal" width="2"><layer></map>',
    "g.png": b"\x89PNG\r\n\x1a\n",
    "h.png": striped(300, 200),
}
"""Files that cannot be imported, each for a different reason."""


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "image/png", "buffer": content}


@LANGUAGES
@pytest.mark.parametrize("server", ["corner"], indirect=True)
def test_when_the_table_asks_and_refuses(
    server: TableServer, client: TableClient, sit: Seat, language: str
) -> None:
    words = WORDS[language]
    master = sit("master", server, "m").at_the_table()
    pia = sit("Pia", server, "j")
    pia.join("Pia")
    client.seat("Pia", "Mira")
    pia.at_the_table()
    master.unfold(words["calls"])
    picture = master.spot("call-card").locator("img").first
    expect(picture).to_have_attribute("src", re.compile(f"%3E{words['from']}%20Mira%3C"))
    assert english_on(master) == []
    mira = client.figure("Mira")
    pia.page.mouse.move(*pia.middle((1, 1)))
    pia.page.mouse.down()
    client.do("move", figure=mira, to=[0, 0])
    pia.page.mouse.move(*pia.middle((2, 1)), steps=4)
    pia.page.mouse.up()
    expect(pia.notices()).to_contain_text(words["moved"])
    assert english_on(pia) == []

    master.forgives = "Failed to load resource"  # Chromium's message about the refused files
    master.unfold(words["maps"])
    files = master.page.get_by_label(words["open"])
    refused = master.spot("map-report").locator(".refused")
    files.set_input_files([file(name, content) for name, content in BROKEN.items()])
    # Each file is read in a new process, one after the other.
    expect(refused).to_have_count(len(BROKEN), timeout=60_000)
    assert english_on(master) == []

    master.spot("map-report").get_by_role("button").last.click()
    files.set_input_files(file("hof 6x4.png", striped(300, 200)))
    expect(master.spot("underlay")).to_be_attached()
    for stored in server.pictures():
        stored.unlink()
    master.unfold(words["export"])
    with master.page.expect_download():
        master.page.get_by_role("button", name=words["table"]).click()
    expect(master.notices()).to_contain_text(words["left out"])
    assert english_on(master) == []


@LANGUAGES
@pytest.mark.parametrize("game", ["one-card-dungeon", "quest", "skirmish"])
def test_in_a_game(opens: Callable[..., TableServer], sit: Seat, game: str) -> None:
    server = opens(words=["--game", game])
    hero = sit("master", server, "m")
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
