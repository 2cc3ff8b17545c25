"""Keeps pictures: a file for each in a folder beside the table's, named by the digest of its bytes.

A picture is large and never changes, so it is no part of the journal: that names its digest, and
whatever is undone or redone finds it where it was. It is on the disk before the change that names
it. What is kept was decoded and encoded anew before it came here. It may show what no player knows.

Beside the pictures lie their tiles, cut and encoded: they can be cut again at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import re
import secrets
from collections.abc import Container, Iterator
from fractions import Fraction
from pathlib import Path

from sightline.errors import SightlineError, StorageError
from sightline.pictures import MapPicture

PICTURE, TILES = ".picture", ".tiles"
"""How the names of both kinds of files end."""
DRAFT = ".new"
"""And those of files that are being written."""
_DIGEST = re.compile("[0-9a-f]{64}")
_SIDES = ("left", "top", "width", "height")


class PictureFiles:
    """The pictures of one table; in memory, if there is no folder."""

    def __init__(self, folder: Path | None) -> None:
        """The table's file is ours alone by now: drafts are of a server that was killed."""
        self._folder = folder
        self._in_memory: dict[str, bytes] = {}
        for draft in [] if folder is None else list(folder.glob(f"*{DRAFT}")):
            draft.unlink(missing_ok=True)

    def put(self, data: bytes) -> str:
        """Keep a picture: its digest. When this returns, it survives a power cut."""
        digest = hashlib.sha256(data).hexdigest()
        if self.get(digest) is None:
            self._write(f"{digest}{PICTURE}", data, "a picture could not be kept")
        return digest

    def get(self, digest: str) -> bytes | None:
        """The picture; None if there is none such, or what is there is damaged."""
        data = self._read(f"{digest}{PICTURE}")
        return data if data is not None and hashlib.sha256(data).hexdigest() == digest else None

    def put_tiles(self, key: str, data: bytes) -> None:
        """Keep the tiles that were cut; without them, they are cut again."""
        with contextlib.suppress(StorageError):
            self._write(f"{key}{TILES}", data, "")

    def tiles(self, key: str) -> bytes | mmap.mmap | None:
        """What was cut before. Large maps have many: they are not read before they are needed."""
        if self._folder is None:
            return self._in_memory.get(f"{key}{TILES}")
        try:
            with (self._folder / f"{key}{TILES}").open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return None

    def keep_only(self, digests: Container[str]) -> None:
        """Forget the pictures that nothing can bring back, and what was cut of them."""
        for name in self._names():
            if name.partition(".")[0].partition("-")[0] not in digests:
                self._forget(name)

    def from_before(self) -> Iterator[tuple[str, MapPicture]]:
        """Pictures as they were kept when each belonged to a map for good: the map's id, and the
        picture. They are forgotten by `keep_only`."""
        for name in self._names():
            map_id, _, ending = name.partition(".")
            data = self._read(name)
            if f".{ending}" != PICTURE or _DIGEST.fullmatch(map_id) or data is None:
                continue
            line, _, picture = data.partition(b"\n")
            with contextlib.suppress(ValueError, KeyError, TypeError, SightlineError):
                sides = json.loads(line)
                yield map_id, MapPicture.of(picture, *(Fraction(sides[side]) for side in _SIDES))

    # --- files

    def _names(self) -> list[str]:
        if self._folder is None:
            return list(self._in_memory)
        if not self._folder.is_dir():
            return []
        return [file.name for file in self._folder.iterdir() if file.suffix in (PICTURE, TILES)]

    def _forget(self, name: str) -> None:
        self._in_memory.pop(name, None)
        if self._folder is not None:
            with contextlib.suppress(OSError):  # it is tried again before the next map comes
                (self._folder / name).unlink()

    def _read(self, name: str) -> bytes | None:
        if self._folder is None:
            return self._in_memory.get(name)
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def _write(self, name: str, data: bytes, complaint: str) -> None:
        if self._folder is None:
            self._in_memory[name] = data
            return
        file = self._folder / name
        # Each has its own: the same picture may be sent twice at once.
        draft = self._folder / f"{name}.{secrets.token_hex(8)}{DRAFT}"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(draft, file)
            _sync_folder(self._folder)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise StorageError(f"{complaint}: {error.strerror}") from None


def _sync_folder(folder: Path) -> None:
    """So that the file's name survives a power cut, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
