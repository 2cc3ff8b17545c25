"""Boards and a shared check for tests of bad input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import InvalidTypeError, InvalidValueError, SightlineError, UnknownNameError
from sightline.model.board import Board

NAN, INF = float("nan"), float("inf")
BUILTIN = {InvalidValueError: ValueError, InvalidTypeError: TypeError, UnknownNameError: KeyError}
Act = Callable[[Any], object]


def square() -> SquareBoard:
    board = SquareBoard(4, 5)
    board.set_solid((1, 1))
    board.set_edge((0, 0), (0, 1), Door("closed"))
    board.set_edge((2, 2), (2, 3), Wall())
    board.place("Ann", (3, 0))
    board.place("troll", (2, 3), size=(2, 2))
    board.place("table", (0, 2), kind="table")
    board.add_wall((0.5, 3), (1.25, 3.5))
    return board


def hexagon() -> HexBoard:
    board = HexBoard(3)
    board.set_solid((1, 1))
    board.set_edge((0, 0), (0, 1), Gate("closed"))
    board.set_edge((2, -2), (2, -1), Wall())
    board.place("Ann", (-3, 0))
    board.place("troll", (0, -2), size=2)
    board.add_wall((0.5, 0), (1.25, 0.5))
    board.set_cover((1, 0), 0.5)
    board.set_elevation((1, 0), 2)
    return board


def hexagon_without_troll() -> HexBoard:
    board = hexagon()
    board.remove("troll")
    return board


BOARDS = [pytest.param(square, id="square"), pytest.param(hexagon, id="hex")]


def refused(act: Act, board: Board, error: type[SightlineError], *words: str) -> None:
    """Check the error's class, builtin base and words, and that the board is unchanged."""
    before = board.fingerprint()
    with pytest.raises(error) as caught:
        act(board)
    assert isinstance(caught.value, SightlineError)
    builtin = next(BUILTIN[c] for c in type(caught.value).__mro__ if c in BUILTIN)
    assert isinstance(caught.value, builtin)
    message = str(caught.value)
    for word in words:
        assert word in message, f"{word!r} is missing in {message!r}"
    assert board.fingerprint() == before
