"""Predictions before an action: costs, paths, targets, and the monsters' response.

    for each in priced_actions(state):
        print(each.text, each.cost)
    print(foresee(state).text)

Screens show these texts unchanged; the rules are not repeated there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from sightline.answers.sight import Sight
from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon.board.layout import Way, costs_from, range_between, ways_from
from sightline.games.one_card_dungeon.board.sight import proof
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.monsters import Aim, Forecast, blows, choice
from sightline.games.one_card_dungeon.rules import apply, default_action, legal_actions, why_not
from sightline.games.one_card_dungeon.state import (
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    Improve,
    Monster,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    Skills,
    State,
)
from sightline.games.one_card_dungeon.words import any_of, joined, out_of_reach, skill_word
from sightline.model.cell import Square
from sightline.texts import PhraseValue, say, word

_NO_DICE = SeededDice(0)
"""Dice for actions without a roll."""


# --- costs


class PricedAction(NamedTuple):
    """A legal action, its cost and the points left."""

    action: Action
    text: str
    cost: Skills
    """The speed or attack points that it costs."""
    left: Skills
    """The points left for this turn after it."""


def priced_actions(state: State) -> list[PricedAction]:
    """Return every legal action with its cost, in the order of `legal_actions`."""
    found = []
    for action in legal_actions(state):
        cost, left = Skills(0, 0, 0, 0), state.points
        if isinstance(action, (MoveHero, Attack, Assign)):
            left = apply(state, action, _NO_DICE).points
        if isinstance(action, (MoveHero, Attack)):
            have = state.points
            cost = Skills(have.speed - left.speed, have.attack - left.attack, 0, 0)
        found.append(PricedAction(action, _priced_text(state, action, cost, left), cost, left))
    return found


def _priced_text(state: State, action: Action, cost: Skills, left: Skills) -> str:
    match action:
        case Roll(None):
            return say("roll three dice")
        case Roll(keep):
            return say("keep the {keep} and roll two dice", keep=str(keep))
        case Reroll():
            return say("roll all three dice again")
        case Assign():
            values: dict[str, PhraseValue] = {
                "speed": left.speed,
                "attack": left.attack,
                "defense": left.defence,
            }
            if not action.range:
                return say("speed {speed}, attack {attack}, defense {defense}", **values)
            return say(
                "speed {speed}, attack {attack}, defense {defense}, range {range}",
                **values,
                range=left.range,
            )
        case MoveHero(to):
            return say(
                "walk to {tile} for {cost} of {n} speed",
                tile=str(to),
                cost=cost.speed,
                n=state.points.speed,
            )
        case Attack(name):
            return say(
                "attack {monster} for {cost} of {n} attack",
                monster=str(state.monster(name)),
                cost=cost.attack,
                n=state.points.attack,
            )
        case EndTurn():
            return say("end the turn")
        case MoveMonster(name, to):
            mover = state.monster(name)
            stays = mover is not None and mover.at == to
            if stays:
                return say("{who} stays", who=str(mover))
            return say("{who} goes to {tile}", who=str(mover), tile=str(to))
        case FaceBlows():
            return blow_sum(state).text
        case Improve("health"):
            return say("health from {health} back to 6", health=state.health)
        case Improve(what):
            now = getattr(state.skills, what)
            return say(
                "{what} from {now} to {next}", what=word(skill_word(what)), now=now, next=now + 1
            )


class HeroWalk(NamedTuple):
    """A path that the adventurer can walk this turn."""

    cost: int
    path: tuple[Square, ...]
    """The tiles of the path, without the start. To follow it, do `MoveHero` for each tile in
    order.
    """


def walks(state: State) -> dict[Square, HeroWalk]:
    """Return the cheapest path to every tile within reach this turn, around the monsters."""
    if state.phase is not Phase.ADVENTURER:
        return {}
    ways = ways_from(state.layout, state.at, {monster.at for monster in state.monsters})
    return {
        tile: HeroWalk(way.cost, _path(ways, tile))
        for tile, way in ways.items()
        if 0 < way.cost <= state.points.speed
    }


def _path(ways: dict[Square, Way], to: Square) -> tuple[Square, ...]:
    path = [to]
    while (last := ways[path[-1]].last) is not None:
        path.append(last)
    return tuple(reversed(path[:-1]))


# --- targets


class TargetReport(NamedTuple):
    """A monster as the adventurer's target, from one tile."""

    monster: Monster
    why_not: str | None
    """Why it cannot be attacked, or None."""
    distance: int | None
    """The range to it, or None if there is no path."""
    in_range: bool
    sight: Sight
    """The proof: the clear line, or the best blocked line with its obstacles."""
    price: int
    """The attack points needed for 1 of its health."""


def targets(state: State, at: Square | None = None) -> list[TargetReport]:
    """Return every monster as a target, from `at` or from the adventurer's actual position."""
    found = []
    here = state.at if at is None else at
    figures = [(str(each), each.at) for each in state.monsters]
    for monster in state.monsters:
        distance = range_between(state.layout, here, monster.at)
        sight = proof(state.layout, here, monster.at, [*figures, (say("the adventurer"), here)])
        reach = state.points.range
        found.append(
            TargetReport(
                monster,
                _why_no_attack(state, monster, here),
                distance,
                distance is not None and distance <= reach,
                sight,
                monster.kind.defence,
            )
        )
    return found


def _why_no_attack(state: State, monster: Monster, here: Square) -> str | None:
    if here == state.at:
        return why_not(state, Attack(monster.name))
    reason = out_of_reach(replace(state, at=here), monster, state.points.range)
    cost, have = monster.kind.defence, state.points.attack
    if reason is None and cost > have:
        reason = say("it takes {cost} attack and you have {have}", cost=cost, have=have)
    return (
        None
        if reason is None
        else say(
            "from {start} you cannot attack {monster}: {reason}",
            start=str(here),
            monster=str(monster),
            reason=reason,
        )
    )


