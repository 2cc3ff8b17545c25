"""Packs on boards with heights: kernels equal the readable rule and follow changes of the board."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sightline import PackRule, SquareBoard, Wall, cover_field, degree, sees, trace
from sightline.engine import native
from sightline.model.place import on_storey, place, storey_of
from sightline.packs import PACKS
from tests.every_rule import THOROUGH
from tests.heights import pack_differences

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")
HIGH = [name for name in PACKS if PACKS[name].heights]
SEEDS = range(10_000, 10_000 + (600 if THOROUGH else 3))


@pytest.mark.parametrize("name", HIGH)
def test_kernels_equal_the_readable_rule(name: str) -> None:
    found = [line for seed in SEEDS for line in pack_differences(name, seed) if line]
    assert found == []


@pytest.mark.parametrize("name", HIGH)
def test_grounds_follow_the_board(name: str) -> None:
    board = SquareBoard(3, 7)
    rule = PackRule(name)
    board.place("a", "A2")
    board.place("b", "G2")
    board.place("wide", "C1", size=(2, 1), elevation=2)

    def check() -> None:
        for here in ("a", "wide"):
            source, tile = place(board, here, "from"), board.position("E3")
            there = on_storey(board, tile, storey_of(board, source, None))
            assert cover_field(board, here, rule)[tile] == rule.trace(board, source, there).degree
        for here, end in (("a", "b"), ("b", "wide"), ("wide", "A2"), ("A2", "a"), ("A2", "b")):
            expected = trace(board, here, end, rule)
            assert sees(board, here, end, rule) is expected.visible, (here, end)
            assert degree(board, here, end, rule) == expected.degree, (here, end)

    changes: list[Callable[[], object]] = [
        lambda: board.set_edge("C2", "D2", Wall(top=Fraction(1, 2))),
        lambda: board.set_edge("C2", "D2", Wall(top=2)),
        lambda: board.move("a", "A2", elevation=3),
        lambda: board.add_floor(2, board.tiles(), "roof"),
        lambda: board.remove_floor("roof"),
        lambda: board.move("wide", "C2", elevation=None),
        lambda: board.set_elevation("D2", 1),
        lambda: board.add_wall((4.5, 0), (4.5, 3), Wall(top=1)),
        lambda: board.add_wall((4.5, 0), (4.5, 3), Wall(bottom=1)),
        lambda: board.place("c", "F2", height=4),
        lambda: board.remove("c"),
        lambda: board.set_elevation("D2", None),
        lambda: board.set_solid("F2"),
    ]
    check()
    for change in changes:
        change()
        check()
