"""Hex rays of large figures use the best ray between any two of their hexes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from sightline import HexBoard, HexRayRule, Verdict, Wall, check, field, sees, trace
from sightline.errors import InvalidValueError
from sightline.model.cell import Hex
from tests.every_rule import EVERY_SETTING, THOROUGH, seeds
from tests.scenes import hex_case

SETTINGS = [p for p in EVERY_SETTING if isinstance(p.values[0], HexRayRule)]
on_every_ray = pytest.mark.parametrize(("rule", "grid"), SETTINGS)
RANK = {Verdict.VISIBLE: 0, Verdict.AMBIGUOUS: 1, Verdict.HIDDEN: 2}


def two_giants(seed: int) -> HexBoard | None:
    """Return a furnished board with two large figures on open ground, or None
    if they do not fit.
    """
    board = hex_case(seed, large=False, hills=0.5).board
    assert isinstance(board, HexBoard)
    rng = random.Random(seed)
    for name, size in (("Gog", 2), ("Magog", rng.choice((1, 2, 2)))):
        for _ in range(8):
            try:
                board.place(name, rng.choice(board.tiles()), size=size)
            except InvalidValueError:
                continue
            break
        else:
            return None
    # Nothing else is on their hexes: it would block rays from the figure's other hexes.
    for name in ("Gog", "Magog"):
        for tile in board.figure(name).tiles:
            board.set_solid(tile, False)
    return board


def boards(rule: HexRayRule, count: int) -> list[HexBoard]:
    found = (two_giants(seed) for seed in seeds(rule, "hex", 12 * count))
    return [board for board in found if board is not None]


@on_every_ray
def test_a_giant_sees_what_one_of_its_hexes_sees(rule: HexRayRule, grid: str) -> None:
    tried = 0
    for board in boards(rule, 1):
        gog, magog = (board.figure(name).tiles for name in ("Gog", "Magog"))
        views = [field(board, tuple(tile), rule) for tile in gog]
        union = views[0]
        for view in views[1:]:
            union |= view
        assert field(board, "Gog", rule) == union
        for tile in board.tiles():
            assert sees(board, "Gog", tile, rule) is (tile in union), tile
            assert sees(board, tile, "Gog", rule) is any(
                sees(board, tile, own, rule) for own in gog
            )
        assert sees(board, "Gog", "Magog", rule) is any(tile in union for tile in magog)
        tried += 1
    assert not THOROUGH or tried >= 1


@on_every_ray
def test_the_ray_that_counts_is_the_best_of_all(rule: HexRayRule, grid: str) -> None:
    apart, elsewhere = 0, 0
    for board in boards(rule, 2):
        gog, magog = (board.figure(name).tiles for name in ("Gog", "Magog"))
        sight = trace(board, "Gog", "Magog", rule)
        rays = [(number, trace(board, a, b, rule)) for number, (a, b) in pairs_of(gog, magog)]
        # Single rays give their cover as a float, but the underlying fractions are small.
        best = min(rays, key=lambda each: (RANK[each[1].verdict], *sums(each[1]), each[0]))[1]
        result = (sight.verdict, sight.cover, sight.line, sight.steps, sight.blockers)
        assert result == (best.verdict, best.cover, best.line, best.steps, best.blockers)
        assert check(board, sight), str(check(board, sight))
        apart += not set(gog) & set(magog)
        elsewhere += sight.line[0] != board.where("Gog")
        # A fact about two other hexes does not answer the question about the figures.
        for _, other in rays[:: max(1, len(rays) // 6)]:
            lie = replace(other, source=sight.source, target=sight.target)
            assert bool(check(board, lie)) is (lie == sight)
    assert not THOROUGH or min(apart, elsewhere) >= 1


def pairs_of(one: Any, other: Any) -> Any:
    return enumerate((tuple(a), tuple(b)) for a, b in product(one, other))


def sums(sight: Any) -> tuple[float, int]:
    return sight.cover.sum, len(sight.line)


# --- one by one, on boards that show why


def test_it_looks_round_what_is_in_the_way_of_its_middle() -> None:
    board = HexBoard(4)
    board.place("Gog", (-2, 0), size=2)
    board.set_solid((1, 0))
    assert not sees(board, (-2, 0), (4, 0), HexRayRule())
    sight = trace(board, "Gog", (4, 0), HexRayRule())
    assert sight.visible
    assert sight.line[0] == Hex(-1, -1)
    assert sight.explain() == "Visible: nothing stops the ray from Gog on (-1, -1) to (4, 0)."


def test_of_clear_rays_the_one_with_the_least_cover_counts_and_then_the_shortest() -> None:
    board = HexBoard(4)
    board.place("Gog", (-2, 0), size=2)
    assert trace(board, "Gog", (3, 0), HexRayRule()).line[0] == Hex(-1, 0)  # the nearest hex
    board.set_cover((0, 0), 1)
    for hedge in ((0, 1), (0, -1), (1, -1)):
        board.set_cover(hedge, 0.5)
    sight = trace(board, "Gog", (3, 0), HexRayRule())
    assert sight.cover is not None
    assert sight.cover.sum == 0.5
    assert sight.line[0] == Hex(-2, 1)  # one step further away
    for tile in board.tiles():
        if tile not in board.figure("Gog").tiles:
            board.set_cover(tile, 1)
    # All equal, so the shortest.
    crowded = trace(board, "Gog", (3, 0), HexRayRule(max_soft_cover=1))
    assert crowded.line[0] == Hex(-1, 0)


def test_nothing_gets_through() -> None:
    board = HexBoard(3)
    board.place("Gog", (-2, 0), size=2)
    for r in range(-3, 3):
        board.set_edge((0, r), (1, r), Wall())
        if (1, r - 1) in board:
            board.set_edge((0, r), (1, r - 1), Wall())
    sight = trace(board, "Gog", (3, 0), HexRayRule())
    assert sight.verdict is Verdict.HIDDEN
    assert sight.explain() == (
        "Hidden: no ray between their hexes gets through; the one from Gog on (-1, 0) to (3, 0) is"
        " stopped at step 2 by the wall between (0, 0) and (1, 0)."
    )


def test_rock_under_a_giant_hides_that_hex_alone() -> None:
    rule = HexRayRule(see_opaque_target=False)
    board = HexBoard(4)
    board.place("Gog", (2, 0), size=2)
    board.set_solid((1, 0))
    sight = trace(board, (-3, 0), "Gog", rule)
    assert sight.visible  # its other hexes are visible, even past that rock
    assert sight.line[-1] != Hex(1, 0)
    assert not sees(board, (-3, 0), (1, 0), rule)
    for tile in board.figure("Gog").tiles:
        board.set_solid(tile)
    assert not sees(board, (-3, 0), "Gog", rule)
    assert sees(board, (-3, 0), "Gog", HexRayRule())
