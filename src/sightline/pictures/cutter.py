"""Cut a picture into the tiles of a board, each encoded separately, because viewers may get only
some.

A pixel belongs to the tile that contains its center, and the picture of a tile contains no pixels
of another: each tile is cropped first and then resized. Resizing repeats the tile's own border
pixels beyond its border. Parts that the picture does not cover are fully transparent, with no
color. This code runs in the decoder's process.
"""

from __future__ import annotations

import io
import math
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY: dict[str, Any] = {"format": "WEBP", "quality": 80, "method": 2, "exact": False}
FACE = 256
"""The width and height of a figure's picture, in pixels."""
_HALF = Fraction(1, 2)
_ROOT3 = math.sqrt(3)


class PixelGrid(NamedTuple):
    """The position of a board on a picture, in pixels: its origin, and the size of a tile.

    The origin is the top left corner of squares, and the center of the hex (0, 0).
    """

    x: Fraction
    y: Fraction
    wide: Fraction
    high: Fraction


def cut(
    image: Image,
    place: PixelGrid,
    grid: dict[str, Any],
    tier: int,
    only: Container[int] | None = None,
) -> list[bytes]:
    """Return every tile as a WebP image of `tier` pixels across, in the order of the board's tiles.

    The result is b"" for tiles outside the picture, and for those whose rank is not in `only`.
    """
    cells = (_squares if grid["kind"] == "square" else _hexes)(image, place, grid, only)
    return [b"" if cell is None else _encoded(_resized(*cell, grid, tier)) for cell in cells]


def face(image: Image) -> Image:
    """Return the middle of a picture as a square, in the size of a figure."""
    from PIL.Image import Resampling

    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    middle = image.crop((left, top, left + side, top + side))
    return middle.resize((FACE, FACE), Resampling.LANCZOS, reducing_gap=3.0)


# --- squares

PixelBox = tuple[float, float, float, float]


def _squares(
    image: Image, place: PixelGrid, grid: dict[str, Any], only: Container[int] | None
) -> Iterator[tuple[Image, PixelBox] | None]:
    across = [_owned(place.x + col * place.wide, place.wide) for col in range(grid["cols"])]
    for row in range(grid["rows"]):
        top, bottom, y0, y1 = _owned(place.y + row * place.high, place.high)
        for col, (left, right, x0, x1) in enumerate(across):
            if only is not None and row * len(across) + col not in only:
                yield None
                continue
            own = _crop(image, (left, top, right, bottom))
            yield None if own is None else (_bordered(own), (x0, y0, x1, y1))


def _owned(start: Fraction, step: Fraction) -> tuple[int, int, float, float]:
    """Return the range of pixels whose centers are in a tile, and where the tile starts and ends,
    counted from one pixel before the first.
    """
    end = start + step
    first, last = math.ceil(start - _HALF), math.ceil(end - _HALF)
    # Up to half a pixel at a tile's border belongs to its neighbor; its own border pixel
    # replaces it.
    return first, last, float(start - first + 1), float(end - first + 1)


def _crop(image: Image, box: tuple[int, int, int, int]) -> Image | None:
    """Return these pixels, transparent outside the picture; None if all of them are outside."""
    from PIL.Image import new

    left, top, right, bottom = box
    inside = max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        return None
    own = image.crop(inside)
    if inside == box:
        return own
    whole = new("RGBA", (right - left, bottom - top))
    whole.paste(own.convert("RGBA"), (inside[0] - left, inside[1] - top))
    return whole


def _bordered(own: Image) -> Image:
    """Return the image with its border pixels repeated once around it."""
    from PIL.Image import new

    wide, high = own.size
    framed = new(own.mode, (wide + 2, high + 2))
    framed.paste(own, (1, 1))
    framed.paste(own.crop((0, 0, 1, high)), (0, 1))
    framed.paste(own.crop((wide - 1, 0, wide, high)), (wide + 1, 1))
    framed.paste(framed.crop((0, 1, wide + 2, 2)), (0, 0))
    framed.paste(framed.crop((0, high, wide + 2, high + 1)), (0, high + 1))
    return framed


# --- hexes


