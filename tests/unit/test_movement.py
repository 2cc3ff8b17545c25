"""Paths, reach and threat, compared with slow searches and with modified boards."""

from __future__ import annotations

import doctest
import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import sightline
from sightline import (
    CenterRule,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    field,
    path,
    reach,
    sees,
    threat,
)
from sightline.errors import (
    CallableError,
    InvalidTypeError,
    InvalidValueError,
    OffBoardError,
    UnknownNameError,
)
from sightline.games.quest.board.movement import why_not
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Tile, hex_distance

QUICK = range(25)


@pytest.mark.parametrize("name", ["path", "reach", "threat", "ReachField", "ThreatField"])
def test_the_examples_run(name: str) -> None:
    text = getattr(sightline, name).__doc__
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert example.examples
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


def some_board(rng: random.Random, large: bool = False) -> Board:
    """Return a board with a bit of everything, and a figure called Mira."""
    board: Board = SquareBoard(6, 7) if rng.random() < 0.5 else HexBoard(3)
    tiles = list(board.tiles())
    middle = (2, 3) if board.grid is SQUARE else (0, 0)
    board.place("Mira", middle, size=2 if large and rng.random() < 0.6 else 1)
    own = set(board.figure("Mira").tiles)
    for tile in tiles:
        if rng.random() < 0.12 and tile not in own:
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in board and rng.random() < 0.06 and not {tile, other} <= own:
                board.set_edge(tile, other, rng.choice((Wall(), Door(), Door("open"), Gate())))
    for i, tile in enumerate(rng.sample(tiles, 3)):
        if tile not in own and not board.is_solid(tile):
            board.place(f"goblin {i}", tile)
    if rng.random() < 0.4:
        x, y = rng.sample(tiles, 2)
        board.add_wall((x[0] + 0.4, x[1] + 0.3), (y[0] + 0.7, y[1] + 0.1))
    return board


def plain_costs(board: Board, cost: dict[Tile, Any]) -> dict[Tile, Any]:
    """Return Mira's cost to every tile, by relaxing all steps until nothing changes."""
    mira = board.figure("Mira")
    found: dict[Tile, Any] = {mira.at: 0}
    changed = True
    while changed:
        changed = False
        for here in list(found):
            for there in board.grid.neighbors(here):
                if why_not(board, mira, here, there) is None:
                    covered = board.footprint(there, mira.size)
                    total = found[here] + max(Fraction(str(cost.get(t, 1))) for t in covered)
                    if there not in found or total < found[there]:
                        found[there], changed = total, True
    return found


@pytest.mark.parametrize("seed", QUICK)
def test_reach_and_path_are_what_a_plain_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    board = some_board(rng, large=True)
    cost: dict[Tile, Any] = {}
    if rng.random() < 0.6:
        cost = {tile: rng.choice((1, 2, 0.1, 0.7, 0)) for tile in board.tiles()}
    everywhere = plain_costs(board, cost)
    before = board.fingerprint()
    for steps in (0, 1, 2.5, 4, 1000):
        expected = {tile: paid for tile, paid in everywhere.items() if paid <= Fraction(str(steps))}
        found = reach(board, "Mira", steps, cost=cost)
        assert dict(found) == expected
        assert list(found.values()) == sorted(found.values())
        assert set(found.field) == set(expected)
        assert dict(reach(board, "Mira", steps, cost=lambda tile: cost.get(tile, 1))) == expected
    for goal in board.tiles():
        way = path(board, "Mira", goal, cost=cost)
        assert (way is None) == (goal not in everywhere)
        if way is None:
            continue
        mira = board.figure("Mira")
        assert way[0] == mira.at
        assert way[-1] == goal
        assert all(why_not(board, mira, a, b) is None for a, b in pairwise(way))
        paid = sum(
            max(Fraction(str(cost.get(t, 1))) for t in board.footprint(at, mira.size))
            for at in way[1:]
        )
        assert paid == everywhere[goal]
        assert found.path(goal)[-1] == goal
    assert board.fingerprint() == before


@pytest.mark.parametrize("seed", QUICK)
def test_doors_and_passing_are_boards_without_them(seed: int) -> None:
    """Going through closed doors equals a board without doors; passing figures equals one without
    them.
    """
    board = some_board(random.Random(seed))
    opened = board.copy()
    for a, b, threshold in list(board.edges()):
        if threshold.state == "closed":
            opened.set_edge(a, b, None)
    both = reach(board, "Mira", 5, doors=("open", "closed"))
    assert dict(both) == dict(reach(opened, "Mira", 5))
    assert dict(reach(board, "Mira", 5, doors="closed")) == dict(both)

    alone = board.copy()
    others = [figure for figure in board.figures() if figure.name != "Mira"]
    for figure in others:
        alone.remove(figure.name)
    taken = {tile for figure in others for tile in figure.tiles}
    free = {tile: paid for tile, paid in reach(alone, "Mira", 5).items() if tile not in taken}
    assert dict(reach(board, "Mira", 5, through=True)) == free
    assert dict(reach(board, "Mira", 5, through=[figure.name for figure in others])) == free
    assert dict(reach(board, "Mira", 5, through=False)) == dict(reach(board, "Mira", 5))


