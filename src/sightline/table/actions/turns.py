"""Plans what is done to a map's order of turns: who is in it, whose turn it is, and how it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.protocol import AddTurns, EditTurn, FinishTurn, RemoveTurn, SetTurns
from sightline.table.state import (
    ActionPlan,
    Actor,
    FigureRecord,
    MapScene,
    Refusal,
    TurnEntry,
    TurnsRecord,
    World,
    begun,
    changes,
    counted,
    figure_key,
    moved_before,
    new_id,
    next_turn,
    note_key,
    plain,
    ticked,
    turns_key,
    turns_value,
    with_changed,
    with_entry,
    without,
)

NOT_YOUR_TURN = "It is not your turn."
"""Whoever's it is, and whether anybody knows of them: the same words."""
ENDED_MEANWHILE = "That turn has ended already."


# --- the master's ---------------------------------------------------------------------------------


def plan_add_turns(world: World, scene: MapScene, action: AddTurns) -> ActionPlan:
    turns, names = scene.turns, []
    there = set() if action.again else {each.figure for each in turns.entries}
    for id_ in dict.fromkeys(action.figures):
        figure = scene.figures.get(id_)
        if figure is None:
            raise Refusal("There is no such figure on this map any more.")
        if figure.furniture:
            raise Refusal(f"{figure.name} is furniture, and takes no turns.")
        if id_ not in there:
            turns = with_entry(turns, TurnEntry(new_id("e"), id_))
            names.append(figure.name)
    who = names[0] if len(names) == 1 else counted(len(names), "figure")
    return _made(world, scene, turns, f"put {who} into the order of turns")


def plan_edit_turn(world: World, scene: MapScene, action: EditTurn) -> ActionPlan:
    entry = scene.turns.find(action.entry)
    if action.number is not UNSET:
        entry = replace(entry, number=action.number)
    if action.defeated is not UNSET:
        entry = replace(entry, defeated=action.defeated)
    turns = with_changed(scene.turns, entry)
    if action.before is not UNSET:
        turns = moved_before(turns, entry.id, action.before)
    return _made(world, scene, turns, f"changed the turn of {_name(scene, entry)}")


def plan_remove_turn(world: World, scene: MapScene, action: RemoveTurn) -> ActionPlan:
    entry = scene.turns.find(action.entry)
    turns = without(scene.turns, lambda each: each.id == entry.id)
    return _made(world, scene, turns, f"took {_name(scene, entry)} out of the order of turns")


def plan_set_turns(world: World, scene: MapScene, action: SetTurns) -> ActionPlan:
    turns, label = scene.turns, "changed how turns are taken"
    if action.in_turn_only is not UNSET:
        turns = replace(turns, in_turn_only=action.in_turn_only)
    if action.numbers_shown is not UNSET:
        turns = replace(turns, numbers_shown=action.numbers_shown)
    if action.clear:
        turns, label = replace(turns, entries=(), active="", round=0), "cleared the order of turns"
    if action.on is True and not turns.active:
        turns, label = begun(turns), "began to take turns"
    elif action.on is False:
        turns, label = replace(turns, active="", round=0), "stopped taking turns"
    return _made(world, scene, turns, label)


def plan_end_turn(world: World, scene: MapScene, action: FinishTurn) -> ActionPlan:
    entry = scene.turns.active_entry()
    if entry is None or entry.id != action.entry:
        raise Refusal(ENDED_MEANWHILE)
    turns = next_turn(scene.turns)
    wanted: dict[str, Any] = {turns_key(scene.id): turns_value(turns)}
    for figure in scene.figures.values():
        after = ticked(figure, entry.id, turns.active)
        if after is not figure:
            wanted[figure_key(scene.id, figure.id)] = plain(after)
    return ActionPlan(changes(world, wanted), f"ended the turn of {_name(scene, entry)}")


def leaving(scene: MapScene, figure: FigureRecord) -> Mapping[str, Any]:
    """What else goes when a figure leaves the map: its turns and its notes."""
    wanted: dict[str, Any] = {
        note_key(scene.id, note.id): None
        for note in scene.notes.values()
        if note.figure == figure.id
    }
    if any(each.figure == figure.id for each in scene.turns.entries):
        turns = without(scene.turns, lambda each: each.figure == figure.id)
        wanted[turns_key(scene.id)] = turns_value(turns)
    return wanted


def _made(world: World, scene: MapScene, turns: TurnsRecord, label: str) -> ActionPlan:
    return ActionPlan(changes(world, {turns_key(scene.id): turns_value(turns)}), label)


def _name(scene: MapScene, entry: TurnEntry) -> str:
    figure = scene.figures.get(entry.figure)
    return "a figure" if figure is None else figure.name


# --- players' -------------------------------------------------------------------------------------


def plan_own_end_turn(
    world: World, actor: Actor, scene: MapScene, action: FinishTurn
) -> ActionPlan:
    mine = in_turn(scene, actor)
    if mine is None or scene.turns.active != action.entry:
        raise Refusal(NOT_YOUR_TURN)
    return plan_end_turn(world, scene, action)


def in_turn(scene: MapScene, actor: Actor) -> FigureRecord | None:
    """The player's figure whose turn it is, if it is one's."""
    entry = scene.turns.active_entry()
    figure = None if entry is None else scene.figures.get(entry.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        return None
    return figure


def waits(scene: MapScene, actor: Actor, figure: FigureRecord | None = None) -> bool:
    """Must the player wait with this figure, or with all of theirs, until it is its turn?"""
    if not (scene.turns.in_turn_only and scene.turns.active):
        return False
    mine = in_turn(scene, actor)
    return mine is None or (figure is not None and mine.id != figure.id)
