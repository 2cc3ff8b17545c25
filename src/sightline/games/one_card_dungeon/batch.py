"""Many games in parallel, for learning agents and studies: each step makes one decision in each.

    play = Batch(1000)
    seen, masks = play.reset(seed=7)
    result = play.step([numbers.argmax() for numbers in masks])

`agent_encoding` defines action numbers and observations. Forced actions are done automatically,
and equal monster moves use their default, so that every step is a decision. The compiled game is
used if it is installed; the Python rules give the same results, but slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.engine import native
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.common.dice import MAX_SEED, mixed
from sightline.games.one_card_dungeon.agent_encoding import (
    CHOICES,
    action_by_number,
    action_number,
    fits,
    numbered_actions,
    seen_numbers,
    seen_size,
)
from sightline.games.one_card_dungeon.board.level import Level, shipped_levels
from sightline.games.one_card_dungeon.dice import SeededDice
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
"""The number of turns per level after which a game is truncated, because the player is going
in circles.
"""
Described = tuple[int, int, int, int, Sequence[tuple[int, ...]]]


def described_levels(levels: Sequence[Level]) -> list[Described]:
    """Return levels in the kernel's form: rows, columns, walls as bits, start, and the monsters."""
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
    """The results of a step, one entry per game. The caller owns the arrays."""

    seen: NDArray[np.uint8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    """Whether each game was won or lost."""
    cut: NDArray[np.bool_]
    """Whether each game was truncated after too many turns in a level."""


class Batch:
    """A number of parallel games with the same settings. The step after the end of a game starts a
    new one.
    """

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
        """Create `count` games.

        `shaping` is added to the reward for each health taken from a monster, and subtracted for
        each health lost; a cleared level is worth 1. `compiled=False` uses the Python rules.
        """
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
        """Whether the compiled game is used."""
        return self._games is not None

    @property
    def seeds(self) -> list[int]:
        """The seeds of the current games, in order."""
        if self._games is None:
            return list(self._seeds)
        return [self._games.state(i)[0] for i in range(self.count)]

    def reset(self, seed: int | Sequence[int] = 0) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Restart all games; return observations and masks.

        `seed` is one seed that each game's seed derives from (`seeds`), or one seed per game.
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
            SeededDice(each)  # raises if a value is not a seed
        return seeds

    def observe(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return the observation of each game, and a mask of its legal actions."""
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
        """Make one decision in each game, and everything that follows automatically.

        Decisions are action numbers; -1 waits. A finished game restarts, whatever its number.
        """
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

    # --- the Python rules

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
    """Return the seed of the next game in the same slot."""
    return mixed(seed) >> 1


def replay_numbers(
    start: State, seed: int, numbers: Sequence[int], most_turns: int = MOST_TURNS
) -> Game:
    """Return the game that these decisions lead to from a start, with its whole log."""
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
    """Return the decisions of a game, from which `replay_numbers` restores it.

    Raise `InvalidValueError` if a monster was moved other than by default.
    """
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


assert MAX_SEED == (1 << 63) - 1  # so that half of any number is still a seed