def may_cut(board: Board, here: Tile, there: Tile, both: bool) -> bool:
    """Return whether a diagonal step may cut a corner, by checking the two ways around it."""
    ways = 0
    for tile in (SQUARE.tile(here[0], there[1]), SQUARE.tile(there[0], here[1])):
        edges = (board.edge(here, tile), board.edge(tile, there))
        ways += not board.is_solid(tile) and not any(
            e is not None and e.blocks_sight for e in edges
        )
    return ways >= (2 if both else 1)


@pytest.mark.parametrize("diagonals", ["open", "around"])
@pytest.mark.parametrize("seed", QUICK)
def test_diagonal_steps(seed: int, diagonals: Any) -> None:
    rng = random.Random(seed)
    board = SquareBoard(6, 6)
    board.place("Mira", (3, 3))
    for tile in board.tiles():
        if rng.random() < 0.2 and tile != (3, 3):
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in board and rng.random() < 0.08:
                board.set_edge(tile, other, Wall())
    weight = rng.choice((1, 1.5, 2))
    mira = board.figure("Mira")
    found: dict[Tile, Any] = {mira.at: 0}
    changed = True
    while changed:
        changed = False
        for here in list(found):
            for da, db in board.grid.touching:
                there = SQUARE.tile(here[0] + da, here[1] + db)
                if there not in board or board.is_solid(there):
                    continue
                if 0 in (da, db):
                    allowed, price = why_not(board, mira, here, there) is None, Fraction(1)
                else:
                    allowed = may_cut(board, here, there, diagonals == "open")
                    price = Fraction(str(weight))
                if allowed and found[here] + price < found.get(there, 10**9):
                    found[there], changed = found[here] + price, True
    options: Any = {"diagonals": diagonals, "diagonal_cost": weight}
    assert dict(reach(board, "Mira", 99, **options)) == found
    for goal in list(found)[:8]:
        assert path(board, "Mira", goal, **options) is not None


def test_a_free_wall_across_a_corner_stops_a_diagonal_step() -> None:
    board = SquareBoard(2, 2)
    assert path(board, (0, 0), (1, 1), diagonals="open") == ((0, 0), (1, 1))
    board.add_wall((0.9, 1.1), (1.1, 0.9))
    assert path(board, (0, 0), (1, 1), diagonals="around") == ((0, 0), (0, 1), (1, 1))


def test_to_a_figure_by_name_or_by_its_position() -> None:
    board = SquareBoard(1, 4)
    board.place("Mira", (0, 0))
    board.place("goblin", (0, 3))
    assert path(board, "Mira", "goblin") == ((0, 0), (0, 1), (0, 2), (0, 3))
    assert path(board, "Mira", (0, 3)) is None
    assert path(board, "Mira", (0, 0)) == ((0, 0),)
    assert path(board, "Mira", "Mira") == ((0, 0),)
    # A figure on the starting position does not block.
    assert path(board, (0, 0), (0, 2)) == ((0, 0), (0, 1), (0, 2))


def test_a_large_figure_goes_as_a_whole() -> None:
    board = SquareBoard(5, 7)
    for row in (0, 1, 3, 4):
        board.set_solid((row, 3))
    board.place("ogre", (0, 0), size=2)
    assert path(board, (0, 0), (2, 5)) is not None
    assert path(board, "ogre", (2, 5)) is None
    board.set_solid((3, 3), False)
    way = path(board, "ogre", (2, 5))
    assert way is not None
    assert (2, 3) in way
    # A tile's cost applies to a figure that covers it with any of its tiles.
    assert reach(board, "ogre", 3, cost={(1, 2): 3})[0, 1] == 3
    assert max(tile[1] for tile in reach(board, "ogre", 99)) == 5


# --- threat


def is_near(board: Board, a: Tile, b: Tile, limit: int) -> bool:
    if board.grid is SQUARE:
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= limit**2
    return hex_distance(a, b) <= limit


