"""The laws of limited and one-way walls: section 7 of the spec.

The boards have many of them, on edges and off the grid, between rock, figures and plain walls.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    Contact,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    all_pairs,
    check,
    contact,
    field,
    sees,
    sees_many,
    trace,
    who_sees_whom,
)
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE
from sightline.model.threshold import OneWayName, has_property, turned_round, without_property
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, THOROUGH, label
from tests.kernels.comparing import readable
from tests.laws import rooms
from tests.laws.test_closed_rooms import leaks
from tests.reference import contact as reference
from tests.scenes import Case, flat, give_properties
from tests.tampering import changes
from tests.transforms import turned

RULES: list[Rule] = [
    CornerRule(),
    CornerRule("permissive"),
    CornerRule("strict", closed_ends=True),
    CenterRule(),
    CenterRule("corners-pass"),
]
on_every_rule = pytest.mark.parametrize("rule", RULES, ids=label)
on_every_grid = pytest.mark.parametrize("grid", MAKE)


def seeds(count: int) -> range:
    return range(20 * count if THOROUGH else max(2, count // 5))


def case_of(grid: str, seed: int, one_way: bool = True, **more: Any) -> Case:
    sizes = {"most": 6 if grid == "square" else 3, **more}
    case = flat(MAKE[grid](seed, **sizes))
    give_properties(case.board, random.Random(seed), one_way)
    return case


def contact_of(case: Case, rule: Rule) -> Contact:
    found = trace(case.board, case.source, case.target, rule).contact
    assert found is not None
    return found


def special(board: Board) -> list[tuple[Any, Any, Any]]:
    """Return every wall with a property: its setter, its position and its value."""
    edges = [(board.set_edge, (a, b), each) for a, b, each in board.edges() if has_property(each)]
    free = [(board.add_wall, w.ends, w.threshold) for w in board.free_walls()]
    return [*edges, *(each for each in free if has_property(each[2]))]


# --- the same by every way to answer


@on_every_grid
@pytest.mark.parametrize("closed_ends", [False, True])
def test_corner_lines_against_the_reference(grid: str, closed_ends: bool) -> None:
    rule = CornerRule(closed_ends=closed_ends)
    for seed in seeds(60):
        case = case_of(grid, seed + 100_000 * closed_ends)
        source, target = case.places()
        found = reference.corner_contact(
            case.reference(), source.tiles, target.tiles, closed_ends=closed_ends
        )
        assert str(contact_of(case, rule)) == found, seed
        assert sees(case.board, case.source, case.target, rule) is (found == "clear"), seed


@on_every_grid
def test_center_lines_against_the_reference(grid: str) -> None:
    for seed in seeds(60):
        case = case_of(grid, seed + 200_000)
        source, target = case.places()
        found = reference.center_contact(case.reference(), source.tiles, target.tiles)
        assert str(contact_of(case, CenterRule())) == found, seed


@on_every_grid
def test_every_line_against_the_reference(grid: str) -> None:
    for seed in seeds(10):
        case = case_of(grid, seed + 300_000, large=False, most=4 if grid == "square" else 2)
        source, target = case.places()
        scene = case.reference()
        for line in trace(case.board, case.source, case.target, CornerRule()).lines:
            ends = (line.start, line.end, source.tiles, target.tiles)
            assert str(line.contact) == reference.line_contact(scene, *ends), (seed, line)
            manner = None if line.manner is None else str(line.manner)
            assert manner == reference.line_manner(scene, *ends), (seed, line)


@on_every_grid
@on_every_rule
def test_the_checker_accepts_the_answers_and_no_lies(grid: str, rule: Rule) -> None:
    rng = random.Random(str((grid, rule)))
    for seed in seeds(10):
        case = case_of(grid, seed + 400_000, large=False, most=4 if grid == "square" else 2)
        sight = trace(case.board, case.source, case.target, rule)
        assert check(case.board, sight), (seed, str(check(case.board, sight)))
        lies = [each for each in changes(sight) if (grid, each[0]) != ("square", "orientation")]
        for name, changed in rng.sample(lies, min(len(lies), 6)):
            assert not check(case.board, changed), (seed, name)


@on_every_grid
@on_every_rule
def test_kernels_give_the_readable_answers_both_ways(grid: str, rule: Rule) -> None:
    for seed in seeds(3):
        case = case_of(grid, seed + 500_000, large=False, most=4 if grid == "square" else 2)
        board, tiles = case.board, case.board.tiles()[:]
        truth = numpy.array([[readable(board, a, b, rule) for b in tiles] for a in tiles])
        assert (numpy.array(all_pairs(board, rule)).reshape(truth.shape) == truth).all(), seed
        for row, tile in enumerate(tiles):
            assert numpy.asarray(field(board, tile, rule)).ravel().tolist() == truth[row].tolist()
        pairs = numpy.array([[(a, b) for b in tiles] for a in tiles])
        assert (sees_many(board, pairs, rule) == truth).all(), seed
        for i, a in enumerate(tiles[:4]):
            board.place(f"{i}", a, blocks_sight=False)
        names, seen = who_sees_whom(board, rule)
        four = [board.rank(board.where(name)) for name in names]
        assert (seen == truth[numpy.ix_(four, four)]).all(), seed


# --- direction


@on_every_grid
@on_every_rule
def test_limited_walls_keep_sight_the_same_both_ways(grid: str, rule: Rule) -> None:
    for seed in seeds(30):
        case = case_of(grid, seed + 600_000, one_way=False)
        there = trace(case.board, case.source, case.target, rule)
        back = trace(case.board, case.target, case.source, rule)
        assert (there.contact, set(there.line)) == (back.contact, set(back.line)), seed
        assert not there.one_way
        assert not case.board.has_one_way_walls


@on_every_grid
@on_every_rule
def test_turning_one_way_walls_round_is_looking_back(grid: str, rule: Rule) -> None:
    for seed in seeds(30):
        case = case_of(grid, seed + 700_000)
        there = trace(case.board, case.source, case.target, rule)
        back = trace(case.board, case.target, case.source, rule)
        assert there.one_way == back.one_way, seed
        if there.contact is not back.contact:
            assert there.one_way, seed  # an answer that depends on a one-way wall says so
        for put, where, threshold in special(case.board):
            put(*where, turned_round(threshold))
        assert contact_of(case, rule) is back.contact, seed
        assert contact(case.board, case.source, case.target, rule) is back.contact, seed


@on_every_grid
@on_every_rule
def test_symmetries_of_the_grid_change_nothing(grid: str, rule: Rule) -> None:
    for seed in seeds(4):
        case = case_of(grid, seed + 800_000, large=False)
        expected = contact_of(case, rule)
        for turn in (SQUARE if grid == "square" else HEX).symmetries:
            board, move = turned(case.board, turn)
            moved = Case(board, move(case.source), move(case.target))
            assert contact_of(moved, rule) is expected, (seed, turn)
            assert contact(board, moved.source, moved.target, rule) is expected, (seed, turn)


# --- more wall, less sight


@on_every_grid
@on_every_rule
def test_making_one_full_never_opens_a_view(grid: str, rule: Rule) -> None:
    for seed in seeds(30):
        case = case_of(grid, seed + 900_000)
        walls = special(case.board)
        if not walls:
            continue
        before = contact_of(case, rule)
        put, where, threshold = random.Random(seed).choice(walls)
        one_way_only = replace(threshold, limited=False)
        for fuller in (one_way_only, without_property(threshold)):
            put(*where, fuller)
            after = contact_of(case, rule)
            assert after >= before, (seed, where, fuller)
            before = after


@on_every_grid
@on_every_rule
def test_a_new_one_never_opens_a_view(grid: str, rule: Rule) -> None:
    for seed in seeds(30):
        case = case_of(grid, seed + 1_000_000)
        walls = special(case.board)
        if not walls:
            continue
        after = contact_of(case, rule)
        put, where, _ = random.Random(seed).choice(walls)
        if put.__name__ == "set_edge":
            put(*where, None)
        else:
            case.board.remove_wall(*where)
        assert contact_of(case, rule) <= after, seed


@on_every_grid
@pytest.mark.parametrize("rule", [CornerRule("permissive"), CenterRule("permissive")])
def test_a_closed_room_of_full_walls_stays_closed(grid: str, rule: Rule) -> None:
    for seed in seeds(8):
        room = rooms.room(grid, seed + 50_000)
        board, rng = room.board, random.Random(seed)
        tiles = board.tiles()
        for _ in range(6):  # added to the existing walls, so nothing blocks less
            start, end = sorted(board.grid.center(rng.choice(tiles)) for _ in range(2))
            if start != end and (start, end) not in dict(board.wall_items()):
                ways: list[OneWayName] = ["", "forth", "back"]
                made = Wall(limited=rng.random() < 0.6, one_way=rng.choice(ways))
                board.put_wall(start, end, made)
        assert list(leaks(board, room.sealed, rule, rng)) == [], seed


# --- outlines of limited walls


def outlined(rng: random.Random, free: bool) -> tuple[SquareBoard, SquareBoard, tuple[int, ...]]:
    """Return a board, a copy with a boulder outlined by limited walls, and the boulder's box."""
    board = SquareBoard(8, 9)
    for tile in board.tiles():
        if rng.random() < 0.06:
            board.set_solid(tile)
    top, left = rng.randint(1, 4), rng.randint(1, 4)
    bottom, right = rng.randint(top + 1, 7), rng.randint(left + 1, 8)
    drawn = board.copy()
    if free:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for i, corner in enumerate(corners):
            drawn.add_wall(corners[i - 1], corner, Wall(limited=True))
    else:
        for row in range(top, bottom):
            drawn.set_edge((row, left - 1), (row, left), Wall(limited=True))
            drawn.set_edge((row, right - 1), (row, right), Wall(limited=True))
        for col in range(left, right):
            drawn.set_edge((top - 1, col), (top, col), Wall(limited=True))
            drawn.set_edge((bottom - 1, col), (bottom, col), Wall(limited=True))
    return board, drawn, (top, left, bottom, right)


