"""Train a small player of One Card Dungeon in less than a minute, on one core, with only numpy.

    python examples/train_one_card_dungeon.py

The player has one preference for each of the 43 actions, and takes the legal action with the
highest one. The cross-entropy method finds the preferences: draw a few dozen players around a mean,
let each play, and move the mean to the best of them. All games of a generation are played in
parallel, one step at a time.
"""

from __future__ import annotations

import time

import numpy as np

from sightline.games.one_card_dungeon.agent_encoding import CHOICES
from sightline.games.one_card_dungeon.batch import Batch

HERO = "wizard"
STEPS = 250
"""The maximum number of decisions in a game, which is enough for several levels."""


def levels_cleared(preferences: np.ndarray, games: int, seed: int) -> np.ndarray:
    """Return the mean number of cleared levels for each player (a row of preferences)."""
    players = len(preferences)
    play = Batch(players * games, hero_class=HERO)
    # Every player gets the same dice, so that luck does not decide.
    rng = np.random.default_rng(seed)
    seeds = rng.integers(1 << 63, size=games).tolist() * players
    _, masks = play.reset(seeds)
    wishes = np.repeat(preferences, games, axis=0)
    cleared = np.zeros(players * games)
    playing = np.ones(players * games, bool)
    for _ in range(STEPS):
        choices = np.where(masks > 0, wishes, -np.inf).argmax(axis=1)
        result = play.step(choices)
        cleared += result.rewards * playing
        playing &= ~(result.ended | result.cut)
        if not playing.any():
            break
        masks = result.masks
    return cleared.reshape(players, games).mean(axis=1)


def random_levels(games: int, seed: int) -> float:
    """Return the mean for a player that takes random legal actions."""
    rng = np.random.default_rng(seed)
    play = Batch(games, hero_class=HERO)
    _, masks = play.reset(seed)
    cleared, playing = np.zeros(games), np.ones(games, bool)
    for _ in range(STEPS):
        result = play.step((rng.random(masks.shape) * masks).argmax(axis=1))
        cleared += result.rewards * playing
        playing &= ~(result.ended | result.cut)
        masks = result.masks
    return float(cleared.mean())


def train(generations: int = 15, players: int = 48, games: int = 24, seed: int = 0) -> np.ndarray:
    """Train, and return the preferences."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(CHOICES), np.ones(CHOICES)
    for generation in range(generations):
        drawn = mean + spread * rng.standard_normal((players, CHOICES))
        found = levels_cleared(drawn, games, seed=1000 + generation)
        best = drawn[np.argsort(found)[-players // 6 :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
        print(f"generation {generation + 1}: {found.mean():.2f} levels, the best {found.max():.2f}")
    return mean


def main() -> None:
    """Train, and compare with the random player on new games."""
    began = time.perf_counter()
    preferences = train()
    seconds = time.perf_counter() - began
    trained = levels_cleared(preferences[None], 1000, seed=99)[0]
    anything = random_levels(1000, seed=99)
    print(f"trained in {seconds:.0f} s: {trained:.2f} levels a game; random: {anything:.2f}")


if __name__ == "__main__":
    main()
