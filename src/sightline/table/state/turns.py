"""Keeps an order of turns: who is in it, whose turn it is, and who comes next.

The order is a list of entries, and the turn is the *id* of one of them: whoever is added, moved or
taken out, it stays with whom it was. Entries with the same number keep the order in which they
stand. Going back is undoing: nothing here counts backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sightline.table.state.records import FigureRecord, Refusal, plain

MAX_TURNS = 200
"""The most entries of one order."""
NOBODY_LEFT = "Nobody is left to take a turn: all are defeated."


class TurnEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One place in the order. A figure that acts twice has two."""

    id: str
    figure: str
    number: int | None = None
    """What it is sorted by, the highest first."""
    defeated: bool = False
    """It is passed over."""


class TurnsRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of turns of a map."""

    entries: tuple[TurnEntry, ...] = ()
    active: str = ""
    """The id of the entry whose turn it is; "": nobody's, for it has not begun."""
    round: int = 0
    in_turn_only: bool = False
    """May players act with a figure in its turn only?"""
    numbers_shown: bool = False
    """Do players get the numbers of others?"""

    def find(self, entry: str) -> TurnEntry:
        for each in self.entries:
            if each.id == entry:
                return each
        raise Refusal("That is not in the order of turns any more.")

    def active_entry(self) -> TurnEntry | None:
        return next((each for each in self.entries if each.id == self.active), None)


def turns_from(value: Any) -> TurnsRecord:
    return msgspec.convert(value, TurnsRecord)


# --- changing the order ---------------------------------------------------------------------------


def with_entry(turns: TurnsRecord, entry: TurnEntry) -> TurnsRecord:
    """With one more, after all who have the same number or a higher one."""
    if len(turns.entries) >= MAX_TURNS:
        raise Refusal(f"An order of turns has at most {MAX_TURNS} entries.")
    return replace(turns, entries=_inserted(turns.entries, entry))


def with_changed(turns: TurnsRecord, entry: TurnEntry) -> TurnsRecord:
    """With this in place of the entry of that id; one with another number is sorted in anew."""
    before = turns.find(entry.id)
    if before.number == entry.number:
        same = tuple(entry if each.id == entry.id else each for each in turns.entries)
        return replace(turns, entries=same)
    others = tuple(each for each in turns.entries if each.id != entry.id)
    return replace(turns, entries=_inserted(others, entry))


def moved_before(turns: TurnsRecord, entry: str, before: str | None) -> TurnsRecord:
    """With the entry right before that one; None: last."""
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
    """Without these entries. If it was the turn of one of them, it is the next one's now: nobody is
    passed over, and a round ends where it would have ended."""
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
    return replace(turns, entries=left, active=first.id, round=turns.round + 1)


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


# --- going on -------------------------------------------------------------------------------------


def begun(turns: TurnsRecord) -> TurnsRecord:
    """The first turn of the first round."""
    first = next((each for each in turns.entries if not each.defeated), None)
    if first is None:
        raise Refusal(NOBODY_LEFT if turns.entries else "Put somebody into the order first.")
    return replace(turns, active=first.id, round=1)


def next_turn(turns: TurnsRecord) -> TurnsRecord:
    """The next one's turn; after the last one the first one's, in the next round."""
    places = [each.id for each in turns.entries]
    at = places.index(turns.active)
    later = [each for each in turns.entries[at + 1 :] if not each.defeated]
    if later:
        return replace(turns, active=later[0].id)
    again = [each for each in turns.entries[: at + 1] if not each.defeated]
    if not again:
        raise Refusal(NOBODY_LEFT)
    return replace(turns, active=again[0].id, round=turns.round + 1)


def ticked(figure: FigureRecord, ended: str, begins: str) -> FigureRecord:
    """The figure when a turn ends and another begins: conditions that are counted there have a
    round less, and those that had one are over."""
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
    """As it is kept; an order that nobody is in, and that says nothing, is none."""
    return None if turns == TurnsRecord() else plain(turns)
