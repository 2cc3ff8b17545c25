"""A quest with its history: undo, replays, codes and saves, at every step of whole games."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.games.quest import (
    HEROES,
    ForceDoor,
    GiveUp,
    Master,
    NextTurn,
    OpenDoor,
    PartyPlayer,
    QuestAction,
    RollMoves,
    RuleOn,
    Search,
    StepTo,
    Strike,
    Venture,
    acting_side,
    action_data,
    action_of,
    apply,
    legal_actions,
    load_file,
    load_text,
    moves_of,
    moves_text,
    replay,
    replay_code,
    save_file,
    save_text,
    venture_of_code,
)

from .places import cellar
from .test_rules_by_hand import diagonal

ACTIONS: list[QuestAction] = [
    RollMoves(),
    StepTo(0, (2, 1)),
    OpenDoor(1, (3, 1), (4, 1)),
    ForceDoor(1, (4, 1), (3, 1)),
    Strike(0, 7),
    Search(0, "doors"),
    Search(2, "treasure"),
    RuleOn(0, 4, True),
    RuleOn(0, 4, False, "one, two; three. 100 % ähnlich"),
    NextTurn(),
    GiveUp(),
]


def played(seed: int, count: int, mode: str = "adjudicated", reveal: str = "seen") -> Venture:
    """Play `count` random actions, with the state before each."""
    venture = Venture.begin(cellar(mode, reveal), seed)
    whim = random.Random(seed)
    for _ in range(count):
        actions = legal_actions(venture.state)
        if not actions:
            break
        venture = venture.do(whim.choice(actions))
    return venture


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_actions_are_data_and_short(action: QuestAction) -> None:
    assert action_of(json.loads(json.dumps(action_data(action)))) == action
    assert moves_of(moves_text([action, NextTurn()])) == [action, NextTurn()]
    assert "," not in moves_text([action])
    assert ";" not in moves_text([action])


def test_doors_are_the_same_from_both_sides() -> None:
    assert OpenDoor(0, (4, 1), (3, 1)) == OpenDoor(0, (3, 1), (4, 1))
    assert moves_text([ForceDoor(0, (4, 1), (3, 1))]) == "f0.3.1.4.1"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (3, "action: expected an object"),
        ({}, "do: expected one of roll, step"),
        ({"do": []}, "do: expected one of roll, step"),
        ({"do": "step", "figure": 0}, "step: expected figure, to; missing: 'to'"),
        ({"do": "roll", "figure": 0}, "roll: expected nothing else; not known: 'figure'"),
        ({"do": "strike", "figure": 0, "target": "x"}, "target"),
        ({"do": "search", "figure": 0, "what": 3}, "what: expected a text, got 3"),
        (
            {"do": "rule", "figure": 0, "target": 1, "visible": 1, "why": ""},
            "visible: expected true or false, got 1",
        ),
    ],
)
def test_data_that_is_no_action(data: Any, why: str) -> None:
    with pytest.raises(SightlineError, match=why):
        action_of(data)


@pytest.mark.parametrize(
    "text", ["x", "s0.1", "s0.1.2.3", "k0.-1", "k0.²", "n1", "y0.1", "d", "s0.1.1234567"]
)
def test_words_that_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidValueError, match="move: expected one like"):
        moves_of(text)


@pytest.mark.parametrize("reveal", ["seen", "room"])
def test_undo_and_replays_give_the_same_game(reveal: str) -> None:
    undone = 0
    for seed in range(2):
        venture = Venture.begin(cellar("permissive", reveal), seed)
        whim = random.Random(seed)
        for _ in range(120):
            actions = legal_actions(venture.state)
            if not actions:
                break
            action = whim.choice(actions)
            after = venture.do(action)
            if after.can_undo:
                undone += 1
                assert after.undo() == venture
                assert after.undo().do(action) == after
                assert after.state.rolled == venture.state.rolled
                assert after.state.explored == venture.state.explored
            venture = after
        assert replay(venture.start, venture.log) == venture
    assert undone > 20


def test_what_can_be_taken_back() -> None:
    venture = Venture.begin(cellar(), 1).do(RollMoves())
    assert not venture.can_undo
    with pytest.raises(InvalidValueError, match="there is nothing to take back"):
        venture.undo()
    stepped = venture.do(StepTo(0, (0, 0)))
    assert stepped.can_undo
    assert stepped.undo() == venture
    ended = stepped.do(NextTurn())
    assert ended.can_undo  # it is still the party's turn
    assert ended.undo().undo() == venture
    assert not stepped.do(Search(0, "doors")).can_undo
    assert not stepped.do(GiveUp()).can_undo
    shown = stepped.do(NextTurn()).do(RollMoves()).do(StepTo(1, (1, 2)))
    opened = shown.do(OpenDoor(1, (1, 2), (1, 3)))
    assert not opened.can_undo  # it revealed a room
    # The game master's turn begins, so the party's actions can no longer be undone.
    passed = opened.do(NextTurn())
    assert passed.can_undo
    assert not passed.do(NextTurn()).can_undo


def test_that_nobody_is_there_is_news() -> None:
    """Stepping back into sight of a tile reveals whether the monster left it."""
    for seed in range(4):
        venture = played(seed, 80, "strict")
        for _ in range(60):
            before = venture.state
            actions = [
                a for a in legal_actions(before) if isinstance(a, (StepTo, NextTurn, RollMoves))
            ]
            if not actions:
                break
            venture = venture.do(actions[seed % len(actions)])
            hidden = [i for i in before.standing() if not before.sighted >> i & 1]
            if hidden and venture.can_undo:
                assert venture.state.seen & ~before.seen == 0


def test_saves_at_every_step_are_the_game(tmp_path: Path) -> None:
    venture = Venture.begin(cellar("adjudicated"), 5, heroes=["Tam", "Hilda"])
    whim = random.Random(1)
    for step in range(60):
        if step % 6 == 0:
            assert load_text(save_text(venture)) == venture
        venture = venture.do(whim.choice(legal_actions(venture.state)))
    path = tmp_path / "saves" / "quest.json"
    save_file(venture, path)
    assert load_file(path) == venture
    assert [each.name for each in path.parent.iterdir()] == ["quest.json"]
    tree = json.loads(save_text(venture))
    assert tree["start"]["heroes"] == ["Tam", "Hilda"]
    assert "A1" in tree["state"]["explored"]


def test_a_ruling_is_saved() -> None:
    venture = Venture(diagonal("adjudicated"), diagonal("adjudicated"))
    waits = venture.do(Strike(0, 1))
    for each in (waits, waits.do(RuleOn(0, 1, True, "it is wide")), waits.do(RuleOn(0, 1, False))):
        assert load_text(save_text(each)).state == each.state
        assert not each.can_undo


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "sightline skirmish"}, "not a saved quest"),
        ({"version": 2}, "saved by another version: this is 1, the file says 2"),
        ({"version": True}, "saved by another version"),
        ({"extra": 1}, "extra"),
        ({"log": [{"do": "next", "figure": 1}]}, "the log breaks the rules"),
        ({"log": [{"do": "strike", "figure": 0, "target": 1}]}, "are on the same side"),
        ({"log": [{"do": "next"}]}, "the log comes to"),
    ],
)
def test_saves_that_are_wrong(change: dict[str, Any], why: str) -> None:
    tree = {**json.loads(save_text(Venture.begin(cellar(), 1))), **change}
    with pytest.raises(FormatError, match=why):
        load_text(json.dumps(tree))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("round", 2),
        ("body", [9, 9, 9]),
        ("explored", []),
        ("doors", "ooooooo"),
        ("gold", 1000),
        ("met", ["troll"]),
        ("turn", 1),
        ("rolled", 1),
        ("fallen", [0]),
        ("left", [0]),
        ("found", ["chest"]),
        ("at", [0, 1, 2]),
    ],
)
def test_a_save_comes_to_its_own_state(key: str, value: Any) -> None:
    tree = json.loads(save_text(Venture.begin(cellar(), 1)))
    tree["state"][key] = value
    with pytest.raises(FormatError, match="the log comes to"):
        load_text(json.dumps(tree))


def test_saves_of_other_starts() -> None:
    tree = json.loads(save_text(Venture.begin(cellar(), 1)))
    for change, why in (
        ({"heroes": ["Nobody"]}, "expected some of Hilda, Tam"),
        ({"quest": "title: nothing"}, "expected a drawn map"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(FormatError, match=why):
            load_text(json.dumps({**tree, "start": {**tree["start"], **change}}))
    with pytest.raises(InvalidTypeError, match="expected a text"):
        load_text(3)  # type: ignore[arg-type]


def test_codes() -> None:
    venture = Venture.begin("the-rat-cellar", 9, heroes=["Pim", "Mara"])
    for _ in range(25):
        venture = venture.do(legal_actions(venture.state)[0])
    code = replay_code(venture)
    assert code.startswith("the-rat-cellar;9;1.0;r,s0.")
    assert venture_of_code(code) == venture
    with pytest.raises(InvalidValueError, match="only a quest that comes with the game"):
        replay_code(Venture.begin(cellar()))
    for wrong in ("the-rat-cellar;9;0", "the-rat-cellar;x;0;n", "the-rat-cellar;9;a;n", "no;9;0;n"):
        with pytest.raises(SightlineError):
            venture_of_code(wrong)
    with pytest.raises(InvalidValueError, match="heroes: expected some of Mara, Pim"):
        venture_of_code("the-rat-cellar;9;7;n")
    with pytest.raises(InvalidValueError, match="at most 20,000 moves"):
        venture_of_code("the-rat-cellar;9;0;" + "n," * 20_001)


def test_a_state_is_never_changed() -> None:
    venture = played(3, 40)
    kept = venture.state
    copy = kept._replace()
    for action in legal_actions(kept):
        apply(kept, action)
    assert kept == copy
    assert hash(kept.at) == hash(copy.at)


def test_events_are_all_that_was_learned() -> None:
    venture = Venture.begin("the-rat-cellar", 3)
    party, master = PartyPlayer(), Master()
    while not venture.state.is_over:
        state = venture.state
        program = party if acting_side(state) == HEROES else master
        venture = venture.do(program.choose(state).action)
    events = venture.events(HEROES)
    assert events[0].text == "The party sees new tiles: A1, B1, C1, A2, B2, C2 and 3 more."
    assert events[1].text == "It is Mara's turn."
    assert events[-1].kind == "over"
    assert {"turn", "roll", "step", "door", "revealed", "met", "strike", "round"} <= {
        event.kind for event in events
    }
    assert all(event.text.endswith(".") and event.text[0].isupper() for event in events)
    assert events[1].to_data() == {"kind": "turn", "text": "It is Mara's turn.", "figure": 0}
    # With reveal by rooms, nothing happens out of sight.
    assert len(venture.events()) == len(events)
