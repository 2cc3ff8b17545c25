"""The picture that lies under a map: which one, and where, exactly.

The picture itself is no part of the journal: it is kept beside the table's file under the digest of
its bytes, and never changes. So laying one under a map, laying it otherwise and taking it away are
small changes like any other, and can be undone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from sightline.pictures import MapPicture
from sightline.table.protocol import GridFrom


class LaidPicture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture under a map. Numbers are in its own pixels, and exact: "70", "2048/29"."""

    id: str
    """New whenever it is laid: by this pages know that they need other tiles."""
    digest: str
    """Of its bytes: the name that it is kept under."""
    pixels: tuple[int, int]
    origin: tuple[str, str]
    """Where the board begins: the top left corner of squares, the centre of the hex (0, 0)."""
    step: tuple[str, str]
    """How large a tile is: of hexes, between two parallel sides."""
    grid_from: GridFrom = "hand"

    @property
    def place(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Origin and step, as numbers."""
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
        """The picture as the rest of sightline has it."""
        return MapPicture.of(data, *self.in_tiles)


class BroughtPicture(NamedTuple):
    """A picture that somebody sent, decoded and kept, and that lies nowhere yet."""

    owner: str
    """Whose it is to use: `MASTER`, or the player's id."""
    digest: str
    pixels: tuple[int, int]
    is_face: bool


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def laid(id_: str, picture: MapPicture, grid_from: GridFrom) -> LaidPicture:
    """A picture that came with a map."""
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
    """The digests of the pictures that a thing of the table names, as plain JSON has it."""
    if not isinstance(value, dict):
        return
    for field in ("picture", "players_picture"):
        named = value.get(field)
        if isinstance(named, str):
            yield named
        elif isinstance(named, dict):
            yield named["digest"]