def _hexes(
    image: Image, place: PixelGrid, grid: dict[str, Any], only: Container[int] | None
) -> Iterator[tuple[Image, PixelBox] | None]:
    import numpy as np
    from PIL.Image import fromarray

    plain = np.asarray(image.convert("RGBA"))
    pointy = grid["orientation"] == "pointy"
    if not pointy:  # a flat hex is a pointy one in the rotated picture
        plain = plain.transpose(1, 0, 2)
        place = PixelGrid(place.y, place.x, place.high, place.wide)
    for rank, (q, r) in enumerate(_cells(grid["cells"])):
        found = None
        if only is None or rank in only:
            found = _hex(plain, place, (q, r) if pointy else (r, q), grid["overlap"])
        if found is None:
            yield None
            continue
        own, box = found
        if not pointy:
            own, box = own.transpose(1, 0, 2), (box[1], box[0], box[3], box[2])
        yield fromarray(np.ascontiguousarray(own)), box


def _cells(runs: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    for q, r, count in runs:
        for step in range(count):
            yield q + step, r


def _hex(
    plain: Any, place: PixelGrid, cell: tuple[int, int], overlap: int
) -> tuple[Any, PixelBox] | None:
    """Return the pixels of one pointy hex, in its bounding box.

    `cell` is its center, along and across the rows.
    """
    import numpy as np

    along, across = cell
    high, wide = plain.shape[:2]
    left = place.x + (along + Fraction(across, 2) - _HALF) * place.wide
    right = left + place.wide
    middle = float(place.y) + across * _ROOT3 / 2 * float(place.high)
    radius = float(place.high) / _ROOT3
    top, bottom = math.ceil(middle - radius - 0.5), math.ceil(middle + radius - 0.5)
    rows = np.arange(top, bottom) + 0.5
    # From the widest part on, each pixel up or down removes the same width on both sides.
    narrower = np.clip(np.abs(rows - middle) - radius / 2, 0, None) * float(place.wide) / radius
    # Upright sides are exact: two hexes share each of them, and a pixel's center may be on it.
    start = np.where(narrower > 0, np.ceil(float(left) + narrower - 0.5), math.ceil(left - _HALF))
    end = np.where(narrower > 0, np.ceil(float(right) - narrower - 0.5), math.ceil(right - _HALF))
    x0, x1 = math.ceil(left - _HALF) - overlap, math.ceil(right - _HALF) + overlap
    start, end = start.astype(int), end.astype(int)
    kept = np.flatnonzero(start < end)
    if not kept.size:
        return None
    # Repeat the tile's own border pixels beyond its border; otherwise seams would be visible.
    which = kept[np.clip(np.arange(-overlap, len(rows) + overlap), kept[0], kept[-1]) - kept[0]]
    start, end, lines = start[which], end[which], which + top
    columns = np.arange(x0, x1)[None, :]
    taken = np.clip(columns, start[:, None], end[:, None] - 1)
    shown = (columns >= start[:, None] - overlap) & (columns < end[:, None] + overlap)
    shown &= (taken >= 0) & (taken < wide) & ((lines >= 0) & (lines < high))[:, None]
    if not shown.any():
        return None
    own = plain[np.clip(lines, 0, high - 1)[:, None], np.clip(taken, 0, wide - 1)].copy()
    own[~shown] = 0
    y0 = top - overlap
    return own, (float(left) - x0, middle - radius - y0, float(right) - x0, middle + radius - y0)


# --- all


def _resized(own: Image, box: PixelBox, grid: dict[str, Any], tier: int) -> Image:
    from PIL.Image import Resampling

    size = tier, tier
    if grid["kind"] != "square":
        long = round(tier * 2 / _ROOT3)
        size = (tier, long) if grid["orientation"] == "pointy" else (long, tier)
    smaller = box[2] - box[0] > tier
    box = (max(0.0, box[0]), max(0.0, box[1]), min(own.width, box[2]), min(own.height, box[3]))
    return own.resize(size, Resampling.HAMMING if smaller else Resampling.BICUBIC, box)


def _encoded(image: Image) -> bytes:
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    out = io.BytesIO()
    image.save(out, **QUALITY)
    return out.getvalue()
