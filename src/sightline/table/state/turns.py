"""The initiative: its entries, the active one, and the next one.

The order is a list of entries, and the active one is stored by its *id*, so it stays active when
others are added, moved or removed. Entries with the same value keep their order. Going back is done
by undo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sightline.table.state.records import FigureRecord, Refusal, plain

MAX_TURNS = 200
"""The maximum number of entries of one initiative."""


class TurnEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the initiative. A figure that acts twice has two entries."""

    id: str
    figure: str
    number: int | None = None
    """The initiative value, highest first."""
    defeated: bool = False
    """Whether its turns are skipped."""
    delayed: bool = False
    """Whether it delayed its turn and will act later in this round."""


class TurnsRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The initiative of a map."""

    entries: tuple[TurnEntry, ...] = ()
    active: str = ""
    """The id of the active entry; "" before the start."""
    round: int = 0
    in_turn_only: bool = False
    """Whether players may act with a figure only in its turn."""
    numbers_shown: bool = False
    """Whether players get the numbers of others."""

    def find(self, entry: str) -> TurnEntry:
        for each in self.entries:
            if each.id == entry:
                return each
        raise Refusal("turnGone")

    def active_entry(self) -> TurnEntry | None:
        return next((each for each in self.entries if each.id == self.active), None)


def turns_from(value: Any) -> TurnsRecord:
    return msgspec.convert(value, TurnsRecord)


# --- changing the order ---------------------------------------------------------------------------


def with_entry(turns: TurnsRecord, entry: TurnEntry) -> TurnsRecord:
    """Return the order with this entry, placed after all with the same or a higher value."""
    if len(turns.entries) >= MAX_TURNS:
        raise Refusal("tooManyTurns", most=MAX_TURNS)
    return replace(turns, entries=_inserted(turns.entries, entry))


def with_changed(turns: TurnsRecord, entry: TurnEntry) -> TurnsRecord:
    """Return the order with this entry replaced. A new value moves it."""
    before = turns.find(entry.id)
    if before.number == entry.number:
        same = tuple(entry if each.id == entry.id else each for each in turns.entries)
        return replace(turns, entries=same)
    others = tuple(each for each in turns.entries if each.id != entry.id)
    return replace(turns, entries=_inserted(others, entry))


def moved_before(turns: TurnsRecord, entry: str, before: str | None) -> TurnsRecord:
    """Return the order with the entry moved directly before another; None moves it to the end."""
    moved = turns.find(entry)
    others = [each for each in turns.entries if each.id != entry]
    places = [each.id for each in others]
    if before is not None and before != entry:
        turns.find(before)
    if before == entry:
        return turns
    others.insert(len(others) if before is None else places.index(before), moved)
    return replace(turns, entries=tuple(others))


def without(turns: TurnsRecord, gone: Callable[[TurnEntry], bool]) -> TurnsRecord:
    """Return the order without these entries.

    If one of them was active, the next one becomes active. No entry is skipped, and the round ends
    where it would have ended.
    """
    left = tuple(each for each in turns.entries if not gone(each))
    active = turns.active_entry()
    if active is None or not gone(active):
        return replace(turns, entries=left)
    at = turns.entries.index(active)
    after = [each for each in turns.entries[at + 1 :] if not gone(each) and not each.defeated]
    first = next((each for each in left if not each.defeated), None)
    if after:
        return replace(turns, entries=left, active=after[0].id)
    if first is None:
        return replace(turns, entries=left, active="", round=0)
    return replace(turns, entries=_undelayed(left), active=first.id, round=turns.round + 1)


def _inserted(entries: Sequence[TurnEntry], entry: TurnEntry) -> tuple[TurnEntry, ...]:
    at = len(entries)
    if entry.number is not None:
        lower = (
            place
            for place, each in enumerate(entries)
            if each.number is None or each.number < entry.number
        )
        at = next(lower, at)
    return (*entries[:at], entry, *entries[at:])


# --- advancing ------------------------------------------------------------------------------------


def begun(turns: TurnsRecord) -> TurnsRecord:
    """Return the initiative at the first turn of the first round."""
    first = next((each for each in turns.entries if not each.defeated), None)
    if first is None:
        raise Refusal("allDefeated" if turns.entries else "initiativeEmpty")
    return replace(turns, entries=_undelayed(turns.entries), active=first.id, round=1)


def next_turn(turns: TurnsRecord) -> TurnsRecord:
    """Return the initiative at the next turn. After the last entry comes the first, in the next
    round.
    """
    places = [each.id for each in turns.entries]
    at = places.index(turns.active)
    later = [each for each in turns.entries[at + 1 :] if not each.defeated]
    if later:
        return replace(turns, active=later[0].id)
    again = [each for each in turns.entries[: at + 1] if not each.defeated]
    if not again:
        raise Refusal("allDefeated")
    entries = _undelayed(turns.entries)
    return replace(turns, entries=entries, active=again[0].id, round=turns.round + 1)


def delayed(turns: TurnsRecord) -> TurnsRecord | None:
    """Return the initiative with the active turn delayed, so that the next entry acts first.

    Return None if the active entry is the last of the round.
    """
    active = turns.active_entry()
    if active is None:
        return None
    at = turns.entries.index(active)
    places = range(at + 1, len(turns.entries))
    follows = next((place for place in places if not turns.entries[place].defeated), None)
    if follows is None:
        return None
    entries = [*turns.entries[:at], *turns.entries[at + 1 : follows + 1]]
    entries += [replace(active, delayed=True), *turns.entries[follows + 1 :]]
    return replace(turns, entries=tuple(entries), active=turns.entries[follows].id)


def with_numbers(turns: TurnsRecord, numbers: Mapping[str, int]) -> TurnsRecord:
    """Return the order with these values by entry, sorted. Entries with equal values keep their
    order.
    """
    entries: tuple[TurnEntry, ...] = tuple(each for each in turns.entries if each.id not in numbers)
    for each in turns.entries:
        if each.id in numbers:
            entries = _inserted(entries, replace(each, number=numbers[each.id]))
    return replace(turns, entries=entries)


def _undelayed(entries: Sequence[TurnEntry]) -> tuple[TurnEntry, ...]:
    """Return the entries without delays, for a new round."""
    return tuple(replace(each, delayed=False) if each.delayed else each for each in entries)


def ticked(figure: FigureRecord, ended: str, begins: str) -> FigureRecord:
    """Return the figure after one turn ends and another begins.

    Conditions that are counted at these points lose a round, and expire at zero.
    """
    if not figure.conditions:
        return figure
    left = []
    for each in figure.conditions:
        counts = (each.counted_at == "end" and each.entry == ended) or (
            each.counted_at == "start" and each.entry == begins
        )
        if not (counts and each.rounds):
            left.append(each)
        elif each.rounds > 1:
            left.append(replace(each, rounds=each.rounds - 1))
    return replace(figure, conditions=tuple(left))


def turns_value(turns: TurnsRecord) -> dict[str, Any] | None:
    """Return the stored form, or None for an empty order with default settings."""
    return None if turns == TurnsRecord() else plain(turns)
