"""The data of a pack. Each field is a concept from the games, with the values that occur in them.

A pack has a question of sight, and possibly questions of cover. Each is a `PackQuestion`: the
points that lines join, which of the lines are used, how touches count, which kinds of things block
them, and how many blocked lines make which degree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from sightline import deprecated
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.reach import MetricName
from sightline.model.threshold import Purpose

LinePoints: TypeAlias = Literal["center", "corners", "area"]
Take: TypeAlias = Literal["any", "all", "best-corner", "pair"]
LineEnds: TypeAlias = Literal["turn", "closed", "open"]
Counts: TypeAlias = Literal["pass", "ask", "block"]
GridWord: TypeAlias = Literal["square", "hex"]
ZoneSight: TypeAlias = Literal["", "own", "joined"]

HIDE = "hide"
"""The value for a kind of thing that hides completely."""
KINDS = {
    "solid": "rock, pillars and other tiles that nobody sees through",
    "tall": "furniture that is taller than a person",
    "low": "furniture and other things that sight passes over",
    "wall": "walls, on edges of the grid and free ones, and secret doors",
    "door": "doors and gates that are closed, and not secret",
    "figure": "people and monsters of any side",
    "ally": "figures of the viewer's side",
    "enemy": "figures of another side than the viewer's",
    "big-figure": "figures at least `big_by` size classes larger than both",
    "room": "tiles of a room other than those of the viewer and the target",
}
"""The kinds of things that every board can have. Terrain adds others: see `Board.set_terrain`."""


ARCS = {60: (1, 3), 90: (1, 2), 120: (1, 1), 180: (0, 0), 240: (-1, 1), 270: (-1, 2), 300: (-1, 3)}
"""The arcs that a pack can give to a facing, in degrees. Each has the sign, and the square in
quarters, of the cosine of half the arc, so that angles are compared without fractions.
"""


class Entries(Mapping[str, Any]):
    """An immutable mapping that can be hashed, so that packs and their rules can be hashed."""

    def __init__(self, entries: Mapping[str, Any] | None = None) -> None:
        self._entries = dict(entries or {})

    def __getitem__(self, key: str) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"Entries({self._entries!r})"


EMPTY = Entries()


@dataclass(frozen=True)
class TouchRules:
    """What happens to a line that only touches a blocker: it passes, is blocked, or the GM decides.

    >>> from sightline.packs import PACKS
    >>> touch = PACKS["gloomhaven"].sight.touch
    >>> touch.corner, touch.edge, touch.pinch
    ('block', 'block', 'block')
    """

    corner: Counts = "pass"
    """What happens if the line touches a blocker at a point."""
    edge: Counts = "pass"
    """What happens if the line runs along the edge of a blocker."""
    pinch: Counts = "block"
    """What happens if the line passes a point where two blocking tiles meet corner to corner."""
    seam: Counts = "block"
    """What happens if the line runs between two blocking tiles that share an edge."""
    pinch_except: tuple[str, ...] = ()
    """Kinds of things: a line passes a point where one of them meets another blocker, such as a
    tile or the end of a wall.
    """


@dataclass(frozen=True)
class PackQuestion:
    """A set of lines between two places, and how they are evaluated.

    >>> from sightline.packs import PACKS
    >>> cover = PACKS["dnd5e"].cover[0]
    >>> cover.start, cover.end, cover.take
    ('corners', 'corners', 'best-corner')
    >>> cover.blockers["figure"], cover.degrees["square"]
    ('half', ((1, 'half'), (3, 'three-quarters')))
    """

    start: LinePoints
    end: LinePoints
    take: Take = "any"
    """`any`: one free line is enough. `all`: every line counts. `best-corner`: the lines from one
    corner of the viewer to all corners of one tile of the target. `pair`: two lines from one corner
    to two neighboring corners, with nothing between them.
    """
    touch: TouchRules = TouchRules()
    ends: LineEnds = "turn"
    """How the tiles and walls at the ends of a line count. `turn`: the line must be able to leave
    the viewer's tile and enter the target's. `closed`: a touch at an end counts too. `open`:
    nothing at the ends counts.
    """
    inset: int = 0
    """Moves the target's corners into its tile by 1/`inset` of a side: 20 means 5
    %, 0 means not at all.
    """
    whole: bool = False
    """Whether a large figure counts as one, with the middle and the corners of its footprint."""
    target_blocks: bool = False
    """Whether figures and things on the target's tile block lines through that tile."""
    lean: Literal["", "any", "worst"] = ""
    """Shifts a line to the left or to the right if it runs along the edges of hexes or touches the
    tips of diamonds. The better (`any`) or the worse (`worst`) result then counts.
    """
    swap: bool = False
    """Whether lines are also tried in the other direction, and the better result counts."""
    shape: Literal["tile", "diamond"] = "tile"
    """Whether the whole tile blocks, or only the diamond between the middles of its sides."""
    blockers: Mapping[str, str] = EMPTY
    """What each kind of blocker does: `hide`, or the highest degree that it can give."""
    degrees: Mapping[str, tuple[tuple[int, str], ...]] = EMPTY
    """For each grid, the number of blocked lines (or points) from which each degree applies,
    ascending. If two degrees have the same number, the kinds of the blockers decide.
    """
    points: Mapping[str, int] = EMPTY
    """The points that each tile of a kind adds if the line passes through it."""
    heights: Literal["", "linear", "battletech", "hill-blocks"] = ""
    """On hexes, which ground hides the target. `linear`: ground above the straight line between the
    heights of both ends. `hill-blocks`: ground above the lower end. `battletech`: ground above both
    ends, or next to one end and above that end.
    """
    eyes: int = 1
    """With the heights `battletech`: the height of eyes above the ground."""
    growth: int = 2
    """With heights: how far things that have points rise above their ground."""
    big_by: int = 2
    straight: bool = False
    """Whether lines are drawn only along a straight row of tiles."""
    near_target: int = 0
    """Only things at most this many tiles from the target block; 0 means no limit. With 1, only
    things that touch the target do. A wall is as near as the nearest tile that it touches.
    """
    beyond_viewer: int = 0
    """Things within this many tiles of the viewer do not block."""

    def __post_init__(self) -> None:
        # Callers may pass plain dicts, which cannot be hashed.
        for name in ("blockers", "degrees", "points"):
            given = getattr(self, name)
            if not isinstance(given, Entries):
                object.__setattr__(self, name, Entries(given))


