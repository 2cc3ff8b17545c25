"""No rule with heights sees into or out of a room with walls, a floor and a ceiling.

The same holds for a storey without a hole, for any ties, on squares and on hexes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sightline import (
    At,
    CenterRule,
    Contact,
    CornerRule,
    HexBoard,
    PackRule,
    SquareBoard,
    contact,
    sees,
    sees_many,
    verdict,
)
from sightline.model.board import Board
from sightline.model.threshold import with_span
from sightline.packs import PACKS
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, accepted_ties
from tests.heights import random_board
from tests.laws.closed import Sealed
from tests.laws.rooms import room

ROOMS = 60 if THOROUGH else 1
"""Rooms for each pack and grid. Geometric rules get twice as many."""
LOW, HIGH = Fraction(2), Fraction(4)
HALF = Fraction(1, 2)
GEOMETRIC = [CornerRule(), CornerRule(closed_ends=True), CenterRule(), CenterRule(large="middle")]
RULES = [
    *(
        pytest.param(rule, grid, id=f"{grid}-{rule.kind}-{i}")
        for i, rule in enumerate(GEOMETRIC)
        for grid in rule.grids
    ),
    *(
        pytest.param(PackRule(name), grid, id=f"{grid}-{name}")
        for name, pack in PACKS.items()
        if pack.heights
        for grid in pack.grids
    ),
]
by_rule = pytest.mark.parametrize(("rule", "grid"), RULES)


@dataclass(frozen=True)
class HighRoom:
    """A board with a closed room between two heights, and positions inside and outside."""

    seed: int
    board: Board
    inside: list[Any]
    outside: list[Any]


def high_room(grid: str, seed: int, people_close: bool) -> HighRoom:
    """Return a room of `tests/laws/rooms.py` with a floor and a ceiling.

    Everything that closes it reaches from the floor to the ceiling. `people_close`: whether figures
    may close it.
    """
    rng = random.Random(f"high {grid} {seed}")
    while True:
        flat = room(grid, rng.randrange(1_000_000))
        guards = [f.name for f in flat.plan.figures if f.name.startswith("guard")]
        if people_close or not guards:
            break
    board, sealed = flat.board, flat.sealed
    for here, there, wall in [*board.edges()]:
        board.set_edge(here, there, with_span(wall, _reaching(rng)))
    for free in board.free_walls():
        board.add_wall(*free.ends, with_span(free.threshold, _reaching(rng)))
    _lift_figures(rng, board, sealed)
    tiles = [tuple(tile) for tile in board.tiles()]
    covered = tiles if rng.random() < HALF else [t for t in tiles if t not in sealed.outside]
    board.add_floor(LOW, covered, "floor")
    board.add_floor(HIGH, covered, "ceiling")
    inside = [At(tile, elevation=LOW + rng.randint(0, 2) * HALF) for tile in sealed.inside]
    outside = [At(tile, elevation=rng.randint(0, 12) * HALF) for tile in sealed.outside]
    blocked = flat.plan.blocked() - flat.plan.solid  # a target does not block its own line
    outside += [
        At(tile, elevation=rng.choice([LOW - 2, LOW - 1, HIGH, HIGH + HALF]))
        for tile in covered
        if tile not in blocked
    ]
    rng.shuffle(outside)
    return HighRoom(seed, board, [*inside, *sealed.names_inside], [*outside, *sealed.names_outside])


def _reaching(rng: random.Random) -> tuple[Fraction | None, Fraction | None]:
    return rng.choice([None, LOW, LOW - HALF]), rng.choice([None, HIGH, HIGH + HALF])


def _lift_figures(rng: random.Random, board: Board, sealed: Sealed) -> None:
    """Place figures inside between floor and ceiling; those that close it reach from one to the
    other.
    """
    for figure in board.figures():
        board.remove(figure.name)
        feet, tall = LOW - rng.randint(0, 1) * HALF, HIGH - LOW + 1
        if figure.name in sealed.names_inside:
            feet, tall = LOW + rng.randint(0, 1) * HALF, Fraction(rng.randint(1, 3), 2)
        elif figure.name in sealed.names_outside:
            feet, tall = rng.randint(0, 8) * HALF, Fraction(rng.randint(1, 4), 2)
        board.place(
            figure.name,
            tuple(figure.at),
            size=figure.size,
            blocks_sight=figure.blocks_sight,
            elevation=feet,
            height=tall,
        )


def leaks(each: HighRoom, rule: Rule, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Yield every question that sees through the border. Questions by packs are slow."""
    board, (few, many) = each.board, (2, 8) if rule.game is None else (1, 2)
    some = rng.sample(each.inside, min(few, len(each.inside)))
    others = rng.sample(each.outside, min(many, len(each.outside)))
    for ties in accepted_ties(rule) or [""]:
        asked = rule.with_ties(ties) if ties else rule
        for ends in (*product(some, others), *product(others, some)):
            if sees(board, *ends, asked):
                yield ties, *ends
    a, b = some[0], others[0]
    if str(verdict(board, a, b, rule)) != "hidden":
        yield "verdict", a, b
    if rule.game is None and contact(board, a, b, rule) is not Contact.BLOCKED:
        yield "contact", a, b
    ups = [end for end in others if isinstance(end, At)]
    tiles: list[Any] = [tuple(end.tile) for end in ups]
    if isinstance(a, At) and tiles:
        pairs = [(tuple(a.tile), tile) for tile in tiles]
        lifts = [[a.elevation, end.elevation] for end in ups]
        seen = sees_many(board, pairs, rule, elevations=lifts)
        yield from (("sees_many", a, end) for end, leak in zip(ups, seen, strict=True) if leak)


