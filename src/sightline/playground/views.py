"""A board as the page draws it: parts of the table's messages, as plain data.

The page is the table's, and `table.protocol` defines its messages. They are created here without
msgspec, which is not available in Pyodide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sightline.model.board import Board
from sightline.model.figure import KINDS, Figure, usual_side
from sightline.model.hexagon import HexBoard
from sightline.model.planes import planes_to_copy
from sightline.model.square import SquareBoard
from sightline.model.threshold import Threshold, turned_round
from sightline.rules.menu import NO_PACKS, entry_data, menu, pack_data, terrain_words
from sightline.rules.rule import Rule

Plain = dict[str, Any]
TileRun = tuple[tuple[int, int], list[tuple[int, int]]]
"""The first tile of a run, and all its tiles."""


# --- the board


DRAWN = ("tiles", "edges", "walls", "heights", "terrain", "figures")


def snapshot(board: Board, before: Plain | None = None) -> Plain:
    """Return everything that is drawn, by key, in a form that can be compared.

    `before` is a snapshot of a board with the same layout; unchanged parts are reused.
    """
    ground = _stretches(board, board.tiles()) if before is None else before["ground"]
    planes = [bytes(plane) for plane in planes_to_copy(board)[1]]
    if before is not None and before["planes"] == planes:
        edges = before["edges"]
    else:
        edges = {edge[:4]: edge for edge in map(_edge, board.edges())}
    return {
        "ground": ground,
        "planes": planes,
        "tiles": {(run[0], run[1]): run for run in _runs(board, ground)},
        "edges": edges,
        "walls": {wall[:4]: wall for wall in map(_wall, board.free_walls())},
        "heights": {height[:2]: height for height in _heights(board)},
        "terrain": {(*tile, 1): (*tile, 1, kind) for tile, kind in _terrain(board).items()},
        "figures": {each.name: figure_view(each) for each in board.figures()},
    }


def stage(board: Board, drawn: Plain, rule: Rule, map_id: str) -> Plain:
    """Return the whole map; `drawn` is its snapshot."""
    made: Plain = {
        "t": "stage",
        "map": map_id,
        "grid": board.grid.name,
        "name": "Playground",
        "rule": rule.in_short(),
        "measure": {},
        **{name: list(drawn[name].values()) for name in DRAWN},
    }
    if isinstance(board, HexBoard):
        made["orientation"] = board.orientation
    if isinstance(board, SquareBoard):
        made["size"] = (board.rows, board.cols)
    return made


def change(before: Plain, after: Plain, rule: Rule) -> Plain:
    """Return the difference between two snapshots of one map."""
    made: Plain = {"t": "change", "rule": rule.in_short()}
    for name, nothing in (("edges", ("", "")), ("walls", ("", "")), ("terrain", ("",))):
        gone = [(*key, *nothing) for key in before[name].keys() - after[name].keys()]
        made[name] = gone + _new(before[name], after[name])
    made["tiles"] = _new(before["tiles"], after["tiles"])
    level = [(*key, 0, None) for key in before["heights"].keys() - after["heights"].keys()]
    made["heights"] = level + _new(before["heights"], after["heights"])
    made["figures"] = _new(before["figures"], after["figures"])
    made["gone"] = list(before["figures"].keys() - after["figures"].keys())
    return {key: value for key, value in made.items() if value}


def _new(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[Any]:
    if after is before:
        return []
    return [thing for key, thing in after.items() if before.get(key) != thing]


def _runs(board: Board, ground: list[TileRun]) -> list[tuple[int, int, str]]:
    """Return the ground as runs with one letter per tile: "#" for rock, else ".". Runs follow the
    columns of a row, or q for each r.
    """
    rock = {(*tile,) for tile in board.solid_tiles()}
    return [
        (*start, "".join(["#" if tile in rock else "." for tile in tiles]))
        for start, tiles in ground
    ]


def spans(board: Board, tiles: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Return tiles as runs: first tile and length."""
    return [(*start, len(stretch)) for start, stretch in _stretches(board, tiles)]


def _stretches(board: Board, tiles: Iterable[tuple[int, int]]) -> list[TileRun]:
    along = 1 if board.grid.name == "square" else 0
    found: list[TileRun] = []
    for tile in sorted(tiles, key=lambda each: (each[1 - along], each[along])):
        here = (tile[0], tile[1])
        last = found[-1][1][-1] if found else None
        step = (0, 1) if along else (1, 0)
        if last is not None and (last[0] + step[0], last[1] + step[1]) == here:
            found[-1][1].append(here)
        else:
            found.append((here, [here]))
    return found


def _edge(edge: tuple[Any, Any, Threshold]) -> tuple[int, int, int, int, str, str]:
    a, b, threshold = (*edge[0],), (*edge[1],), edge[2]
    if b < a:
        a, b, threshold = b, a, turned_round(threshold)
    return (*a, *b, *_threshold_words(threshold))


def _wall(wall: Any) -> tuple[float, float, float, float, str, str]:
    (x0, y0), (x1, y1) = wall.ends
    words = _threshold_words(wall.threshold)
    return (float(x0), float(y0), float(x1), float(y1), *words)


@cache
def _threshold_words(threshold: Threshold) -> tuple[str, str]:
    limited = "+limited" if threshold.limited else ""
    one_way = f"+{threshold.one_way}" if threshold.one_way else ""
    return f"{type(threshold).__name__.lower()}{limited}{one_way}", threshold.state or ""


def _heights(board: Board) -> Iterable[tuple[int, int, float, float | None]]:
    if not isinstance(board, HexBoard):
        return
    for tile in board.tiles():
        cover, height = float(board.cover(tile)), board.elevation(tile)
        if cover or height is not None:
            yield tile[0], tile[1], cover, None if height is None else float(height)


def _terrain(board: Board) -> dict[tuple[int, int], str]:
    return {(tile[0], tile[1]): kind for tile, kind in board.terrains().items()}


def figure_view(figure: Figure[Any]) -> Plain:
    """Return the view of a figure. Its name is its id, because names are unique on a board."""
    side = figure.kind if figure.kind in ("hero", "ally", "enemy") else "neutral"
    return {
        "id": figure.name,
        "name": figure.name,
        "at": (figure.at[0], figure.at[1]),
        "size": figure.size,
        "side": side,
        "kind": figure.kind if figure.is_furniture else "figure",
        "furniture": figure.is_furniture,
        "blocks": figure.blocks_sight,
        "team": "" if figure.side == usual_side(figure.kind) else figure.side,
    }


# --- the rules


def table_info(board: Board, rule: Rule, map_id: str, undo: str, redo: str) -> Plain:
    """Return the data that the panels show."""
    on_squares = board.grid.name == "square"
    made: Plain = {
        "t": "table",
        "maps": [{"id": map_id, "name": "Playground", "grid": board.grid.name, "shown": True}],
        "map": map_id,
        "players": [],
        "rule": rule.for_menu(),
        "rules": [entry_data(each) for each in menu(board.grid.name, NO_PACKS, rule)],
        "options": {},
        "health_shown": {},
        "join_secret": "",
        "addresses": [],
        "furniture": [
            {
                "kind": kind,
                "size": template.size if on_squares else (1, 1),
                "blocks": template.blocks_sight,
            }
            for kind, template in KINDS.items()
            if template.furniture
        ],
        "terrain": terrain_words(board, rule),
        "undo": undo,
        "redo": redo,
    }
    if rule.game is not None:
        made["pack"] = pack_data(rule.game)
    return made
