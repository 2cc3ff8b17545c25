"""Uploaded pictures: decoded in a separate process, and encoded again.

Only pixels are stored. The grid of a picture is read from its file name or detected. It is only a
suggestion, which the user checks.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sightline.errors import FormatError
from sightline.extras import how_to_install
from sightline.pictures import read_header
from sightline.pictures.decoding import COMMAND, MOST_SECONDS, can_decode, question, understood
from sightline.pictures.picture_grid import PictureGrid, grid_in_name, suggestion_of
from sightline.processes import WorkerError, output_of
from sightline.table.service.fairness import OneByOne
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.state.records import Actor
from sightline.texts import as_text, say

AT_ONCE = 2
"""The maximum number of pictures that are decoded at the same time, each for a different user.
Others are queued.
"""
MAX_FACE_BYTES = 4 * 1024 * 1024
"""The largest upload of a token image, in bytes."""


class PictureReader:
    """Decodes uploads. There is one per server."""

    def __init__(self, shelf: PictureShelf) -> None:
        self._shelf = shelf
        self._own = OneByOne()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def take(self, actor: Actor, data: bytes, name: str, *, is_face: bool) -> dict[str, Any]:
        """Return the response for an uploaded picture, or raise a FormatError."""
        if is_face and len(data) > MAX_FACE_BYTES:
            raise FormatError(
                say(
                    "a figure's picture has at most {most:,} bytes, this one {n:,}",
                    most=MAX_FACE_BYTES,
                    n=len(data),
                )
            )
        wanted: dict[str, Any] = {"do": "face"} if is_face else {"do": "clean", "most": None}
        async with self._own.of(actor.id):
            answer, cleaned = await self._asked(wanted, data)
        pixels = answer["pixels"][0], answer["pixels"][1]
        upload = await self._shelf.bring(actor.id, cleaned, pixels, is_face=is_face)
        named = None if is_face else grid_in_name(name, pixels)
        return {
            "upload": upload,
            "pixels": pixels,
            "grid": None if named is None else {"from": "name", **_grid(named)},
        }

    async def find_grid(self, data: bytes) -> dict[str, Any]:
        """Return the detected grid of a picture, and whether it is "sure", "perhaps", or "no"."""
        answer, _ = await self._asked({"do": "find"}, data)
        suggested = suggestion_of(answer)
        grid = None if suggested.grid is None else {"from": "found", **_grid(suggested.grid)}
        return {"found": suggested.found, "grid": grid}

    async def _asked(self, wanted: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
        if not can_decode():
            raise FormatError(
                say(
                    "This table cannot read pictures. Install the extra `png`: {command}.",
                    command=how_to_install("png"),
                )
            )
        read_header(data)
        async with self._turn:
            try:
                return understood(await output_of(COMMAND, question(wanted, data), MOST_SECONDS))
            except WorkerError as error:
                raise FormatError(say("the picture: {error}", error=as_text(error))) from None


def _grid(grid: PictureGrid) -> dict[str, Any]:
    """Return a grid in exact pixels."""
    return {
        "origin": [str(grid.left), str(grid.top)],
        "step": [str(grid.tile_width), str(grid.tile_height)],
    }
