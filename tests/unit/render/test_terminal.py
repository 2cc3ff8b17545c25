"""Terminal output, compared as text."""

import re
from textwrap import dedent

import pytest

from sightline import render
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from tests.pictures.gallery import crypt, hill, pillar, sight_of


def shown(text: str) -> str:
    return dedent(text).lstrip("\n")


def plain(board, **options) -> str:
    return render.terminal(board, color=False, **options)


def test_squares_without_edges_are_compact() -> None:
    board = SquareBoard(3, 4)
    for tile in ((1, 1), (1, 2), (2, 3)):
        board.set_solid(tile)
    board.place("Mira", (0, 3), kind="hero")
    assert plain(board) == shown("""
           A B C D
         1 · · · M
         2 · ███ ·
         3 · · · █

        M Mira
        """)


def test_edges_have_room_between_squares() -> None:
    board = SquareBoard(2, 3)
    board.set_edge((0, 0), (0, 1), Wall())
    board.set_edge((1, 0), (1, 1), Door("locked"))
    board.set_edge((0, 2), (1, 2), Gate("open"))
    board.set_edge((0, 1), (1, 1), Wall())
    assert plain(board) == shown("""
             A   B   C
           ┌───┰───────┐
         1 │ · ┃ ·   · │
           │   ┣━━━╸ g │
         2 │ · L ·   · │
           └───┸───────┘

        L locked door   g open gate
        """)


def test_the_deciding_line_changes_where_it_is_stopped() -> None:
    board = SquareBoard(1, 5)
    board.set_solid((0, 2))
    sight = sight_of(board, (0, 0), (0, 4), CenterRule())
    assert plain(board, sight=sight, unicode=False, explanation="") == shown("""
             A   B   C   D   E
           +-------------------+
         1 |[S]****X###,,,,,<T>|
           +-------------------+

        x A1 does not see E1
        Center rule, ties strict
        * line of sight   , beyond what stops it   X stopped
        """)


def test_a_touched_corner_is_ringed() -> None:
    board = pillar()
    text = plain(board, sight=sight_of(board, "Mira", "imp", CenterRule("adjudicated")))
    assert "○ touched" in text
    assert "? Mira to imp: too close to call, waits for the master" in text


def test_light_shadow_and_doubt_have_signs() -> None:
    board = SquareBoard(1, 4)
    text = plain(board, visible=[(0, 0), (0, 1)], ambiguous=[(0, 2)], viewers=[(0, 0)])
    assert text == shown("""
           A B C D
         1 · · ? ░

        · seen   ░ not seen   ? waits for the master
        """)


def test_pointy_hexes_stand_in_offset_rows() -> None:
    board = HexBoard(radius=1)
    board.set_solid((1, 0))
    board.set_elevation((0, 1), 2)
    board.set_cover((-1, 0), 0.5)
    assert plain(board) == shown("""
            ·   ·
          ♣   ·  ███
            ·   2

        ♣ cover
        """)


def test_flat_hexes_stand_in_offset_columns() -> None:
    board = HexBoard(radius=1, orientation="flat")
    assert plain(board).rstrip() == "\n".join(
        ["      ·", "  ·       ·", "      ·", "  ·       ·", "      ·"]
    )


def test_a_ray_shows_its_steps() -> None:
    board = HexBoard(radius=2)
    board.set_solid((0, 0))
    text = plain(board, sight=sight_of(board, (-2, 0), (2, 0), HexRayRule()), explanation="")
    assert "[S] •1  ✗2  ∘3  <T>" in text


def test_numbers_have_signs_where_they_do_not_fit() -> None:
    board = SquareBoard(2, 30)
    text = plain(board, counts={tile: tile[1] * 100 for tile in board.tiles()})
    assert "▓ 2175 to 2900" in text
    small = plain(SquareBoard(1, 2), counts={(0, 0): 7, (0, 1): 12})
    assert "│ 7  12 │" in small


BOARDS = {
    "crypt": crypt(),
    "hill": hill(),
    "flat hill": hill("flat"),
    "wide": SquareBoard(3, 200),
    "hexes": HexBoard(radius=30),
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    for line in plain(BOARDS[name], width=width).splitlines():
        assert len(line) <= width, line


def test_both_ends_stay_in_the_window() -> None:
    board = SquareBoard(150, 150)
    sight = sight_of(board, (120, 120), (125, 140), CornerRule())
    text = plain(board, sight=sight)
    assert " S" in text
    assert "T" in text.split("(a part")[0]
    assert "(a part of 22500 tiles)" in text
    assert " 121 " in text
    assert " 1 " not in text.split("\n\n")[0]


def test_color_only_repeats_what_signs_say() -> None:
    board = crypt()
    sight = sight_of(board, "Mira", "troll", CornerRule())
    colored = render.terminal(board, sight=sight)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain(board, sight=sight)


@pytest.mark.parametrize("name", BOARDS)
def test_ascii_is_ascii(name: str) -> None:
    assert plain(BOARDS[name], unicode=False).isascii()
    board = pillar()
    sight = sight_of(board, "Mira", "imp", CornerRule("adjudicated"))
    assert plain(board, sight=sight, unicode=False).isascii()


def test_walls_that_decide_are_shown_even_if_the_rest_of_the_board_is_not() -> None:
    board = SquareBoard(4, 40)
    board.set_edge((1, 20), (1, 21), Wall())
    near = plain(board, sight=sight_of(board, (1, 19), (1, 23), CenterRule()))
    assert "╻" in near
    assert "(a part of 160 tiles)" in near
    assert near.splitlines()[0].split()[-1] == "AE"  # without half of the next column's name
    far = plain(board, sight=sight_of(board, (1, 0), (1, 39), CenterRule()))
    assert "Walls and doors between tiles have no room at this width." in far
