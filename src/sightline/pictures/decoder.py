"""Decode one picture in a separate process: `python -m sightline.pictures.decoder`.

A hostile picture may use memory and time, but only here, where both are limited. The output has
only pixels: upright, in sRGB, the first frame of an animation, without EXIF, comments, profiles,
thumbnails, or trailing bytes.

In:  a line of JSON, {"do": "clean", "look", "find", "cut" or "face", ...}, then the bytes of the
     picture.
Out: a line of JSON, then the bytes of a picture if one was requested;
     or {"error": a message for the user}.
"""

from __future__ import annotations

import io
import json
import os
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sightline.errors import FormatError
from sightline.pictures.header import (
    JPEG,
    MAX_PICTURE_BYTES,
    MAX_PICTURE_PIXELS,
    PNG,
    WEBP,
    read_header,
)
from sightline.processes import TOO_MUCH_MEMORY, end_with_parent, give_way, limit
from sightline.texts import as_text, dump_text, say

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_MEMORY = 1536 * 1024 * 1024
"""The memory limit. A WebP of the most pixels takes 1.2 GiB while it is decoded and
encoded again.
"""
MOST_SECONDS = 40
MOST_SECONDS_CUTTING = 240
"""The time limit for cutting, enough for the tiles of the largest map."""

_KEPT_QUALITY = {
    # Lossless stays lossless; the other formats lose little, even if this is repeated.
    PNG: {"format": "PNG", "compress_level": 3},
    JPEG: {"format": "JPEG", "quality": 92, "subsampling": 0},
    WEBP: {"format": "WEBP", "quality": 90, "method": 2},
}
_DRAWN_QUALITY = {
    PNG: {"format": "PNG", "compress_level": 6},
    JPEG: {"format": "JPEG", "quality": 85},
}


def main() -> None:
    end_with_parent()
    give_way()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each of its threads would reserve memory
    line, _, data = sys.stdin.buffer.read().partition(b"\n")
    wanted = json.loads(line)
    limit(MOST_MEMORY, MOST_SECONDS_CUTTING if wanted["do"] == "cut" else MOST_SECONDS)
    answer, body = answered(wanted, data)
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + body)
    sys.stdout.buffer.flush()


