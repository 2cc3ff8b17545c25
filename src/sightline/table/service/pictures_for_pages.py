"""Sends pages the pictures that they ask for, in the same order as everything else they get.

A picture is cut when it is first asked for, which takes seconds. Nobody waits for that: the page is
answered when it is done, by what it may have then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sightline.errors import FormatError
from sightline.table.protocol import WantFaces, WantTiles
from sightline.table.questions import MasterAnswers, PlayerAnswers
from sightline.table.service.listeners import ConnectedPage
from sightline.table.service.picture_packs import face_pack, in_sight, tile_pack
from sightline.table.service.picture_shelf import PictureShelf
from sightline.table.state import MASTER, LaidPicture, MapRecord

MOST_WAITING = 400
"""How many packs of all pages may wait for pictures to be cut."""

ViewOf = Callable[[ConnectedPage], MasterAnswers | PlayerAnswers | None]
"""Out of what a page is answered; None: of nothing."""


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
        """Send the picture of tiles, as far as whoever the page is for knows them."""
        async with self._lock:
            uncut = self._send_tiles(page, wanted)
        if uncut is not None and len(self._waiting) < MOST_WAITING:
            waiting = asyncio.create_task(self._send_when_cut(page, wanted, *uncut))
            self._waiting.add(waiting)
            waiting.add_done_callback(self._waiting.discard)

    async def want_faces(self, page: ConnectedPage, wanted: WantFaces) -> None:
        """Send the pictures of figures, as far as whoever the page is for sees them."""
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
        """Wait until everybody has what they waited for."""
        await asyncio.gather(*self._waiting, return_exceptions=True)

    async def close(self) -> None:
        """Nobody waits any more."""
        waiting = [*self._waiting]
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    def _send_tiles(
        self, page: ConnectedPage, wanted: WantTiles, *, cannot: bool = False
    ) -> tuple[LaidPicture, MapRecord] | None:
        """Send them; or the picture that has to be cut first, and its map. `cannot`: it cannot be,
        and the page hears that there is nothing. The master has the whole picture otherwise."""
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
        async with self._lock:  # what they know by now: something may be forgotten meanwhile
            self._send_tiles(page, wanted, cannot=cannot)
