"""The pictures of maps, placed under boards: shared by all readers.

A broken picture does not prevent a map from being read; the report says what is wrong with it.
Without Pillow the picture is omitted, and the report says so: bytes that were not decoded never get
into a drawing or one of our files.
"""

from __future__ import annotations

import base64
import binascii
from fractions import Fraction
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, LimitError, SightlineError
from sightline.extras import extra, how_to_install
from sightline.formats.contract import MAX_FILE_BYTES, Report
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.exact_numbers import exact_word, parse_exact
from sightline.model.numbers import short_repr
from sightline.pictures import MapPicture, cleaned, read_header
from sightline.pictures.decoding import can_decode
from sightline.texts import as_text, say

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
    """Return the picture, placed over that rectangle of the board. If it cannot be used, return
    None and add the reason to the report.
    """
    if not can_decode():
        report.lost.append(
            say(
                "the picture: decoding it needs the extra `png`: {command}",
                command=how_to_install("png"),
            )
        )
        return None
    try:
        picture = MapPicture.of(data, left, top, width, height)
    except SightlineError as error:
        report.lost.append(say("the picture: {error}", error=as_text(error)))
        return None
    report.read.append(picture_words(picture))
    return picture


def need_decoder() -> None:
    """Raise a `MissingExtraError` if Pillow is not installed."""
    with extra("png", "pictures as maps need"):
        import PIL  # noqa: F401 (for the decoder)


def picture_words(picture: MapPicture) -> str:
    """Return one sentence about a picture, for reports."""
    width, height = picture.pixels
    return say(
        "its picture, a {format} of {width:,} x {height:,} pixels, {n:,} bytes",
        format=_LETTERS[picture.media_type],
        width=width,
        height=height,
        n=len(picture.data),
    )


def from_base64(text: bytes) -> bytes:
    """Return the bytes of a base64 text from JSON. It may be a data URL, with escaped slashes and
    line breaks.

    Other text raises `FormatError`.
    """
    if text.startswith(b"data:"):
        _, comma, text = text.partition(b",")
        if not comma:
            raise FormatError(say("expected the data of a data URL after a comma, got none"))
    for escape in (b"\\n", b"\\r", b"\n", b"\r"):
        text = text.replace(escape, b"")
    text = text.replace(b"\\/", b"/").rstrip(b"=")
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError(say("expected base64, got other characters, or an odd end")) from None


# --- in our own JSON


def read_picture(document: Node, report: Report) -> MapPicture | None:
    """Return the picture of a document in our own format, as written by `plain_picture`."""
    node = document.get("picture")
    return None if node is None else read_picture_node(node, report)


def read_picture_node(node: Node, report: Report) -> MapPicture | None:
    """Return the picture in a node of a document in our own format."""
    node.only("media_type", "data", "left", "top", "width", "height")
    text = node["data"].string(MAX_FILE_BYTES).encode("ascii", "replace")
    try:
        data = from_base64(text)
        header = read_header(data)
    except FormatError as error:
        raise node["data"].error(as_text(error)) from None
    node["media_type"].one_of(header.media_type)
    left, top, width, height = (
        _exact_number(node[key]) for key in ("left", "top", "width", "height")
    )
    with node.blamed():
        MapPicture.of(data, left, top, width, height)
    return lay_picture(data, report, left=left, top=top, width=width, height=height)


def _exact_number(node: Node) -> Fraction:
    if isinstance(node.value, str):
        return parse_exact(node.value, node.place)
    return Fraction(node.whole())


def plain_picture(picture: MapPicture) -> dict[str, Any]:
    """Return a picture as plain data for our own format, decoded and encoded again.

    A broken picture raises `FormatError`. If Pillow is missing, `MissingExtraError` is raised.
    """
    if not isinstance(picture, MapPicture):
        raise InvalidTypeError(f"picture: expected a MapPicture, got {short_repr(picture)}")
    kept = cleaned(picture)
    data = base64.b64encode(kept.data).decode("ascii")
    if len(data) > MAX_FILE_BYTES * 3 // 4:
        raise LimitError(f"picture: expected at most {MAX_FILE_BYTES * 9 // 16:,} bytes")
    return {
        "media_type": kept.media_type,
        **{key: _plain_number(getattr(kept, key)) for key in ("left", "top", "width", "height")},
        "data": data,
    }


def _plain_number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else exact_word(value)
