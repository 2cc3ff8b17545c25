"""The maps that an assistant works with. Questions go to the workers of the service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sightline.errors import FormatError, InvalidValueError, SightlineError
from sightline.formats import to_bytes
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.model.numbers import short_repr
from sightline.service.changes import Patch, changed
from sightline.service.messages import BoardInfo, encoded
from sightline.service.pool import Pool
from sightline.service.refusals import Refusal
from sightline.service.shelf import Kept, Shelf
from sightline.service.worker import OK, Done, Job, decoded, read_document
from sightline.texts import plain_text

MOST_MAPS = 50
MOST_SECONDS = 20.0
WORKERS = 1
LARGEST_DRAWING = 20_000
"""The longest drawing of a map in an answer, in characters."""


class Maps:
    """The maps of one server. Map files are read from `folder` only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._shelf = Shelf(MOST_MAPS)
        self._pool: Pool | None = None

    async def _do(self, job: Job, kept: Kept | None = None) -> Done:
        if self._pool is None:
            self._pool = Pool(WORKERS, MOST_SECONDS)
        done = await self._pool.do(job, (lambda: kept.document) if kept else bytes)
        if done.status != OK:
            problem = msgspec.json.decode(done.body)["error"]
            raise Refusal(done.status, problem["field"], problem["message"], problem["remedy"])
        return done

    async def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            await self._pool.close()

    # --- maps

    async def read(self, path: str) -> dict[str, Any]:
        """Read a map file from the folder."""
        file = (self._folder / path).resolve()
        if not file.is_relative_to(self._folder):
            raise InvalidValueError(f"path: expected a file in {self._folder}, got {path}")
        try:
            with file.open("rb") as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
        except (OSError, ValueError) as error:
            if isinstance(error, SightlineError):
                raise
            files = sorted(each.name for each in self._folder.iterdir() if each.is_file())
            raise InvalidValueError(
                f"path: cannot read {short_repr(path)}; files here: {', '.join(files[:30])}"
            ) from None
        return self._kept(await self._do(Job("upload", data, name=file.name)))

    async def draw(self, text: str) -> dict[str, Any]:
        """Create a map from a text drawing."""
        return self._kept(await self._do(Job("keep", encoded({"text": text}))))

    def _kept(self, done: Done) -> dict[str, Any]:
        kept = self._shelf.add(read_document(done.body))
        return self.described(kept, kept.info(notes=done.notes))

    def every(self) -> list[dict[str, Any]]:
        """Return every map of the session."""
        return [_plain(each.info()) for each in self._shelf.all()]

    def show(self, map_id: str) -> dict[str, Any]:
        """Return a map in its current state."""
        kept = self._shelf.get(map_id)
        return self.described(kept, kept.info())

    def described(self, kept: Kept, info: BoardInfo) -> dict[str, Any]:
        """Return a map, with its drawing if that is short enough."""
        plain = _plain(info)
        try:
            drawing = to_bytes(kept.subject.board, ".txt").decode()
        except FormatError:  # not every map can be drawn
            drawing = ""
        if drawing and len(drawing) <= LARGEST_DRAWING:
            plain["drawing"] = drawing
        return plain

    def document(self, map_id: str) -> dict[str, Any]:
        """Return a map as our JSON, which other programs need for `check`."""
        plain: dict[str, Any] = msgspec.json.decode(self._shelf.get(map_id).document)
        return plain

    def change(self, map_id: str, changes: Any) -> dict[str, Any]:
        """Apply changes to a map, all or none."""
        kept = self._shelf.get(map_id)
        patch = decoded(encoded({"changes": changes}), Patch)
        board, did = changed(kept.subject.board, patch.changes)
        kept.change(board)
        return self.described(kept, kept.info(did=did))

    # --- questions

    async def ask(self, kind: str, map_id: str, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to one of the service's questions, with the version of the map."""
        kept = self._shelf.get(map_id)
        given = {name: value for name, value in question.items() if value is not None}
        done = await self._do(Job(kind, encoded(given), key=kept.key), kept)
        answer: dict[str, Any] = msgspec.json.decode(done.body)
        return {"map_id": kept.id, "version": kept.version, **answer}

    async def picture(self, map_id: str, question: dict[str, Any]) -> bytes:
        """Return a picture of a map, a line of sight or a field."""
        kept = self._shelf.get(map_id)
        given = {name: value for name, value in question.items() if value is not None}
        done = await self._do(Job("picture", encoded(given), key=kept.key), kept)
        return done.body

    def people(self, map_id: str) -> list[str]:
        """Return the names of all figures that are not furniture."""
        board = self._shelf.get(map_id).subject.board
        return [each.name for each in board.figures() if not each.is_furniture]


def _plain(info: BoardInfo) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(info, enc_hook=plain_text)
    return {"map_id": plain.pop("id"), **plain}
