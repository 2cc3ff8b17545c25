"""How a straight line meets blockers: CLEAR < CORNER < EDGE < BLOCKED, and what causes each.

All geometric rules share this definition. Positions along a line run from 0 at its start to `span`
at its end. Every blocker is a closed shape. A `Touch` is the stretch of positions at which the line
is in such a shape, and the sides of the line to which the shape extends.

    BLOCKED   the blockers separate the two ends: a walk inside a thin strip around the line cannot
              get from one to the other
    EDGE      not blocked, but the line is on a blocker for a positive length
    CORNER    neither, but a blocker touches the line at single points
    CLEAR     nothing touches the line

A walk inside the strip is in one of two lanes, left or right of the line. Between two positions at
which something starts or ends, a tile closes the lanes that it covers. If no wall runs along the
line there, two open lanes are connected. At such a position, a lane is cut if a shape that contains
the point extends to its side.

A one-way wall can be crossed only from its right to its left. If it crosses the line, it is a touch
if it stops the line, and otherwise ignored. If it runs along the line, it is never a touch, but
lets a walk change from one lane to the other and not back.

A limited wall stops a line only as the second one on it. Limited walls do not count as touches. But
if nothing else blocks the line, and limited walls cut it at two places, the line is BLOCKED. Each
place is judged separately, together with everything else that blocks there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import NamedTuple

from sightline.errors import InvalidTypeError
from sightline.model.cell import Square
from sightline.model.numbers import short_repr

LEFT, RIGHT = 1, 2
BOTH = LEFT | RIGHT
GAP = 4
"""An additional lane, between two tiles that share an edge.

