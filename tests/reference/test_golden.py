"""The reference gives the expected answer for every answered case of the golden files."""

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.every_rule import THOROUGH
from tests.reference import contact, hexray

GOLDEN = Path(__file__).parent.parent / "golden"
COUNTS = {"square": 309, "hex": 60, "large_and_free": 100, "sealed": 60, "hexray": 100}


def cases(name: str) -> list[Any]:
    answered = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [
        pytest.param(case, id=f"{name}-{i}-{case.get('name', '')}".rstrip("-"))
        for i, case in enumerate(answered)
    ]


def tile(pair: list[int]) -> tuple[int, int]:
    return pair[0], pair[1]


def footprint(where: Any) -> tuple[tuple[int, int], ...]:
    if isinstance(where, list):
        return (tile(where),)
    (row, col), (height, width) = where["at"], where["size"]
    return tuple((row + i, col + j) for i in range(height) for j in range(width))


def scene(case: dict[str, Any]) -> contact.Scene:
    solid = {tile(t) for t in case["solid"]}
    walls = [(tile(a), tile(b)) for a, b in case["walls"]]
    free = [(point(a), point(b)) for a, b in case.get("free", [])]
    if "radius" in case:
        cells = disc(case["radius"])
        return contact.Scene("hex", cells=cells, solid=solid, walls=walls, free=free)
    rows, cols = case["rows"], case["cols"]
    return contact.Scene("square", rows=rows, cols=cols, solid=solid, walls=walls, free=free)


def disc(radius: int) -> set[tuple[int, int]]:
    span = range(-radius, radius + 1)
    return {(q, r) for q in span for r in span if abs(q + r) <= radius}


def point(pair: list[float]) -> contact.Point:
    return Fraction(pair[0]), Fraction(pair[1])


@pytest.mark.parametrize("name", COUNTS)
def test_no_case_is_lost(name: str) -> None:
    assert len(cases(name)) == COUNTS[name]


@pytest.mark.parametrize("case", cases("square") + cases("hex") + cases("large_and_free"))
def test_contacts(case: dict[str, Any]) -> None:
    board, source, target = scene(case), footprint(case["source"]), footprint(case["target"])
    assert contact.corner_contact(board, source, target) == case["corner"]
    assert contact.corner_contact(board, target, source) == case["corner"]
    assert contact.center_contact(board, source, target) == case["center"]
    assert contact.center_contact(board, target, source) == case["center"]
    if "corner_closed_ends" in case:
        closed = contact.corner_contact(board, source, target, closed_ends=True)
        assert closed == case["corner_closed_ends"]
    if "center_middle" in case:
        middle = contact.center_contact(board, source, target, large="middle")
        assert middle == case["center_middle"]


@pytest.mark.parametrize("case", cases("sealed"))
def test_closed_rooms(case: dict[str, Any]) -> None:
    board = scene(case)
    inside, outside = ([tile(t) for t in case[side]] for side in ("inside", "outside"))
    pairs = list(product(inside, outside))
    if not THOROUGH:  # about 7,000 pairs are too slow, so each room is sampled
        pairs = random.Random(0).sample(pairs, min(len(pairs), 20))
    seen = [
        (a, b)
        for a, b in pairs
        if contact.corner_contact(board, (a,), (b,)) != "blocked"
        or contact.center_contact(board, (a,), (b,)) != "blocked"
    ]
    assert seen == []


@pytest.mark.parametrize("case", cases("hexray"))
def test_hex_rays(case: dict[str, Any]) -> None:
    a, b = tile(case["source"]), tile(case["target"])
    given: dict[str, Any] = {
        "solid": {tile(t) for t in case["solid"]},
        "cover": {tile(t): value for t, value in case["cover"]},
        "elevation": case["elevation"] and {tile(t): value for t, value in case["elevation"]},
    }
    assert hexray.nearest(a, b) == tuple(tile(t) for t in case["path"])
    assert hexray.nearest(b, a) == tuple(tile(t) for t in reversed(case["path"]))
    result = hexray.trace(a, b, **given)
    answer = case["nearest"]
    assert (result.clear, result.reason, result.at) == (
        answer["clear"],
        answer["reason"],
        answer["at"],
    )
    assert result.cover_sum == pytest.approx(answer["cover_sum"], abs=1e-12)
    assert result.cover_penalty == pytest.approx(answer["cover_penalty"], abs=1e-11)
    assert hexray.trace(a, b, ties="strict", **given).clear == case["strict"]
    assert hexray.trace(a, b, ties="permissive", **given).clear == case["permissive"]
    assert hexray.trace(a, b, ties="adjudicated", **given).ambiguous == case["ambiguous"]
