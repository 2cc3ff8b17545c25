"""Questions by the rules of games: sight and degrees of cover, for one pair or for all tiles."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sightline.answers.degrees import BEYOND_RADIUS, DegreeField
from sightline.answers.field import Field
from sightline.answers.sight import Verdict
from sightline.engine import native
from sightline.engine.arguments import Radius
from sightline.engine.packs.grounds import PackPlaneCache, grounds_of
from sightline.engine.packs.plans import PackPlan, plan_of
from sightline.engine.packs.questions import Ranks, zones_for
from sightline.engine.progress import reported
from sightline.model.board import Board
from sightline.model.degree import Degree
from sightline.model.place import Place, on_storey, place
from sightline.model.planes import extent, tile_at, tile_index
from sightline.model.reach import METRICS, kernel_limit, limit_of, within
from sightline.packs.schema import Pack
from sightline.rules.packs.limits import hidden_by
from sightline.rules.packs.look import facing_of, size_class
from sightline.rules.rule import Rule

_DECIDED, _FINAL = 1, 2
"""What `_settled` decides without lines: only sight, so there may still be cover; or everything."""


def degree_of(board: Board, source: Place, target: Place, rule: Rule) -> Degree:
    """Return the degree of cover between two places."""
    pack = _compiled_pack(rule)
    if pack is None:
        return rule.trace(board, source, target).degree
    if len(source.tiles) == len(target.tiles) == 1:
        found = quick_degree(board, source.middle, target.middle, rule)
        if found is not None:
            return found
    low, high = _ranks(board, source, target, pack)
    return pack.degree(low, high)


def verdict_of(board: Board, source: Place, target: Place, rule: Rule) -> Verdict:
    """Return visible, hidden or ambiguous by the rule of a game."""
    pack = _compiled_pack(rule)
    if pack is None:
        return rule.trace(board, source, target).verdict
    if len(source.tiles) == len(target.tiles) == 1:
        found = quick_verdict(board, source.middle, target.middle, rule)
        if found is not None:
            return found
    low, high = _ranks(board, source, target, pack, sight_alone=True)
    return Verdict.VISIBLE if not high else Verdict.AMBIGUOUS if not low else Verdict.HIDDEN


def is_compiled(board: Board, rule: Rule) -> bool:
    """Return whether kernels answer `who_sees_whom` by this rule on this board."""
    pack = _compiled_pack(rule)
    if pack is None:
        return False
    plan = plan_of(pack, board.grid.name)
    return plan.sight.is_compiled(board, grounds_of(board))


def _by_ranks(rule: Rule) -> list[list[Degree]]:
    """Return the rule's degrees by two ranks: the least and the most cover."""
    names = rule.degrees
    return [
        [Degree(low, high, names, rule.effect_of(low) if low == high else "") for high in names]
        for low in names
    ]


def _compiled_pack(rule: Rule) -> Pack | None:
    """Return the pack if the rule is one that kernels support, else None."""
    return rule.game if native.has_pack_kernels(rule) else None


# --- the fast path for most pairs -----------------------------------------------------------------


def quick_degree(board: Board, a: Any, b: Any, rule: Any) -> Degree | None:
    """Return the degree between one-tile ends, or None if the slow way is needed."""
    ask = quick_ask(board, rule)
    return None if ask is None else ask.degree(a, b)


def quick_verdict(board: Board, a: Any, b: Any, rule: Any) -> Verdict | None:
    """Return the verdict between one-tile ends, or None if the slow way is needed."""
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
    """Fill in the ranks of the pairs from `start` up to `stop`.

    Pairs that need the slow way stay unchanged.
    """
    ask = quick_ask(board, rule)
    if ask is not None:
        ask.ranks(pairs, low, high, sight_alone, start, stop)


