"""Chains of straight walls with doors cut into them."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.shared.chains import FINE, WallRun, counted, length
from sightline.model.threshold import Wall

corner = st.tuples(st.integers(-9, 9).map(Fraction), st.integers(-9, 9).map(Fraction))
corners = st.lists(corner, min_size=2, max_size=7)


def spots(*numbers: int) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(x), Fraction(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def measured(parts) -> int:
    return sum(length(one, other) for part in parts for one, other in pairwise(part))


def test_lengths_are_whole_steps() -> None:
    assert length(*spots(0, 0, 3, 4)) == 5 * FINE
    assert length(*spots(0, 0, 1, 1)) == 1_414_213_562
    assert WallRun(spots(0, 0, 3, 4, 3, 5), closed=False).total == 6 * FINE
    assert WallRun(spots(0, 0, 3, 0, 3, 4), closed=True).total == 12 * FINE


def test_a_place_beside_a_piece() -> None:
    chain = WallRun(spots(0, 0, 4, 0, 4, 4), closed=False)
    assert chain.beside(0, spots(1, 7)[0]) == FINE
    assert chain.beside(1, spots(9, 3)[0]) == 7 * FINE
    assert chain.beside(0, spots(-3, 1)[0]) == 0
    assert chain.beside(1, spots(4, 9)[0]) == 8 * FINE
    assert chain.at(7 * FINE) == spots(4, 3)[0]
    assert chain.at(0) == chain.spots[0]
    assert chain.at(chain.total) == chain.spots[-1]


def test_a_gap_goes_round_a_closed_chain_and_stops_at_an_open_one() -> None:
    square = spots(0, 0, 4, 0, 4, 4, 0, 4)
    ring, row = WallRun(square, closed=True), WallRun(square, closed=False)
    assert ring.spans(-FINE, FINE) == [(15 * FINE, 16 * FINE), (0, FINE)]
    assert ring.spans(15 * FINE, 17 * FINE) == [(15 * FINE, 16 * FINE), (0, FINE)]
    assert row.spans(-FINE, FINE) == [(0, FINE)]
    assert row.spans(11 * FINE, 14 * FINE) == [(11 * FINE, 12 * FINE)]
    assert ring.spans(15 * FINE, 16 * FINE) == [(15 * FINE, 16 * FINE)]
    assert ring.spans(0, FINE) == [(0, FINE)]
    assert ring.spans(33 * FINE, 34 * FINE) == [(FINE, 2 * FINE)]
    assert ring.without([(-FINE, FINE)]) == [spots(1, 0, 4, 0, 4, 4, 0, 4, 0, 1)]
    assert ring.without([(-99 * FINE, 99 * FINE)]) == []


def test_a_gap_over_a_corner_follows_the_wall() -> None:
    chain = WallRun(spots(0, 0, 4, 0, 4, 4), closed=False)
    assert chain.part(3 * FINE, 5 * FINE) == spots(3, 0, 4, 0, 4, 1)
    assert chain.part(4 * FINE, 5 * FINE) == spots(4, 0, 4, 1)
    assert chain.part(3 * FINE, 4 * FINE) == spots(3, 0, 4, 0)
    assert chain.without([(3 * FINE, 5 * FINE)]) == [spots(0, 0, 3, 0), spots(4, 1, 4, 4)]


def test_gaps_that_touch_or_overlap_are_one() -> None:
    chain = WallRun(spots(0, 0, 9, 0), closed=False)
    gaps = [(5 * FINE, 6 * FINE), (2 * FINE, 3 * FINE), (3 * FINE, 4 * FINE), (2 * FINE, 4 * FINE)]
    assert chain.without(gaps) == [spots(0, 0, 2, 0), spots(4, 0, 5, 0), spots(6, 0, 9, 0)]


@given(
    corners, st.booleans(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=4)
)
def test_what_is_cut_and_what_is_left_is_the_whole(points, closed, wanted) -> None:
    """A slow reference marks every tenth of a unit as belonging to one piece."""
    chain = WallRun(points, closed=closed)
    if chain.total == 0:
        return
    gaps = [(start * FINE, (start + wide) * FINE) for start, wide in wanted]
    left = chain.without(gaps)
    covered = [span for gap in gaps for span in chain.spans(*gap) if span[0] < span[1]]
    step = FINE // 10
    free = sum(
        all(not start <= place < end for start, end in covered)
        for place in range(0, chain.total, step)
    )
    assert abs(measured(left) - free * step) <= (len(covered) + 2) * step
    for part in left:
        assert len(part) > 1


def test_a_chain_of_one_point_is_nothing() -> None:
    chain = WallRun(spots(1, 1), closed=False)
    assert (chain.pieces, chain.total, chain.without([])) == (0, 0, [])
    assert WallRun([], closed=True).pieces == 0


@pytest.mark.parametrize("closed", [False, True])
def test_pieces_without_length_do_no_harm(closed) -> None:
    chain = WallRun(spots(0, 0, 0, 0, 2, 0, 2, 0), closed=closed)
    assert chain.beside(0, spots(5, 5)[0]) == 0
    assert chain.part(0, FINE)[0] == spots(0, 0)[0]
    assert chain.part(0, FINE)[-1] == spots(1, 0)[0]


def test_the_last_segment_that_is_one_too_many() -> None:
    """A chain has one point more than segments, so a single point has none."""
    most = [(spots(0, 0) * (MAX_SEGMENTS + 1), Wall(), "a"), (spots(0, 0), Wall(), "b")]
    assert counted(most) == most
    with pytest.raises(FormatError, match="c: more than 100,000 wall segments"):
        counted([*most, (spots(0, 0, 1, 1), Wall(), "c")])
