"""The engine equals the reference for every pair on every small board.

The thorough run covers every board up to 3 x 4 squares, each solid or empty, and every board of
2 x 3 squares with every thin wall. The short run covers some of the smallest ones.

The content of source and target does not matter and sight is symmetric, so the slow reference is
evaluated once for each pair and each filling of the other tiles. The engine answers for every board
in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import pytest

from sightline import CenterRule, Contact, CornerRule, SquareBoard, Wall, contact_field, field
from tests.every_rule import THOROUGH
from tests.reference import contact

RULES = (CornerRule(), CornerRule(closed_ends=True), CenterRule())
SIZES = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3, 4)] if THOROUGH else [(1, 4), (2, 2), (2, 3)]
MOST_BOARDS = 64  # boards in one test, so that workers can share a size


def chunks() -> Iterator[tuple[int, int, int]]:
    for rows, cols in SIZES:
        for start in range(0, 1 << rows * cols, MOST_BOARDS):
            yield rows, cols, start


@pytest.mark.parametrize(("rows", "cols", "start"), list(chunks()))
def test_every_filling(rows: int, cols: int, start: int) -> None:
    tiles = list(product(range(rows), range(cols)))
    for number in range(start, min(start + MOST_BOARDS, 1 << len(tiles))):
        board = SquareBoard(rows, cols)
        solid = frozenset(tile for i, tile in enumerate(tiles) if number >> i & 1)
        for tile in solid:
            board.set_solid(tile)
        compare(board, solid, frozenset())


@pytest.mark.parametrize("part", range(256 if THOROUGH else 2))
def test_every_filling_and_every_wall(part: int) -> None:
    """All 8,192 boards of 2 x 3, in parts; the short run uses some of 2 x 2."""
    rows, cols, bits = (2, 3, 13) if THOROUGH else (2, 2, 8)
    tiles = list(product(range(rows), range(cols)))
    edges = [((r, c), (r, c + 1)) for r, c in tiles if c + 1 < cols]
    edges += [((r, c), (r + 1, c)) for r, c in tiles if r + 1 < rows]
    assert len(tiles) + len(edges) == bits
    size = (1 << bits) // (256 if THOROUGH else 2)
    for number in range(part * size, (part + 1) * size, 1 if THOROUGH else 5):
        board = SquareBoard(rows, cols)
        solid = frozenset(tile for i, tile in enumerate(tiles) if number >> i & 1)
        walls = frozenset(edge for i, edge in enumerate(edges, start=len(tiles)) if number >> i & 1)
        for tile in solid:
            board.set_solid(tile)
        for a, b in walls:
            board.set_edge(a, b, Wall())
        compare(board, solid, walls)


Tile = tuple[int, int]
Edges = frozenset[tuple[Tile, Tile]]


def compare(board: SquareBoard, solid: frozenset[Tile], walls: Edges) -> None:
    for rule in RULES:
        for source in board.tiles():
            contacts = contact_field(board, source, rule)
            assert set(field(board, source, rule)) == contacts.tiles_with(Contact.CLEAR)
            for target, found in contacts.items():
                first, second = min(source, target), max(source, target)
                others = solid - {first, second}
                expected = judged(rule, board.shape, others, walls, first, second)
                assert str(found) == expected, (rule, sorted(solid), walls, source, target)


@lru_cache(maxsize=1 << 16)
def judged(
    rule: CornerRule | CenterRule,
    shape: tuple[int, int],
    solid: frozenset[Tile],
    walls: Edges,
    source: Tile,
    target: Tile,
) -> str:
    scene = contact.Scene("square", *shape, solid=set(solid), walls=list(walls))
    if isinstance(rule, CenterRule):
        return contact.center_contact(scene, (source,), (target,))
    return contact.corner_contact(scene, (source,), (target,), closed_ends=rule.closed_ends)
