"""The events of a battle for a side: what its units saw, and public announcements.

    for event in happened(before, action, after, side=0):
        print(event.text)

Announced to both sides are deployments, passes and resignations, points with their reason, and
fallen units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from sightline.games.common.bit_sets import bits
from sightline.games.skirmish.actions import (
    Blast,
    Deploy,
    Flame,
    March,
    Pass,
    Resign,
    Shot,
    SkirmishAction,
)
from sightline.games.skirmish.battle import FIGHTING, Battle, percent, seen_enemies, visible
from sightline.games.skirmish.board.battlefield import NOWHERE
from sightline.games.skirmish.board.units import SIDES
from sightline.games.skirmish.rules import held_flags, step_cost, struck
from sightline.games.skirmish.words import about_chance, about_step
from sightline.model.cell import Hex
from sightline.texts import PhraseValue, say, word


@dataclass(frozen=True)
class BattleEvent:
    """One event. `text` is a sentence about it. Fields are None if they are unknown or do not
    apply.
    """

    kind: str
    """One of: deploy, begin, march, spotted, vanished, shot, blast, flame, hurt, fell, flag, pass,
    resign, over.
    """
    text: str
    side: int | None = None
    """The side that acts or scores."""
    unit: int | None = None
    target: int | None = None
    at: Hex | None = None
    to: Hex | None = None
    hexes: tuple[Hex, ...] | None = None
    """The hexes of a blast or a cone, or of a deployment."""
    cost: int | None = None
    chance: int | None = None
    roll: int | None = None
    hit: bool | None = None
    damage: int | None = None
    health: int | None = None
    points: int | None = None

    def to_data(self) -> dict[str, Any]:
        """Return plain data, without unknown fields."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {key: _plain(value) for key, value in found.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Hex):
        return [value.q, value.r]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def happened(
    before: Battle, action: SkirmishAction, after: Battle, side: int | None = None
) -> list[BattleEvent]:
    """Return what a side learns of an action, in order; `side=None` returns everything.

    >>> from sightline.games.skirmish import Resign, apply, happened, new_battle
    >>> before = new_battle()
    >>> after = apply(before, Resign(1))
    >>> [event.text for event in happened(before, Resign(1), after, side=0)]
    ['Blue resigns.', 'Red wins, 0 : 0: blue resigned.']
    """
    return list(_Teller(before, action, after, side).tell())


