"""Send pictures to the decoder: to clean them for storage, shrink them for drawing, or find a grid.

Each request starts a process with limits. Answers for the same bytes are cached for a while,
because a map is drawn more than once.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sightline.errors import FormatError
from sightline.extras import extra
from sightline.pictures.map_picture import MapPicture
from sightline.processes import WorkerError, module, output_within
from sightline.texts import as_text, load_text, say

COMMAND = module("sightline.pictures.decoder")
MOST_SECONDS = 60.0
"""The timeout for one picture, in seconds."""


def can_decode() -> bool:
    """Return whether Pillow is installed, which decoding needs."""
    from importlib.util import find_spec

    return find_spec("PIL") is not None


def cleaned(picture: MapPicture) -> MapPicture:
    """Return only the pixels of the picture, encoded again, which is safe to store and to send to
    others.

    It is rotated as its EXIF says, in sRGB, the first frame of an animation, without metadata. A
    broken picture, or one that takes too much memory or time, raises `FormatError`. A missing extra
    `png` raises `MissingExtraError`.
    """
    media_type, pixels, data = _cleaned(picture.data, None)
    return replace(picture, data=data, media_type=media_type, pixels=pixels)


def shrunk(picture: MapPicture, width: int, height: int) -> MapPicture:
    """Return the cleaned picture, scaled down to this many pixels for drawing.

    The result is a PNG if something is transparent, else a JPEG. It raises the errors of `cleaned`.
    """
    media_type, pixels, data = _cleaned(picture.data, (max(1, width), max(1, height)))
    return replace(picture, data=data, media_type=media_type, pixels=pixels)


def upright_size(data: bytes) -> tuple[int, int]:
    """Return the width and height of a picture in pixels after rotating it as its EXIF says."""
    answer, _ = ask({"do": "look"}, data)
    return answer["pixels"][0], answer["pixels"][1]


@lru_cache(maxsize=4)
def _cleaned(data: bytes, most: tuple[int, int] | None) -> tuple[str, tuple[int, int], bytes]:
    answer, body = ask({"do": "clean", "most": most}, data)
    return answer["media_type"], (answer["pixels"][0], answer["pixels"][1]), body


def ask(wanted: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """Send one request to a new decoder. Return the JSON of its answer, and the bytes after it."""
    with extra("png", "pictures under maps need"):
        import PIL  # noqa: F401 (for the decoder)
    try:
        return understood(output_within(COMMAND, question(wanted, data), MOST_SECONDS))
    except WorkerError as error:
        raise FormatError(say("the picture: {error}", error=as_text(error))) from None


def question(wanted: dict[str, Any], data: bytes) -> bytes:
    """Return a request in the input format of the decoder."""
    return json.dumps(wanted).encode() + b"\n" + data


def understood(out: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the answer in the output of the decoder, or raise a `FormatError` with its message."""
    line, _, body = out.partition(b"\n")
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise FormatError(load_text(answer["error"]))
    return answer, body
