"""Planes of what blocks on a board, one for each set of kinds, for the kernels.

A `PackPlaneCache` observes its board (`model.observers`) and applies the changes before the next
question, so a move costs a few bytes of each plane.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sightline.engine import native
from sightline.engine.heights import span_in_units
from sightline.engine.packs.slabs import EVERY, HighThings, Slab
from sightline.engine.packs.zones import ZoneKey, kind_of_tile, new_zones
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import Span
from sightline.model.parts.free_walls import WallChange
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.planes import (
    edge_spans,
    extent,
    planes_to_copy,
    property_edges,
    tile_at,
    tile_index,
)
from sightline.model.threshold import (
    CODES,
    FIRST_WITH_PROPERTY,
    code_of,
    span_of,
)
from sightline.rules.packs.look import codes_of_kinds

MOST_CHANGES = 4096
"""After more changes than this, planes are built again."""
MOST_GROUNDS = 48
MOST_SLABS = 24
FREE, BLOCKS, OUTSIDE_BOARD, OWN = 0, 1, 2, 3
EDGE_BLOCKS, EDGE_FORTH, EDGE_BACK = 1, 2, 4
"""The bits of an edge, as in kernels/pack/pack_ground.h."""
WALLS_CHANGED = -1
"""The entry for a change of free walls, or of walls with a property on edges."""


class GroundKey(NamedTuple):
    """Everything that determines a ground besides the board."""

    kinds: frozenset[str]
    side: str
    """The viewer's side, if the kinds include allies or enemies."""
    big: int
    """The smallest size of a big figure, in tiles; 0 if big figures do not count."""
    walled: bool
    """Whether the area outside the board blocks."""
    slab: Slab | None = None
    """The slab of a board with heights to which the ground belongs; None to ignore heights."""


