"""Send pages the pictures that they request, in order with all other messages.

A picture is cut when it is first requested, which takes seconds but blocks no one. The page is
answered when it is done, with what it may have then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sightline.errors import FormatError
from sightline.table.protocol.client import WantFaces, WantTiles
from sightline.table.questions.dispatch import MasterAnswers, PlayerAnswers
from sightline.table.service.listeners import ConnectedPage
from sightline.table.service.pictures.picture_packs import face_pack, in_sight, tile_pack
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.records import MASTER, MapRecord

MOST_WAITING = 400
"""How many requests may wait for pictures to be cut."""

ViewOf = Callable[[ConnectedPage], MasterAnswers | PlayerAnswers | None]
"""Returns the knowledge that a page is answered from, or None."""


class WriteLog(Protocol):
    def __call__(self, who: str, text: str, *, attempt: bool = False) -> None: ...


class PicturesForPages:
    """The pictures of one table, for its pages."""

    def __init__(
        self, shelf: PictureShelf, lock: asyncio.Lock, view_of: ViewOf, log: WriteLog
    ) -> None:
        self._shelf, self._lock, self._view_of, self._log = shelf, lock, view_of, log
        self._waiting: set[asyncio.Task[None]] = set()

    async def want_tiles(self, page: ConnectedPage, wanted: WantTiles) -> None:
        """Send pictures of the requested tiles that the page's user knows."""
        async with self._lock:
            uncut = self._send_tiles(page, wanted)
        if uncut is not None and len(self._waiting) < MOST_WAITING:
            waiting = asyncio.create_task(self._send_when_cut(page, wanted, *uncut))
            self._waiting.add(waiting)
            waiting.add_done_callback(self._waiting.discard)

    async def want_faces(self, page: ConnectedPage, wanted: WantFaces) -> None:
        """Send pictures of the requested figures that the page's user sees."""
        async with self._lock:
            view = self._view_of(page)
            if isinstance(view, PlayerAnswers):
                player, figures = view.known.player, in_sight(view.known, view.scene.figures)
            elif view is not None:
                player, figures = MASTER, list(view.scene.figures.values())
            else:
                return
            page.send_binary(face_pack(wanted, player, figures, self._shelf.files))

    async def settled(self) -> None:
        """Wait until all pending requests are answered."""
        await asyncio.gather(*self._waiting, return_exceptions=True)

    async def close(self) -> None:
        """Cancel all pending requests."""
        waiting = [*self._waiting]
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    def _send_tiles(
        self, page: ConnectedPage, wanted: WantTiles, *, cannot: bool = False
    ) -> tuple[LaidPicture, MapRecord] | None:
        """Send them, or return the picture to cut first, and its map. `cannot`: it cannot be cut,
        and the page gets an empty answer. The game master gets the whole picture another way.
        """
        view = self._view_of(page)
        if not isinstance(view, PlayerAnswers):
            return None
        record = view.scene.record
        laid = record.shown_picture
        if laid is None or laid.id != wanted.picture:
            return None
        cut = None if cannot else self._shelf.ready(laid, record, wanted.tier)
        if cut is None and not cannot:
            return laid, record
        page.send_binary(tile_pack(wanted, view.scene.board, view.known, laid, cut))
        return None

    async def _send_when_cut(
        self, page: ConnectedPage, wanted: WantTiles, laid: LaidPicture, record: MapRecord
    ) -> None:
        cannot = False
        try:
            await self._shelf.cut(laid, record, wanted.tier)
        except FormatError as error:
            cannot = True
            self._log("the table", f"could not cut the picture: {error}", attempt=True)
        async with self._lock:  # by current knowledge: tiles may be forgotten meanwhile
            self._send_tiles(page, wanted, cannot=cannot)