@pytest.mark.parametrize("seed", QUICK)
def test_threat_is_what_is_seen_from_each_place(seed: int) -> None:
    rng = random.Random(seed)
    board = some_board(rng, large=True)
    rules: list[Any] = [CornerRule(), CenterRule("permissive"), CenterRule(large="middle")]
    rule = rng.choice(rules if board.grid is SQUARE else [*rules, HexRayRule()])
    steps, limit = rng.randrange(4), rng.randrange(5)
    before = board.fingerprint()
    found = threat(board, "Mira", steps, limit, rule)
    assert board.fingerprint() == before
    expected: dict[Tile, Tile] = {}
    for spot in reach(board, "Mira", steps):
        there = board.copy()
        there.move("Mira", spot)
        for tile in field(there, "Mira", rule, radius=limit):
            expected.setdefault(tile, spot)
            assert sees(there, "Mira", tile, rule)
            assert any(is_near(board, own, tile, limit) for own in there.figure("Mira").tiles)
    assert dict(found) == expected
    assert set(found.field) == set(expected)
    assert found.reach == reach(board, "Mira", steps)
    order = list(found.reach)
    for figure in board.figures():
        near = [expected[tile] for tile in figure.tiles if tile in expected]
        if figure.name == "Mira" or not near:
            assert figure.name not in found.figures
        else:
            assert found.figures[figure.name] == min(near, key=order.index)


def test_threat_from_where_nobody_stands() -> None:
    board = SquareBoard(1, 9)
    board.place("goblin", (0, 6))
    danger = threat(board, (0, 0), 2, 4, CornerRule(), metric="chebyshev")
    assert danger.figures == {"goblin": (0, 2)}
    assert danger[0, 1] == (0, 0)
    assert "goblin" in repr(danger)
    board.place("crate", (0, 5), kind="chest")
    assert "crate" not in threat(board, (0, 0), 2, 4, CornerRule()).figures


def test_whoever_leaves_no_longer_hides_what_is_behind() -> None:
    board = SquareBoard(2, 5)
    for col in range(5):
        board.set_solid((1, col), col != 2)
    board.place("Mira", (0, 2))
    # From the niche below, she sees her former tile.
    danger = threat(board, "Mira", 1, 1, CenterRule())
    assert (0, 2) in danger
    assert danger[0, 0] == (0, 1)


# --- errors


def test_nonsense() -> None:
    board = SquareBoard(5, 5)
    board.place("Mira", (2, 2))
    hexagon = HexBoard(2)
    ask: Any = reach

    def broken(tile: Tile) -> int:
        raise KeyError(tile)

    wrong: list[tuple[Any, type[Exception], str]] = [
        (lambda: ask("crypt", (0, 0), 3), InvalidTypeError, "board: expected a SquareBoard"),
        (lambda: ask(board, (9, 9), 3), OffBoardError, r"from: \(9, 9\)"),
        (lambda: ask(board, "Zoe", 3), UnknownNameError, "Zoe"),
        (lambda: ask(board, "Mira", -1), InvalidValueError, "steps: expected 0 or more, got -1"),
        (lambda: ask(board, "Mira", "3"), InvalidTypeError, "steps: expected a number"),
        (lambda: ask(board, "Mira", float("inf")), InvalidValueError, "steps: expected a finite"),
        (lambda: ask(board, "Mira", 3, diagonals=True), InvalidValueError, "never, open, around"),
        (lambda: ask(hexagon, (0, 0), 3, diagonals="open"), InvalidValueError, "hexes have none"),
        (lambda: ask(board, "Mira", 3, diagonal_cost=-1), InvalidValueError, "diagonal_cost"),
        (lambda: ask(board, "Mira", 3, doors=("ajar",)), InvalidValueError, "doors: expected some"),
        (lambda: ask(board, "Mira", 3, doors=7), InvalidTypeError, "doors: expected states"),
        (lambda: ask(board, "Mira", 3, through=["Zoe"]), UnknownNameError, "Zoe"),
        (lambda: ask(board, "Mira", 3, through=7), InvalidTypeError, "through: expected names"),
        (lambda: ask(board, "Mira", 3, cost=7), InvalidTypeError, "cost: expected a mapping"),
        (lambda: ask(board, "Mira", 3, cost=broken), CallableError, r"cost\(\(1, 2\)\) raised Key"),
        (lambda: ask(board, "Mira", 3, cost=lambda t: -1), InvalidValueError, r"cost of \(1, 2\)"),
        (lambda: ask(board, "Mira", 3, cost={(1, 2): "x"}), InvalidTypeError, r"cost of \(1, 2\)"),
        (lambda: reach(board, "Mira", 1).path((0, 0)), InvalidValueError, "is not among the 5"),
        (lambda: threat(board, "Mira", 1, None, CornerRule()), InvalidValueError, "radius: expect"),
        (lambda: threat(board, "Mira", 1, 1, HexRayRule()), InvalidValueError, "hex boards"),
    ]
    before = board.fingerprint()
    for act, kind, words in wrong:
        with pytest.raises(kind, match=words):
            act()
    assert board.fingerprint() == before


def test_what_cannot_be_entered() -> None:
    board = SquareBoard(1, 5)
    assert list(reach(board, (0, 0), 9, cost=lambda tile: None if tile[1] == 2 else 1)) == [
        (0, 0),
        (0, 1),
    ]
