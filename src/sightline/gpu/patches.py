"""Squares of 8 by 8 tiles that decide most pairs at a glance.

On the device every tile of a board has a word of 64 bits: which tiles block among the 8 by 8 that
begin there. The tiles that a line meets lie in a few such squares, so a pair is a few words, each
against two masks. What stands in `stops` parts the two for certain: no line passes there. What
stands in `holds_up` is in the way of one line, the one that asks least; if nothing is, they see
each other. In between the pair is undecided, and is asked as any other is. All this is for boards
without thin walls, and for pairs within `REACH`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.gpu.lines import CLEAR, TILE, ListedRule, lines_between

if TYPE_CHECKING:
    import numpy

TileOffsets: TypeAlias = set[tuple[int, int]]
REACH = 24
MOST = 6
"""Squares of one offset."""
SIDE = 8


def decides(rule: ListedRule) -> bool:
    """Is there only one line, which is in the masks whole, so that no pair is undecided?"""
    return not rule.corner and rule.passes == CLEAR


@lru_cache(maxsize=16)
def table_of(rule: ListedRule) -> numpy.ndarray[Any, Any]:
    """For each offset of 0 to REACH rows, and as many columns to either side, its squares: the two
    masks, how many rows and columns from the source each square begins, and whether there is
    another.

    Sight is the same both ways here, so the source is the one that comes first in reading order.
    """
    import numpy

    kind = numpy.dtype(
        [
            *(("stops", "u8"), ("holds_up", "u8")),
            *(("row", "i2"), ("col", "i2"), ("more", "i4"), ("unused", "u8")),
        ]
    )
    table = numpy.zeros((REACH + 1, 2 * REACH + 1, MOST), dtype=kind)
    for rows in range(REACH + 1):
        for cols in range(REACH + 1):
            if rows or cols:
                stops, holds_up = _tiles(rule, rows, cols)
                _fill(table[rows, cols + REACH], stops, holds_up, (rows, cols))
                turned = [{(r, -c) for r, c in tiles} for tiles in (stops, holds_up)]
                _fill(table[rows, REACH - cols], turned[0], turned[1], (rows, -cols))
    return table


def _tiles(rule: ListedRule, rows: int, cols: int) -> tuple[TileOffsets, TileOffsets]:
    """What stops every line, and what holds up the one that asks least."""
    lines = lines_between(rule._replace(passes=CLEAR), rows, cols, thin=False)
    # A line without clauses passes if its tiles are free, and between any two tiles there is one.
    easiest = min((line.must for line in lines if not line.clauses), key=len)
    if rule.passes != CLEAR:
        lines = lines_between(rule, rows, cols, thin=False) if rule.has_lines else []
    stopping = frozenset.intersection(*(line.must for line in lines)) if lines else frozenset()
    stops = {(row, col) for plane, row, col in stopping if plane == TILE}
    return stops, {(row, col) for _, row, col in easiest} - stops


def _fill(entry: Any, stops: TileOffsets, holds_up: TileOffsets, target: tuple[int, int]) -> None:
    squares = _squares(stops | holds_up, *target)
    for number, (row, col) in enumerate(squares):
        masks = (
            sum(
                1 << (SIDE * (r - row) + c - col)
                for r, c in tiles
                if 0 <= r - row < SIDE and 0 <= c - col < SIDE
            )
            for tiles in (stops, holds_up)
        )
        entry[number] = (*masks, row, col, number + 1 < len(squares), 0)


def _squares(tiles: Iterable[tuple[int, int]], rows: int, cols: int) -> list[tuple[int, int]]:
    """Where squares begin that have all these tiles between them, from the middle of the way on."""
    left = sorted(tiles, key=lambda at: (at[0] * rows + at[1] * cols, at))
    found: list[tuple[int, int]] = []
    while left:
        taken = left[:1]
        for at in left[1:]:
            both = [*taken, at]
            rs, cs = [r for r, _ in both], [c for _, c in both]
            if max(rs) - min(rs) >= SIDE or max(cs) - min(cs) >= SIDE:
                break
            taken = both
        found.append((min(r for r, _ in taken), min(c for _, c in taken)))
        row, col = found[-1]
        left = [(r, c) for r, c in left if not (0 <= r - row < SIDE and 0 <= c - col < SIDE)]
    middle = (rows / 2 - SIDE / 2, cols / 2 - SIDE / 2)
    return sorted(found, key=lambda at: abs(at[0] - middle[0]) + abs(at[1] - middle[1]))
