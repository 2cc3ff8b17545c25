"""Maps with pictures on which every tile has a colour of its own, and tables that have them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any

from PIL import Image

from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.table.protocol.actions import LayPicture
from sightline.table.protocol.client import WantTiles
from sightline.table.protocol.types import Tier
from sightline.table.state.records import MASTER
from tests.table.support.fake_pages import Message, Party, Person

Pair = tuple[int, int]
Colour = tuple[int, int, int]
STEP = 20
"""Pixels a tile, if nothing else is said."""


def colour_of(tile: Pair) -> Colour:
    """Far enough from every other one that encoding does not blur them."""
    return 24 * (tile[1] % 10) + 8, 24 * (tile[0] % 10) + 8, 60 * (tile[0] // 10 + tile[1] // 10)


def painted(
    rows: int, cols: int, colour: Callable[[Pair], Colour] = colour_of, step: int = STEP
) -> bytes:
    """A picture of squares."""
    image = Image.new("RGB", (cols * step, rows * step))
    for row in range(rows):
        for col in range(cols):
            at = (col * step, row * step, (col + 1) * step, (row + 1) * step)
            image.paste(colour((row, col)), at)
    return png(image)


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


async def lay(ours: Party, data: bytes, action: LayPicture | None = None, **more: Any) -> Message:
    """Lay a picture under the map that the master looks at, as a page does."""
    with Image.open(io.BytesIO(data)) as image:
        pixels = image.size
    upload = await ours.table.pictures.bring(MASTER, data, pixels, is_face=False)
    usual: dict[str, Any] = {"origin": ("0", "0"), "step": (str(STEP), str(STEP)), **more}
    return await ours.master.do(action or LayPicture(upload=upload, **usual))


async def wanted(
    person: Person, tiles: Iterable[Pair], tier: Tier = 32, picture: str | None = None
) -> dict[Pair, bytes]:
    """What the table sends of these tiles."""
    page, pages = person.page, person._table.pictures_for_pages
    named = current_picture(person) if picture is None else picture
    if not named:
        return {}
    seen = len(page.received)
    await pages.want_tiles(page, WantTiles(named, tier, list(tiles)))
    await pages.settled()
    packs = [each for each in page.received[seen:] if each["t"] == "tiles"]
    return {
        (row, col): body
        for pack in packs
        for (row, col, _), body in zip(pack.get("tiles", ()), pack["bodies"], strict=True)
    }


def current_picture(person: Person) -> str:
    """What the person's page calls the map's picture by now."""
    named = ""
    for each in person.page.received:
        if each["t"] in ("stage", "no_stage"):
            named = each.get("picture", "")
        elif each["t"] == "change":
            named = each.get("picture", named)
    return named


def colours_in(body: bytes) -> set[Colour]:
    """Every colour of an encoded picture that is not quite see-through."""
    with Image.open(io.BytesIO(body)) as image:
        data = image.convert("RGBA").tobytes()
    pixels = {data[at : at + 4] for at in range(0, len(data), 4)}
    return {(r, g, b) for r, g, b, alpha in pixels if alpha or (r, g, b) != (0, 0, 0)}


def every_tile(board: Board) -> list[Pair]:
    assert isinstance(board, SquareBoard | HexBoard)
    return [(tile[0], tile[1]) for tile in board.tiles()]
