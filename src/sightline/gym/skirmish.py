"""The hex skirmish as a PettingZoo environment: two agents, each with the knowledge of its own
units.

The rules are in `games.skirmish`; `games.skirmish.agent_encoding` encodes actions and observations.
This module only adapts them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.games.common.dice import MAX_SEED
from sightline.games.skirmish import (
    DEPLOYING,
    DRAW,
    OVER,
    SIDES,
    Battle,
    Battlefield,
    Deploy,
    Match,
    SkirmishAction,
    apply,
    happened,
    known_board,
    load_text,
    new_battle,
    replay,
    save_text,
    view,
    why_not,
)
from sightline.games.skirmish.agent_encoding import FIRST_PLACE, side_numbers
from sightline.games.skirmish.battle import percent
from sightline.games.skirmish.drawing import heading, map_lines, unit_lines
from sightline.gym.zoo import RAISE, RENDER_MODES, TurnEnv, pixels
from sightline.model.names import not_one_of

with extra("gym", "Environments for PettingZoo need"):
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random

AGENTS = tuple(f"{side}_0" for side in SIDES)
_OTHER_DICE = 0x5EED5EED5EED5EED
"""Separates the seed of the program's deployment from the dice, so that neither
reveals the other.
"""


class SkirmishEnv(TurnEnv):
    """A battle between `red_0` and `blue_0`. The seed of `reset` seeds the dice.

    An observation has `observation`, the agent's knowledge as a row of bytes, and `action_mask`;
    `infos` has the mask too. The winner gets 1, the loser -1.

    - `field`: a built-in map or your own.
    - `fog=False`: both sides see everything.
    - `deploy=False`: units start in their zones.
    - `shaping`: extra reward for each point of lead.
    - `events`: adds to `infos`, as text, what the agent has learned since its last action.
    - `viewer`: the agent whose knowledge `render` shows; None shows everything.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as PettingZoo has it)
        "name": "skirmish_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        field: Battlefield | str = "crossing",
        *,
        fog: bool = True,
        deploy: bool = True,
        shaping: float = 0.0,
        events: bool = False,
        illegal: str = RAISE,
        viewer: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.field, self._fog = new_battle(field).field, fog
        self.numbers = {agent: side_numbers(self.field, i) for i, agent in enumerate(AGENTS)}
        """The encoder of actions and battles as numbers, for each agent."""
        super().__init__(
            {agent: each.choices for agent, each in self.numbers.items()},
            {agent: each.width for agent, each in self.numbers.items()},
            illegal=illegal,
            render_mode=render_mode,
        )
        if viewer is not None and viewer not in AGENTS:
            raise InvalidValueError(not_one_of("viewer", AGENTS, viewer))
        self._viewer = None if viewer is None else AGENTS.index(viewer)
        self._deploys, self._shaping, self._events = deploy, shaping, events
        width = sum(each.width for each in self.numbers.values())
        self.state_space = spaces.Box(0, 255, (width,), np.uint8)
        self._random, _ = np_random()
        self._log: list[SkirmishAction] = []
        self._placed: list[int] = []
        """The positions of the units that the deploying side has placed so far."""
        self._learned: dict[str, list[dict[str, Any]]] = {}

    # --- the PettingZoo API

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new battle.

        Without a seed, one is drawn from the generator of the last seed. `options={"save": text}`
        resumes a save instead.
        """
        if seed is not None:
            self._random, _ = np_random(seed)
        saved = (options or {}).get("save")
        if saved is not None:
            match = self._loaded(saved)
            self._start, self._battle, self._log = match.start, match.battle, list(match.log)
        else:
            dice = int(self._random.integers(MAX_SEED)) if seed is None else seed
            self._start = self._battle = new_battle(self.field, dice, fog=self._fog)
            self._log = []
            if not self._deploys:
                self._deploy_both()
        self._placed = []
        self._learned = {agent: [] for agent in AGENTS}
        self._begin(over=self._battle.phase == OVER)
        self.agent_selection = AGENTS[0]
        self._go_on()
        self._show()

    def step(self, action: int | None) -> None:
        """Move, attack, deploy a unit, or end the turn."""
        number = self._taken(action)
        if number is None:
            return
        agent, before = self.agent_selection, self._battle
        numbers = self.numbers[agent]
        move = numbers.action(before, number, self._placed)
        if move is None:
            self._placed.append(numbers.zone[number - FIRST_PLACE])
        else:
            self._placed = []
            self._battle = after = apply(before, move)
            self._log.append(move)
            if self._events:
                self._tell(agent, before, move, after)
            if after.points != before.points or after.phase == OVER:
                self._reward(before, after)
        self._go_on()
        self._show()

    def state(self) -> NDArray[np.uint8]:
        """Return the knowledge of red and then of blue: everything except the dice.

        It is meant for centralized critics in training, not for policies.
        """
        return np.concatenate([self._row(agent) for agent in AGENTS])

    def render(self) -> Any:
        """Render the battle as `viewer` knows it, or in full, as text, SVG or pixels."""
        battle, side = self._battle, self._viewer
        if side is None:
            battle, side = battle._replace(fog=False), 0
        if self.render_mode in ("human", "ansi"):
            lines = (heading(battle), "", *map_lines(battle, side), "", *unit_lines(battle, side))
            text = "\n".join(lines)
            return text if self.render_mode == "ansi" else print(text)
        if self.render_mode is None:
            return None
        from sightline.render import field_svg

        svg = field_svg(known_board(battle, side), view(battle, side).seen, caption=heading(battle))
        return svg if self.render_mode == "svg" else pixels(svg)

    # --- beyond the PettingZoo API

    @property
    def battle(self) -> Battle:
        """The full state of the battle, including what an agent cannot see."""
        return self._battle

    def match(self) -> Match:
        """Return the battle with its log, as in `sightline skirmish`."""
        return replay(self._start, self._log)

    def save(self) -> str:
        """Return a save that `sightline skirmish --saved` and `reset(options={"save": text})`
        accept.

        It does not include units of a side that is still deploying.
        """
        return save_text(self.match())

    def planes(self, agent: str, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return observations, single or batched, as planes for convolutions: see
        `SideNumbers.planes`.
        """
        return self.numbers[agent].planes(rows)

    # --- internals

    def _row(self, agent: str) -> NDArray[np.uint8]:
        placed = self._placed if agent == self.agent_selection else ()
        return np.frombuffer(self.numbers[agent].seen(self._battle, placed), np.uint8)

    def _go_on(self) -> None:
        """Select the next agent to act; red deploys first."""
        battle = self._battle
        if battle.phase == OVER:
            self._ask_nobody()
        else:
            side = int(battle.ready[0]) if battle.phase == DEPLOYING else battle.side
            agent = AGENTS[side]
            self._ask(agent, self.numbers[agent].mask(battle, self._placed))
        if self._events:
            for each in AGENTS:
                self.infos[each]["events"] = self._learned[each]

    def _objection(self, number: int) -> str:
        numbers, battle = self.numbers[self.agent_selection], self._battle
        if battle.phase == DEPLOYING:
            return "the units are put on free hexes of the zone first"
        if number in range(FIRST_PLACE, FIRST_PLACE + len(numbers.zone)):
            return "everybody has deployed"
        try:
            move = numbers.action(battle, number)
        except InvalidValueError:
            return "that unit has fallen, or there is nothing to go to or to aim at"
        return (None if move is None else why_not(battle, move)) or "it is over"

    def _reward(self, before: Battle, after: Battle) -> None:
        swing = (after.points[0] - before.points[0]) - (after.points[1] - before.points[1])
        red = self._shaping * swing
        if after.phase == OVER:
            red += 0 if after.winner == DRAW else (1, -1)[after.winner]
            self.terminations = dict.fromkeys(AGENTS, True)
        self._pay({AGENTS[0]: float(red), AGENTS[1]: -float(red)})

    def _tell(self, agent: str, before: Battle, move: SkirmishAction, after: Battle) -> None:
        """Record for each agent what it learns from a move."""
        self._learned[agent] = []
        for side, each in enumerate(AGENTS):
            new = [event.to_data() for event in happened(before, move, after, side)]
            self._learned[each] = [*self._learned[each], *new]

    def _deploy_both(self) -> None:
        for side in (0, 1):
            offers: list[Deploy] = self.field.deployments(side)
            pick = percent(self._start.seed ^ _OTHER_DICE, side) % len(offers)
            self._log.append(offers[pick])
            self._battle = apply(self._battle, offers[pick])

    def _loaded(self, saved: Any) -> Match:
        match = load_text(saved)
        if match.start.field != self.field:
            raise InvalidValueError(
                f"save: expected one on {self.field.title}, the field of this environment,"
                f" got one on {match.start.field.title}"
            )
        return match

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
