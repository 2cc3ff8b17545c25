"""Why an action is illegal: one sentence per reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.errors import InvalidTypeError
from sightline.games.one_card_dungeon.board.layout import step_cost
from sightline.games.one_card_dungeon.monsters import destinations, movers
from sightline.games.one_card_dungeon.state import (
    HEALTH,
    MAX_SKILL,
    SKILLS,
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Improve,
    Monster,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    State,
)
from sightline.games.one_card_dungeon.words import any_of, out_of_reach, where_it_may_go
from sightline.model.cell import Square
from sightline.model.numbers import short_repr
from sightline.texts import say, word

_PHASES: dict[type[Any], Phase] = {
    Roll: Phase.ROLL,
    Reroll: Phase.ENERGY,
    Assign: Phase.ENERGY,
    MoveHero: Phase.ADVENTURER,
    Attack: Phase.ADVENTURER,
    EndTurn: Phase.ADVENTURER,
    MoveMonster: Phase.MONSTER_MOVE,
    FaceBlows: Phase.MONSTER_ATTACK,
    Improve: Phase.LEVEL_UP,
}


def why_not(state: State, action: Action) -> str | None:
    """Return why the action is illegal now, or None."""
    phase = _PHASES.get(type(action))
    if phase is None:
        raise InvalidTypeError(
            f"action: expected Roll, MoveHero, Attack or the like, got {short_repr(action)}"
        )
    if state.is_over:
        return say("the game is {phase}", phase=word(str(state.phase)))
    if state.phase is not phase:
        return say(
            "that belongs to the phase '{one}', and this is '{other}'",
            one=word(str(phase)),
            other=word(str(state.phase)),
        )
    match action:
        case Roll(keep):
            return None if keep is None else _keep_objection(state, keep)
        case Reroll():
            return _reroll_objection(state)
        case Assign():
            return _assign_objection(state, action)
        case MoveHero(to):
            return _step_objection(state, to)
        case Attack(name):
            return _attack_objection(state, name)
        case MoveMonster():
            return _monster_objection(state, action)
        case Improve(what):
            return _improve_objection(state, what)
        case _:
            return None


def _keep_objection(state: State, keep: int) -> str | None:
    if state.hero_class is not HeroClass.PALADIN:
        return say(
            "only a paladin keeps a die, and this is {hero}", hero=word(state.hero_class.described)
        )
    if state.power_used:
        return say("the paladin has kept a die in this level already")
    if not state.energy:
        return say("there is no die to keep before the first roll of a level")
    if keep not in state.energy:
        return say(
            "no die of the last turn shows {face}; they show {dice}",
            face=short_repr(keep),
            dice=_listed(state.energy),
        )
    return None


def _reroll_objection(state: State) -> str | None:
    if state.hero_class is HeroClass.WIZARD:
        return (
            say("the wizard has rolled again in this level already") if state.power_used else None
        )
    if state.hero_class is HeroClass.BARBARIAN:
        if state.health != 1:
            return say("the barbarian rolls again at health 1 only, and has {n}", n=state.health)
        return (
            say("the barbarian has rolled again in this turn already") if state.power_used else None
        )
    return say(
        "only a wizard or a barbarian rolls again, and this is {hero}",
        hero=word(state.hero_class.described),
    )


def _assign_objection(state: State, action: Assign) -> str | None:
    given = (action.speed, action.attack, action.defence, action.range)
    dice = [face for face in given if face != 0]
    if sorted(dice) != sorted(state.energy):
        return say(
            "the dice show {dice}, each to be used once; got {got}",
            dice=_listed(state.energy),
            got=_listed(dice),
        )
    if action.range == 0:
        return None if 0 not in given[:3] else say("each of speed, attack and defense gets one die")
    if state.hero_class is not HeroClass.RANGER:
        return say(
            "only a ranger puts a die on range, and this is {hero}",
            hero=word(state.hero_class.described),
        )
    if state.power_used:
        return say("the ranger has put a die on range in this level already")
    return None if action.speed == 0 else say("a die on range is one that speed does not get")


def _step_objection(state: State, to: Square) -> str | None:
    if not (0 <= to.row < state.layout.rows and 0 <= to.col < state.layout.cols):
        return say("{tile} is off the board", tile=str(to))
    cost = step_cost(state.at, to)
    if cost is None:
        return say("{tile} is not next to {at}, where you stand", tile=str(to), at=str(state.at))
    if to in state.layout.walls:
        return say("there is a wall on {tile}", tile=str(to))
    monster = state.monster_at(to)
    if monster is not None:
        return say("{who} is in the way", who=str(monster))
    if cost > state.points.speed:
        return say(
            "the step to {tile} costs {cost} speed and you have {n}",
            tile=str(to),
            cost=cost,
            n=state.points.speed,
        )
    return None


def _attack_objection(state: State, name: str) -> str | None:
    target = state.monster(name)
    if target is None:
        alive = ", ".join(each.name for each in state.monsters)
        return say("there is no {name} here; there are {alive}", name=short_repr(name), alive=alive)
    reason = out_of_reach(state, target, state.points.range)
    if reason is not None:
        return say("you cannot attack {target}: {reason}", target=str(target), reason=reason)
    cost, have = target.kind.defence, state.points.attack
    if cost > have:
        return say(
            "you cannot attack {target}: it takes {cost} attack and you have {n}",
            target=str(target),
            cost=cost,
            n=have,
        )
    return None


def _monster_objection(state: State, action: MoveMonster) -> str | None:
    mover = state.monster(action.monster)
    if mover is None or mover.name not in state.waiting:
        return say(
            "{name} has no move to make; yet to move: {waiting}",
            name=repr(action.monster),
            waiting=", ".join(state.waiting),
        )
    nearest = _nearest(state)
    if mover not in nearest:
        return say("the nearest moves first: {who}", who=any_of(list(map(str, nearest))))
    others = [each.at for each in state.monsters if each is not mover]
    choices = destinations(state.layout, state.at, mover, others)
    if action.to in choices:
        return None
    return where_it_may_go(mover, choices, action.to)


def _nearest(state: State) -> list[Monster]:
    waiting = [monster for monster in state.monsters if monster.name in state.waiting]
    return movers(state.layout, state.at, waiting)


def _improve_objection(state: State, what: str) -> str | None:
    if what not in (*SKILLS, HEALTH):
        return say(
            "expected one of {names}, got {name}",
            names=", ".join((*SKILLS, HEALTH)),
            name=short_repr(what),
        )
    if what != HEALTH and getattr(state.skills, what) >= MAX_SKILL:
        return say("{skill} is as high as it goes", skill=word(what))
    return None


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or say("none")
