"""The engine's reasons as sentences, with tiles called A1, B2, ... as on the board's rim."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.answers.sight import Blocker
from sightline.games.one_card_dungeon.board.layout import range_between
from sightline.games.one_card_dungeon.board.sight import has_sight, proof
from sightline.games.one_card_dungeon.monsters import Forecast, blows
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
    State,
)
from sightline.model.cell import Square


def skill_word(skill: str) -> str:
    """Return the skill as texts spell it: the field is `defence`, as saved games have it."""
    return "defense" if skill == "defence" else skill


# --- range and sight


def out_of_range(state: State, monster: Monster, reach: int) -> str | None:
    """Return why the two are out of range, or None."""
    distance = range_between(state.layout, state.at, monster.at)
    if distance is None:
        return "no way leads there"
    return f"out of range ({distance} away, range {reach})" if distance > reach else None


def out_of_sight(state: State, monster: Monster) -> str | None:
    """Return what hides the adventurer and the monster from each other, or None."""
    tiles = [each.at for each in state.monsters]
    if has_sight(state.layout, state.at, monster.at, tiles):
        return None
    return hidden_behind(state, state.at, monster.at)


def hidden_behind(state: State, a: Square, b: Square) -> str:
    """Return the obstacle between two tiles that do not see each other."""
    figures = [(str(each), each.at) for each in state.monsters]
    figures.append(("the adventurer", state.at))
    sight = proof(state.layout, a, b, figures)
    things = list(dict.fromkeys(_thing(blocker) for blocker in sight.blockers))
    return f"hidden behind {joined(things)}" if things else "hidden at the rim of the board"


def _thing(blocker: Blocker) -> str:
    return blocker.name if blocker.name is not None else f"the wall on {Square(*blocker.where)}"


def out_of_reach(state: State, monster: Monster, reach: int) -> str | None:
    """Return every reason why one of the two cannot attack the other, or None."""
    reasons = [out_of_range(state, monster, reach), out_of_sight(state, monster)]
    return " and ".join(reason for reason in reasons if reason is not None) or None


def about_attack_of(state: State, monster: Monster) -> str:
    """Whether this monster can attack from its position, and why not."""
    reason = out_of_reach(state, monster, monster.kind.range)
    if reason is None:
        return f"{monster} can attack you for {monster.kind.attack}"
    return f"{monster} cannot attack: {reason}"


def where_it_may_go(mover: Monster, choices: Sequence[Square], asked: Square) -> str:
    """Return why a monster may not be moved there."""
    if choices == (mover.at,):
        return f"{mover} stays where it is"
    return f"{mover} goes to {' or '.join(map(str, choices))}, not to {asked}"


# --- events


def about_blows(forecast: Forecast, defence: int) -> str:
    """Return the damage as a written sum."""
    if not forecast.attackers:
        return "no monster can attack"
    who = joined([str(each) for each in forecast.attackers])
    attacks = "attacks" if len(forecast.attackers) == 1 else "attack"
    sum_of = f"{forecast.total} against {defence}"
    if forecast.damage == 0:
        return f"{who} {attacks}: {sum_of} does nothing"
    return f"{who} {attacks}: {sum_of} costs {forecast.damage} health"


def tell(before: State, action: Action, after: State) -> str:
    """Describe the result of the action, in a sentence or two."""
    match action:
        case Roll(keep):
            kept = "" if keep is None else f" (the {keep} was kept)"
            return f"Turn {after.turn}: the dice show {_dice(after)}{kept}."
        case Reroll():
            return f"Rolled again: the dice show {_dice(after)}."
        case Assign():
            got = after.points
            return (
                f"Speed {got.speed}, attack {got.attack}, defense {got.defence},"
                f" range {got.range} for this turn."
            )
        case MoveHero(to):
            return f"You walk to {to}."
        case Attack(name):
            return _tell_attack(before, name, after)
        case EndTurn():
            return "The monsters move."
        case MoveMonster(name, to):
            mover = before.monster(name)
            assert mover is not None
            moved = f"goes to {to}" if mover.at != to else "stays"
            return f"{_sentence(str(mover))} {moved}."
        case FaceBlows():
            line = _sentence(about_blows(blows(before), before.points.defence)) + "."
            return line + (" You fall." if after.phase is Phase.LOST else "")
        case Improve(what):
            one_up = f"{skill_word(what).capitalize()} is one up"
            gain = "Health is back to 6" if what == "health" else one_up
            return f"{gain}. Level {after.number + 1}: {after.level.title}."


def _tell_attack(before: State, name: str, after: State) -> str:
    target = before.monster(name)
    assert target is not None
    if target.health > 1:
        return f"You hit {target}: {target.health - 1} health left."
    line = f"You strike {target} down."
    if after.phase is Phase.LEVEL_UP:
        return f"{line} Level {after.number + 1} is clear."
    if after.phase is Phase.WON:
        return f"{line} The dungeon is yours."
    return line


def _dice(state: State) -> str:
    return joined(list(map(str, state.energy)))


def joined(things: Sequence[str]) -> str:
    """One, two and three."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
