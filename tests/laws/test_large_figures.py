"""A large figure sees and is seen as the union of its tiles, for every rule, tie setting and grid.

It sees what one of its tiles sees, and is seen if one of its tiles is. The tests ask for each tile
by position, where the figure blocks nothing. Figures are on floor and share no tiles, because other
content of a tile would be ignored for the whole figure but not for each single tile.

A radius counts from each of its tiles, so its field within a radius is also the union of theirs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    SquareBoard,
    Verdict,
    Wall,
    contact_field,
    field,
    sees,
    trace,
)
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.figure import Figure
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, MAKE, THOROUGH, on_every_setting, seeds
from tests.scenes import flat

BEST_FIRST = (Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
GEOMETRIC = [p for p in EVERY_SETTING if isinstance(p.values[0], (CenterRule, CornerRule))]
RADII = (0, 1, Fraction(3, 2), 2, Fraction(5, 2), 4)


def crowded(grid: str, seed: int, at_least: int = 1) -> tuple[Board, list[Figure]]:
    """Return a random board and its large figures, which overlap neither rock nor other figures."""
    rng = random.Random(seed)
    sizes: list[Any] = [(2, 2), (2, 2), (1, 2), (3, 2)] if grid == "square" else [2]
    for _ in range(100):
        # On hills a large figure is higher than some of its tiles.
        board = flat(MAKE[grid](rng.randrange(2**32), most={"square": 7, "hex": 3}[grid])).board
        for number in range(rng.randint(at_least, 3)):
            for at in rng.sample(list(board.tiles()), len(board.tiles())):
                try:
                    board.place(f"large {number}", at, size=rng.choice(sizes))
                except InvalidValueError:  # not enough space there
                    continue
                break
        if sum(len(figure.tiles) > 1 for figure in board.figures()) >= at_least:
            break
    for figure in board.figures():
        for tile in figure.tiles:
            board.set_solid(tile, False)
        if rng.random() < 0.3:
            board.remove(figure.name)
            board.place(figure.name, figure.at, size=figure.size, blocks_sight=False)
    return board, [figure for figure in board.figures() if len(figure.tiles) > 1]


def scenes(
    rule: Rule, grid: str, count: int, thorough: int, at_least: int = 1
) -> Iterator[tuple[int, Board, list[Figure]]]:
    for seed in seeds(rule, grid, count, thorough):
        yield seed, *crowded(grid, seed, at_least)


def others(board: Board, figure: Figure, rng: random.Random) -> list[Any]:
    """Return some tiles and all other figures."""
    tiles = rng.sample(list(board.tiles()), min(6, len(board.tiles())))
    return [*map(tuple, tiles), *(f.name for f in board.figures() if f.name != figure.name)]


@on_every_setting
def test_it_sees_and_is_seen_where_one_of_its_tiles_does(rule: Rule, grid: str) -> None:
    asked = 0
    for seed, board, large in scenes(rule, grid, 5, 200):
        rng = random.Random(seed)
        for figure in large:
            for other in others(board, figure, rng):
                each = [sees(board, tuple(tile), other, rule) for tile in figure.tiles]
                back = [sees(board, other, tuple(tile), rule) for tile in figure.tiles]
                where = (seed, figure.name, other)
                assert sees(board, figure.name, other, rule) is any(each), where
                assert sees(board, other, figure.name, rule) is any(back), where
                asked += 1
    assert not THOROUGH or asked > 8


@on_every_setting
def test_two_of_them(rule: Rule, grid: str) -> None:
    """With two large figures, any tile of one may see any tile of the other."""
    asked = 0
    for seed, board, large in scenes(rule, grid, 4, 150, at_least=2):
        for one in large:
            for other in large:
                if one is not other:
                    pairs = [(tuple(a), tuple(b)) for a in one.tiles for b in other.tiles]
                    expected = any(sees(board, a, b, rule) for a, b in pairs)
                    found = sees(board, one.name, other.name, rule)
                    assert found is expected, (seed, one.name, other.name)
                    asked += 1
    assert asked


@on_every_setting
def test_its_field_is_the_union_of_the_fields_of_its_tiles(rule: Rule, grid: str) -> None:
    for seed, board, large in scenes(rule, grid, 5, 200):
        for number, figure in enumerate(large):
            parts = (field(board, tuple(tile), rule) for tile in figure.tiles)
            whole = set(field(board, figure.name, rule))
            assert whole == set().union(*parts), (seed, figure.name)
            radius = RADII[(seed + number) % len(RADII)]
            for metric in ("euclid", "chebyshev"):
                limit: dict[str, Any] = {"radius": radius, "metric": metric}
                parts = (field(board, tuple(tile), rule, **limit) for tile in figure.tiles)
                found = set(field(board, figure.name, rule, **limit))
                assert found == set().union(*parts), (seed, figure.name, limit)


@on_every_setting
def test_no_tile_of_a_hidden_figure_is_in_sight(rule: Rule, grid: str) -> None:
    asked = 0
    for seed, board, large in scenes(rule, grid, 5, 200):
        rng = random.Random(seed)
        for figure in large:
            for viewer in others(board, figure, rng):
                seen = field(board, viewer, rule)
                in_sight = [tile for tile in figure.tiles if tile in seen]
                is_seen = sees(board, viewer, figure.name, rule)
                assert is_seen is bool(in_sight), (seed, figure.name, viewer, in_sight)
                asked += 1
    assert not THOROUGH or asked > 8


@on_every_setting
def test_its_verdict_is_the_best_of_its_tiles(rule: Rule, grid: str) -> None:
    for seed, board, large in scenes(rule, grid, 2, 50):
        rng = random.Random(seed)
        figure = large[0]
        for other in rng.sample(others(board, figure, rng), 1):
            sights = [trace(board, tuple(tile), other, rule) for tile in figure.tiles]
            whole = trace(board, figure.name, other, rule)
            best = min((s.verdict for s in sights), key=BEST_FIRST.index)
            assert whole.verdict is best, (seed, figure.name, other)
            contacts = [s.contact for s in sights if s.contact is not None]
            assert whole.contact == min(contacts, default=None), (seed, figure.name, other)


@pytest.mark.parametrize(("rule", "grid"), GEOMETRIC)
def test_its_contacts_are_the_best_of_its_tiles(rule: Rule, grid: str) -> None:
    for seed, board, large in scenes(rule, grid, 2, 50):
        figure = large[0]
        each = [contact_field(board, tuple(tile), rule) for tile in figure.tiles]
        expected = {tile: min(contacts[tile] for contacts in each) for tile in board.tiles()}
        assert dict(contact_field(board, figure.name, rule)) == expected, (seed, figure.name)


# --- by hand


def test_an_ogre_behind_a_pillar_shows_its_shoulder() -> None:
    """The line to the middle of the ogre ends in the pillar, but the line to one of its tiles does
    not.
    """
    board = SquareBoard(2, 6)
    board.place("ogre", (0, 4), size=(2, 2))
    board.set_solid((1, 3))
    for tile, seen in (((0, 4), True), ((0, 5), False), ((1, 4), False), ((1, 5), False)):
        assert sees(board, (1, 0), tile, CenterRule()) is seen, tile
    assert sees(board, (1, 0), "ogre", CenterRule())
    assert sees(board, "ogre", (1, 0), CenterRule())
    assert (1, 0) in field(board, "ogre", CenterRule())


def test_a_wall_between_its_tiles_is_a_wall() -> None:
    """The left half sees only to the left of the wall, and the right half only to the right."""
    board = SquareBoard(1, 6)
    board.place("worm", (0, 2), size=(1, 2))
    board.set_edge((0, 2), (0, 3), Wall())
    for rule in (CornerRule(), CenterRule()):
        assert not sees(board, (0, 2), (0, 5), rule)
        assert not sees(board, (0, 3), (0, 0), rule)
        assert set(field(board, "worm", rule)) == set(board.tiles())
        assert trace(board, "worm", (0, 5), rule).contact is Contact.CLEAR
