"""Asks the functions that callers give, and reads what they say: exactly, or not at all.

Blockers say True or False; cover and heights are a finite number or None. A number counts as the
fraction that it is written as, so that the decimals of callers stay exact; `ratio` keeps those of
the floats that came before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from sightline.errors import CallableError, InvalidTypeError, SightlineError
from sightline.model.cell import Hex
from sightline.model.numbers import exact, shown

Ratio = tuple[int, int]
"""A number exactly: numerator and denominator."""
BlocksAt = Callable[[Hex], bool] | None
BlocksEdge = Callable[[Hex, Hex], bool] | None
NumberAt = Callable[[Hex], float | None] | None

RayMet = tuple[Sequence[Hex], bool, tuple[list[Hex], list[Hex], list[Hex]], list[Any], list[Any]]
"""All that a ray meets: its hexes, whether it reached its target; those of them that block, before
which an edge does, and that are too high; and what was said of covers and heights."""
NAMES = ("blocks_at", "blocks_edge", "soft_cover_at", "elevation_at")
PLAIN = 1 << 53
"""Ints and floats within this have one order: Python compares them as the decimals that it prints
for them compare. (Beyond, a float and its decimal can lie on two sides of an int.)"""


def refuse(name: str, hexes: Sequence[Hex], error: Exception) -> NoReturn:
    """Says which of the caller's functions raised, and where. Our own errors pass as they are."""
    if isinstance(error, SightlineError):
        raise error
    where = asked(name, *hexes)
    raise CallableError(f"{where} raised {type(error).__name__}: {error}") from error


def asked(name: str, *hexes: Hex) -> str:
    """The question, for an error message."""
    return f"{name}({', '.join(str(h) for h in hexes)})"


def yes_or_no(said: Any, name: str, *hexes: Hex) -> bool:
    """What a blocker said, if it is True or False."""
    if isinstance(said, bool) or type(said).__name__ in ("bool_", "bool"):  # numpy's
        return bool(said)
    raise InvalidTypeError(f"{asked(name, *hexes)}: expected True or False, got {shown(said)}")


def check_number(said: Any, name: str, here: Hex) -> None:
    """Is this a finite number, or None?"""
    if said is not None:
        exact(said, asked(name, here))
