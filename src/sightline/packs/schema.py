"""A pack as data. Each field is a concept of the games, with the values found in them.

A pack asks for sight, and perhaps for cover. Each is a `PackQuestion`: from which points of the one
to which points of the other lines are drawn, which of the lines are taken, what a touch counts for,
what blocks them by its kind, and how many blocked lines make which degree.
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
"""The degree of a kind that hides completely."""
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
"""The kinds that boards have of themselves. A tile may carry others, by its terrain: see
`Board.set_terrain`."""


ARCS = {60: (1, 3), 90: (1, 2), 120: (1, 1), 180: (0, 0), 240: (-1, 1), 270: (-1, 2), 300: (-1, 3)}
"""The arcs that a pack can give to a facing, in degrees. Each has the sign and the square of the
cosine of half of it, in quarters, so that angles are compared without fractions."""


class Entries(Mapping[str, Any]):
    """A mapping that never changes and can be hashed, so that packs and their rules can be."""

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
    """What a line counts for that only grazes what blocks: it passes, blocks, or is asked about.

    >>> from sightline.packs import PACKS
    >>> touch = PACKS["gloomhaven"].sight.touch
    >>> touch.corner, touch.edge, touch.pinch
    ('block', 'block', 'block')
    """

    corner: Counts = "pass"
    """It touches at a point."""
    edge: Counts = "pass"
    """It runs along a side."""
    pinch: Counts = "block"
    """It goes through a point where two blocking tiles meet corner to corner."""
    seam: Counts = "block"
    """It runs between two blocking tiles that share a side."""
    pinch_except: tuple[str, ...] = ()
    """A point passes where something of these kinds meets another thing that blocks, be that a
    tile or the end of a wall."""


@dataclass(frozen=True)
class PackQuestion:
    """A bundle of lines between two places, and what is made of them.

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
    """`any`: one free line is enough; `all`: every line counts; `best-corner`: the lines of one
    corner of the viewer to all corners of one tile of the target; `pair`: two lines from one corner
    to two neighboring corners, with nothing between them."""
    touch: TouchRules = TouchRules()
    ends: LineEnds = "turn"
    """`turn`: one must get from one's tile onto the line; `closed`: a touch at the line's own ends
    counts too; `open`: nothing at the ends counts."""
    inset: int = 0
    """The target's corners are moved into its tile by 1/`inset` of a side: 20 is 5 %.
    0: they are not moved."""
    whole: bool = False
    """Whether large figures count as a whole, with the middle and the corners of their
    footprint."""
    target_blocks: bool = False
    """Whether figures and things on the target's tile block lines through that tile."""
    lean: Literal["", "any", "worst"] = ""
    """On hexes, where a line runs along sides, and with diamonds, where it touches their tips: the
    whole line is shifted to the left or to the right, and the better (`any`) or the worse (`worst`)
    of the two counts."""
    swap: bool = False
    """Whether it is tried in both directions, and the better one counts."""
    shape: Literal["tile", "diamond"] = "tile"
    """Whether the whole tile blocks, or only the diamond between the middles of its sides."""
    blockers: Mapping[str, str] = EMPTY
    """For each kind that counts: `hide`, or the most that it can give, a degree."""
    degrees: Mapping[str, tuple[tuple[int, str], ...]] = EMPTY
    """By grid: the least number of blocked lines (or points) for each degree, ascending. Two
    degrees may have the same count: the kinds of the blockers then decide.
    """
    points: Mapping[str, int] = EMPTY
    """The points that each tile of a kind on the line adds."""
    heights: Literal["", "linear", "battletech", "hill-blocks"] = ""
    """On hexes, which ground hides: what rises above the straight line from ground to ground
    (`linear`), above the lower of the two (`hill-blocks`), or above both, and next to one of them
    above that one (`battletech`)."""
    eyes: int = 1
    """With the heights `battletech`: the height of eyes above the ground."""
    growth: int = 2
    """With heights: how far things with points rise above their ground."""
    big_by: int = 2
    straight: bool = False
    """Whether lines are drawn only along a row or a column of tiles."""
    near_target: int = 0
    """Only what is at most this many tiles from the target blocks; 0: distance does not matter.
    1: what touches the target. A wall is as near as the nearest tile that it touches."""
    beyond_viewer: int = 0
    """Blockers within this many tiles of the viewer do not count."""

    def __post_init__(self) -> None:
        # A plain dict, as one writes it by hand, cannot be hashed.
        for name in ("blockers", "degrees", "points"):
            given = getattr(self, name)
            if not isinstance(given, Entries):
                object.__setattr__(self, name, Entries(given))


