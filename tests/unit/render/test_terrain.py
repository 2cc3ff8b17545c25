"""Terrain in pictures and in the terminal is marked by kind and named in the legend."""

from __future__ import annotations

import pytest

from sightline import HexBoard, SquareBoard, field, trace
from sightline.model.board import Board
from sightline.model.parts.terrain import COMMON
from sightline.render import board_svg, field_svg, sight_svg, terminal
from sightline.render.terrain import terrain_legend, terrain_marks

LEGEND = "Terrain: lw light-woods, l low, s smoke"


def wood() -> SquareBoard:
    return SquareBoard.from_text(
        """
        S.ww~
        ..wwT
        ,,..#

        w: light-woods
        ~: smoke
        ,: low
        """
    )


def test_every_kind_has_a_mark_of_its_own() -> None:
    board = SquareBoard(1, 40)
    kinds = [*COMMON, "lower", "lowest", "light-wood", "light-water", "l", "lw", "li"]
    for tile, kind in zip(board.tiles(), kinds, strict=False):
        board.set_terrain(tile, kind)
    marks = terrain_marks(board)
    assert sorted(marks) == sorted(kinds)
    assert len(set(marks.values())) == len(kinds)
    assert terrain_marks(SquareBoard(2, 2)) == {}


def test_pictures_mark_and_name_it() -> None:
    board = wood()
    assert terrain_legend(board) == LEGEND
    for svg in (
        board_svg(board),
        field_svg(board, field(board, "S", "center")),
        sight_svg(board, trace(board, "S", "T", "center")),
    ):
        assert LEGEND in svg
        assert svg.count(">lw</text>") == 4
        assert svg.count(">s</text>") == 1
        assert "<title>light-woods</title>" in svg


@pytest.mark.parametrize("board", [SquareBoard(3, 3), HexBoard(2)], ids=["squares", "hexes"])
def test_boards_without_are_drawn_as_ever(board: Board) -> None:
    before = board_svg(board)
    assert "terrain" not in before.lower()
    changed = board.copy()
    changed.set_terrain(board.tiles()[0], "low")
    assert "terrain" in board_svg(changed)
    changed.set_terrain(board.tiles()[0], None)
    assert board_svg(changed) == before


def test_the_terminal_marks_it() -> None:
    board = wood()
    drawn = terminal(board, color=False)
    assert drawn.count("≈lw") == 5  # one in the legend
    assert "≈lw light-woods" in drawn
    assert "≈l low" in drawn
    plain = terminal(board, color=False, unicode=False)
    assert "=s smoke" in plain
    narrow = terminal(board, color=False, width=14)
    assert "≈ light-woods, low," in narrow.replace("\n", " ")


def test_what_is_not_seen_stays_in_shadow() -> None:
    board = SquareBoard.from_text("S.#~\n\n~: smoke")
    drawn = terminal(board, visible=field(board, "S", "center"), color=False)
    assert "≈" not in drawn
