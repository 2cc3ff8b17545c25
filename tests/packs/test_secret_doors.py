"""A secret door is a wall in every pack, since a pack that sees through doors would reveal it."""

from __future__ import annotations

import pytest

from sightline import Door, SquareBoard, check, field, sees, trace
from sightline.model.place import place
from sightline.packs.schema import LinePoints, Pack, PackQuestion
from sightline.rules.pack import PackRule


def through_doors(points: LinePoints) -> PackRule:
    """Return a pack in which walls block and doors do not."""
    return PackRule(
        Pack(
            name="glass-doors",
            title="Glass doors",
            summary="Doors are of glass.",
            source="a test",
            grids=("square",),
            symmetric=True,
            sight=PackQuestion(start=points, end=points, blockers={"wall": "hide"}),
        )
    )


@pytest.mark.parametrize("points", ["center", "corners", "area"])
@pytest.mark.parametrize("is_free", [False, True], ids=["on an edge", "free"])
@pytest.mark.parametrize(("state", "seen"), [("closed", True), ("locked", True), ("secret", False)])
def test_a_pack_looks_through_doors_but_not_secret_ones(points, is_free, state, seen):
    board = SquareBoard(1, 3)
    if is_free:
        board.add_wall((2, -1), (2, 2), Door(state))
    else:
        board.set_edge((0, 1), (0, 2), Door(state))
    rule = through_doors(points)
    sight = trace(board, (0, 0), (0, 2), rule)
    assert sees(board, (0, 0), (0, 2), rule) is seen
    assert rule.sees(board, place(board, (0, 0), "from"), place(board, (0, 2), "to")) is seen
    assert ((0, 2) in field(board, (0, 0), rule)) is seen
    assert sight.visible is seen
    assert check(board, sight)
