"""Boards as they were: how the changes of a board are taken back.

A field shows the board as it was when it was asked, and boards change. A copy for each field would
cost more than the field itself. So a board that was asked for a field writes down, with each of its
changes, how it is taken back; a picture, which is drawn seldom, goes back from the board of today.

A moment is a `Past` and how many changes were in it. A past does not grow without end: after some
changes, or before one of the whole board at once, it gets a copy of the board to go back from, and
the next field begins a new one. A board of which no field is asked writes nothing down.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.model.cell import Point
from sightline.model.figure import Figure
from sightline.model.threshold import Threshold

if TYPE_CHECKING:
    from sightline.model.board import Board

Names: TypeAlias = dict[tuple[int, int], tuple[str, ...]]
"""Who stands on some tiles, in the order in which they came."""

FEWEST_KEPT, TILES_FOR_ONE = 1024, 64
"""So many changes are written down, and one more for so many tiles, before a copy is worth it."""

_numbers = count()


class Past(list[tuple[Any, ...]]):
    """How to take back some changes of one board, oldest first: what does it, and with what."""

    __slots__ = ("__weakref__", "end", "most", "number")

    def __init__(self, tiles: int) -> None:
        super().__init__()
        self.number = next(_numbers)
        """The pasts of one board have rising numbers."""
        self.most = FEWEST_KEPT + tiles // TILES_FOR_ONE
        self.end: Board | None = None
        """The board after all of these changes; None: as it is now."""


def board_at(board: Board, past: Past, changes: int) -> Board:
    """The board as it was when there were so many changes in its past; not to be changed.

    It is the very same board if nothing has changed since.
    """
    end = board if past.end is None else past.end
    if len(past) == changes:
        return end
    then = end.copy()
    for take_back, *arguments in reversed(past[changes:]):
        take_back(then, *arguments)
    return then


# --- how changes are taken back, up to the order in which figures and walls came ------------------


def shared_tiles(board: Board, figure: Figure) -> Names:
    """The names on the tiles that a figure shares: whoever returns would come last."""
    standing = board._standing
    return {tile: names for tile in figure.tiles if len(names := standing[tile]) > 1}


def take_back_place(board: Board, figure: Figure) -> None:
    board._leave(figure)
    del board._figures[figure.name]


def take_back_move(board: Board, old: Figure, names: Names) -> None:
    board._leave(board._figures[old.name])
    board._stand(old)
    board._standing.update(names)


def take_back_removal(board: Board, figure: Figure, at: int, names: Names) -> None:
    board._stand(figure)
    board._standing.update(names)
    figures = list(board._figures.items())
    figures.insert(at, figures.pop())
    board._figures = dict(figures)


def take_back_wall(board: Board, ends: tuple[Point, Point], threshold: Threshold | None) -> None:
    if threshold is None:
        del board._free[ends]
    else:
        board._free[ends] = threshold


def take_back_wall_removal(
    board: Board, ends: tuple[Point, Point], at: int, threshold: Threshold
) -> None:
    walls = list(board._free.items())
    walls.insert(at, (ends, threshold))
    board._free = dict(walls)
