"""Keeps what figures see by the rule alone, and mends it where something changed.

Most fields take a few microseconds. Some take longer: with free walls, with large figures, with
rules that let touches pass. There a step of one figure must not cost the fields of fifty others.
All lines from one end to the other lie in the hull of both, so what changes on a tile can matter
only to those targets whose hull with the viewer the tile touches: a narrow strip behind it.
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
from sightline.rules.pack import PackRule
from sightline.table.state import MapScene, Touched
from sightline.table.vision.tile_sets import TileLayout, layout_of

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

SLOW_SECONDS = 0.0003
"""A field that takes longer is mended; either way it comes out the same."""
MOST_CHANGES = 16
"""Beyond that many changed tiles, most of the field would have to be mended."""


@dataclass
class _Kept:
    """A field as it was, and what has changed since."""

    viewer: str | Tile
    tiles: tuple[Tile, ...]
    """Where the viewer stood ..."""
    side: str
    """... and whose it was."""
    bits: bytearray
    seconds: float
    """How long it took to work out."""
    changed: set[tuple[int, int]] = made_by(default_factory=set)


class _InTheWay(NamedTuple):
    """Somebody in the way: where, and what else matters of them."""

    tiles: tuple[Tile, ...]
    what: tuple[bool, str, str] | None = None


_NOWHERE = _InTheWay(())


class FieldCache:
    """The fields of one map's figures. `follow` must hear of every change."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[str, _Kept] = {}
        self._blocking: dict[str, _InTheWay] = {}
        self._forget()

    def of(self, figure: str) -> bytes:
        """The tiles that it sees, a bit each."""
        board = self._scene.board_for(figure)
        kept = self._kept.get(figure)
        if (
            kept is None
            or kept.tiles != board.figure(figure).tiles
            or kept.side != board.figure(figure).side
            or len(kept.changed) > MOST_CHANGES
            or (kept.changed and kept.seconds < SLOW_SECONDS)
        ):
            kept = self._kept[figure] = self._worked_out(figure)
        elif kept.changed:
            self._mend(kept, board)
        return bytes(kept.bits)

    def follow(self, touched: Touched) -> set[tuple[int, int]]:
        """Something on the map has changed. Returns the tiles on which what is in the way did, but
        for free walls and heights."""
        changed = {*touched.tiles, *(tile for edge in touched.edges for tile in edge)}
        for figure in touched.figures:
            stood, stands = self._blocking.pop(figure, _NOWHERE), self._blocks(figure)
            if stands.tiles:
                self._blocking[figure] = stands
            if stood != stands:
                changed.update(stood.tiles, stands.tiles)
            if figure not in self._scene.figures:
                self._kept.pop(figure, None)
        if touched.whole or touched.walls or touched.heights or touched.rule or touched.sight:
            self._forget()
        for kept in self._kept.values():
            kept.changed |= changed
        return changed

    def _forget(self) -> None:
        self._kept.clear()
        self._blocking = {
            figure: stands
            for figure in self._scene.figures
            if (stands := self._blocks(figure)).tiles
        }

    def _blocks(self, figure: str) -> _InTheWay:
        """The tiles on which the figure blocks sight; and by the rule of a game, to which low
        things and sides may matter, or where friends are not in the way, all that it is."""
        if figure not in self._scene.figures:
            return _NOWHERE
        placed = self._scene.board.figure(figure)
        if isinstance(self._scene.rule, PackRule) or not self._scene.record.friends_block:
            return _InTheWay(placed.tiles, (placed.blocks_sight, placed.kind, placed.side))
        return _InTheWay(placed.tiles) if placed.blocks_sight else _NOWHERE

    def _worked_out(self, figure: str) -> _Kept:
        board = self._scene.board_for(figure)
        start = thread_time()
        bits = bytearray(field(board, figure, self._scene.rule).bits())
        seconds = thread_time() - start
        tiles, side = board.figure(figure).tiles, board.figure(figure).side
        # A tile is asked about sooner than a name, and who covers one tile is where it is. But by
        # the rule of a game it matters who looks.
        by_tile = len(tiles) == 1 and not isinstance(self._scene.rule, PackRule)
        return _Kept(tiles[0] if by_tile else figure, tiles, side, bits, seconds)

    def _mend(self, kept: _Kept, board: Board) -> None:
        import numpy

        ranks = behind(board, kept.tiles, kept.changed)
        bits = numpy.unpackbits(numpy.frombuffer(kept.bits, numpy.uint8), bitorder="little")
        bits[ranks] = self._asked(board, kept.viewer, ranks)
        kept.bits[:] = numpy.packbits(bits, bitorder="little").tobytes()
        kept.changed = set()

    def _asked(self, board: Board, viewer: str | Tile, ranks: Array) -> Array:
        """Whether the viewer sees each of these tiles, one by one."""
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
    """The ranks of all tiles whose hull with the viewer touches one of the changed ones; of some
    more, where the viewer is large. In half tiles, so that every middle is a whole number."""
    import numpy

    lows = [min(tile[axis] for tile in viewer) for axis in (0, 1)]
    highs = [max(tile[axis] for tile in viewer) for axis in (0, 1)]
    # The hull of two boxes lies in the line between their middles, widened by the larger box. The
    # changed tile is a box itself. A hex reaches 2/3 from its middle along both axes.
    tile = 1 if board.grid.name == "square" else 2
    wide = [high - low + tile + tile for low, high in zip(lows, highs, strict=True)]
    if board.grid.name == "square":
        return _behind_on_squares(board, lows, highs, wide, changed)
    first, second = 2 * _every_tile(layout_of(board)).T
    v0, v1 = first - (lows[0] + highs[0]), second - (lows[1] + highs[1])
    touched = numpy.zeros(len(first), dtype=bool)
    for a, b in changed:
        w0, w1 = 2 * a - lows[0] - highs[0], 2 * b - lows[1] - highs[1]
        # First those that are as far away as the changed tile, which takes no multiplying.
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
    """The same, where the tiles as far away as the changed one are a rectangle of the map."""
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
    """Those that `_as_far` has, of ways that rise."""
    import numpy

    if abs(way) <= wide:
        return slice(None)
    if way < 0:
        return slice(0, int(numpy.searchsorted(ways, way + wide, "right")))
    return slice(int(numpy.searchsorted(ways, way - wide, "left")), None)


def _as_far(ways: Array, way: int, wide: int) -> Array:
    """Do these ways along one axis, widened, lead as far as that one?"""
    import numpy

    if abs(way) <= wide:
        return numpy.ones(len(ways), dtype=bool)
    return ways <= way + wide if way < 0 else ways >= way - wide


@lru_cache(maxsize=8)
def _every_tile(layout: TileLayout) -> Array:
    """Both coordinates of every tile, in the order of `tiles()`."""
    import numpy

    tiles = map(layout.tile, range(len(layout.places)))
    return numpy.array(list(tiles), dtype=numpy.int64).reshape(-1, 2)
