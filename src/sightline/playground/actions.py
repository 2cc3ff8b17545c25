"""The table's actions that apply to a single board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sightline.errors import InvalidValueError, SightlineError, UnknownNameError
from sightline.formats.counts import count
from sightline.model.board import Board
from sightline.model.figure import FigureKind, kind_called, usual_side
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import to_height
from sightline.model.square import SquareBoard
from sightline.model.threshold import (
    Door,
    Gate,
    Threshold,
    Wall,
    as_stops,
    with_span,
    with_state,
    with_stops,
)
from sightline.texts import as_text, say, word

PlainAction = Mapping[str, Any]
MOST_ROWS, MOST_RADIUS = 60, 30
MOST_FIGURES = 400
_SIDES = ("hero", "ally", "enemy")


def act(board: Board, action: PlainAction) -> str:
    """Change the board and return a description of the change.

    The caller passes a copy, because an error may leave it half changed.
    """
    kind = action.get("t")
    if kind == "decide":
        raise InvalidValueError(
            say("The playground has no game master's rulings. Choose how the rule decides ties.")
        )
    if kind not in _ACTIONS:
        raise InvalidValueError(say("The playground has no players. Open a table for that."))
    try:
        return _ACTIONS[kind](board, action)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        if isinstance(error, SightlineError):
            raise
        raise InvalidValueError(
            say("This page does not have that action: {error}", error=as_text(error))
        ) from error


def new_board(action: PlainAction) -> Board:
    """Return an empty board: rows and columns of squares, or a disc of hexes."""
    rows, cols = int(action.get("rows", 10)), int(action.get("cols", 10))
    if action.get("grid") == "hex":
        if not 0 <= rows <= MOST_RADIUS:
            raise InvalidValueError(
                say("A board of hexes has a radius of at most {most} here.", most=MOST_RADIUS)
            )
        return HexBoard(rows)
    if not (1 <= rows <= MOST_ROWS and 1 <= cols <= MOST_ROWS):
        raise InvalidValueError(
            say("A board has at most {most} rows and columns here.", most=MOST_ROWS)
        )
    return SquareBoard(rows, cols)


def _move(board: Board, action: PlainAction) -> str:
    name = action["figure"]
    start = action.get("start")
    if start is not None and tuple(start) != tuple(board.where(name)):
        raise InvalidValueError(say("{name} has moved since.", name=name))
    lifted = {"elevation": action["elevation"]} if "elevation" in action else {}
    board.move(name, tuple(action["to"]), **lifted)
    return say("moved {name}", name=name)


def _lift(board: Board, action: PlainAction) -> str:
    name = action["figure"]
    board.move(name, board.where(name), elevation=action["elevation"])
    return say("changed the elevation of {name}", name=name)


def _paint(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        board.set_solid(tuple(tile), bool(action["solid"]))
    what = count(len(action["tiles"]), "tile")
    return say("filled {what} with rock", what=what) if action["solid"] else _cleared(what)


def _cleared(what: str) -> str:
    return say("cleared {what}", what=what)


def _terrain(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        board.set_terrain(tuple(tile), action["kind"])
    what = count(len(action["tiles"]), "tile")
    if not action["kind"]:
        return say("removed the terrain of {what}", what=what)
    return say("put {kind} on {what}", kind=word(action["kind"]), what=what)


def _edges(board: Board, action: PlainAction) -> str:
    threshold = _threshold(action)
    for a, b in action["edges"]:
        board.set_edge(tuple(a), tuple(b), threshold)
    what = count(len(action["edges"]), "edge")
    if threshold is None:
        return _cleared(what)
    return say("put {kind} on {what}", kind=word(f"a {action['carries']}"), what=what)


def _door(board: Board, action: PlainAction) -> str:
    state = action["state"]
    if action.get("edge"):
        a, b = (tuple(each) for each in action["edge"])
        board.set_state(a, b, state)
    else:
        ends = _ends(action["wall"])
        wall = next((w for w in board.free_walls() if _points(w.ends) == _points(ends)), None)
        if wall is None:
            raise UnknownNameError(say("That door no longer exists."))
        board.add_wall(*ends, with_state(wall.threshold, state))
    return say("set a door to {state}", state=word(state))


def _add_wall(board: Board, action: PlainAction) -> str:
    board.add_wall(*_ends(action["ends"]), _threshold({"carries": "wall", **action}))
    return say("drew {what}", what=word(f"a {action.get('carries', 'wall')}"))


def _remove_wall(board: Board, action: PlainAction) -> str:
    board.remove_wall(*_ends(action["ends"]))
    return say("removed a wall")


def _erase(board: Board, action: PlainAction) -> str:
    for tile in action.get("tiles") or ():
        board.set_solid(tuple(tile), False)
        board.set_terrain(tuple(tile), None)
    for a, b in action.get("edges") or ():
        board.set_edge(tuple(a), tuple(b), None)
    there = {_points(wall.ends) for wall in board.free_walls()}
    for ends in action.get("walls") or ():
        if _points(_ends(ends)) in there:
            board.remove_wall(*_ends(ends))
    return say("erased")


def _height(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        if "cover" in action:
            if not isinstance(board, HexBoard):
                raise InvalidValueError(say("cover: only hexes have cover; leave it out"))
            board.set_cover(tuple(tile), action["cover"])
        if "elevation" in action:
            board.set_elevation(tuple(tile), action["elevation"])
    what = "hex" if board.grid.name == "hex" else "tile"
    things = count(len(action["tiles"]), what)
    return say("set the height of {what}", what=things)


def _add_floor(board: Board, action: PlainAction) -> str:
    tiles = [tuple(tile) for tile in action["tiles"]]
    floor = board.add_floor(action["height"], tiles, action.get("name"))
    return say("added {name}", name=floor.name)


def _remove_floor(board: Board, action: PlainAction) -> str:
    board.remove_floor(action["name"])
    return say("removed {name}", name=action["name"])


def _place(board: Board, action: PlainAction) -> str:
    if len(board.figures()) >= MOST_FIGURES:
        raise InvalidValueError(say("A board has at most {most} tokens here.", most=MOST_FIGURES))
    wanted = str(action["name"]).strip() or "Nobody"
    kind = _kind(action.get("kind", "figure"), action.get("side", "neutral"))
    board.place(
        _free_name(board, wanted),
        tuple(action["at"]),
        size=_size(board, action.get("size")),
        blocks_sight=action.get("blocks"),
        kind=kind,
        elevation=action.get("elevation"),
        height=action.get("height", 1),
    )
    return say("placed {name}", name=wanted)


def _duplicate(board: Board, action: PlainAction) -> str:
    if len(board.figures()) >= MOST_FIGURES:
        raise InvalidValueError(say("A board has at most {most} tokens here.", most=MOST_FIGURES))
    old = board.figure(action["figure"])
    board.place(
        _free_name(board, re.sub(r" \d+$", "", old.name)),
        tuple(action["at"]),
        size=_size(board, old.size),
        blocks_sight=old.blocks_sight,
        kind=old.kind,
        side=old.side,
        facing=old.facing,
        elevation=old.elevation,
        height=old.height,
    )
    return say("duplicated {name}", name=old.name)


def _edit(board: Board, action: PlainAction) -> str:
    old = board.figure(action["figure"])
    if action.get("hidden"):
        raise InvalidValueError(
            say("The playground cannot hide a token. Remove it from the board instead.")
        )
    kind: FigureKind = old.kind
    side = old.side
    if "side" in action and not old.is_furniture:
        kind = _kind("figure", action["side"])
        side = usual_side(kind)
    if "team" in action:
        side = action["team"] or usual_side(kind)
    name = str(action.get("name", old.name)).strip() or old.name
    board.remove(old.name)
    board.place(
        name if name == old.name else _free_name(board, name),
        old.at,
        size=_size(board, action.get("size", old.size)),
        blocks_sight=action.get("blocks", old.blocks_sight),
        kind=kind,
        side=side,
        facing=old.facing,
        elevation=old.elevation,
        height=action.get("height", old.height),
    )
    return say("changed {name}", name=old.name)


def _remove(board: Board, action: PlainAction) -> str:
    board.remove(action["figure"])
    return say("removed {name}", name=action["figure"])


_ACTIONS: dict[Any, Callable[[Board, PlainAction], str]] = {
    "move": _move,
    "lift": _lift,
    "paint": _paint,
    "terrain": _terrain,
    "edges": _edges,
    "door": _door,
    "wall": _add_wall,
    "unwall": _remove_wall,
    "erase": _erase,
    "height": _height,
    "floor": _add_floor,
    "unfloor": _remove_floor,
    "place": _place,
    "duplicate": _duplicate,
    "edit": _edit,
    "remove": _remove,
}


# --- references in actions


def _threshold(action: PlainAction) -> Threshold | None:
    """Return the requested wall, door or gate with its bottom, its top and what it stops."""
    carries, state = action["carries"], action.get("state", "")
    if carries is None:
        return None
    plain: dict[Any, Threshold] = {"wall": Wall(), "door": Door(), "gate": Gate()}
    if carries not in plain:
        raise InvalidValueError(
            say("Expected a wall, a door or a gate, got {got}.", got=repr(carries))
        )
    made = plain[carries] if carries == "wall" else with_state(plain[carries], state or "closed")
    heights = (action.get("bottom"), action.get("top"))
    bottom, top = (None if each is None else to_height(each, "height") for each in heights)
    stops = action.get("stops")
    return with_span(with_stops(made, as_stops(stops) if stops else None), (bottom, top))


def _ends(ends: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    (x0, y0), (x1, y1) = ends
    return (x0, y0), (x1, y1)


def _points(ends: Any) -> frozenset[tuple[float, float]]:
    """Return both ends, in either order, with the page's precision."""
    return frozenset((round(float(x), 5), round(float(y), 5)) for x, y in ends)


def _kind(kind: str, side: str) -> FigureKind:
    if kind == "figure" and side in _SIDES:
        return kind_called(side)
    return kind_called(kind)


def _size(board: Board, size: Any) -> Any:
    if size is None:
        return None
    return tuple(size) if board.grid.name == "square" else size[0]


def _free_name(board: Board, wanted: str) -> str:
    """Return an unused name: a second goblin becomes goblin 2."""
    number, name = 2, wanted
    while board.has_figure(name):
        name = f"{wanted} {number}"
        number += 1
    return name
