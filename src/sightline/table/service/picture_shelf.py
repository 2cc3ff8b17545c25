"""Keeps the pictures at hand: those that were sent, and the tiles that were cut of them.

Every tile of a picture is encoded once for each tier, in a process of its own, when somebody first
asks for one; for players the server then only copies bytes. Who gets which is not decided here.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import struct
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from mmap import mmap
from typing import Any

from sightline.errors import FormatError
from sightline.pictures.decoding import COMMAND, question, understood
from sightline.processes import output_of
from sightline.table.state import BroughtPicture, LaidPicture, MapRecord, digest_of, new_id
from sightline.table.storage import PictureFiles

TIERS = (32, 64, 128)
"""How many pixels wide the pictures of tiles are."""
CUT_SECONDS = 300.0
"""On the wall, for all tiles of the largest map in one tier."""
CODEC = 1
"""Other settings, other tiles: what was cut before is cut again."""
MOST_OPEN = 12
"""How many cuts are kept at hand; more lie on the disk."""
MOST_BROUGHT = 40
"""How many pictures may wait to be used; the oldest make room."""
MISSING = "the picture under the map is not there any more, or is damaged: lay it anew"

_HEAD = struct.Struct(">32sI")


class CutTiles:
    """The pictures of all tiles of a map in one tier, by the tile's rank."""

    def __init__(self, kept: bytes | mmap) -> None:
        """Raises a ValueError if it is not what `packed_tiles` wrote."""
        if len(kept) < _HEAD.size:
            raise ValueError("too short")
        digest, count = _HEAD.unpack_from(kept)
        if hashlib.sha256(memoryview(kept)[32:]).digest() != digest:
            raise ValueError("damaged")
        lengths = struct.unpack_from(f">{count}I", kept, _HEAD.size)
        self._kept = kept
        self._starts = [_HEAD.size + 4 * count]
        for length in lengths:
            self._starts.append(self._starts[-1] + length)

    def tile(self, rank: int) -> bytes:
        return bytes(self._kept[self._starts[rank] : self._starts[rank + 1]])


def packed_tiles(lengths: list[int], body: bytes) -> bytes:
    """Tiles as they are kept, with a digest of all of it in front."""
    rest = struct.pack(f">I{len(lengths)}I", len(lengths), *lengths) + body
    return hashlib.sha256(rest).digest() + rest


class PictureShelf:
    """The pictures of one table. Used from its event loop."""

    def __init__(self, files: PictureFiles) -> None:
        self.files = files
        self._brought: OrderedDict[str, BroughtPicture] = OrderedDict()
        self._held: Counter[str] = Counter()
        self._open: OrderedDict[str, CutTiles] = OrderedDict()
        self._jobs: dict[str, asyncio.Task[CutTiles]] = {}
        self._turn = asyncio.Semaphore(1)
        """One is cut at a time: it takes all of a processor."""

    # --- what is sent

    async def bring(
        self, owner: str, data: bytes, pixels: tuple[int, int], *, is_face: bool
    ) -> str:
        """Keep a picture that somebody sent: what they may call it from now on."""
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
        """Meanwhile these pictures are kept, though no map names them yet."""
        held = Counter(digests)
        self._held += held
        try:
            yield
        finally:
            self._held -= held

    def forget_all_but(self, digests: Iterable[str]) -> None:
        """And but for what was sent just now."""
        waiting = (each.digest for each in self._brought.values())
        self.files.keep_only({*digests, *waiting, *+self._held})

    # --- what is cut

    def ready(self, laid: LaidPicture, record: MapRecord, tier: int) -> CutTiles | None:
        """The tiles in that tier, if they are cut."""
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
        """Likewise, cut now if they are not; a FormatError says why that cannot be."""
        ready = self.ready(laid, record, tier)
        if ready is not None:
            return ready
        wanted = _wanted(laid, record, tier)
        key = _key(laid, wanted)
        if key not in self._jobs:
            self._jobs[key] = asyncio.create_task(self._cut(laid.digest, key, wanted))
            self._jobs[key].add_done_callback(lambda _: self._jobs.pop(key))
        return await asyncio.shield(self._jobs[key])

    async def _cut(self, digest: str, key: str, wanted: dict[str, Any]) -> CutTiles:
        async with self._turn:
            data = await asyncio.to_thread(self.files.get, digest)
            if data is None:
                raise FormatError(MISSING)
            try:
                out = await output_of(COMMAND, question(wanted, data), CUT_SECONDS)
            except TimeoutError:
                raise FormatError("cutting the picture takes too long") from None
            answer, body = understood(out)
            packed = packed_tiles(answer["lengths"], body)
            await asyncio.to_thread(self.files.put_tiles, key, packed)
            kept = self.files.tiles(key)
            self._open[key] = CutTiles(packed if kept is None else kept)
            return self._open[key]

    async def close(self) -> None:
        """End what is being cut."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


def finest(laid: LaidPicture, tier: int) -> int:
    """That tier, or the lowest one that has all that the picture has."""
    *_, wide, high = laid.place
    enough = next((each for each in TIERS if max(wide, high) <= each), TIERS[-1])
    return min(tier, enough)


def _wanted(laid: LaidPicture, record: MapRecord, tier: int) -> dict[str, Any]:
    """What the decoder is asked for."""
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
