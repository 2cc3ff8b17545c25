"""Each game from the first page to its end.

It is saved in the middle, continued at another table and in the terminal, and cleared; then another
person watches its replay.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from sightline.games import one_card_dungeon, quest, skirmish
from tests.journeys.game_ways import (
    Opens,
    Player,
    Sits,
    a_stranger_watches,
    every_tile_answers,
    from_the_first_page,
    in_the_terminal,
)

MOST_MOVES = 150
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


# --- One Card Dungeon


def dungeon_turn(player: Player) -> None:
    """Make the next decision with the keyboard only."""
    phase = player.said("phase")
    if phase == "roll":
        player.press("r")
    elif phase == "adventurer":
        player.press("e")
    else:  # dice to be placed, or a monster with several equally good moves
        player.press("1")


# From tile to tile, right and down.
STEPS = {
    (0, -1): "ArrowUp",
    (0, 1): "ArrowDown",
    (-1, 0): "ArrowLeft",
    (1, 0): "ArrowRight",
    (-1, -1): "y",
    (1, -1): "u",
    (-1, 1): "b",
    (1, 1): "n",
}
OFFERED = """(ways) => ways.map((way) => {
  const hero = document.querySelector('[data-testid="hero"]').getCTM()
  const { x, y, width, height } = way.getBBox()
  const tile = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(way.getCTM())
  return [(tile.x - hero.e) / way.getCTM().a / 100, (tile.y - hero.f) / way.getCTM().d / 100]
})"""


def key_of_a_way(player: Player) -> str:
    """Return a key that walks to an offered tile."""
    offered = player.page.locator(".tile.way").evaluate_all(OFFERED)
    steps = [(round(right), round(down)) for right, down in offered]
    return next(STEPS[step] for step in steps if step in STEPS)


def test_one_card_dungeon(opens: Opens, person: Sits, tmp_path: Path) -> None:
    player = from_the_first_page(opens, person, "one-card-dungeon", "dungeon")
    player.page.get_by_label("Ranger").check()
    player.spot("level").select_option("12")
    player.spot("start").click()
    # One turn with the keyboard only.
    expect(player.spot("card")).to_be_focused()
    expect(player.spot("points-attack")).to_have_text("4")
    player.press("r")
    player.press("1")
    every_tile_answers(player, "tile-")
    player.picture("dungeon")
    stood = player.spot("hero").get_attribute("transform")
    player.press(key_of_a_way(player))
    assert player.spot("hero").get_attribute("transform") != stood
    player.press("Control+z")
    assert player.spot("hero").get_attribute("transform") == stood
    player.press("e")
    assert player.said("turn") != "1" or player.said("phase") != "adventurer"
    played = player.said("number")
    # Save in the middle, and continue at another table with identical bytes.
    file = player.leave_with_the_save(tmp_path)
    assert len(one_card_dungeon.load_file(file).log) == int(played)
    player.clear_away()
    again = from_the_first_page(opens, person, "one-card-dungeon", "dungeon")
    again.open_file("open-save", file)
    assert again.said("number") == played
    for _ in range(MOST_MOVES):
        if again.is_over():
            break
        dungeon_turn(again)
    assert again.said("phase") == "lost"
    again.picture("dungeon-over")
    assert "seed" not in "".join(frame for frame in again.person.frames if '"t":"game"' in frame)
    a_stranger_watches(person, again.server.origin, again.replay_link(), "dungeon")
    # The terminal reads the same file and shows the same game.
    in_the_terminal("play", "--saved", str(file), wait_for="ranger", quit_with=b"q")


# --- the hex skirmish


def place(player: Player, unit: int) -> str:
    return player.spot(f"unit-{unit}").get_attribute("data-at") or ""


def test_skirmish(opens: Opens, person: Sits, tmp_path: Path) -> None:
    player = from_the_first_page(opens, person, "skirmish", "skirmish")
    player.spot("start").click()
    expect(player.spot("battlefield")).to_be_focused()
    # Two units swap places with clicks on their middles, and all are deployed.
    first, second = place(player, 0), place(player, 1)
    player.spot("unit-0").click(force=True)
    player.spot("unit-1").click(force=True)
    assert (place(player, 0), place(player, 1)) == (second, first)
    every_tile_answers(player, "hex-")
    # One turn with the keyboard: select the next unit, show where it can walk, and walk there.
    player.press("e")
    player.press_key("n")
    expect(player.spot("unit-panel")).to_contain_text("Red scout")
    player.press_key("ArrowDown")
    expect(player.spot("said")).to_contain_text("1 to walk here, 4 left")
    player.press("Enter")
    assert place(player, 0) != second
    player.picture("skirmish")
    # An impossible action shows its reason and the line; aiming a blast shows the affected tiles.
    player.spot("hex-0,5").hover()
    expect(player.spot("said")).to_contain_text("The way there costs")
    expect(player.spot("said")).to_contain_text("is stopped at step")
    expect(player.spot("proof")).to_have_attribute("data-visible", "false")
    player.spot("pick-3").click()
    player.press_key("a")
    expect(player.page.locator(".aim").nth(10)).to_be_attached()
    player.press_key("Escape")
    player.press("e")
    expect(player.board).to_have_attribute("data-round", "2")
    played = player.said("round"), place(player, 0)
    file = player.leave_with_the_save(tmp_path)
    saved = skirmish.load_file(file)
    player.clear_away()
    again = from_the_first_page(opens, person, "skirmish", "skirmish")
    again.open_file("open-save", file)
    assert (again.said("round"), place(again, 0)) == played
    for _ in range(2):  # follow the program's advice, too
        again.spot("hint").click()
        again.click("follow")
    for _ in range(MOST_MOVES):
        if again.is_over():
            break
        again.press("e")
    assert again.said("phase") == "over"
    again.picture("skirmish-over")
    assert "seed" not in "".join(frame for frame in again.person.frames if '"t":"game"' in frame)
    ended = skirmish.load_file(again.save(tmp_path))
    assert ended.battle.is_over
    assert ended.log[: len(saved.log)] == saved.log
    a_stranger_watches(person, again.server.origin, again.replay_link(), "skirmish")
    said = in_the_terminal(
        "skirmish", "--saved", str(file), wait_for="round 2 of", quit_with=b"quit\n"
    )
    assert "red's turn" in said


# --- a quest


def test_quest(opens: Opens, person: Sits, tmp_path: Path) -> None:
    player = from_the_first_page(opens, person, "quest", "quest")
    player.spot("quest-the-rat-cellar").check()
    player.spot("start").click()
    expect(player.spot("quest-board")).to_be_focused()
    every_tile_answers(player, "tile-")
    # One turn with the keyboard: Mara rolls, walks to the door, and ends her turn.
    expect(player.spot("phase")).to_have_text("Mara’s turn")
    player.press("r")
    stood = player.spot("figure-Mara").get_attribute("data-at")
    player.press("ArrowRight")
    assert player.spot("figure-Mara").get_attribute("data-at") != stood
    player.picture("quest")
    player.press("e")
    expect(player.spot("phase")).to_have_text("Pim’s turn")
    played = player.said("number")
    file = player.leave_with_the_save(tmp_path)
    saved = quest.load_file(file)
    player.clear_away()
    again = from_the_first_page(opens, person, "quest", "quest")
    again.open_file("open-quest", file)
    expect(again.spot("phase")).to_have_text("Pim’s turn")
    assert again.said("number") == played
    for _ in range(2):
        again.press_key("h")
        again.click("follow")
    for _ in range(MOST_MOVES):
        if again.is_over():
            break
        again.press("e" if again.spot("end").is_visible() else "r")
    assert again.said("phase") == "over"
    expect(again.spot("game-over")).to_contain_text("its time is over")
    again.picture("quest-over")
    assert "seed" not in "".join(frame for frame in again.person.frames if '"t":"game"' in frame)
    ended = quest.load_file(again.save(tmp_path))
    assert ended.state.is_over
    assert ended.log[: len(saved.log)] == saved.log
    a_stranger_watches(person, again.server.origin, again.replay_link(), "quest")
    said = in_the_terminal("quest", "--saved", str(file), wait_for="Pim", quit_with=b"quit\n")
    assert "Round 1 of 8" in said


def at_rest(spot: Locator) -> FloatRect:
    """Return its position after the board has stopped moving."""
    last = None
    while True:
        box = spot.bounding_box()
        if box is not None and box == last:
            return box
        last = box
        spot.page.wait_for_timeout(100)


@pytest.mark.parametrize("fingers", [False, True], ids=["mouse", "fingers"])
def test_a_quest_of_ones_own_is_played_by_what_stands_on_the_board(
    opens: Opens, person: Sits, tmp_path: Path, fingers: bool
) -> None:
    """Walking, opening a door and attacking work with clicks or taps in the
    middle of each target.
    """
    file = tmp_path / "cellar.txt"
    file.write_text(CELLAR)
    server = opens(words=["--game", "quest"])
    how = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    gm = person("GM", server.origin, **(how if fingers else {})).go(server.link("m"))
    player = Player(gm, server, "quest")
    with player.page.expect_file_chooser() as chooser:
        player.spot("open-quest").click()
    chooser.value.set_files(file)
    player.spot("start").click()

    def act(name: str) -> None:
        """Click or tap. On a touch screen the first tap previews and the second one acts."""
        box = at_rest(player.spot(name))
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if not fingers:
            player.does(lambda: player.page.mouse.click(x, y))
            return
        player.page.touchscreen.tap(x, y)
        if not name.startswith("door"):
            expect(player.spot("looked")).not_to_be_empty()
            player.does(lambda: player.page.touchscreen.tap(x, y))

    player.click("roll")
    act("tile-B2")
    expect(player.spot("figure-Ada")).to_have_attribute("data-at", "1,1")
    player.click("take-back")
    expect(player.spot("figure-Ada")).to_have_attribute("data-at", "1,0")
    act("tile-C2")
    expect(player.spot("figure-newt")).not_to_be_attached()
    act("door-C2-D2")
    expect(player.spot("figure-newt")).to_be_visible()
    player.picture(f"cellar-{'fingers' if fingers else 'mouse'}")
    act("figure-newt")
    expect(player.spot("fight")).to_contain_text("Ada attacks")
    expect(player.spot("take-back")).to_be_disabled()
