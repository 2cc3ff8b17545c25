"""Packs on random hex boards with rock, walls, doors, figures, terrain, hills and pits.

Each pack equals its independent implementation, and is invariant under rotation and reflection.
More obstacles never show more, closed rooms are closed, and fields equal their pairs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sightline import Door, HexBoard, Wall, field, sees, trace
from sightline.model.cell import HEX, Hex
from sightline.packs import PACKS
from sightline.packs.schema import KINDS, Pack
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.packs.book_hexes import HEXES
from tests.packs.book_ruler import RULERS
from tests.packs.test_cases import board_of, slow_on_hexes
from tests.transforms import turned

RADIUS = 4
ON_HEXES = [name for name, pack in PACKS.items() if "hex" in pack.grids]
ROUNDS = 200 if THOROUGH else 3
each_pack = pytest.mark.parametrize("name", ON_HEXES)
SPINES = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))


def kinds_of(pack: Pack) -> list[str]:
    """Return the kinds of terrain that the pack uses, and some that it may not use."""
    named = {
        kind
        for question in (pack.sight, *pack.cover)
        for kind in (*question.blockers, *question.points)
        if kind not in KINDS
    }
    return sorted(named | {"low", "water", "woods", "smoke"})


def position(name: str, seed: str) -> dict[str, Any]:
    """Return a case for that pack. In a third of the cases the line runs along sides of hexes."""
    dice = random.Random(f"{name} {seed}")
    tiles = [tuple(tile) for tile in HexBoard(radius=RADIUS).tiles()]
    here = dice.choice(tiles)
    there = dice.choice([tile for tile in tiles if tile != here])
    if dice.random() < 0.35:
        q, r = dice.choice(SPINES)
        far = [(here[0] + n * q, here[1] + n * r) for n in (1, 2, 3, 4)]
        there = dice.choice([tile for tile in far if tile in tiles] or [there])
    free = [tile for tile in tiles if tile not in (here, there)]
    edges = []
    for _ in range(dice.choice((0, 0, 2, 6))):
        q, r = dice.choice(tiles)
        dq, dr = dice.choice(HEX.forward)
        if (q + dq, r + dr) in tiles:
            edges.append([[q, r], [q + dq, r + dr]])
    terrain: dict[str, list[list[int]]] = {}
    for tile in dice.sample(tiles, dice.choice((0, 4, 12, 24))):
        terrain.setdefault(dice.choice(kinds_of(PACKS[name])), []).append(list(tile))
    return {
        "pack": name,
        "radius": RADIUS,
        "a": list(here),
        "b": list(there),
        "solid": [list(tile) for tile in dice.sample(free, dice.choice((0, 2, 6)))],
        "walls": edges[::2],
        "doors": edges[1::2],
        "figures": [list(tile) for tile in dice.sample(free, dice.choice((0, 3, 9)))],
        "terrain": terrain,
        "levels": [
            [list(tile), dice.choice((-1, 1, 1, 2, 3))]
            for tile in dice.sample(tiles, dice.choice((0, 3, 10)))
        ],
    }


def cases(name: str, law: str, count: int = ROUNDS) -> Iterator[tuple[dict[str, Any], Any]]:
    for i in range(count):
        case = position(name, f"{law} {i}")
        yield case, board_of(case)


def rank(name: str, board: Any, here: Any, there: Any) -> tuple[int, ...]:
    pack = PACKS[name]
    return tuple(map(pack.rank, trace(board, here, there, PackRule(pack)).degrees))


def looks(case: dict[str, Any], board: Any, count: int = 5) -> list[tuple[Any, Any]]:
    """Return the viewer and target of the case, and some more pairs of free tiles."""
    dice = random.Random(str(case))
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    more = [tuple(dice.sample(floor, 2)) for _ in range(count)]
    return [(Hex(*case["a"]), Hex(*case["b"])), *more]


@pytest.mark.parametrize("part", range(20 if THOROUGH else 1))
@pytest.mark.parametrize("name", [*HEXES, *RULERS, "dnd5e"])
def test_a_pack_on_hexes_is_its_book(name: str, part: int) -> None:
    rule = PackRule(PACKS[name])
    for case, board in cases(name, f"book {part}", 60 if THOROUGH else 10):
        if name == "dnd5e":
            # Its independent implementation supports neither walls nor heights.
            case |= {"walls": [], "doors": [], "levels": []}
            board = board_of(case)
        found = trace(board, tuple(case["a"]), tuple(case["b"]), rule)
        assert (bool(found), found.degree.name) == slow_on_hexes(case), case
        assert sees(board, tuple(case["a"]), tuple(case["b"]), rule) == found.visible


@each_pack
def test_all_twelve_symmetries_give_the_same(name: str) -> None:
    for case, board in cases(name, "turned", 20 if THOROUGH else 2):
        pairs = looks(case, board, 2)
        before = [rank(name, board, *pair) for pair in pairs]
        for turn in HEX.symmetries:
            other, move = turned(board, turn)
            for tile, kind in board.terrains().items():
                other.set_terrain(move(tile), kind)
            after = [rank(name, other, move(one), move(two)) for one, two in pairs]
            assert before == after, case


@each_pack
def test_more_in_the_way_never_lowers_the_degree(name: str) -> None:
    """The addition is rock, a wall, a figure, a higher hill or thicker terrain."""
    pack = PACKS[name]
    for case, board in cases(name, "more"):
        dice = random.Random(str(case))
        here, there = Hex(*case["a"]), Hex(*case["b"])
        before = rank(name, board, here, there)
        tile = dice.choice([each for each in board.tiles() if each not in (here, there)])
        what = dice.choice(("rock", "wall", "figure", "ground", "terrain"))
        if what == "rock":
            board.set_solid(tile)
        elif what == "wall":
            near = [each for each in HEX.neighbors(tile) if each in board]
            board.set_edge(tile, dice.choice(near), Wall())
        elif what == "figure":
            if board.names_at(tile) or board.is_solid(tile):
                continue
            board.place("one more", tile)
        elif what == "ground":
            board.set_elevation(tile, (board.elevation(tile) or 0) + dice.randint(1, 3))
        elif board.terrain(tile) is None:
            board.set_terrain(tile, dice.choice(kinds_of(pack)))
        after = rank(name, board, here, there)
        assert all(a <= b for a, b in zip(before, after, strict=True)), (what, tile, case)


@each_pack
def test_the_same_both_ways_where_the_pack_says_so(name: str) -> None:
    if not PACKS[name].symmetric:
        pytest.skip("not the same both ways by the game itself")
    for case, board in cases(name, "both ways"):
        for one, other in looks(case, board):
            assert rank(name, board, one, other) == rank(name, board, other, one), case


@each_pack
@pytest.mark.parametrize("by", ["rock", "walls", "doors"])
def test_a_closed_room_is_closed(name: str, by: str) -> None:
    for case, board in cases(name, f"room {by}", 3 if THOROUGH else 1):
        dice = random.Random(str(case))
        inner = [tile for tile in board.tiles() if max(map(abs, (*tile, sum(tile)))) < RADIUS]
        first = dice.choice(inner)
        room = {first, *dice.sample(HEX.neighbors(first), 2)} & set(inner)
        for tile in room:
            board.set_solid(tile, False)
            for near in HEX.neighbors(tile):
                if near in room:
                    continue
                if by == "rock":
                    board.set_solid(near)
                else:
                    board.set_edge(tile, near, Wall() if by == "walls" else Door("closed"))
        outside = [t for t in board.tiles() if t not in room and not board.is_solid(t)]
        for one in room:
            for other in dice.sample(outside, min(len(outside), 2)):
                assert not sees(board, one, other, PackRule(PACKS[name])), (one, other, case)
                assert not sees(board, other, one, PackRule(PACKS[name])), (other, one, case)


@each_pack
def test_a_field_is_its_pairs(name: str) -> None:
    rule = PackRule(PACKS[name])
    for case, board in cases(name, "field", 2 if THOROUGH else 1):
        here = Hex(*case["a"])
        pairs = {tile for tile in board.tiles() if sees(board, here, tile, rule)}
        assert set(field(board, here, rule)) == pairs, case
