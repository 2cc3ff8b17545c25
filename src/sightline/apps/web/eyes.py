"""What each figure on a map sees now, by the engine and the master's rulings."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.answers.rulings import Rulings
from sightline.apps.web.scene import Scene
from sightline.apps.web.spans import bits_of_field, bits_of_tiles
from sightline.model.cell import Tile
from sightline.queries import field, sees, trace

Look = frozenset[tuple[Tile, ...]]
"""The tiles of both ends: a ruling holds both ways round."""


class Eyes:
    """The views of one map's figures, each worked out once until something changes."""

    def __init__(self, scene: Scene, rulings: Rulings) -> None:
        self._scene = scene
        self._rulings = rulings
        self._fields: dict[str, int] = {}
        self._seen: dict[str, frozenset[str]] = {}
        self._ruled: frozenset[Look] | None = None

    def forget(self) -> None:
        """Something on the map, or a ruling, has changed."""
        self._fields.clear()
        self._seen.clear()
        self._ruled = None

    def field(self, figure: str) -> int:
        """The tiles that the figure sees, as bits."""
        if figure not in self._fields:
            self._fields[figure] = self._look(figure)
        return self._fields[figure]

    def seen_by(self, figure: str) -> frozenset[str]:
        """The figures and furniture that it sees; hidden ones are seen by nobody."""
        if figure not in self._seen:
            self._seen[figure] = frozenset(
                other.id
                for other in self._scene.figures.values()
                if not other.hidden and other.id != figure and self.sees(figure, other.id)
            )
        return self._seen[figure]

    def sees(self, figure: str, other: str) -> bool:
        """Does one figure see the other, after rulings?"""
        board, rule = self._scene.board, self._scene.rule
        ruled = self._ruled_looks()
        if ruled:
            look = frozenset((board.figure(figure).tiles, board.figure(other).tiles))
            if look in ruled:
                return trace(board, figure, other, rule, rulings=self._rulings).visible
        return sees(board, figure, other, rule)

    def glimpsed(self, figure: str, route: Iterable[Tile]) -> int:
        """The tiles that the figure sees from any place of a walk; it ends where it stood."""
        board, seen = self._scene.board, 0
        stood = board.where(figure)
        try:
            for tile in route:
                board.move(figure, tile)
                seen |= self._look(figure)
        finally:
            board.move(figure, stood)
        return seen

    def _look(self, figure: str) -> int:
        board, rule = self._scene.board, self._scene.rule
        rulings = self._rulings if self._ruled_looks() else None
        seen = bits_of_field(field(board, figure, rule, rulings=rulings))
        return seen | bits_of_tiles(board, board.figure(figure).tiles)

    def _ruled_looks(self) -> frozenset[Look]:
        if self._ruled is None:
            self._ruled = frozenset(frozenset(ends) for ends in self._rulings.ruled_pairs())
        return self._ruled
