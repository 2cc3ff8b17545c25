"""The lines of a rule for every offset within reach, packed for gpu_heat.cu."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.gpu.lines import EAST, FREE, SOUTH, ListedLine, ListedRule, Literal, lines_between
from sightline.model.reach import METRICS

if TYPE_CHECKING:
    import numpy

MARGIN_ROWS, MARGIN_WORDS = 64, 2
WIDEST = 60
"""The largest reach in tiles, limited by the margins of the planes and by the counters."""
WIDEST_OF_CORNERS = 24
"""The largest reach for corner rules. Beyond it, lists of sixteen lines become long, and answering
pair by pair is faster.
"""


class Program(NamedTuple):
    """The lists as arrays: offsets, their lines, the requirements of those, and their clauses.

    Literals are rows of plane, row and column relative to the source. Their indexes in `offsets`
    and `lines` are in units of four.
    """

    offsets: Any
    lines: Any
    literals: Any
    clauses: Any
    clause_literals: Any
    """Which words of `clauses` are literals, whose values are in `clause_at`."""
    clause_at: Any
    targets: Any


def wide_of(limit: int, metric: int) -> int:
    """Return the largest number of rows or columns within the limit; -1 means no limit."""
    from math import isqrt

    if limit < 0:
        return -1
    return {"euclid": isqrt(limit), "steps": limit // 2}.get(METRICS[metric], limit)


def has_program(rule: ListedRule, wide: int) -> bool:
    """Return whether the rule's lines can be listed within that reach."""
    return rule.has_lines and 0 <= wide <= (WIDEST_OF_CORNERS if rule.corner else WIDEST)


def offsets_within(limit: int, metric: int) -> list[tuple[int, int]]:
    """Return all offsets within a limit, nearest first, without the zero offset."""
    wide = wide_of(limit, metric)
    span = range(-wide, wide + 1)
    found = [
        (r, c)
        for r in span
        for c in span
        if (r or c) and _distance(METRICS[metric], abs(r), abs(c)) <= limit
    ]
    return sorted(found, key=lambda each: (each[0] ** 2 + each[1] ** 2, each))


def _distance(metric: str, rows: int, cols: int) -> int:
    """Return the distance as `within` in kernels/square/square.h computes it; squared
    for euclid.
    """
    if metric == "euclid":
        return rows * rows + cols * cols
    if metric == "manhattan":
        return rows + cols
    longer, shorter = max(rows, cols), min(rows, cols)
    return longer if metric == "chebyshev" else 2 * longer + shorter


@lru_cache(maxsize=8)
def program_of(rule: ListedRule, limit: int, metric: int, thin: bool) -> Program:
    """Return the program for every offset within the limit; `thin` says whether
    there are walls on edges.
    """
    import numpy

    quarter: dict[tuple[int, int], list[ListedLine]] = {}
    literals: list[Literal] = []
    lines: list[tuple[int, int, int, int]] = []
    clauses: list[int] = []
    clause_literals: list[int] = []
    clause_at: list[Literal] = []
    offsets: list[tuple[int, ...]] = []
    targets: list[Literal] = []
    for rows, cols in offsets_within(limit, metric):
        key = (abs(rows), abs(cols))
        if key not in quarter:
            quarter[key] = lines_between(rule, *key, thin)
        found = [turned_line(line, rows < 0, cols < 0) for line in quarter[key]]
        alike = frozenset.intersection(*(line.must for line in found)) if found else frozenset()
        alike_start, alike_fours = _put(literals, alike, (rows, cols))
        offsets.append((len(lines), len(found), 0, alike_start, alike_fours, 0, 0, 0))
        targets.append((FREE, rows, cols))
        for line in found:
            start, fours = _put(literals, line.must - alike, (rows, cols))
            lines.append((start, fours, len(clauses), len(line.clauses)))
            for clause in sorted(line.clauses, key=lambda each: sum(map(len, each))):
                clauses.append(len(clause))
                for alternative in clause:
                    clauses.append(len(alternative))
                    for literal in alternative:
                        clause_literals.append(len(clauses))
                        clause_at.append(literal)
                        clauses.append(0)
    return Program(
        numpy.array(offsets, dtype=numpy.int32).reshape(-1, 8),
        numpy.array(lines, dtype=numpy.int32).reshape(-1, 4),
        numpy.array(literals, dtype=numpy.int32).reshape(-1, 3),
        numpy.array(clauses or [0], dtype=numpy.int32),
        numpy.array(clause_literals, dtype=numpy.int64),
        numpy.array(clause_at, dtype=numpy.int32).reshape(-1, 3),
        numpy.array(targets, dtype=numpy.int32).reshape(-1, 3),
    )


def _put(
    literals: list[Literal], more: frozenset[Literal], target: tuple[int, int]
) -> tuple[int, int]:
    """Append these literals in groups of four, those in the middle of the line first.

    Return their start and count.
    """
    rows, cols = target
    ordered = sorted(
        more, key=lambda each: (abs(2 * each[1] - rows) + abs(2 * each[2] - cols), each)
    )
    start = len(literals) // 4
    literals += ordered
    if ordered:
        literals += [ordered[-1]] * (-len(ordered) % 4)
    return start, -(-len(ordered) // 4)


def turned(literal: Literal, up: bool, left: bool) -> Literal:
    """Return a literal with rows counted upward, or columns to the left.

    A wall is stored with the tile to its left or above it, so turning changes which tile that is.
    """
    plane, row, col = literal
    if up:
        row = -row - 1 if plane == SOUTH else -row
    if left:
        col = -col - 1 if plane == EAST else -col
    return plane, row, col


def turned_line(line: ListedLine, up: bool, left: bool) -> ListedLine:
    """Return a line whose requirements are all changed by `turned`."""
    if not (up or left):
        return line

    def turn(literal: Literal) -> Literal:
        return turned(literal, up, left)

    return ListedLine(
        frozenset(map(turn, line.must)),
        frozenset(tuple(tuple(map(turn, each)) for each in clause) for clause in line.clauses),
    )


def row_words(cols: int) -> int:
    """Return the number of 32-bit words in a row of a plane, with its margins."""
    return (cols + 31) // 32 + 2 * MARGIN_WORDS + 1


def placed(literals: numpy.ndarray[Any, Any], rows: int, cols: int) -> numpy.ndarray[Any, Any]:
    """Return literals as offsets on a board of that size: 32 times the distance in
    words, plus the bit.
    """
    import numpy

    words = row_words(cols)
    plane = (rows + 2 * MARGIN_ROWS) * words
    at = literals.astype(numpy.int64)
    further = at[:, 0] * plane + at[:, 1] * words + (at[:, 2] >> 5)
    found: numpy.ndarray[Any, Any] = (further * 32 + (at[:, 2] & 31)).astype(numpy.int32)
    return found
