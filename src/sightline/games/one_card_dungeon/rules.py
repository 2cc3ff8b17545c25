"""The rules of a turn: what may be done, what it leads to, and why something may not be done.

    state = new_game(hero_class="ranger")
    dice = SeededDice(7)
    state = apply(state, Roll(), dice)
    state = apply(state, legal_actions(state)[0], dice)

States are values: `apply` gives a new one, or refuses with the reason and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import permutations
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.games.one_card_dungeon.dice import FACES, Dice, check_dice
from sightline.games.one_card_dungeon.layout import range_between, step_cost
from sightline.games.one_card_dungeon.level import Level, shipped_levels
from sightline.games.one_card_dungeon.monsters import blows, destinations, movers
from sightline.games.one_card_dungeon.sight import has_sight
from sightline.games.one_card_dungeon.state import (
    DICE,
    FULL_HEALTH,
    HEALTH,
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
    Skills,
    State,
)
from sightline.games.one_card_dungeon.words import out_of_reach, where_it_may_go
from sightline.model.cell import Square
from sightline.model.numbers import shown, whole

MAX_SKILL = 99


# --- the beginning


def new_game(
    levels: Sequence[Level] | None = None,
    hero_class: HeroClass | str = HeroClass.PALADIN,
    *,
    first: int = 1,
    skills: Skills | None = None,
    health: int = FULL_HEALTH,
) -> State:
    """The state before the first roll. Without `levels`, the twelve that ship with the game.

    `first` is the level to begin with, counted from 1; `skills` and `health` are for those who come
    from elsewhere.
    """
    chosen = shipped_levels() if levels is None else tuple(levels)
    if not chosen or not all(isinstance(level, Level) for level in chosen):
        raise InvalidTypeError("levels: expected at least one Level (see parse_level)")
    if not 1 <= whole(first, "first level") <= len(chosen):
        raise InvalidValueError(f"first level: expected 1 to {len(chosen)}, got {first}")
    if not 1 <= whole(health, "health") <= FULL_HEALTH:
        raise InvalidValueError(f"health: expected 1 to {FULL_HEALTH}, got {health}")
    begin = Skills() if skills is None else _checked_skills(skills)
    return _enter(chosen, first - 1, as_hero_class(hero_class), health, begin, rolled=0)


def as_hero_class(value: HeroClass | str) -> HeroClass:
    """The class of that name."""
    try:
        return HeroClass(value)
    except ValueError:
        known = ", ".join(each.value for each in HeroClass)
        raise UnknownNameError(f"class: expected one of {known}, got {shown(value)}") from None


def _checked_skills(skills: Any) -> Skills:
    if not isinstance(skills, Skills):
        raise InvalidTypeError(f"skills: expected Skills(...), got {shown(skills)}")
    least = Skills()
    for each in fields(skills):
        low, value = getattr(least, each.name), whole(getattr(skills, each.name), each.name)
        if not low <= value <= MAX_SKILL:
            raise InvalidValueError(f"{each.name}: expected {low} to {MAX_SKILL}, got {value}")
    return skills


def _enter(
    levels: tuple[Level, ...],
    number: int,
    hero_class: HeroClass,
    health: int,
    skills: Skills,
    rolled: int,
) -> State:
    level = levels[number]
    count = Counter(kind.name for kind, _ in level.monsters)
    seen: Counter[str] = Counter()
    monsters = []
    for kind, tile in level.monsters:
        seen[kind.name] += 1
        name = kind.name if count[kind.name] == 1 else f"{kind.name} {seen[kind.name]}"
        monsters.append(Monster(name, kind, tile, kind.health))
    return State(
        levels, number, hero_class, level.start, health, skills, tuple(monsters), rolled=rolled
    )


# --- what may be done


def legal_actions(state: State) -> list[Action]:
    """Everything that may be done now, in a stable order; the default first where there is one."""
    match state.phase:
        case Phase.ROLL:
            kept = sorted(set(state.energy), reverse=True) if _may_keep(state) else []
            return [Roll(), *(Roll(face) for face in kept)]
        case Phase.ENERGY:
            again: list[Action] = [Reroll()] if _reroll_objection(state) is None else []
            return [*_assignments(state), *again]
        case Phase.ADVENTURER:
            return [*_attacks(state), *_steps(state), EndTurn()]
        case Phase.MONSTER_MOVE:
            return [
                MoveMonster(mover.name, tile)
                for mover in _movers(state)
                for tile in _destinations(state, mover)
            ]
        case Phase.MONSTER_ATTACK:
            return [FaceBlows()]
        case Phase.LEVEL_UP:
            skills = [skill for skill in SKILLS if getattr(state.skills, skill) < MAX_SKILL]
            return [Improve(what) for what in (*skills, HEALTH)]
    return []


def default_action(state: State) -> Action | None:
    """What is done where nobody chooses: of equal moves of monsters the first monster of the map
    and the first tile in reading order. None where a decision is asked for."""
    if state.phase in (Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK):
        return legal_actions(state)[0]
    return None


def _assignments(state: State) -> Iterator[Assign]:
    orders = sorted(set(permutations(state.energy)), reverse=True)
    yield from (Assign(*order) for order in orders)
    if state.hero_class is HeroClass.RANGER and not state.power_used:
        yield from (Assign(0, attack, defence, far) for far, attack, defence in orders)


def _attacks(state: State) -> Iterator[Attack]:
    for monster in state.monsters:
        if monster.kind.defence <= state.points.attack and in_reach(state, monster):
            yield Attack(monster.name)


def in_reach(state: State, monster: Monster) -> bool:
    """Is the monster in the adventurer's range and sight?"""
    distance = range_between(state.layout, state.at, monster.at)
    if distance is None or distance > state.points.range:
        return False
    return has_sight(state.layout, state.at, monster.at, [each.at for each in state.monsters])


