"""Pictures into files: SVG and PNG, whatever was asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sightline.apps.cli.screen import note, working
from sightline.errors import InvalidValueError, SightlineError


class Pictures(NamedTuple):
    """Which files to draw into."""

    svg: str | None = None
    png: str | None = None
    theme: str = "light"

    def draw(self, picture: Callable[[str], str]) -> None:
        """`picture` makes the SVG in a theme; it is asked only if a file was."""
        themes = ("light", "dark", "auto")
        if self.theme not in themes:
            raise InvalidValueError(
                f"theme: expected one of {', '.join(themes)}, got {self.theme!r}"
            )
        with working("drawing"):
            if self.svg is not None:
                write_file(self.svg, picture(self.theme).encode())
                note(f"wrote {self.svg}")
            if self.png is not None:
                from sightline.render import svg_to_png

                # A PNG cannot follow its reader's choice of light or dark.
                fixed = "light" if self.theme == "auto" else self.theme
                write_file(self.png, svg_to_png(picture(fixed)))
                note(f"wrote {self.png}")


def write_file(path: str, data: bytes) -> None:
    """Write a file, or say in our words why not."""
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        if isinstance(error, SightlineError):
            raise
        raise InvalidValueError(f"cannot write {path}: {error.strerror or error}") from None
