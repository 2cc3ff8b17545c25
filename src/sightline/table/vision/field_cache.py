"""A cache of what figures see by the rule, updated only where something changed.

Most fields take a few microseconds. Some take longer: with free walls, with large figures, or with
rules that let touches pass. Then a step of one figure must not recompute the fields of fifty
others. All lines between two ends lie in the hull of both. So a change on a tile matters only to
targets whose hull with the viewer touches the tile, which is a narrow strip behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import field as made_by
from functools import lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.engine import field, sees, sees_many
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import Body
from sightline.table.state.scene import MapScene
from sightline.table.state.world import Touched
from sightline.table.vision.tile_sets import TileLayout, layout_of

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

SLOW_SECONDS = 0.0003
"""The computing time from which a field is updated instead of recomputed. The result is the
same.
"""
MOST_CHANGES = 16
"""The number of changed tiles from which a field is recomputed: most of it would be anyway."""


@dataclass
class _Kept:
    """A cached field, and the changes since it was computed."""

    viewer: str | Tile
    tiles: tuple[Tile, ...]
    """The viewer's tiles."""
    side: str
    """The viewer's side."""
    facing: str
    """The viewer's facing."""
    body: Body
    """The viewer's feet and head."""
    bits: bytearray
    seconds: float
    """The time that it took to compute."""
    changed: set[tuple[int, int]] = made_by(default_factory=set)


class _InTheWay(NamedTuple):
    """A blocking figure: its tiles, and the properties that matter to the rule."""

    tiles: tuple[Tile, ...]
    is_furniture: bool = False
    what: tuple[bool, str, str] | None = None
    body: Body | None = None
    """Its feet and head, where lines of sight have heights."""


_NOWHERE = _InTheWay(())


