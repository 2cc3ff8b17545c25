"""Pictures under maps: untrusted input, limited in size, cleaned before use.

    MapPicture.of(data, left, top, width, height)   bytes placed over a rectangle of tiles
    read_header(data)                               kind and size, without decoding
    cleaned(picture)                                only the pixels, encoded again
    shrunk(picture, width, height)                  the same, scaled down for drawing

This package only parses headers in this process. Decoding happens in a separate one.
"""

from __future__ import annotations

from sightline.pictures.decoding import cleaned, shrunk, upright_size
from sightline.pictures.header import (
    MAX_PICTURE_BYTES,
    MAX_PICTURE_PIXELS,
    MAX_PICTURE_SIDE,
    MEDIA_TYPES,
    PictureHeader,
    looks_like_picture,
    read_header,
    smallest_png,
)
from sightline.pictures.map_picture import MapPicture

__all__ = [
    "MAX_PICTURE_BYTES",
    "MAX_PICTURE_PIXELS",
    "MAX_PICTURE_SIDE",
    "MEDIA_TYPES",
    "MapPicture",
    "PictureHeader",
    "cleaned",
    "looks_like_picture",
    "read_header",
    "shrunk",
    "smallest_png",
    "upright_size",
]
