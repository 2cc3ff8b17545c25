"""The rules of a skirmish: legal actions, their results, and why others are illegal.

    battle = new_battle("ridge", seed=7)
    battle = apply(battle, legal_actions(battle)[0])

Battles are values: `apply` returns a new one, or raises with the reason and changes nothing. Legal
actions depend only on what the active side can know.
"""

from __future__ import annotations

from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError
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
from sightline.games.skirmish.battle import (
    DEPLOYING,
    DRAW,
    FIGHTING,
    OVER,
    Battle,
    percent,
    seen_by,
    seen_enemies,
)
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield
from sightline.games.skirmish.board.units import SHOT, SIDES
from sightline.games.skirmish.words import (
    attack_objection,
    deploy_objection,
    march_objection,
)
from sightline.model.numbers import short_repr
from sightline.texts import say, word

PASS = Pass()


# --- legal actions --------------------------------------------------------------------------------


def legal_actions(battle: Battle) -> list[SkirmishAction]:
    """Return every legal action of the active side in a stable order, `Pass()` last.

    Resigning is always possible and not listed. During deployment, only a few deployments of each
    side are listed; others are legal, too.

    >>> from sightline.games.skirmish import apply, legal_actions, new_battle
    >>> battle = new_battle("crossing")
    >>> battle = apply(battle, legal_actions(battle)[0])
    >>> battle = apply(battle, legal_actions(battle)[0])
    >>> legal_actions(battle)[0]
    March(unit=0, to=Hex(q=1, r=-5))
    """
    if battle.phase != FIGHTING:
        if battle.phase == OVER:
            return []
        return [
            action
            for side in (0, 1)
            if not battle.ready[side]
            for action in battle.field.deployments(side)
        ]
    side, at, moves, armed = battle.side, battle.at, battle.moves, battle.armed
    found: list[SkirmishAction] = []
    targets: list[int] | None = None
    taken = 0
    for place in at:
        taken |= 1 << place
    for unit in battle.field.members[side]:
        here = at[unit]
        if here == NOWHERE:
            continue
        options = battle.field.options[unit]
        points = moves[unit]
        if points:
            marches = options.marches(here)
            if not taken & marches.around:
                found += marches.by_points[points]
            else:
                found += [m for to, cost, m in marches.steps if cost <= points and to not in at]
        if not armed[unit]:
            continue
        if options.shoots:
            if targets is None:
                targets = seen_enemies(battle, side)
            chances = options.chances(here)
            found += [options.shots[target] for target in targets if chances[at[target]]]
        elif battle.charges[unit]:
            found += options.strikes(here)
    found.append(PASS)
    return found


def why_not(battle: Battle, action: SkirmishAction) -> str | None:
    """Return why the action is illegal now, or None.

    >>> from sightline.games.skirmish import Shot, new_battle, why_not
    >>> why_not(new_battle(), Shot(0, 6))
    'both sides deploy first'
    """
    if type(action) not in _KINDS:
        raise InvalidTypeError(
            f"action: expected March, Shot or the like, got {short_repr(action)}"
        )
    if battle.phase == OVER:
        return say("it is over: {result}", result=battle.result)
    if isinstance(action, Resign):
        return None if action.side in (0, 1) else _no_side(action.side)
    if isinstance(action, Deploy):
        if action.side not in (0, 1):
            return _no_side(action.side)
        return deploy_objection(battle, action)
    if battle.phase == DEPLOYING:
        return say("both sides deploy first")
    if isinstance(action, Pass):
        return None
    unit = action.unit
    if type(unit) is not int or unit not in battle.field.members[battle.side]:
        return _not_yours(battle, unit)
    if battle.at[unit] == NOWHERE:
        return say("the {name} has fallen", name=word(battle.field.units[unit].name))
    if isinstance(action, March):
        return march_objection(battle, action)
    return attack_objection(battle, action)


