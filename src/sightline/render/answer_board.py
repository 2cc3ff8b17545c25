"""A board with everything that an answer mentions, for when the real board is not at hand.

It has both ends and every blocker of every line tried, which is enough to see the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.answers.sight import Blocker, Sight
from sightline.model.board import Board
from sightline.model.cell import Hex, Tile
from sightline.model.hexagon import HexBoard, Orientation
from sightline.model.place import Place
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Threshold, Wall, with_state

NOTE = "Only what the answer itself mentions is drawn."


def board_of_answer(sight: Sight) -> Board:
    """Return the smallest board on which the answer can be drawn at its original position."""
    blockers = list(_blockers(sight))
    tiles = [*sight.source.tiles, *sight.target.tiles]
    tiles += [step.hex for ray in sight.rays for step in ray.steps]
    for blocker in blockers:
        tiles += _tiles_of(blocker)
    board = _empty(tiles, sight.orientation)
    for end in (sight.source, sight.target):
        _put_end(board, end)
    for blocker in blockers:
        _put(board, blocker)
    if isinstance(board, HexBoard):
        _put_terrain(board, sight)
    return board


def _blockers(sight: Sight) -> Iterator[Blocker]:
    for line in sight.lines:
        yield from line.blockers
    yield from sight.blockers


def _tiles_of(blocker: Blocker) -> list[Tile]:
    if blocker.free:
        return []
    return [blocker.where] if _is_tile(blocker) else list(blocker.where)


def _is_tile(blocker: Blocker) -> bool:
    return isinstance(blocker.where[0], int)


def _empty(tiles: list[Tile], orientation: Orientation) -> Board:
    if not isinstance(tiles[0], Hex):
        rows, cols = (max(tile[axis] for tile in tiles) + 1 for axis in (0, 1))
        return SquareBoard(rows, cols)
    around = {
        Hex(q + dq, r + dr)
        for q, r in tiles
        for dq in (-1, 0, 1)
        for dr in (-1, 0, 1)
        if dq * dr < 1
    }
    return HexBoard(cells=around, orientation=orientation)


def _put_end(board: Board, end: Place) -> None:
    if end.name is None or end.name in {figure.name for figure in board.figures()}:
        return
    first = [tile[0] for tile in end.tiles]
    size = max(first) - min(first) + 1
    if board.grid.name == "hex":  # a hex with n rings is 2n + 1 hexes wide
        board.place(end.name, end.middle, size=(size + 1) // 2, blocks_sight=False)
    else:
        second = [tile[1] for tile in end.tiles]
        extent = (size, max(second) - min(second) + 1)
        board.place(end.name, end.middle, size=extent, blocks_sight=False)


def _put(board: Board, blocker: Blocker) -> None:
    if blocker.free:
        start, end = blocker.where
        board.add_wall(start, end, _threshold(blocker))
    elif not _is_tile(blocker):
        first, second = blocker.where
        board.set_edge(first, second, _threshold(blocker))
    elif blocker.what == "figure" and blocker.name is not None:
        # Only the tiles in the way are known of a large figure, so each becomes a figure.
        taken = {figure.name for figure in board.figures()}
        if blocker.name not in taken:
            board.place(blocker.name, blocker.where)
        elif not board.names_at(blocker.where):
            board.place(f"{blocker.name} {blocker.where}", blocker.where)
    elif blocker.what in ("solid", "outside"):
        board.set_solid(blocker.where)
    elif blocker.what != "figure":  # terrain: the pack's word for it
        board.set_terrain(blocker.where, blocker.what)


def _put_terrain(board: HexBoard, sight: Sight) -> None:
    for ray in sight.rays:
        for step in ray.steps:
            board.set_elevation(step.hex, step.elevation)
            board.set_cover(step.hex, step.soft_cover)


def _threshold(blocker: Blocker) -> Threshold:
    kept: dict[str, Any] = {
        "limited": blocker.limited,
        "one_way": blocker.one_way,
        "stops": blocker.stops,
    }
    if blocker.state is None:
        return Wall(**kept)
    return with_state(Door(**kept) if blocker.what == "door" else Gate(**kept), blocker.state)
