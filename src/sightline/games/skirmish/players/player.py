"""The computer as a player: it considers this turn and the enemy's response, and gives reasons.

For every unit it rates every hex within reach, and every attack from there. The rating is the value
of the attack, whether the hex has a flag, and what each known enemy could do to the unit in the
next turn. It uses only what its side can know (`believed`), so it cannot cheat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.common.bit_sets import bits
from sightline.games.skirmish.actions import (
    Blast,
    Deploy,
    Flame,
    March,
    Shot,
    SkirmishAction,
)
from sightline.games.skirmish.battle import DEPLOYING, OVER, Battle, percent, seen_by
from sightline.games.skirmish.board.battlefield import NOWHERE, Battlefield
from sightline.games.skirmish.board.units import BLAST, SHOT, SIDES
from sightline.games.skirmish.players.prospects import path_to, ways
from sightline.games.skirmish.rules import PASS, why_not
from sightline.games.skirmish.views import believed
from sightline.texts import join, say, word

FELLED = 1.0  # the value of felling an enemy, in addition to the enemy's worth
HOLD = 2.0  # the value of standing on a flag, which is a point per turn
CAUTION = 0.6  # the fraction of possible damage that counts: not every enemy shoots at one unit
APPROACH = 0.12  # the value of being a move point nearer to a flag
CHARGE = 0.4  # the value of saving a blast or cone for later
WORTH_IT = 0.01
FAR = 1 << 20


class Advice(NamedTuple):
    """An action, its reason, and its estimated advantage over waiting."""

    action: SkirmishAction
    reason: str
    value: float


class WeighedAttack(NamedTuple):
    """A possible attack with its estimated value."""

    action: SkirmishAction
    gain: float
    felled: dict[int, float]
    """The probability of felling each enemy."""
    words: str


class TurnPlan(NamedTuple):
    """A plan of one unit until the end of the turn."""

    value: float
    unit: int
    path: tuple[int, ...]
    attack: WeighedAttack | None
    reason: str


class Commander:
    """Plays a side, one action at a time, and remembers its plan for a unit.

    >>> from sightline.games.skirmish import Commander, new_battle
    >>> Commander().choose(new_battle("ridge")).reason
    'a place in the zone for everybody'
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._planned: list[Advice] = []
        self._thought_of: tuple[bytes, bytes] | None = None

    def choose(self, battle: Battle, side: int | None = None) -> Advice:
        """Return the next action. During deployment, pass the side; later it is the active one."""
        if battle.phase == OVER:
            raise InvalidValueError(say("it is over: {result}", result=battle.result))
        if battle.phase == DEPLOYING:
            return self._deploy(battle, side)
        belief = believed(battle, battle.side)
        known = _enemies(belief)
        if (
            self._planned
            and known == self._thought_of
            and why_not(battle, self._planned[0].action) is None
        ):
            return self._planned.pop(0)
        self._planned = _as_actions(belief, best_plan(belief))
        self._thought_of = known
        return self._planned.pop(0)

    def _deploy(self, battle: Battle, side: int | None) -> Advice:
        open_sides = [each for each in (0, 1) if not battle.ready[each]]
        chosen = open_sides[0] if side is None else side
        if chosen not in open_sides:
            raise InvalidValueError(say("{side} has deployed already", side=word(SIDES[chosen])))
        offers: list[Deploy] = battle.field.deployments(chosen)
        pick = offers[percent(self.seed, chosen) % len(offers)]
        return Advice(pick, say("a place in the zone for everybody"), 0.0)


def _enemies(belief: Battle) -> tuple[bytes, bytes]:
    theirs = belief.field.members[1 - belief.side]
    span = slice(theirs[0], theirs[-1] + 1)
    return belief.at[span], belief.health[span]


def _as_actions(belief: Battle, plan: TurnPlan | None) -> list[Advice]:
    if plan is None:
        return [Advice(PASS, say("nothing that is left to do is better than to wait"), 0.0)]
    cells = belief.field.tables.cells
    found = [Advice(March(plan.unit, cells[to]), plan.reason, plan.value) for to in plan.path]
    if plan.attack is not None:
        found.append(Advice(plan.attack.action, plan.reason, plan.value))
    return found


# --- the best use of a unit -----------------------------------------------------------------------


