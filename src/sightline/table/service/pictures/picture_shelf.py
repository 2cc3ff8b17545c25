"""A cache of uploaded pictures and the tiles cut from them.

Every tile of a picture is encoded once per tier, in a separate process; afterwards the server only
copies bytes. For a large map this takes seconds. Meanwhile the tiles that a page requests are cut
separately. Access is not checked here.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import struct
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from mmap import mmap
from typing import Any

from sightline.errors import FormatError
from sightline.pictures.decoding import COMMAND, question, understood
from sightline.processes import WorkerError, output_of
from sightline.table.state.laid_picture import BroughtPicture, LaidPicture, digest_of
from sightline.table.state.records import MapRecord, new_id
from sightline.table.storage.picture_files import PictureFiles
from sightline.texts import as_text, say

TIERS = (32, 64, 128)
"""The widths of tile pictures in pixels."""
CUT_SECONDS = 300.0
"""Time limit for cutting all tiles of the largest map in one tier."""
CODEC = 1
"""A number for the codec settings. Tiles that were cut with other settings are cut again."""
MOST_OPEN = 12
"""The maximum number of sets of tiles kept in memory; others are on disk."""
MOST_BROUGHT = 40
"""The maximum number of uploads that may wait to be used. The oldest are dropped."""
MISSING = "the picture under the map is not there any more, or is damaged: lay it anew"

MANY_TILES = 600
"""The number of tiles from which requested tiles are cut separately until the whole map is
cut.
"""

_HEAD = struct.Struct(">32sI")


class CutTiles:
    """The pictures of all tiles of a map in one tier, by the tile's rank."""

    def __init__(self, kept: bytes | mmap, only: Set[int] | None = None) -> None:
        """Parse data from `packed_tiles`; raise ValueError if it is invalid.

        `only` are the ranks of the tiles that were cut; None means all.
        """
        if len(kept) < _HEAD.size:
            raise ValueError("too short")
        digest, count = _HEAD.unpack_from(kept)
        if hashlib.sha256(memoryview(kept)[32:]).digest() != digest:
            raise ValueError("damaged")
        lengths = struct.unpack_from(f">{count}I", kept, _HEAD.size)
        self._kept, self._only = kept, only
        self._starts = [_HEAD.size + 4 * count]
        for length in lengths:
            self._starts.append(self._starts[-1] + length)

    def has(self, ranks: Set[int]) -> bool:
        return self._only is None or ranks <= self._only

    def tile(self, rank: int) -> bytes:
        return bytes(self._kept[self._starts[rank] : self._starts[rank + 1]])


def packed_tiles(lengths: list[int], body: bytes) -> bytes:
    """Return tiles in stored form, which starts with a digest."""
    rest = struct.pack(f">I{len(lengths)}I", len(lengths), *lengths) + body
    return hashlib.sha256(rest).digest() + rest


