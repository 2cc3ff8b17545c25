"""Dice that fall the same for the same seed on any machine: six sides, nothing on them but pips.

An attack die that shows 4 or more hits; a defence die that shows 5 or more wards a hit off.
"""

from __future__ import annotations

from collections.abc import Iterable

MAX_SEED = (1 << 63) - 1
HIT, WARD = 4, 5
_WORD = (1 << 64) - 1


def roll(seed: int, first: int, count: int) -> tuple[int, ...]:
    """So many dice, from the first-th that falls in this quest on."""
    return tuple(_die(seed, n) for n in range(first, first + count))


def hits(dice: Iterable[int]) -> int:
    """How many attack dice hit."""
    return sum(die >= HIT for die in dice)


def wards(dice: Iterable[int]) -> int:
    """How many hits the defence dice ward off."""
    return sum(die >= WARD for die in dice)


def _die(seed: int, n: int) -> int:
    # SplitMix64 of the n-th step; a share of 2^64 in six parts is fair to one part in 2^61.
    word = (_mix(seed) + (n + 1) * 0x9E3779B97F4A7C15) & _WORD
    return 1 + (_mix(word) * 6 >> 64)


def _mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31
