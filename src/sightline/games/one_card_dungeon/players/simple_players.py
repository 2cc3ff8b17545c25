"""Two baseline players: a random one, and one that only attacks."""

from __future__ import annotations

from typing import Protocol

from sightline.games.common.dice import mixed
from sightline.games.one_card_dungeon.board.layout import costs_from
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.monsters import NOWHERE
from sightline.games.one_card_dungeon.rules import default_action, legal_actions
from sightline.games.one_card_dungeon.state import (
    HEALTH,
    Action,
    Assign,
    Attack,
    EndTurn,
    Improve,
    MoveHero,
    Phase,
    State,
)
from sightline.model.cell import Square

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
HURT = 2


class Player(Protocol):
    """The interface of an automatic player."""

    def choose(self, state: State) -> Action: ...


class RandomPlayer:
    """Picks any legal action with equal probability.

    Its choices depend only on the seed, and match those of the compiled random player.
    """

    def __init__(self, seed: int) -> None:
        SeededDice(seed)  # raises if the value is not a seed
        # Invert every bit of the seed, so that the sequence differs from that of the dice.
        self._start = mixed(~seed & _WORD)
        self._done = 0

    def choose(self, state: State) -> Action:
        """Return one of the legal actions."""
        self._done += 1
        word = mixed(self._start + self._done * _STEP)
        legal = legal_actions(state)
        return legal[word * len(legal) >> 64]


class GreedyPlayer:
    """Attacks whenever it can; otherwise it walks toward the nearest monster. The best die goes
    on attack.
    """

    def choose(self, state: State) -> Action:
        """Return the next action of a game that is not over."""
        default = default_action(state)
        if default is not None:
            return default
        legal = legal_actions(state)
        match state.phase:
            case Phase.ENERGY:
                plain = [each for each in legal if isinstance(each, Assign) and not each.range]
                return max(plain, key=lambda each: (each.attack, each.defence))
            case Phase.ADVENTURER:
                return self._act(state, legal)
            case Phase.LEVEL_UP:
                return Improve(HEALTH if state.health <= HURT else "attack")
        return legal[0]

    def _act(self, state: State, legal: list[Action]) -> Action:
        attacks = [each for each in legal if isinstance(each, Attack)]
        if attacks:  # the weakest first: it falls soonest and then cannot hit back
            return min(attacks, key=lambda each: _health(state, each.monster))
        here = _nearest(state, state.at)
        steps = [each for each in legal if isinstance(each, MoveHero)]
        nearer = [each for each in steps if _nearest(state, each.to) < here]
        return min(nearer, key=lambda each: _nearest(state, each.to)) if nearer else EndTurn()


def _health(state: State, name: str) -> int:
    monster = state.monster(name)
    return 0 if monster is None else monster.health


def _nearest(state: State, tile: Square) -> int:
    ranges = costs_from(state.layout, tile, None)
    return min(ranges.get(monster.at, NOWHERE) for monster in state.monsters)
