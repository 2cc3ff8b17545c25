"""The walls of a Foundry scene: how each affects sight.

Only sight counts: a wall may stop movement, light or sound, and let sight pass.
"""

from __future__ import annotations

from collections import Counter

from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count
from sightline.formats.foundry.canvas import MAX_PIXELS
from sightline.formats.foundry.flags import our_flags
from sightline.formats.foundry.levels import EVERYWHERE, Floor, wall_heights
from sightline.formats.foundry.storeys import Storeys
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.walls import WallPen
from sightline.model.numbers import exact
from sightline.model.threshold import (
    Door,
    DoorStateName,
    Gate,
    OneWayName,
    Threshold,
    Wall,
    with_span,
)

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
_AS_OPEN_DOORS = "read as an open door: sight and figures pass until you close it"
# Foundry's left and right of a wall, by number: lines from that side are stopped.
_ONE_WAY: tuple[OneWayName, ...] = ("", "forth", "back")


def draw_walls(walls: Node, pen: WallPen, part: Floor | Storeys, report: Report) -> None:
    """Draw every wall of a floor or of all that stops sight, and its windows as open doors: the
    board has no other barrier that lets sight through.
    """
    fate: Counter[str] = Counter()
    for wall in walls.items(limit=MAX_SEGMENTS):
        x0, y0, x1, y1 = (
            exact(value.number(-MAX_PIXELS, MAX_PIXELS), "coordinate")
            for value in wall["c"].items(length=4)
        )
        heights = wall_heights(wall)
        if not part.holds(wall, heights):
            fate["elsewhere"] += 1
            continue
        if isinstance(part, Floor) and part.range == EVERYWHERE != heights:
            fate["of some height"] += 1
        sense = _sense(wall)
        if sense == "distance" and _threshold_distance(wall):
            fate["distance"] += 1
            continue
        is_window = sense == "none" or (sense == "proximity" and _threshold_distance(wall))
        if is_window and not _stops_movement(wall):
            fate["see-through"] += 1
            continue
        if is_window:
            fate["window" if sense == "none" else "near window"] += 1
        elif not _stops_movement(wall):
            fate["ethereal"] += 1
        what = Door("open") if is_window else _threshold(wall, sense, fate)
        for span in part.spans_of(wall):
            pen.draw((x0, y0), (x1, y1), with_span(what, span), wall.place)
    _tell(fate, report)


def _tell(fate: Counter[str], report: Report) -> None:
    for kind, into, noun, rest in (
        ("window", report.changed, "window", f"or invisible wall {_AS_OPEN_DOORS}"),
        ("near window", report.changed, "window", f"transparent only from near {_AS_OPEN_DOORS}"),
        ("of some height", report.changed, "wall", "with a height, which is ignored"),
        ("distance", report.lost, "distance wall", "blocking only from near: left out"),
        ("see-through", report.lost, "wall", "that stops neither sight nor figures"),
        ("ethereal", report.lost, "wall", "that figures can pass, which is ignored"),
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
    """Return whether it has a distance. Without one it is a plain wall."""
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
