"""Plans areas and shared rulers: laid on the map, and taken away again.

The master lays them anywhere. Players lay a few of their own, from what they know: a tile that they
have seen or somebody in sight. What an area covers is not asked here: everybody's view of it is
worked out from what they know.
"""

from __future__ import annotations

import msgspec

from sightline.model.cell import Tile
from sightline.table.actions.player_turn import KnownMap
from sightline.table.protocol import (
    AreaShape,
    FigureOrTile,
    PutArea,
    RemoveArea,
    SetMeasure,
)
from sightline.table.state import (
    MASTER,
    ActionPlan,
    Actor,
    AreaRecord,
    MapScene,
    Refusal,
    World,
    area_key,
    changes,
    counted,
    map_key,
    new_id,
    plain,
)
from sightline.table.vision import ANGLES, METRICS_ON, check_field, unit_from

MOST_OF_MASTER = 20
MOST_OF_PLAYER = 3
"""Areas and rulers on one map. Counted for each alone: how many others have is not for players."""

NO_SUCH_AREA = "There is no such area of yours."
UNKNOWN_ORIGIN = "You have not seen that place yet."
NO_ORIGIN = "There is no such tile or figure on this map."
NO_DIRECTION = "Point to another tile: an area needs to know where it goes."


def plan_measure(world: World, scene: MapScene, action: SetMeasure) -> ActionPlan:
    """How distances are counted on the map."""
    if action.metric not in METRICS_ON[scene.record.grid]:
        raise Refusal("Hexes have no diagonals: count steps, or measure a straight line.")
    unit = unit_from(action.unit)
    if action.unit.strip() and unit is None:
        raise Refusal("Say a number and a word, such as 5 ft or 1.5 m.")
    text = "" if unit is None else str(unit)
    measured = msgspec.structs.replace(scene.record, metric=action.metric, unit=text)
    wanted = {map_key(scene.id): plain(measured)}
    return ActionPlan(changes(world, wanted), "changed how distances are counted")


def plan_put_area(
    world: World, actor: Actor, scene: MapScene, action: PutArea, known: KnownMap | None = None
) -> ActionPlan:
    """`known`: what a player knows; None for the master."""
    shape = checked_shape(scene, action, known)
    most = MOST_OF_MASTER if actor.id == MASTER else MOST_OF_PLAYER
    mine = [area for area in scene.areas.values() if area.owner == actor.id]
    if len(mine) >= most:
        raise Refusal(f"{counted(most, 'area')} of yours are on the map: take one away first.")
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
    )
    entries = changes(world, {area_key(scene.id, area.id): plain(area)})
    return ActionPlan(entries, f"laid a {area.kind} on the map", made=area.id)


def plan_remove_area(world: World, actor: Actor, scene: MapScene, action: RemoveArea) -> ActionPlan:
    area = scene.areas.get(action.area)
    if area is None or actor.id not in (MASTER, area.owner):
        raise Refusal("There is no such area any more." if actor.id == MASTER else NO_SUCH_AREA)
    entries = changes(world, {area_key(scene.id, area.id): None})
    return ActionPlan(entries, f"took a {area.kind} from the map")


# --- is it an area? -------------------------------------------------------------------------------


def checked_shape(scene: MapScene, shape: AreaShape, known: KnownMap | None) -> AreaShape:
    """The shape with all that was left out, if it can be worked out for whoever asks."""
    tiles = _origin_tiles(scene, shape.at, known)
    grid, square = scene.board.grid, scene.record.grid == "square"
    if shape.kind == "ruler":
        _check_ruler(scene, shape, known)
        return shape
    if shape.reach < 1:
        raise Refusal("Say how far it reaches: at least 1.")
    if shape.corner and (shape.kind != "circle" or isinstance(shape.at, str) or not square):
        raise Refusal("Only a circle on squares begins at a corner of a tile.")
    if shape.kind != "circle":
        if shape.toward is None or grid.center(shape.toward) == grid.middle(tiles):
            raise Refusal(NO_DIRECTION)
        angles = ANGLES[scene.record.grid]
        if shape.kind == "cone" and shape.angle not in (0, *angles):
            raise Refusal(f"A cone here opens by {angles[0]} or {angles[1]} degrees.")
    check_field(scene.board if known is None else known.board, scene.rule, tiles)
    angle = shape.angle or ANGLES[scene.record.grid][0]
    return msgspec.structs.replace(shape, angle=angle)


def _origin_tiles(scene: MapScene, at: FigureOrTile, known: KnownMap | None) -> tuple[Tile, ...]:
    board = scene.board
    if isinstance(at, str):
        figure = scene.figures.get(at) if known is None else known.figures.get(at)
        if figure is None or figure.furniture or (known is not None and known.figures[at].ghost):
            raise Refusal(NO_ORIGIN if known is None else UNKNOWN_ORIGIN)
        return tuple(board.footprint(board.grid.tile(*figure.at), figure.size))
    if not (at in board if known is None else known.explored_tile(at)):
        raise Refusal(NO_ORIGIN if known is None else UNKNOWN_ORIGIN)
    return (board.grid.tile(*at),)


def _check_ruler(scene: MapScene, shape: AreaShape, known: KnownMap | None) -> None:
    if isinstance(shape.at, str) or not shape.points:
        raise Refusal("A ruler goes from a tile to another.")
    for point in shape.points:
        if not (point in scene.board if known is None else known.explored_tile(point)):
            raise Refusal(NO_ORIGIN if known is None else UNKNOWN_ORIGIN)
