"""What blocks one question of a pack, for the checker: tiles by the kinds of what is on them, walls
and doors by theirs. It reads the pack's data, and knows no rule's code."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from sightline.answers.check_shapes import BlockingShape, box_around, wall_shapes
from sightline.model.board import OUTSIDE, SOLID, Board
from sightline.model.cell import Point, Tile
from sightline.model.figure import Figure
from sightline.model.place import Place
from sightline.packs.schema import Pack, PackQuestion


class PackGround:
    """The board as one question of a pack sees it between two places."""

    def __init__(
        self, board: Board, source: Place, target: Place, pack: Pack, question: PackQuestion
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.pack, self.question = pack, question
        self.own = frozenset((*source.tiles, *target.tiles))
        self._standing = {name for tile in self.own for name in board.names_at(tile)}
        self._shapes: dict[frozenset[str], list[BlockingShape]] = {}

    @property
    def kinds(self) -> frozenset[str]:
        """Every kind that the question names as a blocker."""
        return frozenset(self.question.blockers)

    def shapes(self, kinds: Collection[str]) -> list[BlockingShape]:
        """Everything closed near the two, where only these kinds block."""
        wanted = frozenset(kinds)
        if wanted not in self._shapes:
            self._shapes[wanted] = [*self._tile_shapes(wanted), *self._thin_shapes(wanted)]
        return self._shapes[wanted]

    @cached_property
    def _near(self) -> list[Tile]:
        return list(box_around(self.board, self.own))

    def _tile_shapes(self, kinds: frozenset[str]) -> Iterator[BlockingShape]:
        grid = self.board.grid
        for tile in self._near:
            if tile in self.own:
                continue
            what, name = self.blocker_on(tile, kinds)
            rim = what == "" and grid.name == "square" and bool(self.board.flags(tile) & OUTSIDE)
            if what or rim:
                corners = grid.corners(tile)
                points = _middles(corners) if self.question.shape == "diamond" else corners
                label = (what or "outside", tile, name, None, False, False)
                yield BlockingShape(points, False, rim, label, tile_corners=corners)

    def _thin_shapes(self, kinds: frozenset[str]) -> Iterator[BlockingShape]:
        for shape in wall_shapes(self.board, self._near):
            if ("wall" if shape.label[0] == "wall" else "door") in kinds:
                yield shape

    def blocker_on(self, tile: Tile, kinds: Collection[str]) -> tuple[str, str | None]:
        """What on a tile blocks, and its name if it is a figure; "": nothing does."""
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
        return "", None

    def kinds_of(self, figure: Figure) -> set[str]:
        """What a figure counts as, for the two that look."""
        if figure.is_furniture:
            return {"tall" if figure.blocks_sight else "low"}
        if not figure.blocks_sight:
            return set()
        kinds = {"figure"}
        mine = self._looker(self.source)
        if mine is not None and mine.side and figure.side:
            kinds.add("ally" if mine.side == figure.side else "enemy")
        others = [self._looker(place) for place in (self.source, self.target)]
        largest = max(max(each.size) if each is not None else 1 for each in others)
        if max(figure.size) >= largest + self.question.big_by:
            kinds.add("big-figure")
        return kinds

    def _looker(self, place: Place) -> Figure | None:
        """The figure that was named, or the first on that tile that is seen there."""
        if place.name is not None:
            return self.board.figure(place.name)
        figures = map(self.board.figure, self.board.names_at(place.middle))
        seen = (each for each in figures if each.blocks_sight and not each.is_furniture)
        return next(seen, None)

    def stands_at_an_end(self, name: str) -> bool:
        """Does that figure stand on a tile of one of the two?"""
        return name in self._standing

    @cached_property
    def target_holds(self) -> bool:
        """Does something on the target's tiles block?"""
        return any(self.blocker_on(tile, self.kinds)[0] for tile in self.target.tiles)


def _middles(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """The middles of the sides of a tile, in order: the corners of the diamond in it."""
    return tuple(
        ((x + corners[i - 1][0]) // 2, (y + corners[i - 1][1]) // 2)
        for i, (x, y) in enumerate(corners)
    )