def acting_side(battle: Battle, action: SkirmishAction) -> int:
    """Return the side whose action it is. The other side's player may not send it.

    >>> from sightline.games.skirmish import Pass, Resign, acting_side, new_battle
    >>> acting_side(new_battle(), Resign(1)), acting_side(new_battle(), Pass())
    (1, 0)
    """
    return action.side if isinstance(action, (Deploy, Resign)) else battle.side


def _no_side(side: Any) -> str:
    return f"side: expected 0 (red) or 1 (blue), got {short_repr(side)}"


def _not_yours(battle: Battle, unit: Any) -> str:
    units = battle.field.units
    own = battle.field.members[battle.side]
    if type(unit) is int and 0 <= unit < len(units):
        return say(
            "it is the turn of {side}, and the {name} is not theirs",
            side=word(SIDES[battle.side]),
            name=word(units[unit].name),
        )
    return f"unit: expected {own[0]} to {own[-1]}, got {short_repr(unit)}"


_KINDS: tuple[type[Any], ...] = (Deploy, March, Shot, Blast, Flame, Pass, Resign)


# --- results --------------------------------------------------------------------------------------


def apply(battle: Battle, action: SkirmishAction) -> Battle:
    """Return the battle after the action, or raise `InvalidValueError` with the reason if it is
    illegal.

    >>> from sightline.games.skirmish import Resign, apply, new_battle
    >>> apply(new_battle(), Resign(0)).result
    'blue wins, 0 : 0: red resigned'
    """
    reason = why_not(battle, action)
    if reason is not None:
        raise InvalidValueError(reason)
    match action:
        case March():
            return _march(battle, action)
        case Shot():
            return _shoot(battle, action)
        case Blast() | Flame():
            return _strike(battle, action.unit, struck(battle, action), battle.rolled)
        case Pass():
            return _pass(battle)
        case Deploy():
            return _deploy(battle, action)
        case Resign():
            ending = "gone" if action.gone else "resigned"
            return battle._replace(phase=OVER, winner=1 - action.side, ending=ending)


def _march(battle: Battle, action: March) -> Battle:
    field, unit = battle.field, action.unit
    to = field.tables.index[action.to]
    at, moves = bytearray(battle.at), bytearray(battle.moves)
    moves[unit] -= step_cost(field, at[unit], to)
    at[unit] = to
    known = _remembered(field, battle.fog, at, battle.known)
    return battle._replace(at=bytes(at), moves=bytes(moves), known=known)


def step_cost(field: Battlefield, a: int, b: int) -> int:
    """Return the cost of the step between two neighbors; the step must be possible."""
    for to, cost in field.tables.steps[a]:
        if to == b:
            return cost
    raise InvalidValueError(
        say(
            "no step leads from {start} to {end}",
            start=str(field.tables.cells[a]),
            end=str(field.tables.cells[b]),
        )
    )


def _shoot(battle: Battle, action: Shot) -> Battle:
    options = battle.field.options[action.unit]
    chance = options.chances(battle.at[action.unit])[battle.at[action.target]]
    hit = percent(battle.seed, battle.rolled) <= chance
    return _strike(battle, action.unit, [action.target] if hit else [], battle.rolled + 1)


def struck(battle: Battle, action: Blast | Flame) -> list[int]:
    """Return all units that a blast or a cone hurts, friend and foe."""
    tables, kind = battle.field.tables, battle.field.units[action.unit].kind
    if isinstance(action, Blast):
        mask = tables.circle(tables.index[action.at], kind.radius)
    else:
        toward = tables.index[action.toward]
        mask = tables.cone(battle.at[action.unit], toward, kind.range)
    return [unit for unit, place in enumerate(battle.at) if place != NOWHERE and mask >> place & 1]


