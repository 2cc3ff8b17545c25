"""Looks for one question of a pack: only what the pack names blocks, each by its kind.

A tile may hold several kinds at once: rock, terrain, furniture, a figure of some side. It blocks a
question if one of them does. What stands on the two places themselves never does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from sightline.geometry.contact import Contact, Judgement, Manner
from sightline.model.board import OUTSIDE, SOLID, Board
from sightline.model.cell import SQUARE, Tile
from sightline.model.figure import Figure
from sightline.model.place import Place
from sightline.model.threshold import BLOCKING_CODES, CODES, Wall
from sightline.rules.line import Look

LEVELS = ("clear", "corner", "edge", "pinch", "seam", "through")
"""What a line meets, from nothing to the worst; the last three are a blocked line's manners."""


class KindLook(Look):
    """One source and one target, where only some kinds block."""

    def __init__(
        self,
        board: Board,
        source: Place,
        target: Place,
        kinds: Collection[str],
        *,
        walled: bool = False,
        big_by: int = 2,
    ) -> None:
        self.kinds = frozenset(kinds)
        self.codes = _codes("wall" in self.kinds, "door" in self.kinds)
        super().__init__(board, source, target)
        self._solid_outside = walled
        self._big_by = big_by
        self._side = _side_of(board, source)
        self._sizes = max(_size_class(board, source), _size_class(board, target))
        self._names = frozenset(
            name for tile in (*source.tiles, *target.tiles) for name in board.names_at(tile)
        )

    def without(self, kinds: Collection[str]) -> KindLook:
        """The same look, for which these do not block."""
        left = self.kinds - frozenset(kinds)
        walled, big_by = self._solid_outside, self._big_by
        return KindLook(self.board, self.source, self.target, left, walled=walled, big_by=big_by)

    def _blocks(self, tile: Tile, flags: int) -> bool:
        if flags & OUTSIDE:
            return self._solid_outside
        return not self.kinds.isdisjoint(self.kinds_at(tile))

    def _shuts(self, tile: Tile) -> bool:
        if tile in self._own:
            return False
        flags = self.board.flags(tile)
        return self._blocks(tile, flags) or bool(flags & OUTSIDE and self.grid is SQUARE)

    def kinds_at(self, tile: Tile) -> Iterator[str]:
        """Every kind of thing on a tile, for who looks."""
        board = self.board
        if board.flags(tile) & SOLID:
            yield "solid"
        terrain = board.terrain(tile)
        if terrain is not None:
            yield terrain
        for name in board.names_at(tile):
            if name not in self._names:
                yield from self._kinds_of(board.figure(name))

    def _kinds_of(self, figure: Figure) -> Iterator[str]:
        if figure.is_furniture:
            yield "tall" if figure.blocks_sight else "low"
        elif figure.blocks_sight:
            yield "figure"
            if self._side and figure.side:
                yield "ally" if figure.side == self._side else "enemy"
            if max(figure.size) - self._sizes >= self._big_by:
                yield "big-figure"


@cache
def _codes(walls: bool, doors: bool) -> frozenset[int]:
    """The codes of edges and free walls that block."""
    return frozenset(
        code for code in BLOCKING_CODES if (walls if isinstance(CODES[code], Wall) else doors)
    )


def _side_of(board: Board, place: Place) -> str:
    figure = _figure_on(board, place)
    return figure.side if figure is not None else ""


def _size_class(board: Board, place: Place) -> int:
    """How many tiles wide: what a size class comes to on a grid."""
    figure = _figure_on(board, place)
    return max(figure.size) if figure is not None else 1


def _figure_on(board: Board, place: Place) -> Figure | None:
    """Who looks or is looked at: the figure of that name, or one that stands on that tile."""
    if place.name is not None:
        return board.figure(place.name)
    here = (board.figure(name) for name in board.names_at(place.middle))
    return next((figure for figure in here if not figure.is_furniture), None)


def level_of(judgement: Judgement) -> str:
    """The judgement as one of the levels."""
    if judgement.contact is Contact.BLOCKED:
        return str(judgement.manner or Manner.THROUGH)
    return str(judgement.contact)
