"""Randomized comparison of the C implementation of One Card Dungeon with the readable rules."""

import os
import random

import numpy as np
import pytest

from sightline.engine import native
from sightline.games.one_card_dungeon import (
    HeroClass,
    SeededDice,
    Skills,
    apply,
    new_game,
    parse_level,
    shipped_levels,
)
from sightline.games.one_card_dungeon.agent_encoding import (
    numbered_actions,
    seen_numbers,
    seen_size,
    state_numbers,
)
from sightline.games.one_card_dungeon.batch import described_levels
from sightline.games.one_card_dungeon.board.layout import LevelLayout
from sightline.games.one_card_dungeon.board.sight import has_sight

kernel = native.dungeon()
pytestmark = pytest.mark.skipif(kernel is None, reason="the kernels are not compiled here")
THOROUGH = os.environ.get("SIGHTLINE_THOROUGH", "0") not in ("", "0", "false")
GAMES = 20_000 if THOROUGH else 120
BEGINNER = Skills()
STATS = "health {}, speed {}, attack {}, defence {}, range {}"


def random_level(rng: random.Random):
    """Return a playable random level with walls and monsters of any kind."""
    while True:
        rows, cols = rng.randint(1, 8), rng.randint(2, 8)
        signs = ["#" if rng.random() < 0.25 else "." for _ in range(rows * cols)]
        crew = rng.randint(1, min(8, rows * cols - 1))
        places = rng.sample(range(rows * cols), crew + 1)
        for sign, place in zip("@ABCDEFGH"[: crew + 1], places, strict=True):
            signs[place] = sign
        lines = ["".join(signs[row * cols : (row + 1) * cols]) for row in range(rows)]
        numbers = [
            (rng.randint(1, 4), rng.randint(0, 9), rng.randint(1, 9), rng.randint(1, 6))
            for _ in range(crew)
        ]
        kinds = [
            f"monster {letter}: beast, {STATS.format(*stats, rng.choice([2, 2, 3, 4, 5, 9, 20]))}"
            for letter, stats in zip("ABCDEFGH", numbers, strict=False)
        ]
        try:
            return parse_level("\n".join(["title: t", "map:", *lines, "", *kinds]))
        except ValueError:  # no path to a monster, so try another level
            continue


def compare(levels, hero_class, seed, *, first=1, health=6, skills=BEGINNER, actions=400):
    """Play one game in both implementations and compare all visible state after every action."""
    games = kernel.Games(kernel.Levels(described_levels(levels)), 1, 10_000, 0.0)
    numbers = (skills.speed, skills.attack, skills.defence, skills.range)
    games.reset(0, seed, list(HeroClass).index(hero_class), first - 1, health, numbers)
    state = new_game(levels, hero_class, first=first, health=health, skills=skills)
    rng, dice = random.Random(seed), SeededDice(seed)

    seen = np.zeros((1, seen_size(levels)), np.uint8)
    mask = np.zeros((1, kernel.ACTIONS), np.int8)
    for _ in range(actions):
        assert games.state(0)[1:] == tuple(state_numbers(state))
        legal = numbered_actions(state)
        assert games.legal(0) == list(legal)
        games.observe(seen, mask)
        assert seen[0].tolist() == seen_numbers(state)
        assert np.flatnonzero(mask[0]).tolist() == sorted(n for n in legal if n < kernel.ACTIONS)
        if state.is_over:
            break
        number = rng.choice(list(legal))
        games.apply(0, number)
        state = apply(state, legal[number], dice)
    return state


@pytest.mark.parametrize("part", range(10))
def test_random_games_on_the_shipped_levels(part):
    ends = set()
    for seed in range(part, GAMES, 10):
        rng = random.Random(-seed)
        skills = Skills(*(least + rng.randint(0, 6) for least in (1, 1, 1, 2)))
        state = compare(
            shipped_levels(),
            rng.choice(list(HeroClass)),
            seed,
            first=rng.randint(1, 12),
            health=rng.randint(1, 6),
            skills=skills,
        )
        ends.add((state.phase, state.number))
    assert len(ends) > 5


@pytest.mark.parametrize("part", range(10))
def test_random_games_on_random_levels(part):
    for seed in range(part, GAMES // 3, 10):
        rng = random.Random(seed)
        levels = tuple(random_level(rng) for _ in range(2))
        skills = Skills(rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 4), rng.randint(2, 9))
        compare(levels, rng.choice(list(HeroClass)), seed, skills=skills, actions=150)


def test_sight_on_random_layouts():
    """Compares every pair of tiles with the engine's corner rule, among random figures."""
    for seed in range(GAMES // 5):
        rng = random.Random(seed)
        level = random_level(rng)
        layout: LevelLayout = level.layout
        tables = kernel.Levels(described_levels((level,)))
        floor = list(layout.floor())
        for _ in range(40):
            figures = rng.sample(floor, rng.randint(0, len(floor) // 2))
            bits = sum(1 << tile.row * layout.cols + tile.col for tile in figures)
            a, b = rng.choice(floor), rng.choice(floor)
            numbers = [tile.row * layout.cols + tile.col for tile in (a, b)]
            assert tables.sees(0, *numbers, bits) == has_sight(layout, a, b, figures), (
                seed,
                a,
                b,
                figures,
            )
            assert tables.sees(0, *reversed(numbers), bits) == tables.sees(0, *numbers, bits)


def test_snapshots_come_back():
    levels = shipped_levels()
    games = kernel.Games(kernel.Levels(described_levels(levels)), 2, 100, 0.0)
    for i in range(2):
        games.reset(i, 5 + i, 0, 0, 6, (1, 1, 1, 2))
    kept, before = games.snapshot(), games.state(1)
    games.apply(1, games.legal(1)[0])
    assert games.state(1) != before
    games.restore(kept)
    assert games.state(1) == before
    with pytest.raises(ValueError, match="2 games"):
        games.restore(b"short")
