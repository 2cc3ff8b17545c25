"""Whether a figure may go straight up or down."""

from __future__ import annotations

from fractions import Fraction

from sightline.model.board import Board


def may_rise(board: Board, name: str, feet: Fraction) -> bool:
    """Whether nothing is in the way of a figure that goes straight up or down to that height: no
    floor, and no other figure that blocks.
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
