"""Plan the game master's undo, redo and rulings.

A ruling is written to disk during planning. The change that refers to it follows.
"""

from __future__ import annotations

import msgspec

from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.fog import fog_undone
from sightline.table.protocol.actions import Decide, Redo, TakeBack, Undo
from sightline.table.rulings.desk import (
    RulingDesk,
    decision_from,
    decision_plan,
    decision_words,
)
from sightline.table.state.history import History, redoing, undoing
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import MASTER, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say


@plan_for(Undo, "master")
def plan_undo(world: World, action: Undo, history: History, desk: RulingDesk) -> ActionPlan:
    row = history.next_undo(MASTER)
    if row is None:
        raise Refusal("nothingToUndo")
    forget = action.forget
    undone = ActionPlan(
        undoing(world, row),
        row.label,
        undoable=False,
        announce=_undid(row.label, forget=forget),
        undoes=row.seq,
        ruling=row.ruling,
        fog=fog_undone(history, row, forget=forget),
        forgets=forget or row.fog is not None,
    )
    return _with_ruling(world, undone, desk)


@plan_for(Redo, "master")
def plan_redo(world: World, history: History, desk: RulingDesk) -> ActionPlan:
    row = history.next_redo(MASTER)
    if row is None:
        raise Refusal("nothingToRedo")
    redone = ActionPlan(
        redoing(world, row),
        row.label,
        announce=say("redid: {change}", change=row.label),
        redoes=row.seq,
        ruling=row.ruling,
        fog=None if row.fog is None else msgspec.structs.replace(row.fog, taken={}),
    )
    return _with_ruling(world, redone, desk)


def _with_ruling(world: World, planned: ActionPlan, desk: RulingDesk) -> ActionPlan:
    """Return the plan with the undo or redo of its ruling, if the change made one."""
    if planned.ruling is None:
        return planned
    before = decision_from(planned.ruling)
    scene = world.scenes.get(before.map)
    if scene is None:
        raise Refusal("rulingMapGone")
    again = desk.reverse if planned.undoes is not None else desk.repeat
    return decision_plan(scene, again(before), planned)


@plan_for(Decide)
def plan_decide(scene: MapScene, action: Decide, history: History, desk: RulingDesk) -> ActionPlan:
    decision = desk.decide(scene, action)
    if history.has_in_force(scene.id, desk.numbers_of(scene, decision.number)):
        # The same ruling was already in force.
        return ActionPlan((), decision_words(scene, decision))
    return decision_plan(scene, decision)


@plan_for(TakeBack)
def plan_take_back(
    scene: MapScene, action: TakeBack, history: History, desk: RulingDesk
) -> ActionPlan:
    return decision_plan(scene, desk.take_back(scene, action.ruling, history))


def _undid(change: str, *, forget: bool) -> str:
    if forget:
        return say("undid: {change}, and players forgot what it showed", change=change)
    return say("undid: {change}", change=change)
