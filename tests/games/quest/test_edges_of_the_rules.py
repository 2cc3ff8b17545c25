"""Limits of the quest rules: the last tile that has a name, the last byte that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline import Door, Gate, Square
from sightline.errors import FormatError
from sightline.games.quest import DoorChanged, Moved, NothingFound, TilesRevealed, read_quest
from sightline.games.quest.board.events import Appeared, FigureLost, FigureSeen, Removed
from sightline.games.quest.board.movement import shortest_way, why_not
from sightline.model.square import SquareBoard

SMALL = 'title: Small\n\n+---+---+\n| H   . |\n+---+---+\n\nH: hero "Hilda"\n'


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "A1"),
        (6, "A1, B1, C1, D1, E1, F1"),
        (7, "A1, B1, C1, D1, E1, F1, G1"),
        (8, "A1, B1, C1, D1, E1, F1 and 2 more"),
        (9, "A1, B1, C1, D1, E1, F1 and 3 more"),
    ],
)
def test_six_tiles_are_named_and_no_more_than_one_is_left_out_for_nothing(
    count: int, words: str
) -> None:
    tiles = tuple(Square(0, col) for col in range(count))
    assert str(TilesRevealed("Hilda", tiles)) == f"Hilda sees new tiles: {words}."


def test_what_is_said_of_each_event() -> None:
    a, b = Square(0, 0), Square(0, 1)
    closed, opened = Door("closed"), Door("open")
    said = {
        Moved("Hilda", a, b): "Hilda moves from A1 to B1.",
        DoorChanged("Hilda", a, b, closed, opened): "Hilda opens the door between A1 and B1.",
        DoorChanged("Hilda", a, b, opened, closed): "Hilda closes the door between A1 and B1.",
        DoorChanged("Hilda", a, b, Door("locked"), closed): (
            "Hilda unlocks the door between A1 and B1."
        ),
        DoorChanged("Hilda", a, b, Door("secret"), closed): (
            "Hilda finds a secret door between A1 and B1."
        ),
        DoorChanged("Hilda", a, b, Gate("closed"), Gate("open")): (
            "Hilda opens the gate between A1 and B1."
        ),
        NothingFound("Hilda"): "Hilda searches, and finds nothing.",
        Appeared("orc", a): "orc appears on A1.",
        Removed("orc"): "orc is gone.",
        FigureSeen("Hilda", "orc", b): "Hilda now sees orc on B1.",
        FigureLost("Hilda", "orc"): "Hilda no longer sees orc.",
    }
    for event, words in said.items():
        assert str(event) == words


def test_a_file_of_just_the_most_bytes_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "small.txt"
    path.write_text(SMALL, encoding="utf-8")
    monkeypatch.setattr("sightline.games.quest.board.reading.MAX_FILE_BYTES", len(SMALL))
    assert read_quest(path).title == "Small"
    path.write_text(SMALL + "\n", encoding="utf-8")
    with pytest.raises(FormatError, match="larger than"):
        read_quest(path)


def test_a_step_goes_to_the_four_neighbors_and_no_further() -> None:
    board = SquareBoard(3, 3)
    hero = board.place("Hilda", (1, 1))
    free = [tile for tile in board.tiles() if why_not(board, hero, hero.at, tile) is None]
    assert free == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert why_not(board, hero, Square(1, 1), Square(0, 0)) == "A1 is not next to B2"
    assert why_not(board, hero, Square(2, 1), Square(3, 1)) is not None


def test_large_figures_step_with_every_tile() -> None:
    board = SquareBoard(3, 4)
    troll = board.place("troll", (0, 0), size=(2, 2))
    board.set_solid((2, 1))
    assert why_not(board, troll, troll.at, Square(1, 0)) == "B3 is solid"
    assert why_not(board, troll, troll.at, Square(0, 1)) is None
    board.set_edge((0, 1), (0, 2), Door("closed"))
    assert why_not(board, troll, troll.at, Square(0, 1)) == (
        "the closed door between B1 and C1 is in the way"
    )
    assert why_not(board, troll, Square(0, 2), Square(0, 3)) == "the board ends there"


def test_of_equal_ways_the_one_that_turns_north_first() -> None:
    board = SquareBoard(3, 3)
    hero = board.place("Hilda", (2, 0))
    assert shortest_way(board, hero, Square(0, 2)) == [(1, 0), (0, 0), (0, 1), (0, 2)]
    known = [Square(2, 0), Square(2, 1), Square(2, 2), Square(1, 2), Square(0, 2)]
    assert shortest_way(board, hero, Square(0, 2), known) == [(2, 1), (2, 2), (1, 2), (0, 2)]
