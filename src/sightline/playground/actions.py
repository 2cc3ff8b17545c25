"""The table's actions that apply to a single board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sightline.errors import InvalidValueError, SightlineError, UnknownNameError
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

PlainAction = Mapping[str, Any]
MOST_ROWS, MOST_RADIUS = 60, 30
MOST_FIGURES = 400
_SIDES = ("hero", "ally", "enemy")


def act(board: Board, action: PlainAction) -> str:
    """Change the board and describe the change. The caller passes a copy, since an error may leave
    it half changed.
    """
    kind = action.get("t")
    if kind == "decide":
        raise InvalidValueError("Nobody rules here: a rule whose ties are set otherwise decides.")
    if kind not in _ACTIONS:
        raise InvalidValueError("That is for a table with players: here is only the board.")
    try:
        return _ACTIONS[kind](board, action)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        if isinstance(error, SightlineError):
            raise
        raise InvalidValueError(f"This page does not have that action: {error}") from error


def new_board(action: PlainAction) -> Board:
    """Return an empty board: rows and columns of squares, or a disc of hexes."""
    rows, cols = int(action.get("rows", 10)), int(action.get("cols", 10))
    if action.get("grid") == "hex":
        if not 0 <= rows <= MOST_RADIUS:
            raise InvalidValueError(f"A board of hexes has a radius of at most {MOST_RADIUS} here.")
        return HexBoard(rows)
    if not (1 <= rows <= MOST_ROWS and 1 <= cols <= MOST_ROWS):
        raise InvalidValueError(f"A board has at most {MOST_ROWS} rows and columns here.")
    return SquareBoard(rows, cols)


def _move(board: Board, action: PlainAction) -> str:
    name = action["figure"]
    start = action.get("start")
    if start is not None and tuple(start) != tuple(board.where(name)):
        raise InvalidValueError(f"{name} stands somewhere else by now.")
    lifted = {"elevation": action["elevation"]} if "elevation" in action else {}
    board.move(name, tuple(action["to"]), **lifted)
    return f"moved {name}"


def _lift(board: Board, action: PlainAction) -> str:
    name = action["figure"]
    board.move(name, board.where(name), elevation=action["elevation"])
    return f"changed the elevation of {name}"


def _paint(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        board.set_solid(tuple(tile), bool(action["solid"]))
    count = _counted(len(action["tiles"]), "tile")
    return f"filled {count} with rock" if action["solid"] else f"cleared {count}"


def _terrain(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        board.set_terrain(tuple(tile), action["kind"])
    return f"put {action['kind'] or 'nothing'} on {_counted(len(action['tiles']), 'tile')}"


def _edges(board: Board, action: PlainAction) -> str:
    threshold = _threshold(action)
    for a, b in action["edges"]:
        board.set_edge(tuple(a), tuple(b), threshold)
    count = _counted(len(action["edges"]), "edge")
    return f"cleared {count}" if threshold is None else f"put a {action['carries']} on {count}"


def _door(board: Board, action: PlainAction) -> str:
    state = action["state"]
    if action.get("edge"):
        a, b = (tuple(each) for each in action["edge"])
        board.set_state(a, b, state)
    else:
        ends = _ends(action["wall"])
        wall = next((w for w in board.free_walls() if _points(w.ends) == _points(ends)), None)
        if wall is None:
            raise UnknownNameError("That door no longer exists.")
        board.add_wall(*ends, with_state(wall.threshold, state))
    return f"set a door to {state}"


def _add_wall(board: Board, action: PlainAction) -> str:
    board.add_wall(*_ends(action["ends"]), _threshold({"carries": "wall", **action}))
    return f"drew a {action.get('carries', 'wall')}"


def _remove_wall(board: Board, action: PlainAction) -> str:
    board.remove_wall(*_ends(action["ends"]))
    return "removed a wall"


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
    return "erased"


def _height(board: Board, action: PlainAction) -> str:
    for tile in action["tiles"]:
        if "cover" in action:
            if not isinstance(board, HexBoard):
                raise InvalidValueError("cover: only hexes have cover; leave it out")
            board.set_cover(tuple(tile), action["cover"])
        if "elevation" in action:
            board.set_elevation(tuple(tile), action["elevation"])
    what = "hex" if board.grid.name == "hex" else "tile"
    return f"set the height of {_counted(len(action['tiles']), what)}"


def _add_floor(board: Board, action: PlainAction) -> str:
    tiles = [tuple(tile) for tile in action["tiles"]]
    return f"added {board.add_floor(action['height'], tiles, action.get('name')).name}"


def _remove_floor(board: Board, action: PlainAction) -> str:
    board.remove_floor(action["name"])
    return f"removed {action['name']}"


def _place(board: Board, action: PlainAction) -> str:
    if len(board.figures()) >= MOST_FIGURES:
        raise InvalidValueError(f"At most {MOST_FIGURES} figures stand on a board here.")
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
    return f"placed {wanted}"


def _duplicate(board: Board, action: PlainAction) -> str:
    if len(board.figures()) >= MOST_FIGURES:
        raise InvalidValueError(f"At most {MOST_FIGURES} figures stand on a board here.")
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
    return f"duplicated {old.name}"


def _edit(board: Board, action: PlainAction) -> str:
    old = board.figure(action["figure"])
    if action.get("hidden"):
        raise InvalidValueError("Everybody is in the open here: take it off the board instead.")
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
    return f"changed {old.name}"


def _remove(board: Board, action: PlainAction) -> str:
    board.remove(action["figure"])
    return f"removed {action['figure']}"


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
    """The requested wall, door or gate with its bottom, its top and what it stops."""
    carries, state = action["carries"], action.get("state", "")
    if carries is None:
        return None
    plain: dict[Any, Threshold] = {"wall": Wall(), "door": Door(), "gate": Gate()}
    if carries not in plain:
        raise InvalidValueError(f"Expected a wall, a door or a gate, got {carries!r}.")
    made = plain[carries] if carries == "wall" else with_state(plain[carries], state or "closed")
    heights = (action.get("bottom"), action.get("top"))
    bottom, top = (None if each is None else to_height(each, "height") for each in heights)
    stops = action.get("stops")
    return with_span(with_stops(made, as_stops(stops) if stops else None), (bottom, top))


def _ends(ends: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    (x0, y0), (x1, y1) = ends
    return (x0, y0), (x1, y1)


def _points(ends: Any) -> frozenset[tuple[float, float]]:
    """Both ends, in either order, with the page's precision."""
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
    """Return an unused name: the second goblin becomes goblin 2."""
    number, name = 2, wanted
    while board.has_figure(name):
        name = f"{wanted} {number}"
        number += 1
    return name


def _counted(count: int, what: str) -> str:
    plural = "hexes" if what == "hex" else f"{what}s"
    return f"{count} {what if count == 1 else plural}"
