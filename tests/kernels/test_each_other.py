"""Compare kernels with each other on boards that are too large for the readable rule.

Near fields use tables, far fields windows of slopes, fields with grazing lines windows and rays,
pairs a walk or masks, and all pairs half of the fields. They must agree on every tile.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pytest

from sightline import CenterRule, CornerRule, HexRayRule, all_pairs, compiled, field, sees_many
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.kernels.boards import hex_board, square_board
from tests.kernels.comparing import METRICS, readable, within

pytestmark = pytest.mark.skipif(not compiled(), reason="there is only the readable rule")
COUNTED = "tile answers of kernels among themselves"
RULES: list[Rule] = [CenterRule(), CornerRule(), CenterRule("adjudicated"), HexRayRule()]
RULES += [HexRayRule("strict"), HexRayRule("permissive", see_opaque_target=False)]
RULES += [HexRayRule("adjudicated", target_edge_blocks=False)]
RULES += [CornerRule("permissive"), CornerRule("corners-pass"), CornerRule(closed_ends=True)]
RULES += [CenterRule("permissive")]
PART = 1_000_000 if THOROUGH else 60_000
PARTS = 20 if THOROUGH else 1
SHAPES = ((64, 64), (45, 45), (21, 90), (100, 30), (7, 64), (64, 3), (65, 63), (128, 40), (40, 128))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_all_ways_agree(rule: Rule, part: int, record_property) -> None:
    compared = 0
    number = 0
    while compared < PART:
        seed = f"{rule} {part} {number}"
        number += 1
        rng = random.Random(seed)
        if rule.grids == ("hex",):
            board: Board = hex_board(rng, rng.choice((5, 12, 25, 35)), plain=True)
        else:
            board = square_board(rng, *rng.choice(SHAPES), plain=True)
        compared += agree(board, rule, rng, seed)
    record_property(COUNTED, compared)


def agree(board: Board, rule: Rule, rng: random.Random, why: str) -> int:
    tiles = numpy.array(board.tiles()[:], dtype=numpy.int64)
    count = len(tiles)
    compared = 0
    whole: Any = None
    if count <= 1500:
        whole = numpy.asarray(all_pairs(board, rule))
        if rule.mutual:
            assert numpy.array_equal(whole, whole.T), (why, "sight is the same both ways")
    for rank in rng.sample(range(count), min(count, 40)):
        source: Any = tuple(tiles[rank].tolist())
        far = numpy.asarray(field(board, source, rule)).ravel()
        pairs = numpy.empty((count, 2, 2), dtype=numpy.int64)
        pairs[:, 0], pairs[:, 1] = source, tiles
        assert numpy.array_equal(sees_many(board, pairs, rule), far), (why, source, "pairs")
        compared += count
        if whole is not None:
            assert numpy.array_equal(whole[rank], far), (why, source, "all pairs")
            compared += count
        radius = rng.choice((*range(3, 26), 40, 41, 42))
        metric = METRICS[rng.randrange(4)]
        near = numpy.asarray(field(board, source, rule, radius=radius, metric=metric)).ravel()
        inside = near_by(board, tiles, source, radius, metric)
        assert numpy.array_equal(near, far & inside), (why, source, radius, metric)
        compared += count
    return compared


def near_by(board: Board, tiles: Any, source: Any, radius: int, metric: str) -> Any:
    """A fast version of `within` for one tile and integer radii."""
    d = abs(tiles - numpy.array(source))
    if board.grid.name == "hex":
        e = tiles - numpy.array(source)
        return numpy.maximum(d.max(axis=1), abs(e.sum(axis=1))) <= radius
    if metric == "euclid":
        return (d * d).sum(axis=1) <= radius * radius
    high, low = d.max(axis=1), d.min(axis=1)
    return {"chebyshev": high, "manhattan": high + low, "steps": 2 * high + low}[metric] <= radius


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_free_walls_on_a_large_board(rule: Rule) -> None:
    """Fields and all pairs recompute only lines with a free wall on the way; pairs compute every
    line.
    """
    if rule.grids == ("hex",):
        pytest.skip("free walls belong to geometric rules")
    for number, walls in enumerate((1, 3, 24, 25, 60) * (20 if THOROUGH else 1)):
        rng = random.Random(f"{rule} {number}")
        board = square_board(rng, *rng.choice(((36, 30), (12, 80), (70, 9))), plain=True)
        rows, cols = board.rows, board.cols
        for _ in range(walls):
            # Ends on grid points, on sides, and anywhere, some of them off the board.
            scale = rng.choice((1, 2, 100))
            x, y = rng.randint(-scale, (cols + 1) * scale), rng.randint(-scale, (rows + 1) * scale)
            dx, dy = (rng.randint(-5 * scale, 5 * scale) for _ in "xy")
            if dx or dy:
                ends = ((x, y), (x + dx, y + dy))
                start, end = ((Fraction(a, scale), Fraction(b, scale)) for a, b in ends)
                board.add_wall(start, end)
        tiles = numpy.array(board.tiles()[:], dtype=numpy.int64)
        whole = numpy.asarray(all_pairs(board, rule)) if number % 5 == 1 else None
        for rank in rng.sample(range(len(tiles)), 12):
            pairs = numpy.empty((len(tiles), 2, 2), dtype=numpy.int64)
            pairs[:, 0], pairs[:, 1] = tiles[rank], tiles
            one_by_one = sees_many(board, pairs, rule)
            seen = numpy.asarray(field(board, tuple(tiles[rank].tolist()), rule)).ravel()
            assert numpy.array_equal(seen, one_by_one), (rule, number, tiles[rank])
            assert whole is None or numpy.array_equal(whole[rank], one_by_one), (rule, number)


KEPT_AS_BITS = [
    *product(
        (CenterRule(), CornerRule(), CornerRule("permissive")), ((260, 257), (17, 4096), (4096, 17))
    ),
    (CornerRule(closed_ends=True), (260, 257)),
]


@pytest.mark.parametrize(("rule", "shape"), KEPT_AS_BITS, ids=str)
def test_fields_kept_as_bits(rule: Rule, shape: tuple[int, int]) -> None:
    """On more than 65,536 tiles, a field without a radius is stored as bits and equals the byte
    version.
    """
    rng = random.Random(f"{rule} {shape}")
    board = square_board(rng, *shape, plain=True)
    tiles = board.tiles()
    assert len(tiles) > 65_536
    for tile in tiles[:: 3 if rng.random() < 0.5 else 1]:
        if rng.random() < 0.8:
            board.set_solid(tile, False)
    ends = [(0, 0), (shape[0] - 1, shape[1] - 1), (shape[0] // 2, shape[1] // 2)]
    for source in [*ends, *(tuple(rng.choice(tiles)) for _ in range(2))]:
        bits = field(board, source, rule)
        by_bytes = field(board, source, rule, radius=10_000)
        assert bits == by_bytes
        assert bits.bits() == by_bytes.bits()
        assert len(bits) == len(by_bytes) == numpy.asarray(bits).sum()
        assert numpy.array_equal(numpy.asarray(bits), numpy.asarray(by_bytes))
        some = [tiles[rng.randrange(len(tiles))] for _ in range(10)]
        some += [tile for _, tile in zip(range(10), iter(by_bytes), strict=False)]
        for target in some:
            if max(abs(target[0] - source[0]), abs(target[1] - source[1])) < 60:
                answer = readable(board, source, target, rule)
                assert (target in bits) is (target in by_bytes) is answer, (source, target)


def test_near_by_is_within() -> None:
    rng = random.Random(5)
    for board in (square_board(rng, 9, 11), hex_board(rng, 4)):
        tiles = numpy.array(board.tiles()[:])
        source: Any = tuple(tiles[3].tolist())
        for metric in METRICS:
            for radius in (0, 1, 3, 5):
                quick = near_by(board, tiles, source, radius, metric)
                assert numpy.array_equal(quick, within(board, source, radius, metric))
