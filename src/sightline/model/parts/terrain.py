"""Terrain on tiles, such as low walls, woods or smoke.

A board only stores terrain. The rules of games (`sightline.packs`) define which kinds hide a target
or give cover; other rules ignore it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sightline.errors import InvalidValueError
from sightline.model.cell import AnyPosition, Tile, TileT_co
from sightline.model.numbers import short_repr
from sightline.model.parts.ground import BoardGround
from sightline.texts import say

COMMON = (
    *("low", "smoke", "light-smoke", "heavy-smoke"),
    *("woods", "light-woods", "heavy-woods", "building", "hill", "water"),
)
"""Kinds that packs and maps use. Any other word is allowed too."""
LONGEST = 40
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Terrains(BoardGround[TileT_co]):
    """The terrain of a board: `set_terrain`, `terrain`, `terrains`."""

    def __init__(self) -> None:
        self._terrain: dict[Tile, str] = {}

    def set_terrain(self, at: AnyPosition, kind: str | None) -> None:
        """Set the terrain of a tile: "low", "woods", "smoke" or another word in lower case, with
        hyphens; None clears it. Other values raise `InvalidValueError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(3, 3)
        >>> board.set_terrain("B2", "low")
        >>> board.terrain("B2")
        'low'
        """
        tile = self.position(at)
        if kind is not None:
            check_kind(kind)
        if self._terrain.get(tile) == kind:
            return
        self._before_change()
        if kind is None:
            del self._terrain[tile]
        else:
            self._terrain[tile] = kind
        for each in self.observers:
            each.tile_changed(self, self._index(tile))

    def terrain(self, at: AnyPosition) -> str | None:
        """Return the terrain of a tile, or None.

        >>> from sightline import SquareBoard
        >>> SquareBoard(3, 3).terrain("B2") is None
        True
        """
        return self._terrain.get(self.position(at))

    def terrains(self) -> dict[Tile, str]:
        """Return the terrain of every tile that has one.

        >>> from sightline import SquareBoard
        >>> SquareBoard(3, 3).terrains()
        {}
        """
        return dict(sorted(self._terrain.items()))

    @property
    def has_terrain(self) -> bool:
        """Whether any tile has terrain."""
        return bool(self._terrain)

    def _terrain_content(self) -> Iterator[tuple[Any, ...]]:
        """Return the terrain as plain values in a canonical order, for comparing boards.

        It is empty without terrain, so that old fingerprints stay valid.
        """
        if self._terrain:
            yield "terrain", tuple(sorted((tuple(at), kind) for at, kind in self._terrain.items()))


def check_kind(kind: Any) -> None:
    """Raise unless `kind` is a valid word for terrain."""
    if not isinstance(kind, str) or len(kind) > LONGEST or not _WORD.fullmatch(kind):
        raise InvalidValueError(
            say(
                "terrain: expected a word in lower case such as {names}, got {got}",
                names=", ".join(COMMON[:4]),
                got=short_repr(kind),
            )
        )
