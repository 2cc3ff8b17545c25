"""Draw a player's map: only what they know, cropped to that.

The known tiles are drawn on a separate board with a margin of one tile. It also has the margin at
the map's edge, so that the picture does not reveal the map's size.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from sightline.model.board import Board
from sightline.model.cell import SQUARE
from sightline.model.figure import kind_called
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.render.layout import Layout
from sightline.render.scenes.board import board_shapes
from sightline.render.scenes.scene import Page
from sightline.render.shapes import Path, Scene, Shape, rectangle
from sightline.table.protocol.server import FigureView
from sightline.table.state.scene import board_kind, labeled_copy
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import tiles_of_bits

At = tuple[int, int]


def known_scene(knowledge: Knowledge) -> Scene:
    """Return the picture of the player's map as shapes."""
    cutting = _Cutting(knowledge)
    page = Page(cutting.board)
    lay, known, lit = page.lay, cutting.known, cutting.lit
    page.draw([rectangle("unknown", lay.left, lay.top, lay.width, lay.height)])
    unseen_rock = {tile for tile in cutting.board.solid_tiles() if tile not in lit}
    down, right = cutting.shift
    page.draw(
        board_shapes(
            cutting.board,
            lay,
            tint=[*_areas(lay, known - lit, "shadow"), *_areas(lay, lit, "lit")],
            over_rock=_areas(lay, unseen_rock, "unseen-rock"),
            tagged=set(cutting.board.tiles()) - known,
            only=known,
            first=(-down, -right),
        )
    )
    page.y += 4
    page.text("The map as you know it")
    page.legend([(("lit",), "seen now"), (("shadow",), "seen before"), (("unknown",), "not seen")])
    return page.finished("The map as a player knows it")


def known_board(knowledge: Knowledge) -> tuple[Board, set[At], dict[str, str]]:
    """Return the known part of a map as a separate board, its known tiles, and the names of the
    figures on it by id.
    """
    cutting = _Cutting(knowledge)
    return cutting.board, cutting.known, cutting.names


class _Cutting:
    """Copies the known part of a map to a separate board."""

    def __init__(self, knowledge: Knowledge) -> None:
        whole = knowledge.board
        explored: set[At] = set(tiles_of_bits(whole, knowledge.explored))
        # A large figure that is partly visible is drawn whole, as on the page.
        shown = explored | {tile for figure in whole.figures() for tile in figure.tiles}
        shown = shown or {(0, 0)}
        self.shift: At = (0, 0)
        self.board = self._empty(whole, shown)
        self.known = {self._here(tile) for tile in explored}
        self.lit = {self._here(tile) for tile in tiles_of_bits(whole, knowledge.lit)}
        self._put_ground(whole, explored)
        self._put_figures(knowledge)

    def _empty(self, whole: Board, shown: Collection[At]) -> Board:
        if isinstance(whole, HexBoard):
            steps = ((0, 0), *whole.grid.directions)
            around = {(q + dq, r + dr) for q, r in shown for dq, dr in steps}
            return HexBoard(cells=around, orientation=whole.orientation)
        rows, cols = [row for row, _ in shown], [col for _, col in shown]
        self.shift = (1 - min(rows), 1 - min(cols))
        return SquareBoard(max(rows) - min(rows) + 3, max(cols) - min(cols) + 3)

    def _here(self, tile: At) -> At:
        return tile[0] + self.shift[0], tile[1] + self.shift[1]

    def _put_ground(self, whole: Board, explored: Collection[At]) -> None:
        board = self.board
        for tile in explored:
            if whole.is_solid(tile):
                board.set_solid(self._here(tile))
        for tile, kind in whole.terrains().items():
            if tile in explored:
                board.set_terrain(self._here(tile), kind)
        for a, b, threshold in whole.edges():
            if a in explored or b in explored:
                board.set_edge(self._here(a), self._here(b), threshold)
        for wall in whole.free_walls():
            start, end = (self._point(point) for point in wall.ends)
            board.add_wall(start, end, wall.threshold)
        if isinstance(board, HexBoard) and isinstance(whole, HexBoard):
            for tile in explored:
                board.set_cover(tile, whole.cover(tile))
                board.set_elevation(tile, whole.elevation(tile))

    def _point(self, point: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
        down, right = self.shift if self.board.grid is SQUARE else (0, 0)
        return point[0] + right, point[1] + down

    def _put_figures(self, knowledge: Knowledge) -> None:
        labels = {figure.id: figure.name for figure in knowledge.figures.values()}
        labeled, names = labeled_copy(knowledge.board, labels, floors=knowledge.floor_names())
        self.names = names
        for id_, name in names.items():
            figure = labeled.figure(name)
            self.board.place(
                name,
                self._here(figure.at),
                size=figure.size,
                blocks_sight=figure.blocks_sight,
                kind=kind_called(_board_kind(knowledge.figures[id_])),
                side=figure.side,
                facing=figure.facing,
            )


def _board_kind(figure: FigureView) -> str:
    return board_kind(figure.kind, figure.side)


def _areas(lay: Layout, tiles: Collection[At], role: str) -> list[Shape]:
    return [Path(role, lay.around(tiles), closed=True)] if tiles else []
