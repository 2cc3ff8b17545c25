"""Keeps who sees whom on one map by the rule alone, and which looks are too close for it.

Whether a look is close takes fifty times as long to find out as whether it is clear, and a queue of
calls asks after every move about every pair. So answers are kept until something changes in the
strip of tiles between both ends, which holds all that any line between them can touch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import hypot, sqrt
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sightline.answers.sight import Sight, Verdict
from sightline.engine import degree, sees, trace
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.planes import edge_plane, row_and_col, tile_plane
from sightline.packs import Pack, TouchRules
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol import FigureOrTile
from sightline.table.state import MapScene, tiles_of
from sightline.table.vision.cost import is_explainable
from sightline.table.vision.wall_pieces import cut

BoardFor = Callable[[FigureOrTile], Board]
PairEnds = frozenset[tuple[Tile, ...]]
"""The tiles of both ends of a look, whichever is first."""
BEYOND = 2
"""How many tiles further a strip reaches each way. A line touches tiles next to those it crosses,
and an edge is kept at one of its two tiles."""
SQRT2 = sqrt(2)
MOST_KEPT = 100_000
"""Looks that are kept, half a kilobyte each: who asks about tile after tile must not fill the
memory."""
MANY_CHANGES = 100
"""From here on it is quicker to forget everything than to ask what is near."""
_CHANGED = re.compile(b"[^\0]", re.DOTALL)


class Strip(NamedTuple):
    """Where a change may matter to a look: near the straight line through the middles of both ends,
    within the rectangle around both. Tiles are points here, on squares and on hexes alike: what is
    straight stays straight."""

    low: int
    high: int
    left: int
    right: int
    at: tuple[float, float]
    """The middle of one end ..."""
    step: tuple[float, float]
    """... from which this leads to the middle of the other."""
    width: float
    """How far from the line, times the length of the step."""

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
        """Does that tile lie in it?"""
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
class PairLook:
    """What one end and the other make of each other."""

    strip: Strip
    clear: bool
    """Does the rule say visible?"""
    close: bool
    """Does it leave the answer to the master?"""
    sights: dict[tuple[FigureOrTile, FigureOrTile], Sight] = field(default_factory=dict)
    degrees: dict[tuple[FigureOrTile, FigureOrTile], str] = field(default_factory=dict)


def pair_cache_of(scene: MapScene) -> PairCache:
    """The looks of that map as it is now."""
    looks = _kept.get(scene)
    if looks is None:
        looks = _kept[scene] = PairCache(scene.board, scene.rule)
    # Where friends are not in the way, it matters who looks.
    over = None if scene.record.friends_block else scene.board_for
    looks.refresh(scene.board, scene.rule, over)
    return looks


class PairCache:
    """Every look that was asked for, by the ids of its ends. Call `refresh` before asking."""

    def __init__(self, board: Board, rule: Rule) -> None:
        self._seen = _Snapshot(board)
        self._looks: dict[tuple[FigureOrTile, FigureOrTile], PairLook] = {}
        self._over: BoardFor | None = None
        self._set(board, rule)

    def _set(self, board: Board, rule: Rule) -> None:
        self._board, self._rule = board, rule
        self._both_ways = rule.mutual and not board.has_one_way_walls and self._over is None
        self._lenient = lenient_rule(rule) if leaves_open(rule) else None

    def refresh(self, board: Board, rule: Rule, over: BoardFor | None = None) -> None:
        """Forget what may have changed. `over`: the board that each looks over, if not all look
        over the same."""
        if (over is None) != (self._over is None):
            self._looks.clear()
        self._over = over
        changed = self._seen.changed_on(board)
        if changed is None or rule != self._rule or len(changed) > MANY_CHANGES:
            self._looks.clear()
        elif changed:
            self._looks = _away_from(changed, self._looks)
        if changed is None or changed:
            self._seen = _Snapshot(board)
        self._set(board, rule)

    def look(self, a: FigureOrTile, b: FigureOrTile) -> PairLook:
        """What `a` and `b` make of each other."""
        ends = (b, a) if self._both_ways and str(b) < str(a) else (a, b)
        found = self._looks.get(ends)
        if found is None:
            if len(self._looks) >= MOST_KEPT:
                self._looks.clear()
            found = self._looks[ends] = self._find(*ends)
        return found

    def sight(self, a: FigureOrTile, b: FigureOrTile) -> Sight:
        """The rule's own answer with its proof, on the true board, by ids."""
        kept = self.look(a, b).sights
        if (a, b) not in kept:
            kept[a, b] = trace(self._looked_over(a), a, b, self._rule)
        return kept[a, b]

    def degree(self, a: FigureOrTile, b: FigureOrTile) -> str:
        """How much cover `b` has from `a` by the rule of a game, without the proof."""
        kept = self.look(a, b).degrees
        if (a, b) not in kept:
            kept[a, b] = degree(self._looked_over(a), a, b, self._rule)
        return kept[a, b]

    def open_degrees(self, a: FigureOrTile, b: FigureOrTile) -> list[str]:
        """The degrees of cover that are the master's to choose from, where it is seen in any
        case."""
        if self._lenient is None or not isinstance(self._rule, PackRule):
            return []
        found = self.degree(a, b) if self.look(a, b).clear else ""
        return found.split(" or ") if " or " in found else []

    def is_open(self, a: FigureOrTile, b: FigureOrTile) -> bool:
        """Does the rule leave something of the look to the master?"""
        return self.look(a, b).close or bool(self.open_degrees(a, b))

    def _looked_over(self, a: FigureOrTile) -> Board:
        return self._board if self._over is None else self._over(a)

    def tiles(self, where: FigureOrTile) -> tuple[Tile, ...]:
        return tiles_of(self._board, where)

    def _find(self, a: FigureOrTile, b: FigureOrTile) -> PairLook:
        ours, theirs = self.tiles(a), self.tiles(b)
        start, end = a, b
        if not isinstance(self._rule, PackRule):
            # A tile is asked about much sooner than a name, and who covers one tile is where it is;
            # but by the rule of a game it matters who looks.
            start = ours[0] if len(ours) == 1 else a
            end = theirs[0] if len(theirs) == 1 else b
        board = self._looked_over(a)
        clear = sees(board, start, end, self._rule)
        # Who is kept from seeing only by a touch sees where touching does not block.
        close = False
        if self._lenient is not None and not clear:
            close = sees(board, start, end, self._lenient)
        return PairLook(Strip.between(ours, theirs), clear, close)


