"""The blockers of one question of a pack, for the checker.

Tiles block by the kinds of things on them, and walls and doors by their own kinds. This module
reads the pack's data and does not use the code of rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from sightline.answers.check.heights import body, floor_between, has_heights, share_a_height
from sightline.answers.check.limits import CheckedZones
from sightline.answers.check.shapes import BlockingShape, box_around, wall_shapes
from sightline.geometry.hull import are_apart
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.figure import Figure
from sightline.model.numbers import Span
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.threshold import ENDLESS
from sightline.packs.schema import Pack, PackQuestion


class PackGround:
    """The blockers between two places for one question of a pack."""

    def __init__(
        self, board: Board, source: Place, target: Place, pack: Pack, question: PackQuestion
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.pack, self.question = pack, question
        self.own = frozenset((*source.tiles, *target.tiles))
        self._standing = {name for tile in self.own for name in board.names_at(tile)}
        self._shapes: dict[frozenset[str], list[BlockingShape]] = {}
        self.is_high = pack.heights == "true" and has_heights(board, source, target)
        """Whether lines have heights here."""
        self.bodies = body(board, source), body(board, target)

    @property
    def same_place(self) -> bool:
        """Whether both places share a tile, without a floor between them."""
        shared = {*self.source.tiles} & {*self.target.tiles}
        if not (shared and self.is_high) or share_a_height(*self.bodies):
            return bool(shared)
        return not all(floor_between(self.board, tile, *self.bodies) for tile in shared)

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that the question lists as blockers."""
        return frozenset(self.question.blockers)

    def shapes(self, kinds: Collection[str]) -> list[BlockingShape]:
        """Return the shapes near the two places that block if only these kinds do."""
        wanted = frozenset(kinds)
        if wanted not in self._shapes:
            self._shapes[wanted] = [*self._tile_shapes(wanted), *self._thin_shapes(wanted)]
        return self._shapes[wanted]

    @cached_property
    def _near(self) -> list[Tile]:
        return list(box_around(self.board, self.own))

    def _tile_shapes(self, kinds: frozenset[str]) -> Iterator[BlockingShape]:
        grid = self.board.grid
        if self.is_high:
            yield from self._high_shapes(kinds)
            return
        for tile in self._near:
            if tile in self.own:
                continue
            what, name = self.blocker_on(tile, kinds)
            if what and not self._counts(grid.corners(tile)):
                what, name = "", None
            rim = what == "" and grid.name == "square" and bool(self.board.flags(tile) & OUTSIDE)
            if what or rim:
                corners, points = grid.corners(tile), self.outline(tile)
                label = (what or "outside", tile, name, None, False, False)
                yield BlockingShape(points, False, rim, label, tile_corners=corners)

    def _high_shapes(self, kinds: frozenset[str]) -> Iterator[BlockingShape]:
        """Yield the shapes on a board with heights that block if only these kinds do: each thing on
        a tile separately, and the floors.
        """
        board = self.board
        for tile in self._near:
            corners = board.grid.corners(tile)
            for floor in board.floors() if "solid" in kinds else ():
                if tile in floor.tiles:
                    span: Span = (floor.height, floor.height)
                    label: tuple[object, ...] = ("floor", tile, floor.name, None, False, False)
                    yield BlockingShape(corners, True, False, label, span=span)
            if tile in self.own:
                continue
            found = list(self.things_on(tile, kinds))
            rim = board.grid.name == "square" and bool(board.flags(tile) & OUTSIDE)
            if rim and not found:
                label = ("outside", tile, None, None, False, False)
                yield BlockingShape(corners, False, True, label)
                continue
            for what, name, span in found:
                label = (what, tile, name, None, False, False)
                yield BlockingShape(corners, False, False, label, span=span)

    def things_on(
        self, tile: Tile, kinds: Collection[str]
    ) -> Iterator[tuple[str, str | None, Span]]:
        """Yield the blockers on a tile.

        Each has its kind, its name if it is a figure, and its bottom and top.
        """
        board = self.board
        if board.flags(tile) & OUTSIDE:
            if self.pack.outside == "wall" or getattr(board, "outside", "open") == "solid":
                yield "outside", None, ENDLESS
            return
        terrain = board.terrain(tile)
        if terrain is not None and terrain in kinds:
            yield terrain, None, ENDLESS
        if "solid" in kinds and board.flags(tile) & SOLID:
            yield "solid", None, ENDLESS
        elif "solid" in kinds and tile not in self._stood_on:
            yield "ground", None, (None, board.elevation(tile) or Fraction(0))
        for name in board.names_at(tile):
            figure = board.figure(name)
            if name in self._standing and tile not in self.own:
                continue
            if not self.kinds_of(figure).isdisjoint(kinds):
                yield "figure", name, board.body(figure)

    @cached_property
    def _stood_on(self) -> set[Tile]:
        """All tiles of the two figures, even if the question is about only some of them."""
        names = [place.name for place in (self.source, self.target) if place.name is not None]
        return {tile for name in names for tile in self.board.figure(name).tiles}

    def outline(self, tile: Tile) -> tuple[Point, ...]:
        """Return the corners of the part of a tile that blocks lines: the whole
        tile, or its diamond.
        """
        corners = self.board.grid.corners(tile)
        return _middles(corners) if self.question.shape == "diamond" else corners

    def _thin_shapes(self, kinds: frozenset[str]) -> Iterator[BlockingShape]:
        for shape in wall_shapes(self.board, self._near):
            what, state = shape.label[0], shape.label[3]
            kind = "wall" if what == "wall" or state == "secret" else "door"
            if kind in kinds and self._counts(shape.points):
                yield shape

    def _counts(self, points: Sequence[Point]) -> bool:
        """Return whether a shape is near enough to the target, and far enough from
        the viewer, to block.
        """
        near, beyond = self.question.near_target, self.question.beyond_viewer
        return (not near or self._touches(points, self.target, near)) and not (
            beyond and self._touches(points, self.source, beyond)
        )

    def _touches(self, points: Sequence[Point], where: Place, steps: int) -> bool:
        """Return whether a shape touches a place, or a tile at most `steps` - 1 steps from it."""
        grid = self.board.grid
        tiles = set(where.tiles)
        for _ in range(steps - 1):
            corners = {corner for tile in tiles for corner in grid.corners(tile)}
            tiles |= {tile for corner in corners for tile in grid.tiles_at(corner)}
        return any(not are_apart(points, grid.corners(tile)) for tile in tiles)

    @cached_property
    def zones(self) -> CheckedZones:
        """The rooms of the board."""
        return CheckedZones(self.board, self.pack)

    def blocker_on(self, tile: Tile, kinds: Collection[str]) -> tuple[str, str | None]:
        """Return the blocker on a tile: its kind, and its name if it is a figure.

        The kind is "" if nothing blocks.
        """
        board = self.board
        if board.flags(tile) & OUTSIDE:
            solid = self.pack.outside == "wall" or getattr(board, "outside", "open") == "solid"
            return ("outside" if solid else ""), None
        if board.flags(tile) & SOLID and "solid" in kinds:
            return "solid", None
        terrain = board.terrain(tile)
        if terrain is not None and terrain in kinds:
            return terrain, None
        for name in board.names_at(tile):
            if name in self._standing and tile not in self.own:
                continue
            if not self.kinds_of(board.figure(name)).isdisjoint(kinds):
                return "figure", name
        if "room" in kinds and self.zones.is_other_room(tile, self.own):
            return "room", None
        return "", None

    def kinds_of(self, figure: Figure) -> set[str]:
        """Return the kinds of a figure for this viewer and target, such as "ally" or
        "big-figure".
        """
        if figure.is_furniture:
            return {"tall" if figure.blocks_sight else "low"}
        if not figure.blocks_sight:
            return set()
        kinds = {"figure"}
        mine = self.looker(self.source)
        if mine is not None and mine.side and figure.side:
            kinds.add("ally" if mine.side == figure.side else "enemy")
        others = [self.looker(place) for place in (self.source, self.target)]
        largest = max(max(each.size) if each is not None else 1 for each in others)
        if max(figure.size) >= largest + self.question.big_by:
            kinds.add("big-figure")
        return kinds

    def looker(self, place: Place) -> Figure | None:
        """Return the figure at a place: the one that it names, or the first
        visible one on its tile.
        """
        if place.name is not None:
            return self.board.figure(place.name)
        figures = map(self.board.figure, self.board.names_at(place.middle))
        seen = (each for each in figures if each.blocks_sight and not each.is_furniture)
        return next(seen, None)

    def stands_at_an_end(self, name: str) -> bool:
        """Return whether that figure stands on a tile of the viewer or the target."""
        return name in self._standing

    @cached_property
    def on_target(self) -> list[tuple[Tile, str, str | None, Span]]:
        """The blockers on the target's tiles. If there is one, all of these tiles block."""
        if self.is_high:
            return [
                (tile, *thing)
                for tile in self.target.tiles
                for thing in self.things_on(tile, self.kinds)
                if thing[0] != "ground"
            ]
        found = [(tile, *self.blocker_on(tile, self.kinds)) for tile in self.target.tiles]
        if not any(what for _, what, _ in found):
            return []
        return [(tile, what or "outside", name, ENDLESS) for tile, what, name in found]


def _middles(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the middles of the sides of a tile, in order. They are the corners of its diamond."""
    return tuple(
        ((x + corners[i - 1][0]) // 2, (y + corners[i - 1][1]) // 2)
        for i, (x, y) in enumerate(corners)
    )
