"""Rays with callables: which calls are made and when, where rays end, and how
numbers are handled.
"""

from __future__ import annotations

import doctest
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from sightline import HexBoard, HexRayRule, hexes, trace
from sightline.errors import CallableError, InvalidTypeError, InvalidValueError, LimitError
from sightline.hexes import asking
from sightline.model.cell import Hex, hex_disc, hex_distance

try:
    from sightline.hexes import _asking

    FLAVORS: list[ModuleType] = [asking, _asking]
except ImportError:
    FLAVORS = [asking]

FUNCTIONS = ("trace_ray", "has_line_of_sight", "cover_between", "visible_within_radius")
A, B = (0, 0), (5, -2)


@pytest.mark.parametrize("name", [*FUNCTIONS, "line", "disc", "ring", "distance"])
def test_the_examples_run(name: str) -> None:
    text = getattr(hexes, name).__doc__
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert example.examples
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


# --- what is asked


def test_sight_stops_asking_at_the_first_blocker() -> None:
    asked: list[Any] = []

    def noting(name: str, answer: Any) -> Any:
        def note(*where: Hex) -> Any:
            asked.append((name, where[-1]))
            return answer

        return note

    def wall(here: Hex) -> bool:
        asked.append(("tile", here))
        return here == (2, 0)

    assert not hexes.has_line_of_sight(
        (0, 0),
        (6, 0),
        blocks_at=wall,
        blocks_edge=noting("edge", False),
        soft_cover_at=noting("cover", 0),
        elevation_at=noting("height", None),
    )
    assert {where for _, where in asked} == {(1, 0), (2, 0)}
    asked.clear()
    assert not hexes.has_line_of_sight((0, 0), (6, 0), blocks_edge=noting("edge", True))
    assert asked == [("edge", (1, 0))]
    asked.clear()
    # An opaque target that may be seen is not even asked about.
    assert hexes.has_line_of_sight((0, 0), (1, 0), blocks_at=noting("tile", True))
    assert asked == []


def test_a_field_asks_only_where_sight_gets_to() -> None:
    """A map may have no data for tiles behind its walls."""
    inside = set(hex_disc((0, 0), 1))
    ring = set(hex_disc((0, 0), 2)) - inside
    heights = dict.fromkeys(inside | ring, 0)
    seen = hexes.visible_within_radius(
        (0, 0),
        9,
        blocks_at=lambda h: {**dict.fromkeys(inside, False), **dict.fromkeys(ring, True)}[h],
        elevation_at=lambda h: heights[h],
    )
    assert seen == inside | ring


