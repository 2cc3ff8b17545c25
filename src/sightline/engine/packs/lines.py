"""Kernel plans for questions with lines between centers and corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from sightline.engine import native
from sightline.engine.heights import ABOVE_ALL, BELOW_ALL, body_in_units
from sightline.engine.packs.grounds import (
    BLOCKS,
    GroundKey,
    PackPlaneCache,
    stands_in_the_way,
    word_at,
)
from sightline.engine.packs.questions import ENDS, KernelPlan, Planes, QuestionPlan, Ranks
from sightline.model.board import Board
from sightline.model.cell import Tile, hex_distance
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.model.planes import extent, tile_index
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.look import LEVELS
from sightline.rules.packs.questions import counts

_POINTS = ("center", "corners")
_DIAMONDS = {"": 1, "any": 2, "worst": 3}
_TAKES = ("any", "all", "best-corner", "pair")
"""The values of `take`; the indexes are the numbers in kernels/pack/pack_lines.h."""
_LONGEST_FINE = 5000
"""The longest line whose products fit in 64 bits: hexes times subdivisions of a third of a hex."""

WholePoint = tuple[int, int, int, int]
"""A point of a footprint: x and y in halves of a square or sixths of a hex, and the row and column
of its tile. Both are `_NO_ROW` for the middle of a footprint.
"""
_NO_ROW = -(2**31)


def _hexes_apart(source: Place, target: Place) -> int:
    """Return the distance between the farthest tiles of two places."""
    return max(hex_distance(a, b) for a in source.tiles for b in target.tiles)


def _whole_points(board: Board, where: Place, points: str) -> list[WholePoint]:
    """Return the middle of a footprint, or its outer corners."""
    grid = board.grid
    is_hex = grid.name == "hex"
    unit = UNIT // 6 if is_hex else UNIT // 2
    if points == "center":
        x, y = grid.middle(where.tiles)
        return [(x // unit, y // unit, _NO_ROW, 0)]
    corners = [(corner, tile) for tile in where.tiles for corner in grid.corners(tile)]
    count = Counter(corner for corner, _ in corners)
    return [
        (x // unit, y // unit, *((tile[1], tile[0]) if is_hex else (tile[0], tile[1])))
        for (x, y), tile in corners
        if count[(x, y)] == 1
    ]


def _blocks(question: PackQuestion, level: str) -> int:
    low, high = counts(question.touch, level)
    return low + 2 * high


def _wider(looks: Sequence[frozenset[str]], at: int) -> int:
    """Return the index of an earlier set that contains this one, or -1."""
    return max((i for i in range(at) if looks[i] >= looks[at]), default=-1)


class LinesPlan(KernelPlan):
    """The plan of a question with lines between centers and corners."""

    def __init__(self, pack: Pack, question: PackQuestion, grid: str, cover: bool) -> None:
        super().__init__(pack, question, cover)
        looks = [frozenset(question.blockers)]
        steps = []
        for least, degree in question.degrees[grid] if cover else ():
            rank = pack.rank(degree)
            kinds = frozenset(
                kind for kind, most in question.blockers.items() if pack.rank(most) >= rank
            )
            if kinds not in looks:
                looks.append(kinds)
            steps.append((least, rank, looks.index(kinds)))
        self._looks = looks
        self._passing = frozenset(question.touch.pinch_except)
        parts = question.inset if question.inset % 2 else question.inset // 2
        self._longest = _LONGEST_FINE // parts if parts and grid == "hex" else 0
        """The largest distance in hexes that the kernel supports; 0 means any."""
        self.kernel = native.packs().Lines(
            _POINTS.index(question.start),
            _POINTS.index(question.end),
            _TAKES.index(question.take),
            ENDS.index(question.ends),
            question.target_blocks,
            question.swap,
            question.whole,
            _DIAMONDS[question.lean] if question.shape == "diamond" else 0,
            question.inset,
            [_blocks(question, level) for level in LEVELS],
            steps,
            len(pack.degrees) - 1,
            [_wider(looks, at) for at in range(len(looks))],
        )

    def _ask(
        self,
        board: Board,
        grounds: PackPlaneCache,
        planes: Planes,
        source: Place,
        target: Place,
    ) -> Callable[[int, int], int]:
        if not self.question.target_blocks:
            return super()._ask(board, grounds, planes, source, target)
        return partial(
            self.kernel.pair_held, *planes, holds=self._holds(board, grounds, source, target)
        )

    def _holds(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> bool:
        """Return whether something on the target, other than the viewer, blocks lines
        through it.
        """
        if not self.question.target_blocks:
            return False
        # Ignore the target: whether its figure is big depends on the viewer.
        key = self._key(board, grounds, frozenset(self.question.blockers), [source])
        names = {name for tile in source.tiles for name in board.names_at(tile)}
        return any(
            word_at(board, grounds.high, key, tile_index(board, tile), names, ground=False)
            == BLOCKS
            for tile in target.tiles
        )

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        if self._longest and _hexes_apart(source, target) > self._longest:
            return QuestionPlan.pair(self, board, grounds, source, target)
        if not self._is_whole(source, target):
            return super().pair(board, grounds, source, target)
        found = self.kernel.whole(
            *self._planes(board, grounds, [source, target]),
            *self._points_of(board, source, target),
            self._holds(board, grounds, source, target),
        )
        return found & 255, found >> 8

    def high_pair(
        self, board: Board, grounds: PackPlaneCache, source: Place, target: Place
    ) -> Ranks | None:
        if self._longest and _hexes_apart(source, target) > self._longest:
            return None
        planes = self._planes(board, grounds, [source, target])
        bodies = body_in_units(board, source), body_in_units(board, target)
        held = [*self._held(board, grounds, source, target)]
        if self._is_whole(source, target):
            if not set(source.tiles).isdisjoint(target.tiles):
                return None
            found = self.kernel.whole(
                *planes, *self._points_of(board, source, target), False, bodies, held
            )
            return None if found < 0 else (found & 255, found >> 8)

        def ranks_of(one: Tile, other: Tile) -> int:
            ends = tile_index(board, one), tile_index(board, other)
            return int(self.kernel.high(*planes, *ends, bodies, held))

        return self._best_of_tiles(board, source, target, ranks_of)

    def high_planes(self, board: Board, grounds: PackPlaneCache) -> Planes | None:
        return self._planes(board, grounds, [])

    def _held(
        self, board: Board, grounds: PackPlaneCache, source: Place, target: Place
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the blockers on the target, except its ground: their tile, bottom and top."""
        if not self.question.target_blocks:
            return
        kinds = frozenset(self.question.blockers)
        key = self._key(board, grounds, kinds, [source])
        names = {name for tile in source.tiles for name in board.names_at(tile)}
        for tile in target.tiles:
            index = tile_index(board, tile)
            is_rock = "solid" in kinds and board.is_solid(tile)
            if is_rock or board.terrain(tile) in kinds:
                yield index, BELOW_ALL, ABOVE_ALL
            for name in board.names_at(tile):
                if name not in names and stands_in_the_way(board.figure(name), key):
                    yield index, *grounds.high.body_of(board.figure(name))

    def _points_of(self, board: Board, source: Place, target: Place) -> tuple[Any, Any, Any]:
        """Return the points of two footprints, and those for the question in the other
        direction.
        """
        question, turned = self.question, None
        if question.swap:
            turned = (
                _whole_points(board, source, question.end),
                _whole_points(board, target, question.start),
            )
        start, end = question.start, question.end
        return _whole_points(board, source, start), _whole_points(board, target, end), turned

    def _is_whole(self, *places: Place) -> bool:
        return self.question.whole and any(len(place.tiles) > 1 for place in places)

    def around(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        if self._is_whole(source) or self._may_be_long(board):
            self._one_by_one(board, grounds, source, targets, low, high, settled)
        else:
            super().around(board, grounds, source, targets, low, high, settled)

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        return None if self._may_be_long(board) else super().plainly(board, grounds)

    def _may_be_long(self, board: Board) -> bool:
        """Return whether some lines on the board may be too long for the kernel."""
        rows, cols, *_ = extent(board)
        return bool(self._longest) and rows + cols > self._longest

    def _planes(self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]) -> Planes:
        """Return the grounds of the question, one for each set of kinds.

        If pinches of some kinds pass, there are also grounds without these kinds and with only
        these.
        """
        return self.planes_for(board, grounds, self._looks, places)

    def planes_for(
        self,
        board: Board,
        grounds: PackPlaneCache,
        looks: Sequence[frozenset[str]],
        places: Sequence[Place],
    ) -> Planes:
        """Return the planes for other sets of kinds.

        There are as many planes as the kernel expects.
        """
        if not self._passing:
            return self._each(board, grounds, looks, places), None
        others = [kinds - self._passing for kinds in looks]
        alone = [kinds & self._passing for kinds in looks]
        found = self._each(board, grounds, [*looks, *others, *alone], places)
        return found[: len(looks)], found[len(looks) :]

    def _each(
        self,
        board: Board,
        grounds: PackPlaneCache,
        looks: Sequence[frozenset[str]],
        places: Sequence[Place],
    ) -> tuple[Any, ...]:
        keys: list[GroundKey] = []
        names = {name for where in places for at in where.tiles for name in board.names_at(at)}
        # The figure of a large viewer is not on the ground, which can change the answer.
        large = any(len(board.figure(name).tiles) > 1 for name in names)
        for key in (self._key(board, grounds, kinds, places) for kinds in looks):
            grounds.of(board, key)
            # Equal grounds are examined only once.
            twins = (
                each
                for each in keys
                if ("room" in each.kinds) == ("room" in key.kinds) and grounds.are_same(each, key)
            )
            keys.append(key if large else next(twins, key))
        kept = {key: self._part_of(board, grounds, key, places) for key in keys}
        return tuple(kept[key] for key in keys)

    def _part_of(
        self, board: Board, grounds: PackPlaneCache, key: GroundKey, places: Sequence[Place]
    ) -> Any:
        """Return the part of a ground that counts between these places."""
        ground = grounds.between(board, key, places)
        return self._with_rooms(board, grounds, key, ground, places)

    def _rooms(self) -> Sequence[bool]:
        looks, passing = self._looks, self._passing
        others = [kinds - passing for kinds in looks] if passing else []
        alone = [kinds & passing for kinds in looks] if passing else []
        return ["room" in kinds for kinds in (*looks, *others, *alone)]


