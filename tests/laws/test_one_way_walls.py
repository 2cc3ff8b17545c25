"""One-way walls: a walk can cross one only from its right to its left (section 7 of the spec)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    HexBoard,
    SquareBoard,
    Wall,
    check,
    contact,
    field,
    sees,
    trace,
)
from sightline.model.board import Board
from sightline.model.numbers import UNIT
from sightline.rules.rule import Rule
from tests.every_rule import label

RULES: list[Rule] = [
    *(CornerRule(ties) for ties in ("strict", "corners-pass", "permissive", "adjudicated")),
    CornerRule("strict", closed_ends=True),
    CornerRule("permissive", closed_ends=True),
    CenterRule(),
    CenterRule("permissive"),
]
FORTH, BACK = Wall(one_way="forth"), Wall(one_way="back")
on_every_rule = pytest.mark.parametrize("rule", RULES, ids=label)
on_every_grid = pytest.mark.parametrize("grid", ["square", "hex"])
either = pytest.mark.parametrize("free", [False, True], ids=["edges", "free"])


def board_of(grid: str) -> Board:
    return SquareBoard(5, 5) if grid == "square" else HexBoard(radius=2)


def rooms(grid: str) -> list[set[Any]]:
    """Return the middle tile, a larger room and, on squares, a room at the border."""
    if grid == "square":
        return [{(2, 2)}, {(2, 2), (2, 3)}, {(1, 1), (1, 2), (2, 1)}, {(0, 0), (0, 1)}]
    return [{(0, 0)}, {(0, 0), (1, 0)}, {(0, 0), (1, 0), (0, 1)}]


def enclose(board: Board, room: set[Any], wall: Wall, free: bool) -> None:
    """Put such a wall between every tile outside the room and one inside, in this order."""
    grid = board.grid
    for tile in room:
        for other in map(tuple, grid.neighbors(grid.tile(*tile))):
            if other in room or other not in board:
                continue
            if not free:
                board.set_edge(other, tile, wall)
                continue
            (ax, ay), (bx, by) = grid.edge_ends(grid.tile(*tile), grid.tile(*other))
            cx, cy = grid.center(grid.tile(*tile))
            ends = [(Fraction(x, UNIT), Fraction(y, UNIT)) for x, y in ((ax, ay), (bx, by))]
            if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0:  # the room must be to the right
                ends.reverse()
            board.add_wall(ends[0], ends[1], wall)


@on_every_grid
@on_every_rule
@either
def test_a_room_that_stops_lookers_in_is_closed_to_them(grid: str, rule: Rule, free: bool) -> None:
    for room in rooms(grid):
        board, full, plain = board_of(grid), board_of(grid), board_of(grid)
        enclose(board, room, FORTH, free)
        enclose(full, room, Wall(), free)
        inside = [board.grid.tile(*tile) for tile in room]
        outside = [tile for tile in board.tiles() if tuple(tile) not in room]
        for viewer in outside:
            seen = field(board, viewer, rule)
            for target in inside:
                assert target not in seen
                assert contact(board, viewer, target, rule) is Contact.BLOCKED
        viewer, target = outside[0], inside[0]
        sight = trace(board, viewer, target, rule)
        assert sight.contact is Contact.BLOCKED
        assert sight.one_way
        assert check(board, sight), str(check(board, sight))
        for viewer in inside:
            out = set(field(board, viewer, rule))
            assert set(field(full, viewer, rule)) <= out <= set(field(plain, viewer, rule))
            assert any(tile in out for tile in outside)
            # A line leaves a convex room at most once, and never approaches its walls from outside.
            if len(room) < 3 and not getattr(rule, "closed_ends", False):
                assert out == set(field(plain, viewer, rule))


@on_every_grid
@on_every_rule
def test_a_room_that_stops_lookers_out_hides_everybody_else(grid: str, rule: Rule) -> None:
    for room in rooms(grid):
        board, plain = board_of(grid), board_of(grid)
        enclose(board, room, BACK, free=False)
        for viewer in room:
            assert {tuple(tile) for tile in field(board, viewer, rule)} <= room
        outside = next(tile for tile in board.tiles() if tuple(tile) not in room)
        seen = set(field(plain, outside, rule))
        inside = {tile for tile in board.tiles() if tuple(tile) in room}
        assert set(field(board, outside, rule)) & inside == seen & inside


# --- small cases


def line_contact(board: Board, a: str, b: str, start: Any, end: Any) -> Contact:
    """Return the contact of one line between corners, in tile units."""
    sight = trace(board, a, b, CornerRule())
    assert check(board, sight), str(check(board, sight))
    return next(t.contact for t in sight.lines if t.start == start and t.end == end)


def long_wall(x0: int, x1: int, wall: Wall = FORTH) -> SquareBoard:
    """Return two rows of six tiles with a wall between them, whose left side is north."""
    board = SquareBoard(2, 6)
    board.add_wall((x0, 1), (x1, 1), wall)
    return board


def test_a_line_along_one_is_stopped_from_the_stopped_side_only() -> None:
    board = long_wall(0, 6)
    assert line_contact(board, "A1", "F2", (1, 1), (5, 1)) is Contact.BLOCKED
    assert line_contact(board, "A2", "F1", (1, 1), (5, 1)) is Contact.CLEAR
    assert line_contact(board, "A1", "F1", (1, 1), (5, 1)) is Contact.CLEAR
    assert line_contact(board, "A2", "F2", (1, 1), (5, 1)) is Contact.CLEAR
    assert not sees(board, "A1", "F2", CornerRule("permissive"))
    assert sees(board, "A2", "F1", CornerRule())


def test_a_line_gets_round_the_end_of_one() -> None:
    board = long_wall(0, 4)
    assert line_contact(board, "A1", "F2", (1, 1), (5, 1)) is Contact.CLEAR
    board.set_edge("E1", "F1", Wall())  # ends at (5, 1), so there is still a way before it
    assert line_contact(board, "A1", "F2", (1, 1), (5, 1)) is Contact.CLEAR


def test_the_joint_of_two() -> None:
    # The first cannot be crossed downward, the second upward.
    board = long_wall(0, 3)
    board.add_wall((3, 1), (6, 1), BACK)
    assert line_contact(board, "A1", "F2", (1, 1), (5, 1)) is Contact.CLEAR
    assert line_contact(board, "A2", "F1", (1, 1), (5, 1)) is Contact.CLEAR
    board.add_wall((3, 1), (6, 1), FORTH)
    assert line_contact(board, "A1", "F2", (1, 1), (5, 1)) is Contact.BLOCKED


def test_one_that_ends_at_a_corner_of_the_source() -> None:
    # Leave B2 at its top right corner: past the wall to the north, or past the one to the east.
    board = SquareBoard(3, 4)
    board.set_edge("B2", "B1", FORTH)
    board.set_edge("B2", "C2", FORTH)
    assert line_contact(board, "B2", "D1", (2, 1), (3, 1)) is Contact.BLOCKED
    board.set_edge("B2", "C2", BACK)
    assert line_contact(board, "B2", "D1", (2, 1), (3, 1)) is Contact.CLEAR
    assert line_contact(board, "D1", "B2", (3, 1), (2, 1)) is Contact.CLEAR  # through B1
    board.set_edge("B2", "B1", BACK)
    assert line_contact(board, "D1", "B2", (3, 1), (2, 1)) is Contact.BLOCKED


@on_every_rule
def test_neighbors(rule: Rule) -> None:
    for free in (False, True):
        board = SquareBoard(3, 4)
        if free:
            board.add_wall((2, 1), (2, 2), BACK)  # its left side, where the walk continues, is B2
        else:
            board.set_edge("B2", "C2", FORTH)
        assert contact(board, "B2", "C2", rule) is Contact.BLOCKED
        assert all(t.contact is Contact.BLOCKED for t in trace(board, "B2", "C2", rule).lines)
        assert contact(board, "C2", "B2", rule) is Contact.CLEAR
