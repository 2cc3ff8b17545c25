"""All lines from one hex to the hexes around it, as a tree, so that shared steps are taken once.

At radius 10 the 330 lines have 2,310 steps, and the tree has 637. It is stored as flat tuples in
depth-first order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sightline.geometry.hexline import from_origin
from sightline.model.cell import Hex, hex_disc


class RayTree(NamedTuple):
    """The steps of all lines from (0, 0) to the other hexes within a radius.

    Each distinct start of a line has one step, so a hex can have several.
    """

    hexes: list[Hex]
    """The hexes within the radius, in reading order; steps refer to them by index."""
    middle: int
    """The index of the hex (0, 0) in `hexes`."""
    at: tuple[int, ...]
    """For each step: its hex."""
    before: tuple[int, ...]
    """For each step: the hex before it."""
    depth: tuple[int, ...]
    """For each step: the number of steps up to it."""
    is_target: tuple[bool, ...]
    """For each step: whether a line ends here."""
    after: tuple[int, ...]
    """For each step: the next step outside its subtree."""


@lru_cache(maxsize=32)
def ray_tree(radius: int) -> RayTree:
    """Return the tree of the `nearest` lines within the radius.

    Its size grows with the cube of the radius.
    """
    hexes = hex_disc((0, 0), radius)
    place: dict[tuple[int, int], int] = {each: i for i, each in enumerate(hexes)}
    middle = place[0, 0]
    lines = sorted(tuple(place[each] for each in from_origin(*end)) for end in hexes)
    at: list[int] = []
    before: list[int] = []
    depth: list[int] = []
    is_target: list[bool] = []
    after: list[int] = []
    open_steps: list[int] = []  # the steps from the root to the current one
    last: tuple[int, ...] = (middle,)
    for line in lines[1:]:  # the first line is that from the middle to itself
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
    """Return how many hexes two lines have in common at their start."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
