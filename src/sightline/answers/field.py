"""Everything seen from one place, and who sees whom on a whole board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Self, cast

from sightline.answers.layout import LayoutKey, layout_key, layout_of
from sightline.answers.sight import Cover
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Tile, TileT_co
from sightline.model.numbers import shown
from sightline.model.past import Past, board_at
from sightline.model.place import Place, place

if TYPE_CHECKING:
    import numpy

_BYTE_TO_DIGIT = b"0" + b"1" * 255
_DIGIT_TO_BYTE = bytes(1 if code == ord("1") else 0 for code in range(256))
EITHER, BOTH, WITHOUT, ONE_ONLY = range(4)
"""What becomes of two sets of tiles, by the numbers of `combined`."""


try:
    from sightline.answers._buffer import BoolBuffer, combined
except ImportError:

    class BoolBuffer:  # type: ignore[no-redef]
        """What a field is made of, where nothing is compiled."""

        def __init__(
            self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
        ) -> None:
            self._layout = layout
            self._cells = cells
            self._bits = bits
            self._then: Past | None = layout.recorded()
            self._changes = len(self._then)
            self._viewers: tuple[Any, ...] = ()

        def _packed(self) -> bytes:
            assert self._cells is not None
            digits = bytes(self._cells[::-1]).translate(_BYTE_TO_DIGIT)
            return int(digits, 2).to_bytes((len(self._cells) + 7) // 8, "little")

    def combined(one: bytes | bytearray, other: bytes | bytearray, operation: int) -> bytes:
        a, b = int.from_bytes(one, "little"), int.from_bytes(other, "little")
        result = (a | b, a & b, a & ~b, a ^ b)[operation]
        return result.to_bytes(len(one), "little")


class Field(BoolBuffer, Set[TileT_co]):
    """A set of tiles of one board, such as everything that somebody sees. It never changes.

    It is a set: `in`, `len`, iteration in reading order, `| & - ^`, `~` for all other tiles of the
    board, `<= < >= > ==` and `isdisjoint`, with another field of the same tiles or with any set of
    positions; what comes out of the first five is a field. A position that is off the board is in
    no field: to ask for `field[row, col]` or to add it is an error.

    `numpy.asarray(field)` is its bool array, read-only and without a copy: rows x columns on
    squares; on hexes one entry a hex, in the order of `board.tiles()`. `bits()` is the same with
    one bit a tile, and no numpy.

    A notebook shows its picture on the board as it was when the field was asked. A field pickles
    without its board; then the picture has empty ground.

    >>> from sightline import CornerRule, SquareBoard, field
    >>> board = SquareBoard(1, 4)
    >>> board.set_solid((0, 2))
    >>> left, right = field(board, (0, 0), CornerRule()), field(board, (0, 3), CornerRule())
    >>> left[0, 1], left[0, 3], left.shape
    (True, False, (1, 4))
    >>> [str(tile) for tile in left & right], left | right == set(board.tiles()), len(~left)
    (['C1'], True, 1)
    """

    # _layout: the board; only its tiles are asked for, and those never change.
    # _cells: one byte a tile, 0 or 1; _bits: one bit a tile; both in the order of tiles(). Either
    # will do, and the other is made when it is asked for.
    # _then, _changes: the moment at which the board was asked (see model.past); None: it is not
    # known what the board was like.
    # _viewers: who looks, names or positions (or places, where the board is not known).
    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of `numpy.asarray(field)`: (rows, columns), or (number of hexes,)."""
        return self._layout.shape

    @property
    def viewers(self) -> tuple[Any, ...]:
        """Who looks, where that is known: names of figures, and positions."""
        return tuple(
            (v.middle if v.name is None else v.name) if isinstance(v, Place) else v
            for v in self._viewers
        )

    # --- one tile

    def __contains__(self, tile: object) -> bool:
        if tile not in self._layout:
            return False
        return self._has(self._layout.rank(self._layout.position(tile)))

    def __getitem__(self, tile: Any) -> bool:
        """Is the tile in the field? Off the board, and for what is no tile, an error."""
        parts = tile if isinstance(tile, tuple) else (tile,)
        if any(isinstance(part, slice) or part is Ellipsis for part in parts):
            raise InvalidTypeError(
                f"tile: expected two whole numbers, got {shown(tile)};"
                " numpy.asarray(field) can be cut into parts"
            )
        return self._has(self._layout.rank(self._layout.position(tile, "tile")))

    def _has(self, rank: int) -> bool:
        if self._bits is not None:
            return bool(self._bits[rank >> 3] >> (rank & 7) & 1)
        return bool(self.cells()[rank])

    # --- all tiles

    def cells(self) -> bytes | bytearray:
        """One byte a tile, 0 or 1, in the order of `tiles()`; not to be changed."""
        if self._cells is None:
            assert self._bits is not None
            count = len(self._layout.tiles())
            digits = f"{int.from_bytes(self._bits, 'little'):0{count}b}".encode()
            self._cells = digits[::-1].translate(_DIGIT_TO_BYTE)
        return self._cells

    def _has_cells(self) -> bool:
        return self._cells is not None

    def bits(self) -> bytes:
        """One bit a tile, the lowest bit of the first byte first, in the order of `tiles()`."""
        if self._bits is None:
            self._bits = self._packed()
        return self._bits

    def _number(self) -> int:
        return int.from_bytes(self.bits(), "little")

    def __len__(self) -> int:
        return self._number().bit_count()

    def __iter__(self) -> Iterator[TileT_co]:
        tiles, cells = self._layout.tiles(), self.cells()
        at = cells.find(1)
        while at >= 0:
            yield cast("TileT_co", tiles[at])
            at = cells.find(1, at + 1)

    # --- as a set

    def __or__(self, other: Set[Any]) -> Field[TileT_co]:
        return self._combined(other, EITHER)

    def __and__(self, other: Set[Any]) -> Field[TileT_co]:
        return self._combined(other, BOTH)

    def __sub__(self, other: Set[Any]) -> Field[TileT_co]:
        return self._combined(other, WITHOUT)

    def __xor__(self, other: Set[Any]) -> Field[TileT_co]:
        return self._combined(other, ONE_ONLY)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __rsub__(self, other: Set[Any]) -> Field[TileT_co]:
        if not isinstance(other, Set):
            return NotImplemented
        return self._of(other, off_board=True)._combined(self, WITHOUT)

    def __invert__(self) -> Field[TileT_co]:
        count = len(self._layout.tiles())
        rest = (1 << count) - 1 - self._number()
        return self._like(None, rest.to_bytes((count + 7) // 8, "little"))

    def _combined(self, other: Set[Any], operation: int) -> Field[TileT_co]:
        if not isinstance(other, Field):
            if not isinstance(other, Set):
                return NotImplemented
            # What is off the board is in no field: only who would add it has to hear of it.
            other = self._of(other, off_board=operation in (EITHER, ONE_ONLY))
            return self._like(None, combined(self.bits(), other.bits(), operation))
        self._check_layout(other)
        later = self._later(other)
        if self._has_cells() and other._has_cells():
            made = later._like(combined(self.cells(), other.cells(), operation), None)
        else:
            made = later._like(None, combined(self.bits(), other.bits(), operation))
        if operation == EITHER and self._same_moment(other):
            made._viewers = tuple(dict.fromkeys((*self._viewers, *other._viewers)))
        return made

    def _check_layout(self, other: Field[Any]) -> None:
        if not self._layout.same_layout(other._layout):
            raise InvalidValueError("fields: expected both to be of one board's tiles")

    def _of(self, tiles: Iterable[Any], *, off_board: bool) -> Field[TileT_co]:
        """These tiles as a field. If it matters that some is off the board, it is an error."""
        layout = self._layout
        number = 0
        for tile in tiles:
            if off_board or tile in layout:
                number |= 1 << layout.rank(layout.position(tile, "tile"))
        return self._like(None, number.to_bytes((len(layout.tiles()) + 7) // 8, "little"))

    def __le__(self, other: Set[Any]) -> bool:
        if not isinstance(other, Field):
            return super().__le__(other)
        self._check_layout(other)
        return self._number() & ~other._number() == 0

    def __lt__(self, other: Set[Any]) -> bool:
        if not isinstance(other, Field):
            return super().__lt__(other)
        return self <= other and self.bits() != other.bits()

    def __ge__(self, other: Set[Any]) -> bool:
        return other <= self if isinstance(other, Field) else super().__ge__(other)

    def __gt__(self, other: Set[Any]) -> bool:
        return other < self if isinstance(other, Field) else super().__gt__(other)

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Have the two no tile in common? `other` is a field, or any positions."""
        if not isinstance(other, Field):
            return not any(tile in self for tile in other)
        self._check_layout(other)
        return self._number() & other._number() == 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return super().__eq__(other)
        return self._layout.same_layout(other._layout) and self.bits() == other.bits()

    __hash__ = None  # type: ignore[assignment]

    # --- when it was asked, and by whom

    def _like(self, cells: bytes | bytearray | None, bits: bytes | None) -> Field[TileT_co]:
        """Other tiles of the same board at the same moment, and nobody's."""
        made: Field[TileT_co] = Field(self._layout, cells, bits)
        made._then, made._changes = self._then, self._changes
        return made

    def with_viewers(self, viewers: Iterable[Any]) -> Field[TileT_co]:
        """The same tiles, as what these see: names or positions, which the picture marks."""
        made = self._like(self._cells, self._bits)
        made._viewers = tuple(viewers)
        return made

    def _same_moment(self, other: Field[Any]) -> bool:
        return self._then is other._then and self._changes == other._changes

    def _later(self, other: Field[Any]) -> Field[Any]:
        """Which of two fields was asked later: the other, if that is known."""
        if self._then is None:
            return other
        if other._then is None or other._layout is not self._layout:
            return self
        mine, theirs = (self._then.number, self._changes), (other._then.number, other._changes)
        return other if theirs > mine else self

    def board_then(self) -> Board:
        """The board as it was when this was asked, as a board of its own.

        Of a field that was pickled only the tiles are known: an empty board with the same ones.
        """
        if self._then is None:
            return self._layout.copy()
        then = board_at(self._layout, self._then, self._changes)
        return then.copy() if then is self._layout else then

    def is_of(self, board: Board) -> bool:
        """Was it this very board that was asked?"""
        return self._then is not None and self._layout is board

    def places(self) -> list[Place]:
        """The viewers, and where they stood."""
        places = [viewer for viewer in self._viewers if isinstance(viewer, Place)]
        if len(places) == len(self._viewers):
            return places
        then = self.board_then()
        return [
            viewer if isinstance(viewer, Place) else place(then, viewer, "viewer")
            for viewer in self._viewers
        ]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Of a small field on a large board only the part from its first to its last tile.
        bits = self.bits()
        from_first = bits.lstrip(b"\0")
        before, some = len(bits) - len(from_first), from_first.rstrip(b"\0")
        return _field_again, (layout_key(self._layout), before, some, tuple(self.places()))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        # Asked for only where BoolBuffer is not compiled: numpy takes a buffer first.
        import numpy

        array = numpy.frombuffer(bytes(self.cells()), dtype=bool).reshape(self._layout.shape)
        return array.astype(dtype or bool, copy=bool(copy))

    def __repr__(self) -> str:
        return f"<Field: {len(self)} of {len(self._layout.tiles())} tiles>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: light and shadow, on the board as it was."""
        from sightline.render import field_svg

        known = self._then is not None
        note = "" if known else "Only the field itself is drawn: it came without its board."
        return field_svg(self._layout, self, caption=note)


def joined(fields: Sequence[Field[TileT_co]]) -> Field[TileT_co]:
    """All that any of these fields has, of one board at one moment: `|` for many, and nobody's."""
    first, *others = fields
    in_cells = all(each._has_cells() for each in fields)
    together = first.cells() if in_cells else first.bits()
    for each in others:
        together = combined(together, each.cells() if in_cells else each.bits(), EITHER)
    together = bytes(together)
    return first._like(together, None) if in_cells else first._like(None, together)


def _field_again(
    key: LayoutKey, before: int, some: bytes, viewers: tuple[Place, ...]
) -> Field[Any]:
    """A field that was pickled."""
    layout = layout_of(key)
    bits = (bytes(before) + some).ljust((len(layout.tiles()) + 7) // 8, b"\0")
    field: Field[Any] = Field(layout, None, bits)
    field._then, field._viewers = None, viewers
    return field


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

    def __reduce__(self) -> tuple[Any, ...]:
        return _values_again, (type(self), layout_key(self._layout), self._values)


def _values_again(kind: type[TileValues], key: LayoutKey, values: dict[Tile, Any]) -> TileValues:
    """A mapping that was pickled: without its board, as fields are."""
    return kind(layout_of(key), values)


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

    def __reduce__(self) -> tuple[Any, ...]:
        return _visibility_again, (layout_key(self._layout), self._bits)

    def __repr__(self) -> str:
        return f"<Visibility of {len(self._layout.tiles())} tiles>"


def _visibility_again(key: LayoutKey, bits: bytes) -> Visibility:
    """A visibility that was pickled."""
    return Visibility(layout_of(key), bits)
