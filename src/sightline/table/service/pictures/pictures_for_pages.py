"""Send pages the pictures that they request, in order with all other messages.

The picture of the shown map is cut before any page requests it, which takes seconds but blocks no
one. If a page requests tiles earlier, it waits until they are cut, and then gets those that it may
have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from sightline.errors import FormatError
from sightline.table.protocol.client import WantFaces, WantTiles
from sightline.table.questions.dispatch import MasterAnswers, PlayerAnswers
from sightline.table.service.listeners import ConnectedPage
from sightline.table.service.pictures.picture_packs import face_pack, in_sight, tile_pack
from sightline.table.service.pictures.picture_shelf import TIERS, CutTiles, PictureShelf, finest
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.records import MASTER, MapRecord

MOST_WAITING = 400
"""The maximum number of requests that may wait for pictures to be cut."""

ViewOf = Callable[[ConnectedPage], MasterAnswers | PlayerAnswers | None]
"""A function that returns the knowledge from which a page is answered, or None."""


class Uncut(NamedTuple):
    """A picture that is not cut yet, and the ranks of the tiles that a page may have."""

    laid: LaidPicture
    record: MapRecord
    ranks: set[int]


class WriteLog(Protocol):
    def __call__(self, who: str, text: str, *, attempt: bool = False) -> None: ...


class PicturesForPages:
    """The pictures of one table, for its pages."""

    def __init__(
        self, shelf: PictureShelf, lock: asyncio.Lock, view_of: ViewOf, log: WriteLog
    ) -> None:
        self._shelf, self._lock, self._view_of, self._log = shelf, lock, view_of, log
        self._waiting: set[asyncio.Task[None]] = set()
        self._ahead: asyncio.Task[None] | None = None
        self.ahead_of = ""
        """The id of the picture that is being cut in advance, or was."""

    def cut_ahead(self, laid: LaidPicture, record: MapRecord) -> None:
        """Cut the picture before any page requests it, coarse tiles first."""
        self.ahead_of = laid.id
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead = asyncio.create_task(self._cut_tiers(laid, record))

    async def _cut_tiers(self, laid: LaidPicture, record: MapRecord) -> None:
        with suppress(FormatError):  # the error is logged when a page requests the picture
            for tier in dict.fromkeys(finest(laid, each) for each in TIERS):
                await self._shelf.cut(laid, record, tier)

    async def want_tiles(self, page: ConnectedPage, wanted: WantTiles) -> None:
        """Send pictures of the requested tiles that the page's user knows."""
        async with self._lock:
            uncut = self._send_tiles(page, wanted, None)
        if uncut is not None and len(self._waiting) < MOST_WAITING:
            waiting = asyncio.create_task(self._send_when_cut(page, wanted, uncut))
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
        ahead = [] if self._ahead is None else [self._ahead]
        await asyncio.gather(*self._waiting, *ahead, return_exceptions=True)

    async def close(self) -> None:
        """Cancel all pending requests."""
        for each in [*self._waiting, self._ahead]:
            if each is not None:
                each.cancel()
        await self.settled()

    def _send_tiles(
        self, page: ConnectedPage, wanted: WantTiles, cut: CutTiles | None, *, cannot: bool = False
    ) -> Uncut | None:
        """Send the tiles, or return what must be cut first.

        `cannot` means that the picture cannot be cut, so the page gets an empty answer. (The game
        master gets the whole picture in another way.)
        """
        view = self._view_of(page)
        if not isinstance(view, PlayerAnswers):
            return None
        record, board = view.scene.record, view.scene.board
        laid = record.shown_picture
        if laid is None or laid.id != wanted.picture:
            return None
        tiles = (each for each in wanted.tiles if view.known.explored_tile(each))
        ranks = {board.rank(board.grid.tile(*each)) for each in tiles}
        if not cannot and (cut is None or not cut.has(ranks)):
            cut = self._shelf.ready(laid, record, wanted.tier)
            if cut is None:
                return Uncut(laid, record, ranks)
        page.send_binary(tile_pack(wanted, board, view.known, laid, cut))
        return None

    async def _send_when_cut(self, page: ConnectedPage, wanted: WantTiles, first: Uncut) -> None:
        uncut: Uncut | None = first
        while uncut is not None:
            cut = None
            try:
                cut = await self._shelf.cut_some(uncut.laid, uncut.record, wanted.tier, uncut.ranks)
            except FormatError as error:
                self._log("the table", f"could not cut the picture: {error}", attempt=True)
            async with self._lock:  # the knowledge now, which may be more or less than before
                uncut = self._send_tiles(page, wanted, cut, cannot=cut is None)
