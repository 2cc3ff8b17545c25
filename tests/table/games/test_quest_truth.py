"""What a quest tells its players agrees with its state, over random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from sightline.games.quest import (
    HEROES,
    MASTER,
    Master,
    NextTurn,
    QuestState,
    RuleOn,
    Strike,
    Venture,
    acting_side,
    legal_actions,
    read_scenario,
    shipped_quests,
    why_not,
)
from sightline.games.quest.objections import is_close_call
from sightline.games.quest.sighting import CLOSE_CALL, VISIBLE, spot, verdict
from sightline.games.quest.soak import variant
from sightline.model.cell import parse_square
from sightline.table.games.quest import QuestTable
from sightline.table.games.quest_moves import move_text
from sightline.table.protocol.games.quest import QuestScreen, QuestTarget
from tests.every_rule import THOROUGH

TILE = re.compile(r"\b[A-M][1-9]\d?\b")
EDGE = re.compile(r"between ([A-M][1-9]\d?) and ([A-M][1-9]\d?)")
GAMES = [(name, mode) for name in shipped_quests() for mode in ("strict", "adjudicated")]

DIAGONAL = """
mode: adjudicated
reveal: room
numbers: "Hilda" moves 6 range 9
numbers: "orc" moves 0
+---+---+---+---+
| H   #   .   . |
+   +   +   +   +
| .   o   .   . |
+---+---+---+---+

H: hero "Hilda"
o: enemy "orc"
"""


def games(name: str, mode: str, program: bool) -> Iterator[tuple[QuestTable, QuestScreen]]:
    """Yield the party's screens during some random games."""
    for seed in range(40 if THOROUGH else 2):
        whim = random.Random(seed)
        table = QuestTable._of(Venture.begin(variant(name, mode, "seen"), seed), program)
        seats = frozenset(each for each in table.seats_here() if each != "master")
        for _ in range(90):
            yield table, table.view(seats)
            state = table.venture.state
            if state.is_over:
                break
            if acting_side(state) == MASTER:
                action = Master().choose(state).action
            else:
                actions = [each for each in legal_actions(state) if each != NextTurn()]
                strikes = [each for each in actions if isinstance(each, Strike)]
                action = whim.choice(strikes or actions or [NextTurn()])
            table = table.play("", move_text(action))[0]


def check_tiles(state: QuestState, words: str) -> None:
    """Check that every tile named to the party is explored, or called unexplored."""
    beside = {other for pair in EDGE.findall(words) for other in pair if _known(state, pair)}
    for name in TILE.findall(words):
        known = name in beside or _known(state, (name,))
        assert known or f"{name}, which is unexplored" in words or "unexplored" in words, words


def _known(state: QuestState, names: tuple[str, ...]) -> bool:
    index = state.scenario.index
    return any(state.explored >> index(parse_square(name)) & 1 for name in names)


def check_target(state: QuestState, figure: int, target: QuestTarget) -> None:
    """Check that the proof of a line of sight agrees with the rules."""
    strike = Strike(figure, target.number)
    if target.sight is None:
        return
    found = verdict(state, spot(state, figure), spot(state, target.number))
    assert target.sight.visible == (found == VISIBLE), target
    waits = "ruling" in target.sight.words or "must rule" in target.sight.words
    assert waits == (found == CLOSE_CALL), target.sight.words
    allowed = why_not(state, strike) is None
    assert bool(target.move) == allowed
    assert target.close == (allowed and is_close_call(state, strike))
    assert target.close == ("close call" in target.words)


@pytest.mark.parametrize(("name", "mode"), GAMES)
def test_what_a_party_is_told_is_so(name: str, mode: str) -> None:
    looks = 0
    for table, screen in games(name, mode, program=True):
        state = table.venture.state
        for walker in screen.walkers:
            for target in walker.targets:
                looks += 1
                check_tiles(state, f"{target.words} {target.sight.words if target.sight else ''}")
                check_target(state, walker.number, target)
        for call in screen.calls:
            check_tiles(state, call.reason)
        for step in screen.steps:
            check_tiles(state, step.words)
            check_tiles(state, step.why)
    assert looks > 10


def test_a_close_call_is_announced_before_and_after() -> None:
    seats = frozenset({"master", "Hilda"})
    table = QuestTable._of(Venture.begin(read_scenario(DIAGONAL), 1), False)
    target = table.view(seats).walkers[0].targets[0]
    assert target.close
    assert target.words.startswith("a close call: the game master rules before any dice are rolled")
    assert target.sight is not None
    table = table.play("Hilda", target.move)[0]
    assert table.view(seats).steps[-1].words.startswith("A close call: Hilda aims at orc")
    asked = table.view(seats).calls[0]
    assert "ruling" in asked.reason
    table = table.play("master", asked.hidden)[0]
    said = table.view(seats).steps[-1].words
    assert said == (
        "The game master rules that Hilda and orc do not see each other."
        " There is no strike, and it costs nothing."
    )
    after = table.view(seats).walkers[0].targets[0]
    assert (after.move, after.close) == ("", False)
    assert after.sight is not None
    assert after.sight.words == "Hilda does not see orc: the game master ruled so."
    # After a ruling, it is an attack like any other.
    table = table.play("master", move_text(RuleOn(0, 1, True)))[0]
    again = table.view(seats).walkers[0].targets[0]
    assert (bool(again.move), again.close) == (True, False)
    assert again.sight is not None
    assert again.sight.words == "Hilda sees orc: the game master ruled so."


def test_with_the_program_as_master_a_close_call_is_no_attack() -> None:
    table = QuestTable._of(Venture.begin(read_scenario(DIAGONAL), 1), True)
    target = table.view(frozenset({"Hilda"})).walkers[0].targets[0]
    assert "the computer rules strictly: there will be no attack" in target.words
    played = table.play("Hilda", target.move)[0]
    assert played.venture.state.acted[0] is False
    assert acting_side(played.venture.state) == HEROES
