"""Questions on maps with free walls and their times. Each case has a time limit."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

import numpy as np

from sightline.engine import cover_field, degree, field, sees
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule

RADIUS = 20
PAIRS, SOURCES = 64, 8
TINY, TIMES = 50e-6, 20
"""Calls faster than TINY are repeated TIMES times."""
SHORT = 50e-3
"""Calls faster than this are repeated once, because the first call builds cached tables."""
GEOMETRIC: dict[str, Rule] = {
    "center": CenterRule(),
    "center, permissive": CenterRule("permissive"),
    "corner": CornerRule(),
    "corner, corners-pass": CornerRule("corners-pass"),
    "corner, permissive": CornerRule("permissive"),
    "corner, closed ends": CornerRule("strict", closed_ends=True),
    "hexray": HexRayRule(),
}
GOALS = {"sees": 20e-6, "degree": 20e-6, "field": 20e-3, "cover_field": 20e-3}
"""Goals in seconds: the median for a pair, the worst for a field."""
Tile = tuple[int, int]


def rules(grid: str) -> dict[str, Rule]:
    """Return every rule and every pack for that grid, by name."""
    packs = {name: PackRule(pack) for name, pack in PACKS.items() if grid in pack.grids}
    return {name: rule for name, rule in GEOMETRIC.items() if grid in rule.grids} | packs


def questions(rule: Rule) -> tuple[str, ...]:
    return (
        ("sees", "degree", "field", "cover_field")
        if isinstance(rule, PackRule)
        else ("sees", "field")
    )


class CutError(Exception):
    """A case reached its time limit."""


@dataclass(frozen=True)
class Timed:
    """Seconds per call: the median and the worst of `calls`."""

    median: float
    worst: float
    calls: int
    cut: bool
    """Whether the time limit was reached. Then the next call takes at least `worst`."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise CutError after `seconds` seconds, on systems that have timers.

    It uses wall-clock time, because a CPU timer would make the CPU clock less precise.
    """

    def over(number: int, frame: Any) -> None:
        raise CutError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def timed(calls: Sequence[Callable[[], object]], limit: float) -> Timed:
    """Make each call, within `limit` seconds in total."""
    took: list[float] = []
    began = time.process_time()
    try:
        with deadline(limit):
            for call in calls:
                began = time.process_time()
                call()
                once = time.process_time() - began
                if once < SHORT:
                    times = TIMES if once < TINY else 1
                    began = time.process_time()
                    for _ in range(times):
                        call()
                    once = (time.process_time() - began) / times
                took.append(once)
    except CutError:
        took.append(time.process_time() - began)
        return Timed(median(took), max(took), len(took), True)
    return Timed(median(took), max(took), len(took), False)


def ask(board: Board, question: str, rule: Rule, limit: float, radius: int = RADIUS) -> Timed:
    """Time one question of one rule on a board, for many pairs or from a few tiles."""
    dice = Random(31)
    tiles = [(tile[0], tile[1]) for tile in board.tiles() if not board.is_solid(tile)]
    calls: list[Callable[[], object]]
    if question in ("sees", "degree"):
        one = sees if question == "sees" else degree
        pairs = near_pairs(tiles, dice)
        sees(board, *pairs[0], GEOMETRIC["center"])  # the first question builds the kernels' planes
        calls = [lambda a=a, b=b: one(board, a, b, rule) for a, b in pairs]  # type: ignore[misc]
    else:
        all_around: Callable[..., Any] = field if question == "field" else cover_field
        sees(board, tiles[0], tiles[-1], GEOMETRIC["center"])
        calls = [
            lambda a=a: np.asarray(all_around(board, a, rule, radius=radius))  # type: ignore[misc]
            for a in dice.sample(tiles, min(SOURCES, len(tiles)))
        ]
    return timed(calls, limit)


def near_pairs(tiles: Sequence[Tile], dice: Random) -> list[tuple[Tile, Tile]]:
    """Return pairs of different tiles at most 20 apart."""
    pairs: list[tuple[Tile, Tile]] = []
    while len(pairs) < PAIRS:
        a, b = dice.choice(tiles), dice.choice(tiles)
        if a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= RADIUS:
            pairs.append((a, b))
    return pairs
