"""Lines from any part to any part against a slow look at many lines, and the cases of the books."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Wall, sees, trace
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.numbers import UNIT
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import QUICK

BOARDS = 10 if QUICK else 60
LINES = 40 if QUICK else 150
FINE = 960


def _rule(start: str, end: str, touch: TouchRules | None = None, **settings: Any) -> PackRule:
    question = PackQuestion(
        start,  # type: ignore[arg-type]
        end,  # type: ignore[arg-type]
        touch=touch or TouchRules(corner="block", edge="block"),
        blockers={"solid": "hide", "wall": "hide"},
        **settings,
    )
    return PackRule(Pack("area", "Area", "", "", ("square", "hex"), question))


AREA = _rule("area", "area")


def _board(dice: random.Random) -> Board:
    board: Board = SquareBoard(5, 6) if dice.random() < 0.5 else HexBoard(radius=3)
    tiles = list(board.tiles())
    for tile in dice.sample(tiles, dice.randrange(4, 12)):
        board.set_solid(tile)
    for _ in range(dice.randrange(6)):
        tile = dice.choice(tiles)
        near = [each for each in board.grid.neighbours(tile) if each in board]
        board.set_edge(tile, dice.choice(near), Wall())
    if isinstance(board, SquareBoard) and dice.random() < 0.4:
        ends = [(Fraction(dice.randrange(20), 4), Fraction(dice.randrange(20), 4)) for _ in "ab"]
        if ends[0] != ends[1]:
            board.add_wall(ends[0], ends[1], Wall())
    return board


def _is_free(board: Board, one: Any, other: Any, start: Point, end: Point) -> bool:
    """Does nothing touch the line between the two tiles? Slow: everything is asked."""
    line, grid = Line.between(start, end), board.grid
    out, into = meet_tile(line, grid.corners(one)), meet_tile(line, grid.corners(other))
    assert out is not None
    assert into is not None
    met = [
        meet_tile(line, grid.corners(tile))
        for tile in board.solid_tiles()
        if tile not in (one, other)
    ]
    met += [meet_segment(line, *grid.edge_ends(a, b)) for a, b, _ in board.edges()]
    met += [meet_segment(line, *ends) for ends, _ in board.wall_items()]
    return not any(hit and hit.hi >= out.hi and hit.lo <= into.lo for hit in met)


def _inside(dice: random.Random, board: Board, tile: Any) -> Point:
    """A random point inside a tile: a mean of its corners, none of which weighs nothing."""
    corners = board.grid.corners(tile)
    weights = [dice.randrange(1, FINE) for _ in corners]
    x, y = (
        Fraction(sum(w * c[i] for w, c in zip(weights, corners, strict=True)), sum(weights))
        for i in (0, 1)
    )
    return round(x), round(y)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_no_free_line_is_missed_and_those_found_are_free(seed: int) -> None:
    dice = random.Random(f"area {seed}")
    board = _board(dice)
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    one, other = dice.sample(floor, 2)
    sight = trace(board, one, other, AREA)
    if sight.visible:
        start, end = ((x * UNIT, y * UNIT) for x, y in sight.line)
        assert _is_free(board, one, other, start, end)
        return
    for _ in range(LINES):
        start, end = _inside(dice, board, one), _inside(dice, board, other)
        assert not _is_free(board, one, other, start, end), (one, other, start, end)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_more_parts_see_more(seed: int) -> None:
    """Whoever sees from a corner sees from any part; whom touches do not stop sees more."""
    dice = random.Random(f"nested {seed}")
    board = _board(dice)
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    one, other = dice.sample(floor, 2)
    from_corner = sees(board, one, other, _rule("corners", "area"))
    by_any = sees(board, one, other, AREA)
    lenient = sees(board, one, other, _rule("area", "area", TouchRules(pinch="pass")))
    assert from_corner <= by_any <= lenient
    closed = sees(board, one, other, _rule("corners", "area", ends="closed"))
    assert closed <= from_corner
    back = sees(board, other, one, _rule("area", "corners"))
    assert back == from_corner


def _drawn(drawing: str) -> SquareBoard:
    return SquareBoard.from_text(drawing)


@pytest.mark.parametrize(
    ("drawing", "strict", "lenient"),
    [
        ("A..B\n....", True, True),
        ("A.#.B\n.....\n.....", False, False),  # every line along the pillar starts on its border
        ("A#\n#B", False, True),  # through the point where two meet
        ("A.#.\n.#..\n...B", False, True),
        ("..#..\nA.#.B\n..#..", False, False),
        ("A.#..\n....B", True, True),
    ],
)
def test_any_part_to_any_part(drawing: str, strict: bool, lenient: bool) -> None:
    board = _drawn(drawing)
    assert sees(board, "A", "B", AREA) is strict
    assert sees(board, "A", "B", _rule("area", "area", TouchRules(pinch="pass"))) is lenient


def test_a_corner_out_of_which_one_cannot_get_does_not_see() -> None:
    # The shared corner of A and B is squeezed between two pillars.
    assert not sees(_drawn("A#\n#B"), "A", "B", _rule("corners", "area", swap=True))
    assert sees(_drawn("A#\n.B"), "A", "B", _rule("corners", "area", swap=True))


def test_swap_takes_a_corner_of_either() -> None:
    """Somewhere only the other's corners see, and then both ways see it."""
    dice = random.Random(5)
    differ = 0
    for _ in range(200):
        board = _board(dice)
        floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
        one, other = dice.sample(floor, 2)
        rules = [_rule("corners", "area"), _rule("area", "corners")]
        forth, back = (sees(board, one, other, rule) for rule in rules)
        both = sees(board, one, other, _rule("corners", "area", swap=True))
        assert both == (forth or back)
        differ += forth != back
    assert differ


@pytest.mark.parametrize(
    ("solid", "walls", "look", "seen"),
    [
        ([(7, 0), (8, -2), (9, -1)], [], ((8, -1), (5, -1)), True),
        ([(7, 0), (8, -2), (9, -1)], [], ((7, -1), (5, -1)), True),
        ([], [((5, 3), (6, 2)), ((6, 2), (7, 1))], ((4, 3), (10, 0)), True),
        ([(6, 0)], [], ((6, -1), (6, 1)), False),
        ([], [((6, 0), (6, 1))], ((6, 0), (6, 1)), True),
    ],
)
def test_cases_of_frosthaven(solid: Any, walls: Any, look: Any, seen: bool) -> None:
    board = HexBoard(radius=12)
    for tile in solid:
        board.set_solid(tile)
    for a, b in walls:
        board.set_edge(a, b, Wall())
    assert sees(board, look[0], look[1], AREA) is seen
    assert sees(board, look[1], look[0], AREA) is seen
