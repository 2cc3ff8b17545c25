"""Many games side by side, a choice at a time in each: for learning agents and for studies.

    play = Batch(1000)
    seen, masks = play.reset(seed=7)
    result = play.step([numbers.argmax() for numbers in masks])

`numbers` says what an action's number means and what is seen. What has only one legal answer is
done by itself, and equal moves of monsters by their default, so that every step is a decision. The
compiled game plays where there is one; the readable rules do the same, slower, where not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.engine import native
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.one_card_dungeon.dice import MAX_SEED, SeededDice, mixed
from sightline.games.one_card_dungeon.level import Level, shipped_levels
from sightline.games.one_card_dungeon.numbers import (
    CHOICES,
    action_by_number,
    action_number,
    fits,
    numbered_actions,
    seen_numbers,
    seen_size,
)
from sightline.games.one_card_dungeon.record import Game, replay
from sightline.games.one_card_dungeon.rules import apply, legal_actions, new_game
from sightline.games.one_card_dungeon.state import (
    FULL_HEALTH,
    Action,
    Attack,
    HeroClass,
    Phase,
    Skills,
    State,
)
from sightline.model.numbers import whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_TURNS = 150
"""In one level: whoever takes longer is going round in circles."""
Described = tuple[int, int, int, int, Sequence[tuple[int, ...]]]


def described_levels(levels: Sequence[Level]) -> list[Described]:
    """Levels as the kernel wants them: rows, columns, walls as bits, start, and the monsters."""
    found: list[Described] = []
    for level in levels:
        layout = level.layout
        walls = sum(1 << wall.row * layout.cols + wall.col for wall in layout.walls)
        crew = [
            (
                tile.row * layout.cols + tile.col,
                *(kind.health, kind.speed, kind.attack, kind.defence, kind.range),
            )
            for kind, tile in level.monsters
        ]
        start = level.start.row * layout.cols + level.start.col
        found.append((layout.rows, layout.cols, walls, start, crew))
    return found


class StepResult(NamedTuple):
    """What a step came to in each game. The arrays are the caller's own."""

    seen: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    """Won or lost."""
    cut: NDArray[np.bool_]
    """Stopped, after too many turns in a level."""


