"""The rules page, sentence by sentence, on small quests with known dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.quest import (
    DOORS,
    HEROES,
    MASTER,
    NOBODY,
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
    ShowRoom,
    StepTo,
    Strike,
    acting_side,
    action_data,
    action_of,
    apply,
    happened,
    legal_actions,
    moves_of,
    moves_text,
    new_state,
    reachable,
    read_scenario,
    replay,
    view,
    why_not,
)
from sightline.games.quest.dice import hits, roll, wards
from sightline.games.quest.rules import secret_doors

ROOMS = """
title: Rooms
mode: {mode}
reveal: {reveal}
{head}
+---+---+---+---+---+---+---+
| .   .   . | .   . s .   V |
+   +   +   +   +   +   +   +
| H   T   . c .   o | .   . |
+   +   +   +   +   +   +   +
| .   a   . | #   . L .   p |
+---+---+---+---+---+---+---+

H: hero "Hilda"
T: hero "Tam"
a: ally "dog"
o: enemy "orc"
p: enemy "ape"
V: chest "chest"
"""
HEAD = """goal: defeat all
numbers: "Hilda" moves 2d6 attack 3 defence 2 body 4
numbers: "Tam" moves 1d6+2 attack 2 range 6
numbers: "dog" moves 5
numbers: "orc" moves 6 attack 3 defence 1 body 2
chest: "chest" gold 7 attack 1 defence 1 body 3
"""


def rooms(
    seed: int = 0, *, mode: str = "strict", reveal: str = "seen", head: str = HEAD
) -> QuestState:
    return new_state(read_scenario(ROOMS.format(mode=mode, reveal=reveal, head=head)), seed)


def after(state: QuestState, *actions: QuestAction) -> QuestState:
    for action in actions:
        state = apply(state, action)
    return state


def texts(state: QuestState, action: QuestAction, side: int | None = HEROES) -> list[str]:
    return [event.text for event in happened(state, action, apply(state, action), side)]


def seed_with(first: int, wanted: Sequence[int]) -> int:
    """Return a seed whose dice, from roll number `first` on, are those."""
    return next(
        seed
        for seed in range(1_000_000)
        if all(roll(seed, first + i, 1) == (die,) for i, die in enumerate(wanted))
    )


WEST, EAST = (1, 2), (1, 3)
BY_THE_DOOR = (
    RollMoves(),
    StepTo(0, (0, 0)),
    StepTo(0, (0, 1)),
    StepTo(0, (0, 2)),
    StepTo(0, WEST),
)
OPENED = (*BY_THE_DOOR, OpenDoor(0, WEST, EAST))


def test_the_beginning() -> None:
    state = rooms()
    assert [state.name(i) for i in range(3)] == ["Hilda", "Tam", "dog"]
    assert (state.phase, state.round, state.turn, state.thrown) == ("heroes", 1, 0, False)
    assert state.body == (4, 6, 3)
    assert state.attack == (3, 2, 2)
    assert state.defence == (2, 2, 1)
    assert acting_side(state) == HEROES
    assert state.winner == NOBODY
    assert legal_actions(state) == [RollMoves(), Search(0, DOORS), Search(0, TREASURE), NextTurn()]


def test_moves_are_rolled_once_and_spent() -> None:
    state = rooms(seed_with(0, [2, 1]))
    assert why_not(state, StepTo(0, (0, 0))) == "Hilda has to roll for moves first"
    assert texts(state, RollMoves()) == ["Hilda rolls 2 and 1: 3 moves."]
    state = apply(state, RollMoves())
    assert state.moves[0] == 3
    assert state.rolled == 2
    assert why_not(state, RollMoves()) == "Hilda has rolled already"
    state = after(state, StepTo(0, (0, 0)), StepTo(0, (0, 1)))
    assert texts(state, StepTo(0, (0, 2))) == ["Hilda goes from B1 to C1; 0 moves left."]
    assert state.moves[0] == 1
    state = apply(state, StepTo(0, (0, 2)))
    assert why_not(state, StepTo(0, (0, 1))) == "Hilda has no moves left"


def test_moves_with_something_added_and_without_dice() -> None:
    state = after(rooms(seed_with(0, [5])), NextTurn())
    assert texts(state, RollMoves()) == ["Tam rolls 5 and adds 2: 7 moves."]
    state = after(state, NextTurn())
    assert state.name(state.turn) == "dog"
    assert state.moves[2] == 5
    assert state.thrown
    assert why_not(state, RollMoves()) == "dog has rolled already"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (StepTo(1, (0, 1)), "it is the turn of Hilda, not of Tam"),
        (StepTo(9, (0, 1)), "figure: expected 0 to 2, got 9"),
        (StepTo(-1, (0, 1)), "figure: expected 0 to 2, got -1"),
        (StepTo(0, (0, 1)), "B1 is not next to Hilda on A2"),
        (StepTo(0, (1, 1)), "B2 is taken by Tam"),
        (StepTo(0, (1, -1)), "the board ends there"),
        (OpenDoor(0, WEST, EAST), "Hilda is not next to the door between C2 and D2"),
        (OpenDoor(0, (0, 0), (0, 1)), "no door is known between A1 and B1"),
        (ForceDoor(0, (2, 4), (2, 5)), "no door is known between E3 and F3"),
        (OpenDoor(0, (0, 4), (0, 5)), "no door is known between E1 and F1"),
        (Strike(0, 1), "Hilda and Tam are on the same side"),
        (Strike(0, 3), "target: expected 0 to 2, got 3"),
        (Search(0, "gold"), "what: expected doors or treasure, got 'gold'"),
        (RuleOn(0, 1, True), "in strict mode no call is close"),
        (RuleOn(0, 5, True), "figure, target: expected two of 0 to 2, got (0, 5)"),
    ],
)
def test_what_is_refused_says_why(action: QuestAction, why: str) -> None:
    state = apply(rooms(), RollMoves())
    assert why_not(state, action) == why
    with pytest.raises(InvalidValueError) as refused:
        apply(state, action)
    assert str(refused.value) == why


def test_what_is_no_action() -> None:
    with pytest.raises(InvalidTypeError, match="expected StepTo, Strike or the like"):
        why_not(rooms(), "step")  # type: ignore[arg-type]


def test_a_door_is_opened_on_the_way_and_shows_what_is_behind() -> None:
    seed = seed_with(0, [4, 4])
    state = after(rooms(seed), *BY_THE_DOOR)
    assert why_not(state, StepTo(0, EAST)) == "the closed door between C2 and D2 is in the way"
    assert texts(state, OpenDoor(0, EAST, WEST)) == [
        "Hilda opens the door between C2 and D2.",
        "The party sees new tiles: E1, D2, E2.",
        "The party meets orc on E2.",
    ]
    opened = apply(state, OpenDoor(0, WEST, EAST))
    assert opened.moves[0] == state.moves[0]
    assert not opened.acted[0]
    assert opened.doors != state.doors
    assert opened.name(3) == "orc"
    assert why_not(opened, OpenDoor(0, WEST, EAST)) == "the door between C2 and D2 is open"
    assert why_not(opened, ForceDoor(0, WEST, EAST)) == "the door between C2 and D2 is not locked"


@pytest.mark.parametrize("reveal", ["seen", "room"])
@pytest.mark.parametrize(("letter", "kind"), [("c", OpenDoor), ("l", ForceDoor), ("s", None)])
def test_doors_are_there_from_both_sides(
    reveal: str, letter: str, kind: type[OpenDoor] | type[ForceDoor] | None
) -> None:
    """The heroes are on different sides of two doors, one to the side and one below."""
    drawn = f"+---+---+\n| H {letter} J |\n+---+-{letter}-+\n| .   K |\n+---+---+\n"
    people = 'H: hero "H"\nJ: hero "J"\nK: hero "K"\n'
    state = new_state(read_scenario(f"reveal: {reveal}\ngoal: exit A2\n{drawn}\n{people}"))
    beside, below = ((0, 0), (0, 1)), ((0, 1), (1, 1))
    for doors in ([beside], [beside, below], [below]):
        listed = [each for each in legal_actions(state) if isinstance(each, (OpenDoor, ForceDoor))]
        if kind is not None:
            assert listed == [kind(state.turn, *ends) for ends in doors]
        else:
            assert listed == []
            assert len(secret_doors(state, state.turn)) == len(doors)
        state = apply(state, NextTurn())


def test_a_room_is_shown_whole_where_the_quest_says_so() -> None:
    state = after(rooms(seed_with(0, [4, 4]), reveal="room"), *BY_THE_DOOR)
    assert state.explored.bit_count() == 9
    assert texts(state, OpenDoor(0, WEST, EAST)) == [
        "Hilda opens the door between C2 and D2.",
        "The party sees new tiles: D1, E1, D2, E2, D3, E3.",
        "The party meets orc on E2.",
    ]


def test_allies_neither_open_nor_search() -> None:
    state = after(rooms(), NextTurn(), NextTurn())
    assert why_not(state, OpenDoor(2, WEST, EAST)) == "dog does not open doors: heroes do"
    assert why_not(state, Search(2, DOORS)) == "dog does not search: heroes do"


def test_turns_go_round() -> None:
    state = rooms()
    for name in ("Tam", "dog"):
        assert texts(state, NextTurn()) == [f"It is {name}'s turn.".replace("dog", "dog")]
        state = apply(state, NextTurn())
    # The party has met nobody, so the game master has nothing to do.
    assert texts(state, NextTurn()) == ["Round 2 begins.", "It is Hilda's turn."]
    state = after(rooms(seed_with(0, [4, 4])), *OPENED, NextTurn(), NextTurn())
    assert texts(state, NextTurn()) == ["It is the game master's turn."]
    state = apply(state, NextTurn())
    assert (state.phase, state.turn, acting_side(state)) == ("master", NOBODY, MASTER)
    assert state.moves == (0, 0, 0, 6)
    assert state.acted == (True, True, True, False)
    assert why_not(state, StepTo(0, (1, 1))) == "it is the game master's turn"
    assert why_not(state, RollMoves()) == (
        "it is the game master's turn, and monsters have the moves that they have"
    )
    state = apply(state, NextTurn())
    assert (state.phase, state.turn, state.round) == ("heroes", 0, 2)
    assert not any(state.acted)
    assert not any(state.moves)


# --- strikes --------------------------------------------------------------------------------------


def beside_the_orc(seed: int, **options: str) -> QuestState:
    return after(rooms(seed, **options), *OPENED, StepTo(0, EAST))


def test_a_strike_is_hits_against_wards() -> None:
    assert hits([1, 2, 3, 4, 5, 6]) == 3
    assert wards([1, 2, 3, 4, 5, 6]) == 2
    state = beside_the_orc(seed_with(0, [4, 4, 4, 3, 6, 5]))
    assert texts(state, Strike(0, 3)) == [
        (
            "Hilda strikes orc: 4, 3 and 6, 2 hits (4 or more). Orc wards with 5: 1 (5 or more)."
            " Orc loses 1 of 2."
        )
    ]
    struck = apply(state, Strike(0, 3))
    assert struck.body[3] == 1
    assert struck.acted[0]
    assert struck.rolled == 6
    assert why_not(struck, Strike(0, 3)) == "Hilda has acted in this turn already"
    assert why_not(struck, Search(0, DOORS)) == "Hilda has acted in this turn already"
    event = happened(state, Strike(0, 3), struck)[0]
    assert (event.dice, event.defence, event.damage, event.body) == ((4, 3, 6), (5,), 1, 1)


def test_more_wards_than_hits_do_no_harm_and_nobody_loses_more_than_there_is() -> None:
    state = beside_the_orc(seed_with(0, [4, 4, 1, 1, 1, 6]))
    assert texts(state, Strike(0, 3))[0].endswith(
        "0 hits (4 or more). Orc wards with 6: 1 (5 or more). Orc is unhurt."
    )
    assert apply(state, Strike(0, 3)).body[3] == 2
    state = beside_the_orc(seed_with(0, [4, 4, 4, 4, 4, 1]))
    struck = apply(state, Strike(0, 3))
    assert struck.body[3] == 0
    assert struck.where(3) is None
    assert struck.fallen == 0b1000
    assert texts(state, Strike(0, 3))[1:] == ["Orc falls."]
    assert why_not(after(struck, NextTurn()), Strike(1, 3)) == "orc has fallen"


def test_who_is_next_to_one_and_who_is_not() -> None:
    state = after(rooms(seed_with(0, [4, 4])), *OPENED)
    assert why_not(state, Strike(0, 3)) == "orc is not next to Hilda"
    # D1 and C1 are adjacent, but with a wall between them.
    state = apply(state, StepTo(0, EAST))
    state = after(state, NextTurn(), NextTurn(), NextTurn(), StepTo(3, (0, 4)), StepTo(3, (0, 3)))
    assert why_not(state, Strike(3, 0)) is None
    assert why_not(state, Strike(3, 1)) == "Tam is not next to orc"


def test_a_weapon_with_range_needs_sight() -> None:
    state = after(rooms(seed_with(0, [4, 4])), *OPENED, NextTurn())
    assert why_not(state, Strike(1, 3)) == "Tam does not see orc: something is in the way"
    # Hilda blocks the line. After she moves, Tam sees past.
    state = after(
        rooms(seed_with(0, [4, 4])), *OPENED, StepTo(0, EAST), StepTo(0, (0, 3)), NextTurn()
    )
    assert why_not(state, Strike(1, 3)) is None
    short = HEAD.replace("range 6", "range 2")
    state = after(
        rooms(seed_with(0, [4, 4]), head=short), *OPENED, StepTo(0, EAST), StepTo(0, (0, 3))
    )
    assert (
        why_not(apply(state, NextTurn()), Strike(1, 3)) == "orc is 3 tiles away, and Tam reaches 2"
    )
    just = HEAD.replace("range 6", "range 3")
    state = after(
        rooms(seed_with(0, [4, 4]), head=just), *OPENED, StepTo(0, EAST), StepTo(0, (0, 3))
    )
    assert why_not(apply(state, NextTurn()), Strike(1, 3)) is None


def test_the_last_hero_falls_and_the_quest_is_lost() -> None:
    weak = HEAD.replace("body 4", "body 1") + 'numbers: "orc" attack 12\n'
    scenario = read_scenario(ROOMS.format(mode="strict", reveal="seen", head=weak))
    state = new_state(scenario, seed_with(0, [4, 4]), heroes=["Hilda"])
    state = after(state, *OPENED, StepTo(0, EAST), NextTurn(), NextTurn())
    assert acting_side(state) == MASTER
    assert state.name(2) == "orc"
    lost = apply(state, Strike(2, 0))
    assert (lost.is_over, lost.winner, lost.ending) == (True, MASTER, "fallen")
    assert texts(state, Strike(2, 0))[1:] == [
        "Hilda falls.",
        "The quest is lost: no hero is left.",
    ]
    assert legal_actions(lost) == []
    assert acting_side(lost) == NOBODY
    assert why_not(lost, NextTurn()) == "it is over: the quest is lost: no hero is left"


# --- doors that are locked or secret --------------------------------------------------------------


def test_a_lock_takes_two_hits_and_the_action() -> None:
    lock = HEAD.replace("moves 2d6", "moves 20")
    way = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (0, 3), (0, 4)]
    for dice, opens in (([4, 1, 1], False), ([4, 6, 3], True), ([6, 6, 6], True)):
        state = rooms(seed_with(0, dice), head=lock + 'goal: find "chest"\n')
        # The orc no longer blocks the way.
        for step in way[:4]:
            state = apply(state, StepTo(0, step))
        state = after(state, OpenDoor(0, WEST, EAST), StepTo(0, EAST), NextTurn(), NextTurn())
        state = after(state, NextTurn(), StepTo(3, (0, 4)), NextTurn(), StepTo(0, (1, 4)))
        state = apply(state, StepTo(0, (2, 4)))
        action = ForceDoor(0, (2, 5), (2, 4))
        said = why_not(state, OpenDoor(0, (2, 4), (2, 5)))
        assert said == "the gate between E3 and F3 is locked: it takes the action to force it"
        assert action in legal_actions(state)
        now = apply(state, action)
        assert now.acted[0]
        assert now.rolled == state.rolled + 3 == 3
        assert (now.explored != state.explored) == opens
        count = hits(dice)
        word = "bursts open" if opens else "holds"
        assert texts(state, action)[0] == (
            f"Hilda throws {dice[0]}, {dice[1]} and {dice[2]} against the gate between E3 and F3:"
            f" {count} hit{'s' * (count != 1)} of the 2 that it takes. It {word}."
        )


def test_a_secret_door_is_a_wall_until_it_is_found() -> None:
    head = 'goal: exit G3\nnumbers: "Hilda" moves 20\nnumbers: "orc" moves 0\n'
    for reveal in ("seen", "room"):
        state = rooms(head=head, reveal=reveal)
        assert texts(state, Search(0, DOORS)) == ["Hilda searches, and finds no secret door."]
        for step in ((0, 0), (0, 1), (0, 2), (1, 2)):
            state = apply(state, StepTo(0, step))
        state = after(state, OpenDoor(0, WEST, EAST), StepTo(0, EAST), StepTo(0, (0, 3)))
        state = apply(state, StepTo(0, (0, 4)))
        assert why_not(state, StepTo(0, (0, 5))) == "the wall between E1 and F1 is in the way"
        assert why_not(state, OpenDoor(0, (0, 4), (0, 5))) == "no door is known between E1 and F1"
        assert texts(state, Search(0, DOORS)) == ["Hilda finds a secret door between E1 and F1."]
        state = apply(state, Search(0, DOORS))
        assert OpenDoor(0, (0, 4), (0, 5)) in legal_actions(state)
        assert (
            why_not(state, StepTo(0, (0, 5))) == "the closed door between E1 and F1 is in the way"
        )


# --- goals ----------------------------------------------------------------------------------------

HALL = """
{head}
+---+---+---+---+---+
| H   T   .   .   V |
+---+---+---+---+---+
| .   .   .   .   o |
+---+---+---+---+---+