def ruled_ends(scene: MapScene, rulings: Rulings) -> frozenset[PairEnds]:
    """The tiles of both ends of every ruling: all others need not be asked about, either way round.
    (One on a look that is too large to be listed cannot be made here; a map may
    bring it, and then it does not hold.)"""
    return frozenset(
        frozenset(ends)
        for ends in rulings.ruled_pairs()
        if is_explainable(scene.board, scene.rule, *ends)
    )


def verdict_of(board: Board, a: FigureOrTile, b: FigureOrTile, rule: Rule) -> Verdict:
    """As `trace` has it, without the proof, which takes far longer."""
    if sees(board, a, b, rule):
        return Verdict.VISIBLE
    # Who is kept from seeing only by a touch sees where touching does not block.
    if leaves_open(rule) and sees(board, a, b, lenient_rule(rule)):
        return Verdict.AMBIGUOUS
    return Verdict.HIDDEN


def leaves_open(rule: Rule) -> bool:
    """Does the rule leave anything to the master?"""
    if isinstance(rule, PackRule):
        return lenient_pack(rule.pack) != rule.pack
    return rule.to_dict().get("ties") == "adjudicated"


def lenient_rule(rule: Rule) -> Rule:
    """The same rule, where touching does not block."""
    if isinstance(rule, PackRule):
        return PackRule(lenient_pack(rule.pack))
    lenient: Rule = replace(rule, ties="permissive")  # type: ignore[type-var]
    return lenient


@lru_cache(maxsize=8)
def lenient_pack(pack: Pack) -> Pack:
    """The same game, where every touch that is for the master to judge passes."""
    sight, *cover = (
        replace(each, touch=replace(each.touch, **_asked(each.touch)))
        for each in (pack.sight, *pack.cover)
    )
    return replace(pack, sight=sight, cover=tuple(cover))


def _asked(touch: TouchRules) -> dict[str, Any]:
    names = ("corner", "edge", "pinch", "seam")
    return {name: "pass" for name in names if getattr(touch, name) == "ask"}


def _away_from(
    changed: set[tuple[int, int]], looks: dict[tuple[FigureOrTile, FigureOrTile], PairLook]
) -> dict[tuple[FigureOrTile, FigureOrTile], PairLook]:
    """The looks that none of these tiles can have to do with."""
    for a, b in changed:
        looks = {ends: look for ends, look in looks.items() if not look.strip.holds(a, b)}
    return looks


class _Snapshot:
    """All that sight depends on, as it was."""

    def __init__(self, board: Board) -> None:
        self._planes = _planes(board)
        self._things = _things(board)

    def changed_on(self, board: Board) -> set[tuple[int, int]] | None:
        """The tiles that are different on the board now; None: it is another board."""
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


def _planes(board: Board) -> list[bytes]:
    edges = (edge_plane(board, direction) for direction in range(len(board.grid.forward)))
    return [bytes(tile_plane(board)), *map(bytes, edges)]


def _things(board: Board) -> list[dict[Any, Any]]:
    """What is not in the planes: which figure it is (for words), free walls, terrain, heights."""
    figures = {figure.name: figure for figure in board.figures()}
    heights = [board.covers, board.elevations] if isinstance(board, HexBoard) else [{}, {}]
    return [figures, dict(board.wall_items()), board.terrains(), *map(dict, heights)]


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
