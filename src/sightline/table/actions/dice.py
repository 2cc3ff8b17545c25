"""Plans rolls of dice: the server's own, and those that somebody tells of."""

from __future__ import annotations

from typing import Any

from sightline.table.protocol import RollDice, TellRoll
from sightline.table.state import (
    MAX_ROLLS,
    ActionPlan,
    Actor,
    Refusal,
    RollRecord,
    World,
    changes,
    dice_text,
    new_id,
    plain,
    read_dice,
    roll_key,
    rolled,
    tidied,
    utc_now,
)

TOO_MANY_ROLLS = (
    f"This table keeps {MAX_ROLLS:,} rolls, and none is ever deleted: begin a new table for more."
)


def plan_roll(world: World, actor: Actor, action: RollDice) -> ActionPlan:
    parts, plus = read_dice(action.dice)
    dice = tuple(rolled(part) for part in parts)
    total = sum(each.total for each in dice) + plus
    text = dice_text(parts, plus)
    words = f"rolled {text}{' in secret' if action.secret else ''}: {total}"
    given = {"text": text, "dice": dice, "plus": plus, "total": total, "secret": action.secret}
    return _kept(world, actor, action.purpose, words, given)


def plan_tell_roll(world: World, actor: Actor, action: TellRoll) -> ActionPlan:
    words = f"rolled real dice: {action.total}"
    given = {"text": "real dice", "total": action.total, "said": True}
    return _kept(world, actor, action.purpose, words, given)


def _kept(
    world: World, actor: Actor, purpose: str, words: str, given: dict[str, Any]
) -> ActionPlan:
    if len(world.rolls) >= MAX_ROLLS:
        raise Refusal(TOO_MANY_ROLLS)
    purpose = tidied(purpose, "")
    roll = RollRecord(
        id=new_id("r"), by=actor.id, who=actor.name, when=utc_now(), purpose=purpose, **given
    )
    label = f"{words} ({purpose})" if purpose else words
    return ActionPlan(changes(world, {roll_key(roll.id): plain(roll)}), label, made=roll.id)
