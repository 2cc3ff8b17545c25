"""`compute_fov` with the signature of python-tcod, answered by our rules.

    from sightline.compat.tcod import compute_fov    # was: from tcod.map import compute_fov

python-tcod need not be installed.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from operator import index
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.engine import field
from sightline.errors import InvalidTypeError, InvalidValueError, OffBoardError
from sightline.model.numbers import short_repr
from sightline.model.reach import MetricName
from sightline.model.square import SquareBoard
from sightline.packs.reading import PACKS
from sightline.rules.pack import PackRule
from sightline.rules.registry import RULES, RuleOrName
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

FOV_BASIC, FOV_DIAMOND, FOV_SHADOW = 0, 1, 2
FOV_PERMISSIVE_0, FOV_PERMISSIVE_8 = 3, 11
FOV_RESTRICTIVE, FOV_SYMMETRIC_SHADOWCAST = 12, 13
"""tcod's numbers for its algorithms."""


class Closest(NamedTuple):
    """The rule that is most similar to an algorithm of tcod."""

    rule: str
    metric: MetricName = "euclid"
    open_disc: bool = False
    """Whether tiles at exactly the radius are left out."""


CLOSEST: dict[int, Closest] = {
    FOV_BASIC: Closest("symmetric-shadowcasting"),
    FOV_DIAMOND: Closest("corner"),
    FOV_SHADOW: Closest("symmetric-shadowcasting"),
    **{FOV_PERMISSIVE_0 + n: Closest("dcss" if n else "corner", "chebyshev") for n in range(9)},
    FOV_RESTRICTIVE: Closest("symmetric-shadowcasting", "chebyshev"),
    FOV_SYMMETRIC_SHADOWCAST: Closest("symmetric-shadowcasting", open_disc=True),
}
"""Measured on caves, rooms and noise; docs/coming-from-tcod.md has the percentages."""


def compute_fov(
    transparency: ArrayLike,
    pov: tuple[int, int],
    radius: int = 0,
    light_walls: bool = True,
    algorithm: int | RuleOrName = FOV_RESTRICTIVE,
) -> NDArray[numpy.bool_]:
    """Return a new array of bools: the tiles that are visible from `pov`.

    `transparency` is a two-dimensional array whose nonzero tiles are transparent, in any memory
    order; `pov` is an index into it, and the result has its shape. A `radius` of 0 means no limit.
    Without `light_walls`, only transparent tiles and `pov` are included.

    `algorithm` is one of tcod's numbers, for the most similar of our rules and the same shape of
    the radius, or a rule or its name, with a round radius.

    As in tcod, wrong dimensions raise a TypeError (an `InvalidTypeError`). A `pov` outside the
    array raises `OffBoardError` and an unknown algorithm `InvalidValueError`; tcod warns at most.

    >>> import numpy
    >>> from sightline.compat.tcod import compute_fov
    >>> transparency = numpy.ones((3, 5), dtype=bool, order="F")
    >>> transparency[:2, 2] = False
    >>> compute_fov(transparency, (0, 0)).astype(int)
    array([[1, 1, 1, 0, 0],
           [1, 1, 1, 0, 0],
           [1, 1, 1, 0, 0]])
    """
    import numpy

    clear = numpy.asarray(transparency)
    if clear.ndim != 2:
        raise InvalidTypeError(
            f"transparency: expected an array of 2 dimensions, got the shape {clear.shape}"
        )
    clear = clear.astype(bool)
    at = _index(pov, clear.shape)
    rule, metric, limit = _rule(algorithm, _whole(radius, "radius"))
    board = _board(~clear)
    seen = field(board, at, rule, radius=limit, metric=metric, light_walls=bool(light_walls))
    found: NDArray[numpy.bool_] = numpy.array(seen, dtype=bool)
    if not light_walls:
        found &= clear
    found[at] = True
    return found


def _index(pov: Any, shape: tuple[int, ...]) -> tuple[int, int]:
    try:
        row, col = pov
    except (TypeError, ValueError):
        raise InvalidTypeError(
            f"pov: expected an index of two numbers such as (3, 4), got {short_repr(pov)}"
        ) from None
    at = _whole(row, "pov"), _whole(col, "pov")
    if not (0 <= at[0] < shape[0] and 0 <= at[1] < shape[1]):
        raise OffBoardError(f"pov: {at} is outside the array of shape {shape}")
    return at


def _whole(number: Any, what: str) -> int:
    try:
        return index(number)
    except TypeError:
        raise InvalidTypeError(
            f"{what}: expected a whole number, got {short_repr(number)}"
        ) from None


@cache
def _rule_of_whole_tiles(name: str) -> Rule:
    """Return the rule with that name, using whole tiles instead of the diamonds of dcss."""
    if name != "dcss":
        return RULES[name]
    pack = PACKS[name]
    return PackRule(replace(pack, sight=replace(pack.sight, shape="tile")))


def _rule(algorithm: Any, radius: int) -> tuple[Rule, MetricName, Fraction | int | None]:
    """Return the rule, the metric and the radius for an algorithm."""
    if isinstance(algorithm, Rule | str):
        rule = RULES[algorithm] if isinstance(algorithm, str) else algorithm
        return rule, "euclid", radius if radius > 0 else None
    number = _whole(algorithm, "algorithm")
    if number not in CLOSEST:
        raise InvalidValueError(
            f"algorithm: expected a number of tcod's, 0 to {max(CLOSEST)}, or a rule; got {number}"
        )
    closest = CLOSEST[number]
    rule = _rule_of_whole_tiles(closest.rule)
    if radius <= 0:
        return rule, closest.metric, None
    # No distance between two tiles is larger than this and smaller than the radius.
    limit = radius - Fraction(1, 2 * radius) if closest.open_disc else radius
    return rule, closest.metric, limit


class _KeptBoard(local):
    """The board of the last call in this thread. The next call writes only what has changed."""

    board: SquareBoard | None = None


_KEPT = _KeptBoard()


def _board(solid: NDArray[numpy.bool_]) -> SquareBoard:
    board = _KEPT.board
    if board is None or board.shape != solid.shape:
        board = _KEPT.board = SquareBoard.from_array(solid)
    else:
        board.set_solid_array(solid)
    return board
