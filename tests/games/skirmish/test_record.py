"""Logs, saves, replays and links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.games.skirmish import (
    DRAW,
    MAP_NAMES,
    Blast,
    Deploy,
    Flame,
    March,
    Match,
    Pass,
    Resign,
    Shot,
    action_data,
    action_of,
    legal_actions,
    load_file,
    load_text,
    match_of_code,
    moves_of,
    moves_text,
    replay_code,
    save_file,
    save_text,
)
from tests.games.skirmish.fields import begun, drawn
from tests.games.skirmish.test_laws import random_match

EVERY = [
    (
        Deploy(1, ((2, -1), (0, 3))),
        {"do": "deploy", "side": 1, "at": [[2, -1], [0, 3]]},
        "d1.2.-1.0.3",
    ),
    (March(3, (2, -1)), {"do": "march", "unit": 3, "to": [2, -1]}, "m3.2.-1"),
    (Shot(0, 11), {"do": "shot", "unit": 0, "target": 11}, "s0.11"),
    (Blast(4, (-2, 0)), {"do": "blast", "unit": 4, "at": [-2, 0]}, "b4.-2.0"),
    (Flame(5, (0, -7)), {"do": "flame", "unit": 5, "toward": [0, -7]}, "f5.0.-7"),
    (Pass(), {"do": "pass"}, "p"),
    (Resign(1), {"do": "resign", "side": 1, "gone": False}, "r1.0"),
    (Resign(0, gone=True), {"do": "resign", "side": 0, "gone": True}, "r0.1"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "data", "short"), EVERY, ids=lambda x: str(x)[:20])
def test_actions_as_data_and_as_words(action: Any, data: dict[str, Any], short: str) -> None:
    assert action_data(action) == data
    assert action_of(json.loads(json.dumps(data))) == action
    assert moves_text([action]) == short
    assert moves_of(short) == [action]


def test_actions_of_different_kinds_are_never_equal() -> None:
    actions: list[Any] = [each[0] for each in EVERY]
    assert len(set(actions)) == len(actions)
    alike: list[Any] = [Blast(1, (0, 0)), Flame(1, (0, 0)), March(1, (0, 0))]
    assert len(set(alike)) == 3
    assert moves_of(moves_text(actions)) == actions
    assert moves_of("") == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("pass", "expected an object"),
        ({}, "do: expected one of deploy, march"),
        ({"do": "fly"}, "do: expected one of"),
        ({"do": ["march"]}, "do: expected one of"),
        ({"do": "pass", "unit": 1}, "pass: expected nothing else; not known: 'unit'"),
        ({"do": "shot", "unit": 1}, "shot: expected unit, target; missing: 'target'"),
        ({"do": "shot", "unit": "1", "target": 2}, "unit"),
        ({"do": "march", "unit": 1, "to": "2,3"}, "to"),
        ({"do": "march", "unit": 1, "to": [1, 2, 3]}, "to"),
        ({"do": "deploy", "side": 0, "at": "zone"}, "at: expected a list of hexes"),
        ({"do": "resign", "side": 0, "gone": 1}, "gone: expected true or false"),
    ],
)
def test_what_is_no_action(data: Any, words: str) -> None:
    with pytest.raises((InvalidValueError, InvalidTypeError), match=words):
        action_of(data)


@pytest.mark.parametrize(
    "text", ["x", "m1", "m1.2", "m1.2.3.4", "s1", "p1", "r1", "d1.2", "s1.x", "d"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InvalidValueError, match="move: expected one like"):
        moves_of(text)


@pytest.mark.parametrize("name", MAP_NAMES)
def test_a_code_is_the_whole_match(name: str) -> None:
    match = random_match(name, 2, 60, fog=name != "ridge")
    code = replay_code(match)
    assert code.startswith(f"{name};2;{'open' if name == 'ridge' else 'fog'};d0.")
    assert match_of_code(code) == match


def test_codes_that_are_none() -> None:
    for code in (
        "",
        "ridge;1;fog",
        "ridge;x;fog;",
        "ridge;1;mist;",
        "ridge;1;fog;;",
        "ridge;٣;fog;",
        f"ridge;{'9' * 5000};fog;",
    ):
        with pytest.raises(InvalidValueError, match="code: expected"):
            match_of_code(code)
    with pytest.raises(UnknownNameError):
        match_of_code("moon;1;fog;")
    with pytest.raises(InvalidValueError, match="at most 20,000 moves"):
        match_of_code("ridge;1;fog;" + "p," * 20_000)
    with pytest.raises(InvalidValueError, match="both sides deploy first"):
        match_of_code("ridge;1;fog;" + "p," * 19_999)
    with pytest.raises(InvalidValueError, match="both sides deploy first"):
        match_of_code("ridge;1;fog;p")
    own = begun(drawn(". . .", [(0, 0)], [(2, 0)]))
    with pytest.raises(InvalidValueError, match="only a match on a map that comes with"):
        replay_code(Match(own, own))


def test_files(tmp_path: Path) -> None:
    match = random_match("ruins", 4, 50)
    path = tmp_path / "saves" / "one.json"
    save_file(match, path)
    assert load_file(path) == match
    save_file(match.do(Resign(0)), path)
    assert load_file(path).battle.winner == 1
    assert [each.name for each in path.parent.iterdir()] == ["one.json"]


def test_a_save_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: Any) -> None:
    match = random_match("ruins", 4, 10)
    path = tmp_path / "one.json"
    save_file(match, path)

    def broken(_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="full"):
        save_file(match.do(Resign(0)), path)
    assert load_file(path) == match
    assert [each.name for each in tmp_path.iterdir()] == ["one.json"]


def test_a_field_of_ones_own_is_in_the_save() -> None:
    start = begun(drawn(". ~ n .\n . # . .", [(0, 0)], [(3, 0)], walls="0,0|1,0"), fog=False)
    match = Match(start, start)
    text = save_text(match)
    with pytest.raises(FormatError, match="the log comes to"):
        load_text(text)  # the battle began deployed, and no log records how
    fresh = Match.begin(start.field, 3)
    assert load_text(save_text(fresh)) == fresh
    assert load_text(save_text(fresh)).start.field == start.field


def changed(match: Match, **changes: Any) -> str:
    tree = json.loads(save_text(match))
    for path, value in changes.items():
        *way, last = path.split("__")
        node = tree
        for key in way:
            node = node[int(key) if key.isdecimal() else key]
        node[last] = value
    return json.dumps(tree)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "chess"}, "not a saved skirmish"),
        ({"version": 2}, "saved by another version"),
        ({"version": True}, "saved by another version"),
        ({"extra": 1}, "unknown key"),
        ({"start__seed": -1}, "whole number from 0"),
        ({"start__fog": 1}, "true or false"),
        ({"start__field__goal": 0}, "goal: expected a whole number"),
        ({"start__field__board": "x"}, "board"),
        ({"state__round": 9}, "the log comes to 1, the file says 9"),
        ({"state__points": [9, 9]}, r"the log comes to \[0, 0\]"),
        ({"state__extra": 9}, "unknown key"),
        ({"log__2": {"do": "march", "unit": 0, "to": [40, 0]}}, "the log breaks the rules: .* off"),
        ({"log__0": {"do": "hop"}}, "the log breaks the rules: do: expected"),
    ],
    ids=lambda x: str(x)[:30],
)
def test_a_save_that_was_tampered_with(changes: dict[str, Any], words: str) -> None:
    match = Match.begin("crossing", 1)
    for _ in range(3):
        match = match.do(legal_actions(match.battle)[0])
    if "log__2" in changes or "log__0" in changes:
        tree = json.loads(save_text(match))
        key, value = next(iter(changes.items()))
        tree["log"][int(key[-1])] = value
        text = json.dumps(tree)
    else:
        text = changed(match, **changes)
    with pytest.raises(FormatError, match=words):
        load_text(text)


def test_every_part_of_the_state_is_compared() -> None:
    match = random_match("crossing", 1, 40)
    tree = json.loads(save_text(match))
    assert load_text(json.dumps(tree)) == match
    for key, value in tree["state"].items():
        wrong = (
            [each + 1 if isinstance(each, int) else each for each in value]
            if isinstance(value, list)
            else f"{value}!"
        )
        with pytest.raises(FormatError, match="the log comes to"):
            load_text(json.dumps({**tree, "state": {**tree["state"], key: wrong}}))


def test_what_is_no_save_at_all() -> None:
    with pytest.raises(FormatError):
        load_text("{")
    with pytest.raises(InvalidTypeError, match="expected a text"):
        load_text(7)  # type: ignore[arg-type]
    assert load_text(save_text(Match.begin()).encode()) == Match.begin()


def test_it_shows_itself_in_short() -> None:
    match = Match.begin("ridge", 3)
    assert repr(match) == (
        "<Match: seed 3, 0 actions, <Battle: The ridge, round 1, red on, 0 : 0, deploying>>"
    )
    assert repr(match.start.field) == "<Battlefield 'The ridge': 127 hexes>"


def test_a_state_is_written_like_this_for_ever() -> None:
    """Later versions must read today's saves, so no number in them may change its meaning."""
    tree = json.loads(save_text(Match.begin("crossing", 5)))
    nowhere = [255] * 10
    assert tree["state"] == {
        "phase": "deploying",
        "side": 0,
        "round": 1,
        "rolled": 0,
        "points": [0, 0],
        "winner": -1,
        "ending": "",
        "ready": [False, False],
        "at": nowhere,
        "health": [2, 3, 4, 2, 3] * 2,
        "moves": [0] * 10,
        "armed": [0] * 10,
        "charges": [0, 0, 0, 4, 3] * 2,
        "known": nowhere,
    }
    assert (tree["format"], tree["version"]) == ("sightline skirmish", 1)
    assert (tree["start"]["seed"], tree["start"]["fog"]) == (5, True)
    drawn_game = Match.begin("crossing").do(Resign(0))
    assert json.loads(save_text(drawn_game))["state"]["winner"] == 1
    assert DRAW == 2
