"""What figures see on every storey of a map with floors."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from sightline.engine import sees
from sightline.model.cell import Tile
from sightline.model.numbers import Body
from sightline.model.parts.heights import At
from sightline.model.place import place
from sightline.model.reach import is_within
from sightline.table.state.scene import MapScene

GROUND = ""
"""The storey of the ground; other storeys have the ids of their floors."""


class _KeptFloors(NamedTuple):
    tiles: tuple[Tile, ...]
    body: Body
    side: str
    reach: Fraction | None
    bits: dict[str, int]


class StoreyFields:
    """The tiles that figures see by the rule, by storey, cached until something in the way changes.

    A tile of a storey is seen if a body of height 1 on it would be seen.
    """

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[str, _KeptFloors] = {}

    def forget(self) -> None:
        """Something that may be in the way changed."""
        self._kept.clear()

    def of(self, figure: str, reach: Fraction | None) -> dict[str, int]:
        """The visible tiles of each storey, as bits, within that distance in the plan."""
        board = self._scene.board_for(figure)
        placed = board.figure(figure)
        body = board.body(placed)
        kept = self._kept.get(figure)
        if kept is None or kept[:4] != (placed.tiles, body, placed.side, reach):
            bits = {GROUND: self._look(figure, None, board.tiles(), reach)}
            for floor in board.floors():
                bits[floor.name] = self._look(figure, floor.height, floor.tiles, reach)
            kept = self._kept[figure] = _KeptFloors(placed.tiles, body, placed.side, reach, bits)
        return kept.bits

    def sees_at(self, figure: str, tile: tuple[int, int], height: Fraction) -> bool:
        """Whether it would see a body on that tile at that height."""
        board = self._scene.board_for(figure)
        return sees(board, figure, At(tile, elevation=height), self._scene.rule)

    def _look(
        self, figure: str, height: Fraction | None, tiles: Iterable[Tile], reach: Fraction | None
    ) -> int:
        board, rule = self._scene.board_for(figure), self._scene.rule
        source, bits = place(board, figure, "from"), 0
        for tile in tiles:
            if reach is not None and not is_within(board, source, tile, reach, "euclid"):
                continue
            if sees(board, figure, tile if height is None else At(tile, elevation=height), rule):
                bits |= 1 << board.rank(tile)
        return bits
