"""Laws for whole games: listed actions are exactly the allowed ones, and dice are fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from sightline.games.quest import (
    DOORS,
    TREASURE,
    ForceDoor,
    GiveUp,
    NextTurn,
    OpenDoor,
    QuestAction,
    QuestState,
    RollMoves,
    RuleOn,
    Search,
    StepTo,
    Strike,
    apply,
    legal_actions,
    reachable,
    why_not,
)
from sightline.games.quest.dice import roll
from sightline.games.quest.sighting import look_round

from .places import cellar, random_states


def everything(state: QuestState) -> Iterator[QuestAction]:
    """Yield every conceivable action on that board."""
    scenario, count = state.scenario, len(state.who)
    yield from (RollMoves(), NextTurn())
    for figure in range(-1, count + 1):
        for tile in scenario.tiles:
            yield StepTo(figure, tile)
        for door in scenario.doors:
            yield OpenDoor(figure, door.a, door.b)
            yield ForceDoor(figure, door.a, door.b)
        for target in range(-1, count + 1):
            yield Strike(figure, target)
            if state.waiting is not None:
                yield from (RuleOn(figure, target, visible) for visible in (True, False))
        yield Search(figure, DOORS)
        yield Search(figure, TREASURE)


@pytest.mark.parametrize("reveal", ["seen", "room"])
def test_what_is_listed_is_what_is_allowed(reveal: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(2):
        game = random_states(cellar("adjudicated", reveal), seed, 160)
        for count, (state, _, _) in enumerate(game):
            if count % 20:
                continue
            listed = legal_actions(state)
            assert len(set(map(repr, listed))) == len(listed)
            allowed = [each for each in everything(state) if why_not(state, each) is None]
            if state.waiting is not None:  # a ruling is between two figures, in either order
                allowed = [each for each in allowed if each in listed]
            assert sorted(map(repr, listed)) == sorted(map(repr, allowed))
            assert why_not(state, GiveUp()) is None
            kinds.update(type(each).__name__ for each in listed)
    assert {"StepTo", "Search", "NextTurn", "RollMoves"} <= kinds.keys()


def test_who_looks_again_sees_the_same() -> None:
    for reveal in ("seen", "room"):
        for count, (_, _, state) in enumerate(random_states(cellar("strict", reveal), 4, 100)):
            if count % 9 == 0:
                assert look_round(state) == state


def test_what_is_in_reach_can_be_walked() -> None:
    walked = 0
    for count, (state, _, _) in enumerate(random_states(cellar(), 2, 120)):
        figure = state.turn
        if count % 10 or figure < 0 or not state.moves[figure] or state.is_over:
            continue
        for to, way in reachable(state, figure).items():
            assert len(way) <= state.moves[figure]
            assert way[-1] == to
            now = state
            for tile in way:
                if why_not(now, StepTo(figure, tile)) is None and now.turn == figure:
                    now = apply(now, StepTo(figure, tile))
            if now.left == state.left and len(now.who) == len(state.who):
                assert now.where(figure) == to
                walked += 1
    assert walked > 10


def test_dice_are_fair_and_the_same_everywhere() -> None:
    assert roll(7, 0, 8) == PINNED[0]
    assert roll(0, 100, 4) == PINNED[1]
    assert roll((1 << 63) - 1, 0, 4) == PINNED[2]
    assert roll(7, 3, 5) == roll(7, 0, 8)[3:]
    assert roll(7, 0, 0) == ()
    faces = Counter(roll(3, 0, 6000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(900 < count < 1100 for count in faces.values())


PINNED = ((4, 2, 6, 6, 4, 3, 3, 4), (4, 4, 1, 5), (4, 5, 1, 2))
