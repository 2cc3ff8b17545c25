"""What can be undone and redone, worked out from the journal alone: a restart changes nothing.

    the master undoes    the last change that can be undone, whoever made it
    a player undoes      their own last move, if nobody has moved that figure since
    redo                 what one has undone oneself; a new change (for a player: one of their own)
                         ends that

Undoing is itself a row of the journal, and so is redoing. Some changes cannot be undone, such as
showing somebody the door: whatever rests on what they changed leaves the history with them, or it
would stand in the way of all that came before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from sightline.apps.web.records import MASTER, Refusal
from sightline.apps.web.world import CHANGED_MEANWHILE, Entry, World, inverse

MAX_ROWS = 2_000
"""How many changes the journal remembers."""
MAX_ENTRIES = 400_000
"""How many entries they may have all together; a map of 256 x 256 tiles can have 200,000."""


class JournalRow(Struct, frozen=True, omit_defaults=True):
    """One change, as it was made."""

    actor: str
    """`MASTER`, or a player's id."""
    change_id: str
    """Made by the page: sent again after a lost line, it is done once."""
    label: str
    """What was done, in words: "moved Mira"."""
    kind: str = ""
    """The tag of the action."""
    undoable: bool = True
    entries: tuple[Entry, ...] = ()
    made: str = ""
    """The id of what was made, for the answer."""
    ruling: Any = None
    """A decision of the master's, which is kept elsewhere: what it takes to undo and redo it."""
    undoes: int | None = None
    redoes: int | None = None
    seq: int = 0
    """Its place in the journal: given by the store."""


class Tail:
    """Which rows are remembered: the last ones, within both limits; the very last always."""

    def __init__(self) -> None:
        self.first = 1
        self._weights: deque[int] = deque()
        self._total = 0

    def add(self, seq: int, entries: int) -> None:
        """The next row has that place and so many entries."""
        if not self._weights:
            self.first = seq
        self._weights.append(entries)
        self._total += entries
        while len(self._weights) > 1 and (
            len(self._weights) > MAX_ROWS or self._total > MAX_ENTRIES
        ):
            self._total -= self._weights.popleft()
            self.first += 1


class History:
    """The journal's tail, and what can be undone and redone by whom."""

    def __init__(self, rows: Iterable[JournalRow] = ()) -> None:
        self._tail = Tail()
        self._rows: dict[int, JournalRow] = {}
        self._by_id: dict[tuple[str, str], JournalRow] = {}
        self._undo: list[JournalRow] = []
        self._redo: dict[str, list[JournalRow]] = {}
        for row in rows:
            self.add(row)

    # --- asking

    def find(self, actor: str, change_id: str) -> JournalRow | None:
        """The change that was made under this id, if it was."""
        return self._by_id.get((actor, change_id))

    def next_undo(self, actor: str) -> JournalRow | None:
        """What this actor would undo."""
        if actor == MASTER:
            return self._undo[-1] if self._undo else None
        own = (row for row in reversed(self._undo) if row.actor == actor and row.kind == "move")
        return next(own, None)

    def next_redo(self, actor: str) -> JournalRow | None:
        """What this actor would redo."""
        undone = self._redo.get(actor)
        return undone[-1] if undone else None

    def changed_since(self, row: JournalRow) -> bool:
        """Has anything that still holds touched the same things since?"""
        later = self._undo[self._undo.index(row) + 1 :]
        return any(_clash(row.entries, each.entries) for each in later)

    # --- following the journal

    def add(self, row: JournalRow) -> None:
        """Take in the next row of the journal."""
        self._rows[row.seq] = row
        self._by_id[row.actor, row.change_id] = row
        if row.undoes is not None:
            self._take_undo(row, self._rows.get(row.undoes))
        elif row.redoes is not None:
            self._take_redo(row, self._rows.get(row.redoes))
        elif row.undoable and (row.entries or row.ruling is not None):
            self._undo.append(row)
            self._redo.pop(MASTER, None)
            self._redo.pop(row.actor, None)
            self._forget_redo(row)
        else:
            self._undo = [each for each in self._undo if not _clash(each.entries, row.entries)]
            self._forget_redo(row)
        self._tail.add(row.seq, len(row.entries))
        self._trim()

    def _take_undo(self, row: JournalRow, undone: JournalRow | None) -> None:
        self._forget_redo(row, besides=row.actor)
        if undone is not None and undone in self._undo:
            self._undo.remove(undone)
            self._redo.setdefault(row.actor, []).append(undone)

    def _take_redo(self, row: JournalRow, redone: JournalRow | None) -> None:
        self._forget_redo(row, besides=row.actor)
        mine = self._redo.get(row.actor, [])
        if redone is not None and redone in mine:
            mine.remove(redone)
            self._undo.append(redone)

    def _forget_redo(self, row: JournalRow, besides: str = "") -> None:
        """What rests on what has just changed can no longer be redone."""
        for actor, undone in self._redo.items():
            if actor != besides:
                undone[:] = [each for each in undone if not _clash(each.entries, row.entries)]

    def _trim(self) -> None:
        first = self._tail.first
        while self._rows and (oldest := next(iter(self._rows))) < first:
            row = self._rows.pop(oldest)
            if self._by_id.get((row.actor, row.change_id)) is row:
                del self._by_id[row.actor, row.change_id]
            if row in self._undo:
                self._undo.remove(row)
            for undone in self._redo.values():
                if row in undone:
                    undone.remove(row)


def undoing(world: World, row: JournalRow) -> list[Entry]:
    """The entries that take a change back out of what is there now. Only what it changed goes
    back: a figure that was renamed after it moved keeps its new name."""
    return _back_to(world, inverse(row.entries))


def redoing(world: World, row: JournalRow) -> list[Entry]:
    """The entries that make an undone change again."""
    return _back_to(world, row.entries)


def _back_to(world: World, entries: Iterable[Entry]) -> list[Entry]:
    return [
        Entry(entry.key, now, _merged(entry, now))
        for entry in entries
        for now in (world.values.get(entry.key),)
    ]


def _merged(entry: Entry, now: Any) -> Any:
    """What `now` becomes when the entry's change is made on it."""
    fields = _fields(entry)
    if fields is None or not isinstance(now, dict):
        if now != entry.before:
            raise Refusal(CHANGED_MEANWHILE)
        return entry.after
    if any(now[name] != entry.before[name] for name in fields):
        raise Refusal(CHANGED_MEANWHILE)
    return {**now, **{name: entry.after[name] for name in fields}}


def _fields(entry: Entry) -> set[str] | None:
    """Which fields of a record the entry changes; None: all of it, for it comes or goes."""
    before, after = entry.before, entry.after
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return None
    return {name for name in after if before[name] != after[name]}


def _clash(some: Sequence[Entry], others: Sequence[Entry]) -> bool:
    """Do two changes touch the same thing, and the same field of it if it is a record?"""
    if len(some) > len(others):
        some, others = others, some
    known = {entry.key: _fields(entry) for entry in some}
    for entry in others:
        if entry.key in known:
            mine, theirs = known[entry.key], _fields(entry)
            if mine is None or theirs is None or mine & theirs:
                return True
    return False
