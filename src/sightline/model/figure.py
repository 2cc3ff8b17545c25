"""Figures and furniture: their position, their size, and whether they block sight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, cast

from sightline.errors import InvalidValueError, UnknownNameError
from sightline.model.cell import TileT_co
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.texts import say

MAX_SIZE = 20
"""The largest width or height of a figure, in tiles. The corner rule joins every corner of one
figure to every corner of the other, so its cost grows with the fourth power of the size.
"""


class Template(NamedTuple):
    """The default properties of a kind of figure or furniture."""

    size: tuple[int, int]
    blocks_sight: bool
    furniture: bool


FigureKind: TypeAlias = Literal[
    "figure",
    "hero",
    "ally",
    "enemy",
    "table",
    "chest",
    "throne",
    "rack",
    "bookcase",
    "fireplace",
    "cupboard",
    "weapon rack",
    "weapon-rack",
]
"""The names of kinds: the keys of `KINDS` and `OTHER_NAMES`."""

KINDS: dict[str, Template] = {
    # People and monsters of every side block sight.
    "figure": Template((1, 1), True, False),
    "hero": Template((1, 1), True, False),
    "ally": Template((1, 1), True, False),
    "enemy": Template((1, 1), True, False),
    # Low furniture does not block sight.
    "table": Template((2, 3), False, True),
    "chest": Template((1, 1), False, True),
    "throne": Template((1, 1), False, True),
    "rack": Template((2, 3), False, True),
    # Tall furniture does.
    "bookcase": Template((1, 3), True, True),
    "fireplace": Template((1, 3), True, True),
    "cupboard": Template((1, 3), True, True),
    "weapon rack": Template((1, 3), True, True),
}
"""The templates by kind. Sizes are rows and columns on squares; on hexes every template covers one
hex. Programs, map files, the command line and the table use the same names.
"""
OTHER_NAMES = {"weapon-rack": "weapon rack"}
"""Aliases for kinds. Version 0.1 used "weapon-rack" in map files."""


SIDES: dict[str, str] = {"hero": "heroes", "ally": "heroes", "enemy": "enemies"}
"""The default side of a kind, if it has one."""
LONGEST_SIDE = 40


def usual_side(kind: str) -> str:
    """Return the default side of a figure of that kind."""
    return SIDES.get(kind, "")


def as_side(value: Any) -> str:
    """Return `value` as the name of a side; "" for no side."""
    if isinstance(value, str) and len(value) <= LONGEST_SIDE and value.isprintable():
        return value.strip()
    raise InvalidValueError(
        say(
            "side: expected a word of at most {most} characters, got {got}",
            most=LONGEST_SIDE,
            got=short_repr(value),
        )
    )


def kind_called(name: Any) -> FigureKind:
    """Return the kind that has this name or alias."""
    if isinstance(name, str):
        kind = OTHER_NAMES.get(name, name)
        if kind in KINDS:
            return cast("FigureKind", kind)
    raise UnknownNameError(not_one_of("kind of figure", KINDS, name))


class Figure(NamedTuple, Generic[TileT_co]):
    """A figure or a piece of furniture on a board. `at` is its top-left tile, or its middle hex."""

    name: str
    at: TileT_co
    size: tuple[int, int]
    blocks_sight: bool
    kind: FigureKind
    tiles: tuple[TileT_co, ...]
    side: str = ""
    """The side it belongs to: "heroes", "enemies" or another word; "" for none."""
    facing: str = ""
    """The direction it faces, such as "north" or "south-east"; "" if it sees in all directions."""
    elevation: Fraction | None = None
    """The height of its feet; None if it stands on the highest ground under it."""
    height: Fraction = Fraction(1)
    """Its height from feet to head, in tiles."""

    @property
    def has_heights(self) -> bool:
        """Whether it is at an elevation or has a height other than 1."""
        return self.elevation is not None or self.height != 1

    @property
    def is_furniture(self) -> bool:
        return KINDS[self.kind].furniture
