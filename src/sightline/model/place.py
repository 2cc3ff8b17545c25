"""Where a look starts or ends: a position, or a figure by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sightline.model.board import Board
from sightline.model.cell import Point, Tile

Where: TypeAlias = str | Iterable[int]
"""One end of a look as callers give it: a figure's name, or a position, `(row, col)`, `(q, r)`."""

WhereOrSeveral: TypeAlias = str | Collection[int | Where]
"""Who looks: one of them, or several. (As one collection: of `Where | Collection[Where]` a type
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
    """`asked` as a place on the board: a figure's name, or a position."""
    if isinstance(asked, str):
        figure = board.figure(asked)
        return Place(asked, figure.tiles, figure.at, _standing_on(board, figure.tiles))
    tile = board.position(asked, what)
    return Place(None, (tile,), tile, _standing_on(board, (tile,)))


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
