"""The precomputed sight of a quest equals the engine's, on boards from the middle of games."""

from __future__ import annotations

import pytest

from sightline import CenterRule, field, trace
from sightline.games.common.bit_sets import bits
from sightline.games.quest import (
    MASTER,
    NOWHERE,
    QuestState,
    known_board,
    new_state,
    read_scenario,
    shipped_quests,
    shipped_scenario,
)
from sightline.games.quest.scenario import Scenario
from sightline.games.quest.sighting import (
    CLOSE_CALL,
    HIDDEN,
    VISIBLE,
    _next_to,
    look_round,
    spot,
    tiles_seen_by,
    verdict,
)

from .places import cellar, random_states

SETTINGS = [
    (mode, large)
    for mode in ("strict", "permissive", "adjudicated")
    for large in ("tiles", "middle")
]


def compare(state: QuestState) -> int:
    """Compare all lines of sight of the party and between figures, and return their number."""
    scenario = state.scenario
    rule = CenterRule(scenario.mode, scenario.large)  # type: ignore[arg-type]
    board = known_board(state._replace(rulings=()), MASTER)
    state = state._replace(rulings=())
    for i in state.standing():
        if not state.is_monster(i):
            seen = {scenario.tiles[t] for t in bits(tiles_seen_by(state, i))}
            own = {scenario.tiles[t] for t in bits(state.tiles_of(i))}
            beside = {scenario.tiles[t] for t in bits(_next_to(state, state.tiles_of(i)))}
            assert seen == set(field(board, state.name(i), rule)) | own | beside, (state, i)
    count = 0
    for a in state.standing():
        for b in state.standing():
            if a < b:
                sight = trace(board, state.name(a), state.name(b), rule)
                expected = VISIBLE if sight.visible else HIDDEN
                if sight.awaits_ruling:
                    expected = CLOSE_CALL
                assert verdict(state, spot(state, a), spot(state, b)) == expected, (state, a, b)
                count += 1
    return count


@pytest.mark.parametrize(("mode", "large"), SETTINGS)
def test_sight_is_the_engines(mode: str, large: str) -> None:
    compared = 0
    for seed in range(1):
        states = [after for _, _, after in random_states(cellar(mode, "seen", large), seed, 120)]
        for state in states[::20]:
            compared += compare(state)
    assert compared > 20


# With reveal by rooms, the engine's board has sleeping monsters and this sight does not.
LOOKED_ROUND = [name for name in shipped_quests() if not shipped_scenario(name).by_rooms]


@pytest.mark.parametrize("name", LOOKED_ROUND)
def test_sight_is_the_engines_on_shipped_quests(name: str) -> None:
    scenario: Scenario = shipped_scenario(name)
    for state in [after for _, _, after in random_states(scenario, 1, 60)][::30]:
        compare(state)


def test_who_went_out_of_sight_is_known_where_one_cannot_look() -> None:
    state = new_state(read_scenario(PILLAR))
    orc, scenario = 1, state.scenario
    assert state.sighted >> orc & 1
    hidden = [i for i in range(len(scenario.tiles)) if not state.seen >> i & 1]
    hidden = [i for i in hidden if not scenario.blocked >> i & 1]
    gone = state._replace(at=(state.at[0], hidden[0]))
    assert gone.known[orc] == state.at[orc], "where it stood at first"
    assert look_round(gone).known[orc] == NOWHERE, "which is in sight, and nobody is there"
    unseen = gone._replace(known=(state.at[0], hidden[1]))
    assert look_round(unseen).known[orc] == hidden[1]
    assert not look_round(unseen).sighted >> orc & 1


PILLAR = """
mode: strict
reveal: seen
+---+---+---+---+
| .   H   .   o |
+   +   +   +   +
| .   .   #   . |
+   +   +   +   +
| .   .   #   . |
+---+---+---+---+

H: hero "Hilda"
o: enemy "orc"
"""
