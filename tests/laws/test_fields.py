"""Fields and batches give exactly the answers of single questions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import (
    RULES,
    HexBoard,
    HexRayRule,
    SquareBoard,
    all_pairs,
    contact_field,
    cover_field,
    field,
    sees,
    sees_many,
    trace,
)
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.reach import MetricName
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, MAKE, on_every_setting, seeds
from tests.scenes import Case

RADII = (0, 1, 2.5, Fraction(7, 2), 3)
METRICS: tuple[MetricName, ...] = ("euclid", "chebyshev", "manhattan", "steps")


def small_case(grid: str, seed: int) -> Case:
    return MAKE[grid](seed, most={"square": 5, "hex": 2}[grid])


def is_within(board: Board, tiles: Any, tile: Any, radius: Any, metric: MetricName) -> bool:
    """Return whether the tile is within the radius of at least one of these tiles."""
    if radius is None:
        return True
    return any(is_near(board, own, tile, radius, metric) for own in tiles)


def is_near(board: Board, middle: Any, tile: Any, radius: Any, metric: MetricName) -> bool:
    """Compare the distance between the centers of two tiles with the radius, as in the spec."""
    a, b = abs(tile[0] - middle[0]), abs(tile[1] - middle[1])
    if isinstance(board, HexBoard):
        dq, dr = tile[0] - middle[0], tile[1] - middle[1]
        return bool(max(abs(dq), abs(dr), abs(dq + dr)) <= radius)
    if metric == "euclid":
        return bool(a * a + b * b <= Fraction(radius) ** 2)
    diagonal, straight = min(a, b), abs(a - b)
    distance = {
        "chebyshev": max(a, b),
        "manhattan": a + b,
        "steps": 3 * diagonal + 2 * straight,
    }
    return bool(distance[metric] <= radius)


@on_every_setting
def test_a_field_is_every_tile_that_is_seen(rule: Rule, grid: str) -> None:
    for number, seed in enumerate(seeds(rule, grid, 4)):
        case = small_case(grid, seed)
        board, source = case.board, case.source
        tiles = case.places()[0].tiles
        seen = {tile for tile in board.tiles() if sees(board, source, tile, rule)}
        whole = field(board, source, rule)
        assert set(whole) == seen, seed
        assert list(whole) == [tile for tile in board.tiles() if tile in seen]  # reading order
        assert len(whole) == len(seen)
        assert all((tile in whole) is (tile in seen) for tile in board.tiles())
        assert numpy.asarray(whole).shape == board.shape
        assert numpy.asarray(whole).ravel().tolist() == [tile in seen for tile in board.tiles()]
        radius = RADII[number % len(RADII)]
        for metric in METRICS:
            limited = field(board, source, rule, radius=radius, metric=metric)
            near = {t for t in seen if is_within(board, tiles, t, radius, metric)}
            if len(tiles) > 1 and getattr(rule, "large", "tiles") == "tiles":
                # For a large viewer it is what any of its tiles sees within the radius of that
                # tile.
                assert set(limited) <= near
                if not any(board.is_solid(own) for own in tiles):
                    parts = [
                        field(board, tuple(t), rule, radius=radius, metric=metric) for t in tiles
                    ]
                    assert set(limited) == {t for part in parts for t in part}, (seed, metric)
            else:
                assert set(limited) == near, (seed, metric, radius)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("radius", [0, 1, 1.5, 2, 3, 5, 5.5])
def test_the_reach_of_a_field(metric: MetricName, radius: float) -> None:
    board = SquareBoard(11, 11)
    seen = field(board, (5, 5), RULES["center"], radius=radius, metric=metric)
    assert set(seen) == {
        t for t in board.tiles() if is_within(board, [(5, 5)], t, Fraction(radius), metric)
    }


def test_a_party_sees_what_anyone_of_it_sees() -> None:
    for rule, grid in (param.values for param in EVERY_SETTING[::5]):
        assert isinstance(rule, Rule)
        case = small_case(str(grid), 77)
        one, other = (field(case.board, t, rule) for t in (case.board.tiles()[0], case.target))
        both = one | other
        assert set(both) == set(one) | set(other)
        assert numpy.array_equal(numpy.asarray(both), numpy.asarray(one) | numpy.asarray(other))
        assert both == other | one


def test_fields_of_other_boards_do_not_join() -> None:
    one = field(SquareBoard(2, 3), (0, 0), RULES["center"])
    other = field(SquareBoard(3, 2), (0, 0), RULES["center"])
    with pytest.raises(InvalidValueError, match="the same tiles"):
        one | other
    assert one != other


@on_every_setting
def test_contacts_and_covers_of_a_field_are_the_traced_ones(rule: Rule, grid: str) -> None:
    seed = seeds(rule, grid, 1)[0] + 500
    case = small_case(grid, seed)
    board, source = case.board, case.source
    if isinstance(rule, HexRayRule):
        covers = cover_field(board, source, rule)
        assert dict(covers) == {t: trace(board, source, t, rule).cover for t in board.tiles()}
        penalties = [covers[t].penalty for t in board.tiles()]
        assert numpy.asarray(covers).tolist() == penalties
        with pytest.raises(InvalidTypeError, match="no contact"):
            contact_field(board, source, rule)
        return
    contacts = contact_field(board, source, rule)
    expected = {t: trace(board, source, t, rule).contact for t in board.tiles()}
    assert dict(contacts) == expected
    assert numpy.asarray(contacts).ravel().tolist() == list(expected.values())
    near = contact_field(board, source, rule, radius=1)
    inside = [is_within(board, case.places()[0].tiles, t, 1, "euclid") for t in board.tiles()]
    assert set(near) == {t for t, is_in in zip(board.tiles(), inside, strict=True) if is_in}
    assert (numpy.asarray(near).ravel() != 255).tolist() == inside
    with pytest.raises(InvalidTypeError, match="HexRayRule"):
        cover_field(board, source, rule)


@on_every_setting
def test_batches_are_single_answers(rule: Rule, grid: str) -> None:
    seed = seeds(rule, grid, 1)[0] + 900
    board = MAKE[grid](seed, most={"square": 4, "hex": 2}[grid]).board
    tiles = list(board.tiles())
    expected = [[sees(board, a, b, rule) for b in tiles] for a in tiles]
    matrix = all_pairs(board, rule)
    assert numpy.asarray(matrix).tolist() == expected
    assert matrix.count() == sum(map(sum, expected))
    assert matrix.counts() == {t: sum(row) for t, row in zip(tiles, expected, strict=True)}
    assert matrix[tiles[0], tiles[-1]] is expected[0][-1]
    pairs = [(a, b) for a in tiles for b in tiles]
    many = sees_many(board, numpy.array(pairs), rule)
    assert many.dtype == bool
    assert many.tolist() == [answer for row in expected for answer in row]
    assert sees_many(board, pairs[:3], rule).tolist() == many[:3].tolist()
    assert sees_many(board, numpy.zeros((0, 2, 2), dtype=int), rule).shape == (0,)
