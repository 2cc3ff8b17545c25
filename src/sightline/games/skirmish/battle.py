"""A skirmish at one moment, as a value: whole numbers and bytes, cheap to make and to compare."""

from __future__ import annotations

from typing import NamedTuple

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.skirmish.battlefield import NOWHERE, Battlefield, shipped_battlefield
from sightline.games.skirmish.units import SIDES
from sightline.model.cell import Hex
from sightline.model.numbers import shown, whole

DEPLOYING, FIGHTING, OVER = "deploying", "fighting", "over"
NOBODY, DRAW = -1, 2
MAX_SEED = (1 << 63) - 1
_WORD = (1 << 64) - 1


class Battle(NamedTuple):
    """Everything that is true of a skirmish, also what only one side knows.

    A side is 0 (red) or 1 (blue). The bytes have one entry a unit, in the order of `field.units`;
    hexes are numbers in the order of `field.board.cells`. What a side may know of it is
    `view(battle, side)`.
    """

    field: Battlefield
    seed: int
    fog: bool
    """Off: everybody sees everything."""
    phase: str
    side: int
    """Whose turn it is."""
    round: int
    rolled: int
    """How many dice have fallen."""
    points: tuple[int, int]
    winner: int
    """0 or 1, `DRAW`, or `NOBODY` while it is not over."""
    ending: str
    """Why it is over: points, rounds, destroyed, resigned, gone; empty while it is not."""
    ready: tuple[bool, bool]
    """Who has deployed."""
    at: bytes
    health: bytes
    moves: bytes
    """Points for steps that are left in this turn."""
    armed: bytes
    """1: may attack in this turn."""
    charges: bytes
    known: bytes
    """Where the other side last saw each unit, or `NOWHERE`."""

    @property
    def is_over(self) -> bool:
        """Has somebody won, or nobody?"""
        return self.phase == OVER

    @property
    def result(self) -> str:
        """Who won and why, in words; empty while it is not over."""
        if not self.is_over:
            return ""
        score = f"{self.points[0]} : {self.points[1]}"
        if self.winner == DRAW:
            return f"a draw, {score}"
        why = {
            "points": "by points",
            "rounds": "by points after the last round",
            "destroyed": "nobody else is left",
            "resigned": f"{SIDES[1 - self.winner]} resigned",
            "gone": f"{SIDES[1 - self.winner]} is gone",
        }[self.ending]
        return f"{SIDES[self.winner]} wins, {score}: {why}"

    def where(self, unit: int) -> Hex | None:
        """The hex of a unit; None if it has fallen or is not deployed."""
        at = self.at[unit]
        return None if at == NOWHERE else self.field.tables.cells[at]

    def unit_on(self, at: int) -> int | None:
        """Who stands on the hex of that number."""
        found = self.at.find(at)
        return None if at == NOWHERE or found < 0 else found

    def living(self, side: int) -> list[int]:
        """The units of a side that are on the field."""
        return [unit for unit in self.field.members[side] if self.at[unit] != NOWHERE]

    def __repr__(self) -> str:
        return (
            f"<Battle: {self.field.title}, round {self.round}, {SIDES[self.side]} on,"
            f" {self.points[0]} : {self.points[1]}, {self.phase}>"
        )


def new_battle(field: Battlefield | str = "crossing", seed: int = 0, *, fog: bool = True) -> Battle:
    """The beginning: both sides are to deploy. `field`: one's own, or the name of a shipped map.

    >>> from sightline.games.skirmish import new_battle
    >>> new_battle("ridge", seed=7)
    <Battle: The ridge, round 1, red on, 0 : 0, deploying>
    """
    if isinstance(field, str):
        field = shipped_battlefield(field)
    if not isinstance(field, Battlefield):
        raise InvalidTypeError(f"field: expected a Battlefield or a name, got {shown(field)}")
    if not 0 <= whole(seed, "seed") <= MAX_SEED:
        raise InvalidValueError(f"seed: expected 0 to {MAX_SEED}, got {seed}")
    count = len(field.units)
    return Battle(
        field,
        seed,
        bool(fog),
        DEPLOYING,
        side=0,
        round=1,
        rolled=0,
        points=(0, 0),
        winner=NOBODY,
        ending="",
        ready=(False, False),
        at=bytes([NOWHERE]) * count,
        health=bytes(unit.kind.health for unit in field.units),
        moves=bytes(count),
        armed=bytes(count),
        charges=bytes(unit.kind.charges for unit in field.units),
        known=bytes([NOWHERE]) * count,
    )


def percent(seed: int, n: int) -> int:
    """The n-th roll of a hundred-sided die: 1 to 100, the same for the same seed on any machine."""
    # SplitMix64 of the n-th step; a share of 2^64 in a hundred parts is fair to one part in 2^57.
    word = (_mix(seed) + (n + 1) * 0x9E3779B97F4A7C15) & _WORD
    return 1 + (_mix(word) * 100 >> 64)


def _mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def visible(battle: Battle, side: int) -> int:
    """The hexes that a side sees now, a bit for each."""
    field = battle.field
    if not battle.fog:
        return field.tables.everything
    return seen_by(field, battle.at, side)


def seen_by(field: Battlefield, at: bytes | bytearray, side: int) -> int:
    """What any of a side's units sees: within its sight, and along a clear ray."""
    mask = 0
    options = field.options
    for unit in field.members[side]:
        place = at[unit]
        if place != NOWHERE:
            mask |= options[unit].eyes[place]
    return mask


def seen_enemies(battle: Battle, side: int) -> list[int]:
    """The units of the other side that this one sees now."""
    mask, at = visible(battle, side), battle.at
    return [
        unit
        for unit in battle.field.members[1 - side]
        if at[unit] != NOWHERE and mask >> at[unit] & 1
    ]