@dataclass(frozen=True)
class PackExample:
    """A position and what the game says about it, as an explanation and as a test of the pack."""

    map: str
    """The board, drawn like a map file."""
    viewer: str
    target: str
    """The name of a figure or a tile."""
    expect: str
    """A verdict (`visible`, `hidden`, `ambiguous`) or a degree of cover."""
    why: str
    """The reason for the answer, in one line."""


@dataclass(frozen=True)
class Pack:
    """A game's rules of sight and cover, and where they are printed.

    >>> from sightline.packs import PACKS
    >>> pack = PACKS["dnd5e"]
    >>> pack.title, pack.grids, pack.degrees
    ('Dungeons & Dragons, fifth edition', ('square', 'hex'), ('none', 'half', 'three-quarters',
     'total'))
    """

    name: str
    title: str
    summary: str
    """When a figure sees another, in a sentence or two for players."""
    source: str
    """The book, edition and page of the rules."""
    grids: tuple[GridWord, ...]
    sight: PackQuestion
    cover: tuple[PackQuestion, ...] = ()
    """The questions of cover. The highest of their degrees counts; they do not add up."""
    degrees: tuple[str, ...] = (NONE, TOTAL)
    """All degrees, from no cover to total cover, which hides the target."""
    texts: Mapping[str, str] = EMPTY
    """The effect of each degree in the game."""
    neighbors: Literal["", "seen", "seen unless wall"] = ""
    """Whether neighbors are always visible, or visible unless a wall separates them."""
    outside: Literal["open", "wall"] = "open"
    """Whether the area outside the map is open or a wall."""
    heights: Literal["", "true"] = ""
    """`true`: on boards with heights, each line uses the best heights in both bodies."""
    targeting: Purpose = "sight"
    """The purpose for which a line must be free to target a figure and to count cover. With
    `effect`, windows block and curtains do not. Visibility itself always uses `sight`.
    """
    max_range: int = 0
    """The largest distance at which a figure is visible, in tiles; 0 means no limit."""
    metric: MetricName = "chebyshev"
    """How `max_range` is measured on squares."""
    arc: int = 0
    """The arc in which a figure with a facing sees, in degrees; 0 means all around."""
    zones: ZoneSight = ""
    """Who is always visible: figures in the viewer's own zone (`own`), or also those in zones that
    an opening joins to it (`joined`). A zone is a room: tiles without a wall or door between them.
    """
    open_ground: tuple[str, ...] = ()
    """Terrain that is not part of a room: each tile of it is a zone of its own."""
    symmetric: bool = True
    """Whether sight is always mutual, with the same cover. Files must state it."""
    verified: str = ""
    """What was verified, and against which source; "" if unknown."""
    unverified: str = ""
    """What could not be verified, and what the pack does instead."""
    family: str = ""
    """The heading under which menus list the game."""
    based_on: str = ""
    """The name of the pack that this one modifies."""
    example: tuple[PackExample, ...] = field(default=(), compare=False, repr=False)
    """Positions with their answers, which `sightline rules --test` checks. They do
    not affect the rule.
    """

    @property
    def neighbours(self) -> Literal["", "seen", "seen unless wall"]:
        """The old name of `neighbors`."""
        deprecated.warn("Pack.neighbours", "Pack.neighbors")
        return self.neighbors

    @property
    def is_plain(self) -> bool:
        """Whether lines always decide, without rules about range, facing, neighbors or rooms."""
        return not (self.neighbors or self.max_range or self.arc or self.zones)

    def rank(self, degree: str) -> int:
        """Return the position of a degree in `degrees`: 0 for none."""
        return self.degrees.index(degree)

    def degree(self, low: int, high: int) -> Degree:
        """Return the degree that is at least `low` and at most `high`, given as ranks."""
        name = self.degrees[low]
        effect = self.texts.get(name, "") if low == high else ""
        return Degree(name, self.degrees[high], self.degrees, effect)
