"""The rules of a turn: legal actions, their results, and why others are illegal.

    state = new_game(hero_class="ranger")
    dice = SeededDice(7)
    state = apply(state, Roll(), dice)
    state = apply(state, legal_actions(state)[0], dice)

States are values: `apply` returns a new one, or raises with the reason and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache
from itertools import permutations
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.games.one_card_dungeon.board.layout import range_between
from sightline.games.one_card_dungeon.board.level import Level, shipped_levels
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.board.standing import standing_of
from sightline.games.one_card_dungeon.dice import FACES, Dice, SeededDice, check_dice
from sightline.games.one_card_dungeon.monsters import damage
from sightline.games.one_card_dungeon.objections import why_not
from sightline.games.one_card_dungeon.state import (
    DICE,
    FULL_HEALTH,
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
    Skills,
    State,
    Values,
    new_object,
    set_values,
    skill_points,
)
from sightline.model.numbers import short_repr, whole

__all__ = [
    "apply",
    "as_hero_class",
    "default_action",
    "in_reach",
    "legal_actions",
    "new_game",
    "why_not",
]

# --- the beginning


def new_game(
    levels: Sequence[Level] | None = None,
    hero_class: HeroClass | str = HeroClass.PALADIN,
    *,
    first: int = 1,
    skills: Skills | None = None,
    health: int = FULL_HEALTH,
) -> State:
    """Return the state before the first roll. The default levels are the twelve that come with the
    game.

    `first` is the number of the first level, from 1. `skills` and `health` are for an adventurer
    from another game.
    """
    chosen = shipped_levels() if levels is None else _checked_levels(levels)
    if not 1 <= whole(first, "first level") <= len(chosen):
        raise InvalidValueError(f"first level: expected 1 to {len(chosen)}, got {first}")
    if not 1 <= whole(health, "health") <= FULL_HEALTH:
        raise InvalidValueError(f"health: expected 1 to {FULL_HEALTH}, got {health}")
    begin = Skills() if skills is None else _checked_skills(skills)
    return _enter(chosen, first - 1, as_hero_class(hero_class), health, begin, rolled=0)


def _checked_levels(levels: Sequence[Level]) -> tuple[Level, ...]:
    chosen = tuple(levels)
    if not chosen or not all(isinstance(level, Level) for level in chosen):
        raise InvalidTypeError("levels: expected at least one Level (see parse_level)")
    return chosen


def as_hero_class(value: HeroClass | str) -> HeroClass:
    """Return the class with that name."""
    try:
        return HeroClass(value)
    except ValueError:
        known = ", ".join(each.value for each in HeroClass)
        raise UnknownNameError(f"class: expected one of {known}, got {short_repr(value)}") from None


def _checked_skills(skills: Any) -> Skills:
    if not isinstance(skills, Skills):
        raise InvalidTypeError(f"skills: expected Skills(...), got {short_repr(skills)}")
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
    monsters = _named_monsters(level)
    return State(levels, number, hero_class, level.start, health, skills, monsters, rolled=rolled)


@lru_cache(maxsize=1 << 8)
def _named_monsters(level: Level) -> tuple[Monster, ...]:
    count = Counter(kind.name for kind, _ in level.monsters)
    seen: Counter[str] = Counter()
    monsters = []
    for kind, tile in level.monsters:
        seen[kind.name] += 1
        name = kind.name if count[kind.name] == 1 else f"{kind.name} {seen[kind.name]}"
        monsters.append(Monster(name, kind, tile, kind.health))
    return tuple(monsters)


# --- legal actions


def legal_actions(state: State) -> list[Action]:
    """Return every legal action in a stable order. The default action, if there is one, comes
    first.
    """
    return list(state._options or _options(state))


def default_action(state: State) -> Action | None:
    """Return the action that is done automatically, or None if a decision is required.

    For equal moves of monsters it is the first monster of the map and the first tile in reading
    order.
    """
    if state.phase in _BY_DEFAULT:
        return _options(state)[0]
    return None


def _options(state: State) -> tuple[Action, ...]:
    """Return the legal actions, cached in the state."""
    kept: tuple[Action, ...] | None = state._options
    if kept is None:
        kept = state.__dict__["_options"] = _OPTIONS[state.phase](state)
    return kept


def _rolls(state: State) -> tuple[Action, ...]:
    may_keep = state.hero_class is _PALADIN and not state.power_used
    return _rolls_keeping(state.energy if may_keep else ())


@cache
def _rolls_keeping(energy: tuple[int, ...]) -> tuple[Action, ...]:
    return Roll(), *(Roll(face) for face in sorted(set(energy), reverse=True))


def _uses_of_dice(state: State) -> tuple[Action, ...]:
    return _uses(state.energy, _power(state))


def _power(state: State) -> HeroClass | None:
    """Return the class whose power may be used on this turn's dice, or None."""
    hero = state.hero_class
    if state.power_used or (hero is _BARBARIAN and state.health != 1):
        return None
    return hero


