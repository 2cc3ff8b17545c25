"""One pair of places of any size by the rule of a game, over flat grounds."""

from __future__ import annotations

from sightline.engine.packs.grounds import PackPlaneCache
from sightline.engine.packs.plans import PackPlan
from sightline.engine.packs.questions import Ranks, zones_for
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.model.planes import tile_index
from sightline.packs.schema import Pack
from sightline.rules.packs.limits import hidden_by


def flat_ranks(
    board: Board,
    grounds: PackPlaneCache,
    source: Place,
    target: Place,
    plan: PackPlan,
    sight_alone: bool = False,
) -> Ranks:
    """Return the cover of the target on these grounds, as two ranks."""
    pack = plan.pack
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
    """Return whether the target is visible if ranges, facings, rooms or neighbors
    decide that, else None.
    """
    pack = plan.pack
    if hidden_by(board, source, target, pack):
        return False
    if pack.zones and _share_zone(board, grounds, source, target, pack):
        return True
    return near(board, grounds, plan, source, target) if pack.neighbors else None


def _share_zone(
    board: Board, grounds: PackPlaneCache, source: Place, target: Place, pack: Pack
) -> bool:
    zones = zones_for(pack, board, grounds)
    return any(
        zones.sees(tile_index(board, one), tile_index(board, other))
        for one in source.tiles
        for other in target.tiles
    )


def near(
    board: Board, grounds: PackPlaneCache, plan: PackPlan, source: Place, target: Place
) -> bool | None:
    """Return whether the target is visible because the two are neighbors; None if
    that does not decide.
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