@by_rule
def test_a_room_with_walls_floor_and_ceiling_is_closed(rule: Rule, grid: str) -> None:
    # In packs, figures do not block, or give only cover.
    for seed in range(ROOMS if rule.game else 2 * ROOMS):
        each = high_room(grid, seed, people_close=rule.game is None)
        assert [*leaks(each, rule, random.Random(seed))] == [], each


@by_rule
def test_a_storey_without_a_hole_is_closed(rule: Rule, grid: str) -> None:
    for seed in range(ROOMS):
        board, height = storey(grid, seed)
        rng = random.Random(seed)
        pairs = [*product(*bodies(board, rng, height))]
        for a, b in pairs if rule.game is None else rng.sample(pairs, 2):
            assert not sees(board, a, b, rule), (seed, a, b)
            assert not sees(board, b, a, rule), (seed, b, a)


@by_rule
def test_a_hole_opens_it(rule: Rule, grid: str) -> None:
    board: Board = SquareBoard(3, 3) if grid == "square" else HexBoard(radius=1, outside="solid")
    board.add_floor(3, board.tiles(), "whole")
    middle = board.tiles()[len(board.tiles()) // 2]
    ends = At(middle, elevation=3), At(middle, elevation=2)
    assert not sees(board, *ends, rule)
    board.remove_floor("whole")
    board.add_floor(3, [tile for tile in board.tiles() if tile != middle], "whole")
    assert sees(board, *ends, rule)


def storey(grid: str, seed: int) -> tuple[Board, Fraction]:
    """Return a random board with a floor over all of it.

    On hexes the rim is rock, because lines would pass around the floor outside an open rim.
    """
    rng = random.Random(f"storey {grid} {seed}")
    while True:
        board = random_board(rng, grid)
        if not isinstance(board, HexBoard) or board.outside == "solid":
            break
    height = Fraction(rng.randint(0, 8), 2)
    board.add_floor(height, board.tiles(), "whole")
    return board, height


def bodies(
    board: Board, rng: random.Random, height: Fraction
) -> tuple[list[str | At], list[str | At]]:
    """Return positions above a floor and below it, as tiles and by name."""
    upper: list[str | At] = []
    lower: list[str | At] = []
    for figure in board.figures():
        feet, head = board.body(figure)
        if feet >= height:
            upper.append(figure.name)
        elif head <= height:
            lower.append(figure.name)
    for tile in rng.sample([*board.tiles()], min(2, len(board.tiles()))):
        upper.append(At(tile, elevation=height + rng.randint(0, 4) * HALF))
        lower.append(At(tile, elevation=height - 1 - rng.randint(0, 4) * HALF))
    return upper, lower
