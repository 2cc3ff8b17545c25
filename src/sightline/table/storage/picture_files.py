"""Keeps the pictures under maps: a file for each, in a folder beside the table's.

A picture is large and never changes, so it is no part of the journal; a map that is deleted and
brought back finds it where it was. What is kept was decoded and encoded anew before it came here.
It may show what no player knows: only the master's page is ever given it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from sightline.errors import SightlineError, StorageError
from sightline.pictures import MapPicture

ENDING = ".picture"
_SIDES = ("left", "top", "width", "height")


class PictureFiles:
    """The pictures of one table; in memory, if there is no folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._in_memory: dict[str, MapPicture] = {}

    def put(self, map_id: str, picture: MapPicture) -> None:
        """Keep the picture of a map. When this returns, it survives a power cut."""
        if self._folder is None:
            self._in_memory[map_id] = picture
            return
        sides = {side: str(getattr(picture, side)) for side in _SIDES}
        head = {**sides, "digest": hashlib.sha256(picture.data).hexdigest()}
        file = self._folder / f"{map_id}{ENDING}"
        draft = file.with_suffix(".new")
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(json.dumps(head).encode() + b"\n" + picture.data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(draft, file)
        except OSError as error:
            raise StorageError(
                f"the picture of a map could not be kept: {error.strerror}"
            ) from None

    def get(self, map_id: str) -> MapPicture | None:
        """The picture of a map; None if it has none, or one that is damaged."""
        if self._folder is None:
            return self._in_memory.get(map_id)
        try:
            line, _, data = (self._folder / f"{map_id}{ENDING}").read_bytes().partition(b"\n")
            head = json.loads(line)
            if hashlib.sha256(data).hexdigest() != head["digest"]:
                return None
            return MapPicture.of(data, *(Fraction(head[side]) for side in _SIDES))
        except (OSError, ValueError, KeyError, TypeError, SightlineError):
            return None

    def keep_only(self, is_kept: Callable[[str], bool]) -> None:
        """Forget the pictures of maps that nothing can bring back."""
        for map_id in [each for each in self._in_memory if not is_kept(each)]:
            del self._in_memory[map_id]
        if self._folder is None or not self._folder.is_dir():
            return
        for file in self._folder.glob(f"*{ENDING}"):
            if not is_kept(file.name.removesuffix(ENDING)):
                with contextlib.suppress(OSError):  # it is tried again before the next map comes
                    file.unlink()
