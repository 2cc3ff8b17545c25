"""Compare the engine with the reference on every small board, for every pair of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tests.evidence.check import ENGINE, Check, Result, kernels_missing

REFERENCE = "slow reference"
BOARDS = 16
"""Boards in one part."""


class Layout(NamedTuple):
    """All boards of one size. Each tile is solid or empty; with `walls`, each edge varies too."""

    rows: int
    cols: int
    walls: bool = False

    @property
    def bits(self) -> int:
        edges = self.rows * (self.cols - 1) + self.cols * (self.rows - 1)
        return self.rows * self.cols + (edges if self.walls else 0)

    @property
    def answers(self) -> int:
        return (self.rows * self.cols) ** 2 << self.bits


LAYOUTS = (*(Layout(r, c) for r in (1, 2, 3) for c in (1, 2, 3, 4)), Layout(2, 3, walls=True))
PARTS = [(layout, start) for layout in LAYOUTS for start in range(0, 1 << layout.bits, BOARDS)]


class SmallBoards(Check):
    name = "small-boards"
    title = "Small boards"
    compares = (
        "every board up to 3×4 squares, and 2×3 with every thin wall: all pairs, by every square"
        " rule with all ties, by every public function, with the readable rule; contacts with the"
        " slow reference"
    )
    sources = (
        *ENGINE,
        *("tests/kernels/test_small_boards.py", "tests/kernels/comparing.py", "tests/reference"),
        *("tests/laws/test_small_boards.py", "tests/evidence/checks/small_boards.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        from tests.laws import test_small_boards as laws

        answers = sum(layout.answers for layout in LAYOUTS)
        kernels = dict.fromkeys(self._rules(), answers)
        return {REFERENCE: answers * len(laws.RULES), **kernels}

    @staticmethod
    def _rules():
        from tests.every_rule import EVERY_SETTING

        return {p.id: p.values[0] for p in EVERY_SETTING if p.values[1] == "square"}

    def parts(self, group: str) -> int:
        return len(PARTS)

    def part(self, group: str, number: int) -> Result:
        from sightline import SquareBoard, Wall
        from tests.kernels import test_small_boards as kernels
        from tests.laws import test_small_boards as laws

        result = Result()
        for layout, solid, walls in boards(number):
            board = SquareBoard(layout.rows, layout.cols)
            with result.case(f"{layout.rows}x{layout.cols}"):
                if group != REFERENCE:
                    result.answers += kernels.compare(board, solid, walls, self._rules()[group])
                    continue
                for tile in solid:
                    board.set_solid(tile)
                for a, b in walls:
                    board.set_edge(a, b, Wall())
                laws.compare(board, solid, walls)
                result.answers += len(laws.RULES) * (layout.rows * layout.cols) ** 2
        return result


Tile = tuple[int, int]


def boards(number: int) -> Iterator[tuple[Layout, frozenset[Tile], frozenset[tuple[Tile, Tile]]]]:
    """Yield the boards of a part as layout, solid tiles and thin walls."""
    from tests.kernels.test_small_boards import edges_of

    layout, start = PARTS[number]
    tiles = list(product(range(layout.rows), range(layout.cols)))
    edges = edges_of(tiles) if layout.walls else []
    for bits in range(start, min(start + BOARDS, 1 << layout.bits)):
        solid = frozenset(tile for i, tile in enumerate(tiles) if bits >> i & 1)
        walls = frozenset(edge for i, edge in enumerate(edges, len(tiles)) if bits >> i & 1)
        yield layout, solid, walls
