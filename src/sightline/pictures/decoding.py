"""Asks the decoder about a picture: cleaned for keeping, shrunk for drawing, or its grid.

Each question starts a process, which has its limits and is gone afterwards. Answers for the same
bytes are remembered for a while: a map is drawn more than once.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sightline.errors import FormatError
from sightline.extras import extra
from sightline.pictures.map_picture import MapPicture
from sightline.processes import TOO_MUCH_MEMORY, module, output_within

COMMAND = module("sightline.pictures.decoder")
MOST_SECONDS = 60.0
"""On the wall, for one picture."""


def can_decode() -> bool:
    """Is Pillow installed, without which no picture is decoded?"""
    from importlib.util import find_spec

    return find_spec("PIL") is not None


def cleaned(picture: MapPicture) -> MapPicture:
    """The picture as pixels and nothing else, encoded anew: fit to be kept, and shown to others.

    It is turned as its EXIF says, in sRGB, the first frame of an animation; no metadata is left.
    A broken picture, or one that takes too much memory or time: `FormatError`. Without the extra
    `png`: `MissingExtraError`.
    """
    media_type, pixels, data = _cleaned(picture.data, None)
    return replace(picture, data=data, media_type=media_type, pixels=pixels)


def shrunk(picture: MapPicture, width: int, height: int) -> MapPicture:
    """The same within so many pixels, for drawing: a PNG where something is transparent, else a
    JPEG. It raises what `cleaned` does."""
    media_type, pixels, data = _cleaned(picture.data, (max(1, width), max(1, height)))
    return replace(picture, data=data, media_type=media_type, pixels=pixels)


def upright_size(data: bytes) -> tuple[int, int]:
    """How many pixels wide and high a picture is when it is turned as its EXIF says."""
    answer, _ = ask({"do": "look"}, data)
    return answer["pixels"][0], answer["pixels"][1]


@lru_cache(maxsize=4)
def _cleaned(data: bytes, most: tuple[int, int] | None) -> tuple[str, tuple[int, int], bytes]:
    answer, body = ask({"do": "clean", "most": most}, data)
    return answer["media_type"], (answer["pixels"][0], answer["pixels"][1]), body


def ask(wanted: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """One question to a decoder of its own: the line of its answer, and the bytes behind it."""
    with extra("png", "pictures under maps need"):
        import PIL  # noqa: F401 (for the decoder)
    try:
        out = output_within(COMMAND, question(wanted, data), MOST_SECONDS)
    except TimeoutError:
        raise FormatError("decoding the picture takes too long") from None
    return understood(out)


def question(wanted: dict[str, Any], data: bytes) -> bytes:
    """What the decoder is given."""
    return json.dumps(wanted).encode() + b"\n" + data


def understood(out: bytes | None) -> tuple[dict[str, Any], bytes]:
    """What the decoder has written, or a `FormatError` with its words."""
    if out is None:  # killed, by its limits or by the system
        raise FormatError(f"the picture: {TOO_MUCH_MEMORY}, or takes too long")
    line, _, body = out.partition(b"\n")
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise FormatError(answer["error"])
    return answer, body
