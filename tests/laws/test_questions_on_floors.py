"""On boards with floors, every question gives the same answers as single questions at those
heights.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pytest

from sightline import (
    At,
    HexBoard,
    PackRule,
    SquareBoard,
    all_pairs,
    contact,
    contact_field,
    cover_field,
    degree,
    degree_many,
    sees,
    sees_many,
)
from sightline.errors import InvalidTypeError, InvalidValueError, SightlineError
from sightline.model.board import Board
from sightline.model.place import as_asked, on_storey
from tests.every_rule import THOROUGH
from tests.heights import random_board

GRIDS = ("square", "hex")


def storeys(grid: str, count: int = 6) -> list[Board]:
    """Return random boards with a floor and two figures."""
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
    for board in storeys(grid, 10 if THOROUGH else 1):
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


@pytest.mark.parametrize(
    ("grid", "rule"),
    [*product(GRIDS, ("corner", "center")), ("square", "dnd5e"), ("hex", "dnd5e")],
)
def test_many_at_elevations_give_what_one_gives(grid: str, rule: Any) -> None:
    """Positions and names, sight and degrees, one board and several give the answers of single
    questions.
    """
    some = storeys(grid, 2)
    rng = random.Random(f"{grid} {rule}")
    board: Board
    for board in some:
        ends = ["a", "b"] if rule == "dnd5e" else [board.tiles()[-1], "a", "b"]
        named = [str(each) for each in ends]
        pairs = [(a, b) for a in named for b in named]
        lifts = [[rng.choice([None, 0, 2.5, Fraction(7, 3), -1]) for _ in "ab"] for _ in pairs]
        asked = [
            [
                end if lift is None else At(end, elevation=lift)
                for end, lift in zip(*each, strict=True)
            ]
            for each in zip(pairs, lifts, strict=True)
        ]
        alone = [sees(board, a, b, rule) for a, b in asked]
        assert sees_many(board, pairs, rule, elevations=lifts).tolist() == alone
        found = degree_many(board, pairs, rule, elevations=lifts)
        assert list(found) == [degree(board, a, b, rule) for a, b in asked]
    two = some[:2]
    at = [[(tuple(board.tiles()[0]), tuple(board.tiles()[-1]))] for board in two]
    expected = [
        [sees(board, At(a, elevation=3), At(b, elevation=1), rule) for a, b in pairs]
        for board, pairs in zip(two, at, strict=True)
    ]
    assert sees_many(two, at, rule, elevations=[3, 1]).tolist() == expected


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("rule", ["corner", "center"])
def test_all_pairs_at_elevations_give_what_one_gives(grid: str, rule: Any) -> None:
    for board in storeys(grid, 1):
        rng, tiles = random.Random(grid), [*board.tiles()]
        lifts = [rng.choice([None, 0, 2.5]) for _ in tiles]
        table = numpy.array(lifts, dtype=object).reshape(board.shape)
        found = all_pairs(board, rule, elevations=table)
        places = [
            tuple(tile) if lift is None else At(tile, elevation=lift)
            for tile, lift in zip(tiles, lifts, strict=True)
        ]
        for a, here in zip(tiles, places, strict=True):
            for b, there in zip(tiles, places, strict=True):
                assert found[a, b] == sees(board, here, there, rule)


@pytest.mark.parametrize(
    ("elevations", "words"),
    [
        (float("nan"), "elevation 0: expected a finite number"),
        ([[0, 10**9]], "elevation 1"),
        ([["high", 1]], "elevations: expected numbers or None"),
        ([1, 2, 3], "elevations: expected a shape that broadcasts against"),
        ([[1], [1, 2]], "elevations: expected numbers, got ragged rows"),
        (True, "elevations: expected numbers or None, got bool"),
    ],
)
def test_bad_elevations_of_many(elevations: Any, words: str) -> None:
    board = SquareBoard(1, 3)
    for ask in (sees_many, degree_many):
        with pytest.raises(SightlineError, match=words):
            ask(board, [("A1", "C1")], "center", elevations=elevations)


def test_rules_without_heights_take_the_ground_alone() -> None:
    board = SquareBoard(1, 3)
    assert sees_many(board, [("A1", "C1")], "heroquest", elevations=[0, 0]).tolist() == [True]
    with pytest.raises(InvalidValueError, match="does not take the elevation of a place"):
        sees_many(board, [("A1", "C1")], "heroquest", elevations=[0, 2])
    with pytest.raises(InvalidValueError, match="does not take the elevation of a place"):
        all_pairs(board, "heroquest", elevations=[[0, 2, 0]])
