"""Train a small player of the hex skirmish in less than a minute, on one core.

    pip install '.[gym]'    # in a clone
    python examples/train_skirmish.py

The player has preferences for kinds of action: for each of its units one for each direction of a
step and one for its weapon, and one for ending the turn. It draws legal actions at random, in
proportion to their preferences. The cross-entropy method finds them: draw a few dozen players
around a mean, let each play red against a random player, and move the mean to the best of them.
Directions are relative to each side, so a player trained as red can play blue.
"""

from __future__ import annotations

import time

import numpy as np

from sightline.gym import skirmish_v0

AGENTS = RED, BLUE = ("red_0", "blue_0")
SHAPING = 0.05
"""The reward per point of difference during training, so that a narrow defeat beats a clear one."""


def kinds_of_actions(env: skirmish_v0.raw_env) -> np.ndarray:
    """Return the kind of each action: the end of the turn, a unit's step in a direction, or its
    weapon.
    """
    numbers = env.numbers[RED]
    kinds = np.zeros(numbers.choices, int)
    following = 1
    for unit in numbers.own:
        step, attack = numbers.first_step[unit], numbers.first_attack[unit]
        kinds[step:attack] = following + np.arange(attack - step)
        kinds[attack:] = following + attack - step  # the next kind overwrites the rest
        following += attack - step + 1
    return kinds


def play(env: skirmish_v0.raw_env, likes: dict[str, np.ndarray], seed: int) -> float:
    """Play a battle between two players, each given by its preferences, and return red's reward."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    red = 0.0
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        legal = env.infos[agent]["action_mask"].nonzero()[0]
        # Taking the maximum after adding this noise draws in proportion to the preferences.
        liked = likes[agent][legal] + chance.gumbel(size=len(legal))
        env.step(int(legal[liked.argmax()]))
        red += env.rewards[RED]
    return red


def train(generations: int = 9, players: int = 20, games: int = 9, seed: int = 0) -> np.ndarray:
    """Train, and return the preference of each action."""
    env = skirmish_v0.raw_env("crossing", deploy=False, shaping=SHAPING)
    kinds = kinds_of_actions(env)
    anything = np.zeros(len(kinds))
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(kinds.max() + 1), np.full(kinds.max() + 1, 2.0)
    for generation in range(generations):
        drawn = mean + spread * rng.standard_normal((players, len(mean)))
        # Every player gets the same dice, so that luck does not decide.
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
    """Return the shares of battles won as red and as blue."""
    env = skirmish_v0.raw_env("crossing", deploy=False)
    ends = np.array([play(env, likes, seed + i) for i in range(games)])
    return float((ends > 0).mean()), float((ends < 0).mean())


def main() -> None:
    """Train, and let the trained player play both sides in new battles."""
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
