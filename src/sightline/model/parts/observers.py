"""How a board publishes its changes, and how others keep a snapshot of it.

Derived data that is cached (the kernels' planes, the planes of rule packs, copies on a GPU)
observes the board: it is notified right after each change. A board knows nothing else about its
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
    """The interface that a board calls after a change. An index refers to its planes
    (`model.planes`).
    """

    def tile_changed(self, board: Any, index: int) -> None:
        """The ground, the terrain or the figures of a tile changed."""

    def edge_changed(self, board: Any, direction: int, index: int, old: int) -> None:
        """An edge changed; `old` is the code it had before."""

    def walls_changed(self, board: Any, changed: Sequence[WallChange]) -> None:
        """The free walls changed; `changed` is what was added, removed or replaced."""

    def elevation_changed(self, board: Any, index: int, old: Fraction | None) -> None:
        """The height of a hex changed."""

    def cover_changed(self, board: Any) -> None:
        """The soft cover of hexes changed."""

    def all_changed(self, board: Any) -> None:
        """Whole planes were replaced."""


class BoardSnapshot:
    """A board at one moment. Nothing is copied until the board changes."""

    __slots__ = ("__weakref__", "boards", "copied", "number")

    def __init__(self) -> None:
        self.number = next(_numbers)
        """Later snapshots have higher numbers."""
        self.boards: dict[str, Any] = {}
        """What `Board.stopping` has computed, by what is stopped."""
        self.copied: Board | None = None
        """The board as it was, if it has changed since; None if it has not."""


class Moment:
    """A board at the moment of creation."""

    __slots__ = ("_board", "_snapshot")

    def __init__(self, board: Board[Any]) -> None:
        self._board, self._snapshot = board, board.snapshot()

    def board(self) -> Board[Any]:
        """The board as it was. Do not change it."""
        return self._snapshot.copied or self._board


class Observable:
    """The observable part of a board."""

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
        """Return the board as it is now. All callers between two changes share one snapshot."""
        with _snapshot_lock:  # two threads may request the first field
            if self._snapshot is None:
                self._snapshot = BoardSnapshot()
            return self._snapshot

    def _before_change(self) -> None:
        """Copy the board for holders of a snapshot. Every change begins with this."""
        if self._snapshot is not None:
            held = ref(self._snapshot)
            self._snapshot = None
            snapshot = held()
            if snapshot is not None:  # another holder exists
                snapshot.copied = self.copy()

    def planes_replaced(self) -> None:
        """Notify the observers that whole planes were replaced."""
        for each in self.observers:
            each.all_changed(self)

    def copy(self) -> Any:
        raise NotImplementedError
