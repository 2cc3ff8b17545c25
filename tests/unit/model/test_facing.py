"""The facing of figures can be set and survives moves and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import HexBoard, SquareBoard, load, save
from sightline.errors import InvalidValueError
from sightline.model.facing import FACINGS, facings
from sightline.model.parts.cuts import cut_out, whole_extent


def test_a_move_keeps_the_facing() -> None:
    board = SquareBoard(4, 4)
    board.place("A", "A1", facing="north-east")
    board.place("large", "C3", size=2, facing="west")
    assert board.move("A", "B1").facing == "north-east"
    assert board.move("large", "B2").facing == "west"
    assert board.turn("A", "").facing == ""


def test_a_facing_makes_two_boards_different() -> None:
    board, other = (SquareBoard.from_text("A.B") for _ in "ab")
    board.turn("A", "east")
    assert board != other
    other.turn("A", "east")
    assert board == other


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_hexes_face_their_sides(orientation: str) -> None:
    board = HexBoard(radius=1, orientation=orientation)  # type: ignore[arg-type]
    assert set(facings(board).values()) == set(board.grid.directions)
    missing = "north" if orientation == "pointy" else "east"
    with pytest.raises(InvalidValueError, match="facing: expected one of"):
        board.place("A", (0, 0), facing=missing)


def test_what_is_no_direction_is_refused() -> None:
    board = SquareBoard.from_text("A")
    with pytest.raises(InvalidValueError, match="facing: expected one of north"):
        board.turn("A", "up")
    with pytest.raises(InvalidValueError, match="facing"):
        board.place("B", "A1", facing=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["map.txt", "map.json", "scene.json"])
def test_files_keep_it(tmp_path: Path, name: str) -> None:
    board = SquareBoard(3, 9)
    for number, word in enumerate(FACINGS["square"]):
        board.place(word, (1, number), facing=word)
    board.place("A", (0, 0))
    path = tmp_path / name
    save(board, path, format="foundry") if name == "scene.json" else save(board, path)
    again = load(path)
    assert {f.name: f.facing for f in again.figures()} == {
        f.name: f.facing for f in board.figures()
    }


def test_hex_files_keep_it(tmp_path: Path) -> None:
    board = HexBoard(radius=2, orientation="flat")
    board.place("A", (0, 0), facing="south")
    for name in ("map.txt", "map.json"):
        save(board, tmp_path / name)
        assert load(tmp_path / name) == board


def test_a_cut_out_part_keeps_it() -> None:
    board = SquareBoard.from_text("A.B\n...")
    board.turn("B", "south")
    part = cut_out(board, whole_extent(board))
    assert part is not None
    assert part.figure("B").facing == "south"
