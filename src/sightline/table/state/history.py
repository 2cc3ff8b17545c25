"""The changes that can be undone and redone, derived from the journal, so that a restart keeps
them.

    game master undo    the last active change by any user
    player undo         their own last move, unless the figure was moved since
    redo                the user's own last undo. A new change ends it: any change for the game
                        master, their own or one of the same figure for a player

Undo and redo are rows of the journal themselves. For the game master, a player's undo is a change
like any other. So the active changes form a stack, and undoing the top one always fits.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Container, Iterable, Sequence
from typing import Any

from msgspec import Struct

from sightline.table.state.archive import archiving, is_large, restoring
from sightline.table.state.fog import NOTHING_TAUGHT, FogChange, Taught, unpacked
from sightline.table.state.keys import archived_key, map_key, map_of
from sightline.table.state.laid_picture import pictures_in
from sightline.table.state.records import MASTER, Refusal
from sightline.table.state.world import JournalEntry, World, inverse

MAX_ROWS = 2_000
"""The maximum number of changes that the journal remembers."""
MAX_ENTRIES = 400_000
"""The maximum number of entries in all remembered changes. A map of 256 x 256 tiles can have
200,000.
"""


_LEFT_OUT = object()
"""A marker for a field that a record does not have: newer fields are omitted unless set."""


class JournalRow(Struct, frozen=True, omit_defaults=True):
    """One change in the journal."""

    actor: str
    """`MASTER`, or a player's id."""
    change_id: str
    """A unique id that the page created. A change that is sent again after a lost connection
    is made only once.
    """
    label: str
    """A description, such as "moved Mira"."""
    kind: str = ""
    """The tag of the action."""
    undoable: bool = True
    entries: tuple[JournalEntry, ...] = ()
    made: str = ""
    """The id of what was created, for the reply, or ""."""
    ruling: Any = None
    """The data to undo and redo a ruling of the game master, which is stored elsewhere."""
    undoes: int | None = None
    redoes: int | None = None
    fog: FogChange | None = None
    """The effect of the game master's change to players' memory."""
    taught: Taught = NOTHING_TAUGHT
    """The tiles that the change showed or revealed to each player."""
    forgets: bool = False
    """Whether an undo also made players forget the tiles that the change had shown."""
    seq: int = 0
    """Its position in the journal, set by the store."""


