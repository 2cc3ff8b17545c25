"""What every reader promises: bytes in, a board and an honest report out, or an error with a place.

A reader is a module with

    NAME                       what people call the format
    SUFFIXES                   the file endings it usually has
    recognises(data, name)     is this one of mine? By content; the file's name is only a hint
    read(data, name, options)  -> Loaded, or a FormatError that names the place; never half a board

Readers know boards and nothing else: no rules, no pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.errors import FormatError
from sightline.formats.beside import Beside
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.pictures import MapPicture

MAX_FILE_BYTES = 64 * 1024 * 1024
"""The largest file that is read."""
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
"""The most that compressed parts of one file may unpack to, all together."""
MAX_CELLS = 4096 * 4096
"""The most tiles on a board."""
MAX_SEGMENTS = 100_000
"""The most wall segments in one file."""
MAX_NESTING = 100
"""How deep JSON or XML may be nested."""


@dataclass(frozen=True)
class Options:
    """What the person who loads a map can choose."""

    snap: bool = False
    """Move walls that lie (almost) on grid edges onto them, as thresholds of the grid."""
    level: str | None = None
    """Which level of a file that holds several: its name or number."""
    blocking: tuple[str, ...] = ()
    """Which layers, tile properties or values block sight, where the format leaves that to the
    map's author; nothing means: guess, and say so in the report."""
    grid: str | None = None
    """The grid that is laid over a picture: `30x40` tiles, `70` pixels a tile, or `70+12+8` where
    the first tile begins 12 pixels from the left and 8 from the top."""
    beside: Beside | None = None
    """Where files that the map names are read from; `load_with_report` puts the map's folder here.
    Nothing, where only bytes came: then nothing but them is read."""

    def read_beside(
        self, path: str, suffixes: Sequence[str], *, limit: int = MAX_FILE_BYTES, climb: int = 0
    ) -> bytes:
        """The bytes of a file beside the map: see `Beside.read`. A FormatError says why not."""
        if self.beside is None:
            raise FormatError(
                f"{shown(path)} is a file of its own, and only the map came: load the map from its"
                " folder, with that file beside it"
            )
        return self.beside.read(path, suffixes, limit=limit, climb=climb)


@dataclass
class Choices:
    """What `Options` could ask of this very file, and what was taken."""

    levels: list[str] = field(default_factory=list)
    """Every level, where the file holds levels ..."""
    level: str = ""
    """... and the one that was read."""
    blocking: list[str] = field(default_factory=list)
    """All that can be named as blocking, where that is left to the map's author ..."""
    chosen: list[str] = field(default_factory=list)
    """... and what was taken to block."""
    snap: bool = False
    """Does it hold walls that could be snapped?"""
    grid: str = ""
    """The grid that was laid over a picture, as `Options.grid` would say it."""


@dataclass
class Report:
    """What became of a file: sentences for the person who loads it."""

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
    """What became of a board in a file of another program: sentences for the person who saves."""

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
    """The bytes of a file, and what became of the board in it."""

    data: bytes
    report: WriteReport
    beside: dict[str, bytes] = field(default_factory=dict)
    """Files that belong beside it, by their names: the map's picture, where the file only names
    it."""


@dataclass
class Loaded:
    """A board with the report of how it came to be, and what else the file held."""

    board: Board
    report: Report
    rule: dict[str, Any] | None = None
    """A rule as plain data, where the format carries one."""
    rulings: list[dict[str, Any]] = field(default_factory=list)
    """A game master's rulings as plain data, where the format carries them."""
    picture: MapPicture | None = None
    """The picture of the map, and where it lies under the board, where the format carries one."""
