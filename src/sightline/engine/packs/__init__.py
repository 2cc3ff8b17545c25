"""Questions by the rules of games: sight and degrees of cover, for one pair or for all tiles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sightline.answers.degrees import BEYOND_RADIUS, DegreeField
from sightline.answers.field import Field
from sightline.answers.sight import Verdict
from sightline.engine import native
from sightline.engine.arguments import Radius
from sightline.engine.packs.grounds import PackPlaneCache, grounds_of
from sightline.engine.packs.high import ask_by_slabs, high_ranks, ranks_around
from sightline.engine.packs.pairs import flat_ranks
from sightline.engine.packs.plans import plan_of
from sightline.engine.packs.questions import Ranks
from sightline.engine.packs.sweeps import near_places, sweep
from sightline.engine.progress import reported
from sightline.model.board import Board
from sightline.model.degree import Degree
from sightline.model.place import Place, on_storey, place
from sightline.model.planes import tile_at, tile_index
from sightline.model.reach import METRICS, kernel_limit, limit_of, within
from sightline.packs.schema import Pack
from sightline.rules.packs.heights import counts_heights
from sightline.rules.rule import Rule


def degree_of(board: Board, source: Place, target: Place, rule: Rule) -> Degree:
    """Return the degree of cover between two places."""
    pack = _compiled_pack(rule)
    if pack is None:
        return rule.trace(board, source, target).degree
    if len(source.tiles) == len(target.tiles) == 1 and not counts_heights(
        board, source, target, pack
    ):
        found = quick_degree(board, source.middle, target.middle, rule)
        if found is not None:
            return found
    low, high = _ranks(board, source, target, pack)
    return pack.degree(low, high)


def verdict_of(board: Board, source: Place, target: Place, rule: Rule) -> Verdict:
    """Return the verdict between two places by the rule of a game."""
    pack = _compiled_pack(rule)
    if pack is None:
        return rule.trace(board, source, target).verdict
    if len(source.tiles) == len(target.tiles) == 1 and not counts_heights(
        board, source, target, pack
    ):
        found = quick_verdict(board, source.middle, target.middle, rule)
        if found is not None:
            return found
    low, high = _ranks(board, source, target, pack, sight_alone=True)
    return Verdict.VISIBLE if not high else Verdict.AMBIGUOUS if not low else Verdict.HIDDEN


def _is_quick(board: Board, source: Place, target: Place, pack: Pack) -> bool:
    """Return whether both places are single tiles and heights do not matter between them."""
    is_small = len(source.tiles) == len(target.tiles) == 1
    return is_small and not counts_heights(board, source, target, pack)


def is_compiled(board: Board, rule: Rule) -> bool:
    """Return whether kernels answer `who_sees_whom` with this rule on this board."""
    pack = _compiled_pack(rule)
    if pack is None:
        return False
    plan = plan_of(pack, board.grid.name)
    return plan.sight.is_compiled(board, grounds_of(board))


def _by_ranks(rule: Rule) -> list[list[Degree]]:
    """Return a table of the rule's degrees, indexed by the ranks of the least and the
    most cover.
    """
    names = rule.degrees
    return [
        [Degree(low, high, names, rule.effect_of(low) if low == high else "") for high in names]
        for low in names
    ]


def _compiled_pack(rule: Rule) -> Pack | None:
    """Return the rule's pack if kernels support it, else None."""
    return rule.game if native.has_pack_kernels(rule) else None


# --- the fast path for most pairs -----------------------------------------------------------------


def quick_degree(board: Board, a: Any, b: Any, rule: Any) -> Degree | None:
    """Return the degree between two single tiles, or None if the general path is needed."""
    ask = quick_ask(board, rule)
    return None if ask is None else ask.degree(a, b)


def quick_verdict(board: Board, a: Any, b: Any, rule: Any) -> Verdict | None:
    """Return the verdict between two single tiles, or None if the general path is needed."""
    ask = quick_ask(board, rule)
    found = -1 if ask is None else ask.sight(a, b)
    return None if found < 0 else VERDICTS[found]


def quick_ranks(
    board: Board,
    rule: Rule,
    pairs: Any,
    low: Any,
    high: Any,
    sight_alone: bool,
    start: int,
    stop: int,
) -> None:
    """Write the ranks of the pairs from `start` to `stop` into `low` and `high`.

    Pairs that need the general path stay unchanged.
    """
    ask = quick_ask(board, rule)
    if ask is not None:
        ask.ranks(pairs, low, high, sight_alone, start, stop)


