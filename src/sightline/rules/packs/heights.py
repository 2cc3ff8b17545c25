"""The lines of one question of a pack on a board with heights: the blockers and their heights.

Rock, the ground and floors count as `solid`. Furniture and figures extend from their feet to their
heads. Terrain has no top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from sightline.geometry.contact import Judgment
from sightline.geometry.slopes import Heights, clipped
from sightline.geometry.walk import Line
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import Body, Span
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.threshold import ENDLESS
from sightline.packs.schema import Pack
from sightline.rules.heights import WithHeights
from sightline.rules.line import CornerLine, EdgeThing, TilePart, WallThing
from sightline.rules.packs.look import KindQuery


def counts_heights(board: Board, source: Place, target: Place, pack: Pack) -> bool:
    """Return whether the lines of the pack have heights between these two places."""
    is_flat = source.body is None and target.body is None and not board.has_heights
    return bool(pack.heights) and not is_flat


class HighKindQuery(WithHeights, KindQuery):
    """A `KindQuery` at a pair of heights, one of those from `each_heights`."""

    def __init__(
        self, board: Board, source: Place, target: Place, kinds: Collection[str], **rest: Any
    ) -> None:
        super().__init__(board, source, target, kinds, **rest)
        if "solid" not in self.kinds:
            self._floors = {}

    def without(self, kinds: Collection[str]) -> HighKindQuery:
        """Return the same query at the same heights, where these kinds do not block."""
        found = super().without(kinds)
        assert isinstance(found, HighKindQuery)
        return self._at_same_heights(found)

    @property
    def walls_only(self) -> HighKindQuery:
        """The same query at the same heights, where only walls and doors block."""
        return self._at_same_heights(self._walls_only)

    @cached_property
    def _walls_only(self) -> HighKindQuery:
        return self.without(self.kinds - {"wall", "door"})

    def _at_same_heights(self, other: HighKindQuery) -> HighKindQuery:
        other._heights, other._line_ends = self._heights, self._line_ends
        return other

    def _parts_at(self, tile: Tile) -> Iterator[tuple[TilePart, Span]]:
        flags = self.board.flags(tile)
        if self._nearness is not None and not self._nearness.tile(tile):
            return
        if flags & OUTSIDE:
            if self._solid_outside:
                yield TilePart("outside"), ENDLESS
            return
        terrain = self.board.terrain(tile)
        if terrain is not None and terrain in self.kinds:
            yield TilePart(terrain), ENDLESS
        if "solid" in self.kinds:
            if flags & SOLID:
                yield TilePart("solid"), ENDLESS
            elif tile not in self._stood_on:
                ground = self.board.ground_at(tile)
                yield TilePart("ground", None, ground), (None, ground)
        for name in self.board.names_at(tile):
            figure = self.board.figure(name)
            if name not in self._names and not self.kinds.isdisjoint(self._kinds_of(figure)):
                body = self.board.body(figure)
                yield TilePart("figure", name, body[1], body[0]), body

    def parts_on(self, tiles: Sequence[Tile]) -> list[tuple[Tile, TilePart | None, Span]]:
        parts = ((tile, *each) for tile in tiles for each in self._parts_at(tile))
        return [each for each in parts if each[1].what != "ground"]

    # --- all lines from a corner to any part of a tile

    @property
    def bodies(self) -> tuple[Body, Body]:
        return self._bodies

    def levels_at(self, point: Point, body: Body) -> Iterator[Body]:
        """Return the parts of a body between the bottoms and tops of everything around a point."""
        met = KindQuery._meet(self, Line(point, (1, 0), reach=0))
        touches = (*met.grid, *met.free, *met.passed, *met.limited)
        spans = (span for touch in touches for _, span in self._spans_of(touch))
        bounds = {each for span in spans for each in span if each is not None}
        marks = [body[0], *sorted(each for each in bounds if body[0] < each < body[1]), body[1]]
        yield from pairwise(marks)

    def look_at(self, point: Point, height: Fraction) -> None:
        """Examine the surroundings of a point at that height from now on."""
        self._heights, self._line_ends = (height, height), (point, point)

    def span_of(self, thing: object) -> Span:
        """Return the bottom and top of a wall."""
        if isinstance(thing, EdgeThing):
            return self._edge_span(*thing)
        assert isinstance(thing, WallThing)
        return self._wall_span(*thing)

    def spans_on(self, tile: Tile) -> Iterator[Span]:
        """Yield the bottom and top of everything that blocks on a tile, and of its floors."""
        yield from ((height, height) for height, _ in self._floors.get(tile, ()))
        if tile not in self._own:
            yield from (span for _, span in self._parts_at(tile))

    # --- at the current heights

    @property
    def heights(self) -> Heights:
        return self._heights

    def stretch(self, span: Span, lo: Fraction, hi: Fraction) -> tuple[Fraction, Fraction] | None:
        return clipped(self._heights, span, lo, hi)

    def wall_between(self, source: Tile, target: Tile) -> bool:
        """Return whether a wall or door separates two touching tiles at every
        height that both bodies share.
        """
        is_between = super().wall_between
        common = set(self.grid.corners(target))
        corner = next(each for each in self.grid.corners(source) if each in common)
        line = CornerLine(source, corner, target, corner)
        return all(is_between(source, target) for _ in self.each_heights(corner, corner, line))

    def line_past_wall(self, source: Tile, target: Tile) -> tuple[CornerLine, Judgment]:
        self.wall_between(source, target)  # leaves the query at a height where the wall is
        return super().line_past_wall(source, target)
