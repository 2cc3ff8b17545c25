"""Where a look starts or ends: a position, or a figure by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, SupportsIndex, TypeAlias

from sightline.errors import OffBoardError, UnknownNameError
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Point, Tile
from sightline.model.names import did_you_mean, how_tiles_are_called, no_figure, tile_called
from sightline.model.values import dataclass

Where: TypeAlias = AnyPosition
"""One end of a look as callers give it: a figure's name, a position, `(row, col)` or `(q, r)`, or
the name of a tile as pictures have it, C4 or (2, -1). A figure's name comes first."""

WhereOrSeveral: TypeAlias = str | Iterable[SupportsIndex | Where]
"""Who looks: one of them, or a collection of several. (With `Where | Collection[Where]` a type
checker does not understand `["Mira", (3, 4)]`.)"""


@dataclass(frozen=True, slots=True)
class Place:
    """One end of a look."""

    name: str | None
    """The figure's name, if it was asked for by name."""
    tiles: tuple[Tile, ...]
    middle: Tile
    """The tile asked for, or a figure's own position (its middle hex on hexes)."""
    transparent: frozenset[str]
    """Figures that stand on these tiles and would block: none of their tiles blocks this look."""


def place(board: Board, asked: Any, what: str) -> Place:
    """`asked` as a place on the board: a figure's name, or a position or its name."""
    if isinstance(asked, str):
        if board.has_figure(asked):
            figure = board.figure(asked)
            return Place(asked, figure.tiles, figure.at, _standing_on(board, figure.tiles))
        tile = _tile_called(board, asked, what)
    else:
        tile = board.position(asked, what)
    return Place(None, (tile,), tile, _standing_on(board, (tile,)))


def _tile_called(board: Board, name: str, what: str) -> Tile:
    """The tile of that name, or an error that says what else there is."""
    names = [figure.name for figure in board.figures()]
    if tile_called(board.grid.name, name) is None:
        how = how_tiles_are_called(board.grid.name)
        raise UnknownNameError(f"{no_figure(name, names)}; positions: {how}")
    try:
        return board.position(name, what)
    except OffBoardError as error:
        # M2 may be a tile, or a figure's name with a slip in it.
        perhaps = did_you_mean(name, names)
        if not perhaps:
            raise
        raise UnknownNameError(f"{error}, and no figure is called that{perhaps}") from None


def _standing_on(board: Board, tiles: tuple[Tile, ...]) -> frozenset[str]:
    # Only those that block: a table that we stand at must not make its other guests see-through.
    return frozenset(
        name for tile in tiles for name in board.names_at(tile) if board.figure(name).blocks_sight
    )


def center(board: Board, where: Place) -> Point:
    """The centre of the whole footprint."""
    return board.grid.middle(where.tiles)


def corners(board: Board, where: Place) -> list[Point]:
    """The corners of all its tiles, each once, in a stable order."""
    return list(
        dict.fromkeys(corner for tile in where.tiles for corner in board.grid.corners(tile))
    )


def several(asked: Any) -> list[Any] | None:
    """What is in a collection of names and positions; None: it is meant to be one of them.

    Two whole numbers, of whatever make, are one position. A collection that begins with a name or
    with another collection is several, and an empty one is nobody.
    """
    if isinstance(asked, (str, bytes, Mapping)) or not isinstance(asked, Collection):
        return None
    try:
        first = next(iter(asked), "")
    except TypeError:  # an array without dimensions
        return None
    return list(asked) if isinstance(first, Collection) else None
