"""The way of a figure is the quest's, only found faster."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import SquareBoard, Wall
from sightline.errors import InvalidValueError
from sightline.games.quest.movement import shortest_way, why_not
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.table.actions.pathfinding import Ground, as_far_as_it_goes, shortest_walk
from sightline.table.state.records import Refusal
from sightline.table.vision.cost import TOO_FAR
from tests.table.state.test_world import boards


def walk(board: Board, name: str, goal: Tile, known: set[Tile]) -> list[Tile] | None:
    figure = board.figure(name)
    ground = Ground(board, {name})
    return shortest_walk(ground, figure.at, goal, figure.size, known.__contains__)


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


def test_a_large_figure_goes_through_wide_gaps_only() -> None:
    board = SquareBoard(6, 7)
    for row in (0, 1, 2, 4, 5):
        board.set_solid((row, 3))
    board.place("ogre", (0, 0), size=2)

    def way() -> list[Tile] | None:
        ground = Ground(board, {"ogre"})
        return shortest_walk(ground, board.where("ogre"), square(0, 5), (2, 2), lambda _: True)

    assert way() is None
    board.set_solid((4, 3), False)
    found = way()
    assert found is not None
    assert len(found) == 5 + 6
    board.add_wall((3.5, 3.9), (3.5, 4.1))  # no way to stand across it
    assert way() is None


def test_it_goes_up_to_what_bars_the_way() -> None:
    board = SquareBoard(3, 6)
    board.place("ogre", (0, 0), size=2)
    ground = Ground(board, {"ogre"})
    way = [square(0, column) for column in range(1, 5)]

    def gone() -> int:
        return len(as_far_as_it_goes(ground, square(0, 0), way, (2, 2)))

    assert gone() == 4
    board.set_edge((1, 4), (1, 5), Wall())  # it would stand across it
    assert gone() == 3
    board.place("rat", (1, 4))
    assert gone() == 2
    board.set_edge((1, 1), (1, 2), Wall())
    assert gone() == 0


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
