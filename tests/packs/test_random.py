"""The packs equal the independent implementations on random maps, with the seed in the name."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from sightline import HexBoard, Wall, sees, trace
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.packs.book_games import NO_WALLS, Position
from tests.packs.book_hexes import Hex, gloomhaven
from tests.packs.books import GAMES
from tests.packs.test_cases import board_of

PARTS = 20 if THOROUGH else 2


def position(seed: str) -> Position:
    """Return a map of up to 7 x 5 tiles with a free rim, a quarter rock or creatures, and some
    walls.
    """
    dice = random.Random(seed)
    wide, high = dice.randint(2, 7), dice.randint(2, 5)
    inner = [
        [dice.choice("......##ceac"[: dice.choice((8, 12))]) for _ in range(wide)]
        for _ in range(high)
    ]
    spots = [(x, y) for y in range(high) for x in range(wide)]
    (ax, ay), (bx, by) = dice.sample(spots, 2)
    inner[ay][ax], inner[by][bx] = "A", "T"
    rows = ["." * (wide + 2), *("." + "".join(row) + "." for row in inner), "." * (wide + 2)]
    walls = set()
    for _ in range(dice.choice((0, 0, 3))):
        x, y = dice.choice(spots)
        walls.add(frozenset({(x + 1, y + 1), dice.choice([(x + 2, y + 1), (x + 1, y + 2)])}))
    return Position(tuple(rows), (ax + 1, ay + 1), (bx + 1, by + 1), frozenset(walls))


def with_rooms(where: Position, seed: str) -> Position:
    """Return the map as part of a town: streets around and in it, with many
    walls and open doors.
    """
    dice = random.Random(seed)
    wide, high = len(where.rows[0]), len(where.rows)
    streets, walls, doors = set(), set(), set()
    for x in range(wide):
        for y in range(high):
            if x in (0, wide - 1) or y in (0, high - 1) or dice.random() < 0.3:
                streets.add((x, y))
            for other in ((x + 1, y), (x, y + 1)):
                if other[0] < wide and other[1] < high:
                    edge, which = frozenset({(x, y), other}), dice.random()
                    walls |= {edge} if which < 0.35 else set()
                    doors |= {edge} if 0.35 < which < 0.5 else set()
    return replace(
        where, streets=frozenset(streets), walls=frozenset(walls), doors=frozenset(doors)
    )


def as_case(where: Position) -> dict[str, object]:
    return {
        "map": where.rows,
        "walls": [sorted(wall) for wall in where.walls],
        "open_doors": [sorted(door) for door in where.doors],
        "streets": sorted(where.streets),
    }


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_a_pack_on_squares_is_its_book(name: str, part: int) -> None:
    rule = PackRule(PACKS[name])
    for i in range(40 if THOROUGH else 8):
        where = position(f"{name} {part} {i}")
        if name in NO_WALLS:
            where = replace(where, walls=frozenset())
        if PACKS[name].zones:
            where = with_rooms(where, f"{name} {part} {i}")
        found = trace(board_of(as_case(where)), where.a[::-1], where.b[::-1], rule)
        book = GAMES[name](where)
        assert (bool(found), found.degree.name) == (book.visible, book.degree), (where, book.why)


@pytest.mark.parametrize("part", range(PARTS))
def test_gloomhaven_is_its_book(part: int) -> None:
    rule = PackRule(PACKS["gloomhaven"])
    n = 3
    span = range(-n - 1, n + 2)
    hexes: list[Hex] = [(q, r) for q in span for r in span if abs(q + r) <= n + 1]
    rim = [each for each in hexes if max(map(abs, (*each, sum(each)))) == n + 1]
    inner = [each for each in hexes if each not in rim]
    for i in range(40):
        dice = random.Random(f"gloomhaven {part} {i}")
        a, b, *solid = dice.sample(inner, dice.randint(2, 12))
        walls = []
        for _ in range(dice.choice((0, 0, 3))):
            q, r = dice.choice(inner)
            other = (q + 1, r) if (q + 1, r) in inner else (q - 1, r)
            walls.append(((q, r), other))
        board = HexBoard(radius=n)
        for each in solid:
            board.set_solid(each)
        for one, other in walls:
            board.set_edge(one, other, Wall())
        book = gloomhaven(a, b, [*solid, *rim], walls)
        assert sees(board, a, b, rule) == (book is not None), (a, b, solid, walls)
