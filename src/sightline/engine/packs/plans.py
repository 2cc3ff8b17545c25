"""What a pack comes to for kernels: one plan for each of its questions.

A plan answers for two places, or for one place and many. Without a kernel for a question or for
these places, the readable rule (`rules.packs.questions`) answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from sightline.engine import native
from sightline.engine.packs.grounds import (
    BLOCKS,
    GroundKey,
    PackPlaneCache,
    with_ends_clear,
    word_at,
)
from sightline.model.board import Board
from sightline.model.cell import Tile, hex_distance
from sightline.model.numbers import UNIT
from sightline.model.place import Place, place
from sightline.model.planes import extent, figures_to_read, tile_at, tile_index
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.limits import are_in_line
from sightline.rules.packs.look import LEVELS, side_of, size_class
from sightline.rules.packs.paths import follows
from sightline.rules.packs.questions import Looks, counts, degree_found
from sightline.rules.packs.zones import zones_of

Ranks = tuple[int, int]
"""How much cover, with touches that are the master's to judge passing, and blocking."""

_POINTS = ("center", "corners")
_DIAMONDS = {"": 1, "any": 2, "worst": 3}
_TAKES = ("any", "all", "best-corner", "pair")
_ENDS = ("turn", "closed", "open")
_AREA_LINES = (("area", "area"), ("corners", "area"), ("area", "corners"))
_CORNER_OF_EITHER = len(_AREA_LINES)
"""In the order of the numbers in kernels/judgment.h and kernels/pack."""
_PASSES = {"corner": 1, "pinch": 2, "edge": 4, "seam": 8}
"""The touches that may pass, as bits of kernels/pack/area/pack_area.h."""


Planes = tuple[tuple[Any, ...], tuple[Any, ...] | None]
"""What a kernel looks at; then, if need be, the same again for fewer kinds."""