VERDICTS = (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
"""The verdicts by two bits: 1 if hidden even when open touches pass, 2 if hidden when
they block.
"""


def quick_ask(board: Any, rule: Any) -> Any:
    """Return the kernel that answers this rule for single tiles on this board, or None."""
    if not isinstance(board, Board):
        return None
    grounds = board.observer(PackPlaneCache)
    if grounds is None or grounds.changes:
        if native.packs() is None:
            return None
        grounds = grounds_of(board)
    kept = grounds.asks.get(id(rule))
    if kept is None or kept[0] is not rule:
        ask, grounds = None, grounds_of(board)
        grid = board.grid.name
        pack = _compiled_pack(rule) if isinstance(rule, Rule) else None
        if pack is not None and grid in pack.grids:
            plan = plan_of(pack, grid)
            if not (board.has_heights and pack.heights):
                ask = None if board.height_level == 2 else plan.ask(board, grounds)
            elif plan.by_slabs:
                ask = ask_by_slabs(board, grounds, plan)
        kept = grounds.asks[id(rule)] = (rule, ask)
    return kept[1]


# --- one pair -------------------------------------------------------------------------------------


def _ranks(
    board: Board, source: Place, target: Place, pack: Pack, sight_alone: bool = False
) -> Ranks:
    """Return the cover of the target, as two ranks among the pack's degrees."""
    plan, grounds = plan_of(pack, board.grid.name), grounds_of(board)
    if counts_heights(board, source, target, pack):
        return high_ranks(board, grounds, source, target, plan, sight_alone)
    return flat_ranks(board, grounds, source, target, plan, sight_alone)


# --- fields ---------------------------------------------------------------------------------------


def degrees_around(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None = None,
) -> DegreeField:
    """Return the degree of every tile of a storey within the radius."""
    pack = _compiled_pack(rule)
    found = _swept(board, source, rule, radius, metric, storey, sight_alone=False)
    if found is not None:
        return DegreeField(board, _by_ranks(rule), *found)
    lowest, highest = (bytearray([BEYOND_RADIUS]) * len(board.tiles()) for _ in range(2))
    for tile in reported(within(board, source, radius, metric)):
        target, at = on_storey(board, tile, storey), board.rank(tile)
        if pack is not None:
            lowest[at], highest[at] = _ranks(board, source, target, pack)
        else:
            degree = rule.trace(board, source, target).degree
            lowest[at] = rule.degrees.index(degree.low)
            highest[at] = rule.degrees.index(degree.high)
    return DegreeField(board, _by_ranks(rule), bytes(lowest), bytes(highest))


def seen_around(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None = None,
) -> Field:
    """Return every tile of a storey within the radius that is visible by the rule of a game."""
    swept = _swept(board, source, rule, radius, metric, storey, sight_alone=True)
    if swept is not None:
        return Field(board, swept[1].translate(_IS_NONE))
    cells = bytearray(len(board.tiles()))
    for tile in reported(within(board, source, radius, metric)):
        found = verdict_of(board, source, on_storey(board, tile, storey), rule)
        cells[board.rank(tile)] = found is Verdict.VISIBLE
    return Field(board, cells)


_IS_NONE = bytes([1]) + bytes(255)


def _swept(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None,
    *,
    sight_alone: bool,
) -> tuple[bytes, bytes] | None:
    """Return the ranks of all tiles in board order, or None if no kernel supports this source.

    Tiles beyond the radius have `BEYOND_RADIUS`.
    """
    limit, packs, pack = limit_of(radius, metric), native.packs(), _compiled_pack(rule)
    if packs is None or pack is None:
        return None
    grounds, plan = grounds_of(board), plan_of(pack, board.grid.name)
    own = [tile_index(board, tile) for tile in source.tiles]
    reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
    walls = plan.walls_of(board, grounds)
    targets = near_places(board, walls, own, reach, METRICS.index(metric))
    if counts_heights(board, source, source, pack):
        found = ranks_around(board, grounds, source, plan, targets, storey, sight_alone=sight_alone)
    else:

        def ranks_of(index: int) -> Ranks:
            target = place(board, tile_at(board, index), "to")
            return flat_ranks(board, grounds, source, target, plan, sight_alone)

        found = sweep(board, grounds, source, plan, targets, ranks_of, sight_alone=sight_alone)
    low, high = found
    count, ranks = len(board.tiles()), grounds.ranks(board)
    return packs.spread_out(targets, low, ranks, count), packs.spread_out(
        targets, high, ranks, count
    )
