"""A PNG, JPEG or WebP as a map: an empty board with the picture under it, and a grid over it.

The grid comes from the options, from the file name (`Cave [30x40].webp`), or from the lines in the
picture if they are detected reliably. Otherwise an error says how to give the grid.
"""

from __future__ import annotations

from fractions import Fraction

from sightline.errors import FormatError, InvalidValueError
from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.map_pictures import lay_picture, need_decoder
from sightline.formats.shared.tiles import check_size
from sightline.model.square import SquareBoard
from sightline.pictures import looks_like_picture, read_header, upright_size
from sightline.pictures.picture_grid import (
    HOW_TO_GIVE,
    PictureGrid,
    grid_in_name,
    parse_grid,
    suggested_grid,
)
from sightline.texts import as_text, say

NAME = "Picture"
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a PNG, JPEG or WebP, by its first bytes, whatever its file name."""
    return looks_like_picture(data)


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return an empty board with the size of the grid, over the picture."""
    read_header(data)
    need_decoder()
    report = Report(NAME)
    width, height = pixels = upright_size(data)
    grid = _grid(data, name, options, report, pixels)
    check_size(grid.cols, grid.rows, "the grid")
    report.choices.grid = str(grid)
    picture = lay_picture(
        data,
        report,
        left=-grid.left / grid.tile_width,
        top=-grid.top / grid.tile_height,
        width=Fraction(width) / grid.tile_width,
        height=Fraction(height) / grid.tile_height,
    )
    report.read.append(
        say(
            "{cols} x {rows} squares of {size} pixels, and nothing on them: a picture has no walls",
            cols=grid.cols,
            rows=grid.rows,
            size=_pixels(grid),
        )
    )
    return Loaded(SquareBoard(grid.rows, grid.cols), report, picture=picture)


def _pixels(grid: PictureGrid) -> str:
    wide, high = float(grid.tile_width), float(grid.tile_height)
    return f"{wide:g}" if wide == high else f"{wide:g} x {high:g}"


def _grid(
    data: bytes, name: str, options: Options, report: Report, pixels: tuple[int, int]
) -> PictureGrid:
    if options.grid is not None:
        try:
            return parse_grid(options.grid, pixels)
        except InvalidValueError as error:
            raise FormatError(as_text(error)) from None
    named = grid_in_name(name, pixels)
    if named is not None:
        report.guessed.append(
            say(
                "the grid out of the file's name: {cols} x {rows} tiles",
                cols=named.cols,
                rows=named.rows,
            )
        )
        return named
    suggestion = suggested_grid(data)
    if suggestion.found == "sure" and suggestion.grid is not None:
        report.guessed.append(
            say(
                "the grid, from lines on the picture: {grid}; if it is wrong, give it ({how})",
                grid=str(suggestion.grid),
                how=HOW_TO_GIVE,
            )
        )
        return suggestion.grid
    grid = suggestion.grid
    perhaps = "" if grid is None else say(" (perhaps {grid}, which is not sure)", grid=str(grid))
    raise FormatError(
        say(
            "no grid is known of this picture{perhaps}: expected one to be given, {how}",
            perhaps=perhaps,
            how=HOW_TO_GIVE,
        )
    )
