"""One Card Dungeon through its page: learned, played to its end, watched, lost and replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from sightline.games.one_card_dungeon import load_text, read_replay_link
from tests.browser.person import Person
from tests.browser.server import TableServer

PHONE = {"width": 390, "height": 844}
MOST_MOVES = 150


@pytest.fixture
def game_server(tmp_path: Path) -> Iterator[TableServer]:
    """A table that was started for the game."""
    server = TableServer(tmp_path, words=["--game", "one-card-dungeon"])
    yield server
    server.stop()


@pytest.fixture
def hero(game_server: TableServer, person: Callable[..., Person]) -> Person:
    return person("master", game_server.origin).go(game_server.link("m"))


def dungeon(who: Person) -> Locator:
    return who.spot("dungeon")


def number(who: Person) -> int:
    return int(dungeon(who).get_attribute("data-number") or 0)


def phase(who: Person) -> str:
    return dungeon(who).get_attribute("data-phase") or ""


def went_on(who: Person, before: int) -> None:
    """Waits until something was done, and nothing is being played any more."""
    expect(dungeon(who)).not_to_have_attribute("data-number", str(before))
    expect(dungeon(who)).to_have_attribute("data-playing", "false")


def click(who: Person, name: str) -> None:
    before = number(who)
    who.spot(name).click()
    went_on(who, before)


def press(who: Person, key: str) -> None:
    before = number(who)
    who.press(key)
    went_on(who, before)


def follow_hints(who: Person) -> None:
    """Play on by the planning player's advice, until it is over."""
    for _ in range(MOST_MOVES):
        if phase(who) in ("won", "lost"):
            return
        who.spot("hint").click()
        expect(who.spot("advice")).to_be_visible()
        click(who, "follow")
    pytest.fail(f"not over after {MOST_MOVES} moves")


def test_the_first_game_is_learned_and_played_to_its_end(hero: Person) -> None:
    hero.spot("tutorial").click()
    expect(hero.spot("lesson")).to_contain_text("1 of 8")
    click(hero, "roll")
    expect(hero.spot("lesson")).to_contain_text("Place the dice")
    # A die in the hand, a skill under the other: what is left over goes by itself.
    first, second = (
        hero.page.get_by_role("button", name=f"Die {which}").get_attribute("aria-label") or ""
        for which in (1, 2)
    )
    before = number(hero)
    hero.page.get_by_role("button", name="Die 3").click()
    hero.spot("place-attack").click()
    if first[-1] != second[-1]:
        hero.spot("place-speed").click()
    went_on(hero, before)
    assert phase(hero) == "adventurer"
    # What is walked can be taken back; what dice showed cannot.
    expect(hero.spot("forecast")).to_contain_text("If the turn ended now")
    start = hero.spot("hero").get_attribute("transform")
    hero.spot("card").focus()
    press(hero, "ArrowDown")
    assert hero.spot("hero").get_attribute("transform") != start
    click(hero, "take-back")
    assert hero.spot("hero").get_attribute("transform") == start
    click(hero, "take-back")
    assert phase(hero) == "energy"
    expect(hero.spot("take-back")).to_be_disabled()
    press(hero, "1")
    press(hero, "e")
    if phase(hero) == "monster movement":  # equally good for the dummy: the player chooses
        expect(hero.spot("lesson")).to_contain_text("Where choices are equal")
        click(hero, "choice-1")
    expect(hero.spot("steps")).to_contain_text("The dummy on")
    follow_hints(hero)
    expect(hero.spot("game-over")).to_have_attribute("data-over", phase(hero))
    with hero.page.expect_download() as download:
        hero.spot("save-game").click()
    saved = load_text(Path(download.value.path()).read_bytes())
    assert len(saved.log) == number(hero)
    hero.spot("again").click()
    expect(hero.spot("start")).to_be_visible()


