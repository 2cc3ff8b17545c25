"""Check whether a figure may move straight up or down."""

from __future__ import annotations

from fractions import Fraction

from sightline.model.board import Board


def may_rise(board: Board, name: str, feet: Fraction) -> bool:
    """Return whether nothing blocks a figure that moves straight up or down to that height.

    Floors block it, and other figures that block.
    """
    figure = board.figure(name)
    start, _ = board.body(figure)
    low, high = min(start, feet), max(start, feet) + figure.height
    for floor in board.floors():
        passed = start < floor.height < high if feet > start else feet < floor.height <= start
        if passed and not floor.tiles.isdisjoint(figure.tiles):
            return False
    for other in {each for tile in figure.tiles for each in board.names_at(tile)} - {name}:
        bottom, top = board.body(board.figure(other))
        if board.figure(other).blocks_sight and bottom < high and low < top:
            return False
    return True
