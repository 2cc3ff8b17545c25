"""Files that a map needs besides its own: tilesets, levels, pictures.

A map may come from a stranger, so the names in it are not trusted. A name is accepted only if it is
a plain relative path with an expected suffix, to an ordinary file in the map's folder. A reader may
allow a number of parent folders (`climb`), if its files usually lie there. The caller can allow a
folder instead, and then every file in it may be read.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from sightline.errors import FormatError
from sightline.model.numbers import short_repr

MAX_FILES = 1_000
"""The maximum number of sidecar files of one map."""
MAX_TOTAL_BYTES = 128 * 1024 * 1024
"""The maximum number of bytes of all sidecar files of one map together."""
MAX_PATH = 1_000
"""The longest path, in characters."""

_NOT_RELATIVE = re.compile(r"[/\\~]|[A-Za-z][A-Za-z0-9+.-]*:")


class SidecarFiles:
    """The folder of one map, from which the files that the map names are read.

    Paths start at `folder`. If `allowed` is given, files may lie anywhere in that folder. Use one
    `SidecarFiles` per map: it counts what was read.
    """

    def __init__(
        self, folder: str | os.PathLike[str], allowed: str | os.PathLike[str] | None = None
    ) -> None:
        self._folder = Path(folder).resolve()
        self._allowed = None if allowed is None else Path(allowed).resolve()
        self._files = 0
        self._bytes_left = MAX_TOTAL_BYTES

    def read(self, path: str, suffixes: Sequence[str], *, limit: int, climb: int = 0) -> bytes:
        """Return the bytes of the file that the map calls `path`, or raise a FormatError with the
        reason.

        `suffixes` are the allowed file suffixes in lowercase, `limit` is the most bytes, and
        `climb` is the number of folders above the map's own in which it may lie.
        """
        file = self._find(path, suffixes, climb)
        self._files += 1
        if self._files > MAX_FILES:
            raise FormatError(f"more than {MAX_FILES:,} files beside the map")
        data = _read(file, path, min(limit, self._bytes_left))
        self._bytes_left -= len(data)
        return data

    def _find(self, path: str, suffixes: Sequence[str], climb: int) -> Path:
        if not path or len(path) > MAX_PATH or not path.isprintable():
            raise FormatError(f"expected the name of a file beside the map, got {short_repr(path)}")
        if _NOT_RELATIVE.match(path):
            raise FormatError(
                f"{short_repr(path)} is not beside the map: only relative paths are followed."
                " Put the file there, and its name into the map"
            )
        if not path.lower().endswith(tuple(suffixes)):
            raise FormatError(
                f"{short_repr(path)}: expected a file that ends in {', '.join(suffixes)}"
            )
        root = self._folder
        if self._allowed is not None:
            root = self._allowed
        else:
            for _ in range(climb):
                root = root.parent
        try:
            # Links are followed first, so that none leads out of the folder.
            file = (self._folder / path.replace("\\", "/")).resolve()
        except (OSError, RuntimeError, ValueError):
            raise FormatError(f"{short_repr(path)} leads nowhere") from None
        if not file.is_relative_to(root):
            raise FormatError(
                f"{short_repr(path)} lies outside of {root}, where the map's files may be"
            )
        return file


def _read(file: Path, path: str, limit: int) -> bytes:
    # Do not wait for a pipe that is named like a tileset.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    data = bytearray()
    try:
        handle = os.open(file, flags)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FormatError(f"{short_repr(path)} beside the map: expected an ordinary file")
            while piece := os.read(handle, limit + 1 - len(data)):
                data += piece
        finally:
            os.close(handle)
    except OSError as error:
        raise FormatError(f"{short_repr(path)} beside the map: {_why(error)}") from None
    if len(data) > limit:
        raise FormatError(f"{short_repr(path)} beside the map: more than {limit:,} bytes")
    return bytes(data)


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return (error.strerror or str(error)).lower()
