"""The rims of boards of every small size, and boards of the maximum size."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    all_pairs,
    compiled,
    field,
    sees,
    sees_many,
)
from sightline.rules.rule import Rule

SQUARE_RULES: list[Rule] = [CenterRule(), CornerRule()]
RADII = (None, 0, 1, 19, 20, 21, 40, 41, 60)


@pytest.mark.skipif(not compiled(), reason="hours without kernels")
@pytest.mark.parametrize("rule", SQUARE_RULES, ids=str)
def test_every_width_up_to_words_and_beyond(rule: Rule) -> None:
    """Kernels read planes one word at a time, and must not read past their ends.

    `make sanitize` would detect such a read; here the test compares fields with pairs.
    """
    for long in [*range(1, 70), 120, 127, 128, 129, 191, 192, 193]:
        for narrow in (1, 2, 3, 9):
            for rows, cols in ((narrow, long), (long, narrow)):
                board = SquareBoard(rows, cols)
                rng = random.Random(rows * 1000 + cols)
                for tile in rng.sample(board.tiles()[:], len(board.tiles()) // 6):
                    board.set_solid(tile)
                if long % 2 and cols > 1:
                    board.set_edge((rows - 1, cols - 2), (rows - 1, cols - 1), Wall())
                for source in {(0, 0), (rows - 1, cols - 1), (rows // 2, cols // 2)}:
                    whole = numpy.asarray(field(board, source, rule))
                    pairs = [(source, (r, c)) for r in range(rows) for c in range(cols)]
                    many = sees_many(board, pairs, rule)
                    assert numpy.array_equal(whole.ravel(), many), (rows, cols, source)
                    for radius in RADII:
                        near = numpy.asarray(
                            field(board, source, rule, radius=radius, metric="chebyshev")
                        )
                        assert not (near & ~whole).any(), (rows, cols, source, radius)


@pytest.mark.skipif(not compiled(), reason="hours without kernels")
@pytest.mark.parametrize("rule", SQUARE_RULES, ids=str)
def test_the_widest_boards(rule: Rule) -> None:
    rng = random.Random(str(rule))
    for shape in ((2, 4096), (4096, 2), (1, 4096), (4096, 1), (3, 4095)):
        board = SquareBoard(*shape)
        for tile in rng.sample(board.tiles()[:], 5):
            board.set_solid(tile)
        last = (shape[0] - 1, shape[1] - 1)
        for source in ((0, 0), last, (shape[0] // 2, shape[1] // 2), tuple(board.tiles()[-1])):
            whole = field(board, source, rule)
            assert field(board, source, rule, radius=10_000) == whole
            near = field(board, source, rule, radius=20)
            assert set(near) <= set(whole)
            assert sees(board, source, last, rule) is (last in whole)


def test_all_pairs_of_every_small_size() -> None:
    """Rows of bits may end inside a byte, and nothing may be written past the last one."""
    for rows in range(1, 6):
        for cols in range(1, 10 if compiled() else 4):
            for rule in SQUARE_RULES:
                matrix = numpy.asarray(all_pairs(SquareBoard(rows, cols), rule))
                assert matrix.all(), (rows, cols, rule)


def test_hexes_at_the_rim_of_the_plane() -> None:
    rule = HexRayRule()
    for q, r in ((2048, 2048), (-2048, -2048), (2048, -2048), (-2048, 2048), (2048, 0)):
        step = -1 if q > 0 else 1
        cells = [(q, r), (q + step, r), (q + 2 * step, r)]
        board = HexBoard(cells=cells)
        board.set_solid(cells[1])
        assert not sees(board, cells[0], cells[2], rule)
        assert set(field(board, cells[0], rule)) == {cells[0], cells[1]}
    wide: list[Any] = [(-2048, 0), (2048, 0), (0, 2048), (0, -2048), (2048, -2048), (-2048, 2048)]
    board = HexBoard(cells=wide)
    assert set(field(board, wide[0], rule)) == set(wide)
    for height in (10**6, -(10**6)):
        board.set_elevation(wide[0], height)
        assert set(field(board, wide[0], rule)) == set(wide)


LARGEST = """
from sightline import CenterRule, CornerRule, SquareBoard, field, sees
board = SquareBoard(4096, 4096)
for row in range(0, 4096, 7):
    for col in range(row % 5, 4096, 61):
        board.set_solid((row, col))
last = (4095, 4095)
for rule in (CenterRule(), CornerRule()):
    for source in ((0, 0), last, (2048, 2047), (0, 4095)):
        seen = field(board, source, rule)
        assert len(seen.bits()) == 4096 * 4096 // 8
        assert len(seen) > 1 and source in seen
        for target in ((0, 0), last, (2000, 2100), (4095, 0)):
            assert sees(board, source, target, rule) is (target in seen), (source, target)
        near = field(board, source, rule, radius=20)
        assert len(near) >= 1
        del seen, near
# Not ru_maxrss, which remembers how large the process was that started this one.
with open("/proc/self/status") as status:
    peak = next(line for line in status if line.startswith("VmHWM:"))
print(int(peak.split()[1]) // 1024)
"""


@pytest.mark.skipif(not compiled(), reason="hours without kernels")
@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux tells it")
def test_the_largest_board_in_little_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LARGEST], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # the sanitizer's shadow memory counts, too
        assert int(done.stdout) < 500, f"{done.stdout.strip()} MB"
