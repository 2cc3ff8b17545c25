"""Plans for figures that take stairs to another storey."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from msgspec import UNSET, convert
from msgspec.structs import replace

from sightline.table.protocol.types import StairsEnd
from sightline.table.state.keys import figure_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import FigureRecord, Refusal, StairsRecord, plain
from sightline.table.state.scene import MapScene, height_read
from sightline.table.state.world import World
from sightline.texts import say


class KnowsStairs(Protocol):
    """A player's knowledge of stairs."""

    def knows_stairs(self, stairs: str) -> bool:
        """Return whether the player has seen an end of these stairs."""


def climbed(
    world: World, scene: MapScene, figure: FigureRecord, stairs: StairsRecord
) -> ActionPlan:
    """Return the plan that moves a figure from the end of the stairs on which it stands to the
    other.
    """
    start = end_under(scene, figure.id, stairs)
    if start is None:
        raise Refusal("notAtStairs", name=figure.called)
    goal = stairs.high if start is stairs.low else stairs.low
    if goal.storey and not is_tile_of(scene, goal):
        raise Refusal("stairsGone")
    # A large figure moves so that its tile on the stairs comes to the other end.
    at = (figure.at[0] + goal.at[0] - start.at[0], figure.at[1] + goal.at[1] - start.at[1])
    elevation = scene.floors[goal.storey].height if goal.storey else UNSET
    moved = replace(figure, at=at, elevation=elevation)
    if goal is stairs.high:
        label = say("moved {name} up the stairs", name=figure.name)
    else:
        label = say("moved {name} down the stairs", name=figure.name)
    entries = changes(world, {figure_key(scene.id, figure.id): plain(moved)})
    return ActionPlan(entries, label)


def climbed_by_player(
    world: World, scene: MapScene, known: KnowsStairs, figure: FigureRecord, stairs: str
) -> ActionPlan:
    """Plan a climb for a player, who notices only by trying whether the other end is free."""
    if not known.knows_stairs(stairs):
        raise Refusal("stairsGone")
    planned = climbed(world, scene, figure, found_stairs(scene, stairs))
    there = convert(planned.entries[0].after, FigureRecord)
    board = scene.board.copy()
    try:
        board.move(figure.id, there.at, elevation=height_read(there.elevation))
    except ValueError:
        raise Refusal("barred") from None
    return planned


def climbed_back(
    world: World, scene: MapScene, known: KnowsStairs, figure: FigureRecord, to: FigureRecord
) -> ActionPlan | None:
    """Plan to take the stairs back to where the figure was, or return None if no stairs lead
    there.
    """
    for stairs in scene.stairs.values() if to.elevation != figure.elevation else ():
        if known.knows_stairs(stairs.id) and end_under(scene, figure.id, stairs) is not None:
            there = convert(climbed(world, scene, figure, stairs).entries[0].after, FigureRecord)
            if (there.at, there.elevation) == (to.at, to.elevation):
                return climbed_by_player(world, scene, known, figure, stairs.id)
    return None


def end_under(scene: MapScene, figure: str, stairs: StairsRecord) -> StairsEnd | None:
    """Return the end of the stairs on which the figure stands, or None."""
    on, placed = scene.storey_under(figure), scene.board.figure(figure)
    feet = scene.board.body(placed)[0]
    for end in (stairs.low, stairs.high):
        if end.storey == on and end.at in placed.tiles and feet == height_of(scene, end):
            return end
    return None


def height_of(scene: MapScene, end: StairsEnd) -> Fraction:
    """Return the height of an end of stairs."""
    if end.storey:
        return Fraction(scene.floors[end.storey].height)
    return scene.board.ground_at(end.at)


def is_tile_of(scene: MapScene, end: StairsEnd) -> bool:
    """Return whether the floor of that end exists and has its tile."""
    return end.storey in scene.floors and end.at in scene.board.floor(end.storey).tiles


def found_stairs(scene: MapScene, stairs: str) -> StairsRecord:
    """Return the stairs with that id, or raise a Refusal."""
    if stairs not in scene.stairs:
        raise Refusal("stairsGone")
    return scene.stairs[stairs]
