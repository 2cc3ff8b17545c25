"""Plan changes to a map's initiative: its entries, the active one, and its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import (
    MAX_NUMBER,
    AddTurns,
    DelayTurn,
    EditTurn,
    FinishTurn,
    RemoveTurn,
    RollTurns,
    SetTurns,
)
from sightline.table.state.keys import figure_key, note_key, turns_key
from sightline.table.state.plans import ActionPlan, changes, counted
from sightline.table.state.records import Actor, FigureRecord, Refusal, new_id, plain
from sightline.table.state.rolls import read_dice, rolled
from sightline.table.state.scene import MapScene
from sightline.table.state.turns import (
    TurnEntry,
    TurnsRecord,
    begun,
    delayed,
    moved_before,
    next_turn,
    ticked,
    turns_value,
    with_changed,
    with_entry,
    with_numbers,
    without,
)
from sightline.table.state.world import World
from sightline.texts import say

INITIATIVE = frozenset({"initiative", "iniciativa"})
"""The names of saved rolls that are used for initiative, in the languages of the page."""


# --- game master ---------------------------------------------------------------------------------


@plan_for(AddTurns)
def plan_add_turns(world: World, scene: MapScene, action: AddTurns) -> ActionPlan:
    turns, names = scene.turns, []
    there = set() if action.again else {each.figure for each in turns.entries}
    for id_ in dict.fromkeys(action.figures):
        figure = scene.figures.get(id_)
        if figure is None:
            raise Refusal("tokenLeft")
        if figure.furniture:
            raise Refusal("noTurns", name=figure.name)
        if id_ not in there:
            turns = with_entry(turns, TurnEntry(new_id("e"), id_))
            names.append(figure.name)
    who = names[0] if len(names) == 1 else counted(len(names), "token")
    return _made(world, scene, turns, say("added {who} to the initiative", who=who))


@plan_for(EditTurn)
def plan_edit_turn(world: World, scene: MapScene, action: EditTurn) -> ActionPlan:
    entry = scene.turns.find(action.entry)
    if action.number is not UNSET:
        entry = replace(entry, number=action.number)
    if action.defeated is not UNSET:
        entry = replace(entry, defeated=action.defeated)
    turns = with_changed(scene.turns, entry)
    if action.before is not UNSET:
        turns = moved_before(turns, entry.id, action.before)
    return _made(world, scene, turns, say("changed the turn of {name}", name=_name(scene, entry)))


@plan_for(RemoveTurn)
def plan_remove_turn(world: World, scene: MapScene, action: RemoveTurn) -> ActionPlan:
    entry = scene.turns.find(action.entry)
    turns = without(scene.turns, lambda each: each.id == entry.id)
    label = say("removed {name} from the initiative", name=_name(scene, entry))
    return _made(world, scene, turns, label)


@plan_for(SetTurns)
def plan_set_turns(world: World, scene: MapScene, action: SetTurns) -> ActionPlan:
    turns, label = scene.turns, say("changed the initiative settings")
    if action.in_turn_only is not UNSET:
        turns = replace(turns, in_turn_only=action.in_turn_only)
    if action.numbers_shown is not UNSET:
        turns = replace(turns, numbers_shown=action.numbers_shown)
    if action.clear:
        turns, label = replace(turns, entries=(), active="", round=0), say("cleared the initiative")
    if action.on is True and not turns.active:
        turns, label = begun(turns), say("started the initiative")
    elif action.on is False:
        turns, label = replace(turns, active="", round=0), say("stopped the initiative")
    return _made(world, scene, turns, label)


@plan_for(FinishTurn, "master")
def plan_end_turn(world: World, scene: MapScene, action: FinishTurn) -> ActionPlan:
    entry = scene.turns.active_entry()
    if entry is None or entry.id != action.entry:
        raise Refusal("turnEnded")
    turns = next_turn(scene.turns)
    return _passed(
        world, scene, turns, entry.id, say("ended the turn of {name}", name=_name(scene, entry))
    )


@plan_for(DelayTurn, "master")
def plan_delay_turn(world: World, scene: MapScene, action: DelayTurn) -> ActionPlan:
    entry = scene.turns.active_entry()
    if entry is None or entry.id != action.entry:
        raise Refusal("turnEnded")
    turns = delayed(scene.turns)
    if turns is None:  # a refusal would tell a player that no unseen figure comes next
        return plan_end_turn(world, scene, FinishTurn(action.entry))
    return _passed(
        world, scene, turns, "", say("delayed the turn of {name}", name=_name(scene, entry))
    )


def _passed(
    world: World, scene: MapScene, turns: TurnsRecord, ended: str, label: str
) -> ActionPlan:
    """Plan to make the active turn of `turns` current, and count conditions.

    `ended` is the entry whose turn ended, or "" after a delay.
    """
    begins = turns.active
    now = turns.active_entry()
    # The start of a delayed turn was already counted before the delay.
    if now is not None and now.delayed:
        begins, turns = "", with_changed(turns, replace(now, delayed=False))
    wanted: dict[str, Any] = {turns_key(scene.id): turns_value(turns)}
    for figure in scene.figures.values():
        after = ticked(figure, ended, begins)
        if after is not figure:
            wanted[figure_key(scene.id, figure.id)] = plain(after)
    return ActionPlan(changes(world, wanted), label)


@plan_for(RollTurns, "master")
def plan_roll_turns(world: World, scene: MapScene, action: RollTurns) -> ActionPlan:
    """Plan initiative rolls, one per figure: all entries of a figure get the same value."""
    chosen = [
        each
        for each in scene.turns.entries
        if action.who == "all"
        or (action.who == "missing" and each.number is None)
        or (action.who == "monsters" and not _is_played(scene, each))
    ]
    return _rolled(world, scene, chosen)


@plan_for(RollTurns, "player")
def plan_own_roll_turns(world: World, actor: Actor, scene: MapScene) -> ActionPlan:
    mine = {
        each.id for each in scene.figures.values() if actor.id in each.owners and not each.hidden
    }
    chosen = [each for each in scene.turns.entries if each.figure in mine and each.number is None]
    if not chosen:
        raise Refusal("initiativeKnown")
    return _rolled(world, scene, chosen)


def _rolled(world: World, scene: MapScene, chosen: Sequence[TurnEntry]) -> ActionPlan:
    chosen = [each for each in chosen if each.figure in scene.figures]
    values = {each.figure: 0 for each in chosen}
    for figure in values:
        parts, plus = read_dice(_initiative_dice(scene.figures[figure]))
        value = sum(rolled(part).total for part in parts) + plus
        values[figure] = max(-MAX_NUMBER, min(MAX_NUMBER, value))
    numbers = {each.id: values[each.figure] for each in chosen}
    who = counted(len(values), "token")
    return _made(
        world,
        scene,
        with_numbers(scene.turns, numbers),
        say("rolled initiative for {who}", who=who),
    )


def _is_played(scene: MapScene, entry: TurnEntry) -> bool:
    figure = scene.figures.get(entry.figure)
    return figure is not None and bool(figure.owners)


def _initiative_dice(figure: FigureRecord) -> str:
    """Return the figure's saved roll for initiative, or a d20."""
    saved = (each.dice for each in figure.rolls or () if each.name.casefold() in INITIATIVE)
    return next(saved, "d20")


