"""The tiles that figures see on every storey of a map with floors."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sightline.engine import sees
from sightline.engine.fields import field_at
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import Body
from sightline.model.parts.heights import BODY, At
from sightline.table.state.keys import GROUND
from sightline.table.state.scene import MapScene
from sightline.table.vision.tile_sets import all_bits, bits_of_field, bits_of_tiles


class _KeptFloors(NamedTuple):
    tiles: tuple[Tile, ...]
    body: Body
    side: str
    bits: dict[str, int]


class StoreyFields:
    """The tiles that figures see by the rule, by storey, cached until something in the way changes.

    A tile of a storey is seen if a body of height 1 on it would be seen.
    """

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[str, _KeptFloors] = {}
        self._tiles: dict[str, int] = {}

    def forget(self) -> None:
        """Clear the cache, after something that may be in the way has changed."""
        self._kept.clear()
        self._tiles.clear()

    def of(self, figure: str) -> dict[str, int]:
        """Return the visible tiles of each storey, including those seen below its holes, as
        bits.
        """
        board = self._scene.board_for(figure)
        placed = board.figure(figure)
        body = board.body(placed)
        kept = self._kept.get(figure)
        if kept is None or kept[:3] != (placed.tiles, body, placed.side):
            bits = {storey: self._look(figure, storey) for storey in (GROUND, *self._scene.floors)}
            kept = self._kept[figure] = _KeptFloors(placed.tiles, body, placed.side, bits)
        return kept.bits

    def tiles(self, storey: str) -> int:
        """Return the tiles of a storey itself."""
        if storey not in self._tiles:
            board = self._scene.board
            self._tiles[storey] = (
                bits_of_tiles(board, board.floor(storey).tiles) if storey else all_bits(board)
            )
        return self._tiles[storey]

    def sees_at(self, figure: str, tile: tuple[int, int], height: Fraction) -> bool:
        """Return whether it would see a body on that tile at that height."""
        board = self._scene.board_for(figure)
        return sees(board, figure, At(tile, elevation=height), self._scene.rule)

    def _look(self, figure: str, storey: str) -> int:
        board, height = self._scene.board_for(figure), self._scene.height_of(storey)
        if is_closed_off(board, figure, height):
            return 0
        return bits_of_field(field_at(board, figure, self._scene.rule, height))


def is_closed_off(board: Board, figure: str, height: Fraction | None) -> bool:
    """Return whether a floor without holes lies between a figure and the storey at that height.

    Then the figure sees nothing of the storey, so its field need not be computed. (On hexes a line
    may pass between the corners at the rim of the map.)
    """
    if board.grid.name != "square":
        return False
    feet, head = board.body(board.figure(figure))
    ground = max((Fraction(0), *board.elevations.values()))
    for floor in board.floors():
        if len(floor.tiles) == len(board.tiles()) and ground <= floor.height:
            is_above = height is not None and head <= floor.height <= height
            is_below = max(ground, height or ground) + BODY <= floor.height <= feet
            if is_above or is_below:
                return True
    return False
