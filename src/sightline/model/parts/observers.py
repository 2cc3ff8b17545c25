"""How a board announces its changes, and how callers keep a snapshot of it.

Derived data that is cached (the kernels' planes, the planes of rule packs, copies on a GPU)
observes the board and is notified right after each change. A board knows nothing else about its
observers.
"""

from __future__ import annotations

from _thread import allocate_lock
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from sightline.model.board import Board
    from sightline.model.parts.free_walls import WallChange

ObserverT = TypeVar("ObserverT")

_numbers = count()
_snapshot_lock = allocate_lock()


class Observer(Protocol):
    """The interface that a board calls after each change.

    Indexes refer to its planes (`model.planes`).
    """

    def tile_changed(self, board: Any, index: int) -> None:
        """Handle a change of a tile's ground, terrain or figures."""

    def edge_changed(self, board: Any, direction: int, index: int, old: int) -> None:
        """Handle a change of an edge; `old` is the code it had before."""

    def walls_changed(self, board: Any, changed: Sequence[WallChange]) -> None:
        """Handle a change of free walls; `changed` lists those added, removed or replaced."""

    def elevation_changed(self, board: Any, index: int, old: Fraction | None) -> None:
        """Handle a change of the height of a tile's ground."""

    def cover_changed(self, board: Any) -> None:
        """Handle a change of the soft cover of hexes."""

    def all_changed(self, board: Any) -> None:
        """Handle the replacement of whole planes."""


class BoardSnapshot:
    """A board at one moment. The board is copied only when it is about to change."""

    __slots__ = ("__weakref__", "boards", "copied", "number")

    def __init__(self) -> None:
        self.number = next(_numbers)
        """A number that is higher for later snapshots."""
        self.boards: dict[str, Any] = {}
        """Cached results of `Board.stopping`, by its argument."""
        self.copied: Board | None = None
        """A copy of the board before its first change; None if it has not changed since."""


class Moment:
    """A board as it was when this object was created."""

    __slots__ = ("_board", "_snapshot")

    def __init__(self, board: Board[Any]) -> None:
        self._board, self._snapshot = board, board.snapshot()

    def board(self) -> Board[Any]:
        """Return the board as it was. Do not change it."""
        return self._snapshot.copied or self._board


class Observable:
    """A base class that notifies observers of changes."""

    observers: tuple[Observer, ...] = ()
    _snapshot: BoardSnapshot | None = None

    def attach(self, observer: Observer) -> None:
        """Notify this observer of every change from now on."""
        self.observers = (*self.observers, observer)

    def detach(self, observer: Observer) -> None:
        """Stop notifying this observer."""
        self.observers = tuple(each for each in self.observers if each is not observer)

    def observer(self, kind: type[ObserverT]) -> ObserverT | None:
        """Return the attached observer of that type, or None."""
        for each in self.observers:
            if isinstance(each, kind):
                return each
        return None

    def snapshot(self) -> BoardSnapshot:
        """Return a snapshot of the board. It is shared until the next change."""
        with _snapshot_lock:  # two threads may ask for the first field at once
            if self._snapshot is None:
                self._snapshot = BoardSnapshot()
            return self._snapshot

    def _before_change(self) -> None:
        """Copy the board for those who keep a snapshot. Every change calls this first."""
        if self._snapshot is not None:
            held = ref(self._snapshot)
            self._snapshot = None
            snapshot = held()
            if snapshot is not None:  # someone else keeps it
                snapshot.copied = self.copy()

    def planes_replaced(self) -> None:
        """Notify the observers that whole planes were replaced."""
        for each in self.observers:
            each.all_changed(self)

    def copy(self) -> Any:
        raise NotImplementedError
