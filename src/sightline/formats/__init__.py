"""Map files: one module a format, each a file's spelling <-> a board, with a report.

    load(path)                       the board
    load_with_report(path, options)  the board, how it came to be, and what else the file held
    load_bytes(data, name, options)  the same for bytes from anywhere, such as standard input
    recognise(data, name)            which reader would take it
    save(board, path)                our own formats and those of others: see `saving`

Whatever the bytes are, only a FormatError or another of our errors comes out. Reader modules are
imported when they are needed, not before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol

from sightline.errors import (
    FormatError,
    InvalidTypeError,
    MissingExtraError,
    SightlineError,
)
from sightline.formats.beside import Beside
from sightline.formats.contract import (
    MAX_FILE_BYTES,
    Choices,
    Loaded,
    Options,
    Report,
    WriteReport,
)
from sightline.formats.saving import save, save_with_report, to_bytes
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.pictures import looks_like_picture

__all__ = [
    "READERS",
    "Beside",
    "Choices",
    "Loaded",
    "Options",
    "Report",
    "WriteReport",
    "load",
    "load_bytes",
    "load_with_report",
    "recognise",
    "save",
    "save_with_report",
    "to_bytes",
]

READERS = (
    "native",
    "uvtt",
    "dungeondraft",
    "dungeon_scrawl",
    "foundry",
    "one_page_dungeon",
    "maptool",
    "fantasy_grounds",
    "roll20",
    "tiled",
    "ldtk",
    "donjon",
    "owlbear",
    "picture",
    "text",
)
"""The reader modules in the order in which they are asked. Text comes last: almost anything that
is text could be a drawing."""


class Reader(Protocol):
    """What `contract` asks of a reader module."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def recognises(self, data: bytes, name: str) -> bool: ...
    def read(self, data: bytes, name: str, options: Options) -> Loaded: ...


def load(path: str | os.PathLike[str]) -> Board:
    """The board in a file of any format that we read: see `docs/formats.md`.

    A file that is no map, or a broken one, is a `FormatError` that says where; a file that cannot
    be opened is Python's own `OSError`.

    >>> from sightline import SquareBoard, load, save
    >>> save(SquareBoard.from_text("S.#"), "crypt.txt")
    >>> print(load("crypt.txt"))
    S.#
    """
    return load_with_report(path).board


def load_with_report(path: str | os.PathLike[str], options: Options | None = None) -> Loaded:
    """The board with a report of what was read, changed, guessed and lost."""
    try:
        file = Path(path)
    except TypeError:
        raise InvalidTypeError(f"path: expected a path, got {shown(path)}") from None
    options = options or Options()
    if options.beside is None:
        options = replace(options, beside=Beside(file.parent))
    if file.is_dir():
        foundry = import_module(f"{__name__}.foundry")  # the only one that keeps maps in folders
        return _read(lambda chosen: foundry.read_folder(file, chosen), file.name, options)
    return load_bytes(_read_bytes(file), file.name, options)


def load_bytes(data: bytes, name: str = "input", options: Options | None = None) -> Loaded:
    """The same for bytes; `name` is for messages, and its ending is a hint to the format."""
    reader = recognise(data, name)
    return _read(lambda chosen: reader.read(data, name, chosen), name, options or Options())


def _read(reading: Callable[[Options], Loaded], name: str, options: Options) -> Loaded:
    """What a reader makes of a file; its errors with the file's name."""
    try:
        loaded = reading(options)
        if options.level is not None and not loaded.report.choices.levels:
            raise FormatError(
                f"there are no levels to choose from in this file, so none is called"
                f" {shown(options.level)}: leave the choice of a level out"
            )
        if options.grid is not None and not loaded.report.choices.grid:
            raise FormatError(
                f"the grid is laid over pictures, and this is no picture, but"
                f" {loaded.report.format}: leave {shown(options.grid)} out"
            )
        return loaded
    except FormatError as error:
        # Readers know the place in the file; which file it was is known here.
        raise _in_file(name, error) from error
    except MissingExtraError as error:
        raise MissingExtraError(f"{name}: {error}", name=error.name) from error
    except SightlineError as error:
        raise FormatError(str(error), name) from error
    except (MemoryError, RecursionError) as error:
        raise FormatError("reading it needs more memory than there is", name) from error


def recognise(data: bytes, name: str = "input") -> Reader:
    """The reader that takes these bytes for its own."""
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(
            f"the file has {len(data):,} bytes; at most {MAX_FILE_BYTES:,} are read", name
        )
    # Every other format is JSON, XML or a zip archive: a drawing is known without importing those.
    is_marked_up = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[", b"<")
    is_archive = data[:4] == b"PK\x03\x04"
    if looks_like_picture(data):
        return next(_readers(("picture",)))
    for reader in _readers(READERS if is_marked_up or is_archive else ("text",)):
        if reader.recognises(data, name):
            return reader
    known = "\n".join(
        f"  {reader.NAME} ({', '.join(reader.SUFFIXES)})" for reader in _readers(READERS)
    )
    what = "the file is empty" if not data.strip() else "not a map of a kind that is known here"
    raise FormatError(f"{what}; these are read:\n{known}", name)


def _readers(names: Iterable[str]) -> Iterator[Reader]:
    for name in names:
        yield import_module(f"{__name__}.{name}")


def _read_bytes(file: Path) -> bytes:
    """At most the bytes that are read, and one more that gives a larger file away."""
    with file.open("rb") as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def _in_file(name: str, error: FormatError) -> FormatError:
    message = str(error)
    if error.place:
        message = message.removeprefix(f"{error.place}: ")
        return FormatError(message, f"{name}: {error.place}")
    return FormatError(message, name)
