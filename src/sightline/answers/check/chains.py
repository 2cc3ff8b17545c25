"""Follow chains of tiles again, for the checker, from the pack's data and the board.

Woods add up, hills hide, and if a line runs between hexes, one side counts for the whole line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple

from sightline.answers.check.bundles import LinesOfBundle
from sightline.answers.check.kinds import PackGround
from sightline.answers.check.line import line_key
from sightline.answers.check.shapes import box_around
from sightline.answers.check.strip import LineKey
from sightline.answers.sight import Blocker, Cover, Ray, Sight, Step
from sightline.geometry.contact import LEFT, RIGHT
from sightline.geometry.walk import Line, meet_tile
from sightline.model.cell import Tile, hex_distance
from sightline.model.degree import NONE
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import SOLID


class ChainFound(NamedTuple):
    """One chain of tiles, and its result."""

    ray: Ray
    degree: str
    points: int


class ChainChoice(NamedTuple):
    """The chains between two tiles. The chain that decides comes first."""

    chains: tuple[ChainFound, ...]
    degree: tuple[str, str]
    points: tuple[int, int]
    line: LineKey | None = None
    """The straight line along the chains, if only that is blocked."""


class CheckedChains:
    """A question of a pack that follows chains of tiles, computed again."""

    def __init__(self, ground: PackGround, cover: bool) -> None:
        self.ground, self.cover = ground, cover
        self.question, self.pack, self.board = ground.question, ground.pack, ground.board
        self._straight = LinesOfBundle(ground, cover)

    @property
    def degree(self) -> tuple[str, str]:
        """The least cover of all pairs of tiles: if open decisions favor the viewer, and if not."""
        low, high = (
            min((choice.degree[i] for choice in self.choices), key=self.pack.rank) for i in (0, 1)
        )
        return low, high

    @cached_property
    def choices(self) -> list[ChainChoice]:
        tiles = product(self.ground.source.tiles, self.ground.target.tiles)
        return [self._between(a, b) for a, b in tiles]

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of the chains that an answer shows for this question."""
        shown = next((each for each in self.choices if self._shows(sight, each)), None)
        if shown is None:
            yield "the chains shown are not those between two of their tiles"
            return
        if min(map(self._worth, self.choices)) < self._worth(shown):
            yield "other tiles of the two are better than those shown"
        if sight.blocked != shown.points:
            yield f"the points are {shown.points}, not {sight.blocked}"
        if shown.line is not None:
            yield from self._straight.line_problems(shown.line, sight.lines[0])
            return
        first = sight.rays[0]
        if (sight.line, sight.steps, sight.cover) != (first.path, first.steps, first.cover):
            yield "the steps shown are not those of the first chain"
        if list(sight.blockers) != list(self._blockers(first)):
            yield "the blockers are not those of the steps"

    def _shows(self, sight: Sight, choice: ChainChoice) -> bool:
        """Return whether the answer shows these chains, in an order that their results allow."""
        if choice.line is not None:
            return not sight.rays and list(map(line_key, sight.lines)) == [choice.line]
        by_ray = {each.ray: each for each in choice.chains}
        if set(by_ray) != set(sight.rays) or len(by_ray) != len(sight.rays):
            return False
        given = [self._rank(by_ray[ray]) for ray in sight.rays]
        return given == [self._rank(each) for each in choice.chains]

    def _worth(self, choice: ChainChoice) -> tuple[int, ...]:
        low, high = map(self.pack.rank, choice.degree)
        return high, low, *choice.points[::-1]

    def _rank(self, found: ChainFound) -> tuple[int, int]:
        return self.pack.rank(found.degree), found.points

    # --- the chains to follow

    def _between(self, a: Tile, b: Tile) -> ChainChoice:
        found = sorted(map(self._found, self._paths(a, b)), key=self._rank)
        if self.question.lean == "worst":
            found.reverse()
        first, last = found[0], found[0] if self.question.lean else found[-1]
        total, degrees = self.pack.degrees[-1], (first.degree, last.degree)
        key = self._line_between(a, b)
        blocked = self._straight.blocked(self.ground.kinds, key)
        if not self.cover and blocked[1] and first.degree != total:
            low, high = (total if blocked[i] else degrees[i] for i in (0, 1))
            return ChainChoice((), (low, high), (int(blocked[0]), 1), key)
        return ChainChoice(tuple(found), degrees, (first.points, last.points))

    def _line_between(self, a: Tile, b: Tile) -> LineKey:
        return a, self.board.grid.center(a), b, self.board.grid.center(b)

    def _paths(self, a: Tile, b: Tile) -> list[tuple[Tile, ...]]:
        """Return the tiles that the line crosses.

        If it runs between two tiles somewhere, there are two lists: with those on its left, and
        with those on its right.
        """
        grid = self.board.grid
        line = Line.between(grid.center(a), grid.center(b))
        crossed = []
        for tile in box_around(self.board, (a, b)):
            met = meet_tile(line, grid.corners(tile))
            if met is not None and met.lo < met.hi:
                crossed.append((met.lo, met.sides, tile))
        crossed.sort()
        sides = (tuple(t for _, at, t in crossed if at & side) for side in (LEFT, RIGHT))
        return list(dict.fromkeys(sides))

    # --- one chain

    def _found(self, path: tuple[Tile, ...]) -> ChainFound:
        ray, points = self._followed(path, self.ground.kinds)
        if not self.cover and not ray.clear:
            return ChainFound(ray, self.pack.degrees[-1], points)
        degree = NONE
        for least, name in self.question.degrees.get(self.board.grid.name, ()):
            stopped = 0
            if self.cover:
                rank = self.pack.rank(name)
                most = self.question.blockers.items()
                kinds = [kind for kind, each in most if self.pack.rank(each) >= rank]
                stopped = int(bool(kinds) and self._is_stopped(path, kinds))
            if points + stopped >= least and self.pack.rank(name) > self.pack.rank(degree):
                degree = name
        return ChainFound(ray, degree, points)

    def _is_stopped(self, path: tuple[Tile, ...], kinds: Collection[str]) -> bool:
        line = self._line_between(path[0], path[-1])
        return self._straight.blocked(kinds, line)[0] or not self._followed(path, kinds)[0].clear

    def _followed(self, path: tuple[Tile, ...], kinds: Collection[str]) -> tuple[Ray, int]:
        heights = [self._height(tile) for tile in path]
        steps, points, last = [], 0, len(path) - 1
        for i, tile in enumerate(path):
            between = 0 < i < last
            worth, what = self._worth_of(path, heights, i) if between else (0, None)
            solid = between and self._is_solid(tile, kinds)
            hill = (
                between
                and not self.cover
                and self.question.heights != ""
                and self._rises(path, heights, i, 0)
            )
            wall = i > 0 and self._is_walled(path[i - 1], tile, kinds)
            points += worth
            height = heights[i]
            steps.append(
                Step(
                    hex=tile,  # type: ignore[arg-type]
                    index=i,
                    kind="mid" if between else "target" if i else "start",
                    blocked_tile=solid,
                    blocked_edge=wall,
                    blocked_elevation=hill,
                    soft_cover=float(worth),
                    elevation=None if height is None else float(height),
                    reason="edge" if wall else "tile" if solid else "elevation" if hill else None,
                    what=what if worth else None,
                )
            )
        return Ray(tuple(steps), Cover(float(points), 0.0)), points

    def _height(self, tile: Tile) -> Fraction | None:
        return self.board.height_at(tile) if isinstance(self.board, HexBoard) else None

    def _is_solid(self, tile: Tile, kinds: Collection[str]) -> bool:
        return tile not in self.ground.own and self.ground.blocker_on(tile, kinds)[0] != ""

    def _is_walled(self, a: Tile, b: Tile, kinds: Collection[str]) -> bool:
        center, forth = self.board.grid.center, {a, b}
        (ax, ay), (bx, by) = center(a), center(b)
        return any(
            set(shape.label[1]) == forth
            and not shape.limited
            and shape.is_there_for((bx - ax, by - ay))
            for shape in self.ground.shapes(kinds)
            if shape.is_wall and not shape.free
        )

    def _worth_of(
        self, path: Sequence[Tile], heights: Sequence[Any], i: int
    ) -> tuple[int, str | None]:
        """Return the points that tile `i` adds, for its terrain or as ground that
        half hides, and the kind.
        """
        if self.question.points:
            kinds = self._kinds_on(path[i])
            worths = ((self.question.points.get(kind, 0), kind) for kind in kinds)
            if not self._rises(path, heights, i, self.question.growth):
                return 0, None
            return max(worths, default=(0, None))
        if not self.cover or self.question.heights != "battletech":
            return 0, None
        if hex_distance(path[i], path[-1]) != 1:
            return 0, None
        here, there = ((heights[end] or 0) + self.question.eyes for end in (0, -1))
        return int((heights[i] or 0) == there and here <= there), "hill"

    def _kinds_on(self, tile: Tile) -> set[str]:
        board = self.board
        if tile not in board:
            return set()
        kinds: set[str | None] = {board.terrain(tile)} - {None}
        if board.flags(tile) & SOLID:
            kinds.add("solid")
        for name in board.names_at(tile):
            if not self.ground.stands_at_an_end(name):
                kinds |= self.ground.kinds_of(board.figure(name))
        return {str(kind) for kind in kinds}

    def _rises(self, path: Sequence[Tile], heights: Sequence[Any], i: int, more: int) -> bool:
        """Return whether something that rises `more` above the ground of tile `i`
        reaches the line.
        """
        first, end, top = heights[0] or 0, heights[-1] or 0, (heights[i] or 0) + more
        if self.question.heights == "":
            return True
        before, after = hex_distance(path[0], path[i]), hex_distance(path[i], path[-1])
        if self.question.heights == "linear":
            return bool(top * (before + after) > first * after + end * before)
        if self.question.heights == "hill-blocks":
            return bool(top > first or top > end)
        above_here, above_there = top > first + self.question.eyes, top > end + self.question.eyes
        return bool(
            (above_here and above_there)
            or (above_here and before == 1)
            or (above_there and after == 1)
        )

    def _blockers(self, ray: Ray) -> Iterator[Blocker]:
        for before, step in pairwise((ray.steps[0], *ray.steps)):
            if step.reason == "edge":
                threshold = self.board.edge(before.hex, step.hex)
                what = type(threshold).__name__.lower()
                state = None if threshold is None else threshold.state
                yield Blocker(what, (before.hex, step.hex), state=state)
            elif step.reason == "tile":
                what, name = self.ground.blocker_on(step.hex, self.ground.kinds)
                yield Blocker(what, step.hex, name)
            elif step.reason == "elevation":
                yield Blocker("height", step.hex)
