"""The ends of a line of sight: a position, or a figure by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, SupportsIndex, TypeAlias

from sightline.errors import InvalidValueError, OffBoardError, UnknownNameError
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Point, Tile
from sightline.model.names import did_you_mean, how_tiles_are_called, no_figure, tile_called
from sightline.model.numbers import Body, pair, short_repr
from sightline.model.parts.heights import BODY, At, Floor
from sightline.texts import as_text, say

Where: TypeAlias = AnyPosition | At
"""One end of a line of sight as callers give it: the name of a figure, a position `(row, col)` or
`(q, r)`, the name of a tile such as C4 or (2, -1), or an `At`. A name that fits a figure and a tile
means the figure.
"""

WhereOrSeveral: TypeAlias = str | At | Iterable[SupportsIndex | Where]
"""One viewer, or a collection of several. (Type checkers do not accept `["Mira", (3, 4)]` for
`Where | Collection[Where]`.)
"""


@dataclass(frozen=True, slots=True)
class Place:
    """One end of a line of sight: a tile, or a figure with its tiles and heights."""

    name: str | None
    """The figure's name, if the caller named a figure."""
    tiles: tuple[Tile, ...]
    middle: Tile
    """The given tile, or the figure's position (its middle hex on hexes)."""
    transparent: frozenset[str]
    """The names of figures that do not block this line of sight, because they stand on
    the place.
    """
    body: Body | None = None
    """The heights of feet and head; None means 0 to 1, on a board without heights."""


def as_asked(where: Place) -> str | Tile | At:
    """Return a place in the form that questions such as `sees` accept: a name, a tile
    or an `At`.
    """
    if where.name is not None:
        return where.name
    return where.middle if where.body is None else At(where.middle, elevation=where.body[0])


_NOBODY: frozenset[str] = frozenset()


def place(board: Board, asked: Any, what: str) -> Place:
    """Return `asked` as a place on the board, or raise an error that names `what`."""
    if isinstance(asked, str):
        if board.has_figure(asked):
            figure = board.figure(asked)
            body = board.body(figure) if board.has_heights else None
            return Place(asked, figure.tiles, figure.at, _standing_on(board, figure.tiles), body)
        tile = _tile_called(board, asked, what)
    elif isinstance(asked, At):
        return _place_at(board, asked, what)
    else:
        tile = board.position(asked, what)
    return standing_at(board, tile, board.ground_at(tile))


def standing_at(board: Board, tile: Tile, feet: Fraction) -> Place:
    """Return the place of a body of height 1 on a tile, with its feet at the height `feet`."""
    body = None if feet == 0 and not board.has_heights else (feet, feet + BODY)
    return Place(None, (tile,), tile, _standing_on(board, (tile,)), body)


def storey_of(board: Board, viewer: Place, floor: str | None) -> Fraction | None:
    """Return the height of `floor`, or without one that of the floor at or below the viewer; None
    means the ground.
    """
    if floor is not None:
        return board.floor(floor).height
    if viewer.body is None or not board.floors():
        return None
    return max(
        (
            each.height
            for each in board.floors()
            if each.height <= viewer.body[0] and not each.tiles.isdisjoint(viewer.tiles)
        ),
        default=None,
    )


def on_storey(board: Board, tile: Tile, storey: Fraction | None) -> Place:
    """Return the place of a body on a tile of that storey.

    If the tile is a hole, the body stands on what lies below.
    """
    return standing_at(board, tile, feet_on(board, tile, storey))


def places_on(board: Board, tiles: Iterable[Tile], storey: Fraction | None) -> list[Place]:
    """Return `on_storey` for each of these tiles."""
    floors = _floors_down_from(board, storey)
    return [standing_at(board, tile, _feet_over(board, tile, floors)) for tile in tiles]


def feet_on(board: Board, tile: Tile, storey: Fraction | None) -> Fraction:
    """Return the height at which a body stands on a tile of that storey, or below a hole in it."""
    return _feet_over(board, tile, _floors_down_from(board, storey))


