"""Everything seen from one place, and who sees whom on a whole board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from sightline.answers.sight import Cover
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Tile, TileT_co
from sightline.model.numbers import shown

if TYPE_CHECKING:
    import numpy

_BYTE_TO_DIGIT = b"0" + b"1" * 255
_DIGIT_TO_BYTE = bytes(1 if code == ord("1") else 0 for code in range(256))


try:
    from sightline.answers._buffer import BoolBuffer
except ImportError:

    class BoolBuffer:  # type: ignore[no-redef]
        """What a field is made of, where nothing is compiled."""

        def __init__(
            self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
        ) -> None:
            self._layout = layout
            self._cells = cells
            self._bits = bits

        def _packed(self) -> bytes:
            assert self._cells is not None
            digits = bytes(self._cells[::-1]).translate(_BYTE_TO_DIGIT)
            return int(digits, 2).to_bytes((len(self._cells) + 7) // 8, "little")


class Field(BoolBuffer, Generic[TileT_co]):
    """A set of tiles of one board: `in`, `len`, iteration in reading order, `|` for a party.

    `numpy.asarray(field)` is its bool array, read-only: rows x columns on squares; on hexes one
    entry a hex, in the order of `board.tiles()`. `bits()` is the same with one bit a tile, and no
    numpy.

    >>> from sightline import SquareBoard, field
    >>> seen = field(SquareBoard.from_text("A#."), "A", "quest")
    >>> len(seen), "B1" in seen, [str(tile) for tile in seen]
    (2, True, ['A1', 'B1'])
    """

    # _layout: the board; only its tiles are asked for, and those never change.
    # _cells: one byte a tile, 0 or 1; _bits: one bit a tile; both in the order of tiles(). Either
    # will do, and the other is made when it is asked for.
    __slots__ = ()

    def cells(self) -> bytes | bytearray:
        """One byte a tile, 0 or 1, in the order of `tiles()`; not to be changed."""
        if self._cells is None:
            assert self._bits is not None
            count = len(self._layout.tiles())
            digits = f"{int.from_bytes(self._bits, 'little'):0{count}b}".encode()
            self._cells = digits[::-1].translate(_DIGIT_TO_BYTE)
        return self._cells

    def __contains__(self, tile: object) -> bool:
        if tile not in self._layout:
            return False
        rank = self._layout.rank(self._layout.position(tile))
        if self._bits is not None:
            return bool(self._bits[rank >> 3] >> (rank & 7) & 1)
        return bool(self.cells()[rank])

    def __len__(self) -> int:
        if self._bits is not None:
            return int.from_bytes(self._bits, "little").bit_count()
        return self.cells().count(1)

    def __iter__(self) -> Iterator[TileT_co]:
        tiles: Sequence[Any] = self._layout.tiles()
        cells = self.cells()
        at = cells.find(1)
        while at >= 0:
            yield tiles[at]
            at = cells.find(1, at + 1)

    def __or__(self, other: Field[Any]) -> Field[TileT_co]:
        if not isinstance(other, Field):
            return NotImplemented
        if not self._layout.same_layout(other._layout):
            raise InvalidValueError("fields: expected both to be of one board's tiles")
        either = int.from_bytes(self.bits(), "little") | int.from_bytes(other.bits(), "little")
        return Field(self._layout, None, either.to_bytes(len(self.bits()), "little"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return NotImplemented
        return self._layout.same_layout(other._layout) and self.bits() == other.bits()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def bits(self) -> bytes:
        """One bit a tile, the lowest bit of the first byte first, in the order of `tiles()`."""
        if self._bits is None:
            self._bits = self._packed()
        return self._bits

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        # Asked for only where BoolBuffer is not compiled: numpy takes a buffer first.
        import numpy

        array = numpy.frombuffer(bytes(self.cells()), dtype=bool).reshape(self._layout.shape)
        return array.astype(dtype or bool, copy=bool(copy))

    def __repr__(self) -> str:
        return f"<Field: {len(self)} of {len(self._layout.tiles())} tiles>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: light and shadow."""
        from sightline.render import field_svg

        return field_svg(self._layout, list(self))


class TileValues(Mapping[Tile, Any]):
    """Something known of every tile within a radius: a mapping, and an array through numpy."""

    def __init__(self, layout: Board, values: dict[Tile, Any]) -> None:
        self._layout = layout
        self._values = values

    def __getitem__(self, tile: Any) -> Any:
        if isinstance(tile, str):
            tile = self._layout.position(tile)
        return self._values[tile]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class ContactField(TileValues):
    """The contact of every tile within a radius. As an array: 0 to 3, and 255 beyond the radius.

    >>> from sightline import Contact, SquareBoard, contact_field
    >>> contacts = contact_field(SquareBoard.from_text("A#."), "A", "quest")
    >>> contacts["C1"], [str(tile) for tile in contacts.tiles_with(Contact.BLOCKED)]
    (<Contact.BLOCKED: 3>, ['C1'])
    """

    def __getitem__(self, tile: AnyPosition) -> Contact:
        contact: Contact = super().__getitem__(tile)
        return contact

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
    """Cover of every hex within a radius. As an array: the penalties, NaN beyond the radius.

    >>> from sightline import HexBoard, cover_field
    >>> board = HexBoard(radius=2)
    >>> board.set_cover("1,0", 0.5)
    >>> cover_field(board, "0,0", "hex")["2,0"].sum
    0.5
    """

    def __getitem__(self, tile: AnyPosition) -> Cover:
        cover: Cover = super().__getitem__(tile)
        return cover

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.full(self._layout.shape, numpy.nan)
        for tile, cover in self._values.items():
            array[self._layout.rank(tile)] = cover.penalty
        return array if dtype is None else array.astype(dtype)


class Visibility:
    """Every tile against every tile: `visibility[a, b]`, counts, and an array through numpy.

    >>> from sightline import SquareBoard, all_pairs
    >>> visibility = all_pairs(SquareBoard.from_text(".#."), "quest")
    >>> visibility["A1", "B1"], visibility["A1", "C1"], visibility.count()
    (True, False, 7)
    """

    def __init__(self, layout: Board, bits: bytes) -> None:
        self._layout = layout
        self._bits = bits  # for each tile one row, as Field.bits(), of what it sees
        self._row_bytes = (len(layout.tiles()) + 7) // 8

    def _row(self, rank: int) -> bytes:
        return self._bits[rank * self._row_bytes : (rank + 1) * self._row_bytes]

    def __getitem__(self, ends: Any) -> bool:
        if not isinstance(ends, tuple) or len(ends) != 2:
            raise InvalidTypeError(f"visibility: expected two positions, got {shown(ends)}")
        a, b = ends
        layout = self._layout
        row = self._row(layout.rank(layout.position(a, "from")))
        rank = layout.rank(layout.position(b, "to"))
        return bool(row[rank >> 3] >> (rank & 7) & 1)

    def count(self) -> int:
        """How many ordered pairs see each other, every tile and itself included."""
        return int.from_bytes(self._bits, "little").bit_count()

    def counts(self) -> dict[Tile, int]:
        """How many tiles see each tile: the numbers of a heat map."""
        return {
            tile: int.from_bytes(self._row(rank), "little").bit_count()
            for rank, tile in enumerate(self._layout.tiles())
        }

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        count = len(self._layout.tiles())
        packed = numpy.frombuffer(self._bits, dtype=numpy.uint8).reshape(count, -1)
        array = numpy.unpackbits(packed, axis=1, count=count, bitorder="little").view(bool)
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return f"<Visibility of {len(self._layout.tiles())} tiles>"