@pytest.mark.parametrize("name", FUNCTIONS)
def test_where_a_function_raises_is_said(name: str) -> None:
    def broken(before: Hex, here: Hex) -> bool:
        if here == (2, 0):
            raise KeyError("no such edge")
        return False

    with pytest.raises(CallableError, match=r"blocks_edge\(\(1, 0\), \(2, 0\)\) raised KeyError"):
        getattr(hexes, name)((0, 0), 3 if name == FUNCTIONS[3] else (3, 0), blocks_edge=broken)

    with pytest.raises(CallableError, match=r"elevation_at\(\(3, 0\)\) raised ZeroDivisionError"):
        hexes.has_line_of_sight((0, 0), (3, 0), elevation_at=lambda h: 1 // (3 - h.q))


def test_hexes_are_given_as_hexes() -> None:
    asked: list[Hex] = []

    def noting(here: Hex) -> bool:
        asked.append(here)
        return False

    hexes.trace_ray([0, 0], Hex(2, 0), blocks_at=noting)  # type: ignore[arg-type]
    assert asked == [(1, 0), (2, 0)]
    assert all(type(each) is Hex for each in asked)


# --- where a ray ends


@pytest.mark.parametrize("steps", range(8))
def test_a_ray_that_ends_early(steps: int) -> None:
    """Its steps are the first steps of the complete ray, and all calls were for those steps."""
    goal, asked = (6, -3), set[Hex]()

    def blocks(here: Hex) -> bool:
        asked.add(here)
        return here in {(4, -2), goal}

    options: dict[str, Any] = {
        "soft_cover_at": lambda h: 0.25,
        "elevation_at": lambda h: h[0],
        "see_opaque_target": False,
    }
    whole = hexes.trace_ray(A, goal, blocks_at=blocks, **options)
    asked.clear()
    ray = hexes.trace_ray(A, goal, blocks_at=blocks, max_steps=steps, **options)
    assert ray.steps == whole.steps[: steps + 1]
    assert ray.reached is (steps >= 6)
    assert asked == {step.hex for step in ray.steps[1:]}
    assert not ray.clear
    assert (ray.blocked_by is not None) is (steps >= 4)
    assert ray.cover_sum == min(steps, 5) * 0.25
    free: dict[str, Any] = {"max_steps": steps, "elevation_at": lambda h: 0}
    assert hexes.has_line_of_sight(A, goal, **free) is (steps >= 6)
    assert hexes.trace_ray(A, goal, **free).clear is (steps >= 6)
    assert hexes.cover_between(A, goal, **free).has_los is (steps >= 6)
    near = {each for each in hexes.disc(A, 6) if hexes.distance(A, each) <= steps}
    assert hexes.visible_within_radius(A, 6, **free) == near


def test_nonsense_steps() -> None:
    for wrong, kind in ((-1, InvalidValueError), (1.5, InvalidTypeError), (True, InvalidTypeError)):
        for name in FUNCTIONS:
            with pytest.raises(kind, match="max_steps: expected"):
                getattr(hexes, name)(A, 3 if name == FUNCTIONS[3] else B, max_steps=wrong)


# --- exact numbers

HEIGHTS: tuple[Any, ...] = (
    0,
    1,
    -2,
    0.1,
    0.3,
    2.5,
    None,
    Fraction(1, 3),
    Decimal("0.7"),
    1e300,
    10**23,
    1e23,
)
# Floats and fractions that are equal in Python but have different decimals.
HEIGHTS += (Fraction(0.1), int(1e23), 2.0**60, 2**60 + 1)
COVERS = (0, 1, 0.1, 0.25, 0.7, -1, 3, None, Fraction(1, 3), Fraction(0.1), Decimal("0.05"), 1e-300)


@pytest.mark.parametrize("seed", range(40))
def test_rays_are_those_of_the_rule_on_a_board(seed: int) -> None:
    """The readable rule with fractions is compared with integers, sorted floats, and the search
    tree.
    """
    rng = random.Random(seed)
    radius = rng.choice((2, 3, 5))
    few = rng.sample(HEIGHTS, 4)
    board = HexBoard(radius)
    solid = {each for each in board.cells if rng.random() < 0.1}
    heights = {each: rng.choice(few) for each in board.cells if rng.random() < 0.8}
    covers = {each: rng.choice(COVERS) for each in board.cells}
    for each in solid:
        board.set_solid(each)
    for each, height in heights.items():
        board.set_elevation(each, height)
    for each, cover in covers.items():
        board.set_cover(each, cover or 0)
    settings: dict[str, Any] = {
        "see_opaque_target": rng.random() < 0.5,
        "max_soft_cover": rng.choice((3.0, 0.35, 2)),
    }
    options = {
        "blocks_at": solid.__contains__,
        "soft_cover_at": covers.get,
        "elevation_at": heights.get,
        **settings,
    }
    rule = HexRayRule(**settings)
    start = rng.choice(board.cells)
    seen = hexes.visible_within_radius(start, 2 * radius, **options)
    for goal in board.cells:
        expected = trace(board, start, goal, rule)
        ray = hexes.trace_ray(start, goal, **options)
        assert ray.steps == expected.steps
        assert ray.clear is expected.visible
        assert expected.cover == (ray.cover_sum, ray.cover_penalty)
        assert hexes.has_line_of_sight(start, goal, **options) is expected.visible
        assert (goal in seen) is expected.visible


@pytest.mark.parametrize("seed", range(10))
def test_large_fields_go_ray_by_ray_and_see_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    around = hex_disc((3, -8), 12)
    solid = {each for each in around if rng.random() < 0.06}
    walls = {(a, b) for a in around for b in hex_disc(a, 1) if rng.random() < 0.01}
    heights = {each: rng.choice((0, 1, 0.5, 2)) for each in around if rng.random() < 0.5}
    asked: list[Any] = []

    def blocks_edge(a: Hex, b: Hex) -> bool:
        asked.append((a, b))
        return (a, b) in walls

    options: dict[str, Any] = {
        "blocks_at": solid.__contains__,
        "blocks_edge": blocks_edge,
        "elevation_at": heights.get,
        "see_opaque_target": rng.random() < 0.5,
        "target_edge_blocks": rng.random() < 0.5,
    }
    by_tree = hexes.visible_within_radius((3, -8), 12, **options)
    assert len(asked) == len(set(asked))
    asked.clear()
    monkeypatch.setattr("sightline.hexes.fields.LARGEST_TREE", 0)
    assert hexes.visible_within_radius((3, -8), 12, **options) == by_tree
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("flavor", FLAVORS, ids=lambda f: f.__name__.rpartition(".")[2])
def test_both_forms_of_the_functions(flavor: Any) -> None:
    """The compiled functions are this file compiled; the expected results are written out here."""
    path = flavor.line_between((2, 0), Hex(4, -1))
    assert path == hexes.line((2, 0), (4, -1))
    assert flavor.blocked_tiles(lambda h: h[0] == 4, path) == [(4, -1)]
    assert flavor.blocked_edges(lambda a, b: a == (2, 0), path) == [path[1]]
    assert flavor.numbers_at("f", lambda h: 0.5, path) == ([0.5] * 3, True)
    assert flavor.numbers_at("f", lambda h: Fraction(1, 2), path[:1]) == ([Fraction(1, 2)], False)
    assert flavor.ratio(0.1) == (1, 10)
    assert flavor.ratio(Fraction(0.1)) != (1, 10)
    assert flavor.rising([0, 0.1, 0.2, 0.30000000000000004, 0.4], 4, True) == [3]
    assert flavor.cover_sum([0.1] * 3, (3, 1)) == 0.3
    assert flavor.cover_sum([0.1, Fraction(0.1)], (3, 1)) == float(Fraction(1, 10) + Fraction(0.1))
    with pytest.raises(InvalidValueError, match=r"f\(\(2, 0\)\): expected a finite number"):
        flavor.numbers_at("f", lambda h: float("nan"), path)
    with pytest.raises(CallableError, match=r"blocks_at\(\(2, 0\)\) raised"):
        flavor.blocked_tiles(lambda h: {}[h], path)
    assert not flavor.is_clear(
        HexRayRule(), path, None, None, None, {path[1]: 0.1, path[0]: 0.1, path[2]: 0}.get
    )


def test_rays_are_values() -> None:
    options: dict[str, Any] = {"soft_cover_at": lambda h: 0.5, "elevation_at": lambda h: 1}
    one, other = (hexes.trace_ray(A, B, **options) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert one != hexes.trace_ray(A, B)
    assert one != hexes.trace_ray(A, (5, -1), **options)
    with pytest.raises(AttributeError):
        one.clear = False  # type: ignore[misc]
    cover = hexes.cover_between(A, B, **options)
    assert cover == hexes.cover_between(A, B, **options)
    assert "clear=True" in repr(one)
    assert "has_los=True" in repr(cover)
    assert pickle.loads(pickle.dumps(cover)) == cover  # noqa: S301


# --- plain hexes


def test_lines_discs_and_rings() -> None:
    for goal in hexes.disc((1, 1), 5):
        there = hexes.line((1, 1), goal)
        assert there == hexes.line(goal, (1, 1))[::-1]
        assert len(there) == hexes.distance((1, 1), goal) + 1
        assert all(hexes.distance(a, b) == 1 for a, b in pairwise(there))
    for radius in range(6):
        disc, ring = hexes.disc((3, -4), radius), hexes.ring((3, -4), radius)
        assert len(disc) == 1 + 3 * radius * (radius + 1)
        assert ring == [each for each in disc if hex_distance(each, (3, -4)) == radius]
    for wrong in (-1, 1001):
        for make in (hexes.disc, hexes.ring):
            with pytest.raises(LimitError, match="radius: expected 0 to 1000"):
                make((0, 0), wrong)
    with pytest.raises(LimitError, match="at most 10000 steps"):
        hexes.line((0, 0), (10_001, 0))
    with pytest.raises(InvalidTypeError, match="b: expected two whole numbers"):
        hexes.distance((0, 0), None)  # type: ignore[arg-type]
