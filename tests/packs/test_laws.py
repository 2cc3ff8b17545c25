"""What holds for every pack, on small random boards: closed rooms are closed, turned and mirrored
boards give the same, a new blocker never lowers a degree, ties nest, and symmetric is symmetric."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Verdict, Wall, trace
from sightline.model.board import Board
from sightline.model.values import replace
from sightline.packs import PACKS
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import QUICK
from tests.transforms import turned

HIDING = dict.fromkeys(("solid", "tall", "wall", "door", "figure", "low"), "hide")
STRICT = TouchRules(corner="block", edge="block")
BOTH = ("square", "hex")
BOARDS = 6 if QUICK else 12


def _made(name: str, grids: Any = BOTH, symmetric: bool = True, **settings: Any) -> Pack:
    rest = {key: settings.pop(key) for key in ("neighbours", "outside") if key in settings}
    question = PackQuestion(**{"blockers": HIDING, **settings})
    return Pack(name, name, "", "", grids, question, symmetric=symmetric, **rest)


CORNERS: dict[str, Any] = {"start": "corners", "end": "corners"}
CENTRES: dict[str, Any] = {"start": "centre", "end": "centre"}
AREAS: dict[str, Any] = {"start": "area", "end": "area"}
OWN = [
    _made("area", **AREAS, touch=STRICT),
    _made("area-touches-pass", **AREAS, touch=TouchRules(pinch="pass")),
    _made("corner-to-area", symmetric=False, start="corners", end="area", touch=STRICT),
    _made("corner-or-area", start="corners", end="area", touch=STRICT, swap=True),
    _made("corner-closed", start="corners", end="area", touch=STRICT, swap=True, ends="closed"),
    _made("open", **CORNERS, ends="open", touch=TouchRules(edge="block", pinch="pass")),
    _made(
        "target-blocks",
        ("square",),
        symmetric=False,
        **CORNERS,
        ends="open",
        target_blocks=True,
        touch=TouchRules(edge="block", pinch="pass"),
        neighbours="seen unless wall",
    ),
    _made("pair", ("square",), symmetric=False, **CORNERS, take="pair"),
    _made("whole", **CORNERS, whole=True),
    _made("whole-middle", **CENTRES, whole=True),
    _made("diamond", ("square",), **CENTRES, shape="diamond"),
    _made("lean-any", ("hex",), **CENTRES, lean="any", heights="hill-blocks"),
    _made("lean-worst", ("hex",), **CENTRES, lean="worst", heights="battletech"),
    _made("linear", ("hex",), **CENTRES, lean="any", heights="linear"),
    _made(
        "points",
        ("hex",),
        **CENTRES,
        lean="worst",
        points={"woods": 1, "smoke": 2},
        degrees={"hex": ((3, "total"),)},
    ),
]
ALL = [*OWN, *PACKS.values()]
each_pack = pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.name)


def _boards(pack: Pack, seed: str) -> Any:
    """Small random boards of the pack's grids, each with two figures on it."""
    dice = random.Random(f"{pack.name} {seed}")
    for _ in range(BOARDS):
        yield dice, _board(dice, dice.choice(pack.grids))


def _board(dice: random.Random, grid: str) -> Board:
    board: Board = SquareBoard(5, 6) if grid == "square" else HexBoard(radius=3)
    tiles = list(board.tiles())
    dice.shuffle(tiles)
    board.place("A", tiles.pop(), side="heroes")
    board.place("T", tiles.pop(), side="enemies")
    for i in range(dice.randrange(3)):
        board.place(f"f{i}", tiles.pop(), side=dice.choice(("heroes", "enemies")))
    for _ in range(dice.randrange(5)):
        board.set_solid(tiles.pop())
    for _ in range(dice.randrange(4)):
        board.set_terrain(tiles.pop(), dice.choice(("woods", "smoke", "low")))
    for _ in range(dice.randrange(4)):
        tile = dice.choice(list(board.tiles()))
        near = [each for each in board.grid.neighbours(tile) if each in board]
        board.set_edge(tile, dice.choice(near), Wall())
    if isinstance(board, HexBoard):
        for tile in dice.sample(list(board.tiles()), 6):
            board.set_elevation(tile, dice.randrange(3))
    return board


