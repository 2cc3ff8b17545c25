"""Quests with fog of war for PettingZoo, with the usual names `env` and `raw_env`.

    from sightline.gym import quest_v0

    env = quest_v0.env("the-sealed-crypt", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))

docs/environments.md describes observations, actions and rewards.
"""

from __future__ import annotations

from typing import Any

from sightline.gym.quest import QuestEnv as raw_env  # noqa: N813 (as PettingZoo has it)
from sightline.gym.zoo import LOSE

__all__ = ["env", "raw_env"]


def env(*words: Any, **options: Any) -> raw_env:
    """Return a quest that ends when an agent takes an illegal action; `raw_env` raises instead.

    The options are those of `raw_env`.
    """
    return raw_env(*words, **{"illegal": LOSE, **options})