H: hero "Hilda"
T: hero "Tam"
o: enemy "orc"
V: chest "chest"
"""


def hall(head: str, seed: int = 0) -> QuestState:
    return new_state(read_scenario(HALL.format(head=head)), seed)


def test_treasure_is_for_who_finds_it() -> None:
    head = 'goal: defeat all\nchest: "chest" gold 7 attack 1 defence 2 body 3\n'
    state = hall(head)
    assert texts(state, Search(0, TREASURE)) == [
        (
            "Hilda opens chest: 7 gold, 3 body points mended, 1 more attack die and 2 more defense"
            " dice."
        )
    ]
    rich = apply(state._replace(body=(2, 6)), Search(0, TREASURE))
    assert (rich.gold, rich.attack[0], rich.defence[0], rich.body[0]) == (7, 3, 4, 5)
    assert apply(state, Search(0, TREASURE)).body[0] == 6  # not above the initial value
    again = after(rich, NextTurn())
    assert texts(again, Search(1, TREASURE)) == ["Tam searches, and finds no treasure."]
    assert apply(again, Search(1, TREASURE)).gold == 7
    empty = hall("goal: defeat all\n")
    assert texts(empty, Search(0, TREASURE)) == ["Hilda opens chest: it is empty."]


def test_what_is_in_a_chest_in_words() -> None:
    for inside, words in (
        ("attack 1", "1 more attack die"),
        ("attack 2", "2 more attack dice"),
        ("defence 1", "1 more defense die"),
        ("gold 1 hurts 1", "1 gold and a trap that takes 1"),
        ("body 1", "1 body point mended"),
    ):
        state = hall(f'goal: defeat all\nchest: "chest" {inside}\n')
        assert texts(state, Search(0, TREASURE))[0] == f"Hilda opens chest: {words}."


def test_a_chest_with_a_trap() -> None:
    state = hall('goal: defeat all\nnumbers: "Hilda" body 2\nchest: "chest" hurts 1\n')
    assert apply(state, Search(0, TREASURE)).body[0] == 1
    fatal = hall('goal: defeat all\nnumbers: "Hilda" body 2\nchest: "chest" hurts 5\n')
    fallen = apply(fatal, Search(0, TREASURE))
    assert fallen.body[0] == 0
    assert fallen.turn == 1
    assert not fallen.is_over
    assert texts(fatal, Search(0, TREASURE)) == [
        "Hilda opens chest: a trap that takes 5.",
        "Hilda falls.",
        "It is Tam's turn.",
    ]


def test_nobody_looks_for_treasure_beside_a_monster() -> None:
    state = beside_the_orc(seed_with(0, [4, 4]))
    assert why_not(state, Search(0, TREASURE)) == ("nobody looks for treasure with orc in the room")
    assert why_not(state, Search(0, DOORS)) is None


def test_the_chest_is_found_and_the_quest_is_won() -> None:
    state = hall('goal: find "chest"\n')
    won = apply(state, Search(0, TREASURE))
    assert (won.is_over, won.winner, won.ending) == (True, HEROES, "goal")
    assert texts(state, Search(0, TREASURE))[-1] == "The heroes win: every goal is reached."


def test_the_exit_opens_when_the_rest_is_done_and_takes_all_heroes() -> None:
    head = 'goal: exit D1\ngoal: find "chest"\nnumbers: "Hilda" moves 9\nnumbers: "Tam" moves 9\n'
    state = hall(head)
    assert [goal.text for goal in state.scenario.goals] == ["find chest", "leave by D1"]
    early = after(state, NextTurn(), StepTo(1, (0, 2)), StepTo(1, (0, 3)))
    assert early.left == 0
    assert early.where(1) is not None
    state = after(state, Search(0, TREASURE), NextTurn(), StepTo(1, (0, 2)))
    assert texts(state, StepTo(1, (0, 3))) == [
        "Tam goes from C1 to D1.",
        "Tam leaves by the exit.",
        "Round 2 begins.",
        "It is Hilda's turn.",
    ]
    state = apply(state, StepTo(1, (0, 3)))
    assert state.left == 0b10
    assert not state.is_over
    assert state.turn == 0
    assert why_not(state, Strike(0, 1)) == "Hilda and Tam are on the same side"
    won = after(state, *(StepTo(0, (0, col)) for col in (1, 2, 3)))
    assert (won.ending, won.left) == ("goal", 0b11)


def test_the_last_one_out() -> None:
    head = 'goal: exit C1\nnumbers: "Hilda" moves 9\nnumbers: "Tam" moves 9\n'
    state = new_state(read_scenario(HALL.format(head=head)), heroes=["Tam", "Hilda"])
    state = after(state, StepTo(0, (0, 2)), StepTo(1, (0, 1)))
    assert texts(state, StepTo(1, (0, 2))) == [
        "Hilda goes from B1 to C1.",
        "Hilda leaves by the exit.",
        "The heroes win: every goal is reached.",
    ]


def test_who_is_left_wins_even_if_the_others_fall() -> None:
    head = (
        'goal: exit C1\nnumbers: "Hilda" body 1\nnumbers: "Tam" moves 9\nchest: "chest" hurts 9\n'
    )
    state = after(hall(head), NextTurn(), StepTo(1, (0, 2)))
    assert state.left == 0b10
    assert state.turn == 0
    assert state.round == 2
    won = apply(state, Search(0, TREASURE))
    assert (won.winner, won.ending) == (HEROES, "goal")


def test_defeat_of_one_kind_or_of_all() -> None:
    one = after(beside_the_orc(seed_with(0, [4, 4, 4, 4, 4, 1]), head=HEAD.replace("all", '"orc"')))
    assert apply(one, Strike(0, 3)).ending == "goal"
    every = beside_the_orc(seed_with(0, [4, 4, 4, 4, 4, 1]))
    assert not apply(every, Strike(0, 3)).is_over  # the ape is still alive


def test_rounds_run_out() -> None:
    state = hall("goal: defeat all\nrounds: 2\n")
    state = after(state, NextTurn(), NextTurn(), NextTurn())
    assert state.round == 2
    assert not state.is_over
    lost = apply(state, NextTurn())
    assert (lost.winner, lost.ending, lost.round) == (MASTER, "rounds", 2)
    assert texts(state, NextTurn()) == ["The quest is lost: its time is over."]


def test_giving_up() -> None:
    lost = apply(rooms(), GiveUp())
    assert (lost.winner, lost.ending) == (MASTER, "gave up")
    assert acting_side(rooms(), GiveUp()) == HEROES
    assert acting_side(rooms(), RuleOn(0, 1, True)) == MASTER


@pytest.mark.parametrize("reveal", ["seen", "room"])
def test_the_master_opens_a_room(reveal: str) -> None:
    state = rooms(reveal=reveal)
    show = ShowRoom((0, 4))
    assert acting_side(state, show) == MASTER
    assert show not in legal_actions(state)
    opened = apply(state, show)
    met = {each.name: each.at for each in view(opened, HEROES).figures}
    assert met["orc"] == (1, 4)
    assert "ape" not in met
    assert {(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)} <= set(view(opened, HEROES).explored)
    assert opened.doors == state.doors
    assert (opened.turn, opened.phase, opened.rolled) == (state.turn, state.phase, state.rolled)
    first, *others = texts(state, show)
    assert first == "The game master opens the room on E1 for the party."
    assert any("meets orc on E2" in text for text in others)
    assert why_not(opened, show) == "the party knows all of the room on E1 already"
    assert why_not(state, ShowRoom((2, 3))) == "there is no room on D3: it is rock"
    assert why_not(state, ShowRoom((0, 9))) == "room: expected a tile of the board, got (0, 9)"
    assert moves_of(moves_text([show])) == [show] == [action_of(action_data(show))]
    assert not replay(state, [show]).can_undo, "what was shown stays so"


# --- close calls ----------------------------------------------------------------------------------

CLOSE = """
mode: {mode}
reveal: room
numbers: "Hilda" range 9 moves 5
numbers: "orc" range 9 body 9

