"""One Card Dungeon as a vector environment: thousands of games without a Python loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import HeroClass, Level, Skills
from sightline.games.one_card_dungeon.agent_encoding import CHOICES
from sightline.games.one_card_dungeon.batch import MOST_TURNS, Batch
from sightline.games.one_card_dungeon.state import FULL_HEALTH
from sightline.model.numbers import short_repr

Many = NDArray[np.uint8]


class DungeonVectorEnv(VectorEnv[Many, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of `DungeonEnv`. The step after the end of a game starts the next game."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        self.play = Batch(
            num_envs,
            levels=levels,
            hero_class=hero_class,
            first=first,
            skills=skills,
            health=health,
            most_turns=most_turns,
            shaping=shaping,
            compiled=compiled,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = spaces.Box(0, 255, (self.play.width,), np.uint8)
        self.single_action_space = spaces.Discrete(CHOICES)
        self._masks = np.zeros((num_envs, CHOICES), np.int8)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Many, dict[str, Any]]:
        """Restart all games, from one seed for each, or from a single seed from
        which theirs are derived.
        """
        if isinstance(seed, list):
            drawn = self.np_random.integers(1 << 63, size=self.num_envs).tolist()
            seeds = [old if new is None else new for new, old in zip(seed, drawn, strict=True)]
            seen, masks = self.play.reset(seeds)
        else:
            if seed is not None:
                super().reset(seed=seed)
            seen, masks = self.play.reset(
                int(self.np_random.integers(1 << 63)) if seed is None else seed
            )
        self._masks = masks
        return seen, {"action_mask": masks}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Many, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a decision in every game. Illegal actions do nothing: see `info["illegal"]`."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() >= CHOICES:
            raise InvalidValueError(
                f"actions: expected {self.num_envs} of 0 to {CHOICES - 1}, got"
                f" {short_repr(actions)}"
            )
        legal = np.take_along_axis(self._masks, chosen[:, None], axis=1)[:, 0] > 0
        over = ~self._masks.any(axis=1)
        seen, masks, rewards, ended, cut = self.play.step(np.where(legal, chosen, -1))
        self._masks = masks
        return seen, rewards, ended, cut, {"action_mask": masks, "illegal": ~(legal | over)}
