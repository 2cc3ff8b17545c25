"""The hex skirmish for PettingZoo, under the names that its users know.

    from sightline.gym import skirmish_v0

    env = skirmish_v0.env("ridge", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))

docs/environments.md tells what is seen, what may be done and what is rewarded.
"""

from __future__ import annotations

from typing import Any

from sightline.gym.skirmish import SkirmishEnv as raw_env  # noqa: N813 (as PettingZoo has it)
from sightline.gym.zoo import LOSE

__all__ = ["env", "raw_env"]


def env(*words: Any, **options: Any) -> raw_env:
    """A skirmish that is lost by whoever does what is not legal; in a `raw_env` that raises. The
    options are the same."""
    return raw_env(*words, **{"illegal": LOSE, **options})
