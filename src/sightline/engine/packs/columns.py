"""Grounds of boards with heights, for lines at their best heights.

They contain the heights between which something on a tile blocks, and every wall with a bottom or a
top.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from typing import Any

from sightline.engine import native
from sightline.engine.heights import BELOW_ALL, Spans, span_in_units
from sightline.engine.packs.grounds import (
    FREE,
    OWN,
    GroundKey,
    PackPlaneCache,
    new_ground,
    stands_in_the_way,
    walls_of_kinds,
)
from sightline.engine.packs.slabs import EVERY, Span
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.model.planes import edge_at, edge_spans, extent, planes_to_copy, tile_index
from sightline.model.threshold import has_property
from sightline.rules.packs.look import codes_of_kinds

HIGH = 5
"""The bit of a tile that has a column, in kernels/pack/pack_ground.h."""
_BARE = (BELOW_ALL, 0)
_HighColumn = tuple[tuple[Span, ...], tuple[Span, ...]]
"""The spans of ground and figures, and those of floors."""


class HighGrounds(PackPlaneCache):
    """The grounds of a board with all heights. Any change empties the cache."""

    def of(self, board: Board, key: GroundKey) -> Any:
        ground = self._kept.get(key)
        if ground is None:
            ground = self._kept[key] = self._new(board, key, frozenset(), frozenset(), ())
        return ground

    def between(self, board: Board, key: GroundKey, places: Sequence[Place]) -> Any:
        own = {tile for where in places for tile in where.tiles}
        names = frozenset(name for tile in own for name in board.names_at(tile))
        named = {where.name for where in places if where.name is not None}
        stood_on = frozenset(tile for name in named for tile in board.figure(name).tiles)
        if len(own) == len(places) and all(len(board.figure(n).tiles) == 1 for n in names):
            return self.of(board, key)
        target = tuple(tile for where in places[1:] for tile in where.tiles)
        ground = self._new(board, key, names, frozenset(own | stood_on), target)
        source = [tile_index(board, tile) for tile in own.difference(target)]
        for index in source:
            ground.set_tile(index, FREE)
        return ground

    def catch_up(self, board: Board) -> None:
        self._forget()
        self._walls.clear()
        self.changes.clear()

    def _new(
        self,
        board: Board,
        key: GroundKey,
        without: Collection[str],
        low: Collection[Any],
        target: Collection[Any],
    ) -> Any:
        """Return a ground without the figures in `without`, and without the ground
        of the tiles in `low`.
        """
        which = key.kinds & {"wall", "door"}
        if which not in self._walls:
            self._walls[which] = _walls(board, which)
        walls, spans = self._walls[which]
        ground, by_ground = new_ground(board, self.high, key, walls), "solid" in key.kinds
        size = len(planes_to_copy(board)[0])
        solids: dict[int, list[Span]] = {}
        floors: dict[int, list[Span]] = {}
        if by_ground:
            for height, tiles in self.high.floors:
                for index in tiles:
                    floors.setdefault(index, []).append((height, height))
            for tile, ground_height in board.elevations.items():
                if ground_height:
                    index = tile_index(board, tile)
                    solids[index] = [(BELOW_ALL, self.high.ground[index])]
        for figure in board.figures():
            if figure.name not in without and stands_in_the_way(figure, key):
                for tile in figure.tiles:
                    bare = [_BARE] if by_ground else []
                    there = solids.setdefault(tile_index(board, tile), bare)
                    there.append(self.high.body_of(figure))
        for tile in low:
            index = tile_index(board, tile)
            solids[index] = [each for each in solids.get(index, []) if each[0] != BELOW_ALL]
        columns = _HighColumns((_BARE,) if by_ground else ())
        plane = array("I", bytes(4 * size))
        for index in {*solids, *floors}:
            column = tuple(solids.get(index, columns.bare)), tuple(floors.get(index, ()))
            plane[index] = columns.number(column)
        ground.set_heights(plane, columns.first, columns.parts, spans)
        ground.raise_tiles(HIGH)
        for tile in target:
            ground.set_tile(tile_index(board, tile), OWN)
        return ground


class _HighColumns:
    """The distinct columns of a board, each with a number. Number 0 is bare ground."""

    def __init__(self, bare: tuple[Span, ...]) -> None:
        self.bare = bare
        self.first, self.parts = array("i", [0]), array("q", (0, 0))
        self._numbers: dict[_HighColumn, int] = {}
        self._count = 0
        self.number((bare, ()))

    def number(self, column: _HighColumn) -> int:
        """Return the number of a column, a new one if it is not known."""
        found = self._numbers.get(column)
        if found is None:
            found = self._numbers[column] = len(self._numbers)
            for spans in column:
                for span in spans:
                    self._put(span)
                self.first.append(self._count)
        return found

    def _put(self, span: Span) -> None:
        if self._count:
            self.parts.extend(span)
        else:
            self.parts[0], self.parts[1] = span
        self._count += 1


def every_height(board: Board, grounds: PackPlaneCache) -> PackPlaneCache:
    """Return the grounds of a board with all heights."""
    return grounds.in_slab(board, EVERY, HighGrounds)


def _walls(board: Board, kinds: frozenset[str]) -> tuple[Any, array[int]]:
    """Return the walls that planes cannot store, with their spans.

    The first value is None if there are none.
    """
    codes, spans = codes_of_kinds(kinds), Spans()
    found = [
        (wall, spans.number(span_in_units(span))) for wall, span in walls_of_kinds(board, codes)
    ]
    for (direction, index), span in edge_spans(board).items():
        here, there, threshold = edge_at(board, direction, index)
        if planes_to_copy(board)[1][direction][index] in codes and not has_property(threshold):
            wall = native.directed_edge(board.grid, here, there, threshold)
            found.append((wall, spans.number(span_in_units(span))))
    rows, cols, row0, col0 = extent(board)
    if not found:
        return None, spans.flat
    walls, numbers = zip(*found, strict=True)
    made = native.packs().Walls(rows + 2, cols + 2, row0 - 1, col0 - 1, walls, numbers)
    return made, spans.flat
