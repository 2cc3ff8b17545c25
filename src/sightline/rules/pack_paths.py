"""Questions of packs that follow a chain of tiles: woods that add up, hills, lines that lean.

Where a line runs exactly between hexes, there are two chains, one on its left and one on its right,
and one of them is taken for the whole line. On squares there is one: the squares that the line
passes through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.answers.sight import Cover, Ray, Step
from sightline.geometry.contact import BOTH
from sightline.geometry.hexline import leaning
from sightline.geometry.walk import Line, walk
from sightline.model.cell import HEX, Hex, Tile
from sightline.model.hexagon import HexBoard
from sightline.packs.schema import PackQuestion
from sightline.rules.pack_look import KindLook

LEFT, RIGHT = -1, 1
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
    if look.grid is HEX:
        left, right = leaning(source, target, LEFT), leaning(source, target, RIGHT)
        return [left] if left == right else [left, right]
    line = Line.between(look.grid.center(source), look.grid.center(target))
    path, right_by, down_by = walk(look.grid, line)
    shift = look.grid.shift
    return [
        tuple(
            shift((0, 0), right_by + dx, down_by + dy)
            for dx, dy, lo, hi, sides in path.tiles
            if lo < hi and sides == BOTH
        )
    ]


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
            return (top - self._first) * self._length > (self._last - self._first) * i
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
