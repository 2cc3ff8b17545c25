"""Plan the game master's changes to terrain: rock, walls, doors, gates, cover and heights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from sightline.errors import InvalidValueError
from sightline.model.cell import Point, tile_name
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact, to_units
from sightline.model.parts.terrain import check_kind
from sightline.model.threshold import (
    Door,
    Gate,
    Threshold,
    Wall,
    as_stops,
    with_span,
    with_state,
    with_stops,
)
from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import (
    AddWall,
    Erase,
    Paint,
    RemoveWall,
    SetDoor,
    SetEdges,
    SetHeight,
    SetTerrain,
)
from sightline.table.state.keys import (
    TilePair,
    cover_key,
    edge_key,
    elevation_key,
    read_threshold,
    solid_key,
    terrain_key,
    threshold_text,
    wall_key,
)
from sightline.table.state.plans import ActionPlan, changes, counted
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import PhraseValue, and_list, as_text, say, word


@plan_for(Paint)
def plan_paint(world: World, scene: MapScene, action: Paint) -> ActionPlan:
    tiles = _on_map(scene, action.tiles)
    wanted = {solid_key(scene.id, tile): True if action.solid else None for tile in tiles}
    what = counted(len(tiles), "tile")
    if action.solid:
        return ActionPlan(changes(world, wanted), say("filled {what} with rock", what=what))
    return ActionPlan(changes(world, wanted), say("cleared {what}", what=what))


@plan_for(SetTerrain)
def plan_terrain(world: World, scene: MapScene, action: SetTerrain) -> ActionPlan:
    if action.kind is not None:
        try:
            check_kind(action.kind)
        except InvalidValueError as error:
            raise Refusal("badTerrain", error=as_text(error)) from error
    tiles = _on_map(scene, action.tiles)
    wanted = {terrain_key(scene.id, tile): action.kind for tile in tiles}
    what = counted(len(tiles), "tile")
    label = say("removed the terrain from {what}", what=what)
    if action.kind is not None:
        kind = word(action.kind.replace("-", " "))
        label = say("put {kind} on {what}", kind=kind, what=what)
    return ActionPlan(changes(world, wanted), label)


@plan_for(SetEdges)
def plan_edges(world: World, scene: MapScene, action: SetEdges) -> ActionPlan:
    threshold = None if action.carries is None else _drawn(action, action.carries)
    if threshold is None and (action.state or action.stops):
        raise Refusal("emptyEdge")
    text = None if threshold is None else threshold_text(threshold)
    wanted: dict[str, Any] = {}
    for a, b in action.edges:
        check_edge(scene, a, b)
        wanted[edge_key(scene.id, a, b)] = text
    edges = counted(len(wanted), "edge")
    if threshold is None:
        return ActionPlan(changes(world, wanted), say("cleared {what}", what=edges))
    return ActionPlan(
        changes(world, wanted), say("put {kind} on {what}", kind=_a(threshold), what=edges)
    )


@plan_for(AddWall)
def plan_add_wall(world: World, scene: MapScene, action: AddWall) -> ActionPlan:
    start, end = ends_in_units(action.ends)
    if start == end:
        raise Refusal("wallEnds")
    threshold = _drawn(action, action.carries)
    wanted = {wall_key(scene.id, start, end): threshold_text(threshold)}
    return ActionPlan(changes(world, wanted), say("drew {what}", what=_a(threshold)))


@plan_for(RemoveWall)
def plan_remove_wall(world: World, scene: MapScene, action: RemoveWall) -> ActionPlan:
    key = wall_key(scene.id, *ends_in_units(action.ends))
    if key not in world.values:
        raise Refusal("wallGone")
    threshold = read_threshold(world.values[key])
    return ActionPlan(changes(world, {key: None}), say("removed {what}", what=_a(threshold)))


@plan_for(Erase)
def plan_erase(world: World, scene: MapScene, action: Erase) -> ActionPlan:
    tiles = _on_map(scene, action.tiles)
    wanted: dict[str, Any] = {
        key(scene.id, tile): None for tile in tiles for key in (solid_key, terrain_key)
    }
    for a, b in action.edges:
        check_edge(scene, a, b)
        wanted[edge_key(scene.id, a, b)] = None
    wanted |= {wall_key(scene.id, *ends_in_units(ends)): None for ends in action.walls}
    if not wanted:
        raise Refusal("nothingToErase")
    erased = changes(world, wanted)
    return ActionPlan(
        erased, say("erased {what}", what=_what_is_erased([entry.key for entry in erased]))
    )


@plan_for(SetHeight)
def plan_height(world: World, scene: MapScene, action: SetHeight) -> ActionPlan:
    if action.cover is not UNSET and not isinstance(scene.board, HexBoard):
        raise Refusal("hexesOnly")
    tiles = _on_map(scene, action.tiles)
    wanted: dict[str, Any] = {}
    if action.cover is not UNSET:
        cover = exact(action.cover, "cover")
        wanted |= {cover_key(scene.id, tile): str(cover) if cover else None for tile in tiles}
    if action.elevation is not UNSET:
        height = None if action.elevation is None else str(exact(action.elevation, "height"))
        wanted |= {elevation_key(scene.id, tile): height for tile in tiles}
    if not wanted:
        raise Refusal("coverOrHeight")
    what = counted(len(tiles), "tile")
    return ActionPlan(changes(world, wanted), say("changed the height of {what}", what=what))


@plan_for(SetDoor, "master")
def plan_door(world: World, scene: MapScene, action: SetDoor) -> ActionPlan:
    """Plan a door's state. The game master may set any state that the door or gate can have."""
    key, where = door_key(scene, action)
    now = door_under(world, key)
    if now is None:
        raise Refusal("noDoorThere", where=where)
    return turned(world, key, now, action.state, where)


