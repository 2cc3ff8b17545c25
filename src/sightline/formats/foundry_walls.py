"""The walls of a Foundry scene: what each does to sight, in the engine's words.

Sight is all that counts: a wall may stop movement, light or sound, and let sight pass.
"""

from __future__ import annotations

from collections import Counter

from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count
from sightline.formats.foundry_canvas import MAX_PIXELS
from sightline.formats.foundry_flags import our_flags
from sightline.formats.foundry_levels import EVERYWHERE, Floor, wall_heights
from sightline.formats.safe_json import Node
from sightline.formats.walls import WallPen
from sightline.model.numbers import exact
from sightline.model.threshold import Door, DoorStateName, Gate, OneWayName, Threshold, Wall

# How a wall limits sight, by number: today's 0, 10, 20, 30, 40, and 1, 2 of the first versions.
_SENSES = {
    0: "none",
    1: "normal",
    2: "limited",
    10: "limited",
    20: "normal",
    30: "proximity",
    40: "distance",
}
# Foundry's left and right of a wall, by number: what comes from that side is stopped.
_ONE_WAY: tuple[OneWayName, ...] = ("", "forth", "back")


def draw_walls(walls: Node, pen: WallPen, floor: Floor | None, report: Report) -> None:
    """Every wall of a floor that stops sight."""
    fate: Counter[str] = Counter()
    for wall in walls.items(limit=MAX_SEGMENTS):
        x0, y0, x1, y1 = (
            exact(value.number(-MAX_PIXELS, MAX_PIXELS), "coordinate")
            for value in wall["c"].items(length=4)
        )
        heights = wall_heights(wall)
        if floor is not None and not floor.holds(wall, heights):
            fate["elsewhere"] += 1
            continue
        if floor is None and heights != EVERYWHERE:
            fate["of some height"] += 1
        sense = _sense(wall)
        if sense == "distance" and _threshold_distance(wall):
            fate["distance"] += 1
            continue
        if sense == "none":
            fate["move only" if _stops_movement(wall) else "see-through"] += 1
            continue
        if not _stops_movement(wall):
            fate["ethereal"] += 1
        if sense == "proximity" and _threshold_distance(wall):
            fate["proximity"] += 1
        pen.draw((x0, y0), (x1, y1), _threshold(wall, sense, fate), wall.place)
    _tell(fate, report)


def _tell(fate: Counter[str], report: Report) -> None:
    for kind, into, noun, rest in (
        ("proximity", report.changed, "proximity wall", "blocking only from afar: always here"),
        ("of some height", report.changed, "wall", "of some height: without one here"),
        ("distance", report.lost, "distance wall", "blocking only from near: left out"),
        ("move only", report.lost, "wall", "that sight passes, such as windows"),
        ("see-through", report.lost, "wall", "that neither sight nor figures are stopped by"),
        ("ethereal", report.lost, "wall", "that figures pass: only sight is stopped here"),
        ("elsewhere", report.lost, "wall", "of other floors"),
    ):
        if fate[kind]:
            into.append(f"{count(fate[kind], noun)} {rest}")
    if fate["secret and locked"]:
        report.lost.append(f"the locks of {count(fate['secret and locked'], 'secret door')}")


def _sense(wall: Node) -> str:
    key = "sight" if "sight" in wall else "sense"
    if key not in wall:
        return "normal"
    number = wall[key].whole()
    if number not in _SENSES:
        raise wall[key].error(f"expected 0, 10, 20, 30 or 40, got {number}")
    return _SENSES[number]


def _stops_movement(wall: Node) -> bool:
    return "move" not in wall or bool(wall["move"].whole())


def _threshold_distance(wall: Node) -> bool:
    """Does it say how near or far? Without that it is a wall like any other."""
    threshold = wall.inner("threshold")
    return threshold is not None and "sight" in threshold and threshold["sight"].number() > 0


def _threshold(wall: Node, sense: str, fate: Counter[str]) -> Threshold:
    limited = sense == "limited"
    one_way = _ONE_WAY[wall["dir"].whole(0, 2) if "dir" in wall else 0]
    kind = wall["door"].whole(0, 2) if "door" in wall else 0
    if kind == 0:
        return Wall(limited=limited, one_way=one_way)
    states: tuple[DoorStateName, ...] = ("closed", "open", "locked")
    state = states[wall["ds"].whole(0, 2) if "ds" in wall else 0]
    if kind == 2 and state != "open":
        fate["secret and locked"] += state == "locked"
        state = "secret"
    ours = our_flags(wall)
    if state != "secret" and ours is not None and "gate" in ours and ours["gate"].boolean():
        return Gate(state, limited=limited, one_way=one_way)
    return Door(state, limited=limited, one_way=one_way)
