"""The pictures that come with maps, laid under boards: what every reader does alike.

A broken picture is no broken map: the report says what is wrong with it, and the map is read. What
Pillow is needed for and is not installed is left out, and the report says so too: nothing that
was never decoded goes into a drawing or into a file of ours.
"""

from __future__ import annotations

import base64
import binascii
from fractions import Fraction

from sightline.errors import FormatError, SightlineError
from sightline.formats.contract import Report
from sightline.pictures import MapPicture
from sightline.pictures.decoding import can_decode

_LETTERS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WebP"}


def lay_picture(
    data: bytes,
    report: Report,
    *,
    left: Fraction,
    top: Fraction,
    width: Fraction,
    height: Fraction,
) -> MapPicture | None:
    """The picture over that rectangle of the board, or None; the report says which and why."""
    if not can_decode():
        report.lost.append(
            "the picture: it takes the extra `png` to decode it, pip install 'sightline[png]'"
        )
        return None
    try:
        picture = MapPicture.of(data, left, top, width, height)
    except SightlineError as error:
        report.lost.append(f"the picture: {error}")
        return None
    report.read.append(picture_words(picture))
    return picture


def picture_words(picture: MapPicture) -> str:
    """One sentence about a picture, for reports."""
    width, height = picture.pixels
    return (
        f"its picture, a {_LETTERS[picture.media_type]} of {width:,} x {height:,} pixels,"
        f" {len(picture.data):,} bytes"
    )


def from_base64(text: bytes) -> bytes:
    """The bytes that JSON holds as base64: perhaps as a data URL, with escaped slashes and breaks.

    Anything else: `FormatError`.
    """
    if text.startswith(b"data:"):
        _, comma, text = text.partition(b",")
        if not comma:
            raise FormatError("expected the data of a data URL behind a comma, got none")
    for escape in (b"\\n", b"\\r", b"\n", b"\r"):
        text = text.replace(escape, b"")
    text = text.replace(b"\\/", b"/").rstrip(b"=")
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError("expected base64, got other characters, or an odd end") from None
