"""Reads off a board or an answer what a picture has to show; nothing is worked out anew."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sightline.answers.sight import Blocker, Sight, TablePoint, Tried
from sightline.model.board import Board


def shape_of(board: Board) -> str:
    """square, pointy or flat."""
    return "square" if board.grid.name == "square" else str(getattr(board, "orientation", "pointy"))


def outcome(sight: Sight) -> str:
    """visible, hidden or ambiguous, after any ruling: what the colors follow."""
    if sight.ruling is not None:
        return "visible" if sight.ruling.visible else "hidden"
    return sight.verdict.value


def is_grazing(answer: Sight | Tried) -> bool:
    """Return whether the deciding line, or this one, touches without being blocked."""
    return str(answer.contact) in ("corner", "edge")


def line_state(line: Tried) -> str:
    """How a line counts by the rule of a game: free, blocked, or ask."""
    passing, blocking = line.blocked
    return "blocked" if passing else "ask" if blocking else "free"


def stop_of(sight: Sight) -> TablePoint | None:
    """Where the deciding line, if there is one, is first stopped."""
    if not sight.line:
        return None
    start, end = sight.line
    return _stop(start, end, sight.blockers, is_grazing(sight))


def stop_of_line(line: Tried) -> TablePoint | None:
    """Where that line is first stopped."""
    return _stop(line.start, line.end, line.blockers, is_grazing(line))


def _stop(
    start: TablePoint, end: TablePoint, met: Sequence[Blocker], grazing: bool
) -> TablePoint | None:
    """A line that grazes is stopped by the first that it touches. One that is blocked is stopped
    where its blockers first reach both sides of it; or where the last of them begins, if they need
    the rim of the board, or a wall that the line runs inside, to close it."""
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
