"""A map as other programs export it: with a picture, walls off the grid, a door and a lamp.

The inn has a common room in the west and a back room in the east, with a closed door between them
at (8.3, 5). The end of the bar counter touches the middle line of the row y = 5.5 in one point.
"""

from __future__ import annotations

import base64
import io
import json
from typing import Any

from PIL import Image, ImageDraw

ROWS, COLS, STEP = 10, 16, 40
Spot = tuple[float, float]


def inn() -> bytes:
    """Return the file in UVTT format."""
    return json.dumps(
        {
            "format": 0.3,
            "resolution": {
                "map_origin": {"x": 0, "y": 0},
                "map_size": {"x": COLS, "y": ROWS},
                "pixels_per_grid": STEP,
            },
            "line_of_sight": [[_point(a), _point(b)] for a, b in WALLS],
            "portals": [_door((8.3, 4), (8.3, 5))],
            "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
            "lights": [
                {"position": {"x": 2.5, "y": 2.5}, "range": 5, "intensity": 1, "color": "ffeccd8b"}
            ],
            "image": base64.b64encode(_picture()).decode(),
        }
    ).encode()


def _pieces(start: Spot, end: Spot, count: int) -> list[tuple[Spot, Spot]]:
    """Return a wall as programs export it: as many short walls."""

    def at(number: int) -> Spot:
        x, y = (a + (b - a) * number / count for a, b in zip(start, end, strict=True))
        return round(x, 3), round(y, 3)

    return [(at(number), at(number + 1)) for number in range(count)]


WALLS = [
    *_pieces((0.3, 0.3), (15.7, 0.3), 10),
    *_pieces((0.3, 9.7), (15.7, 9.7), 10),
    *_pieces((0.3, 0.3), (0.3, 9.7), 8),
    *_pieces((15.7, 0.3), (15.7, 9.7), 8),
    *_pieces((8.3, 0.3), (8.3, 4), 4),
    *_pieces((8.3, 5), (8.3, 9.7), 5),
    ((5, 5.5), (5, 7.2)),
    ((5, 7.2), (6.4, 7.2)),
]


def _point(spot: Spot) -> dict[str, float]:
    return {"x": spot[0], "y": spot[1]}


def _door(start: Spot, end: Spot) -> dict[str, Any]:
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return {
        "position": _point(middle),
        "bounds": [_point(start), _point(end)],
        "rotation": 0,
        "closed": True,
        "freestanding": False,
    }


def _picture() -> bytes:
    """Return a picture with floorboards and the walls."""
    image = Image.new("RGB", (COLS * STEP, ROWS * STEP), (168, 128, 84))
    pen = ImageDraw.Draw(image)
    for row in range(0, ROWS * STEP, 10):
        pen.line([(0, row), (COLS * STEP, row)], (150, 112, 70))
    for (x1, y1), (x2, y2) in WALLS:
        pen.line([(x1 * STEP, y1 * STEP), (x2 * STEP, y2 * STEP)], (60, 44, 32), 6)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
