"""Which things the walls, doors and gates of an answer stop: windows, curtains, bars.

An answer about effects is computed on a board where a window is a plain wall. These functions
restore what the barrier really is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sightline.answers.sight import Blocker, Sight
from sightline.model.board import Board
from sightline.model.threshold import StopName, stops_of


def with_stops(board: Board, sight: Sight) -> Sight:
    """Return the answer, with what each barrier stops filled in from this board."""
    return _each_blocker(sight, lambda blocker: replace(blocker, stops=stops_on(board, blocker)))


def without_stops(sight: Sight) -> Sight:
    """Return the answer without the `stops` of its barriers. Rules and checkers use this form."""
    return _each_blocker(sight, lambda blocker: replace(blocker, stops=None))


def stops_on(board: Board, blocker: Blocker) -> tuple[StopName, ...] | None:
    """Return the things that a barrier of an answer stops on this board; None means everything."""
    if blocker.what not in ("wall", "door", "gate"):
        return None
    if not blocker.free:
        threshold = board.edge(*blocker.where)
    else:
        ends = frozenset(map(tuple, blocker.where))
        walls = (each for each in board.free_walls() if frozenset(each.ends) == ends)
        threshold = next((each.threshold for each in walls), None)
    return None if threshold is None else stops_of(threshold)


def _each_blocker(sight: Sight, change: Callable[[Blocker], Blocker]) -> Sight:
    def changed(blockers: Iterable[Blocker]) -> tuple[Blocker, ...]:
        return tuple(map(change, blockers))

    return replace(
        sight,
        blockers=changed(sight.blockers),
        cleared=changed(sight.cleared),
        lines=tuple(replace(line, blockers=changed(line.blockers)) for line in sight.lines),
    )
