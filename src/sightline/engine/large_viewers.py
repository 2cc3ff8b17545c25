"""Fields with figures of several tiles, as viewers or as targets.

A line of sight passes through the figures at its two ends. For a single pair that is simple
(`pairs`). A sweep over all targets knows its source, but not which target a line is for.
"""

from __future__ import annotations

from dataclasses import replace

from sightline.answers.field import Field
from sightline.engine.arguments import Radius
from sightline.engine.pairs import decide
from sightline.model.board import Board
from sightline.model.parts.ground import LARGE, SOLID
from sightline.model.place import Place, place
from sightline.model.reach import nearness
from sightline.rules.rule import Rule


def is_large(board: Board, where: Place) -> bool:
    """Return whether the place, or a figure on its tile, covers several tiles."""
    return len(where.tiles) > 1 or bool(board.flags(where.middle) & LARGE)


def stands_in_rock(board: Board, where: Place) -> bool:
    """Return whether the place covers several tiles, some of them solid."""
    return len(where.tiles) > 1 and any(board.flags(tile) & SOLID for tile in where.tiles)


def board_without_rock(board: Board, where: Place) -> Board:
    """Return a copy without the rock on these tiles, because rock under a figure does
    not hide it.
    """
    cleared = board.copy()
    for tile in where.tiles:
        cleared.set_solid(tile, False)
    return cleared


def with_large_targets(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str, swept: Field
) -> Field:
    """Return the result of a sweep, with the tiles of large figures decided one by one.

    A large figure does not block lines that end on it, which a sweep cannot take into account.
    """
    cells = bytearray(swept.cells())
    is_near = nearness(board, radius, metric)
    for figure in board.figures():
        if figure.blocks_sight and len(figure.tiles) > 1:
            for tile in figure.tiles:
                near = tuple(own for own in source.tiles if is_near(own, tile))
                if near:  # the sweep did not reach that tile either
                    here, there = replace(source, tiles=near), place(board, tile, "to")
                    cells[board.rank(tile)] = decide(board, here, there, rule)
    return Field(board, cells)
