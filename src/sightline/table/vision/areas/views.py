"""Says what an area covers and who is in it: for the master out of the truth, for a player out of
what they know.

A player's view of an area, their own or another's, is worked out anew on the map as they know it,
and cut to the tiles that they know. So no wall that they have not seen takes a piece out of it, and
nobody is named in it who is out of their sight. An area around a figure is there for those who see
the figure. A ruler ends at the last tile that its reader knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sightline.engine import field, trace
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import UNIT
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol import AreaAnswer, AreaHit, AreaShape, AreaView, MetricWord
from sightline.table.state import MASTER, AreaRecord, MapScene, tiles_of
from sightline.table.vision.areas.shapes import Origin, origin_of, tiles_between, tiles_in
from sightline.table.vision.cost import is_explainable
from sightline.table.vision.sight_answer import cover_of, knows_cover
from sightline.table.vision.tile_sets import (
    all_bits,
    bits_of_field,
    bits_of_tiles,
    holds,
    spans_of_bits,
)


def as_players_know(rule: Rule) -> Rule:
    """The rule for a look on the map as a player knows it. Where the map ends they do not know, so
    by the rule of a game, too, nothing stops sight there."""
    if isinstance(rule, PackRule) and rule.pack.outside != "open":
        return PackRule(replace(rule.pack, outside="open"))
    return rule


@dataclass(frozen=True)
class MeasuredGround:
    """A map as somebody knows it: what areas on it are made of."""

    board: Board
    rule: Rule
    metric: MetricWord
    explored: int
    people: Mapping[str, Sequence[Tile]]
    """Who may be named in an area, and the tiles that they cover; furniture is nobody."""
    rulings: Rulings | None = None

    def has(self, shape: AreaShape) -> bool:
        """Is there something to begin at? A tile that is not known will do: it is empty."""
        if isinstance(shape.at, str):
            return shape.at in self.people
        return shape.at in self.board

    def answer(self, shape: AreaShape) -> AreaAnswer:
        """The tiles of the area that are known, and who is in it."""
        tiles, hits = self._covered(shape)
        return AreaAnswer(spans_of_bits(self.board, tiles), hits)

    def _covered(self, shape: AreaShape) -> tuple[int, list[AreaHit]]:
        board, origin = self.board, self._origin(shape)
        area = bits_of_tiles(board, tiles_in(board, shape, origin, self.metric))
        own = bits_of_tiles(board, origin.tiles)
        # By no metric does an area reach further than its reach in rows or columns.
        seen = bits_of_field(
            field(
                board,
                shape.at,
                self.rule,
                shape.reach + 2,
                "chebyshev",
                rulings=self.rulings,
            )
        )
        if shape.walls:
            area &= seen | own
        return area & self.explored, list(self._hits(shape, area & self.explored, seen | own))

    def _hits(self, shape: AreaShape, area: int, seen: int) -> Iterable[AreaHit]:
        for figure, tiles in self.people.items():
            places = bits_of_tiles(self.board, tiles)
            if not places & area or (figure == shape.at and shape.kind != "circle"):
                continue
            if not places & seen:
                yield AreaHit(figure, in_sight=False)
            else:
                yield AreaHit(figure, True, *self._cover(shape, figure))

    def _cover(self, shape: AreaShape, figure: str) -> tuple[str, str]:
        board, rule = self.board, self.rule
        ends = tiles_of(board, shape.at), self.people[figure]
        if figure == shape.at or not knows_cover(rule) or not is_explainable(board, rule, *ends):
            return "", ""
        return cover_of(trace(board, shape.at, figure, rule, rulings=self.rulings), rule)

    def _origin(self, shape: AreaShape) -> Origin:
        at = shape.at
        tiles = self.people[at] if isinstance(at, str) else (self.board.grid.tile(*at),)
        return origin_of(self.board, tiles, shape.corner)

    # --- things on the map

    def view(self, area: AreaRecord, reader: str) -> AreaView | None:
        """The area as its reader has it; None: nothing of it."""
        shape = area.shape()
        view = AreaView(area.id, area.kind, mine=area.owner == reader, shared=area.shared)
        if reader == MASTER:
            view.owner = "" if area.owner == MASTER else area.owner
        if not self.has(shape):
            return None
        if area.kind == "ruler":
            view.points = self._cut_ruler(shape)
            return view if len(view.points) > 1 else None
        tiles, view.hits = self._covered(shape)
        if not tiles:
            return None
        view.reach, view.tiles = area.reach, spans_of_bits(self.board, tiles)
        origin = self._origin(shape)
        if all(self._knows(tile) for tile in origin.tiles):
            view.origin = (origin.point[0] / UNIT, origin.point[1] / UNIT)
        return view

    def _knows(self, tile: tuple[int, int]) -> bool:
        return holds(self.board, self.explored, tile)

    def _cut_ruler(self, shape: AreaShape) -> list[tuple[int, int]]:
        """The way points up to the last tile that is known, without a gap."""
        first = tiles_of(self.board, shape.at)[0]
        wanted = [(first[0], first[1]), *shape.points]
        kept: list[tuple[int, int]] = []
        if not self._knows(first):
            return kept
        kept.append(wanted[0])
        for leg in pairwise(wanted):
            last = leg[0]
            for tile in tiles_between(self.board, leg):
                if not self._knows(tile):
                    return [*kept, last] if last != kept[-1] else kept
                last = tile
            kept.append(leg[1])
        return kept


def whole_ground(scene: MapScene, rulings: Rulings | None = None) -> MeasuredGround:
    """The map as it is."""
    board = scene.board
    return MeasuredGround(
        board=board,
        rule=scene.rule,
        metric=scene.record.metric,
        explored=all_bits(board),
        people={
            id_: board.figure(id_).tiles
            for id_, figure in scene.figures.items()
            if not figure.furniture
        },
        rulings=rulings,
    )


def views_of(
    areas: Iterable[AreaRecord], ground: Callable[[], MeasuredGround], reader: str
) -> list[AreaView]:
    """All that the reader has of these areas: their own, what is shared, and for the master all."""
    theirs = [each for each in areas if each.shared or reader in (MASTER, each.owner)]
    if not theirs:
        return []
    there = ground()
    views = (there.view(each, reader) for each in sorted(theirs, key=lambda area: area.id))
    return [view for view in views if view is not None]
