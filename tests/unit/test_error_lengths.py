"""Errors about very long or unusual values are short and say what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import sightline as s
from sightline.formats import load_bytes, to_bytes
from sightline.model.numbers import SHOWN, short_repr
from sightline.rulings import open_calls

LONGEST = 1200
"""The maximum length of an error: one value, its context, and a list of choices."""
WORD = "x" * 40_000


class Odd:
    """An object whose repr raises an error."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


LONG: dict[str, Any] = {
    "a word": WORD,
    "bytes": WORD.encode(),
    "a list": list(range(20_000)),
    "a pair of lists": (list(range(20_000)), WORD),
    "a number": 10**4000,
    "an endless number": 10**5000,
    "a dict": {WORD: WORD},
    "an odd thing": Odd(),
    "a board": s.SquareBoard(1, 1),
}

ACTS: dict[str, Callable[[s.SquareBoard, Any], Any]] = {
    "place, name": lambda b, x: b.place(x, (9, 9)),
    "place, at": lambda b, x: b.place("orc", x),
    "place, size": lambda b, x: b.place("orc", (0, 0), size=x),
    "place, kind": lambda b, x: b.place("orc", (0, 0), kind=x),
    "place, blocks_sight": lambda b, x: b.place("orc", (0, 0), blocks_sight=x),
    "move": lambda b, x: b.move(x, (0, 0)),
    "move to": lambda b, x: b.move("Mira", x),
    "remove": lambda b, x: b.remove(x),
    "where": lambda b, x: b.where(x),
    "set_solid": lambda b, x: b.set_solid((0, 0), x),
    "is_solid": lambda b, x: b.is_solid(x),
    "set_edge": lambda b, x: b.set_edge((0, 0), (0, 1), x),
    "edge": lambda b, x: b.edge((0, 0), x),
    "set_state": lambda b, x: b.set_state((0, 0), (0, 1), x),
    "add_wall": lambda b, x: b.add_wall(x, (0, 0)),
    "add_wall, a number": lambda b, x: b.add_wall((x, 0), (0, 0)),
    "remove_wall": lambda b, x: b.remove_wall((0, 0), x),
    "Door": lambda b, x: s.Door(x),
    "Gate": lambda b, x: s.Gate(x),
    "SquareBoard": lambda b, x: s.SquareBoard(x, 1),
    "from_grid": lambda b, x: s.SquareBoard.from_grid([[x], [x, x]]),
    "from_array": lambda b, x: s.SquareBoard.from_array(x),
    "from_text": lambda b, x: s.SquareBoard.from_text(f"~{x!s:.50000}~" if x == WORD else x),
    "HexBoard": lambda b, x: s.HexBoard(x),
    "HexBoard, cells": lambda b, x: s.HexBoard(cells=[x]),
    "HexBoard, outside": lambda b, x: s.HexBoard(1, outside=x),
    "HexBoard, orientation": lambda b, x: s.HexBoard(1, orientation=x),
    "set_cover": lambda b, x: s.HexBoard(1).set_cover((0, 0), x),
    "CornerRule": lambda b, x: s.CornerRule(x),
    "CornerRule, closed_ends": lambda b, x: s.CornerRule(closed_ends=x),
    "CenterRule, large": lambda b, x: s.CenterRule(large=x),
    "HexRayRule": lambda b, x: s.HexRayRule(max_soft_cover=x),
    "rule_from_dict": lambda b, x: s.rule_from_dict(x),
    "rule_from_dict, a name": lambda b, x: s.rule_from_dict({"rule": x}),
    "sees, board": lambda b, x: s.sees([x], (0, 0), (0, 1), "center"),  # type: ignore[arg-type]
    "sees, from": lambda b, x: s.sees(b, x, (0, 1), "center"),
    "trace, to": lambda b, x: s.trace(b, (0, 0), x, "center"),
    "trace, rule": lambda b, x: s.trace(b, (0, 0), (0, 1), x),
    "contact": lambda b, x: s.contact(b, (0, 0), (0, 1), x),
    "field, radius": lambda b, x: s.field(b, (0, 0), "center", radius=[x]),  # type: ignore[arg-type]
    "field, metric": lambda b, x: s.field(b, (0, 0), "center", radius=1, metric=x),
    "cover_field": lambda b, x: s.cover_field(s.HexBoard(1), (0, 0), x),
    "sees_many": lambda b, x: s.sees_many(b, x if x != 10**4000 else [x], "center"),
    "all_pairs": s.all_pairs,
    "los": lambda b, x: s.los((0, 0), x, [[None]]),
    "los, grid": lambda b, x: s.los((0, 0), (0, 0), [x]),
    "trace_ray": lambda b, x: s.hexes.trace_ray((0, 0), x),
    "load": lambda b, x: s.load([x]),  # type: ignore[arg-type]
    "save": lambda b, x: s.save([x], "a.json"),  # type: ignore[arg-type]
    "to_bytes": lambda b, x: to_bytes(b, f".{x!s:.50000}" if x == WORD else ".x"),
    "Rulings": lambda b, x: s.Rulings().rule(b, x, (0, 1), "center"),
    "Rulings, rule": lambda b, x: s.Rulings().rule(b, (0, 0), (0, 1), x),
    "Rulings, why": lambda b, x: s.Rulings().rule(b, (0, 0), (0, 1), "center", why=x, by=[x]),  # type: ignore[arg-type]
    "Rulings, undo": lambda b, x: s.Rulings().undo(x),
    "Rulings, load": lambda b, x: s.Rulings().load([x]),
    "Rulings, history": lambda b, x: s.Rulings().history([x]),  # type: ignore[arg-type]
    "open_calls": open_calls,
}


@pytest.mark.parametrize("act", ACTS)
def test_an_error_about_something_long_is_short(act: str) -> None:
    for what, value in LONG.items():
        board = s.SquareBoard(2, 2)
        board.place("Mira", (0, 0))
        board.set_edge((0, 0), (0, 1), s.Door())
        before = board.copy()
        message = ""
        try:
            ACTS[act](board, value)
        except s.SightlineError as error:
            message = str(error)
        assert len(message) <= LONGEST, f"{act} of {what}: {len(message)} characters"
        assert message.count("\n") <= 3, f"{act} of {what}: {message}"
        assert not message or board == before


def test_files_too() -> None:
    plain = json.loads(to_bytes(s.SquareBoard(1, 1), ".json"))
    for key in ("grid", "tiles", "figures"):
        for value in (WORD, [WORD], {WORD: WORD}, [[WORD]]):
            data = json.dumps({**plain, "board": {**plain["board"], key: value}}).encode()
            with pytest.raises(s.SightlineError) as caught:
                load_bytes(data, "map.json")
            assert len(str(caught.value)) <= LONGEST
    for text in (
        f"+{'-' * 9999}+\n|{'ab' * 4000}|",
        f"S\n\nS: {WORD}",
        f"S\n\n{WORD}: 1",
        f"S\n\nedge {WORD}: 1",
    ):
        with pytest.raises(s.SightlineError) as caught:
            s.SquareBoard.from_text(text)
        assert len(str(caught.value)) <= LONGEST


def test_what_is_shown() -> None:
    assert short_repr("abc") == "'abc'"
    assert short_repr(WORD) == f"'{'x' * (SHOWN - 1)}..."
    assert short_repr(Odd()) == "a Odd that cannot be printed"
    assert short_repr([Odd()]) == "a list that cannot be printed"
    assert short_repr(10**5000) == "an endless int"