def goes_through(line: Any, box: tuple[int, ...]) -> bool:
    """Return whether part of the line is strictly inside the box."""
    top, left, bottom, right = box
    (x0, y0), (x1, y1) = line.start, line.end
    low, high = Fraction(0), Fraction(1)
    for at, step, least, most in ((x0, x1 - x0, left, right), (y0, y1 - y0, top, bottom)):
        if step == 0:
            if not least < at < most:
                return False
            continue
        first, last = sorted(((least - at) / step, (most - at) / step))
        low, high = max(low, first), min(high, last)
    return low < high


@pytest.mark.parametrize("free", [False, True], ids=["edges", "free"])
@on_every_rule
def test_one_sees_out_of_a_boulder_and_into_it_and_nobody_through(rule: Rule, free: bool) -> None:
    """Lines that cross the outline from side to side are blocked. All other lines are as without
    it.
    """
    through = 0
    for seed in seeds(25):
        rng = random.Random(seed)
        plain, drawn, box = outlined(rng, free)
        tiles = plain.tiles()
        for _ in range(8):
            a, b = rng.choice(tiles), rng.choice(tiles)
            if a == b:
                continue
            inside = [box[0] <= t[0] < box[2] and box[1] <= t[1] < box[3] for t in (a, b)]
            before, after = trace(plain, a, b, rule), trace(drawn, a, b, rule)
            for old, new in zip(before.lines, after.lines, strict=True):
                stopped = not any(inside) and goes_through(new, box)
                expected = Contact.BLOCKED if stopped else old.contact
                assert new.contact is expected, (seed, a, b, new)
                through += stopped
            assert sees(drawn, a, b, rule) is after.visible, (seed, a, b)
    assert through > 3