def leaving(scene: MapScene, figure: FigureRecord) -> Mapping[str, Any]:
    """Return the changes to initiative entries and notes when a figure is removed."""
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
    return say("a token") if figure is None else figure.name


# --- players --------------------------------------------------------------------------------------


@plan_for(FinishTurn, "player")
def plan_own_end_turn(
    world: World, actor: Actor, scene: MapScene, action: FinishTurn
) -> ActionPlan:
    mine = in_turn(scene, actor)
    if mine is None or scene.turns.active != action.entry:
        raise Refusal("notYourTurn")
    return plan_end_turn(world, scene, action)


@plan_for(DelayTurn, "player")
def plan_own_delay_turn(
    world: World, actor: Actor, scene: MapScene, action: DelayTurn
) -> ActionPlan:
    mine = in_turn(scene, actor)
    if mine is None or scene.turns.active != action.entry:
        raise Refusal("notYourTurn")
    return plan_delay_turn(world, scene, action)


def in_turn(scene: MapScene, actor: Actor) -> FigureRecord | None:
    """Return the player's figure whose turn it is, or None."""
    entry = scene.turns.active_entry()
    figure = None if entry is None else scene.figures.get(entry.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        return None
    return figure


def waits(scene: MapScene, actor: Actor, figure: FigureRecord | None = None) -> bool:
    """Return whether the player must wait for the turn of this figure, or for that of any of
    theirs.
    """
    if not (scene.turns.in_turn_only and scene.turns.active):
        return False
    mine = in_turn(scene, actor)
    return mine is None or (figure is not None and mine.id != figure.id)