@dataclass(frozen=True)
class PackExample:
    """A position, and what the game says about it: for people, and to test the pack."""

    map: str
    """The board, drawn as in a map file."""
    viewer: str
    target: str
    """A figure or a tile, by name."""
    expect: str
    """A verdict (`visible`, `hidden`, `ambiguous`) or a degree of cover."""
    why: str
    """The reason, in a line."""


@dataclass(frozen=True)
class Pack:
    """A game's sight and cover, with where it is written.

    >>> from sightline.packs import PACKS
    >>> pack = PACKS["dnd5e"]
    >>> pack.title, pack.grids, pack.degrees
    ('Dungeons & Dragons, fifth edition', ('square', 'hex'), ('none', 'half', 'three-quarters',
     'total'))
    """

    name: str
    title: str
    summary: str
    """When one sees another, in a sentence or two for players."""
    source: str
    """Book, edition and page."""
    grids: tuple[GridWord, ...]
    sight: PackQuestion
    cover: tuple[PackQuestion, ...] = ()
    """The worst of them counts: degrees do not add up."""
    degrees: tuple[str, ...] = (NONE, TOTAL)
    """From no cover to total cover, which hides."""
    texts: Mapping[str, str] = EMPTY
    """The effects of degrees in the game."""
    neighbors: Literal["", "seen", "seen unless wall"] = ""
    """Whether neighbors are special."""
    outside: Literal["open", "wall"] = "open"
    """What lies at the border of the map."""
    heights: Literal["", "true"] = ""
    """`true`: on boards with heights, each line takes the best height in both bodies."""
    targeting: Purpose = "sight"
    """For what a line must be free, to target somebody and to count cover: for `effect`, a window
    is in the way and a curtain is not. Seeing always asks for sight."""
    max_range: int = 0
    """Nobody is seen who is further away than this many tiles; 0: there is no limit."""
    metric: MetricName = "chebyshev"
    """How the tiles of `max_range` are counted on squares."""
    arc: int = 0
    """A figure with a facing sees only what is in this arc, in degrees; 0: it sees all around."""
    zones: ZoneSight = ""
    """Who is always seen: those in the viewer's own zone (`own`), or also those in a zone that an
    opening joins to it (`joined`). A zone is a room: tiles with no wall or door between them."""
    open_ground: tuple[str, ...] = ()
    """Terrain that is in no room: each tile of it is a zone."""
    symmetric: bool = True
    """Whether sight is always mutual, with the same cover. Required in a file."""
    verified: str = ""
    """What was verified, and against which source; "" if not stated."""
    unverified: str = ""
    """What could not be verified, and what the pack does instead."""
    family: str = ""
    """The kind of games under which lists show it."""
    based_on: str = ""
    """The pack that this one varies."""
    example: tuple[PackExample, ...] = field(default=(), compare=False, repr=False)
    """Positions with their answers, which `sightline rules --test` tries. No part of the rule."""

    @property
    def neighbours(self) -> Literal["", "seen", "seen unless wall"]:
        """The old name of `neighbors`."""
        deprecated.warn("Pack.neighbours", "Pack.neighbors")
        return self.neighbors

    @property
    def is_plain(self) -> bool:
        """Whether lines decide for all places, whatever is near, far, behind or in the same
        room."""
        return not (self.neighbors or self.max_range or self.arc or self.zones)

    def rank(self, degree: str) -> int:
        """How much cover a degree is, 0 for none."""
        return self.degrees.index(degree)

    def degree(self, low: int, high: int) -> Degree:
        """The degree with these ranks: at least the one, at most the other."""
        name = self.degrees[low]
        effect = self.texts.get(name, "") if low == high else ""
        return Degree(name, self.degrees[high], self.degrees, effect)
