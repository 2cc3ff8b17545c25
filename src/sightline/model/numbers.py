"""Reads numbers that callers give: exactly, or not at all.

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
from itertools import islice
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError

UNIT = 384_000
"""Free walls are held in whole 1/384,000ths of a tile (2^10 * 3 * 5^3): exact for 1/1024ths, for
thousandths and for thirds, and small enough that every sign test fits in 64 bits."""
HUGE = 10**100
"""No whole number that anybody means is larger; far larger ones cannot even be printed."""
MAX_NUMBER = 10**308
"""Covers, heights and coordinates stay below it, so that each is a finite float, too."""
MAX_EXPONENT = 400
MAX_DENOMINATOR = 10**MAX_EXPONENT
SHOWN = 200


def shown(value: Any, most: int = SHOWN) -> str:
    """What came, for an error message: not endless, and no trouble of its own."""
    if isinstance(value, (str, bytes)) and len(value) > most:
        value = value[: most + 1]  # or a text of megabytes is written out, only to be cut
    try:
        text = repr(value)
    except ValueError:  # a whole number of more than some 4,000 digits
        text = f"an endless {type(value).__name__}"
    except Exception:  # noqa: BLE001  # whatever is wrong with it, that it came is what to say
        text = f"a {type(value).__name__} that cannot be printed"
    return text if len(text) <= most else f"{text[:most]}..."


def is_bool(value: Any) -> bool:
    """Is it a yes or no: Python's own, or numpy's?"""
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def yes_or_no(value: Any, what: str) -> bool:
    """`value` as a bool, or an error that names `what` it was meant to be."""
    if is_bool(value):
        return bool(value)
    raise InvalidTypeError(f"{what}: expected True or False, got {shown(value)}")


def whole(value: Any, what: str) -> int:
    """`value` as an int, or an error that names `what` it was meant to be."""
    if type(value) is int and -HUGE < value < HUGE:
        return value
    if not isinstance(value, bool):
        try:
            number = operator.index(value)
        except TypeError:
            pass
        else:
            if -HUGE < number < HUGE:
                return number
            raise LimitError(
                f"{what}: expected a whole number of at most 100 digits, got {shown(value)}"
            )
    raise InvalidTypeError(f"{what}: expected a whole number, got {shown(value)}")


def pair(value: Any, what: str) -> tuple[int, int]:
    """Two whole numbers, as positions are."""
    if type(value) is tuple and len(value) == 2:
        first, second = value
        if type(first) is type(second) is int and -HUGE < first < HUGE and -HUGE < second < HUGE:
            return value
    if isinstance(value, (str, bytes, dict, set, frozenset)):
        raise InvalidTypeError(f"{what}: expected two whole numbers, got {shown(value)}")
    try:
        parts = tuple(islice(iter(value), 3))  # it may be endless
    except TypeError:
        raise InvalidTypeError(f"{what}: expected two whole numbers, got {shown(value)}") from None
    if len(parts) != 2:
        raise InvalidValueError(f"{what}: expected two whole numbers, got {shown(value)}")
    return whole(parts[0], what), whole(parts[1], what)


def exact(value: Any, what: str) -> Fraction:
    """A finite number, held exactly."""
    if is_bool(value):
        raise InvalidTypeError(f"{what}: expected a number, got {shown(value)}")
    if isinstance(value, (int, Fraction)):
        if not -MAX_NUMBER < value < MAX_NUMBER:
            raise LimitError(f"{what}: expected a number below 1e308, got {shown(value)}")
        if value.denominator > MAX_DENOMINATOR:  # which no file could hold
            raise LimitError(
                f"{what}: expected a denominator of at most {MAX_EXPONENT} digits, got"
                f" {shown(value)}"
            )
        return Fraction(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidValueError(f"{what}: expected a finite number, got {shown(value)}")
        # Looked at before it is written out: a short Decimal can have a billion digits.
        if not value:
            return Fraction(0)
        if value.adjusted() >= 308 or int(value.as_tuple().exponent) < -MAX_EXPONENT:
            raise LimitError(
                f"{what}: expected a number below 1e308 of at most {MAX_EXPONENT} decimal places,"
                f" got {shown(value)}"
            )
        return Fraction(value)
    try:
        number = float(value) if not isinstance(value, (str, bytes)) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise InvalidTypeError(f"{what}: expected a number, got {shown(value)}")
    if not math.isfinite(number):
        raise InvalidValueError(f"{what}: expected a finite number, got {shown(value)}")
    try:
        return Fraction(operator.index(value))
    except TypeError:
        return Fraction(repr(number))


def to_units(value: Any, what: str) -> int:
    """A coordinate in tile units as a whole number of 1/384,000ths, the nearest one."""
    scaled = exact(value, what) * UNIT
    return round(scaled)
