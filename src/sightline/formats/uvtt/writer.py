"""Write boards as Universal VTT, which Foundry, Roll20, Fantasy Grounds and others import.

The format has walls, portals, lights and a picture, on squares. It has no figures.
"""

from __future__ import annotations

import base64
import json
import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.errors import InvalidValueError, LimitError
from sightline.formats.contract import MAX_SEGMENTS, WriteReport, Written
from sightline.formats.counts import count, counts, squares
from sightline.formats.plain_picture import plain_png, tile_pixels
from sightline.formats.shared.board_lines import BoardLines, board_lines, lost_heights, lost_terrain
from sightline.formats.shared.pixel_canvas import covers
from sightline.formats.uvtt import NAME, STOPS_KEY
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.light import Light
from sightline.model.numbers import UNIT
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold, Wall, stops_of
from sightline.pictures import MapPicture, cleaned

AMBIENT = {"bright": "ffffffff", "dim": "ff606060", "dark": "ff000000"}
"""The color of the ambient light: alpha, red, green, blue."""
FAR_ENOUGH = Fraction(10_000)
"""The reach, in tiles, from which a light covers any board."""


def write(board: Board, picture: MapPicture | None = None, name: str = "map") -> Written:
    """Return the file, with a report. The format does not store `name`."""
    if not isinstance(board, SquareBoard):
        raise InvalidValueError(
            f"{NAME}: expected a board of squares, got one of hexes, which the format does not"
            " know; Foundry scenes do: format='foundry'"
        )
    report = WriteReport(NAME, [f"a map of {squares(board.cols, board.rows)}"])
    image, width, height, pixels = _picture(board, picture, report)
    lines = board_lines(board)
    pieces = sum(len(stroke) - 1 for stroke in lines.strokes) + len(lines.pieces)
    if pieces > MAX_SEGMENTS:
        raise LimitError(f"walls: expected at most {MAX_SEGMENTS:,} segments, got {pieces:,}")
    document = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": _plain(width), "y": _plain(height)},
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [
            *([_spot(point) for point in stroke] for stroke in lines.strokes),
            *(
                [_spot(start), _spot(end)]
                for start, end, what in lines.pieces
                if _is_wall(what) and not what.limited
            ),
        ],
        "objects_line_of_sight": [
            [_spot(start), _spot(end)]
            for start, end, what in lines.pieces
            if _is_wall(what) and what.limited
        ],
        "portals": [
            _portal(start, end, what) for start, end, what in lines.pieces if not _is_wall(what)
        ],
        "lights": [_light(board, light) for light in board.lights()],
        "environment": {"baked_lighting": False, "ambient_light": AMBIENT[board.ambient]},
        "image": image,
    }
    _tell_walls(lines, report)
    _tell_lights(board, report)
    if board.figures():
        report.lost.append(f"{count(len(board.figures()), 'figure')}: the format has none")
    if board.has_terrain:
        report.lost.append(lost_terrain(board))
    report.lost += lost_heights(board, lines)
    return Written((json.dumps(document, indent=1) + "\n").encode(), report)


# --- the picture


def _picture(
    board: SquareBoard, picture: MapPicture | None, report: WriteReport
) -> tuple[str, Fraction, Fraction, int]:
    """Return the picture in base64, the size of the map in tiles, and the width of a tile in
    pixels.
    """
    whole = Fraction(board.cols), Fraction(board.rows)
    if picture is not None:
        if covers(board, picture):
            picture = cleaned(picture)
            report.written.append(f"the picture, {picture.pixels[0]} x {picture.pixels[1]} pixels")
            pixels = max(1, round(picture.pixels[0] / picture.width))
            return base64.b64encode(picture.data).decode(), picture.width, picture.height, pixels
        report.lost.append("the picture, because it does not cover exactly the board")
    report.changed.append("a plain picture was added, because other programs expect one")
    return base64.b64encode(plain_png(board)).decode(), *whole, tile_pixels(board)


# --- walls and portals


