"""A line past the corner of a pillar, for a game master to rule on."""

from datetime import UTC, datetime

import pytest

from sightline import CenterRule, SquareBoard
from sightline.model.board import Board
from sightline.rulings import Rulings

ADJUDICATED = CenterRule("adjudicated")


def noon() -> datetime:
    return datetime(2025, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def rulings() -> Rulings:
    return Rulings(clock=noon)


@pytest.fixture
def board() -> SquareBoard:
    """Brom (B1) and the orc (D3), with their line touching a pillar's corner (C1)."""
    board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    board.place("Brom", (0, 1), kind="hero")
    board.place("orc", (2, 3), kind="enemy")
    return board


def status(rulings: Rulings, board: Board) -> list[tuple[str, str]]:
    return [(ruling.status, ruling.because) for ruling in rulings.history(board)]
