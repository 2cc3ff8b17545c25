"""The hex skirmish through its page: deployed, played to its end, replayed, and shared by two."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from sightline.games.skirmish import load_file
from sightline.table.games.skirmish import SkirmishTable
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

PHONE = {"width": 390, "height": 844}
MOST_MOVES = 200


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
    """Waits until something was done, and nothing is being played any more."""
    expect(battle(who)).not_to_have_attribute("data-number", before)
    expect(battle(who)).to_have_attribute("data-playing", "false")


def click(who: Person, name: str) -> None:
    before = number(who)
    who.spot(name).click()
    went_on(who, before)


def place(who: Person, unit: int) -> str:
    return who.spot(f"unit-{unit}").get_attribute("data-at") or ""


def test_a_battle_is_played_to_its_end_and_seen_again(
    red: Person, game_server: TableServer
) -> None:
    red.spot("start").click()
    # Two units change places, and all go in.
    first, second = place(red, 0), place(red, 1)
    red.spot(f"hex-{first}").click()
    red.spot(f"hex-{second}").click()
    assert (place(red, 0), place(red, 1)) == (second, first)
    click(red, "deploy")
    assert place(red, 0) == second
    # By keys: the next unit, a look to where it can walk, and it goes there.
    red.spot("battlefield").focus()
    red.press("n")
    expect(red.spot("unit-panel")).to_contain_text("Red scout")
    red.press("ArrowDown")
    expect(red.spot("said")).to_contain_text("1 to walk here, 4 left")
    before = number(red)
    red.press("Enter")
    went_on(red, before)
    assert place(red, 0) != second
    # What cannot be done has its reason, and the line.
    red.spot("hex-0,5").hover()
    expect(red.spot("said")).to_contain_text("The way there costs")
    expect(red.spot("said")).to_contain_text("is stopped at step")
    expect(red.spot("proof")).to_have_attribute("data-visible", "false")
    # A blast is aimed, and shows what it reaches.
    red.spot("pick-3").click()
    red.press("a")
    assert red.page.locator(".aim").count() > 10
    red.page.locator(".aim").first.wait_for()
    red.press("Escape")
    # The other side's turn is played, as far as it is seen, and may be skipped.
    red.press("e")
    red.press(" ")
    expect(battle(red)).to_have_attribute("data-round", "2")
    red.page.emulate_media(reduced_motion="reduce")
    follow_hints(red)
    expect(red.spot("title")).to_contain_text(":")
    assert "seed" not in "".join(frame for frame in red.frames if '"t":"game"' in frame)
    with red.page.expect_download() as download:
        red.spot("save-game").click()
    saved = load_file(download.value.path())
    assert saved.battle.is_over
    link = red.spot("replay-address").get_attribute("data-link") or ""
    assert SkirmishTable.read_replay(link).match == saved
    # By its address: the page begins anew by itself.
    red.page.goto(f"{game_server.origin}#replay=skirmish/{link}")
    expect(red.spot("replay")).to_have_attribute("data-count", str(len(saved.log)))
    red.spot("replay-slider").fill("1")
    expect(red.spot("replay-now")).to_contain_text("has deployed")


def follow_hints(who: Person) -> None:
    """Play on by the program's advice, until it is over."""
    for _ in range(MOST_MOVES):
        if battle(who).get_attribute("data-phase") == "over":
            return
        who.spot("hint").click()
        expect(who.spot("advice")).to_be_visible()
        click(who, "follow")
    pytest.fail(f"not over after {MOST_MOVES} moves")


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
    expect(red.spot("title")).to_contain_text("Blue's turn")
    # A finger's first tap looks, the second one goes; red sees nothing of it.
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
