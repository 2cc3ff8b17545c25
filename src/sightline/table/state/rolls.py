"""Reads what dice somebody wants to roll ("2d6+1"), rolls them, and keeps every one.

The faces come from the system's own randomness when the roll is made, never from a seed or a list:
there is nothing in a file that tells what comes next. A roll is never deleted; one that was undone
is kept as taken back.
"""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from sightline.table.state.records import Refusal

MAX_DICE = 100
"""The most dice in one roll."""
MAX_SIDES = 1_000
MAX_PARTS = 10
MAX_PLUS = 10_000
MAX_ROLLS = 50_000
"""The most rolls that a table keeps."""
NOT_DICE = (
    "Write dice as in 2d6+1, d20, 4d6h3 (the highest three) or 2d20l1 (the lowest one):"
    f" at most {MAX_DICE} dice, of 2 to {MAX_SIDES:,} sides."
)

_PART = re.compile(r"([+-]?)(?:(\d{0,3})d(\d{1,4}|%)(?:([hl])(\d{1,3}))?|(\d{1,5}))", re.ASCII)


class RolledDice(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of one part of a roll, in the order in which they fell."""

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...] = ()
    """The places of those that count; empty: all do."""
    minus: bool = False

    @property
    def total(self) -> int:
        counted = [self.faces[place] for place in self.kept] if self.kept else self.faces
        return -sum(counted) if self.minus else sum(counted)


class RollRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One roll, for good."""

    id: str
    by: str
    """`MASTER`, or the player's id."""
    who: str
    """Their name at that time."""
    when: str
    """As ISO 8601 in UTC."""
    text: str
    """What was rolled: "2d6+1"."""
    purpose: str = ""
    dice: tuple[RolledDice, ...] = ()
    plus: int = 0
    total: int = 0
    said: bool = False
    """Real dice were rolled, and this is what somebody said of them."""
    secret: bool = False
    """The others know only that there was a roll."""
    taken_back: bool = False


class DicePart(Struct, frozen=True):
    """So many dice with so many sides, and which of them count."""

    count: int
    sides: int
    minus: bool = False
    keep: str = ""
    """"h": only the highest, "l": only the lowest ..."""
    kept: int = 0
    """... so many."""


def roll_from(value: Any) -> RollRecord:
    return msgspec.convert(value, RollRecord)


def read_dice(text: str) -> tuple[list[DicePart], int]:
    """The dice that the text asks for, and what is added to them."""
    compact = "".join(text.split()).lower()
    parts: list[DicePart] = []
    plus = at = 0
    while at < len(compact):
        found = _PART.match(compact, at)
        if found is None or (at and not found[1]):
            raise Refusal(NOT_DICE)
        at = found.end()
        sign, count, sides, keep, kept, number = found.groups()
        if number is not None:
            plus += -int(number) if sign == "-" else int(number)
            continue
        part = DicePart(
            int(count or 1),
            100 if sides == "%" else int(sides),
            sign == "-",
            keep or "",
            int(kept or 0),
        )
        if not (part.count >= 1 and 2 <= part.sides <= MAX_SIDES):
            raise Refusal(NOT_DICE)
        if keep and not 1 <= part.kept <= part.count:
            raise Refusal(NOT_DICE)
        parts.append(part)
    rolled = sum(part.count for part in parts)
    if not 1 <= rolled <= MAX_DICE or len(parts) > MAX_PARTS or abs(plus) > MAX_PLUS:
        raise Refusal(NOT_DICE)
    return parts, plus


def dice_text(parts: list[DicePart], plus: int) -> str:
    """The same as everybody reads it, however it was written."""
    words = ""
    for part in parts:
        sign = "-" if part.minus else "+" if words else ""
        kept = f"{part.keep}{part.kept}" if part.keep else ""
        words += f"{sign}{'' if part.count == 1 else part.count}d{part.sides}{kept}"
    return words + (f"{plus:+d}" if plus else "")


def rolled(part: DicePart) -> RolledDice:
    """Roll it."""
    faces = tuple(secrets.randbelow(part.sides) + 1 for _ in range(part.count))
    kept: tuple[int, ...] = ()
    if part.keep:
        by_face = sorted(range(part.count), key=faces.__getitem__, reverse=part.keep == "h")
        kept = tuple(sorted(by_face[: part.kept]))
    return RolledDice(part.sides, faces, kept, part.minus)


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
