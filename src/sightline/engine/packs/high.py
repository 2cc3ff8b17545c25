"""Answers by the rule of a game on boards with heights.

Flat grounds decide most pairs (`engine.packs.slabs`): more blockers never give less cover, so a
flat ground with more or fewer blockers gives a bound.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any

from sightline.engine import native
from sightline.engine.heights import NotExactError, body_in_units, in_units
from sightline.engine.packs.columns import every_height
from sightline.engine.packs.grounds import PackPlaneCache
from sightline.engine.packs.pairs import flat_ranks
from sightline.engine.packs.plans import PackPlan
from sightline.engine.packs.questions import Planes, QuestionPlan, Ranks, UndecidedError
from sightline.engine.packs.slabs import Slab, SlabFacts, Span
from sightline.engine.packs.sweeps import sweep
from sightline.model.board import Board
from sightline.model.numbers import UNIT
from sightline.model.parts.heights import At
from sightline.model.place import Place, on_storey
from sightline.model.planes import tile_at, tile_index
from sightline.rules.packs.limits import hidden_by
from sightline.rules.packs.questions import Looks


def high_ranks(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    target: Place,
    plan: PackPlan,
    sight_alone: bool = False,
) -> Ranks:
    """Return the cover of the target, as two ranks among the pack's degrees."""
    if not set(source.tiles).isdisjoint(target.tiles):
        if Looks(board, source, target, plan.pack, plan.pack.sight).same_place:
            return 0, 0
    elif plan.by_slabs:
        try:
            found = _by_slabs(board, grounds, source, target, plan, sight_alone)
        except (NotExactError, UndecidedError):
            found = None
        if found is not None:
            return found
    return _by_lines(board, grounds, source, target, plan, sight_alone)


def _by_slabs(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    target: Place,
    plan: PackPlan,
    sight_alone: bool,
) -> Ranks | None:
    """Return the ranks, or None if flat grounds do not decide."""
    own, theirs = body_in_units(board, source), body_in_units(board, target)
    base, head = min(own[0], theirs[0]), max(own[1], theirs[1])
    facts = grounds.high.facts(base, head)
    are_apart = _are_apart(board, source, target, own, theirs)
    if are_apart and plan.pack.neighbors:
        return None  # They are not neighbors by the rule, but would be on a flat board.

    def ranks_in(slab: Slab) -> Ranks:
        there = grounds.in_slab(board, slab)
        return flat_ranks(board, there, source, target, plan, sight_alone)

    low = ranks_in(Slab(base, head, full=False))
    if low[0] == plan.total or _is_level(plan, facts, own, theirs):
        return low
    ends = [tile_index(board, tile) for tile in (*source.tiles, *target.tiles)]
    if not _is_bound(facts, ends) or are_apart:
        return None
    full = ranks_in(Slab(base, head, full=True))
    return full if full == low else None


def _is_level(plan: PackPlan, facts: SlabFacts, own: Span, theirs: Span) -> bool:
    """Return whether the level line just below both heads is the best one, so that it decides."""
    return facts.stands and plan.by_ground and own[1] == theirs[1]


def _is_bound(facts: SlabFacts, ends: Sequence[int]) -> bool:
    """Return whether the cover in the full slab is an upper bound."""
    return facts.is_bound and facts.roofed.isdisjoint(ends)


def _are_apart(board: Board, source: Place, target: Place, own: Span, theirs: Span) -> bool:
    """Return whether two touching places have no height in common, which lines without
    length need.
    """
    if max(own[0], theirs[0]) < min(own[1], theirs[1]):
        return False
    steps = board.grid.touching
    return any((b[0] - a[0], b[1] - a[1]) in steps for a in source.tiles for b in target.tiles)


def _by_lines(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    target: Place,
    plan: PackPlan,
    sight_alone: bool,
) -> Ranks:
    """Return the ranks by lines with heights."""
    pack = plan.pack
    looks = Looks(board, source, target, pack, pack.sight)
    seen = _settled(looks, plan)
    if seen is not None:
        low = high = 0 if seen else plan.total
    else:
        low, high = _by_best_lines(board, grounds, source, target, plan.sight)
    if not sight_alone and not low:
        for cover in plan.covers:
            found = _by_best_lines(board, grounds, source, target, cover)
            low, high = max(low, found[0]), max(high, found[1])
    return low, high


def _settled(looks: Looks, plan: PackPlan) -> bool | None:
    """Return whether the target is visible if that can be decided without lines, else None."""
    pack, source, target = plan.pack, looks.source, looks.target
    if hidden_by(looks.board, source, target, pack):
        return False
    if not pack.neighbors or not looks.share_a_height:
        return None
    steps = looks.board.grid.touching
    pairs = [
        (a, b) for a in source.tiles for b in target.tiles if (b[0] - a[0], b[1] - a[1]) in steps
    ]
    if not pairs or pack.neighbors == "seen":
        return True if pairs else None
    walls = looks.of(plan.walls)
    return not all(walls.wall_between(a, b) for a, b in pairs)


def _by_best_lines(
    board: Board, grounds: PackPlaneCache, source: Place, target: Place, question: QuestionPlan
) -> Ranks:
    found = None
    with suppress(NotExactError):
        found = question.high_pair(board, every_height(board, grounds), source, target)
    return QuestionPlan.pair(question, board, grounds, source, target) if found is None else found


