"""One Card Dungeon as a Gymnasium environment: one game, one decision per step.

The rules are in `games.one_card_dungeon`; this module only adapts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import (
    Game,
    HeroClass,
    Level,
    Skills,
    load_text,
    save_text,
    tell,
)
from sightline.games.one_card_dungeon.agent_encoding import CHOICES
from sightline.games.one_card_dungeon.batch import (
    MOST_TURNS,
    Batch,
    numbers_of,
    replay_numbers,
)
from sightline.games.one_card_dungeon.state import FULL_HEALTH
from sightline.model.numbers import short_repr

Seen = NDArray[np.uint8]


class DungeonEnv(gymnasium.Env[Seen, np.int64]):
    """A game from the first level to its end. The seed of `reset` seeds the dice.

    `games.one_card_dungeon.agent_encoding` defines observations and action numbers.
    `info["action_mask"]` marks the legal actions. An illegal action does nothing and sets
    `info["illegal"]`. Each cleared level gives a reward of 1.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        *,
        hero_class: HeroClass | str = HeroClass.PALADIN,
        levels: Sequence[Level] | None = None,
        first: int = 1,
        skills: Skills | None = None,
        health: int = FULL_HEALTH,
        most_turns: int = MOST_TURNS,
        shaping: float = 0.0,
        compiled: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._options: dict[str, Any] = {
            "levels": levels,
            "hero_class": hero_class,
            "first": first,
            "skills": skills,
            "health": health,
            "most_turns": most_turns,
            "shaping": shaping,
            "compiled": compiled,
        }
        self._play = Batch(1, **self._options)
        self.observation_space = spaces.Box(0, 255, (self._play.width,), np.uint8)
        self.action_space = spaces.Discrete(CHOICES)
        self.render_mode = render_mode
        self._numbers: list[int] = []
        self._seed: int | None = None
        self._playing = False
        self._printed = 0
        self._mask = np.zeros(CHOICES, np.int8)
        self._action = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a new game.

        Without a seed, one is drawn from the generator of the last seed. `options={"save": text}`
        resumes a saved game instead.
        """
        super().reset(seed=seed)
        saved = (options or {}).get("save")
        if saved is not None:
            return self._go_on_with(load_text(saved))
        dice = int(self.np_random.integers(1 << 63)) if seed is None else seed
        return self._replay(dice, ())

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a decision. Everything that follows automatically happens too."""
        number = int(action)
        if not 0 <= number < CHOICES:
            raise InvalidValueError(
                f"action: expected 0 to {CHOICES - 1}, got {short_repr(action)}"
            )
        if not self._playing:
            begun = "is over" if self._seed is not None else "has not begun"
            raise gymnasium.error.ResetNeeded(f"the game {begun}: call reset first")
        illegal = not self._mask[number]
        self._action[0] = -1 if illegal else number
        seen, masks, rewards, ended, cut = self._play.step(self._action)
        if not illegal:
            self._numbers.append(number)
        self._mask = masks[0]
        over, out_of_turns = bool(ended[0]), bool(cut[0])
        self._playing = not (over or out_of_turns)
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": masks[0], "illegal": illegal}
        return seen[0], float(rewards[0]), over, out_of_turns, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, in the form that sb3-contrib's `MaskablePPO` expects."""
        return self._mask.astype(np.bool_)

    def game(self) -> Game:
        """Return the game so far with its log, as in `sightline play` and the table."""
        play = self._play
        return replay_numbers(play.start, play.seeds[0], self._numbers, play.most_turns)

    def save(self) -> str:
        """Return the game as text that `sightline play --resume` accepts."""
        return save_text(self.game())

    def render(self) -> Any:
        """Return one line per action: of the whole game for `ansi`, or since the
        last decision for `human`.
        """
        if self.render_mode is None:
            return None
        game = self.game()
        lines, state = [], game.start
        for action in game.log:
            after = Game(game.start, game.dice, state).do(action).state
            lines.append(tell(state, action, after))
            state = after
        if self.render_mode == "ansi":
            return "\n".join(lines)
        for line in lines[self._printed :]:
            print(line)
        self._printed = len(lines)
        return None

    # --- internals

    def _replay(self, dice: int, numbers: Sequence[int]) -> tuple[Seen, dict[str, Any]]:
        seen, masks = self._play.reset(dice)
        self._playing = True
        for number in numbers:
            self._action[0] = number
            seen, masks, _, ended, cut = self._play.step(self._action)
            self._playing = not (ended[0] or cut[0])
        self._seed, self._numbers, self._printed = dice, list(numbers), 0
        self._mask = masks[0]
        return seen[0], {"action_mask": masks[0], "seed": dice}

    def _go_on_with(self, game: Game) -> tuple[Seen, dict[str, Any]]:
        if game.start != self._play.start:
            raise InvalidValueError(
                "save: expected a game that began as this environment's do: the same class, levels,"
                " skills and health"
            )
        return self._replay(game.dice.seed, numbers_of(game))

    def __reduce__(self) -> tuple[Any, ...]:
        # For `copy.deepcopy` and `pickle`: the compiled game is replayed up to this point.
        kept = ("spec", "render_mode", "_np_random", "_np_random_seed", "_printed")
        rest = {key: getattr(self, key) for key in kept}
        return _played_again, (self._options, self._seed, tuple(self._numbers)), rest


def _played_again(options: dict[str, Any], dice: int | None, numbers: Sequence[int]) -> DungeonEnv:
    env = DungeonEnv(**options)
    if dice is not None:
        env._replay(dice, numbers)
    return env
