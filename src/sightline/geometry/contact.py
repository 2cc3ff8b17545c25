"""How a straight line meets what blocks: CLEAR < CORNER < EDGE < BLOCKED, and what makes each.

One definition serves every geometric rule. A line carries a position, 0 at its start and `span` at
its end. Everything closed that it meets is a `Touch`: the stretch of positions where the line's
point lies in it, and the sides of the line that it reaches.

    BLOCKED   at some position, the things there reach both sides
    EDGE      not blocked, but one of them stays on the line for a positive length
    CORNER    neither, but one of them touches the line at single points
    CLEAR     nothing touches it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

LEFT, RIGHT = 1, 2
BOTH = LEFT | RIGHT


class Contact(IntEnum):
    """The worst that a line meets."""

    CLEAR = 0
    CORNER = 1
    EDGE = 2
    BLOCKED = 3

    def __str__(self) -> str:
        return self.name.lower()


Position = int | Fraction
Stretch = tuple[Position, Position]


class Touch(NamedTuple):
    """A blocker that meets the line from position `lo` to `hi` and reaches these sides of it.

    A quiet touch is one at the line's own ends: it counts only as half of a two-sided one.
    """

    lo: Position
    hi: Position
    sides: int
    what: object
    quiet: bool = False


class Judgement(NamedTuple):
    contact: Contact
    because: tuple[Touch, ...]
    """The touches that make the contact what it is, in order along the line."""


def judge(touches: Sequence[Touch], rim: Sequence[Touch] = ()) -> Judgement:
    """The contact of a line with all that it touches.

    `rim` is the outside of a square board: it completes a two-sided touch and never counts alone.
    """
    if not touches:
        return Judgement(Contact.CLEAR, ())
    # Where closed stretches share a position at all, they share the start of one of them.
    for at in sorted({touch.lo for touch in touches} | {touch.lo for touch in rim}):
        here = [touch for touch in touches if touch.lo <= at <= touch.hi]
        sides = _sides(here)
        if sides and sides | _sides(t for t in rim if t.lo <= at <= t.hi) == BOTH:
            return Judgement(Contact.BLOCKED, tuple(t for t in here if t.sides))
    return grazed([touch for touch in touches if not touch.quiet])


def grazed(touches: Sequence[Touch]) -> Judgement:
    """The contact of a line that is not blocked: does it touch for a length, at points, at all?"""
    lasting = tuple(touch for touch in touches if touch.lo < touch.hi)
    if lasting:
        return Judgement(Contact.EDGE, lasting)
    return Judgement(Contact.CORNER if touches else Contact.CLEAR, tuple(touches))


def _sides(touches: Iterable[Touch]) -> int:
    sides = 0
    for touch in touches:
        sides |= touch.sides
    return sides


def gaps(inside: Sequence[Stretch], span: int) -> list[Stretch]:
    """The closed stretches of a line that lie between the given ones."""
    parts = merged(inside)
    between: list[Stretch] = [(a[1], b[0]) for a, b in pairwise(parts)]
    if parts[0][0] > 0:
        between.insert(0, (0, parts[0][0]))
    if parts[-1][1] < span:
        between.append((parts[-1][1], span))
    return between


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches that touch become one."""
    parts: list[Stretch] = []
    for lo, hi in sorted(stretches):
        if parts and lo <= parts[-1][1]:
            parts[-1] = (parts[-1][0], max(parts[-1][1], hi))
        else:
            parts.append((lo, hi))
    return parts


def within(touches: Iterable[Touch], stretches: Sequence[Stretch]) -> list[Touch]:
    """The touches cut down to these stretches, and quiet where they only reach an end of one."""
    cut = []
    for touch in touches:
        for start, end in stretches:
            lo, hi = max(touch.lo, start), min(touch.hi, end)
            if lo <= hi:
                cut.append(touch._replace(lo=lo, hi=hi, quiet=lo == hi and lo in (start, end)))
    return cut
