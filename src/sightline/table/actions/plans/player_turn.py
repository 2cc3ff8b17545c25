"""Plan what players do: move their figures, use adjacent doors, and take back their last move.

Everything is decided by what the player knows, then checked against the true state. A refusal never
reveals more than the player knows: unseen, unknown and other people's things get the same message.
A figure that walks into something unseen stops next to it. If the move were refused in advance, the
player would learn, without a step, where somebody stands in the dark.

To take a move back, the figure walks back over tiles that the player sees now. If the player does
not see the path, a free path would reveal something about the dark, so only the game master can
undo the move.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Protocol

import msgspec
from msgspec import UNSET, convert

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import exact
from sightline.model.parts.heights import At
from sightline.model.threshold import Door, Gate
from sightline.paths import Ground, Walker
from sightline.table.actions.pathfinding import FoundWay, PathSearch, path_search, quick_way
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import check_start, lifted
from sightline.table.actions.plans.storeys.climbing import climbed_back
from sightline.table.actions.plans.terrain import (
    check_edge,
    door_noun,
    door_under,
    edge_words,
    ends_in_units,
    turned,
    wall_words,
)
from sightline.table.actions.plans.turns import waits
from sightline.table.actions.walking import (
    WalkLevel,
    WalkSpot,
    board_at,
    flights_on,
    gone_of,
    level_of,
)
from sightline.table.protocol.actions import LiftFigure, Move, Redo, SetDoor, Undo
from sightline.table.protocol.server import FigureView, StairsView
from sightline.table.state.history import History, JournalRow
from sightline.table.state.keys import GROUND, edge_key, figure_key, wall_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import Actor, FigureRecord, Refusal, plain
from sightline.table.state.scene import MapScene, height_read
from sightline.table.state.world import World
from sightline.table.vision.cost import MOST_FIELDS, check_walk, map_cost
from sightline.table.vision.storeys.known_floors import whole_stairs
from sightline.table.vision.storeys.walking import may_rise
from sightline.table.vision.tile_sets import holds
from sightline.table.vision.wall_pieces import cut
from sightline.texts import say, word


class KnownMap(Protocol):
    """A player's knowledge of a map."""

    figures: dict[str, FigureView]
    """All figures and furniture on the player's map, by id."""

    @property
    def board(self) -> Board:
        """The tiles of the map with what the player knows of them. Figures are named by id."""

    @property
    def explored(self) -> int:
        """The tiles that the player has ever seen, as bits."""

    @property
    def lit(self) -> int:
        """The tiles that the player sees now."""

    def explored_around(self, figure: str) -> int:
        """Return the tiles of the figure's storey that the player has ever seen, as bits."""

    def lit_around(self, figure: str) -> int:
        """Return the tiles of the figure's storey that the player sees now, as bits."""

    def explored_tile(self, tile: tuple[int, int], storey: str = GROUND) -> bool:
        """Return whether the player has ever seen that tile. False for a tile that does not
        exist.
        """

    def explored_at(self, height: Fraction | None) -> int:
        """Return the tiles of floors at that height that the player has ever seen; None is the
        ground.
        """

    def lit_at(self, height: Fraction | None) -> int:
        """Return the tiles of floors at that height that the player sees now; None is the
        ground.
        """

    def floor_height(self, floor: str) -> Fraction:
        """Return the height of a known floor."""

    def lit_tile(self, tile: tuple[int, int]) -> bool:
        """Return whether the player sees the tile now."""

    @property
    def stairs(self) -> Sequence[StairsView]:
        """The stairs that the player knows."""

    def knows_stairs(self, stairs: str) -> bool:
        """Return whether the player has seen an end of these stairs."""


# --- moves ----------------------------------------------------------------------------------------


