"""Every question on boards with floors gives what single questions at these heights give."""

from __future__ import annotations

import random

import pytest

from sightline import (
    HexBoard,
    PackRule,
    SquareBoard,
    contact,
    contact_field,
    cover_field,
    degree,
)
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.place import as_asked, on_storey
from tests.heights import random_board

GRIDS = ("square", "hex")


def storeys(grid: str, count: int = 6) -> list[Board]:
    """Random boards with a floor, and with two figures."""
    found, seed = list[Board](), 0
    while len(found) < count:
        board = random_board(random.Random(f"storeys {seed}"), grid)
        seed += 1
        if board.floors() and board.has_figure("b"):
            found.append(board)
    return found


@pytest.mark.parametrize("grid", GRIDS)
def test_contacts_of_a_floor_are_those_of_its_places(grid: str) -> None:
    for board in storeys(grid):
        floor = board.floors()[-1]
        found = contact_field(board, "a", "corner", floor=floor.name)
        for tile, met in found.items():
            there = as_asked(on_storey(board, tile, floor.height))
            assert met is contact(board, "a", there, "corner")


@pytest.mark.parametrize("grid", GRIDS)
def test_covers_of_a_floor_are_those_of_its_places(grid: str) -> None:
    for board in storeys(grid, 2):
        floor = board.floors()[-1]
        found = cover_field(board, "a", "dnd5e", radius=2, floor=floor.name)
        for tile, cover in found.items():
            assert cover == degree(
                board, "a", as_asked(on_storey(board, tile, floor.height)), PackRule("dnd5e")
            )


def test_rules_without_heights_have_no_floor_to_look_at() -> None:
    with pytest.raises(InvalidValueError, match="does not take floors"):
        cover_field(HexBoard(radius=1), (0, 0), "hexray", floor="gallery")
    with pytest.raises(InvalidValueError, match="does not take floors"):
        contact_field(SquareBoard(1, 3), "A1", "heroquest", floor="gallery")


@pytest.mark.parametrize("name", ["battletech", "memoir44", "tide-of-iron"])
def test_games_that_follow_hexes_have_no_contact(name: str) -> None:
    board = HexBoard(radius=1)
    for ask in (
        lambda: contact(board, (0, 0), (0, 0), PackRule(name)),
        lambda: contact_field(board, (0, 0), PackRule(name)),
    ):
        with pytest.raises(InvalidTypeError, match="follows hexes, which have no contact"):
            ask()