def _plain(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _spot(point: Point) -> dict[str, int | float]:
    """Return a point in tiles. A float is exact enough: it is read back to the same 1/384,000th."""
    return {key: _plain(Fraction(value, UNIT)) for key, value in zip("xy", point, strict=True)}


def _portal(start: Point, end: Point, what: Threshold) -> dict[str, Any]:
    middle = [Fraction(a + b, 2 * UNIT) for a, b in zip(start, end, strict=True)]
    return {
        "position": {"x": _plain(middle[0]), "y": _plain(middle[1])},
        "bounds": [_spot(start), _spot(end)],
        # The rotation of the portal affects only its picture, not sight.
        "rotation": math.atan2(end[1] - start[1], end[0] - start[0]),
        "closed": what.blocks_sight,
        "freestanding": False,
        # Other programs ignore this key; our reader uses it.
        **({} if what.stops is None else {STOPS_KEY: _stops_to_plain(what)}),
    }


def _is_wall(what: Threshold) -> bool:
    """Return whether it is a wall that stops everything. The format stores only those as lines
    of sight.
    """
    return isinstance(what, Wall) and what.stops is None


def _stops_to_plain(what: Threshold) -> dict[str, Any]:
    kind = type(what).__name__.lower()
    return {"is": kind, "state": what.state, "stops": list(stops_of(what) or ())}


def _tell_walls(lines: BoardLines, report: WriteReport) -> None:
    strokes = sum(1 for stroke in lines.strokes for _ in pairwise(stroke))
    walls = sum(_is_wall(what) for _, _, what in lines.pieces)
    report.written.append(count(strokes + walls, "wall"))
    if len(lines.pieces) > walls:
        report.written.append(count(len(lines.pieces) - walls, "portal"))
    partial = sum(what.stops is not None for _, _, what in lines.pieces)
    if partial:
        report.changed.append(
            f"{count(partial, 'barrier')} that stop only some things written as portals, open if"
            " sight passes; what they stop is a key of ours"
        )
    if lines.rock:
        report.changed.append("rock is written as walls around it")
    if lines.buried:
        report.changed.append(f"{count(lines.buried, 'opening')} into rock written as walls")
    pieces = [what for _, _, what in lines.pieces]
    doors = [str(what) for what in pieces if isinstance(what, Door) and what.state == "locked"]
    if doors:
        report.changed.append(f"{counts(doors)} written as closed: the format has no locks")
    secret = [what for what in pieces if isinstance(what, Door) and what.state == "secret"]
    if secret:
        report.changed.append(
            f"{count(len(secret), 'secret door')} written as closed: viewers of portals there"
            " see them"
        )
    gates = [str(what) for what in pieces if isinstance(what, Gate)]
    if gates:
        report.changed.append(f"{counts(gates)} written as doors, open or closed")
    for number, noun, rest in (
        (sum(what.limited for what in pieces), "limited wall", "written as outlines of objects"),
        (sum(bool(what.one_way) for what in pieces), "one-way wall", "written as full walls"),
    ):
        if number:
            report.changed.append(f"{count(number, noun)} {rest}")


# --- lights


def _light(board: SquareBoard, light: Light) -> dict[str, Any]:
    x, y = _shines_from(board, light)
    return {
        "position": {"x": _plain(x), "y": _plain(y)},
        "range": _plain(min(Fraction(max(light.bright, light.dim)), FAR_ENOUGH)),
        "intensity": 1,
        "color": "ffffffff",
        "shadows": True,
    }


def _shines_from(board: SquareBoard, light: Light) -> tuple[Fraction, Fraction]:
    """Return the middle of the light's tile, or of the figure that carries it."""
    half = Fraction(1, 2)
    if isinstance(light.at, str):
        figure = board.figure(light.at)
        row, col = figure.at
        return col + half * figure.size[1], row + half * figure.size[0]
    row, col = light.at
    return col + half, row + half


def _tell_lights(board: SquareBoard, report: WriteReport) -> None:
    lights = board.lights()
    if not lights:
        return
    report.written.append(count(len(lights), "light"))
    uneven = [light for light in lights if 2 * light.bright != light.dim]
    if uneven:
        report.changed.append(
            f"{count(len(uneven), 'light')} written with one range: programs make half of it bright"
        )
    held = [light for light in lights if isinstance(light.at, str)]
    if held:
        report.changed.append(f"{count(len(held), 'light')} of figures left where the figures are")
