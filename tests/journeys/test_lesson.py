"""A newcomer plays the tutorial game of each kind from the first step to the last."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.journeys.game_ways import Opens, Sits

MOST_MOVES = 160
FIRST_GAMES = {"quest": "quest", "skirmish": "skirmish"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableServer]:
    """Start a table for the game."""
    server = TableServer(tmp_path, words=["--game", "one-card-dungeon"])
    yield server
    server.stop()


@pytest.fixture
def newcomer(table: TableServer, person: Callable[..., Person]) -> Person:
    return person("master", table.origin).go(table.link("m"))


def moves(who: Person) -> Iterator[str]:
    """Yield the phase before every move until the game is over."""
    board = who.spot("dungeon")
    for _ in range(MOST_MOVES):
        expect(board).to_have_attribute("data-playing", "false")
        phase = board.get_attribute("data-phase") or ""
        before = board.get_attribute("data-number") or ""
        yield phase
        if phase in ("won", "lost"):
            return
        expect(board).not_to_have_attribute("data-number", before)
    pytest.fail(f"not over after {MOST_MOVES} moves")


def test_the_lesson_leads_through_the_first_game(newcomer: Person) -> None:
    """The steps come in order, and each describes what the player can do at that moment."""
    newcomer.spot("tutorial").click()
    steps: list[int] = []
    lines = 0
    for phase in moves(newcomer):
        lesson = newcomer.spot("lesson")
        said = lesson.inner_text()
        found = re.search(r"Step (\d) of 7", said)
        assert found, said
        steps.append(int(found[1]))
        expect(newcomer.spot("coach")).to_have_count(0)
        attack = newcomer.page.locator("[data-testid^='attack-'][aria-disabled='false']")
        assert ("click it" in said) == (attack.count() > 0 and steps[-1] == 6), said
        if phase in ("won", "lost"):
            break
        if attack.count():
            lines += 1
            attack.first.hover()
            line = newcomer.page.locator("svg .proof line").first
            ends = [float(line.get_attribute(name) or 0) for name in ("x1", "y1", "x2", "y2")]
            assert math.dist(ends[:2], ends[2:]) > 50, "a line that one can see"
        newcomer.spot("hint").click()
        expect(newcomer.spot("advice")).to_be_visible()
        newcomer.spot("follow").click()
    assert steps == sorted(steps), steps
    assert (
        set(steps) == set(range(1, 8))
        or newcomer.spot("dungeon").get_attribute("data-phase") == "lost"
    ), steps
    assert lines


@pytest.mark.parametrize("game", FIRST_GAMES)
def test_quests_and_skirmish_have_a_first_game(game: str, opens: Opens, person: Sits) -> None:
    """The steps come in order, and the last one says what decided the game."""
    server = opens(words=["--game", game])
    newcomer = person("master", server.origin).go(server.link("m"))
    newcomer.spot("tutorial").click()
    board, steps = newcomer.spot(FIRST_GAMES[game]), []
    for _ in range(MOST_MOVES):
        expect(board).to_have_attribute("data-playing", "false")
        found = re.search(r"Step (\d) of 6", newcomer.spot("lesson").inner_text())
        assert found
        steps.append(int(found[1]))
        if newcomer.spot("game-over").is_visible():
            break
        before = board.get_attribute("data-number") or ""
        newcomer.spot("hint").click()
        newcomer.spot("follow").click()
        expect(board).not_to_have_attribute("data-number", before)
    assert steps == sorted(steps), steps
    assert steps[-1] == 6
    newcomer.spot("show-board").click()
    expect(newcomer.spot("ending")).to_be_visible()
    expect(newcomer.page.get_by_role("button", name="Copy replay link")).to_be_visible()
    newcomer.spot("other-one-card-dungeon").click()
    expect(newcomer.spot("level")).to_be_visible()
