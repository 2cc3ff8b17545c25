"""Mappings from the tiles of a board that also accept names of tiles and figures.

A name resolves or raises. So `"goblin" in ...` is never false because of an unknown name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, overload

from sightline.errors import UnknownNameError
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Tile
from sightline.model.place import is_off_board, one_tile

Value = TypeVar("Value")
Other = TypeVar("Other")


class ByTile(Mapping[Tile, Value]):
    """Values for some tiles of a board, by position, by "C4", or by the name of a figure.

    A position off the board is not in the mapping. Unknown names and values that are not positions
    raise errors, also for `in` and `get`.
    """

    _layout: Board

    def _board(self) -> Board:
        """The board that resolves the names of figures, as it was at the time of the question."""
        return self._layout

    def _value(self, tile: Tile) -> Value | None:
        """Return the value for a tile of the board, or None."""
        raise NotImplementedError

    def _found(self, asked: Any) -> Value | None:
        return self._value(one_tile(self._board(), asked, "tile"))

    def __getitem__(self, tile: AnyPosition) -> Value:
        value = self._found(tile)
        if value is None:
            raise UnknownNameError(self._missing(tile))
        return value

    def _missing(self, asked: Any) -> str:
        where = one_tile(self._board(), asked, "tile")
        return f"tile: {where} is not among the {len(self)} tiles of this field"

    def __contains__(self, tile: object) -> bool:
        return not is_off_board(self._layout, tile) and self._found(tile) is not None

    @overload
    def get(self, tile: Any, /) -> Value | None: ...
    @overload
    def get(self, tile: Any, /, default: Value | Other) -> Value | Other: ...
    def get(self, tile: Any, /, default: Any = None) -> Any:
        """Return the value for the tile, or the default."""
        if tile not in self:
            return default
        return self[tile]
