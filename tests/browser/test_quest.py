"""A quest through its page: by mouse, keys and fingers, up to its end; a person as the master."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from sightline.games.quest import load_text
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

PHONE = {"width": 390, "height": 844}
MOST_MOVES = 60
CELLAR = """
title: The Cellar
goal: defeat all
goal: exit A1
numbers: "Ada" moves 1d6+5 attack 12 defence 6 body 9 range 9
numbers: "newt" moves 3 attack 1 defence 0 body 1
story: Something splashes.

+---+---+---+---+---+---+
| .   .   . | .   .   n |
+   +   +   +   +   +   +
| A   .   . c .   .   . |
+   +   +   +   +   +   +
| .   .   . | .   n   . |
+---+---+---+---+---+---+

A: hero "Ada"
n: enemy "newt"
"""
PILLAR = """
title: Past a pillar
mode: adjudicated
goal: defeat all
numbers: "Ada" moves 6 attack 12 body 6 range 9
numbers: "newt" moves 2 attack 1 defence 0 body 1

+---+---+---+
| A   .   . |
+   +   +   +
| .   #   . |
+   +   +   +
| .   .   . |
+   +   +   +
| .   n   B |
+---+---+---+

A: hero "Ada"
B: hero "Ben"
n: enemy "newt"
"""


@pytest.fixture
def cellar(tmp_path: Path) -> Iterator[TableServer]:
    """A table that was started for a quest of one's own."""
    file = tmp_path / "cellar.txt"
    file.write_text(CELLAR)
    server = TableServer(tmp_path, words=["--quest", str(file)])
    yield server
    server.stop()


def quest(who: Person) -> Locator:
    return who.spot("quest")


def number(who: Person) -> int:
    return int(quest(who).get_attribute("data-number") or 0)


def went_on(who: Person, before: int) -> None:
    """Waits until something was done, and nothing is being played any more."""
    expect(quest(who)).not_to_have_attribute("data-number", str(before))
    expect(quest(who)).to_have_attribute("data-playing", "false")


def click(who: Person, name: str) -> None:
    before = number(who)
    who.spot(name).click()
    went_on(who, before)


def test_a_quest_is_played_to_its_end(cellar: TableServer, person: Callable[..., Person]) -> None:
    hero = person("master", cellar.origin).go(cellar.link("m"))
    hero.spot("start").click()
    expect(hero.spot("phase")).to_have_text("Ada’s turn")
    expect(hero.spot("goals")).to_contain_text("Defeat every monster")
    known = int(hero.spot("quest-board").get_attribute("data-known") or 0)
    before = number(hero)
    hero.press("r")
    went_on(hero, before)
    # Looking draws the way and says what it costs; a click goes, and can be taken back.
    way = hero.page.locator(".tile.way").first
    way.hover()
    expect(hero.spot("said")).to_contain_text("left")
    start = hero.spot("figure-Ada").get_attribute("data-at")
    before = number(hero)
    way.click()
    went_on(hero, before)
    assert hero.spot("figure-Ada").get_attribute("data-at") != start
    before = number(hero)
    hero.press("Control+z")
    went_on(hero, before)
    assert hero.spot("figure-Ada").get_attribute("data-at") == start
    # To the door and through it: what was behind it was unknown, and is no more.
    click(hero, "tile-C2")
    expect(hero.spot("figure-newt")).not_to_be_attached()
    click(hero, "door-C2-D2")
    expect(hero.spot("figure-newt")).to_be_visible()
    expect(hero.spot("take-back")).to_be_disabled()
    click(hero, "strike-newt")
    expect(hero.spot("fight")).to_contain_text("(4 or more)")
    for _ in range(MOST_MOVES):
        if quest(hero).get_attribute("data-phase") == "over":
            break
        before = number(hero)
        hero.press("h")
        hero.spot("follow").click()
        went_on(hero, before)
    expect(quest(hero)).to_have_attribute("data-phase", "over")
    assert int(hero.spot("quest-board").get_attribute("data-known") or 0) > known
    assert "seed" not in "".join(frame for frame in hero.frames if '"t":"game"' in frame)
    with hero.page.expect_download() as download:
        hero.spot("save-game").click()
    saved = load_text(Path(download.value.path()).read_bytes())
    assert saved.state.is_over
    assert hero.spot("game-over").get_attribute("data-over") in ("won", "lost")
    expect(hero.spot("game-over")).to_contain_text("The heroes")


@pytest.mark.skipif(not THOROUGH, reason="only in the thorough run")
def test_a_person_is_the_master_and_a_friend_plays_on_a_phone(
    tmp_path: Path, person: Callable[..., Person]
) -> None:
    file = tmp_path / "pillar.txt"
    file.write_text(PILLAR)
    server = TableServer(tmp_path, words=["--quest", str(file)])
    try:
        master = person("master", server.origin, reduced_motion="no-preference")
        master.go(server.link("m"))
        master.spot("by-person").check()
        master.spot("start").click()
        ann = person("Ann", server.origin, viewport=PHONE, has_touch=True, is_mobile=True)
        ann.go(server.link("j"))
        ann.join("Ann")
        master.spot("guests").click()
        master.page.get_by_role("button", name="Let in").click()
        master.spot("seat-Ada").select_option(label="Ann")
        master.spot("guests").click()
        # A close call: the friend aims, the master decides with a tap.
        expect(ann.spot("why-newt")).to_contain_text("dice against")
        before = number(ann)
        ann.spot("strike-newt").tap()
        went_on(ann, before)
        expect(ann.spot("call")).to_contain_text("The master decides")
        expect(master.spot("line")).to_have_attribute("data-look", "ambiguous")
        click(master, "rule-hidden")
        expect(master.spot("rulings")).to_contain_text("Ada does not see newt")
        # A finger looks first, and goes with the second tap.
        tile = ann.page.locator(".tile.way").first
        tile.tap()
        expect(ann.spot("said")).to_contain_text("left")
        before = number(ann)
        tile.tap()
        went_on(ann, before)
        ann.spot("end").tap()
        click(master, "end")
        # The master's turn: by hand, then by the program, after a power cut.
        expect(master.spot("phase")).to_have_text("Your turn, master")
        for each in (master, ann):
            each.forgives = "WebSocket|ERR_CONNECTION"
        server.kill()
        server.start()
        master.page.reload()
        expect(master.spot("phase")).to_have_text("Your turn, master")
        before = number(master)
        master.page.locator(".tile.way").first.click()
        went_on(master, before)
        master.spot("auto").click()
        expect(master.spot("said")).to_contain_text("Newt")
        master.spot("skip").click()
        expect(master.spot("phase")).to_have_text("Ada’s turn")
    finally:
        server.stop()
