"""Tiles by name are accepted for every position, with suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InvalidValueError, OffBoardError, UnknownNameError
from sightline.model.board import Board
from sightline.model.cell import parse_square, square_name
from sightline.model.hexagon import HexBoard
from sightline.model.names import LONGEST, meant, tile_called
from sightline.model.place import place
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door

NUMBERS = st.integers(-2048, 4095)


@given(st.integers(0, 4095), st.integers(0, 4095))
def test_every_square_is_found_by_the_name_that_pictures_give_it(row: int, col: int) -> None:
    name = square_name((row, col))
    assert parse_square(name) == (row, col)
    for spelled in (name, name.lower(), f" {name} ", f"{row},{col}", f"({row}, {col})"):
        assert tile_called("square", spelled) == (row, col)


@given(NUMBERS, NUMBERS)
def test_every_hex_too(q: int, r: int) -> None:
    for spelled in (f"({q}, {r})", f"{q},{r}", f" {q} , {r} "):
        assert tile_called("hex", spelled) == (q, r)


@pytest.mark.parametrize(
    "word", ["", "C", "4", "C0", "C00", "4C", "ABCDE1", "C4x", "1,2,3", "٣,٤", "C٤"]
)
def test_other_words_are_the_names_of_no_tile(word: str) -> None:
    assert tile_called("square", word) is None
    assert tile_called("hex", word) is None


def test_letters_name_squares_only() -> None:
    assert tile_called("hex", "C4") is None


# each call, with the position as a parameter, and its result
VERBS: dict[str, Callable[[Board, Any], Any]] = {
    "position": lambda board, at: board.position(at),
    "in": lambda board, at: at in board,
    "set_solid": lambda board, at: board.set_solid(at),
    "is_solid": lambda board, at: board.is_solid(at),
    "place": lambda board, at: board.place("orc", at),
    "move": lambda board, at: board.move("Mira", at),
    "figures_at": lambda board, at: board.figures_at(at),
    "set_edge": lambda board, at: board.set_edge(at, (0, 1), Door()),
    "set_edge the other way": lambda board, at: board.set_edge((1, 0), at, Door()),
    "edge": lambda board, at: board.edge(at, (1, 2)),
    "add_light": lambda board, at: board.add_light(at, 2, 4),
    "set_state": lambda board, at: board.set_state(at, (1, 2), "open"),
    "place as an end of a look": lambda board, at: place(board, at, "from"),
}


def boards() -> list[Board]:
    made: list[Board] = [SquareBoard(3, 3), HexBoard(radius=3)]
    for board in made:
        board.place("Mira", (0, 0))
        board.set_edge((1, 1), (1, 2), Door("locked"))
    return made


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_a_tile_by_its_name(verb: str) -> None:
    for board, other, names in zip(
        boards(), boards(), (("B2", "b2", "1,1"), ("(1, 1)", "1,1")), strict=True
    ):
        for name in names:
            by_name, by_position = board.copy(), other.copy()
            assert VERBS[verb](by_name, name) == VERBS[verb](by_position, (1, 1))
            assert by_name == by_position


def test_cover_and_heights_too() -> None:
    board = HexBoard(radius=1)
    board.set_cover("1,0", 0.5)
    board.set_elevation("(0, -1)", 2)
    assert (board.cover((1, 0)), board.elevation((0, -1))) == (Fraction(1, 2), Fraction(2))
    assert (board.cover("(1, 0)"), board.elevation("0,-1")) == (Fraction(1, 2), Fraction(2))


def test_a_figures_name_comes_first() -> None:
    board = SquareBoard(5, 5)
    board.place("C4", (0, 0))
    assert place(board, "C4", "from").middle == (0, 0)
    assert place(board, "c4", "from").middle == (3, 2)
    assert board.position("C4") == (3, 2)  # this method takes only tiles
    assert board.add_light("C4", 2).at == "C4"  # a light that a figure carries
    assert board.add_light("c4", 2).at == (3, 2)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("Z9", OffBoardError, "position 'Z9': (8, 25) is off the board, rows 0 to 2"),
        ("9,9", OffBoardError, "position '9,9': (9, 9) is off the board"),
        ("C0", InvalidValueError, "position: expected row,col or a name such as C4, got 'C0'"),
        ("Mira", InvalidValueError, "got 'Mira', a figure: its tile is A1"),
        ("x" * 50_000, InvalidValueError, "got 'xxx"),
    ],
)  # fmt: skip
def test_a_name_of_no_tile_is_refused_and_changes_nothing(
    name: str, error: type[Exception], message: str
) -> None:
    board = boards()[0]
    before = board.copy()
    for verb in (board.set_solid, board.is_solid, board.figures_at):
        with pytest.raises(error) as caught:
            verb(name)
        assert message in str(caught.value)
        assert len(str(caught.value)) < 500
    assert board == before
    assert (name in board) == board.has_figure(name)


def test_nobody_and_no_tile_of_that_name() -> None:
    board = SquareBoard(3, 3)
    for name in ("Mira", "M 2", "Sir Osric"):
        board.place(name, board.tiles()[len(board.figures())])
    with pytest.raises(UnknownNameError) as caught:
        place(board, "Mria", "from")
    assert str(caught.value) == (
        "no figure is called 'Mria'; did you mean 'Mira'?\n"
        "  figures here: Mira, M 2, Sir Osric; positions: row,col or a name such as C4"
    )
    with pytest.raises(UnknownNameError, match=r"off the board.*did you mean 'M 2'\?"):
        place(board, "M2", "from")
    with pytest.raises(OffBoardError):
        place(board, "Z9", "from")


def test_a_crowd_is_not_listed_in_full() -> None:
    board = SquareBoard(20, 20)
    for number, tile in enumerate(board.tiles()):
        board.place(f"{number} {'x' * 300}\n", tile)
    with pytest.raises(UnknownNameError, match="and 392 more") as caught:
        board.where("Mira")
    assert len(str(caught.value)) < 1000
    assert str(caught.value).count("\n") == 1


# --- what was meant -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "names", "expected"),
    [
        ("mira", ["Borin", "Mira"], "Mira"),
        ("gobln", ["Mira", "goblin"], "goblin"),
        ("Mria", ["Mira"], "Mira"),
        ("gob", ["Mira", "goblin"], "goblin"),
        ("osric", ["Sir Osric", "Mira"], "Sir Osric"),
        ("quset", ["one-card-dungeon", "quest", "hex"], "quest"),
        ("STRASSE", ["straße"], "straße"),
        ("M2", ["M", "M 2"], "M 2"),
        ("One Card Dungeon", ["one-card-dungeon", "quest"], "one-card-dungeon"),
        # no name is similar to these
        ("elf", ["Mira", "goblin"], None),
        ("orc", ["ogre", "door"], None),
        ("go", ["goblin"], None),
        ("gob", ["goblin", "goblet"], None),
        ("chess", ["one-card-dungeon", "quest", "hex", "corner", "center", "hexray"], None),
        ("", ["a"], None),
        ("x" * (LONGEST + 1), ["x" * LONGEST], None),
        ("anything", [], None),
    ],
)  # fmt: skip
def test_what_was_meant(word: str, names: list[str], expected: str | None) -> None:
    assert meant(word, names) == expected


@given(st.text(max_size=8), st.lists(st.text(max_size=8), max_size=6))
def test_only_a_name_there_is_is_ever_suggested(word: str, names: list[str]) -> None:
    assert meant(word, names) in (None, *names)
