"""Which way a figure faces: the words for it on each grid, and the steps that they stand for."""

from __future__ import annotations

from typing import Any

from sightline.errors import InvalidValueError
from sightline.model.names import not_one_of

FACINGS: dict[str, dict[str, tuple[int, int]]] = {
    "square": {
        "north": (-1, 0),
        "north-east": (-1, 1),
        "east": (0, 1),
        "south-east": (1, 1),
        "south": (1, 0),
        "south-west": (1, -1),
        "west": (0, -1),
        "north-west": (-1, -1),
    },
    "pointy": {
        "east": (1, 0),
        "north-east": (1, -1),
        "north-west": (0, -1),
        "west": (-1, 0),
        "south-west": (-1, 1),
        "south-east": (0, 1),
    },
    "flat": {
        "south-east": (1, 0),
        "north-east": (1, -1),
        "north": (0, -1),
        "north-west": (-1, 0),
        "south-west": (-1, 1),
        "south": (0, 1),
    },
}
"""By grid, and on hexes by orientation: each word, and the step to the tile that is straight ahead.
"""


def as_facing(board: Any, value: Any) -> str:
    """The word for a facing on that board; "" for a figure that faces nowhere."""
    words = facings(board)
    if value == "" or (isinstance(value, str) and value in words):
        return str(value)
    raise InvalidValueError(not_one_of("facing", words, value))


def facings(board: Any) -> dict[str, tuple[int, int]]:
    """The words of that board's grid, each with its step."""
    return FACINGS[getattr(board, "orientation", "square")]