def best_plan(belief: Battle) -> TurnPlan | None:
    """Return the unit that gains most, and its plan; None if no unit gains."""
    best: TurnPlan | None = None
    enemies = [unit for unit in belief.field.members[1 - belief.side] if belief.at[unit] != NOWHERE]
    for unit in belief.living(belief.side):
        if belief.moves[unit] or belief.armed[unit]:
            plan = _UnitThought(belief, unit, enemies).best()
            if plan is not None and (best is None or plan.value > best.value):
                best = plan
    return best


class _UnitThought:
    """The evaluation of everything that one unit could do now."""

    def __init__(self, belief: Battle, unit: int, enemies: list[int]) -> None:
        self.belief, self.unit, self.enemies = belief, unit, enemies
        self.field, self.kind = belief.field, belief.field.units[unit].kind
        self.tables = belief.field.tables
        self.start = belief.at[unit]
        taken = frozenset(belief.at) - {NOWHERE, self.start}
        self.found = ways(self.field, self.start, belief.moves[unit], taken)
        self.seen = seen_by(self.field, belief.at, belief.side)
        self.rows = {
            each: danger(self.field, each, place)
            for each in self.field.members[1 - belief.side]
            if belief.health[each] and (place := belief.known[each]) != NOWHERE
        }
        mine = {belief.at[each] for each in belief.living(belief.side) if each != unit}
        self.goals = [flag for flag in self.field.flag_indices if flag not in mine]

    def best(self) -> TurnPlan | None:
        wait = self._standing(self.start, {})
        value, place, attack = WORTH_IT, self.start, None
        armed = self.belief.armed[self.unit] and (
            self.kind.weapon == SHOT or self.belief.charges[self.unit]
        )
        for to in self.found:
            here = self._standing(to, {}) - wait
            if here > value:
                value, place, attack = here, to, None
            for each in self._attacks(to) if armed else ():
                gain = each.gain + self._standing(to, each.felled) - wait
                if gain > value:
                    value, place, attack = gain, to, each
        if place == self.start and attack is None:
            return None
        path = tuple(path_to(self.found, place))
        return TurnPlan(value, self.unit, path, attack, self._reason(place, attack))

    def _standing(self, at: int, felled: dict[int, float]) -> float:
        """Return the value of ending the turn there: flags, the path to them, and the enemy's
        response.
        """
        value = HOLD if at in self.field.flag_indices else 0.0
        if self.goals:
            value -= APPROACH * min(flag_distance(self.field, flag)[at] for flag in self.goals)
        hurt = sum(row[at] * (1 - felled.get(each, 0.0)) for each, row in self.rows.items()) / 100
        share = min(1.0, CAUTION * hurt / self.belief.health[self.unit])
        return value - share * (self.kind.worth + FELLED)

    # --- attacks

    def _attacks(self, at: int) -> Iterator[WeighedAttack]:
        if self.kind.weapon == SHOT:
            chances = self.field.options[self.unit].chances(at)
            seen = self.seen | self.field.options[self.unit].eyes[at]
            for enemy in self.enemies:
                place = self.belief.at[enemy]
                chance = chances[place]
                if chance and seen >> place & 1:
                    gain, fells = self._harm(enemy, chance / 100)
                    name = word(self.field.units[enemy].name)
                    words = say("it hits the {name} with {n} %", name=name, n=chance)
                    yield WeighedAttack(Shot(self.unit, enemy), gain, {enemy: fells}, words)
            return
        for aim, mask in self._areas(at):
            hits = self._weighed(at, mask)
            if hits is not None:
                cell = self.tables.cells[aim]
                blast = self.kind.weapon == BLAST
                action = Blast(self.unit, cell) if blast else Flame(self.unit, cell)
                yield WeighedAttack(action, *hits)

    def _areas(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield possible targets of a blast or a cone, with their hexes."""
        if self.kind.weapon != BLAST:
            for toward in self.tables.neighbors(at):
                yield toward, self.tables.cone(at, toward, self.kind.range)
            return
        near = 0
        for enemy in self.enemies:
            near |= self.tables.circle(self.belief.at[enemy], self.kind.radius)
        within = self.tables.seen_within(self.kind.range)[at] & ~(1 << at)
        for aim in bits(near & within):
            yield aim, self.tables.circle(aim, self.kind.radius)

    def _weighed(self, at: int, mask: int) -> tuple[float, dict[int, float], str] | None:
        """Return the value of hurting every unit in an area, or None if it has no enemy."""
        total, felled, names = -CHARGE, {}, []
        for enemy in self.enemies:
            if mask >> self.belief.at[enemy] & 1:
                gain, fells = self._harm(enemy, 1.0)
                total += gain
                felled[enemy] = fells
                names.append(say("the {name}", name=word(self.field.units[enemy].name)))
        if not names:
            return None
        for friend in self.belief.living(self.belief.side):
            place = at if friend == self.unit else self.belief.at[friend]
            if mask >> place & 1:
                total -= 1.5 * self._harm(friend, 1.0)[0]
        return total, felled, say("it hurts {names}", names=names)

    def _harm(self, unit: int, chance: float) -> tuple[float, float]:
        """Return the value of a hit with that chance, and the probability of felling the unit."""
        kind, health = self.field.units[unit].kind, self.belief.health[unit]
        damage = min(self.kind.damage, health)
        fells = chance if damage == health else 0.0
        worth = kind.worth + FELLED
        return chance * worth * 0.6 * damage / health + fells * worth * 0.4 + 0.05 * chance, fells

    # --- words

    def _reason(self, at: int, attack: WeighedAttack | None) -> str:
        cell = self.tables.cells[at]
        parts: list[str] = []
        if attack is not None:
            from_there = say("from {tile} {what}", tile=str(cell), what=attack.words)
            parts.append(attack.words if at == self.start else from_there)
        if at in self.field.flag_indices:
            parts.append(say("it holds the flag on {tile}", tile=str(cell)))
        elif attack is None and self.goals:
            flag = min(self.goals, key=lambda each: flag_distance(self.field, each)[at])
            nearer = flag_distance(self.field, flag)
            if nearer[at] < nearer[self.start]:
                parts.append(
                    say(
                        "on {tile} it is nearer to the flag on {flag}",
                        tile=str(cell),
                        flag=str(self.tables.cells[flag]),
                    )
                )
        parts.append(self._about_answer(at, {} if attack is None else attack.felled))
        return join(parts, "; ")

    def _about_answer(self, at: int, felled: dict[int, float]) -> str:
        dangers = sorted(
            (row[at] * (1 - felled.get(each, 0.0)), each) for each, row in self.rows.items()
        )
        dangers = [(hurt, each) for hurt, each in dangers if hurt >= 1]
        if not dangers:
            return say("no known enemy could answer there")
        worst = word(self.field.units[dangers[-1][1]].name)
        total = sum(hurt for hurt, _ in dangers) / 100
        return say(
            "the answer could cost {n} health, most by the {name}", n=f"{total:.1f}", name=worst
        )


# --- cached between decisions ---------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def danger(field: Battlefield, unit: int, at: int) -> tuple[int, ...]:
    """Return, for each hex, the damage that a unit at `at` could do there in its next turn, in
    hundredths.
    """
    kind, tables = field.units[unit].kind, field.tables
    reached = ways(field, at, kind.move)
    if kind.weapon == SHOT:
        rows = [field.options[unit].chances(here) for here in reached]
        best = rows[0] if len(rows) == 1 else map(max, *rows)
        return tuple(chance * kind.damage for chance in best)
    mask = 0
    within = tables.seen_within(kind.range + kind.radius)
    for here in reached:
        mask |= within[here]
    return tuple(100 * kind.damage * (mask >> i & 1) for i in range(len(tables.cells)))


@lru_cache(maxsize=1 << 8)
def flag_distance(field: Battlefield, flag: int) -> tuple[int, ...]:
    """Return, for each hex, the move points needed to reach a flag."""
    costs = [FAR] * len(field.tables.cells)
    costs[flag] = 0
    back: list[list[tuple[int, int]]] = [[] for _ in costs]
    for here, steps in enumerate(field.tables.steps):
        for to, cost in steps:
            back[to].append((here, cost))
    waiting = [flag]
    while waiting:
        here = waiting.pop(0)
        for there, cost in back[here]:
            if costs[here] + cost < costs[there]:
                costs[there] = costs[here] + cost
                waiting.append(there)
    return tuple(costs)
