"""Mappings from the tiles of a board that also accept names of tiles and figures.

An unknown name raises an error, so `"goblin" in ...` is not silently false.
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
    """Values for some tiles of a board. Keys are positions, names such as "C4", or names of
    figures.

    A position off the board is not in the mapping. Unknown names and keys that are not positions
    raise errors, in `in` and `get` as well.
    """

    _layout: Board

    def _board(self) -> Board:
        """Return the board that resolves the names of figures, as it was when the
        question was asked.
        """
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
