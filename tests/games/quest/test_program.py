"""The computer as game master and as party: its actions, and the truth of its reasons."""

from __future__ import annotations

import pytest

from sightline.errors import InvalidValueError
from sightline.games.quest import (
    HEROES,
    MASTER,
    Counsel,
    GiveUp,
    Master,
    NextTurn,
    OpenDoor,
    PartyPlayer,
    QuestState,
    RollMoves,
    RuleOn,
    StepTo,
    Strike,
    Venture,
    acting_side,
    apply,
    new_state,
    read_scenario,
    reason_for_party,
    shipped_quests,
    why_not,
)
from sightline.model.cell import Square

from .test_rules_by_hand import diagonal

YARD = """
mode: {mode}
reveal: room
{head}
+---+---+---+---+---+---+
| H   .   .   .   .   o |
+   +   +   +   +   +   +
| .   .   #   .   .   . |
+   +   +   +   +   +   +
| T   .   .   .   .   . |
+---+---+---+---+---+---+

H: hero "Hilda"
T: hero "Tam"
o: enemy "orc"
"""


def yard(head: str = "", mode: str = "strict", drawn: str = YARD) -> QuestState:
    """Return the game master's turn, with an orc in the far corner."""
    state = new_state(read_scenario(drawn.format(mode=mode, head=head)), 1)
    return apply(apply(state, NextTurn()), NextTurn())


def turn(state: QuestState) -> list[Counsel]:
    """Return everything that the game master does in this turn."""
    done = []
    while acting_side(state) == MASTER:
        done.append(Master().choose(state))
        state = apply(state, done[-1].action)
    return done


def test_a_monster_goes_to_the_nearest_tile_from_which_it_strikes() -> None:
    steps = turn(yard('numbers: "orc" moves 6'))
    assert [each.reason for each in steps] == [
        "orc moves to E1, on the way to B1: the nearest tile from which it can strike Hilda",
        "orc moves to D1, on the way to B1: the nearest tile from which it can strike Hilda",
        "orc moves to C1, on the way to B1: the nearest tile from which it can strike Hilda",
        "orc moves to B1: the nearest tile from which it can strike Hilda",
        "orc strikes Hilda: the weakest in its reach, 6 body points left",
        "the monsters can do no more",
    ]


def test_a_monster_that_does_not_reach_anybody_comes_nearer() -> None:
    steps = turn(yard('numbers: "orc" moves 2'))
    assert [each.reason for each in steps] == [
        "orc moves to E1: it comes nearer to the party, 3 steps away then",
        "orc moves to D1: it comes nearer to the party, 2 steps away then",
        "the monsters can do no more",
    ]


def test_the_nearest_of_the_party_is_found_wherever_it_stands() -> None:
    drawn = YARD.replace("| H   .   .", "| .   H   .")
    steps = turn(yard('numbers: "orc" moves 1', drawn=drawn))
    assert steps[0].reason == "orc moves to E1: it comes nearer to the party, 2 steps away then"


def test_monsters_of_a_kind_are_counted_and_nobody_else_is() -> None:
    last = "| T   .   .   .   .   . |"
    drawn = YARD.replace(last, last.replace(". |", "p |")) + 'p: enemy "orc"\n'
    state = yard(drawn=drawn)
    assert [state.name(i) for i in state.standing()] == ["Hilda", "Tam", "orc", "orc 2"]


def test_a_monster_with_a_bow_stays_and_shoots_the_weakest() -> None:
    head = 'numbers: "orc" range 9\nnumbers: "Tam" body 1'
    steps = turn(yard(head, drawn=YARD.replace("#", ".")))
    assert steps[0].reason == "orc strikes Tam: the weakest in its reach, 1 body point left"
    assert steps[0].action == Strike(2, 1)


def test_a_monster_without_moves_waits() -> None:
    waits = Counsel(NextTurn(), "orc waits: it cannot move")
    assert turn(yard('numbers: "orc" moves 0')) == [waits]


def test_the_master_rules_strictly_and_says_so() -> None:
    waits = apply(diagonal("adjudicated"), Strike(0, 1))
    why = "the computer rules strictly: what the line touches, blocks"
    assert Master().choose(waits) == Counsel(RuleOn(0, 1, False, why), why)
    venture, steps = Master().play(Venture(waits, waits))
    assert [step.action for step in steps] == [RuleOn(0, 1, False, why)]
    assert steps[0].before == waits
    assert steps[0].after == venture.state
    # It does not attack on a close call either.
    masters = apply(diagonal("adjudicated"), NextTurn())
    first = Master().choose(masters)
    assert isinstance(first.action, StepTo)