@lru_cache(maxsize=1 << 10)
def _uses(energy: tuple[int, ...], power: HeroClass | None) -> tuple[Action, ...]:
    orders = sorted(set(permutations(energy)), reverse=True)
    uses: list[Action] = [Assign(*order) for order in orders]
    if power is HeroClass.RANGER:
        uses += [Assign(0, attack, defence, far) for far, attack, defence in orders]
    if power in (HeroClass.WIZARD, HeroClass.BARBARIAN):
        uses.append(Reroll())
    return tuple(uses)


def _adventurer_options(state: State) -> tuple[Action, ...]:
    return standing_of(state).places.options(state.points)


def _monster_moves(state: State) -> tuple[Action, ...]:
    return standing_of(state).places.monster_moves(state.waiting)


def _improvements(state: State) -> tuple[Action, ...]:
    skills = [skill for skill in SKILLS if getattr(state.skills, skill) < MAX_SKILL]
    return tuple(Improve(what) for what in (*skills, HEALTH))


# Looking up an Enum member takes ten times as long as a module constant.
_ROLL, _ENERGY, _ADVENTURER = Phase.ROLL, Phase.ENERGY, Phase.ADVENTURER
_MONSTER_MOVE, _MONSTER_ATTACK = Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK
_BY_DEFAULT = (_MONSTER_MOVE, _MONSTER_ATTACK)
_PALADIN, _BARBARIAN = HeroClass.PALADIN, HeroClass.BARBARIAN
_ROLLS, _BLOWS = _rolls_keeping(()), (FaceBlows(),)
_OPTIONS: dict[Phase, Callable[[State], tuple[Action, ...]]] = {
    Phase.ROLL: _rolls,
    Phase.ENERGY: _uses_of_dice,
    Phase.ADVENTURER: _adventurer_options,
    Phase.MONSTER_MOVE: _monster_moves,
    Phase.MONSTER_ATTACK: lambda state: _BLOWS,
    Phase.LEVEL_UP: _improvements,
    Phase.WON: lambda state: (),
    Phase.LOST: lambda state: (),
}


def in_reach(state: State, monster: Monster) -> bool:
    """Return whether the monster is in the adventurer's range and sight."""
    distance = range_between(state.layout, state.at, monster.at)
    if distance is None or distance > state.points.range:
        return False
    return has_sight(state.layout, state.at, monster.at, [each.at for each in state.monsters])


# --- results


def apply(state: State, action: Action, dice: Dice) -> State:
    """Return the state after the action, or raise InvalidValueError with the reason if it is
    illegal.
    """
    if type(dice) is not SeededDice:
        check_dice(dice)
    options = state._options or _options(state)
    for option in options:
        if option is action:  # taken from the list of legal actions, so no check is needed
            break
    else:
        reason = why_not(state, action)
        if reason is not None:
            raise InvalidValueError(reason)
        action = options[options.index(action)]
    after = new_object(State)
    set_values(after, _EFFECTS[type(action)](state, action, dice))
    return after


# Each effect returns the values of the next state: its fields; `_moment`, which is new if a
# figure moves, is hurt or falls; and `_options`, which is always new, or None if unknown. This is
# the innermost loop of every study, where each call counts.


def _roll(state: State, action: Roll, dice: Dice) -> Values:
    values = state.__dict__.copy()
    first, keep = state.rolled, action.keep
    count = DICE if keep is None else DICE - 1
    faces = dice.faces(first, count) if type(dice) is SeededDice else _faces(dice, first, count)
    if keep is not None:  # the paladin's power applies before the roll
        faces.append(keep)
        values["power_used"] = True
    faces.sort()
    values["phase"] = _ENERGY
    values["rolled"] = first + count
    values["energy"] = energy = tuple(faces)
    values["_options"] = _uses(energy, _power(state))
    return values


