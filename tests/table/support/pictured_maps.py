"""Maps with pictures in which every tile has a different color, and tables with such maps."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
from PIL import Image

from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.pictures import decoder
from sightline.table.protocol.actions import LayPicture
from sightline.table.protocol.client import WantTiles
from sightline.table.protocol.types import Tier
from sightline.table.service.pictures import picture_shelf
from sightline.table.state.records import MASTER
from tests.table.support.fake_pages import Message, Party, Person

Pair = tuple[int, int]
Color = tuple[int, int, int]
STEP = 20
"""The default number of pixels per tile."""


def color_of(tile: Pair) -> Color:
    """Return a color that is distinct enough from all others to survive encoding."""
    return 24 * (tile[1] % 10) + 8, 24 * (tile[0] % 10) + 8, 60 * (tile[0] // 10 + tile[1] // 10)


def painted(
    rows: int, cols: int, color: Callable[[Pair], Color] = color_of, step: int = STEP
) -> bytes:
    """Return a picture of colored squares."""
    image = Image.new("RGB", (cols * step, rows * step))
    for row in range(rows):
        for col in range(cols):
            at = (col * step, row * step, (col + 1) * step, (row + 1) * step)
            image.paste(color((row, col)), at)
    return png(image)


def painted_under(board: Board, color: Callable[[Pair], Color], step: int) -> bytes:
    """Return a picture of a whole board. Pixels on the borders between hexes are gray and not
    checked.
    """
    if isinstance(board, SquareBoard):
        return painted(board.rows, board.cols, color, step)
    assert isinstance(board, HexBoard)
    assert board.orientation == "pointy"
    tiles = every_tile(board)
    small = 14
    centers = np.array([(q + r / 2, r * 3**0.5 / 2) for q, r in tiles]) * small
    width, height = (int(most) + small for most in centers.max(axis=0))
    y, x = np.mgrid[0:height, 0:width] + 0.5
    apart = np.hypot(x[..., None] - centers[:, 0], y[..., None] - centers[:, 1])
    nearest = np.partition(apart, 1, axis=-1)
    pixels = np.array([color(tile) for tile in tiles], np.uint8)[apart.argmin(axis=-1)]
    pixels[nearest[..., 1] - nearest[..., 0] < small / 4] = 128
    scale = step // small
    return png(Image.fromarray(pixels).resize((width * scale, height * scale), 0))


@contextmanager
def cut_in_this_process() -> Iterator[None]:
    """Cut pictures without a separate process, for tests with many small pictures."""

    async def answer(command: Any, given: bytes, seconds: float) -> bytes:
        line, _, data = given.partition(b"\n")
        said, body = decoder.answered(json.loads(line), data)
        return json.dumps(said).encode() + b"\n" + body

    with mock.patch.object(picture_shelf, "output_of", answer):
        yield


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


async def lay(ours: Party, data: bytes, action: LayPicture | None = None, **more: Any) -> Message:
    """Place a picture under the game master's current map, as a page does."""
    with Image.open(io.BytesIO(data)) as image:
        pixels = image.size
    upload = await ours.table.pictures.bring(MASTER, data, pixels, is_face=False)
    usual: dict[str, Any] = {"origin": ("0", "0"), "step": (str(STEP), str(STEP)), **more}
    return await ours.master.do(action or LayPicture(upload=upload, **usual))


async def wanted(
    person: Person, tiles: Iterable[Pair], tier: Tier = 32, picture: str | None = None
) -> dict[Pair, bytes]:
    """Request these tiles and return what the table sends."""
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
    """Return the id of the map's current picture on the person's page."""
    named = ""
    for each in person.page.received:
        if each["t"] in ("stage", "no_stage"):
            named = each.get("picture", "")
        elif each["t"] == "change":
            named = each.get("picture", named)
    return named


def colors_in(body: bytes) -> set[Color]:
    """Return every color of an encoded picture that is not almost transparent."""
    with Image.open(io.BytesIO(body)) as image:
        data = image.convert("RGBA").tobytes()
    pixels = {data[at : at + 4] for at in range(0, len(data), 4)}
    return {(r, g, b) for r, g, b, alpha in pixels if alpha or (r, g, b) != (0, 0, 0)}


def every_tile(board: Board) -> list[Pair]:
    assert isinstance(board, SquareBoard | HexBoard)
    return [(tile[0], tile[1]) for tile in board.tiles()]
