"""Figures and furniture: who stands where, how large, and whether sight stops at them."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeAlias, cast

from sightline.errors import InvalidValueError, UnknownNameError
from sightline.model.cell import TileT_co
from sightline.model.names import not_one_of
from sightline.model.numbers import shown
from sightline.model.values import NamedTuple

MAX_SIZE = 20
"""The most tiles a figure may span each way: the corner rule joins every corner of one figure to
every corner of the other, so the work grows with the fourth power of it."""


class Template(NamedTuple):
    """What a kind of figure or furniture is unless something else is asked for."""

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
"""The kinds by their names: those of `KINDS`, and of `OTHER_NAMES`."""

KINDS: dict[str, Template] = {
    # People and monsters, of every side, stand in the way.
    "figure": Template((1, 1), True, False),
    "hero": Template((1, 1), True, False),
    "ally": Template((1, 1), True, False),
    "enemy": Template((1, 1), True, False),
    # Low furniture is seen over.
    "table": Template((2, 3), False, True),
    "chest": Template((1, 1), False, True),
    "throne": Template((1, 1), False, True),
    "rack": Template((2, 3), False, True),
    # Tall furniture is not.
    "bookcase": Template((1, 3), True, True),
    "fireplace": Template((1, 3), True, True),
    "cupboard": Template((1, 3), True, True),
    "weapon rack": Template((1, 3), True, True),
}
"""The templates: sizes are rows and columns on squares; on hexes every template is one hex. These
are the names in programs, in every file, in the shell and at the table."""
OTHER_NAMES = {"weapon-rack": "weapon rack"}
"""What else is understood for a kind, everywhere: drawn maps of 0.1 had this one."""


SIDES: dict[str, str] = {"hero": "heroes", "ally": "heroes", "enemy": "enemies"}
"""The side of a kind that has one, unless another is given."""
LONGEST_SIDE = 40


def usual_side(kind: str) -> str:
    """The side of a figure of that kind, unless another is given."""
    return SIDES.get(kind, "")


def as_side(value: Any) -> str:
    """The word for a side; "" for those who belong to none."""
    if isinstance(value, str) and len(value) <= LONGEST_SIDE and value.isprintable():
        return value.strip()
    raise InvalidValueError(
        f"side: expected a word of at most {LONGEST_SIDE} characters, got {shown(value)}"
    )


def kind_called(name: Any) -> FigureKind:
    """The kind that is meant by a name."""
    if isinstance(name, str):
        kind = OTHER_NAMES.get(name, name)
        if kind in KINDS:
            return cast("FigureKind", kind)
    raise UnknownNameError(not_one_of("kind of figure", KINDS, name))


class Figure(NamedTuple, Generic[TileT_co]):
    """A figure or a piece of furniture on a board: `at` is its top-left tile, or its middle hex."""

    name: str
    at: TileT_co
    size: tuple[int, int]
    blocks_sight: bool
    kind: FigureKind
    tiles: tuple[TileT_co, ...]
    side: str = ""
    """Whose it is, as a word: "heroes", "enemies" or another; "": nobody's."""

    @property
    def is_furniture(self) -> bool:
        return KINDS[self.kind].furniture
