"""Questions by the rules of games: sight and degrees of cover, of one pair and of all around."""

from __future__ import annotations

from array import array
from typing import Any

from sightline.answers.degrees import BEYOND_RADIUS, DegreeField
from sightline.answers.field import Field
from sightline.answers.sight import Verdict, in_words
from sightline.engine import native
from sightline.engine.arguments import Radius
from sightline.engine.pack_grounds import Grounds, can_answer, grounds_of
from sightline.engine.pack_plans import PackPlan, QuestionPlan, Ranks, plan_of
from sightline.model.board import Board
from sightline.model.place import Place, place
from sightline.model.planes import extent, tile_at, tile_index
from sightline.model.reach import METRICS, kernel_limit, limit_of, within
from sightline.packs.schema import NONE, TOTAL
from sightline.rules.pack import PackRule
from sightline.rules.pack_look import size_class
from sightline.rules.rule import Rule

_WITHOUT_DEGREES = {
    Verdict.VISIBLE: (NONE, NONE),
    Verdict.AMBIGUOUS: (NONE, TOTAL),
    Verdict.HIDDEN: (TOTAL, TOTAL),
}
_DECIDED, _FINAL = 1, 2
"""By its neighbours alone: seen or not, but there may be cover; and all that is to say."""


def degree_of(board: Board, source: Place, target: Place, rule: Rule) -> str:
    """The degree of cover as a word, or both that it may be."""
    if type(rule) is PackRule and native.packs() is not None:
        if len(source.tiles) == len(target.tiles) == 1:
            found = quick_degree(board, source.middle, target.middle, rule)
            if found is not None:
                return found
        low, high = _ranks(board, source, target, rule)
        degrees = rule.pack.degrees
        return in_words(degrees[low], degrees[high])
    return in_words(*_traced(board, source, target, rule))


def verdict_of(board: Board, source: Place, target: Place, rule: Rule) -> Verdict:
    """Seen, hidden, or the master's to decide, by the rule of a game."""
    if type(rule) is PackRule and native.packs() is not None:
        if len(source.tiles) == len(target.tiles) == 1:
            found = quick_verdict(board, source.middle, target.middle, rule)
            if found is not None:
                return found
        low, high = _ranks(board, source, target, rule, sight_alone=True)
        return Verdict.VISIBLE if not high else Verdict.AMBIGUOUS if not low else Verdict.HIDDEN
    return rule.trace(board, source, target).verdict


def is_seen(board: Board, source: Place, target: Place, rule: Rule) -> bool:
    """Does the source see the target, by the rule of a game?"""
    if type(rule) is PackRule and native.packs() is not None:
        return verdict_of(board, source, target, rule) is Verdict.VISIBLE
    return rule.sees(board, source, target)


def is_compiled(board: Board, rule: PackRule) -> bool:
    """Do kernels answer by it on this board who sees whom? Where they do not, it takes a hundred
    times as long."""
    if type(rule) is not PackRule or native.packs() is None:
        return False
    plan = plan_of(rule.pack, board.grid.name)
    return type(plan.sight) is not QuestionPlan and can_answer(board, grounds_of(board))


def _traced(board: Board, source: Place, target: Place, rule: Rule) -> tuple[str, str]:
    found = rule.trace(board, source, target)
    return found.degrees if any(found.degrees) else _WITHOUT_DEGREES[found.verdict]


# --- the short way, for most pairs ----------------------------------------------------------------


def quick_degree(board: Board, a: Any, b: Any, rule: Any) -> str | None:
    """The degree as a word, of two tiles or figures of one tile; None: it takes the long way."""
    ask = _ask(board, rule)
    return None if ask is None else ask.degree(a, b)


def quick_verdict(board: Board, a: Any, b: Any, rule: Any) -> Verdict | None:
    """The verdict likewise."""
    ask = _ask(board, rule)
    found = -1 if ask is None else ask.sight(a, b)
    return None if found < 0 else _VERDICTS[found]


