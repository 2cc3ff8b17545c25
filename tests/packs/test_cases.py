"""The packs against positions whose answers come from the books, in `cases`.

Each case says where it is from by a mark: R the rulebook, F its FAQ, I a public program, Q players'
questions, D worked out exactly: by `book_squares`, `book_hexes` and `book_ruler`, which know
nothing of the engine, or by hand.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sightline import Door, HexBoard, SquareBoard, Wall, trace
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from tests.packs.book_games import GAMES, Position
from tests.packs.book_hex_cover import dnd5e
from tests.packs.book_hexes import HEXES, Hex
from tests.packs.book_ruler import RULERS, Field

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    case
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
FIFTY = (*HEXES, *RULERS, *GAMES)
SAYS = (
    *("name", "pack", "radius", "visible", "degree"),
    *("lines_blocked", "why", "about", "source", "mark"),
)
"""What a case says of its position; the rest is the position."""


def ids(case: dict[str, Any]) -> str:
    return f"{case['pack']} {case['name']}"


# --- boards ---------------------------------------------------------------------------------------


def board_of(case: dict[str, Any]) -> Board:
    if "map" not in case:
        return _hexes(case)
    rows = case["map"]
    board = SquareBoard(len(rows), len(rows[0]))
    giant = False
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            name = f"{letter}{x}-{y}"
            if letter == "#":
                board.set_solid((y, x))
            elif letter == "l":
                board.place(name, (y, x), kind="chest")
            elif letter == "M" and not giant:
                giant = True
                board.place(name, (y, x), size=3)
            elif letter in "Aa":
                board.place(name, (y, x), side="heroes")
            elif letter in "Te":
                board.place(name, (y, x), side="monsters")
            elif letter in "cf":
                board.place(name, (y, x))
    for (x1, y1), (x2, y2) in case.get("walls", ()):
        board.set_edge((y1, x1), (y2, x2), Wall())
    return board


def _hexes(case: dict[str, Any]) -> HexBoard:
    board = HexBoard(radius=case["radius"])
    for q, r in case.get("solid", ()):
        board.set_solid((q, r))
    for one, other in case.get("walls", ()):
        board.set_edge(tuple(one), tuple(other), Wall())
    for one, other in case.get("doors", ()):
        board.set_edge(tuple(one), tuple(other), Door("closed"))
    for i, at in enumerate(case.get("figures", ())):
        board.place(f"figure {i}", tuple(at))
    for kind, tiles in case.get("terrain", {}).items():
        for at in tiles:
            board.set_terrain(tuple(at), kind)
    for at, level in case.get("levels", ()):
        board.set_elevation(tuple(at), level)
    return board


def ends(case: dict[str, Any]) -> tuple[Any, Any]:
    if "map" in case:
        return tuple(case["a"][::-1]), tuple(case["b"][::-1])
    return tuple(case["a"]), tuple(case["b"])


# --- what the rule does not have yet --------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_pack_answers_as_the_book(case: dict[str, Any]) -> None:
    rule = PackRule(PACKS[case["pack"]])
    sight = trace(board_of(case), *ends(case), rule)
    assert bool(sight) == case["visible"], case["why"]
    if "degree" in case:
        assert sight.degree == case["degree"], case["why"]


# --- the cases themselves -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIFTY)
def test_there_are_fifty_positions_of_both_answers(name: str) -> None:
    ours = [case for case in CASES if case["pack"] == name]
    maps = {json.dumps([value for key, value in case.items() if key not in SAYS]) for case in ours}
    assert len(maps) >= 50
    assert {case["visible"] for case in ours} == {True, False}


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_a_case_says_why_and_where_from(case: dict[str, Any]) -> None:
    assert case["mark"] in "RFIQD"
    assert len(case["mark"]) == 1
    assert case["why"]
    assert case["source"]
    assert case.get("degree", "none") in PACKS[case["pack"]].degrees
    assert case.get("degree", "total" if not case["visible"] else "none") != "total" or (
        not case["visible"]
    )
    if "map" in case:
        rows = case["map"]
        rim = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
        assert set(rim) == {"."}, "at the rim of the map the board itself parts"


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_slow_reading_of_the_book_agrees(case: dict[str, Any]) -> None:
    if "map" not in case:
        visible, degree = slow_on_hexes(case)
        assert (visible, degree) == (case["visible"], case.get("degree", degree))
        return
    walls = frozenset(
        frozenset({(one[0], one[1]), (other[0], other[1])}) for one, other in case.get("walls", ())
    )
    (ax, ay), (bx, by) = case["a"], case["b"]
    found = GAMES[case["pack"]](Position(tuple(case["map"]), (ax, ay), (bx, by), walls))
    assert found.visible == case["visible"]
    assert found.why == case["why"]
    if "degree" in case:
        assert (found.degree, found.blocked) == (case["degree"], case.get("lines_blocked"))


def slow_on_hexes(case: dict[str, Any]) -> tuple[bool, str]:
    """Visible or not and the degree, by the slow reading of the game's book."""
    name, field = case["pack"], field_of(case)
    if name not in HEXES:
        ruled = RULERS[name](field) if name in RULERS else dnd5e(field)
        return ruled.visible, ruled.degree
    n = case["radius"]
    span = range(-n - 1, n + 2)
    rim = [(q, r) for q in span for r in span if max(abs(q), abs(r), abs(q + r)) == n + 1]
    walls = [tuple(sorted(wall)) for wall in field.walls]
    seen = HEXES[name](field.a, field.b, [*field.solid, *rim], walls) is not None
    return seen, "none" if seen else "total"


def field_of(case: dict[str, Any]) -> Field:
    """The position of a case on hexes, as the slow readings take it."""

    def hexes(of: Any) -> frozenset[Hex]:
        return frozenset((q, r) for q, r in of)

    edges = [*case.get("walls", ()), *case.get("doors", ())]
    (here,), (there,) = hexes([case["a"]]), hexes([case["b"]])
    return Field(
        here,
        there,
        hexes(case.get("solid", ())),
        frozenset(map(hexes, edges)),
        hexes(case.get("figures", ())),
        {at: kind for kind, tiles in case.get("terrain", {}).items() for at in hexes(tiles)},
        {(q, r): Fraction(level) for (q, r), level in case.get("levels", ())},
    )


def test_every_pack_has_cases() -> None:
    assert {case["pack"] for case in CASES} == set(PACKS)


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_board_of_a_case_is_what_it_says(case: dict[str, Any]) -> None:
    board = board_of(case)
    here, there = ends(case)
    assert not board.is_solid(here)
    assert not board.is_solid(there)
    if "map" in case:
        assert {"A", "T"} == {case["map"][y][x] for x, y in (case["a"], case["b"])}
