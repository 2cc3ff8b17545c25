"""The kernel plans of a pack: one for each of its questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from sightline.engine import native
from sightline.engine.heights import body_in_units
from sightline.engine.packs.chains import plan_by_tiles
from sightline.engine.packs.grounds import GroundKey, PackPlaneCache
from sightline.engine.packs.lines import LinesPlan, NearPlan
from sightline.engine.packs.questions import (
    ENDS,
    KernelPlan,
    Planes,
    QuestionPlan,
    Ranks,
    zones_for,
)
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, place
from sightline.model.planes import figures_to_read, tile_index
from sightline.model.reach import METRICS, kernel_limit, limit_of
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.limits import hidden_by
from sightline.rules.packs.paths import follows
from sightline.rules.packs.questions import rises

_AREA_LINES = {
    ("area", "area"): 0,
    ("corners", "area"): 1,
    ("area", "corners"): 2,
    ("center", "area"): 4,
    ("area", "center"): 5,
}
_OF_EITHER = {"corners": 3, "center": 6}
"""The modes for lines from either end, as in kernels/pack/area/pack_area.h."""
_PASSES = {"corner": 1, "pinch": 2, "edge": 4, "seam": 8}
"""The touches that may pass, as bits of kernels/pack/area/pack_area.h."""


class AreaPlan(KernelPlan):
    """The plan of a question with lines from or to any point of a tile."""

    def __init__(self, pack: Pack, question: PackQuestion, cover: bool) -> None:
        super().__init__(pack, question, cover)
        self._kinds = frozenset(question.blockers)
        lines = _AREA_LINES[question.start, question.end]
        if question.swap and lines:
            lines = _OF_EITHER[question.end if question.start == "area" else question.start]
        lenient, strict = (
            sum({_PASSES[touch] for touch in _PASSES if getattr(question.touch, touch) in words})
            for words in (("pass", "ask"), ("pass",))
        )
        self.kernel = native.packs().Area(
            lines,
            ENDS.index(question.ends),
            lenient,
            strict,
            len(pack.degrees) - 1,
            question.shape == "diamond",
        )

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        return self._planes(board, grounds, []) is not None

    def _rooms(self) -> Sequence[bool]:
        return ["room" in self._kinds]

    def _planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes | None:
        ground = self._ground(board, grounds, self._kinds, places)
        return ((ground,), None) if self.kernel.knows(ground) else None

    def high_pair(
        self, board: Board, grounds: PackPlaneCache, source: Place, target: Place
    ) -> Ranks | None:
        bodies = body_in_units(board, source), body_in_units(board, target)
        planes = self._high_planes(board, grounds, [source, target])

        def ranks_of(one: Tile, other: Tile) -> int:
            ends = tile_index(board, one), tile_index(board, other)
            return int(self.kernel.high(*planes, *ends, bodies))

        return self._best_of_tiles(board, source, target, ranks_of)

    def high_planes(self, board: Board, grounds: PackPlaneCache) -> Planes | None:
        return self._high_planes(board, grounds, [])

    def _high_planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes:
        return (self._ground(board, grounds, self._kinds, places),), None


class PackPlan:
    """The kernel plans of all questions of a pack."""

    def ask(self, board: Board, grounds: PackPlaneCache) -> Any:
        """Return the kernel that answers all questions about single tiles, or None."""
        questions = [self.sight, *self.covers]
        if any(each.question.target_blocks and self.sizes_matter for each in questions):
            return None
        pack, ranks = self.pack, range(len(self.pack.degrees))
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
            tuple(tuple(pack.degree(low, high) for high in ranks) for low in ranks),
            self.reach(board),
            METRICS.index(pack.metric),
            partial(_is_turned_away, board, pack) if pack.arc else None,
            zones_for(pack, board, grounds) if pack.zones else None,
            *figures_to_read(board),
        )

    def reach(self, board: Board) -> int:
        """Return the range of sight as kernels expect it; -1 for no limit."""
        limit = limit_of(self.pack.max_range or None, self.pack.metric)
        return -1 if limit is None else kernel_limit(board.grid, limit, self.pack.metric)

    def walls_of(self, board: Board, grounds: PackPlaneCache) -> Any:
        """Return the ground with only walls and doors, as far as they block sight."""
        walled = self.pack.outside == "wall"
        return grounds.of(board, GroundKey(self.walls, "", 0, walled, grounds.slab))

    def __init__(self, pack: Pack, grid: str) -> None:
        self.pack = pack
        self.total = len(pack.degrees) - 1
        self.sight = _plan(pack, pack.sight, grid, cover=False)
        self.covers = [_plan(pack, question, grid, cover=True) for question in pack.cover]
        asked = (pack.sight, *pack.cover)
        kinds = {kind for each in asked for kind in (*each.blockers, *each.points)}
        self.sizes_matter = "big-figure" in kinds
        self.minds_figures = not kinds.isdisjoint(("big-figure", "ally", "enemy"))
        self.walls = frozenset({"wall", "door"} & pack.sight.blockers.keys())
        self.by_slabs = all(rises(each.touch) for each in asked)
        """Whether more blockers never give less cover, so that flat grounds bound the result of
        lines with heights.
        """
        self.by_ground = "solid" in pack.sight.blockers and all(
            _counts_ground(pack, each) for each in pack.cover
        )
        """Whether the ground blocks in every question in which anything blocks."""


def _counts_ground(pack: Pack, cover: PackQuestion) -> bool:
    kinds = cover.blockers
    return "solid" in kinds and max(map(pack.rank, kinds.values())) == pack.rank(kinds["solid"])


def _is_turned_away(board: Board, pack: Pack, a: Any, b: Any) -> bool:
    """Return whether the target is out of range or outside the arc of the viewer's facing."""
    return bool(hidden_by(board, place(board, a, "from"), place(board, b, "to"), pack))


def _plan(pack: Pack, question: PackQuestion, grid: str, cover: bool) -> QuestionPlan:
    """Return the plan of a question.

    Add new kinds of questions here, as a plan with `pair` and `around` that uses the same grounds.
    """
    packs = native.packs()
    if packs is None:
        return QuestionPlan(pack, question, cover)
    if _is_by_areas(question):
        return AreaPlan(pack, question, cover)
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
    """Return the plan of a pack.

    The cache looks for the same object first, because hashing a pack is slow.
    """
    found = _PLANS.get((id(pack), grid))
    if found is None or found.pack is not pack:
        found = _plan_of(pack, grid)
        if len(_PLANS) >= 256:
            _PLANS.clear()
        if found.pack is pack:
            _PLANS[id(pack), grid] = found
    return found
