"""The picture under a map: encoded bytes as they came, and where they lie on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.numbers import exact, shown
from sightline.pictures.header import MEDIA_TYPES, read_header

FURTHEST = 1_000_000
"""A picture lies no further out than this, and is no larger, in tiles."""


@dataclass(frozen=True)
class MapPicture:
    """A PNG, JPEG or WebP, and the rectangle of the board that it covers.

    The bytes are the file's own until somebody draws, saves or shows the picture: `cleaned` of
    `sightline.pictures` then decodes them in a process of its own. Its header was read, and says a
    size within our limits; more is not known of it.

    On squares, `left` and `top` are counted in tiles from the top left corner of the board. On
    hexes a tile is as wide as a hex between two parallel sides, and they are counted from the
    centre of the hex (0, 0), x to the right and y down on the paper.

    >>> from sightline.pictures import MapPicture, smallest_png
    >>> picture = MapPicture.of(smallest_png(4, 2), 0, 0, 2, 1)
    >>> picture.media_type, picture.pixels, picture.width
    ('image/png', (4, 2), Fraction(2, 1))
    """

    data: bytes = field(repr=False)
    media_type: str
    """image/png, image/jpeg or image/webp."""
    pixels: tuple[int, int]
    """How wide and how high it is, as it is stored: a photograph may be stored lying down."""
    left: Fraction
    top: Fraction
    width: Fraction
    height: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.data, bytes):
            raise InvalidTypeError(f"picture: expected bytes, got {shown(self.data)}")
        if self.media_type not in MEDIA_TYPES:
            raise InvalidValueError(
                f"media type: expected one of {', '.join(MEDIA_TYPES)}, got"
                f" {shown(self.media_type)}"
            )
        for name in ("left", "top", "width", "height"):
            value = exact(getattr(self, name), name)
            if abs(value) > FURTHEST:
                raise InvalidValueError(
                    f"picture's {name}: expected at most {FURTHEST:,} tiles, got {shown(value)}"
                )
            object.__setattr__(self, name, value)
        for name in ("width", "height"):
            if getattr(self, name) <= 0:
                raise InvalidValueError(
                    f"picture's {name}: expected more than 0 tiles, got"
                    f" {shown(getattr(self, name))}"
                )

    @classmethod
    def of(
        cls,
        data: bytes,
        left: int | float | Fraction,
        top: int | float | Fraction,
        width: int | float | Fraction,
        height: int | float | Fraction,
    ) -> MapPicture:
        """These bytes, laid over that rectangle of tiles.

        What is no PNG, JPEG or WebP by its first bytes, or claims to be too large: `FormatError`.
        """
        header = read_header(data)
        return cls(
            data,
            header.media_type,
            header.pixels,
            exact(left, "left"),
            exact(top, "top"),
            exact(width, "width"),
            exact(height, "height"),
        )
