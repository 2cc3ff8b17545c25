"""Play thousands of games, and check every rule on the way.

    python -m sightline.games.one_card_dungeon.soak 10000 [first seed]

The automatic player plays from level 1 (every third game starts at another level). In every fourth
game, random actions interrupt it, so that unusual positions occur. The checks are independent of
the rules: ranges by plain relaxation, sight on a new board without caches.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from sightline.engine import sees
from sightline.games.common.soak import demand, run
from sightline.games.one_card_dungeon.board.layout import LevelLayout
from sightline.games.one_card_dungeon.board.level import Level, shipped_levels
from sightline.games.one_card_dungeon.board.sight import RULE, walls_only
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.measure import typical_skills
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.games.one_card_dungeon.record import Game, load_text, replay, save_text
from sightline.games.one_card_dungeon.rules import apply, legal_actions, new_game, why_not
from sightline.games.one_card_dungeon.state import (
    FULL_HEALTH,
    Action,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Monster,
    MoveMonster,
    Phase,
    State,
)
from sightline.model.cell import Square

MAX_TURNS = 150
WHIM = 0.1
SAVE_EVERY = 97  # actions between two checks: a prime, so that they reach every phase


# --- independent checks


@lru_cache(maxsize=4096)
def plain_costs(layout: LevelLayout, start: Square, barred: Square | None) -> dict[Square, int]:
    """Compute costs by relaxing every step until nothing changes."""
    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for tile in list(costs):
            for there, step in layout.steps_from(tile):
                if there != barred and costs[tile] + step < costs.get(there, 1 << 30):
                    costs[there] = costs[tile] + step
                    changed = True
    return costs


@lru_cache(maxsize=1 << 17)
def plain_sight(layout: LevelLayout, a: Square, b: Square, figures: frozenset[Square]) -> bool:
    """Compute sight on a new board with every figure."""
    board = walls_only(layout)
    for tile in figures:
        board.place(str(tile), tile)
    return sees(board, a, b, RULE)


def within_reach(state: State, monster: Monster, reach: int) -> bool:
    """Return whether the adventurer and a monster have each other in range and sight."""
    figures = frozenset([state.at, *(each.at for each in state.monsters)])
    near = plain_costs(state.layout, state.at, None).get(monster.at, 1 << 30) <= reach
    return near and plain_sight(state.layout, state.at, monster.at, figures)


# --- the rules that are checked


def watch(before: State, action: Action, after: State) -> None:
    """Check everything that must hold for one action and the resulting state."""
    places = [after.at, *(monster.at for monster in after.monsters)]
    demand(all(map(after.layout.is_floor, places)), "somebody is in a wall", after, action)
    demand(len(set(places)) == len(places), "two are on one tile", after, action)
    points = after.points
    demand(
        min(points.speed, points.attack, points.defence, points.range) >= 0,
        "points are negative",
        after,
        action,
    )
    demand(0 <= after.health <= FULL_HEALTH, "health is out of bounds", after, action)
    demand((after.health == 0) == (after.phase is Phase.LOST), "dead but not lost", after, action)
    demand(
        all(1 <= each.health <= each.kind.health for each in after.monsters),
        "a monster's health is out of bounds",
        after,
        action,
    )
    demand(
        bool(after.monsters) == (after.phase not in (Phase.LEVEL_UP, Phase.WON)),
        "the level ends when its last monster does",
        after,
        action,
    )
    match action:
        case Attack(name):
            _watch_attack(before, name, after)
        case MoveMonster(name, to):
            _watch_monster(before, action, name, to)
        case FaceBlows():
            _watch_blows(before, action, after)


def _watch_attack(before: State, name: str, after: State) -> None:
    target = next(each for each in before.monsters if each.name == name)
    action = Attack(name)
    demand(within_reach(before, target, before.points.range), "hit out of reach", after, action)
    spent = before.points.attack - after.points.attack
    demand(spent == target.kind.defence, "an attack costs the defence", after, action)
    lost = sum(m.health for m in before.monsters) - sum(m.health for m in after.monsters)
    demand(lost == 1, "an attack takes 1 health", after, action)


def _watch_monster(before: State, action: Action, name: str, to: Square) -> None:
    mover = next(each for each in before.monsters if each.name == name)
    cost = plain_costs(before.layout, mover.at, before.at).get(to, 1 << 30)
    demand(cost <= mover.kind.speed, "a monster outran its speed", before, action)
    ranges = plain_costs(before.layout, before.at, None)
    others = [m for m in before.monsters if m.name in before.waiting and m is not mover]
    demand(
        all(ranges[mover.at] <= ranges[other.at] for other in others),
        "the nearest moves first",
        before,
        action,
    )


def _watch_blows(before: State, action: Action, after: State) -> None:
    total = sum(m.kind.attack for m in before.monsters if within_reach(before, m, m.kind.range))
    expected = max(0, before.health - total // before.points.defence)
    demand(after.health == expected, "the damage is the sum over the defence", after, action)


# --- playing


def play_watched(start: State, seed: int, *, whims: bool = False) -> Game:
    """Play one game to its end; check every action, replay its log and read its saves back."""
    dice, player, moods = SeededDice(seed), AutoPlayer(), random.Random(seed)
    log: list[Action] = []
    state = start
    while not state.is_over and state.turn <= MAX_TURNS:
        legal = legal_actions(state)
        if (whims and moods.random() < WHIM) or state.phase is Phase.MONSTER_MOVE:
            # Equal choices are made by the player, so each of them must work.
            action = moods.choice(legal)
            player = AutoPlayer() if state.phase is not Phase.MONSTER_MOVE else player
        else:
            action = player.choose(state)
        demand(action in legal and why_not(state, action) is None, "not legal", state, action)
        after = apply(state, action, dice)
        watch(state, action, after)
        log.append(action)
        state = after
        if len(log) % SAVE_EVERY == 0:
            _check_save(start, seed, log, state)
    _check_save(start, seed, log, state)
    return replay(start, seed, log)


def _check_save(start: State, seed: int, log: Sequence[Action], state: State) -> None:
    game = replay(start, seed, log)
    last = log[-1] if log else EndTurn()
    demand(game.state == state, "the log replays to another state", state, last)
    demand(load_text(save_text(game)) == game, "a save comes back as another game", state, last)


def soak_start(levels: Sequence[Level], seed: int) -> State:
    """Return the start of soak game number `seed`."""
    hero_class = list(HeroClass)[seed % len(HeroClass)]
    if seed % 3:
        return new_game(levels, hero_class)
    first = 1 + seed // 3 % len(levels)
    return new_game(levels, hero_class, first=first, skills=typical_skills(first))


def soak(games: int, first_seed: int = 0) -> Counter[str]:
    """Play the games; return how they ended and how much was checked."""
    levels = shipped_levels()
    tally: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + games):
        game = play_watched(soak_start(levels, seed), seed, whims=seed % 4 == 3)
        tally[str(game.state.phase) if game.state.is_over else "unfinished"] += 1
        tally["actions"] += len(game.log)
    return tally


if __name__ == "__main__":
    run(soak, sys.argv[1:])
