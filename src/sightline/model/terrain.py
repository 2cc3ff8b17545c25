"""Terrain: what stands on a tile that is no rock, such as low walls, woods or smoke.

A board only keeps it, with its file. What it does to sight or cover is the word of a game: the
rules with a pack (`sightline.packs`) say which kinds hide, cover or count, the others see over it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from sightline.errors import InvalidValueError
from sightline.model.cell import AnyPosition, Tile
from sightline.model.numbers import shown
from sightline.model.past import Past

COMMON = (
    *("low", "smoke", "light-smoke", "heavy-smoke"),
    *("woods", "light-woods", "heavy-woods", "building", "hill", "water"),
)
"""Kinds that packs and maps know; any other word will do as well."""
LONGEST = 40
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Terrains:
    """The part of a board that is its terrain: `set_terrain`, `terrain`, `terrains`."""

    changed: deque[int] | None
    past: Past | None

    def __init__(self) -> None:
        self._terrain: dict[Tile, str] = {}

    def _record(self, *undo: Any) -> None:
        raise NotImplementedError

    def position(self, at: Any, what: str = "position") -> Any:
        raise NotImplementedError

    def _index(self, tile: tuple[int, int]) -> int:
        raise NotImplementedError

    def set_terrain(self, at: AnyPosition, kind: str | None) -> None:
        """Say what stands on a tile: "low", "woods", "smoke" or another word of small letters, with
        hyphens; None: nothing. Anything else is an `InvalidValueError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(3, 3)
        >>> board.set_terrain("B2", "low")
        >>> board.terrain("B2")
        'low'
        """
        tile = self.position(at)
        if kind is not None:
            check_kind(kind)
        before = self._terrain.get(tile)
        if before == kind:
            return
        if self.past is not None:
            self._record(Terrains._put_terrain, tile, before)
        self._put_terrain(tile, kind)

    def _put_terrain(self, tile: Tile, kind: str | None) -> None:
        if kind is None:
            self._terrain.pop(tile, None)
        else:
            self._terrain[tile] = kind
        if self.changed is not None:
            self.changed.append(self._index(tile))

    def terrain(self, at: AnyPosition) -> str | None:
        """What stands on a tile; None: nothing but perhaps rock.

        >>> from sightline import SquareBoard
        >>> SquareBoard(3, 3).terrain("B2") is None
        True
        """
        return self._terrain.get(self.position(at))

    def terrains(self) -> dict[Tile, str]:
        """Every tile with a terrain, and what it is.

        >>> from sightline import SquareBoard
        >>> SquareBoard(3, 3).terrains()
        {}
        """
        return dict(sorted(self._terrain.items()))

    @property
    def has_terrain(self) -> bool:
        """Is there any?"""
        return bool(self._terrain)

    def _terrain_content(self) -> Iterator[tuple[Any, ...]]:
        """What of it makes two boards equal: nothing on a board without, so that its fingerprint
        is what it was before there was terrain."""
        if self._terrain:
            yield "terrain", tuple(sorted((tuple(at), kind) for at, kind in self._terrain.items()))


def check_kind(kind: Any) -> None:
    """Is this a word for a kind of terrain?"""
    if not isinstance(kind, str) or len(kind) > LONGEST or not _WORD.fullmatch(kind):
        raise InvalidValueError(
            f"terrain: expected a word of small letters such as {', '.join(COMMON[:4])}, got"
            f" {shown(kind)}"
        )
