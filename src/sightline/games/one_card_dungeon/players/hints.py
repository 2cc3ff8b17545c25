"""The planning player's next action, and why.

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

_NO_DICE = SeededDice(0)


class Hint(NamedTuple):
    """The next action, its purpose, and the rest of the turn."""

    action: Action
    text: str
    plan: tuple[Action, ...]
    """The whole plan for this turn, starting with the action."""


def hint(state: State) -> Hint:
    """Return the automatic player's advice. It does not know the dice."""
    if state.is_over:
        raise InvalidValueError(f"the game is {state.phase}: there is nothing left to advise")
    if state.phase is Phase.MONSTER_MOVE:
        return _least_harm(state)
    action = AutoPlayer().choose(state)
    plan: tuple[Action, ...] = (action,)
    match action:
        case Roll(None):
            text = "roll the dice: nothing else can be done now"
        case Roll(keep):
            text = f"keep the {keep}: there is no better face, and the power comes back next level"
        case Reroll():
            dice = joined(list(map(str, state.energy)))
            text = f"roll again: {dice} is a poor roll, and no use of it clears the level"
        case Assign():
            after = apply(state, action, _NO_DICE)
            rest = best_turn(after).actions
            plan = (action, *rest)
            have = after.points
            far = f", range {have.range}" if action.range else ""
            text = f"speed {have.speed}, attack {have.attack}, defense {have.defence}{far}: then"
            text += f" {_story(after, rest)}"
        case Improve(what):
            text = _about_lesson(state, what)
        case FaceBlows():
            text = foresee(state).blows.text
        case _:
            plan = _without_detour(state, best_turn(state).actions)
            action, text = plan[0], _story(state, plan)
    return Hint(action, text, plan)


def _without_detour(state: State, plan: tuple[Action, ...]) -> tuple[Action, ...]:
    """The plan without an initial walk that ends where it started: with speed to spare the player
    may plan one.
    """
    steps = 0
    while steps < len(plan) and isinstance(plan[steps], MoveHero):
        steps += 1
    last = plan[steps - 1] if steps else None
    if isinstance(last, MoveHero) and last.to == state.at:
        return plan[steps:] or (EndTurn(),)
    return plan


def _least_harm(state: State) -> Hint:
    """Among equal choices of monsters: the one with the least damage."""
    options = [action for action in legal_actions(state) if isinstance(action, MoveMonster)]
    lost = [state.health - foresee(apply(state, each, _NO_DICE)).health for each in options]
    action = options[lost.index(min(lost))]
    why = explain_move(state, action).text
    if len(set(lost)) > 1:
        why += f"; this costs you {min(lost)} health in the end, another choice up to {max(lost)}"
    return Hint(action, why, (action,))


def _about_lesson(state: State, what: str) -> str:
    if what == HEALTH:
        return f"health back to 6: with {state.health} left, the next level is too dangerous"
    now = getattr(state.skills, what)
    order = "of the orders that were tried, this comes deepest"
    return f"{skill_word(what)} from {now} to {now + 1}: {order}"


def _story(state: State, plan: Sequence[Action]) -> str:
    """The plan, and the monsters' response."""
    parts: list[str] = []
    for action in plan:
        if isinstance(action, EndTurn):
            break
        after = apply(state, action, _NO_DICE)
        if isinstance(action, MoveHero):
            if parts and parts[-1].startswith("walk"):
                parts.pop()  # its end is enough to say
            parts.append(f"walk to {action.to}")
        elif isinstance(action, Attack):
            falls = " (it falls)" if after.monster(action.monster) is None else ""
            parts.append(f"attack {state.monster(action.monster)}{falls}")
        state = after
    done = joined(parts) if parts else "stay where you are and end the turn"
    if state.phase in (Phase.LEVEL_UP, Phase.WON):
        return f"{done}: that clears the level"
    return f"{done}; then the monsters' answer: {foresee(state).blows.text}"
