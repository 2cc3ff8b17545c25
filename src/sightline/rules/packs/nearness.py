"""Blockers that count only at some positions: near the target, or away from the viewer."""

from __future__ import annotations

from collections.abc import Collection

from sightline.geometry.walk import Line, meet_tile
from sightline.model.cell import SQUARE, Grid, Point, Tile, hex_distance
from sightline.model.place import Place
from sightline.packs.schema import PackQuestion


class Nearness:
    """Which tiles and walls count between two places, by `near_target` and `beyond_viewer`."""

    def __init__(
        self, grid: Grid, source: Place, target: Place, near_target: int, beyond_viewer: int
    ) -> None:
        self._grid, self._source, self._target = grid, source, target
        self._near, self._beyond = near_target, beyond_viewer
        self._tiles: dict[tuple[int, int], bool] = {}

    @classmethod
    def of(
        cls, question: PackQuestion, grid: Grid, source: Place, target: Place
    ) -> Nearness | None:
        """Return the limits of a question; None if blockers count everywhere."""
        if not (question.near_target or question.beyond_viewer):
            return None
        return cls(grid, source, target, question.near_target, question.beyond_viewer)

    def tile(self, tile: tuple[int, int]) -> bool:
        """Return whether a tile is near enough to the target and far enough from
        the viewer to count.
        """
        found = self._tiles.get(tile)
        if found is None:
            found = not self._near or self._away(tile, self._target) <= self._near
            found = found and self._away(tile, self._source) > self._beyond
            self._tiles[tile] = found
        return found

    def wall(self, start: Point, end: Point) -> bool:
        """Return whether a wall counts. It is as near as the nearest tile that it touches."""
        line, near, beyond = Line.between(start, end), self._near, self._beyond
        return (not near or self._touches(line, self._target, near)) and not (
            beyond and self._touches(line, self._source, beyond)
        )

    def edge(self, a: Tile, b: Tile) -> bool:
        """Return whether a barrier on the edge between two neighbors counts."""
        return self.wall(*self._grid.edge_ends(a, b))

    def _away(self, tile: tuple[int, int], where: Place) -> int:
        """Return the number of steps from a tile to a place, across edges and corners."""
        if self._grid is SQUARE:
            return min(max(abs(tile[0] - a), abs(tile[1] - b)) for a, b in where.tiles)
        return min(hex_distance(tile, each) for each in where.tiles)

    def _touches(self, line: Line, where: Place, steps: int) -> bool:
        tiles = tiles_within(self._grid, where.tiles, steps - 1)
        return any(meet_tile(line, self._grid.corners(tile)) is not None for tile in tiles)


def tiles_within(grid: Grid, tiles: Collection[Tile], steps: int) -> set[tuple[int, int]]:
    """Return these tiles and all within `steps` steps of one, across edges and corners."""
    found: set[tuple[int, int]] = {(a, b) for a, b in tiles}
    for _ in range(steps):
        found |= {(a + da, b + db) for a, b in found for da, db in grid.touching}
    return found
