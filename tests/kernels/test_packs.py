"""Randomized comparison of pack kernels with the readable rule, for library
packs and random packs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from sightline import (
    Door,
    HexBoard,
    SquareBoard,
    Wall,
    cover_field,
    degree,
    field,
    sees,
    trace,
    verdict,
)
from sightline.engine import native
from sightline.engine.packs.grounds import MOST_CHANGES
from sightline.engine.packs.lines import LinesPlan
from sightline.engine.packs.plans import plan_of
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Entries, Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from sightline.rules.packs.area import TOUCHES
from tests.every_rule import THOROUGH
from tests.kernels.pack_walls import add_walls

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

BOARDS = 400 if THOROUGH else 2
KINDS = ("solid", "tall", "low", "wall", "door", "figure", "ally", "enemy", "big-figure", "smoke")
WORDS = ("pass", "ask", "block")
DEGREES = ("none", "some", "much", "total")


def made_up(dice: random.Random) -> Pack:
    """Return a pack of lines with random settings."""
    start, end = dice.choice([("corners", "corners")] * 4 + [("center", "center")] * 2 + MIXED)
    take = dice.choice(["any", "all", "best-corner", "pair"])
    if take == "pair" and (start, end) != ("corners", "corners"):
        take = "any"
    words: dict[str, Any] = {level: dice.choice(WORDS) for level in TOUCHES}
    passing = tuple(dice.sample(KINDS, 2)) if dice.random() < 0.3 else ()
    touch = TouchRules(**words, pinch_except=passing)
    common: dict[str, Any] = {
        "start": start,
        "end": end,
        "take": take,
        "touch": touch,
        "ends": dice.choice(["turn", "closed", "open"]),
        "swap": dice.random() < 0.2,
        "whole": dice.random() < 0.2 and take != "pair",
    }
    kinds = dice.sample(KINDS, dice.randint(2, 7))
    sight = PackQuestion(
        **common,
        target_blocks=dice.random() < 0.2,
        blockers=Entries(dict.fromkeys(kinds, "hide")),
    )
    cover: tuple[PackQuestion, ...] = ()
    if dice.random() < 0.6:
        steps = tuple(sorted((dice.randint(1, 5), word) for word in DEGREES[1:3]))
        cover = (
            PackQuestion(
                **common,
                blockers=Entries({kind: dice.choice(DEGREES[1:]) for kind in kinds}),
                degrees=Entries({"square": steps, "hex": steps}),
            ),
        )
    return Pack(
        "made-up",
        "made up",
        "",
        "",
        ("square", "hex"),
        sight,
        cover,
        DEGREES if cover else ("none", "total"),
        neighbors=dice.choice(["", "", "seen", "seen unless wall"]),
        outside=dice.choice(["open", "wall"]),
        symmetric=False,
    )


MIXED = [("center", "corners"), ("corners", "center")]


def random_board(dice: random.Random, grid: str) -> Board[Any]:
    """Return a crowded small board: rock, terrain, walls, doors, and figures of all sides and
    sizes.
    """
    board: Board[Any]
    if grid == "square":
        board = SquareBoard(dice.randint(2, 7), dice.randint(2, 8))
    else:
        board = HexBoard(radius=dice.randint(1, 3), outside=dice.choice(["open", "solid"]))
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    thick = dice.choice([0.02, 0.1, 0.25])
    for tile in tiles:
        if dice.random() < thick:
            board.set_solid(tile)
        if dice.random() < thick / 2:
            board.set_terrain(tile, dice.choice(["low", "smoke", "woods"]))
        for there in board.grid.neighbors(tile):
            if there in board and dice.random() < thick / 3:
                things: list[Any] = [Wall(), Wall(), Door(), Door("open")]
                board.set_edge(tile, there, dice.choice(things))
    for number in range(dice.randint(0, 6)):
        kind: Any = dice.choice(["figure", "hero", "enemy", "ally", "table", "bookcase", "chest"])
        size = dice.choice([None, None, 1, 2, 3])
        try:
            board.place(f"{kind} {number}", dice.choice(tiles), kind=kind, size=size)
        except Exception:  # noqa: BLE001  (no room there)
            continue
    if dice.random() < 0.6:
        add_walls(dice, board)
    return board


def change(dice: random.Random, board: Board[Any]) -> None:
    """Make a random change that could happen in play."""
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    tile, names = dice.choice(tiles), [figure.name for figure in board.figures()]
    there = dice.choice(board.grid.neighbors(tile))
    match dice.randrange(7):
        case 0 if names:
            try:
                board.move(dice.choice(names), tile)
            except Exception:  # noqa: BLE001  (no room there)
                return
        case 1 if names:
            board.remove(dice.choice(names))
        case 2:
            board.set_solid(tile, dice.random() < 0.5)
        case 3:
            board.set_terrain(tile, dice.choice(["low", "smoke", None]))
        case 4 if there in board:
            thing: Any = dice.choice([Wall(), Door(), None])
            board.set_edge(tile, there, thing)
        case 5:
            add_walls(dice, board, most=2)
        case _:
            if isinstance(board, SquareBoard):
                board.set_solid_array(board.solid_array()[::-1])


def places(dice: random.Random, board: Board[Any]) -> Iterator[Any]:
    for _ in range(2):
        yield tuple(dice.choice(board.tiles()[:]))
    if board.figures():
        yield dice.choice(board.figures()).name


def compare(dice: random.Random, board: Board[Any], rule: PackRule) -> int:
    """Compare every question from some tiles with the rule itself, and return
    the number of pairs.
    """
    compared = 0
    for viewer in places(dice, board):
        source = place(board, viewer, "from")
        radius = dice.choice([None, 1, 2, 3])
        metric: Any = dice.choice(["euclid", "chebyshev", "manhattan", "steps"])
        covers = cover_field(board, viewer, rule, radius=radius, metric=metric)
        seen = field(board, viewer, rule, radius=radius, metric=metric)
        assert seen <= set(covers)
        targets: list[Any] = dice.sample(list(covers), min(5, len(covers)))
        targets += [figure.name for figure in board.figures()]
        for target in targets:
            goal = place(board, target, "to")
            sight = rule.trace(board, source, goal)
            words = sight.degree
            about = f"{viewer} {target} {rule.pack}\n{board}"
            assert degree(board, viewer, target, rule) == words, about
            assert sees(board, viewer, target, rule) == sight.visible, about
            assert verdict(board, viewer, target, rule) is sight.verdict, about
            if not isinstance(target, str):
                assert covers[target] == words, about
                assert (target in seen) == sight.visible, about
        compared += len(targets)
    return compared


BY_LINES = [
    name
    for name, pack in PACKS.items()
    if any(
        isinstance(plan, LinesPlan)
        for plans in [plan_of(pack, pack.grids[0])]
        for plan in (plans.sight, *plans.covers)
    )
]


@pytest.mark.parametrize("name", PACKS)
def test_packs_of_the_library(name: str) -> None:
    dice = random.Random(None if THOROUGH else name)
    pack = PACKS[name]
    rule = PackRule(pack)
    # The readable rule is slow for lines from any part of a tile.
    slow = "area" in (pack.sight.start, pack.sight.end)
    for _ in range(1 if slow and not THOROUGH else BOARDS):
        board = random_board(dice, dice.choice(rule.pack.grids))
        compare(dice, board, rule)
        for _ in range(3):
            change(dice, board)
        compare(dice, board, rule)


@pytest.mark.parametrize("seed", range(400 if THOROUGH else 6))
def test_packs_that_are_made_up(seed: int) -> None:
    dice = random.Random(None if THOROUGH else seed)
    for _ in range(10 if THOROUGH else 2):
        rule = PackRule(made_up(dice))
        board = random_board(dice, dice.choice(rule.pack.grids))
        compare(dice, board, rule)
        change(dice, board)
        compare(dice, board, rule)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_long_lines(grid: str) -> None:
    """The lines are longer than those whose shapes are cached."""
    dice = random.Random(grid)
    cells = [(q, r) for q in range(70) for r in range(3)]
    board: Board[Any] = SquareBoard(3, 70) if grid == "square" else HexBoard(cells=cells)
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    for tile in dice.sample(tiles, 3):
        board.set_solid(tile)
    for _ in range(200 if THOROUGH else 2):
        rule = PackRule(made_up(dice))
        source = place(board, dice.choice(tiles), "from")
        covers = cover_field(board, tuple(source.middle), rule)
        for tile in dice.sample(tiles, 6):
            sight = rule.trace(board, source, place(board, tile, "to"))
            assert covers[tile] == sight.degree, (source.middle, tile, rule.pack)
            assert degree(board, source.middle, tile, rule) == covers[tile]


def test_changes_reach_every_ground() -> None:
    """A ground is updated by single changes, by more changes than its log holds, and by a full
    reset.
    """
    rule = PackRule(PACKS["dnd35"])
    board = SquareBoard(3, 9)
    board.place("Mira", (1, 0))
    board.place("orc", (1, 8))
    assert degree(board, "Mira", "orc", rule) == "none"
    board.place("table", (1, 4), kind="chest")
    assert degree(board, "Mira", "orc", rule) == "cover"
    board.move("table", (0, 4))
    board.move("table", (2, 4))
    board.remove("table")
    assert degree(board, "Mira", "orc", rule) == "none"
    board.set_terrain((1, 4), "low")
    assert degree(board, "Mira", "orc", rule) == "cover"
    board.set_terrain((1, 4), None)
    for number in range(MOST_CHANGES + 2):
        board.set_solid((1, 4), number % 2 == 0)
    assert degree(board, "Mira", "orc", rule) == "none"
    board.set_solid_array(numpy.ones((3, 9), dtype=bool))
    assert degree(board, "Mira", "orc", rule) == "total"
    twin = board.copy()
    twin.set_solid_array(numpy.zeros((3, 9), dtype=bool))
    twin.set_edge((1, 3), (1, 4), Wall())
    assert degree(twin, "Mira", "orc", rule) == "cover"
    assert degree(board, "Mira", "orc", rule) == "total"
    twin.set_edge((1, 3), (1, 4), Wall(limited=True))
    twin.add_wall((2.0, 0.0), (2.0, 3.0))
    assert degree(twin, "Mira", "orc", rule) == trace(twin, "Mira", "orc", rule).degree == "total"


def test_which_packs_are_by_lines() -> None:
    assert {"dnd5e", "dnd4e", "dnd35", "imperial-assault", "descent2", "gloomhaven"} < {*BY_LINES}
