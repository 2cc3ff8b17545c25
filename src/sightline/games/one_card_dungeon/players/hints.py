"""Hints: the automatic player's next action, with its reason.

advice = hint(state)
print(advice.text)    # walk to C3 and attack the rat on C4 (it falls); then no monster ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.players.outlook import explain_move, foresee
from sightline.games.one_card_dungeon.players.player import AutoPlayer, best_turn
from sightline.games.one_card_dungeon.rules import apply, legal_actions
from sightline.games.one_card_dungeon.state import (
    HEALTH,
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    State,
)
from sightline.games.one_card_dungeon.words import joined, skill_word
from sightline.texts import PhraseValue, say, word

_NO_DICE = SeededDice(0)


class Hint(NamedTuple):
    """The next action, its reason, and the plan for the rest of the turn."""

    action: Action
    text: str
    plan: tuple[Action, ...]
    """The whole plan for this turn, starting with the action."""


def hint(state: State) -> Hint:
    """Return the automatic player's advice. It does not use future dice."""
    if state.is_over:
        raise InvalidValueError(
            say(
                "the game is {phase}: there is nothing left to advise",
                phase=word(str(state.phase)),
            )
        )
    if state.phase is Phase.MONSTER_MOVE:
        return _least_harm(state)
    action = AutoPlayer().choose(state)
    plan: tuple[Action, ...] = (action,)
    match action:
        case Roll(None):
            text: str = say("roll the dice: nothing else can be done now")
        case Roll(keep):
            text = say(
                "keep the {face}: there is no better face, and the power comes back next level",
                face=keep or 0,
            )
        case Reroll():
            dice = joined(list(map(str, state.energy)))
            text = say(
                "roll again: {dice} is a poor roll, and no use of it clears the level", dice=dice
            )
        case Assign():
            after = apply(state, action, _NO_DICE)
            rest = best_turn(after).actions
            plan = (action, *rest)
            have = after.points
            values: dict[str, PhraseValue] = {
                "speed": have.speed,
                "attack": have.attack,
                "defense": have.defence,
                "story": _story(after, rest),
            }
            if action.range:
                text = say(
                    "speed {speed}, attack {attack}, defense {defense}, range {range}: then"
                    " {story}",
                    **values,
                    range=have.range,
                )
            else:
                text = say(
                    "speed {speed}, attack {attack}, defense {defense}: then {story}", **values
                )
        case Improve(what):
            text = _about_lesson(state, what)
        case FaceBlows():
            text = foresee(state).blows.text
        case _:
            plan = _without_detour(state, best_turn(state).actions)
            action, text = plan[0], _story(state, plan)
    return Hint(action, text, plan)


def _without_detour(state: State, plan: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the plan without an initial walk that returns to its start. The player may plan such a
    walk if it has speed to spare.
    """
    steps = 0
    while steps < len(plan) and isinstance(plan[steps], MoveHero):
        steps += 1
    last = plan[steps - 1] if steps else None
    if isinstance(last, MoveHero) and last.to == state.at:
        return plan[steps:] or (EndTurn(),)
    return plan


def _least_harm(state: State) -> Hint:
    """Return the hint for equal choices of monsters: the one with the least damage."""
    options = [action for action in legal_actions(state) if isinstance(action, MoveMonster)]
    lost = [state.health - foresee(apply(state, each, _NO_DICE)).health for each in options]
    action = options[lost.index(min(lost))]
    why = explain_move(state, action).text
    if len(set(lost)) > 1:
        why += say(
            "; this costs you {least} health in the end, another choice up to {most}",
            least=min(lost),
            most=max(lost),
        )
    return Hint(action, why, (action,))


def _about_lesson(state: State, what: str) -> str:
    if what == HEALTH:
        return say(
            "health back to 6: with {n} left, the next level is too dangerous", n=state.health
        )
    now = getattr(state.skills, what)
    return say(
        "{skill} from {old} to {new}: of the orders that were tried, this comes deepest",
        skill=word(skill_word(what)),
        old=now,
        new=now + 1,
    )


def _story(state: State, plan: Sequence[Action]) -> str:
    """Return a description of the plan, and of the monsters' response."""
    parts: list[str] = []
    walked = False
    for action in plan:
        if isinstance(action, EndTurn):
            break
        after = apply(state, action, _NO_DICE)
        if isinstance(action, MoveHero):
            if parts and walked:
                parts.pop()  # only the destination is mentioned
            parts.append(say("walk to {tile}", tile=str(action.to)))
        elif isinstance(action, Attack):
            target = str(state.monster(action.monster))
            if after.monster(action.monster) is None:
                parts.append(say("attack {target} (it falls)", target=target))
            else:
                parts.append(say("attack {target}", target=target))
        state, walked = after, isinstance(action, MoveHero)
    done = joined(parts) if parts else say("stay where you are and end the turn")
    if state.phase in (Phase.LEVEL_UP, Phase.WON):
        return say("{plan}: that clears the level", plan=done)
    return say(
        "{plan}; then the monsters' answer: {blows}", plan=done, blows=foresee(state).blows.text
    )
