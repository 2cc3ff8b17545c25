"""An answer with its proof: verdict, contact, the deciding line, and what it met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.contact import Contact, Manner
from sightline.model.cell import Hex, Tile
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.hexagon import Orientation
from sightline.model.names import not_one_of
from sightline.model.parts.display import function_for
from sightline.model.place import Place
from sightline.model.threshold import OneWayName, StopName

TablePoint = tuple[Fraction, Fraction]
"""A point in tiles: (x, y) on squares, axial (q, r) on hexes."""


class HexPoint(NamedTuple):
    """A point in tiles on hexes. Its type tells it apart from a point on squares."""

    q: Fraction
    r: Fraction


class Verdict(Enum):
    """The verdict of a rule: visible, hidden, or ambiguous, which the game master decides.

    A verdict has no truth value: `if verdict(...)` raises `InvalidTypeError`. Compare it with
    another verdict or with its word. A word that is not a verdict raises `InvalidValueError`.

    >>> from sightline import CenterRule, SquareBoard, verdict
    >>> board = SquareBoard.from_text(".#\\n..")
    >>> verdict(board, "A1", "B2", CenterRule("adjudicated"))
    <Verdict.AMBIGUOUS: 'ambiguous'>
    >>> verdict(board, "A1", "B2", CenterRule("strict")) == "hidden"
    True
    """

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AMBIGUOUS = "ambiguous"

    def __bool__(self) -> bool:
        raise InvalidTypeError(
            "a verdict is not a yes or no: compare it, as in `verdict is Verdict.VISIBLE`, or ask"
            " `sees`"
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            if other not in _VERDICTS:
                raise InvalidValueError(not_one_of("verdict", _VERDICTS, other))
            return other == self._value_
        if isinstance(other, bool):
            raise InvalidTypeError(
                f"verdict: expected another verdict, such as Verdict.VISIBLE, got {other}"
            )
        return self is other

    def __hash__(self) -> int:
        return hash(self._value_)  # must equal the hash of its word, because the two compare equal

    def __str__(self) -> str:
        return self.value


_VERDICTS = tuple(each.value for each in Verdict)
WITHOUT_DEGREES = {
    Verdict.VISIBLE: Degree(NONE, NONE),
    Verdict.AMBIGUOUS: Degree(NONE, TOTAL),
    Verdict.HIDDEN: Degree(TOTAL, TOTAL),
}


@dataclass(frozen=True, slots=True)
class Blocker:
    """Something that blocks a line: what it is, where it is, and where it met the line.

    >>> from sightline import SquareBoard, trace
    >>> blocker = trace(SquareBoard.from_text("A#B"), "A", "B", "center").blockers[0]
    >>> blocker.what, str(blocker.where)
    ('solid', 'B1')
    """

    what: str
    """What it is: solid, figure, wall, door, gate, ground, floor or outside (of a hex board whose
    outside is solid).
    """
    where: Any
    """Where it is: a tile, two tiles for a barrier on the edge between them, or
    two points for a free wall.
    """
    name: str | None = None
    """The name of the figure or the floor."""
    state: str | None = None
    """The state of a door or gate."""
    side: str = "both"
    """The side of the line on which it is, looking along the line: left, right, both, or along (the
    line runs along a wall).
    """
    at: tuple[TablePoint, TablePoint] | None = None
    """The first and the last point of the line that are in it."""
    free: bool = False
    """Whether it is a wall, door or gate off the grid."""
    limited: bool = False
    """Whether it is a limited wall, door or gate, which stops a line only as the
    second one on it.
    """
    one_way: OneWayName = ""
    """For a one-way barrier, the lines that it stops. "forth": those from the first tile of `where`
    to the second or, off the grid, from left to right as seen from its first end looking to its
    second. "back": the others.
    """
    bottom: Fraction | None = None
    top: Fraction | None = None
    """The upper end of its heights; None means no limit."""
    stops: tuple[StopName, ...] | None = None
    """What a wall, door or gate stops; None means everything."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One straight line that a rule tried."""

    start: TablePoint
    end: TablePoint
    contact: Contact
    blockers: tuple[Blocker, ...]
    """The blockers that determine the contact, in order along the line; empty for a clear line."""
    manner: Manner | None = None
    """How a blocked line is blocked: pinch, seam or through."""
    source: Tile | None = None
    """The tile where it starts, or None for the middle of a whole footprint."""
    target: Tile | None = None
    """The tile where it ends, or None for the middle of a whole footprint."""
    blocked: tuple[bool, bool] = (False, False)
    """With a rule pack, whether it counts as blocked: if open touches pass, and if they block."""
    heights: tuple[Fraction, Fraction] | None = None
    """The best heights of its two ends; None on a board without heights."""


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a ray, and what was found there.

    >>> from sightline import HexBoard, trace
    >>> board = HexBoard(radius=2)
    >>> board.set_solid("1,0")
    >>> for step in trace(board, "0,0", "2,0", "hexray").steps:
    ...     print(step.hex, step.kind, step.reason)
    (0, 0) start None
    (1, 0) mid tile
    (2, 0) target None
    """

    hex: Hex
    index: int
    kind: str
    """The kind of step: start, mid or target."""
    blocked_tile: bool = False
    """Whether the hex itself blocks. (A target that blocks can still be visible.)"""
    blocked_edge: bool = False
    """Whether the ray is blocked by the edge that it crosses to enter this hex."""
    blocked_elevation: bool = False
    """Whether the hex rises above the line between the heights of both ends."""
    soft_cover: float = 0.0
    """The cover that it adds; only steps between the ends add any."""
    elevation: float | None = None
    reason: str | None = None
    """Why the ray is blocked here: edge, tile or elevation; None if it is not."""
    what: str | None = None
    """With a rule pack, the kind of terrain that adds cover here, such as light-woods."""


class Cover(NamedTuple):
    """Soft cover along a hex ray: its sum, and the resulting penalty.

    >>> from sightline import HexBoard, trace
    >>> board = HexBoard(radius=2)
    >>> board.set_cover("1,0", 0.5)
    >>> cover = trace(board, "0,0", "2,0", "hexray").cover
    >>> cover.sum, round(cover.penalty, 3)
    (0.5, 0.295)
    """

    sum: float
    penalty: float


@dataclass(frozen=True, slots=True)
class Ray:
    """One row of hexes and everything that it met."""

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
    """A game master's decision that replaces the rule's answer."""

    visible: bool
    by: str
    why: str
    when: str
    degree: str = ""
    """With a rule pack, the degree of cover; "" if only visibility was ruled."""


@dataclass(frozen=True)
class Sight:
    """Whether the source sees the target, and why. `trace` returns it.

    It is true if the target is visible. `explain()` gives the reason in sentences, a notebook shows
    it as a picture, and `check` verifies it without the rule that made it.

    >>> from sightline import SquareBoard, trace
    >>> sight = trace(SquareBoard.from_text("A#B"), "A", "B", "center")
    >>> bool(sight), str(sight.verdict), str(sight.contact)
    (False, 'hidden', 'blocked')
    >>> print(sight.explain()[:66])
    Hidden: the line from the center of A on A1 to the center of B on
    """

    source: Place
    target: Place
    rule: Mapping[str, Any]
    """The rule and its settings, as plain data."""
    verdict: Verdict
    contact: Contact | None = None
    """How the deciding line met blockers; None for a hex ray."""
    manner: Manner | None = None
    """How the deciding line is blocked: pinch, seam or through. None if it is not
    blocked, or is a hex ray.
    """
    line: tuple[Any, ...] = ()
    """The two end points of the deciding line in tiles, or the hexes of a ray;
    empty if both ends share a tile.
    """
    blockers: tuple[Blocker, ...] = ()
    """Every blocker of the deciding line, in order along it."""
    steps: tuple[Step, ...] = ()
    """The steps of the hex ray that decided."""
    cover: Cover | None = None
    lines: tuple[Tried, ...] = field(default=(), repr=False)
    """Every straight line that the rule tried; empty for a hex ray."""
    rays: tuple[Ray, ...] = field(default=(), repr=False)
    """Every hex ray that the rule examined: two if both sides of the line count."""
    orientation: Orientation = "pointy"
    """The orientation of hexes, which determines the names of their corners."""
    ruling: Ruled | None = None
    degrees: tuple[str, str] = ("", "")
    """With a rule pack, the degree of cover: if open touches pass, and if they block.

    Both are equal if nothing is left to the game master. They are "" for rules without cover.
    """
    blocked: tuple[int, int] = (0, 0)
    """With a rule pack, the number of `lines` that count as blocked, or the points of a chain of
    tiles. The first number is for open touches that pass, the second for open touches that block.
    """
    scale: tuple[str, ...] = ()
    """With a rule pack, all its degrees, from none to total; () for rules without cover."""
    effect: str = ""
    """The effect of that cover in the game."""
    question: str = ""
    """With a rule pack, the question that decided. `lines` or `rays` belong to it.

    "sight", "cover", "cover 2" and so on are the questions of the pack. "targeting" means that the
    target is visible but cannot be targeted. A limit that needs no lines, such as "neighbors", has
    its own name.
    """
    one_way: bool = False
    """Whether a one-way wall matters. Then the reverse direction may have another answer, and a
    ruling applies only in this direction.
    """
    heights: tuple[Fraction, Fraction] | None = None
    """The heights of the deciding line at its two ends; None on a board without heights."""
    cleared: tuple[Blocker, ...] = ()
    """The walls, figures and ground that the deciding line passes above or below,
    in order along it.
    """
    by: str = "sight"
    """The purpose of the line: sight, effect or light."""

    @property
    def visible(self) -> bool:
        """Whether the target is visible. An ambiguous answer without a ruling counts as hidden."""
        if self.ruling is not None:
            return self.ruling.visible
        return self.verdict is Verdict.VISIBLE

    @property
    def degree(self) -> Degree:
        """The degree of cover, as `degree` returns it, or as the game master ruled.

        Rules without degrees give "none" if the target is visible and "total" if not.
        """
        if not self.scale:
            if self.ruling is None:
                return WITHOUT_DEGREES[self.verdict]
            return WITHOUT_DEGREES[Verdict.VISIBLE if self.visible else Verdict.HIDDEN]
        low, high = self.degrees
        if self.ruling is not None:
            if self.ruling.degree or not self.ruling.visible:
                low = high = self.ruling.degree or TOTAL
            elif high == TOTAL:  # visible if open touches pass
                low = high = low if low != TOTAL else NONE
        return Degree(low, high, self.scale, self.effect)

    @property
    def awaits_ruling(self) -> bool:
        """Whether the answer is ambiguous and has no ruling: about visibility or, with a rule pack,
        about the degree of cover.
        """
        unsure = self.verdict is Verdict.AMBIGUOUS or self.degrees[0] != self.degrees[1]
        return unsure and self.ruling is None

    def __bool__(self) -> bool:
        return self.visible

    def explain(self) -> str:
        """Return the answer in sentences for players."""
        from sightline.answers.explain import explain

        return explain(self)

    def _repr_svg_(self) -> str:
        """Return a picture for notebooks that shows everything that the answer mentions."""
        svg: str = function_for(Sight, "svg")(None, self)
        return svg
