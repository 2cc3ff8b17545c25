"""Views, boards, hints and events contain no byte of what the party has not seen."""

from __future__ import annotations

import json
import random

import pytest

from sightline.formats.text import write
from sightline.games.common.bit_sets import bits
from sightline.games.quest import (
    HEROES,
    MASTER,
    NextTurn,
    OpenDoor,
    PartyPlayer,
    QuestState,
    RollMoves,
    RuleOn,
    StepTo,
    Strike,
    acting_side,
    apply,
    believed,
    happened,
    known_board,
    legal_actions,
    new_state,
    read_scenario,
    view,
)
from sightline.games.quest.soak import twin_of

from .places import CELLAR, cellar, random_states


@pytest.mark.parametrize("reveal", ["seen", "room"])
def test_twins_are_equal_to_the_byte(reveal: str) -> None:
    whim, twins = random.Random(1), 0
    for seed in range(2):
        for count, (state, action, after) in enumerate(
            random_states(cellar("permissive", reveal), seed, 150)
        ):
            twin = twin_of(state, whim) if count % 6 == 0 else None
            if twin is None:
                continue
            twins += 1
            assert view(state, HEROES).to_bytes() == view(twin, HEROES).to_bytes()
            assert write(known_board(state, HEROES)) == write(known_board(twin, HEROES))
            assert state.scenario != twin.scenario
            if acting_side(state) == HEROES:
                assert legal_actions(state) == legal_actions(twin)
                assert PartyPlayer().choose(state) == PartyPlayer().choose(twin)
            if state.unmet():
                assert view(state, MASTER).to_bytes() != view(twin, MASTER).to_bytes()
            twin = twin._replace(seed=state.seed)
            if action in legal_actions(twin):
                other = apply(twin, action)
                if view(other, HEROES) == view(after, HEROES):
                    mine = happened(state, action, after, HEROES)
                    assert mine == happened(twin, action, other, HEROES)
    assert twins > 15


def test_a_file_without_its_unexplored_part_looks_the_same() -> None:
    """Compares the whole quest with one that lacks distant monsters, furniture and walls."""
    bare = CELLAR
    for old, new in (
        ("| .   g   .   .   .   .   .   X   X   . |", "| .   .   .   .   .   .   .   X   X   . |"),
        ("| .   .   b   b | .   .   .   .   .   . |", "| .   .   .   .   .   .   #   .   .   . |"),
        ("| .   a   . | .   t   t   . | .   .   g |", "| .   a   . | .   .   .   # | .   .   g |"),
        ('t: table "table"\nb: bookcase "bookcase"\n', ""),
        ('numbers: "goblin 3" range 6\n', ""),
    ):
        assert old in bare
        bare = bare.replace(old, new)
    for reveal in ("seen", "room"):
        whole, less = (
            new_state(read_scenario(text.format(mode="strict", large="tiles", reveal=reveal)), 4)
            for text in (CELLAR, bare)
        )
        for action in (RollMoves(), StepTo(0, (0, 0)), StepTo(0, (0, 1))):
            assert view(whole, HEROES).to_bytes() == view(less, HEROES).to_bytes()
            assert write(known_board(whole, HEROES)) == write(known_board(less, HEROES))
            assert [e.text for e in happened(whole, action, apply(whole, action), HEROES)] == [
                e.text for e in happened(less, action, apply(less, action), HEROES)
            ]
            whole, less = apply(whole, action), apply(less, action)
        assert view(whole, MASTER).to_bytes() != view(less, MASTER).to_bytes()


def opened(reveal: str = "seen") -> QuestState:
    """Return a state in which Hilda has opened the door to the second room."""
    state = apply(new_state(cellar("strict", reveal), 11), RollMoves())
    for action in (StepTo(0, (0, 0)), StepTo(0, (0, 1)), StepTo(0, (0, 2)), StepTo(0, (1, 2))):
        state = apply(state, action)
    return apply(state, OpenDoor(0, (1, 2), (1, 3)))


def test_the_view_at_first_is_the_first_room() -> None:
    state = new_state(cellar(), 1)
    mine, masters = view(state, HEROES), view(state, MASTER)
    assert [each.name for each in mine.figures] == ["Hilda", "Tam", "dog"]
    assert {each.status for each in mine.figures} == {"own"}
    asleep = [each for each in masters.figures if each.status == "asleep"]
    assert [each.name for each in asleep] == ["goblin", "goblin 2", "goblin 3", "troll"]
    assert {each.figure for each in asleep} == {-1}
    assert len(mine.explored) == 9
    assert mine.solid == ()
    assert mine.furniture == ()
    assert len(masters.solid) == 2
    assert [(str(d.a), str(d.b), d.what, d.state) for d in mine.doors] == [
        ("C2", "D2", "door", "closed"),
        ("A3", "A4", "door", "closed"),
    ]
    assert {door.state for door in masters.doors} == {"open", "closed", "locked", "secret"}
    assert mine.goals == (
        ("defeat every monster", False),
        ("find chest", False),
        ("leave by A1", False),
    )
    assert [str(tile) for tile in mine.exits] == ["A1"]
    assert (mine.phase, mine.acting, mine.turn, mine.thrown, mine.round) == (
        "heroes",
        0,
        0,
        False,
        1,
    )
    data = json.loads(mine.to_bytes())
    assert data["side"] == "heroes"
    assert data["explored"][0] == [0, 0]
    assert data["figures"][1]["pace"] == "1d6+3"
    assert str(state.seed) not in mine.to_data()


