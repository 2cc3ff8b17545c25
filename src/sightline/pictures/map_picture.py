"""The picture under a map: the encoded bytes, and the rectangle that they cover."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.numbers import exact, short_repr
from sightline.pictures.header import MEDIA_TYPES, read_header

FURTHEST = 1_000_000
"""The largest coordinate and size of a picture, in tiles."""


@dataclass(frozen=True)
class MapPicture:
    """A PNG, JPEG or WebP, and the rectangle of the board that it covers.

    The bytes are those of the file, of which only the header was checked. Before the picture is
    drawn, saved or shown, `cleaned` of `sightline.pictures` decodes them in a separate process.

    On squares, `left` and `top` are in tiles from the top left corner of the board. On hexes the
    unit is the width of a hex between two parallel sides, and they count from the center of the hex
    (0, 0), x to the right and y down in the drawing.

    >>> from sightline.pictures import MapPicture, smallest_png
    >>> picture = MapPicture.of(smallest_png(4, 2), 0, 0, 2, 1)
    >>> picture.media_type, picture.pixels, picture.width
    ('image/png', (4, 2), Fraction(2, 1))
    """

    data: bytes = field(repr=False)
    media_type: str
    """The media type: image/png, image/jpeg or image/webp."""
    pixels: tuple[int, int]
    """Its width and height as stored, before it is rotated as its EXIF says."""
    left: Fraction
    top: Fraction
    width: Fraction
    height: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.data, bytes):
            raise InvalidTypeError(f"picture: expected bytes, got {short_repr(self.data)}")
        if self.media_type not in MEDIA_TYPES:
            raise InvalidValueError(
                f"media type: expected one of {', '.join(MEDIA_TYPES)}, got"
                f" {short_repr(self.media_type)}"
            )
        for name in ("left", "top", "width", "height"):
            value = exact(getattr(self, name), name)
            if abs(value) > FURTHEST:
                raise InvalidValueError(
                    f"picture's {name}: expected at most {FURTHEST:,} tiles, got"
                    f" {short_repr(value)}"
                )
            object.__setattr__(self, name, value)
        for name in ("width", "height"):
            if getattr(self, name) <= 0:
                raise InvalidValueError(
                    f"picture's {name}: expected more than 0 tiles, got"
                    f" {short_repr(getattr(self, name))}"
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
        """Return a picture of these bytes, placed over that rectangle of tiles.

        Raises `FormatError` for bytes that are not a PNG, JPEG or WebP, or that claim a size that
        is too large.
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
