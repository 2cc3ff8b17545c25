"""The engine and the slow reference give the same answers on random boards.

Every run compares several hundred for each rule and grid; SIGHTLINE_THOROUGH=1 compares at least
20,000, in chunks that workers can share. A failure prints the seed that reproduces its board.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, sees, trace
from sightline.model.cell import hex_disc
from tests.every_rule import MAKE, THOROUGH
from tests.reference import contact, hexray
from tests.scenes import Case, flat, hex_case

CHUNK = 500
CHUNKS = 40 if THOROUGH else 1
FEWER = 40  # chunk size in the short run


def chunk(number: int) -> range:
    return range(number * CHUNK, number * CHUNK + (CHUNK if THOROUGH else FEWER))


@pytest.mark.parametrize("number", range(CHUNKS))
@pytest.mark.parametrize("grid", MAKE)
@pytest.mark.parametrize("closed_ends", [False, True], ids=["open-ends", "closed-ends"])
def test_corner_rule(grid: str, closed_ends: bool, number: int) -> None:
    # Closed ends get separate boards.
    seeds = (s + 10_000_000 * closed_ends for s in chunk(number))
    assert [d for seed in seeds if (d := corner_difference(grid, closed_ends, seed))] == []


def flat_case(grid: str, seed: int, **more: Any) -> Case:
    """Return a random case without heights, which test_heights.py covers."""
    return flat(MAKE[grid](seed, **more))


Difference = tuple[Any, ...] | None
"""The seed, the actual answer and the expected one, or None if they are equal."""


def corner_difference(grid: str, closed_ends: bool, seed: int) -> Difference:
    rule = CornerRule(closed_ends=closed_ends)
    case = flat_case(grid, seed)
    source, target = case.places()
    expected = contact.corner_contact(
        case.reference(), source.tiles, target.tiles, closed_ends=closed_ends
    )
    return contact_difference(case, rule, expected, seed)


def contact_difference(
    case: Case, rule: CornerRule | CenterRule, expected: str, seed: int
) -> Difference:
    found = str(trace(case.board, case.source, case.target, rule).contact)
    seen = sees(case.board, case.source, case.target, rule)  # by compiled code if available
    same = found == expected and seen is (expected == "clear")
    return None if same else (seed, found, expected, seen)


@pytest.mark.parametrize("number", range(CHUNKS))
@pytest.mark.parametrize("grid", MAKE)
def test_every_line_that_the_corner_rule_tries(grid: str, number: int) -> None:
    """Covers all lines, not only the best one, because the answer states facts
    about all of them.
    """
    differences = []
    for seed in chunk(number)[: 50 if THOROUGH else 10]:
        case = flat_case(grid, seed, most=4 if grid == "square" else 2, large=False)
        source, target = case.places()
        scene = case.reference()
        for line in trace(case.board, case.source, case.target, CornerRule()).lines:
            expected = contact.line_contact(scene, line.start, line.end, source.tiles, target.tiles)
            if str(line.contact) != expected:
                differences.append((seed, line, expected))
    assert differences == []


@pytest.mark.parametrize("number", range(CHUNKS))
@pytest.mark.parametrize("grid", MAKE)
def test_center_rule(grid: str, number: int) -> None:
    assert [d for seed in chunk(number) if (d := center_difference(grid, seed))] == []


def center_difference(grid: str, seed: int) -> Difference:
    case = flat_case(grid, seed)
    source, target = case.places()
    expected = contact.center_contact(case.reference(), source.tiles, target.tiles)
    return contact_difference(case, CenterRule(), expected, seed)


@pytest.mark.parametrize("number", range(CHUNKS))
@pytest.mark.parametrize("ties", ["nearest", "strict", "permissive", "adjudicated"])
def test_hex_ray(ties: Any, number: int) -> None:
    assert [d for seed in chunk(number) if (d := ray_difference(ties, seed))] == []


def ray_difference(ties: Any, seed: int) -> Difference:
    case = hex_case(seed, hills=0.5)
    rule = HexRayRule(
        ties,
        see_opaque_target=seed % 3 > 0,
        max_soft_cover=(3, 1, 0.5)[seed % 3],
        target_edge_blocks=seed % 4 > 0,
    )
    found, expected = our_answer(case, rule), expected_ray(case, rule)
    seen = sees(case.board, case.source, case.target, rule)
    same = found == expected and seen is (expected[0] == "visible")
    return None if same else (seed, found, expected, seen)


Walks = dict[tuple[tuple[int, int], ...], tuple[str | None, int | None, float]]


def our_answer(case: Case, rule: HexRayRule) -> tuple[str, float, Walks]:
    """Return the engine's verdict, cover, and for each ray where and why it stops."""
    sight = trace(case.board, case.source, case.target, rule)
    assert sight.cover is not None
    walks = {}
    for ray in sight.rays:
        first = ray.blocked_by
        stopped = (None, None) if first is None else (first.reason, first.index)
        walks[ray.path] = (*stopped, ray.cover.sum)
    return str(sight.verdict), sight.cover.penalty, walks  # type: ignore[return-value]


def expected_ray(case: Case, rule: HexRayRule) -> tuple[str, float, Walks]:
    """Return the reference's answer for the same scene: the best of all pairs of hexes."""
    source, target = case.places()
    results = [ray_between(case, rule, a, b) for a in source.tiles for b in target.tiles]
    best = min(results, key=lambda each: each[0])  # the first one if several are equal
    result = best[1]
    verdict = "ambiguous" if result.ambiguous else "visible" if result.clear else "hidden"
    walks: Walks = {w.path: (w.reason, w.at, float(w.cover_sum)) for w in result.walks}
    return verdict, result.cover_penalty, walks


def ray_between(
    case: Case, rule: HexRayRule, a: tuple[int, int], b: tuple[int, int]
) -> tuple[tuple[int, Fraction, int], hexray.Result]:
    """Return the rank (lower is better) and the result of one pair of hexes of two figures."""
    board = case.board
    assert isinstance(board, HexBoard)
    source, target = case.places()
    scene = case.reference()
    solid = set(scene.solid)
    if board.outside == "solid":
        solid |= set(hex_disc(a, 20)) - scene.cells
    # A figure's own tiles never block, but the target hex may still be rock.
    solid -= {*source.tiles, *target.tiles} - {b}
    result = hexray.trace(
        a,
        b,
        solid=solid,
        blocked_edges=hexray.both_ways(scene.walls),
        cover={t: board.cover(t) for t in board.tiles()},
        elevation={t: height for t in board.tiles() if (height := board.elevation(t)) is not None},
        see_opaque_target=rule.see_opaque_target,
        max_soft_cover=rule.max_soft_cover,
        k=rule.soft_cover_k,
        ties=rule.ties,  # type: ignore[arg-type]
        target_edge_blocks=rule.target_edge_blocks,
    )
    covers = [walk.cover_sum for walk in result.walks]
    cover = min(covers) if rule.ties == "permissive" else max(covers)
    rank = 0 if result.clear else 1 if result.ambiguous else 2
    return (rank, cover, hexray.distance(a, b)), result
