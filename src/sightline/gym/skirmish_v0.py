"""The hex skirmish for PettingZoo, with the usual names `env` and `raw_env`.

    from sightline.gym import skirmish_v0

    env = skirmish_v0.env("ridge", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))

docs/environments.md describes observations, actions and rewards.
"""

from __future__ import annotations

from typing import Any

from sightline.gym.skirmish import SkirmishEnv as raw_env  # noqa: N813 (as PettingZoo has it)
from sightline.gym.zoo import LOSE

__all__ = ["env", "raw_env"]


def env(*words: Any, **options: Any) -> raw_env:
    """Return a skirmish in which an illegal action loses the game; `raw_env` raises instead.

    The options are those of `raw_env`.
    """
    return raw_env(*words, **{"illegal": LOSE, **options})
