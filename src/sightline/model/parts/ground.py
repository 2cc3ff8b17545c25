"""The ground of a board: its tiles, their names, and which of them are rock.

A board stores one byte per tile and one byte per edge, in rows with a border of one tile. A change
touches only a few bytes, whatever the board's size, and compiled code reads the bytes in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, cast, overload

from sightline.errors import InvalidTypeError, InvalidValueError, OffBoardError
from sightline.model.cell import AnyPosition, Grid, TileT_co
from sightline.model.names import how_tiles_are_called, tile_called
from sightline.model.numbers import pair, short_repr, yes_or_no
from sightline.model.parts.observers import Observable
from sightline.texts import say

if TYPE_CHECKING:
    from sightline.model.board import Board
    from sightline.model.parts.arrays import Bools

MAX_SIDE = 4096
"""The most rows or columns that a board may have."""

SOLID, OCCUPIED, OUTSIDE, LARGE = 1, 2, 4, 8
"""The bits of a tile's byte. LARGE: the blocking figure on it also covers other tiles."""

new_tuple = tuple.__new__
"""Creates a named tuple without calling its slower `__new__`."""

_SOLID_ONLY = bytes(flags & SOLID for flags in range(256))


class Tiles(Sequence[TileT_co]):
    """Every tile of a board in reading order, created on demand."""

    def __init__(self, count: int, nth: Callable[[int], TileT_co]) -> None:
        self._count = count
        self._nth = nth

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> TileT_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[TileT_co]: ...
    def __getitem__(self, index: int | slice) -> TileT_co | list[TileT_co]:
        chosen = range(self._count)[index]
        if isinstance(chosen, range):
            return [self._nth(i) for i in chosen]
        return self._nth(chosen)

    def __iter__(self) -> Iterator[TileT_co]:
        return map(self._nth, range(self._count))

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            raise InvalidTypeError(
                f"tiles: expected a position, got {short_repr(tile)}; `{short_repr(tile)} in"
                " board` takes"
                " names"
            )
        return super().__contains__(tile)

    def __repr__(self) -> str:
        return f"<{self._count} tiles>"