_VERDICTS = (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
"""By what is hidden: nothing, ..., with touches blocking, and however they count."""


def _ask(board: Any, rule: Any) -> Any:
    if not isinstance(board, Board) or board.wall_count:
        return None
    grounds = board.changed
    if type(grounds) is not Grounds or grounds:
        if native.packs() is None:
            return None
        grounds = grounds_of(board)
    kept = grounds.asks.get(id(rule))
    if kept is None or kept[0] is not rule:
        ask, grounds = None, grounds_of(board)
        grid = board.grid.name
        if type(rule) is PackRule and grid in rule.grids and not grounds.has_property_edges:
            ask = plan_of(rule.pack, grid).ask(board, grounds)
        kept = grounds.asks[id(rule)] = (rule, ask)
    return kept[1]


# --- one pair -------------------------------------------------------------------------------------


def _ranks(
    board: Board, source: Place, target: Place, rule: PackRule, sight_alone: bool = False
) -> Ranks:
    """How much cover the target has, as the place in the pack's degrees."""
    plan = plan_of(rule.pack, board.grid.name)
    kept = grounds_of(board)
    grounds = kept if can_answer(board, kept) else None
    if not set(source.tiles).isdisjoint(target.tiles):
        return 0, 0
    near = rule.near(board, source, target)
    if near is None:
        low, high = plan.sight.pair(board, grounds, source, target)
    else:
        low = high = 0 if near else plan.total
    if not sight_alone and not low:
        for cover in plan.covers:
            found = cover.pair(board, grounds, source, target)
            low, high = max(low, found[0]), max(high, found[1])
    return low, high


# --- everything around ----------------------------------------------------------------------------


def degrees_around(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str
) -> DegreeField:
    """The degree of every tile within the radius."""
    assert isinstance(rule, PackRule)
    swept = _swept(board, source, rule, radius, metric, sight_alone=False)
    if swept is not None:
        return DegreeField(board, rule.pack.degrees, *swept)
    rank = rule.pack.rank
    lowest, highest = (bytearray([BEYOND_RADIUS]) * len(board.tiles()) for _ in range(2))
    for tile in within(board, source, radius, metric):
        target, at = place(board, tile, "to"), board.rank(tile)
        if type(rule) is PackRule and native.packs() is not None:
            lowest[at], highest[at] = _ranks(board, source, target, rule)
        else:
            lowest[at], highest[at] = map(rank, _traced(board, source, target, rule))
    return DegreeField(board, rule.pack.degrees, bytes(lowest), bytes(highest))


def seen_around(board: Board, source: Place, rule: Rule, radius: Radius, metric: str) -> Field:
    """Every tile within the radius that is seen by the rule of a game."""
    if isinstance(rule, PackRule):
        swept = _swept(board, source, rule, radius, metric, sight_alone=True)
        if swept is not None:
            return Field(board, swept[1].translate(_IS_NONE))
    cells = bytearray(len(board.tiles()))
    for tile in within(board, source, radius, metric):
        cells[board.rank(tile)] = is_seen(board, source, place(board, tile, "to"), rule)
    return Field(board, cells)


_IS_NONE = bytes([1]) + bytes(255)


def _swept(
    board: Board, source: Place, rule: PackRule, radius: Radius, metric: str, sight_alone: bool
) -> tuple[bytes, bytes] | None:
    """The ranks of all tiles of the board in their order, `BEYOND_RADIUS` for those that are; None:
    no kernel looks from there."""
    limit = limit_of(radius, metric)
    packs = native.packs()
    if packs is None or type(rule) is not PackRule or len(source.tiles) > 1:
        return None
    grounds = grounds_of(board)
    if not can_answer(board, grounds):
        return None
    plan = plan_of(rule.pack, board.grid.name)
    at = tile_index(board, source.middle)
    walls = plan.walls_of(board, grounds)
    rows, cols, *_ = extent(board)
    places = array("i", bytes(4 * (rows + 2) * (cols + 2)))
    reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
    targets = places[: packs.near(walls, at, reach, METRICS.index(metric), places)]
    low, high, settled = (bytearray(len(targets)) for _ in range(3))
    numbers = {index: i for i, index in enumerate(targets)} if board.figures() else {}
    for index in (at, *_large(board, source, plan)):
        if index in numbers:
            i = numbers[index]
            target = place(board, tile_at(board, index), "to")
            low[i], high[i] = _ranks(board, source, target, rule, sight_alone)
            settled[i] = _FINAL
    if not numbers:
        settled[targets.index(at)] = _FINAL
    if rule.pack.neighbours:
        unless_wall = rule.pack.neighbours == "seen unless wall"
        packs.settle_near(walls, at, unless_wall, plan.total, targets, low, high, settled)
    for question in [plan.sight] if sight_alone else [plan.sight, *plan.covers]:
        question.around(board, grounds, source, targets, low, high, settled)
    count, ranks = len(board.tiles()), grounds.ranks(board)
    return tuple(packs.spread_out(targets, each, ranks, count) for each in (low, high))


def _large(board: Board, source: Place, plan: PackPlan) -> list[int]:
    """The places of tiles that a sweep cannot look at: on them stands who covers others too, which
    are then clear, or who is larger than the viewer, where the pack minds sizes."""
    size = size_class(board, source)
    return [
        tile_index(board, tile)
        for figure in board.figures()
        if len(figure.tiles) > 1 or (plan.sizes_matter and max(figure.size) > size)
        for tile in figure.tiles
    ]
