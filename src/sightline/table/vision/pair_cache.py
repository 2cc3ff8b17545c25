"""A cache of who sees whom on one map by the rule, and which pairs are too close to call.

Deciding whether a pair is a close call takes fifty times as long as whether it is clear, and the
queue of calls needs every pair after every move. So answers are cached until something changes in
the strip of tiles between both ends, which contains everything that a line between them can touch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sightline.answers.sight import Sight, Verdict
from sightline.engine import degree, trace, verdict
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.degree import Degree
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.parts.heights import At
from sightline.model.planes import edge_plane, row_and_col, tile_plane
from sightline.model.threshold import ENDLESS, span_of
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.state.scene import MapScene, SightEnd, tiles_of
from sightline.table.vision.cost import is_explainable
from sightline.table.vision.wall_pieces import cut

BoardFor = Callable[[SightEnd], Board]
PairEnds = frozenset[tuple[Tile, ...]]
"""The tiles of both ends, in either order."""
BEYOND = 2
"""The number of tiles by which a strip is extended in each direction.

A line touches neighboring tiles, and an edge is stored at one of its two tiles.
"""
SQRT2 = sqrt(2)
MOST_KEPT = 100_000
"""The maximum number of cached pairs, at half a kilobyte each: queries for many tiles must not
fill the memory.
"""
MANY_CHANGES = 100
"""The number of changed tiles from which clearing the cache is faster than checking each
pair.
"""
_CHANGED = re.compile(b"[^\0]", re.DOTALL)


class Strip(NamedTuple):
    """The area in which a change may matter to a pair.

    It is near the straight line through both centers, within the bounding rectangle. Tiles are
    points here, on squares and hexes: straight lines stay straight.
    """

    low: int
    high: int
    left: int
    right: int
    at: tuple[float, float]
    """The center of one end."""
    step: tuple[float, float]
    """The vector from there to the center of the other end."""
    width: float
    """The greatest distance from the line, times the length of `step`."""

    @classmethod
    def between(cls, ours: Sequence[tuple[int, int]], theirs: Sequence[tuple[int, int]]) -> Strip:
        tiles = (*ours, *theirs)
        first, second = [tile[0] for tile in tiles], [tile[1] for tile in tiles]
        (a, b), (c, d) = _middle(ours), _middle(theirs)
        spread = 0.0
        if len(tiles) > 2:
            spread = max(hypot(x - a, y - b) for x, y in ours)
            spread = max(spread, *(hypot(x - c, y - d) for x, y in theirs))
        return cls(
            min(first) - BEYOND,
            max(first) + BEYOND,
            min(second) - BEYOND,
            max(second) + BEYOND,
            (a, b),
            (c - a, d - b),
            (spread + BEYOND * SQRT2 + 0.1) * hypot(c - a, d - b),
        )

    def holds(self, a: int, b: int) -> bool:
        """Return whether that tile is in the strip."""
        if not (self.low <= a <= self.high and self.left <= b <= self.right):
            return False
        (x, y), (dx, dy) = self.at, self.step
        return abs(dx * (b - y) - dy * (a - x)) <= self.width


def _middle(tiles: Sequence[tuple[int, int]]) -> tuple[float, float]:
    if len(tiles) == 1:
        return tiles[0]
    return (
        (min(tile[0] for tile in tiles) + max(tile[0] for tile in tiles)) / 2,
        (min(tile[1] for tile in tiles) + max(tile[1] for tile in tiles)) / 2,
    )


@dataclass(slots=True)
class PairQuery:
    """The cached answer for a pair."""

    strip: Strip
    clear: bool
    """Whether the target is visible by the rule."""
    close: bool
    """Whether the rule leaves the decision to the game master."""
    sights: dict[tuple[SightEnd, SightEnd], Sight] = field(default_factory=dict)
    degrees: dict[tuple[SightEnd, SightEnd], Degree] = field(default_factory=dict)


def pair_cache_of(scene: MapScene) -> PairCache:
    """Return the up-to-date cache of that map."""
    looks = _kept.get(scene)
    if looks is None:
        looks = _kept[scene] = PairCache(scene.board, scene.rule)
    # If friends do not block, the answer depends on the viewer.
    over = None if scene.record.friends_block else scene.board_for
    looks.refresh(scene.board, scene.rule, over)
    return looks


class PairCache:
    """All pairs that were queried, by the ids of their ends. Call `refresh` before a query."""

    def __init__(self, board: Board, rule: Rule) -> None:
        self._seen = _Snapshot(board)
        self._looks: dict[tuple[SightEnd, SightEnd], PairQuery] = {}
        self._over: BoardFor | None = None
        self._set(board, rule)

    def _set(self, board: Board, rule: Rule) -> None:
        self._board, self._rule = board, rule
        self._both_ways = rule.mutual and not board.has_one_way_walls and self._over is None

    def refresh(self, board: Board, rule: Rule, over: BoardFor | None = None) -> None:
        """Drop outdated answers. `over` returns the board of each viewer, if they differ."""
        if (over is None) != (self._over is None):
            self._looks.clear()
        self._over = over
        changed = self._seen.changed_on(board)
        most = MANY_CHANGES if rule.stays_between else 0
        if changed is None or rule != self._rule or len(changed) > most:
            self._looks.clear()
        elif changed:
            self._looks = _away_from(changed, self._looks)
        if changed is None or changed:
            self._seen = _Snapshot(board)
        self._set(board, rule)

    def look(self, a: SightEnd, b: SightEnd) -> PairQuery:
        """Return the answer for `a` and `b`."""
        ends = (b, a) if self._both_ways and str(b) < str(a) else (a, b)
        found = self._looks.get(ends)
        if found is None:
            if len(self._looks) >= MOST_KEPT:
                self._looks.clear()
            found = self._looks[ends] = self._find(*ends)
        return found

    def sight(self, a: SightEnd, b: SightEnd) -> Sight:
        """Return the rule's answer with its proof, on the true board, by ids."""
        kept = self.look(a, b).sights
        if (a, b) not in kept:
            kept[a, b] = trace(self._looked_over(a), a, b, self._rule)
        return kept[a, b]

    def degree(self, a: SightEnd, b: SightEnd) -> Degree:
        """Return the cover of `b` from `a` by the rule of a game, without the proof."""
        kept = self.look(a, b).degrees
        if (a, b) not in kept:
            kept[a, b] = degree(self._looked_over(a), a, b, self._rule)
        return kept[a, b]

    def open_degrees(self, a: SightEnd, b: SightEnd) -> list[str]:
        """Return the degrees of cover from which the game master chooses, if the target is visible
        in any case.
        """
        if not self._rule.tells_cover or not self._rule.leaves_open:
            return []
        if not self.look(a, b).clear:
            return []
        found = self.degree(a, b)
        return [found.low, found.high] if found.is_open else []

    def is_open(self, a: SightEnd, b: SightEnd) -> bool:
        """Return whether the rule leaves anything about the pair to the game master."""
        return self.look(a, b).close or bool(self.open_degrees(a, b))

    def _looked_over(self, a: SightEnd) -> Board:
        return self._board if self._over is None else self._over(a)

    def tiles(self, where: SightEnd) -> tuple[Tile, ...]:
        return tiles_of(self._board, where)

    def _find(self, a: SightEnd, b: SightEnd) -> PairQuery:
        ours, theirs = self.tiles(a), self.tiles(b)
        start, end = a, b
        if not self._rule.minds_figures and not self._board.has_heights:
            # A query by tile is much faster than by name, and equivalent for a figure of one tile.
            start = ours[0] if len(ours) == 1 and not isinstance(a, At) else a
            end = theirs[0] if len(theirs) == 1 and not isinstance(b, At) else b
        found = verdict(self._looked_over(a), start, end, self._rule)
        strip = Strip.between(ours, theirs)
        return PairQuery(strip, found is Verdict.VISIBLE, found is Verdict.AMBIGUOUS)


