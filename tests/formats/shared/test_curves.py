"""Chains stay within the error bound, measured at many points of the true curve."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest

from sightline.errors import FormatError
from sightline.formats.shared import curves
from sightline.formats.shared.curves import MAX_ERROR, arc, bezier, ellipse

HALF = Fraction(1, 2)


def spot(x, y):
    return Fraction(x), Fraction(y)


def distance(point, one, other):
    """Return the distance from a point to a segment, in floats."""
    (px, py), (ax, ay), (bx, by) = point, one, other
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = (
        0
        if not length
        else max(0, min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    )
    return math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))


def furthest(curve, chain):
    """Return the largest distance of a point on the curve from the chain."""
    pieces = list(pairwise([(float(x), float(y)) for x, y in chain]))
    return max(min(distance(point, *piece) for piece in pieces) for point in curve)


@pytest.mark.parametrize("error", [MAX_ERROR, Fraction(1, 7), Fraction(1, 1000)])
@pytest.mark.parametrize(
    "radius", [Fraction(1, 5), HALF, Fraction(5, 2), Fraction(9), Fraction(60)]
)
def test_a_circle(radius, error) -> None:
    ring = ellipse(spot(3, -2), (radius, radius), error)
    assert ring[0] == ring[-1]
    assert len(set(ring)) == len(ring) - 1
    assert all((x - 3) ** 2 + (y + 2) ** 2 == radius**2 for x, y in ring)
    extremes = {spot(3 + radius, -2), spot(3 - radius, -2)}
    extremes |= {spot(3, radius - 2), spot(3, -2 - radius)}
    assert extremes <= set(ring)
    # Each piece is exactly furthest from the circle at its middle.
    for (x0, y0), (x1, y1) in pairwise(ring):
        middle = (x0 + x1) / 2 - 3, (y0 + y1) / 2 + 2
        if radius > error:
            assert middle[0] ** 2 + middle[1] ** 2 >= (radius - error) ** 2


def test_no_more_pieces_than_needed() -> None:
    """One corner fewer in each quarter would exceed the error."""
    for radius in (1, 3, 10, 44):
        ring = ellipse(spot(0, 0), spot(radius, radius))
        fewer = len(ring) - 1 - 4
        sagitta = radius * (1 - math.cos(math.pi / fewer))
        assert sagitta > 1 / 50


def test_it_goes_clockwise_on_the_map() -> None:
    ring = ellipse(spot(0, 0), spot(1, 1))
    assert ring[0] == spot(1, 0)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise(ring))
    assert area > 0  # right, then down: y grows downward
    assert ring[1][1] > 0


def test_ellipses_and_arcs() -> None:
    chance = random.Random(13)
    for _ in range(60):
        radii = Fraction(chance.randint(1, 900), 100), Fraction(chance.randint(1, 900), 100)
        center = spot(chance.randint(-9, 9), chance.randint(-9, 9))
        start, sweep = chance.uniform(-400, 400), chance.uniform(-360, 360)
        error = Fraction(chance.choice([1, 3]), 50)
        chain = arc(center, radii, start, sweep, error)
        angles = [math.radians(start + sweep * step / 400) for step in range(401)]
        true = [
            (
                float(center[0] + radii[0] * Fraction(math.cos(angle))),
                float(center[1] + radii[1] * Fraction(math.sin(angle))),
            )
            for angle in angles
        ]
        assert furthest(true, chain) <= float(error) + 1e-9
        for corner in chain:
            across, down = (corner[0] - center[0]) / radii[0], (corner[1] - center[1]) / radii[1]
            assert across**2 + down**2 == 1
        for end, wanted in ((chain[0], true[0]), (chain[-1], true[-1])):
            assert math.dist([float(value) for value in end], wanted) < 1e-6


def test_quarter_turns_are_exact() -> None:
    chain = arc(spot(0, 0), spot(2, 3), 90, 90)
    assert (chain[0], chain[-1]) == (spot(0, 3), spot(-2, 0))
    back = arc(spot(0, 0), spot(2, 3), 0, -90)
    assert (back[0], back[-1]) == (spot(2, 0), spot(0, -3))


def test_more_than_a_full_turn_is_one() -> None:
    assert arc(spot(0, 0), spot(1, 1), 0, 800) == ellipse(spot(0, 0), spot(1, 1))
    assert arc(spot(0, 0), spot(1, 1), 0, -800) == arc(spot(0, 0), spot(1, 1), 0, -360)


def test_a_dot_keeps_a_shape() -> None:
    ring = ellipse(spot(0, 0), (Fraction(1, 100), Fraction(1, 100)))
    assert len(ring) == 5
    assert ellipse(spot(1, 1), spot(0, 0)) == [spot(1, 1)] * 5


def test_bezier_curves() -> None:
    chance = random.Random(14)
    for _ in range(80):
        count = chance.choice([2, 3, 4])
        points = [
            (Fraction(chance.randint(-500, 500), 100), Fraction(chance.randint(-500, 500), 100))
            for _ in range(count)
        ]
        chain = bezier(points)
        assert (chain[0], chain[-1]) == (points[0], points[-1])
        true = []
        for step in range(301):
            t = step / 300
            weights = [
                math.comb(count - 1, i) * t**i * (1 - t) ** (count - 1 - i) for i in range(count)
            ]
            true.append(
                tuple(
                    sum(w * float(p[axis]) for w, p in zip(weights, points, strict=True))
                    for axis in (0, 1)
                )
            )
        assert furthest(true, chain) <= 1 / 50 + 1e-9


def test_a_straight_curve_is_one_piece() -> None:
    assert bezier([spot(0, 0), spot(3, 1)]) == [spot(0, 0), spot(3, 1)]
    assert bezier([spot(0, 0), spot(1, 1), spot(2, 2)]) == [spot(0, 0), spot(2, 2)]


def test_a_parabola_takes_exactly_the_pieces_of_the_bound() -> None:
    """For three points the bound is sharp: the chord is off by bend / (4 n²)."""
    points = [spot(0, 0), spot(1, 0), spot(2, 1)]  # bend 1: n² >= 50 / 4
    assert len(bezier(points)) - 1 == 4
    assert len(bezier(points, Fraction(1, 64))) - 1 == 4
    assert len(bezier(points, Fraction(1, 65))) - 1 == 5


@pytest.mark.parametrize(
    "call",
    [
        lambda: bezier([spot(0, 0)]),
        lambda: bezier([spot(0, 0)] * 5),
        lambda: bezier([spot(0, 0), spot(10**12, 0), spot(0, 0)]),
        lambda: ellipse(spot(0, 0), spot(10**9, 1)),
        lambda: arc(spot(0, 0), spot(1, 1), math.inf, 90),
        lambda: arc(spot(0, 0), spot(1, 1), 0, math.nan),
    ],
)
def test_bad_curves_are_refused(call) -> None:
    with pytest.raises(FormatError, match=r"control points|pieces|angles"):
        call()


def test_the_limit_is_kept(monkeypatch) -> None:
    monkeypatch.setattr(curves, "MAX_PIECES", 4)
    points = [spot(0, 0), spot(1, 0), spot(2, 1)]
    assert len(bezier(points)) == 5
    with pytest.raises(FormatError, match="more than 4 pieces"):
        bezier(points, Fraction(1, 65))


def test_chords_are_judged_exactly() -> None:
    """The error of a chord is measured at its middle. For these, 20 pieces are just enough."""
    right, slanted, down = (5, 0, 5), (4, 3, 5), (0, 5, 5)
    assert not curves._are_close([right, down], Fraction(1), MAX_ERROR)
    assert not curves._are_close([right, (-5, 0, 5)], Fraction(1), MAX_ERROR)
    # From (3, 4) to (3, -4) the chord is 3/5 of the radius from the center.
    upright = [(3, 4, 5), (3, -4, 5)]
    assert curves._are_close(upright, Fraction(50), Fraction(20))
    assert not curves._are_close(upright, Fraction(50), Fraction(20) - Fraction(1, 10**9))
    level = [(4, 3, 5), (-4, 3, 5)]
    assert curves._are_close(level, Fraction(50), Fraction(20))
    assert not curves._are_close(level, Fraction(50), Fraction(20) - Fraction(1, 10**9))
    assert not curves._are_close([right, slanted, down], Fraction(50), Fraction(1))
