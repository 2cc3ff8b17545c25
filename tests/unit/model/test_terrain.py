"""Terrain of tiles and sides of figures: setting, reading, comparing, copying,
rotating, refusing.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from sightline import RULES, HexBoard, SquareBoard, field, sees
from sightline.errors import InvalidValueError, OffBoardError
from sightline.model.board import Board
from sightline.model.parts.terrain import COMMON, LONGEST
from tests.transforms import shifted, turned

BOARDS = [SquareBoard(4, 5), HexBoard(2, orientation="flat")]
on_both = pytest.mark.parametrize("empty", BOARDS, ids=["squares", "hexes"])


def filled(empty: Board) -> Board:
    board = empty.copy()
    tiles = board.tiles()
    board.set_terrain(tiles[1], "low")
    board.set_terrain(tiles[4], "light-woods")
    board.set_terrain(tiles[-1], "tall-grass-2")
    board.place("Mira", tiles[0], kind="hero")
    board.place("turncoat", tiles[7], kind="enemy", side="heroes")
    board.place("third", tiles[9], side="the old guard")
    return board


@on_both
def test_what_was_set_is_there(empty: Board) -> None:
    board = filled(empty)
    tiles = board.tiles()
    kinds = ["low", "light-woods", "tall-grass-2"]
    assert sorted(board.terrains().values()) == sorted(kinds)
    assert [board.terrain(tiles[i]) for i in (1, 4, -1)] == kinds
    assert {type(tile) for tile in board.terrains()} == {type(tiles[0])}
    board.set_terrain(tuple(tiles[1]), "smoke")
    assert {type(tile) for tile in board.terrains()} == {type(tiles[0])}
    assert board.terrain(tiles[1]) == "smoke"
    for tile in list(board.terrains()):
        board.set_terrain(tile, None)
    assert not board.has_terrain
    board.set_terrain(tiles[0], None)  # already empty


@on_both
def test_boards_differ_by_them(empty: Board) -> None:
    board = filled(empty)
    for change in (
        lambda b: b.set_terrain(b.tiles()[1], "smoke"),
        lambda b: b.set_terrain(b.tiles()[1], None),
        lambda b: b.set_terrain(b.tiles()[2], "low"),
        lambda b: (b.remove("third"), b.place("third", b.tiles()[9])),
    ):
        other = board.copy()
        assert other == board
        change(other)
        assert other != board
        assert other.fingerprint() != board.fingerprint()
    bare = empty.copy()
    bare.set_terrain(bare.tiles()[0], "low")
    bare.set_terrain(bare.tiles()[0], None)
    assert bare.fingerprint() == empty.fingerprint()


@on_both
def test_copies_and_pickles_keep_them(empty: Board) -> None:
    board = filled(empty)
    for again in (
        board.copy(),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),  # noqa: S301
    ):
        assert again == board
        assert again.terrains() == board.terrains()
        assert [each.side for each in again.figures()] == [each.side for each in board.figures()]
        again.set_terrain(again.tiles()[1], None)
        assert board.terrain(board.tiles()[1]) == "low"


@on_both
def test_moving_keeps_the_side(empty: Board) -> None:
    board = filled(empty)
    for rule in ("center",) if board.grid.name == "square" else ("hexray",):
        sees(board, "Mira", "third", RULES[rule])  # creates a mirror, so that the move updates it
        for tile in (board.tiles()[2], board.tiles()[3]):
            assert board.move("turncoat", tile).side == "heroes"
            assert board.figure("turncoat").side == "heroes"


@on_both
def test_plain_rules_see_over_it(empty: Board) -> None:
    board = filled(empty)
    bare = board.copy()
    for tile in bare.terrains():
        bare.set_terrain(tile, None)
    rule = RULES["center" if board.grid.name == "square" else "hexray"]
    assert set(field(board, "Mira", rule)) == set(field(bare, "Mira", rule))


TURNS = {
    "square": [lambda t: (t[1], -t[0]), lambda t: (t[0], -t[1]), lambda t: (t[1], t[0])],
    "hex": [lambda t: (-t[1], t[0] + t[1]), lambda t: (t[1], t[0])],
}


@on_both
def test_turned_boards_have_it_turned(empty: Board) -> None:
    pointy = HexBoard(2) if isinstance(empty, HexBoard) else empty
    board = filled(pointy)
    for turn in TURNS[board.grid.name]:
        new, move = turned(board, turn)
        assert new.terrains() == {move(tile): kind for tile, kind in board.terrains().items()}
        assert new.figure("turncoat").side == "heroes"
    new, move = shifted(board, (1, 2))
    assert new.terrains() == {move(tile): kind for tile, kind in board.terrains().items()}


@pytest.mark.parametrize("kind", [*COMMON, "a", "x1", "a-b-3", "x" * LONGEST])
def test_words_that_will_do(kind: str) -> None:
    board = SquareBoard(1, 1)
    board.set_terrain("A1", kind)
    assert board.terrain("A1") == kind


WRONG: list[Any] = [
    "",
    "Low",
    "low ",
    "a--b",
    "-a",
    "a-",
    "1a",
    "a b",
    "é",
    "x" * 41,
    3,
    b"low",
    [],
]


@pytest.mark.parametrize("kind", WRONG)
def test_words_that_are_refused_change_nothing(kind: Any) -> None:
    board = filled(SquareBoard(4, 5))
    before = board.fingerprint()
    with pytest.raises(InvalidValueError, match="expected a word in lower case such as low"):
        board.set_terrain("B1", kind)
    with pytest.raises(OffBoardError):
        board.set_terrain((9, 9), "low")
    assert board.fingerprint() == before


@pytest.mark.parametrize("side", ["x" * 41, "a\nb", "\ud800", 3, ["heroes"]])
def test_sides_that_are_refused_change_nothing(side: Any) -> None:
    board = SquareBoard(2, 2)
    before = board.fingerprint()
    with pytest.raises(InvalidValueError, match="side: expected a word of at most 40"):
        board.place("Mira", "A1", side=side)
    assert board.fingerprint() == before
