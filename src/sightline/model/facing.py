"""The directions a figure can face: the words for them on each grid, and their steps."""

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
"""Facings by grid, for hexes also by orientation: each word with the step to the tile in front."""


def as_facing(board: Any, value: Any) -> str:
    """Return `value` as a facing that the board's grid has; "" for a figure without a facing."""
    words = facings(board)
    if value == "" or (isinstance(value, str) and value in words):
        return str(value)
    raise InvalidValueError(not_one_of("facing", words, value))


def facings(board: Any) -> dict[str, tuple[int, int]]:
    """Return the facings that the board's grid has, each with the step to the tile in front."""
    return FACINGS[getattr(board, "orientation", "square")]
