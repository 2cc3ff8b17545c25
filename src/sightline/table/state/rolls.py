"""Parse dice notation ("2d6+1"), roll the dice, and store every roll.

The faces come from the system's random source when the roll is made, never from a seed, so no file
reveals future rolls. Rolls are never deleted; undone ones are marked.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from sightline.table.state.records import Refusal

MAX_DICE = 100
"""The maximum number of dice in one roll."""
MAX_SIDES = 1_000
MAX_PARTS = 10
MAX_PLUS = 10_000
MAX_ROLLS = 50_000
"""The maximum number of rolls that a table stores."""

Choice = Literal["", "kh", "kl", "dh", "dl"]
"""Keep or drop, and the highest or the lowest; "" keeps all."""
_PART = re.compile(
    r"([+-]?)(?:(\d{0,3})d(\d{1,4}|%)(!?)(?:([kd]?[hl])(\d{0,3}))?(!?)|(\d{1,5}))", re.ASCII
)


class RolledDice(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of one part of a roll, in order."""

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...] = ()
    """The indices of the dice that count; empty means all."""
    minus: bool = False
    exploding: bool = False
    """Whether each highest face added another die. The added dice come last."""

    @property
    def total(self) -> int:
        counted = [self.faces[place] for place in self.kept] if self.kept else self.faces
        return -sum(counted) if self.minus else sum(counted)


class RollRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll of dice as it is stored."""

    id: str
    by: str
    """`MASTER`, or the player's id."""
    who: str
    """The person's name at that time."""
    when: str
    """The time in ISO 8601 and UTC."""
    text: str
    """The dice notation, such as "2d6+1"."""
    purpose: str = ""
    dice: tuple[RolledDice, ...] = ()
    plus: int = 0
    total: int = 0
    said: bool = False
    """Whether a player reported a roll of real dice."""
    secret: bool = False
    """Whether others know only that a roll was made."""
    taken_back: bool = False


class DicePart(Struct, frozen=True):
    """A number of dice of the same kind, and which of them count."""

    count: int
    sides: int
    minus: bool = False
    choice: Choice = ""
    chosen: int = 0
    """The number of dice to keep or drop."""
    exploding: bool = False
    """Whether each highest face adds another die, up to `MAX_DICE` in this part."""


def roll_from(value: Any) -> RollRecord:
    return msgspec.convert(value, RollRecord)


def read_dice(text: str) -> tuple[list[DicePart], int]:
    """Parse dice notation into its dice and the modifier."""
    compact = "".join(text.split()).lower()
    parts: list[DicePart] = []
    plus = at = 0
    while at < len(compact):
        found = _PART.match(compact, at)
        if found is None or (at and not found[1]):
            raise Refusal("notDice", dice=MAX_DICE, sides=MAX_SIDES)
        at = found.end()
        sign, count, sides, before, choice, chosen, after, number = found.groups()
        if number is not None:
            plus += -int(number) if sign == "-" else int(number)
            continue
        part = DicePart(
            int(count or 1),
            100 if sides == "%" else int(sides),
            sign == "-",
            _choice(choice or ""),
            int(chosen or 1) if choice else 0,
            bool(before or after),
        )
        if not (part.count >= 1 and 2 <= part.sides <= MAX_SIDES) or (before and after):
            raise Refusal("notDice", dice=MAX_DICE, sides=MAX_SIDES)
        least = 1 if part.choice else 0
        most = part.count - 1 if part.choice in ("dh", "dl") else part.count
        if not least <= part.chosen <= most:
            raise Refusal("notDice", dice=MAX_DICE, sides=MAX_SIDES)
        parts.append(part)
    rolled = sum(part.count for part in parts)
    if not 1 <= rolled <= MAX_DICE or len(parts) > MAX_PARTS or abs(plus) > MAX_PLUS:
        raise Refusal("notDice", dice=MAX_DICE, sides=MAX_SIDES)
    return parts, plus


def _choice(written: str) -> Choice:
    """Return the choice that a notation means. "h" and "l" mean keep."""
    return cast("Choice", f"k{written}" if written in ("h", "l") else written)


def dice_text(parts: list[DicePart], plus: int) -> str:
    """Return the notation in canonical form."""
    words = ""
    for part in parts:
        sign = "-" if part.minus else "+" if words else ""
        count = "" if part.count == 1 else part.count
        chosen = f"{part.choice}{part.chosen}" if part.choice else ""
        words += f"{sign}{count}d{part.sides}{'!' if part.exploding else ''}{chosen}"
    return words + (f"{plus:+d}" if plus else "")


def rolled(part: DicePart) -> RolledDice:
    """Roll the dice. Dice added by explosions may be kept or dropped like the others."""
    faces = [secrets.randbelow(part.sides) + 1 for _ in range(part.count)]
    if part.exploding:
        at = 0
        while at < len(faces) < MAX_DICE:
            if faces[at] == part.sides:
                faces.append(secrets.randbelow(part.sides) + 1)
            at += 1
    return RolledDice(part.sides, tuple(faces), _kept(part, faces), part.minus, part.exploding)


def _kept(part: DicePart, faces: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the dice that count; empty means all."""
    if not part.choice:
        return ()
    drops = part.choice[0] == "d"
    count = len(faces) - part.chosen if drops else part.chosen
    highest = part.choice in ("kh", "dl")
    by_face = sorted(range(len(faces)), key=faces.__getitem__, reverse=highest)
    return tuple(sorted(by_face[:count]))


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