class Batch:
    """So many games of one kind. The next step after the end of a game begins another one."""

    def __init__(
        self,
        count: int,
        *,
        levels: Sequence[Level] | None = None,
        hero_class: HeroClass | str = HeroClass.PALADIN,
        first: int = 1,
        skills: Skills | None = None,
        health: int = FULL_HEALTH,
        most_turns: int = MOST_TURNS,
        shaping: float = 0.0,
        compiled: bool | None = None,
    ) -> None:
        """`shaping` adds so much reward for each health taken from a monster, and takes as much for
        each lost; a level cleared is worth 1. `compiled`: False for the readable rules."""
        self.count = whole(count, "count")
        if self.count < 1:
            raise InvalidValueError(f"count: expected at least 1 game, got {count}")
        self.most_turns = whole(most_turns, "most_turns")
        self.shaping = float(shaping)
        chosen = shipped_levels() if levels is None else tuple(levels)
        self.start = new_game(chosen, hero_class, first=first, skills=skills, health=health)
        reason = fits(chosen)
        if reason is not None:
            raise InvalidValueError(reason)
        self.width = seen_size(chosen)
        self._seeds = [0] * self.count
        kernel = native.dungeon() if compiled is not False else None
        if compiled and kernel is None:
            raise InvalidValueError("compiled: this installation has no compiled kernels")
        self._games: Any = None
        if kernel is not None:
            tables = kernel.Levels(described_levels(chosen))
            self._games = kernel.Games(tables, self.count, self.most_turns, self.shaping)
        self._states: list[State] = []
        self._over: list[bool] = []

    @property
    def compiled(self) -> bool:
        """Does the compiled game play?"""
        return self._games is not None

    @property
    def seeds(self) -> list[int]:
        """The seeds of the games that are being played."""
        if self._games is None:
            return list(self._seeds)
        return [self._games.state(i)[0] for i in range(self.count)]

    def reset(self, seed: int | Sequence[int] = 0) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """All games from their beginning: what is seen, and what may be done.

        One seed for all of them, from which each gets its own (`seeds`), or one for each game.
        """
        self._seeds = self._checked_seeds(seed)
        begin, skills = self.start, self.start.skills
        if self._games is not None:
            numbers = (skills.speed, skills.attack, skills.defence, skills.range)
            hero = list(HeroClass).index(begin.hero_class)
            for i, each in enumerate(self._seeds):
                self._games.reset(i, each, hero, begin.number, begin.health, numbers)
                self._games.settle(i)
        else:
            self._over = [False] * self.count
            self._states = [self._settled(begin, SeededDice(each)) for each in self._seeds]
        return self.observe()

    def _checked_seeds(self, seed: int | Sequence[int]) -> list[int]:
        if isinstance(seed, Sequence):
            seeds = [whole(each, "seed") for each in seed]
            if len(seeds) != self.count:
                raise InvalidValueError(f"seeds: expected {self.count}, got {len(seeds)}")
        elif self.count == 1:
            seeds = [whole(seed, "seed")]
        else:
            first = whole(seed, "seed")
            seeds = [mixed(mixed(first) + i) >> 1 for i in range(self.count)]
        for each in seeds:
            SeededDice(each)  # it complains where one is no seed
        return seeds

    def observe(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """What is seen in each game, and a mask of the actions that may be done."""
        import numpy as np

        seen = np.zeros((self.count, self.width), np.uint8)
        masks = np.zeros((self.count, CHOICES), np.int8)
        if self._games is not None:
            self._games.observe(seen, masks)
        else:
            for i in range(self.count):
                self._observe(i, seen, masks)
        return seen, masks

    def step(self, actions: Any) -> StepResult:
        """One decision in each game, by its number, and all that follows from it by itself; -1
        waits. In a game that was over another one begins, whatever the number."""
        import numpy as np

        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise InvalidValueError(f"actions: expected {self.count}, got shape {chosen.shape}")
        seen = np.zeros((self.count, self.width), np.uint8)
        masks = np.zeros((self.count, CHOICES), np.int8)
        rewards = np.zeros(self.count)
        ended, cut = np.zeros((2, self.count), np.uint8)
        if self._games is not None:
            wrong = self._games.step(chosen, rewards, ended, cut, seen, masks)
            if wrong >= 0:
                legal = ", ".join(map(str, self._games.legal(wrong)))
                raise InvalidValueError(
                    f"action {chosen[wrong]} is not legal in game {wrong}; legal are {legal}"
                )
        else:
            self._step_readable(chosen.tolist(), rewards, ended, cut)
            for i in range(self.count):
                self._observe(i, seen, masks)
        return StepResult(seen, masks, rewards, ended.view(np.bool_), cut.view(np.bool_))

    # --- by the readable rules

    def _settled(self, state: State, dice: SeededDice) -> State:
        while state.turn <= self.most_turns:
            legal = legal_actions(state)
            if not legal or (len(legal) > 1 and state.phase is not Phase.MONSTER_MOVE):
                break
            state = apply(state, legal[0], dice)
        return state

    def _step_readable(self, numbers: list[int], rewards: Any, ended: Any, cut: Any) -> None:
        actions: list[Action | None] = [
            None if self._over[i] or number < 0 else action_by_number(self._states[i], number)
            for i, number in enumerate(numbers)
        ]
        for i, action in enumerate(actions):
            if action is None and not self._over[i]:
                continue
            if action is None:
                self._seeds[i] = next_seed(self._seeds[i])
                self._states[i] = self._settled(self.start, SeededDice(self._seeds[i]))
                self._over[i] = False
                continue
            before, dice = self._states[i], SeededDice(self._seeds[i])
            after = apply(before, action, dice)
            if isinstance(action, Attack):
                rewards[i] += self.shaping + (not after.monsters)
            self._states[i] = after = self._settled(after, dice)
            rewards[i] -= self.shaping * max(0, before.health - after.health)
            ended[i] = after.is_over
            cut[i] = not after.is_over and after.turn > self.most_turns
            self._over[i] = bool(ended[i] or cut[i])

    def _observe(self, i: int, seen: Any, masks: Any) -> None:
        seen[i] = seen_numbers(self._states[i])
        if not self._over[i]:
            masks[i, [n for n in numbered_actions(self._states[i]) if n < CHOICES]] = 1


def next_seed(seed: int) -> int:
    """The seed of the game that follows in the same place."""
    return mixed(seed) >> 1


def replay_numbers(
    start: State, seed: int, numbers: Sequence[int], most_turns: int = MOST_TURNS
) -> Game:
    """The game, with its whole log, that these decisions make of that beginning."""
    if not isinstance(start, State):
        raise InvalidTypeError(f"start: expected a State, got {type(start).__name__}")
    dice = SeededDice(seed)
    state, log = start, list[Action]()

    def settle() -> None:
        nonlocal state
        while state.turn <= most_turns:
            legal = legal_actions(state)
            if not legal or (len(legal) > 1 and state.phase is not Phase.MONSTER_MOVE):
                return
            log.append(legal[0])
            state = apply(state, legal[0], dice)

    settle()
    for number in numbers:
        action = action_by_number(state, number)
        log.append(action)
        state = apply(state, action, dice)
        settle()
    return replay(start, seed, log)


def numbers_of(game: Game) -> list[int]:
    """The decisions of a game, which `replay_numbers` makes it of again; an `InvalidValueError` if
    somebody has moved a monster otherwise than it moves by itself."""
    dice, state = SeededDice(game.dice.seed), game.start
    found: list[int] = []
    for action in game.log:
        legal = legal_actions(state)
        if len(legal) > 1 and state.phase is not Phase.MONSTER_MOVE:
            found.append(action_number(state, action))
        elif action != legal[0]:
            raise InvalidValueError(f"{action}: here a monster moves by itself, by {legal[0]}")
        state = apply(state, action, dice)
    return found


assert MAX_SEED == (1 << 63) - 1  # so that half of any word is a seed
