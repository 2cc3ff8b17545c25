"""Grids of MapTool: squares, two kinds of hexes, diamonds, or none; and boards cut out of them.

A grid is infinite. `MapGrid.surface` cuts out the part that contains a list of points.

Hexes are `size` pixels wide between two parallel sides, and `size / hexRatio` between two corners.
If the ratio is not that of a regular hexagon they are stretched, which affects only the pixels.
HexGridVertical has columns of hexes, HexGridHorizontal rows; every second one is shifted by half a
hex. Diamonds are twice as wide as high, and otherwise like squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import Report
from sightline.formats.maptool.areas import FAR
from sightline.formats.safe.safe_json import show
from sightline.formats.safe.safe_xml import XmlElement
from sightline.formats.shared.tiles import MAX_HEXES, axial, check_size, hex_board
from sightline.formats.shared.walls import Box, Spot
from sightline.model.board import Board
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture
from sightline.texts import PhraseValue, say

MAX_PIXELS = 10_000
"""The largest size of a tile, in pixels."""
ROOMY = 250_000
"""The maximum number of tiles to which the board may grow in order to include distant tokens."""

_PREFIX = "net.rptools.maptool.model."
_KINDS = {
    "SquareGrid": "square",
    "GridlessGrid": "none",
    "HexGridVertical": "columns",
    "HexGridHorizontal": "rows",
    "IsometricGrid": "diamonds",
}


@dataclass(frozen=True)
class Surface:
    """A board, and the conversion from pixels of the map to it."""

    board: Board
    box: Box
    to_board: Callable[[Spot], Spot]
    words: str
    scale: Spot | None
    """Tiles per pixel, across and down, or None if no picture can be placed under the board."""
    origin: Spot
    """The pixel of the map that corresponds to the origin of the board's pictures."""

    def picture(
        self, data: bytes, area: tuple[Fraction, Fraction, Fraction, Fraction]
    ) -> MapPicture | None:
        """Return the picture placed over a rectangle of pixels: left, top, width, height."""
        if self.scale is None:
            return None
        left, top, width, height = area
        across, down = self.scale
        return MapPicture.of(
            data,
            (left - self.origin[0]) * across,
            (top - self.origin[1]) * down,
            width * across,
            height * down,
        )