def test_a_monster_in_sight_and_out_of_it() -> None:
    state = opened()
    goblin = view(state, HEROES).figures[3]
    assert (goblin.name, goblin.status, str(goblin.at), goblin.body) == ("goblin", "seen", "E2", 1)
    state = apply(apply(apply(state, NextTurn()), NextTurn()), NextTurn())
    assert acting_side(state) == MASTER
    # It steps out of the line through the door. The party sees only that it left.
    state = apply(state, StepTo(3, (0, 4)))
    step = StepTo(3, (0, 3))
    after = apply(state, step)
    assert [e.text for e in happened(state, step, after, HEROES)] == [
        "Goblin goes out of sight from E1.",
        "The party sees new tiles: G1.",
    ]
    assert happened(state, step, after, MASTER)[0].text == (
        "Goblin goes from E1 to D1; 3 moves left."
    )
    goblin = view(after, HEROES).figures[3]
    # It blocks the view of its former tile, so for all the party knows it may still be there.
    assert (goblin.status, str(goblin.at)) == ("remembered", "E1")
    assert (goblin.body, goblin.moves, goblin.acted) == (None, None, None)
    assert "goblin" not in [figure.name for figure in known_board(after, HEROES).figures()]
    assert str(view(after, MASTER).figures[3].at) == "D1"
    back = apply(after, StepTo(3, (0, 4)))
    assert [e.text for e in happened(after, StepTo(3, (0, 4)), back, HEROES)] == [
        "Goblin comes into sight on E1."
    ]
    thought = believed(after)
    assert str(thought.where(3)) == "E1"
    assert thought.unmet() == []
    assert thought.seed == 0


def test_who_is_met_first_has_the_first_number() -> None:
    text = CELLAR.format(mode="strict", reveal="room", large="tiles")
    state = apply(new_state(read_scenario(text), 11), NextTurn())
    state = apply(apply(state, NextTurn()), NextTurn())
    assert state.round == 2
    state = apply(state, RollMoves())
    for step in ((2, 0),):
        state = apply(state, StepTo(0, step))
    state = apply(state, OpenDoor(0, (2, 0), (3, 0)))
    assert len(state.who) == 3  # an empty corridor
    for step in ((3, 0), (3, 1)):
        state = apply(state, StepTo(0, step))
    # Next to an open door the whole room behind it is shown, with the third goblin of the file.
    assert [state.name(i) for i in range(3, len(state.who))] == ["goblin", "troll"]
    assert state.figure(3).name == "goblin 3"


def test_by_rooms_monsters_stay_where_rooms_are_open() -> None:
    state = opened("room")
    for _ in range(3):
        state = apply(state, NextTurn())
    assert acting_side(state) == MASTER
    assert all(state.sighted >> i & 1 for i in state.standing())
    assert state.explored == state.seen
    steps = [action.to for action in legal_actions(state) if isinstance(action, StepTo)]
    assert {str(tile) for tile in steps} == {"E1", "D2"}


def test_a_call_on_somebody_unseen_stays_with_the_master() -> None:
    state = opened()
    for _ in range(3):
        state = apply(state, NextTurn())
    state = apply(apply(state, StepTo(3, (0, 4))), StepTo(3, (0, 3)))
    waits = state._replace(phase="ruling", waiting=Strike(3, 0))
    assert view(waits, HEROES).asked is None
    assert view(waits, MASTER).asked == (3, 0)
    assert happened(state, Strike(3, 0), waits, HEROES) == []
    assert len(happened(state, Strike(3, 0), waits, MASTER)) == 1
    ruling = RuleOn(3, 0, False)
    assert happened(waits, ruling, state, HEROES) == []
    assert len(happened(waits, ruling, state, MASTER)) == 1
    seen = state._replace(phase="ruling", waiting=Strike(3, 0), sighted=0b1111)
    assert view(seen, HEROES).asked == (3, 0)


def test_the_board_that_is_known_is_rock_elsewhere() -> None:
    state = opened()
    board = known_board(state, HEROES)
    for i, tile in enumerate(state.scenario.tiles):
        dark = not state.explored >> i & 1
        assert board.is_solid(tile) == (dark or bool(state.scenario.solid >> i & 1))
    everything = known_board(state, MASTER)
    assert [f.name for f in everything.figures() if f.name.endswith("(asleep)")] == [
        "goblin 2 (asleep)",
        "goblin 3 (asleep)",
        "troll (asleep)",
    ]
    assert bits(state.explored)
