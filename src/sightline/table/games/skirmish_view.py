"""A skirmish in messages: the ground, the known units, and their moves with costs and chances.

Everything is computed from what the side may know.
"""

from __future__ import annotations

from functools import lru_cache

from sightline.answers.sight import Sight
from sightline.games.common.bit_sets import bits
from sightline.games.skirmish import (
    DEPLOYING,
    FIGHTING,
    MAP_NAMES,
    RULE,
    SIDES,
    TUTORIAL,
    Battle,
    Battlefield,
    Blast,
    Flame,
    Prospect,
    Shot,
    Unit,
    UnitView,
    prospects,
    routes,
    seen_enemies,
    shipped_battlefield,
    sight_between,
    view,
    why_not,
)
from sightline.games.skirmish.players.prospects import path_to, ways
from sightline.games.skirmish.views import OWN, UNKNOWN
from sightline.games.skirmish.words import about_chance, about_step
from sightline.model.cell import Hex, hex_distance
from sightline.table.games.skirmish_steps import ALL, CALLED, Chronicle
from sightline.table.protocol.games.skirmish import (
    AttackOffer,
    HexGround,
    SkirmishTarget,
    SkirmishUnit,
    SkirmishView,
    SkirmishWay,
)
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.vision.sight_answer import sight_proof_of
from sightline.texts import join, say, word

ANY_POINTS = 1 << 20


def skirmish_view(battle: Battle, eyes: int, chronicle: Chronicle) -> SkirmishView:
    """Return everything that a page shows for this view. After the end it shows the whole
    battle.
    """
    sees = ALL if battle.is_over else eyes
    shown = SkirmishView(
        ground=ground_of(battle.field),
        phase=battle.phase,
        turn=SIDES[battle.side],
        round=battle.round,
        points=battle.points,
        ready=battle.ready,
        seen=_seen(battle, sees),
        units=_units(battle, sees),
        steps=list(chronicle.steps[eyes]),
        count=chronicle.counts[eyes],
        side=SIDES[eyes] if eyes < CALLED else "",
        fog=battle.fog,
        result=battle.result,
        winner=SIDES[battle.winner] if battle.winner in (0, 1) else "",
    )
    if battle.phase == DEPLOYING and eyes < CALLED and not battle.ready[eyes]:
        shown.deploy = [_pair(cell) for cell in battle.field.deployments(eyes)[0].at]
    if battle.phase == FIGHTING and eyes == battle.side:
        for each in shown.units:
            if each.status == OWN:
                each.ways = _ways(battle, each.unit)
                each.attacks = _attacks(battle, each.unit)
    return shown


# --- ground and units


@lru_cache(maxsize=16)
def ground_of(field: Battlefield) -> HexGround:
    """Return the map as pages draw it."""
    tables, board = field.tables, field.board
    names = [name for name in (*MAP_NAMES, TUTORIAL) if shipped_battlefield(name) == field]
    tiles = []
    for i, cell in enumerate(tables.cells):
        soft = "woods" if tables.woods[i] else "cover" if board.cover(cell) else ""
        tiles.append((cell.q, cell.r, tables.height[i], "rock" if tables.solid[i] else soft))
    return HexGround(
        name=names[0] if names else "",
        title=word(field.title),
        text=word(field.text),
        rounds=field.rounds,
        goal=field.goal,
        tiles=tiles,
        walls=[(a.q, a.r, b.q, b.r) for a, b, _ in board.edges()],
        flags=[_pair(cell) for cell in field.flags],
        red=[_pair(cell) for cell in field.zones[0]],
        blue=[_pair(cell) for cell in field.zones[1]],
        orientation=board.orientation,
        armies=[_army(field, side) for side in (0, 1)],
    )


def _army(field: Battlefield, side: int) -> str:
    names = [field.units[each].kind.name for each in field.members[side]]
    counted = {name: names.count(name) for name in names}
    return join(
        [
            word(f"1 {name}") if count == 1 else say("{n} {units}", n=count, units=word(f"{name}s"))
            for name, count in counted.items()
        ]
    )


def _seen(battle: Battle, eyes: int) -> list[int]:
    if eyes == ALL:
        return bits(battle.field.tables.everything)
    if eyes == CALLED:
        return []
    index = battle.field.tables.index
    return [index[cell] for cell in view(battle, eyes).seen]


def _units(battle: Battle, eyes: int) -> list[SkirmishUnit]:
    if eyes == ALL:  # each unit as its own side knows it
        each_side = (view(battle, 0).units, view(battle, 1).units)
        known = [each_side[unit.side][i] for i, unit in enumerate(battle.field.units)]
    elif eyes == CALLED:
        known = [_only_heard_of(each) for each in view(battle, 0).units]
    else:
        known = list(view(battle, eyes).units)
    return [_unit(battle.field.units[each.unit], each) for each in known]


def _only_heard_of(unit: UnitView) -> UnitView:
    """Return a unit of which only its existence, or its fall, is known."""
    fallen = unit.health == 0
    status = unit.status if fallen else UNKNOWN
    health = 0 if fallen else None
    return UnitView(
        unit.unit, unit.name, unit.side, unit.kind, status, None, health, None, None, None
    )


