"""Random closed rooms of thin walls, doors, gates, rock, free walls, figures, the rim, or a mix.

Each seed gives one room, so a failing test prints the number that reproduces it. A room is first
created as plain data, from which `closed` determines what is inside and outside, independently of
the engine. The board is built from the same data.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.hexagon import Outside
from sightline.model.threshold import Threshold
from tests.laws.closed import (
    STEPS,
    TILE,
    Pair,
    Plan,
    Point,
    Sealed,
    Segment,
    Standing,
    beside,
    corners,
    is_beyond,
    is_simple,
    sealed_by_outline,
    sealed_by_walking,
    side,
    sides_of,
    split,
    turn,
)

THRESHOLDS: dict[tuple[str, str], Threshold] = {
    ("wall", ""): Wall(),
    **{("door", state): Door(state) for state in Door.STATES},
    **{("gate", state): Gate(state) for state in Gate.STATES},
}
OPEN = [threshold for threshold in THRESHOLDS if threshold[1] == "open"]
SHUT = [threshold for threshold in THRESHOLDS if threshold[1] != "open"]
CLOSINGS = ("thin", "thin", "rock", "free", "somebody")
"""What may close a side of a room."""


@dataclass(frozen=True)
class Room:
    """A board, and the positions on it that are separated from each other."""

    seed: int
    plan: Plan
    board: Board
    sealed: Sealed

    def __repr__(self) -> str:
        """Show everything needed to rebuild it by hand."""
        return f"<room {self.seed} of {self.plan}>"


def room(grid: str, seed: int, *, free: bool = True, thin: bool = True) -> Room:
    """Return a closed room.

    `free` False: without free walls, for rules that ignore them. `thin` False: only rock and
    figures, for rules that ignore the last wall.
    """
    rng = random.Random(f"{grid} {seed} {free} {thin}")
    kinds = [kind for kind in CLOSINGS if (free or kind != "free") and (thin or kind != "thin")]
    for _ in range(100):
        plan = _empty(rng, grid)
        maker = rng.choice((_walked, _walked, _polygon, _with_chords)) if free else _walked
        sealed = maker(rng, plan, kinds)
        if sealed is not None and sealed.inside and sealed.outside:
            return Room(seed, plan, built(plan), sealed)
    raise AssertionError(f"no room came of seed {seed}")


def built(plan: Plan) -> Board:
    """Return the plan as a board of the engine."""
    board: Board
    if plan.grid == "square":
        rows, cols = (max(tile[axis] for tile in plan.tiles) + 1 for axis in (0, 1))
        board = SquareBoard(rows, cols)
    else:
        board = HexBoard(cells=plan.tiles, outside=cast("Outside", plan.outside))
    for tile in plan.solid:
        board.set_solid(tile)
    for (a, b), threshold in plan.edges.items():
        board.set_edge(a, b, THRESHOLDS[threshold])
    for ends, threshold in plan.free:
        start, end = ((Fraction(x, TILE), Fraction(y, TILE)) for x, y in ends)
        board.add_wall(start, end, THRESHOLDS[threshold])
    for each in plan.figures:
        board.place(each.name, each.at, size=each.size, blocks_sight=each.blocks)
        assert set(board.figure(each.name).tiles) == set(each.tiles)
    return board


def _empty(rng: random.Random, grid: str) -> Plan:
    if grid == "square":
        rows, cols = rng.randint(2, 8), rng.randint(3, 8)
        tiles = [(row, col) for row in range(rows) for col in range(cols)]
        return Plan("square", tuple(tiles), "rim")
    outside = rng.choice(("open", "solid"))
    reach = rng.choice((2, 3, 3, 4))
    span = range(-reach, reach + 1)
    disc = [(q, r) for r in span for q in span if abs(q + r) <= reach]
    if rng.random() < 0.3:  # an irregular board
        disc = sorted(rng.sample(disc, len(disc) * 4 // 5))
    return Plan("hex", tuple(disc), outside)


# --- rooms along the sides of tiles


def _walked(rng: random.Random, plan: Plan, kinds: Sequence[str]) -> Sealed | None:
    """Choose some tiles and close every side around them."""
    free = "free" in kinds
    inside = _grown(rng, plan, rim=free or plan.outside != "open")
    if inside is None:
        return None
    _close(rng, plan, inside, kinds if rng.random() < 0.4 else [rng.choice(kinds)])
    outside = [tile for tile in plan.tiles if tile not in inside]
    _clutter(rng, plan, inside, outside, free)
    return sealed_by_walking(plan, inside, free=free, last_edge="thin" in kinds)


def _grown(rng: random.Random, plan: Plan, rim: bool) -> set[Pair] | None:
    """Return a connected part of the board. Without `rim`, only tiles with six neighbors."""
    board = set(plan.tiles)
    ground = board if rim else {t for t in board if board.issuperset(beside(plan.grid, t))}
    if not ground:
        return None
    first = rng.choice(sorted(ground))
    found = {first}
    if rng.random() < 0.5:  # large enough for a large figure
        found |= set(_footprint(plan.grid, first, 2))
        if not found <= ground:
            return None
    wanted = rng.randint(1, max(1, min(20, len(board) // 2)))
    while len(found) < wanted:
        near = {t for tile in found for t in beside(plan.grid, tile) if t in ground} - found
        if not near:
            break
        found.add(rng.choice(sorted(near)))
    return found


def _footprint(grid: str, at: Pair, size: int) -> tuple[Pair, ...]:
    if size == 1:
        return (at,)
    if grid == "square":
        return tuple((at[0] + row, at[1] + col) for row in range(size) for col in range(size))
    assert size == 2
    return (at, *beside("hex", at))


def _close(
    rng: random.Random,
    plan: Plan,
    inside: Collection[Pair],
    kinds: Sequence[str],
    sides: Collection[Segment] | None = None,
) -> None:
    """Close the sides of these tiles, or only those in `sides`."""
    board = set(plan.tiles)
    for tile in sorted(inside):
        for other in beside(plan.grid, tile):
            if other in inside:
                continue
            ends = side(plan.grid, tile, other)
            if sides is not None and ends not in sides:
                continue
            kind = rng.choice(kinds)
            if other not in board:
                if plan.outside == "open" or ("free" in kinds and rng.random() < 0.2):
                    _wall_along(rng, plan, ends)
            elif kind == "free":
                _wall_along(rng, plan, ends)
            elif kind == "rock":
                plan.solid.add(other)
            elif kind == "somebody":
                if other not in plan.blocked():
                    _stand(plan, f"guard {len(plan.figures)}", other, 1, True)
            else:
                plan.edges[min(tile, other), max(tile, other)] = rng.choice(SHUT)


def _wall_along(rng: random.Random, plan: Plan, ends: Segment) -> None:
    """Add free walls that cover it: one wall, two that meet or overlap, or one that is longer."""
    (ax, ay), (bx, by) = ends
    between, other = split(ends, rng.choice((2, 4, 5))), split((ends[1], ends[0]), 2)
    how = rng.randrange(4)
    if how == 0 and between is not None:
        parts = [(ends[0], between), (between, ends[1])]
    elif how == 1 and between is not None and other is not None:
        further = max(between, other, key=lambda p: abs(p[0] - ax) + abs(p[1] - ay))
        nearer = min(between, other, key=lambda p: abs(p[0] - ax) + abs(p[1] - ay))
        parts = [(ends[0], further), (nearer, ends[1])]
    elif how == 2 and other is not None:
        half = (other[0] - ax, other[1] - ay)
        parts = [((ax - half[0], ay - half[1]), (bx + half[0], by + half[1]))]
    else:
        parts = [ends]
    for start, end in parts:
        _draw(plan, start, end, rng.choice(SHUT))


def _draw(plan: Plan, start: Point, end: Point, threshold: tuple[str, str]) -> None:
    """Add a free wall. A board keeps one wall between two ends, so the first blocking one stays."""
    if start != end and all({start, end} != set(ends) for ends, _ in plan.free):
        plan.free.append(((start, end), threshold))


# --- rooms with an outline that cuts through tiles


def _polygon(rng: random.Random, plan: Plan, kinds: Sequence[str]) -> Sealed | None:
    """Add free walls around a point, mostly off the grid and partly off the board."""
    cx, cy = corners(plan.grid, rng.choice(plan.tiles))[0]
    part = rng.choice((TILE, TILE // 2, TILE // 3, TILE // 4, TILE // 8, 3))
    reach = rng.choice((3, 4, 6)) * TILE // 2 // part
    points = {
        (cx + part * rng.randint(-reach, reach), cy + part * rng.randint(-reach, reach))
        for _ in range(rng.randint(3, 7))
    } - {(cx, cy)}
    loop = _around((cx, cy), points)
    if not is_simple(loop):
        return None
    for ends in sides_of(loop):
        if plan.outside == "open" or not is_beyond(plan, ends):  # otherwise the rim closes it there
            _wall_along(rng, plan, ends)
    return _furnished_outline(rng, plan, loop)


def _around(at: Point, points: Collection[Point]) -> list[Point]:
    """Sort the points by direction from `at`, using only exact turns."""

    def is_upper(p: Point) -> bool:
        return (p[1] - at[1], p[0] - at[0]) > (0, 0)

    halves: list[Point] = []
    for upper in (True, False):
        half: list[Point] = []
        for point in (p for p in sorted(points) if is_upper(p) is upper):
            place = sum(turn(at, other, point) > 0 for other in half)
            half.insert(place, point)
        halves += half
    return halves


def _with_chords(rng: random.Random, plan: Plan, kinds: Sequence[str]) -> Sealed | None:
    """Choose some tiles, and cut corners off them, or add corners, with straight free walls."""
    inside = _grown(rng, plan, rim=True)
    loop = None if inside is None else _loop(plan.grid, inside)
    if inside is None or loop is None:
        return None
    whole = list(loop)
    for _ in range(rng.randint(1, 3)):
        count = len(loop)
        first, length = rng.randrange(count), rng.randint(2, max(2, count // 3))
        turned = [*loop[first:], *loop[:first]]
        shorter = [turned[0], *turned[length:]]
        if is_simple(shorter):
            loop = shorter
    kept = {ends for ends in sides_of(loop) if ends in set(sides_of(whole))}
    lasting = [kind for kind in kinds if kind != "somebody"]
    _close(rng, plan, inside, rng.choices(lasting, k=rng.randint(1, 3)), kept)
    for ends in sides_of(loop):
        if ends not in kept:
            _wall_along(rng, plan, ends)
    return _furnished_outline(rng, plan, loop)


def _loop(grid: str, tiles: Collection[Pair]) -> list[Point] | None:
    """Return the outline of these tiles if it is one simple loop."""
    following: dict[Point, Point] = {}
    count = 0
    for tile in tiles:
        for other in beside(grid, tile):
            if other not in tiles:
                start, end = side(grid, tile, other)
                following[start] = end
                count += 1
    if len(following) < count:
        return None  # it touches itself
    loop = [min(following)]
    while (after := following[loop[-1]]) != loop[0]:
        loop.append(after)
    return loop if len(loop) == count else None  # otherwise there is a hole


def _furnished_outline(rng: random.Random, plan: Plan, loop: list[Point]) -> Sealed:
    bare = sealed_by_outline(plan, loop)
    _clutter(rng, plan, bare.inside, bare.outside, free=True)
    return sealed_by_outline(plan, loop)


# --- what else there is: none of it can open a room


def _clutter(
    rng: random.Random, plan: Plan, inside: Collection[Pair], outside: Collection[Pair], free: bool
) -> None:
    """Add figures, furniture, pillars, walls, open doors and random free walls on both sides."""
    for where, part in (("inner", inside), ("outer", outside)):
        ground = set(part) - plan.solid
        for number in range(rng.randint(0, 3)):
            size, blocks = rng.choice((1, 2, 2)), rng.random() < 0.6
            for at in rng.sample(sorted(ground), len(ground)):
                footprint = set(_footprint(plan.grid, at, size))
                if footprint <= ground and not (blocks and footprint & plan.blocked()):
                    _stand(plan, f"{where} {number}", at, size, blocks)
                    break
    standing = {tile for each in plan.figures for tile in each.tiles}
    rock, walls = rng.choice((0, 0, 0.1, 0.3)), rng.choice((0, 0, 0.1, 0.3))
    board = set(plan.tiles)
    for tile in plan.tiles:
        if tile not in standing and rng.random() < rock:
            plan.solid.add(tile)
        for da, db in STEPS[plan.grid]:
            other = (tile[0] + da, tile[1] + db)
            if tile < other and other in board and rng.random() < walls:
                plan.edges.setdefault((tile, other), rng.choice((*SHUT, *OPEN, *OPEN)))
    for _ in range(rng.choice((0, 0, 1, 2)) if free else 0):
        start, end = (rng.choice(corners(plan.grid, rng.choice(plan.tiles))) for _ in range(2))
        _draw(plan, start, end, rng.choice((*SHUT, *OPEN)))


def _stand(plan: Plan, name: str, at: Pair, size: int, blocks: bool) -> None:
    plan.figures.append(Standing(name, at, size, _footprint(plan.grid, at, size), blocks))