def answered(wanted: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the response to a request: a line of JSON, and the bytes after it."""
    try:
        read_header(data)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Pillow only warns about decompression bombs
            return _DONE[wanted.pop("do")](data, **wanted)
    except MemoryError:
        return {"error": dump_text(TOO_MUCH_MEMORY)}, b""
    except FormatError as error:
        return {"error": dump_text(as_text(error))}, b""
    except Exception as error:  # noqa: BLE001 (whatever a codec raises, the picture is broken)
        return {
            "error": dump_text(say("the picture is broken: {error}", error=_in_short(error)))
        }, b""


def _in_short(error: Exception) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 160 else f"{words[:160]}..."


def _look(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the upright size of a picture without decoding it."""
    image = _opened(data)
    width, height = image.size
    if _stored_lying_down(image):
        width, height = height, width
    return {"pixels": [width, height]}, b""


def _clean(data: bytes, most: list[int] | None = None) -> tuple[dict[str, Any], bytes]:
    """Return the pixels of the picture.

    With `most`, it is shrunk to that width and height for drawing.
    """
    image = upright(data)
    source = read_header(data).media_type
    if most is not None:
        image = _shrunk(image, (most[0], most[1]))
        media_type = PNG if image.mode == "RGBA" else JPEG
        settings: dict[str, Any] = _DRAWN_QUALITY[media_type]
    else:
        media_type = WEBP if source == JPEG and image.mode == "RGBA" else source
        settings = dict(_KEPT_QUALITY[media_type])
        if media_type == WEBP and b"VP8L" in data[:64]:
            settings |= {"lossless": True, "quality": 0}
    body = _encoded(image, settings)
    if len(body) > MAX_PICTURE_BYTES:
        media_type = WEBP
        body = _encoded(image, _KEPT_QUALITY[WEBP])
        if len(body) > MAX_PICTURE_BYTES:
            raise FormatError(
                say(
                    "the picture has {n:,} bytes when encoded again; at most {most:,} are allowed",
                    n=len(body),
                    most=MAX_PICTURE_BYTES,
                )
            )
    return {"media_type": media_type, "pixels": list(image.size)}, body


def _find(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the grid that is drawn on the picture, if one is found."""
    import numpy as np

    from sightline.pictures.grid_finder import find_grid

    gray = upright(data).convert("L")
    found = find_grid(np.asarray(gray, dtype=np.float32))
    return {"pixels": list(gray.size), **found}, b""


def _cut(
    data: bytes, place: list[str], grid: dict[str, Any], tier: int, only: list[int] | None = None
) -> tuple[dict[str, Any], bytes]:
    """Return the pictures of all tiles, one after the other, and the length of each.

    `only` are the ranks of the requested tiles.
    """
    from sightline.pictures.cutter import PixelGrid, cut

    wanted = None if only is None else frozenset(only)
    tiles = cut(upright(data), PixelGrid(*map(Fraction, place)), grid, tier, wanted)
    return {"lengths": [len(tile) for tile in tiles]}, b"".join(tiles)


def _face(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the picture small and square, for a figure."""
    from sightline.pictures.cutter import face

    small = face(upright(data))
    body = _encoded(small, {"format": "WEBP", "quality": 85, "method": 4})
    return {"media_type": WEBP, "pixels": list(small.size)}, body


_DONE: dict[str, Callable[..., tuple[dict[str, Any], bytes]]] = {
    "look": _look,
    "clean": _clean,
    "find": _find,
    "cut": _cut,
    "face": _face,
}


def _opened(data: bytes) -> Image:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = MAX_PICTURE_PIXELS
    image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP"))
    width, height = image.size
    # the container and the frame in it may state different sizes
    if width * height > MAX_PICTURE_PIXELS:
        raise FormatError(
            say(
                "the picture is {width:,} x {height:,} pixels; at most {most:,} are allowed:"
                " make it smaller",
                width=width,
                height=height,
                most=MAX_PICTURE_PIXELS,
            )
        )
    return image


def _stored_lying_down(image: Image) -> bool:
    from PIL import ExifTags

    return image.getexif().get(ExifTags.Base.Orientation, 1) in (5, 6, 7, 8)


def upright(data: bytes) -> Image:
    """Return the decoded picture, rotated as its EXIF says, as RGB or RGBA in
    sRGB, without metadata.
    """
    from PIL import ImageOps

    image = _opened(data)
    image.load()
    image = _in_srgb(_eight_bit(image))
    turned = ImageOps.exif_transpose(image)
    wanted = "RGBA" if turned.has_transparency_data else "RGB"
    plain = turned if turned.mode == wanted else turned.convert(wanted)
    if wanted == "RGBA" and plain.getchannel("A").getextrema() == (255, 255):
        plain = plain.convert("RGB")
    plain.info.clear()
    return plain


def _eight_bit(image: Image) -> Image:
    """Scale 16-bit gray values, which would otherwise be cut off at 255."""
    if not image.mode.startswith("I"):
        return image
    scaled = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    scaled.info = image.info
    return scaled


def _in_srgb(image: Image) -> Image:
    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "RGBA", "CMYK", "L"):
        return image
    from PIL import ImageCms

    try:
        converted = ImageCms.profileToProfile(
            image,
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            outputMode="RGBA" if image.mode == "RGBA" else "RGB",
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image  # ignore a broken profile
    return converted or image


def _shrunk(image: Image, most: tuple[int, int]) -> Image:
    from PIL.Image import Resampling

    scale = min(most[0] / image.width, most[1] / image.height)
    if scale >= 1:
        return image
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Resampling.LANCZOS, reducing_gap=3.0)


def _encoded(image: Image, settings: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    image.save(out, **settings)
    return out.getvalue()


if __name__ == "__main__":
    main()
