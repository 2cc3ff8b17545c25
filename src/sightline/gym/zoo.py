"""The common base of the PettingZoo environments.

PettingZoo's own wrappers take three times as long as the games here, so `TurnEnv` does their checks
itself: an illegal action loses the game or raises, and calls before `reset` are rejected.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from sightline.extras import extra

with extra("gym", "Environments for PettingZoo need"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger

from numpy.typing import NDArray

from sightline.errors import InvalidValueError
from sightline.model.names import not_one_of

SeenAndMask = dict[str, NDArray[Any]]
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
RAISE, LOSE = "raise", "lose"
_SINCE_RESET = frozenset(
    ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
)


class TurnEnv(AECEnv[str, SeenAndMask, int]):
    """A turn-based game with agents, spaces and masks.

    Subclasses define the start, the effect of an action, and the observation. With
    `illegal="raise"`, an illegal action raises an error with the reason and changes nothing. With
    `"lose"`, it gives the agent -1 and the others 0, and ends the game, like PettingZoo's
    `TerminateIllegalWrapper`.
    """

    def __init__(
        self,
        choices: dict[str, int],
        widths: dict[str, int],
        *,
        illegal: str = RAISE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in (RAISE, LOSE):
            raise InvalidValueError(not_one_of("illegal", (RAISE, LOSE), illegal))
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidValueError(not_one_of("render_mode", RENDER_MODES, render_mode))
        self.possible_agents = list(choices)
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]]
        self.agent_selection: str
        self.render_mode, self._loses = render_mode, illegal == LOSE
        self.action_spaces = {agent: spaces.Discrete(count) for agent, count in choices.items()}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (widths[agent],), np.uint8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent, count in choices.items()
        }
        self._idle = {agent: _nothing(count) for agent, count in choices.items()}
        self._mask: NDArray[np.int8] = _nothing(1)

    def __getattr__(self, name: str) -> Any:
        if name in _SINCE_RESET:
            raise AttributeError(f"{name}: there is no game yet, call reset first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an observation: a row of bytes and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of action numbers; docs/environments.md explains them."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> SeenAndMask:
        """Return the agent's knowledge. Its mask is empty unless it is the agent's turn."""
        info = self.infos.get(agent)
        mask = self._idle[agent] if info is None else info["action_mask"]
        return {"observation": self._row(agent), "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions of the current agent are legal, as sb3-contrib's
        `MaskablePPO` expects.
        """
        return self._mask.astype(np.bool_)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    # --- for subclasses

    def _begin(self, over: bool) -> None:
        """Reset all agents and rewards."""
        everybody = self.possible_agents
        self.agents = everybody[:]
        self.rewards = dict.fromkeys(everybody, 0.0)
        self._cumulative_rewards = dict.fromkeys(everybody, 0.0)
        self.terminations = dict.fromkeys(everybody, over)
        self.truncations = dict.fromkeys(everybody, False)
        self.infos = {agent: {"action_mask": self._idle[agent]} for agent in everybody}

    def _taken(self, action: int | None) -> int | None:
        """Return the number of a legal action, or None if the step is complete.

        It is complete if the agent is done, or has just lost by an illegal action.
        """
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return None
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return None
        for each in self.rewards:
            self.rewards[each] = 0.0
        if action is None:
            raise InvalidValueError("action: expected a number; None is for an agent that is out")
        number = int(action)
        count = len(self._mask)
        if not 0 <= number < count:
            raise InvalidValueError(f"action: expected 0 to {count - 1}, got {number}")
        if self._mask[number]:
            self._cumulative_rewards[agent] = 0.0
            return number
        reason = f"action {number} is not legal now: {self._objection(number)}"
        if not self._loses:
            raise InvalidValueError(reason)
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._pay({agent: -1.0})
        self.infos[agent] = {"action_mask": self._idle[agent], "illegal": reason}
        self._mask = self._idle[agent]
        self._deads_step_first()
        return None

    def _row(self, agent: str) -> NDArray[np.uint8]:
        """Return the agent's knowledge as a row of bytes."""
        raise NotImplementedError

    def _objection(self, number: int) -> str:
        """Return the reason why an action is illegal."""
        raise NotImplementedError

    def _pay(self, rewards: dict[str, float]) -> None:
        for agent, reward in rewards.items():
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _ask(self, agent: str, mask: bytearray) -> None:
        """Make the agent current, and set its mask and the infos of all agents."""
        self.infos[self.agent_selection] = {"action_mask": self._idle[self.agent_selection]}
        self._mask = np.frombuffer(mask, np.int8)
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._mask}

    def _ask_nobody(self) -> None:
        """Clear the masks at the end of the game."""
        self._mask = self._idle[self.agent_selection]
        self.infos = {agent: {"action_mask": self._idle[agent]} for agent in self.possible_agents}


def _nothing(choices: int) -> NDArray[np.int8]:
    """Return the mask of an agent that waits. It is shared and read-only."""
    mask = np.zeros(choices, np.int8)
    mask.flags.writeable = False
    return mask


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a rendered picture as rows of RGB pixels, for `rgb_array`. Needs the extra `png`."""
    from sightline.render import svg_to_png

    with extra("png", "Pixels need"):
        from PIL import Image

    with Image.open(BytesIO(svg_to_png(svg, zoom=1))) as picture:
        return np.array(picture.convert("RGB"))
