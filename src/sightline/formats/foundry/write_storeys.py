"""A board's heights in a Foundry scene: flags of the module Wall Height, and levels of version 14.

A floor becomes a level, and its closed tiles become a region that is a surface.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.formats.contract import WriteReport
from sightline.formats.counts import count
from sightline.formats.shared.board_lines import lost_ground
from sightline.formats.shared.pixel_canvas import PixelCanvas
from sightline.model.board import Board
from sightline.model.figure import Figure
from sightline.model.parts.heights import Floor
from sightline.model.threshold import ENDLESS, Threshold, span_of


def in_feet(height: Fraction, distance: int) -> int | float:
    """Convert a height in tiles to the scene's units."""
    value = height * distance
    return value.numerator if value.denominator == 1 else float(value)


def wall_flags(threshold: Threshold, distance: int) -> dict[str, Any]:
    """Return the flags of a wall with a bottom or a top."""
    span = span_of(threshold)
    if span == ENDLESS:
        return {}
    bottom, top = (None if each is None else in_feet(each, distance) for each in span)
    return {"wall-height": {"bottom": bottom, "top": top}}


def body_flags(figure: Figure[Any], distance: int) -> dict[str, Any]:
    """Return the flags of a figure that is not one tile tall."""
    if figure.height == 1:
        return {}
    return {"wall-height": {"tokenHeight": in_feet(figure.height, distance)}}


def levels_and_surfaces(
    board: Board, canvas: PixelCanvas, distance: int, report: WriteReport
) -> dict[str, Any]:
    """Return the levels and regions of a scene, or an empty dict if the board has no floors."""
    floors = board.floors()
    if not floors:
        return {}
    grounds = {board.ground_at(tile) for tile in board.tiles()}
    ground = min(grounds)
    if len(grounds) > 1:
        report.lost += lost_ground(board)
    report.written.append(f"{count(len(floors), 'floor')} as levels, which Foundry 14 reads")
    names = _free_name("Ground", {floor.name for floor in floors}), *(each.name for each in floors)
    bottoms = [ground, *(floor.height for floor in floors)]
    tops = [*bottoms[1:], None]
    return {
        "levels": [
            {
                "_id": f"sightlinelevel{number:02}"[:16].ljust(16, "0"),
                "name": name,
                "elevation": {
                    "bottom": in_feet(bottom, distance),
                    "top": None if top is None else in_feet(top, distance),
                },
            }
            for number, (name, bottom, top) in enumerate(zip(names, bottoms, tops, strict=True))
        ],
        "regions": [_surface(board, floor, canvas, distance) for floor in floors],
    }


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += " level"
    return name


def _surface(board: Board, floor: Floor[Any], canvas: PixelCanvas, distance: int) -> dict[str, Any]:
    return {
        "name": floor.name,
        "elevation": {"bottom": in_feet(floor.height, distance), "top": None},
        "shapes": [
            {"type": "polygon", "hole": False, "points": points}
            for points in _outlines(board, floor, canvas)
        ],
        "behaviors": [
            {
                "type": "defineSurface",
                "system": {"placement": "bottom", "sight": True, "light": True, "move": True},
            }
        ],
    }


def _outlines(board: Board, floor: Floor[Any], canvas: PixelCanvas) -> Iterator[list[int]]:
    """Yield the outline of each run of tiles in a row, or of each hex."""
    if board.grid.name == "hex":
        runs = [[tile] for tile in sorted(floor.tiles)]
    else:
        runs = []
        for before, tile in pairwise([None, *sorted(floor.tiles)]):
            assert tile is not None
            if before is not None and (tile[0], tile[1] - 1) == tuple(before):
                runs[-1].append(tile)
            else:
                runs.append([tile])
    for run in runs:
        first, last = (list(board.grid.corners(tile)) for tile in (run[0], run[-1]))
        corners = first
        if len(run) > 1:
            (left, top), (right, bottom) = min(first), max(last)
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        yield [value for corner in corners for value in canvas.pixel(corner)]