class PictureShelf:
    """The pictures of one table. Use it only from the table's event loop."""

    def __init__(self, files: PictureFiles) -> None:
        self.files = files
        self._brought: OrderedDict[str, BroughtPicture] = OrderedDict()
        self._held: Counter[str] = Counter()
        self._open: OrderedDict[str, CutTiles] = OrderedDict()
        self._jobs: dict[str, asyncio.Task[CutTiles]] = {}
        self._turn = asyncio.Semaphore(1)
        """A lock for cutting: only one picture is cut at a time, because cutting uses a
        whole core.
        """
        self._turn_of_some = asyncio.Semaphore(1)

    # --- uploads

    async def bring(
        self, owner: str, data: bytes, pixels: tuple[int, int], *, is_face: bool
    ) -> str:
        """Store an uploaded picture and return its upload id."""
        ticket = new_id("i")
        self._brought[ticket] = BroughtPicture(owner, digest_of(data), pixels, is_face)
        while len(self._brought) > MOST_BROUGHT:
            self._brought.popitem(last=False)
        await asyncio.to_thread(self.files.put, data)
        return ticket

    def brought_by(self, owner: str) -> Mapping[str, BroughtPicture]:
        return {name: each for name, each in self._brought.items() if each.owner == owner}

    @contextmanager
    def holding(self, digests: Iterable[str]) -> Iterator[None]:
        """Keep these pictures inside the context, although no map refers to them yet."""
        held = Counter(digests)
        self._held += held
        try:
            yield
        finally:
            self._held -= held

    def forget_all_but(self, digests: Iterable[str]) -> None:
        """Delete all other pictures, except recent uploads."""
        waiting = (each.digest for each in self._brought.values())
        self.files.keep_only({*digests, *waiting, *+self._held})

    # --- cutting

    def ready(self, laid: LaidPicture, record: MapRecord, tier: int) -> CutTiles | None:
        """Return the tiles in that tier, or None if they are not cut yet."""
        key = _key(laid, _wanted(laid, record, tier))
        if key not in self._open:
            kept = self.files.tiles(key)
            try:
                if kept is None:
                    return None
                self._open[key] = CutTiles(kept)
            except ValueError:
                return None
        self._open.move_to_end(key)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return self._open[key]

    async def cut(self, laid: LaidPicture, record: MapRecord, tier: int) -> CutTiles:
        """Return the tiles, and cut them first if needed. Raise FormatError if that is
        impossible.
        """
        ready = self.ready(laid, record, tier)
        if ready is not None:
            return ready
        return await asyncio.shield(self._cutting(laid, record, tier))

    async def cut_some(
        self, laid: LaidPicture, record: MapRecord, tier: int, ranks: Set[int]
    ) -> CutTiles:
        """Return at least the tiles with these ranks. Others may be missing."""
        whole = self._cutting(laid, record, tier)
        if len(ranks) * 2 > record.tile_count or record.tile_count <= MANY_TILES:
            return await asyncio.shield(whole)
        async with self._turn_of_some:
            ready = self.ready(laid, record, tier)
            if ready is not None:
                return ready
            wanted = {**_wanted(laid, record, tier), "only": sorted(ranks)}
            return CutTiles(await self._cut(laid.digest, wanted), ranks)

    def _cutting(self, laid: LaidPicture, record: MapRecord, tier: int) -> asyncio.Task[CutTiles]:
        """Return the task that cuts the whole map."""
        wanted = _wanted(laid, record, tier)
        key = _key(laid, wanted)
        if key not in self._jobs:
            self._jobs[key] = asyncio.create_task(self._cut_whole(laid.digest, key, wanted))
            self._jobs[key].add_done_callback(lambda done: self._end(key, done))
        return self._jobs[key]

    def _end(self, key: str, done: asyncio.Task[CutTiles]) -> None:
        del self._jobs[key]
        if not done.cancelled():
            done.exception()  # perhaps nobody is waiting for it any more

    async def _cut_whole(self, digest: str, key: str, wanted: dict[str, Any]) -> CutTiles:
        async with self._turn:
            packed = await self._cut(digest, wanted)
            await asyncio.to_thread(self.files.put_tiles, key, packed)
            kept = self.files.tiles(key)
            self._open[key] = CutTiles(packed if kept is None else kept)
            return self._open[key]

    async def _cut(self, digest: str, wanted: dict[str, Any]) -> bytes:
        data = await asyncio.to_thread(self.files.get, digest)
        if data is None:
            raise FormatError(MISSING)
        try:
            out = await output_of(COMMAND, question(wanted, data), CUT_SECONDS)
        except WorkerError as error:
            raise FormatError(
                say("the picture under the map: {error}", error=as_text(error))
            ) from None
        answer, body = understood(out)
        return packed_tiles(answer["lengths"], body)

    async def close(self) -> None:
        """Cancel all tasks that cut pictures."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


def finest(laid: LaidPicture, tier: int) -> int:
    """Return the lower of that tier and the lowest tier with the picture's full detail."""
    *_, wide, high = laid.place
    enough = next((each for each in TIERS if max(wide, high) <= each), TIERS[-1])
    return min(tier, enough)


def _wanted(laid: LaidPicture, record: MapRecord, tier: int) -> dict[str, Any]:
    """Return the request to the process that decodes pictures."""
    tier = finest(laid, tier)
    grid: dict[str, Any] = {"kind": "square", "rows": record.rows, "cols": record.cols}
    if record.grid != "square":
        grid = {
            "kind": "hex",
            "orientation": record.orientation,
            "cells": record.cells,
            "overlap": 2 + math.ceil(laid.place[2] / tier),
        }
    return {"do": "cut", "place": [str(each) for each in laid.place], "grid": grid, "tier": tier}


def _key(laid: LaidPicture, wanted: dict[str, Any]) -> str:
    said = json.dumps([CODEC, wanted], sort_keys=True).encode()
    return f"{laid.digest}-{hashlib.sha256(said).hexdigest()[:32]}"
