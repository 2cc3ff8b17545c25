"""Reproducible dice: face number n depends only on the seed and on n.

So dice are immutable, a state only counts the rolls, and a log replays exactly on every machine and
Python version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.common.dice import GOLDEN_STEP, check_seed, mixed
from sightline.model.numbers import short_repr, whole

FACES = 6
_LANES, _LANE = 3, 192
"""Three numbers in one integer, each with enough bits for its product with another 64-bit
number.
"""
_EACH = sum(1 << _LANE * i for i in range(_LANES))
_STEPS = sum((i + 1) * GOLDEN_STEP << _LANE * i for i in range(_LANES))
_LOW_64, _LOW_37, _LOW_34, _LOW_33 = (_EACH * ((1 << bits) - 1) for bits in (64, 37, 34, 33))


class Dice(Protocol):
    """A source of die faces. Face n, counting from 0, is always the same."""

    def face(self, n: int) -> int: ...


@dataclass(frozen=True)
class SeededDice:
    """An endless pseudorandom sequence of faces."""

    seed: int

    def __post_init__(self) -> None:
        check_seed(self.seed)

    @cached_property
    def _start(self) -> int:
        return mixed(self.seed)

    def face(self, n: int) -> int:
        """Return face number n."""
        return self.faces(n, 1)[0]

    def faces(self, n: int, count: int) -> list[int]:
        """Return `count` faces, at most three, starting with face n."""
        # SplitMix64 of three consecutive steps, side by side in one integer. This takes half the
        # time of three calls, and rolls dominate the time of a game.
        words = ((self._start + n * GOLDEN_STEP) * _EACH + _STEPS) & _LOW_64
        words = (words ^ words >> 30 & _LOW_34) * 0xBF58476D1CE4E5B9 & _LOW_64
        words = (words ^ words >> 27 & _LOW_37) * 0x94D049BB133111EB & _LOW_64
        # Dividing 2^64 into six parts is fair to one part in 2^61.
        words = (words ^ words >> 31 & _LOW_33) * FACES >> 64
        faces = [1 + (words & 7), 1 + (words >> _LANE & 7), 1 + (words >> 2 * _LANE)]
        return faces if count == _LANES else faces[:count]


@dataclass(frozen=True)
class TableDice:
    """A given list of faces, rolled at a real table or chosen by a test."""

    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        for face in self.faces:
            if not 1 <= whole(face, "face of a die") <= FACES:
                raise InvalidValueError(f"face of a die: expected 1 to {FACES}, got {face}")

    def face(self, n: int) -> int:
        """Return face number n."""
        if n >= len(self.faces):
            raise InvalidValueError(
                f"dice: die number {n + 1} is asked for, {len(self.faces)} came"
            )
        return self.faces[n]


def check_dice(dice: object) -> None:
    """Raise if `dice` is not a source of die faces."""
    if not callable(getattr(dice, "face", None)):
        raise InvalidTypeError(f"dice: expected SeededDice or the like, got {short_repr(dice)}")