class _Teller:
    """Describes one action to one side."""

    def __init__(
        self, before: Battle, action: SkirmishAction, after: Battle, side: int | None
    ) -> None:
        self.before, self.action, self.after, self.side = before, action, after, side
        self.field = before.field
        self.cells = self.field.tables.cells
        everything = self.field.tables.everything
        self.seen = everything if side is None else visible(before, side)
        self.acting = before.side
        self.own = side is None or side == self.acting

    def tell(self) -> Iterator[BattleEvent]:
        match self.action:
            case March():
                yield from self._march(self.action)
            case Shot():
                yield from self._shot(self.action)
            case Blast() | Flame():
                yield from self._area(self.action)
            case Deploy():
                yield from self._deploy(self.action)
            case Pass():
                yield BattleEvent(
                    "pass", say("{name} ends its turn.", name=_name(self.acting)), side=self.acting
                )
                yield from self._scored()
            case Resign(side, gone):
                name = _name(side)
                text = (
                    say("{name} is gone.", name=name) if gone else say("{name} resigns.", name=name)
                )
                yield BattleEvent("resign", text, side=side)
        if self.after.is_over:
            text = say("{result:cap}.", result=self.after.result)
            winner = self.after.winner if self.after.winner in (0, 1) else None
            yield BattleEvent("over", text, side=winner)

    def _sees(self, place: int) -> bool:
        return place != NOWHERE and bool(self.seen >> place & 1)

    def _unit(self, unit: int) -> str:
        return say("the {name}", name=word(self.field.units[unit].name))

    # --- steps

    def _march(self, action: March) -> Iterator[BattleEvent]:
        unit, side = action.unit, self.acting
        here, there = self.before.at[unit], self.after.at[unit]
        to = self.cells[there]
        name = self._unit(unit)
        if self.own:
            cost = step_cost(self.field, here, there)
            left, most = self.after.moves[unit], self.field.units[unit].kind.move
            text = say(
                "{name:cap} steps to {tile}: {cost}; {n} of {m} left.",
                name=name,
                tile=str(to),
                cost=about_step(self.field, here, there),
                n=left,
                m=most,
            )
            yield BattleEvent("march", text, side, unit, at=self.cells[here], to=to, cost=cost)
            yield from self._spotted(unit)
            return
        sees_here, sees_there = self._sees(here), self._sees(there)
        if sees_here and sees_there:
            text = say(
                "{name:cap} steps from {start} to {end}.",
                name=name,
                start=str(self.cells[here]),
                end=str(to),
            )
            yield BattleEvent("march", text, side, unit, at=self.cells[here], to=to)
        elif sees_here:
            text = say(
                "{name:cap} goes out of sight from {tile}.", name=name, tile=str(self.cells[here])
            )
            yield BattleEvent("vanished", text, side, unit, at=self.cells[here])
        elif sees_there:
            text = say("{name:cap} comes into sight on {tile}.", name=name, tile=str(to))
            yield BattleEvent("spotted", text, side, unit, at=to)

    def _spotted(self, unit: int) -> Iterator[BattleEvent]:
        """Yield the enemies that a step has brought into sight."""
        for enemy in seen_enemies(self.after, self.acting):
            place = self.after.at[enemy]
            if not visible(self.before, self.acting) >> place & 1:
                at = self.cells[place]
                text = say(
                    "{name:cap} sees {other} on {tile}.",
                    name=self._unit(unit),
                    other=self._unit(enemy),
                    tile=str(at),
                )
                yield BattleEvent("spotted", text, 1 - self.acting, enemy, at=at)

    # --- attacks

    def _shot(self, action: Shot) -> Iterator[BattleEvent]:
        unit, target = action.unit, action.target
        here, there = self.before.at[unit], self.before.at[target]
        roll = percent(self.before.seed, self.before.rolled)
        chance = self.field.options[unit].chances(here)[there]
        hit = roll <= chance
        if self.own or self._sees(here):
            text = say(
                "{name:cap} shoots at {other}: {chance}; the die shows {roll}: {end}.",
                name=self._unit(unit),
                other=self._unit(target),
                chance=about_chance(self.field, unit, here, there),
                roll=roll,
                end=say("hit") if hit else say("miss"),
            )
            yield BattleEvent(
                "shot", text, self.acting, unit, target, at=self.cells[here],
                to=self.cells[there], chance=chance, roll=roll, hit=hit,
            )  # fmt: skip
        else:
            name = self._unit(target)
            if hit:
                text = say("A shot from out of sight hits {name}.", name=name)
            else:
                text = say("A shot from out of sight misses {name}.", name=name)
            yield BattleEvent(
                "shot", text, self.acting, None, target, to=self.cells[there], hit=hit
            )
        if hit:
            yield from self._hurt([target])

    def _area(self, action: Blast | Flame) -> Iterator[BattleEvent]:
        unit, tables = action.unit, self.field.tables
        here, kind = self.before.at[unit], self.field.units[unit].kind
        if isinstance(action, Blast):
            kind_of, aim = "blast", tables.index[action.at]
            mask = tables.circle(aim, kind.radius)
        else:
            kind_of, aim = "flame", tables.index[action.toward]
            mask = tables.cone(here, aim, kind.range)
        area = tuple(self.cells[i] for i in bits(mask & self.seen))
        if self.own or self._sees(here):
            values: dict[str, PhraseValue] = {
                "name": self._unit(unit),
                "tile": str(self.cells[aim]),
            }
            if kind_of == "blast":
                text = say("{name:cap} throws a blast at {tile}.", **values)
            else:
                text = say("{name:cap} breathes fire towards {tile}.", **values)
            hexes = area if not self.own else tuple(self.cells[i] for i in bits(mask))
            yield BattleEvent(
                kind_of,
                text,
                self.acting,
                unit,
                at=self.cells[here],
                to=self.cells[aim],
                hexes=hexes,
            )
        elif area:
            text = say("Fire comes out of nowhere.")
            if kind_of == "blast":
                text = say("A blast goes off out of nowhere.")
            yield BattleEvent(kind_of, text, self.acting, hexes=area)
        yield from self._hurt(struck(self.before, action))

    def _hurt(self, hurt: list[int]) -> Iterator[BattleEvent]:
        for unit in hurt:
            place, owner = self.before.at[unit], self.field.units[unit].side
            left = self.after.health[unit]
            if left and (self.side in (None, owner) or self._sees(place)):
                damage = self.before.health[unit] - left
                text = say(
                    "{name:cap} is hurt for {damage}: {left} left.",
                    name=self._unit(unit),
                    damage=damage,
                    left=left,
                )
                yield BattleEvent(
                    "hurt", text, owner, unit, at=self.cells[place], damage=damage, health=left
                )
            elif not left:
                worth = self.field.units[unit].kind.worth
                text = say(
                    "{name:cap} falls: {points} for {side}.",
                    name=self._unit(unit),
                    points=_points(worth),
                    side=word(SIDES[1 - owner]),
                )
                seen = self.side in (None, owner) or self._sees(place)
                at = self.cells[place] if seen else None
                yield BattleEvent("fell", text, 1 - owner, unit, at=at, points=worth)

    # --- turns

    def _deploy(self, action: Deploy) -> Iterator[BattleEvent]:
        mine = self.side in (None, action.side)
        text = say("{name} has deployed.", name=_name(action.side))
        places = tuple(Hex(*cell) for cell in action.at)
        yield BattleEvent("deploy", text, action.side, hexes=places if mine else None)
        if self.after.phase == FIGHTING:
            yield BattleEvent("begin", say("Both sides are in: round 1 begins."))
            for viewer in (0, 1) if self.side is None else (self.side,):
                for enemy in seen_enemies(self.after, viewer):
                    at = self.cells[self.after.at[enemy]]
                    text = say(
                        "{name} sees {other} on {tile}.",
                        name=_name(viewer),
                        other=self._unit(enemy),
                        tile=str(at),
                    )
                    yield BattleEvent("spotted", text, 1 - viewer, enemy, at=at)
            yield from self._scored()

    def _scored(self) -> Iterator[BattleEvent]:
        if self.after.phase != FIGHTING:
            return
        side = self.after.side
        for flag in held_flags(self.after, side):
            at = self.cells[flag]
            text = say("{name} holds the flag on {tile}: 1 point.", name=_name(side), tile=str(at))
            yield BattleEvent("flag", text, side, at=at, points=1)


def _name(side: int) -> str:
    return word(SIDES[side].capitalize())


def _points(number: int) -> str:
    return say("1 point") if number == 1 else say("{n} points", n=number)