# --- what people read


def _corridor(*walls: tuple[int, Wall]) -> SquareBoard:
    board = SquareBoard(1, 6)
    for col, wall in walls:
        board.set_edge((0, col), (0, col + 1), wall)
    return board


def test_the_words() -> None:
    limited, one_way = Wall(limited=True), Wall(one_way="forth")
    two = trace(_corridor((1, limited), (3, limited)), "A1", "F1", CenterRule())
    assert two.explain() == (
        "Hidden: the line from the center of A1 to the center of F1 sees through the limited wall"
        " between B1 and C1, and is stopped by the second, the limited wall between D1 and E1."
    )
    assert [blocker.where for blocker in two.blockers] == [((0, 1), (0, 2)), ((0, 3), (0, 4))]
    assert trace(_corridor((1, limited)), "A1", "F1", CenterRule()).explain().startswith("Visible")
    board = _corridor((2, one_way))
    assert trace(board, "A1", "F1", CenterRule()).explain() == (
        "Hidden: the line from the center of A1 to the center of F1 is stopped by the one-way wall"
        " between C1 and D1. It holds this way only: a one-way wall lets sight through from its"
        " other side."
    )
    assert trace(board, "F1", "A1", CenterRule()).explain().startswith("Visible")


def test_a_hex_ray_takes_them_for_plain_walls() -> None:
    for wall in (Wall(limited=True), Wall(one_way="forth"), Wall(one_way="back")):
        board = HexBoard(radius=2)
        board.set_edge((0, 0), (1, 0), wall)
        assert not sees(board, (0, 0), (2, 0), HexRayRule())
        assert not sees(board, (2, 0), (0, 0), HexRayRule())
        assert (2, 0) not in field(board, (0, 0), HexRayRule())
        sight = trace(board, (2, 0), (0, 0), HexRayRule())
        assert check(board, sight)
        assert not sight.one_way
