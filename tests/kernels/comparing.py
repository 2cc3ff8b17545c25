"""Compare the answers of the public functions with those of the readable rule."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy

from sightline import Hex, HexBoard, Square, field, sees, sees_many
from sightline.model.board import Board
from sightline.model.place import Place, place
from sightline.model.reach import MetricName
from sightline.rules.rule import Rule
from tests.kernels.boards import some_source

METRICS: tuple[MetricName, ...] = ("euclid", "chebyshev", "manhattan", "steps")
RADII: tuple[Any, ...] = (
    *range(26),
    *(0, 1, 2, 19, 20, 21, 39, 40, 41, 42, 43),
    *(2.5, 3.0, Fraction(7, 2), 20.5, Fraction(41, 2)),
    *(100, 10**6, 2**62, 10**30),
)
LOOKS = 6
Bools = numpy.ndarray[Any, Any]


def readable(board: Board, a: Any, b: Any, rule: Rule) -> bool:
    """Return the answer of the readable rule, computed without kernels."""
    return rule.sees(board, place(board, a, "from"), place(board, b, "to"))


def truth(board: Board, a: Any, rule: Rule, ranks: Any = None) -> Bools:
    """Return the readable rule's answers for all tiles in the order of
    `tiles()`, or for `ranks`.
    """
    return truth_from(board, place(board, a, "from"), rule, ranks)


def truth_from(board: Board, source: Place, rule: Rule, ranks: Any = None) -> Bools:
    tiles = board.tiles()
    asked = tiles if ranks is None else [tiles[rank] for rank in ranks]
    answers = [rule.sees(board, source, place(board, tile, "to")) for tile in asked]
    return numpy.array(answers, dtype=bool)


def truth_within(board: Board, a: Any, rule: Rule, radius: Any, metric: str, ranks: Any) -> Bools:
    """Return the readable rule's answers for a field with a radius.

    A tile counts if a tile of the source sees it within the radius of that tile. For a rule that
    looks from the middle, it counts if the source sees it within the radius of any of its tiles.
    """
    source = place(board, a, "from")
    seen = numpy.zeros(len(ranks), dtype=bool)
    for tile in source.tiles:
        here = replace(source, name=None, tiles=(tile,), middle=tile)
        looks = source if getattr(rule, "large", "tiles") == "middle" else here
        seen |= truth_from(board, looks, rule, ranks) & within(board, here, radius, metric)[ranks]
    return seen


def within(board: Board, a: Any, radius: Any, metric: str) -> Bools:
    """Return which tiles have their center within the radius of the center of a source tile."""
    count = len(board.tiles())
    if radius is None:
        return numpy.ones(count, dtype=bool)
    source = a if isinstance(a, Place) else place(board, a, "from")
    tiles = numpy.array(board.tiles()[:], dtype=object)  # exact integers of any size
    near = numpy.zeros(count, dtype=bool)
    for own in source.tiles:
        dy, dx = abs(tiles[:, 0] - own[0]), abs(tiles[:, 1] - own[1])
        far, close = numpy.maximum(dx, dy), numpy.minimum(dx, dy)
        distance = {"chebyshev": far, "manhattan": far + close, "steps": 2 * far + close}
        if isinstance(board, HexBoard):
            across = abs(tiles[:, 0] - own[0] + tiles[:, 1] - own[1])
            near |= numpy.array(numpy.maximum(far, across) <= Fraction(radius), dtype=bool)
        elif metric == "euclid":
            near |= numpy.array(dx * dx + dy * dy <= Fraction(radius) ** 2, dtype=bool)
        else:
            near |= numpy.array(distance[metric] <= Fraction(radius), dtype=bool)
    return near


def compare_source(
    board: Board, a: Any, rule: Rule, rng: random.Random, why: Any = None, most: int = 100_000
) -> int:
    """Compare every kind of question from one source, for all tiles or `most` random ones.

    Return the number of compared answers.
    """
    tiles = board.tiles()
    count = len(tiles)
    ranks = numpy.array(sorted(rng.sample(range(count), min(count, most))))
    expected = truth(board, a, rule, ranks)
    own = place(board, a, "from").tiles
    whole = field(board, a, rule)
    assert_same(whole, expected, (why, a, "whole"), ranks)
    bits = numpy.frombuffer(whole.bits(), dtype=numpy.uint8)
    assert len(bits) == (count + 7) // 8
    assert_same(numpy.unpackbits(bits, bitorder="little") == 1, expected, (why, a, "bits"), ranks)
    assert len(whole) == numpy.asarray(whole).sum()
    for _ in range(LOOKS):
        radius, metric = rng.choice(RADII), rng.choice(METRICS)
        seen = field(board, a, rule, radius=radius, metric=metric)
        if len(own) == 1:
            inside = expected & within(board, place(board, a, "from"), radius, metric)[ranks]
        elif any(board.is_solid(tile) for tile in own):
            continue  # asked by name, a figure ignores other things on its own tiles
        else:
            inside = truth_within(board, a, rule, radius, metric, ranks)
        assert_same(seen, inside, (why, a, radius, metric), ranks)
    for i in rng.sample(range(len(ranks)), min(len(ranks), 12)):
        target, result = tiles[int(ranks[i])], bool(expected[i])
        for spelled in spellings(board, target):
            assert sees(board, a, spelled, rule) is result, (why, a, target)
    if not isinstance(a, str):
        pairs = numpy.array([(a, tiles[rank]) for rank in ranks.tolist()], dtype=numpy.int64)
        assert sees_many(board, pairs, rule).tolist() == expected.tolist(), (why, a, "many")
    return len(ranks)


def assert_same(found: Any, expected: Bools, why: Any, ranks: Any = None) -> None:
    array = numpy.asarray(found).ravel()
    array = array if ranks is None else array[ranks]
    if not numpy.array_equal(array, expected):
        wrong = numpy.flatnonzero(array != expected)[:5]
        wrong = wrong if ranks is None else ranks[wrong]
        raise AssertionError(f"{why}: differs at the tiles of rank {wrong.tolist()}")


def spellings(board: Board, tile: Any) -> list[Any]:
    """Return the same position in every accepted notation."""
    a, b = tile
    named = Hex(a, b) if isinstance(board, HexBoard) else Square(a, b)
    return [(a, b), named, [a, b], (numpy.int32(a), numpy.int64(b)), numpy.array([a, b])]


def compare_board(
    board: Board, rule: Rule, rng: random.Random, why: Any, sources: int = 2, most: int = 100_000
) -> int:
    """Compare as in `compare_source`, from several sources."""
    return sum(
        compare_source(board, some_source(board, rng), rule, rng, why, most) for _ in range(sources)
    )
