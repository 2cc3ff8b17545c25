"""Dice that fall the same way again: face number n depends on the seed and on n alone.

So the dice are a value, a state need only know how many were rolled, and a log replays exactly, on
every machine and under every version of Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.numbers import shown, whole

FACES = 6
MAX_SEED = (1 << 63) - 1
_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_LANES, _LANE = 3, 192
"""Three words in one number, each with room for its product with another word."""
_EACH = sum(1 << _LANE * i for i in range(_LANES))
_STEPS = sum((i + 1) * _STEP << _LANE * i for i in range(_LANES))
_LOW_64, _LOW_37, _LOW_34, _LOW_33 = (_EACH * ((1 << bits) - 1) for bits in (64, 37, 34, 33))


class Dice(Protocol):
    """Whatever can tell its n-th face, counted from 0, and always tells the same."""

    def face(self, n: int) -> int: ...


@dataclass(frozen=True)
class SeededDice:
    """An endless row of faces that looks random."""

    seed: int

    def __post_init__(self) -> None:
        if not 0 <= whole(self.seed, "seed") <= MAX_SEED:
            raise InvalidValueError(f"seed: expected 0 to {MAX_SEED}, got {self.seed}")

    @cached_property
    def _start(self) -> int:
        return mixed(self.seed)

    def face(self, n: int) -> int:
        """The n-th face."""
        return self.faces(n, 1)[0]

    def faces(self, n: int, count: int) -> list[int]:
        """So many faces, at most three, beginning with the n-th."""
        # SplitMix64 of the n-th step and of the two after it, side by side in one number: half the
        # time of one after the other, and a roll is what takes longest in a game.
        words = ((self._start + n * _STEP) * _EACH + _STEPS) & _LOW_64
        words = (words ^ words >> 30 & _LOW_34) * 0xBF58476D1CE4E5B9 & _LOW_64
        words = (words ^ words >> 27 & _LOW_37) * 0x94D049BB133111EB & _LOW_64
        # A share of 2^64 in six parts is fair to one part in 2^61.
        words = (words ^ words >> 31 & _LOW_33) * FACES >> 64
        faces = [1 + (words & 7), 1 + (words >> _LANE & 7), 1 + (words >> 2 * _LANE)]
        return faces if count == _LANES else faces[:count]


@dataclass(frozen=True)
class TableDice:
    """Faces that somebody rolled at the table, or that a test wants."""

    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        for face in self.faces:
            if not 1 <= whole(face, "face of a die") <= FACES:
                raise InvalidValueError(f"face of a die: expected 1 to {FACES}, got {face}")

    def face(self, n: int) -> int:
        """The n-th face."""
        if n >= len(self.faces):
            raise InvalidValueError(
                f"dice: die number {n + 1} is asked for, {len(self.faces)} came"
            )
        return self.faces[n]


def check_dice(dice: object) -> None:
    """Refuse what is no source of faces."""
    if not callable(getattr(dice, "face", None)):
        raise InvalidTypeError(f"dice: expected SeededDice or the like, got {shown(dice)}")


def mixed(word: int) -> int:
    """A word of 64 bits, stirred: SplitMix64."""
    word &= _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31