def _unit(unit: Unit, known: UnitView) -> SkirmishUnit:
    kind = unit.kind
    return SkirmishUnit(
        unit=known.unit,
        name=unit.name,
        side=SIDES[unit.side],
        kind=kind.name,
        letter=kind.letter,
        status=known.status,
        full_health=kind.health,
        move=kind.move,
        sight=kind.sight,
        worth=kind.worth,
        weapon=kind.weapon,
        range=kind.range,
        damage=kind.damage,
        accuracy=kind.accuracy,
        radius=kind.radius,
        at=None if known.at is None else _pair(known.at),
        health=known.health,
        moves=known.moves,
        armed=known.armed,
        charges=known.charges if kind.charges else None,
    )


# --- legal actions


def _ways(battle: Battle, unit: int) -> list[SkirmishWay]:
    points = battle.moves[unit]
    return [
        SkirmishWay(
            f"walk {unit} {cell.q},{cell.r}",
            _pair(cell),
            route.cost,
            points - route.cost,
            [_pair(each) for each in route.path],
        )
        for cell, route in sorted(routes(battle, unit).items())
    ]


def _attacks(battle: Battle, unit: int) -> list[AttackOffer]:
    found = [_attack(battle, each) for each in prospects(battle, unit)]
    return [each for each in found if each is not None]


def _attack(battle: Battle, prospect: Prospect) -> AttackOffer | None:
    tables = battle.field.tables
    match prospect.action:
        case Shot(unit, target):
            at = tables.cells[battle.at[target]]
            return AttackOffer(
                f"shot {unit} {target}", "shot", prospect.text, _pair(at), target, prospect.chance
            )
        case Blast(unit, aim):
            area = tables.circle(tables.index[aim], battle.field.units[unit].kind.radius)
            kind = "blast"
        case Flame(unit, aim):
            length = battle.field.units[unit].kind.range
            area = tables.cone(battle.at[unit], tables.index[aim], length)
            kind = "flame"
        case _:
            return None
    return AttackOffer(
        f"{kind} {unit} {aim[0]},{aim[1]}",
        kind,
        prospect.text,
        (aim[0], aim[1]),
        hexes=[_pair(tables.cells[i]) for i in bits(area)],
        hits=list(prospect.hits),
    )


# --- questions


def targets_from(battle: Battle, unit: int, at: Hex | None = None) -> list[SkirmishTarget]:
    """Return every visible enemy as a target of a unit, from its actual or possible position."""
    field, side = battle.field, battle.field.units[unit].side
    index, cells = field.tables.index, field.tables.cells
    moved = battle
    if at is not None:
        places = bytearray(battle.at)
        places[unit] = index[at]
        moved = battle._replace(at=bytes(places))
    here = moved.at[unit]
    found = []
    for enemy in seen_enemies(battle, side):
        there = battle.at[enemy]
        action = Shot(unit, enemy)
        objection = why_not(moved._replace(side=side), action)
        target = SkirmishTarget(
            enemy,
            word(field.units[enemy].name),
            _pair(cells[there]),
            hex_distance(cells[here], cells[there]),
            objection or about_chance(field, unit, here, there),
            sight=proof_of(sight_between(field, cells[here], cells[there])),
        )
        if objection is None:
            target.chance = field.options[unit].chances(here)[there]
            if at is None and battle.side == side:
                target.move = f"shot {unit} {enemy}"
        found.append(target)
    return found


def about_hex(battle: Battle, unit: int, at: Hex) -> tuple[list[str], Sight | None]:
    """Return how a unit relates to a hex: its path there, its weapon, and the line of sight."""
    field = battle.field
    index, cells = field.tables.index, field.tables.cells
    here, there = battle.at[unit], index[at]
    if here == there:
        return [], None
    lines = [_about_way(battle, unit, there)]
    kind, side = field.units[unit].kind, field.units[unit].side
    sight = sight_between(field, cells[here], at)
    if kind.weapon == "blast" and battle.side == side:
        lines += filter(None, [why_not(battle, Blast(unit, at))])
    words = sight.explain()
    if words not in lines:
        lines.append(words)
    far = hex_distance(cells[here], at)
    if sight.visible and far > kind.sight:
        lines.append(say("{n} hexes away, and it sees {m} far", n=far, m=kind.sight))
    return lines, sight


def _about_way(battle: Battle, unit: int, there: int) -> str:
    """Return the cost of the path to a hex, or why there is none."""
    field, tables = battle.field, battle.field.tables
    side, here = field.units[unit].side, battle.at[unit]
    standing = [*battle.living(side), *seen_enemies(battle, side)]
    for other in standing:
        if battle.at[other] == there:
            return say("the {name} stands there", name=word(field.units[other].name))
    if tables.solid[there]:
        return say("rock: nobody walks there")
    taken = frozenset(battle.at[other] for other in standing if other != unit)
    found = ways(field, here, ANY_POINTS, taken)
    if there not in found:
        return say("no way leads there")
    path = [here, *path_to(found, there)]
    cost, points = found[there][0], battle.moves[unit]
    last = about_step(field, path[-2], path[-1])
    costs = say("the way there costs {cost}, the last step {last}", cost=cost, last=last)
    if battle.side != side:
        return costs
    return (
        costs if cost <= points else say("{costs}, more than the {n} left", costs=costs, n=points)
    )


def proof_of(sight: Sight) -> SightProof:
    """Return the line of sight in the form that pages draw."""
    return sight_proof_of(sight, RULE)


def _pair(cell: Hex | tuple[int, int]) -> tuple[int, int]:
    return cell[0], cell[1]
