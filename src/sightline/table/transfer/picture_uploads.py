"""Takes pictures that people send: decoded in a process of its own, and encoded anew.

What is kept holds pixels and nothing else. Where the tiles are on a picture is read out of its
file's name, or looked for on the picture: suggestions, which whoever laid it looks at first.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sightline.errors import FormatError
from sightline.pictures import read_header
from sightline.pictures.decoding import COMMAND, MOST_SECONDS, can_decode, question, understood
from sightline.pictures.picture_grid import PictureGrid, grid_in_name, suggestion_of
from sightline.processes import output_of
from sightline.table.service import PictureShelf
from sightline.table.state import Actor

AT_ONCE = 2
"""How many are decoded at the same time; others wait for their turn."""
MAX_FACE_BYTES = 4 * 1024 * 1024
"""Of a figure's picture, as it is sent."""
NO_PILLOW = "This table cannot read pictures: install them with pip install 'sightline[png]'."


class PictureReader:
    """Decodes what is sent. One for each server."""

    def __init__(self, shelf: PictureShelf) -> None:
        self._shelf = shelf
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def take(self, actor: Actor, data: bytes, name: str, *, is_face: bool) -> dict[str, Any]:
        """What the page gets for a picture that it sent, or a FormatError."""
        if is_face and len(data) > MAX_FACE_BYTES:
            raise FormatError(
                f"a figure's picture has at most {MAX_FACE_BYTES:,} bytes, this one {len(data):,}"
            )
        wanted: dict[str, Any] = {"do": "face"} if is_face else {"do": "clean", "most": None}
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
        """Where tiles seem to be on a picture: "sure", "perhaps", or "no"."""
        answer, _ = await self._asked({"do": "find"}, data)
        suggested = suggestion_of(answer)
        grid = None if suggested.grid is None else {"from": "found", **_grid(suggested.grid)}
        return {"found": suggested.found, "grid": grid}

    async def _asked(self, wanted: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
        if not can_decode():
            raise FormatError(NO_PILLOW)
        read_header(data)
        async with self._turn:
            try:
                return understood(await output_of(COMMAND, question(wanted, data), MOST_SECONDS))
            except TimeoutError:
                raise FormatError("decoding the picture takes too long") from None


def _grid(grid: PictureGrid) -> dict[str, Any]:
    """In pixels, exactly."""
    return {
        "origin": [str(grid.left), str(grid.top)],
        "step": [str(grid.tile_width), str(grid.tile_height)],
    }
