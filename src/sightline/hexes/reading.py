"""Call the functions of callers and convert their results exactly, or raise.

Blockers return True or False; cover and heights return a finite number or None. A float means the
decimal that Python prints for it; `ratio` caches the conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from sightline.errors import CallableError, InvalidTypeError, SightlineError
from sightline.model.cell import Hex
from sightline.model.numbers import exact, short_repr

Ratio = tuple[int, int]
"""An exact number: numerator and denominator."""
BlocksAt = Callable[[Hex], bool] | None
BlocksEdge = Callable[[Hex, Hex], bool] | None
NumberAt = Callable[[Hex], float | None] | None

RayMet = tuple[Sequence[Hex], bool, tuple[list[Hex], list[Hex], list[Hex]], list[Any], list[Any]]
"""Everything that a ray meets: its hexes, whether it reached its target, three lists, and the
covers and heights.

The three lists are hexes that block, hexes behind an edge that blocks, and hexes that are too high.
"""
NAMES = ("blocks_at", "blocks_edge", "soft_cover_at", "elevation_at")
PLAIN = 1 << 53
"""Within this bound Python compares ints and floats in the same order as the decimals that it
prints for them. (Beyond it, a float and its decimal can be on different sides of an int.)
"""


def refuse(name: str, hexes: Sequence[Hex], error: Exception) -> NoReturn:
    """Raise an error that names the caller's function and the hex.

    Errors of sightline pass unchanged.
    """
    if isinstance(error, SightlineError):
        raise error
    where = asked(name, *hexes)
    raise CallableError(f"{where} raised {type(error).__name__}: {error}") from error


def asked(name: str, *hexes: Hex) -> str:
    """Return the call as text for an error message."""
    return f"{name}({', '.join(str(h) for h in hexes)})"


def yes_or_no(said: Any, name: str, *hexes: Hex) -> bool:
    """Return the result of a blocker if it is True or False, else raise."""
    if isinstance(said, bool) or type(said).__name__ in ("bool_", "bool"):  # bools of numpy
        return bool(said)
    raise InvalidTypeError(f"{asked(name, *hexes)}: expected True or False, got {short_repr(said)}")


def check_number(said: Any, name: str, here: Hex) -> None:
    """Raise unless this is a finite number or None."""
    if said is not None:
        exact(said, asked(name, here))
