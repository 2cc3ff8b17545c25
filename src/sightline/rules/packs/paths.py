"""Questions of packs that follow a chain of tiles: woods that add up, hills, lines that lean.

A chain consists of every tile that the line passes through, however briefly, but not of tiles that
it meets in a single point. Where the line runs exactly between hexes there are two chains, one on
its left and one on its right. One of them then counts for the whole line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.answers.sight import Cover, Ray, Step
from sightline.geometry.contact import LEFT, RIGHT
from sightline.geometry.walk import Line, walk
from sightline.model.cell import Hex, Tile, hex_distance
from sightline.model.hexagon import HexBoard
from sightline.packs.schema import PackQuestion
from sightline.rules.packs.look import KindQuery


class Followed(NamedTuple):
    """The result of following one chain of tiles."""

    ray: Ray
    blocked: bool
    points: int


def follows(question: PackQuestion) -> bool:
    """Return whether the question follows chains of tiles rather than straight lines."""
    leans = question.lean and question.shape == "tile"
    return bool(leans or question.points or question.heights)


def chains(look: KindQuery, source: Tile, target: Tile) -> list[tuple[Tile, ...]]:
    """Return the chains of tiles between two tiles: one, or one on each side of the line."""
    line = Line.between(look.grid.center(source), look.grid.center(target))
    path, right_by, down_by = walk(look.grid, line)
    shift = look.grid.shift
    left, right = (
        tuple(
            shift((0, 0), right_by + dx, down_by + dy)
            for dx, dy, lo, hi, sides in path.tiles
            if lo < hi and sides & side
        )
        for side in (LEFT, RIGHT)
    )
    return [left] if left == right else [left, right]


def follow(look: KindQuery, question: PackQuestion, path: Sequence[Tile], cover: bool) -> Followed:
    """Follow one chain: return whether it is blocked, and the sum of the points of its tiles.

    In a question of cover, ground does not block. If that question has no points, it counts the
    hexes that half hide the target.
    """
    heights = _Heights(look, question, path)
    steps, points = [], 0
    for i, tile in enumerate(path):
        mid = 0 < i < len(path) - 1
        worth, what = 0, None
        if mid and question.points and heights.reaches(i, question.growth):
            kinds = look.kinds_at(tile) if tile in look.board else ()
            what = max(kinds, key=lambda kind: question.points.get(kind, 0), default="")
            worth = question.points.get(what, 0)
        elif mid and cover and not question.points:
            worth, what = int(heights.half_hides(i)), "hill"
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
                what=what if worth else None,
            )
        )
    ray = Ray(tuple(steps), Cover(float(points), 0.0))
    return Followed(ray, not ray.clear, points)


class _Heights:
    """The ground under a chain of tiles, as the question treats it."""

    def __init__(self, look: KindQuery, question: PackQuestion, path: Sequence[Tile]) -> None:
        self.counts = bool(question.heights)
        self._way = question.heights
        self._path = path
        self.of = list(_ground(look, path))
        eyes = question.eyes if self._way == "battletech" else 0
        self._here, self._there = self.at(0) + eyes, self.at(-1) + eyes

    def at(self, i: int) -> Fraction:
        """Return the height of the ground of tile `i`, 0 by default."""
        height = self.of[i]
        return Fraction(0) if height is None else height

    def reaches(self, i: int, more: int) -> bool:
        """Return whether something that rises `more` above the ground of tile `i`
        reaches the line.
        """
        top, here, there = self.at(i) + more, self._here, self._there
        if not self._way:
            return True
        before, after = self._steps(i)
        if self._way == "linear":
            return (top - here) * (before + after) > (there - here) * before
        if self._way == "hill-blocks":
            return top > min(here, there)
        return (
            top > max(here, there) or (before == 1 and top > here) or (after == 1 and top > there)
        )

    def half_hides(self, i: int) -> bool:
        """Return whether tile `i` hides the lower half of the target: it is next to the target, as
        high as its lower half, and the viewer is not higher.
        """
        return (
            self._way == "battletech"
            and self._steps(i)[1] == 1
            and self.at(i) == self._there
            and self._here <= self._there
        )

    def _steps(self, i: int) -> tuple[int, int]:
        """Return the distances of tile `i` from the first and the last tile.

        Only hexes have heights.
        """
        path = self._path
        return hex_distance(path[0], path[i]), hex_distance(path[i], path[-1])


def _ground(look: KindQuery, path: Sequence[Tile]) -> Iterator[Fraction | None]:
    board = look.board
    for tile in path:
        yield board.height_at(Hex(*tile)) if isinstance(board, HexBoard) else None