# --- the monsters


class MonsterMove(NamedTuple):
    """One monster's move: its start, its end, and the reason."""

    monster: Monster
    to: Square
    cost: int
    path: tuple[Square, ...]
    equal: tuple[Square, ...]
    """Equally good tiles, which the player may choose instead."""
    text: str


def explain_move(state: State, action: MoveMonster) -> MonsterMove:
    """Return a legal move of a monster with its reason. `state` is the state before the move."""
    reason = why_not(state, action)
    if reason is not None:
        raise InvalidValueError(reason)
    mover = state.monster(action.monster)
    assert mover is not None
    others = [each.at for each in state.monsters if each is not mover]
    chosen = choice(state.layout, state.at, mover, others)
    ways = ways_from(state.layout, mover.at, (state.at,))
    cost = ways[action.to].cost
    distance = costs_from(state.layout, state.at, None).get(action.to)
    equal = tuple(tile for tile in chosen.tiles if tile != action.to)
    kind = mover.kind
    match chosen.aim:
        case Aim.ATTACK:
            why: str = say(
                "{tile} from which it sees you in range {range} ({n} away, {cost} of {speed}"
                " speed)",
                tile=_which_post(chosen.goals, equal),
                range=kind.range,
                n=distance or 0,
                cost=cost,
                speed=kind.speed,
            )
        case Aim.SET_OUT:
            goals = any_of(list(map(str, chosen.goals)))
            far = min(ways[goal].cost for goal in chosen.goals)
            why = say(
                "on its way to {goals}, from where it could attack: {n} of speed away, and it has"
                " {speed}",
                goals=goals,
                n=far or 0,
                speed=kind.speed,
            )
        case Aim.COME_NEARER:
            away = say("no way leads to you")
            if distance is not None:
                away = say("{n} from you", n=distance)
            why = say(
                "no tile lets it attack, and nothing in its reach is nearer ({away})", away=away
            )
    if equal:
        why += say("; {tiles} would do as well", tiles=any_of(list(map(str, equal))))
    values: dict[str, PhraseValue] = {"who": str(mover), "tile": str(action.to), "why": why}
    if action.to == mover.at:
        text = say("{who} stays on {tile}: {why}", **values)
    else:
        text = say("{who} moves to {tile}: {why}", **values)
    return MonsterMove(mover, action.to, cost, _path(ways, action.to), equal, text)


def _which_post(posts: tuple[Square, ...], equal: tuple[Square, ...]) -> str:
    if len(posts) == 1:
        return say("the only tile in its reach")
    if equal:
        return say("one of the farthest tiles in its reach")
    return say("the farthest tile in its reach")


class BlowSum(NamedTuple):
    """The damage as a calculation in text: 5 + 5 = 10, 10 / 4 = 2."""

    attackers: tuple[Monster, ...]
    total: int
    defence: int
    damage: int
    text: str


def blow_sum(state: State) -> BlowSum:
    """Return the calculation of the monsters' attack from their current positions."""
    return _summed(blows(state), state.points.defence)


def _summed(forecast: Forecast, defence: int) -> BlowSum:
    attackers, total, damage = forecast
    if not attackers:
        return BlowSum((), 0, defence, 0, say("no monster can attack: no damage"))
    who = joined([say("{who} ({n})", who=str(each), n=each.kind.attack) for each in attackers])
    parts = " + ".join(str(each.kind.attack) for each in attackers)
    added = say("{parts} = {total}", parts=parts, total=total) if len(attackers) > 1 else str(total)
    rest = total - damage * defence if defence else 0
    left = say(", {n} left over", n=rest) if rest else ""
    text = say(
        "{who}: {added}; {total} / {defense} = {damage}{left}; {damage} health lost",
        who=who,
        added=added,
        total=total,
        defense=defence,
        damage=damage,
        left=left,
    )
    return BlowSum(attackers, total, defence, damage, text)


class Outlook(NamedTuple):
    """The forecast of the monsters' moves and attack if the turn ends now."""

    moves: tuple[MonsterMove, ...]
    blows: BlowSum
    health: int
    """The adventurer's remaining health."""
    state: State
    """The state after their attack."""

    @property
    def text(self) -> str:
        """All predictions, one per line."""
        end = (
            say("you fall")
            if self.health == 0
            else say("health {health} is left", health=self.health)
        )
        return "\n".join(
            [
                *(move.text for move in self.moves),
                say("{text}; {end}", text=self.blows.text, end=end),
            ]
        )


FORESEEN = (Phase.ADVENTURER, Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK)


def foresee(state: State) -> Outlook:
    """Return the monsters' moves and attack if the adventurer does nothing more.

    Equal choices use the default. No dice are involved, so this is exactly what will happen.
    """
    if state.phase not in FORESEEN:
        raise InvalidValueError(
            say(
                "nothing is to be foreseen in the phase '{phase}': the dice come first",
                phase=word(str(state.phase)),
            )
        )
    if state.phase is Phase.ADVENTURER:
        state = apply(state, EndTurn(), _NO_DICE)
    moves = []
    while state.phase is Phase.MONSTER_MOVE:
        action = default_action(state)
        assert isinstance(action, MoveMonster)
        moves.append(explain_move(state, action))
        state = apply(state, action, _NO_DICE)
    total = blow_sum(state)
    after = apply(state, FaceBlows(), _NO_DICE)
    return Outlook(tuple(moves), total, after.health, after)