class Tail:
    """The rows that are remembered: the last ones, within both limits, and at least one."""

    def __init__(self) -> None:
        self.first = 1
        self._weights: deque[int] = deque()
        self._total = 0

    def add(self, seq: int, entries: int) -> None:
        """Add a row with this position and number of entries."""
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
    """The journal's tail, and what each actor can undo and redo."""

    def __init__(self, rows: Iterable[JournalRow] = ()) -> None:
        self._tail = Tail()
        self._rows: dict[int, JournalRow] = {}
        self._by_id: dict[tuple[str, str], JournalRow] = {}
        self._holding: list[JournalRow] = []
        """All active changes that can be undone, the last on top."""
        self._moves: dict[str, list[JournalRow]] = {}
        """The active moves of each player."""
        self._undone: dict[str, list[JournalRow]] = {}
        """The changes that each actor has undone and may redo, the next on top."""
        for row in rows:
            self.add(row)

    # --- questions

    def find(self, actor: str, change_id: str) -> JournalRow | None:
        """Return the change with this id, if any."""
        return self._by_id.get((actor, change_id))

    def next_undo(self, actor: str) -> JournalRow | None:
        """Return the change that this actor would undo."""
        mine = self._holding if actor == MASTER else self._moves.get(actor)
        return mine[-1] if mine else None

    def next_redo(self, actor: str) -> JournalRow | None:
        """Return the change that this actor would redo."""
        mine = self._undone.get(actor)
        return mine[-1] if mine else None

    def changed_since(self, row: JournalRow) -> bool:
        """Return whether a later active change touched the same things."""
        later = self._holding[self._holding.index(row) + 1 :]
        undone = {each.undoes for each in later} & {each.seq for each in later}
        return any(
            _clash(row.entries, each.entries)
            for each in later
            if each.seq not in undone and each.undoes not in undone
        )

    def remembers_map(self, map_id: str) -> bool:
        """Return whether undo or redo could add or remove this map."""
        keys = (map_key(map_id), archived_key(map_id))
        return any(
            entry.key in keys
            for rows in (self._holding, *self._undone.values())
            for row in rows
            for entry in row.entries
        )

    def remembers_pictures(self) -> set[str]:
        """Return the digests of all pictures that undo or redo could restore."""
        rows = {row.seq: row for rows in (self._holding, *self._undone.values()) for row in rows}
        return {
            digest
            for row in rows.values()
            for entry in row.entries
            for value in (entry.before, entry.after)
            for digest in pictures_in(value)
        }

    def shown_by(self, row: JournalRow) -> dict[str, int]:
        """Return, for each player, the tiles that they know only because of this change.

        No later active change showed them these tiles. An undone change is ignored if it was
        forgotten or had shown nothing new, because tiles that an undo showed were known before.
        """
        later = [
            each
            for seq, each in self._rows.items()
            if seq > row.seq
            and each.undoes is None
            and (each.taught.map, each.taught.storey) == (row.taught.map, row.taught.storey)
        ]
        undone = {each.undoes: each.forgets for each in self._rows.values()}
        shown = {}
        for player, (gained, _) in row.taught.players.items():
            alone = unpacked(gained)
            for each in later:
                new, again = each.taught.players.get(player, ("", ""))
                if each.seq not in undone or (new and not undone[each.seq]):
                    alone &= ~unpacked(new) & ~unpacked(again)
            if alone:
                shown[player] = alone
        return shown

    def has_in_force(self, map_id: str, numbers: Container[int]) -> bool:
        """Return whether the last remembered change of a ruling made it, not undid it. `numbers`:
        all its numbers, several if it was renewed.
        """
        rulings = (row.ruling for row in reversed(self._rows.values()) if row.ruling is not None)
        of_it = (each for each in rulings if each["map"] == map_id and each["number"] in numbers)
        return next((bool(each["made"]) for each in of_it), False)

    # --- new rows

    def add(self, row: JournalRow) -> None:
        """Add the next row of the journal."""
        self._rows[row.seq] = row
        self._by_id[row.actor, row.change_id] = row
        if row.undoes is not None:
            self._take_back(row, self._rows.get(row.undoes))
        elif row.redoes is not None:
            _drop(self._undone.get(row.actor, []), self._rows.get(row.redoes))
        elif row.undoable:
            self._undone.pop(row.actor, None)
        if row.undoable and (row.entries or row.ruling is not None or row.fog is not None):
            self._holding.append(row)
            if row.actor != MASTER and (row.kind in _MOVES or row.redoes is not None):
                self._moves.setdefault(row.actor, []).append(row)
            if row.actor != MASTER:
                self._undone.pop(MASTER, None)
        for actor, undone in self._undone.items():
            if actor not in (MASTER, row.actor):
                undone[:] = [each for each in undone if not _clash(each.entries, row.entries)]
        self._tail.add(row.seq, len(row.entries))
        self._trim()

    def _take_back(self, row: JournalRow, undone: JournalRow | None) -> None:
        if undone is None:  # these rows are no longer remembered
            return
        self._undone.setdefault(row.actor, []).append(undone)
        _drop(self._moves.get(undone.actor, []), undone)
        if row.actor == MASTER:
            _drop(self._holding, undone)
            again = None if undone.undoes is None else self._rows.get(undone.undoes)
            if again is not None:  # the player's undone move is active again
                insort(self._moves.setdefault(again.actor, []), again, key=lambda each: each.seq)

    def _trim(self) -> None:
        while (oldest := next(iter(self._rows))) < self._tail.first:
            row = self._rows.pop(oldest)
            if self._by_id.get((row.actor, row.change_id)) is row:
                del self._by_id[row.actor, row.change_id]
            for rows in (self._holding, *self._moves.values(), *self._undone.values()):
                _drop(rows, row)