+---+---+---+---+
| H   .   .   . |
+   +   +   +   +
| .   #   .   . |
+   +   +   +   +
| .   .   o   . |
+---+---+---+---+

H: hero "Hilda"
o: enemy "orc"
"""


def diagonal(mode: str, seed: int = 0) -> QuestState:
    """Return Hilda on A1, the orc on B2 and rock on B1: the line between them
    touches its corner.
    """
    text = CLOSE.format(mode=mode).replace("| H   .", "| H   #").replace("| .   #", "| .   o")
    return new_state(read_scenario(text.replace("| .   .   o", "| .   .   .")), seed)


def test_a_close_call_by_each_mode() -> None:
    strict, permissive, asked = (diagonal(m) for m in ("strict", "permissive", "adjudicated"))
    assert why_not(strict, Strike(0, 1)) == (
        "Hilda does not see orc: the line only just touches something, and that blocks"
    )
    assert apply(permissive, Strike(0, 1)).rolled == 3
    waits = apply(asked, Strike(0, 1))
    assert (waits.phase, waits.waiting, waits.rolled) == ("ruling", Strike(0, 1), 0)
    assert texts(asked, Strike(0, 1)) == [
        (
            "A close call: Hilda aims at orc, and the line only just touches something."
            " The game master must rule."
        )
    ]
    assert acting_side(waits) == MASTER
    assert legal_actions(waits) == [RuleOn(0, 1, True), RuleOn(0, 1, False)]
    assert why_not(waits, NextTurn()) == "the game master must rule first: does Hilda see orc?"
    assert why_not(waits, RuleOn(0, 0, True)) == "the ruling that is waited for is on Hilda and orc"


def test_the_master_rules_and_overrules() -> None:
    asked = diagonal("adjudicated")
    waits = apply(asked, Strike(0, 1))
    no = RuleOn(0, 1, False, "the pillar is wide")
    assert texts(waits, no) == [
        (
            "The game master rules that Hilda and orc do not see each other: the pillar is wide."
            " There is no strike, and it costs nothing."
        )
    ]
    denied = apply(waits, no)
    assert (denied.phase, denied.waiting, denied.acted[0], denied.rolled) == (
        "heroes",
        None,
        False,
        0,
    )
    assert why_not(denied, Strike(0, 1)) == (
        "Hilda does not see orc: the game master ruled so (the pillar is wide)"
    )
    assert why_not(denied, RuleOn(1, 0, False)) == "the game master ruled so already"
    overruled = apply(denied, RuleOn(1, 0, True))
    assert len(overruled.rulings) == 1
    struck = apply(overruled, Strike(0, 1))
    assert struck.acted[0]
    assert struck.rolled == 3
    yes = apply(waits, RuleOn(1, 0, True))
    assert yes.acted[0]
    assert yes.rolled == 3
    assert yes.phase == "heroes"
    assert texts(waits, RuleOn(0, 1, True))[1].startswith("Hilda strikes orc: ")


def test_a_ruling_holds_both_ways_and_while_they_stand_there() -> None:
    state = apply(apply(diagonal("adjudicated"), RuleOn(0, 1, True)), NextTurn())
    assert acting_side(state) == MASTER
    assert apply(state, Strike(1, 0)).rolled == 4
    away = after(state, StepTo(1, (1, 2)))
    assert why_not(away, Strike(1, 0)) == "orc does not see Hilda: something is in the way"
    back = after(away, StepTo(1, (1, 1)))
    assert apply(back, Strike(1, 0)).rolled == 4
    assert why_not(back, RuleOn(0, 1, True, "x" * 201)) is not None


def test_what_is_no_close_call_is_not_ruled_on() -> None:
    state = diagonal("adjudicated")
    clear = after(state, NextTurn(), StepTo(1, (1, 0)))
    assert why_not(clear, RuleOn(0, 1, False)) == "that is not a close call"
    assert why_not(state, RuleOn(0, 0, False)) == "a ruling is on two who are on the board"
    long = why_not(state, RuleOn(0, 1, True, "x" * 201))
    assert long == "why: expected at most 200 characters, got 201"


# --- large figures --------------------------------------------------------------------------------

LARGE = """
mode: strict
reveal: {reveal}
goal: exit F1
numbers: "Osric" moves 9
numbers: "ogre" moves 9

