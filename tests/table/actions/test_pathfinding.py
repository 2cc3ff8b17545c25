"""Path searches that take too long are refused with a message, and others succeed."""

import pytest

from sightline import SquareBoard
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.table.actions.pathfinding import path_search
from sightline.table.actions.walking import WalkSpot
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.state.records import Refusal
from sightline.table.vision.tile_sets import bits_of_tiles


def walk(board: Board, name: str, goal: Tile, known: set[Tile]) -> list[Tile] | None:
    tiles = bits_of_tiles(board, known)
    way = path_search(
        board, "map", name, board.figure(name).at, WalkSpot(None, goal), (), lambda _: tiles
    ).shortest()
    return None if way is None else [spot.tile for spot in way]


def test_it_gives_up_in_words() -> None:
    board = SquareBoard(250, 250)
    board.place("hero", (0, 0))
    board.set_edge((249, 248), (249, 249), None)
    for tile in ((248, 249), (249, 248)):
        board.set_solid(tile)
    with pytest.raises(Refusal, match=REFUSALS["tooFar"]):
        walk(board, "hero", square(249, 249), set(board.tiles()))
    board.set_solid((248, 249), False)
    way = walk(board, "hero", square(249, 249), set(board.tiles()))
    assert way is not None
    assert len(way) == 2 * 249


def test_it_goes_over_known_tiles_only() -> None:
    board = SquareBoard(3, 3)
    board.place("hero", (0, 0))
    known: set[Tile] = {tile for tile in board.tiles() if tile != (0, 1)}
    assert walk(board, "hero", square(0, 2), known) == [
        *(square(1, 0), square(1, 1), square(1, 2)),
        square(0, 2),
    ]
    assert walk(board, "hero", square(0, 1), known) is None


def square(row: int, col: int) -> Tile:
    return SquareBoard.grid.tile(row, col)