class FieldCache:
    """The fields of one map's figures. Call `follow` for every change."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[str, _Kept] = {}
        self._blocking: dict[str, _InTheWay] = {}
        self._forget()

    def of(self, figure: str) -> bytes:
        """Return the tiles that the figure sees, as bits."""
        board = self._scene.board_for(figure)
        kept = self._kept.get(figure)
        if (
            kept is None
            or kept.tiles != board.figure(figure).tiles
            or kept.side != board.figure(figure).side
            or kept.facing != board.figure(figure).facing
            or kept.body != board.body(board.figure(figure))
            or (kept.changed and self._scene.is_high)
            or len(kept.changed) > MOST_CHANGES
            or (kept.changed and kept.seconds < SLOW_SECONDS)
            or (kept.changed and not self._scene.rule.stays_between)
        ):
            kept = self._kept[figure] = self._worked_out(figure)
        elif kept.changed:
            self._mend(kept, board)
        return bytes(kept.bits)

    def follow(self, touched: Touched) -> set[tuple[int, int]]:
        """Record a change. Return the tiles on which blockers changed, except free walls and
        heights.
        """
        changed = {*touched.tiles, *(tile for edge in touched.edges for tile in edge)}
        to_mend = set(changed)
        for figure in touched.figures:
            stood, stands = self._blocking.pop(figure, _NOWHERE), self._blocks(figure)
            if stands.tiles:
                self._blocking[figure] = stands
            if stood != stands:
                changed.update(stood.tiles, stands.tiles)
                if self._scene.rule.creatures_block or stood.is_furniture or stands.is_furniture:
                    to_mend.update(stood.tiles, stands.tiles)
            if figure not in self._scene.figures:
                self._kept.pop(figure, None)
        if touched.whole or touched.walls or touched.heights or touched.rule or touched.sight:
            self._forget()
        for kept in self._kept.values():
            kept.changed |= to_mend
        return changed

    def _forget(self) -> None:
        self._kept.clear()
        self._blocking = {
            figure: stands
            for figure in self._scene.figures
            if (stands := self._blocks(figure)).tiles
        }

    def _blocks(self, figure: str) -> _InTheWay:
        """Return the tiles on which the figure blocks sight.

        If figures matter to the rule, or friends do not block, the result has all properties of the
        figure.
        """
        if figure not in self._scene.figures:
            return _NOWHERE
        placed = self._scene.board.figure(figure)
        tiles, furniture = placed.tiles, placed.is_furniture
        body = self._scene.board.body(placed) if self._scene.is_high else None
        if self._scene.rule.minds_figures or not self._scene.record.friends_block:
            what = (placed.blocks_sight, placed.kind, placed.side)
            return _InTheWay(tiles, furniture, what, body)
        return _InTheWay(tiles, furniture, body=body) if placed.blocks_sight else _NOWHERE

    def _worked_out(self, figure: str) -> _Kept:
        board = self._scene.board_for(figure)
        start = thread_time()
        bits = bytearray(field(board, figure, self._scene.rule).bits())
        seconds = thread_time() - start
        placed = board.figure(figure)
        # A query by tile is faster than by name, and equivalent for a figure of one tile.
        by_tile = len(placed.tiles) == 1 and not self._scene.rule.minds_figures
        body = board.body(placed)
        viewer = placed.tiles[0] if by_tile else figure
        return _Kept(viewer, placed.tiles, placed.side, placed.facing, body, bits, seconds)

    def _mend(self, kept: _Kept, board: Board) -> None:
        import numpy

        ranks = behind(board, kept.tiles, kept.changed)
        bits = numpy.unpackbits(numpy.frombuffer(kept.bits, numpy.uint8), bitorder="little")
        bits[ranks] = self._asked(board, kept.viewer, ranks)
        kept.bits[:] = numpy.packbits(bits, bitorder="little").tobytes()
        kept.changed = set()

    def _asked(self, board: Board, viewer: str | Tile, ranks: Array) -> Array:
        """Return whether the viewer sees each of these tiles, queried one by one."""
        import numpy

        rule = self._scene.rule
        if isinstance(viewer, str):
            tiles = map(board.tiles().__getitem__, ranks.tolist())
            return numpy.array([sees(board, viewer, tile, rule) for tile in tiles], dtype=bool)
        pairs = numpy.empty((len(ranks), 2, 2), dtype=numpy.int64)
        pairs[:, 0] = viewer
        pairs[:, 1] = _every_tile(layout_of(board))[ranks]
        return sees_many(board, pairs, rule)


def behind(board: Board, viewer: tuple[Tile, ...], changed: Iterable[tuple[int, int]]) -> Array:
    """Return the ranks of all tiles whose hull with the viewer touches a changed tile.

    If the viewer is large, the result is a superset. Coordinates are in half tiles, so that every
    center is an integer.
    """
    import numpy

    lows = [min(tile[axis] for tile in viewer) for axis in (0, 1)]
    highs = [max(tile[axis] for tile in viewer) for axis in (0, 1)]
    # The hull of two boxes is within the line between their centers, widened by the larger box. The
    # changed tile is a box itself. A hex extends 2/3 from its center along both axes.
    tile = 1 if board.grid.name == "square" else 2
    wide = [high - low + tile + tile for low, high in zip(lows, highs, strict=True)]
    if board.grid.name == "square":
        return _behind_on_squares(board, lows, highs, wide, changed)
    first, second = 2 * _every_tile(layout_of(board)).T
    v0, v1 = first - (lows[0] + highs[0]), second - (lows[1] + highs[1])
    touched = numpy.zeros(len(first), dtype=bool)
    for a, b in changed:
        w0, w1 = 2 * a - lows[0] - highs[0], 2 * b - lows[1] - highs[1]
        # First filter by distance, which needs no multiplication.
        beyond = numpy.flatnonzero(_as_far(v0, w0, wide[0]) & _as_far(v1, w1, wide[1]))
        u0, u1 = v0[beyond], v1[beyond]
        reach = numpy.abs(u0) * wide[1] + numpy.abs(u1) * wide[0]
        touched[beyond[numpy.abs(u0 * w1 - u1 * w0) <= reach]] = True
    return numpy.flatnonzero(touched)


def _behind_on_squares(
    board: Board,
    lows: list[int],
    highs: list[int],
    wide: list[int],
    changed: Iterable[tuple[int, int]],
) -> Array:
    """Return the result of `behind` on squares, where the tiles beyond the changed one form a
    rectangle.
    """
    import numpy

    rows, cols = board.tiles()[-1][0] + 1, board.tiles()[-1][1] + 1
    v0 = 2 * numpy.arange(rows) - (lows[0] + highs[0])
    v1 = 2 * numpy.arange(cols) - (lows[1] + highs[1])
    touched = numpy.zeros((rows, cols), dtype=bool)
    for a, b in changed:
        w0, w1 = 2 * a - lows[0] - highs[0], 2 * b - lows[1] - highs[1]
        far0, far1 = _stretch(v0, w0, wide[0]), _stretch(v1, w1, wide[1])
        u0, u1 = v0[far0], v1[far1]
        reach = (numpy.abs(u0) * wide[1])[:, None] + numpy.abs(u1) * wide[0]
        touched[far0, far1] |= numpy.abs((u0 * w1)[:, None] - u1 * w0) <= reach
    return numpy.flatnonzero(touched)


def _stretch(ways: Array, way: int, wide: int) -> slice:
    """Return the range of offsets that pass `_as_far`. The offsets must be increasing."""
    import numpy

    if abs(way) <= wide:
        return slice(None)
    if way < 0:
        return slice(0, int(numpy.searchsorted(ways, way + wide, "right")))
    return slice(int(numpy.searchsorted(ways, way - wide, "left")), None)


def _as_far(ways: Array, way: int, wide: int) -> Array:
    """Return whether these offsets along one axis, widened, reach as far as `way`."""
    import numpy

    if abs(way) <= wide:
        return numpy.ones(len(ways), dtype=bool)
    return ways <= way + wide if way < 0 else ways >= way - wide


@lru_cache(maxsize=8)
def _every_tile(layout: TileLayout) -> Array:
    """Return both coordinates of every tile, in the order of `tiles()`."""
    import numpy

    tiles = map(layout.tile, range(len(layout.places)))
    return numpy.array(list(tiles), dtype=numpy.int64).reshape(-1, 2)
