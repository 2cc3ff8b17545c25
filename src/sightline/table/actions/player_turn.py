"""Plans what players do: move their own figures, open and close doors next to them, and take their
own last move back.

Everything is decided by what the player knows, and then checked against the truth. A refusal never
says more than the player knows: what is unseen, unknown or somebody else's gets the same words.
Who walks into something unseen goes up to it, as people do: to hear from afar that a way is barred
would give away, without a step, where somebody stands in the dark.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.threshold import Door, Gate
from sightline.paths import Ground, Walker, as_far_as_it_goes
from sightline.table.actions.figures import check_start
from sightline.table.actions.pathfinding import shortest_walk
from sightline.table.actions.terrain import (
    check_edge,
    door_noun,
    door_under,
    edge_words,
    ends_in_units,
    turned,
    wall_words,
)
from sightline.table.actions.turns import NOT_YOUR_TURN, waits
from sightline.table.protocol import FigureView, Move, SetDoor
from sightline.table.state import (
    ActionPlan,
    Actor,
    FigureRecord,
    History,
    JournalRow,
    MapScene,
    Refusal,
    World,
    changes,
    edge_key,
    figure_from,
    figure_key,
    plain,
    undoing,
    wall_key,
)
from sightline.table.vision import check_walk, cut

NO_SUCH_FIGURE = "There is no such figure of yours."
NO_SUCH_DOOR = "You know of no door there."
UNSEEN_DOOR = "You do not see that door now."
UNKNOWN_PLACE = "You do not know that place."
NO_WAY = "You know no way there."
BARRED = "The way there is barred."


class KnownMap(Protocol):
    """What a player knows of a map."""

    figures: dict[str, FigureView]
    """Everybody and everything that they have on their map, by id."""

    @property
    def board(self) -> Board:
        """The same tiles as the map, with what is known on them; figures go by their ids."""

    def explored_tile(self, tile: tuple[int, int]) -> bool:
        """Has the player ever seen that tile? Never, if there is none."""

    def lit_tile(self, tile: tuple[int, int]) -> bool:
        """Do they see it now?"""


# --- moves ----------------------------------------------------------------------------------------


def plan_own_move(
    world: World, actor: Actor, scene: MapScene, known: KnownMap, action: Move
) -> ActionPlan:
    figure = _own_figure(world, actor, scene, action.figure)
    check_start(figure, action.start)
    if action.to == figure.at:
        return ActionPlan([], f"moved {figure.name}")
    way = _way(scene, known, figure, action.to)
    check_walk(scene, scene.board.figure(figure.id).tiles, len(way))
    walker = Walker(_truth(scene, figure), figure.size)
    route = as_far_as_it_goes(walker, scene.board.grid.tile(*figure.at), way)
    if not route:
        raise Refusal(BARRED)
    moved = msgspec.structs.replace(figure, at=(route[-1][0], route[-1][1]))
    entries = changes(world, {figure_key(scene.id, figure.id): plain(moved)})
    stopped = f"moved {figure.name}, and was stopped on the way"
    announce = stopped if len(route) < len(way) else ""
    return ActionPlan(entries, f"moved {figure.name}", route=route, announce=announce)


def _own_figure(world: World, actor: Actor, scene: MapScene, id_: str) -> FigureRecord:
    """The figure, if it is theirs to move now."""
    if not world.table.players_move:
        raise Refusal("Only the master moves figures now.")
    figure = scene.figures.get(id_)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal(NO_SUCH_FIGURE)
    if waits(scene, actor, figure):
        raise Refusal(f"It is not {figure.called}'s turn.")
    return figure


def _way(scene: MapScene, known: KnownMap, figure: FigureRecord, to: tuple[int, int]) -> list[Tile]:
    """The way that the player knows: whatever is said of it, they knew before."""
    tile = scene.board.grid.tile
    start, goal = tile(*figure.at), tile(*to)
    if not all(known.explored_tile(each) for each in scene.board.footprint(goal, figure.size)):
        raise Refusal(UNKNOWN_PLACE)
    belief = Ground(known.board, {figure.id})
    way = shortest_walk(belief, start, goal, figure.size, known.explored_tile)
    if way is None:
        raise Refusal(NO_WAY)
    return way


def _truth(scene: MapScene, figure: FigureRecord) -> Ground:
    """Nobody hears of hidden figures, so they bar nobody's way."""
    unheard = {each.id for each in scene.figures.values() if each.hidden}
    return Ground(scene.board, {figure.id, *unheard})


# --- doors ----------------------------------------------------------------------------------------