@plan_for(Move, "player")
def plan_own_move(
    world: World,
    actor: Actor,
    scene: MapScene,
    known: KnownMap,
    action: Move,
    found: FoundWay | None = None,
) -> ActionPlan:
    """Plan a player's move.

    `found` is the result of a long search that an earlier attempt requested with `LongSearch`.
    """
    figure = own_figure(world, actor, scene, action.figure)
    check_start(figure, action.start)
    goal = known_goal(known, figure.id, action.to, action.storey)
    if goal == WalkSpot(level_of(known.board, figure.id), known.board.grid.tile(*figure.at)):
        return ActionPlan([], say("moved {name}", name=figure.name))
    return _walked_to(world, scene, known, figure, goal, found)


def known_goal(known: KnownMap, figure: str, to: tuple[int, int], storey: str | None) -> WalkSpot:
    """Return the goal of a figure that goes to that storey; None keeps its height."""
    level = level_of(known.board, figure)
    if storey is not None:
        if not known.explored_tile(to, storey):
            raise Refusal("unknownPlace")
        level = known.floor_height(storey) if storey else None
    return WalkSpot(level, known.board.grid.tile(*to))


def _walked_to(
    world: World,
    scene: MapScene,
    known: KnownMap,
    figure: FigureRecord,
    goal: WalkSpot,
    found: FoundWay | None,
) -> ActionPlan:
    search = known_search(known, scene.id, figure.id, figure.at, goal)
    if search is None:
        raise Refusal("unknownPlace")
    way = quick_way(search, found)
    if way is None:
        raise Refusal("noWay")
    return _walk(world, scene, known, figure, search, way)


def known_search(
    known: KnownMap,
    map_id: str,
    figure: str,
    at: tuple[int, int],
    goal: WalkSpot,
    *,
    lit: bool = False,
) -> PathSearch | None:
    """Return the search for a path over tiles that the player knows, or sees now with `lit`.

    Its result reveals nothing new. Return None if the goal is not among these tiles.
    """
    board = known.board
    own, size = level_of(board, figure), board.figure(figure).size

    def allowed(level: WalkLevel) -> int:
        if level == own:
            return known.lit_around(figure) if lit else known.explored_around(figure)
        return known.lit_at(level) if lit else known.explored_at(level)

    tiles = allowed(goal.level)
    if not all(holds(board, tiles, tile) for tile in board.footprint(goal.tile, size)):
        return None
    flights = flights_on(board, known.stairs)
    return path_search(board, map_id, figure, at, goal, flights, allowed)


def _walk(
    world: World,
    scene: MapScene,
    known: KnownMap,
    figure: FigureRecord,
    search: PathSearch,
    way: list[WalkSpot],
) -> ActionPlan:
    """Plan a walk along a known path, as far as the true state allows."""
    explored = known.explored.bit_count()
    check_walk(known.board, explored, scene.rule, scene.board.figure(figure.id).tiles, len(way))
    start, flights = search.start, flights_on(scene.board, whole_stairs(scene))
    unheard = {figure.id, *(each.id for each in scene.figures.values() if each.hidden)}

    @cache
    def walker_at(level: WalkLevel) -> Walker:
        """Return a walker on the true board, without hidden figures, which players must not
        notice.
        """
        return Walker(Ground(board_at(scene.board, figure.id, level), unheard), figure.size)

    gone = gone_of(way, start, flights, walker_at)
    if not gone:
        raise Refusal("barred")
    end = gone[-1]
    moved = msgspec.structs.replace(figure, at=(end.tile[0], end.tile[1]))
    route: list[Tile | At] = [spot.tile for spot in gone]
    if any(spot.level != start.level for spot in gone):
        route = [spot.on_board() for spot in gone]
        elevation = UNSET if end.level is None else str(end.level)
        moved = msgspec.structs.replace(moved, elevation=elevation)
    entries = changes(world, {figure_key(scene.id, figure.id): plain(moved)})
    stopped = say("moved {name}, and was stopped on the way", name=figure.name)
    announce = stopped if len(gone) < len(way) else ""
    return ActionPlan(
        entries,
        say("moved {name}", name=figure.name),
        route=route,
        walker=figure.id,
        announce=announce,
    )