@dataclass(frozen=True)
class MapGrid:
    """The grid of a map."""

    kind: str
    size: Fraction
    offset: Spot
    ratio: Fraction

    @property
    def is_hex(self) -> bool:
        return self.kind in ("columns", "rows")

    @property
    def tile(self) -> Spot:
        """The width and height of one tile, in pixels."""
        long = self.size / self.ratio
        return {
            "columns": (long, self.size),
            "rows": (self.size, long),
            "diamonds": (2 * self.size, self.size),
        }.get(self.kind, (self.size, self.size))

    def surface(self, spots: Sequence[Spot], tokens: Sequence[Spot], place: str) -> Surface:
        """Return the part of the grid that contains these points, and the tokens if they are
        near.
        """
        if spots and tokens:
            try:
                cut = self._cut([*spots, *tokens])
                check_size(*self._extent(cut), place, ROOMY)
                return self._surface(cut, place)
            except FormatError:
                tokens = ()
        return self._surface(self._cut([*spots, *tokens]), place)

    # Columns and rows: those of squares, of diamonds, or of the hexes' staggered rows.

    def _place(self, spot: Spot) -> Spot:
        """Return a point in columns and rows, as exact fractions. Corners of squares are whole
        numbers.
        """
        x, y = spot[0] - self.offset[0], spot[1] - self.offset[1]
        if self.kind == "diamonds":
            # Half a diamond is `size` wide and `size / 2` high.
            across, down = x / self.size, 2 * y / self.size
            return (across + down) / 2, (down - across) / 2
        if self.kind == "columns":
            return x / self._pitch, y / self.size
        if self.kind == "rows":
            return x / self.size, y / self._pitch
        return x / self.size, y / self.size

    @property
    def _pitch(self) -> Fraction:
        """The distance between two neighboring columns or rows of hexes, in pixels."""
        return Fraction(3, 4) * self.size / self.ratio

    def _cut(self, spots: Sequence[Spot]) -> tuple[int, int, int, int]:
        """Return the range of columns and rows around all points: first column and row, and the
        ends (exclusive).
        """
        places = [self._place(spot) for spot in spots]
        cols = [place[0] for place in places]
        rows = [place[1] for place in places]
        # A hex extends a little into the previous column, and half a hex into the previous row.
        spare = 1 if self.is_hex else 0
        left, top = math.floor(min(cols)) - spare, math.floor(min(rows)) - spare
        return (
            left,
            top,
            max(math.ceil(max(cols)), left + 1),
            max(math.ceil(max(rows)), top + 1),
        )

    @staticmethod
    def _extent(cut: tuple[int, int, int, int]) -> tuple[int, int]:
        left, top, right, bottom = cut
        return right - left, bottom - top

    def _surface(self, cut: tuple[int, int, int, int], place: str) -> Surface:
        left, top, right, bottom = cut
        cols, rows = right - left, bottom - top
        pixels = f"{float(self.size):g}"
        if self.is_hex:
            check_size(cols, rows, place, MAX_HEXES)
            words = say("{n:,} hexes of {size} pixels", n=cols * rows, size=pixels)
            return self._hexes(cut, words, place)
        check_size(cols, rows, place)
        square = self.kind != "diamonds"
        extent: dict[str, PhraseValue] = {"cols": cols, "rows": rows, "size": pixels}
        if square:
            words = say("{cols} x {rows} squares of {size} pixels", **extent)
        else:
            words = say("{cols} x {rows} diamonds of {size} pixels", **extent)
        corners = [self._pixel(col, row) for col in (left, right) for row in (top, bottom)]
        return Surface(
            SquareBoard(rows, cols),
            (
                min(x for x, _ in corners),
                min(y for _, y in corners),
                max(x for x, _ in corners),
                max(y for _, y in corners),
            ),
            lambda spot: _minus(self._place(spot), (left, top)),
            say("{cols} x {rows} squares of {size} pixels", cols=cols, rows=rows, size=pixels)
            if square
            else say(
                "{cols} x {rows} diamonds of {size} pixels", cols=cols, rows=rows, size=pixels
            ),
            (1 / self.size, 1 / self.size) if square else None,
            self._pixel(left, top),
        )

    def _pixel(self, col: int, row: int) -> Spot:
        """Return the corner of a square or diamond in pixels."""
        if self.kind == "diamonds":
            x, y = (col - row) * self.size, (col + row) * self.size / 2
        else:
            x, y = col * self.size, row * self.size
        return self.offset[0] + x, self.offset[1] + y

    def _hexes(self, cut: tuple[int, int, int, int], words: str, place: str) -> Surface:
        left, top, right, bottom = cut
        flat = self.kind == "columns"
        cells = [
            axial(col, row, flat=flat, even=False)
            for row in range(top, bottom)
            for col in range(left, right)
        ]
        first = cells[0]
        board = hex_board([(q - first[0], r - first[1]) for q, r in cells], flat=flat, place=place)

        def to_board(spot: Spot) -> Spot:
            return _minus(self.to_axial(spot), first)

        reach = 2 * max(self.size, self._pitch)
        x0, y0 = self._center(*first)
        box = (
            self.offset[0] + left * self._step[0] - reach,
            self.offset[1] + top * self._step[1] - reach,
            self.offset[0] + right * self._step[0] + reach,
            self.offset[1] + bottom * self._step[1] + reach,
        )
        # Pictures are placed on regular hexes, so for stretched hexes the picture is stretched.
        narrow = 1 / self.size
        long = Fraction(866_025_404, 1_000_000_000) / (self._pitch)
        return Surface(
            board, box, to_board, words, (long, narrow) if flat else (narrow, long), (x0, y0)
        )

    @property
    def _step(self) -> Spot:
        return (self._pitch, self.size) if self.kind == "columns" else (self.size, self._pitch)

    def to_axial(self, spot: Spot) -> Spot:
        """Return a point in axial coordinates. The centers of hexes are whole numbers."""
        x, y = spot[0] - self.offset[0], spot[1] - self.offset[1]
        main, cross = (y, x) if self.kind == "columns" else (x, y)
        across = (cross - self.size / self.ratio / 2) / self._pitch
        along = main / self.size - Fraction(1, 2) - across / 2
        return (across, along) if self.kind == "columns" else (along, across)

    def _center(self, q: int, r: int) -> Spot:
        along, across = (r, q) if self.kind == "columns" else (q, r)
        cross = across * self._pitch + self.size / self.ratio / 2
        main = (along + Fraction(across, 2) + Fraction(1, 2)) * self.size
        x, y = (cross, main) if self.kind == "columns" else (main, cross)
        return self.offset[0] + x, self.offset[1] + y


def _minus(spot: Spot, corner: tuple[int, int]) -> Spot:
    return spot[0] - corner[0], spot[1] - corner[1]


def read_grid(element: XmlElement, report: Report) -> MapGrid:
    """Return the grid of a map, from its element `<grid class="...">`."""
    written = element.attributes.get("class", "")
    kind = _KINDS.get(written.removeprefix(_PREFIX))
    if kind is None:
        raise element.error(
            say(
                "expected a grid of {names}, got {got}",
                names=", ".join(_KINDS),
                got=show(written.removeprefix(_PREFIX)),
            )
        )
    size = element.number("size", 1, MAX_PIXELS)
    regular = Fraction(8660254037844386, 10**16)  # MapTool's value for half the square root of 3
    ratio = element.number("hexRatio", 0, 10, regular)
    if not ratio:
        ratio = regular
    if not Fraction(1, 10) <= ratio <= 10:
        raise element.error(say("hexRatio: expected 0.1 to 10, got {ratio}", ratio=float(ratio)))
    if kind == "none":
        report.guessed.append(
            say(
                "a map without a grid: squares of its grid size, {size} pixels, assumed",
                size=f"{float(size):g}",
            )
        )
    elif kind == "diamonds":
        report.changed.append(
            say("an isometric map: its diamonds are squares here, seen from above")
        )
    elif kind in ("columns", "rows") and abs(ratio - regular) > Fraction(1, 100_000):
        report.changed.append(say("stretched hexes became regular hexes"))
    return MapGrid(
        kind,
        size,
        (element.number("offsetX", -FAR, FAR, 0), element.number("offsetY", -FAR, FAR, 0)),
        ratio,
    )
