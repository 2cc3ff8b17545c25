"""Each reading listed in `contact`, on the smallest board that shows it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference.contact import (
    Point,
    Scene,
    center_contact,
    corner_contact,
    line_contact,
    line_manner,
)

HALF = Fraction(1, 2)


def board(rows: int, cols: int, **more: object) -> Scene:
    return Scene("square", rows, cols, **more)  # type: ignore[arg-type]


def test_1_a_line_of_no_length_is_a_line() -> None:
    assert corner_contact(board(2, 2), ((0, 0),), ((1, 1),)) == "clear"
    divided = board(2, 2, free=[((1, 0), (1, 2))])
    assert corner_contact(divided, ((0, 0),), ((1, 1),)) == "blocked"


def test_2_the_wall_between_neighbors_hides_on_every_line() -> None:
    walled = board(3, 2, walls=[((1, 0), (1, 1))])
    for start, stop in (((1, 1), (1, 1)), ((1, 1), (1, 2)), ((0, 1), (2, 2)), ((1, 2), (2, 1))):
        assert line_contact(walled, start, stop, ((1, 0),), ((1, 1),)) == "blocked"
        assert line_manner(walled, start, stop, ((1, 0),), ((1, 1),)) == "through"
    # These neighbors share only a corner, not an edge, so only the walk decides.
    assert corner_contact(walled, ((0, 0),), ((1, 1),)) == "clear"


def test_2_on_hexes_a_line_may_go_round_it() -> None:
    cells = {(0, 0), (1, 0), (0, 1), (1, -1)}
    walled = Scene("hex", cells=cells, walls=[((0, 0), (1, 0))])
    assert corner_contact(walled, ((0, 0),), ((1, 0),)) == "clear"
    walled.solid = {(0, 1), (1, -1)}
    assert corner_contact(walled, ((0, 0),), ((1, 0),)) == "blocked"


@pytest.mark.parametrize(
    ("free", "answer"),
    [
        ([((1, 1), (1, 2))], "blocked"),
        ([((1, 0), (1, 2 - HALF)), ((1, 1 + HALF), (1, 3))], "blocked"),
        ([((1, 1), (1, 2 - HALF))], "clear"),
    ],
)
def test_3_free_walls_may_cover_an_edge_together(
    free: list[tuple[Point, Point]], answer: str
) -> None:
    assert corner_contact(board(3, 2, free=free), ((1, 0),), ((1, 1),)) == answer


def test_4_closed_ends_count_at_a_point_and_free_walls_too() -> None:
    for fence in (board(2, 2, walls=[((1, 0), (1, 1))]), board(2, 2, free=[((1, 1), (1, 2))])):
        for closed, answer in ((False, "clear"), (True, "corner")):
            asked = ((1, 1), (1, 1), ((0, 0),), ((1, 1),))
            assert line_contact(fence, *asked, closed_ends=closed) == answer


def test_5_a_wall_across_the_middle_of_a_figure_is_a_touch() -> None:
    snake = board(1, 3, walls=[((0, 0), (0, 1))])
    assert center_contact(snake, ((0, 0), (0, 1)), ((0, 2),), large="middle") == "corner"
    assert center_contact(snake, ((0, 0), (0, 1)), ((0, 2),)) == "clear"


def test_6_a_free_wall_there_is_none_unless_it_lasts() -> None:
    snake = board(1, 3, free=[((1, 0), (1, 1))])
    assert center_contact(snake, ((0, 0), (0, 1)), ((0, 2),), large="middle") == "clear"
    along = board(1, 3, free=[((1, HALF), (2, HALF))])
    assert center_contact(along, ((0, 0), (0, 1)), ((0, 2),), large="middle") == "edge"


def test_7_the_walk_starts_in_the_tile_that_looks() -> None:
    walls = [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    corridor = board(2, 3, walls=walls, free=[((2, 1), (2 + HALF, 1))])
    assert corner_contact(corridor, ((0, 1), (0, 2)), ((0, 0),)) == "edge"
    asked = ((2, 1), (1, 1), ((0, 2),), ((0, 0),))
    assert line_contact(corridor, *asked, transparent=((0, 1),)) == "blocked"


def test_8_only_that_tile_is_left_out_not_its_figure() -> None:
    fence = board(2, 4, walls=[((0, 1), (1, 1))])
    asked = ((1, 1), (3, 1), ((0, 0),), ((0, 3),))
    assert line_contact(fence, *asked, transparent=((0, 1),)) == "edge"
    asked = ((1, 1), (3, 1), ((0, 1),), ((0, 3),))
    assert line_contact(fence, *asked, transparent=((0, 0),)) == "clear"


def test_9_solid_hexes_beyond_are_tiles_the_outside_of_squares_is_none() -> None:
    third = Fraction(1, 3)
    for outside, answer in (("open", "clear"), ("solid", "corner")):
        row = {(0, 0), (1, 0), (2, 0), (3, 0)}
        ribbon = Scene("hex", cells=row, outside=outside)  # type: ignore[arg-type]
        # This is beyond the foot of the hex above the joint of the middle two.
        asked = ((2 * third, -third), (8 * third, -third), ((0, 0),), ((3, 0),))
        assert line_contact(ribbon, *asked) == answer
    rim = board(1, 3, solid={(0, 1)})
    assert line_manner(rim, (1, 0), (2, 0), ((0, 0),), ((0, 2),)) == "through"


PINCH = {(0, 1), (1, 0)}


def test_10_a_pinch() -> None:
    asked = ((1, 1), (1, 1), ((0, 0),), ((1, 1),))
    assert line_manner(board(2, 2, solid=PINCH), *asked) == "pinch"
    assert line_manner(board(2, 2), *asked) is None
    # A wall that ends there, even between the two tiles' outer sides, means it is not a pinch.
    walled = board(2, 2, solid=PINCH, free=[((1, 1), (1 + HALF, HALF))])
    assert line_manner(walled, *asked) == "through"


def test_11_a_seam_of_several_pairs() -> None:
    rock = {(0, 1), (1, 1), (0, 2), (1, 2)}
    asked = ((1, 1), (3, 1), ((0, 0),), ((0, 3),))
    assert line_manner(board(2, 4, solid=rock), *asked) == "seam"
    assert line_manner(board(2, 4, solid=rock, walls=[((0, 1), (1, 1))]), *asked) == "through"
    # A free wall crosses it, at a joint or between joints.
    for x in (2, 1 + HALF):
        crossed = board(2, 4, solid=rock, free=[((x, HALF), (x, 1 + HALF))])
        assert line_manner(crossed, *asked) == "through"


def test_12_pinches_and_seams_together_are_a_seam() -> None:
    rock = {(0, 1), (1, 1), (1, 2), (0, 3)}
    asked = ((1, 1), (3, 1), ((0, 0),), ((1, 3),))
    assert line_manner(board(2, 4, solid=rock), *asked) == "seam"
    assert line_manner(board(2, 4, solid={(1, 2), (0, 3)}), *asked) == "pinch"


def test_13_a_thick_blocker_on_the_way_is_through() -> None:
    asked = ((1, 0), (2, 1), ((0, 0),), ((0, 2),))
    assert line_manner(board(1, 3, solid={(0, 1)}), *asked) == "through"


def test_a_corner_line_joins_one_tile_to_one_tile() -> None:
    with pytest.raises(ValueError, match="transparent"):
        line_contact(board(1, 4), (2, 0), (3, 0), ((0, 0), (0, 1)), ((0, 3),))
