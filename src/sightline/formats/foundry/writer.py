"""Write boards as Foundry scenes: JSON for "Import Data" on a scene, for versions 10 to 14.

Foundry uses whole pixels: see `pixel_canvas`. Data that it cannot store (a gate, a low table) goes
into our own flags, which Foundry keeps and our reader uses.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.errors import LimitError
from sightline.formats.contract import MAX_SEGMENTS, WriteReport, Written
from sightline.formats.counts import count, counts
from sightline.formats.foundry import NAME
from sightline.formats.foundry.flags import FLAG
from sightline.formats.foundry.write_storeys import (
    body_flags,
    in_feet,
    levels_and_surfaces,
    wall_flags,
)
from sightline.formats.shared.board_lines import BoardLines, board_lines, lost_ground, lost_terrain
from sightline.formats.shared.pixel_canvas import PixelCanvas, pixel_canvas
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.figure import Figure, usual_side
from sightline.model.hexagon import HexBoard
from sightline.model.light import Brightness, Light
from sightline.model.threshold import Gate, Threshold, Wall, does_stop
from sightline.pictures import MapPicture, cleaned

DISTANCE = 5
"""The width of a tile in the scene, in feet: 5, as in most games."""
FAR_ENOUGH = Fraction(10_000)
"""The reach, in tiles, from which a light covers any board."""

# The darkness of a scene, and whether it is lit as a whole.
_DARKNESS: dict[Brightness, tuple[float, bool]] = {
    "bright": (0, True),
    "dim": (0.5, True),
    "dark": (1, False),
}
_DOOR_STATES = {"closed": 0, "secret": 0, "open": 1, "locked": 2}
_DISPOSITIONS = {"heroes": 1, "enemies": -1}
_NORMAL, _LIMITED = 20, 10


def write(board: Board, picture: MapPicture | None = None, name: str = "map") -> Written:
    """Return the scene, called `name`, with a report."""
    lines = board_lines(board)
    canvas = pixel_canvas(board, lines, picture)
    report = WriteReport(NAME, [canvas.words])
    walls = _walls(lines, canvas, report)
    if len(walls) > MAX_SEGMENTS:
        raise LimitError(f"walls: expected at most {MAX_SEGMENTS:,}, got {len(walls):,}")
    darkness, is_lit = _DARKNESS[board.ambient]
    held = _first_lights(board)
    sidecars = _sidecars(canvas, picture, name, report)
    storeys = levels_and_surfaces(board, canvas, DISTANCE, report)
    scene: dict[str, Any] = {
        "name": name,
        "navigation": True,
        "width": canvas.width,
        "height": canvas.height,
        "padding": 0,
        "background": {"src": next(iter(sidecars), None), "offsetX": 0, "offsetY": 0},
        "grid": {
            "type": canvas.grid_type,
            "size": canvas.size,
            "distance": DISTANCE,
            "units": "ft",
        },
        "tokenVision": True,
        # Written twice, because the keys changed in version 12.
        "darkness": darkness,
        "globalLight": is_lit,
        "environment": {"darknessLevel": darkness, "globalLight": {"enabled": is_lit}},
        "walls": walls,
        "tokens": [
            _token(index, figure, canvas, held.get(figure.name))
            for index, figure in enumerate(board.figures())
        ],
        "lights": [
            _light(index, light, board, canvas)
            for index, light in enumerate(board.lights())
            if light is not held.get(str(light.at))
        ],
        "drawings": [],
        "tiles": [],
        "notes": [],
        "sounds": [],
        "templates": [],
        "flags": {},
        **storeys,
    }
    _tell_things(board, held, report)
    return Written((json.dumps(scene, indent=1) + "\n").encode(), report, sidecars)


def _id(kind: str, index: int) -> str:
    """Return sixteen letters and digits, like Foundry's ids. The same board always gets the same
    ids.
    """
    return hashlib.sha256(f"{kind} {index}".encode()).hexdigest()[:16]


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


# --- walls


def _walls(lines: BoardLines, canvas: PixelCanvas, report: WriteReport) -> list[dict[str, Any]]:
    segments: list[tuple[Point, Point, Threshold]] = [
        (start, end, Wall()) for stroke in lines.strokes for start, end in pairwise(stroke)
    ]
    segments += lines.pieces
    walls: list[dict[str, Any]] = []
    dots = 0
    for start, end, threshold in segments:
        ends = (*canvas.pixel(start), *canvas.pixel(end))
        if ends[:2] == ends[2:]:
            dots += 1
            continue
        walls.append(_wall(len(walls), ends, threshold))
    report.written.append(counts(str(what) for _, _, what in segments) if segments else "no walls")
    if lines.rock:
        report.changed.append("rock is written as walls around it")
    if lines.buried:
        report.changed.append(f"{count(lines.buried, 'opening')} into rock written as walls")
    if canvas.rounded:
        report.changed.append(
            f"{count(canvas.rounded, 'end of a wall', 'ends of walls')} moved to the nearest of"
            f" {canvas.size} pixels a tile"
        )
    if dots:
        report.lost.append(f"{count(dots, 'wall')} shorter than a pixel")
    gates = [str(what) for _, _, what in segments if isinstance(what, Gate)]
    if gates:
        report.changed.append(f"{counts(gates)} written as doors, with a sightline flag")
    return walls


def _wall(index: int, ends: tuple[int, ...], threshold: Threshold) -> dict[str, Any]:
    sense = _LIMITED if threshold.limited else _NORMAL
    moving, effect = does_stop(threshold, "movement"), does_stop(threshold, "effect")
    is_secret = threshold.state == "secret"
    ours = {"gate": True} if isinstance(threshold, Gate) else {}
    if threshold.limited and not does_stop(threshold, "sight"):
        ours["limited"] = True
    if effect != moving:
        ours["effect"] = effect
    return {
        "_id": _id("wall", index),
        "c": list(ends),
        "light": sense if does_stop(threshold, "light") else 0,
        "move": _NORMAL if moving else 0,
        "sight": sense if does_stop(threshold, "sight") else 0,
        "sound": sense if effect else 0,
        "dir": ("", "forth", "back").index(threshold.one_way),
        "door": 0 if threshold.state is None else 2 if is_secret else 1,
        "ds": _DOOR_STATES.get(threshold.state or "closed", 0),
        "flags": {
            **({FLAG: ours} if ours else {}),
            **wall_flags(threshold, DISTANCE),
        },
    }


# --- tokens and lights


def _first_lights(board: Board) -> dict[str, Light]:
    """Return the first light of each figure, because a token can carry only one."""
    held: dict[str, Light] = {}
    for light in board.lights():
        if isinstance(light.at, str):
            held.setdefault(light.at, light)
    return held


def _radii(light: Light | None) -> dict[str, int | float]:
    if light is None:
        return {"bright": 0, "dim": 0}
    return {
        key: _number(min(Fraction(radius), FAR_ENOUGH) * DISTANCE)
        for key, radius in (("bright", light.bright), ("dim", light.dim))
    }


def _token(
    index: int, figure: Figure[Any], canvas: PixelCanvas, light: Light | None
) -> dict[str, Any]:
    x, y, width, height = canvas.token_box(figure)
    return {
        "_id": _id("token", index),
        "name": figure.name,
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "hidden": False,
        "disposition": _DISPOSITIONS.get(figure.side, 0),
        "light": _radii(light),
        "flags": {FLAG: _flags(figure), **body_flags(figure, DISTANCE)},
        **({} if figure.elevation is None else {"elevation": in_feet(figure.elevation, DISTANCE)}),
    }


def _flags(figure: Figure[Any]) -> dict[str, Any]:
    """Return our flags of a figure. The side is included only if it is not that of its kind."""
    side = {} if figure.side == usual_side(figure.kind) else {"side": figure.side}
    facing = {"facing": figure.facing} if figure.facing else {}
    return {"kind": figure.kind, "blocks_sight": figure.blocks_sight, **side, **facing}


def _light(index: int, light: Light, board: Board, canvas: PixelCanvas) -> dict[str, Any]:
    at = board.figure(light.at).at if isinstance(light.at, str) else light.at
    x, y = canvas.pixel(board.grid.center(at))
    return {
        "_id": _id("light", index),
        "x": x,
        "y": y,
        "rotation": 0,
        "walls": True,
        "vision": False,
        "config": {**_radii(light), "angle": 360},
        **({} if light.elevation is None else {"elevation": in_feet(light.elevation, DISTANCE)}),
        "hidden": False,
        "flags": {},
    }


def _tell_things(board: Board, held: dict[str, Light], report: WriteReport) -> None:
    figures, lights = board.figures(), board.lights()
    if figures:
        report.written.append(count(len(figures), "token"))
    furniture = sum(figure.is_furniture for figure in figures)
    if furniture:
        report.changed.append(
            f"{count(furniture, 'piece')} of furniture written as tokens, with a sightline flag"
        )
    if lights:
        report.written.append(f"{count(len(lights), 'light')}; a tile is {DISTANCE} feet wide")
    second = sum(isinstance(light.at, str) for light in lights) - len(held)
    if second:
        report.changed.append(
            f"{count(second, 'light')} of figures that already carry one: placed on the map"
        )
    if board.has_terrain:
        report.lost.append(lost_terrain(board))
    if isinstance(board, HexBoard):
        covers = sum(bool(board.cover(tile)) for tile in board.tiles())
        if covers:
            report.lost.append(f"the cover of {count(covers, 'hex', 'hexes')}")
    if not board.floors():
        report.lost += lost_ground(board)


# --- the picture


def _sidecars(
    canvas: PixelCanvas, picture: MapPicture | None, name: str, report: WriteReport
) -> dict[str, bytes]:
    """Return the picture file that the scene refers to, by name."""
    if picture is None:
        return {}
    if not canvas.has_picture:
        report.lost.append("the picture, because it does not cover exactly the board")
        return {}
    picture = cleaned(picture)
    file = f"{name}.{picture.media_type.removeprefix('image/')}"
    report.written.append(f"the picture, as a file next to it: {file}")
    return {file: picture.data}
