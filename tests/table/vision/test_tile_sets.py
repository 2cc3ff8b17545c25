"""Sets of tiles as integers, spans and runs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, HexBoard, SquareBoard, field
from sightline.model.board import Board
from sightline.table.vision.tile_sets import (
    all_bits,
    bits_of_field,
    bits_of_tiles,
    ground_runs,
    holds,
    ranks_of_bits,
    spans_of_bits,
    tiles_of_bits,
)
from tests.table.support.maps import bits_of_spans


@st.composite
def boards_with_sets(draw: st.DrawFn) -> tuple[Board, int]:
    board: Board
    if draw(st.booleans()):
        board = SquareBoard(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    else:
        corner = st.integers(-4, 4)
        board = HexBoard(cells=draw(st.sets(st.tuples(corner, corner), min_size=1, max_size=40)))
    for tile in draw(st.lists(st.sampled_from(board.tiles()[:]), max_size=10)):
        board.set_solid(tile)
    return board, draw(st.integers(0, all_bits(board)))


@given(boards_with_sets())
def test_round_trips(case: tuple[Board, int]) -> None:
    board, bits = case
    tiles = list(tiles_of_bits(board, bits))
    assert bits_of_tiles(board, tiles) == bits
    assert [tile for tile in board.tiles() if holds(board, bits, tile)] == tiles
    assert ranks_of_bits(bits) == [board.rank(tile) for tile in tiles]
    assert bits_of_spans(board, spans_of_bits(board, bits)) == bits


@given(boards_with_sets())
def test_spans_and_runs_name_each_tile_once_and_follow_the_line(case: tuple[Board, int]) -> None:
    board, bits = case
    step = (0, 1) if isinstance(board, SquareBoard) else (1, 0)
    named: list[tuple[int, int]] = []
    for first, second, count in spans_of_bits(board, bits):
        named += [(first + i * step[0], second + i * step[1]) for i in range(count)]
    assert named == list(tiles_of_bits(board, bits))
    spans = spans_of_bits(board, bits)
    runs = ground_runs(board, bits)
    assert [(first, second, len(letters)) for first, second, letters in runs] == spans
    ground = "".join(letters for _, _, letters in runs)
    assert ground == "".join("#" if board.is_solid(tile) else "." for tile in named)
    # Minimal: no span begins where the previous one ends.
    ends = {(a + n * step[0], b + n * step[1]) for a, b, n in spans}
    assert not ends & {(a, b) for a, b, _ in spans}


def test_exact_squares() -> None:
    board = SquareBoard(3, 4)
    board.set_solid((1, 2))
    bits = bits_of_tiles(board, [(0, 2), (0, 3), (1, 0), (1, 2), (1, 3)])
    assert spans_of_bits(board, bits) == [(0, 2, 2), (1, 0, 1), (1, 2, 2)]
    assert ground_runs(board, bits) == [(0, 2, ".."), (1, 0, "."), (1, 2, "#.")]
    assert spans_of_bits(board, all_bits(board)) == [(0, 0, 4), (1, 0, 4), (2, 0, 4)]
    assert spans_of_bits(board, 0) == []


def test_exact_hexes() -> None:
    """Two hexes in consecutive rows have consecutive ranks, but are separate spans."""
    board = HexBoard(cells=[(0, 0), (1, 0), (1, 1), (2, 1), (4, 1)])
    board.set_solid((2, 1))
    assert spans_of_bits(board, all_bits(board)) == [(0, 0, 2), (1, 1, 2), (4, 1, 1)]
    assert ground_runs(board.copy(), 0b11100) == [(1, 1, ".#"), (4, 1, ".")]


def test_a_field_and_tiles_off_the_board() -> None:
    board = SquareBoard(2, 2)
    board.set_solid((0, 1))
    seen = field(board, (0, 0), CenterRule("strict"))
    assert set(tiles_of_bits(board, bits_of_field(seen))) == set(seen)
    assert not holds(board, all_bits(board), (2, 0))
    assert not holds(board, all_bits(board), (0, -1))
