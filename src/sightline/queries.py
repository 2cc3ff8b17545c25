"""The questions: sees, trace, field, sees_many, all_pairs. The only door to the kernels.

Input is checked here, once. Then a compiled kernel answers where there is one for the rule and the
board, and the readable rule everywhere else: they give the same answers, the kernel sooner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from sightline.answers.field import ContactField, CoverField, Field, Visibility
from sightline.answers.sight import Ruled, Sight
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import Board
from sightline.model.cell import Tile, hex_distance
from sightline.model.numbers import UNIT, exact
from sightline.model.place import Place, center, place
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

Where = Any  # a position, or a figure's name
METRICS = ("euclid", "chebyshev", "manhattan", "steps")
MAX_ALL_PAIRS_TILES = 1 << 16
"""The most tiles for `all_pairs`: its matrix grows with their square."""


class Decisions(Protocol):
    """What a keeper of rulings must be able to tell (see `answers.rulings`)."""

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None:
        """The ruling in force on this answer."""
        ...

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
        """The tiles of both ends of every ruling."""
        ...


def sees(board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None) -> bool:
    """Does `a` see `b`? The fast yes or no."""
    if rulings is not None:
        return trace(board, a, b, rule, rulings=rulings).visible
    check_question(board, rule)
    return rule.sees(board, place(board, a, "from"), place(board, b, "to"))


def trace(
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> Sight:
    """Does `a` see `b`, with the proof."""
    check_question(board, rule)
    sight = rule.trace(board, place(board, a, "from"), place(board, b, "to"))
    ruling = rulings.ruling_on(board, sight) if rulings is not None else None
    return sight if ruling is None else replace(sight, ruling=ruling)


def field(
    board: Board,
    a: Where,
    rule: Rule,
    radius: Any = None,
    metric: str = "euclid",
    *,
    rulings: Decisions | None = None,
) -> Field:
    """Every tile within the radius that `a` sees; no radius: the whole board."""
    check_question(board, rule)
    source = place(board, a, "from")
    cells = bytearray(len(board.tiles()))
    for tile in within(board, source, radius, metric):
        cells[board.rank(tile)] = rule.sees(board, source, place(board, tile, "to"))
    if rulings is not None:
        for target in _ruled_targets(board, source, rulings):
            if cells_within(board, source, target, radius, metric):
                seen = trace(board, a, target, rule, rulings=rulings).visible
                cells[board.rank(target)] = seen
    return Field(board, cells)


def contact_field(
    board: Board, a: Where, rule: Rule, radius: Any = None, metric: str = "euclid"
) -> ContactField:
    """The contact of every tile within the radius, for the geometric rules."""
    check_question(board, rule)
    if isinstance(rule, HexRay):
        raise InvalidTypeError("contact_field: a hex ray has no contact; ask for a cover_field")
    source = place(board, a, "from")
    return ContactField(
        board,
        {
            tile: rule.trace(board, source, place(board, tile, "to")).contact
            for tile in within(board, source, radius, metric)
        },
    )


def cover_field(board: Board, a: Where, rule: Rule, radius: Any = None) -> CoverField:
    """Cover sum and penalty of every hex within the radius, seen or not."""
    check_question(board, rule)
    if not isinstance(rule, HexRay):
        raise InvalidTypeError(f"cover_field: expected a HexRay, got {rule!r}")
    source = place(board, a, "from")
    return CoverField(
        board,
        {
            tile: rule.trace(board, source, place(board, tile, "to")).cover
            for tile in within(board, source, radius, "euclid")
        },
    )


def sees_many(board: Board, pairs: Any, rule: Rule) -> numpy.ndarray[Any, Any]:
    """For each pair of positions, does the first see the second? `pairs`: (n, 2, 2) ints."""
    import numpy

    check_question(board, rule)
    asked = numpy.asarray(pairs)
    if asked.size == 0:
        return numpy.zeros(0, dtype=bool)
    if asked.ndim != 3 or asked.shape[1:] != (2, 2):
        raise InvalidValueError(f"pairs: expected the shape (n, 2, 2), got {asked.shape}")
    if asked.dtype.kind not in "iu":
        raise InvalidTypeError(f"pairs: expected whole numbers, got {asked.dtype}")
    answers = (
        rule.sees(board, place(board, tuple(a), "from"), place(board, tuple(b), "to"))
        for a, b in asked.tolist()
    )
    return numpy.fromiter(answers, dtype=bool, count=len(asked))


def all_pairs(board: Board, rule: Rule) -> Visibility:
    """Every tile against every tile."""
    check_question(board, rule)
    count = len(board.tiles())
    if count > MAX_ALL_PAIRS_TILES:
        raise LimitError(
            f"all_pairs: expected a board of at most {MAX_ALL_PAIRS_TILES} tiles, got {count}"
        )
    return Visibility(board, [field(board, tile, rule).bits() for tile in board.tiles()])


# --- the edge: what may be asked


def check_question(board: Any, rule: Any) -> None:
    """Are this a board and a rule that works on it?"""
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a SquareBoard or a HexBoard, got {board!r}")
    if not isinstance(rule, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or RULES['quest'], got {rule!r}"
        )
    if board.grid.name not in rule.grids:
        raise InvalidValueError(
            f"rule: {type(rule).__name__} works on {' and '.join(rule.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )


def within(board: Board, source: Place, radius: Any, metric: str) -> Iterator[Tile]:
    """Every tile whose centre is within the radius of the source's."""
    limit = _limit(radius, metric)
    return (tile for tile in board.tiles() if _is_within(board, source, tile, limit, metric))


def cells_within(board: Board, source: Place, tile: Tile, radius: Any, metric: str) -> bool:
    return _is_within(board, source, tile, _limit(radius, metric), metric)


def _limit(radius: Any, metric: str) -> Fraction | None:
    if metric not in METRICS:
        raise InvalidValueError(f"metric: expected one of {', '.join(METRICS)}, got {metric!r}")
    if radius is None:
        return None
    limit = exact(radius, "radius")
    if limit < 0:
        raise InvalidValueError(f"radius: expected 0 or more, got {radius!r}")
    return limit


def _is_within(
    board: Board, source: Place, tile: Tile, limit: Fraction | None, metric: str
) -> bool:
    if limit is None:
        return True
    if board.grid.name == "hex":
        return hex_distance(source.middle, tile) <= limit
    (x0, y0), (x1, y1) = center(board, source), board.grid.center(tile)
    dx, dy = abs(x1 - x0), abs(y1 - y0)
    reach = limit * UNIT
    if metric == "euclid":
        return dx * dx + dy * dy <= reach * reach
    if metric == "chebyshev":
        return max(dx, dy) <= reach
    if metric == "manhattan":
        return dx + dy <= reach
    return 2 * max(dx, dy) + min(dx, dy) <= reach


def _ruled_targets(board: Board, source: Place, rulings: Decisions) -> set[Tile]:
    """The tiles whose sight from the source a ruling may have changed."""
    targets: set[Tile] = set()
    for one, other in rulings.ruled_pairs():
        for here, there in ((one, other), (other, one)):
            if here == source.tiles:
                targets.update(tile for tile in there if tile in board)
    return targets
