"""All lines from one hex to those around it, as a tree: what many lines share is walked once.

At radius 10 the 330 lines have 2,310 steps, and the tree 637. It is kept as flat tuples in the
order of a walk that goes to the end of a branch before it turns to the next.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sightline.geometry.hexline import from_origin
from sightline.model.cell import Hex, hex_disc


class RayTree(NamedTuple):
    """The steps of all lines from (0, 0) to the hexes within a radius, those to themselves left
    out. A step is the one after every prefix that differs, so a hex can be at several."""

    hexes: list[Hex]
    """The hexes within the radius, in reading order; steps name them by their place here."""
    middle: int
    """The place of (0, 0)."""
    at: tuple[int, ...]
    """For each step: its hex,"""
    before: tuple[int, ...]
    """the hex from which it comes,"""
    depth: tuple[int, ...]
    """how many steps lead here,"""
    is_target: tuple[bool, ...]
    """whether a line ends here,"""
    after: tuple[int, ...]
    """and which step comes next when those that go on from here are left out."""


@lru_cache(maxsize=32)
def ray_tree(radius: int) -> RayTree:
    """The tree of the `nearest` lines within the radius. It grows with the third power of that."""
    hexes = hex_disc((0, 0), radius)
    place: dict[tuple[int, int], int] = {each: i for i, each in enumerate(hexes)}
    middle = place[0, 0]
    lines = sorted(tuple(place[each] for each in from_origin(*end)) for end in hexes)
    at: list[int] = []
    before: list[int] = []
    depth: list[int] = []
    is_target: list[bool] = []
    after: list[int] = []
    open_steps: list[int] = []  # those on the way to where we are
    last: tuple[int, ...] = (middle,)
    for line in lines[1:]:  # the first is that of the middle to itself
        shared = _shared(last, line)
        for step in open_steps[shared - 1 :]:
            after[step] = len(at)
        del open_steps[shared - 1 :]
        for i in range(shared, len(line)):
            open_steps.append(len(at))
            at.append(line[i])
            before.append(line[i - 1])
            depth.append(i)
            is_target.append(i == len(line) - 1)
            after.append(0)
        last = line
    for step in open_steps:
        after[step] = len(at)
    return RayTree(
        hexes, middle, tuple(at), tuple(before), tuple(depth), tuple(is_target), tuple(after)
    )


def _shared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many hexes at their start two lines share."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
