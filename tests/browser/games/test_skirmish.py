"""The page of the hex skirmish, shared by two people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def game_server(tmp_path: Path) -> Iterator[TableServer]:
    server = TableServer(tmp_path, words=["--game", "skirmish"])
    yield server
    server.stop()


@pytest.fixture
def red(game_server: TableServer, person: Callable[..., Person]) -> Person:
    return person("master", game_server.origin).go(game_server.link("m"))


def battle(who: Person) -> Locator:
    return who.spot("skirmish")


def number(who: Person) -> str:
    return battle(who).get_attribute("data-number") or ""


def went_on(who: Person, before: str) -> None:
    """Wait until the game has advanced and all animations have ended."""
    expect(battle(who)).not_to_have_attribute("data-number", before)
    expect(battle(who)).to_have_attribute("data-playing", "false")


def click(who: Person, name: str) -> None:
    before = number(who)
    who.spot(name).click()
    went_on(who, before)


def place(who: Person, unit: int) -> str:
    return who.spot(f"unit-{unit}").get_attribute("data-at") or ""


@pytest.mark.skipif(not THOROUGH, reason="the server's tests have most of it")
def test_two_sides_each_with_its_own_eyes(
    red: Person, game_server: TableServer, person: Callable[..., Person]
) -> None:
    red.spot("against-friend").check(force=True)
    red.spot("start").click()
    expect(red.spot("curtain")).to_be_visible()
    ann = person("Ann", game_server.origin, viewport=PHONE, has_touch=True, is_mobile=True)
    ann.go(game_server.link("j"))
    ann.join("Ann")
    red.spot("guests").click()
    red.page.get_by_role("button", name="Let in").click()
    red.spot("seat-blue").select_option(label="Ann")
    red.spot("guests").click()
    expect(red.spot("curtain")).not_to_be_attached()
    ann.spot("deploy").tap()
    expect(ann.spot("title")).to_contain_text("The other side deploys")
    red.spot("deploy").click()
    click(red, "pass")
    expect(ann.spot("pass")).to_be_enabled()
    expect(red.spot("title")).to_contain_text("Blue’s turn")
    # On a touch screen the first tap previews and the second one moves. Red sees none of it.
    before, frames = number(ann), len(red.frames)
    ann.spot(f"hex-{place(ann, 6)}").tap()
    way = ann.page.locator(".way").count()
    assert way > 5
    q, r = (int(each) for each in place(ann, 6).split(","))
    step = ann.spot(f"hex-{q + 1},{r - 1}")
    step.tap()
    expect(ann.spot("said")).to_contain_text("to walk here")
    assert number(ann) == before
    step.tap()
    went_on(ann, before)
    assert not [frame for frame in red.frames[frames:] if '"t":"game"' in frame]
    views = [json.loads(frame)["view"] for frame in red.frames if '"ground"' in frame]
    assert {view["side"] for view in views if not view.get("both")} == {"red"}