def ruled_ends(scene: MapScene, rulings: Rulings) -> frozenset[PairEnds]:
    """Return the tiles of both ends of every ruling. Other pairs need no lookup, in either order.

    (A ruling on a pair that is too large to list cannot be made here. An imported one has no
    effect.)
    """
    return frozenset(
        frozenset(ends)
        for ends in rulings.ruled_pairs()
        if is_explainable(scene.board, scene.rule, *ends)
    )


def _away_from(
    changed: set[tuple[int, int]], looks: dict[tuple[SightEnd, SightEnd], PairQuery]
) -> dict[tuple[SightEnd, SightEnd], PairQuery]:
    """Return the pairs that none of these tiles can affect."""
    for a, b in changed:
        looks = {ends: look for ends, look in looks.items() if not look.strip.holds(a, b)}
    return looks


class _Snapshot:
    """Everything that sight depends on."""

    def __init__(self, board: Board) -> None:
        self._heights = _high_parts(board)
        self._planes = _planes(board)
        self._things = _things(board)

    def changed_on(self, board: Board) -> set[tuple[int, int]] | None:
        """Return the tiles that are different on the board now.

        Return None if it is another board, or if its floors or the heights of its walls are
        different.
        """
        if _high_parts(board) != self._heights:
            return None
        planes = _planes(board)
        if [len(plane) for plane in planes] != [len(plane) for plane in self._planes]:
            return None
        changed: set[tuple[int, int]] = set()
        for old, new in zip(self._planes, planes, strict=True):
            if old != new:
                changed.update(_tile_at(board, index) for index in _differing(old, new))
        for before, after, where in zip(self._things, _things(board), _WHERE, strict=True):
            if before != after:
                for name in before.keys() | after.keys():
                    old_thing, new_thing = before.get(name), after.get(name)
                    if old_thing != new_thing:
                        changed.update(where(board, name, old_thing), where(board, name, new_thing))
        return changed


