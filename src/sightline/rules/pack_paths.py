"""Questions of packs that follow a chain of tiles: woods that add up, hills, lines that lean.

A chain is all the tiles that the straight line passes through, in order: the tiles under a ruler.
Where the line runs exactly along sides of hexes, there are two, one with the hexes on its left and
one with those on its right, and one of the two is taken for the whole line. A tile of which the
line meets a single point is in neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.answers.sight import Cover, Ray, Step
from sightline.geometry.contact import LEFT, RIGHT
from sightline.geometry.walk import Line, walk
from sightline.model.cell import HEX, Hex, Tile, hex_distance
from sightline.model.hexagon import HexBoard
from sightline.packs.schema import PackQuestion
from sightline.rules.pack_look import KindLook

EYES = 1
"""By the heights of BattleTech, how far above its ground one looks from."""
GROWTH = 2
"""And how far above it woods and smoke rise."""


class Followed(NamedTuple):
    """One chain of tiles, and what was met on it."""

    ray: Ray
    blocked: bool
    points: int


def follows(question: PackQuestion) -> bool:
    """Does the question follow chains of tiles rather than straight lines?"""
    return bool(question.lean or question.points or question.heights)


def chains(look: KindLook, source: Tile, target: Tile) -> list[tuple[Tile, ...]]:
    """The chains of tiles from the one to the other: one, or one on each side of the line."""
    grid = look.grid
    path, right_by, down_by = walk(grid, Line.between(grid.center(source), grid.center(target)))
    passed = [met for met in path.tiles if met.lo < met.hi]
    left, right = (
        tuple(
            grid.shift((0, 0), right_by + met.dx, down_by + met.dy)
            for met in passed
            if met.sides & side
        )
        for side in (LEFT, RIGHT)
    )
    # Squares are looked at where the line goes through them: nobody leans there.
    if grid is not HEX:
        return [tuple(tile for tile in left if tile in right)]
    return [left] if left == right else [left, right]


def follow(look: KindLook, question: PackQuestion, path: Sequence[Tile], cover: bool) -> Followed:
    """Walk one chain: is it blocked, and what do its tiles add up to? `cover`: is it a question of
    cover? Then ground is no blocker: without points of its own the question counts by how many
    hexes the target is half hidden."""
    heights = _Heights(look, question, path)
    steps, points = [], 0
    for i, tile in enumerate(path):
        mid = 0 < i < len(path) - 1
        worth = 0
        if mid and question.points:
            worth = max((question.points.get(kind, 0) for kind in look.kinds_at(tile)), default=0)
            worth = worth if heights.reaches(i, GROWTH) else 0
        elif mid and cover:
            worth = int(heights.half_hides(i))
        points += worth
        edge = i > 0 and look.edge_between(path[i - 1], tile)
        solid = mid and look.blocks_tile(tile)
        above = mid and not cover and heights.reaches(i, 0) and heights.counts
        steps.append(
            Step(
                hex=tile,  # type: ignore[arg-type]
                index=i,
                kind="mid" if mid else "start" if i == 0 else "target",
                blocked_tile=solid,
                blocked_edge=edge,
                blocked_elevation=above,
                soft_cover=float(worth),
                elevation=None if heights.of[i] is None else float(heights.at(i)),
                reason="edge" if edge else "tile" if solid else "elevation" if above else None,
            )
        )
    ray = Ray(tuple(steps), Cover(float(points), 0.0))
    return Followed(ray, not ray.clear, points)


class _Heights:
    """The ground under a chain of tiles, as the question looks at it."""

    def __init__(self, look: KindLook, question: PackQuestion, path: Sequence[Tile]) -> None:
        self.counts = bool(question.heights)
        self._way = question.heights
        self.of = list(_ground(look, path))
        self._first, self._last = self.at(0), self.at(-1)
        self._length = len(path) - 1
        self._away = [(hex_distance(path[0], at), hex_distance(at, path[-1])) for at in path]
        """How far each is from the two ends, for a line whose height changes on the way."""

    def at(self, i: int) -> Fraction:
        """How high the ground is there; 0 where nothing is said."""
        height = self.of[i]
        return Fraction(0) if height is None else height

    def reaches(self, i: int, more: int) -> bool:
        """Does what rises so far above that ground come into the line?"""
        top = self.at(i) + more
        if not self._way:
            return True
        if self._way == "linear":
            behind, ahead = self._away[i]
            return top * (behind + ahead) > self._first * ahead + self._last * behind
        if self._way == "hill-blocks":
            return top > min(self._first, self._last)
        here, there = self._first + EYES, self._last + EYES
        return (
            top > max(here, there)
            or (i == 1 and top > here)
            or (i == self._length - 1 and top > there)
        )

    def half_hides(self, i: int) -> bool:
        """Is it next to the target, as high as its lower half, and the viewer no higher?"""
        here, there = self._first + EYES, self._last + EYES
        return (
            self._way == "battletech"
            and i == self._length - 1
            and self.at(i) == there
            and here <= there
        )


def _ground(look: KindLook, path: Sequence[Tile]) -> Iterator[Fraction | None]:
    board = look.board
    for tile in path:
        yield board.height_at(Hex(*tile)) if isinstance(board, HexBoard) else None
