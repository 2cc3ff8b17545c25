"""Everything seen from one place, and who sees whom on a whole board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sightline.answers.sight import Cover
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import shown

if TYPE_CHECKING:
    import numpy

_BYTE_TO_DIGIT = b"0" + b"1" * 255


class Field:
    """A set of tiles of one board: `in`, `len`, iteration in reading order, `|` for a party.

    `numpy.asarray(field)` is its bool array: rows x columns on squares; on hexes one entry a hex,
    in the order of `board.tiles()`. `bits()` is the same with one bit a tile, and no numpy.
    """

    __slots__ = ("_cells", "_layout")

    def __init__(self, layout: Board, cells: bytes | bytearray) -> None:
        self._layout = layout  # only its tiles are asked for, and those never change
        self._cells = cells  # one byte a tile, 0 or 1, in the order of tiles()

    def __contains__(self, tile: object) -> bool:
        if tile not in self._layout:
            return False
        return bool(self._cells[self._layout.rank(self._layout.position(tile))])

    def __len__(self) -> int:
        return self._cells.count(1)

    def __iter__(self) -> Iterator[Tile]:
        tiles = self._layout.tiles()
        at = self._cells.find(1)
        while at >= 0:
            yield tiles[at]
            at = self._cells.find(1, at + 1)

    def __or__(self, other: Field) -> Field:
        if not isinstance(other, Field):
            return NotImplemented
        if not self._layout.same_layout(other._layout):
            raise InvalidValueError("fields: expected both to be of one board's tiles")
        either = int.from_bytes(self._cells, "little") | int.from_bytes(other._cells, "little")
        return Field(self._layout, either.to_bytes(len(self._cells), "little"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return NotImplemented
        return self._layout.same_layout(other._layout) and self._cells == other._cells

    __hash__ = None  # type: ignore[assignment]

    def bits(self) -> bytes:
        """One bit a tile, the lowest bit of the first byte first, in the order of `tiles()`."""
        digits = bytes(self._cells[::-1]).translate(_BYTE_TO_DIGIT)
        return int(digits, 2).to_bytes((len(self._cells) + 7) // 8, "little")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.frombuffer(bytes(self._cells), dtype=numpy.bool_)
        array = array.reshape(self._layout.shape)
        return array.copy() if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return f"<Field: {len(self)} of {len(self._cells)} tiles>"


class TileValues(Mapping[Tile, Any]):
    """Something known of every tile within a radius: a mapping, and an array through numpy."""

    def __init__(self, layout: Board, values: dict[Tile, Any]) -> None:
        self._layout = layout
        self._values = values

    def __getitem__(self, tile: Any) -> Any:
        return self._values[tile]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class ContactField(TileValues):
    """The contact of every tile within a radius. As an array: 0 to 3, and 255 beyond the radius."""

    def tiles_with(self, *contacts: Contact) -> set[Tile]:
        """The tiles whose line has one of these contacts."""
        return {tile for tile, contact in self._values.items() if contact in contacts}

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.full(len(self._layout.tiles()), 255, dtype=numpy.uint8)
        for tile, contact in self._values.items():
            array[self._layout.rank(tile)] = contact
        array = array.reshape(self._layout.shape)
        return array if dtype is None else array.astype(dtype)


class CoverField(TileValues):
    """Cover of every hex within a radius. As an array: the penalties, NaN beyond the radius."""

    def __getitem__(self, tile: Any) -> Cover:
        cover: Cover = self._values[tile]
        return cover

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.full(self._layout.shape, numpy.nan)
        for tile, cover in self._values.items():
            array[self._layout.rank(tile)] = cover.penalty
        return array if dtype is None else array.astype(dtype)


class Visibility:
    """Every tile against every tile: `visibility[a, b]`, counts, and an array through numpy."""

    def __init__(self, layout: Board, rows: list[bytes]) -> None:
        self._layout = layout
        self._rows = rows  # row i: one bit a tile, as Field.bits(), of what tile i sees

    def __getitem__(self, ends: Any) -> bool:
        if not isinstance(ends, tuple) or len(ends) != 2:
            raise InvalidTypeError(f"visibility: expected two positions, got {shown(ends)}")
        a, b = ends
        layout = self._layout
        row = self._rows[layout.rank(layout.position(a, "from"))]
        rank = layout.rank(layout.position(b, "to"))
        return bool(row[rank >> 3] >> (rank & 7) & 1)

    def count(self) -> int:
        """How many ordered pairs see each other, every tile and itself included."""
        return sum(int.from_bytes(row, "little").bit_count() for row in self._rows)

    def counts(self) -> dict[Tile, int]:
        """How many tiles see each tile: the numbers of a heat map."""
        tiles = self._layout.tiles()
        return {
            tile: int.from_bytes(row, "little").bit_count()
            for tile, row in zip(tiles, self._rows, strict=True)
        }

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        packed = numpy.frombuffer(b"".join(self._rows), dtype=numpy.uint8)
        packed = packed.reshape(len(self._rows), -1)
        count = len(self._rows)
        array = numpy.unpackbits(packed, axis=1, count=count, bitorder="little").astype(bool)
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return f"<Visibility of {len(self._rows)} tiles>"