class QuestionPlan:
    """A question that only the readable rule answers."""

    def __init__(self, pack: Pack, question: PackQuestion, cover: bool) -> None:
        self.pack, self.question, self.cover = pack, question, cover

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        """The ranks of what the question makes of two places that share no tile."""
        looks = Looks(board, source, target, self.pack, self.question)
        low, high = degree_found(looks, self.cover)
        return self.pack.rank(low), self.pack.rank(high)

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
        """The same for many tiles, by their places in the planes: raises what they have so far, of
        all that are not settled; or, of cover, of all that may be seen."""
        self._one_by_one(board, grounds, source, targets, low, high, settled)

    def _one_by_one(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        total = len(self.pack.degrees) - 1
        for i, index in enumerate(targets):
            if settled[i] == 2 or (low[i] == total if self.cover else settled[i]):
                continue
            target = place(board, tile_at(board, index), "to")
            found = self.pair(board, grounds, source, target)
            low[i], high[i] = max(low[i], found[0]), max(high[i], found[1])

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        """Do kernels answer it on this board?"""
        return False

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        """The kernel, and its planes for two places on which nobody stands; None: there is none."""
        return None

    def _ground(
        self, board: Board, grounds: PackPlaneCache, kinds: frozenset[str], places: Sequence[Place]
    ) -> Any:
        """What blocks between these places, for these kinds."""
        key = self._key(board, kinds, places)
        return with_ends_clear(board, key, grounds.of(board, key), places)

    def _key(self, board: Board, kinds: frozenset[str], places: Sequence[Place]) -> GroundKey:
        big, side = 0, ""
        if "big-figure" in kinds:
            big = max((size_class(board, where) for where in places), default=1)
            big += self.question.big_by
        if places and not kinds.isdisjoint(("ally", "enemy")):
            side = side_of(board, places[0])
        return GroundKey(kinds, side, big, self.pack.outside == "wall")


class KernelPlan(QuestionPlan, ABC):
    """A question that a kernel answers, over planes of what blocks."""

    kernel: Any

    @abstractmethod
    def _planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes | None:
        """What the kernel looks at between these places; None: it does not know such a board."""

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        return True

    def _ask(
        self, board: Board, planes: Planes, source: Place, target: Place
    ) -> Callable[[int, int], int]:
        """What answers for two tiles of these places, by their places in the planes."""
        return partial(self._kernel_for(planes, source, target).pair, *planes)

    def _kernel_for(self, planes: Planes, *places: Place) -> Any:
        """The kernel that answers for these places."""
        return self.kernel

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        planes = self._planes(board, grounds, [source, target])
        if planes is None:
            return super().pair(board, grounds, source, target)
        total, straight = len(self.pack.degrees) - 1, self.question.straight
        ask, low, high = self._ask(board, planes, source, target), total, total
        for one in source.tiles:
            for other in target.tiles:
                if straight and not self._is_straight(board, one, other, [source, target]):
                    continue
                found = ask(tile_index(board, one), tile_index(board, other))
                if found < 0:  # numbers beyond those that kernels have
                    return super().pair(board, grounds, source, target)
                low, high = min(low, found & 255), min(high, found >> 8)
            if not high:
                break
        return low, high

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
        planes = self._planes(board, grounds, [source])
        if planes is None:
            super().around(board, grounds, source, targets, low, high, settled)
            return
        if self.question.straight:
            if len(source.tiles) > 1:
                self._one_by_one(board, grounds, source, targets, low, high, settled)
                return
            self._settle_crooked(board, source, targets, low, high, settled)
        tiles = [tile_index(board, tile) for tile in source.tiles]
        around = self._kernel_for(planes, source).around
        if len(tiles) == 1:
            self._look_again(
                board,
                grounds,
                source,
                targets,
                low,
                high,
                around(*planes, tiles[0], targets, low, high, settled, self.cover),
            )
            return
        # From each tile of a large figure; the best counts.
        lowest, highest = None, None
        unsure: set[int] = set()
        for at in tiles:
            one, other = low[:], high[:]
            unsure.update(around(*planes, at, targets, one, other, settled, self.cover) or ())
            if lowest is None or highest is None:
                lowest, highest = one, other
            else:
                lowest = bytearray(map(min, lowest, one))
                highest = bytearray(map(min, highest, other))
        assert lowest is not None
        assert highest is not None
        before = low[:], high[:]
        low[:], high[:] = lowest, highest
        for i in unsure:
            low[i], high[i] = before[0][i], before[1][i]
        self._look_again(board, grounds, source, targets, low, high, unsure)

    def _look_again(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        unsure: Iterable[int] | None,
    ) -> None:
        """Ask for each of the targets for which the kernel has no answer."""
        for i in unsure or ():
            target = place(board, tile_at(board, targets[i]), "to")
            found = self.pair(board, grounds, source, target)
            low[i], high[i] = max(low[i], found[0]), max(high[i], found[1])

    def _settle_crooked(
        self,
        board: Board,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        """Hide the tiles to which no straight line leads, so that the kernel leaves them out."""
        total = len(self.pack.degrees) - 1
        for i, index in enumerate(targets):
            if settled[i] == 2 or (low[i] == total if self.cover else settled[i]):
                continue
            tile = tile_at(board, index)
            ends = [source, Place(None, (tile,), tile, frozenset())]
            if not self._is_straight(board, source.middle, tile, ends):
                low[i] = high[i] = total
                settled[i] = 1

    def _is_straight(self, board: Board, a: Tile, b: Tile, ends: Sequence[Place]) -> bool:
        """Are two tiles in one row or column, with no other room between them where rooms block?

        No kernel knows rooms; but along a row, a line meets just the tiles of that row.
        """
        if not are_in_line(board.grid, a, b):
            return False
        if "room" not in self.question.blockers:
            return True
        zones, count = zones_of(board, self.pack), max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        down, right = (b[0] - a[0]) // count, (b[1] - a[1]) // count
        between = ((a[0] + i * down, a[1] + i * right) for i in range(1, count))
        return not any(zones.is_other_room(tile, ends) for tile in between)

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        if self.question.straight:
            return None
        planes = self._planes(board, grounds, [])
        return None if planes is None else (self._kernel_for(planes), *planes)


class LinesPlan(KernelPlan):
    """A question by lines between centers and corners."""

    def __init__(self, pack: Pack, question: PackQuestion, grid: str, cover: bool) -> None:
        super().__init__(pack, question, cover)
        looks = [frozenset(question.blockers) - {"room"}]
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
        """How many hexes apart the kernel knows two places; 0: any number."""
        self.kernel = native.packs().Lines(
            _POINTS.index(question.start),
            _POINTS.index(question.end),
            _TAKES.index(question.take),
            _ENDS.index(question.ends),
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
        self, board: Board, planes: Planes, source: Place, target: Place
    ) -> Callable[[int, int], int]:
        if not self.question.target_blocks:
            return super()._ask(board, planes, source, target)
        return partial(self.kernel.pair_held, *planes, holds=self._holds(board, source, target))

    def _holds(self, board: Board, source: Place, target: Place) -> bool:
        """Does something stand on the target, other than the viewer, that blocks lines through
        it?"""
        if not self.question.target_blocks:
            return False
        # As if there were no target: what stands there is big for the viewer, or not.
        key = self._key(board, frozenset(self.question.blockers), [source])
        names = {name for tile in source.tiles for name in board.names_at(tile)}
        return any(
            word_at(board, key, tile_index(board, tile), names) == BLOCKS for tile in target.tiles
        )

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        if self._longest and _hexes_apart(source, target) > self._longest:
            return QuestionPlan.pair(self, board, grounds, source, target)
        if not self._is_whole(source, target):
            return super().pair(board, grounds, source, target)
        question, turned = self.question, None
        if question.swap:
            turned = (
                _whole_points(board, source, question.end),
                _whole_points(board, target, question.start),
            )
        found = self.kernel.whole(
            *self._planes(board, grounds, [source, target]),
            _whole_points(board, source, question.start),
            _whole_points(board, target, question.end),
            turned,
            self._holds(board, source, target),
        )
        return found & 255, found >> 8

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
        """Are there lines on the board that may be too long for the kernel?"""
        rows, cols, *_ = extent(board)
        return bool(self._longest) and rows + cols > self._longest

    def _planes(self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]) -> Planes:
        """The grounds of the looks; where pinches of some kinds pass, then those without these
        kinds, and of these alone."""
        return self.planes_for(board, grounds, self._looks, places)

    def planes_for(
        self,
        board: Board,
        grounds: PackPlaneCache,
        looks: Sequence[frozenset[str]],
        places: Sequence[Place],
    ) -> Planes:
        """The same for other looks, as many as the kernel has."""
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
        # A large viewer is removed from the board, which can change the answer.
        large = any(len(board.figure(name).tiles) > 1 for name in names)
        for key in (self._key(board, kinds, places) for kinds in looks):
            grounds.of(board, key)
            # What is the same is looked at once.
            twin = next((each for each in keys if not large and grounds.are_same(each, key)), key)
            keys.append(twin)
        kept = {key: self._ground_of(board, grounds, key, places) for key in keys}
        clear = {key: with_ends_clear(board, key, kept[key], places) for key in kept}
        return tuple(clear[key] for key in keys)

    def _ground_of(
        self, board: Board, grounds: PackPlaneCache, key: GroundKey, places: Sequence[Place]
    ) -> Any:
        """The part of the ground for that key that counts between these places."""
        return grounds.of(board, key)


class NearPlan(LinesPlan):
    """A question by lines in which blockers count depending on their place."""

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        if self.question.near_target and self._is_blank(board, grounds, source, target):
            return 0, 0
        return super().pair(board, grounds, source, target)

    def _is_blank(
        self, board: Board, grounds: PackPlaneCache, source: Place, target: Place
    ) -> bool:
        """Is there nothing near the target that could block?"""
        ground = grounds.of(board, self._key(board, self._looks[0], [source, target]))
        tiles = [tile_index(board, tile) for tile in target.tiles]
        blank: bool = ground.is_blank(tiles, self.question.near_target + 1)
        return blank

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
        question = self.question
        if not question.near_target:
            super().around(board, grounds, source, targets, low, high, settled)
        elif self._is_plain(board, source):
            keys = [self._key(board, kinds, [source]) for kinds in self._looks]
            self.kernel.around_near(
                tuple(grounds.of(board, key) for key in keys),
                tile_index(board, source.middle),
                *(targets, low, high, settled, self.cover),
                *(question.near_target, question.beyond_viewer),
            )
        else:
            self._one_by_one(board, grounds, source, targets, low, high, settled)

    def _is_plain(self, board: Board, source: Place) -> bool:
        """Do the same things count for every target, and nobody stands on two tiles?"""
        question = self.question
        if self._passing or question.target_blocks or question.straight:
            return False
        if "big-figure" in question.blockers or "room" in question.blockers:
            return False
        return len(source.tiles) == 1 and all(len(each.tiles) == 1 for each in board.figures())

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        return None

    def _ground_of(
        self, board: Board, grounds: PackPlaneCache, key: GroundKey, places: Sequence[Place]
    ) -> Any:
        question = self.question
        near, beyond = question.near_target, question.beyond_viewer
        return grounds.counting(board, key, places, near, beyond)


class AreaPlan(KernelPlan):
    """A question by lines from or to any part of a tile."""

    def __init__(self, pack: Pack, question: PackQuestion, cover: bool) -> None:
        super().__init__(pack, question, cover)
        self._kinds = frozenset(question.blockers)
        lines = _AREA_LINES.index((question.start, question.end))
        lenient, strict = (
            sum({_PASSES[touch] for touch in _PASSES if getattr(question.touch, touch) in words})
            for words in (("pass", "ask"), ("pass",))
        )
        self.kernel = native.packs().Area(
            _CORNER_OF_EITHER if question.swap and lines else lines,
            _ENDS.index(question.ends),
            lenient,
            strict,
            len(pack.degrees) - 1,
            question.shape == "diamond",
        )

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        return self._planes(board, grounds, []) is not None

    def _planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes | None:
        ground = self._ground(board, grounds, self._kinds, places)
        return ((ground,), None) if self.kernel.knows(ground) else None


_LONGEST_FINE = 5000
"""How many hexes times parts of a third of one a line may cross: the marks of a longer one could
need more than 64 bits."""

WholePoint = tuple[int, int, int, int]
"""Of a footprint: x and y in halves of a square or sixths of a hex, and the row and the column of
its tile, or `_NO_ROW`."""
_NO_ROW = -(2**31)


def _hexes_apart(source: Place, target: Place) -> int:
    """How far the farthest tiles of two places are apart."""
    return max(hex_distance(a, b) for a in source.tiles for b in target.tiles)


def _whole_points(board: Board, where: Place, points: str) -> list[WholePoint]:
    """The middle of a footprint, or its corners: those of one of its tiles only."""
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
    """An earlier set of kinds that has all of that one's; -1: there is none."""
    return max((i for i in range(at) if looks[i] >= looks[at]), default=-1)


class PackPlan:
    """The plans of all questions of a pack."""

    def ask(self, board: Board, grounds: PackPlaneCache) -> Any:
        """What answers all questions about places of one tile at once; None: no kernel does."""
        questions = [self.sight, *self.covers]
        if self.pack.max_range or self.pack.arc or self.pack.zones:
            return None
        if any(each.question.target_blocks and self.sizes_matter for each in questions):
            return None
        ranks = range(len(self.pack.degrees))
        asked = [each.plainly(board, grounds) for each in questions]
        if None in asked:
            return None
        walls = self.walls_of(board, grounds)
        return native.packs().Ask(
            *zip(*(each for each in asked if each is not None), strict=True),
            walls,
            ("", "seen", "seen unless wall").index(self.pack.neighbors),
            self.minds_figures,
            self.total,
            tuple(tuple(self.pack.degree(low, high) for high in ranks) for low in ranks),
            *figures_to_read(board),
        )

    def walls_of(self, board: Board, grounds: PackPlaneCache) -> Any:
        """The ground on which only walls and doors block that do for sight."""
        return grounds.of(board, GroundKey(self.walls, "", 0, self.pack.outside == "wall"))

    def __init__(self, pack: Pack, grid: str) -> None:
        self.pack = pack
        self.total = len(pack.degrees) - 1
        self.sight = _plan(pack, pack.sight, grid, cover=False)
        self.covers = [_plan(pack, question, grid, cover=True) for question in pack.cover]
        kinds = {kind for question in (pack.sight, *pack.cover) for kind in question.blockers}
        self.sizes_matter = "big-figure" in kinds
        self.minds_figures = not kinds.isdisjoint(("big-figure", "ally", "enemy"))
        self.walls = frozenset({"wall", "door"} & pack.sight.blockers.keys())


def _plan(pack: Pack, question: PackQuestion, grid: str, cover: bool) -> QuestionPlan:
    """Here a kernel for another way of looking is chosen: a plan of its own, with `pair` and
    `around` over the same grounds."""
    packs = native.packs()
    rooms = "room" in question.blockers and not question.straight
    if packs is None or rooms:
        return QuestionPlan(pack, question, cover)
    if _is_by_areas(question):
        return AreaPlan(pack, question, cover)
    from sightline.engine.packs.chains import plan_by_tiles

    by_tiles = plan_by_tiles(pack, question, grid, cover)
    if by_tiles is not None:
        return by_tiles
    if not _is_by_lines(question):
        return QuestionPlan(pack, question, cover)
    steps = question.degrees.get(grid, ())
    if any(least < 1 for least, _ in steps):
        return QuestionPlan(pack, question, cover)
    if len(steps) > min(packs.MOST_DEGREES, packs.MOST_SETS_OF_KINDS - 1):
        return QuestionPlan(pack, question, cover)
    by_place = question.near_target or question.beyond_viewer
    return (NearPlan if by_place else LinesPlan)(pack, question, grid, cover)


def _is_by_areas(question: PackQuestion) -> bool:
    return not follows(question) and (question.start, question.end) in _AREA_LINES


def _is_by_lines(question: PackQuestion) -> bool:
    if follows(question) or "area" in (question.start, question.end):
        return False
    return question.take != "pair" or question.start == question.end == "corners"


@lru_cache(maxsize=64)
def _plan_of(pack: Pack, grid: str) -> PackPlan:
    return PackPlan(pack, grid)


_PLANS: dict[tuple[int, str], PackPlan] = {}


def plan_of(pack: Pack, grid: str) -> PackPlan:
    """The plan of a pack. By the very pack first: a hash of all that it says takes long."""
    found = _PLANS.get((id(pack), grid))
    if found is None or found.pack is not pack:
        found = _plan_of(pack, grid)
        if len(_PLANS) >= 256:
            _PLANS.clear()
        if found.pack is pack:
            _PLANS[id(pack), grid] = found
    return found
