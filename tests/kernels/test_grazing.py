"""Fields with grazing lines: what passes at corners and along edges, by sweeps and by rays.

The fields of "corners-pass" and "permissive", and those with closed ends, are compared with the
general kernel on every tile, and with the readable rule and the slow reference on some tiles.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    SquareBoard,
    Wall,
    all_pairs,
    compiled,
    contact_field,
    field,
    sees,
    sees_many,
)
from sightline.engine import native
from sightline.engine.pairs import worst_visible
from sightline.model.place import place
from tests.every_rule import THOROUGH
from tests.kernels.boards import free_wall, put, square_board
from tests.kernels.comparing import METRICS, compare_source, readable, within
from tests.reference import contact as reference
from tests.scenes import square_case

RULES = [
    CornerRule("corners-pass"),
    CornerRule("permissive"),
    CornerRule("permissive", closed_ends=True),
    CornerRule("strict", closed_ends=True),
    CenterRule("corners-pass"),
]
COUNTED = "tile answers compared"
AMONG = "tile answers of kernels among themselves"
on_every_rule = pytest.mark.parametrize("rule", RULES, ids=str)
only_compiled = pytest.mark.skipif(not compiled(), reason="there is only the readable rule")


# --- what touching means, in small pictures


# S source, T target, # rock
PICTURES = {
    "beside a rock": ("clear", ["S . .", ". # T"]),
    "by the corners of a rock": ("corner", ["S . .", ". # .", ". . T"]),
    "between two rocks that meet": ("blocked", ["S # .", "# . .", ". . T"]),
    "the same at the other end": ("blocked", ["S . #", ". . #", "# # T"]),
    "along rock, on one side": ("edge", [". . . .", "S # # T", ". . . ."]),
    "on both sides, apart": ("edge", [". . . # .", "S # . . T", "# # # # #"]),
    "on both sides at one point": ("blocked", [". . # .", "S # . T", "# # # #"]),
    "along the rim, beside rock": ("blocked", ["S # T"]),
}


def drawn(lines: list[str]) -> tuple[SquareBoard, Any, Any]:
    rows = [line.split() for line in lines]
    board = SquareBoard(len(rows), len(rows[0]))
    ends: dict[str, tuple[int, int]] = {}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign == "#":
                board.set_solid((r, c))
            elif sign in "ST":
                ends[sign] = (r, c)
    return board, ends["S"], ends["T"]


def contact_both_ways(board: SquareBoard, a: Any, b: Any) -> str:
    """Return the contact, after checking that the readable rule, fields and
    pairs agree both ways.
    """
    answer = CornerRule().trace(board, place(board, a, "from"), place(board, b, "to")).contact
    assert answer is not None
    for here, there in ((a, b), (b, a)):
        assert contact_field(board, here, CornerRule())[there] is answer
        assert sees(board, here, there, CornerRule("corners-pass")) is (answer <= Contact.CORNER)
        assert sees(board, here, there, CornerRule("permissive")) is (answer <= Contact.EDGE)
    return str(answer)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str) -> None:
    expected, lines = PICTURES[name]
    assert contact_both_ways(*drawn(lines)) == expected


def test_along_a_wall() -> None:
    """The line runs inside the wall, and the walk stays on one side."""
    board, a, b = drawn([". . .", "S # T", "# # #"])
    assert contact_both_ways(board, a, b) == "edge"
    board.set_edge((0, 1), (1, 1), Wall())
    assert contact_both_ways(board, a, b) == "edge"  # both reach its north side
    board.set_edge((0, 0), (1, 0), Wall())
    assert contact_both_ways(board, a, b) == "blocked"  # one of them cannot


def test_the_ends_of_walls() -> None:
    board, a, b = drawn([". . . .", "S . . T", ". . . ."])
    for col in (1, 2):
        board.set_solid((2, col))
    board.set_edge((1, 1), (1, 2), Wall())
    assert contact_both_ways(board, a, b) == "corner"
    board.set_edge((0, 1), (0, 2), Wall())
    assert contact_both_ways(board, a, b) == "blocked"


# --- against the general kernel, tile by tile


def by_general_kernel(board: SquareBoard, a: Any, rule: CornerRule | CenterRule) -> Any:
    """Decide each tile separately, line by line. The board may not have large figures."""
    tiles = board.tiles()
    found, enough = bytearray(len(tiles)), worst_visible(rule)
    mirror, code = native.mirror_of(board), native.code_of(rule)
    native.core.contacts(mirror, code, (a,), tiles, (), enough, found, general=True)
    return numpy.frombuffer(found, dtype=numpy.uint8) <= enough


def agree(board: SquareBoard, a: Any, rule: CornerRule | CenterRule, why: Any) -> int:
    answer = by_general_kernel(board, a, rule)
    seen = numpy.asarray(field(board, a, rule)).ravel()
    assert numpy.array_equal(seen, answer), (why, a, numpy.flatnonzero(seen != answer)[:5].tolist())
    pairs = numpy.array([(a, tile) for tile in board.tiles()], dtype=numpy.int64)
    assert numpy.array_equal(sees_many(board, pairs, rule), answer), (why, a)
    return len(answer)


@only_compiled
@on_every_rule
def test_fillings_of_three_by_three(rule: CornerRule, record_property) -> None:
    tiles = list(product(range(3), range(3)))
    compared = 0
    for number in range(0, 1 << 9, 1 if THOROUGH else 5):
        board = SquareBoard(3, 3)
        for i, tile in enumerate(tiles):
            board.set_solid(tile, bool(number >> i & 1))
        whole = numpy.array([by_general_kernel(board, a, rule) for a in tiles])
        assert numpy.array_equal(numpy.asarray(all_pairs(board, rule)), whole), number
        for a in tiles[:: 1 if THOROUGH else 2]:
            compared += agree(board, a, rule, number)
    record_property(AMONG, compared)


@only_compiled
@on_every_rule
def test_walls_of_two_by_three(rule: CornerRule, record_property) -> None:
    tiles = list(product(range(2), range(3)))
    edges = [(a, b) for a, b in product(tiles, tiles) if sum(b) - sum(a) == 1]
    edges = [(a, b) for a, b in edges if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    assert len(edges) == 7
    compared = 0
    for number in range(0, 1 << 13, 1 if THOROUGH else 19):
        board = SquareBoard(2, 3)
        for i, tile in enumerate(tiles):
            board.set_solid(tile, bool(number >> i & 1))
        for i, edge in enumerate(edges, 6):
            board.set_edge(*edge, Wall() if number >> i & 1 else None)
        compared += agree(board, tiles[number % 6], rule, number)
    record_property(AMONG, compared)


@only_compiled
@pytest.mark.parametrize("number", range(300 if THOROUGH else 3))
@on_every_rule
def test_boards_of_every_size(rule: CornerRule, number: int, record_property) -> None:
    rng = random.Random(f"grazing {number}")
    rows, cols = rng.choice(((9, 9), (30, 41), (64, 3), (2, 70), (45, 45)))
    board = square_board(rng, rows, cols, plain=True)
    if number % 3 == 2:
        for _ in range(rng.randint(1, 12)):
            free_wall(board, rng, list(board.tiles()))
    compared = 0
    for _ in range(4):
        a = tuple(rng.choice(board.tiles()))
        compared += agree(board, a, rule, number)
        radius, metric = rng.choice((0, 1, 2, 5, 19, 20, 21, 40)), rng.choice(METRICS)
        near = numpy.asarray(field(board, a, rule, radius=radius, metric=metric)).ravel()
        inside = within(board, a, radius, metric)
        assert numpy.array_equal(near, by_general_kernel(board, a, rule) & inside), (a, radius)
        compared += len(near)
    record_property(AMONG, compared)


# --- against the readable rule, and the reference


@pytest.mark.parametrize("number", range(400 if THOROUGH else 6))
@on_every_rule
def test_the_readable_rule(rule: CornerRule, number: int, record_property) -> None:
    """With walls on edges, small and large figures, and free walls on every third board."""
    rng = random.Random(f"grazing, readable {number}")
    board = square_board(rng, rng.randint(1, 7), rng.randint(1, 7), plain=True)
    tiles = list(board.tiles())
    if number % 4 == 1:
        put(board, "large", rng.choice(tiles), 2)
    if number % 3 == 0:
        for _ in range(rng.randint(1, 6)):
            free_wall(board, rng, tiles)
    a = tuple(rng.choice(tiles))
    record_property(COUNTED, compare_source(board, a, rule, rng, number))


@pytest.mark.parametrize("number", range(200 if THOROUGH else 6))
@pytest.mark.parametrize("closed_ends", [False, True], ids=["open-ends", "closed-ends"])
def test_the_reference(closed_ends: bool, number: int, record_property) -> None:
    case = square_case(70_000_000 + 2 * number + closed_ends, most=5)
    found = contact_field(case.board, case.source, CornerRule(closed_ends=closed_ends))
    for tile in case.board.tiles():
        case.target = tuple(tile)
        source, target = case.places()
        answer = reference.corner_contact(
            case.reference(), source.tiles, target.tiles, closed_ends=closed_ends
        )
        assert str(found[tile]) == answer, (number, tile)
    record_property(COUNTED, len(found))


@pytest.mark.parametrize("rule", RULES[:2], ids=str)
def test_a_far_line_that_grazes(rule: CornerRule) -> None:
    """Far from the source, grid points on the line are rare, and walls end on the line."""
    rng = random.Random(f"far {rule}")
    for _ in range(60 if THOROUGH else 2):
        board = SquareBoard(rng.randint(3, 12), rng.randint(30, 60))
        for tile in board.tiles():
            if rng.random() < 0.06:
                board.set_solid(tile)
            elif rng.random() < 0.04 and (tile[0], tile[1] + 1) in board:
                board.set_edge(tile, (tile[0], tile[1] + 1), Wall())
        a = (rng.randrange(board.rows), 0)
        strict, seen = field(board, a, CornerRule()), field(board, a, rule)
        assert set(strict) <= set(seen)
        more = [tile for tile in seen if tile not in strict]
        hidden = [tile for tile in board.tiles() if tile not in seen]
        for tile in rng.sample(more, min(4, len(more))):
            assert readable(board, a, tile, rule)
        for tile in rng.sample(hidden, min(4, len(hidden))):
            assert not readable(board, a, tile, rule)