class BoardGround(Observable, Generic[TileT_co]):
    """The part of a board that stores its tiles and which of them are rock."""

    grid: Grid[TileT_co]

    def __init__(self, rows: int, cols: int, row0: int, col0: int) -> None:
        self._rows, self._cols = rows, cols
        self._row0, self._col0 = row0, col0
        self._stride = cols + 2
        self._tiles = bytearray((rows + 2) * self._stride)

    # --- positions

    def _index(self, tile: tuple[int, int]) -> int:
        """Return the index of the tile's byte.

        The tile must be in the bounding rectangle or its border.
        """
        raise NotImplementedError

    def _tile_at(self, index: int) -> TileT_co:
        """Return the tile whose byte has this index."""
        raise NotImplementedError

    def _holds(self, first: int, second: int) -> bool:
        raise NotImplementedError

    def _extent(self) -> str:
        """Return a description of the valid positions, for error messages."""
        raise NotImplementedError

    def tiles(self) -> Tiles[TileT_co]:
        """Return every tile in reading order, as a lazy sequence.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> len(board.tiles()), [str(tile) for tile in board.tiles()[:4]]
        (6, ['A1', 'B1', 'C1', 'A2'])
        """
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an array with one entry per tile: rows and columns, or the number of
        hexes.
        """
        raise NotImplementedError

    def rank(self, tile: tuple[int, int]) -> int:
        """Return the tile's index in the order of `tiles()`."""
        raise NotImplementedError

    def same_layout(self, other: BoardGround[Any]) -> bool:
        """Return whether both boards have the same tiles. Their content may differ."""
        return self.grid is other.grid and self.tiles()[:] == other.tiles()[:]

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[TileT_co, ...]:
        """Return the tiles that a figure of that size would cover, including tiles off
        the board.
        """
        raise NotImplementedError

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        raise NotImplementedError

    def position(self, value: Any, what: str = "position") -> TileT_co:
        """Return `value` as a tile of this board: a pair of whole numbers, or the name of a tile.

        A tile off the board raises `OffBoardError`, another value `InvalidTypeError` or
        `InvalidValueError`. The message starts with `what` and says which positions are valid.

        >>> from sightline import HexBoard, SquareBoard
        >>> SquareBoard(5, 5).position("C4"), HexBoard(radius=2).position([2, -1])
        (Square(row=3, col=2), Hex(q=2, r=-1))
        """
        value = getattr(value, "tile", value)  # the tile of an `At`
        if isinstance(value, str):
            value, what = self._tile_called(value, what), f"{what} {short_repr(value)}"
        first, second = pair(value, what)
        if not self._holds(first, second):
            raise OffBoardError(
                say(
                    "{what}: ({first}, {second}) is off the board, {extent}",
                    what=what,
                    first=first,
                    second=second,
                    extent=self._extent(),
                )
            )
        return self.grid.tile(first, second)

    def _tile_called(self, name: str, what: str) -> tuple[int, int]:
        """Return the position with that name, on the board or not, or raise an
        error that names `what`.
        """
        at = tile_called(self.grid.name, name)
        if at is None:
            how = how_tiles_are_called(self.grid.name)
            raise InvalidValueError(
                say(
                    "{what}: expected {how}, got {got}{hint}",
                    what=what,
                    how=how,
                    got=short_repr(name),
                    hint=self._figure_hint(name),
                )
            )
        return at

    def _figure_hint(self, name: str) -> str:
        """Return a hint for an error message if the name belongs to a figure."""
        return ""

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            tile = tile_called(self.grid.name, tile)
        try:
            first, second = pair(tile, "tile")
        except (InvalidTypeError, InvalidValueError):
            return False
        return self._holds(first, second)

    # --- tiles

    def set_solid(self, at: AnyPosition, solid: bool = True) -> None:
        """Make a tile rock, or clear it with `solid=False`. Figures on it stay.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> board.set_solid((3, 2))
        >>> board.is_solid("C4")
        True
        """
        tile = self.position(at)
        self._set_ground(self._index(tile), SOLID if yes_or_no(solid, "solid") else 0)

    def is_solid(self, at: AnyPosition) -> bool:
        """Return whether the tile is rock. Figures do not count.

        >>> from sightline import SquareBoard
        >>> SquareBoard(2, 2).is_solid("A1")
        False
        """
        return bool(self._tiles[self._index(self.position(at))] & SOLID)

    def solid_tiles(self) -> Iterator[TileT_co]:
        """Yield every solid tile, in reading order.

        >>> from sightline import SquareBoard
        >>> [str(tile) for tile in SquareBoard.from_text("#.#").solid_tiles()]
        ['A1', 'C1']
        """
        rock = self._tiles.translate(_SOLID_ONLY)
        at = rock.find(SOLID)
        while at >= 0:
            yield self._tile_at(at)
            at = rock.find(SOLID, at + 1)

    def solid_array(self) -> Bools:
        """Return a new array of bools, in the board's `shape`, that is True for solid tiles.

        Figures do not count. The shape is rows by columns on squares, and one entry per hex in the
        order of `tiles()` on hexes.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> board.set_solid((1, 2))
        >>> board.solid_array().tolist()
        [[False, False, False], [False, False, True]]
        """
        from sightline.model.parts.arrays import solid_array

        return solid_array(cast("Board[Any]", self))

    def set_solid_array(self, solid: Any) -> None:
        """Set which tiles are solid, from an array of bools like that of `solid_array`.

        Figures, edges and walls stay. Another shape raises `InvalidValueError` and another type
        `InvalidTypeError`; the board then stays unchanged.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> board.set_solid_array([[False, True, False], [False, True, False]])
        >>> [tuple(tile) for tile in board.solid_tiles()]
        [(0, 1), (1, 1)]
        """
        from sightline.model.parts.arrays import set_solid_array

        set_solid_array(cast("Board[Any]", self), solid)

    def _heights_changed(self) -> None:
        """Update what depends on heights. Called after any height has changed."""
        raise NotImplementedError

    def _set_ground(self, index: int, solid: int) -> None:
        """Make a tile rock (SOLID) or floor (0), and keep the flags of the figures there."""
        flags = self._tiles[index] & ~SOLID | solid
        if self._tiles[index] != flags:
            self._before_change()
            self._tiles[index] = flags
            for each in self.observers:
                each.tile_changed(self, index)