_MOVES = frozenset({"move", "climb"})
"""The kinds of changes that a player may take back."""


def _drop(rows: list[JournalRow], row: JournalRow | None) -> None:
    if row is not None and row in rows:
        rows.remove(row)


def undoing(world: World, row: JournalRow) -> list[JournalEntry]:
    """Return the entries that undo a change in the current state.

    Only the fields that it changed are restored: a figure that was renamed after a move keeps its
    new name.
    """
    return _back_to(world, inverse(row.entries))


def redoing(world: World, row: JournalRow) -> list[JournalEntry]:
    """Return the entries that redo an undone change."""
    return _back_to(world, row.entries)


def _back_to(world: World, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    moved = _moved_maps(world, entries)
    renewed = [entry for moving in moved.values() for entry in moving]
    for entry in entries:
        if moved and map_of(entry.key) in moved:
            continue
        if entry.kind == "roll":
            renewed.append(_roll_back_or_forth(world, entry))
            continue
        fitting = JournalEntry(
            entry.key, *(_fitting(world, each) for each in (entry.before, entry.after))
        )
        now = world.values.get(entry.key)
        after = _merged(fitting, now)
        if after != now:
            renewed.append(JournalEntry(entry.key, now, after))
    return renewed


def _roll_back_or_forth(world: World, entry: JournalEntry) -> JournalEntry:
    """Return an entry that marks a roll as undone, or removes the mark. Rolls are never deleted."""
    now = world.values[entry.key]
    return JournalEntry(entry.key, now, {**now, "taken_back": entry.after is None})


def _moved_maps(world: World, entries: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    """Return the entries of large maps, which are archived or restored instead of being deleted
    or created.
    """
    moved = {}
    for entry in entries:
        if entry.kind == "map":
            map_id = entry.name
            scene = world.scenes.get(map_id)
            if entry.after is None and scene is not None and is_large(scene):
                moved[map_id] = archiving(map_id)
            elif entry.before is None and map_id in world.archived:
                moved[map_id] = restoring(map_id)
    return moved


def _fitting(world: World, value: Any) -> Any:
    """Return a figure's record without owners who have been dismissed.

    They do not come back, but earlier changes can still be undone.
    """
    if not isinstance(value, dict) or "owners" not in value:
        return value
    return {**value, "owners": [owner for owner in value["owners"] if owner in world.players]}


_ABSENT = object()
"""A placeholder for a field that a record omits."""


def _merged(entry: JournalEntry, now: Any) -> Any:
    """Return the current value with the entry's change applied."""
    fields = _fields(entry)
    if fields is None or not isinstance(now, dict):
        if now != entry.before:
            raise Refusal("changedMeanwhile")
        return entry.after
    if any(now.get(name, _ABSENT) != entry.before.get(name, _ABSENT) for name in fields):
        raise Refusal("changedMeanwhile")
    kept = {name: value for name, value in now.items() if name not in fields}
    return kept | {name: entry.after[name] for name in fields if name in entry.after}


def _fields(entry: JournalEntry) -> set[str] | None:
    """Return the fields of a record that the entry changes, or None for all, if it is created or
    deleted.
    """
    before, after = entry.before, entry.after
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return None
    return {
        name
        for name in before.keys() | after.keys()
        if before.get(name, _ABSENT) != after.get(name, _ABSENT)
    }


def _clash(some: Sequence[JournalEntry], others: Sequence[JournalEntry]) -> bool:
    """Return whether two changes touch the same thing, and in a record the same field."""
    if len(some) > len(others):
        some, others = others, some
    known = {entry.key: _fields(entry) for entry in some}
    for entry in others:
        if entry.key in known:
            mine, theirs = known[entry.key], _fields(entry)
            if mine is None or theirs is None or mine & theirs:
                return True
    return False