def own_figure(world: World, actor: Actor, scene: MapScene, id_: str) -> FigureRecord:
    """Return the figure if the player may move it now."""
    if not world.table.players_move:
        raise Refusal("gmMoves")
    figure = scene.figures.get(id_)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal("notYourToken")
    if waits(scene, actor, figure):
        raise Refusal("notTheirTurn", name=figure.called)
    return figure


@plan_for(LiftFigure, "player")
def plan_own_lift(world: World, actor: Actor, scene: MapScene, action: LiftFigure) -> ActionPlan:
    """Plan a change of the height of a player's figure. Its tiles are always seen, so their ground
    is known.
    """
    figure = own_figure(world, actor, scene, action.figure)
    ground = scene.board.highest_ground(scene.board.figure(figure.id).tiles)
    if action.elevation is not None and action.elevation < ground:
        raise Refusal("elevationBelow", name=figure.called)
    feet = ground if action.elevation is None else exact(action.elevation, "elevation")
    if not may_rise(scene.board, figure.id, feet):
        raise Refusal("barred")
    if not scene.is_high:
        _check_slow(scene, figure.id, feet)
    return lifted(world, scene, figure, action.elevation)


def _check_slow(scene: MapScene, figure: str, feet: Fraction) -> None:
    """Refuse the first figure in the air where lines with heights take too long.

    The message does not give the game master's reason, which would reveal the size of the map.
    """
    lifted_up = scene.still()
    lifted_up.board.move(figure, lifted_up.board.where(figure), elevation=feet)
    if map_cost(lifted_up) > MOST_FIELDS:
        raise Refusal("tooSlow")


# --- doors ----------------------------------------------------------------------------------------


@plan_for(SetDoor, "player")
def plan_own_door(
    world: World, actor: Actor, scene: MapScene, known: KnownMap, action: SetDoor
) -> ActionPlan:
    if not world.table.players_doors:
        raise Refusal("gmDoors")
    if action.state not in ("open", "closed"):
        raise Refusal("gmLocks")
    if waits(scene, actor):
        raise Refusal("notYourTurn")
    key, where, beside = _known_door(scene, known, action)
    mine = _standing_room(scene, actor)
    if not mine & beside:
        raise Refusal("notNextToIt")
    now = door_under(world, key)
    if now is None or now.state == "secret":
        raise Refusal("noSuchDoor")
    if now.state == "locked":
        kind = door_noun(now)
        raise Refusal(
            "locked", announce=say("tried the locked {door} {where}.", door=word(kind), where=where)
        )
    return turned(world, key, now, action.state, where)


def _known_door(scene: MapScene, known: KnownMap, action: SetDoor) -> tuple[str, str, set[Tile]]:
    """Return the door that the player means: its key, a description of its place, and the tiles
    from which
    it can be reached.
    """
    if (action.edge is None) == (action.wall is None):
        raise Refusal("noSuchDoor")
    if action.edge is None:
        assert action.wall is not None
        return _known_free_door(scene, known, action.wall)
    a, b = action.edge
    try:
        check_edge(scene, a, b)
    except Refusal:
        raise Refusal("noSuchDoor") from None
    if not isinstance(known.board.edge(a, b), (Door, Gate)):
        raise Refusal("noSuchDoor")
    tile = scene.board.grid.tile
    return edge_key(scene.id, a, b), edge_words(scene, a, b), {tile(*a), tile(*b)}


def _known_free_door(
    scene: MapScene,
    known: KnownMap,
    asked: tuple[tuple[float, float], tuple[float, float]],
) -> tuple[str, str, set[Tile]]:
    """Return the door that a piece of a free wall belongs to.

    Players know free walls as pieces, tile by tile.
    """
    piece = ends_in_units(asked)
    if not isinstance(dict(known.board.wall_items()).get(piece), (Door, Gate)):
        raise Refusal("noSuchDoor")
    grid = scene.board.grid
    lies_in = {tile for tiles, _ in cut(grid.name, *piece) for tile in tiles}
    # It may be on the other side of a wall, where the player has not seen its state.
    if not any(map(known.lit_tile, lies_in)):
        raise Refusal("doorUnseen")
    for (start, end), threshold in scene.board.wall_items():
        if not isinstance(threshold, (Door, Gate)):
            continue
        for tiles, ends in cut(grid.name, start, end):
            if tuple(sorted(ends)) == piece:
                beside = {*tiles, *(each for tile in tiles for each in grid.neighbors(tile))}
                return wall_key(scene.id, start, end), wall_words(scene, start, end), beside
    raise Refusal("noSuchDoor")


