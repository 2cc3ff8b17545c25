"""What a pack comes to for kernels: one plan for each of its questions.

A plan answers for two places, or for one place and many. The readable rule (`rules.pack_questions`)
answers where there is no kernel for a question, or not for these places.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sightline.answers.sight import in_words
from sightline.engine import native
from sightline.engine.pack_grounds import GroundKey, Grounds, with_ends_clear
from sightline.model.board import Board
from sightline.model.place import Place, place
from sightline.model.planes import figures_to_read, tile_at, tile_index
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.pack_look import LEVELS, side_of, size_class
from sightline.rules.pack_paths import follows
from sightline.rules.pack_questions import Looks, answered, counts

Ranks = tuple[int, int]
"""How much cover, with touches that are the master's to judge passing, and blocking."""

_POINTS = ("centre", "corners")
_TAKES = ("any", "all", "best-corner", "pair")
_ENDS = ("turn", "closed", "open")
_AREA_LINES = (("area", "area"), ("corners", "area"), ("area", "corners"))
_CORNER_OF_EITHER = len(_AREA_LINES)
"""In the order of the numbers in kernels/pack_lines.h, pack_levels.h and pack_area.h."""
_PASSES = {"corner": 1, "pinch": 2, "edge": 4, "seam": 4}
"""The touches that may pass, as bits of kernels/pack_area.h."""


Planes = tuple[tuple[Any, ...], tuple[Any, ...] | None]
"""What a kernel looks at; then, if need be, the same again for fewer kinds."""


