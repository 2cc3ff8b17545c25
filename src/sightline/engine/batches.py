"""Many pairs at once: in an array, and every tile of a board against every other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.engine import native
from sightline.engine.fields import UNDECIDED
from sightline.engine.pairs import decide
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import Board
from sightline.model.place import place
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

MAX_ALL_PAIRS_TILES = 1 << 16
"""The most tiles for `all_pairs`: its matrix grows with their square."""


def answers_of(
    board: Board, pairs: Any, rule: Rule
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """For each pair of positions, does the first see the second?"""
    import numpy

    asked = _as_pairs(pairs)
    answers = numpy.full(len(asked), UNDECIDED, dtype=numpy.uint8)
    # Unsigned numbers beyond int64 would come out as negative ones, which hexes may have.
    fits = asked.dtype != numpy.uint64 or asked.max() <= numpy.iinfo(numpy.int64).max
    if native.core is not None and len(asked) and fits:
        positions = numpy.ascontiguousarray(asked, dtype=numpy.int64)
        native.core.answers(native.mirror_of(board), native.code_of(rule), positions, answers)
    for i in numpy.flatnonzero(answers == UNDECIDED).tolist():
        a, b = asked[i].tolist()
        source, target = place(board, a, f"pair {i}: from"), place(board, b, f"pair {i}: to")
        answers[i] = decide(board, source, target, rule)
    return answers.view(numpy.bool_)


def _as_pairs(pairs: Any) -> numpy.ndarray[Any, Any]:
    """What was asked as an array of whole numbers of the shape (n, 2, 2), or an error."""
    import numpy

    try:
        asked = numpy.asarray(pairs)
    except ValueError:
        raise InvalidValueError("pairs: expected the shape (n, 2, 2), got ragged rows") from None
    if asked.size == 0:
        return numpy.zeros((0, 2, 2), dtype=numpy.int64)
    if asked.ndim != 3 or asked.shape[1:] != (2, 2):
        raise InvalidValueError(f"pairs: expected the shape (n, 2, 2), got {asked.shape}")
    if asked.dtype.kind not in "iu":
        raise InvalidTypeError(f"pairs: expected whole numbers, got {asked.dtype}")
    return asked


def check_count(board: Board) -> None:
    """Is the board small enough for every tile against every other?"""
    count = len(board.tiles())
    if count > MAX_ALL_PAIRS_TILES:
        raise LimitError(
            f"all_pairs: expected a board of at most {MAX_ALL_PAIRS_TILES} tiles, got {count}"
        )


def bits_of_all(board: Board, rule: Rule) -> bytes | None:
    """What every tile sees, as the bits of their fields one after the other; None: no kernel."""
    if native.core is None:
        return None
    found: bytes | None = native.core.all_bits(native.mirror_of(board), native.code_of(rule))
    return found
