"""The hex board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Self

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import MAX_SIDE, OUTSIDE, WALL_MARGIN, Board, Tiles, checked_size
from sightline.model.cell import HEX, Hex, hex_disc
from sightline.model.numbers import UNIT, exact, pair, shown, whole

MAX_COORDINATE = MAX_SIDE // 2
MAX_RADIUS = 1000
NO_COVER = Fraction(0)
MAX_KERNEL_HEIGHT = 1_000_000


class HexBoard(Board):
    """A board of hexes: all within `radius` of (0, 0), or any set of `cells`.

    Beyond the rim is empty space (`outside="open"`) or solid hexes (`outside="solid"`).
    `orientation` ("pointy" or "flat") only decides how it is drawn and how corners are called.
    """

    grid = HEX

    def __init__(
        self,
        radius: int | None = None,
        *,
        cells: Iterable[tuple[int, int]] | None = None,
        outside: str = "open",
        orientation: str = "pointy",
    ) -> None:
        if (radius is None) == (cells is None):
            raise InvalidTypeError("HexBoard: expected either a radius or cells, and not both")
        if outside not in ("open", "solid"):
            raise InvalidValueError(f"outside: expected 'open' or 'solid', got {outside!r}")
        if orientation not in ("pointy", "flat"):
            raise InvalidValueError(
                f"orientation: expected 'pointy' or 'flat', got {orientation!r}"
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
        self._elevation: dict[Hex, Fraction] = {}

    def _index(self, tile: tuple[int, int]) -> int:
        return (tile[1] - self._row0 + 1) * self._stride + tile[0] - self._col0 + 1

    def _holds(self, first: int, second: int) -> bool:
        return (
            0 <= second - self._row0 < self._rows
            and 0 <= first - self._col0 < self._cols
            and not self._tiles[self._index((first, second))] & OUTSIDE
        )

    def _extent(self) -> str:
        q0, r0 = self._col0, self._row0
        return (
            f"{len(self._cells)} hexes with q {q0} to {q0 + self._cols - 1}"
            f" and r {r0} to {r0 + self._rows - 1}"
        )

    @property
    def cells(self) -> tuple[Hex, ...]:
        """Every hex, in reading order: the very same tuple for all copies of a board."""
        return self._cells

    def tiles(self) -> Tiles:
        return Tiles(len(self._cells), self._cells.__getitem__)

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self._cells),)

    def rank(self, tile: tuple[int, int]) -> int:
        return self._ranks[tile]

    def same_layout(self, other: Board) -> bool:
        return isinstance(other, HexBoard) and self._cells == other._cells

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[Hex, ...]:
        if size == (1, 1):
            return (Hex(*at),)
        return tuple(hex_disc(at, size[0] - 1))

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        """On hexes a size is one number: 1 is a hex, 2 the hex and its ring, 3 two rings ..."""
        if isinstance(size, int) and not isinstance(size, bool):
            size = (size, size)
        rows, cols = checked_size(*pair(size, what), what)
        if rows != cols:
            raise InvalidValueError(
                f"{what}: expected one number on hexes (1 is a hex, 2 adds a ring), got {size!r}"
            )
        return rows, cols

    def _wall_bounds(self) -> tuple[int, int]:
        return -MAX_COORDINATE - WALL_MARGIN, MAX_COORDINATE + WALL_MARGIN

    # --- cover and heights

    def set_cover(self, at: tuple[int, int], cover: Any) -> None:
        """How much a hex hides what is behind it: 0 none, 1 most. Values beyond are clamped."""
        tile = self.position(at)
        value = exact(cover, f"cover of {tuple(tile)}")
        _set(self._cover, Hex(*tile), value if value else None)
        if self.mirror is not None:
            self.mirror.covers = None

    def set_elevation(self, at: tuple[int, int], height: Any) -> None:
        """The height of a hex; None makes it unknown again."""
        tile = self.position(at)
        value = None if height is None else exact(height, f"elevation of {tuple(tile)}")
        before = self._elevation.get(Hex(*tile))
        _set(self._elevation, Hex(*tile), value)
        if self.mirror is None:
            return
        units, known = _in_units(value), value is None or _in_units(value) is not None
        if known and (before is None or _in_units(before) is not None):
            self.mirror.set_height(self._index(tile), units)
        else:  # what no kernel holds comes or goes
            self.mirror.set_heights(self.heights_in_units())

    def heights_in_units(self) -> dict[int, int] | None:
        """Heights in 1/384,000ths by the hex's index, if all of them are such numbers."""
        heights = {}
        for tile, height in self._elevation.items():
            units = _in_units(height)
            if units is None:
                return None
            heights[self._index(tile)] = units
        return heights

    def cover(self, at: tuple[int, int]) -> Fraction:
        """The soft cover set on a hex, 0 if none was."""
        return self.cover_at(Hex(*self.position(at)))

    def elevation(self, at: tuple[int, int]) -> Fraction | None:
        """The height set on a hex, None if none was."""
        return self.height_at(Hex(*self.position(at)))

    @property
    def covers(self) -> Mapping[Hex, Fraction]:
        """The cover of every hex that has some, as it is and becomes."""
        return MappingProxyType(self._cover)

    @property
    def elevations(self) -> Mapping[Hex, Fraction]:
        """The height of every hex that has one, likewise."""
        return MappingProxyType(self._elevation)

    def cover_at(self, tile: Hex) -> Fraction:
        """The cover of any hex, on the board or not, unchecked."""
        return self._cover.get(tile, NO_COVER)

    def height_at(self, tile: Hex) -> Fraction | None:
        """The height of any hex, on the board or not, unchecked."""
        return self._elevation.get(tile)

    # --- as values

    def copy(self) -> Self:
        twin = super().copy()
        twin._cover = dict(self._cover)
        twin._elevation = dict(self._elevation)
        return twin

    __copy__ = copy

    def _content(self) -> tuple[Any, ...]:
        return (
            *super()._content(),
            self.outside,
            self.orientation,
            tuple(sorted((tuple(h), str(value)) for h, value in self._cover.items())),
            tuple(sorted((tuple(h), str(value)) for h, value in self._elevation.items())),
        )

    def __repr__(self) -> str:
        return f"<HexBoard {len(self._cells)} hexes, {len(self._figures)} figures>"


def _in_units(height: Fraction | None) -> int | None:
    """A height in 1/384,000ths, if it is such a number."""
    if height is None or (height * UNIT).denominator != 1 or abs(height) > MAX_KERNEL_HEIGHT:
        return None
    return int(height * UNIT)


def _set(table: dict[Hex, Fraction], at: Hex, value: Fraction | None) -> None:
    if value is None:
        table.pop(at, None)
    else:
        table[at] = value


def _disc(radius: Any) -> list[Hex]:
    steps = whole(radius, "radius")
    if not 0 <= steps <= MAX_RADIUS:
        raise LimitError(f"radius: expected 0 to {MAX_RADIUS}, got {steps}")
    return hex_disc((0, 0), steps)


def _cells(cells: Any) -> list[Hex]:
    try:
        listed = list(cells)
    except TypeError:
        raise InvalidTypeError(f"cells: expected pairs (q, r), got {shown(cells)}") from None
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
