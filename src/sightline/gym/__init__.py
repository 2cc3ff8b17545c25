"""Environments for reinforcement learning, for Gymnasium and PettingZoo: `pip install
'sightline-engine[gym]'`.

    import gymnasium
    import sightline.gym

    env = gymnasium.make("sightline/OneCardDungeon-v0", hero_class="wizard")
    envs = gymnasium.make_vec("sightline/OneCardDungeon-v0", num_envs=1000)

    from sightline.gym import quest_v0, skirmish_v0

    env = skirmish_v0.env("ridge")
    env = quest_v0.env("the-sealed-crypt")

docs/environments.md describes observations, actions and rewards.
"""

from __future__ import annotations

from sightline.extras import extra

with extra("gym", "Environments for Gymnasium need"):
    import gymnasium

DUNGEON = "sightline/OneCardDungeon-v0"


def register() -> None:
    """Register the environments with Gymnasium. Importing this package does it too."""
    if DUNGEON not in gymnasium.registry:
        gymnasium.register(
            id=DUNGEON,
            entry_point="sightline.gym.dungeon:DungeonEnv",
            vector_entry_point="sightline.gym.dungeon_vector:DungeonVectorEnv",
        )


register()
