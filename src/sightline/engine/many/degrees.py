"""Degrees of cover of many pairs at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.answers.degrees import DegreeArray
from sightline.engine import native
from sightline.engine.arguments import for_cover
from sightline.engine.many.pairs import AskedPairs, Work, read_pairs, seen_in
from sightline.engine.many.slices import Progress, in_slices
from sightline.engine.native import UNDECIDED
from sightline.engine.packs import degree_of, quick_ranks
from sightline.model.degree import NONE, TOTAL
from sightline.model.place import place
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

    Ranks: TypeAlias = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]


def degrees_of(
    boards: Any,
    pairs: Any,
    rule: Any,
    which: Any,
    threads: int,
    progress: Progress | None = None,
    elevations: Any = None,
) -> DegreeArray:
    """Return how much cover the second of each pair has from the first. See
    `engine.degree_many`.
    """
    asked, rule = read_pairs(boards, pairs, rule, which, elevations)
    asked = asked._replace(boards=[for_cover(board, "sight", rule) for board in asked.boards])
    by = Work(threads, progress)
    names = rule.degrees or (NONE, TOTAL)
    if native.code_of(rule) >= 0 or native.code_with_heights(rule) >= 0:
        low, high = _ranks_by_sight(asked, rule, by)
    else:
        low, high = pack_ranks(asked, rule, by, sight_alone=False)
        for number in (high == UNDECIDED).nonzero()[0].tolist():
            board, source, target = asked.places_of(number)
            found = degree_of(board, source, target, rule)
            low[number], high[number] = names.index(found.low), names.index(found.high)
    effects = tuple(rule.effect_of(name) if rule.degrees else "" for name in names)
    return DegreeArray(low.reshape(asked.shape), high.reshape(asked.shape), names, effects)


def _ranks_by_sight(asked: AskedPairs, rule: Rule, by: Work) -> tuple[Ranks, Ranks]:
    """Return ranks for a rule without degrees: none for visible pairs, total for others."""
    import numpy

    high = (~seen_in(asked, rule, by)).view(numpy.uint8)
    lenient = rule.lenient()
    if lenient is None:
        return high.copy(), high
    return (~seen_in(asked, lenient, by)).view(numpy.uint8), high


def pack_ranks(
    asked: AskedPairs, rule: Rule, by: Work, *, sight_alone: bool
) -> tuple[Ranks, Ranks]:
    """Return the ranks of the least and the most cover of each pair.

    They are `UNDECIDED` where the kernels of packs cannot decide.
    """
    import numpy

    low, high = (numpy.full(len(asked.ends), UNDECIDED, dtype=numpy.uint8) for _ in range(2))
    if not native.has_pack_kernels(rule):
        return low, high
    for board, numbers in asked.by_board():
        ends = asked.ends[numbers]
        if asked.are_named:
            middles = [
                where.middle if len(where.tiles) == 1 and where.body is None else _NOWHERE
                for where in (place(board, name, "pairs") for name in ends.flat)
            ]
            ends = numpy.array(middles).reshape(-1, 2, 2)
        at = numpy.ascontiguousarray(ends, dtype=numpy.int64)
        least, most = (numpy.full(len(at), UNDECIDED, dtype=numpy.uint8) for _ in range(2))

        work = partial(quick_ranks, board, rule, at, least, most, sight_alone)
        in_slices(len(at), by.threads, work, progress=by.progress)
        low[numbers], high[numbers] = least, most
    return low, high


_NOWHERE = (1 << 40, 1 << 40)
"""A position that is on no board. The kernels leave its pair undecided."""