It is open only while the manner is computed.
"""


class Contact(IntEnum):
    """The worst that a line meets: nothing, a corner, an edge along it, or a blocker that stops it.

    The numbers are in that order, so contacts can be compared: `contact <= Contact.CORNER`.

    A contact has no truth value and does not equal any string: `if contact(...)` raises an
    `InvalidTypeError` that says what to compare.

    >>> from sightline import SquareBoard, contact
    >>> contact(SquareBoard.from_text(".#\\n.."), "A1", "B2", "center")
    <Contact.CORNER: 1>
    """

    CLEAR = 0
    CORNER = 1
    EDGE = 2
    BLOCKED = 3

    def __bool__(self) -> bool:
        # CLEAR is 0, so `if contact(...)` would be true if something blocks, which surprises
        # callers.
        raise InvalidTypeError(
            "a contact is not a yes or no: compare it, as in `contact is Contact.CLEAR`, or ask"
            " `sees`"
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (str, bool)):
            raise InvalidTypeError(
                f"contact: expected another contact, such as Contact.CLEAR, got {short_repr(other)}"
            )
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name.lower()


class Manner(StrEnum):
    """How a line is blocked, by the strongest obstacle. Games differ in which of them count.

    >>> from sightline import SquareBoard, trace
    >>> trace(SquareBoard.from_text(".#\\n#."), "A1", "B2", "center").manner
    <Manner.PINCH: 'pinch'>
    """

    PINCH = "pinch"
    """Blocked only by points where two blocking tiles meet corner to corner."""
    SEAM = "seam"
    """Blocked only by such points and by edges that two blocking tiles share."""
    THROUGH = "through"
    """Blocked by anything else."""


Position = int | Fraction
Stretch = tuple[Position, Position]


class Touch(NamedTuple):
    """A blocker that meets the line from position `lo` to `hi` and extends to these sides of it.

    A wall that the line runs along has no side.
    """

    lo: Position
    hi: Position
    sides: int
    what: object
    is_wall: bool = False
    is_rim: bool = False
    """Whether it is the outside of a square board, which can cut a line but does
    not count as a touch.
    """
    passes: int = 0
    """The lanes that a walk may enter across a one-way wall that does not count as a touch.

    Along the line it is one of the lanes; at an end of the line it is both, and `sectors` decides.
    """
    part: object = None
    """The part of the tile that blocks, on a board with heights."""

    @property
    def lasts(self) -> bool:
        return self.lo < self.hi


class Judgment(NamedTuple):
    contact: Contact
    because: tuple[Touch, ...] = ()
    """The touches that cause the contact; for a blocked line, everything that stops it."""
    manner: Manner | None = None
    """How the line is blocked; None if it is not."""


class Ends(NamedTuple):
    """The lanes that are open at the start of a line, and those open at its end."""

    start: int = BOTH
    finish: int = BOTH


ANYWHERE = Ends()


def judge(
    touches: Sequence[Touch],
    counted: Sequence[Touch],
    span: int,
    ends: Ends,
) -> Judgment:
    """Return the contact of a line with everything that it touches, except limited walls.

    `counted` are the touches that make it CORNER or EDGE, cut down to the stretches that count.
    """
    if touches:
        ladder = _Ladder(touches, span)
        because = ladder.cuts(ends)
        if because is not None:
            return Judgment(Contact.BLOCKED, real(because), ladder.manner(ends))
    return grazed(counted)


def judge_limited(
    touches: Sequence[Touch], limited: Sequence[Touch], span: int, ends: Ends
) -> Judgment | None:
    """Return BLOCKED if limited walls stop a line that the other `touches` do not stop, else None.

    They stop it if they cut it at two places or more. `ends` are the open lanes with the limited
    walls included. The reason is everything that meets the line at those places.
    """
    places = _places([touch for touch in limited if not touch.passes])
    if len(places) < 2:
        return None
    everything = [*touches, *limited]
    ladder = _Ladder(everything, span)
    parted = [place for place in places if ladder.is_parted(place, ends)]
    if len(parted) < 2:
        return None
    there = (t for lo, hi in parted for t in everything if t.lo <= hi and t.hi >= lo)
    return Judgment(Contact.BLOCKED, real(there), Manner.THROUGH)


def _places(touches: Sequence[Touch]) -> list[Stretch]:
    """Return the stretches of the line that these touches cover, in order and merged
    if they meet.
    """
    places: list[Stretch] = []
    for touch in sorted(touches, key=lambda each: each.lo):
        if places and touch.lo <= places[-1][1]:
            places[-1] = (places[-1][0], max(places[-1][1], touch.hi))
        else:
            places.append((touch.lo, touch.hi))
    return places


def real(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    """Return each touch once, without the rim of the board."""
    return tuple(dict.fromkeys(touch for touch in touches if not touch.is_rim))


def is_pinch(touches: Sequence[Touch]) -> bool:
    """Return whether two of the blocking tiles at a point meet only there, without a wall."""
    tiles = [touch.what for touch in touches if isinstance(touch.what, Square)]
    return not any(map(_is_met_wall, touches)) and any(
        abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1 for a in tiles for b in tiles
    )


def _is_met_wall(touch: Touch) -> bool:
    return touch.is_wall and not touch.passes


def grazed(touches: Sequence[Touch]) -> Judgment:
    """Return the contact of a line that is not blocked: an edge, a corner or nothing."""
    lasting = tuple(touch for touch in touches if touch.lasts)
    if lasting:
        return Judgment(Contact.EDGE, lasting)
    return Judgment(Contact.CORNER if touches else Contact.CLEAR, tuple(touches))


class _Ladder:
    """The two lanes along a line, stretch by stretch, with what connects and cuts them."""

    def __init__(self, touches: Sequence[Touch], span: int) -> None:
        self.touches = touches
        ends = {mark for touch in touches for mark in (touch.lo, touch.hi)}
        self.marks: list[Position] = sorted({0, span} | ends)
        number = {mark: i for i, mark in enumerate(self.marks)}
        self.at: list[list[Touch]] = [[] for _ in self.marks]
        self.along: list[list[Touch]] = [[] for _ in self.marks[1:]]
        for touch in touches:
            first, last = number[touch.lo], number[touch.hi]
            for i in range(first, last):
                self.at[i].append(touch)
                self.along[i].append(touch)
            self.at[last].append(touch)
        self.closed = [_sides(t for t in here if not t.is_wall) for here in self.along]
        self.barred = [_barred(here) for here in self.along]

    def cuts(self, ends: Ends) -> list[Touch] | None:
        """Return everything that stops the walk, in order, or None if nothing does.

        After each place that stops it, the walk continues as if that place were open.
        """
        stopped: list[Touch] = []
        is_cut = False
        reach = ends.start
        inside: list[Touch] = []
        for i, here in enumerate(self.along):
            at = [touch for touch in self.at[i] if touch not in inside]
            reach = self._spread(i, reach & ~_sides(at) if i else reach)
            inside = []
            if not reach:
                is_cut = True
                if self.closed[i] == BOTH:
                    stopped += here
                    inside, reach = here, BOTH
                else:
                    stopped += at
                    reach = BOTH & ~self.closed[i]
        if not inside and not reach & ends.finish:
            is_cut = True
            stopped += self.at[-1]
        return stopped if is_cut else None

    def is_parted(self, place: Stretch, ends: Ends) -> bool:
        """Return whether the strip is cut at that place.

        A walk may come from any lane that is open there. At an end of the line it comes from the
        end.
        """
        first, last = (self.marks.index(mark) for mark in place)
        reach = BOTH & ~self.closed[first - 1] if first else ends.start
        for i in range(first, last + 1):
            if i == len(self.along):
                return not reach & ends.finish
            reach = self._spread(i, reach & ~_sides(self.at[i]) if i else reach)
        return not reach

    def _spread(self, i: int, reach: int) -> int:
        """Return all lanes of stretch `i` that are connected to the lanes `reach`."""
        reach &= ~self.closed[i]
        if reach in (LEFT, RIGHT) and not (self.closed[i] | self.barred[i]) & ~reach:
            return BOTH
        return reach

    def manner(self, ends: Ends) -> Manner:
        """Return the manner: tests whether the line stays blocked if pinches are
        open, and then seams too.
        """
        if self._slips(ends, seams=False):
            return Manner.PINCH
        return Manner.SEAM if self._slips(ends, seams=True) else Manner.THROUGH

    def _slips(self, ends: Ends, seams: bool) -> bool:
        reach = ends.start
        for i in range(len(self.along)):
            if seams and self._is_seam(i):
                reach = 0 if self._is_walled(i) else GAP
            elif reach == GAP:
                reach = 0 if self._is_walled(i) else BOTH & ~self.closed[i]
            elif self._is_pinch(i):
                reach = BOTH & ~self.closed[i]
            else:
                reach = self._spread(i, reach & ~_sides(self.at[i]) if i else reach)
            if not reach:
                return False
        if reach == GAP:
            return not self._is_walled(-1)
        return bool(reach & ends.finish) or self._is_pinch(-1)

    def _is_pinch(self, i: int) -> bool:
        return is_pinch([touch for touch in self.at[i] if not touch.is_rim])

    def _is_walled(self, i: int) -> bool:
        return any(map(_is_met_wall, self.at[i]))

    def _is_seam(self, i: int) -> bool:
        """Return whether the line runs along an edge that two blocking tiles share."""
        sides = {t.sides for t in self.along[i] if not t.is_rim and not t.passes}
        return not any(map(_is_met_wall, self.along[i])) and sides == {LEFT, RIGHT}


def _sides(touches: Iterable[Touch]) -> int:
    sides = 0
    for touch in touches:
        sides |= touch.sides
    return sides


def _barred(along: Iterable[Touch]) -> int:
    """Return the lanes that walls along the line close for walks from the other lane."""
    barred = 0
    for touch in along:
        if touch.is_wall:
            barred |= BOTH & ~touch.passes
    return barred


def cut_down(touches: Iterable[Touch], lo: Position, hi: Position) -> list[Touch]:
    """Return the parts of touches between these positions, without touches that
    only meet one of the two.
    """
    cut = []
    for touch in touches:
        first, last = max(touch.lo, lo), min(touch.hi, hi)
        if first < last or lo < first == last < hi:
            cut.append(touch._replace(lo=first, hi=last))
    return cut
