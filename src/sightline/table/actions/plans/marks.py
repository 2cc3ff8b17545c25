"""Plan health and conditions of figures, and the game master's notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.model.facing import facings
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import found
from sightline.table.protocol.actions import Condition, MarkFigure, SetNote, TurnFigure
from sightline.table.state.capacity import MAX_NOTES
from sightline.table.state.keys import figure_key, note_key
from sightline.table.state.names import clean_name, tidied
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import (
    Actor,
    ConditionRecord,
    FigureRecord,
    NoteRecord,
    Refusal,
    new_id,
    plain,
)
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say


@plan_for(MarkFigure, "master")
def plan_mark(world: World, action: MarkFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return _marked(world, scene, figure, action, ())


@plan_for(MarkFigure, "player")
def plan_own_mark(world: World, actor: Actor, scene: MapScene, action: MarkFigure) -> ActionPlan:
    """Plan a player's marks on their own figures. The game master's secret conditions stay."""
    figure = scene.figures.get(action.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal("notYourToken")
    secret = [each for each in figure.conditions or () if each.secret]
    if action.conditions is not UNSET:
        known = {each.text: each for each in figure.conditions or () if not each.secret}
        for condition in action.conditions:
            condition.secret = False
            # Players do not get the id of the entry that counts the rounds, so they cannot send it
            # back.
            before = known.get(condition.text)
            condition.entry = "" if before is None else before.entry
            condition.counted_at = "end" if before is None else before.counted_at
    return _marked(world, scene, figure, action, secret)


@plan_for(TurnFigure, "master")
def plan_turn(world: World, action: TurnFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return _turned(world, scene, figure, action.facing)


@plan_for(TurnFigure, "player")
def plan_own_turn(world: World, actor: Actor, scene: MapScene, action: TurnFigure) -> ActionPlan:
    figure = scene.figures.get(action.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal("notYourToken")
    return _turned(world, scene, figure, action.facing)


def _turned(world: World, scene: MapScene, figure: FigureRecord, facing: str) -> ActionPlan:
    if facing and facing not in facings(scene.board):
        raise Refusal("badFacing")
    turned = replace(figure, facing=facing or UNSET)
    wanted = {figure_key(scene.id, figure.id): plain(turned)}
    return ActionPlan(changes(world, wanted), say("turned {name}", name=figure.name))


def _marked(
    world: World,
    scene: MapScene,
    figure: FigureRecord,
    action: MarkFigure,
    kept: Sequence[ConditionRecord],
) -> ActionPlan:
    if figure.furniture and action.conditions:
        raise Refusal("noConditions", name=figure.name)
    given: dict[str, Any] = {
        name: UNSET if value is None else value
        for name in ("health", "most_health")
        if (value := getattr(action, name)) is not UNSET
    }
    if action.conditions is not UNSET:
        own = next((each.id for each in scene.turns.entries if each.figure == figure.id), "")
        conditions = (*(_condition(each, own) for each in action.conditions), *kept)
        given["conditions"] = conditions or UNSET
    marked = replace(figure, **given)
    wanted = {figure_key(scene.id, figure.id): plain(marked)}
    return ActionPlan(changes(world, wanted), say("marked {name}", name=figure.name))


def _condition(given: Condition, own_entry: str) -> ConditionRecord:
    return ConditionRecord(
        text=clean_name(given.text),
        icon=tidied(given.icon, ""),
        rounds=given.rounds,
        entry=(given.entry or own_entry) if given.rounds else "",
        counted_at=given.counted_at,
        secret=given.secret,
    )


@plan_for(SetNote)
def plan_note(world: World, scene: MapScene, action: SetNote) -> ActionPlan:
    text = "".join(each for each in action.text if each.isprintable() or each == "\n").strip()
    if action.note is not None:
        note = scene.notes.get(action.note)
        if note is None:
            raise Refusal("noteGone")
        wanted = {note_key(scene.id, note.id): plain(replace(note, text=text)) if text else None}
        return ActionPlan(
            changes(world, wanted), say("changed a note") if text else say("deleted a note")
        )
    if not text:
        raise Refusal("noteEmpty")
    if (action.at is None) == (action.figure is None):
        raise Refusal("notePlace")
    if action.at is not None and action.at not in scene.board:
        raise Refusal("noTile")
    if action.storey and action.storey not in scene.floors:
        raise Refusal("floorGone")
    if action.figure is not None and action.figure not in scene.figures:
        raise Refusal("tokenLeft")
    if len(scene.notes) >= MAX_NOTES:
        raise Refusal("tooManyNotes", most=MAX_NOTES)
    note = NoteRecord(new_id("n"), text, action.at, action.figure or "", action.storey)
    wanted = {note_key(scene.id, note.id): plain(note)}
    return ActionPlan(changes(world, wanted), say("wrote a note"), made=note.id)
