"""An answer with its proof: verdict, contact, the deciding line, what was in the way."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from sightline.geometry.contact import Contact, Manner
from sightline.model.cell import Hex, Tile
from sightline.model.hexagon import Orientation
from sightline.model.place import Place
from sightline.model.threshold import OneWayName
from sightline.model.values import NamedTuple, dataclass, field

TablePoint = tuple[Fraction, Fraction]
"""A point in tile units: (x, y) on squares, axial (q, r) on hexes."""


class Verdict(Enum):
    """What a rule makes of what it found: visible, hidden, or ambiguous, for a master to decide.

    >>> from sightline import CenterRule, SquareBoard, verdict
    >>> board = SquareBoard.from_text(".#\\n..")
    >>> verdict(board, "A1", "B2", CenterRule("adjudicated"))
    <Verdict.AMBIGUOUS: 'ambiguous'>
    """

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AMBIGUOUS = "ambiguous"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Blocker:
    """Something in the way: what it is, where it stands, and where it met the line.

    >>> from sightline import SquareBoard, trace
    >>> blocker = trace(SquareBoard.from_text("A#B"), "A", "B", "quest").blockers[0]
    >>> blocker.what, str(blocker.where)
    ('solid', 'B1')
    """

    what: str
    """solid, figure, wall, door, gate or outside (of a hex board whose outside is solid)."""
    where: Any
    """A tile; two tiles for what stands on the edge between them; two points for a free wall."""
    name: str | None = None
    """The figure's name."""
    state: str | None = None
    """The state of a door or gate."""
    side: str = "both"
    """On which side of the line it is, looking along it: left, right, both, or along (the line runs
    inside it)."""
    at: tuple[TablePoint, TablePoint] | None = None
    """The first and the last point of the line that it touches."""
    free: bool = False
    """Does it stand off the grid?"""
    limited: bool = False
    """Is it a limited wall, door or gate: one that stops a line only as its second?"""
    one_way: OneWayName = ""
    """Is it one-way, so that it is not there for lines from its other side? "forth" if it stops
    lines from the first tile of `where` to the second, or, off the grid, from the left of it to the
    right as one goes from its first end to its second; "back" if the others."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One straight line that a rule tried."""

    start: TablePoint
    end: TablePoint
    contact: Contact
    blockers: tuple[Blocker, ...]
    """What makes the contact what it is, in order along the line; nothing on a clear line."""
    manner: Manner | None = None
    """How a blocked line is blocked: pinch, seam or through."""
    source: Tile | None = None
    """The tile that it starts from; None: from the middle of a whole footprint."""
    target: Tile | None = None
    """The tile that it leads to; None: to the middle of a whole footprint."""
    blocked: tuple[bool, bool] = (False, False)
    """By a rule pack, does it count as blocked: with touches that are the master's to judge
    passing, and blocking?"""


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a ray, and what was found there.

    >>> from sightline import HexBoard, trace
    >>> board = HexBoard(radius=2)
    >>> board.set_solid("1,0")
    >>> for step in trace(board, "0,0", "2,0", "hex").steps:
    ...     print(step.hex, step.kind, step.reason)
    (0, 0) start None
    (1, 0) mid tile
    (2, 0) target None
    """

    hex: Hex
    index: int
    kind: str
    """start, mid or target."""
    blocked_tile: bool = False
    """Is the hex itself opaque? (The target may be, and still be seen.)"""
    blocked_edge: bool = False
    """Does the edge over which the ray came block?"""
    blocked_elevation: bool = False
    """Does the hex rise above the line between the heights of both ends?"""
    soft_cover: float = 0.0
    """What it adds to the cover: mid steps only."""
    elevation: float | None = None
    reason: str | None = None
    """Why the ray is blocked here, if it is: edge, tile or elevation."""
    what: str | None = None
    """By a rule pack, the kind of thing that adds to the cover here, such as light-woods."""


class Cover(NamedTuple):
    """Soft cover along a hex ray: its sum, and the penalty that it comes to.

    >>> from sightline import HexBoard, trace
    >>> board = HexBoard(radius=2)
    >>> board.set_cover("1,0", 0.5)
    >>> cover = trace(board, "0,0", "2,0", "hex").cover
    >>> cover.sum, round(cover.penalty, 3)
    (0.5, 0.295)
    """

    sum: float
    penalty: float


@dataclass(frozen=True, slots=True)
class Ray:
    """One discrete line of hexes and all that was met on it."""

    steps: tuple[Step, ...]
    cover: Cover

    @property
    def blocked_by(self) -> Step | None:
        """The first step that blocks."""
        return next((step for step in self.steps if step.reason), None)

    @property
    def clear(self) -> bool:
        return self.blocked_by is None

    @property
    def path(self) -> tuple[Hex, ...]:
        return tuple(step.hex for step in self.steps)


class Ruled(NamedTuple):
    """A game master's decision that stands in place of the rule's."""

    visible: bool
    by: str
    why: str
    when: str
    degree: str = ""
    """By a rule pack, how much cover there is; "": it was only ruled whether there is sight."""


def in_words(low: str, high: str) -> str:
    """A degree of cover; or both that it may be, where the master is to decide."""
    return low if low == high else f"{low} or {high}"


@dataclass(frozen=True)
class Sight:
    """Does the source see the target, and why: what `trace` gives.

    It is true when the target is seen. `explain()` says why in sentences, a notebook shows it as a
    picture, and `check` verifies it without the rule that made it.

    >>> from sightline import SquareBoard, trace
    >>> sight = trace(SquareBoard.from_text("A#B"), "A", "B", "quest")
    >>> bool(sight), str(sight.verdict), str(sight.contact)
    (False, 'hidden', 'blocked')
    >>> print(sight.explain()[:66])
    Hidden: the line from the centre of A on A1 to the centre of B on
    """

    source: Place
    target: Place
    rule: Mapping[str, Any]
    """The rule and its settings, as plain data."""
    verdict: Verdict
    contact: Contact | None = None
    """How the deciding line met what blocks; None for a hex ray."""
    manner: Manner | None = None
    """How the deciding line is blocked, if it is: pinch, seam or through; None for a hex ray."""
    line: tuple[Any, ...] = ()
    """The two points that decided, in tile units, or the hexes of a ray; nothing on one tile."""
    blockers: tuple[Blocker, ...] = ()
    """Everything in the way of the deciding line, in order along it."""
    steps: tuple[Step, ...] = ()
    """A hex ray, step by step."""
    cover: Cover | None = None
    lines: tuple[Tried, ...] = field(default=(), repr=False)
    """Every straight line that the rule tried."""
    rays: tuple[Ray, ...] = field(default=(), repr=False)
    """Every hex ray that the rule cast: two where ties are judged on both sides of the line."""
    orientation: Orientation = "pointy"
    """How hexes are drawn, which decides what their corners are called."""
    ruling: Ruled | None = None
    degrees: tuple[str, str] = ("", "")
    """By a rule pack, how much cover there is: with touches that are the master's to judge passing,
    and blocking. Both are the same where nothing hangs on him; "" for rules without cover."""
    blocked: tuple[int, int] = (0, 0)
    """By a rule pack, how many of `lines` count as blocked, or to how many points a chain of tiles
    comes: again with touches passing, and blocking."""
    effect: str = ""
    """What that cover does in the game."""
    question: str = ""
    """By a rule pack, which of its questions decided, and `lines` or `rays` are about: "sight",
    "cover", "cover 2" and so on, or "neighbours", who need no line."""
    one_way: bool = False
    """Does a one-way wall matter to it? Then the other way round the answer may be another, and a
    ruling on it holds this way only."""

    @property
    def visible(self) -> bool:
        """Yes or no: an ambiguous answer that nobody has ruled on is a no."""
        if self.ruling is not None:
            return self.ruling.visible
        return self.verdict is Verdict.VISIBLE

    @property
    def degree(self) -> str:
        """How much cover there is by the rule of a game: "none", "half" ... "total"; "" for rules
        that know no cover. Where it is the master's to decide, both that it may be; where he has
        decided, what he said."""
        low, high = self.degrees
        if self.ruling is not None and low:
            if self.ruling.degree or not self.ruling.visible:
                return self.ruling.degree or "total"
            if high == "total":  # seen, as touches pass
                return low if low != "total" else "none"
        return in_words(low, high)

    @property
    def awaits_ruling(self) -> bool:
        """Is it ambiguous, and not ruled on? Whether it is seen at all, or, by a rule pack, how
        much cover there is."""
        unsure = self.verdict is Verdict.AMBIGUOUS or self.degrees[0] != self.degrees[1]
        return unsure and self.ruling is None

    def __bool__(self) -> bool:
        return self.visible

    def explain(self) -> str:
        """The answer in sentences for the people at the table."""
        from sightline.answers.explain import explain

        return explain(self)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what the answer itself mentions."""
        from sightline.render import sight_svg

        return sight_svg(None, self)
