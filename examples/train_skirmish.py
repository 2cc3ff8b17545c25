"""Trains a small player of the hex skirmish in less than a minute, on one core.

    pip install '.[gym]'    # in a clone
    python examples/train_skirmish.py

The player likes some kinds of action more than others: for each of its units a number for each
direction of a step and one for its weapon, and a number for the end of the turn. Of the actions
that are legal it draws one, the rather the more it likes it. The numbers are found by the
cross-entropy method: draw a few dozen players around a mean, let each play red against a player
that does anything, and move the mean to the best of them. Both sides count directions from where
they stand, so what has learned to play red can play blue.
"""

from __future__ import annotations

import time

import numpy as np

from sightline.gym import skirmish_v0

AGENTS = RED, BLUE = ("red_0", "blue_0")
SHAPING = 0.05
"""Of a point: for learning, so that a near defeat is better than a clear one."""


def kinds_of_actions(env: skirmish_v0.raw_env) -> np.ndarray:
    """For each action its kind: the end of the turn, a unit's step in a direction, its weapon."""
    numbers = env.numbers[RED]
    kinds = np.zeros(numbers.choices, int)
    following = 1
    for unit in numbers.own:
        step, attack = numbers.first_step[unit], numbers.first_attack[unit]
        kinds[step:attack] = following + np.arange(attack - step)
        kinds[attack:] = following + attack - step  # what comes after is overwritten by the next
        following += attack - step + 1
    return kinds


def play(env: skirmish_v0.raw_env, likes: dict[str, np.ndarray], seed: int) -> float:
    """A battle between two players, each a number for each action; what red got in the end."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    red = 0.0
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        legal = env.infos[agent]["action_mask"].nonzero()[0]
        # To add such noise and to take the best is to draw by how much each is liked.
        liked = likes[agent][legal] + chance.gumbel(size=len(legal))
        env.step(int(legal[liked.argmax()]))
        red += env.rewards[RED]
    return red


def train(generations: int = 9, players: int = 20, games: int = 9, seed: int = 0) -> np.ndarray:
    """A number for each action: how much it is liked."""
    env = skirmish_v0.raw_env("crossing", deploy=False, shaping=SHAPING)
    kinds = kinds_of_actions(env)
    anything = np.zeros(len(kinds))
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(kinds.max() + 1), np.full(kinds.max() + 1, 2.0)
    for generation in range(generations):
        drawn = mean + spread * rng.standard_normal((players, len(mean)))
        # Every player gets the same dice, so that none is merely luckier than another.
        seeds = range(1000 + generation * games, 1000 + (generation + 1) * games)
        found = np.array(
            [
                np.mean([play(env, {RED: one[kinds], BLUE: anything}, s) for s in seeds])
                for one in drawn
            ]
        )
        best = drawn[np.argsort(found)[-players // 5 :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.2
        print(f"generation {generation + 1}: {found.mean():+.2f}, the best {found.max():+.2f}")
    return mean[kinds]


def battles_won(likes: dict[str, np.ndarray], games: int, seed: int) -> tuple[float, float]:
    """What share of the battles red wins, and what share blue."""
    env = skirmish_v0.raw_env("crossing", deploy=False)
    ends = np.array([play(env, likes, seed + i) for i in range(games)])
    return float((ends > 0).mean()), float((ends < 0).mean())


def main() -> None:
    """Train, and let the trained player play either side on battles that it has not seen."""
    began = time.perf_counter()
    likes = train()
    seconds = time.perf_counter() - began
    anything = np.zeros(len(likes))
    red = battles_won({RED: likes, BLUE: anything}, 300, seed=5000)
    blue = battles_won({RED: anything, BLUE: likes}, 300, seed=5000)
    both = battles_won({RED: anything, BLUE: anything}, 300, seed=5000)
    print(f"trained in {seconds:.0f} s; against one that does anything:")
    print(f"  as red it wins {red[0]:.0%}, and loses {red[1]:.0%}")
    print(f"  as blue it wins {blue[1]:.0%}, and loses {blue[0]:.0%}")
    print(f"  two that do anything: red wins {both[0]:.0%}, blue {both[1]:.0%}")


if __name__ == "__main__":
    main()