VERDICTS = (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
"""By bits: 1 if hidden even when touches pass, 2 if hidden when touches block."""


def quick_ask(board: Any, rule: Any) -> Any:
    """Return the kernel that answers this rule for one-tile places on this board, or None."""
    if not isinstance(board, Board) or board.height_level == 2:
        return None
    if board.has_heights and getattr(rule, "takes_heights", False):
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
            ask = plan_of(pack, grid).ask(board, grounds)
        kept = grounds.asks[id(rule)] = (rule, ask)
    return kept[1]


# --- one pair -------------------------------------------------------------------------------------


def _ranks(
    board: Board, source: Place, target: Place, pack: Pack, sight_alone: bool = False
) -> Ranks:
    """Return how much cover the target has, as two ranks among the pack's degrees."""
    plan = plan_of(pack, board.grid.name)
    grounds = grounds_of(board)
    if not set(source.tiles).isdisjoint(target.tiles):
        return 0, 0
    settled = None if pack.is_plain else _settled(board, grounds, plan, source, target)
    if settled is None:
        low, high = plan.sight.pair(board, grounds, source, target)
    else:
        low = high = 0 if settled else plan.total
    if not sight_alone and not low:
        for cover in plan.covers:
            found = cover.pair(board, grounds, source, target)
            low, high = max(low, found[0]), max(high, found[1])
    return low, high


def _settled(
    board: Board, grounds: PackPlaneCache, plan: PackPlan, source: Place, target: Place
) -> bool | None:
    """Return whether the target is seen if no line is needed to decide it, else None.

    Ranges, facings, rooms and neighbors can decide.
    """
    pack = plan.pack
    if hidden_by(board, source, target, pack):
        return False
    if pack.zones and _share_zone(board, grounds, source, target, pack):
        return True
    return _near(board, grounds, plan, source, target) if pack.neighbors else None


def _share_zone(
    board: Board, grounds: PackPlaneCache, source: Place, target: Place, pack: Pack
) -> bool:
    zones = zones_for(pack, board, grounds)
    return any(
        zones.sees(tile_index(board, one), tile_index(board, other))
        for one in source.tiles
        for other in target.tiles
    )


def _near(
    board: Board, grounds: PackPlaneCache, plan: PackPlan, source: Place, target: Place
) -> bool | None:
    """Return whether the target is seen because the two are neighbors, or None if that does not
    decide.
    """
    walls = plan.walls_of(board, grounds)
    parted = [
        walls.parts(tile_index(board, one), tile_index(board, other))
        for one in source.tiles
        for other in target.tiles
    ]
    touching = [each for each in parted if each is not None]
    if not touching:
        return None
    return plan.pack.neighbors == "seen" or not all(touching)


# --- fields ---------------------------------------------------------------------------------------


def degrees_around(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None = None,
) -> DegreeField:
    """Return the degree of every tile within the radius, on that storey."""
    pack = _compiled_pack(rule)
    swept = None if pack is None else _swept(board, source, pack, radius, metric, sight_alone=False)
    if swept is not None:
        return DegreeField(board, _by_ranks(rule), *swept)
    lowest, highest = (bytearray([BEYOND_RADIUS]) * len(board.tiles()) for _ in range(2))
    for tile in reported(within(board, source, radius, metric)):
        target, at = on_storey(board, tile, storey), board.rank(tile)
        if pack is not None:
            lowest[at], highest[at] = _ranks(board, source, target, pack)
        else:
            found = rule.trace(board, source, target).degree
            lowest[at] = rule.degrees.index(found.low)
            highest[at] = rule.degrees.index(found.high)
    return DegreeField(board, _by_ranks(rule), bytes(lowest), bytes(highest))


def seen_around(board: Board, source: Place, rule: Rule, radius: Radius, metric: str) -> Field:
    """Return every tile within the radius that is seen by the rule of a game."""
    pack = _compiled_pack(rule)
    swept = None if pack is None else _swept(board, source, pack, radius, metric, sight_alone=True)
    if swept is not None:
        return Field(board, swept[1].translate(_IS_NONE))
    cells = bytearray(len(board.tiles()))
    for tile in reported(within(board, source, radius, metric)):
        found = verdict_of(board, source, place(board, tile, "to"), rule)
        cells[board.rank(tile)] = found is Verdict.VISIBLE
    return Field(board, cells)


_IS_NONE = bytes([1]) + bytes(255)


def _swept(
    board: Board, source: Place, pack: Pack, radius: Radius, metric: str, sight_alone: bool
) -> tuple[bytes, bytes] | None:
    """Return the ranks of all tiles in board order, or None without a kernel for this source.

    Tiles beyond the radius have `BEYOND_RADIUS`.
    """
    limit = limit_of(radius, metric)
    packs = native.packs()
    if packs is None:
        return None
    grounds = grounds_of(board)
    plan = plan_of(pack, board.grid.name)
    own = [tile_index(board, tile) for tile in source.tiles]
    walls = plan.walls_of(board, grounds)
    reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
    targets = _near_places(board, walls, own, reach, METRICS.index(metric))
    low, high, settled = (bytearray(len(targets)) for _ in range(3))
    numbers = {index: i for i, index in enumerate(targets)} if board.figures() else {}
    for index in (*own, *_large(board, source, plan)):
        if index in numbers:
            i = numbers[index]
            target = place(board, tile_at(board, index), "to")
            low[i], high[i] = _ranks(board, source, target, pack, sight_alone)
            settled[i] = _FINAL
    if not numbers:
        for index in own:
            settled[targets.index(index)] = _FINAL
    if pack.neighbors and len(own) > 1:
        for i, index in enumerate(targets):
            target = place(board, tile_at(board, index), "to")
            near = None if settled[i] else _near(board, grounds, plan, source, target)
            if near is not None:
                settled[i] = _DECIDED
                low[i] = high[i] = 0 if near else plan.total
    elif pack.neighbors:
        unless_wall = pack.neighbors == "seen unless wall"
        packs.settle_near(walls, own[0], unless_wall, plan.total, targets, low, high, settled)
    if pack.max_range or pack.arc or pack.zones:
        _settle_limits(board, grounds, source, plan, targets, low, high, settled)
    for question in [plan.sight] if sight_alone else [plan.sight, *plan.covers]:
        question.around(board, grounds, source, targets, low, high, settled)
    count, ranks = len(board.tiles()), grounds.ranks(board)
    return tuple(packs.spread_out(targets, each, ranks, count) for each in (low, high))


def _near_places(board: Board, walls: Any, own: list[int], reach: int, metric: int) -> array[int]:
    """Return the plane indices of all tiles within the limit of one of these, in order."""
    rows, cols, *_ = extent(board)
    found: set[int] = set()
    for at in own:
        places = array("i", bytes(4 * (rows + 2) * (cols + 2)))
        places = places[: native.packs().near(walls, at, reach, metric, places)]
        if len(own) == 1:
            return places
        found.update(places)
    return array("i", sorted(found))


def _settle_limits(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    plan: PackPlan,
    targets: Sequence[int],
    low: bytearray,
    high: bytearray,
    settled: bytearray,
) -> None:
    """Settle the tiles that are out of range, outside the arc of a facing, or in a zone that is
    always seen.
    """
    pack, packs = plan.pack, native.packs()
    at = [tile_index(board, tile) for tile in source.tiles]
    if len(at) == 1 and not (pack.arc and facing_of(board, source)):
        if pack.max_range:
            walls, metric = plan.walls_of(board, grounds), METRICS.index(pack.metric)
            reach = plan.reach(board), metric, plan.total
            packs.settle_far(walls, at[0], *reach, targets, low, high, settled)
    else:
        for i, index in enumerate(targets):
            tile = tile_at(board, index)
            target = Place(None, (tile,), tile, frozenset())
            if settled[i] != _FINAL and hidden_by(board, source, target, pack):
                low[i] = high[i] = plan.total
                settled[i] = _FINAL
    for one in at if pack.zones else ():
        zones_for(pack, board, grounds).settle(one, targets, low, high, settled)


def _large(board: Board, source: Place, plan: PackPlan) -> list[int]:
    """Return the plane indices of tiles that a sweep cannot decide.

    A figure of several tiles stands on them, whose tiles do not block sight of it, or one that is
    larger than the viewer if the pack takes size into account.
    """
    size = size_class(board, source)
    return [
        tile_index(board, tile)
        for figure in board.figures()
        if len(figure.tiles) > 1 or (plan.sizes_matter and max(figure.size) > size)
        for tile in figure.tiles
    ]
