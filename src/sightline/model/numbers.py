"""Numbers at the edge: read once, exactly, or refused.

Whole numbers: Python ints and whatever else answers `operator.index` (numpy integers do).
`True` and `1.0` are refused: they are slips more often than positions.

Decimals: ints, floats, Fractions, Decimals. A float is read as the decimal that Python prints for
it, so `0.1` is one tenth.
"""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError

UNIT = 384_000
"""Free walls are held in whole 1/384,000ths of a tile (2^10 * 3 * 5^3): exact for 1/1024ths, for
thousandths and for thirds, and small enough that every sign test fits in 64 bits."""


def whole(value: Any, what: str) -> int:
    """`value` as an int, or an error that names `what` it was meant to be."""
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise InvalidTypeError(f"{what}: expected a whole number, got {value!r}")


def pair(value: Any, what: str) -> tuple[int, int]:
    """Two whole numbers, as positions are."""
    if type(value) is tuple and len(value) == 2 and type(value[0]) is type(value[1]) is int:
        return value
    if isinstance(value, (str, bytes, dict, set, frozenset)):
        raise InvalidTypeError(f"{what}: expected two whole numbers, got {value!r}")
    try:
        parts = tuple(value)
    except TypeError:
        raise InvalidTypeError(f"{what}: expected two whole numbers, got {value!r}") from None
    if len(parts) != 2:
        raise InvalidValueError(
            f"{what}: expected two whole numbers, got {len(parts)} in {value!r}"
        )
    return whole(parts[0], what), whole(parts[1], what)


def exact(value: Any, what: str) -> Fraction:
    """A finite number, held exactly."""
    if isinstance(value, bool):
        raise InvalidTypeError(f"{what}: expected a number, got {value!r}")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidValueError(f"{what}: expected a finite number, got {value!r}")
        return Fraction(value)
    try:
        number = float(value) if not isinstance(value, (str, bytes)) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise InvalidTypeError(f"{what}: expected a number, got {value!r}")
    if not math.isfinite(number):
        raise InvalidValueError(f"{what}: expected a finite number, got {value!r}")
    try:
        return Fraction(operator.index(value))
    except TypeError:
        return Fraction(repr(number))


def to_units(value: Any, what: str) -> int:
    """A coordinate in tile units as a whole number of 1/384,000ths, the nearest one."""
    scaled = exact(value, what) * UNIT
    return round(scaled)
