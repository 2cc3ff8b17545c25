"""Quests as PettingZoo environments: one agent per party member, and the game master as an agent or
played by the program.

The members of the party share their knowledge, as at a table. The rules are in `games.quest`;
`games.quest.agent_encoding` encodes actions and observations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.games.common.dice import MAX_SEED
from sightline.games.quest import (
    HEROES,
    MASTER,
    Master,
    QuestAction,
    QuestState,
    Scenario,
    Venture,
    acting_side,
    apply,
    happened,
    known_board,
    load_text,
    new_state,
    replay,
    save_text,
    view,
    why_not,
)
from sightline.games.quest.agent_encoding import QuestNumbers
from sightline.gym.zoo import RAISE, RENDER_MODES, TurnEnv, pixels
from sightline.model.names import not_one_of

with extra("gym", "Environments for PettingZoo need"):
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random

MOST_ROUNDS = 50
"""A quest is truncated after this many rounds, because not every quest has a last one."""
MASTER_AGENT = "master_0"
PROGRAM, AGENT = "program", "agent"


class QuestEnv(TurnEnv):
    """A quest for `hero_0`, `hero_1`, ... and `ally_0`, ...; `names` maps agents to figures. The
    seed of `reset` seeds the dice.

    An observation has `observation`, the party's knowledge as a row of bytes, and `action_mask`;
    `infos` has the mask too. If the quest is won, every party member gets 1, including those who
    have fallen or left. If it is lost, they get -1. The game master gets the opposite.

    - `scenario`: a built-in quest or your own.
    - `heroes`: the names of the heroes; by default all.
    - `master`: who plays the monsters, the `"program"` or an `"agent"`.
    - `shaping`: extra reward for each goal reached and each body point taken from a monster, minus
      each body point lost.
    - `most_rounds`: the round after which the quest is truncated.
    - `events`: adds to `infos`, as text, what the agent has learned since its last action.
    - `viewer`: the agent whose knowledge `render` shows; None shows everything.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as PettingZoo has it)
        "name": "quest_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: Scenario | str = "the-rat-cellar",
        *,
        heroes: Iterable[str] = (),
        master: str = PROGRAM,
        shaping: float = 0.0,
        most_rounds: int = MOST_ROUNDS,
        events: bool = False,
        illegal: str = RAISE,
        viewer: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if master not in (PROGRAM, AGENT):
            raise InvalidValueError(not_one_of("master", (PROGRAM, AGENT), master))
        self._first = new_state(scenario, heroes=heroes)
        self.scenario = self._first.scenario
        self._heroes = [
            self._first.name(i) for i in range(self._first.party_size) if self._first.is_hero(i)
        ]
        self.numbers = QuestNumbers(self._first)
        """The encoder of actions and states as numbers."""
        self._party = _agents_of(self._first)
        self.names = {agent: self._first.name(i) for i, agent in enumerate(self._party)}
        """The figure of each agent of the party."""
        choices = dict.fromkeys(self._party, self.numbers.choices)
        if master == AGENT:
            choices[MASTER_AGENT] = self.numbers.master_choices
        super().__init__(
            choices,
            dict.fromkeys(choices, self.numbers.width),
            illegal=illegal,
            render_mode=render_mode,
        )
        if viewer is not None and viewer not in choices:
            raise InvalidValueError(not_one_of("viewer", tuple(choices), viewer))
        self._viewer = HEROES if viewer in self._party else MASTER
        self._program = Master() if master == PROGRAM else None
        self._shaping, self._most_rounds, self._events = shaping, most_rounds, events
        self.state_space = spaces.Box(0, 255, (self.numbers.width,), np.uint8)
        self._random, _ = np_random()
        self._log: list[QuestAction] = []
        self._actions: dict[int, QuestAction] = {}
        self._learned: dict[str, list[dict[str, Any]]] = {}

    # --- the PettingZoo API

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Restart the quest.

        Without a seed, one is drawn from the generator of the last seed. `options={"save": text}`
        resumes a save instead.
        """
        if seed is not None:
            self._random, _ = np_random(seed)
        saved = (options or {}).get("save")
        if saved is not None:
            venture = self._loaded(saved)
            self._start, self._state, self._log = venture.start, venture.state, list(venture.log)
        else:
            dice = int(self._random.integers(MAX_SEED)) if seed is None else seed
            self._start = self._state = new_state(self.scenario, dice, heroes=self._heroes)
            self._log = []
        self._learned = {agent: [] for agent in self.possible_agents}
        self._begin(over=self._state.is_over)
        self.agent_selection = self.possible_agents[0]
        self._play_program()
        self._go_on()
        self._show()

    def step(self, action: int | None) -> None:
        """Act for one party member, or for one monster of the game master.

        If the program is the game master, its turn follows.
        """
        number = self._taken(action)
        if number is None:
            return
        before = self._state
        if self._events:
            self._learned[self.agent_selection] = []
        self._do(self._actions[number])
        self._play_program()
        self._reward(before, self._state)
        self._go_on()
        self._show()

    def state(self) -> NDArray[np.uint8]:
        """Return the game master's knowledge: everything except the dice.

        It is meant for centralized critics in training, not for the party's policies.
        """
        return np.frombuffer(self.numbers.seen(self._state, MASTER), np.uint8)

    def render(self) -> Any:
        """Render the quest as `viewer` knows it, or in full, as text, SVG or pixels."""
        if self.render_mode is None:
            return None
        from sightline.render import field_svg, terminal

        known, side = view(self._state, self._viewer), self._viewer
        board = known_board(self._state, side)
        goals = "; ".join(f"{text}{' (done)' if done else ''}" for text, done in known.goals)
        heading = f"{known.title}: round {known.round}; {known.result or goals}"
        if self.render_mode in ("human", "ansi"):
            people = [
                f"{each.name}: {each.status}"
                + ("" if each.at is None else f" on {each.at}")
                + ("" if each.body is None else f", body {each.body} of {each.most}")
                for each in known.figures
            ]
            text = "\n".join((heading, "", terminal(board, color=False), *people))
            return text if self.render_mode == "ansi" else print(text)
        svg = field_svg(board, known.seen, caption=heading)
        return svg if self.render_mode == "svg" else pixels(svg)

    # --- beyond the PettingZoo API

    @property
    def quest(self) -> QuestState:
        """The full state of the quest, including what the party has not seen."""
        return self._state

    def venture(self) -> Venture:
        """Return the quest with its log."""
        return replay(self._start, self._log)

    def save(self) -> str:
        """Return a save that `games.quest.load_text` and `reset(options={"save": text})` accept."""
        return save_text(self.venture())

    # --- internals

    def _row(self, agent: str) -> NDArray[np.uint8]:
        if agent == MASTER_AGENT:
            return self.state()
        figure = self._party.index(agent)
        return np.frombuffer(self.numbers.seen(self._state, HEROES, figure), np.uint8)

    def _do(self, action: QuestAction) -> None:
        before, after = self._state, apply(self._state, action)
        self._state = after
        self._log.append(action)
        if self._events:
            for side in (HEROES, MASTER):
                new = [event.to_data() for event in happened(before, action, after, side)]
                for agent in self._party if side == HEROES else (MASTER_AGENT,):
                    if agent in self._learned:
                        self._learned[agent] = [*self._learned[agent], *new]

    def _play_program(self) -> None:
        """Play the game master's turns and rulings, if the program is the game master."""
        if self._program is not None:
            while acting_side(self._state) == MASTER:
                self._do(self._program.choose(self._state).action)

    def _go_on(self) -> None:
        """Select the next agent to act."""
        state = self._state
        self._actions = self.numbers.actions(state)
        if state.is_over:
            self._ask_nobody()
        else:
            party = acting_side(state) == HEROES
            agent = self._party[state.turn] if party else MASTER_AGENT
            self._ask(agent, self.numbers.mask(state, self._actions))
        if self._events:
            for each in self.possible_agents:
                self.infos[each]["events"] = self._learned[each]

    def _objection(self, number: int) -> str:
        action = self.numbers.attempt(self._state, number)
        if action is None:
            return "nobody that was met has that number, or there is nothing to decide"
        return why_not(self._state, action) or "it is over"

    def _reward(self, before: QuestState, after: QuestState) -> None:
        party = self._shaping * _progress(before, after) if self._shaping else 0.0
        if after.is_over:
            party += 1.0 if after.winner == HEROES else -1.0
            self.terminations = dict.fromkeys(self.possible_agents, True)
        elif after.round > self._most_rounds:
            self.truncations = dict.fromkeys(self.possible_agents, True)
        if party:
            self._pay(
                {
                    agent: -party if agent == MASTER_AGENT else party
                    for agent in self.possible_agents
                }
            )

    def _loaded(self, saved: Any) -> Venture:
        venture = load_text(saved)
        start, first = venture.start, self._first
        if (
            start.scenario != self.scenario
            or start.who[: start.party_size] != first.who[: first.party_size]
        ):
            raise InvalidValueError(
                f"save: expected {self.scenario.title} with {', '.join(self._heroes)}, as this"
                f" environment has it, got {start.scenario.title} with others"
            )
        return venture

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _agents_of(start: QuestState) -> list[str]:
    """Return the names hero_0, hero_1, ..., ally_0, ... for the party in turn order."""
    agents: list[str] = []
    for i in range(start.party_size):
        kind = start.figure(i).kind
        agents.append(f"{kind}_{sum(each.startswith(kind) for each in agents)}")
    return agents


def _progress(before: QuestState, after: QuestState) -> int:
    """Return the goals reached, plus body points taken from monsters, minus those that the party
    lost.

    Only the party hurts monsters, and only monsters that it sees.
    """
    found = 0
    for goal in after.scenario.goals:
        found += after.is_done(goal) - before.is_done(goal)
    for i, had in enumerate(before.body):
        lost = had - after.body[i]
        found += lost if after.is_monster(i) else -lost
    return found
