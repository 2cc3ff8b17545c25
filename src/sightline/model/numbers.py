"""Convert numbers from callers exactly, or raise.

Whole numbers are Python ints and everything else that supports `operator.index` (numpy integers
do). `True` and `1.0` are rejected: as positions they are usually mistakes.

Decimals are ints, floats, Fractions and Decimals. A float means the decimal that Python prints for
it, so `0.1` is one tenth.
"""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.texts import say

UNIT = 384_000
"""The number of units per tile: 2^10 * 3 * 5^3. Coordinates of free walls are whole units, so
1/1024ths, thousandths and thirds of a tile are exact, and every sign test fits in 64 bits.
"""
HUGE = 10**100
"""The largest whole number accepted. Python cannot even print far larger ones."""
MAX_NUMBER = 10**308
"""The limit of covers, heights and coordinates, so that each is also a finite float."""
MAX_HEIGHT = 1_000_000
"""The limit of elevations, bottoms, tops and floors, in tiles, above and below 0."""
AnyHeight: TypeAlias = SupportsFloat | SupportsIndex
"""A height in tiles. A float means the decimal that Python prints for it."""
Span: TypeAlias = tuple[Fraction | None, Fraction | None]
"""A bottom and a top. None means that the wall has no limit in that direction."""
Body: TypeAlias = tuple[Fraction, Fraction]
"""The heights of feet and head. The body is the open interval between them."""
MAX_EXPONENT = 400
MAX_DENOMINATOR = 10**MAX_EXPONENT
SHOWN = 200


def short_repr(value: Any, most: int = SHOWN) -> str:
    """Return a short `repr` of any value for error messages. It never raises."""
    if isinstance(value, (str, bytes)) and len(value) > most:
        value = value[: most + 1]  # A text of megabytes would be quoted as a whole and then cut.
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print ints of more than about 4,000 digits.
        text = f"an endless {type(value).__name__}"
    except Exception:  # noqa: BLE001  # whatever is wrong with it, that it came is what to say
        text = f"a {type(value).__name__} that cannot be printed"
    return text if len(text) <= most else f"{text[:most]}..."


def is_bool(value: Any) -> bool:
    """Return whether `value` is a bool of Python or numpy."""
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def yes_or_no(value: Any, what: str) -> bool:
    """Return `value` as a bool, or raise an error that names `what`."""
    if is_bool(value):
        return bool(value)
    raise InvalidTypeError(
        say("{what}: expected True or False, got {got}", what=what, got=short_repr(value))
    )


def whole(value: Any, what: str) -> int:
    """Return `value` as an int, or raise an error that names `what`."""
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
                f"{what}: expected a whole number of at most 100 digits, got {short_repr(value)}"
            )
    raise InvalidTypeError(f"{what}: expected a whole number, got {short_repr(value)}")


def pair(value: Any, what: str) -> tuple[int, int]:
    """Return two whole numbers, such as a position."""
    if type(value) is tuple and len(value) == 2:
        first, second = value
        if type(first) is type(second) is int and -HUGE < first < HUGE and -HUGE < second < HUGE:
            return value
    if isinstance(value, (str, bytes, dict, set, frozenset)):
        raise InvalidTypeError(f"{what}: expected two whole numbers, got {short_repr(value)}")
    try:
        parts = tuple(islice(iter(value), 3))  # the iterator may be infinite
    except TypeError:
        raise InvalidTypeError(
            f"{what}: expected two whole numbers, got {short_repr(value)}"
        ) from None
    if len(parts) != 2:
        raise InvalidValueError(f"{what}: expected two whole numbers, got {short_repr(value)}")
    return whole(parts[0], what), whole(parts[1], what)


def exact(value: Any, what: str) -> Fraction:
    """Return a finite number as a Fraction, or raise an error that names `what`."""
    if is_bool(value):
        raise InvalidTypeError(f"{what}: expected a number, got {short_repr(value)}")
    if isinstance(value, (int, Fraction)):
        if not -MAX_NUMBER < value < MAX_NUMBER:
            raise LimitError(f"{what}: expected a number below 1e308, got {short_repr(value)}")
        if value.denominator > MAX_DENOMINATOR:  # it would be too long for a map file
            raise LimitError(
                f"{what}: expected a denominator of at most {MAX_EXPONENT} digits, got"
                f" {short_repr(value)}"
            )
        return Fraction(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidValueError(f"{what}: expected a finite number, got {short_repr(value)}")
        # Checked before the conversion: a short Decimal can have a billion digits.
        if not value:
            return Fraction(0)
        if value.adjusted() >= 308 or int(value.as_tuple().exponent) < -MAX_EXPONENT:
            raise LimitError(
                f"{what}: expected a number below 1e308 of at most {MAX_EXPONENT} decimal places,"
                f" got {short_repr(value)}"
            )
        return Fraction(value)
    try:
        number = float(value) if not isinstance(value, (str, bytes)) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise InvalidTypeError(f"{what}: expected a number, got {short_repr(value)}")
    if not math.isfinite(number):
        raise InvalidValueError(f"{what}: expected a finite number, got {short_repr(value)}")
    try:
        return Fraction(operator.index(value))
    except TypeError:
        return Fraction(repr(number))


def to_height(value: Any, what: str) -> Fraction:
    """Return a height in tiles as an exact number, or raise if it exceeds `MAX_HEIGHT`."""
    height = exact(value, what)
    if abs(height) > MAX_HEIGHT:
        raise LimitError(
            say(
                "{what}: expected a height from -{most:,} to {most:,}, got {got}",
                what=what,
                most=MAX_HEIGHT,
                got=short_repr(value),
            )
        )
    return height


def to_units(value: Any, what: str) -> int:
    """Return a coordinate in tiles as a whole number of 1/384,000ths, rounded to the nearest."""
    scaled = exact(value, what) * UNIT
    return round(scaled)
