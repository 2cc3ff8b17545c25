"""Why an action is illegal, each reason in a sentence."""

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
from sightline.games.one_card_dungeon.words import out_of_reach, where_it_may_go
from sightline.model.cell import Square
from sightline.model.numbers import short_repr

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
        return f"the game is {state.phase}"
    if state.phase is not phase:
        return f"that belongs to the phase '{phase}', and this is '{state.phase}'"
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
        return f"only a paladin keeps a die, and this is {state.hero_class.described}"
    if state.power_used:
        return "the paladin has kept a die in this level already"
    if not state.energy:
        return "there is no die to keep before the first roll of a level"
    if keep not in state.energy:
        return (
            f"no die of the last turn shows {short_repr(keep)}; they show {_listed(state.energy)}"
        )
    return None


def _reroll_objection(state: State) -> str | None:
    if state.hero_class is HeroClass.WIZARD:
        return "the wizard has rolled again in this level already" if state.power_used else None
    if state.hero_class is HeroClass.BARBARIAN:
        if state.health != 1:
            return f"the barbarian rolls again at health 1 only, and has {state.health}"
        return "the barbarian has rolled again in this turn already" if state.power_used else None
    return f"only a wizard or a barbarian rolls again, and this is {state.hero_class.described}"


def _assign_objection(state: State, action: Assign) -> str | None:
    given = (action.speed, action.attack, action.defence, action.range)
    dice = [face for face in given if face != 0]
    if sorted(dice) != sorted(state.energy):
        return f"the dice show {_listed(state.energy)}, each to be used once; got {_listed(dice)}"
    if action.range == 0:
        return None if 0 not in given[:3] else "each of speed, attack and defense gets one die"
    if state.hero_class is not HeroClass.RANGER:
        return f"only a ranger puts a die on range, and this is {state.hero_class.described}"
    if state.power_used:
        return "the ranger has put a die on range in this level already"
    return None if action.speed == 0 else "a die on range is one that speed does not get"


def _step_objection(state: State, to: Square) -> str | None:
    if not (0 <= to.row < state.layout.rows and 0 <= to.col < state.layout.cols):
        return f"{to} is off the board"
    cost = step_cost(state.at, to)
    if cost is None:
        return f"{to} is not next to {state.at}, where you stand"
    if to in state.layout.walls:
        return f"there is a wall on {to}"
    monster = state.monster_at(to)
    if monster is not None:
        return f"{monster} is in the way"
    if cost > state.points.speed:
        return f"the step to {to} costs {cost} speed and you have {state.points.speed}"
    return None


def _attack_objection(state: State, name: str) -> str | None:
    target = state.monster(name)
    if target is None:
        alive = ", ".join(each.name for each in state.monsters)
        return f"there is no {short_repr(name)} here; there are {alive}"
    reason = out_of_reach(state, target, state.points.range)
    if reason is not None:
        return f"you cannot attack {target}: {reason}"
    cost, have = target.kind.defence, state.points.attack
    if cost > have:
        return f"you cannot attack {target}: it takes {cost} attack and you have {have}"
    return None


def _monster_objection(state: State, action: MoveMonster) -> str | None:
    mover = state.monster(action.monster)
    if mover is None or mover.name not in state.waiting:
        return f"{action.monster!r} has no move to make; yet to move: {', '.join(state.waiting)}"
    nearest = _nearest(state)
    if mover not in nearest:
        return f"the nearest moves first: {' or '.join(map(str, nearest))}"
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
        return f"expected one of {', '.join((*SKILLS, HEALTH))}, got {short_repr(what)}"
    if what != HEALTH and getattr(state.skills, what) >= MAX_SKILL:
        return f"{what} is as high as it goes"
    return None


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or "none"
