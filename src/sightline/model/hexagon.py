"""The hex board and its soft cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Integral
from types import MappingProxyType
from typing import Any, Literal, Self, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import Board
from sightline.model.cell import HEX, AnyPosition, Hex, hex_disc
from sightline.model.numbers import exact, is_bool, pair, short_repr, whole
from sightline.model.parts.figures import checked_size
from sightline.model.parts.free_walls import WALL_MARGIN
from sightline.model.parts.ground import MAX_SIDE, OUTSIDE, BoardGround, Tiles, new_tuple
from sightline.texts import say

MAX_COORDINATE = MAX_SIDE // 2
MAX_RADIUS = 1000
NO_COVER = Fraction(0)

Outside: TypeAlias = Literal["open", "solid"]
Orientation: TypeAlias = Literal["pointy", "flat"]


class HexBoard(Board[Hex]):
    """A board of hexes: all within `radius` of (0, 0), or any set of `cells`.

    Beyond the border is empty space (`outside="open"`) or solid hexes (`outside="solid"`).
    `orientation` ("pointy" or "flat") only affects how the board is drawn and what its directions
    are called.

    Hexes are axial `(q, r)`, or names such as "(2, -1)" or "2,-1". A radius is at most 1,000.
    Giving both a radius and cells, or neither, raises `InvalidTypeError`.

    >>> from sightline import HexBoard
    >>> board = HexBoard(radius=1)
    >>> board.set_solid((0, 0))
    >>> _ = board.place("Mira", "1,-1")
    >>> print(board)
    hex pointy outside=open first=0,-1
    <BLANKLINE>
     . M
    . # .
     . .
    <BLANKLINE>
    M: "Mira"
    """

    grid = HEX

    def __init__(
        self,
        radius: SupportsIndex | None = None,
        *,
        cells: Iterable[Iterable[SupportsIndex]] | None = None,
        outside: Outside = "open",
        orientation: Orientation = "pointy",
    ) -> None:
        if (radius is None) == (cells is None):
            raise InvalidTypeError("HexBoard: expected either a radius or cells, and not both")
        if outside not in ("open", "solid"):
            raise InvalidValueError(
                f"outside: expected 'open' or 'solid', got {short_repr(outside)}"
            )
        if orientation not in ("pointy", "flat"):
            raise InvalidValueError(
                f"orientation: expected 'pointy' or 'flat', got {short_repr(orientation)}"
            )
        hexes = _disc(radius) if cells is None else _cells(cells)
        qs, rs = [h.q for h in hexes], [h.r for h in hexes]
        super().__init__(max(rs) - min(rs) + 1, max(qs) - min(qs) + 1, min(rs), min(qs))
        self.outside = outside
        self.orientation = orientation
        self._tiles[:] = bytes([OUTSIDE]) * len(self._tiles)
        for cell in hexes:
            self._tiles[self._index(cell)] = 0
        self._cells = tuple(hexes)
        self._ranks: dict[tuple[int, int], int] = {h: i for i, h in enumerate(hexes)}
        self._cover: dict[Hex, Fraction] = {}

    def _index(self, tile: tuple[int, int]) -> int:
        return (tile[1] - self._row0 + 1) * self._stride + tile[0] - self._col0 + 1

    def position(self, value: Any, what: str = "position") -> Hex:
        if isinstance(value, tuple) and len(value) == 2:  # fast path
            q, r = value
            if type(q) is type(r) is int and self._holds(q, r):
                return new_tuple(Hex, value)
        return Hex(*super().position(value, what))

    def _tile_at(self, index: int) -> Hex:
        row, col = divmod(index, self._stride)
        return Hex(col - 1 + self._col0, row - 1 + self._row0)

    def _holds(self, first: int, second: int) -> bool:
        return (
            0 <= second - self._row0 < self._rows
            and 0 <= first - self._col0 < self._cols
            and not self._tiles[self._index((first, second))] & OUTSIDE
        )

    def _extent(self) -> str:
        q0, r0 = self._col0, self._row0
        return say(
            "{n} hexes with q {q0} to {q1} and r {r0} to {r1}",
            n=len(self._cells),
            q0=q0,
            q1=q0 + self._cols - 1,
            r0=r0,
            r1=r0 + self._rows - 1,
        )

    @property
    def cells(self) -> tuple[Hex, ...]:
        """Every hex, in reading order. All copies of a board share the same tuple."""
        return self._cells

    def tiles(self) -> Tiles[Hex]:
        return Tiles(len(self._cells), self._cells.__getitem__)

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self._cells),)

    def rank(self, tile: tuple[int, int]) -> int:
        return self._ranks[tile]

    def same_layout(self, other: BoardGround[Any]) -> bool:
        return isinstance(other, HexBoard) and self._cells == other._cells

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[Hex, ...]:
        if size == (1, 1):
            return (Hex(*at),)
        return tuple(hex_disc(at, size[0] - 1))

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        """Return a figure's size, which is one number on hexes: 1 is one hex, each
        more adds a ring.
        """
        if isinstance(size, Integral) and not is_bool(size):
            size = (size, size)
        rows, cols = checked_size(*pair(size, what), what)
        if rows != cols:
            raise InvalidValueError(
                say(
                    "{what}: expected one number on hexes (1 is a hex, 2 adds a ring), got {got}",
                    what=what,
                    got=short_repr(size),
                )
            )
        return rows, cols

    def _wall_bounds(self) -> tuple[int, int]:
        return -MAX_COORDINATE - WALL_MARGIN, MAX_COORDINATE + WALL_MARGIN

    # --- cover

    def set_cover(self, at: AnyPosition, cover: SupportsFloat | SupportsIndex) -> None:
        """Set how much a hex hides of what lies behind it, from 0 to 1. Other values are clamped.

        >>> from sightline import HexBoard
        >>> board = HexBoard(radius=1)
        >>> board.set_cover("1,0", 0.5)
        >>> board.cover((1, 0))
        Fraction(1, 2)
        """
        tile = self.position(at)
        value = exact(cover, f"cover of {tuple(tile)}")
        self._before_change()
        _set(self._cover, Hex(*tile), value if value else None)
        for each in self.observers:
            each.cover_changed(self)

    def cover(self, at: AnyPosition) -> Fraction:
        """Return the soft cover of a hex, 0 by default.

        >>> from sightline import HexBoard
        >>> HexBoard(radius=1).cover("0,0")
        Fraction(0, 1)
        """
        return self.cover_at(Hex(*self.position(at)))

    @property
    def covers(self) -> Mapping[Hex, Fraction]:
        """A live view of every hex with cover, and its cover."""
        return MappingProxyType(self._cover)

    def _as_ground(self, height: Any, what: str) -> Fraction:
        return exact(height, what)  # the hex ray rule accepts any height

    def cover_at(self, tile: Hex) -> Fraction:
        """Return the cover of any hex, on the board or not. The position is not checked."""
        return self._cover.get(tile, NO_COVER)

    # --- as values

    def copy(self) -> Self:
        twin = super().copy()
        twin._cover = dict(self._cover)
        return twin

    __copy__ = copy

    def _content(self) -> tuple[Any, ...]:
        return (
            *super()._content(),
            self.outside,
            self.orientation,
            tuple(sorted((tuple(h), str(value)) for h, value in self._cover.items())),
            tuple(sorted((tuple(h), str(value)) for h, value in self._elevation.items())),
            *self._height_content(),
        )

    def __repr__(self) -> str:
        return f"<HexBoard {len(self._cells)} hexes, {len(self._figures)} figures>"


class SameHexes:
    """A cache key for the hexes of a board: equal for a board and its copies, which share the
    tuple.

    Comparing all the hexes would be slower than the lookup that this key serves.
    """

    __slots__ = ("cells",)

    def __init__(self, board: HexBoard) -> None:
        self.cells = board.cells

    def __hash__(self) -> int:
        return id(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameHexes) and self.cells is other.cells


def _set(table: dict[Hex, Fraction], at: Hex, value: Fraction | None) -> None:
    if value is None:
        table.pop(at, None)
    else:
        table[at] = value


def _disc(radius: Any) -> list[Hex]:
    steps = whole(radius, "radius")
    if not 0 <= steps <= MAX_RADIUS:
        raise LimitError(
            say("radius: expected 0 to {most}, got {steps}", most=MAX_RADIUS, steps=steps)
        )
    return hex_disc((0, 0), steps)


def _cells(cells: Any) -> list[Hex]:
    try:
        listed = list(cells)
    except TypeError:
        raise InvalidTypeError(f"cells: expected pairs (q, r), got {short_repr(cells)}") from None
    hexes = {Hex(*pair(cell, "cell")) for cell in listed}
    if not hexes:
        raise InvalidValueError("cells: expected at least one hex, got none")
    for cell in hexes:
        if max(abs(cell.q), abs(cell.r)) > MAX_COORDINATE:
            raise LimitError(
                f"cell: expected q and r within {-MAX_COORDINATE} to {MAX_COORDINATE},"
                f" got {tuple(cell)}"
            )
    return sorted(hexes, key=lambda h: (h.r, h.q))
