"""Chains of tiles: which tiles are on them, their sums, and what stops the line beside them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Wall, sees, trace
from sightline.errors import FormatError
from sightline.model.cell import HEX, Hex, hex_disc
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.reading import pack_from_text, to_data
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from sightline.rules.packs.look import KindQuery
from sightline.rules.packs.paths import chains
from tests.packs.book_hexes import corners

HIDING = dict.fromkeys(("solid", "wall"), "hide")


def rule(grid: Any = "hex", **settings: Any) -> PackRule:
    question = PackQuestion("center", "center", **{"blockers": HIDING, **settings})
    return PackRule(Pack("own", "Own", "", "", (grid,), question))


ANY, WORST = rule(lean="any"), rule(lean="worst")


def clipped(target: tuple[int, int], at: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """Return the part of the line from (0, 0) inside the hex, by clipping at its six sides."""
    lo, hi = Fraction(0), Fraction(1)
    spots = corners(at)
    for (ax, ay), (bx, by) in zip(spots, [*spots[1:], spots[0]], strict=True):
        ex, ey = bx - ax, by - ay
        middle = ex * (at[1] - ay) - ey * (at[0] - ax)
        start = ex * (0 - ay) - ey * (0 - ax)
        end = ex * (target[1] - ay) - ey * (target[0] - ax)
        if middle < 0:
            start, end = -start, -end
        if start == end:
            if start < 0:
                return None
        elif end > start:
            lo = max(lo, -start / (end - start))
        else:
            hi = min(hi, start / (start - end))
    return (lo, hi) if lo < hi else None


def sides(target: tuple[int, int], at: tuple[int, int]) -> set[int]:
    turns = [target[0] * y - target[1] * x for x, y in corners(at)]
    return {-1 if turn < 0 else 1 for turn in turns if turn}


@pytest.mark.parametrize("q", range(-8, 9))
def test_a_chain_is_every_hex_that_the_line_passes_through(q: int) -> None:
    board = HexBoard(radius=8)
    for target in hex_disc((0, 0), 8):
        if target.q != q or target == (0, 0):
            continue
        look = KindQuery(board, place(board, (0, 0), ""), place(board, target, ""), ())
        box = [range(min(0, each), max(0, each) + 1) for each in target]
        tiles = [(q, r) for q in box[0] for r in box[1]]
        near = {at: part for at in tiles if (part := clipped(target, at)) is not None}
        wanted = [
            tuple(at for at in sorted(near, key=near.__getitem__) if side in sides(target, at))
            for side in (-1, 1)
        ]
        assert sorted(set(wanted)) == sorted(chains(look, Hex(0, 0), target)), target
        for chain in wanted:
            assert all(HEX.are_neighbors(*pair) for pair in pairwise(chain))


@pytest.mark.parametrize(
    ("solid", "target"),
    [((2, 0), (4, -1)), ((2, -1), (4, -1)), ((3, -1), (7, -1)), ((4, 0), (7, -1))],
)
def test_a_short_way_through_a_hex_is_one(solid: Any, target: Any) -> None:
    """The line crosses the middle of the side between two hexes, or cuts a corner."""
    board = HexBoard(radius=8)
    board.set_solid(solid)
    assert not sees(board, (0, 0), target, ANY)
    assert not sees(board, target, (0, 0), ANY)


def test_a_hex_that_is_met_in_a_point_is_not_passed() -> None:
    board = HexBoard(radius=5)
    board.set_solid((1, 1))
    assert sees(board, (0, 0), (4, 1), WORST)
    assert not sees(board, (0, 0), (4, 1), rule(lean="worst", touch=TouchRules(corner="block")))


def test_a_chain_may_leave_the_board() -> None:
    board = HexBoard(cells=[(0, 0), (2, 0), (1, 1)])
    battle = PackRule(PACKS["battletech"])
    assert trace(board, (0, 0), (2, 0), battle).degree == "none"
    solid = HexBoard(cells=[(0, 0), (2, 0), (1, 1)], outside="solid")
    assert not sees(solid, (0, 0), (2, 0), battle)


@pytest.mark.parametrize("name", ["battletech", "memoir44", "tide-of-iron"])
def test_free_walls_stop_the_line(name: str) -> None:
    board, game = HexBoard(radius=4), PackRule(PACKS[name])
    board.add_wall((1.5, -1), (1.5, 1))
    for a, b in (((0, 0), (3, 0)), ((3, 0), (0, 0))):
        assert not sees(board, a, b, game)
        sight = trace(board, a, b, game)
        assert not sight.visible
        assert sight.blockers[0].free
    assert sees(board, (0, 0), (1, 0), game)


def test_two_walls_that_meet_on_the_line_leave_no_gap() -> None:
    """On squares the line passes through the corner where they meet, so it crosses no edge."""
    board = SquareBoard(4, 4)
    woods = rule("square", points={"woods": 1}, degrees={"square": ((3, "total"),)})
    assert sees(board, "B2", "C3", woods)
    board.set_edge("B2", "C2", Wall())
    assert sees(board, "B2", "C3", woods)
    board.set_edge("B3", "C3", Wall())
    assert not sees(board, "B2", "C3", woods)


OWN = """
name = "own"
title = "Own"
summary = "s"
source = "s"
grids = ["hex"]
symmetric = true
[sight]
start = "{start}"
end = "center"
lean = "worst"
heights = "battletech"
eyes = {eyes}
growth = 3
"""


def test_how_high_one_looks_from_is_the_packs_word() -> None:
    board = HexBoard(radius=3)
    board.set_elevation((1, 0), 2)
    low, high = (PackRule(pack_from_text(OWN.format(start="center", eyes=n))) for n in (1, 2))
    assert not sees(board, (0, 0), (2, 0), low)
    assert sees(board, (0, 0), (2, 0), high)
    assert to_data(high.pack)["sight"]["growth"] == 3
    board.set_elevation((1, 0), 1)
    on_the_ground = PackRule(pack_from_text(OWN.format(start="center", eyes=0)))
    assert sees(board, (0, 0), (2, 0), low)
    assert not sees(board, (0, 0), (2, 0), on_the_ground)


def test_only_lines_between_middles_lean() -> None:
    with pytest.raises(FormatError, match=r"line 11.*lean: expected start and end to be center"):
        pack_from_text(OWN.format(start="corners", eyes=1))
