"""Joining tiles and segments makes the output shorter without changing the picture."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sightline.geometry.outline import joined, region_outline
from sightline.model.cell import HEX, SQUARE
from sightline.model.numbers import UNIT

TILES = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=30)


def area(loops) -> Fraction:
    """Return the area in tiles by the shoelace formula; holes are subtracted."""
    twice = sum(
        ax * by - bx * ay
        for loop in loops
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True)
    )
    return abs(Fraction(twice, 2 * UNIT * UNIT))


@given(TILES)
def test_an_outline_encloses_exactly_its_tiles(tiles) -> None:
    assert area(region_outline(SQUARE, tiles)) == len(tiles)
    assert area(region_outline(HEX, tiles)) == len(tiles)


def test_a_ring_has_two_outlines() -> None:
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    assert sorted(len(loop) for loop in region_outline(SQUARE, ring)) == [4, 4]


SEGMENTS = st.sets(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()).map(
        lambda s: ((s[0], s[1]), (s[0] + s[2], s[1] + (not s[2])))
    ),
    max_size=30,
)


@given(SEGMENTS)
def test_joined_strokes_cover_the_same_segments_once(segments) -> None:
    covered = []
    for stroke in joined(sorted(segments)):
        for (ax, ay), (bx, by) in pairwise(stroke):
            steps = max(abs(bx - ax), abs(by - ay))
            dx, dy = (bx - ax) // steps, (by - ay) // steps
            for i in range(steps):
                a = (ax + dx * i, ay + dy * i)
                covered.append(tuple(sorted((a, (a[0] + dx, a[1] + dy)))))
    assert sorted(covered) == sorted(segments)


def test_a_straight_wall_is_one_stroke() -> None:
    assert joined([((0, 0), (1, 0)), ((2, 0), (3, 0)), ((1, 0), (2, 0))]) == [((0, 0), (3, 0))]