def _steps(state: State) -> Iterator[MoveHero]:
    taken = {monster.at for monster in state.monsters}
    for tile, cost in state.layout.steps_from(state.at):
        if cost <= state.points.speed and tile not in taken:
            yield MoveHero(tile)


def _movers(state: State) -> list[Monster]:
    waiting = [monster for monster in state.monsters if monster.name in state.waiting]
    return movers(state.layout, state.at, waiting)


def _destinations(state: State, mover: Monster) -> tuple[Square, ...]:
    others = [each.at for each in state.monsters if each is not mover]
    return destinations(state.layout, state.at, mover, others)


def _may_keep(state: State) -> bool:
    return state.hero_class is HeroClass.PALADIN and not state.power_used and bool(state.energy)


# --- why not

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
    """Why the action may not be done now, in a sentence; None if it may."""
    phase = _PHASES.get(type(action))
    if phase is None:
        raise InvalidTypeError(
            f"action: expected Roll, MoveHero, Attack or the like, got {shown(action)}"
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
        return f"no die of the last turn shows {shown(keep)}; they show {_listed(state.energy)}"
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
        return None if 0 not in given[:3] else "each of speed, attack and defence gets one die"
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
        return f"{to} is no neighbour of {state.at}, where you stand"
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
        return f"there is no {shown(name)} here; there are {alive}"
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
    nearest = _movers(state)
    if mover not in nearest:
        return f"the nearest moves first: {' or '.join(map(str, nearest))}"
    choices = _destinations(state, mover)
    if action.to in choices:
        return None
    return where_it_may_go(mover, choices, action.to)


def _improve_objection(state: State, what: str) -> str | None:
    if what not in (*SKILLS, HEALTH):
        return f"expected one of {', '.join((*SKILLS, HEALTH))}, got {shown(what)}"
    if what != HEALTH and getattr(state.skills, what) >= MAX_SKILL:
        return f"{what} is as high as it goes"
    return None


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or "none"


# --- what it leads to


def apply(state: State, action: Action, dice: Dice) -> State:
    """The state after the action; an InvalidValueError with the reason if it is not allowed."""
    check_dice(dice)
    reason = why_not(state, action)
    if reason is not None:
        raise InvalidValueError(reason)
    match action:
        case Roll(keep):
            return _roll(state, dice, keep)
        case Reroll():
            return replace(_roll(state, dice, None), power_used=True)
        case Assign():
            return _assign(state, action)
        case MoveHero(to):
            return _step(state, to)
        case Attack(name):
            return _attack(state, name)
        case EndTurn():
            waiting = tuple(monster.name for monster in state.monsters)
            return replace(state, phase=Phase.MONSTER_MOVE, waiting=waiting)
        case MoveMonster(name, to):
            return _move_monster(state, name, to)
        case FaceBlows():
            return _face_blows(state)
        case Improve(what):
            return _improve(state, what)


def _roll(state: State, dice: Dice, keep: int | None) -> State:
    count = DICE if keep is None else DICE - 1
    faces = [dice.face(state.rolled + n) for n in range(count)]
    for face in faces:
        if not (type(face) is int and 1 <= face <= FACES):
            raise InvalidValueError(f"dice: expected a face from 1 to {FACES}, got {shown(face)}")
    return replace(
        state,
        phase=Phase.ENERGY,
        rolled=state.rolled + count,
        energy=tuple(sorted(faces if keep is None else [*faces, keep])),
        power_used=state.power_used or keep is not None,
    )


def _assign(state: State, action: Assign) -> State:
    skills = state.skills
    points = Skills(
        skills.speed + action.speed,
        skills.attack + action.attack,
        skills.defence + action.defence,
        skills.range + action.range,
    )
    used = state.power_used or action.range > 0
    return replace(state, phase=Phase.ADVENTURER, points=points, power_used=used)


def _step(state: State, to: Square) -> State:
    cost = step_cost(state.at, to) or 0
    points = replace(state.points, speed=state.points.speed - cost)
    return replace(state, at=to, points=points)


def _attack(state: State, name: str) -> State:
    target = state.monster(name)
    assert target is not None
    points = replace(state.points, attack=state.points.attack - target.kind.defence)
    hurt = [
        replace(each, health=each.health - 1) if each is target else each for each in state.monsters
    ]
    monsters = tuple(monster for monster in hurt if monster.health > 0)
    phase = state.phase
    if not monsters:
        phase = Phase.LEVEL_UP if state.number + 1 < len(state.levels) else Phase.WON
    return replace(state, points=points, monsters=monsters, phase=phase)


def _move_monster(state: State, name: str, to: Square) -> State:
    waiting = tuple(each for each in state.waiting if each != name)
    return replace(
        state,
        monsters=tuple(
            replace(each, at=to) if each.name == name else each for each in state.monsters
        ),
        waiting=waiting,
        phase=Phase.MONSTER_MOVE if waiting else Phase.MONSTER_ATTACK,
    )


def _face_blows(state: State) -> State:
    health = max(0, state.health - blows(state).damage)
    if health == 0:
        return replace(state, health=0, phase=Phase.LOST)
    rests = state.hero_class is HeroClass.BARBARIAN  # whose power comes back every turn
    return replace(
        state,
        health=health,
        phase=Phase.ROLL,
        turn=state.turn + 1,
        points=Skills(0, 0, 0, 0),
        power_used=state.power_used and not rests,
    )


def _improve(state: State, what: str) -> State:
    health, skills = state.health, state.skills
    if what == HEALTH:
        health = FULL_HEALTH
    else:
        skills = replace(skills, **{what: getattr(skills, what) + 1})
    return _enter(
        state.levels, state.number + 1, state.hero_class, health, skills, rolled=state.rolled
    )
