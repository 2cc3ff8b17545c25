"""What figures see by the rule alone, mended where something changed instead of worked out anew.

Most fields take a few microseconds. Some take longer: with free walls, with large figures, with
rules that let touches pass. There a step of one figure must not cost the fields of fifty others.
All lines from one end to the other lie in the hull of both, so what changes on a tile can matter
only to those targets whose hull with the viewer the tile touches: a narrow strip behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import field as made_by
from time import thread_time
from typing import TYPE_CHECKING, Any

from sightline.apps.web.scene import Scene
from sightline.apps.web.world import Touched
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.queries import field, sees

if TYPE_CHECKING:
    import numpy

SLOW_SECONDS = 0.001
"""A field that takes longer is mended; either way it comes out the same."""
MOST_CHANGES = 16
"""Beyond that many changed tiles, most of the field would have to be mended."""


@dataclass
class _Kept:
    """A field as it was, and what has changed since."""

    viewer: str | Tile
    tiles: tuple[Tile, ...]
    """Where the viewer stood."""
    bits: bytearray
    seconds: float
    """How long it took to work out."""
    changed: set[tuple[int, int]] = made_by(default_factory=set)


class Fields:
    """The fields of one map's figures. `follow` must hear of every change."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._kept: dict[str, _Kept] = {}
        self._blocking: dict[str, tuple[Tile, ...]] = {}
        self._forget()

    def of(self, figure: str) -> bytes:
        """The tiles that it sees, a bit each."""
        board = self._scene.board
        kept = self._kept.get(figure)
        if (
            kept is None
            or kept.tiles != board.figure(figure).tiles
            or len(kept.changed) > MOST_CHANGES
            or (kept.changed and kept.seconds < SLOW_SECONDS)
        ):
            kept = self._kept[figure] = self._worked_out(figure)
        elif kept.changed:
            self._mend(kept)
        return bytes(kept.bits)

    def follow(self, touched: Touched) -> None:
        """Something on the map has changed."""
        if touched.whole or touched.walls or touched.heights or touched.rule:
            self._forget()
            return
        changed = {*touched.tiles, *(tile for edge in touched.edges for tile in edge)}
        for figure in touched.figures:
            stood, stands = self._blocking.pop(figure, ()), self._blocks(figure)
            if stands:
                self._blocking[figure] = stands
            if stood != stands:
                changed.update(stood, stands)
            if figure not in self._scene.figures:
                self._kept.pop(figure, None)
        for kept in self._kept.values():
            kept.changed |= changed

    def _forget(self) -> None:
        self._kept.clear()
        self._blocking = {
            figure: tiles for figure in self._scene.figures if (tiles := self._blocks(figure))
        }

    def _blocks(self, figure: str) -> tuple[Tile, ...]:
        """The tiles on which the figure blocks sight."""
        if figure not in self._scene.figures:
            return ()
        placed = self._scene.board.figure(figure)
        return placed.tiles if placed.blocks_sight else ()

    def _worked_out(self, figure: str) -> _Kept:
        board = self._scene.board
        start = thread_time()
        bits = bytearray(field(board, figure, self._scene.rule).bits())
        seconds = thread_time() - start
        tiles = board.figure(figure).tiles
        # A tile is asked about sooner than a name, and who covers one tile is where it is.
        return _Kept(tiles[0] if len(tiles) == 1 else figure, tiles, bits, seconds)

    def _mend(self, kept: _Kept) -> None:
        board, rule = self._scene.board, self._scene.rule
        tiles = board.tiles()
        for rank in behind(board, kept.tiles, kept.changed):
            bit = 1 << (rank & 7)
            if sees(board, kept.viewer, tiles[rank], rule):
                kept.bits[rank >> 3] |= bit
            else:
                kept.bits[rank >> 3] &= ~bit
        kept.changed = set()


def behind(board: Board, viewer: tuple[Tile, ...], changed: Iterable[tuple[int, int]]) -> list[int]:
    """The ranks of all tiles whose hull with the viewer touches one of the changed ones; of some
    more, where the viewer is large. In half tiles, so that every middle is a whole number."""
    import numpy

    first, second = _middles(board)
    lows = [min(tile[axis] for tile in viewer) for axis in (0, 1)]
    highs = [max(tile[axis] for tile in viewer) for axis in (0, 1)]
    # The hull of two boxes lies in the line between their middles, widened by the larger box. The
    # changed tile is a box itself. A hex reaches 2/3 from its middle along both axes.
    tile = 1 if board.grid.name == "square" else 2
    wide = [high - low + tile + tile for low, high in zip(lows, highs, strict=True)]
    v0, v1 = first - (lows[0] + highs[0]), second - (lows[1] + highs[1])
    reach = numpy.abs(v0) * wide[1] + numpy.abs(v1) * wide[0]
    low0, high0 = numpy.minimum(v0, 0) - wide[0], numpy.maximum(v0, 0) + wide[0]
    low1, high1 = numpy.minimum(v1, 0) - wide[1], numpy.maximum(v1, 0) + wide[1]
    touched = numpy.zeros(len(first), dtype=bool)
    for a, b in changed:
        w0, w1 = 2 * a - lows[0] - highs[0], 2 * b - lows[1] - highs[1]
        near = numpy.abs(v0 * w1 - v1 * w0) <= reach
        near &= (low0 <= w0) & (w0 <= high0) & (low1 <= w1) & (w1 <= high1)
        touched |= near
    ranks: list[int] = numpy.flatnonzero(touched).tolist()
    return ranks


def _middles(board: Board) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """Both coordinates of every tile's middle, in the order of `tiles()`, in half tiles."""
    import numpy

    if board.grid.name == "square":
        rows, cols = numpy.indices(board.shape, dtype=numpy.int64)
        return 2 * rows.ravel(), 2 * cols.ravel()
    both = 2 * numpy.array(board.tiles()[:], dtype=numpy.int64)
    return both[:, 0], both[:, 1]
