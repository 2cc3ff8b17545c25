"""The packs give the answers that the books give, for the positions in `cases`.

Each case has a mark for its source: R the rulebook, F its FAQ, I a public program, Q players'
questions, D computed exactly: by `book_squares`, `book_hexes` and `book_ruler`, which do not use
the engine, or by hand.
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
from tests.every_rule import THOROUGH
from tests.packs.book_games import Position
from tests.packs.book_hex_cover import dnd5e
from tests.packs.book_hexes import HEXES, Hex
from tests.packs.book_ruler import RULERS, Field
from tests.packs.books import GAMES, answer

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    case
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
BY_PACK = {name: [case for case in CASES if case["pack"] == name] for name in PACKS}
each_pack = pytest.mark.parametrize("name", PACKS)
"""All cases of a pack are in one test, because a separate test for each of
thousands is far slower.
"""
FIFTY = (*HEXES, *RULERS, *GAMES)
SAYS = (
    *("name", "pack", "radius", "visible", "degree"),
    *("lines_blocked", "why", "about", "source", "mark"),
)
"""The keys of a case that state its answer. The other keys are its position."""


# --- boards ---------------------------------------------------------------------------------------


def board_of(case: dict[str, Any]) -> Board:
    if "map" not in case:
        return _hexes(case)
    rows = case["map"]
    board = SquareBoard(len(rows), len(rows[0]))
    placed = set()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            name = f"{letter}{x}-{y}"
            if letter == "#":
                board.set_solid((y, x))
            elif letter in TERRAINS:
                board.set_terrain((y, x), TERRAINS[letter])
            elif letter in KINDS:
                board.place(name, (y, x), kind=KINDS[letter], size=1)
            elif letter in SIDES and letter not in placed:
                board.place(name, (y, x), side=SIDES[letter], size=_size(rows, letter))
                placed |= {letter} & set("ATM")
    for key, threshold in THRESHOLDS.items():
        for (x1, y1), (x2, y2) in case.get(key, ()):
            board.set_edge((y1, x1), (y2, x2), threshold)
    for start, end in case.get("free", ()):
        board.add_wall(tuple(start), tuple(end))
    for x, y in case.get("streets", ()):
        board.set_terrain((y, x), "street")
    return board


THRESHOLDS: dict[str, Wall | Door] = {
    "walls": Wall(),
    "doors": Door("closed"),
    "open_doors": Door("open"),
}
TERRAINS: dict[str, Any] = {"s": "smoke", "w": "woods", "d": "difficult"}
KINDS: dict[str, Any] = {"l": "chest", "t": "bookcase"}
SIDES = {"A": "heroes", "a": "heroes", "T": "monsters", "e": "monsters", "c": "", "f": "", "M": ""}


def _size(rows: list[str], letter: str) -> int:
    """Return the width in tiles of a creature that may be drawn with several letters."""
    return max(row.count(letter) for row in rows) if letter in "ATM" else 1


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
    if "map" not in case:
        return tuple(case["a"]), tuple(case["b"])
    here, there = (
        f"{letter}{x}-{y}" if _size(case["map"], letter) > 1 else (y, x)
        for x, y in (case["a"], case["b"])
        for letter in case["map"][y][x]
    )
    return here, there


# --- the packs and the books ----------------------------------------------------------------------


@each_pack
def test_the_pack_answers_as_the_book(name: str) -> None:
    rule = PackRule(PACKS[name])
    wrong = []
    for case in BY_PACK[name]:
        sight = trace(board_of(case), *ends(case), rule)
        found = bool(sight), sight.degree
        if found != (case["visible"], case.get("degree", sight.degree)):
            wrong.append((case["name"], found, case["why"]))
    assert not wrong


@each_pack
def test_the_slow_reading_of_the_book_agrees(name: str) -> None:
    wrong = []
    for case in BY_PACK[name] if THOROUGH else BY_PACK[name][::3]:
        if "free" in case:  # in the books all walls are on edges
            continue
        if "map" in case:
            found, expected = slow_on_squares(case)
        else:
            found = slow_on_hexes(case)
            expected = case["visible"], case.get("degree", found[1])
        if found != expected:
            wrong.append((case["name"], found, expected))
    assert not wrong


def slow_on_squares(case: dict[str, Any]) -> tuple[Any, Any]:
    """Return the answer of the independent implementation, and the answer of the case."""
    walls, doors = (
        frozenset(frozenset({(one[0], one[1]), (two[0], two[1])}) for one, two in edges)
        for edges in ([*case.get("walls", ()), *case.get("doors", ())], case.get("open_doors", ()))
    )
    streets = frozenset((x, y) for x, y in case.get("streets", ()))
    (ax, ay), (bx, by) = case["a"], case["b"]
    position = Position(tuple(case["map"]), (ax, ay), (bx, by), walls, streets, doors)
    book = answer(case["pack"], position)
    found, expected = [book.visible, book.why], [case["visible"], case["why"]]
    if "degree" in case:
        found += [book.degree, book.blocked]
        expected += [case["degree"], case.get("lines_blocked")]
    return tuple(found), tuple(expected)


def slow_on_hexes(case: dict[str, Any]) -> tuple[bool, str]:
    """Return visibility and degree by the independent implementation."""
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
    """Return the position of a case on hexes in the form that `book_ruler` takes."""

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


# --- the cases themselves -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIFTY)
def test_there_are_fifty_positions_of_both_answers(name: str) -> None:
    ours = BY_PACK[name]
    maps = {json.dumps([value for key, value in case.items() if key not in SAYS]) for case in ours}
    assert len(maps) >= 50
    assert {case["visible"] for case in ours} == {True, False}


@each_pack
def test_a_case_says_why_and_where_from(name: str) -> None:
    for case in BY_PACK[name]:
        about = case["name"]
        assert case["mark"] in set("RFIQD"), about
        assert case["why"], about
        assert case["source"], about
        assert case.get("degree", "none") in PACKS[name].degrees, about
        assert not case["visible"] or case.get("degree", "none") != "total", about
        if "map" in case:
            rows = case["map"]
            rim = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
            assert set(rim) == {"."}, f"{about}: at the rim of the map the board itself parts"


def test_every_pack_has_cases() -> None:
    assert {case["pack"] for case in CASES} == set(PACKS)


@each_pack
def test_the_board_of_a_case_is_what_it_says(name: str) -> None:
    for case in BY_PACK[name]:
        board = board_of(case)
        for end in ends(case):
            assert isinstance(end, str) or not board.is_solid(end), case["name"]
        if "map" in case:
            letters = {case["map"][y][x] for x, y in (case["a"], case["b"])}
            assert letters == {"A", "T"}, case["name"]
