"""On a board wider than the terminal, the output shows the visible part without wasted space."""

from __future__ import annotations

import itertools
import random
import tracemalloc
import unicodedata

import pytest

from sightline import CenterRule, CornerRule, Door, Field, HexBoard, SquareBoard, Wall, field
from sightline.model.board import Board
from sightline.model.cell import square_name
from sightline.render import terminal
from sightline.render.console.canvas import Canvas
from sightline.render.console.window import (
    TileBox,
    board_box,
    box_of,
    column_and_row,
    tiles_in,
)
from sightline.render.reading import shape_of
from sightline.render.text import columns, cut


def drawn(board: Board, seen: Field, **options: int) -> list[str]:
    return terminal(board, visible=seen, viewers=seen.viewers, color=False, **options).splitlines()  # type: ignore[arg-type]


def in_columns(line: str) -> int:
    """Return the width of a line, from the Unicode width of each character."""
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in line
    )


BOARDS = [
    pytest.param(SquareBoard(5, 9), id="square"),
    pytest.param(HexBoard(4), id="pointy"),
    pytest.param(HexBoard(4, orientation="flat"), id="flat"),
    pytest.param(HexBoard(cells=[(0, 0), (7, -3), (-2, 5), (1, 1)]), id="scattered"),
]


@pytest.mark.parametrize("board", BOARDS)
def test_the_tiles_in_a_box(board: Board) -> None:
    rng, shape = random.Random(3), shape_of(board)
    assert set(tiles_in(board, board_box(board))) == set(board.tiles())
    for _ in range(40):
        left, top = rng.randrange(-6, 6) / 2, rng.randrange(-6, 6) / 2
        box = TileBox(left, left + rng.randrange(9) / 2, top, top + rng.randrange(9) / 2)
        inside = []
        for tile in board.tiles():
            x, y = column_and_row(shape, tile)
            if box.left <= x <= box.right and box.top <= y <= box.bottom:
                inside.append(tile)
        found = tiles_in(board, box)
        assert len(found) == len(set(found))
        assert set(found) == set(inside), box


def test_the_box_of_a_field_of_squares() -> None:
    board, rng = SquareBoard(7, 9), random.Random(2)
    for _ in range(50):
        tiles = {tile for tile in board.tiles() if rng.random() < 0.1} or {board.tiles()[0]}
        seen: Field = Field(board, bytes(tile in tiles for tile in board.tiles()))
        assert box_of("square", seen) == box_of("square", tiles)


@pytest.mark.parametrize("width", [30, 47, 80, 120])
@pytest.mark.parametrize("walls", [False, True])
def test_a_field_on_a_wide_map_fills_the_terminal(width: int, walls: bool) -> None:
    board = SquareBoard(12, 400)
    board.place("Mira", (6, 200))
    if walls:
        board.set_edge((6, 202), (6, 203), Wall())
        board.set_edge((0, 0), (0, 1), Door("locked"))
    for radius in (0, 3, 8, None):
        seen = field(board, "Mira", CornerRule(), radius=radius)
        lines = drawn(board, seen, width=width)
        rows = [line for line in lines if line.strip()[:1].isdigit()]
        assert max(map(len, lines)) <= width
        # No further tile fits: each takes at most four columns.
        assert max(map(len, rows)) > width - 5
        assert any("M" in row for row in rows)
        assert "(a part of 4800 tiles)" in lines
        assert "L locked door" not in "\n".join(lines)  # it is far away
        if radius == 3:
            shown = sum(row.count("·") for row in rows)
            hidden_by_walls = sum(1 for _ in board.edges()) if walls else 0
            assert shown >= len(seen) - 1 - hidden_by_walls  # everything visible except Mira


def test_the_window_stays_on_the_board() -> None:
    board = SquareBoard(5, 300)
    for col in (0, 299):
        seen = field(board, (2, col), CenterRule(), radius=2)
        lines = drawn(board, seen, width=60)
        rows = [line for line in lines if line.strip()[:1].isdigit()]
        assert all(len(row) > 55 for row in rows)


