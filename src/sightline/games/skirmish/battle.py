"""The state of a skirmish as a value of integers and bytes, cheap to create and to compare."""

from __future__ import annotations

from typing import NamedTuple

from sightline.errors import InvalidTypeError
from sightline.games.common.dice import check_seed, die
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield, shipped_battlefield
from sightline.games.skirmish.board.units import SIDES
from sightline.model.cell import Hex
from sightline.model.numbers import short_repr
from sightline.texts import say, word

DEPLOYING, FIGHTING, OVER = "deploying", "fighting", "over"
NOBODY, DRAW = -1, 2


class Battle(NamedTuple):
    """The full state of a skirmish, including what only one side knows.

    A side is 0 (red) or 1 (blue). Fields of bytes have one entry per unit, in the order of
    `field.units`. Hexes are numbers in the order of `field.board.cells`. `view(battle, side)` is
    what a side may know.
    """

    field: Battlefield
    seed: int
    fog: bool
    """Whether there is fog of war. Without it, both sides see everything."""
    phase: str
    side: int
    """The side whose turn it is."""
    round: int
    rolled: int
    """The number of dice rolled so far."""
    points: tuple[int, int]
    winner: int
    """0 or 1, `DRAW`, or `NOBODY` while the battle is not over."""
    ending: str
    """Why the battle is over: points, rounds, destroyed, resigned, gone; empty before the
    end.
    """
    ready: tuple[bool, bool]
    """Whether each side has deployed."""
    at: bytes
    health: bytes
    moves: bytes
    """Each unit's move points left this turn."""
    armed: bytes
    """1 for each unit that may still attack this turn."""
    charges: bytes
    known: bytes
    """The hex where the other side last saw each unit, or `NOWHERE`."""

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return self.phase == OVER

    @property
    def result(self) -> str:
        """The winner and the reason, as text; empty before the end."""
        if not self.is_over:
            return ""
        score = f"{self.points[0]} : {self.points[1]}"
        if self.winner == DRAW:
            return say("a draw, {score}", score=score)
        loser = word(SIDES[1 - self.winner])
        why = {
            "points": say("by points"),
            "rounds": say("by points after the last round"),
            "destroyed": say("nobody else is left"),
            "resigned": say("{side} resigned", side=loser),
            "gone": say("{side} is gone", side=loser),
        }[self.ending]
        return say(
            "{side} wins, {score}: {why}", side=word(SIDES[self.winner]), score=score, why=why
        )

    def where(self, unit: int) -> Hex | None:
        """Return the hex of a unit; None if it has fallen or is not deployed."""
        at = self.at[unit]
        return None if at == NOWHERE else self.field.tables.cells[at]

    def unit_on(self, at: int) -> int | None:
        """Return the unit on the hex with that number."""
        found = self.at.find(at)
        return None if at == NOWHERE or found < 0 else found

    def living(self, side: int) -> list[int]:
        """Return the units of a side that are on the field."""
        return [unit for unit in self.field.members[side] if self.at[unit] != NOWHERE]

    def __repr__(self) -> str:
        return (
            f"<Battle: {self.field.title}, round {self.round}, {SIDES[self.side]} on,"
            f" {self.points[0]} : {self.points[1]}, {self.phase}>"
        )


def new_battle(field: Battlefield | str = "crossing", seed: int = 0, *, fog: bool = True) -> Battle:
    """Return the initial state, in which both sides must deploy.

    `field` is your own battlefield, or the name of a map that comes with sightline.

    >>> from sightline.games.skirmish import new_battle
    >>> new_battle("ridge", seed=7)
    <Battle: The ridge, round 1, red on, 0 : 0, deploying>
    """
    if isinstance(field, str):
        field = shipped_battlefield(field)
    if not isinstance(field, Battlefield):
        raise InvalidTypeError(f"field: expected a Battlefield or a name, got {short_repr(field)}")
    check_seed(seed)
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
    """Return roll number n of a hundred-sided die: 1 to 100.

    The same seed gives the same rolls on every machine.
    """
    return die(seed, n, 100)


def visible(battle: Battle, side: int) -> int:
    """Return the hexes that a side sees now, as bits."""
    field = battle.field
    if not battle.fog:
        return field.tables.everything
    return seen_by(field, battle.at, side)


def seen_by(field: Battlefield, at: bytes | bytearray, side: int) -> int:
    """Return the hexes that a side's units see, as bits: within their sight range, along a clear
    ray.
    """
    mask = 0
    options = field.options
    for unit in field.members[side]:
        place = at[unit]
        if place != NOWHERE:
            mask |= options[unit].eyes[place]
    return mask


def seen_enemies(battle: Battle, side: int) -> list[int]:
    """Return the enemy units that this side sees now."""
    mask, at = visible(battle, side), battle.at
    return [
        unit
        for unit in battle.field.members[1 - side]
        if at[unit] != NOWHERE and mask >> at[unit] & 1
    ]
