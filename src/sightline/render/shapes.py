"""The parts of a picture: plain shapes in drawing coordinates (pixels, y down).

A shape has a `role`, such as "wall", and the theme defines how that role looks. So shapes have no
colors, and one scene serves every theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """Lines through points. Closed ones are filled."""

    role: str
    lines: tuple[tuple[XY, ...], ...]
    closed: bool = False
    width: float = 0.0
    """The stroke width; 0 for no stroke."""
    hint: str = ""
    """The tooltip of the shape."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled circle, or a ring if it has a stroke width."""

    role: str
    center: XY
    radius: float
    width: float = 0.0
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. `at` is on its baseline."""

    role: str
    at: XY
    text: str
    size: float
    anchor: str = "middle"
    """Which part of the text is at `at`: start, middle or end."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """A bitmap with one pixel per tile, stretched over a rectangle, for maps too large
    for shapes.
    """

    at: XY
    size: XY
    rows: tuple[bytes, ...]
    """Three bytes per pixel: red, green, blue."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """One path drawn at many places, clipped to the outline of a region."""

    path: Path
    offsets: tuple[XY, ...]
    inside: tuple[tuple[XY, ...], ...]


@dataclass(frozen=True, slots=True)
class Underlay:
    """A picture on the ground, clipped to the outline of a region."""

    at: XY
    size: XY
    media_type: str
    data: bytes
    """The picture, encoded by us from decoded pixels, so that bytes from strangers
    never reach a drawing.
    """
    inside: tuple[tuple[XY, ...], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A whole scene inside another, scaled to the available room."""

    at: XY
    size: XY
    scene: Scene


Shape = Path | Circle | Text | Pixels | Stamped | Underlay | Panel


@dataclass
class Scene:
    """A whole picture: its shapes and its size."""

    width: float
    height: float
    title: str
    """The picture in one sentence, for people who cannot see it."""
    description: str = ""
    tile: float = 56.0
    """The size of its tiles in pixels, to which hatching is scaled."""
    corner: XY = (0.0, 0.0)
    """The top left corner of the visible part. A close-up shows only a part."""
    shapes: list[Shape] = field(default_factory=list)
    over_picture: bool = False
    """Whether a picture is below the scene, so that colors must be translucent."""

    def add(self, *shapes: Shape) -> None:
        self.shapes.extend(shapes)

    def extend(self, shapes: Iterable[Shape]) -> None:
        self.shapes.extend(shapes)


def segment(role: str, start: XY, end: XY, width: float) -> Path:
    """Return a straight stroke."""
    return Path(role, ((start, end),), width=width)


def rectangle(role: str, x: float, y: float, w: float, h: float, width: float = 0.0) -> Path:
    """Return an upright rectangle, given its top-left corner."""
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Path(role, (corners,), closed=True, width=width)


def moved(point: XY, direction: XY, distance: float) -> XY:
    """Return `point`, moved by `distance` in a direction of length 1."""
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance
