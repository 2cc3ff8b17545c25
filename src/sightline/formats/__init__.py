"""Map files: each format has a module that reads a file into a board, with a report.

    load(path)                       the board
    load_with_report(path, options)  the board, the report, and the other content of the file
    load_bytes(data, name, options)  the same for bytes, for example from standard input
    recognize(data, name)            the reader for these bytes
    save(board, path)                write our own formats or those of other programs: see `saving`

Invalid bytes only ever raise a FormatError or another of our errors. Reader modules are imported on
first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol

from sightline.deprecated import new_name
from sightline.errors import (
    FormatError,
    InvalidTypeError,
    MissingExtraError,
    SightlineError,
)
from sightline.formats.contract import (
    MAX_FILE_BYTES,
    Choices,
    Loaded,
    Options,
    Report,
    WriteReport,
)
from sightline.formats.safe.sidecar_files import SidecarFiles
from sightline.formats.saving import save, save_with_report, to_bytes
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.texts import as_text, say

__all__ = [
    "READERS",
    "Choices",
    "Loaded",
    "Options",
    "Report",
    "SidecarFiles",
    "WriteReport",
    "load",
    "load_bytes",
    "load_with_report",
    "recognize",
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
"""The reader modules in the order in which they are tried. Text comes last, because almost any text
could be a drawing.
"""


class Reader(Protocol):
    """The interface of a reader module: see `contract`."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def recognizes(self, data: bytes, name: str) -> bool: ...
    def read(self, data: bytes, name: str, options: Options) -> Loaded: ...


def load(path: str | os.PathLike[str]) -> Board:
    """Return the board in a file of any supported format: see `docs/formats.md`.

    A file that is not a map, or a broken one, raises a `FormatError` that says where. A file that
    cannot be opened raises Python's own `OSError`.

    >>> from sightline import SquareBoard, load, save
    >>> save(SquareBoard.from_text("S.#"), "crypt.txt")
    >>> print(load("crypt.txt"))
    S.#
    """
    return load_with_report(path).board


def load_with_report(path: str | os.PathLike[str], options: Options | None = None) -> Loaded:
    """Return the board with a report of what was read, changed, guessed and lost."""
    try:
        file = Path(path)
    except TypeError:
        raise InvalidTypeError(f"path: expected a path, got {short_repr(path)}") from None
    options = options or Options()
    if options.sidecar_files is None:
        options = replace(options, sidecar_files=SidecarFiles(file.parent))
    if file.is_dir():
        foundry = import_module(f"{__name__}.foundry")  # only Foundry keeps maps in folders
        return _read(lambda chosen: foundry.read_folder(file, chosen), file.name, options)
    return load_bytes(_read_bytes(file), file.name, options)


def load_bytes(data: bytes, name: str = "input", options: Options | None = None) -> Loaded:
    """Return the board and the report for bytes in any supported format.

    `name` appears in messages, and its suffix is a hint to the format.
    """
    reader = recognize(data, name)
    return _read(lambda chosen: reader.read(data, name, chosen), name, options or Options())


def _read(reading: Callable[[Options], Loaded], name: str, options: Options) -> Loaded:
    """Call a reader, and add the file's name to its errors."""
    try:
        loaded = reading(options)
        if options.level is not None and not loaded.report.choices.levels:
            raise FormatError(
                say(
                    "this file has no levels, so none is called {got}:"
                    " remove the choice of a level",
                    got=short_repr(options.level),
                )
            )
        if options.grid is not None and not loaded.report.choices.grid:
            raise FormatError(
                say(
                    "a grid is only for pictures, and this is {format}: leave {got} out",
                    format=loaded.report.format,
                    got=short_repr(options.grid),
                )
            )
        return loaded
    except FormatError as error:
        # Readers know the place in the file but not the file's name.
        raise _in_file(name, error) from error
    except MissingExtraError as error:
        raise MissingExtraError(f"{name}: {error}", name=error.name) from error
    except SightlineError as error:
        raise FormatError(as_text(error), name) from error
    except (MemoryError, RecursionError) as error:
        raise FormatError(say("reading it needs more memory than is available"), name) from error


def recognize(data: bytes, name: str = "input") -> Reader:
    """Return the reader that recognizes these bytes."""
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(
            say(
                "the file has {n:,} bytes; at most {most:,} are read",
                n=len(data),
                most=MAX_FILE_BYTES,
            ),
            name,
        )
    text = next(_readers(("text",)))
    if name.lower().endswith(text.SUFFIXES) and text.recognizes(data, name):
        return text  # the usual case: no other reader has to be imported
    for reader in _readers(READERS):
        if reader.recognizes(data, name):
            return reader
    known = "\n".join(
        f"  {reader.NAME} ({', '.join(reader.SUFFIXES)})" for reader in _readers(READERS)
    )
    what = (
        say("not a map in a supported format; supported formats:\n{known}", known=known)
        if data.strip()
        else say("the file is empty; supported formats:\n{known}", known=known)
    )
    raise FormatError(what, name)


def _readers(names: Iterable[str]) -> Iterator[Reader]:
    for name in names:
        yield import_module(f"{__name__}.{name}")


def _read_bytes(file: Path) -> bytes:
    """Read at most `MAX_FILE_BYTES` + 1 bytes: the extra one shows that the file is too large."""
    with file.open("rb") as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def _in_file(name: str, error: FormatError) -> FormatError:
    place = say("{name}: {place}", name=name, place=error.place) if error.place else name
    return FormatError(error.message, place)


def __getattr__(name: str) -> type[SidecarFiles]:
    """Return the class behind a deprecated name."""
    new_name(__name__, {"Beside": "SidecarFiles"}, name)
    return SidecarFiles
