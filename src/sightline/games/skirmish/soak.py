"""Play thousands of skirmishes, and check every rule on the way.

    python -m sightline.games.skirmish.soak 10000 [first seed]

Of every four games, the computer plays one against itself and one against random actions, and two
are random, on every map, with and without fog. The checks are independent of the rules: sight and
cover come from `trace` for each pair, and steps from the board. The fog is checked with a second
world that differs only in what a side has not seen.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import lru_cache

from sightline.engine import trace
from sightline.games.common.bit_sets import bits
from sightline.games.common.soak import demand, run
from sightline.games.skirmish.actions import Blast, Flame, March, Pass, Shot, SkirmishAction
from sightline.games.skirmish.battle import (
    DEPLOYING,
    FIGHTING,
    Battle,
    new_battle,
    visible,
)
from sightline.games.skirmish.board.battlefield import (
    MAP_NAMES,
    NOWHERE,
    Battlefield,
    shipped_battlefield,
)
from sightline.games.skirmish.board.tables import RULE
from sightline.games.skirmish.events import happened
from sightline.games.skirmish.players.player import Commander
from sightline.games.skirmish.record import Match, load_text, match_of_code, replay_code, save_text
from sightline.games.skirmish.rules import apply, legal_actions, why_not
from sightline.games.skirmish.views import believed, view
from sightline.model.cell import Hex, hex_distance

TWIN_EVERY, SAVE_EVERY = 13, 61  # actions between two checks: primes reach every phase
WHIMS_AND_PROGRAMS = ("program", "one", "whims", "whims")


# --- independent checks ---------------------------------------------------------------------------


@lru_cache(maxsize=1 << 18)
def plain_chance(field: Battlefield, unit: int, a: Hex, b: Hex) -> int:
    """Return the chance of a shot, in percent, from the engine's proof; 0 if it is impossible."""
    kind = field.units[unit].kind
    sight = trace(field.board, a, b, RULE)
    if not sight.visible or not 1 <= hex_distance(a, b) <= kind.range:
        return 0
    assert sight.cover is not None
    levels = (field.board.elevation(a) or 0) - (field.board.elevation(b) or 0)
    kept = round(100 * (1 - sight.cover.penalty))
    return max(5, min(95, (kind.accuracy + 10 * int(levels)) * kept // 100))


@lru_cache(maxsize=1 << 18)
def plain_sight(field: Battlefield, a: Hex, b: Hex) -> bool:
    """Return whether the ray is clear."""
    return trace(field.board, a, b, RULE).visible


def plain_step(field: Battlefield, a: tuple[int, int], b: tuple[int, int]) -> int | None:
    """Return the cost of a step, from the board; None if impossible."""
    board = field.board
    if hex_distance(a, b) != 1 or b not in board or board.is_solid(b) or board.edge(a, b):
        return None
    up = (board.elevation(b) or 0) - (board.elevation(a) or 0)
    return 1 + (board.terrain(b) == "woods") + max(0, int(up))


def plainly_seen(battle: Battle, side: int, cell: Hex) -> bool:
    """Return whether any unit of the side sees the hex."""
    if not battle.fog:
        return True
    field = battle.field
    for unit in battle.living(side):
        here = battle.where(unit)
        assert here is not None
        near = hex_distance(here, cell) <= field.units[unit].kind.sight
        if near and plain_sight(field, here, cell):
            return True
    return False


# --- the rules that are checked -------------------------------------------------------------------


def watch(before: Battle, action: SkirmishAction, after: Battle) -> None:
    """Check everything that must hold for one action and the resulting battle."""
    _watch_units(action, after)
    field = before.field
    demand(
        after.points[0] >= before.points[0] and after.points[1] >= before.points[1],
        "points fall",
        after,
        action,
    )
    fallen = [u for u in range(len(field.units)) if before.health[u] and not after.health[u]]
    gained = sum(after.points) - sum(before.points)
    worth = sum(field.units[unit].kind.worth for unit in fallen)
    if not isinstance(action, Pass) and before.phase == after.phase == FIGHTING:
        demand(gained == worth, "points come from who falls", after, action)
    match action:
        case March(unit, to):
            here = before.where(unit)
            assert here is not None
            cost = plain_step(field, here, to)
            demand(cost is not None, "a step where there is none", after, action)
            spent = before.moves[unit] - after.moves[unit]
            demand(spent == cost, "a step costs what the ground says", after, action)
            demand(after.health == before.health, "a step hurts", after, action)
        case Shot(unit, target):
            a, b = before.where(unit), before.where(target)
            assert a is not None
            assert b is not None
            demand(plain_chance(field, unit, a, b) > 0, "a shot without sight", after, action)
            demand(plainly_seen(before, before.side, b), "a shot at the unseen", after, action)
            demand(after.rolled == before.rolled + 1, "a shot rolls one die", after, action)
            demand(set(fallen) <= {target}, "a shot fells somebody else", after, action)
        case Blast(unit, aim):
            _watch_area(before, action, after, unit, aim)
        case Flame(unit, _):
            _watch_area(before, action, after, unit, None)


def _watch_units(action: SkirmishAction, after: Battle) -> None:
    field = after.field
    places = [place for place in after.at if place != NOWHERE]
    demand(len(set(places)) == len(places), "two are on one hex", after, action)
    demand(not any(field.tables.solid[place] for place in places), "in rock", after, action)
    for unit, each in enumerate(field.units):
        kind = each.kind
        demand(after.health[unit] <= kind.health, "more health than it has", after, action)
        demand(after.moves[unit] <= kind.move, "more moves than it has", after, action)
        demand(after.charges[unit] <= kind.charges, "more charges", after, action)
        if after.phase != DEPLOYING:
            gone = after.at[unit] == NOWHERE
            demand(gone == (after.health[unit] == 0), "fallen but there", after, action)
        if each.side != after.side and after.phase == FIGHTING:
            idle = after.moves[unit] == after.armed[unit] == 0
            demand(idle, "moves in the other's turn", after, action)


def _watch_area(
    before: Battle, action: SkirmishAction, after: Battle, unit: int, aim: tuple[int, int] | None
) -> None:
    """Check that a blast hurt only nearby units that its center sees, and a cone those that its
    unit sees within range.
    """
    field, kind = before.field, before.field.units[unit].kind
    origin = before.where(unit) if aim is None else Hex(*aim)
    reach = kind.range if aim is None else kind.radius
    assert origin is not None
    spent = before.charges[unit] - after.charges[unit]
    demand(spent == 1, "an area costs a charge", after, action)
    for other, place in enumerate(before.at):
        if place == NOWHERE:
            continue
        cell = field.tables.cells[place]
        near = hex_distance(origin, cell) <= reach and plain_sight(field, origin, cell)
        lost = before.health[other] - after.health[other]
        expected = min(kind.damage, before.health[other])
        demand(lost in (0, expected), "another damage", after, action)
        demand(near or not lost, "hurt out of the area", after, action)
        if aim is not None:
            demand(lost == expected * near, "spared in a blast", after, action)


# --- the fog --------------------------------------------------------------------------------------


def twin(battle: Battle, side: int, moods: random.Random, but: int = 0) -> Battle:
    """Return a world that differs only in what a side has not seen.

    The positions of hidden enemies (never on hexes of the mask `but`), their condition, and what
    they know differ.
    """
    field = battle.field
    seen = visible(battle, side) if battle.phase != DEPLOYING else field.tables.everything
    free = [
        i
        for i in bits(field.tables.everything & ~seen & ~but)
        if not field.tables.solid[i] and i not in field.flag_indices and i not in battle.at
    ]
    moods.shuffle(free)
    at, health, charges = bytearray(battle.at), bytearray(battle.health), bytearray(battle.charges)
    known, moves, armed = bytearray(battle.known), bytearray(battle.moves), bytearray(battle.armed)
    for unit in field.members[1 - side]:
        kind, place = field.units[unit].kind, at[unit]
        charges[unit] = moods.randint(0, kind.charges)
        if battle.side != side:
            moves[unit], armed[unit] = moods.randint(0, kind.move), moods.randint(0, 1)
        if place == NOWHERE or seen >> place & 1:
            continue
        health[unit] = moods.randint(1, kind.health)
        if place not in field.flag_indices and free:
            at[unit] = free.pop()
    for unit in field.members[side]:
        known[unit] = moods.choice([NOWHERE, *field.flag_indices])
    return battle._replace(
        at=bytes(at),
        health=bytes(health),
        charges=bytes(charges),
        known=bytes(known),
        moves=bytes(moves),
        armed=bytes(armed),
    )


def watch_fog(battle: Battle, moods: random.Random) -> None:
    """Check that a side cannot distinguish two such worlds."""
    for side in (0, 1):
        other = twin(battle, side, moods)
        demand(
            view(battle, side).to_bytes() == view(other, side).to_bytes(),
            f"the view of side {side} has something of the unseen",
            battle,
            other.at,
        )
        demand(believed(battle, side) == believed(other, side), "a belief peeks", battle, other.at)
        if side == battle.side and battle.phase == FIGHTING:
            demand(
                legal_actions(battle) == legal_actions(other), "legality peeks", battle, other.at
            )


def watch_events(before: Battle, action: SkirmishAction, after: Battle) -> None:
    """Check that a side that sees nothing of an action learns nothing: no event, and the same
    view.
    """
    if before.phase != FIGHTING or not isinstance(action, March):
        return
    side = 1 - before.side
    seen = visible(before, side)
    ends = before.at[action.unit], after.at[action.unit]
    if not any(seen >> end & 1 for end in ends):
        events = happened(before, action, after, side)
        demand(not events, "an unseen step is reported", before, action)
        same = view(before, side) == view(after, side)
        demand(same, "an unseen step changes a view", before, action)


# --- playing --------------------------------------------------------------------------------------


def play_watched(field: Battlefield, seed: int, players: str, *, fog: bool) -> Match:
    """Play one game to its end; check every action, replay its log and read its saves back."""
    moods = random.Random(seed)
    programs = {"program": (0, 1), "one": (seed % 2,), "whims": ()}[players]
    commanders = {side: Commander(seed + side) for side in programs}
    match = Match(*(new_battle(field, seed, fog=fog),) * 2)
    while not match.battle.is_over:
        battle = match.battle
        legal = legal_actions(battle)
        side = battle.side if battle.phase == FIGHTING else int(battle.ready[0])
        if side in commanders:
            action = commanders[side].choose(battle, side).action
        else:
            action = moods.choice([a for a in legal if getattr(a, "side", side) == side])
        demand(action in legal and why_not(battle, action) is None, "not legal", battle, action)
        after = apply(battle, action)
        watch(battle, action, after)
        watch_events(battle, action, after)
        if len(match.log) % TWIN_EVERY == 0:
            watch_fog(battle, moods)
        then = match.do(action)
        demand(then.battle == after, "the same action, another battle", battle, action)
        if then.can_undo:
            demand(then.undo() == match, "undo leads elsewhere", battle, action)
        match = then
        if players == "one" and len(match.log) % SAVE_EVERY == 0:
            _check_save(match)
    _check_save(match)
    code = replay_code(match)
    demand(match_of_code(code) == match, "a code replays to another", match.battle, code[:40])
    return match


def _check_save(match: Match) -> None:
    loaded = load_text(save_text(match))
    demand(loaded == match, "a save comes back as another match", match.battle, "save")
    demand(loaded.trail == match.trail, "a save forgets what can be undone", match.battle, "save")


def soak(games: int, first_seed: int = 0) -> Counter[str]:
    """Play the games; return how they ended and how much was checked."""
    tally: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + games):
        field = shipped_battlefield(MAP_NAMES[seed % len(MAP_NAMES)])
        players = WHIMS_AND_PROGRAMS[seed // 3 % 4]
        match = play_watched(field, seed, players, fog=seed // 12 % 3 != 2)
        battle = match.battle
        tally[battle.result.split(",")[0]] += 1
        tally["actions"] += len(match.log)
        if players == "one":
            tally["program against whims"] += 1
            tally["won by the program"] += battle.winner == seed % 2
    return tally


if __name__ == "__main__":
    run(soak, sys.argv[1:])
