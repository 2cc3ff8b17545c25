"""The picture under a map, and its exact position.

The picture itself is not in the journal. It is stored beside the table's file, named by the digest
of its bytes, and never changes. So adding, moving and removing one are small changes that can be
undone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.pictures import MapPicture
from sightline.table.protocol.types import GridFrom


class LaidPicture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture under a map. Numbers are exact, in pixels of the picture: "70", "2048/29"."""

    id: str
    """An id that is new after every change, so that pages know when they need new tiles."""
    digest: str
    """The digest of its bytes, under which it is stored."""
    pixels: tuple[int, int]
    origin: tuple[str, str]
    """The position of the board's origin: the top left corner of squares, or the center of
    the hex (0, 0).
    """
    step: tuple[str, str]
    """The size of a tile; for hexes, between two parallel sides."""
    grid_from: GridFrom = "hand"

    @property
    def place(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Return origin and step as numbers."""
        return (
            Fraction(self.origin[0]),
            Fraction(self.origin[1]),
            Fraction(self.step[0]),
            Fraction(self.step[1]),
        )

    @property
    def in_tiles(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The rectangle that it covers: left, top, width and height, in tiles."""
        x, y, wide, high = self.place
        return -x / wide, -y / high, self.pixels[0] / wide, self.pixels[1] / high

    def with_bytes(self, data: bytes) -> MapPicture:
        """Return the picture in the library's form."""
        return MapPicture.of(data, *self.in_tiles)


class BroughtPicture(NamedTuple):
    """An uploaded picture that is decoded and stored, but not used yet."""

    owner: str
    """The user who may use it: `MASTER`, or the player's id."""
    digest: str
    pixels: tuple[int, int]
    is_face: bool


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def laid(id_: str, picture: MapPicture, grid_from: GridFrom) -> LaidPicture:
    """Return a picture that came with a map as a `LaidPicture`."""
    width, height = picture.pixels
    wide, high = width / picture.width, height / picture.height
    return LaidPicture(
        id=id_,
        digest=digest_of(picture.data),
        pixels=(width, height),
        origin=(str(-picture.left * wide), str(-picture.top * high)),
        step=(str(wide), str(high)),
        grid_from=grid_from,
    )


def pictures_in(value: Any) -> Iterator[str]:
    """Yield the digests of the pictures in an object's plain JSON."""
    if not isinstance(value, dict):
        return
    for field in ("picture", "players_picture"):
        named = value.get(field)
        if isinstance(named, str):
            yield named
        elif isinstance(named, dict):
            yield named["digest"]
