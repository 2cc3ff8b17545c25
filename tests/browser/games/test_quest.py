"""The page of a quest, with one person as game master and a friend on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

PHONE = {"width": 390, "height": 844}
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


def quest(who: Person) -> Locator:
    return who.spot("quest")


def number(who: Person) -> int:
    return int(quest(who).get_attribute("data-number") or 0)


def went_on(who: Person, before: int) -> None:
    """Wait until the game has advanced and all animations have ended."""
    expect(quest(who)).not_to_have_attribute("data-number", str(before))
    expect(quest(who)).to_have_attribute("data-playing", "false")


def click(who: Person, name: str) -> None:
    before = number(who)
    who.spot(name).click()
    went_on(who, before)


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
        # A close call: the friend aims, and the game master decides with a tap.
        expect(ann.spot("why-newt")).to_contain_text("A close call: the game master rules")
        before = number(ann)
        ann.spot("strike-newt").tap()
        went_on(ann, before)
        expect(ann.spot("call")).to_contain_text("The GM decides")
        expect(master.spot("line")).to_have_attribute("data-look", "ambiguous")
        click(master, "rule-hidden")
        expect(master.spot("rulings")).to_contain_text("Ada does not see newt")
        # On a touch screen the first tap previews and the second one moves.
        tile = ann.page.locator(".tile.way").first
        tile.tap()
        expect(ann.spot("said")).to_contain_text("left")
        before = number(ann)
        tile.tap()
        went_on(ann, before)
        ann.spot("end").tap()
        click(master, "end")
        # The game master's turn: by hand, then by the program, after the server was killed.
        expect(master.spot("phase")).to_have_text("Your turn as game master")
        for each in (master, ann):
            each.forgives = "WebSocket|ERR_CONNECTION"
        server.kill()
        server.start()
        master.page.reload()
        expect(master.spot("phase")).to_have_text("Your turn as game master")
        before = number(master)
        master.page.locator(".tile.way").first.click()
        went_on(master, before)
        master.spot("auto").click()
        expect(master.spot("said")).to_contain_text("Newt")
        master.spot("skip").click()
        expect(master.spot("phase")).to_have_text("Ada’s turn")
    finally:
        server.stop()
