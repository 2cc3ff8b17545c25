"""All tiles around a place by the rule of a game, on flat grounds."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from sightline.engine import native
from sightline.engine.packs.grounds import PackPlaneCache
from sightline.engine.packs.pairs import near
from sightline.engine.packs.plans import PackPlan
from sightline.engine.packs.questions import Ranks, zones_for
from sightline.model.board import Board
from sightline.model.place import Place, place
from sightline.model.planes import extent, tile_at, tile_index
from sightline.model.reach import METRICS
from sightline.rules.packs.limits import hidden_by
from sightline.rules.packs.look import facing_of, size_class

_DECIDED, _FINAL = 1, 2
"""What is settled without lines: sight but not cover, or both."""


def sweep(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    plan: PackPlan,
    targets: array[int],
    ranks_of: Callable[[int], Ranks],
    *,
    sight_alone: bool,
) -> tuple[bytearray, bytearray]:
    """Return the ranks of these tiles on flat grounds.

    `ranks_of` answers, by plane index, for tiles that a sweep cannot decide.
    """
    pack, packs = plan.pack, native.packs()
    own = [tile_index(board, tile) for tile in source.tiles]
    walls = plan.walls_of(board, grounds)
    low, high, settled = (bytearray(len(targets)) for _ in range(3))
    numbers = {index: i for i, index in enumerate(targets)} if board.figures() else {}
    for index in (*own, *_large(board, source, plan)):
        if index in numbers:
            i = numbers[index]
            low[i], high[i] = ranks_of(index)
            settled[i] = _FINAL
    if not numbers:
        for index in own:
            if index in targets:
                settled[targets.index(index)] = _FINAL
    if pack.neighbors and len(own) > 1:
        for i, index in enumerate(targets):
            target = place(board, tile_at(board, index), "to")
            seen = None if settled[i] else near(board, grounds, plan, source, target)
            if seen is not None:
                settled[i] = _DECIDED
                low[i] = high[i] = 0 if seen else plan.total
    elif pack.neighbors:
        unless_wall = pack.neighbors == "seen unless wall"
        packs.settle_near(walls, own[0], unless_wall, plan.total, targets, low, high, settled)
    if pack.max_range or pack.arc or pack.zones:
        _settle_limits(board, grounds, source, plan, targets, low, high, settled)
    for question in [plan.sight] if sight_alone else [plan.sight, *plan.covers]:
        question.around(board, grounds, source, targets, low, high, settled)
    return low, high


def near_places(board: Board, walls: Any, own: list[int], reach: int, metric: int) -> array[int]:
    """Return the plane indexes of all tiles within the limit from one of the tiles
    `own`, in order.
    """
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
    always visible.
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
    """Return the plane indexes of tiles that a sweep cannot decide.

    A figure of several tiles stands on them, which does not block lines to its own tiles. If the
    pack takes size into account, tiles of figures larger than the viewer are included too.
    """
    size = size_class(board, source)
    return [
        tile_index(board, tile)
        for figure in board.figures()
        if len(figure.tiles) > 1 or (plan.sizes_matter and max(figure.size) > size)
        for tile in figure.tiles
    ]
