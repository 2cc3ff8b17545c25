"""Which part of a figure of several tiles is visible."""

from __future__ import annotations

from dataclasses import replace

from sightline.answers.field import Field
from sightline.engine.large_viewers import stands_in_rock
from sightline.engine.pairs import decide, looks_from_middle
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place
from sightline.rules.rule import Rule


def seen_tiles(board: Board, source: Place, target: Place, rule: Rule) -> Field:
    """Return the tiles of the target that the source sees."""
    cells = bytearray(len(board.tiles()))
    if looks_from_middle(rule, source) or looks_from_middle(rule, target):
        whole = decide(board, source, target, rule)
        for tile in target.tiles:
            cells[board.rank(tile)] = whole
    else:
        for tile in target.tiles:
            part = replace(target, tiles=(tile,), middle=tile)
            others = _without_other_rock(board, target, tile)
            cells[board.rank(tile)] = decide(others, source, part, rule)
    return Field(board, cells)


def _without_other_rock(board: Board, target: Place, tile: Tile) -> Board:
    """Return a board without the rock under the target's other tiles, which must
    not hide the target.
    """
    if not stands_in_rock(board, target):
        return board
    cleared = board.copy()
    for other in target.tiles:
        if other != tile:
            cleared.set_solid(other, False)
    return cleared