# --- doors, for game master and players --------------------------------------------------------


def door_key(scene: MapScene, action: SetDoor) -> tuple[str, str]:
    """Return the key of the edge or free wall, and a description of its place."""
    if (action.edge is None) == (action.wall is None):
        raise Refusal("doorNeedsPlace")
    if action.edge is not None:
        check_edge(scene, *action.edge)
        return edge_key(scene.id, *action.edge), edge_words(scene, *action.edge)
    assert action.wall is not None
    ends = ends_in_units(action.wall)
    return wall_key(scene.id, *ends), wall_words(scene, *ends)


def door_under(world: World, key: str) -> Door | Gate | None:
    """Return the door or gate stored under that key."""
    text = world.values.get(key)
    threshold = None if text is None else read_threshold(text)
    return None if isinstance(threshold, Wall) else threshold


def turned(world: World, key: str, now: Door | Gate, state: str, where: str) -> ActionPlan:
    """Plan to change the state of a door or gate."""
    kind = door_noun(now)
    if state not in now.STATES:
        raise Refusal("badState", kind=kind, state=state)
    found = now.state == "secret" and state != "secret"
    values: dict[str, PhraseValue] = {
        "what": say("the {door} {where}", door=word(kind), where=where)
    }
    label = {
        "open": say("opened {what}", **values),
        "closed": say("closed {what}", **values),
        "locked": say("locked {what}", **values),
        "secret": say("hid {what}", **values),
    }[state]
    wanted = {key: threshold_text(with_state(now, state))}
    return ActionPlan(changes(world, wanted), say("found {what}", **values) if found else label)


def door_noun(threshold: Door | Gate) -> str:
    return "door" if isinstance(threshold, Door) else "gate"


def edge_words(scene: MapScene, a: TilePair, b: TilePair) -> str:
    first, second = (tile_name(scene.record.grid, tile) for tile in sorted((a, b)))
    return say("between {a} and {b}", a=first, b=second)


def wall_words(scene: MapScene, start: Point, end: Point) -> str:
    """Describe the place of a free wall by the tile at its middle."""
    grid = scene.board.grid
    middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
    return say("at {tile}", tile=tile_name(grid.name, grid.tiles_at(middle)[0]))


# --- valid drawings -------------------------------------------------------------------------------


def checked_threshold(carries: str, state: str, stops: str = "") -> Threshold:
    """Return the requested wall, door or gate, or raise a Refusal.

    Without a state, a door or gate is closed. Without `stops`, it stops everything.
    """
    plain = _plain_threshold(carries, state)
    return with_stops(plain, as_stops(stops)) if stops else plain


def _plain_threshold(carries: str, state: str) -> Threshold:
    if carries == "wall":
        if state:
            raise Refusal("wallState", state=state)
        return Wall()
    closed = Door() if carries == "door" else Gate()
    if state and state not in closed.STATES:
        raise Refusal("badState", kind=carries, state=state)
    return with_state(closed, state) if state else closed


def _drawn(action: SetEdges | AddWall, carries: str) -> Threshold:
    """Return the requested wall, door or gate with its heights and what it stops."""
    heights = (action.bottom, action.top)
    bottom, top = (None if each is None else exact(each, "height") for each in heights)
    try:
        return with_span(checked_threshold(carries, action.state, action.stops), (bottom, top))
    except InvalidValueError:
        raise Refusal("wallSpan") from None


def check_edge(scene: MapScene, a: TilePair, b: TilePair) -> None:
    grid = scene.board.grid
    if a not in scene.board or b not in scene.board:
        raise Refusal("edgeOffMap")
    if not grid.are_neighbors(a, b):
        one, other = (tile_name(grid.name, tile) for tile in (a, b))
        raise Refusal("notNeighbors", one=one, other=other)


def ends_in_units(ends: tuple[tuple[float, float], tuple[float, float]]) -> tuple[Point, Point]:
    """Return the ends of a free wall in board units and canonical order."""
    first, second = sorted((to_units(x, "wall"), to_units(y, "wall")) for x, y in ends)
    return first, second


def _on_map(scene: MapScene, tiles: list[TilePair]) -> list[TilePair]:
    """Return the tiles without duplicates, or raise a Refusal if one is missing."""
    for tile in tiles:
        if tile not in scene.board:
            raise Refusal("offMap", tile=tile_name(scene.record.grid, tile))
    return list(dict.fromkeys(tiles))


def _what_is_erased(keys: Sequence[str]) -> str:
    """Describe what is erased: "2 tiles, an edge and a free wall"."""
    counts = Counter(key.partition("|")[0] for key in keys)
    nouns = {
        "solid": "tile",
        "terrain": "terrain tile",
        "edge": "edge",
        "wall": "free wall",
    }
    parts = [counted(counts[kind], noun) for kind, noun in nouns.items() if counts[kind]]
    return and_list(parts) if parts else say("nothing")


def _a(threshold: Threshold) -> str:
    words = str(threshold)
    return word(f"{'an' if words[0] in 'aeiou' else 'a'} {words}")