def _standing_room(scene: MapScene, actor: Actor) -> set[Tile]:
    """Return the tiles covered by those of the player's figures that may act now."""
    return {
        tile
        for figure in scene.figures.values()
        if actor.id in figure.owners and not figure.hidden and not waits(scene, actor, figure)
        for tile in scene.board.figure(figure.id).tiles
    }


# --- undo and redo


@plan_for(Undo, "player")
def plan_own_undo(
    world: World,
    actor: Actor,
    action: Undo,
    scene: MapScene,
    known: KnownMap,
    history: History,
    found: FoundWay | None = None,
) -> ActionPlan:
    if action.forget:
        raise Refusal("gmOnly")
    row = history.next_undo(actor.id)
    if row is None:
        raise Refusal("noMoveToUndo")
    figure = own_figure(world, actor, scene, _moved_figure(scene, row))
    if history.changed_since(row):
        raise Refusal("movedSince", name=figure.called)
    before, after = _moved(row)
    undone = say("undid: {change}", change=row.label)
    by_stairs = climbed_back(world, scene, known, figure, before)
    if by_stairs is not None:
        return dataclasses.replace(by_stairs, label=undone, undoes=row.seq)
    goal = _spot_of(known, after, before)
    search = known_search(known, scene.id, figure.id, figure.at, goal, lit=True)
    way = quick_way(search, found) if search else None
    if not search or way is None:
        raise Refusal("noWayBack", announce=say("asks to undo: {change}", change=row.label))
    walked = _walk(world, scene, known, figure, search, way)
    if len(walked.route) < len(way):  # a figure that the player does not see was in the way
        return dataclasses.replace(walked, kind="move")
    return dataclasses.replace(walked, label=undone, undoes=row.seq)


@plan_for(Redo, "player")
def plan_own_redo(
    world: World,
    actor: Actor,
    scene: MapScene,
    known: KnownMap,
    history: History,
    found: FoundWay | None = None,
) -> ActionPlan:
    """Plan to make an undone move again, with all checks."""
    row = history.next_redo(actor.id)
    if row is None:
        raise Refusal("noMoveToRedo")
    figure = own_figure(world, actor, scene, _moved_figure(scene, row))
    before, after = _moved(row)
    by_stairs = climbed_back(world, scene, known, figure, after)
    if by_stairs is not None:
        return dataclasses.replace(by_stairs, redoes=row.seq)
    goal = _spot_of(known, before, after)
    again = _walked_to(world, scene, known, figure, goal, found)
    return dataclasses.replace(again, redoes=row.seq)


def _spot_of(known: KnownMap, now: FigureRecord, then: FigureRecord) -> WalkSpot:
    """Return the spot of a figure, given its records `now` and `then`."""
    level = height_read(then.elevation)
    if then.elevation == now.elevation:
        level = level_of(known.board, now.id)
    return WalkSpot(level, known.board.grid.tile(*then.at))


def _moved(row: JournalRow) -> tuple[FigureRecord, FigureRecord]:
    """Return the records of the moved figure before and after its move."""
    before, after = (
        convert(value, FigureRecord) for value in (row.entries[0].before, row.entries[0].after)
    )
    return before, after


def _moved_figure(scene: MapScene, row: JournalRow) -> str:
    _, map_id, figure = row.entries[0].key.split("|")
    if map_id != scene.id:
        raise Refusal("notYourToken")
    return figure