def _high_parts(board: Board) -> tuple[Any, ...]:
    """Return the floors and heights that affect lines, besides `_things` and the planes."""
    if board.height_level < 2:
        return (board.height_level,)
    spans = (each for each in board.edges() if span_of(each[2]) != ENDLESS)
    return board.height_level, tuple(board.floors()), frozenset(spans)


def _planes(board: Board) -> list[bytes]:
    edges = (edge_plane(board, direction) for direction in range(len(board.grid.forward)))
    return [bytes(tile_plane(board)), *map(bytes, edges)]


def _things(board: Board) -> list[dict[Any, Any]]:
    """Return the things on a board that are not in the planes: figure ids (for text), free
    walls, terrain, heights.
    """
    figures = {figure.name: figure for figure in board.figures()}
    covers = board.covers if isinstance(board, HexBoard) else {}
    return [
        figures,
        dict(board.wall_items()),
        board.terrains(),
        dict(covers),
        dict(board.elevations),
    ]


def _tiles_of_figure(board: Board, name: str, figure: Figure | None) -> tuple[Tile, ...]:
    return () if figure is None else figure.tiles


def _tiles_of_wall(board: Board, ends: tuple[Point, Point], threshold: Any) -> Iterator[Tile]:
    return (tile for tiles, _ in cut(board.grid.name, *ends) for tile in tiles)


def _own_tile(board: Board, tile: Tile, height: Any) -> tuple[Tile, ...]:
    return (tile,)


_WHERE: tuple[Callable[[Board, Any, Any], Iterable[Tile]], ...] = (
    _tiles_of_figure,
    _tiles_of_wall,
    _own_tile,
    _own_tile,
    _own_tile,
)


def _differing(old: bytes, new: bytes) -> Iterator[int]:
    both = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    return (each.start() for each in _CHANGED.finditer(both.to_bytes(len(old), "little")))


def _tile_at(board: Board, index: int) -> tuple[int, int]:
    row, col = row_and_col(board, index)
    return (col, row) if isinstance(board, HexBoard) else (row, col)


_kept: WeakKeyDictionary[MapScene, PairCache] = WeakKeyDictionary()
