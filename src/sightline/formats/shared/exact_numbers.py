"""Exact numbers as text: `3`, `-0.5`, `1/3`. Each is read back as the same number."""

from __future__ import annotations

import re
from fractions import Fraction

from sightline.errors import FormatError, LimitError
from sightline.formats.safe.safe_json import show
from sightline.texts import say

MAX_DIGITS = 2_000
"""The maximum number of digits in the numerator or denominator of a fraction."""

_NUMBER = re.compile(r"([+-]?[0-9]+)(?:\.([0-9]+)|/([0-9]+))?", re.ASCII)


def parse_exact(word: str, place: str) -> Fraction:
    """Return the number that a word stands for, or raise an error with the place."""
    match = _NUMBER.fullmatch(word)
    if match is None:
        raise FormatError(
            say("expected a number such as 3, -0.5 or 1/3, got {got}", got=show(word)), place
        )
    if len(word) > 2 * MAX_DIGITS:
        raise FormatError(
            say("a number of {n} characters; at most {most}", n=len(word), most=2 * MAX_DIGITS),
            place,
        )
    whole, decimals, below = match.groups()
    if below is not None and int(below) == 0:
        raise FormatError(say("{got} divides by zero", got=show(word)), place)
    return Fraction(word if decimals is not None or below is not None else int(whole))


def exact_word(number: Fraction) -> str:
    """Return the shortest plain text of a number: `2`, `0.125`, `1/3`."""
    above, below = number.numerator, number.denominator
    if max(abs(above), below) >= 10**MAX_DIGITS:
        raise LimitError(f"a number of more than {MAX_DIGITS} digits cannot be written")
    if below == 1:
        return str(above)
    places = _decimal_places(below)
    if places is None:
        return f"{above}/{below}"
    digits = str(abs(above) * 10**places // below).rjust(places + 1, "0")
    return f"{'-' if above < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _decimal_places(below: int) -> int | None:
    """Return how many decimal places a fraction with this denominator needs, or None if it has too
    many for a reader.
    """
    twos = (below & -below).bit_length() - 1
    rest, fives = below >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    return places if rest == 1 and places <= 12 else None
