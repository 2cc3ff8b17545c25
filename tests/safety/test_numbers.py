"""Extreme numbers and unusual arrays give the right answer or one of our errors, never a crash."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SightlineError,
    SquareBoard,
    field,
    sees,
    sees_many,
)
from sightline.model.board import Board
from sightline.model.reach import MetricName
from sightline.rules.rule import Rule

WORLDS: list[Any] = [
    pytest.param(SquareBoard(9, 9), CenterRule(), id="center"),
    pytest.param(SquareBoard(9, 9), CornerRule(), id="corner"),
    pytest.param(SquareBoard(9, 9), CornerRule("permissive"), id="corner-permissive"),
    pytest.param(HexBoard(4), HexRayRule(), id="hexray"),
    pytest.param(HexBoard(4), CenterRule(), id="hex-center"),
]
in_every_world = pytest.mark.parametrize(("board", "rule"), WORLDS)
METRICS: tuple[MetricName, ...] = ("euclid", "chebyshev", "manhattan", "steps")
HUGE = [2**20, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64, 10**30, 10**99, 10**300]
LIMITS = [2**31, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]


@in_every_world
@pytest.mark.parametrize("metric", METRICS)
def test_a_huge_radius_is_no_radius(board: Board, rule: Rule, metric: MetricName) -> None:
    whole = field(board, (4, 0), rule)
    others: list[Any] = [1e300, Fraction(10**30, 7), Decimal("1e200"), numpy.uint64(2**64 - 1)]
    for radius in (*HUGE, *others):
        assert field(board, (4, 0), rule, radius=radius, metric=metric) == whole, radius


@in_every_world
@pytest.mark.parametrize(
    "radius",
    [-1, -(2**31), -(2**63), -(2**63) - 1, -(10**30), True, False, math.nan, math.inf, -math.inf]
    + [-0.5, "3", b"3", [3], (3,), 1j, object(), numpy.nan, numpy.array([1, 2]), 10**400]
    + [Decimal("nan"), Decimal(-1), numpy.bool_(True), -1e-300],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_radius_is_refused(board: Board, rule: Rule, radius: Any) -> None:
    for metric in METRICS:
        with pytest.raises(SightlineError):
            field(board, (0, 0), rule, radius=radius, metric=metric)


@in_every_world
@pytest.mark.parametrize(
    "metric", ["", "Euclid", None, 0, [], {}, ("euclid",), b"euclid", numpy.array([1, 2])], ids=repr
)
def test_what_is_no_metric_is_refused(board: Board, rule: Rule, metric: Any) -> None:
    for radius in (None, 3, 2.5):
        with pytest.raises(SightlineError, match="metric"):
            field(board, (0, 0), rule, radius=radius, metric=metric)


@in_every_world
def test_positions_beyond_every_number_of_the_machine(board: Board, rule: Rule) -> None:
    sees(board, (0, 0), (1, 1), rule)
    for number in LIMITS:
        for at in ((number, 0), (0, number), (-number, 0), (0, -number), (number, -number)):
            for ask in (
                lambda at=at: sees(board, at, (0, 0), rule),
                lambda at=at: sees(board, (0, 0), at, rule),
                lambda at=at: sees(board, at, at, rule),
                lambda at=at: field(board, at, rule),
                lambda at=at: field(board, at, rule, radius=3),
                lambda at=at: sees_many(board, [[at, (0, 0)]], rule),
                lambda at=at: sees_many(board, [[(0, 0), at]], rule),
            ):
                with pytest.raises(SightlineError):
                    ask()


@in_every_world
def test_pairs_that_wrap_around_are_refused(board: Board, rule: Rule) -> None:
    """2^64 - 1 is -1 in 64 bits, and a hex with that coordinate exists."""
    for dtype, number in (
        (numpy.uint64, 2**64 - 1),
        (numpy.uint64, 2**63),
        (numpy.int64, 2**63 - 1),
        (numpy.int64, -(2**63)),
        (numpy.int64, 2**32),
        (numpy.int64, 2**32 + 1),
        (numpy.uint32, 2**32 - 1),
        (numpy.uint8, 255),
    ):
        for place in range(4):
            pairs = numpy.zeros((3, 2, 2), dtype=dtype)
            pairs.reshape(3, 4)[1, place] = number
            with pytest.raises(SightlineError, match="pair 1"):
                sees_many(board, pairs, rule)


@in_every_world
def test_pairs_of_every_whole_type(board: Board, rule: Rule) -> None:
    tiles = [tuple(tile) for tile in board.tiles() if min(tile) >= 0]
    pairs = [(a, b) for a in tiles for b in tiles[::3]]
    expected = [sees(board, a, b, rule) for a, b in pairs]
    for dtype in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i2", ">i8", "<u4", ">u8"):
        assert sees_many(board, numpy.array(pairs, dtype=dtype), rule).tolist() == expected, dtype
    whole = numpy.array(pairs)
    for view in (
        numpy.asfortranarray(whole),
        numpy.repeat(whole, 2, axis=0)[::2],
        whole[::-1][::-1],
        numpy.stack([whole, whole], axis=-1)[..., 0],
        numpy.frombuffer(whole.tobytes(), dtype=whole.dtype).reshape(whole.shape),  # read-only
        whole.tolist(),
        [tuple(map(tuple, pair)) for pair in whole.tolist()],
    ):
        assert sees_many(board, view, rule).tolist() == expected
    turned = whole.transpose(0, 2, 1)[:, ::-1].transpose(0, 2, 1)[..., ::-1]
    assert sees_many(board, turned, rule).tolist() == expected


@in_every_world
@pytest.mark.parametrize(
    "pairs",
    [
        numpy.zeros((2, 2, 2)),
        numpy.zeros((2, 2, 2), dtype=bool),
        numpy.zeros((2, 2, 2), dtype=complex),
        numpy.zeros((2, 2, 2), dtype="M8[s]"),
        numpy.zeros((2, 2, 2), dtype=object),
        numpy.zeros((2, 4), dtype=int),
        numpy.zeros((2, 2, 3), dtype=int),
        numpy.zeros((2, 3, 2), dtype=int),
        numpy.int64(3),
        numpy.full((2, 2, 2), numpy.nan),
        [[["a", "b"], ["c", "d"]]],
        [[[10**30, 0], [0, 0]]],
        [[[0.0, 1.0], [0.0, 0.0]]],
        "pairs",
        7,
        None,
    ],
    ids=lambda value: f"{getattr(value, 'dtype', '')}{getattr(value, 'shape', value)}"[:30],
)
def test_what_are_no_pairs_is_refused(board: Board, rule: Rule, pairs: Any) -> None:
    with pytest.raises(SightlineError):
        sees_many(board, pairs, rule)
