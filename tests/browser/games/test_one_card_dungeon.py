"""The page of One Card Dungeon: the tutorial, watching, and playing on a touch screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from sightline.games.one_card_dungeon import load_text
from tests.browser.person import Person
from tests.browser.server import TableServer

PHONE = {"width": 390, "height": 844}
MOST_MOVES = 150


@pytest.fixture
def game_server(tmp_path: Path) -> Iterator[TableServer]:
    """Start a table for the game."""
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
    """Wait until the game has advanced and all animations have ended."""
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


def faces(who: Person) -> list[str]:
    """Return the faces of the three dice."""
    dice = [who.spot(f"die-{which}") for which in (1, 2, 3)]
    return [(die.get_attribute("aria-label") or "")[-1] for die in dice]


def follow_hints(who: Person) -> None:
    """Follow the planning player's advice until the game is over."""
    for _ in range(MOST_MOVES):
        if phase(who) in ("won", "lost"):
            return
        who.spot("hint").click()
        expect(who.spot("advice")).to_be_visible()
        click(who, "follow")
    pytest.fail(f"not over after {MOST_MOVES} moves")


def test_the_first_game_is_learned_and_played_to_its_end(hero: Person) -> None:
    hero.spot("tutorial").click()
    expect(hero.spot("lesson")).to_contain_text("Step 1 of 7")
    click(hero, "roll")
    expect(hero.spot("lesson")).to_contain_text("Place the dice")
    # Click a die, then a skill: the last die is assigned automatically.
    first, second, _ = faces(hero)
    before = number(hero)
    hero.page.get_by_role("button", name="Die 3").click()
    hero.spot("place-attack").click()
    if first != second:
        hero.spot("place-speed").click()
    went_on(hero, before)
    assert phase(hero) == "adventurer"
    # Steps can be undone, but not what dice showed.
    expect(hero.spot("forecast")).to_contain_text("If you end the turn now")
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
    if phase(hero) == "monster movement":  # equally good for the dummy, so the player chooses
        expect(hero.spot("lesson")).to_contain_text("Choose between equal moves")
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


def test_friends_watch_point_and_advise_and_take_over(
    hero: Person, game_server: TableServer, person: Callable[..., Person]
) -> None:
    hero.spot("start").click()
    expect(dungeon(hero)).to_be_visible()
    ann = person("Ann", game_server.origin, viewport=PHONE, has_touch=True)
    ann.go(game_server.link("j"))
    ann.join("Ann")
    card = hero.page.locator("[data-testid^='visitor-']")
    expect(card).to_contain_text("Ann wants to join.")
    card.get_by_role("button", name="Let in Ann").click()
    expect(dungeon(ann)).to_be_visible()
    expect(card).to_have_count(0)
    hero.spot("guests").click()
    expect(ann.spot("roll")).to_be_disabled()
    ann.spot("tile-B2").tap()
    ann.page.get_by_role("button", name="Ping tile").click()
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
    expect(hero.spot("said")).to_contain_text("walk here for")
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
    # One question shows the answers of all games side by side.
    master.spot("settle").click()
    master.at_the_table()
    expect(master.spot("every-rule")).to_have_attribute("open", "")
    expect(master.spot("every-rule")).to_contain_text("Rulings are ignored")
    master.spot("home").click()
    master.spot("play-one-card-dungeon").click()
    expect(master.spot("start")).to_be_visible()
    master.spot("leave").click()
    master.spot("clear-game").click()
    expect(master.spot("first-page")).to_be_visible()


def test_dice_are_dragged_to_their_skills(hero: Person) -> None:
    """With the mouse. A drop beside the skills changes nothing."""
    hero.spot("start").click()
    click(hero, "roll")
    before = number(hero)
    drag(hero, "die-1", "phase")
    expect(hero.spot("die-1")).to_be_enabled()
    _, second, third = faces(hero)
    drag(hero, "die-1", "place-speed")
    if second != third:  # equal dice are assigned automatically
        expect(hero.spot("die-1")).to_be_disabled()
        drag(hero, "die-2", "place-attack")
    went_on(hero, before)
    assert phase(hero) == "adventurer"
    # During planning, hidden tiles are dark, and each path shows its cost.
    expect(hero.page.locator(".unseen-tile").first).to_be_attached()
    hero.page.locator(".tile.way").first.hover()
    expect(hero.spot("said")).to_contain_text("Ending the turn here costs")


def drag(who: Person, what: str, onto: str) -> None:
    start, end = who.spot(what).bounding_box(), who.spot(onto).bounding_box()
    assert start is not None
    assert end is not None
    mouse = who.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    mouse.up()


def test_animations_are_felt_and_can_be_turned_off(
    game_server: TableServer, person: Callable[..., Person]
) -> None:
    hero = person("master", game_server.origin, reduced_motion="no-preference")
    hero.go(game_server.link("m"))
    hero.spot("tutorial").click()
    felt = 0
    for _ in range(60):
        expect(dungeon(hero)).to_have_attribute("data-playing", "false")
        if phase(hero) in ("won", "lost"):
            break
        if felt == 1 and hero.spot("motion").is_checked():
            hero.spot("motion").uncheck()
        before = number(hero)
        attacks = hero.page.locator("[data-testid^='attack-'][aria-disabled='false']").count()
        hero.spot("hint").click()
        hero.spot("follow").click()
        if attacks and felt == 0:
            expect(hero.spot("effect").first).to_be_visible()
            felt = 1
        expect(dungeon(hero)).not_to_have_attribute("data-number", str(before))
        if felt == 1 and not hero.spot("motion").is_checked():
            expect(hero.spot("effect")).to_have_count(0)
    assert felt
