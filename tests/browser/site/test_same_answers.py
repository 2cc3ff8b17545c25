"""The engine gives the same answers in the browser, for every rule, tie setting and game.

Every run compares at least 500 positions, and 20,000 with SIGHTLINE_THOROUGH=1. Both engines read
each position from a link and compute the line of sight with its words and cover, and the field.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from sightline import share
from sightline.errors import LimitError
from sightline.playground import checksum
from sightline.rules.pack import PackRule
from sightline.rules.registry import GAMES, GEOMETRIC, RULES
from sightline.rules.rule import Rule
from tests.conftest import is_set
from tests.every_rule import settings_of
from tests.kernels.boards import make

POSITIONS = 20_000 if is_set("SIGHTLINE_THOROUGH") else 520
CHUNK = 20
SIDES = {False: (4, 7), True: (4, 4, 4, 4, 7)}
"""The maximum sizes of boards, for games or not: games without kernels are slow in the browser."""


def every_rule() -> list[Rule]:
    """Return each rule in all settings, and each game."""
    settings = [rule for registered in GEOMETRIC.values() for rule in settings_of(registered)]
    return [*settings, *(RULES[name] for name in GAMES)]


def positions(rng: random.Random, count: int) -> Iterator[str]:
    rules = every_rule()
    made = 0
    while made < count:
        rule = rules[made % len(rules)]
        grid = rng.choice(rule.grids)
        board = make(grid, rng, most=rng.choice(SIDES[isinstance(rule, PackRule)]))
        tiles = [tuple(tile) for tile in board.tiles()]
        ends: list[Any] = [*(each.name for each in board.figures()), *rng.choices(tiles, k=4)]
        try:
            yield share(board, rng.choice(ends), rng.choice(ends), rule)
        except LimitError:
            continue
        made += 1


def test_every_rule_is_among_them() -> None:
    assert POSITIONS >= 500
    assert len(every_rule()) < 520, "each is asked at least once"
    assert {rule.to_dict().get("pack") for rule in every_rule()} >= set(GAMES)


def test_the_answers_are_the_same(
    engine: Page, record_property: Callable[[str, object], None]
) -> None:
    seed = random.randrange(2**32)
    rng = random.Random(seed)
    links = list(positions(rng, POSITIONS))
    compared = 0
    for start in range(0, len(links), CHUNK):
        some = links[start : start + CHUNK]
        there = engine.evaluate("links => sightline.call('checksum', { links })", some)
        here = plain(checksum(some))
        assert there["compiled"], "the kernels are not loaded in the browser"
        for link, theirs, ours in zip(some, there["answers"], here["answers"], strict=True):
            assert theirs == ours, f"seed {seed}: {link}"
            compared += len(ours)
    record_property("tile answers compared with the browser", compared)


def plain(value: Any) -> Any:
    """Convert a value to JSON and back."""
    import json

    return json.loads(json.dumps(value))
