"""In a compiled build, kernels answer for every pack on every kind of board, without fallbacks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from sightline import Door, HexBoard, SquareBoard, Wall, cover_field, degree, field, sees, verdict
from sightline.engine import native
from sightline.engine.packs import questions
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Entries, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from sightline.rules.packs.questions import degree_found
from tests.kernels.pack_walls import add_walls

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

KINDS = (
    "plain",
    "free",
    "free walls with touches",
    "slanted through tiles",
    "limited",
    "one-way",
    "terrain",
    "sides",
    "limited walls that cross",
    "large",
    "the largest",
)
HIDE = Entries({"solid": "hide", "wall": "hide", "door": "hide", "figure": "hide"})
CLOSED = TouchRules(corner="block", edge="block")
OWN = {
    "from centers": PackQuestion("center", "area", touch=CLOSED, blockers=HIDE, swap=True),
    "to centers": PackQuestion("area", "center", touch=CLOSED, blockers=HIDE),
    "chains": PackQuestion("center", "center", lean="any", blockers=HIDE),
    "points": PackQuestion(
        "center",
        "center",
        points=Entries({"woods": 1}),
        degrees=Entries({"square": ((2, "total"),), "hex": ((2, "total"),)}),
        blockers=HIDE,
    ),
    "points of figures": PackQuestion(
        "center",
        "center",
        points=Entries({"woods": 1, "figure": 1, "enemy": 2, "low": 1}),
        degrees=Entries({"square": ((2, "total"),), "hex": ((2, "total"),)}),
    ),
    "rooms": PackQuestion("center", "center", blockers=Entries({**HIDE, "room": "hide"})),
    "rooms, corners": PackQuestion(
        "corners", "corners", blockers=Entries({**HIDE, "room": "hide"})
    ),
}
"""Questions that no pack of the library asks."""


@pytest.fixture
def fallbacks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that records every question answered by the readable rule."""
    found: list[str] = []
    readable = degree_found

    def counted(looks: Any, cover: bool) -> Any:
        found.append(f"{looks.pack.name} {looks.source.tiles} {looks.target.tiles}")
        return readable(looks, cover)

    monkeypatch.setattr(questions, "degree_found", counted)
    return found


def _board(grid: str, kind: str) -> Board[Any]:
    dice = random.Random(f"{grid} {kind}")
    board: Board[Any] = SquareBoard(7, 8) if grid == "square" else HexBoard(3)
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    board.set_solid(tiles[9])
    board.set_edge(tiles[12], _neighbor(board, tiles[12]), Door())
    thing = {"limited": Wall(limited=True), "one-way": Wall(one_way="forth")}.get(kind)
    if kind == "free":
        board.add_wall((1.5, 0.25), (1.5, 2.125))
        board.add_wall((0.3, 1.7), (2.9, 1.1), Door())
    elif kind == "free walls with touches":
        add_walls(dice, board, most=12)
    elif kind == "slanted through tiles":
        # Each crosses tile borders at points with coprime denominators.
        for k, (dx, dy) in enumerate(((2.113, 1.319), (1.733, -0.917), (2.531, 0.677))):
            board.add_wall((0.071 + k / 3, 1.137 + k / 7), (0.071 + k / 3 + dx, 1.137 + k / 7 + dy))
    elif kind == "limited walls that cross":
        for k in range(6):
            start, end = ((dice.uniform(0, 6), dice.uniform(0, 6)) for _ in range(2))
            board.add_wall(start, end, Wall(limited=k < 5))
    elif thing is not None:
        board.add_wall((1.0, 0.0), (1.0, 2.0), thing)
        board.add_wall((0.3, 1.7), (1.9, 1.1), thing)
        board.set_edge(tiles[14], _neighbor(board, tiles[14]), thing)
    elif kind == "terrain":
        for tile, word in zip(tiles[20:23], ("low", "smoke", "woods"), strict=True):
            board.set_terrain(tile, word)
    if kind == "sides":
        board.place("Mira", tiles[16], kind="hero")
        board.place("orc", tiles[18], kind="enemy")
        board.place("shelf", tiles[20], kind="bookcase")
    if kind == "large":
        board.place("dragon", tiles[-18], size=2)
        board.place("giant", tiles[20 if grid == "square" else 10], size=2)
        board.add_wall((1.5, 0.25), (1.5, 2.125))
    if kind == "the largest":
        board.place(
            "world", tiles[0] if grid == "square" else (0, 0), size=7 if grid == "square" else 3
        )
        board.add_wall((0.3, 1.7), (2.9, 1.1))
    return board


