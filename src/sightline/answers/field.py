"""Sets of tiles such as everything visible from a place, and visibility between all tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, cast

from sightline.answers.by_tile import ByTile, Value
from sightline.answers.layout import LayoutKey, layout_key, layout_of
from sightline.answers.sight import Cover
from sightline.errors import (
    InvalidTypeError,
    InvalidValueError,
    OffBoardError,
    UnknownNameError,
)
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Tile, TileT_co
from sightline.model.degree import Degree
from sightline.model.names import tile_called
from sightline.model.numbers import pair, short_repr
from sightline.model.parts.display import function_for
from sightline.model.parts.observers import BoardSnapshot, Moment
from sightline.model.place import Place, place

if TYPE_CHECKING:
    import numpy

CoverT = TypeVar("CoverT", bound="Cover | Degree")

_BYTE_TO_DIGIT = b"0" + b"1" * 255
_DIGIT_TO_BYTE = bytes(1 if code == ord("1") else 0 for code in range(256))
EITHER, BOTH, WITHOUT, ONE_ONLY = range(4)
"""The numbers that select a set operation of `combined`."""


try:
    from sightline.answers._buffer import BoolBuffer, combined
except ImportError:

    class BoolBuffer:  # type: ignore[no-redef]
        """The storage of a field without compiled code."""

        def __init__(
            self, layout: Board, cells: bytes | bytearray | None, bits: bytes | None = None
        ) -> None:
            self._layout = layout
            self._cells = cells
            self._bits = bits
            self._then: BoardSnapshot | None = layout.snapshot()
            self._viewers: tuple[Any, ...] = ()
            self._whole = False

        def _packed(self) -> bytes:
            assert self._cells is not None
            digits = bytes(self._cells[::-1]).translate(_BYTE_TO_DIGIT)
            return int(digits, 2).to_bytes((len(self._cells) + 7) // 8, "little")

    def combined(one: bytes | bytearray, other: bytes | bytearray, operation: int) -> bytes:
        a, b = int.from_bytes(one, "little"), int.from_bytes(other, "little")
        result = (a | b, a & b, a & ~b, a ^ b)[operation]
        return result.to_bytes(len(one), "little")


class Field(BoolBuffer, Set[TileT_co]):
    """An immutable set of tiles of one board, such as everything that a figure sees.

    A field supports `in`, `len`, iteration in reading order, `| & - ^`, `~` for all other tiles of
    the board, `<= < >= > ==` and `isdisjoint`, with another field of the same tiles or with any set
    of positions. The first five operators return a field. A position off the board is never in a
    field; `field[row, col]` and adding it raise an error.

    Names work wherever positions do. "C4" is a tile. A figure is in a field if any tile that it
    covered when the question was asked is. Unknown names, and values that are not positions, raise
    errors, also for `in`.

    `numpy.asarray(field)` is a read-only bool array without a copy: rows x columns on squares; on
    hexes one entry per hex, in the order of `board.tiles()`. `bits()` returns one bit per tile,
    without numpy.

    Notebooks show the field as a picture on the board as it was when the question was asked. A
    field pickles without its board; then the picture shows empty ground.

    >>> from sightline import CornerRule, SquareBoard, field
    >>> board = SquareBoard(1, 4)
    >>> board.set_solid((0, 2))
    >>> left, right = field(board, (0, 0), CornerRule()), field(board, (0, 3), CornerRule())
    >>> left[0, 1], left[0, 3], left.shape
    (True, False, (1, 4))
    >>> [str(tile) for tile in left & right], left | right == set(board.tiles()), len(~left)
    (['C1'], True, 1)
    >>> _ = board.place("goblin", (0, 3))
    >>> "goblin" in field(board, (0, 0), CornerRule()), "B1" in left
    (False, True)
    """

    # _layout: the board; only its tiles are used, and those never change. _cells: one byte per
    # tile, 0 or 1; _bits: one bit per tile; both in the order of tiles(). At least one is set; the
    # other is computed on first use. _then: a snapshot of the board when the question was asked
    # (see model.observers), or None if unknown. _viewers: names or positions of the viewers (or
    # places, if the board is unknown). _whole: the rule judges a large figure by its middle, so its
    # tiles do not decide whether it is visible.
    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of `numpy.asarray(field)`: (rows, columns), or (number of hexes,)."""
        return self._layout.shape

    @property
    def viewers(self) -> tuple[Any, ...]:
        """The viewers, as names of figures or positions, if known."""
        return tuple(
            (v.middle if v.name is None else v.name) if isinstance(v, Place) else v
            for v in self._viewers
        )

    # --- one tile

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            return self._has_named(tile)
        first, second = pair(tile, "tile")
        layout = self._layout
        return (first, second) in layout and self._has(layout.rank((first, second)))

    def __getitem__(self, tile: Any) -> bool:
        """Return whether the tile is in the field.

        Positions off the board and other values raise an error.
        """
        parts = tile if isinstance(tile, tuple) else (tile,)
        if any(isinstance(part, slice) or part is Ellipsis for part in parts):
            raise InvalidTypeError(
                f"tile: expected two whole numbers, got {short_repr(tile)};"
                " slice numpy.asarray(field) instead"
            )
        if isinstance(tile, str):
            return self._has_named(tile)
        return self._has(self._layout.rank(self._layout.position(tile, "tile")))

    def _has_named(self, name: str) -> bool:
        tiles = self._tiles_called(name)
        if self._whole and len(tiles) > 1:
            raise InvalidValueError(
                f"tile: {short_repr(name)} covers {len(tiles)} tiles, and this field's rule judges"
                " figures by"
                f" their middle; call sees(board, viewer, {short_repr(name)}, rule)"
            )
        return any(self._has(self._layout.rank(tile)) for tile in tiles)

    def _tiles_called(self, name: str) -> tuple[Tile, ...]:
        """Return the tile with that name, or the tiles that the figure covered
        when the question was asked.
        """
        if self._then is None:
            if tile_called(self._layout.grid.name, name) is None:
                raise UnknownNameError(
                    f"tile: {short_repr(name)} is not the name of a tile, and this field came"
                    " without"
                    " its board and figures"
                )
            return (self._layout.position(name, "tile"),)
        return place(self._then.copied or self._layout, name, "tile").tiles

    def _has(self, rank: int) -> bool:
        if self._bits is not None:
            return bool(self._bits[rank >> 3] >> (rank & 7) & 1)
        return bool(self.cells()[rank])

    # --- all tiles

    def cells(self) -> bytes | bytearray:
        """Return one byte per tile, 0 or 1, in the order of `tiles()`. Do not change it."""
        if self._cells is None:
            assert self._bits is not None
            count = len(self._layout.tiles())
            digits = f"{int.from_bytes(self._bits, 'little'):0{count}b}".encode()
            self._cells = digits[::-1].translate(_DIGIT_TO_BYTE)
        return self._cells

    def _has_cells(self) -> bool:
        return self._cells is not None

    def bits(self) -> bytes:
        """Return one bit per tile in the order of `tiles()`, starting with the
        lowest bit of the first byte.
        """
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
            # A position off the board is never in a field, so only adding one is an error.
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
        made._whole = self._whole or other._whole
        return made

    def _check_layout(self, other: Field[Any]) -> None:
        if not self._layout.same_layout(other._layout):
            raise InvalidValueError("fields: expected both to have the same tiles")

    def _of(self, tiles: Iterable[Any], *, off_board: bool) -> Field[TileT_co]:
        """Return a field of these tiles. With `off_board`, a tile off the board raises an error."""
        layout = self._layout
        number = 0
        for tile in tiles:
            if isinstance(tile, str):
                for each in self._tiles_called(tile):
                    number |= 1 << layout.rank(each)
            elif off_board or pair(tile, "tile") in layout:
                number |= 1 << layout.rank(layout.position(tile, "tile"))
        return self._like(None, number.to_bytes((len(layout.tiles()) + 7) // 8, "little"))

    def __le__(self, other: Set[Any]) -> bool:
        if not isinstance(other, Field):
            if not isinstance(other, Set):
                return NotImplemented
            other = self._of(other, off_board=False)
        self._check_layout(other)
        return self._number() & ~other._number() == 0

    def __lt__(self, other: Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other: Set[Any]) -> bool:
        if isinstance(other, Field):
            return other <= self
        if not isinstance(other, Set):
            return NotImplemented
        return all(tile in self for tile in other)

    def __gt__(self, other: Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return self >= other and self != other

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Return whether the two have no tile in common. `other` is a field, or any positions."""
        if not isinstance(other, Field):
            return not any(tile in self for tile in other)
        self._check_layout(other)
        return self._number() & other._number() == 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            if not isinstance(other, Set):
                return NotImplemented
            try:
                other = self._of(other, off_board=True)
            except (OffBoardError, InvalidTypeError):
                return False
        return self._layout.same_layout(other._layout) and self.bits() == other.bits()

    __hash__ = None  # type: ignore[assignment]

    # --- the moment of the question, and the viewers

    def _like(self, cells: bytes | bytearray | None, bits: bytes | None) -> Field[TileT_co]:
        """Return a field of other tiles of the same board at the same moment, without viewers."""
        made: Field[TileT_co] = Field(self._layout, cells, bits)
        made._then = self._then
        made._whole = self._whole
        return made

    def with_viewers(self, viewers: Iterable[Any]) -> Field[TileT_co]:
        """Return the same tiles as seen by these viewers: names or positions,
        which the picture marks.
        """
        made = self._like(self._cells, self._bits)
        made._viewers = tuple(viewers)
        return made

    def _same_moment(self, other: Field[Any]) -> bool:
        return self._then is other._then

    def _later(self, other: Field[Any]) -> Field[Any]:
        """Return the later of two fields, or the one whose moment is known."""
        if self._then is None:
            return other
        if other._then is None or other._layout is not self._layout:
            return self
        return other if other._then.number > self._then.number else self

    def board_then(self) -> Board:
        """Return a copy of the board as it was when the question was asked.

        A pickled field knows only the tiles, so it returns an empty board.
        """
        if self._then is None:
            return self._layout.copy()
        return (self._then.copied or self._layout).copy()

    def is_of(self, board: Board) -> bool:
        """Return whether this field belongs to exactly this board."""
        return self._then is not None and self._layout is board

    def places(self) -> list[Place]:
        """Return the viewers' places at the moment of the question."""
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
        # For a small field on a large board, store only the part from its first to its last tile.
        bits = self.bits()
        from_first = bits.lstrip(b"\0")
        before, some = len(bits) - len(from_first), from_first.rstrip(b"\0")
        return _field_again, (layout_key(self._layout), before, some, tuple(self.places()))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        # Only used if BoolBuffer is not compiled, because numpy prefers a buffer.
        import numpy

        array = numpy.frombuffer(bytes(self.cells()), dtype=bool).reshape(self._layout.shape)
        return array.astype(dtype or bool, copy=bool(copy))

    def __repr__(self) -> str:
        return f"<Field: {len(self)} of {len(self._layout.tiles())} tiles>"

    def _repr_svg_(self) -> str:
        """Return a picture for notebooks: light and shadow, on the board as it was."""
        known = self._then is not None
        note = "" if known else "Only the field is drawn: its board was not saved with it."
        svg: str = function_for(Field, "svg")(self._layout, self, caption=note)
        return svg


def joined(fields: Sequence[Field[TileT_co]]) -> Field[TileT_co]:
    """Return the union of fields of one board at one moment, without viewers."""
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
    """Restore a pickled field."""
    layout = layout_of(key)
    bits = (bytes(before) + some).ljust((len(layout.tiles()) + 7) // 8, b"\0")
    field: Field[Any] = Field(layout, None, bits)
    field._then, field._viewers = None, viewers
    return field


class TileValues(ByTile[Value]):
    """A value for every tile within a radius: a mapping that numpy can convert to an array."""

    def __init__(self, layout: Board, values: dict[Tile, Value]) -> None:
        self._layout = layout
        self._values = values
        self._asked = Moment(layout)

    def _board(self) -> Board:
        return self._asked.board()

    def _value(self, tile: Tile) -> Value | None:
        return self._values.get(tile)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _values_again, (type(self), layout_key(self._layout), self._values)


def _values_again(
    kind: type[TileValues[Any]], key: LayoutKey, values: dict[Tile, Any]
) -> TileValues[Any]:
    """Restore a pickled mapping. Like fields, it has no board."""
    return kind(layout_of(key), values)


class ContactField(TileValues[Contact]):
    """The contact of every tile within a radius. As an array: 0 to 3, and 255 beyond the radius.

    >>> from sightline import Contact, SquareBoard, contact_field
    >>> contacts = contact_field(SquareBoard.from_text("A#."), "A", "center")
    >>> contacts["C1"], [str(tile) for tile in contacts.tiles_with(Contact.BLOCKED)]
    (<Contact.BLOCKED: 3>, ['C1'])
    """

    def tiles_with(self, *contacts: Contact) -> Field:
        """Return the tiles whose line has one of these contacts."""
        for each in contacts:
            if not isinstance(each, Contact):
                raise InvalidTypeError(
                    f"contacts: expected contacts such as Contact.CLEAR, got {short_repr(each)}"
                )
        cells = bytearray(len(self._layout.tiles()))
        for tile, contact in self._values.items():
            cells[self._layout.rank(tile)] = contact in contacts
        return Field(self._layout, cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.full(len(self._layout.tiles()), 255, dtype=numpy.uint8)
        for tile, contact in self._values.items():
            array[self._layout.rank(tile)] = contact
        array = array.reshape(self._layout.shape)
        return array if dtype is None else array.astype(dtype)


class CoverField(TileValues[CoverT]):
    """The cover of every tile within a radius, as `cover_field` returns it: a mapping from tiles.

    With the rule of a game, the values are of type `Degree`; `degrees` lists all degrees, from none
    to total. As an array: the index in `degrees` of the most cover possible, and 255 beyond the
    radius.

    With a `HexRayRule`, the values are of type `Cover`, with a sum and a penalty. As an array: the
    penalties, and NaN beyond the radius.

    >>> from sightline import HexBoard, SquareBoard, cover_field
    >>> covers = cover_field(SquareBoard.from_text("A.o.."), "A", "dnd5e")
    >>> covers["E1"], covers.degrees
    (<Degree: half>, ('none', 'half', 'three-quarters', 'total'))
    >>> [str(tile) for tile in covers.tiles_with("half")]
    ['D1', 'E1']
    >>> board = HexBoard(radius=2)
    >>> board.set_cover("1,0", 0.5)
    >>> cover_field(board, "0,0", "hexray")["2,0"].sum
    0.5
    """

    degrees: tuple[str, ...] = ()

    def tiles_with(self, *wanted: CoverT | str) -> Field:
        """Return the tiles with one of these covers.

        "none or half" is also a degree: the game master decides between the two.
        """
        cells = bytearray(len(self._layout.tiles()))
        for tile, cover in self.items():
            cells[self._layout.rank(tile)] = cover in wanted
        return Field(self._layout, cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.full(self._layout.shape, numpy.nan)
        for tile, cover in self._values.items():
            array[self._layout.rank(tile)] = cast("Cover", cover).penalty
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        if not self.degrees:
            return super().__repr__()
        counts = Counter(str(cover) for cover in self.values())
        known = [f"{count} {word}" for word, count in sorted(counts.items())]
        return f"<CoverField: {len(self)} of {len(self._layout.tiles())} tiles: {', '.join(known)}>"


class Visibility:
    """Whether each tile sees each other tile: `visibility[a, b]`, counts, and a numpy array.

    >>> from sightline import SquareBoard, all_pairs
    >>> visibility = all_pairs(SquareBoard.from_text(".#."), "center")
    >>> visibility["A1", "B1"], visibility["A1", "C1"], visibility.count()
    (True, False, 7)
    """

    def __init__(self, layout: Board, bits: bytes) -> None:
        self._layout = layout
        self._bits = bits  # a row per tile: the tiles that it sees, like Field.bits()
        self._row_bytes = (len(layout.tiles()) + 7) // 8

    def __bool__(self) -> bool:
        raise InvalidTypeError(
            "a visibility is not a yes or no: ask for two of its tiles, visibility[a, b]"
        )

    def __contains__(self, ends: object) -> bool:
        return self[ends]

    def __iter__(self) -> NoReturn:
        raise InvalidTypeError(
            "a visibility cannot be iterated: use numpy.asarray(visibility) for its rows, and"
            " visibility.counts() for its tiles"
        )

    def _row(self, rank: int) -> bytes:
        return self._bits[rank * self._row_bytes : (rank + 1) * self._row_bytes]

    def __getitem__(self, ends: Any) -> bool:
        if not isinstance(ends, tuple) or len(ends) != 2:
            raise InvalidTypeError(f"visibility: expected two positions, got {short_repr(ends)}")
        a, b = ends
        layout = self._layout
        row = self._row(layout.rank(layout.position(a, "from")))
        rank = layout.rank(layout.position(b, "to"))
        return bool(row[rank >> 3] >> (rank & 7) & 1)

    def count(self) -> int:
        """Return the number of ordered pairs that see each other, including each tile
        with itself.
        """
        return int.from_bytes(self._bits, "little").bit_count()

    def counts(self) -> dict[Tile, int]:
        """Return for each tile how many tiles see it, as in a heat map."""
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
    """Restore a pickled visibility."""
    return Visibility(layout_of(key), bits)
