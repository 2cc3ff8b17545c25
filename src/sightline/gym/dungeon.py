"""One Card Dungeon as an environment: one game, a decision a step.

The rules are those of `games.one_card_dungeon`; this only puts them into Gymnasium's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sightline.games.one_card_dungeon import (
    Game,
    HeroClass,
    Level,
    Skills,
    save_text,
    tell,
)
from sightline.games.one_card_dungeon.batch import MOST_TURNS, Batch, replay_numbers
from sightline.games.one_card_dungeon.numbers import CHOICES
from sightline.games.one_card_dungeon.state import FULL_HEALTH

Seen = NDArray[np.uint8]


class DungeonEnv(gymnasium.Env[Seen, np.int64]):
    """A game from its first level to its end; the seed of `reset` is the seed of its dice.

    What is seen and what an action's number means is in `games.one_card_dungeon.numbers`;
    `info["action_mask"]` says which of the numbers are legal now; one that is not does nothing, and
    `info["illegal"]` says so. A level cleared is worth 1.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium has it)

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
        self._play = Batch(
            1,
            levels=levels,
            hero_class=hero_class,
            first=first,
            skills=skills,
            health=health,
            most_turns=most_turns,
            shaping=shaping,
            compiled=compiled,
        )
        self.observation_space = spaces.Box(0, 255, (self._play.width,), np.uint8)
        self.action_space = spaces.Discrete(CHOICES)
        self.render_mode = render_mode
        self._numbers: list[int] = []
        self._mask = np.zeros(CHOICES, np.int8)
        self._action = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game. Without a seed, one drawn from the generator that the last seed began."""
        super().reset(seed=seed)
        dice = int(self.np_random.integers(1 << 63)) if seed is None else seed
        seen, masks = self._play.reset(dice)
        self._numbers = []
        self._mask = masks[0]
        return seen[0], {"action_mask": masks[0], "seed": dice}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """A decision, and all that follows from it by itself."""
        illegal = not self._mask[action]
        self._action[0] = -1 if illegal else action
        seen, masks, rewards, ended, cut = self._play.step(self._action)
        if not illegal:
            self._numbers.append(int(action))
        self._mask = masks[0]
        return (
            seen[0],
            float(rewards[0]),
            bool(ended[0]),
            bool(cut[0]),
            {"action_mask": masks[0], "illegal": illegal},
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as the `MaskablePPO` of sb3-contrib asks for them."""
        return self._mask.astype(np.bool_)

    def game(self) -> Game:
        """The game so far, with its log, as `sightline play` and the table know it."""
        play = self._play
        return replay_numbers(play.start, play.seeds[0], self._numbers, play.most_turns)

    def save(self) -> str:
        """The game so far as a save that `sightline play --resume` reads."""
        return save_text(self.game())

    def render(self) -> Any:
        """What has happened so far, a line for each action."""
        if self.render_mode != "ansi":
            return None
        game = self.game()
        lines, state = [], game.start
        for action in game.log:
            after = Game(game.start, game.dice, state).do(action).state
            lines.append(tell(state, action, after))
            state = after
        return "\n".join(lines)