def plan_own_door(
    world: World, actor: Actor, scene: MapScene, known: KnownMap, action: SetDoor
) -> ActionPlan:
    if not world.table.players_doors:
        raise Refusal("Only the master opens and closes doors now.")
    if action.state not in ("open", "closed"):
        raise Refusal("Only the master locks and hides doors.")
    if waits(scene, actor):
        raise Refusal(NOT_YOUR_TURN)
    key, where, beside = _known_door(scene, known, action)
    mine = _standing_room(scene, actor)
    if not mine & beside:
        raise Refusal("None of your figures is next to it.")
    now = door_under(world, key)
    if now is None or now.state == "secret":
        raise Refusal(NO_SUCH_DOOR)
    if now.state == "locked":
        kind = door_noun(now)
        raise Refusal(f"The {kind} is locked.", announce=f"tried the locked {kind} {where}.")
    return turned(world, key, now, action.state, where)


def _known_door(scene: MapScene, known: KnownMap, action: SetDoor) -> tuple[str, str, set[Tile]]:
    """The key of the door that the player means, where it is in words, and the tiles from which
    it can be reached."""
    if (action.edge is None) == (action.wall is None):
        raise Refusal(NO_SUCH_DOOR)
    if action.edge is None:
        assert action.wall is not None
        return _known_free_door(scene, known, action.wall)
    a, b = action.edge
    try:
        check_edge(scene, a, b)
    except Refusal:
        raise Refusal(NO_SUCH_DOOR) from None
    if not isinstance(known.board.edge(a, b), (Door, Gate)):
        raise Refusal(NO_SUCH_DOOR)
    tile = scene.board.grid.tile
    return edge_key(scene.id, a, b), edge_words(scene, a, b), {tile(*a), tile(*b)}


def _known_free_door(
    scene: MapScene,
    known: KnownMap,
    asked: tuple[tuple[float, float], tuple[float, float]],
) -> tuple[str, str, set[Tile]]:
    """Players know free walls in pieces, tile by tile: the door that this piece is of."""
    piece = ends_in_units(asked)
    if not isinstance(dict(known.board.wall_items()).get(piece), (Door, Gate)):
        raise Refusal(NO_SUCH_DOOR)
    grid = scene.board.grid
    lies_in = {tile for tiles, _ in cut(grid.name, *piece) for tile in tiles}
    # It may be on the other side of a wall: what became of it there they have not seen.
    if not any(map(known.lit_tile, lies_in)):
        raise Refusal(UNSEEN_DOOR)
    for (start, end), threshold in scene.board.wall_items():
        if not isinstance(threshold, (Door, Gate)):
            continue
        for tiles, ends in cut(grid.name, start, end):
            if tuple(sorted(ends)) == piece:
                beside = {*tiles, *(each for tile in tiles for each in grid.neighbours(tile))}
                return wall_key(scene.id, start, end), wall_words(scene, start, end), beside
    raise Refusal(NO_SUCH_DOOR)


def _standing_room(scene: MapScene, actor: Actor) -> set[Tile]:
    """The tiles that the player's figures cover which may act now."""
    return {
        tile
        for figure in scene.figures.values()
        if actor.id in figure.owners and not figure.hidden and not waits(scene, actor, figure)
        for tile in scene.board.figure(figure.id).tiles
    }


# --- taking back ----------------------------------------------------------------------------------


def plan_own_undo(world: World, actor: Actor, scene: MapScene, history: History) -> ActionPlan:
    row = history.next_undo(actor.id)
    if row is None:
        raise Refusal("You have no move to take back.")
    figure = _own_figure(world, actor, scene, _moved_figure(scene, row))
    if history.changed_since(row):
        raise Refusal(f"{figure.called} was moved since.")
    entries = undoing(world, row)
    truth, back = _truth(scene, figure), figure_from(entries[0].after)
    if not all(truth.is_free(tile) for tile in scene.board.footprint(back.at, back.size)):
        raise Refusal(BARRED)
    return ActionPlan(entries, f"took back: {row.label}", undoes=row.seq)


def plan_own_redo(
    world: World, actor: Actor, scene: MapScene, known: KnownMap, history: History
) -> ActionPlan:
    """The same move again, with everything checked again."""
    row = history.next_redo(actor.id)
    if row is None:
        raise Refusal("You have no move to make again.")
    figure = _own_figure(world, actor, scene, _moved_figure(scene, row))
    before, after = (figure_from(value) for value in (row.entries[0].before, row.entries[0].after))
    again = plan_own_move(
        world, actor, scene, known, Move(figure=figure.id, to=after.at, start=before.at)
    )
    return ActionPlan(again.entries, again.label, route=again.route, redoes=row.seq)


def _moved_figure(scene: MapScene, row: JournalRow) -> str:
    _, map_id, figure = row.entries[0].key.split("|")
    if map_id != scene.id:
        raise Refusal(NO_SUCH_FIGURE)
    return figure