def test_a_game_is_lost_by_mouse_and_keys_and_seen_again(
    hero: Person, game_server: TableServer, person: Callable[..., Person]
) -> None:
    hero.page.get_by_label("Wizard").check()
    hero.spot("level").select_option("12")
    hero.spot("start").click()
    expect(hero.spot("phase")).to_have_text("Roll the dice")
    for _ in range(MOST_MOVES):
        if phase(hero) == "roll":
            press(hero, "r")
        elif phase(hero) == "energy":
            press(hero, "1")
        elif phase(hero) == "adventurer":
            click(hero, "end")
        elif phase(hero) == "monster movement":
            click(hero, "choice-1")
        else:
            break
    assert phase(hero) == "lost"
    assert "seed" not in "".join(frame for frame in hero.frames if '"t":"game"' in frame)
    link = hero.spot("replay-address").get_attribute("data-link") or ""
    assert read_replay_link(link).state.phase.value == "lost"
    # By its address: a page that is open loads itself anew.
    hero.page.goto(f"{game_server.origin}#replay=one-card-dungeon/{link}")
    replay = hero.spot("replay")
    expect(replay).to_have_attribute("data-count", str(len(read_replay_link(link).log)))
    hero.spot("replay-on").click()
    expect(replay).to_contain_text("the dice show")
    hero.spot("close-replay").click()
    expect(hero.spot("game-over")).to_be_visible()


def test_friends_watch_point_and_advise_and_take_over(
    hero: Person, game_server: TableServer, person: Callable[..., Person]
) -> None:
    hero.spot("start").click()
    expect(dungeon(hero)).to_be_visible()
    ann = person("Ann", game_server.origin, viewport=PHONE, has_touch=True)
    ann.go(game_server.link("j"))
    ann.join("Ann")
    hero.spot("guests").click()
    hero.page.get_by_role("button", name="Let in").click()
    expect(dungeon(ann)).to_be_visible()
    expect(ann.spot("roll")).to_be_disabled()
    ann.spot("tile-B2").tap()
    ann.page.get_by_role("button", name="Point at it").click()
    expect(hero.page.locator(".ping")).to_contain_text("Ann")
    ann.spot("hint").click()
    expect(ann.spot("advice")).to_contain_text("oll the dice")
    expect(ann.spot("follow")).not_to_be_attached()
    hero.spot("seat-adventurer").select_option(label="Ann")
    expect(ann.spot("roll")).to_be_enabled()
    before = number(ann)
    ann.spot("roll").tap()
    went_on(ann, before)
    expect(hero.spot("phase")).to_have_text("Place the dice")
    save = [json.loads(frame) for frame in ann.frames if '"t":"game"' in frame]
    assert save
    assert all("save" not in each and "seed" not in json.dumps(each) for each in save)


def test_a_finger_looks_first_and_walks_with_the_second_tap(
    game_server: TableServer, person: Callable[..., Person]
) -> None:
    hero = person("master", game_server.origin, viewport=PHONE, has_touch=True, is_mobile=True)
    hero.go(game_server.link("m"))
    hero.spot("start").tap()
    before = number(hero)
    hero.spot("roll").tap()
    went_on(hero, before)
    before = number(hero)
    hero.spot("use-1").tap()
    went_on(hero, before)
    before = number(hero)
    way = hero.page.locator(".tile.way").first
    way.tap()
    expect(hero.spot("said")).to_contain_text("speed to walk here")
    assert number(hero) == before
    way.tap()
    went_on(hero, before)


def test_the_game_outlives_a_power_cut(hero: Person, game_server: TableServer) -> None:
    hero.spot("start").click()
    expect(dungeon(hero)).to_be_visible()
    click(hero, "roll")
    dice = hero.page.get_by_role("group", name="The dice show").get_attribute("aria-label")
    hero.forgives = "WebSocket|ERR_CONNECTION"
    game_server.kill()
    game_server.start()
    hero.page.reload()
    expect(hero.page.get_by_role("group", name="The dice show")).to_have_attribute(
        "aria-label", dice or ""
    )


def test_whoever_did_not_say_what_they_want_is_asked(
    opens: Callable[..., TableServer], person: Callable[..., Person]
) -> None:
    server = opens()
    master = person("master", server.origin).go(server.link("m")).at_the_table()
    master.spot("home").click()
    expect(master.spot("first-page")).to_contain_text("What do you want to do?")
    expect(master.spot("go-on")).to_be_focused()
    # One question: every game's answer, side by side.
    master.spot("settle").click()
    master.at_the_table()
    expect(master.spot("every-rule")).to_have_attribute("open", "")
    expect(master.spot("every-rule")).to_contain_text("Your rulings are left out")
    master.spot("home").click()
    master.spot("play-one-card-dungeon").click()
    expect(master.spot("start")).to_be_visible()
    master.spot("leave").click()
    master.spot("clear-game").click()
    master.at_the_table()
