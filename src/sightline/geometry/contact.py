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
from typing import NamedTuple, TypeVar

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
Thing = TypeVar("Thing")


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
    lasting = tuple(touch for touch in touches if touch.lo < touch.hi)
    if lasting:
        return Judgement(Contact.EDGE, lasting)
    loud = tuple(touch for touch in touches if not touch.quiet)
    return Judgement(Contact.CORNER if loud else Contact.CLEAR, loud)


def _sides(touches: Iterable[Touch]) -> int:
    sides = 0
    for touch in touches:
        sides |= touch.sides
    return sides


def leave_out(
    touches: Iterable[Touch], source: Sequence[Stretch], target: Sequence[Stretch], span: int
) -> list[Touch]:
    """What remains of the touches when the line's stretches inside its source and target are left
    out.

    The places where the line comes out of the one or goes into the other stay, as quiet points:
    there only a two-sided touch matters.
    """
    own = [*source, *target]
    quiet = {hi for _, hi in source} | {lo for lo, _ in target}
    quiet |= {lo for lo, _ in source if lo > 0} | {hi for _, hi in target if hi < span}
    remaining: list[Touch] = []
    for touch in touches:
        pieces = [(touch.lo, touch.hi)]
        for lo, hi in own:
            pieces = [rest for piece in pieces for rest in _without(piece, lo, hi, span)]
        kept = set(pieces)
        kept.update((at, at) for at in quiet if touch.lo <= at <= touch.hi)
        for lo, hi in sorted(kept):
            inside_another = any(a <= lo and hi <= b and (a, b) != (lo, hi) for a, b in kept)
            if not inside_another:
                remaining.append(touch._replace(lo=lo, hi=hi, quiet=lo == hi and lo in quiet))
    return remaining


def _without(piece: Stretch, lo: Position, hi: Position, span: int) -> list[Stretch]:
    """A stretch less the inside of [lo, hi], where an end of the whole line counts as inside."""
    if lo == hi:
        return [piece]
    start, end = piece
    rest: list[Stretch] = []
    if start <= lo and lo > 0:
        rest.append((start, min(end, lo)))
    if end >= hi and hi < span:
        rest.append((max(start, hi), end))
    return rest