def test_it_is_not_asked_out_of_turn() -> None:
    state = diagonal("strict")
    with pytest.raises(InvalidValueError, match="it is not the game master's turn"):
        Master().choose(state)
    with pytest.raises(InvalidValueError, match="it is not the party that is to act"):
        PartyPlayer().choose(apply(state, NextTurn()))
    with pytest.raises(InvalidValueError, match="it is not the party"):
        PartyPlayer().choose(apply(state, GiveUp()))


def test_a_large_monster_finds_its_way() -> None:
    drawn = YARD.replace(".   o |", "o   o |").replace(
        "| .   .   #   .   .   . |", "| .   .   .   .   o   o |"
    )
    steps = turn(yard('numbers: "orc" moves 9', drawn=drawn))
    assert steps[-2].action in (Strike(2, 0), Strike(2, 1))
    assert [type(each.action).__name__ for each in steps].count("StepTo") == 3


@pytest.mark.parametrize("name", shipped_quests())
def test_quests_are_played_to_their_end(name: str) -> None:
    """Every advised action is legal, and some games are won."""
    won = 0
    for seed in range(2):
        venture = Venture.begin(name, seed)
        party, master = PartyPlayer(), Master()
        while not venture.state.is_over and len(venture.log) < 900:
            state = venture.state
            program = party if acting_side(state) == HEROES else master
            counsel = program.choose(state)
            assert why_not(state, counsel.action) is None
            assert counsel.reason
            assert not counsel.reason.endswith(".")
            venture = venture.do(counsel.action)
        won += venture.state.winner == HEROES
    assert won > 0


# --- turns that lead somewhere

OGRE = """
mode: strict
numbers: "Hilda" range 9
numbers: "ogre" moves 4
+---+---+---+---+---+---+---+
| .   .   . | .   .   .   . |
+   +   +   +   +   +   +   +
| .   .   . | .   .   G   G |
+   +   +   +   +   +   +   +
| H   .   . o .   .   G   G |
+   +   +   +   +   +   +   +
| .   .   . | .   .   .   . |
+   +   +   +   +   +   +   +
| .   .   . | .   .   .   . |
+---+---+---+---+---+---+---+

H: hero "Hilda"
G: enemy "ogre" size 2x2
"""


def test_a_monster_that_does_not_fit_the_door_goes_out_of_sight_and_says_why() -> None:
    state = new_state(read_scenario(OGRE), 1)
    said: list[str] = []
    for _ in range(2):
        state = apply(state, NextTurn())
        done = turn(state)
        for each in done:
            state = apply(state, each.action)
        said += [each.reason for each in done]
    why = "no way to the party is wide enough, and it is out of sight"
    assert said[:2] == [
        f"ogre moves to F1, on the way to E1: {why} there",
        f"ogre moves to E1: {why} there",
    ]
    assert said[2:] == [f"ogre waits: {why} here"] * 2


def test_a_hint_goes_the_whole_way_and_names_where_it_leads() -> None:
    state = apply(new_state("the-sealed-crypt", seed=1), RollMoves())
    hint = PartyPlayer().choose(state)
    assert hint.reason == "Brom goes to B4: there is a closed door next to B4"
    assert [str(tile) for tile in hint.way] == ["B3", "B4"]


def test_heroes_do_not_wait_for_a_monster_that_they_cannot_get_at() -> None:
    """The monster is behind a locked gate, but there is still a door to open."""
    text = """
+---+---+---+---+---+
| H   . L .   .   o |
+   +   +---+   +   +
| .   . c . | .   . |
+---+---+---+---+---+

H: hero "Hilda"
o: enemy "orc"
"""
    state = apply(new_state(read_scenario(text), 1), RollMoves())
    hints: list[Counsel] = []
    while acting_side(state) == HEROES and len(hints) < 20:
        hints.append(PartyPlayer().choose(state))
        state = apply(state, hints[-1].action)
    assert OpenDoor(0, Square(1, 1), Square(1, 2)) in [each.action for each in hints]


def test_a_party_hears_no_reason_of_a_monster_that_it_does_not_see() -> None:
    state = new_state(read_scenario(OGRE), 1)
    state = apply(state, NextTurn())
    counsel = Master().choose(state)
    after = apply(state, counsel.action)._replace(explored=-1)
    assert reason_for_party(state, counsel, after) == counsel.reason
    hidden = after._replace(sighted=1)
    assert reason_for_party(state, counsel, hidden) == "", "it would say where the ogre went"
    dark = after._replace(explored=0)
    assert reason_for_party(state, counsel, dark) == "", "nobody has seen E1"