def _ranks(pack: Pack, board: Board, one: Any = "A", other: Any = "T") -> tuple[int, ...]:
    return tuple(map(pack.rank, trace(board, one, other, PackRule(pack)).degrees))


@each_pack
def test_a_new_blocker_never_lowers_the_degree(pack: Pack) -> None:
    for dice, board in _boards(pack, "blocker"):
        before = _ranks(pack, board)
        own = {board.where("A"), board.where("T")}
        tile = dice.choice([each for each in board.tiles() if each not in own])
        board.set_solid(tile)
        after = _ranks(pack, board)
        assert all(a <= b for a, b in zip(before, after, strict=True)), (tile, str(board))


@each_pack
def test_turned_and_mirrored_boards_give_the_same(pack: Pack) -> None:
    for dice, board in _boards(pack, "turned"):
        other, move = turned(board, dice.choice(board.grid.symmetries))
        for tile, kind in board.terrains().items():
            other.set_terrain(move(tile), kind)
        for figure in board.figures():
            other.remove(figure.name)
            other.place(figure.name, move(figure.at), side=figure.side)
        assert _ranks(pack, board) == _ranks(pack, other), str(board)


@each_pack
def test_where_the_pack_says_so_both_ways_are_the_same(pack: Pack) -> None:
    if not pack.symmetric:
        pytest.skip("not the same both ways by the game itself")
    for _, board in _boards(pack, "both ways"):
        assert _ranks(pack, board) == _ranks(pack, board, "T", "A"), str(board)


@each_pack
def test_ties_nest(pack: Pack) -> None:
    """Where touches are asked about, the two degrees are those of passing and of blocking."""
    question = pack.sight
    variants = []
    for word in ("pass", "ask", "block"):
        touch = replace(question.touch, corner=word, edge=word)
        variants.append(replace(pack, sight=replace(question, touch=touch)))
    for _, board in _boards(pack, "ties"):
        passing, asked, blocking = (_ranks(each, board) for each in variants)
        assert asked == (passing[0], blocking[1]), str(board)
        assert passing[0] <= blocking[0]


@each_pack
def test_a_closed_room_is_closed(pack: Pack) -> None:
    dice = random.Random(f"{pack.name} room")
    rule = PackRule(pack)
    for _ in range(BOARDS):
        board = _board(dice, dice.choice(pack.grids))
        for tile in list(board.solid_tiles()):
            board.set_solid(tile, False)
        room = _room(dice, board)
        by_walls = "wall" in pack.sight.blockers and dice.random() < 0.5
        for tile in room:
            for near in board.grid.neighbours(tile):
                if near in board and near not in room and by_walls:
                    board.set_edge(tile, near, Wall())
        if not by_walls:
            for figure in board.figures():
                board.remove(figure.name)
            around = [(a + da, b + db) for a, b in room for da, db in board.grid.touching]
            for at in around:
                if at in board and at not in room:
                    board.set_solid(at)
        outside = [each for each in board.tiles() if each not in room and not board.is_solid(each)]
        for inner in room:
            for outer in dice.sample(outside, min(len(outside), 3)):
                seen = trace(board, inner, outer, rule)
                assert seen.verdict is Verdict.HIDDEN, (inner, outer, by_walls, str(board))


def _room(dice: random.Random, board: Board) -> list[Any]:
    """Three tiles that hang together. On hexes none is at the rim, beyond which lines may go."""
    while True:
        first = dice.choice(list(board.tiles()))
        room = [first, *board.grid.neighbours(first)[:2]]
        around = [near for tile in room for near in board.grid.neighbours(tile)]
        if all(tile in board for tile in (room if board.grid.name == "square" else around)):
            return room
