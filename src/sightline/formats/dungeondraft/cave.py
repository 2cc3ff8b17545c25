"""Caves of Dungeondraft: a bitmap of the open ground, and the walls around it.

The bitmap has one bit for each point of a lattice: four points per tile, and one step more than the
map on each side. The wall runs halfway between a set point and one that is not set (marching
squares). Dungeondraft then varies each corner randomly; those numbers are not in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.dungeondraft.godot import byte_pool
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.walls import Spot
from sightline.texts import say

STEPS = 4
"""Lattice points per tile."""
MAX_BYTES = 500_000
"""The maximum number of bytes in a bitmap, with eight points per byte: enough for a map of 500 x
500 tiles.
"""
MAX_PIECES = 2 * MAX_SEGMENTS
"""The maximum number of pieces of an outline, before straight runs are joined."""

Corner = tuple[int, int]
"""A corner of the outline, in half steps of the lattice from its first point."""

# The pieces of outline in a square of the lattice, from the middle of one side to that of another.
# The index is the sum of its set corners: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
_TOP, _LEFT, _RIGHT, _BOTTOM = (1, 0), (0, 1), (2, 1), (1, 2)
_PIECES: dict[int, tuple[tuple[Corner, Corner], ...]] = {
    1: ((_LEFT, _TOP),),
    2: ((_TOP, _RIGHT),),
    3: ((_LEFT, _RIGHT),),
    4: ((_BOTTOM, _LEFT),),
    5: ((_BOTTOM, _TOP),),
    # Where only two opposite corners are set, they are joined and each of the others is cut off.
    6: ((_LEFT, _TOP), (_RIGHT, _BOTTOM)),
    7: ((_BOTTOM, _RIGHT),),
    8: ((_RIGHT, _BOTTOM),),
    9: ((_TOP, _RIGHT), (_BOTTOM, _LEFT)),
    10: ((_TOP, _BOTTOM),),
    11: ((_LEFT, _BOTTOM),),
    12: ((_RIGHT, _LEFT),),
    13: ((_RIGHT, _TOP),),
    14: ((_TOP, _LEFT),),
}


def cave_outlines(cave: Node, cols: int, rows: int) -> list[list[Spot]]:
    """Return the walls of a level's cave as chains of points in tiles, or None if it has no
    cave.
    """
    width, height = STEPS * cols + 3, STEPS * rows + 3
    dug = _lattice(cave, "bitmap", width, height)
    if dug is None:
        return []
    opened = _lattice(cave, "entrance_bitmap", width, height) or [0] * height
    ways: dict[Corner, list[Corner]] = {}
    for number, (one, other) in enumerate(_pieces(dug, opened, width)):
        if number == MAX_PIECES:
            raise FormatError(
                say("an outline of more than {most:,} pieces", most=MAX_PIECES), cave.place
            )
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)
    return [[_in_tiles(corner) for corner in chain] for chain in _chains(ways)]


def _lattice(cave: Node, key: str, width: int, height: int) -> list[int] | None:
    """Return the rows of a bitmap. Each is a number whose lowest bit is the leftmost point."""
    if key not in cave:
        return None
    packed = byte_pool(cave[key], -(-width * height // 8), MAX_BYTES)
    if packed is None:
        return None
    bits = int.from_bytes(packed, "little")
    whole = (1 << width) - 1
    return [bits >> row * width & whole for row in range(height)]


def _pieces(dug: list[int], opened: list[int], width: int) -> Iterator[tuple[Corner, Corner]]:
    squares = (1 << width - 1) - 1
    for row in range(len(dug) - 1):
        upper, lower = dug[row], dug[row + 1]
        mixed = ((upper ^ lower) | (upper ^ upper >> 1) | (lower ^ lower >> 1)) & squares
        mixed &= ~_at_least_two(opened[row], opened[row + 1])
        while mixed:
            col = (mixed & -mixed).bit_length() - 1
            mixed &= mixed - 1
            for (x0, y0), (x1, y1) in _PIECES[(upper >> col & 3) | (lower >> col & 3) << 2]:
                yield (2 * col + x0, 2 * row + y0), (2 * col + x1, 2 * row + y1)


def _at_least_two(upper: int, lower: int) -> int:
    """Return a mask of the squares between two rows that have at least two corners set."""
    a, b, c, d = upper, upper >> 1, lower, lower >> 1
    return (a & b) | (c & d) | ((a | b) & (c | d))


def _chains(ways: dict[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    """Yield chains that together use each piece once, without corners on straight runs. Open chains
    come first.
    """
    starts = [corner for corner, others in ways.items() if len(others) == 1]
    for start in (*starts, *ways):
        if not ways[start]:
            continue
        chain = [start]
        at = start
        while ways[at]:
            onward = ways[at].pop()
            ways[onward].remove(at)
            if len(chain) > 1 and _goes_straight(chain[-2], at, onward):
                chain.pop()
            chain.append(onward)
            at = onward
        yield chain


def _goes_straight(before: Corner, at: Corner, onward: Corner) -> bool:
    across = (at[0] - before[0]) * (onward[1] - at[1])
    return across == (at[1] - before[1]) * (onward[0] - at[0])


def _in_tiles(corner: Corner) -> Spot:
    # The first point lies one step, which is two half steps, before the map.
    return Fraction(corner[0] - 2, 2 * STEPS), Fraction(corner[1] - 2, 2 * STEPS)
