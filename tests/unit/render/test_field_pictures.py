"""The picture of a field: the viewer, light and shadow, and visible and hidden rock."""

from __future__ import annotations

import pickle
import re
import threading

import pytest

from sightline import CornerRule, Field, HexBoard, HexRayRule, SquareBoard, field
from sightline.model.board import Board
from sightline.render import field_svg, svg_to_png


def room() -> SquareBoard:
    board = SquareBoard(5, 7)
    for row in range(5):
        board.set_solid((row, 3))
        board.set_solid((row, 6))
    board.place("Mira", (2, 1), kind="hero")
    return board


def drawn(svg: str, role: str) -> int:
    """Count the elements with that role in the picture, excluding its style sheet."""
    return len(re.findall(rf'class="{role}"', svg.split("</style>")[1]))


def test_who_looks_is_marked() -> None:
    board = room()
    seen = field(board, "Mira", CornerRule())
    svg = seen._repr_svg_()
    assert drawn(svg, "viewer") == 1
    assert "Mira sees" in svg
    both = field(board, ["Mira", (4, 0)], CornerRule())._repr_svg_()
    assert drawn(both, "viewer") == 2
    assert "Mira and A5 see" in both
    assert both == (seen | field(board, (4, 0), CornerRule()))._repr_svg_()
    assert drawn((~seen)._repr_svg_(), "viewer") == 0
    # The named figure may have left or moved since.
    board.remove("Mira")
    assert seen._repr_svg_() == svg == field_svg(board, seen)
    assert svg_to_png(svg)[:4] == b"\x89PNG"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_seen_rock_is_told_from_unseen(theme: str) -> None:
    board = room()
    seen = field(board, "Mira", CornerRule())
    assert (2, 3) in seen
    assert (2, 6) not in seen
    svg = field_svg(board, seen, theme=theme)
    assert ">rock, seen<" in svg
    assert ">rock, not seen<" in svg
    # On the board and in the legend.
    assert drawn(svg, "lit-rock") == drawn(svg, "unseen-rock") == 2
    for tile in list(board.solid_tiles())[1::2]:
        board.set_solid(tile, False)
    everywhere = field_svg(board, list(board.tiles()), theme=theme)
    assert ">rock, seen<" in everywhere
    assert ">rock, not seen<" not in everywhere


@pytest.mark.parametrize("board", [SquareBoard(3, 4), HexBoard(2)])
def test_a_field_that_was_pickled_shows_what_it_has(board: Board) -> None:
    board = board.copy()
    board.place("Mira", (0, 0), kind="hero")
    board.set_solid((1, 1))
    rule = HexRayRule() if isinstance(board, HexBoard) else CornerRule()
    seen: Field = field(board, "Mira", rule, radius=1)
    again = pickle.loads(pickle.dumps(seen))  # noqa: S301
    svg = again._repr_svg_()
    assert "its board was not saved" in svg
    assert f"Mira sees {len(seen)} of" in svg
    assert drawn(svg, "viewer") == 1
    assert drawn(svg, "hero") == drawn(svg, "solid") == 0
    # On a given board, the picture uses that board.
    assert drawn(field_svg(board, again), "hero") == 1


def test_fields_asked_by_several_threads_share_one_past() -> None:
    for _ in range(50):
        board = SquareBoard(3, 3)
        fields: list[Field] = []
        threads = [
            threading.Thread(target=lambda b, f: f.append(field(b, (0, 0), CornerRule())),
                             args=(board, fields))
            for _ in range(4)
        ]  # fmt: skip
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        board.set_solid((2, 2))
        assert not any(seen.board_then().is_solid((2, 2)) for seen in fields)
