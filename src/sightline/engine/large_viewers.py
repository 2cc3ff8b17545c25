"""What is special about fields when figures of several tiles look, or are looked at.

A look passes through the figures at its two ends. For one pair that is easily said (`pairs`); a
sweep over all targets at once knows its source, and never which target is meant.
"""

from __future__ import annotations

from sightline.answers.field import Field
from sightline.engine.arguments import Radius
from sightline.engine.pairs import decide
from sightline.model.board import LARGE, SOLID, Board
from sightline.model.place import Place, place
from sightline.model.reach import nearness
from sightline.model.values import replace
from sightline.rules.rule import Rule


def is_large(board: Board, where: Place) -> bool:
    """Does it cover several tiles, or does a figure on its tile?"""
    return len(where.tiles) > 1 or bool(board.flags(where.middle) & LARGE)


def stands_in_rock(board: Board, where: Place) -> bool:
    """Does it cover several tiles, some of them solid?"""
    return len(where.tiles) > 1 and any(board.flags(tile) & SOLID for tile in where.tiles)


def board_without_rock(board: Board, where: Place) -> Board:
    """A copy without the rock of these tiles: a figure is not hidden by what it stands on."""
    cleared = board.copy()
    for tile in where.tiles:
        cleared.set_solid(tile, False)
    return cleared


def with_large_targets(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str, swept: Field
) -> Field:
    """A swept field with the tiles of large figures asked one by one: where such a figure is the
    target it is transparent, which a sweep cannot know."""
    cells = bytearray(swept.cells())
    is_near = nearness(board, radius, metric)
    for figure in board.figures():
        if figure.blocks_sight and len(figure.tiles) > 1:
            for tile in figure.tiles:
                near = tuple(own for own in source.tiles if is_near(own, tile))
                if near:  # else the sweep did not come there either
                    here, there = replace(source, tiles=near), place(board, tile, "to")
                    cells[board.rank(tile)] = decide(board, here, there, rule)
    return Field(board, cells)
