"""Setting whole rows equals setting single tiles."""

import random
from fractions import Fraction

import pytest
from hypothesis import given

from sightline.errors import InvalidValueError, OffBoardError
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.cell import Hex
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import CODES, Wall
from tests.formats.boards import BOARDS, WITHOUT_HIGH_WALLS


@given(WITHOUT_HIGH_WALLS)
def test_rows_copy_a_board(board: Board) -> None:
    same = board.copy()
    for tile in same.tiles():
        same.set_solid(tile, not board.is_solid(tile))
    for a, b, _ in board.edges():
        same.set_edge(a, b, None)
    rows, _, _, _ = planes.extent(board)
    for row in range(rows):
        planes.set_solid_row(same, row, planes.solid_row(board, row))
        for direction in range(len(board.grid.forward)):
            codes = planes.edge_row(board, direction, row)
            planes.set_edge_row(same, direction, row, codes)
    assert same == board
    assert same.has_edges == board.has_edges


def test_rows_can_be_cleared_again() -> None:
    board = SquareBoard(2, 3)
    board.set_edge((0, 0), (0, 1), Wall())
    planes.set_edge_row(board, 0, 0, bytes(3))
    assert board == SquareBoard(2, 3)
    assert not board.has_edges


def test_nothing_off_the_board() -> None:
    board = HexBoard(1)
    before = board.copy()
    wall = CODES.index(Wall())
    for direction, row, codes in [
        (0, 0, [0, 0, wall]),
        (1, 2, [wall, 0, 0]),
        (2, 0, [0, 0, 255]),
    ]:
        with pytest.raises(InvalidValueError):
            planes.set_edge_row(board, direction, row, bytes(codes))
    with pytest.raises(OffBoardError, match="row 0, column 0"):
        planes.set_solid_row(board, 0, b"\1\1\1")
    with pytest.raises(OffBoardError, match="expected 0 to 2, got 3"):
        planes.set_solid_row(board, 3, bytes(3))
    with pytest.raises(InvalidValueError, match="expected 3 values"):
        planes.set_solid_row(board, 1, bytes(4))
    assert board == before


@given(BOARDS)
def test_whole_planes_say_what_the_board_says(board: Board) -> None:
    tiles = planes.tile_plane(board)
    edges = [planes.edge_plane(board, direction) for direction in range(len(board.grid.forward))]
    for tile in board.tiles():
        row, col = (tile[1], tile[0]) if isinstance(board, HexBoard) else tile
        index = planes.plane_index(board, row, col)
        assert planes.row_and_col(board, index) == (row, col)
        assert planes.row_and_col(board, index + planes.stride(board)) == (row + 1, col)
        assert tiles[index] == board.flags(tile)
        for direction, plane in enumerate(edges):
            assert plane[index] == board.edge_code(direction, tile)


@given(BOARDS)
def test_a_tile_is_made_rock_by_its_place_in_the_plane(board: Board) -> None:
    by_place, by_tile = board.copy(), board.copy()
    tile = board.tiles()[0]
    row, col = (tile[1], tile[0]) if isinstance(board, HexBoard) else tile
    for solid in (True, False):
        planes.set_solid_at(by_place, planes.plane_index(board, row, col), solid)
        by_tile.set_solid(tile, solid)
        assert by_place == by_tile


def test_planes_are_only_read() -> None:
    board = SquareBoard(2, 2)
    with pytest.raises(TypeError):
        planes.tile_plane(board)[0] = 1
    with pytest.raises(TypeError):
        planes.edge_plane(board, 0)[0] = 1


def test_a_board_counts_its_free_walls_and_lists_its_heights() -> None:
    board = HexBoard(2)
    assert (board.wall_count, len(board.covers), len(board.elevations)) == (0, 0, 0)
    board.add_wall((0, 0), (1, 1))
    board.set_cover((0, 1), 1)
    board.set_elevation((1, 0), 2)
    assert board.wall_count == 1
    assert list(board.covers.items()) == [(Hex(0, 1), Fraction(1))]
    assert list(board.elevations.items()) == [(Hex(1, 0), Fraction(2))]
    assert board.cells == tuple(board.tiles())
    assert board.copy().cells is board.cells


@pytest.mark.parametrize(
    "board",
    [SquareBoard(5, 7), HexBoard(3), HexBoard(cells=[(0, 0), (5, -2), (4, -2), (-3, 4), (2, 4)])],
)
def test_solid_tiles_come_in_reading_order(board: Board) -> None:
    rng = random.Random(1)
    for share in (0.0, 0.3, 1.0):
        chosen = {tile for tile in board.tiles() if rng.random() < share}
        for tile in board.tiles():
            board.set_solid(tile, tile in chosen)
        board.place("Mira", board.tiles()[0])  # figures are not rock
        assert list(board.solid_tiles()) == [tile for tile in board.tiles() if tile in chosen]
        assert all(type(tile) is type(board.tiles()[0]) for tile in board.solid_tiles())
        board.remove("Mira")
