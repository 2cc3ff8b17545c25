"""Every way to move a figure equals removing it and placing it elsewhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import CornerRule, HexBoard, HexRayRule, SquareBoard, sees_many
from sightline.errors import OccupiedError, OffBoardError, SightlineError, UnknownNameError
from sightline.model.board import Board
from sightline.model.planes import tile_plane


def taken_off_and_put_down(board: Board, name: str, to: Any) -> None:
    """Move a figure with other methods. A figure that returns to a tile comes last there."""
    old = board.figure(name)
    order = [figure.name for figure in board.figures()]
    board.remove(name)
    size: Any = old.size if isinstance(board, SquareBoard) else old.size[0]
    try:
        board.place(name, to, size=size, blocks_sight=old.blocks_sight, kind=old.kind)
    except SightlineError:
        board.place(name, old.at, size=size, blocks_sight=old.blocks_sight, kind=old.kind)
        raise
    finally:
        for each in order:  # figures are listed in the order in which they were added
            board._figures[each] = board._figures.pop(each)


def crowd(board: Board, rng: random.Random) -> list[str]:
    """Add figures of all sizes, blocking or not, some on the same tile, and return their names."""
    tiles, names = list(board.tiles()), []
    for number in range(8):
        name = f"figure {number}"
        try:
            board.place(
                name, rng.choice(tiles), size=rng.choice((1, 1, 2)), blocks_sight=number % 3 > 0
            )
        except SightlineError:
            continue
        names.append(name)
    return names


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_moves_are_places_anew(grid: str, seed: int) -> None:
    rng = random.Random(seed)
    board: Board = SquareBoard(4, 5) if grid == "square" else HexBoard(2)
    rule = CornerRule() if grid == "square" else HexRayRule()
    tiles = list(board.tiles())
    for tile in rng.sample(tiles, 3):
        board.set_solid(tile)
    names = crowd(board, rng)
    pairs = [rng.choices(tiles, k=2) for _ in range(40)]
    twin = board.copy()
    sees_many(board, pairs, rule)  # creates a mirror that must be kept current
    for _ in range(60):
        name, to = rng.choice(names), rng.choice([*tiles, (-9, 0)])
        outcome = []
        for move in (Board.move, taken_off_and_put_down):
            mine = board if move is Board.move else twin
            try:
                move(mine, name, to)
                outcome.append("moved")
            except SightlineError as error:
                outcome.append(type(error).__name__)
        assert outcome[0] == outcome[1], (name, to)
        if outcome[0] == "moved":
            assert board.figure(name) == twin.figure(name)
            assert board.where(name) == to
        assert board.figures() == twin.figures()
        assert [board.names_at(t) for t in tiles] == [twin.names_at(t) for t in tiles] or (
            outcome[0] != "moved"  # the other board placed the figure again, so it now comes last
        )
        for tile in tiles:
            assert sorted(board.names_at(tile)) == sorted(twin.names_at(tile))
            twin._standing.pop(tile, None)
            if board.names_at(tile):
                twin._standing[tile] = board.names_at(tile)
        assert bytes(tile_plane(board)) == bytes(tile_plane(twin))
        assert board == twin
    assert sees_many(board, pairs, rule).tolist() == sees_many(board.copy(), pairs, rule).tolist()


def test_what_is_no_move_says_whose_and_changes_nothing() -> None:
    board = SquareBoard(2, 3)
    board.place("Mira", (0, 0))
    board.place("orc", (0, 1))
    before = board.copy()
    for to, error, why in (
        ((0, 3), OffBoardError, r"position of 'Mira': \(0, 3\) is off the board"),
        ((0, 1), OccupiedError, r"position of 'Mira': \(0, 1\) is taken by 'orc'"),
        ((0, True), SightlineError, "position of 'Mira': expected a whole number, got True"),
        ("nowhere", SightlineError, "position of 'Mira'"),
    ):
        bad: Any = to
        with pytest.raises(error, match=why):
            board.move("Mira", bad)
    for name in ("nobody", ["Mira"]):
        unknown: Any = name
        with pytest.raises(UnknownNameError, match="no figure is called"):
            board.move(unknown, (1, 1))
    assert board == before
    assert board.move("Mira", (0, 0)) == before.figure("Mira")
    assert board == before


@pytest.mark.parametrize("board", [SquareBoard(3, 3), HexBoard(2)])
def test_positions_come_back_as_tiles_whatever_they_were(board: Board) -> None:
    class Pair(tuple[int, int]):
        """A user-defined pair."""

    tile = type(board.tiles()[0])
    for value in ((1, 1), [1, 1], Pair((1, 1)), tile(1, 1), iter((1, 1))):
        found = board.position(value)
        assert type(found) is tile
        assert found == (1, 1)
    for bad in ((1, True), (1.0, 1), (1,), (1, 1, 1), (10**40, 0), (-9, 0)):
        with pytest.raises(SightlineError, match="position"):
            board.position(bad)