def ask_by_slabs(board: Board, grounds: PackPlaneCache, plan: PackPlan) -> Any:
    """Return the kernel that answers all questions about single tiles by slabs, or None."""
    high, packs, plain = grounds.high, native.packs(), plan.ask(board, grounds)
    try:
        ground = high.ground
    except NotExactError:
        return None
    if plain is None:
        return None

    def body_of(name: str) -> Span | None:
        try:
            return high.body_of(board.figure(name))
        except NotExactError:
            return None

    def in_slab(base: int, head: int) -> Any:
        try:
            facts = high.facts(base, head)
            asks = [
                plan.ask(board, grounds.in_slab(board, Slab(base, head, full)))
                for full in (False, True)
            ]
        except NotExactError:
            return None
        if None in asks:
            return None
        stands = facts.stands and plan.by_ground
        return packs.SlabAsk(base, head, stands, facts.is_bound, facts.roofed, *asks)

    def planes_of_lines() -> list[Planes | None]:
        questions = [plan.sight, *plan.covers]
        try:
            there = every_height(board, grounds)
            return [question.high_planes(board, there) for question in questions]
        except NotExactError:
            return [None for _ in questions]

    return packs.HighAsk(plain, ground, body_of, in_slab, planes_of_lines, At)


# --- many targets ---------------------------------------------------------------------------------


def ranks_around(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    plan: PackPlan,
    targets: array[int],
    storey: Fraction | None,
    *,
    sight_alone: bool,
) -> tuple[bytearray, bytearray]:
    """Return the ranks of the tiles of a storey with these plane indexes."""
    around = _Around(board, grounds, source, plan, storey, sight_alone)
    try:
        if plan.by_slabs:
            return around.by_slabs(targets)
    except (NotExactError, UndecidedError):
        pass
    found = [around.ranks_of(index) for index in targets]
    return bytearray(low for low, _ in found), bytearray(high for _, high in found)


class _Around:
    """A source, and the bodies on the tiles of a storey around it."""

    def __init__(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        plan: PackPlan,
        storey: Fraction | None,
        sight_alone: bool,
    ) -> None:
        self.board, self.grounds, self.source, self.plan = board, grounds, source, plan
        self.storey, self.sight_alone = storey, sight_alone
        self._exact: dict[int, Ranks] = {}

    def ranks_of(self, index: int) -> Ranks:
        """Return the ranks of one tile."""
        found = self._exact.get(index)
        if found is None:
            target = on_storey(self.board, tile_at(self.board, index), self.storey)
            found = self._exact[index] = high_ranks(
                self.board, self.grounds, self.source, target, self.plan, self.sight_alone
            )
        return found

    def by_slabs(self, targets: array[int]) -> tuple[bytearray, bytearray]:
        """Return the ranks of the targets.

        Those with the same feet are swept together, over the flat grounds of their slab.
        """
        storey = None if self.storey is None else in_units(self.storey)
        feet = self.grounds.high.feet_on(storey)
        groups: dict[int, list[int]] = {}
        for i, index in enumerate(targets):
            groups.setdefault(feet[index], []).append(i)
        if len(groups) == 1:
            return self._group(targets, next(iter(groups)))
        low, high = bytearray(len(targets)), bytearray(len(targets))
        for bottom, numbers in groups.items():
            found = self._group(array("i", [targets[i] for i in numbers]), bottom)
            for i, least, most in zip(numbers, *found, strict=True):
                low[i], high[i] = least, most
        return low, high

    def _group(self, targets: array[int], feet: int) -> tuple[bytearray, bytearray]:
        own, theirs = body_in_units(self.board, self.source), (feet, feet + UNIT)
        base, head = min(own[0], feet), max(own[1], theirs[1])
        facts = self.grounds.high.facts(base, head)
        low, high = self._sweep(Slab(base, head, full=False), targets)
        if _is_level(self.plan, facts, own, theirs):
            return low, high
        total = self.plan.total
        apart = self._apart(targets, own, theirs)
        if self.plan.pack.neighbors:
            for i in apart:
                low[i] = 0
        unsure = [i for i, rank in enumerate(low) if rank != total]
        own_tiles = [tile_index(self.board, tile) for tile in self.source.tiles]
        if unsure and _is_bound(facts, own_tiles):
            bound = [i for i in unsure if targets[i] not in facts.roofed and i not in apart]
            rest = array("i", [targets[i] for i in bound])
            found = zip(bound, *self._sweep(Slab(base, head, full=True), rest), strict=True)
            sure = {i for i, least, most in found if (low[i], high[i]) == (least, most)}
            unsure = [i for i in unsure if i not in sure]
        lines = self._lines if unsure else None
        for i in unsure:
            target, ranks = tile_at(self.board, targets[i]), -1
            if lines is not None:
                ranks = lines.by_lines(self.source.middle, target, own, theirs, self.sight_alone)
            low[i], high[i] = self.ranks_of(targets[i]) if ranks < 0 else (ranks & 255, ranks >> 8)
        return low, high

    @cached_property
    def _lines(self) -> Any:
        """The kernel for lines from a source of one tile, or None."""
        if len(self.source.tiles) > 1:
            return None
        return ask_by_slabs(self.board, self.grounds, self.plan)

    def _sweep(self, slab: Slab, targets: array[int]) -> tuple[bytearray, bytearray]:
        there = self.grounds.in_slab(self.board, slab)
        return sweep(
            self.board,
            there,
            self.source,
            self.plan,
            targets,
            self.ranks_of,
            sight_alone=self.sight_alone,
        )

    def _apart(self, targets: array[int], own: Span, theirs: Span) -> set[int]:
        """Return the numbers of the targets that touch the source and share no height with it."""
        if max(own[0], theirs[0]) < min(own[1], theirs[1]):
            return set()
        board = self.board
        near = [(a + da, b + db) for a, b in self.source.tiles for da, db in board.grid.touching]
        touching = {tile_index(board, tile) for tile in near if tile in board}
        return {i for i, index in enumerate(targets) if index in touching}