class PackPlaneCache:
    """The grounds of a board, and the changes that are not applied to them yet.

    On a board with heights, each slab has a separate cache.
    """

    def __init__(
        self, board: Board, slab: Slab | None = None, high: HighThings | None = None
    ) -> None:
        self.slab = slab
        self.high = HighThings(board) if high is None else high
        """The heights of the board, shared by all slabs."""
        self._slabs: dict[Slab, PackPlaneCache] = {}
        self.changes: deque[int] = deque(maxlen=MOST_CHANGES)
        """The plane index of each changed tile.

        A changed edge is stored as its index plus the size of a plane times (direction + 1).
        """
        self._plane_size = len(planes_to_copy(board)[0])
        self._kept: dict[GroundKey, Any] = {}
        self._walls: dict[frozenset[str], Any] = {}
        """The free walls and the edges with a property, by the kinds that block."""
        self.asks: dict[int, tuple[Any, Any]] = {}
        """Kernels by the id of a rule: the rule, and its kernel or None.

        Kernels refer to grounds, so both are dropped together.
        """
        self._same: dict[tuple[GroundKey, GroundKey], bool] = {}
        self._ranks: array[int] | None = None
        self._numbers: dict[Hashable, Any] = {}
        self._zones: dict[ZoneKey, Any] = {}

    def ranks(self, board: Board) -> array[int]:
        """Return the rank of each tile in board order, by plane index."""
        if self._ranks is None:
            self._ranks = array("i", bytes(4 * len(planes_to_copy(board)[0])))
            for rank, tile in enumerate(board.tiles()):
                self._ranks[tile_index(board, tile)] = rank
        return self._ranks

    def of(self, board: Board, key: GroundKey) -> Any:
        """Return the up-to-date ground for a key."""
        ground = self._kept.get(key)
        if ground is None:
            walls = self._walls_for(board, key.kinds)
            ground = self._kept[key] = new_ground(board, self.high, key, walls)
        return ground

    def _walls_for(self, board: Board, kinds: frozenset[str]) -> Any:
        which = kinds & {"wall", "door"}
        if which not in self._walls:
            self._walls[which] = _new_walls(board, which, self.slab)
        return self._walls[which]

    def between(self, board: Board, key: GroundKey, places: Sequence[Place]) -> Any:
        """Return the ground for a key without what stands on these places."""
        return with_ends_clear(board, self.high, key, self.of(board, key), places)

    def in_slab(
        self, board: Board, slab: Slab, kind: type[PackPlaneCache] | None = None
    ) -> PackPlaneCache:
        """Return the grounds of a slab, up to date."""
        found = self._slabs.get(slab)
        if found is None:
            if len(self._slabs) >= MOST_SLABS:
                del self._slabs[next(iter(self._slabs))]
            found = self._slabs[slab] = (kind or PackPlaneCache)(board, slab, self.high)
        elif found.changes:
            found.catch_up(board)
        found.make_room()
        return found

    def make_room(self) -> None:
        """Drop all grounds if there are too many. Do not call it during a question."""
        if len(self._kept) > MOST_GROUNDS:
            self._forget()

    def numbers_of(self, board: Board, key: Hashable, make: Callable[[Board], Any]) -> Any:
        """Return the up-to-date plane of numbers for a key. `make` creates it on first use."""
        numbers = self._numbers.get(key)
        if numbers is None or numbers.is_old:
            numbers = self._numbers[key] = make(board)
        return numbers

    def zones(self, board: Board, key: ZoneKey, like: Any) -> Any:
        """Return the up-to-date zones of the board."""
        zones = self._zones.get(key)
        if zones is None:
            zones = self._zones[key] = new_zones(board, key, like)
        return zones

    def _forget(self) -> None:
        self._kept.clear()
        self.asks.clear()
        self._same.clear()
        self._numbers.clear()
        self._zones.clear()

    def are_same(self, one: GroundKey, other: GroundKey) -> bool:
        """Return whether the same things block for both keys at the moment."""
        if (one, other) not in self._same:
            self._same[one, other] = self._kept[one].equals(self._kept[other])
        return self._same[one, other]

    # --- observer methods

    def tile_changed(self, board: Board, index: int) -> None:
        self._changed(index)

    def edge_changed(self, board: Board, direction: int, index: int, old: int) -> None:
        self._changed((direction + 1) * self._plane_size + index)
        code = planes_to_copy(board)[1][direction][index]
        if old >= FIRST_WITH_PROPERTY or code >= FIRST_WITH_PROPERTY or edge_spans(board):
            self._changed(WALLS_CHANGED)

    def elevation_changed(self, board: Board, index: int, old: Fraction | None) -> None:
        self.high.ground_changed()
        self._changed(index)
        for name in board.names_at(tile_at(board, index)):
            for tile in board.figure(name).tiles:  # figures rise with the ground under them
                self._changed(tile_index(board, tile))

    def walls_changed(self, board: Board, changed: Sequence[WallChange]) -> None:
        self._changed(WALLS_CHANGED)

    def _changed(self, what: int) -> None:
        self.changes.append(what)
        self.high.renew(barriers=what == WALLS_CHANGED)
        for each in self._slabs.values():
            each.changes.append(what)

    def cover_changed(self, board: Board) -> None:
        pass  # packs do not use soft cover

    def all_changed(self, board: Board) -> None:
        board.detach(self)

    def catch_up(self, board: Board) -> None:
        """Apply the pending changes to the grounds."""
        changes = set(self.changes)
        self.asks.clear()
        self._same.clear()
        if len(self.changes) == MOST_CHANGES:
            self._forget()
        planes, edges = planes_to_copy(board)
        if WALLS_CHANGED in changes:
            changes.remove(WALLS_CHANGED)
            self._walls.clear()
            self._zones.clear()
            for key, ground in self._kept.items():
                ground.set_walls(self._walls_for(board, key.kinds))
        for change in changes:
            plane, index = divmod(change, len(planes))
            if not plane:
                for key, ground in self._kept.items():
                    ground.set_tile(index, word_at(board, self.high, key, index))
                for numbers in self._numbers.values():
                    numbers.renew(board, index)
                for zone_key, zones in list(self._zones.items()):
                    if not zones.as_before(index, kind_of_tile(board, zone_key, index)):
                        del self._zones[zone_key]
                continue
            self._zones.clear()
            code = edges[plane - 1][index] if self._holds(board, plane - 1, index) else 0
            for key, ground in self._kept.items():
                ground.set_edge(plane - 1, index, _edge_word(code, codes_of_kinds(key.kinds)))
        self.changes.clear()

    def _holds(self, board: Board, direction: int, index: int) -> bool:
        """Return whether the barrier on an edge is at the height of this slab."""
        span = edge_spans(board).get((direction, index))
        return self.slab is None or span is None or self.slab.holds(span_in_units(span))


def grounds_of(board: Board) -> PackPlaneCache:
    """Return the grounds of a board, up to date."""
    kept = board.observer(PackPlaneCache)
    if kept is None:
        kept = PackPlaneCache(board)
        board.attach(kept)
    elif kept.changes:
        kept.catch_up(board)
    kept.make_room()
    return kept


def word_at(
    board: Board,
    high: HighThings,
    key: GroundKey,
    index: int,
    without: Collection[str] = frozenset(),
    *,
    ground: bool = True,
) -> int:
    """Return the bits of a tile for a key, ignoring the figures in `without`.

    `ground` says whether the tile's ground counts.
    """
    flags = planes_to_copy(board)[0][index]
    if flags & OUTSIDE:
        return OUTSIDE_BOARD
    if flags & SOLID and "solid" in key.kinds:
        return BLOCKS
    tile = tile_at(board, index)
    if board.terrain(tile) in key.kinds:
        return BLOCKS
    slab, by_ground = key.slab, "solid" in key.kinds
    if slab is not None and by_ground and ground and high.ground_blocks(slab, index):
        return BLOCKS
    for name in board.names_at(tile):
        figure = board.figure(name)
        if name in without or not stands_in_the_way(figure, key):
            continue
        if slab is None or high.figure_blocks(slab, figure, index, by_ground=by_ground and ground):
            return BLOCKS
    return FREE


