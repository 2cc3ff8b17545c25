"""The compiled path search on a board, and the planes that it caches with the board.

`sightline.paths` defines the answers. `movement` tries this module first and falls back to `paths`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from sightline.engine import native
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Hex, Square, Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.free_walls import WallChange
from sightline.model.planes import extent, figures_to_read, planes_to_copy
from sightline.model.threshold import CODES, bars_way

Cost = int | Fraction


class Steps(NamedTuple):
    """How a figure moves: the options of `movement`, checked."""

    doors: frozenset[str]
    """The states of doors and gates that the figure can pass, in addition to open ones."""
    diagonals: str
    diagonal_cost: Cost
    cost_of: Callable[[Tile], Cost | None] | None
    """The cost of entering a tile, or None if every tile costs 1."""
    known: dict[Any, Any] | None
    """The costs of tiles by position, where others cost 1; None if only `cost_of` knows them."""


def ways_of(
    board: Board,
    start: Tile,
    size: tuple[int, int],
    steps: Steps,
    *,
    ignoring: frozenset[str],
    through: frozenset[str],
    most: Cost | None = None,
    goal: Tile | None = None,
) -> Any:
    """Search like `paths.spread` and return the kernel's `Ways`, or None if the kernel does not
    support it.

    Figures in `ignoring` are ignored, and those in `through` may be crossed. The search stops at
    the goal, whose tiles must be on the board.
    """
    kernel = native.movement()
    if kernel is None:
        return None
    board = board.stopping("movement")
    tiles, edges = planes_to_copy(board)
    walk = kernel.Walk(
        _layout(kernel, board.grid.name, *extent(board)),
        tiles,
        edges,
        _barriers(steps.doors),
        _walls(board, steps.doors),
        figures_to_read(board)[1],
        ignoring,
        through,
        board.footprint((0, 0), size),
    )
    ways_round = {"never": 0, "around": 1, "open": 2}[steps.diagonals]
    scale = 1
    while True:
        try:
            walk.set_prices(steps.cost_of, steps.known, scale, steps.diagonal_cost)
            if goal is not None and steps.cost_of is None:
                found = walk.spread(start, goal, most, ways_round, not through, straight_on=True)
                if found.has_goal:
                    return found
            return walk.spread(start, goal, most, ways_round, not through)
        # costs are cached, so a second try does not compute them again
        except kernel.RescaleError as error:
            scale *= error.args[0]
        except kernel.TooLargeError:
            return None


@lru_cache(maxsize=16)
def _layout(kernel: Any, grid: str, rows: int, cols: int, row0: int, col0: int) -> Any:
    of, tile_class = (HEX, Hex) if grid == "hex" else (SQUARE, Square)
    across = [step for step in of.touching if step not in of.directions]
    return kernel.Layout(
        grid == "hex", rows, cols, row0, col0, tile_class, of.directions, of.forward, across
    )


@lru_cache(maxsize=32)
def _barriers(doors: frozenset[str]) -> bytes:
    """Return a byte for each code of an edge: 1 if it stops the figure."""
    return bytes(bars_way(each, doors) for each in CODES).ljust(256, b"\0")


def _walls(board: Board, doors: frozenset[str]) -> bytearray | None:
    """Return the steps that free walls stop, in the form that the kernel reads, or
    None without free walls.
    """
    if not board.wall_count:
        return None
    kept = board.observer(WalledSteps)
    if kept is None:
        kept = WalledSteps()
        board.attach(kept)
    return kept.of(board, doors)


class WalledSteps:
    """The steps that free walls stop, by the states of doors that the figure can pass."""

    def __init__(self) -> None:
        self._kept: dict[frozenset[str], bytearray] = {}

    def of(self, board: Board, doors: frozenset[str]) -> bytearray:
        """Return these steps for the current board."""
        if doors not in self._kept:
            kernel = native.movement()
            layout = _layout(kernel, board.grid.name, *extent(board))
            walls = [ends for ends, each in board.wall_items() if bars_way(each, doors)]
            self._kept[doors] = layout.walled(walls, UNIT)
        return self._kept[doors]

    # --- observer methods

    def walls_changed(self, board: Board, changed: Sequence[WallChange]) -> None:
        self._kept.clear()

    def all_changed(self, board: Board) -> None:
        self._kept.clear()

    def tile_changed(self, board: Board, index: int) -> None:
        pass  # the kernel reads tiles and edges from the board itself

    def edge_changed(self, board: Board, direction: int, index: int, old: int) -> None:
        pass

    def elevation_changed(self, board: Board, index: int, old: Fraction | None) -> None:
        pass

    def cover_changed(self, board: Board) -> None:
        pass
