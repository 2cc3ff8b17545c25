"""Extract from a board or an answer what a picture shows. Nothing is computed again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sightline.answers.sight import Blocker, Sight, TablePoint, Tried
from sightline.model.board import Board


def shape_of(board: Board) -> str:
    """Return "square", "pointy" or "flat"."""
    return "square" if board.grid.name == "square" else str(getattr(board, "orientation", "pointy"))


def outcome(sight: Sight) -> str:
    """Return "visible", "hidden" or "ambiguous", with rulings applied. It determines the colors."""
    if sight.ruling is not None:
        return "visible" if sight.ruling.visible else "hidden"
    return sight.verdict.value


def is_grazing(answer: Sight | Tried) -> bool:
    """Return whether this line, or the deciding line of an answer, touches
    something without being blocked.
    """
    return str(answer.contact) in ("corner", "edge")


def line_state(line: Tried) -> str:
    """Return the state of a line by the rule of a game: "free", "blocked" or "ask"."""
    passing, blocking = line.blocked
    return "blocked" if passing else "ask" if blocking else "free"


def stop_of(sight: Sight) -> TablePoint | None:
    """Return the point where the deciding line is first stopped, or None."""
    if not sight.line:
        return None
    start, end = sight.line
    return _stop(start, end, sight.blockers, is_grazing(sight))


def stop_of_line(line: Tried) -> TablePoint | None:
    """Return the point where a line is first stopped, or None."""
    return _stop(line.start, line.end, line.blockers, is_grazing(line))


def _stop(
    start: TablePoint, end: TablePoint, met: Sequence[Blocker], grazing: bool
) -> TablePoint | None:
    """Return the point where a line is first stopped, or None.

    A line that only touches blockers is stopped at the first of them. A blocked line is stopped
    where its blockers first extend to both its sides. If they do so only together with the rim of
    the board, or a wall along the line, it is stopped where the last of them starts.
    """
    blockers = [(blocker.side, blocker.at) for blocker in met if blocker.at is not None]
    if not blockers:
        return None
    step = (end[0] - start[0], end[1] - start[1])

    def along(point: TablePoint) -> Fraction:
        return Fraction((point[0] - start[0]) * step[0] + (point[1] - start[1]) * step[1])

    begins = sorted((first for _, (first, _) in blockers), key=along)
    if grazing:
        return begins[0]
    for point in begins:
        here = along(point)
        sides = {side for side, (lo, hi) in blockers if along(lo) <= here <= along(hi)}
        if "both" in sides or {"left", "right"} <= sides:
            return point
    return begins[-1]
