"""Lookup tables of a battlefield: steps, sight, areas.

The engine computes them once, with `all_pairs`, `cover_field` and `areas`. The results equal
`trace` for each pair of hexes; a test compares all of them.
"""

from __future__ import annotations

from sightline import areas
from sightline.engine import all_pairs, cover_field
from sightline.games.common.bit_sets import mask_of
from sightline.games.skirmish.board.units import UnitKind
from sightline.model.cell import Hex, hex_distance
from sightline.model.hexagon import HexBoard
from sightline.rules.hexray import HexRayRule

RULE = HexRayRule(ties="permissive")
"""The rule for lines of sight. Where a line runs exactly between two hexes, one clear side is
enough.

Unlike rounding, this gives the same result on a turned or mirrored map, so neither side has an
advantage.
"""

WOODS = "woods"
STEP, INTO_WOODS, PER_LEVEL = 1, 1, 1
HEIGHT_BONUS = 10
"""Percentage points for each level that the shooter stands above the target; negative below
it.
"""
LEAST_CHANCE, BEST_CHANCE = 5, 95
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class SightTables:
    """The lookup tables of one board. Hexes are numbers here, in the order of `board.cells`."""

    def __init__(self, board: HexBoard) -> None:
        import numpy as np

        self.board = board
        self.cells: tuple[Hex, ...] = board.cells
        self.index: dict[tuple[int, int], int] = {cell: i for i, cell in enumerate(self.cells)}
        self.everything = (1 << len(self.cells)) - 1
        self.height = bytes(int(board.height_at(cell) or 0) for cell in self.cells)
        self.woods = bytes(board.terrain(cell) == WOODS for cell in self.cells)
        self.solid = bytes(board.is_solid(cell) for cell in self.cells)
        self.steps = tuple(self._steps(cell) for cell in self.cells)
        self.distance = tuple(bytes(hex_distance(a, b) for b in self.cells) for a in self.cells)
        pairs = np.asarray(all_pairs(board, RULE))
        packed = np.packbits(pairs, axis=1, bitorder="little")
        self.sees = tuple(int.from_bytes(row.tobytes(), "little") for row in packed)
        """The hexes that the rays of each hex reach, as bits."""
        self._within: dict[int, tuple[int, ...]] = {}
        self._through: dict[int, bytes] = {}
        self._circles: dict[tuple[int, int], int] = {}
        self._cones: dict[tuple[int, int, int], int] = {}

    def _steps(self, cell: Hex) -> tuple[tuple[int, int], ...]:
        """Return the neighbors that a step from a hex leads to, each with its cost."""
        here = self.index[cell]
        if self.solid[here]:
            return ()
        found = []
        for dq, dr in DIRECTIONS:
            there = Hex(cell.q + dq, cell.r + dr)
            to = self.index.get(there)
            if to is None or self.solid[to] or self.board.edge(cell, there) is not None:
                continue
            up = max(0, self.height[to] - self.height[here])
            found.append((to, STEP + INTO_WOODS * self.woods[to] + PER_LEVEL * up))
        return tuple(found)

    def seen_within(self, radius: int) -> tuple[int, ...]:
        """Return, for each hex, the hexes visible from it within the radius, as bits."""
        if radius not in self._within:
            self._within[radius] = tuple(
                mask & mask_of(i for i, far in enumerate(row) if far <= radius)
                for mask, row in zip(self.sees, self.distance, strict=True)
            )
        return self._within[radius]

    def through_cover(self, a: int) -> bytes:
        """Return, for each hex, the percentage of a chance that remains after the cover on the line
        from `a`; 0 without sight.
        """
        row = self._through.get(a)
        if row is None:
            covers = cover_field(self.board, self.cells[a], RULE)
            row = self._through[a] = bytes(
                round(100 * (1 - covers[cell].penalty)) if self.sees[a] >> b & 1 else 0
                for b, cell in enumerate(self.cells)
            )
        return row

    def chances(self, kind: UnitKind, a: int) -> bytes:
        """Return, for each hex, the chance in percent that a shot from `a` hits a unit there; 0 if
        it is impossible.
        """
        leaves, far = self.through_cover(a), self.distance[a]
        return bytes(
            self.chance(kind, a, b, leaves[b]) if leaves[b] and 0 < far[b] <= kind.range else 0
            for b in range(len(self.cells))
        )

    def chance(self, kind: UnitKind, a: int, b: int, leaves: int) -> int:
        """Return the chance of a shot: accuracy, adjusted by height, reduced by cover, and never
        certain.
        """
        aimed = kind.accuracy + HEIGHT_BONUS * (self.height[a] - self.height[b])
        return min(BEST_CHANCE, max(LEAST_CHANCE, aimed * leaves // 100))

    def circle(self, at: int, radius: int) -> int:
        """Return the hexes of a blast: those within the radius that its center sees."""
        key = (at, radius)
        if key not in self._circles:
            area = areas.circle(self.board, self.cells[at], radius, sight=RULE)
            self._circles[key] = mask_of(self.index[cell] for cell in area)
        return self._circles[key]

    def cone(self, at: int, toward: int, length: int) -> int:
        """Return the hexes of a cone: a sixth of a circle, as far as its origin sees."""
        key = (at, toward, length)
        if key not in self._cones:
            ends = self.cells[at], self.cells[toward]
            area = areas.cone(self.board, *ends, length, sight=RULE)
            self._cones[key] = mask_of(self.index[cell] for cell in area)
        return self._cones[key]

    def neighbors(self, at: int) -> tuple[int, ...]:
        """Return the neighbors of a hex, whatever is on them or in between."""
        return tuple(
            to
            for to in (
                self.index.get((self.cells[at].q + dq, self.cells[at].r + dr))
                for dq, dr in DIRECTIONS
            )
            if to is not None
        )
