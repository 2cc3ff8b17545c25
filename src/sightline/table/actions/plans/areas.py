"""Plan templates and shared rulers: place and remove them.

The game master places them anywhere. A player may place a few, starting from a tile that they have
seen or from a visible figure. The covered tiles are not computed here: each view computes them from
what its user knows.
"""

from __future__ import annotations

import msgspec

from sightline.model.cell import Tile
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.player_turn import KnownMap
from sightline.table.protocol.actions import PutArea, RemoveArea, SetMeasure
from sightline.table.protocol.measures import AreaShape
from sightline.table.state.keys import GROUND, TilePair, area_key, map_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import MASTER, Actor, AreaRecord, Refusal, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.areas.distances import METRICS_ON, unit_from
from sightline.table.vision.areas.shapes import ANGLES
from sightline.table.vision.cost import check_field
from sightline.texts import say, word

MOST_OF_MASTER = 20
MOST_OF_PLAYER = 3
"""The maximum number of areas and rulers per map and player. Each player has a separate limit,
so that it does not reveal how many the others have.
"""


@plan_for(SetMeasure)
def plan_measure(world: World, scene: MapScene, action: SetMeasure) -> ActionPlan:
    """Set how distances are measured on the map."""
    metric = scene.record.metric if action.metric is None else action.metric
    if metric not in METRICS_ON[scene.record.grid]:
        raise Refusal("noDiagonals")
    text = scene.record.unit
    if action.unit is not None:
        unit = unit_from(action.unit)
        if action.unit.strip() and unit is None:
            raise Refusal("badUnit")
        text = "" if unit is None else str(unit)
    measured = msgspec.structs.replace(scene.record, metric=metric, unit=text)
    wanted = {map_key(scene.id): plain(measured)}
    return ActionPlan(changes(world, wanted), say("changed how distances are counted"))


@plan_for(PutArea)
def plan_put_area(
    world: World, actor: Actor, scene: MapScene, action: PutArea, known: KnownMap | None = None
) -> ActionPlan:
    """Place a template or ruler.

    `known` is what a player knows; None for the game master.
    """
    shape = checked_shape(scene, action, known)
    most = MOST_OF_MASTER if actor.id == MASTER else MOST_OF_PLAYER
    mine = [area for area in scene.areas.values() if area.owner == actor.id]
    if len(mine) >= most:
        raise Refusal("tooManyTemplates", most=most)
    area = AreaRecord(
        id=new_id("a"),
        owner=actor.id,
        kind=shape.kind,
        at=shape.at,
        shared=action.shared,
        reach=shape.reach,
        corner=shape.corner,
        toward=shape.toward,
        angle=shape.angle,
        count=shape.count,
        walls=shape.walls,
        points=tuple(shape.points),
        storey=shape.storey,
        storeys=tuple(shape.storeys),
    )
    entries = changes(world, {area_key(scene.id, area.id): plain(area)})
    return ActionPlan(entries, say("placed a template: {kind}", kind=word(area.kind)), made=area.id)


@plan_for(RemoveArea)
def plan_remove_area(world: World, actor: Actor, scene: MapScene, action: RemoveArea) -> ActionPlan:
    area = scene.areas.get(action.area)
    if area is None or actor.id not in (MASTER, area.owner):
        raise Refusal("templateGone" if actor.id == MASTER else "notYourTemplate")
    entries = changes(world, {area_key(scene.id, area.id): None})
    return ActionPlan(entries, say("removed a template: {kind}", kind=word(area.kind)))


# --- valid areas ----------------------------------------------------------------------------------


def checked_shape(scene: MapScene, shape: AreaShape, known: KnownMap | None) -> AreaShape:
    """Return the shape with defaults filled in, or raise if it is too large to compute."""
    tiles = _origin_tiles(scene, shape, known)
    grid, square = scene.board.grid, scene.record.grid == "square"
    if shape.kind == "ruler":
        _check_ruler(scene, shape, known)
        return shape
    if shape.reach < 1:
        raise Refusal("reachMissing")
    if shape.corner and (shape.kind != "circle" or isinstance(shape.at, str) or not square):
        raise Refusal("cornerCircles")
    if shape.kind != "circle":
        if shape.toward is None or grid.center(shape.toward) == grid.middle(tiles):
            raise Refusal("noDirection")
        angles = ANGLES[scene.record.grid]
        if shape.kind == "cone" and shape.angle not in (0, *angles):
            raise Refusal("coneAngle", one=angles[0], other=angles[1])
    if known is None:
        check_field(scene.board, scene.rule, tiles)
    else:
        check_field(known.board, scene.rule, tiles, _most_within(shape.reach, len(tiles)))
    angle = shape.angle or ANGLES[scene.record.grid][0]
    return msgspec.structs.replace(shape, angle=angle)


def _most_within(reach: int, tiles: int) -> int:
    """Return an upper limit of the number of tiles within `reach`, on a map of any size."""
    return (2 * reach + tiles) ** 2


def _origin_tiles(scene: MapScene, shape: AreaShape, known: KnownMap | None) -> tuple[Tile, ...]:
    board, at = scene.board, shape.at
    if isinstance(at, str):
        figure = scene.figures.get(at) if known is None else known.figures.get(at)
        if figure is None or figure.furniture or (known is not None and known.figures[at].ghost):
            raise Refusal("noTileOrToken" if known is None else "notSeenYet")
        return tuple(board.footprint(board.grid.tile(*figure.at), figure.size))
    _check_tile(scene, at, shape.storey, known)
    return (board.grid.tile(*at),)


def _check_ruler(scene: MapScene, shape: AreaShape, known: KnownMap | None) -> None:
    if isinstance(shape.at, str) or not shape.points:
        raise Refusal("rulerTiles")
    if shape.storeys and len(shape.storeys) != len(shape.points):
        raise Refusal("rulerTiles")
    storeys = shape.storeys or [GROUND] * len(shape.points)
    for point, storey in zip(shape.points, storeys, strict=True):
        _check_tile(scene, point, storey, known)


def _check_tile(scene: MapScene, tile: TilePair, storey: str, known: KnownMap | None) -> None:
    if known is not None:
        if not known.explored_tile(tile, storey):
            raise Refusal("notSeenYet")
    elif storey not in (GROUND, *scene.floors) or tile not in scene.tiles_of_storey(storey):
        raise Refusal("noTileOrToken")