def stands_in_the_way(figure: Figure, key: GroundKey) -> bool:
    kinds = key.kinds
    if figure.is_furniture:
        return ("tall" if figure.blocks_sight else "low") in kinds
    if not figure.blocks_sight:
        return False
    if "figure" in kinds or ("big-figure" in kinds and max(figure.size) >= key.big):
        return True
    if not key.side or not figure.side:
        return False
    return ("ally" if figure.side == key.side else "enemy") in kinds


def new_ground(board: Board, high: HighThings, key: GroundKey, walls: Any) -> Any:
    rows, cols, row0, col0 = extent(board)
    tiles, edges = planes_to_copy(board)
    slab, by_ground = key.slab, "solid" in key.kinds
    is_flat = slab != EVERY
    plane = tiles.translate(_WORDS[by_ground])
    for index in high.tiles_of_ground(slab) if slab is not None and by_ground and is_flat else ():
        if plane[index] == FREE:
            plane[index] = BLOCKS
    for tile, kind in board.terrains().items() if board.has_terrain else ():
        if kind in key.kinds:
            plane[tile_index(board, tile)] = BLOCKS
    for figure in board.figures() if is_flat else ():
        if stands_in_the_way(figure, key):
            for index in (tile_index(board, tile) for tile in figure.tiles):
                if slab is None or high.figure_blocks(slab, figure, index, by_ground=by_ground):
                    plane[index] = BLOCKS
    table = _edge_table(frozenset(key.kinds & {"wall", "door"}))
    planes = [codes.translate(table) for codes in edges] if board.has_edges else []
    for (direction, index), span in edge_spans(board).items():
        if slab is not None and (slab == EVERY or not slab.holds(span_in_units(span))):
            planes[direction][index] = FREE
    return native.packs().Ground(
        isinstance(board, HexBoard),
        rows + 2,
        cols + 2,
        row0 - 1,
        col0 - 1,
        key.walled or getattr(board, "outside", "open") == "solid",
        plane,
        [_or_none(each) for each in planes] or [None] * 3,
        walls,
    )


def _new_walls(board: Board, kinds: frozenset[str], slab: Slab | None) -> Any:
    """Return the walls that planes cannot store, or None if there are none."""
    codes = codes_of_kinds(kinds)
    walls = [
        wall
        for wall, span in walls_of_kinds(board, codes)
        if slab is None or slab.holds(span_in_units(span))
    ]
    rows, cols, row0, col0 = extent(board)
    if not walls:
        return None
    return native.packs().Walls(rows + 2, cols + 2, row0 - 1, col0 - 1, walls)


def walls_of_kinds(
    board: Board, codes: Collection[int]
) -> Iterator[tuple[tuple[Point, Point, int], Span]]:
    """Yield each wall as its two ends and flags, with its bottom and top.

    One-way walls stop lines from their left to their right.
    """
    for (start, end), threshold in board.wall_items():
        if code_of(threshold) in codes:
            ends = (end, start) if threshold.one_way == "back" else (start, end)
            yield (*ends, native.wall_flags(threshold)), span_of(threshold)
    for here, there, threshold in property_edges(board):
        if code_of(threshold) in codes:
            yield native.directed_edge(board.grid, here, there, threshold), span_of(threshold)


def _or_none(plane: bytearray) -> bytearray | None:
    return plane if any(plane) else None


_WORDS = [
    bytes(
        OUTSIDE_BOARD if flags & OUTSIDE else BLOCKS if is_solid and flags & SOLID else FREE
        for flags in range(256)
    )
    for is_solid in (False, True)
]


def _edge_table(kinds: frozenset[str]) -> bytes:
    codes = codes_of_kinds(kinds)
    return bytes(_edge_word(code, codes) for code in range(256))


def _edge_word(code: int, codes: Collection[int]) -> int:
    """Return the bits that kernels use for a barrier on an edge.

    `codes` are the codes that block.
    """
    if code not in codes or code < FIRST_WITH_PROPERTY:
        return EDGE_BLOCKS if code in codes else FREE
    threshold = CODES[code]
    assert threshold is not None
    if threshold.limited:
        return FREE
    return EDGE_FORTH if threshold.one_way == "forth" else EDGE_BACK


def with_ends_clear(
    board: Board, high: HighThings, key: GroundKey, ground: Any, places: Sequence[Place]
) -> Any:
    """Return the ground without blockers on these places: on their tiles and on all tiles of the
    figures there.

    The same ground is returned if the kernels ignore these blockers themselves.
    """
    own: set[Tile] = {tile for where in places for tile in where.tiles}
    names = {name for tile in own for name in board.names_at(tile)}
    beyond = {tile for name in names for tile in board.figure(name).tiles} - own
    stood_on = {
        tile_index(board, tile)
        for where in places
        if where.name is not None
        for tile in board.figure(where.name).tiles
    }
    clear = [
        index
        for index in (tile_index(board, tile) for tile in beyond)
        if ground.word(index) == BLOCKS
        and word_at(board, high, key, index, names, ground=index not in stood_on) == FREE
    ]
    if not any(len(where.tiles) > 1 for where in places):
        return ground.free_of(clear) if clear else ground
    clear += [tile_index(board, tile) for tile in own]
    target = [tile_index(board, tile) for where in places[1:] for tile in where.tiles]
    return ground.free_of(clear, target)
