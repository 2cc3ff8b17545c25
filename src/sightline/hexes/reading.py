"""Call the functions of callers and read their results exactly, or raise.

Blockers return True or False; cover and heights return a finite number or None. A number counts as
the fraction that it is written as, so that the decimals of callers stay exact; `ratio` caches those
of earlier floats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from sightline.errors import CallableError, InvalidTypeError, SightlineError
from sightline.model.cell import Hex
from sightline.model.numbers import exact, short_repr

Ratio = tuple[int, int]
"""A number exactly: numerator and denominator."""
BlocksAt = Callable[[Hex], bool] | None
BlocksEdge = Callable[[Hex, Hex], bool] | None
NumberAt = Callable[[Hex], float | None] | None

RayMet = tuple[Sequence[Hex], bool, tuple[list[Hex], list[Hex], list[Hex]], list[Any], list[Any]]
"""Everything that a ray meets: its hexes, whether it reached its target, the hexes that block,
those before which an edge blocks, those that are too high, and the covers and heights.
"""
NAMES = ("blocks_at", "blocks_edge", "soft_cover_at", "elevation_at")
PLAIN = 1 << 53
"""Python compares ints and floats within this like the decimals that it prints for them. (Beyond, a
float and its decimal can lie on two sides of an int.)
"""


def refuse(name: str, hexes: Sequence[Hex], error: Exception) -> NoReturn:
    """Raise an error that names the caller's function and the hex. Our own errors pass through."""
    if isinstance(error, SightlineError):
        raise error
    where = asked(name, *hexes)
    raise CallableError(f"{where} raised {type(error).__name__}: {error}") from error


def asked(name: str, *hexes: Hex) -> str:
    """Return the call as text, for an error message."""
    return f"{name}({', '.join(str(h) for h in hexes)})"


def yes_or_no(said: Any, name: str, *hexes: Hex) -> bool:
    """Return the result of a blocker if it is True or False, else raise."""
    if isinstance(said, bool) or type(said).__name__ in ("bool_", "bool"):  # numpy's
        return bool(said)
    raise InvalidTypeError(f"{asked(name, *hexes)}: expected True or False, got {short_repr(said)}")


def check_number(said: Any, name: str, here: Hex) -> None:
    """Raise unless this is a finite number or None."""
    if said is not None:
        exact(said, asked(name, here))
