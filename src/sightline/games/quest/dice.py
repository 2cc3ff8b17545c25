"""Reproducible six-sided dice: the same seed gives the same rolls on every machine.

An attack die of 4 or more hits; a defence die of 5 or more blocks a hit.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.games.common.dice import die

HIT, WARD = 4, 5


def roll(seed: int, first: int, count: int) -> tuple[int, ...]:
    """Return `count` dice, starting with roll number `first` of this quest."""
    return tuple(die(seed, n, 6) for n in range(first, first + count))


def hits(dice: Iterable[int]) -> int:
    """Count the attack dice that hit."""
    return sum(face >= HIT for face in dice)


def wards(dice: Iterable[int]) -> int:
    """Count the hits that the defence dice block."""
    return sum(face >= WARD for face in dice)
