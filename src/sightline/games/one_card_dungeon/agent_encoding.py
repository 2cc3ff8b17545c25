"""Actions and states as numbers, for learning agents and for the kernel.

An action number means the same in every state of a dungeon:

    0         roll                     20 to 27  walk: north-west, north, north-east, west, ...
    1 to 6    roll, keeping that face  28 to 35  attack the first, second, ... monster of the level
    7         roll all again           36        end the turn
    8 to 13   put the dice on speed, attack and defence: highest first, in six orders
    14 to 19  the same for range, attack and defence (ranger only)
    37        take the monsters' attack  38 to 42  learn speed, attack, defence, range; heal
    64 on     move a monster: 64 for each monster, plus its tile in reading order
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon.board.layout import STEPS
from sightline.games.one_card_dungeon.board.level import Level
from sightline.games.one_card_dungeon.rules import legal_actions, new_game
from sightline.games.one_card_dungeon.state import (
    HEALTH,
    SKILLS,
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    State,
)
from sightline.model.cell import Square

CHOICES = 43
"""The number of actions other than moves of monsters."""
MOST_TILES, MOST_MONSTERS = 64, 8
"""The maximum numbers of tiles and monsters of a level whose states can be encoded."""
REROLL, ASSIGN, FAR, STEP, ATTACK, END, BLOWS, IMPROVE, MONSTER = 7, 8, 14, 20, 28, 36, 37, 38, 64
SCALARS, MONSTER_NUMBERS = 17, 6
_ORDERS = tuple(permutations(range(3)))
_WAYS = {(dr, dc): number for number, (dr, dc, _) in enumerate(STEPS)}
_PHASES = {phase: number for number, phase in enumerate(Phase)}
_CLASSES = {hero_class: number for number, hero_class in enumerate(HeroClass)}
_LESSONS = (*SKILLS, HEALTH)


def fits(levels: tuple[Level, ...]) -> str | None:
    """Return why a dungeon cannot be encoded, or None."""
    for number, level in enumerate(levels, 1):
        tiles = level.layout.rows * level.layout.cols
        if tiles > MOST_TILES or len(level.monsters) > MOST_MONSTERS:
            return (
                f"level {number} has {tiles} tiles and {len(level.monsters)} monsters;"
                f" at most {MOST_TILES} and {MOST_MONSTERS} have numbers"
            )
    return None


@lru_cache(maxsize=256)
def monster_names(level: Level) -> tuple[str, ...]:
    """Return the names of all monsters of a level, in order, including fallen ones."""
    return tuple(monster.name for monster in new_game([level]).monsters)


def action_number(state: State, action: Action) -> int:
    """Return the number of a legal action."""
    match action:
        case Roll(keep):
            return keep or 0
        case Reroll():
            return REROLL
        case Assign(speed, attack, defence, far):
            dice = sorted(state.energy, reverse=True)
            given = (far or speed, attack, defence)
            orders = [tuple(dice[i] for i in order) for order in _ORDERS]
            return (FAR if far else ASSIGN) + orders.index(given)
        case MoveHero(to):
            return STEP + _WAYS[to.row - state.at.row, to.col - state.at.col]
        case Attack(name):
            return ATTACK + monster_names(state.level).index(name)
        case EndTurn():
            return END
        case FaceBlows():
            return BLOWS
        case Improve(what):
            return IMPROVE + _LESSONS.index(what)
        case MoveMonster(name, to):
            who = monster_names(state.level).index(name)
            return MONSTER + MOST_TILES * who + _tile_number(state, to)


def numbered_actions(state: State) -> dict[int, Action]:
    """Return the legal actions by number, in the order of `legal_actions`."""
    return {action_number(state, action): action for action in legal_actions(state)}


def action_by_number(state: State, number: int) -> Action:
    """Return the legal action with that number, or raise an error."""
    actions = numbered_actions(state)
    if number not in actions:
        known = ", ".join(map(str, actions)) or "none: the game is over"
        raise InvalidValueError(f"action {number} is not legal now; legal are {known}")
    return actions[number]


class StateNumbers(NamedTuple):
    """The numbers that describe a state for the kernel: everything except its levels and dice."""

    level: int
    hero_class: int
    phase: int
    turn: int
    rolled: int
    at: int
    health: int
    power_used: bool
    waiting: int
    """The monsters that have not moved yet, as one bit each."""
    skills: tuple[int, ...]
    points: tuple[int, ...]
    energy: tuple[int, ...]
    crew: tuple[tuple[int, int], ...]
    """The tile and health of each monster of the level. A health of 0 means fallen."""


def state_numbers(state: State) -> StateNumbers:
    """Return the numbers that describe a state."""
    crew = {name: n for n, name in enumerate(monster_names(state.level))}
    places = [(0, 0)] * len(crew)
    for monster in state.monsters:
        places[crew[monster.name]] = (_tile_number(state, monster.at), monster.health)
    skills, points = state.skills, state.points
    return StateNumbers(
        state.number,
        _CLASSES[state.hero_class],
        _PHASES[state.phase],
        state.turn,
        state.rolled,
        _tile_number(state, state.at),
        state.health,
        state.power_used,
        sum(1 << crew[name] for name in state.waiting),
        (skills.speed, skills.attack, skills.defence, skills.range),
        (points.speed, points.attack, points.defence, points.range),
        state.energy or (0, 0, 0),
        tuple(places),
    )


def _tile_number(state: State, tile: Square) -> int:
    return tile.row * state.layout.cols + tile.col


def seen_size(levels: tuple[Level, ...]) -> int:
    """Return the size of an observation."""
    return SCALARS + _most_tiles(levels) + MONSTER_NUMBERS * _most_monsters(levels)


def _most_tiles(levels: tuple[Level, ...]) -> int:
    return max(level.layout.rows * level.layout.cols for level in levels)


def _most_monsters(levels: tuple[Level, ...]) -> int:
    return max(len(level.monsters) for level in levels)


def seen_numbers(state: State) -> list[int]:
    """Return an agent's observation.

    It has 17 numbers (level, class, phase, turn up to 255, health, power used, four skills, four
    points, three dice), then the tiles (0 floor, 1 wall, 2 the adventurer, 3 and above the
    monsters, 255 outside the board), then six numbers for each living monster (1, health, speed,
    attack, defence, range).
    """
    now, layout = state_numbers(state), state.layout
    tiles = [255] * _most_tiles(state.levels)
    for tile in layout.tiles():
        tiles[_tile_number(state, tile)] = int(tile in layout.walls)
    tiles[now.at] = 2
    table = [0] * (MONSTER_NUMBERS * _most_monsters(state.levels))
    names = monster_names(state.level)
    for monster in state.monsters:
        number, kind = names.index(monster.name), monster.kind
        tiles[_tile_number(state, monster.at)] = 3 + number
        stats = (1, monster.health, kind.speed, kind.attack, kind.defence, kind.range)
        table[number * MONSTER_NUMBERS : (number + 1) * MONSTER_NUMBERS] = stats
    head = (now.level, now.hero_class, now.phase, min(now.turn, 255), now.health)
    used = int(now.power_used)
    return [*head, used, *now.skills, *now.points, *now.energy, *tiles, *table]
