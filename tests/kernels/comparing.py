"""What the public functions say, held against the readable rule asked directly."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy

from sightline import Hex, HexBoard, Square, field, sees, sees_many
from sightline.model.board import Board
from sightline.model.place import place
from sightline.rules.rule import Rule
from tests.kernels.boards import some_source

METRICS = ("euclid", "chebyshev", "manhattan", "steps")
RADII: tuple[Any, ...] = (
    *range(26),
    *(0, 1, 2, 19, 20, 21, 39, 40, 41, 42, 43),
    *(2.5, 3.0, Fraction(7, 2), 20.5, Fraction(41, 2)),
    *(100, 10**6, 2**62, 10**30),
)
LOOKS = 6
Bools = numpy.ndarray[Any, Any]


def readable(board: Board, a: Any, b: Any, rule: Rule) -> bool:
    """The answer of the readable rule: no kernel has a part in it."""
    return rule.sees(board, place(board, a, "from"), place(board, b, "to"))


def truth(board: Board, a: Any, rule: Rule, ranks: Any = None) -> Bools:
    """The readable rule's answer for every tile, in the order of `tiles()`, or for some."""
    source = place(board, a, "from")
    tiles = board.tiles()
    asked = tiles if ranks is None else [tiles[rank] for rank in ranks]
    answers = [rule.sees(board, source, place(board, tile, "to")) for tile in asked]
    return numpy.array(answers, dtype=bool)


def within(board: Board, a: Any, radius: Any, metric: str) -> Bools:
    """Which tiles have their centre within the radius of the source's centre?"""
    count = len(board.tiles())
    if radius is None:
        return numpy.ones(count, dtype=bool)
    source = place(board, a, "from")
    tiles = numpy.array(board.tiles()[:], dtype=object)  # whole numbers of any size, exactly
    if isinstance(board, HexBoard):
        dq, dr = tiles[:, 0] - source.middle[0], tiles[:, 1] - source.middle[1]
        steps = numpy.maximum(numpy.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return numpy.array(steps <= Fraction(radius), dtype=bool)
    rows, cols = zip(*source.tiles, strict=True)
    # Twice everything: the centre of a figure of even size lies between two tiles.
    dy = abs(2 * tiles[:, 0] - (min(rows) + max(rows)))
    dx = abs(2 * tiles[:, 1] - (min(cols) + max(cols)))
    reach = 2 * Fraction(radius)
    if metric == "euclid":
        return numpy.array(dx * dx + dy * dy <= reach * reach, dtype=bool)
    far, near = numpy.maximum(dx, dy), numpy.minimum(dx, dy)
    distance = {"chebyshev": far, "manhattan": far + near, "steps": 2 * far + near}[metric]
    return numpy.array(distance <= reach, dtype=bool)


def compare_source(
    board: Board, a: Any, rule: Rule, rng: random.Random, why: Any = None, most: int = 100_000
) -> int:
    """All that can be asked from one place, of every tile or of `most` of them at random.

    How many answers were compared with the rule's.
    """
    tiles = board.tiles()
    count = len(tiles)
    ranks = numpy.array(sorted(rng.sample(range(count), min(count, most))))
    expected = truth(board, a, rule, ranks)
    whole = field(board, a, rule)
    assert_same(whole, expected, (why, a, "whole"), ranks)
    bits = numpy.frombuffer(whole.bits(), dtype=numpy.uint8)
    assert len(bits) == (count + 7) // 8
    assert_same(numpy.unpackbits(bits, bitorder="little") == 1, expected, (why, a, "bits"), ranks)
    assert len(whole) == numpy.asarray(whole).sum()
    for _ in range(LOOKS):
        radius, metric = rng.choice(RADII), rng.choice(METRICS)
        seen = field(board, a, rule, radius=radius, metric=metric)
        inside = within(board, a, radius, metric)[ranks]
        assert_same(seen, expected & inside, (why, a, radius, metric), ranks)
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
    """The same position in every way to write it."""
    a, b = tile
    named = Hex(a, b) if isinstance(board, HexBoard) else Square(a, b)
    return [(a, b), named, [a, b], (numpy.int32(a), numpy.int64(b)), numpy.array([a, b])]


def compare_board(
    board: Board, rule: Rule, rng: random.Random, why: Any, sources: int = 2, most: int = 100_000
) -> int:
    """The same from several places."""
    return sum(
        compare_source(board, some_source(board, rng), rule, rng, why, most) for _ in range(sources)
    )