def _faces(dice: Dice, first: int, count: int) -> list[int]:
    faces = [dice.face(n) for n in range(first, first + count)]
    for face in faces:
        if not (type(face) is int and 1 <= face <= FACES):
            raise InvalidValueError(
                f"dice: expected a face from 1 to {FACES}, got {short_repr(face)}"
            )
    return faces


def _reroll(state: State, _: Reroll, dice: Dice) -> Values:
    return {**_roll(state, Roll(), dice), "power_used": True, "_options": None}


def _assign(state: State, action: Assign, _: Dice) -> Values:
    skills, here = state.skills, state._moment or standing_of(state)
    values = state.__dict__.copy()
    values["phase"] = _ADVENTURER
    values["points"] = points = skill_points(
        skills.speed + action.speed,
        skills.attack + action.attack,
        skills.defence + action.defence,
        skills.range + action.range,
    )
    if action.range:
        values["power_used"] = True
    values["_options"] = here.places.options(points)
    return values


def _step(state: State, action: MoveHero, _: Dice) -> Values:
    have, to = state.points, action.to
    there, cost = (state._moment or standing_of(state)).step(to)
    values = state.__dict__.copy()
    values["at"] = to
    values["points"] = points = skill_points(
        have.speed - cost, have.attack, have.defence, have.range
    )
    values["_moment"] = there
    values["_options"] = there.places.options(points)
    return values


def _attack(state: State, action: Attack, _: Dice) -> Values:
    have = state.points
    after, cost = (state._moment or standing_of(state)).attack(action.monster)
    values = state.__dict__.copy()
    values["points"] = skill_points(have.speed, have.attack - cost, have.defence, have.range)
    values["monsters"] = after.monsters
    if not after.monsters:
        more = state.number + 1 < len(state.levels)
        values["phase"] = Phase.LEVEL_UP if more else Phase.WON
    values["_moment"] = after
    values["_options"] = None
    return values


def _end_turn(state: State, _: EndTurn, __: Dice) -> Values:
    places = (state._moment or standing_of(state)).places
    values = state.__dict__.copy()
    values["phase"] = _MONSTER_MOVE
    values["waiting"] = waiting = places.crew.names
    values["_options"] = places.monster_moves(waiting)
    return values


def _move_monster(state: State, action: MoveMonster, _: Dice) -> Values:
    here = state._moment or standing_of(state)
    after, waiting, options = here.move(action, state.waiting)
    values = state.__dict__.copy()
    if not waiting:
        values["phase"] = _MONSTER_ATTACK
    values["monsters"] = after.monsters
    values["waiting"] = waiting
    values["_moment"] = after
    values["_options"] = options or _BLOWS
    return values


def _face_blows(state: State, _: FaceBlows, __: Dice) -> Values:
    threat = (state._moment or standing_of(state)).places.threat()
    health = state.health - damage(threat, state.points.defence)
    values = state.__dict__.copy()
    values["_options"] = None
    if health <= 0:
        values["health"], values["phase"] = 0, Phase.LOST
        return values
    if state.hero_class is not _PALADIN:  # the class that may keep a die
        values["_options"] = _ROLLS
    values["health"] = health
    values["phase"] = _ROLL
    values["turn"] = state.turn + 1
    values["points"] = _NO_POINTS
    if state.hero_class is _BARBARIAN:  # the class whose power returns every turn
        values["power_used"] = False
    return values


def _improve(state: State, action: Improve, _: Dice) -> Values:
    health, skills = state.health, state.skills
    if action.what == HEALTH:
        health = FULL_HEALTH
    else:
        skills = replace(skills, **{action.what: getattr(skills, action.what) + 1})
    entered = _enter(
        state.levels, state.number + 1, state.hero_class, health, skills, rolled=state.rolled
    )
    return vars(entered)


_NO_POINTS = Skills(0, 0, 0, 0)
_EFFECTS: dict[type[Any], Callable[[State, Any, Dice], Values]] = {
    Roll: _roll,
    Reroll: _reroll,
    Assign: _assign,
    MoveHero: _step,
    Attack: _attack,
    EndTurn: _end_turn,
    MoveMonster: _move_monster,
    FaceBlows: _face_blows,
    Improve: _improve,
}