class QuestionPlan:
    """A question that only the readable rule answers."""

    def __init__(self, pack: Pack, question: PackQuestion, cover: bool) -> None:
        self.pack, self.question, self.cover = pack, question, cover

    def pair(self, board: Board, grounds: Grounds | None, source: Place, target: Place) -> Ranks:
        """The ranks of what the question makes of two places that share no tile."""
        looks = Looks(board, source, target, self.pack, self.question)
        low, high = answered(looks, self.cover).degree
        return self.pack.rank(low), self.pack.rank(high)

    def around(
        self,
        board: Board,
        grounds: Grounds,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        """The same for many tiles, by their places in the planes: raises what they have so far, of
        all that are not settled; or, of cover, of all that may be seen."""
        total = len(self.pack.degrees) - 1
        for i, index in enumerate(targets):
            if settled[i] == 2 or (low[i] == total if self.cover else settled[i]):
                continue
            target = place(board, tile_at(board, index), "to")
            found = self.pair(board, grounds, source, target)
            low[i], high[i] = max(low[i], found[0]), max(high[i], found[1])

    def plainly(self, board: Board, grounds: Grounds) -> tuple[Any, Any, Any] | None:
        """The kernel, and its planes for two places on which nobody stands; None: there is none."""
        return None

    def _ground(
        self, board: Board, grounds: Grounds, kinds: frozenset[str], places: Sequence[Place]
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

    _kernel: Any

    @abstractmethod
    def _planes(self, board: Board, grounds: Grounds, places: Sequence[Place]) -> Planes | None:
        """What the kernel looks at between these places; None: it does not know such a board."""

    def _takes(self, board: Board, source: Place, target: Place) -> bool:
        """Does the kernel know such places?"""
        return True

    def pair(self, board: Board, grounds: Grounds | None, source: Place, target: Place) -> Ranks:
        planes = None
        if grounds is not None and self._takes(board, source, target):
            planes = self._planes(board, grounds, [source, target])
        if planes is None:
            return super().pair(board, grounds, source, target)
        found = [
            self._kernel.pair(*planes, tile_index(board, one), tile_index(board, other))
            for one in source.tiles
            for other in target.tiles
        ]
        return min(each & 255 for each in found), min(each >> 8 for each in found)

    def around(
        self,
        board: Board,
        grounds: Grounds,
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
        at = tile_index(board, source.middle)
        self._kernel.around(*planes, at, targets, low, high, settled, self.cover)

    def plainly(self, board: Board, grounds: Grounds) -> tuple[Any, Any, Any] | None:
        planes = self._planes(board, grounds, [])
        return None if planes is None else (self._kernel, *planes)


class LinesPlan(KernelPlan):
    """A question by lines between centres and corners."""

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
        self._kernel = native.packs().Lines(
            _POINTS.index(question.start),
            _POINTS.index(question.end),
            _TAKES.index(question.take),
            _ENDS.index(question.ends),
            question.target_blocks,
            question.swap,
            question.whole,
            [_blocks(question, level) for level in LEVELS],
            steps,
            len(pack.degrees) - 1,
            [_wider(looks, at) for at in range(len(looks))],
        )

    def _takes(self, board: Board, source: Place, target: Place) -> bool:
        """Does the kernel know such places?"""
        question = self.question
        if len(source.tiles) > 1 or len(target.tiles) > 1:
            return not question.whole and question.take != "all" and not question.target_blocks
        if not question.target_blocks:
            return True
        # What stands on the target may be the viewer itself, or be big for the viewer alone.
        both = set(board.names_at(source.middle)) & set(board.names_at(target.middle))
        return not both and "big-figure" not in question.blockers

    def _planes(self, board: Board, grounds: Grounds, places: Sequence[Place]) -> Planes:
        """The grounds of the looks; where pinches of some kinds pass, then those without these
        kinds, and of these alone."""
        looks = self._looks
        if not self._passing:
            return self._each(board, grounds, looks, places), None
        others = [kinds - self._passing for kinds in looks]
        alone = [kinds & self._passing for kinds in looks]
        found = self._each(board, grounds, [*looks, *others, *alone], places)
        return found[: len(looks)], found[len(looks) :]

    def _each(
        self,
        board: Board,
        grounds: Grounds,
        looks: Sequence[frozenset[str]],
        places: Sequence[Place],
    ) -> tuple[Any, ...]:
        keys: list[GroundKey] = []
        names = {name for where in places for at in where.tiles for name in board.names_at(at)}
        # Whoever is large and looks is taken off, and then the same may be different.
        large = any(len(board.figure(name).tiles) > 1 for name in names)
        for key in (self._key(board, kinds, places) for kinds in looks):
            grounds.of(board, key)
            # What is the same is looked at once.
            twin = next((each for each in keys if not large and grounds.are_same(each, key)), key)
            keys.append(twin)
        kept = {key: grounds.of(board, key) for key in keys}
        clear = {key: with_ends_clear(board, key, kept[key], places) for key in kept}
        return tuple(clear[key] for key in keys)


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
        self._kernel = native.packs().Area(
            _CORNER_OF_EITHER if question.swap and lines else lines,
            _ENDS.index(question.ends),
            lenient,
            strict,
            len(pack.degrees) - 1,
        )

    def _planes(self, board: Board, grounds: Grounds, places: Sequence[Place]) -> Planes | None:
        ground = self._ground(board, grounds, self._kinds, places)
        return ((ground,), None) if self._kernel.knows(ground) else None


def _blocks(question: PackQuestion, level: str) -> int:
    low, high = counts(question.touch, level)
    return low + 2 * high


def _wider(looks: Sequence[frozenset[str]], at: int) -> int:
    """An earlier set of kinds that has all of that one's; -1: there is none."""
    return max((i for i in range(at) if looks[i] >= looks[at]), default=-1)


class PackPlan:
    """The plans of all questions of a pack."""

    def ask(self, board: Board, grounds: Grounds) -> Any:
        """What answers all questions about places of one tile at once; None: no kernel does."""
        questions = [self.sight, *self.covers]
        if any(each.question.target_blocks and self.sizes_matter for each in questions):
            return None
        degrees = self.pack.degrees
        asked = [each.plainly(board, grounds) for each in questions]
        if None in asked:
            return None
        walls = self.walls_of(board, grounds)
        return native.packs().Ask(
            *zip(*(each for each in asked if each is not None), strict=True),
            walls,
            ("", "seen", "seen unless wall").index(self.pack.neighbours),
            self.minds_figures,
            self.total,
            tuple(tuple(in_words(low, high) for high in degrees) for low in degrees),
            *figures_to_read(board),
        )

    def walls_of(self, board: Board, grounds: Grounds) -> Any:
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
    if packs is None:
        return QuestionPlan(pack, question, cover)
    if _is_by_areas(question):
        return AreaPlan(pack, question, cover)
    if not _is_by_lines(question):
        from sightline.engine.pack_chains import plan_by_tiles

        return plan_by_tiles(pack, question, grid, cover) or QuestionPlan(pack, question, cover)
    steps = question.degrees.get(grid, ())
    if any(least < 1 for least, _ in steps):
        return QuestionPlan(pack, question, cover)
    if len(steps) > min(packs.MOST_DEGREES, packs.MOST_SETS_OF_KINDS - 1):
        return QuestionPlan(pack, question, cover)
    return LinesPlan(pack, question, grid, cover)


def _is_by_areas(question: PackQuestion) -> bool:
    return not follows(question) and (question.start, question.end) in _AREA_LINES


def _is_by_lines(question: PackQuestion) -> bool:
    if follows(question) or question.shape != "tile" or "area" in (question.start, question.end):
        return False
    if question.inset:
        return False
    if question.take == "pair":
        return question.start == question.end == "corners"
    return question.take != "all" or not question.swap or question.start == question.end


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