+---+---+---+---+---+---+
| K   K   . | .   .   . |
+   +   +   +   +   +   +
| K   K   . o .   G   G |
+   +   +   +   +   +   +
| .   .   .   .   G   G |
+---+---+---+---+---+---+

K: hero "Osric" size 2x2
G: enemy "ogre" size 2x2
"""


def test_large_figures_go_with_all_their_tiles() -> None:
    state = new_state(read_scenario(LARGE.format(reveal="seen")))
    assert state.attack == (2, 4)
    assert state.body == (6, 4)
    east = apply(state, StepTo(0, (0, 1)))
    assert why_not(east, StepTo(0, (0, 2))) == "the wall between C1 and D1 is in the way"
    south = apply(east, StepTo(0, (1, 1)))
    assert why_not(south, StepTo(0, (2, 1))) == "the board ends there"
    # Its upper half would pass through the door, and no figure may be across a door.
    assert why_not(south, StepTo(0, (1, 2))) is None
    across = apply(south, StepTo(0, (1, 2)))
    assert why_not(across, StepTo(0, (0, 2))) == "the wall between C1 and D1 is in the way"
    assert why_not(across, Strike(0, 1)) is None
    assert why_not(across, StepTo(0, (1, 3))) == "E2 is taken by ogre"
    assert {str(tile) for tile in reachable(east, 0)} >= {"A1", "B2", "A2"}


def test_who_goes() -> None:
    scenario = read_scenario(ROOMS.format(mode="strict", reveal="seen", head=HEAD))
    state = new_state(scenario, heroes=["Tam"])
    assert [state.name(i) for i in range(len(state.who))] == ["Tam", "dog"]
    assert state.turn == 0
    assert state.is_hero(0)
    assert not state.is_hero(1)
    for heroes, why in (
        (["Nobody"], "heroes: expected some of Hilda, Tam, each once, got 'Nobody'"),
        (["Tam", "Tam"], "each once, got 'Tam'"),
    ):
        with pytest.raises(InvalidValueError, match=why):
            new_state(scenario, heroes=heroes)
    with pytest.raises(InvalidValueError, match="seed: expected 0 to"):
        new_state(scenario, -1)
    with pytest.raises(InvalidTypeError, match="expected a Scenario or a name"):
        new_state(3)  # type: ignore[arg-type]
