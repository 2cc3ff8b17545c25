"""Lights of a board: adding, removing, copying, comparing and refusing them."""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, Light, SquareBoard, load, save
from sightline.errors import (
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model import light as module
from sightline.model.board import Board
from sightline.model.cell import Square

BOARDS: list[Callable[[], Board]] = [lambda: SquareBoard(5, 5), lambda: HexBoard(radius=4)]


@pytest.fixture(params=BOARDS, ids=["square", "hex"])
def board(request: Any) -> Board:
    made: Board = request.param()
    made.place("Mira", (1, 1))
    return made


def test_the_examples_run() -> None:
    found = doctest.testmod(module)
    assert found.attempted > 5
    assert not found.failed


def test_a_board_is_bright_and_has_no_lights(board: Board) -> None:
    assert board.ambient == "bright"
    assert board.lights() == []


def test_lights_are_values() -> None:
    board = SquareBoard(5, 5)
    light = board.add_light((1, 2), 4, 8)
    assert light == Light(Square(1, 2), 4, 8) == Light((1, 2), 4.0, Fraction(8))  # type: ignore[arg-type]
    assert repr(light) == "Light(at=Square(row=1, col=2), bright=4, dim=8)"
    assert board.add_light((0, 0), 2).dim == 0
    half = board.add_light([0, 0], 0.1, Decimal("2.5"))
    assert (half.bright, half.dim) == (Fraction(1, 10), Fraction(5, 2))
    with pytest.raises(AttributeError):
        light.bright = 5  # type: ignore[misc]


def test_a_tile_may_be_called_by_its_name() -> None:
    board = SquareBoard(5, 5)
    assert board.add_light("C4", 1).at == Square(3, 2)
    board.place("C4", (0, 0))
    assert board.add_light("C4", 1).at == "C4"  # the name of a figure takes precedence
    with pytest.raises(OffBoardError, match="Z9"):
        board.add_light("Z9", 1)


def test_two_equal_lights_are_two(board: Board) -> None:
    light = board.add_light((0, 0), 1, 2)
    assert board.add_light((0, 0), 1, 2) == light
    board.remove_light(light)
    assert board.lights() == [light]
    board.remove_light(Light((0, 0), 1, 2))  # type: ignore[arg-type]
    assert board.lights() == []


def test_a_light_belongs_to_its_figure(board: Board) -> None:
    torch = board.add_light("Mira", 4, 8)
    lamp = board.add_light((1, 1), 1, 2)
    assert torch.at == "Mira"
    board.move("Mira", (2, 1))
    assert board.lights() == [torch, lamp]
    board.remove("Mira")
    assert board.lights() == [lamp]
    board.place("Mira", (1, 1))
    assert board.lights() == [lamp]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (((9, 9), 1), OffBoardError, r"light: \(9, 9\) is off the board"),
        (("Bruno", 1), UnknownNameError, "no figure is called 'Bruno'"),
        (((1.5, 0), 1), InvalidTypeError, "light: expected a whole number"),
        ((None, 1), InvalidTypeError, "light: expected two whole numbers"),
        (((0, 0), -1), InvalidValueError, "bright radius of a light: expected 0 or more, got -1"),
        (((0, 0), 1, -0.5), InvalidValueError, "dim radius of a light: expected 0 or more"),
        (((0, 0), "4"), InvalidTypeError, "bright radius of a light: expected a number, got '4'"),
        (((0, 0), True), InvalidTypeError, "expected a number, got True"),
        (((0, 0), 1, float("inf")), InvalidValueError, "expected a finite number"),
        (((0, 0), None), InvalidTypeError, "expected a number, got None"),
    ],
)
def test_what_is_no_light_is_refused(
    board: Board, arguments: tuple[Any, ...], error: type[SightlineError], words: str
) -> None:
    before = board.copy()
    with pytest.raises(error, match=words):
        board.add_light(*arguments)
    assert board == before


def test_other_refusals_change_nothing(board: Board) -> None:
    light = board.add_light((0, 0), 1, 2)
    before = board.copy()
    for wrong in ("daylight", "", None, 1, True, ["dark"]):
        with pytest.raises(InvalidValueError, match="one of dark, dim, bright, got"):
            board.ambient = wrong  # type: ignore[assignment]
    with pytest.raises(UnknownNameError, match=r"no such light .* lights\(\) lists"):
        board.remove_light(Light(light.at, 1, 3))
    with pytest.raises(InvalidTypeError, match="expected one that add_light gave"):
        board.remove_light((0, 0))  # type: ignore[arg-type]
    assert board == before


def test_not_more_than_so_many(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LIGHTS", 2)
    board.add_light((0, 0), 1)
    board.add_light((0, 0), 1)
    with pytest.raises(LimitError, match="at most 2 on a board"):
        board.add_light((0, 0), 1)
    assert len(board.lights()) == 2


def test_boards_with_other_light_are_other_boards(board: Board) -> None:
    twin = board.copy()
    assert twin == board
    lights: list[tuple[Any, int, int]] = [((0, 0), 1, 2), ("Mira", 1, 2), ((0, 1), 1, 2)]
    for at, bright, dim in lights:
        twin.add_light(at, bright, dim)
        assert twin != board
        assert twin.fingerprint() != board.fingerprint()
    for at, bright, dim in reversed(lights):  # in any order
        board.add_light(at, bright, dim)
    assert twin == board
    assert twin.fingerprint() == board.fingerprint()
    twin.ambient = "dim"
    assert twin != board
    assert twin.fingerprint() != board.fingerprint()


def test_the_fingerprint_of_a_board_without_light_is_the_old_one() -> None:
    """Rulings and tables saved by older versions identify boards by it."""
    board = SquareBoard(2, 3)
    board.set_solid((0, 1))
    board.place("Mira", (1, 1))
    known = "7667a7c58b30fe282c76fb497b5b8350b7d99f2ce21708d8992c33f3b98cf9e1"
    assert board.fingerprint() == known
    light = board.add_light((0, 0), 1)
    assert board.fingerprint() != known
    board.remove_light(light)
    assert board.fingerprint() == known


@pytest.mark.parametrize("how", ["copy", "copy.copy", "deepcopy", "pickle", "json", "txt"])
def test_light_goes_along(board: Board, how: str, tmp_path: Any) -> None:
    board.ambient = "dark"
    board.add_light("Mira", 4, 8)
    board.add_light((0, 1), Fraction(1, 3), 2.5)
    if how == "pickle":
        twin = pickle.loads(pickle.dumps(board))  # noqa: S301
    elif how in ("json", "txt"):
        save(board, tmp_path / f"board.{how}")
        twin = load(tmp_path / f"board.{how}")
    else:
        ways: dict[str, Any] = {
            "copy": Board.copy,
            "copy.copy": copy.copy,
            "deepcopy": copy.deepcopy,
        }
        twin = ways[how](board)
    assert twin == board
    assert (twin.ambient, twin.lights()) == ("dark", board.lights())
    twin.add_light((0, 0), 1)
    twin.ambient = "dim"
    assert len(board.lights()) == 2
    assert board.ambient == "dark"