def _high_board(grid: str, storeys: bool) -> Board[Any]:
    """Return a board with low walls, hills and figures of several tiles.

    It may also have a floor with holes, and things in the air.
    """
    dice = random.Random(f"{grid} {storeys}")
    board: Board[Any] = SquareBoard(6, 7) if grid == "square" else HexBoard(3)
    tiles: list[Any] = [*board.tiles()]
    for tile in tiles:
        if dice.random() < 0.2:
            board.set_edge(tile, _neighbor(board, tile), Wall(top=dice.choice((0.5, 1, 3))))
    board.add_wall((1.5, 0.25), (2.75, 2.125), Wall(top=0.5))
    board.place("dragon", tiles[-18], size=2)
    board.place("Mira", tiles[16], kind="hero")
    board.place("shelf", tiles[1], kind="bookcase", size=(1, 1))
    if storeys:
        board.set_elevation(tiles[5], 1.5)
        board.add_floor(2, [tile for tile in tiles if dice.random() < 0.7])
        board.add_wall((0.5, 0.5), (3.5, 1.25), Wall(bottom=0.25, top=2.5))
        board.place("bat", tiles[14], elevation=2.5, height=0.5)
        board.place("giant", tiles[9], height=3)
    return board


def _neighbor(board: Board[Any], tile: Any) -> Any:
    return next(each for each in board.grid.neighbors(tile) if each in board)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PACKS)
def test_nothing_falls_back(name: str, kind: str, fallbacks: list[str]) -> None:
    _ask_all(PackRule(PACKS[name]), kind)
    assert fallbacks == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", OWN)
def test_nor_do_packs_of_ones_own(name: str, kind: str, fallbacks: list[str]) -> None:
    pack = replace(PACKS["dcss"], name=name, sight=OWN[name], grids=("square", "hex"))
    _ask_all(PackRule(replace(pack, zones="own" if "rooms" in name else "")), kind)
    assert fallbacks == []


HIGH = [name for name in PACKS if PACKS[name].heights]


@pytest.mark.parametrize("name", HIGH)
def test_nor_where_all_stands_on_the_ground(name: str, fallbacks: list[str]) -> None:
    for grid in PACKS[name].grids:
        _ask_about(_high_board(grid, storeys=False), PackRule(name))
    assert fallbacks == []


@pytest.mark.parametrize("name", HIGH)
def test_nor_between_storeys(name: str, fallbacks: list[str]) -> None:
    for grid in PACKS[name].grids:
        _ask_about(_high_board(grid, storeys=True), PackRule(name))
    assert fallbacks == []


def _ask_all(rule: PackRule, kind: str) -> None:
    for grid in rule.grids:
        _ask_about(_board(grid, kind), rule)


def _ask_about(board: Board[Any], rule: PackRule) -> None:
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    places = [tiles[0], tiles[15], *(figure.name for figure in board.figures())]
    for viewer in places:
        field(board, viewer, rule)
        cover_field(board, viewer, rule, radius=3)
        for target in (tiles[-1], tiles[13], *places):
            sees(board, viewer, target, rule)
            verdict(board, viewer, target, rule)
            degree(board, viewer, target, rule)


def test_lines_too_long_for_a_kernel_are_left_to_the_readable_rule(fallbacks: list[str]) -> None:
    sight = replace(PACKS["dnd5e-inset"].sight, start="corners", end="corners", inset=99)
    pack = replace(PACKS["dnd5e-inset"], sight=sight, cover=(), grids=("hex",))
    rule = PackRule(pack)
    board = HexBoard(30)
    assert sees(board, (-30, 0), (10, 0), rule)
    assert fallbacks == []
    assert sees(board, (-30, 0), (30, 0), rule)
    assert len(fallbacks) == 1
    board.set_solid((0, 0))
    near = verdict(board, (-24, 0), (24, 0), rule)
    assert (
        near
        is rule.trace(board, place(board, (-24, 0), "from"), place(board, (24, 0), "to")).verdict
    )
