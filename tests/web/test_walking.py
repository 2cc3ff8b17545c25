"""The way of a figure is the quest's, only found faster."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import SquareBoard
from sightline.apps.web.records import Refusal
from sightline.apps.web.walking import TOO_FAR, Ground, shortest_walk
from sightline.errors import InvalidValueError
from sightline.games.quest.movement import shortest_way, why_not
from sightline.model.board import Board
from sightline.model.cell import Tile
from tests.web.test_world import boards


def walk(board: Board, name: str, goal: Tile, known: set[Tile]) -> list[Tile] | None:
    figure = board.figure(name)
    ground = Ground(board, {name})
    return shortest_walk((ground,), figure.at, goal, figure.size, known.__contains__)


@given(boards(), st.data())
def test_it_is_as_short_as_the_quests_way(board: Board, data: st.DataObject) -> None:
    tiles = list(board.tiles())
    empty = [tile for tile in tiles if not board.names_at(tile)]
    if not empty:
        return
    board.place("walker", data.draw(st.sampled_from(empty)))
    known = set(data.draw(st.lists(st.sampled_from(tiles)))) | {board.where("walker")}
    if data.draw(st.booleans()):
        known = set(tiles)
    goal = data.draw(st.sampled_from(tiles))
    found = walk(board, "walker", goal, known)
    try:
        expected = shortest_way(board, board.figure("walker"), goal, known)
    except InvalidValueError:
        assert found is None
        return
    if goal not in known or found is None:
        # Where it stands it may stay, whatever it knows of it.
        assert expected == []
        return
    assert len(found) == len(expected)
    here = board.where("walker")
    for there in found:
        assert why_not(board, board.figure("walker"), here, there) is None
        assert there in known
        here = there
    assert here == goal


@pytest.mark.parametrize("ground_count", [1, 2])
def test_a_large_figure_goes_through_wide_gaps_only(ground_count: int) -> None:
    board = SquareBoard(6, 7)
    for row in (0, 1, 2, 4, 5):
        board.set_solid((row, 3))
    board.place("ogre", (0, 0), size=2)

    def way() -> list[Tile] | None:
        grounds = [Ground(board, {"ogre"})] * ground_count
        return shortest_walk(grounds, board.where("ogre"), square(0, 5), (2, 2), lambda _: True)

    assert way() is None
    board.set_solid((4, 3), False)
    found = way()
    assert found is not None
    assert len(found) == 5 + 6
    board.add_wall((3.5, 3.9), (3.5, 4.1))  # no way to stand across it
    assert way() is None


def test_both_grounds_have_to_let_it() -> None:
    board = SquareBoard(3, 3)
    board.place("hero", (0, 0))
    other = board.copy()
    board.set_solid((0, 1))
    other.set_solid((1, 0))
    grounds = (Ground(board, {"hero"}), Ground(other, {"hero"}))
    everywhere = lambda _: True  # noqa: E731
    assert shortest_walk(grounds, square(0, 0), square(2, 2), (1, 1), everywhere) is None
    assert shortest_walk(grounds[:1], square(0, 0), square(2, 2), (1, 1), everywhere)


def test_it_gives_up_in_words() -> None:
    board = SquareBoard(250, 250)
    board.place("hero", (0, 0))
    board.set_edge((249, 248), (249, 249), None)
    for tile in ((248, 249), (249, 248)):
        board.set_solid(tile)
    with pytest.raises(Refusal, match=TOO_FAR):
        walk(board, "hero", square(249, 249), set(board.tiles()))
    board.set_solid((248, 249), False)
    way = walk(board, "hero", square(249, 249), set(board.tiles()))
    assert way is not None
    assert len(way) == 2 * 249


def square(row: int, col: int) -> Tile:
    return SquareBoard.grid.tile(row, col)
