"""Explanations: why an action is illegal, and how a chance is computed.

The sentences contain only what the active side can know: of an unseen enemy, only that it is
unseen.
"""

from __future__ import annotations

from sightline.answers.sight import Sight
from sightline.engine import trace
from sightline.games.skirmish.actions import Blast, Deploy, Flame, March, Shot
from sightline.games.skirmish.battle import Battle, visible
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield
from sightline.games.skirmish.board.tables import (
    BEST_CHANCE,
    HEIGHT_BONUS,
    INTO_WOODS,
    LEAST_CHANCE,
    PER_LEVEL,
    RULE,
    STEP,
)
from sightline.games.skirmish.board.units import BLAST, CONE, SHOT, SIDES
from sightline.model.cell import Hex, hex_distance
from sightline.model.numbers import short_repr
from sightline.texts import say, word


def sight_between(field: Battlefield, a: Hex, b: Hex) -> Sight:
    """Return the engine's answer with its proof. Its method `explain()` describes it.

    >>> from sightline.games.skirmish import shipped_battlefield, sight_between
    >>> sight_between(shipped_battlefield("crossing"), (0, -5), (0, -3)).visible
    True
    """
    return trace(field.board, a, b, RULE)


# --- objections -----------------------------------------------------------------------------------


def deploy_objection(battle: Battle, action: Deploy) -> str | None:
    """Return why a deployment is illegal, or None."""
    field, side = battle.field, action.side
    if battle.ready[side]:
        return say("{side} has deployed already", side=word(SIDES[side]))
    count = len(field.members[side])
    if len(action.at) != count:
        return say(
            "{side} has {n} units to deploy, and {m} hexes are given",
            side=word(SIDES[side]),
            n=count,
            m=len(action.at),
        )
    for i, cell in enumerate(action.at):
        if cell not in field.zones[side]:
            return say(
                "{tile} is not in the zone of {side}", tile=str(cell), side=word(SIDES[side])
            )
        if cell in action.at[:i]:
            return say("{tile} is given twice", tile=str(cell))
    return None


def march_objection(battle: Battle, action: March) -> str | None:
    """Return why the side's own unit may not take this step, or None."""
    field, here, points = battle.field, battle.at[action.unit], battle.moves[action.unit]
    tables = field.tables
    to = tables.index.get(action.to)
    if to is None:
        return say("{tile} is off the map", tile=str(action.to))
    for there, cost in tables.steps[here]:
        if there == to:
            other = battle.unit_on(to)
            if other is not None:
                return say(
                    "the {name} stands on {tile}",
                    name=word(field.units[other].name),
                    tile=str(action.to),
                )
            return None if cost <= points else _too_dear(battle, action, cost)
    if to not in tables.neighbors(here):
        return say(
            "{tile} is not next to {start}", tile=str(action.to), start=str(tables.cells[here])
        )
    if tables.solid[to]:
        return say("there is rock on {tile}", tile=str(action.to))
    return say(
        "there is a wall between {start} and {tile}",
        start=str(tables.cells[here]),
        tile=str(action.to),
    )


def _too_dear(battle: Battle, action: March, cost: int) -> str:
    unit, points = battle.field.units[action.unit], battle.moves[action.unit]
    if not battle.armed[action.unit]:
        return say("the {name} has attacked, and does no more in this turn", name=word(unit.name))
    return say(
        "the step to {tile} costs {cost}, and the {name} has {n} left",
        tile=str(action.to),
        cost=cost,
        name=word(unit.name),
        n=points,
    )


def attack_objection(battle: Battle, action: Shot | Blast | Flame) -> str | None:
    """Return why the side's own unit may not make this attack, or None."""
    field = battle.field
    unit = field.units[action.unit]
    needed = {Shot: SHOT, Blast: BLAST, Flame: CONE}[type(action)]
    if unit.kind.weapon != needed:
        return say(
            "the {name} has no such weapon: {weapon}", name=word(unit.name), weapon=word(needed)
        )
    if not battle.armed[action.unit]:
        return say("the {name} has attacked in this turn already", name=word(unit.name))
    if isinstance(action, Shot):
        return _shot_objection(battle, action)
    if not battle.charges[action.unit]:
        return say("the {name} has no charges left", name=word(unit.name))
    if isinstance(action, Blast):
        return _blast_objection(battle, action)
    tables = field.tables
    toward = tables.index.get(action.toward)
    if toward is None:
        return say("{tile} is off the map", tile=str(action.toward))
    if toward not in tables.neighbors(battle.at[action.unit]):
        return say("a cone opens toward a neighbor, and {tile} is not one", tile=str(action.toward))
    return None


