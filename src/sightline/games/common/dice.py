"""Reproducible dice: the same seed gives the same rolls on every machine and Python version."""

from __future__ import annotations

from sightline.errors import InvalidValueError
from sightline.model.numbers import whole

MAX_SEED = (1 << 63) - 1
GOLDEN_STEP = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def check_seed(seed: int) -> None:
    """Raise if `seed` is not a whole number from 0 to `MAX_SEED`."""
    if not 0 <= whole(seed, "seed") <= MAX_SEED:
        raise InvalidValueError(f"seed: expected 0 to {MAX_SEED}, got {seed}")


def mixed(word: int) -> int:
    """Mix a 64-bit word with SplitMix64."""
    word &= _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def die(seed: int, n: int, sides: int) -> int:
    """Return roll number `n` of a die: 1 to `sides`."""
    # SplitMix64 of step n. Mapping 2^64 values to `sides` is fair to one part in 2^64 / sides.
    return 1 + (mixed(mixed(seed) + (n + 1) * GOLDEN_STEP) * sides >> 64)