def _strike(battle: Battle, attacker: int, hurt: list[int], rolled: int) -> Battle:
    """Return the battle after an attack, which ends the unit's turn."""
    field, kind = battle.field, battle.field.units[attacker].kind
    moves, armed = bytearray(battle.moves), bytearray(battle.armed)
    moves[attacker] = armed[attacker] = 0
    charges = battle.charges
    if kind.weapon != SHOT:
        left = bytearray(charges)
        left[attacker] -= 1
        charges = bytes(left)
    if not hurt:
        return battle._replace(
            moves=bytes(moves), armed=bytes(armed), charges=charges, rolled=rolled
        )
    at, health, points = bytearray(battle.at), bytearray(battle.health), list(battle.points)
    for unit in hurt:
        health[unit] = max(0, health[unit] - kind.damage)
        if health[unit] == 0:
            at[unit] = NOWHERE
            moves[unit] = armed[unit] = 0
            points[1 - field.units[unit].side] += field.units[unit].kind.worth
    after = battle._replace(
        moves=bytes(moves),
        armed=bytes(armed),
        charges=charges,
        rolled=rolled,
        at=bytes(at),
        health=bytes(health),
        points=(points[0], points[1]),
        known=_remembered(field, battle.fog, at, battle.known),
    )
    standing = [bool(after.living(side)) for side in (0, 1)]
    return after if all(standing) else _finished(after, "destroyed", standing)


def _finished(battle: Battle, ending: str, left: list[bool] | None = None) -> Battle:
    """Return the battle after its end: the side with units left wins, else the one with more
    points.
    """
    red, blue = battle.points
    winner = DRAW if red == blue else int(blue > red)
    if left is not None and any(left):
        winner = int(left[1])
    return battle._replace(phase=OVER, winner=winner, ending=ending)


def _pass(battle: Battle) -> Battle:
    if battle.side == 0:
        return _begin_turn(battle._replace(side=1))
    if max(battle.points) >= battle.field.goal and battle.points[0] != battle.points[1]:
        return _finished(battle, "points")
    if battle.round == battle.field.rounds:
        return _finished(battle, "rounds")
    return _begin_turn(battle._replace(side=0, round=battle.round + 1))


def _begin_turn(battle: Battle) -> Battle:
    """Return the battle after the start of a side's turn: a point for each flag it holds, and
    new moves.
    """
    field, side, at = battle.field, battle.side, battle.at
    moves, armed = bytearray(len(at)), bytearray(len(at))
    for unit in field.members[side]:
        if at[unit] != NOWHERE:
            moves[unit], armed[unit] = field.units[unit].kind.move, 1
    points = list(battle.points)
    points[side] += len(held_flags(battle, side))
    return battle._replace(moves=bytes(moves), armed=bytes(armed), points=(points[0], points[1]))


def held_flags(battle: Battle, side: int) -> list[int]:
    """Return the flags on which a unit of the side stands."""
    standing = {battle.at[unit] for unit in battle.field.members[side]}
    return [flag for flag in battle.field.flag_indices if flag in standing]


def _deploy(battle: Battle, action: Deploy) -> Battle:
    field, at = battle.field, bytearray(battle.at)
    for unit, cell in zip(field.members[action.side], action.at, strict=True):
        at[unit] = field.tables.index[cell]
    ready = (battle.ready[0] or action.side == 0, battle.ready[1] or action.side == 1)
    after = battle._replace(at=bytes(at), ready=ready)
    if not all(ready):
        return after
    known = _remembered(field, battle.fog, at, battle.known)
    return _begin_turn(after._replace(phase=FIGHTING, known=known))


def _remembered(field: Battlefield, fog: bool, at: bytearray, known: bytes) -> bytes:
    """Return the hex where each side last saw each of the other's units, after its view is
    updated.
    """
    found = bytearray(known)
    for side in (0, 1):
        seen = seen_by(field, at, side) if fog else field.tables.everything
        for unit in field.members[1 - side]:
            place = at[unit]
            if place == NOWHERE:
                found[unit] = NOWHERE
            elif seen >> place & 1:
                found[unit] = place
    return bytes(found)