def _shot_objection(battle: Battle, action: Shot) -> str | None:
    field, target = battle.field, action.target
    if type(target) is not int or target not in field.members[1 - battle.side]:
        return f"target: expected the number of an enemy, got {short_repr(target)}"
    unit, enemy = field.units[action.unit], field.units[target]
    if not battle.health[target]:
        return say("the {name} has fallen", name=word(enemy.name))
    here, there = battle.at[action.unit], battle.at[target]
    if not visible(battle, battle.side) >> there & 1:
        return say("nobody of yours sees the {name}", name=word(enemy.name))
    if field.options[action.unit].chances(here)[there]:
        return None
    cells = field.tables.cells
    return _out_of_reach(field, cells[here], cells[there], unit.kind.range, enemy.name)


def _blast_objection(battle: Battle, action: Blast) -> str | None:
    field = battle.field
    unit, cells = field.units[action.unit], field.tables.cells
    there = field.tables.index.get(action.at)
    if there is None:
        return say("{tile} is off the map", tile=str(action.at))
    here = battle.at[action.unit]
    if there == here:
        return say("the {name} stands on {tile} itself", name=word(unit.name), tile=str(action.at))
    if field.tables.seen_within(unit.kind.range)[here] >> there & 1:
        return None
    return _out_of_reach(field, cells[here], cells[there], unit.kind.range, str(action.at))


def _out_of_reach(field: Battlefield, a: Hex, b: Hex, reach: int, name: str) -> str:
    far = hex_distance(a, b)
    if far > reach:
        return say(
            "{name} is out of range: {n} hexes away, and the range is {range}",
            name=word(name),
            n=far,
            range=reach,
        )
    return sight_between(field, a, b).explain()


# --- calculations ---------------------------------------------------------------------------------


def about_step(field: Battlefield, a: int, b: int) -> str:
    """Return the cost of the step between two neighbors, with the reasons: `woods 2, 1 level up
    1`.
    """
    tables = field.tables
    ground = say("open ground {n}", n=STEP)
    if tables.woods[b]:
        ground = say("woods {n}", n=STEP + INTO_WOODS)
    up = tables.height[b] - tables.height[a]
    if up <= 0:
        return ground
    if up == 1:
        return say("{ground}, 1 level up {cost}", ground=ground, cost=PER_LEVEL)
    return say("{ground}, {n} levels up {cost}", ground=ground, n=up, cost=PER_LEVEL * up)


def about_chance(field: Battlefield, unit: int, a: int, b: int) -> str:
    """Return the calculation of the chance of a shot.

    An example is `75 % + 10 % for height, 70 % of it through cover: 59 %`.
    """
    tables, kind = field.tables, field.units[unit].kind
    chance = field.options[unit].chances(a)[b]
    leaves = tables.through_cover(a)[b]
    levels = tables.height[a] - tables.height[b]
    words: str = say("{n} %", n=kind.accuracy)
    bonus = HEIGHT_BONUS * abs(levels)
    if levels > 0:
        words += say(" + {n} % for height", n=bonus)
    elif levels < 0:
        words += say(" - {n} % for height", n=bonus)
    if leaves != 100:
        words += say(", {n} % of it through cover", n=leaves)
    raw = (kind.accuracy + HEIGHT_BONUS * levels) * leaves // 100
    if raw != chance:
        words += say(", at least") if raw < LEAST_CHANCE else say(", at most")
        assert chance in (LEAST_CHANCE, BEST_CHANCE)
    return words if words == f"{chance} %" else words + say(": {n} %", n=chance)


def status_of(battle: Battle, unit: int) -> str:
    """Return one line about a unit, for its own side."""
    each = battle.field.units[unit]
    if battle.at[unit] == NOWHERE:
        return f"{each.name}: " + ("not deployed" if battle.health[unit] else "fallen")
    charges = f", {battle.charges[unit]} charges" if each.kind.charges else ""
    armed = "ready" if battle.armed[unit] else "has attacked"
    if unit not in battle.field.members[battle.side]:
        armed = "waits"
    return (
        f"{each.name} on {battle.where(unit)}: health {battle.health[unit]}/{each.kind.health},"
        f" moves {battle.moves[unit]}/{each.kind.move}, {armed}{charges}"
    )
