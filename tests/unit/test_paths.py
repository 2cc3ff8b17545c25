"""The paths found are as short as possible, and each of their steps is legal on the board."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import SquareBoard, Wall
from sightline.errors import LimitError
from sightline.games.quest.board.movement import why_not
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.paths import Ground, Walker, as_far_as_it_goes, find_way, first_come, nearest_first
from tests.formats.boards import BOARDS


def plain_way(board: Board, name: str, goal: Tile, known: set[Tile]) -> list[Tile] | None:
    """Find a path by a simple breadth-first search that asks about every step."""
    figure = board.figure(name)
    came_from: dict[Tile, Tile] = {figure.at: figure.at}
    waiting = deque([figure.at])
    while waiting and goal not in came_from:
        here = waiting.popleft()
        for there in board.grid.neighbors(here):
            if there in came_from or there not in known:
                continue
            if why_not(board, figure, here, there) is None:
                came_from[there] = here
                waiting.append(there)
    if goal not in came_from:
        return None
    way = []
    while goal != figure.at:
        way.append(goal)
        goal = came_from[goal]
    return way[::-1]


@given(BOARDS, st.data())
def test_it_is_the_way_that_a_plain_search_finds(board: Board, data: st.DataObject) -> None:
    tiles = list(board.tiles())
    empty = [tile for tile in tiles if not board.names_at(tile)]
    if not empty:
        return
    start = data.draw(st.sampled_from(empty))
    board.place("walker", start)
    known = set(data.draw(st.lists(st.sampled_from(tiles)))) | {start}
    if data.draw(st.booleans()):
        known = set(tiles)
    goal = data.draw(st.sampled_from(tiles))
    expected = plain_way(board, "walker", goal, known)

    ringwise = Walker(Ground(board, {"walker"}), (1, 1))
    found = find_way(ringwise, start, goal, first_come, within=known)
    if expected == []:
        assert found in ([], None), "where it stands it may stay, or it stands in rock"
        return
    assert found == expected

    heading = Walker(Ground(board, {"walker"}), (1, 1), known.__contains__)
    straight = find_way(heading, start, goal, nearest_first(board.grid, goal))
    assert (straight is None) == (expected is None)
    if straight is None or expected is None:
        return
    assert len(straight) == len(expected)
    here = start
    for there in straight:
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
        walker, goal = Walker(Ground(board, {"ogre"}), (2, 2)), square(0, 5)
        return find_way(walker, board.where("ogre"), goal, nearest_first(board.grid, goal))

    assert way() is None
    board.set_solid((4, 3), False)
    found = way()
    assert found is not None
    assert len(found) == 5 + 6
    board.add_wall((3.5, 3.9), (3.5, 4.1))  # a large figure cannot be across it
    assert way() is None


def test_it_goes_up_to_what_bars_the_way() -> None:
    board = SquareBoard(3, 6)
    board.place("ogre", (0, 0), size=2)
    way = [square(0, column) for column in range(1, 5)]

    def gone() -> int:
        walker = Walker(Ground(board, {"ogre"}), (2, 2))
        return len(as_far_as_it_goes(walker, square(0, 0), way))

    assert gone() == 4
    board.set_edge((1, 4), (1, 5), Wall())  # the figure would be across it
    assert gone() == 3
    board.place("rat", (1, 4))
    assert gone() == 2
    board.set_edge((1, 1), (1, 2), Wall())
    assert gone() == 0


def test_a_search_that_looks_at_too_much_gives_up() -> None:
    board = SquareBoard(30, 30)
    board.place("hero", (0, 0))
    for tile in ((28, 29), (29, 28)):
        board.set_solid(tile)
    walker, goal = Walker(Ground(board, {"hero"}), (1, 1)), square(29, 29)
    order = nearest_first(board.grid, goal)
    with pytest.raises(LimitError, match="effort of 1,000"):
        find_way(walker, square(0, 0), goal, order, limit=1_000)
    assert find_way(walker, square(0, 0), goal, order) is None, "and without a limit it says no"


def square(row: int, col: int) -> Tile:
    return SquareBoard.grid.tile(row, col)