class NearPlan(LinesPlan):
    """The plan of a question with lines whose blockers count only near the target
    or away from the viewer.
    """

    def __init__(self, pack: Pack, question: PackQuestion, grid: str, cover: bool) -> None:
        super().__init__(pack, question, grid, cover)
        near, beyond = question.near_target, question.beyond_viewer
        self._near = native.packs().NearLines(self.kernel, near, beyond)

    def _is_plain(self, board: Board, places: Sequence[Place]) -> bool:
        """Return whether the kernel itself can tell which blockers count between these places."""
        if self._passing or self.question.target_blocks:
            return False
        names = {name for where in places for at in where.tiles for name in board.names_at(at)}
        tiles = [len(where.tiles) for where in places]
        return max((*tiles, *(len(board.figure(name).tiles) for name in names)), default=1) == 1

    def around(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        if self._is_by_rooms or not self._is_plain(board, [source]):
            self._one_by_one(board, grounds, source, targets, low, high, settled)
        else:
            super().around(board, grounds, source, targets, low, high, settled)

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        plain = self._is_plain(board, []) and not self._is_by_rooms
        return super().plainly(board, grounds) if plain else None

    @property
    def _is_by_rooms(self) -> bool:
        """Whether rooms block. Then the blockers depend on both places."""
        return "room" in self.question.blockers

    def _kernel_for(self, planes: Planes, board: Board, places: Sequence[Place]) -> Any:
        return self._near if self._is_plain(board, places) else self.kernel

    def _part_of(
        self, board: Board, grounds: PackPlaneCache, key: GroundKey, places: Sequence[Place]
    ) -> Any:
        ground = super()._part_of(board, grounds, key, places)
        if self._is_plain(board, places):
            return ground
        near, beyond = self.question.near_target, self.question.beyond_viewer
        source, target = (
            [tile_index(board, tile) for tile in p.tiles] for p in (places[0], places[-1])
        )
        return ground.counting(source, target, near, beyond)
