"""The tiles of an area and the figures in it: for the game master from the true state, for a player
from what they know.

A player's view of an area, even of another user's, is computed on the map as they know it, and
limited to known tiles. So no unseen wall cuts a piece out of it, and no unseen figure is named. An
area around a figure is visible only to players who see the figure. A ruler ends at the last tile
that its viewer knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from sightline.engine import field, trace
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.heights import At
from sightline.render.sight_data import cover_of
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import AreaAnswer
from sightline.table.protocol.measures import AreaHit, AreaShape, AreaView, MetricWord
from sightline.table.state.keys import GROUND
from sightline.table.state.records import MASTER, AreaRecord
from sightline.table.state.scene import MapScene, SightEnd, storey_under, tiles_of
from sightline.table.vision.areas.shapes import Origin, origin_of, tiles_between, tiles_in
from sightline.table.vision.cost import is_explainable
from sightline.table.vision.tile_sets import (
    bits_of_field,
    bits_of_tiles,
    holds,
    spans_of_bits,
)


@dataclass(frozen=True)
class MeasuredGround:
    """A map as one user knows it, on which areas are computed."""

    board: Board
    rule: Rule
    metric: MetricWord
    explored: Callable[[str], int]
    """Returns the known tiles of a storey."""
    people: Mapping[str, Sequence[Tile]]
    """The figures that may be named in an area, with their tiles; without furniture."""
    rulings: Rulings | None = None

    def has(self, shape: AreaShape) -> bool:
        """Return whether the origin exists. An unknown tile counts as an empty one."""
        if isinstance(shape.at, str):
            return shape.at in self.people
        floors = (floor.name for floor in self.board.floors())
        return shape.at in self.board and (not shape.storey or shape.storey in floors)

    def answer(self, shape: AreaShape) -> AreaAnswer:
        """Return the known tiles of the area, and the figures in it."""
        tiles, hits = self._covered(shape)
        return AreaAnswer(spans_of_bits(self.board, tiles), hits)

    def _covered(self, shape: AreaShape) -> tuple[int, list[AreaHit]]:
        board, origin, start = self.board, self._origin(shape), self._start(shape)
        area = bits_of_tiles(board, tiles_in(board, shape, origin, self.metric))
        own = bits_of_tiles(board, origin.tiles)
        # In every metric, an area's reach also limits its rows and columns.
        seen = bits_of_field(
            field(
                board,
                start,
                self.rule,
                radius=shape.reach + 2,
                metric="chebyshev",
                rulings=self.rulings,
                by="effect",
            )
        )
        if shape.walls:
            area &= seen | own
        area &= self.explored(self._storey(shape))
        return area, list(self._hits(shape, area, seen | own))

    def _storey(self, shape: AreaShape) -> str:
        """Return the storey of the origin."""
        if isinstance(shape.at, str):
            return storey_under(self.board, shape.at)
        return shape.storey

    def _start(self, shape: AreaShape) -> SightEnd:
        """Return the origin in the engine's form."""
        if isinstance(shape.at, str) or not shape.storey:
            return shape.at
        return At(shape.at, elevation=self.board.floor(shape.storey).height)

    def _hits(self, shape: AreaShape, area: int, seen: int) -> Iterable[AreaHit]:
        for figure, tiles in self.people.items():
            places = bits_of_tiles(self.board, tiles)
            if not places & area or (figure == shape.at and shape.kind != "circle"):
                continue
            if storey_under(self.board, figure) != self._storey(shape):
                continue
            if not places & seen:
                yield AreaHit(figure, in_sight=False)
            else:
                yield AreaHit(figure, True, *self._cover(shape, figure))

    def _cover(self, shape: AreaShape, figure: str) -> tuple[str, str]:
        board, rule = self.board, self.rule
        ends = tiles_of(board, shape.at), self.people[figure]
        if figure == shape.at or not rule.tells_cover or not is_explainable(board, rule, *ends):
            return "", ""
        return cover_of(
            trace(board, self._start(shape), figure, rule, rulings=self.rulings, by="effect"), rule
        )

    def _origin(self, shape: AreaShape) -> Origin:
        at = shape.at
        tiles = self.people[at] if isinstance(at, str) else (self.board.grid.tile(*at),)
        return origin_of(self.board, tiles, shape.corner)

    # --- areas on the map

    def view(self, area: AreaRecord, reader: str) -> AreaView | None:
        """Return the area as its reader sees it, or None if nothing of it is visible."""
        shape = area.shape()
        view = AreaView(area.id, area.kind, mine=area.owner == reader, shared=area.shared)
        if reader == MASTER:
            view.owner = "" if area.owner == MASTER else area.owner
        if not self.has(shape):
            return None
        if area.kind == "ruler":
            view.points = self._cut_ruler(shape)
            if any((shape.storey, *shape.storeys)):
                view.storeys = [shape.storey, *shape.storeys][: len(view.points)]
            return view if len(view.points) > 1 else None
        tiles, view.hits = self._covered(shape)
        if not tiles:
            return None
        view.reach, view.tiles = area.reach, spans_of_bits(self.board, tiles)
        origin = self._origin(shape)
        view.storey = self._storey(shape)
        if all(self._knows(tile, view.storey) for tile in origin.tiles):
            view.origin = (origin.point[0] / UNIT, origin.point[1] / UNIT)
        return view

    def _knows(self, tile: tuple[int, int], *storeys: str) -> bool:
        """Return whether the user knows the tile of one of these storeys."""
        return any(holds(self.board, self.explored(each), tile) for each in storeys)

    def _cut_ruler(self, shape: AreaShape) -> list[tuple[int, int]]:
        """Return the waypoints up to the last known tile, without a gap."""
        first = tiles_of(self.board, shape.at)[0]
        wanted = [(first[0], first[1]), *shape.points]
        storeys = [shape.storey, *(shape.storeys or [GROUND] * len(shape.points))]
        kept: list[tuple[int, int]] = []
        if not self._knows(first, shape.storey):
            return kept
        kept.append(wanted[0])
        for leg, (start, end) in zip(pairwise(wanted), pairwise(storeys), strict=True):
            last = leg[0]
            for tile in tiles_between(self.board, leg):
                if not self._knows(tile, *((end,) if tile == leg[1] else (start, end))):
                    return [*kept, last] if last != kept[-1] else kept
                last = tile
            kept.append(leg[1])
        return kept


def whole_ground(scene: MapScene, rulings: Rulings | None = None) -> MeasuredGround:
    """Return the true map as ground for areas."""
    board = scene.board
    return MeasuredGround(
        board=board,
        rule=scene.rule,
        metric=scene.record.metric,
        explored=partial(_tiles_of, scene),
        people={
            id_: board.figure(id_).tiles
            for id_, figure in scene.figures.items()
            if not figure.furniture
        },
        rulings=rulings,
    )


def _tiles_of(scene: MapScene, storey: str) -> int:
    """Return the tiles of a storey; none for a floor that was removed."""
    if storey not in (GROUND, *scene.floors):
        return 0
    return bits_of_tiles(scene.board, scene.tiles_of_storey(storey))


def views_of(
    areas: Iterable[AreaRecord], ground: Callable[[], MeasuredGround], reader: str
) -> list[AreaView]:
    """Return the user's view of these areas: their own and shared ones, or all for the game
    master.
    """
    theirs = [each for each in areas if each.shared or reader in (MASTER, each.owner)]
    if not theirs:
        return []
    there = ground()
    views = (there.view(each, reader) for each in sorted(theirs, key=lambda area: area.id))
    return [view for view in views if view is not None]
