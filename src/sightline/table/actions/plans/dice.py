"""Plan dice rolls, made by the server or reported by a player, and the saved rolls of figures."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import found
from sightline.table.protocol.actions import RollDice, SaveRolls, TellRoll
from sightline.table.protocol.types import SavedRoll
from sightline.table.state.keys import figure_key, roll_key
from sightline.table.state.names import clean_name, tidied
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import Actor, FigureRecord, Refusal, new_id, plain
from sightline.table.state.rolls import MAX_ROLLS, RollRecord, dice_text, read_dice, rolled, utc_now
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say


@plan_for(RollDice)
def plan_roll(world: World, actor: Actor, action: RollDice) -> ActionPlan:
    parts, plus = read_dice(action.dice)
    dice = tuple(rolled(part) for part in parts)
    total = sum(each.total for each in dice) + plus
    text = dice_text(parts, plus)
    if action.secret:
        words = say("rolled {dice} in secret: {total}", dice=text, total=total)
    else:
        words = say("rolled {dice}: {total}", dice=text, total=total)
    given = {"text": text, "dice": dice, "plus": plus, "total": total, "secret": action.secret}
    return _kept(world, actor, action.purpose, words, given)


@plan_for(TellRoll)
def plan_tell_roll(world: World, actor: Actor, action: TellRoll) -> ActionPlan:
    words = say("rolled real dice: {total}", total=action.total)
    given = {"text": "real dice", "total": action.total, "said": True}
    return _kept(world, actor, action.purpose, words, given)


@plan_for(SaveRolls, "master")
def plan_save_rolls(world: World, action: SaveRolls) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return _saved(world, scene, figure, action)


@plan_for(SaveRolls, "player")
def plan_own_save_rolls(
    world: World, actor: Actor, scene: MapScene, action: SaveRolls
) -> ActionPlan:
    figure = scene.figures.get(action.figure)
    if figure is None or figure.hidden or actor.id not in figure.owners:
        raise Refusal("notYourToken")
    return _saved(world, scene, figure, action)


def _saved(world: World, scene: MapScene, figure: FigureRecord, action: SaveRolls) -> ActionPlan:
    rolls = tuple(
        SavedRoll(clean_name(each.name), dice_text(*read_dice(each.dice))) for each in action.rolls
    )
    wanted = {figure_key(scene.id, figure.id): plain(replace(figure, rolls=rolls or UNSET))}
    return ActionPlan(changes(world, wanted), say("saved rolls of {name}", name=figure.name))


def _kept(
    world: World, actor: Actor, purpose: str, words: str, given: dict[str, Any]
) -> ActionPlan:
    if len(world.rolls) >= MAX_ROLLS:
        raise Refusal("tooManyRolls", most=MAX_ROLLS)
    purpose = tidied(purpose, "")
    roll = RollRecord(
        id=new_id("r"), by=actor.id, who=actor.name, when=utc_now(), purpose=purpose, **given
    )
    label = say("{what} ({purpose})", what=words, purpose=purpose) if purpose else words
    return ActionPlan(changes(world, {roll_key(roll.id): plain(roll)}), label, made=roll.id)
