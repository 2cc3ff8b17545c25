"""The engine gives the expected answer for every key of every golden case, in both directions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sightline import (
    RULES,
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Verdict,
    Wall,
    field,
    hexes,
    sees,
    trace,
)
from sightline.model.board import Board
from sightline.rules import registry
from sightline.rules.registry import KINDS, PACK
from sightline.rules.rule import Rule
from tests.every_rule import accepted_ties

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))["cases"]
    for path in sorted(GOLDEN.glob("*.json"))
    if path.stem != "heights"  # see test_golden_heights.py
}
GEOMETRIC: dict[str, Rule] = {
    # the key of an answer, and the rule that gives it
    "corner": CornerRule(),
    "corner_closed_ends": CornerRule(closed_ends=True),
    "center": CenterRule(),
    "center_middle": CenterRule(large="middle"),
}
SHOWN = {
    "strict": ["clear"],
    "adjudicated": ["clear"],
    "corners-pass": ["clear", "corner"],
    "permissive": ["clear", "corner", "edge"],
}


def params(*names: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{name}-{i}-{case.get('name', '')}".rstrip("-"))
        for name in names
        for i, case in enumerate(CASES[name])
    ]


def tile(pair: list[int]) -> tuple[int, int]:
    return pair[0], pair[1]


def board_of(case: dict[str, Any]) -> Board:
    board: Board
    if "radius" in case:
        board = HexBoard(case["radius"])
    else:
        board = SquareBoard(case["rows"], case["cols"])
    for at in case["solid"]:
        board.set_solid(tile(at))
    for a, b in case["walls"]:
        board.set_edge(tile(a), tile(b), Wall())
    for start, end in case.get("free", []):
        board.add_wall(start, end)
    return board


def end(board: Board, where: Any, name: str) -> Any:
    """Return a position, or place a figure for it."""
    if isinstance(where, list):
        return tile(where)
    board.place(name, tile(where["at"]), size=tile(where["size"]), blocks_sight=name == "source")
    return name


CONTACTS = [name for name, cases in CASES.items() if any(key in cases[0] for key in GEOMETRIC)]
"""The files whose cases contain contacts."""


@pytest.mark.parametrize("case", params(*CONTACTS))
def test_contacts(case: dict[str, Any]) -> None:
    board = board_of(case)
    source, target = end(board, case["source"], "source"), end(board, case["target"], "target")
    for key, rule in GEOMETRIC.items():
        if key not in case:
            continue
        there, back = trace(board, source, target, rule), trace(board, target, source, rule)
        assert str(there.contact) == str(back.contact) == case[key], key
        for ties in accepted_ties(rule):
            setting = replace(rule, ties=ties)  # type: ignore[type-var]
            expected = case[key] in SHOWN[ties]
            assert sees(board, source, target, setting) is expected, (key, ties)
            assert sees(board, target, source, setting) is expected, (key, ties, "back")


@pytest.mark.parametrize("case", params("sealed"))
def test_closed_rooms(case: dict[str, Any]) -> None:
    """No rule sees out with any tie setting; the most lenient setting sees most."""
    board = board_of(case)
    inside, outside = ([tile(at) for at in case[key]] for key in ("inside", "outside"))
    for rule in (CornerRule("permissive"), CenterRule("permissive")):
        for here, there in ((inside, outside), (outside, inside)):
            for at in here:
                assert {tuple(t) for t in field(board, at, rule)}.isdisjoint(there)


@pytest.mark.parametrize("case", params("hexray"))
def test_hex_rays_by_callables(case: dict[str, Any]) -> None:
    a, b = tile(case["source"]), tile(case["target"])
    solid = {tile(t) for t in case["solid"]}
    cover = {tile(t): value for t, value in case["cover"]}
    height = {tile(t): value for t, value in case["elevation"] or []}
    options: dict[str, Any] = {
        "blocks_at": lambda h: h in solid,
        "soft_cover_at": lambda h: cover.get(h, 0),
        "elevation_at": height.get if case["elevation"] is not None else None,
    }
    for start, goal, path in ((a, b, case["path"]), (b, a, case["path"][::-1])):
        ray = hexes.trace_ray(start, goal, **options)
        assert [list(step.hex) for step in ray.steps] == path
        assert ray.clear is case["nearest"]["clear"]
        assert ray.cover_sum == pytest.approx(case["nearest"]["cover_sum"], abs=1e-12)
        assert ray.cover_penalty == pytest.approx(case["nearest"]["cover_penalty"], abs=1e-11)
        assert hexes.has_line_of_sight(start, goal, **options) is ray.clear
        found = hexes.cover_between(start, goal, **options)
        assert (
            found.has_los,
            found.cover_sum,
            found.cover_penalty,
            found.blocked_by,
            found.steps,
        ) == (
            ray.clear,
            ray.cover_sum,
            ray.cover_penalty,
            ray.blocked_by,
            ray.steps,
        )
    ray = hexes.trace_ray(a, b, **options)
    first = ray.blocked_by
    assert (first and first.reason) == case["nearest"]["reason"]
    assert (first and first.index) == case["nearest"]["at"]
    distance = len(case["path"]) - 1
    seen = hexes.visible_within_radius(a, distance, **options)
    assert (b in seen) is case["nearest"]["clear"]


@pytest.mark.parametrize("case", params("hexray"))
def test_hex_rays_on_a_board(case: dict[str, Any]) -> None:
    board = HexBoard(20)
    for at in case["solid"]:
        board.set_solid(tile(at))
    for at, value in case["cover"]:
        board.set_cover(tile(at), value)
    for at, value in case["elevation"] or []:
        board.set_elevation(tile(at), value)
    a, b = tile(case["source"]), tile(case["target"])
    sight = trace(board, a, b, HexRayRule())
    first = next((step for step in sight.steps if step.reason), None)
    assert sight.cover is not None
    assert {
        "clear": sight.visible,
        "reason": first and first.reason,
        "at": first and first.index,
        "cover_sum": pytest.approx(sight.cover.sum, abs=1e-12),
        "cover_penalty": pytest.approx(sight.cover.penalty, abs=1e-11),
    } == case["nearest"]
    assert [list(step) for step in sight.line] == case["path"]
    for start, goal in ((a, b), (b, a)):
        assert sees(board, start, goal, HexRayRule()) is case["nearest"]["clear"]
        assert sees(board, start, goal, HexRayRule("strict")) is case["strict"]
        assert sees(board, start, goal, HexRayRule("permissive")) is case["permissive"]
        adjudicated = trace(board, start, goal, HexRayRule("adjudicated"))
        assert (adjudicated.verdict is Verdict.AMBIGUOUS) is case["ambiguous"]
        assert adjudicated.visible is case["strict"]


def golden_cases(rule: Rule) -> list[dict[str, Any]]:
    """Return the golden cases for a rule: those in its own file, and those with its key."""
    return [
        case
        for name, cases in CASES.items()
        for case in cases
        if name == rule.kind or rule.kind in case
    ]


@pytest.mark.parametrize("name", registry.GEOMETRIC)
def test_no_rule_is_registered_without_golden_cases(name: str) -> None:
    rule = RULES[name]
    assert len(golden_cases(rule)) >= 50, (
        f"the rule {name!r} has no golden cases: answer some by hand or by an independent program"
        f" in tests/golden/{rule.kind}.json, or under the key {rule.kind!r} of another file"
    )


def test_every_kind_of_rule_is_registered_under_a_name() -> None:
    assert {rule.kind for rule in RULES.values()} == {*KINDS, PACK}


def test_every_key_of_the_golden_files_is_put_to_the_engine() -> None:
    scenery = {"name", "note", "rows", "cols", "radius", "solid", "walls", "free"}
    scenery |= {"source", "target", "cover", "elevation", "inside", "outside"}
    answers = {"path", "nearest", "strict", "permissive", "ambiguous", *GEOMETRIC}
    keys = {key for cases in CASES.values() for case in cases for key in case}
    assert keys == scenery | answers
