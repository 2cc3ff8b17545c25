"""The walls of a Foundry scene, and what each of them stops.

In Foundry, a wall restricts sight, light, movement and sound. Foundry has no effects: a wall stops
them if it stops movement. We have no sound.
"""

from __future__ import annotations

from collections import Counter

from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count, tell
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
    StopName,
    Threshold,
    Wall,
    as_stops,
    with_span,
    with_stops,
)
from sightline.texts import say

# How a wall limits sight, by number: 0, 10, 20, 30 and 40 today; 1 and 2 in the first versions.
_SENSES = {
    0: "none",
    1: "normal",
    2: "limited",
    10: "limited",
    20: "normal",
    30: "proximity",
    40: "distance",
}
# The side of a wall, left or right, from which Foundry stops lines, by number.
_ONE_WAY: tuple[OneWayName, ...] = ("", "forth", "back")


def draw_walls(walls: Node, pen: WallPen, part: Floor | Storeys, report: Report) -> None:
    """Draw the walls of one floor, or of all floors, that stop sight, light or figures."""
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
        is_near_window = sense == "proximity" and _threshold_distance(wall)
        stops = _stops(wall, sight=sense != "none" and not is_near_window)
        if stops == ():
            fate["see-through"] += 1
            continue
        fate["partial"] += stops is not None
        fate["near window"] += is_near_window
        what = with_stops(_threshold(wall, sense, fate), stops)
        for span in part.spans_of(wall):
            pen.draw((x0, y0), (x1, y1), with_span(what, span), wall.place)
    _tell(fate, report)


def _tell(fate: Counter[str], report: Report) -> None:
    as_figures = say(" stopping only some things: shots and spells are stopped where figures are")
    tell(fate, report.guessed, ("partial", "wall", as_figures))
    tell(
        *(fate, report.changed),
        ("near window", "window", say(" transparent only from near made transparent")),
        ("of some height", "wall", say(" with a height, which is ignored")),
    )
    tell(
        *(fate, report.lost),
        ("distance", "distance wall", say(" blocking only from near: left out")),
        ("see-through", "wall", say(" that stops neither sight nor light nor figures")),
        ("elsewhere", "wall", say(" of other floors")),
    )
    if fate["secret and locked"]:
        report.lost.append(
            say("the locks of {things}", things=count(fate["secret and locked"], "secret door"))
        )


def _stops(wall: Node, sight: bool) -> tuple[StopName, ...] | None:
    """Return what the wall stops, or None for everything."""
    moving = _stops_movement(wall)
    ours = our_flags(wall)
    effect = moving
    if ours is not None and "effect" in ours:
        effect = ours["effect"].boolean()
    light = bool(wall["light"].whole()) if "light" in wall else sight
    if light and "light" in wall and _SENSES.get(wall["light"].whole()) == "proximity":
        light = sight
    stopped: dict[StopName, bool] = {
        "sight": sight,
        "movement": moving,
        "light": light,
        "effect": effect,
    }
    return as_stops([each for each, stops in stopped.items() if stops])


def _sense(wall: Node) -> str:
    key = "sight" if "sight" in wall else "sense"
    if key not in wall:
        return "normal"
    number = wall[key].whole()
    if number not in _SENSES:
        raise wall[key].error(say("expected 0, 10, 20, 30 or 40, got {number}", number=number))
    return _SENSES[number]


def _stops_movement(wall: Node) -> bool:
    return "move" not in wall or bool(wall["move"].whole())


def _threshold_distance(wall: Node) -> bool:
    """Return whether the wall has a distance. Without one it is a plain wall."""
    threshold = wall.inner("threshold")
    return threshold is not None and "sight" in threshold and threshold["sight"].number() > 0


def _threshold(wall: Node, sense: str, fate: Counter[str]) -> Threshold:
    ours = our_flags(wall)
    limited = sense == "limited" or _flag(ours, "limited")
    one_way = _ONE_WAY[wall["dir"].whole(0, 2) if "dir" in wall else 0]
    kind = wall["door"].whole(0, 2) if "door" in wall else 0
    if kind == 0:
        return Wall(limited=limited, one_way=one_way)
    states: tuple[DoorStateName, ...] = ("closed", "open", "locked")
    state = states[wall["ds"].whole(0, 2) if "ds" in wall else 0]
    if kind == 2 and state != "open":
        fate["secret and locked"] += state == "locked"
        state = "secret"
    if state != "secret" and _flag(ours, "gate"):
        return Gate(state, limited=limited, one_way=one_way)
    return Door(state, limited=limited, one_way=one_way)


def _flag(ours: Node | None, name: str) -> bool:
    return ours is not None and name in ours and ours[name].boolean()
