"""The grid over a picture: typed by the user, parsed from a file's name, or suggested.

    30x40       the number of tiles across and down, over the whole picture
    70          pixels per tile, from the top left corner
    70+12+8     the same, but the first whole tile starts 12 pixels from the left and 8 from the top

Numbers of pixels may be fractions: 69.5, or 2048/29. Nothing is rounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sightline.errors import InvalidValueError
from sightline.model.numbers import short_repr
from sightline.pictures.decoding import ask
from sightline.texts import say

MAX_TILES = 4096
"""The largest number of tiles across or down."""
HOW_TO_GIVE = say(
    "30x40 for the tiles across and down, 70 for pixels per tile, 70+12+8 if the first tile"
    " begins 12 pixels from the left and 8 from the top"
)
NAME_TILES = 300
"""Larger numbers in a file's name are taken for pixels."""

_TILES = re.compile(r"([0-9]{1,4})\s*[x×]\s*([0-9]{1,4})", re.IGNORECASE | re.ASCII)
_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,5})?"
_PIXELS = re.compile(rf"({_NUMBER})(?:\s*px)?(?:\+({_NUMBER})\+({_NUMBER}))?", re.ASCII)
_IN_NAME = re.compile(r"(?<![0-9.])([0-9]{1,3})\s?[x×]\s?([0-9]{1,3})(?![0-9.])", re.IGNORECASE)


@dataclass(frozen=True)
class PictureGrid:
    """A grid over a picture of a given size: a rectangle in pixels, and its number of tiles."""

    cols: int
    rows: int
    left: Fraction
    top: Fraction
    tile_width: Fraction
    tile_height: Fraction

    def __str__(self) -> str:
        """Return the grid in the form that `parse_grid` accepts."""
        if self.tile_width != self.tile_height:
            return f"{self.cols}x{self.rows}"
        if not (self.left or self.top):
            return _word(self.tile_width)
        starts = (start % self.tile_width for start in (self.left, self.top))
        return "+".join(map(_word, (self.tile_width, *starts)))


def _word(number: Fraction) -> str:
    below = number.denominator
    return f"{float(number):g}" if below in (1, 2, 4, 5) and number < 10_000 else str(number)


def parse_grid(text: str, pixels: tuple[int, int]) -> PictureGrid:
    """Return the grid that the user typed, for a picture of that size.

    Other text, or a grid that does not fit, raises `InvalidValueError`.

    >>> parse_grid("70+12+8", (712, 358)).cols
    10
    >>> print(parse_grid("30x40", (900, 1200)))
    30
    """
    typed = str(text).strip()
    tiles, spaced = _TILES.fullmatch(typed), _PIXELS.fullmatch(typed)
    if tiles is not None:
        return _of_tiles(int(tiles[1]), int(tiles[2]), pixels)
    if spaced is None:
        raise InvalidValueError(
            say(
                "grid: expected {how}; got {got}",
                how=HOW_TO_GIVE,
                got=short_repr(text),
            )
        )
    step, left, top = (Fraction(part or 0) for part in spaced.groups())
    return laid(step, left, top, pixels)


def laid(step: Fraction, left: Fraction, top: Fraction, pixels: tuple[int, int]) -> PictureGrid:
    """Return a grid of tiles of `step` pixels.

    It has all tiles that are at least half on the picture.
    """
    if step < 1:
        raise InvalidValueError(
            say("grid: expected tiles of at least 1 pixel, got {got}", got=short_repr(step))
        )
    half = Fraction(1, 2)
    starts, counts = [], []
    for offset, size in zip((left, top), pixels, strict=True):
        start = offset % step
        if start >= step * half:  # the part of a tile before the first whole one counts too
            start -= step
        count = int((size - start) / step + half)
        starts.append(start)
        counts.append(count)
    return _checked(PictureGrid(counts[0], counts[1], starts[0], starts[1], step, step), pixels)


def _of_tiles(cols: int, rows: int, pixels: tuple[int, int]) -> PictureGrid:
    if not (cols and rows):
        raise InvalidValueError(
            say(
                "grid: expected at least one tile each way, got {cols} x {rows}",
                cols=cols,
                rows=rows,
            )
        )
    width, height = Fraction(pixels[0], cols), Fraction(pixels[1], rows)
    zero = Fraction(0)
    return _checked(PictureGrid(cols, rows, zero, zero, width, height), pixels)


def _checked(grid: PictureGrid, pixels: tuple[int, int]) -> PictureGrid:
    if not (0 < grid.cols <= MAX_TILES and 0 < grid.rows <= MAX_TILES):
        raise InvalidValueError(
            say(
                "grid: expected from 1 to {most:,} tiles each way, got {cols:,} x {rows:,} on a"
                " picture of {width:,} x {height:,} pixels",
                most=MAX_TILES,
                cols=grid.cols,
                rows=grid.rows,
                width=pixels[0],
                height=pixels[1],
            )
        )
    return grid


def grid_in_name(name: str, pixels: tuple[int, int]) -> PictureGrid | None:
    """Return the grid in a file's name, such as `Cave [30x40].webp`, or None.

    Tiles are almost square, so `2048x1536` and `16x9` on other pictures are not grids.
    """
    stem = name.rpartition(".")[0] or name
    for match in reversed(list(_IN_NAME.finditer(stem))):
        cols, rows = int(match[1]), int(match[2])
        if not (0 < cols <= NAME_TILES and 0 < rows <= NAME_TILES):
            continue
        grid = _of_tiles(cols, rows, pixels)
        wide, high = grid.tile_width, grid.tile_height
        if min(wide, high) >= 8 and abs(wide - high) * 20 <= max(wide, high):
            return grid
    return None


@dataclass(frozen=True)
class GridSuggestion:
    """The grid that was found on a picture, and how certain it is."""

    found: Literal["sure", "perhaps", "no"]
    grid: PictureGrid | None
    pixels: tuple[int, int]
    """The upright size of the picture."""


def suggested_grid(data: bytes) -> GridSuggestion:
    """Return a suggestion for the grid that is drawn on a picture, found in a separate process.

    The result is a guess, so show it to the user. The usual mistakes are half or double the tile
    size, and a repetitive texture can look like a grid. A broken picture raises `FormatError`; a
    missing extra `png` raises `MissingExtraError`.
    """
    answer, _ = ask({"do": "find"}, data)
    return suggestion_of(answer)


def suggestion_of(answer: dict[str, Any]) -> GridSuggestion:
    """Return the suggestion in the decoder's answer to the request `find`."""
    pixels = answer["pixels"][0], answer["pixels"][1]
    if answer["found"] == "no":
        return GridSuggestion("no", None, pixels)
    step, left, top = (Fraction(answer[key]) for key in ("step", "left", "top"))
    return GridSuggestion(answer["found"], laid(step, left, top, pixels), pixels)
