"""An automatic player that tries every way to spend this turn, with the monsters' response.

It looks one turn ahead and prefers little damage taken, much health removed, and a position near
the next attack. It is good enough to tell hard levels from easy ones, and to play thousands of
games for rule checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sightline.games.one_card_dungeon.board.layout import LevelLayout, costs_from
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.monsters import NOWHERE, can_attack, destinations, movers
from sightline.games.one_card_dungeon.rules import default_action, legal_actions
from sightline.games.one_card_dungeon.state import (
    HEALTH,
    Action,
    Assign,
    Attack,
    EndTurn,
    HeroClass,
    Improve,
    Monster,
    MoveHero,
    Phase,
    Reroll,
    Roll,
    Skills,
    State,
)
from sightline.model.cell import Square

DAMAGE = 10.0  # the value of one point of the player's health
WOUND = 6.0  # the value of one point of a monster's health, scaled by its cost
CLEARED = 60.0  # the value of winning the level this turn
DEATH = 1000.0
APPROACH = 0.4  # the value of being one point nearer to the nearest monster
PATIENCE = 40  # turns after which the player prefers risking damage to waiting
REROLL_MARGIN = 4.0  # how much better the average roll must be to roll again

SKILL_ORDER = ("defence", "attack", "defence", "attack", "defence", "speed", "attack", "defence",
               "range", "attack", "defence")  # fmt: skip
"""The skill to learn after each level, unless the player should heal. This order got deepest among
the few that were tried.
"""
HURT = 2  # at or below this health the player heals instead of learning


class Plan(NamedTuple):
    """The actions until the end of the turn, and their estimated value."""

    value: float
    actions: tuple[Action, ...]


class AutoPlayer:
    """Chooses actions one by one, and remembers its plan for the turn."""

    def __init__(self) -> None:
        self._planned: list[Action] = []

    def choose(self, state: State) -> Action:
        """Return the next action of a game that is not over."""
        default = default_action(state)
        if default is not None:
            return default
        match state.phase:
            case Phase.ROLL:
                self._planned = []
                return _roll(state)
            case Phase.ENERGY:
                return self._assign(state)
            case Phase.ADVENTURER:
                if not self._planned:
                    self._planned = list(best_turn(state).actions)
                return self._planned.pop(0)
        return Improve(_lesson(state))

    def _assign(self, state: State) -> Action:
        best = Plan(-NOWHERE, ())
        choice: Action | None = None
        offers = legal_actions(state)
        for offer in offers:
            if isinstance(offer, Assign):
                plan = best_turn(_with_points(state, offer))
                # Powers that return only in the next level are saved for important moments.
                value = plan.value - (REROLL_MARGIN if offer.range else 0)
                if value > best.value:
                    best, choice = Plan(value, plan.actions), offer
        assert choice is not None
        if Reroll() in offers and _worth_another_roll(state, best.value):
            return Reroll()
        self._planned = list(best.actions)
        return choice


def _with_points(state: State, offer: Assign) -> State:
    skills = state.skills
    points = Skills(
        skills.speed + offer.speed,
        skills.attack + offer.attack,
        skills.defence + offer.defence,
        skills.range + offer.range,
    )
    return replace(state, points=points, phase=Phase.ADVENTURER)


def _roll(state: State) -> Roll:
    keepable = [action for action in legal_actions(state) if action != Roll()]
    if Roll(6) in keepable:
        return Roll(6)
    return Roll()


def _worth_another_roll(state: State, value: float) -> bool:
    """Return whether to roll again: for a poor roll with a poor plan.

    The barbarian's power returns every turn, so it is used more freely.
    """
    margin = 11 if state.hero_class is HeroClass.BARBARIAN else 9
    return sum(state.energy) < margin and value < CLEARED / 2


def _lesson(state: State) -> str:
    if state.health <= HURT:
        return HEALTH
    learned = (
        state.skills.speed + state.skills.attack + state.skills.defence + state.skills.range - 5
    )
    return SKILL_ORDER[learned % len(SKILL_ORDER)]


# --- the search for the best turn


class _Node(NamedTuple):
    at: Square
    speed: int
    attack: int
    health: tuple[int, ...]  # the health of each monster; 0 when it has fallen


def best_turn(state: State) -> Plan:
    """Return the best way to spend the points, by exhaustive search."""
    first = _Node(
        state.at, state.points.speed, state.points.attack, tuple(m.health for m in state.monsters)
    )
    came_from: dict[_Node, tuple[_Node, Action] | None] = {first: None}
    waiting = [first]
    best, best_value = first, -float("inf")
    ends: dict[tuple[Square, tuple[int, ...]], float] = {}
    while waiting:
        node = waiting.pop()
        key = (node.at, node.health)
        if key not in ends:
            ends[key] = _value(state, node)
        if ends[key] > best_value:
            best, best_value = node, ends[key]
        if any(node.health):
            for action, then in _options(state, node):
                if then not in came_from:
                    came_from[then] = (node, action)
                    waiting.append(then)
    actions: list[Action] = [EndTurn()] if any(best.health) else []
    back = came_from[best]
    while back is not None:
        actions.append(back[1])
        back = came_from[back[0]]
    return Plan(best_value, tuple(reversed(actions)))


def _options(state: State, node: _Node) -> Iterator[tuple[Action, _Node]]:
    alive = [(i, m) for i, m in enumerate(state.monsters) if node.health[i]]
    taken = [monster.at for _, monster in alive]
    ranges = costs_from(state.layout, node.at, None)
    for i, monster in alive:
        if (
            monster.kind.defence <= node.attack
            and ranges.get(monster.at, NOWHERE) <= state.points.range
            and has_sight(state.layout, node.at, monster.at, taken)
        ):
            health = (*node.health[:i], node.health[i] - 1, *node.health[i + 1 :])
            left = node.attack - monster.kind.defence
            yield Attack(monster.name), node._replace(attack=left, health=health)
    for tile, cost in state.layout.steps_from(node.at):
        if cost <= node.speed and tile not in taken:
            yield MoveHero(tile), node._replace(at=tile, speed=node.speed - cost)


def _value(state: State, node: _Node) -> float:
    wounds = sum(
        (monster.health - left) * (0.5 + monster.kind.defence / 6)
        + (0.25 * monster.kind.attack if left == 0 else 0)
        for monster, left in zip(state.monsters, node.health, strict=True)
    )
    value = WOUND * wounds
    alive = tuple(m for m, left in zip(state.monsters, node.health, strict=True) if left)
    if not alive:
        return value + CLEARED
    total, nearest = monsters_answer(state.layout, node.at, alive)
    damage = total // state.points.defence
    if damage >= state.health:
        return value - DEATH
    # Damage is worse at low health, and hiding forever does not win.
    patience = max(0.2, 1 - state.turn / PATIENCE)
    hurt = damage * DAMAGE * (1 + 2 / state.health) * patience
    return value - hurt - APPROACH * nearest / patience


@lru_cache(maxsize=1 << 17)
def monsters_answer(
    layout: LevelLayout, hero: Square, monsters: tuple[Monster, ...]
) -> tuple[int, int]:
    """Return the total of the monsters' attacks after their default moves, and the distance of the
    nearest monster.
    """
    standing = {monster.name: monster for monster in monsters}
    waiting = list(monsters)
    while waiting:
        mover = movers(layout, hero, waiting)[0]
        others = [each.at for each in standing.values() if each is not mover]
        standing[mover.name] = replace(mover, at=destinations(layout, hero, mover, others)[0])
        waiting.remove(mover)
    tiles = [each.at for each in standing.values()]
    total = sum(
        each.kind.attack
        for each in standing.values()
        if can_attack(layout, hero, each, [tile for tile in tiles if tile != each.at])
    )
    ranges = costs_from(layout, hero, None)
    return total, min(ranges.get(tile, NOWHERE) for tile in tiles)
