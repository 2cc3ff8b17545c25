"""Works out what can be undone and redone, from the journal alone: a restart changes nothing.

    the master undoes    the last change that holds, whoever made it
    a player undoes      their own last move, if nobody has moved that figure since
    redo                 what one has undone oneself; a new change ends that (the master's redo:
                         anybody's change; a player's: one of their own, or of the same figure)

Undoing and redoing are rows of the journal themselves. To the master a player's undo is a change
like any other: so the changes that hold always lie one on top of the other, and taking away the
last one always fits.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from sightline.table.state.archive import archiving, is_large, restoring
from sightline.table.state.fog import NOTHING_TAUGHT, FogChange, Taught, unpacked
from sightline.table.state.keys import archived_key, map_key, map_of
from sightline.table.state.laid_picture import pictures_in
from sightline.table.state.records import MASTER, Refusal
from sightline.table.state.world import CHANGED_MEANWHILE, JournalEntry, World, inverse

MAX_ROWS = 2_000
"""How many changes the journal remembers."""
MAX_ENTRIES = 400_000
"""How many entries they may have all together; a map of 256 x 256 tiles can have 200,000."""


_LEFT_OUT = object()
"""A field that a record does not have: those that came later are left out where nobody set them."""


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
    entries: tuple[JournalEntry, ...] = ()
    made: str = ""
    """The id of what was made, for the answer."""
    ruling: Any = None
    """A decision of the master's, which is kept elsewhere: what it takes to undo and redo it."""
    undoes: int | None = None
    redoes: int | None = None
    fog: FogChange | None = None
    """What players got to know or forgot, because the master said so."""
    taught: Taught = NOTHING_TAUGHT
    """What it showed or revealed to each player."""
    forgets: bool = False
    """Undone with it: what it had shown was forgotten."""
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
        self._holding: list[JournalRow] = []
        """Every change that holds and can be undone, the last on top."""
        self._moves: dict[str, list[JournalRow]] = {}
        """Of these, each player's own moves."""
        self._undone: dict[str, list[JournalRow]] = {}
        """What each has undone and may redo, the next on top."""
        for row in rows:
            self.add(row)

    # --- asking

    def find(self, actor: str, change_id: str) -> JournalRow | None:
        """The change that was made under this id, if it was."""
        return self._by_id.get((actor, change_id))

    def next_undo(self, actor: str) -> JournalRow | None:
        """What this actor would undo."""
        mine = self._holding if actor == MASTER else self._moves.get(actor)
        return mine[-1] if mine else None

    def next_redo(self, actor: str) -> JournalRow | None:
        """What this actor would redo."""
        mine = self._undone.get(actor)
        return mine[-1] if mine else None

    def changed_since(self, row: JournalRow) -> bool:
        """Has a change that holds touched the same things since?"""
        later = self._holding[self._holding.index(row) + 1 :]
        undone = {each.undoes for each in later} & {each.seq for each in later}
        return any(
            _clash(row.entries, each.entries)
            for each in later
            if each.seq not in undone and each.undoes not in undone
        )

    def remembers_map(self, map_id: str) -> bool:
        """Is there a change to undo or redo that brings this map to the table, or takes it away?"""
        keys = (map_key(map_id), archived_key(map_id))
        return any(
            entry.key in keys
            for rows in (self._holding, *self._undone.values())
            for row in rows
            for entry in row.entries
        )

    def remembers_pictures(self) -> set[str]:
        """The digests of all pictures that undoing or redoing could bring back."""
        rows = {row.seq: row for rows in (self._holding, *self._undone.values()) for row in rows}
        return {
            digest
            for row in rows.values()
            for entry in row.entries
            for value in (entry.before, entry.after)
            for digest in pictures_in(value)
        }

    def shown_by(self, row: JournalRow) -> dict[str, int]:
        """For each player the tiles that they know by this change alone: it showed them,
        and nothing since that still counts. What was undone does not, if it was forgotten along
        with it or had shown them nothing new; what undoing itself showed was known before."""
        later = [
            each
            for seq, each in self._rows.items()
            if seq > row.seq and each.undoes is None and each.taught.map == row.taught.map
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

    def remembers_ruling(self, map_id: str, number: int) -> bool:
        """Is there a change by which the master made this ruling?"""
        rulings = (row.ruling for row in self._rows.values() if row.ruling is not None)
        return any((each["map"], each["number"]) == (map_id, number) for each in rulings)

    # --- following the journal

    def add(self, row: JournalRow) -> None:
        """Take in the next row of the journal."""
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
            if row.actor != MASTER and (row.kind == "move" or row.redoes is not None):
                self._moves.setdefault(row.actor, []).append(row)
            if row.actor != MASTER:
                self._undone.pop(MASTER, None)
        for actor, undone in self._undone.items():
            if actor not in (MASTER, row.actor):
                undone[:] = [each for each in undone if not _clash(each.entries, row.entries)]
        self._tail.add(row.seq, len(row.entries))
        self._trim()

    def _take_back(self, row: JournalRow, undone: JournalRow | None) -> None:
        if undone is None:  # forgotten by now
            return
        self._undone.setdefault(row.actor, []).append(undone)
        _drop(self._moves.get(undone.actor, []), undone)
        if row.actor == MASTER:
            _drop(self._holding, undone)
            again = None if undone.undoes is None else self._rows.get(undone.undoes)
            if again is not None:  # the player's move holds again that the player had undone
                insort(self._moves.setdefault(again.actor, []), again, key=lambda each: each.seq)

    def _trim(self) -> None:
        while (oldest := next(iter(self._rows))) < self._tail.first:
            row = self._rows.pop(oldest)
            if self._by_id.get((row.actor, row.change_id)) is row:
                del self._by_id[row.actor, row.change_id]
            for rows in (self._holding, *self._moves.values(), *self._undone.values()):
                _drop(rows, row)


def _drop(rows: list[JournalRow], row: JournalRow | None) -> None:
    if row is not None and row in rows:
        rows.remove(row)


def undoing(world: World, row: JournalRow) -> list[JournalEntry]:
    """The entries that take a change back out of what is there now. Only what it changed goes
    back: a figure that was renamed after it moved keeps its new name."""
    return _back_to(world, inverse(row.entries))


def redoing(world: World, row: JournalRow) -> list[JournalEntry]:
    """The entries that make an undone change again."""
    return _back_to(world, row.entries)


def _back_to(world: World, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    moved = _moved_maps(world, entries)
    renewed = [entry for moving in moved.values() for entry in moving]
    for entry in entries:
        if moved and map_of(entry.key) in moved:
            continue
        if entry.key.startswith("roll|"):
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
    """A roll is never deleted: undone, it is marked as taken back; and made again, no longer."""
    now = world.values[entry.key]
    return JournalEntry(entry.key, now, {**now, "taken_back": entry.after is None})


def _moved_maps(world: World, entries: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    """The large maps that would be made or taken apart, and what is done instead: they are put
    away, and taken out again."""
    moved = {}
    for entry in entries:
        if entry.key.startswith("map|"):
            map_id = entry.key.removeprefix("map|")
            scene = world.scenes.get(map_id)
            if entry.after is None and scene is not None and is_large(scene):
                moved[map_id] = archiving(map_id)
            elif entry.before is None and map_id in world.archived:
                moved[map_id] = restoring(map_id)
    return moved


def _fitting(world: World, value: Any) -> Any:
    """A figure's record without owners who were shown the door meanwhile: they do not come back,
    and what was done before they left can still be undone."""
    if not isinstance(value, dict) or "owners" not in value:
        return value
    return {**value, "owners": [owner for owner in value["owners"] if owner in world.players]}


_ABSENT = object()
"""In place of a field that a record leaves out."""


def _merged(entry: JournalEntry, now: Any) -> Any:
    """What `now` becomes when the entry's change is made on it."""
    fields = _fields(entry)
    if fields is None or not isinstance(now, dict):
        if now != entry.before:
            raise Refusal(CHANGED_MEANWHILE)
        return entry.after
    if any(now.get(name, _ABSENT) != entry.before.get(name, _ABSENT) for name in fields):
        raise Refusal(CHANGED_MEANWHILE)
    kept = {name: value for name, value in now.items() if name not in fields}
    return kept | {name: entry.after[name] for name in fields if name in entry.after}


def _fields(entry: JournalEntry) -> set[str] | None:
    """Which fields of a record the entry changes; None: all of it, for it comes or goes."""
    before, after = entry.before, entry.after
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return None
    return {
        name
        for name in before.keys() | after.keys()
        if before.get(name, _ABSENT) != after.get(name, _ABSENT)
    }


def _clash(some: Sequence[JournalEntry], others: Sequence[JournalEntry]) -> bool:
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