def level_on(board: Board, tile: Tile, storey: Fraction | None) -> Fraction | None:
    """Return the height of the highest floor of a tile up to that storey; None if
    that is the ground.
    """
    return _level_over(board.ground_at(tile), tile, _floors_down_from(board, storey))


def _floors_down_from(board: Board, storey: Fraction | None) -> list[Floor[Tile]]:
    """Return the floors up to that storey, the highest first; an empty list for the ground."""
    if storey is None:
        return []
    return [floor for floor in reversed(board.floors()) if floor.height <= storey]


def _feet_over(board: Board, tile: Tile, floors: Iterable[Floor[Tile]]) -> Fraction:
    ground = board.ground_at(tile)
    level = _level_over(ground, tile, floors)
    return ground if level is None else level


def _level_over(ground: Fraction, tile: Tile, floors: Iterable[Floor[Tile]]) -> Fraction | None:
    return next(
        (each.height for each in floors if ground < each.height and tile in each.tiles), None
    )


def _place_at(board: Board, asked: At, what: str) -> Place:
    tile = asked.tile
    if isinstance(tile, str):
        tile = board.where(tile) if board.has_figure(tile) else _tile_called(board, tile, what)
    tile = board.position(tile, what)
    return standing_at(board, tile, board.feet_at(replace(asked, tile=tile)))


def is_off_board(board: Board, asked: Any) -> bool:
    """Return whether `asked` is a position off the board. For a name it is always False."""
    if isinstance(asked, At):
        asked = asked.tile
    return not isinstance(asked, str) and pair(asked, "tile") not in board


def one_tile(board: Board, asked: Any, what: str) -> Tile:
    """Return `asked` as one tile: a position, the name of a tile, or the name of a figure that
    covers one tile.
    """
    where = place(board, asked, what)
    if len(where.tiles) > 1:
        raise InvalidValueError(
            say(
                "{what}: {got} covers {n} tiles; ask for one of them, such as {tile}",
                what=what,
                got=short_repr(asked),
                n=len(where.tiles),
                tile=str(where.tiles[0]),
            )
        )
    return where.middle


def _tile_called(board: Board, name: str, what: str) -> Tile:
    """Return the tile with that name, or raise an error with a suggestion."""
    at = tile_called(board.grid.name, name)
    if at is not None and at in board:
        return board.grid.tile(*at)
    names = [figure.name for figure in board.figures()]
    if at is None:
        how = how_tiles_are_called(board.grid.name)
        raise UnknownNameError(
            say("{problem}; positions: {how}", problem=no_figure(name, names), how=how)
        )
    try:
        return board.position(name, what)
    except OffBoardError as error:
        # M2 may be a tile, or a mistyped figure name.
        perhaps = did_you_mean(name, names)
        if not perhaps:
            raise
        raise UnknownNameError(
            say(
                "{error}, and no figure is called that{perhaps}",
                error=as_text(error),
                perhaps=perhaps,
            )
        ) from None


def _standing_on(board: Board, tiles: tuple[Tile, ...]) -> frozenset[str]:
    if len(tiles) == 1 and not board.names_at(tiles[0]):
        return _NOBODY
    # Only blocking figures: a table must not make the other figures on its tiles transparent.
    return frozenset(
        name for tile in tiles for name in board.names_at(tile) if board.figure(name).blocks_sight
    )


def center(board: Board, where: Place) -> Point:
    """Return the center of the whole footprint."""
    return board.grid.middle(where.tiles)


def corners(board: Board, where: Place) -> list[Point]:
    """Return the corners of all its tiles without duplicates, in a stable order."""
    return list(
        dict.fromkeys(corner for tile in where.tiles for corner in board.grid.corners(tile))
    )


def several(asked: Any) -> list[Any] | None:
    """Return the items of a collection of places, or None if `asked` is a single place.

    Two whole numbers of any type are one position. A collection that starts with a name or with
    another collection is several places; an empty one contains no viewer.
    """
    if isinstance(asked, (str, bytes, Mapping)) or not isinstance(asked, Collection):
        return None
    try:
        first = next(iter(asked), "")
    except TypeError:  # a numpy array without dimensions
        return None
    return list(asked) if isinstance(first, (Collection, At)) else None
