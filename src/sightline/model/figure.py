"""Figures and furniture: who stands where, how large, and whether sight stops at them."""

from __future__ import annotations

from sightline.errors import UnknownNameError
from sightline.model.cell import Tile
from sightline.model.values import NamedTuple

MAX_SIZE = 20
"""The most tiles a figure may span each way: the corner rule joins every corner of one figure to
every corner of the other, so the work grows with the fourth power of it."""


class Template(NamedTuple):
    """What a kind of figure or furniture is unless something else is asked for."""

    size: tuple[int, int]
    blocks_sight: bool
    furniture: bool


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
"""The templates: sizes are rows and columns on squares; on hexes every template is one hex."""


def template(kind: str) -> Template:
    """The template of that name."""
    try:
        return KINDS[kind]
    except (KeyError, TypeError):
        raise UnknownNameError(
            f"kind of figure: expected one of {', '.join(KINDS)}, got {kind!r}"
        ) from None


class Figure(NamedTuple):
    """A figure or a piece of furniture on a board: `at` is its top-left tile, or its middle hex."""

    name: str
    at: Tile
    size: tuple[int, int]
    blocks_sight: bool
    kind: str
    tiles: tuple[Tile, ...]

    @property
    def is_furniture(self) -> bool:
        return KINDS[self.kind].furniture
