"""One Card Dungeon: random games per second, and steps per second of its environment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.output.results import Case, Row
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import native
from sightline.games.one_card_dungeon import (
    HeroClass,
    SeededDice,
    apply,
    legal_actions,
    new_game,
    shipped_levels,
    why_not,
)
from sightline.games.one_card_dungeon.batch import MOST_TURNS, Batch, described_levels

GAMES = 40
"""Games per measurement, with every class in turn, from level 1, with random legal actions."""


def random_games(games: int) -> None:
    """Play with the readable rules."""
    for seed in range(games):
        choose, dice = random.Random(seed).choice, SeededDice(seed)
        state = new_game(hero_class=list(HeroClass)[seed % len(HeroClass)])
        while not state.is_over:
            state = apply(state, choose(legal_actions(state)), dice)


def random_games_keeping_nothing(games: int) -> None:
    """Play like the first implementation: check each action with messages, and never use caches."""
    for seed in range(games):
        choose, dice = random.Random(seed).choice, SeededDice(seed)
        state = new_game(hero_class=list(HeroClass)[seed % len(HeroClass)])
        while not state.is_over:
            action = choose(legal_actions(replace(state)))
            assert why_not(state, action) is None
            state = replace(apply(state, action, dice))


def compiled_games() -> Callable[[int], None]:
    """Return a function that plays the compiled game."""
    kernel = native.dungeon()
    tables = kernel.Levels(described_levels(shipped_levels()))
    play = kernel.Games(tables, 1, MOST_TURNS, 0.0)

    def run(games: int) -> None:
        ends = np.zeros((games, 4), np.int64)
        for number in range(len(HeroClass)):
            play.reset(0, 0, number, 0, 6, (1, 1, 1, 2))
            part = np.arange(number, games, len(HeroClass), dtype=np.uint64)
            play.play_random(part, 1_000_000, ends[: len(part)])

    return run


def games_a_second(effort: Effort) -> Iterator[Case]:
    """The readable rules and the compiled game, compared with rules without caches."""
    games = 5 if effort.small else GAMES
    contestants = [
        _contestant("the readable rules", random_games, games),
        _contestant("nothing kept", random_games_keeping_nothing, games),
    ]
    if native.dungeon() is not None:
        contestants.append(_contestant("compiled", compiled_games(), games))
    times = {name: _each(time, games) for name, time in race(contestants, effort).items()}
    peer = times.pop("nothing kept")
    for name, ours in times.items():
        yield Case(name, 1 / ours.median, ours, peer)


def steps_a_second(effort: Effort) -> Iterator[Case]:
    """Steps of the environment with random legal actions: one game, and a thousand in parallel."""
    for count in (1, 1000):
        play = Batch(count)
        _, masks = play.reset(0)
        rng = np.random.default_rng(0)
        noise = rng.random((16, *masks.shape), dtype=np.float32)
        kept: dict[str, Any] = {"masks": masks, "turn": 0}

        def step(play: Batch = play, noise: Any = noise, kept: dict[str, Any] = kept) -> None:
            kept["turn"] = (kept["turn"] + 1) % len(noise)
            chosen = (noise[kept["turn"]] * kept["masks"]).argmax(axis=1)
            kept["masks"] = play.step(chosen).masks

        (time,) = race([Contestant("steps", ["step()"], {"step": step})], effort).values()
        ours = _each(time, count)
        yield Case(f"{count:,} at once", 1 / ours.median, ours)


def _contestant(name: str, run: Callable[[int], None], games: int) -> Contestant:
    return Contestant(name, ["run(games)"], {"run": run, "games": games})


def _each(time: Time, count: int) -> Time:
    return Time(time.name, tuple(each / count for each in time.rounds))


ROWS = (
    Row(
        "dungeon-games",
        "One Card Dungeon, random games",
        "games a second; rules that keep nothing",
        games_a_second,
        unit="games/s",
        reach=5_000,
    ),
    Row(
        "dungeon-steps",
        "One Card Dungeon as an environment, a decision a step",
        "steps a second",
        steps_a_second,
        unit="steps/s",
        reach=50_000,
    ),
)
