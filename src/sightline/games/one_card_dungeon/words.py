"""The engine's reasons as sentences. Tiles are called A1, B2, ... as on the border of the board."""

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
from sightline.texts import PhraseValue, and_list, say, word


def skill_word(skill: str) -> str:
    """Return the skill's spelling in texts. (The field is `defence`, because saved games use
    that.)
    """
    return "defense" if skill == "defence" else skill


# --- range and sight


def out_of_range(state: State, monster: Monster, reach: int) -> str | None:
    """Return why the adventurer and the monster are out of range, or None."""
    distance = range_between(state.layout, state.at, monster.at)
    if distance is None:
        return say("no way leads there")
    if distance <= reach:
        return None
    return say("out of range ({n} away, range {range})", n=distance, range=reach)


def out_of_sight(state: State, monster: Monster) -> str | None:
    """Return what blocks the line of sight between the adventurer and the monster, or None."""
    tiles = [each.at for each in state.monsters]
    if has_sight(state.layout, state.at, monster.at, tiles):
        return None
    return hidden_behind(state, state.at, monster.at)


def hidden_behind(state: State, a: Square, b: Square) -> str:
    """Return a description of the obstacle between two tiles that do not see each other."""
    figures = [(str(each), each.at) for each in state.monsters]
    figures.append((say("the adventurer"), state.at))
    sight = proof(state.layout, a, b, figures)
    things = list(dict.fromkeys(_thing(blocker) for blocker in sight.blockers))
    if things:
        return say("hidden behind {things}", things=things)
    return say("hidden at the rim of the board")


def _thing(blocker: Blocker) -> str:
    if blocker.name is not None:
        return blocker.name
    return say("the wall on {tile}", tile=str(Square(*blocker.where)))


def out_of_reach(state: State, monster: Monster, reach: int) -> str | None:
    """Return every reason why the adventurer and the monster cannot attack each other, or None."""
    far, unseen = out_of_range(state, monster, reach), out_of_sight(state, monster)
    return say("{one} and {other}", one=far, other=unseen) if far and unseen else far or unseen


def about_attack_of(state: State, monster: Monster) -> str:
    """Return whether this monster can attack from its position, and if not, why."""
    reason = out_of_reach(state, monster, monster.kind.range)
    if reason is None:
        return say("{who} can attack you for {n}", who=str(monster), n=monster.kind.attack)
    return say("{who} cannot attack: {reason}", who=str(monster), reason=reason)


def where_it_may_go(mover: Monster, choices: Sequence[Square], asked: Square) -> str:
    """Return why a monster may not be moved to the tile `asked`."""
    if choices == (mover.at,):
        return say("{who} stays where it is", who=str(mover))
    goals = any_of(list(map(str, choices)))
    return say("{who} goes to {goals}, not to {tile}", who=str(mover), goals=goals, tile=str(asked))


def any_of(names: Sequence[str]) -> str:
    """Join names: one or two or three."""
    words = names[0]
    for name in names[1:]:
        words = say("{one} or {other}", one=words, other=name)
    return words


# --- events


def about_blows(forecast: Forecast, defence: int) -> str:
    """Return the damage as a calculation."""
    if not forecast.attackers:
        return say("no monster can attack")
    values: dict[str, PhraseValue] = {
        "who": [str(each) for each in forecast.attackers],
        "n": forecast.total,
        "defense": defence,
    }
    one = len(forecast.attackers) == 1
    if forecast.damage == 0 and one:
        return say("{who} attacks: {n} against {defense} does nothing", **values)
    if forecast.damage == 0:
        return say("{who} attack: {n} against {defense} does nothing", **values)
    values["lost"] = forecast.damage
    if one:
        return say("{who} attacks: {n} against {defense} costs {lost} health", **values)
    return say("{who} attack: {n} against {defense} costs {lost} health", **values)


def tell(before: State, action: Action, after: State) -> str:
    """Describe the result of the action, in a sentence or two."""
    match action:
        case Roll(keep):
            turn, dice = after.turn, _dice(after)
            if keep is None:
                return say("Turn {turn}: the dice show {dice}.", turn=turn, dice=dice)
            return say(
                "Turn {turn}: the dice show {dice} (the {face} was kept).",
                turn=turn,
                dice=dice,
                face=keep,
            )
        case Reroll():
            return say("Rolled again: the dice show {dice}.", dice=_dice(after))
        case Assign():
            got = after.points
            return say(
                "Speed {speed}, attack {attack}, defense {defense}, range {range} for this turn.",
                speed=got.speed,
                attack=got.attack,
                defense=got.defence,
                range=got.range,
            )
        case MoveHero(to):
            return say("You walk to {tile}.", tile=str(to))
        case Attack(name):
            return _tell_attack(before, name, after)
        case EndTurn():
            return say("The monsters move.")
        case MoveMonster(name, to):
            mover = before.monster(name)
            assert mover is not None
            if mover.at == to:
                return say("{who:cap} stays.", who=str(mover))
            return say("{who:cap} goes to {tile}.", who=str(mover), tile=str(to))
        case FaceBlows():
            line = say("{what:cap}.", what=about_blows(blows(before), before.points.defence))
            return line + say(" You fall.") if after.phase is Phase.LOST else line
        case Improve(what):
            gain = say("Health is back to 6")
            if what != "health":
                gain = say("{skill:cap} is one up", skill=word(skill_word(what)))
            return say(
                "{gain}. Level {n}: {title}.",
                gain=gain,
                n=after.number + 1,
                title=word(after.level.title),
            )


def _tell_attack(before: State, name: str, after: State) -> str:
    target = before.monster(name)
    assert target is not None
    if target.health > 1:
        left = target.health - 1
        return say("You hit {target}: {n} health left.", target=str(target), n=left)
    line = say("You strike {target} down.", target=str(target))
    if after.phase is Phase.LEVEL_UP:
        return line + say(" Level {n} is clear.", n=after.number + 1)
    if after.phase is Phase.WON:
        return line + say(" The dungeon is yours.")
    return line


def _dice(state: State) -> str:
    return joined(list(map(str, state.energy)))


def joined(things: Sequence[str]) -> str:
    """Join items: one, two and three."""
    return and_list(things) if things else ""
