"""Write pictures to files: the options --svg, --png, --theme and --no-picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sightline.apps.cli.options import OptionGroup
from sightline.apps.cli.output.screen import note, working
from sightline.apps.cli.parser import Parser, in_short
from sightline.errors import FormatError, InvalidValueError, SightlineError

if TYPE_CHECKING:
    from sightline.model.board import Board
    from sightline.pictures import MapPicture

THEMES = ("light", "dark", "auto")
OTHER_FORMATS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tiff", ".pdf", ".eps")
"""File endings of other formats. Viewers choose the format by the ending, not by the content."""


class DrawnOver(Protocol):
    """A function that returns an SVG in a theme, drawn over the map's own picture if
    there is one.
    """

    def __call__(self, theme: str, under: MapPicture | None, /) -> str: ...


@dataclass(frozen=True, slots=True)
class PictureOptions(OptionGroup):
    """The picture files to write. Invalid names are rejected before any other work."""

    svg: str | None = None
    png: str | None = None
    theme: str = "light"
    no_picture: bool = False
    """Whether to leave out the map's own picture."""

    @staticmethod
    def add(parser: Parser) -> None:
        for name in ("svg", "png"):
            parser.common.add_argument(
                f"--{name}", metavar="FILE", help=f"Draw the picture into this {name.upper()} file."
            )
        PictureOptions.add_style(parser)

    @staticmethod
    def add_style(parser: Parser) -> None:
        add_theme(parser)
        parser.rare.add_argument(
            "--no-picture", action="store_true", help="Draw without the map's own background image."
        )

    def __post_init__(self) -> None:
        _check_name("svg", self.svg)
        _check_name("png", self.png)
        if self.theme not in THEMES:
            raise InvalidValueError(
                f"theme: expected one of {', '.join(THEMES)}, got {in_short(self.theme)!r}"
            )

    def draw(self, drawn: DrawnOver, under: MapPicture | None = None) -> None:
        """Write the requested picture files.

        `drawn` returns the SVG; it is not called if no file was requested. A map picture that
        cannot be decoded is left out, with a note.
        """
        if self.svg is None and self.png is None:
            return
        under = None if self.no_picture else under
        with working("drawing"):
            if self.svg is not None:
                write_file(self.svg, _drawn(drawn, self.theme, under).encode())
                note(f"wrote {self.svg}")
            if self.png is not None:
                from sightline.render import svg_to_png

                # A PNG cannot switch between light and dark.
                fixed = "light" if self.theme == "auto" else self.theme
                write_file(self.png, svg_to_png(_drawn(drawn, fixed, under)))
                note(f"wrote {self.png}")


def add_theme(parser: Parser, default: str = "light") -> None:
    parser.rare.add_argument(
        "--theme",
        metavar="THEME",
        default=default,
        help=f"Colors of pictures: {', '.join(THEMES)}. Default: {default}.",
    )
    parser.completers["theme"] = lambda _: THEMES


def _drawn(drawn: DrawnOver, theme: str, under: MapPicture | None) -> str:
    try:
        return drawn(theme, under)
    except FormatError as error:  # only the picture is decoded here
        note(f"note: drawn without the map's own picture: {error}")
        return drawn(theme, None)


def _check_name(format_name: str, path: str | None) -> None:
    """Raise if the ending of a file name is that of a format other than the requested one."""
    suffix = "" if path is None else Path(path).suffix.lower()
    if suffix == f".{format_name}" or suffix not in OTHER_FORMATS:
        return
    drawn = {".svg": "svg", ".png": "png"}.get(suffix)
    instead = f"use --{drawn} for it, or " if drawn else ""
    raise InvalidValueError(
        f"--{format_name}: expected a name that ends in .{format_name}, got {in_short(str(path))};"
        f" {instead}give it another name"
    )


def draw_board(board: Board, theme: str, under: MapPicture | None) -> str:
    """Return an SVG of the map without an answer."""
    from sightline.render import board_svg

    return board_svg(board, picture=under, theme=theme)


def write_file(path: str, data: bytes) -> None:
    """Write a file, or raise an error with the reason."""
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        if isinstance(error, SightlineError):
            raise
        raise InvalidValueError(
            f"cannot write {in_short(path)}: {error.strerror or error}"
        ) from None
