"""The first words of it all: line of sight in One Card Dungeon on a plain grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.model.square import SquareBoard
from sightline.queries import sees
from sightline.rules.corner import CornerRule

_ONE_CARD_DUNGEON = CornerRule()


def los(source: tuple[int, int], target: tuple[int, int], grid: Sequence[Sequence[Any]]) -> bool:
    """Does `source` see `target`? `grid` holds None for empty, '#' for walls, else a figure."""
    return sees(SquareBoard.from_grid(grid), source, target, _ONE_CARD_DUNGEON)
