"""Squares of 8 by 8 tiles that decide most pairs quickly.

On the device every tile of a board has a word of 64 bits: which tiles block in the 8 by 8 square
that starts there. With thin walls there are two more words, for walls to the east and to the south
of these tiles. The tiles of a line are in a few such squares, so a pair needs a few words, each
compared with two masks. A blocker in the mask `stops` stops every line. A blocker in `holds_up`
stops one particular line, the one with the fewest requirements. If there is none, the pair is
visible; otherwise it is undecided and is answered like any other. This works for pairs within
`REACH`, and for the corner rule only on boards without thin walls.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.gpu.lines import CLEAR, EAST, SOUTH, TILE, ListedRule, Literal, lines_between
from sightline.gpu.programs import turned

if TYPE_CHECKING:
    import numpy

Literals: TypeAlias = frozenset[Literal]
REACH = 24
MOST = 7
"""The largest number of squares that one offset needs."""
SIDE = 8
PLANES = (TILE, EAST, SOUTH)
"""The planes in order; without thin walls only the first is used."""


def has_patches(rule: ListedRule, thin: bool) -> bool:
    """Return whether patches can decide pairs."""
    return not (thin and rule.corner)


def decides(rule: ListedRule) -> bool:
    """Return whether the masks contain the only line completely, so that every pair is decided."""
    return not rule.corner and rule.passes == CLEAR


@lru_cache(maxsize=16)
def table_of(rule: ListedRule, thin: bool) -> numpy.ndarray[Any, Any]:
    """Return the squares for each offset of 0 to REACH rows, and as many columns to either side.

    A square has a `stops` mask per plane, its position relative to the source, whether another
    square follows, and a `holds_up` mask per plane. Sight is symmetric here, so the source is the
    tile that comes first in reading order.
    """
    import numpy

    planes = len(PLANES) if thin else 1
    kind = numpy.dtype(
        [
            *(("stops", "u8", (planes,)), ("row", "i2"), ("col", "i2"), ("more", "i4")),
            *(("holds_up", "u8", (planes,)), ("unused", "u8")),
        ]
    )
    table = numpy.zeros((REACH + 1, 2 * REACH + 1, MOST), dtype=kind)
    for rows in range(REACH + 1):
        for cols in range(REACH + 1):
            if rows or cols:
                stops, holds_up = _met(rule, rows, cols, thin)
                _fill(table[rows, cols + REACH], stops, holds_up, (rows, cols))
                stops, holds_up = (
                    frozenset(turned(each, up=False, left=True) for each in met)
                    for met in (stops, holds_up)
                )
                _fill(table[rows, REACH - cols], stops, holds_up, (rows, -cols))
    return table


def _met(rule: ListedRule, rows: int, cols: int, thin: bool) -> tuple[Literals, Literals]:
    """Return the blockers that stop every line, and those that stop the line with
    the fewest requirements.
    """
    lines = lines_between(rule._replace(passes=CLEAR), rows, cols, thin)
    # A line without clauses passes if its tiles are free, and any two tiles have such a line.
    easiest = min((line.must for line in lines if not line.clauses), key=len)
    if rule.passes != CLEAR:
        lines = lines_between(rule, rows, cols, thin) if rule.has_lines else []
    stopping = frozenset.intersection(*(line.must for line in lines)) if lines else frozenset()
    stops = frozenset(each for each in stopping if each[0] in PLANES)
    # Tiles off the board never block a line between two tiles on it.
    easiest = frozenset((plane if plane in PLANES else TILE, r, c) for plane, r, c in easiest)
    return stops, easiest - stops


def _fill(entry: Any, stops: Literals, holds_up: Literals, target: tuple[int, int]) -> None:
    squares = _squares({(r, c) for _, r, c in stops | holds_up}, *target)
    planes = PLANES[: entry["stops"].shape[-1]]
    for number, (row, col) in enumerate(squares):
        masks = (
            [
                sum(
                    1 << (SIDE * (r - row) + c - col)
                    for at, r, c in met
                    if at == plane and 0 <= r - row < SIDE and 0 <= c - col < SIDE
                )
                for plane in planes
            ]
            for met in (stops, holds_up)
        )
        stopping, holding = masks
        entry[number] = (stopping, row, col, number + 1 < len(squares), holding, 0)


def _squares(tiles: Iterable[tuple[int, int]], rows: int, cols: int) -> list[tuple[int, int]]:
    """Return the positions of squares that together contain all these tiles,
    starting at the middle of the line.
    """
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
