"""The reference alone satisfies the laws of the spec."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from tests.every_rule import MAKE, THOROUGH
from tests.reference import contact
from tests.reference import ground as ground_module
from tests.reference.contact import NAMES, Point, Scene
from tests.reference.ground import Ground, Tile, Tiles
from tests.reference.strip import frame

BOARDS = 600 if THOROUGH else 30
LESS = 200 if THOROUGH else 10  # for tests that check every line
SMALL = {"square": 5, "hex": 2}
on_both_grids = pytest.mark.parametrize("grid", MAKE)

Answers = tuple[str, ...]


def scenes(
    grid: str, large: bool = True, boards: int = BOARDS
) -> Iterator[tuple[int, Scene, Tiles, Tiles]]:
    for seed in range(boards):
        case = MAKE[grid](seed + 90_000_000, most=SMALL[grid], large=large)
        source, target = case.places()
        yield seed, case.reference(), source.tiles, target.tiles


def answers(scene: Scene, source: Tiles, target: Tiles) -> Answers:
    return (
        contact.corner_contact(scene, source, target),
        contact.corner_contact(scene, source, target, closed_ends=True),
        contact.center_contact(scene, source, target),
        contact.center_contact(scene, source, target, large="middle"),
    )


def lines(scene: Scene, source: Tile, target: Tile) -> Iterator[tuple[Point, Point]]:
    ground = Ground(scene, (source, target))
    for p, q in product(ground.corners(source), ground.corners(target)):
        yield _units(ground, p), _units(ground, q)


def _units(ground: Ground, p: tuple[int, int]) -> Point:
    return Fraction(p[0], ground.scale), Fraction(p[1], ground.scale)


@on_both_grids
def test_both_ways_the_same(grid: str) -> None:
    for seed, scene, source, target in scenes(grid):
        assert answers(scene, source, target) == answers(scene, target, source), seed


@on_both_grids
def test_every_line_and_its_manner_are_the_same_both_ways(grid: str) -> None:
    for seed, scene, (source, *_), (target, *_) in scenes(grid, boards=LESS):
        for p, q in lines(scene, source, target):
            for ask in (contact.line_contact, contact.line_manner):
                there = ask(scene, p, q, (source,), (target,))
                assert there == ask(scene, q, p, (target,), (source,)), (seed, p, q)


@on_both_grids
def test_only_blocked_lines_have_a_manner_and_no_wall_a_pinch(grid: str) -> None:
    for seed, scene, (source, *_), (target, *_) in scenes(grid, boards=LESS):
        for p, q in lines(scene, source, target):
            answer = contact.line_contact(scene, p, q, (source,), (target,))
            manner = contact.line_manner(scene, p, q, (source,), (target,))
            assert (manner is None) is (answer != "blocked"), (seed, p, q)
            if not scene.solid and (grid == "square" or scene.outside == "open"):
                assert manner in {None, "through"}, (seed, p, q)
            assert grid == "square" or manner != "pinch", (seed, p, q)


@on_both_grids
def test_a_new_blocker_never_opens(grid: str) -> None:
    for seed, scene, source, target in scenes(grid):
        before = answers(scene, source, target)
        more = with_a_new_blocker(scene, random.Random(seed))
        after = answers(more, source, target)
        for a, b in zip(before, after, strict=True):
            assert NAMES.index(a) <= NAMES.index(b), (seed, before, after)


def with_a_new_blocker(scene: Scene, rng: random.Random) -> Scene:
    tiles = sorted(cells(scene))
    solid, walls, free = set(scene.solid), list(scene.walls), list(scene.free)
    tile = rng.choice(tiles)
    kind = rng.choice(("tile", "wall", "free"))
    near = [t for t in tiles if t in neighbors(scene, tile)]
    if kind == "tile":
        solid.add(tile)
    elif kind == "wall" and near:
        walls.append((tile, rng.choice(near)))
    else:
        ground = Ground(scene, tiles)
        corners = [_units(ground, p) for t in (tile, rng.choice(tiles)) for p in ground.corners(t)]
        a, b = rng.sample(corners, 2)
        if a != b:
            free.append((a, b))
    return Scene(scene.grid, scene.rows, scene.cols, scene.cells, scene.outside, solid, walls, free)


# The images of x and y (or q and r), as rows of a matrix.
Turn = tuple[tuple[int, int], tuple[int, int]]
SQUARE_TURNS: list[Turn] = [
    *(((a, 0), (0, b)) for a in (1, -1) for b in (1, -1)),
    *(((0, a), (b, 0)) for a in (1, -1) for b in (1, -1)),
]
HEX_TURNS: list[Turn] = [
    *(((1, 0), (0, 1)), ((0, -1), (1, 1)), ((-1, -1), (1, 0))),
    *(((-1, 0), (0, -1)), ((0, 1), (-1, -1)), ((1, 1), (-1, 0))),
    *(((0, 1), (1, 0)), ((-1, 0), (1, 1)), ((-1, -1), (0, 1))),
    *(((0, -1), (-1, 0)), ((1, 0), (-1, -1)), ((1, 1), (0, -1))),
]


@on_both_grids
def test_symmetries_of_the_grid_change_nothing(grid: str) -> None:
    turns = SQUARE_TURNS if grid == "square" else HEX_TURNS
    for seed, scene, source, target in scenes(grid):
        motion = Motion(scene, turns[seed % len(turns)])
        before = answers(scene, source, target)
        assert before == answers(motion.scene(), motion.tiles(source), motion.tiles(target)), seed


class Motion:
    """A rotation or reflection, followed by a shift that keeps a square board in place."""

    def __init__(self, scene: Scene, turn: Turn) -> None:
        self.old = scene
        (self.a, self.b), (self.c, self.d) = turn
        self.cols = abs(self.a) * scene.cols + abs(self.b) * scene.rows
        self.rows = abs(self.c) * scene.cols + abs(self.d) * scene.rows

    def point(self, p: Point) -> Point:
        x, y = self.a * p[0] + self.b * p[1], self.c * p[0] + self.d * p[1]
        if self.old.grid == "hex":
            return x, y
        return x + self.cols * (self.a + self.b < 0), y + self.rows * (self.c + self.d < 0)

    def tile(self, tile: Tile) -> Tile:
        if self.old.grid == "hex":
            q, r = self.point(tile)
            return int(q), int(r)
        half = Fraction(1, 2)
        x, y = self.point((tile[1] + half, tile[0] + half))
        return int(y), int(x)

    def tiles(self, tiles: Iterable[Tile]) -> Tiles:
        return tuple(self.tile(t) for t in tiles)

    def scene(self) -> Scene:
        old = self.old
        return Scene(
            old.grid,
            self.rows,
            self.cols,
            set(self.tiles(old.cells)),
            old.outside,
            set(self.tiles(old.solid)),
            [(self.tile(a), self.tile(b)) for a, b in old.walls],
            [(self.point(a), self.point(b)) for a, b in old.free],
        )


@on_both_grids
def test_a_closed_room_is_closed(grid: str) -> None:
    """Every edge around the room is closed in some way; the rest of the board is random."""
    pairs = 0
    for seed, scene, (inside, *_), _ in scenes(grid, large=False):
        rng = random.Random(seed)
        if grid == "hex":
            scene.outside = "solid"  # a room at an open rim would not be closed
        room = grown(scene, inside, rng)
        shell = closed(scene, room, rng)
        others = sorted(cells(scene) - room - shell)
        for a, b in product(rng.sample(sorted(room), 1), rng.sample(others, min(3, len(others)))):
            pairs += 1
            assert answers(scene, (a,), (b,)) == ("blocked",) * 4, (seed, room, a, b)
    assert pairs > BOARDS


def grown(scene: Scene, start: Tile, rng: random.Random) -> set[Tile]:
    room = {start}
    for _ in range(rng.randint(0, 5)):
        step = rng.choice(sorted(neighbors(scene, rng.choice(sorted(room)))))
        if step in cells(scene):
            room.add(step)
    return room


def closed(scene: Scene, room: set[Tile], rng: random.Random) -> set[Tile]:
    """Close the room, and return the tiles that close it. As a target, such a
    tile does not block.
    """
    ground = Ground(scene, sorted(room))
    shell = set()
    for tile in sorted(room):
        for other in sorted((neighbors(scene, tile) & cells(scene)) - room):
            (ax, ay), (bx, by) = (_units(ground, p) for p in ground.edge(tile, other))
            middle = (Fraction(ax + bx) / 2, Fraction(ay + by) / 2)
            match rng.choice(("tile", "wall", "free wall", "two free walls")):
                case "tile":
                    shell.add(other)
                case "wall":
                    scene.walls.append((tile, other))
                case "free wall":
                    scene.free.append(((ax, ay), (bx, by)))
                case _:
                    scene.free += [((ax, ay), middle), ((bx, by), middle)]
    scene.solid |= shell
    return shell


@on_both_grids
def test_a_room_of_free_walls_off_the_grid_is_closed(grid: str) -> None:
    """The room is a quadrilateral around one tile, drawn through its neighbors."""
    half = Fraction(1, 2)
    for seed in range(BOARDS):
        rng = random.Random(seed)
        if grid == "square":
            scene, tile, (x, y) = Scene("square", 7, 7), (3, 3), (3 + half, 3 + half)
        else:
            disc = {(q, r) for q in range(-4, 5) for r in range(-4, 5)}
            scene, tile, (x, y) = Scene("hex", cells=disc), (0, 0), (0 * half, 0 * half)
        a, b, c, d = (Fraction(rng.randint(5, 7), 4) for _ in range(4))
        outline: list[Point] = [(x + a, y), (x, y + b), (x - c, y), (x, y - d)]
        scene.free = list(zip(outline, outline[1:] + outline[:1], strict=True))
        far = [t for t in cells(scene) if max(abs(t[0] - tile[0]), abs(t[1] - tile[1])) == 3]
        for other in rng.sample(sorted(far), 3):
            assert answers(scene, (tile,), (other,)) == ("blocked",) * 4, (seed, other)


@on_both_grids
def test_a_thinner_strip_says_the_same(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = [answers(scene, a, b) for _, scene, a, b in scenes(grid)]
    monkeypatch.setattr(
        ground_module, "frame", lambda p, q, extent, sides: frame(p, q, 1000 * extent, sides)
    )
    assert answer == [answers(scene, a, b) for _, scene, a, b in scenes(grid)]


def cells(scene: Scene) -> set[Tile]:
    if scene.grid == "hex":
        return set(scene.cells)
    return set(product(range(scene.rows), range(scene.cols)))


def neighbors(scene: Scene, tile: Tile) -> set[Tile]:
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if scene.grid == "hex":
        ways += [(1, -1), (-1, 1)]
    return {(tile[0] + a, tile[1] + b) for a, b in ways}
