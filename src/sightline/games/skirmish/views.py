"""A side's view of a battle: everything that its page, its automatic player or its agent may know.

Battles that differ only in what a side has not seen have equal views for it, byte for byte.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sightline.games.common.bit_sets import bits
from sightline.games.skirmish.battle import DEPLOYING, Battle, visible
from sightline.games.skirmish.board.battlefield import NOWHERE
from sightline.games.skirmish.board.units import SIDES
from sightline.model.cell import Hex
from sightline.model.hexagon import HexBoard

OWN, SEEN, REMEMBERED, UNKNOWN, FALLEN = "own", "seen", "remembered", "unknown", "fallen"


@dataclass(frozen=True)
class UnitView:
    """A unit as a side knows it. Fields are None if they are unknown."""

    unit: int
    name: str
    side: int
    kind: str
    status: str
    """"own", "seen", "remembered" (where it was last seen), "unknown" (its position) or
    "fallen".
    """
    at: Hex | None
    health: int | None
    moves: int | None
    armed: bool | None
    charges: int | None


@dataclass(frozen=True)
class SideView:
    """A battle as a side knows it."""

    side: int
    phase: str
    turn: int
    """The side whose turn it is."""
    round: int
    points: tuple[int, int]
    ready: tuple[bool, bool]
    result: str
    seen: tuple[Hex, ...]
    """The visible hexes."""
    units: tuple[UnitView, ...]

    def to_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "side": SIDES[self.side],
            "phase": self.phase,
            "turn": SIDES[self.turn],
            "round": self.round,
            "points": list(self.points),
            "ready": list(self.ready),
            "result": self.result,
            "seen": [[q, r] for q, r in self.seen],
            "units": [
                {
                    "unit": each.unit,
                    "name": each.name,
                    "side": SIDES[each.side],
                    "kind": each.kind,
                    "status": each.status,
                    "at": None if each.at is None else [each.at.q, each.at.r],
                    "health": each.health,
                    "moves": each.moves,
                    "armed": each.armed,
                    "charges": each.charges,
                }
                for each in self.units
            ],
        }

    def to_bytes(self) -> bytes:
        """Return the view as JSON, always in the same order."""
        return json.dumps(self.to_data(), separators=(",", ":")).encode()


def view(battle: Battle, side: int) -> SideView:
    """Return what a side may know now: its own units, visible enemies, the last known positions of
    the others, the points, and fallen units.

    >>> from sightline.games.skirmish import apply, legal_actions, new_battle, view
    >>> battle = apply(new_battle("crossing"), legal_actions(new_battle("crossing"))[0])
    >>> [each.status for each in view(battle, 1).units][:2], view(battle, 1).ready
    (['unknown', 'unknown'], (True, False))
    """
    seen = 0 if battle.phase == DEPLOYING else visible(battle, side)
    return SideView(
        side=side,
        phase=battle.phase,
        turn=battle.side,
        round=battle.round,
        points=battle.points,
        ready=battle.ready,
        result=battle.result,
        seen=tuple(battle.field.tables.cells[i] for i in bits(seen)),
        units=tuple(_unit_view(battle, side, seen, i) for i in range(len(battle.field.units))),
    )


def _unit_view(battle: Battle, side: int, seen: int, number: int) -> UnitView:
    unit, at = battle.field.units[number], battle.at[number]
    status, place = UNKNOWN, NOWHERE
    health = moves = charges = None
    armed = None
    if not battle.health[number]:
        status, health = FALLEN, 0
    elif unit.side == side:
        status, place, health = OWN, at, battle.health[number]
        moves, charges = battle.moves[number], battle.charges[number]
        armed = bool(battle.armed[number])
    elif at != NOWHERE and seen >> at & 1:
        status, place, health = SEEN, at, battle.health[number]
    elif battle.known[number] != NOWHERE:
        status, place = REMEMBERED, battle.known[number]
    where = None if place == NOWHERE else battle.field.tables.cells[place]
    return UnitView(
        number, unit.name, unit.side, unit.kind.name, status, where, health, moves, armed, charges
    )


def known_board(battle: Battle, side: int) -> HexBoard:
    """Return the map with the units that a side knows, as figures: for pictures and queries.

    As in the game, units do not block sight.

    >>> from sightline.games.skirmish import known_board, new_battle
    >>> known_board(new_battle("ridge"), 0).figures()
    []
    """
    board = battle.field.board.copy()
    for each in view(battle, side).units:
        if each.at is not None and each.status != REMEMBERED:
            board.place(
                each.name,
                each.at,
                blocks_sight=False,
                side=SIDES[each.side],
                kind="hero" if each.status == OWN else "enemy",
            )
    return board


def believed(battle: Battle, side: int) -> Battle:
    """Return a battle that a side can assume, based only on its view.

    Unseen enemies stand where they were last seen, unhurt and with all their charges, or nowhere if
    the side sees that they left. A fair automatic player plans with this battle: it has no future
    dice and no secrets.
    """
    field = battle.field
    seen = 0 if battle.phase == DEPLOYING else visible(battle, side)
    at, health, charges = bytearray(battle.at), bytearray(battle.health), bytearray(battle.charges)
    moves, armed, known = bytearray(battle.moves), bytearray(battle.armed), bytearray(battle.known)
    for unit in field.members[1 - side]:
        kind = field.units[unit].kind
        moves[unit] = armed[unit] = 0
        charges[unit] = kind.charges
        if health[unit] and not (at[unit] != NOWHERE and seen >> at[unit] & 1):
            last = battle.known[unit]
            left = last != NOWHERE and seen >> last & 1
            at[unit], health[unit] = NOWHERE if left else last, kind.health
    for unit in field.members[side]:
        known[unit] = at[unit]  # what the enemy knows is hidden
    return battle._replace(
        seed=0,
        rolled=0,
        at=bytes(at),
        health=bytes(health),
        charges=bytes(charges),
        moves=bytes(moves),
        armed=bytes(armed),
        known=bytes(known),
    )
