"""The contract of every reader: it takes bytes and returns a board and a report, or raises an
error.

A reader is a module with

    NAME                       the usual name of the format
    SUFFIXES                   its usual file suffixes
    recognizes(data, name)     whether the content is in this format; the name is only a hint
    read(data, name, options)  -> Loaded, or a FormatError that names the place in the file

Readers return only complete boards. A rule in a file is passed on as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from sightline.deprecated import keyword_only
from sightline.errors import FormatError
from sightline.formats.safe.sidecar_files import SidecarFiles
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.model.parts.heights import At
from sightline.pictures import MapPicture
from sightline.texts import say

MAX_FILE_BYTES = 64 * 1024 * 1024
"""The largest file that is read."""
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
"""The maximum number of bytes that the compressed parts of one file may unpack to, all together."""
MAX_CELLS = 4096 * 4096
"""The maximum number of tiles on a board."""
MAX_SEGMENTS = 100_000
"""The maximum number of wall segments in one file."""
MAX_STAIRS = 1_000
"""The maximum number of stairs in one file."""
Stairs: TypeAlias = tuple[At, At]
"""The lower and the higher end of stairs. An end without an elevation is on the ground."""
MAX_NESTING = 100
"""The deepest nesting of JSON or XML."""


@dataclass(frozen=True)
class Options:
    """Options for loading a map, chosen by the user."""

    snap: bool = False
    """Move walls that lie (almost) on grid edges onto them, as thresholds of the grid."""
    level: str | None = None
    """The level to read, by name or number, if the file holds several."""
    blocking: tuple[str, ...] = ()
    """The layers, tile properties or values that block sight, in formats where the map's author
    decides this. If empty, the reader guesses and says so in the report.
    """
    grid: str | None = None
    """The grid over a picture: `30x40` tiles, `70` pixels per tile, or `70+12+8` if the first tile
    begins 12 pixels from the left and 8 from the top.
    """
    sidecar_files: SidecarFiles | None = None
    """Access to the files that the map names. `load_with_report` sets it to the map's folder. If
    None, only the given bytes are read.
    """
    flat: bool = False
    """Read one level without heights, even if the file has several floors. By default all
    are read.
    """

    def read_sidecar(
        self, path: str, suffixes: Sequence[str], *, limit: int = MAX_FILE_BYTES, climb: int = 0
    ) -> bytes:
        """Return the bytes of a file next to the map (see `SidecarFiles.read`), or raise a
        FormatError.
        """
        if self.sidecar_files is None:
            raise FormatError(
                say(
                    "{got} is a separate file, and only the map was given: load the map from its"
                    " folder, with that file next to it",
                    got=short_repr(path),
                )
            )
        return self.sidecar_files.read(path, suffixes, limit=limit, climb=climb)


# `Options(beside=...)` of 0.2 still works, with a warning.
Options.__init__ = keyword_only(beside="sidecar_files")(Options.__init__)  # type: ignore[method-assign]


@dataclass
class Choices:
    """The possible `Options` for this file, and those that were used."""

    levels: list[str] = field(default_factory=list)
    """The names of all levels, if the file has levels."""
    level: str = ""
    """The level that was read, or "" if all were read as floors of one map."""
    blocking: list[str] = field(default_factory=list)
    """Everything that can be chosen as blocking, if the format leaves that to the map's
    author.
    """
    chosen: list[str] = field(default_factory=list)
    """The chosen items, which block now."""
    snap: bool = False
    """Whether the file has walls that could be snapped."""
    grid: str = ""
    """The grid over a picture, as in `Options.grid`."""
    together: bool = False
    """Whether the levels are floors of one map. Then all of them are read unless one is
    named.
    """


@dataclass
class Report:
    """A report for the user: sentences about what was read from a file, changed, guessed or
    lost.
    """

    format: str
    read: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    choices: Choices = field(default_factory=Choices)

    def __str__(self) -> str:
        return _in_lines(self, ("read", "changed", "guessed", "lost"))


@dataclass
class WriteReport:
    """A report for the user: sentences about what was written to a file, changed or lost."""

    format: str
    written: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return _in_lines(self, ("written", "changed", "lost"))


def _in_lines(report: Report | WriteReport, titles: Sequence[str]) -> str:
    lines = [report.format]
    for title in titles:
        lines += [f"  {title}: {sentence}" for sentence in getattr(report, title)]
    return "\n".join(lines)


@dataclass
class Written:
    """The bytes of a file, with a report."""

    data: bytes
    report: WriteReport
    sidecars: dict[str, bytes] = field(default_factory=dict)
    """Files that must be stored next to it, by name: the map's picture, if the file only
    names it.
    """


@dataclass
class Loaded:
    """A board with its report, and the other content of the file."""

    board: Board
    report: Report
    rule: dict[str, Any] | None = None
    """A rule as plain data, if the format has one."""
    rulings: list[dict[str, Any]] = field(default_factory=list)
    """A game master's rulings as plain data, if the format has them."""
    picture: MapPicture | None = None
    """The map's picture and its position under the board, if the file has one."""
    title: str = ""
    """The title of the map in the file, or ""."""
    unit: str = ""
    """The width of a tile in the game world, such as "5 ft", or ""."""
    notes: list[tuple[tuple[int, int], str]] = field(default_factory=list)
    """The game master's notes on tiles."""
    stairs: list[Stairs] = field(default_factory=list)
    """Stairs and ladders between its floors."""
    to_board: Callable[[tuple[Fraction, Fraction]], tuple[Fraction, Fraction]] | None = None
    """A function that converts coordinates of the file to those of the board: columns and rows on
    squares, axial coordinates on hexes. None if the format has no coordinates.
    """


def check_size_of_file(data: bytes, name: str) -> None:
    """Raise a FormatError if a file, or a part of one, is larger than `MAX_FILE_BYTES`."""
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(
            say(
                "{name}: {n:,} bytes; at most {most:,} are read",
                name=name,
                n=len(data),
                most=MAX_FILE_BYTES,
            )
        )