@pytest.mark.parametrize("flat", [False, True])
def test_hexes_fill_the_terminal_too(flat: bool) -> None:
    board = HexBoard(60, orientation="flat" if flat else "pointy")
    board.place("Mira", (10, -20))
    seen = field(board, "Mira", CenterRule(), radius=4)
    lines = drawn(board, seen, width=70)
    assert 60 < max(map(len, lines)) <= 70
    assert any("[M]" in line for line in lines)
    assert "\n".join(lines).count("·") >= len(seen) - 1


def test_a_huge_board_is_drawn_at_once() -> None:
    board = SquareBoard(2000, 2000)
    board.place("Mira", (1000, 1000))
    board.set_edge((1000, 1001), (1000, 1002), Wall())
    seen = field(board, "Mira", CenterRule())
    tracemalloc.start()
    lines = drawn(board, seen, width=80, height=30)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 60_000_000  # one byte per tile, two for some, and nothing else
    assert len(lines) < 45
    assert any("M" in line for line in lines)


# --- wide letters


def test_wide_letters_take_two_columns() -> None:
    for text, wide in (("Mira", 4), ("竜王", 4), ("ｗ", 2), ("e\u0301", 1), ("", 0), ("🐉x", 3)):
        assert columns(text) == wide
        for room in range(6):
            short = cut(text, room)
            assert text.startswith(short)
            assert columns(short) <= room


def test_half_a_wide_letter_is_never_left() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "a竜b")
    assert canvas.lines(0, 3, 0, 0, False) == ["a竜b"]
    assert canvas.lines(2, 3, 0, 0, False) == [" b"]
    assert canvas.lines(0, 1, 0, 0, False) == ["a"]
    canvas.put(2, 0, "-")
    assert canvas.lines(0, 3, 0, 0, False) == ["a -b"]
    canvas.put(0, 1, "竜竜")
    canvas.put(1, 1, "龍")
    assert canvas.lines(0, 3, 1, 1, False) == [" 龍"]
    canvas.put(0, 2, "e\u0301x")
    assert canvas.lines(0, 1, 2, 2, False) == ["e\u0301x"]


@pytest.mark.parametrize("width", [22, 40, 80])
def test_wide_names_shift_nothing(width: int) -> None:
    board = SquareBoard(4, 17)
    board.set_edge((1, 1), (1, 2), Wall())
    names = ("竜王", "龍 2", "e\u0301lan", "Mira")
    plain = board.copy()
    for at, name in enumerate(names):
        board.place(name, (at, 3 * at))
        plain.place("abcd"[at], (at, 3 * at))
    wide = terminal(board, viewers=["竜王", (3, 3)], color=False, width=width).splitlines()
    narrow = terminal(plain, viewers=["a", (3, 3)], color=False, width=width).splitlines()
    rows = [(a, b) for a, b in zip(wide, narrow, strict=False) if b.strip()[:1].isdigit()]
    assert len(rows) == 4
    for one, other in rows:
        assert in_columns(one) == in_columns(other)
    assert all(in_columns(line) <= width for line in wide)
    if width == 22:
        assert any("@ 竜王" in line for line in wide)  # one column cannot hold a wide character


def test_no_columns_name_is_cut_to_anothers() -> None:
    board = SquareBoard(3, 2000)
    names = {square_name((0, col))[:-1] for col in range(2000)}
    for col in range(995, 1005):
        seen = field(board, (1, col), CenterRule(), radius=60)
        lines = drawn(board, seen, width=60)
        shown = lines[0].split()
        columns = [lines[0].index(each) for each in shown]
        assert set(shown) <= names
        # Their distances match those of their columns, so no characters were lost.
        ranks = sorted(col for col in range(2000) if square_name((0, col))[:-1] in shown)
        gaps = {b - a for a, b in itertools.pairwise(ranks)}
        assert {b - a for a, b in itertools.pairwise(columns)} == gaps == {5}


def test_of_a_huge_board_without_a_viewer_the_first_tiles_are_shown() -> None:
    board = SquareBoard(1000, 1000)
    board.set_solid((0, 0))
    lines = terminal(board, color=False, width=60, height=20).splitlines()
    assert len(lines) < 27
    assert max(map(len, lines)) <= 60
    assert "█" in lines[1]
    assert "(a part of 1000000 tiles)" in lines
    tall = terminal(SquareBoard(100, 9), color=False, width=60, height=20).splitlines()
    assert len([line for line in tall if line.strip()[:1].isdigit()]) == 100  # it fits
