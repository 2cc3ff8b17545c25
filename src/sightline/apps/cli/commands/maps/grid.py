"""Find the grid that is drawn on a picture.

Prints the value for --grid. The usual mistakes are half and double of it, so these are printed too.
With --svg or --png the grid is drawn over the picture: check all four corners.

Exit code: 0 found, 1 not found or not sure.

Examples:
  sightline grid cave.webp --png check.png
  sightline info cave.webp --grid 70+12+8 --png map.png
"""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from pathlib import Path

from sightline.apps.cli import options
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions, draw_board
from sightline.apps.cli.output.screen import say, say_wrapped
from sightline.apps.cli.parser import Parser, in_short
from sightline.errors import InvalidValueError
from sightline.formats import Options, load_bytes
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.pictures.picture_grid import (
    HOW_TO_GIVE,
    GridSuggestion,
    PictureGrid,
    laid,
    suggested_grid,
)

FOUND, NOT_SURE = 0, 1
"""Exit codes."""


def add_arguments(parser: Parser) -> None:
    parser.places.add_argument("picture", metavar="PICTURE", help="PNG, JPEG or WebP file.")
    PictureOptions.add(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    pictures = PictureOptions.from_args(args)
    data = _bytes(args.picture)
    suggestion = suggested_grid(data)
    if args.as_json:
        say(dump(_plain(args.picture, suggestion)))
    else:
        _show(suggestion)
    if suggestion.grid is not None:
        loaded = load_bytes(data, Path(args.picture).name, Options(grid=str(suggestion.grid)))
        pictures.draw(lambda theme, under: draw_board(loaded.board, theme, under), loaded.picture)
    return FOUND if suggestion.found == "sure" else NOT_SURE


def _bytes(path: str) -> bytes:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InvalidValueError(
            f"cannot read {in_short(path)}: {error.strerror or error}"
        ) from None


def _show(suggestion: GridSuggestion) -> None:
    width, height = suggestion.pixels
    found = suggestion.grid
    if found is None:
        say(f"No grid was found on this picture of {width:,} x {height:,} pixels.")
        say_wrapped(f"If it has one, give it with --grid: {HOW_TO_GIVE}.")
        return
    sure = "A grid was found" if suggestion.found == "sure" else "Perhaps there is a grid"
    say_wrapped(f"{sure}: --grid {found}, which is {found.cols} x {found.rows} tiles.")
    for words, other in _others(suggestion, found):
        say_wrapped(f"{words}: --grid {other}, {other.cols} x {other.rows} tiles.")
    say_wrapped("It is a guess: draw it with --png, and look at all four corners.")


def _others(suggestion: GridSuggestion, found: PictureGrid) -> list[tuple[str, PictureGrid]]:
    others = []
    for words, factor in (
        ("If tiles are half as wide", Fraction(1, 2)),
        ("If they are twice as wide", Fraction(2)),
    ):
        step = found.tile_width * factor
        if min(suggestion.pixels) >= step:
            others.append((words, laid(step, found.left, found.top, suggestion.pixels)))
    return others


def _plain(path: str, suggestion: GridSuggestion) -> dict[str, object]:
    found = suggestion.grid
    return {
        "picture": path,
        "pixels": list(suggestion.pixels),
        "found": suggestion.found,
        "grid": None if found is None else str(found),
        "tiles": None if found is None else [found.cols, found.rows],
    }
