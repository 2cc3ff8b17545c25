"""The parts of a picture: plain shapes in drawing coordinates (pixels, y down).

A shape says what it is (its `role`); the theme decides how that looks. So one scene serves every
theme, and shapes have no colors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """Lines through points; closed ones are filled."""

    role: str
    lines: tuple[tuple[XY, ...], ...]
    closed: bool = False
    width: float = 0.0
    """The width of its stroke; 0 for none."""
    hint: str = ""
    """The tooltip."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or ring."""

    role: str
    center: XY
    radius: float
    width: float = 0.0
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `at` is on its baseline."""

    role: str
    at: XY
    text: str
    size: float
    anchor: str = "middle"
    """Where `at` is in it: start, middle or end."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture of one pixel a tile, stretched over a rectangle: maps too large for shapes."""

    at: XY
    size: XY
    rows: tuple[bytes, ...]
    """Three bytes a pixel: red, green, blue."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """One path drawn at many places, cut off at the outline of a region."""

    path: Path
    offsets: tuple[XY, ...]
    inside: tuple[tuple[XY, ...], ...]


@dataclass(frozen=True, slots=True)
class Underlay:
    """A picture that lies on the ground, cut off at the outline of a region."""

    at: XY
    size: XY
    media_type: str
    data: bytes
    """Encoded, and made by our own decoder: nothing that a stranger wrote goes into a drawing."""
    inside: tuple[tuple[XY, ...], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A whole scene inside another, as large as there is room for it."""

    at: XY
    size: XY
    scene: Scene


Shape = Path | Circle | Text | Pixels | Stamped | Underlay | Panel


@dataclass
class Scene:
    """A whole picture."""

    width: float
    height: float
    title: str
    """The picture in one sentence, for those who cannot see it."""
    description: str = ""
    tile: float = 56.0
    """How large its tiles are: hatching is scaled to them."""
    corner: XY = (0.0, 0.0)
    """The top left of what is shown: of a close-up, somewhere inside."""
    shapes: list[Shape] = field(default_factory=list)
    over_picture: bool = False
    """Whether there is a picture under it all, which must shine through."""

    def add(self, *shapes: Shape) -> None:
        self.shapes.extend(shapes)

    def extend(self, shapes: Iterable[Shape]) -> None:
        self.shapes.extend(shapes)


def segment(role: str, start: XY, end: XY, width: float) -> Path:
    """A straight stroke."""
    return Path(role, ((start, end),), width=width)


def rectangle(role: str, x: float, y: float, w: float, h: float, width: float = 0.0) -> Path:
    """An upright rectangle by its top-left corner."""
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Path(role, (corners,), closed=True, width=width)


def moved(point: XY, direction: XY, distance: float) -> XY:
    """`point`, `distance` further along a direction of length one."""
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance
