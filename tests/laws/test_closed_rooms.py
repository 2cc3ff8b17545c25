"""No rule with any tie setting sees into or out of a closed room.

The random rooms are closed by thin walls, doors, gates, rock, free walls, figures and the rim, with
figures and furniture on both sides. The tests ask every question from inside and from outside.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy
import pytest

import sightline
from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    HexRayRule,
    SquareBoard,
    Verdict,
    Wall,
    all_pairs,
    contact_field,
    field,
    sees,
    sees_many,
    trace,
)
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, THOROUGH, label
from tests.laws.closed import Pair, Plan, Sealed, Standing, beside, reached, sealed_by_walking
from tests.laws.rooms import Room, built, room

SEALED = Path(__file__).parent.parent / "golden" / "sealed.json"
ROOMS = 80 if THOROUGH else 2
"""Rooms for each rule, setting and grid."""
METRICS = ("euclid", "chebyshev", "manhattan", "steps")


def every_setting() -> Iterator[Any]:
    """Yield every rule with every tie setting, flag, and option for large figures."""
    for param in EVERY_SETTING:
        rule, grid = param.values
        assert isinstance(rule, Rule)
        yield pytest.param(rule, grid, id=param.id)
        if any(f.name == "large" for f in fields(rule)):  # type: ignore[arg-type]
            middle = replace(rule, large="middle")  # type: ignore[type-var]
            yield pytest.param(middle, grid, id=f"{grid}-{label(middle)}-middle")


SETTINGS = list(every_setting())


def rooms(rule: Rule, grid: str) -> Iterator[Room]:
    """Yield rooms for this setting. Settings get different rooms, and every run
    gets the same ones.
    """
    place = [param.values for param in SETTINGS].index((rule, grid))
    for number in range(ROOMS):
        yield room_for(rule, grid, 1_000_000 * place + number)


def room_for(rule: Rule, grid: str, seed: int) -> Room:
    """Return a room that is closed by this rule."""
    # A hex ray goes from hex to hex through sides and ignores free walls; one of its settings also
    # ignores the last wall before the target.
    free, thin = not isinstance(rule, HexRayRule), getattr(rule, "target_edge_blocks", True)
    return room(grid, seed, free=free, thin=thin)


@pytest.mark.parametrize(("rule", "grid"), SETTINGS)
def test_a_closed_room_is_closed(rule: Rule, grid: str) -> None:
    for each in rooms(rule, grid):
        found = list(leaks(each.board, each.sealed, rule, random.Random(each.seed)))
        assert found == [], each


def leaks(
    board: Board, sealed: Sealed, rule: Rule, rng: random.Random
) -> Iterator[tuple[str, Any, Any]]:
    """Yield every question that sees through the border, as its name, source and target."""
    inside, outside = list(sealed.inside), list(sealed.outside)
    yield from _many(board, inside, outside, rule)
    yield from _whole(board, inside, outside, rule)
    for here, there in (
        ((inside, sealed.names_inside), (outside, sealed.names_outside)),
        ((outside, sealed.names_outside), (inside, sealed.names_inside)),
    ):
        viewers = [*_some(rng, here[0], 3), *here[1]]
        for viewer in viewers:
            yield from _fields(board, viewer, there[0], rule, rng)
            for target in [*_some(rng, there[0], 3), *there[1]]:
                yield from _pair(board, viewer, target, rule)
        # Traces are slow, especially between two large figures.
        yield from _traced(board, rng.choice(here[0]), rng.choice(there[0]), rule)
        if here[1] and rng.random() < 0.2:
            yield from _traced(board, rng.choice(here[1]), rng.choice(there[0]), rule)


def _some(rng: random.Random, tiles: list[Pair], most: int) -> list[Pair]:
    return rng.sample(tiles, min(len(tiles), 2 * most if THOROUGH else most))


def _many(
    board: Board, inside: list[Pair], outside: list[Pair], rule: Rule
) -> Iterator[tuple[str, Pair, Pair]]:
    out = [(a, b) for a in inside for b in outside]
    pairs = [*out, *((b, a) for a, b in out)]
    for (a, b), seen in zip(pairs, sees_many(board, pairs, rule).tolist(), strict=True):
        if seen:
            yield "sees_many", a, b


def _whole(
    board: Board, inside: list[Pair], outside: list[Pair], rule: Rule
) -> Iterator[tuple[str, Pair, Pair]]:
    matrix = numpy.asarray(all_pairs(board, rule))
    rank = {(tile[0], tile[1]): i for i, tile in enumerate(board.tiles())}
    for a in inside:
        for b in outside:
            if matrix[rank[a], rank[b]]:
                yield "all_pairs", a, b
            if matrix[rank[b], rank[a]]:
                yield "all_pairs", b, a


def _fields(
    board: Board, viewer: Any, there: list[Pair], rule: Rule, rng: random.Random
) -> Iterator[tuple[str, Any, Pair]]:
    beyond = set(there)
    limits: dict[str, Any] = {
        "radius": rng.choice((1, 2, 2.5, 3, 9)),
        "metric": rng.choice(METRICS),
    }
    for limit in ({}, limits):
        for tile in field(board, viewer, rule, **limit):
            if tile in beyond:
                yield f"field {limit}", viewer, (tile[0], tile[1])
    if _is_geometric(rule):
        limit = limits if rng.random() < 0.5 else {}
        for tile, contact in contact_field(board, viewer, rule, **limit).items():
            if tile in beyond and contact is not Contact.BLOCKED:
                yield f"contact_field {limit}: {contact}", viewer, (tile[0], tile[1])


def _pair(board: Board, a: Any, b: Any, rule: Rule) -> Iterator[tuple[str, Any, Any]]:
    if sees(board, a, b, rule):
        yield "sees", a, b
    contact = getattr(sightline, "contact", None)
    if contact is not None and _is_geometric(rule):
        found = contact(board, a, b, rule)
        if found is not Contact.BLOCKED:
            yield f"contact: {found}", a, b
    verdict = getattr(sightline, "verdict", None)
    if verdict is not None:
        said = verdict(board, a, b, rule)
        if said is not Verdict.HIDDEN:
            yield f"verdict: {said}", a, b


def _traced(board: Board, a: Any, b: Any, rule: Rule) -> Iterator[tuple[str, Any, Any]]:
    sight = trace(board, a, b, rule)
    expected = Contact.BLOCKED if _is_geometric(rule) else None
    if (sight.verdict, sight.contact) != (Verdict.HIDDEN, expected):
        yield f"trace: {sight.verdict}, {sight.contact}", a, b


def _is_geometric(rule: Rule) -> bool:
    return isinstance(rule, (CenterRule, CornerRule))


# --- rooms that were found in play


def three_by_three() -> tuple[Plan, set[Pair]]:
    """Return a board of seven by seven with a 3 x 3 room of thin walls in the middle."""
    inside = {(row, col) for row in (2, 3, 4) for col in (2, 3, 4)}
    plan = Plan("square", tuple((row, col) for row in range(7) for col in range(7)), "rim")
    for i in (2, 3, 4):
        for edge in (((1, i), (2, i)), ((4, i), (5, i)), ((i, 1), (i, 2)), ((i, 4), (i, 5))):
            plan.edges[edge] = ("wall", "")
    return plan, inside


@pytest.mark.parametrize(("rule", "grid"), [p for p in SETTINGS if p.values[1] == "square"])
@pytest.mark.parametrize("ogres", [False, True], ids=["alone", "ogres"])
def test_three_by_three(rule: Rule, grid: str, ogres: bool) -> None:
    plan, inside = three_by_three()
    if ogres:  # in their corners, one inside the room and one just outside
        for name, (row, col) in (("inner", (2, 2)), ("outer", (0, 0))):
            tiles = tuple((row + i, col + j) for i in (0, 1) for j in (0, 1))
            plan.figures.append(Standing(name, (row, col), 2, tiles, True))
    sealed = sealed_by_walking(plan, inside)
    assert len(sealed.outside) == 40
    assert list(leaks(built(plan), sealed, rule, random.Random(7))) == []


@pytest.mark.parametrize(("rule", "grid"), [p for p in SETTINGS if p.values[1] == "square"])
def test_rock_that_meets_corner_to_corner(rule: Rule, grid: str) -> None:
    """One tile has rock on its four sides, and nothing at its corners."""
    plan = Plan("square", tuple((row, col) for row in range(5) for col in range(5)), "rim")
    plan.solid = {(1, 2), (2, 1), (2, 3), (3, 2)}
    sealed = sealed_by_walking(plan, {(2, 2)})
    assert set(sealed.outside) == set(plan.tiles) - plan.solid - {(2, 2)}
    assert list(leaks(built(plan), sealed, rule, random.Random(7))) == []


# --- the check itself


def test_rooms_are_of_every_kind() -> None:
    """The law proves little if the rooms are all alike."""
    seen: set[str] = set()
    for grid in ("square", "hex"):
        for seed in range(120):
            seen |= {f"{grid}: {kind}" for kind in kinds_of(room(grid, seed))}
    assert seen == {f"{grid}: {kind}" for grid in ("square", "hex") for kind in KINDS} | {
        "hex: rim of an open board"
    }


KINDS = {
    "a large figure inside",
    "a large figure outside",
    "rim",
    "tiles that are cut",
    "rock, doors and free walls",
    "no rock",
    "no doors",
    "no free walls",
    "somebody stands in the way",
    "a large room",
    "one tile",
}


def kinds_of(each: Room) -> Iterator[str]:
    plan, sealed = each.plan, each.sealed
    board, inside = set(plan.tiles), set(sealed.inside)
    if {f.name for f in plan.figures if f.size > 1} & set(sealed.names_inside):
        yield "a large figure inside"
    if {f.name for f in plan.figures if f.size > 1} & set(sealed.names_outside):
        yield "a large figure outside"
    if not all(board.issuperset(beside(plan.grid, tile)) for tile in inside):
        yield "rim" if plan.outside != "open" else "rim of an open board"
    if board - inside - set(sealed.outside) - plan.blocked():
        yield "tiles that are cut"
    if plan.solid and plan.edges and plan.free:
        yield "rock, doors and free walls"
    for what, there in (("rock", plan.solid), ("doors", plan.edges), ("free walls", plan.free)):
        if not there:
            yield f"no {what}"
    if any(f.name.startswith("guard") for f in plan.figures):
        yield "somebody stands in the way"
    if len(inside) > 12:
        yield "a large room"
    if len(inside) == 1:
        yield "one tile"


def test_an_open_room_is_not_taken_for_closed() -> None:
    plan, inside = three_by_three()
    assert reached(plan, inside) == inside
    plan.edges[(1, 3), (2, 3)] = ("door", "open")
    assert reached(plan, inside) == set(plan.tiles)
    with pytest.raises(ValueError, match="not closed"):
        sealed_by_walking(plan, inside)
    # A free wall on part of the doorway leaves a gap; walls that together cover it do not.
    plan.free.append((((9_000, 6_000), (10_500, 6_000)), ("wall", "")))
    assert reached(plan, inside) == set(plan.tiles)
    plan.free.append((((10_200, 6_000), (15_000, 6_000)), ("door", "secret")))
    assert reached(plan, inside) == inside
    assert reached(plan, inside, free=False) == set(plan.tiles)


def test_what_closes_a_room_is_not_outside() -> None:
    """A target's own rock or figure does not stop a line to it."""
    plan = Plan("square", tuple((0, col) for col in range(6)), "rim")
    plan.solid = {(0, 1), (0, 2)}
    assert sealed_by_walking(plan, {(0, 0)}).outside == ((0, 2), (0, 3), (0, 4), (0, 5))
    plan.figures = [Standing("guard", (0, 4), 1, ((0, 4),), True)]
    assert sealed_by_walking(plan, {(0, 3)}).outside == ((0, 0), (0, 1), (0, 5))
    assert sealed_by_walking(plan, {(0, 3)}).names_outside == ()


def test_engine_and_check_have_the_same_board() -> None:
    """Opening a door opens both versions of the room."""
    plan, inside = three_by_three()
    board = built(plan)
    assert isinstance(board, SquareBoard)
    assert all(board.edge(a, b) == Wall() for a, b in plan.edges)
    assert len(list(board.edges())) == len(plan.edges) == 12
    board.set_edge((1, 3), (2, 3), None)
    sealed = Sealed(tuple(inside), ((1, 3), (0, 3)), (), ())
    found = list(leaks(board, sealed, CornerRule(), random.Random(1)))
    assert {what.partition(":")[0].partition(" ")[0] for what, _, _ in found} >= {
        "sees",
        "sees_many",
        "all_pairs",
        "field",
        "contact_field",
        "trace",
    }


@pytest.mark.skipif(not SEALED.exists(), reason="the golden rooms are not here")
def test_the_golden_rooms_are_closed() -> None:
    for case in json.loads(SEALED.read_text(encoding="utf-8"))["cases"]:
        sealed = sealed_by_walking(golden_plan(case), {_pair_of(t) for t in case["inside"]})
        assert set(sealed.outside) >= {_pair_of(t) for t in case["outside"]}


def golden_plan(case: dict[str, Any]) -> Plan:
    if "radius" in case:
        span = range(-case["radius"], case["radius"] + 1)
        disc = [(q, r) for r in span for q in span if abs(q + r) <= case["radius"]]
        plan = Plan("hex", tuple(disc), "open")
    else:
        rows, cols = range(case["rows"]), range(case["cols"])
        plan = Plan("square", tuple((row, col) for row in rows for col in cols), "rim")
    plan.solid = {_pair_of(tile) for tile in case["solid"]}
    for edge in case["walls"]:
        first, second = sorted(map(_pair_of, edge))
        plan.edges[first, second] = ("wall", "")
    for start, end in case["free"]:
        ends = ((_scaled(start[0]), _scaled(start[1])), (_scaled(end[0]), _scaled(end[1])))
        plan.free.append((ends, ("wall", "")))
    return plan


def _pair_of(tile: list[int]) -> Pair:
    return tile[0], tile[1]


def _scaled(value: float) -> int:
    scaled = round(value * 3_000)
    assert scaled == value * 3_000
    return scaled
