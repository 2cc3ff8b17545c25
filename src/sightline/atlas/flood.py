"""MiniGrid's algorithm: light spreads from row to row through tiles that do not block."""

from __future__ import annotations

from sightline.atlas.scans import QUARTERS, Rows, Tile


def minigrid(walls: Rows, origin: Tile) -> set[Tile]:
    """Return the tiles visible to an agent that turns to all four directions without moving.

    In each direction the view is as wide and as long as the map, with the agent in its last row.
    """
    seen: set[Tile] = set()
    for quarter in QUARTERS:
        seen |= _ahead(walls, origin, quarter)
    return seen


def _ahead(walls: Rows, origin: Tile, quarter: tuple[int, int, int, int]) -> set[Tile]:
    height, width = len(walls), len(walls[0])
    far = max(height, width)

    def tile(depth: int, across: int) -> Tile | None:
        row = origin[0] + depth * quarter[0] + across * quarter[2]
        col = origin[1] + depth * quarter[1] + across * quarter[3]
        return (row, col) if 0 <= row < height and 0 <= col < width else None

    lit = {(0, 0)}
    for depth in range(far):
        # First to the right, then to the left: each lit tile lights the next and those ahead.
        for step in (1, -1):
            for across in range(-far * step, far * step + step, step):
                here = tile(depth, across)
                if (depth, across) in lit and here is not None and not walls[here[0]][here[1]]:
                    lit |= {(depth, across + step), (depth + 1, across + step), (depth + 1, across)}
    return {found for spot in lit if (found := tile(*spot)) is not None}
