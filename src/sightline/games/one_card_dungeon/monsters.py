"""The behavior of monsters: their order, destinations, and attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from sightline.games.one_card_dungeon.board.layout import LevelLayout, costs_from, range_between
from sightline.games.one_card_dungeon.board.level import Kind
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.state import Monster, State
from sightline.model.cell import Square

NOWHERE = 1 << 30
"""A distance greater than that of any tile, for unreachable ones."""


def movers(layout: LevelLayout, hero: Square, waiting: Iterable[Monster]) -> list[Monster]:
    """Return the nearest of the waiting monsters, or several if they are equally near."""
    there = [(_range(layout, hero, monster.at), monster) for monster in waiting]
    nearest = min((distance for distance, _ in there), default=0)
    return [monster for distance, monster in there if distance == nearest]


class Aim(Enum):
    """The goal of a monster's move."""

    ATTACK = "attack"
    """The move ends on a tile from which the monster attacks this turn."""
    SET_OUT = "set out"
    """The move leads toward such a tile, which is too far away for one turn."""
    COME_NEARER = "come nearer"
    """There is no such tile, so the monster only comes nearer."""


class MonsterChoice(NamedTuple):
    """The tiles where a monster may end its move, and its goal."""

    aim: Aim
    tiles: tuple[Square, ...]
    """The equally good tiles, in reading order."""
    goals: tuple[Square, ...]
    """The tiles from which the monster wants to attack, now or later."""


def destinations(layout: LevelLayout, hero: Square, monster: Monster, others: Iterable[Square]
                 ) -> tuple[Square, ...]:  # fmt: skip
    """Return the equally good tiles on which the monster may end its move, in reading order."""
    return choice(layout, hero, monster, others).tiles


def choice(
    layout: LevelLayout, hero: Square, monster: Monster, others: Iterable[Square]
) -> MonsterChoice:
    """Return the equally good tiles on which the monster may end its move, with the goal of the
    move.
    """
    return _choice(layout, hero, monster.kind, monster.at, frozenset(others))


@lru_cache(maxsize=1 << 17)
def _choice(
    layout: LevelLayout, hero: Square, kind: Kind, at: Square, others: frozenset[Square]
) -> MonsterChoice:
    """Choose by these preferences, in order: a tile from which it can attack this turn, as far away
    as its range allows and then as cheap to reach as possible; the path to such a tile; the
    adventurer.
    """
    costs = costs_from(layout, at, hero)
    ranges = costs_from(layout, hero, None)

    def is_post(tile: Square) -> bool:
        in_range = ranges.get(tile, NOWHERE) <= kind.range
        return in_range and has_sight(layout, tile, hero, others)

    free = [tile for tile in costs if tile not in others]
    within_speed = [tile for tile in free if costs[tile] <= kind.speed]
    posts_now = [tile for tile in within_speed if is_post(tile)]
    if posts_now:
        best = _best(posts_now, lambda tile: (-ranges[tile], costs[tile]))
        return MonsterChoice(Aim.ATTACK, best, tuple(sorted(posts_now)))
    posts = [tile for tile in free if is_post(tile)]
    if posts:
        goals = _best(posts, lambda tile: (-ranges[tile], costs[tile]))
        ways = [costs_from(layout, goal, hero) for goal in goals]
        best = _best(within_speed, lambda tile: (min(way[tile] for way in ways), costs[tile]))
        return MonsterChoice(Aim.SET_OUT, best, goals)
    best = _best(within_speed, lambda tile: (ranges.get(tile, NOWHERE), costs[tile]))
    return MonsterChoice(Aim.COME_NEARER, best, ())


def _best(tiles: Sequence[Square], key: Callable[[Square], tuple[int, int]]) -> tuple[Square, ...]:
    keyed = [(key(tile), tile) for tile in tiles]
    least = min(keyed)[0]
    return tuple(sorted(tile for value, tile in keyed if value == least))


class Forecast(NamedTuple):
    """The result of the monsters' attack."""

    attackers: tuple[Monster, ...]
    total: int
    damage: int


def can_attack(
    layout: LevelLayout, hero: Square, monster: Monster, others: Iterable[Square]
) -> bool:
    """Return whether the adventurer is in the monster's range and sight."""
    return _range(layout, hero, monster.at) <= monster.kind.range and has_sight(
        layout, monster.at, hero, tuple(others)
    )


def damage(total: int, defence: int) -> int:
    """Return the damage of all attacks together: divided by the defence, rounded down.

    Before the dice are assigned there is no defence yet, and the result is 0.
    """
    return total // defence if defence else 0


def blows(state: State) -> Forecast:
    """Return the forecast of the attack from the monsters' current positions."""
    return _forecast(state.layout, state.at, state.monsters, state.points.defence)


def after_their_move(state: State) -> State:
    """Return the state after the waiting monsters have moved, by default where choices are
    equal.
    """
    monsters = {monster.name: monster for monster in state.monsters}
    waiting = [monsters[name] for name in state.waiting]
    while waiting:
        mover = movers(state.layout, state.at, waiting)[0]
        others = [each.at for each in monsters.values() if each.name != mover.name]
        to = destinations(state.layout, state.at, mover, others)[0]
        monsters[mover.name] = replace(mover, at=to)
        waiting.remove(mover)
    return replace(state, monsters=tuple(monsters.values()), waiting=())


def _forecast(
    layout: LevelLayout, hero: Square, monsters: Sequence[Monster], defence: int
) -> Forecast:
    tiles = [monster.at for monster in monsters]
    attackers = tuple(each for each in monsters if can_attack(layout, hero, each, tiles))
    total = sum(monster.kind.attack for monster in attackers)
    return Forecast(attackers, total, damage(total, defence))


def _range(layout: LevelLayout, a: Square, b: Square) -> int:
    between = range_between(layout, a, b)
    return NOWHERE if between is None else between
