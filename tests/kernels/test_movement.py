"""The compiled `path`, `reach` and `threat` equal the readable versions on all kinds of boards.

This includes the choice among equally good paths.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sightline import Door, HexBoard, SquareBoard, Wall, movement, path, reach, threat
from sightline.errors import CallableError, InvalidValueError
from sightline.model.board import Board
from tests.every_rule import THOROUGH
from tests.kernels.boards import free_wall, make, put

BOARDS = 3000 if THOROUGH else 60
NUMBERS: tuple[Any, ...] = (0, 1, 2, 3, 0.5, Fraction(1, 3), Fraction(5, 7), 1.1, None)
NO_KERNEL: Callable[..., None] = lambda *args, **named: None  # noqa: E731


def options(board: Board, rng: random.Random) -> dict[str, Any]:
    """Return random options for the three questions."""
    tiles = list(board.tiles())
    asked: dict[str, Any] = {}
    if board.grid.name == "square" and rng.random() < 0.7:
        asked["diagonals"] = rng.choice(("open", "around"))
        asked["diagonal_cost"] = rng.choice((1, 1.5, 2, Fraction(4, 3), 0))
    if rng.random() < 0.5:
        states = ("open", "closed", "locked", "secret")
        asked["doors"] = rng.sample(states, rng.randint(1, 4))
    if board.figures() and rng.random() < 0.5:
        names = [figure.name for figure in board.figures()]
        asked["through"] = rng.choice((True, rng.sample(names, rng.randint(1, len(names)))))
    prices = {tuple(tile): rng.choice(NUMBERS) for tile in rng.sample(tiles, len(tiles) // 2)}
    kind = rng.randrange(6)
    if kind == 1:
        asked["cost"] = {at: price for at, price in prices.items() if type(price) is int}
    elif kind == 2:
        asked["cost"] = {
            (str(board.grid.tile(*at)) if at[0] % 2 else at): prices[at] for at in prices
        }
    elif kind == 3:
        asked["cost"] = lambda tile: prices.get(tile, 2)
    elif kind == 4:
        asked["cost"] = {(float(at[0]), at[1]): price for at, price in prices.items()}
    elif kind == 5:
        asked["cost"] = lambda tile: 10**30 + prices.get(tile, 1) if prices.get(tile, 1) else None
    return asked


def answers(board: Board, a: Any, b: Any, asked: dict[str, Any]) -> Any:
    within = reach(board, a, 7, **asked)
    ways = [within.path(tile) for tile in within]
    return (
        list(within.items()),
        [type(paid) for paid in within.values()],
        ways,
        path(board, a, b, **asked),
    )


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_random_boards(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(BOARDS):
        rng = random.Random(f"walks {grid} {number}")
        board = make(grid, rng, 9)
        tiles = list(board.tiles())
        put(board, "the large one", rng.choice(tiles), rng.choice((2, (1, 2), (3, 1), 3)))
        for _ in range(rng.choice((0, 0, 3))):
            free_wall(board, rng, tiles)
        places = [*tiles, *(figure.name for figure in board.figures())]
        a, b = rng.choice(places), rng.choice(places)
        if number % 3 == 0 and board.has_figure("the large one"):
            a = "the large one"
        asked = options(board, rng)
        compiled = answers(board, a, b, asked)
        with monkeypatch.context() as readable:
            readable.setattr(movement, "ways_of", NO_KERNEL)
            assert compiled == answers(board, a, b, asked), (number, a, b, asked)


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("rule", ["center", "corner", "dnd5e"])
def test_threats(grid: str, rule: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(BOARDS // 20):
        rng = random.Random(f"threats {grid} {number}")
        board = make(grid, rng, 6, plain=rule == "dnd5e")
        put(board, "the large one", rng.choice(list(board.tiles())), 2, blocks=number % 2 == 0)
        a = rng.choice([*board.tiles(), *(figure.name for figure in board.figures())])
        compiled = threat(board, a, 2, 4, rule)
        with monkeypatch.context() as readable:
            readable.setattr(movement, "ways_of", NO_KERNEL)
            readable.setattr(movement, "first_to_see", NO_KERNEL)
            expected = threat(board, a, 2, 4, rule)
        assert list(compiled.items()) == list(expected.items()), (number, a)
        assert compiled.figures == expected.figures


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_change_is_seen_at_once(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board: Board = SquareBoard(6, 6) if grid == "square" else HexBoard(radius=3)
    start, *others = board.tiles()
    there = board.grid.neighbors(others[8])[0]
    board.place("guard", others[3])
    wall = board.add_wall((0, 1), (2, 1))
    changes: list[Callable[[], Any]] = [
        lambda: board.set_solid(others[7]),
        lambda: board.move("guard", others[10]),
        lambda: board.set_edge(others[8], there, Wall()),
        lambda: board.set_edge(others[8], there, Door("closed")),
        lambda: board.set_state(others[8], there, "open"),
        lambda: board.add_wall((0, 2), (3, 2), Door("closed")),
        lambda: board.remove_wall((0, 1), (2, 1)),
        lambda: board.place("ogre", others[12], size=2),
        lambda: board.remove("ogre"),
        lambda: board.place("ogre", others[14]),
        lambda: board.set_solid(others[7], False),
    ]
    assert wall is not None or board.wall_count == 1
    for number, change in enumerate(changes):
        reach(board, start, 9), reach(board, start, 9, doors=("open", "closed"))
        change()
        twin = board.copy()
        for doors in ("open", ("open", "closed")):
            compiled = list(reach(board, start, 9, doors=doors).items())
            assert compiled == list(reach(twin, start, 9, doors=doors).items())
            with monkeypatch.context() as readable:
                readable.setattr(movement, "ways_of", NO_KERNEL)
                expected = list(reach(board, start, 9, doors=doors).items())
            assert compiled == expected, number


def test_a_reach_stays_as_it_was_found() -> None:
    board = SquareBoard(1, 5)
    within = reach(board, (0, 0), 4)
    board.set_solid((0, 1))
    assert len(within) == 5
    assert [str(tile) for tile in within.path("E1")] == ["A1", "B1", "C1", "D1", "E1"]


def test_a_cost_is_asked_for_once_a_tile_and_only_where_one_can_go() -> None:
    board = SquareBoard(1, 6)
    board.set_solid((0, 4))
    asked: list[tuple[int, ...]] = []

    def cost(tile: Any) -> Any:
        asked.append(tuple(tile))
        return Fraction(1, len(asked) + 1)

    assert list(reach(board, (0, 0), 9, cost=cost).values()) == [
        0,
        Fraction(1, 2),
        Fraction(5, 6),
        Fraction(13, 12),
    ]
    assert asked == [(0, 1), (0, 2), (0, 3)]


def test_a_bad_cost_is_an_error_only_if_the_tile_is_asked_about() -> None:
    board = SquareBoard(1, 4)
    costs: dict[Any, Any] = {(0, 1): 1, (0, 3): -1}
    assert len(reach(board, (0, 0), 1, cost=costs)) == 2
    with pytest.raises(InvalidValueError, match="0 or more"):
        reach(board, (0, 0), 9, cost=costs)
    with pytest.raises(CallableError, match="ZeroDivisionError"):
        reach(board, (0, 0), 9, cost=lambda tile: 1 // 0)
