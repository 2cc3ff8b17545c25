"""Plans health and conditions of figures, and the master's notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.actions.figures import found
from sightline.table.protocol import Condition, MarkFigure, SetNote
from sightline.table.state import (
    ActionPlan,
    Actor,
    ConditionRecord,
    FigureRecord,
    MapScene,
    NoteRecord,
    Refusal,
    World,
    changes,
    clean_name,
    figure_key,
    new_id,
    note_key,
    plain,
    tidied,
)

MAX_NOTES = 500
"""The most notes on one map."""


def plan_mark(world: World, action: MarkFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return _marked(world, scene, figure, action, ())


def plan_own_mark(
    world: World, actor: Actor, scene: MapScene, action: MarkFigure, no_such_figure: str
) -> ActionPlan:
    """A player marks their own figures. What the master keeps secret on them stays."""
    figure = scene.figures.get(action.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal(no_such_figure)
    secret = [each for each in figure.conditions or () if each.secret]
    if action.conditions is not UNSET:
        known = {each.text: each for each in figure.conditions or () if not each.secret}
        for condition in action.conditions:
            condition.secret = False
            # With whose turns it is counted is not in their data, so they cannot say it again.
            before = known.get(condition.text)
            condition.entry = "" if before is None else before.entry
            condition.counted_at = "end" if before is None else before.counted_at
    return _marked(world, scene, figure, action, secret)


def _marked(
    world: World,
    scene: MapScene,
    figure: FigureRecord,
    action: MarkFigure,
    kept: Sequence[ConditionRecord],
) -> ActionPlan:
    if figure.furniture and action.conditions:
        raise Refusal(f"{figure.name} is furniture, and has no conditions.")
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
    return ActionPlan(changes(world, wanted), f"marked {figure.name}")


def _condition(given: Condition, own_entry: str) -> ConditionRecord:
    return ConditionRecord(
        text=clean_name(given.text, "A condition"),
        icon=tidied(given.icon, ""),
        rounds=given.rounds,
        entry=(given.entry or own_entry) if given.rounds else "",
        counted_at=given.counted_at,
        secret=given.secret,
    )


def plan_note(world: World, scene: MapScene, action: SetNote) -> ActionPlan:
    text = "".join(each for each in action.text if each.isprintable() or each == "\n").strip()
    if action.note is not None:
        note = scene.notes.get(action.note)
        if note is None:
            raise Refusal("There is no such note any more.")
        wanted = {note_key(scene.id, note.id): plain(replace(note, text=text)) if text else None}
        return ActionPlan(changes(world, wanted), "changed a note" if text else "deleted a note")
    if not text:
        raise Refusal("Write something into the note.")
    if (action.at is None) == (action.figure is None):
        raise Refusal("A note is on a tile or on a figure.")
    if action.at is not None and action.at not in scene.board:
        raise Refusal("There is no such tile on this map.")
    if action.figure is not None and action.figure not in scene.figures:
        raise Refusal("There is no such figure on this map any more.")
    if len(scene.notes) >= MAX_NOTES:
        raise Refusal(f"A map holds at most {MAX_NOTES} notes.")
    note = NoteRecord(new_id("n"), text, action.at, action.figure or "")
    wanted = {note_key(scene.id, note.id): plain(note)}
    return ActionPlan(changes(world, wanted), "wrote a note", made=note.id)
