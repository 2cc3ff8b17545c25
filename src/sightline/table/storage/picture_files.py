"""Store pictures: one file each in the table's folder, named by the digest of its bytes.

A picture is large and never changes, so the journal contains only its digest, and undo and redo
find it under that name. It is on disk before the change that refers to it. Pictures are decoded and
encoded again before they are stored. They may show what players do not know.

Their tiles are stored beside them, cut and encoded. They can be cut again at any time.
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
from sightline.storage.sqlite_file import sync_folder

PICTURE, TILES = ".picture", ".tiles"
"""The file name suffixes of pictures and of their tiles."""
DRAFT = ".new"
"""The suffix of files that are being written."""
_DIGEST = re.compile("[0-9a-f]{64}")
_SIDES = ("left", "top", "width", "height")


class PictureFiles:
    """The pictures of one table, in a folder or in memory."""

    def __init__(self, folder: Path | None) -> None:
        """Open the folder, or use memory if it is None.

        The table's file is locked by now, so drafts in the folder were left by a killed server and
        are deleted.
        """
        self._folder = folder
        self._in_memory: dict[str, bytes] = {}
        for draft in [] if folder is None else list(folder.glob(f"*{DRAFT}")):
            draft.unlink(missing_ok=True)

    def put(self, data: bytes) -> str:
        """Store a picture and return its digest. It is durable when this returns."""
        digest = hashlib.sha256(data).hexdigest()
        if self.get(digest) is None:
            self._write(f"{digest}{PICTURE}", data, "a picture could not be kept")
        return digest

    def get(self, digest: str) -> bytes | None:
        """Return the picture, or None if it is missing or damaged."""
        data = self._read(f"{digest}{PICTURE}")
        return data if data is not None and hashlib.sha256(data).hexdigest() == digest else None

    def has(self, digest: str) -> bool:
        """Return whether the picture is stored and undamaged."""
        return self.get(digest) is not None

    def put_tiles(self, key: str, data: bytes) -> None:
        """Store the cut tiles. If this fails, they are cut again later."""
        with contextlib.suppress(StorageError):
            self._write(f"{key}{TILES}", data, "")

    def tiles(self, key: str) -> bytes | mmap.mmap | None:
        """Return the tiles that were cut before, or None. Large maps have many, so they are read
        on demand.
        """
        if self._folder is None:
            return self._in_memory.get(f"{key}{TILES}")
        try:
            with (self._folder / f"{key}{TILES}").open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return None

    def keep_only(self, digests: Container[str]) -> None:
        """Delete all other pictures, with their tiles."""
        for name in self._names():
            if name.partition(".")[0].partition("-")[0] not in digests:
                self._forget(name)

    def from_before(self) -> Iterator[tuple[str, MapPicture]]:
        """Yield the pictures from before 0.3, when each belonged to a map, with the map's id.

        `keep_only` deletes them.
        """
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
            # Deletion is tried again before the next map is added.
            with contextlib.suppress(OSError):
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
        # The name is unique, because the same picture may be uploaded twice at once.
        draft = self._folder / f"{name}.{secrets.token_hex(8)}{DRAFT}"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(draft, file)
            sync_folder(self._folder)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise StorageError(f"{complaint}: {error.strerror}") from None
