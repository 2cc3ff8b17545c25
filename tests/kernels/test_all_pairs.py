"""All pairs of tiles on larger boards: mirrored halves, bit planes, free walls and interruption."""

from __future__ import annotations

import random
import signal
from types import FrameType

import numpy
import pytest

from sightline import CenterRule, CornerRule, SquareBoard, all_pairs, compiled, sees_many
from sightline.rules.rule import Rule
from tests.kernels.boards import free_wall, square_board

pytestmark = pytest.mark.skipif(not compiled(), reason="there is only the readable rule")
RULES: list[Rule] = [
    *(CenterRule(ties) for ties in ("strict", "permissive")),
    *(CornerRule(ties) for ties in ("strict", "corners-pass", "permissive")),
    CornerRule(closed_ends=True),
]
SHAPES = ((23, 23), (8, 65), (3, 400), (32, 32), (27, 19))


def compare(board: SquareBoard, rule: Rule, rng: random.Random, why: object) -> None:
    """Compare with single pairs, from some tiles to all others, including tiles
    at block borders.
    """
    tiles = numpy.array(board.tiles()[:], dtype=numpy.int64)
    whole = numpy.asarray(all_pairs(board, rule))
    assert numpy.array_equal(whole, whole.T), why
    assert whole.diagonal().all(), why
    seams = [i for i in (0, 63, 64, 511, 512, 1023, len(tiles) - 1) if i < len(tiles)]
    for rank in {*seams, *rng.sample(range(len(tiles)), 12)}:
        pairs = numpy.empty((len(tiles), 2, 2), dtype=numpy.int64)
        pairs[:, 0], pairs[:, 1] = tiles[rank], tiles
        assert numpy.array_equal(whole[rank], sees_many(board, pairs, rule)), (why, rank)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_rows_that_see_much_and_rows_that_see_little(rule: Rule, shape: tuple[int, int]) -> None:
    """Half of the board is empty and half is rock, so both strategies occur on one board."""
    rng = random.Random(f"{rule} {shape}")
    board = SquareBoard(*shape)
    for row, col in board.tiles():
        if col > shape[1] / 2 and rng.random() < 0.35:
            board.set_solid((row, col))
    compare(board, rule, rng, shape)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("walls", [1, 6, 40])
def test_free_walls(rule: Rule, walls: int) -> None:
    rng = random.Random(f"{rule} {walls}")
    board = square_board(rng, *rng.choice(((24, 25), (6, 90))), plain=True)
    tiles = list(board.tiles())
    for _ in range(walls):
        free_wall(board, rng, tiles)
    compare(board, rule, rng, walls)


class EnoughError(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer here")
@pytest.mark.parametrize("rule", [CenterRule(), CornerRule()], ids=str)
@pytest.mark.parametrize("free_walls", [0, 3])
def test_it_can_be_interrupted(rule: Rule, free_walls: int) -> None:
    """A signal handler that raises, as for Ctrl+C, ends it long before it would finish."""
    board = SquareBoard(160, 160)
    for i in range(free_walls):
        board.add_wall((10.5 + i, 3.2), (12.1, 90.7))
    ended = []

    def stop(number: int, frame: FrameType | None) -> None:
        raise EnoughError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        with pytest.raises(EnoughError):
            ended.append(all_pairs(board, rule))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not ended
