"""A quest with its history: play, undo, replay, save, resume.

A save is JSON with the quest's text, every action, and the final state with all explored tiles.
Loading replays it by the rules; a file whose actions lead to another state is rejected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sightline.errors import FormatError, InvalidValueError
from sightline.formats.safe.safe_json import Node, exact_number
from sightline.games.common.bit_sets import bits
from sightline.games.common.dice import MAX_SEED
from sightline.games.common.saves import SaveFormat, code_parts, is_number
from sightline.games.quest.actions import (
    NextTurn,
    OpenDoor,
    QuestAction,
    StepTo,
    action_data,
    action_of,
    moves_of,
    moves_text,
)
from sightline.games.quest.board.reading import TUTORIAL, shipped_quests
from sightline.games.quest.events import VentureEvent, at_first, happened
from sightline.games.quest.rules import acting_side, apply, new_state
from sightline.games.quest.scenario import Scenario
from sightline.games.quest.scenario_files import MAX_FIGURES, read_scenario, shipped_scenario
from sightline.games.quest.state import QuestState
from sightline.texts import as_text, say

MAX_ACTIONS, MAX_TEXT = 20_000, 200_000
_SUMMARY = ("phase", "round", "turn", "rolled", "at", "body", "moves", "gold", "doors", "ending")


@dataclass(frozen=True, repr=False)
class Venture:
    """A quest in play: its start, its actions, and its current state.

    >>> from sightline.games.quest import RollMoves, StepTo, Venture
    >>> venture = Venture.begin("the-sealed-crypt", seed=7).do(RollMoves()).do(StepTo(0, (1, 2)))
    >>> venture.undo().state.where(0)
    Square(row=1, col=1)
    """

    start: QuestState
    state: QuestState
    log: tuple[QuestAction, ...] = ()
    trail: tuple[QuestState, ...] = field(default=(), compare=False)
    """The states since the last decision or reveal, which are those that undo can return to."""

    @classmethod
    def begin(
        cls,
        scenario: Scenario | str = "the-sealed-crypt",
        seed: int = 0,
        *,
        heroes: Iterable[str] = (),
    ) -> Venture:
        """Return a new quest.

        `scenario` is your own, or the name of one that comes with sightline. `heroes` are the
        heroes who set out, in turn order; the default is all.
        """
        start = new_state(scenario, seed, heroes=heroes)
        return cls(start, start)

    def do(self, action: QuestAction) -> Venture:
        """Return the quest after the action, or raise if it is illegal."""
        before = self.state
        after = apply(before, action)
        kept = (*self.trail, before) if _can_be_taken_back(before, action, after) else ()
        return replace(self, state=after, log=(*self.log, action), trail=kept)

    @property
    def can_undo(self) -> bool:
        """Whether an action can be undone."""
        return bool(self.trail)

    def undo(self) -> Venture:
        """Undo the last action. Rolls, rulings, the end of a side's turn and reveals cannot be
        undone.
        """
        if not self.trail:
            raise InvalidValueError(
                say("there is nothing to take back: what was decided or revealed stays so")
            )
        return replace(self, state=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])

    def opening(self) -> list[VentureEvent]:
        """Return the events at the start: the party's first view, and the first turn."""
        return at_first(self.start)

    def events(self, side: int | None = None) -> list[VentureEvent]:
        """Return everything that a side has learned since the start."""
        events = self.opening()
        state = self.start
        for action in self.log:
            after = apply(state, action)
            events += happened(state, action, after, side)
            state = after
        return events

    def __repr__(self) -> str:
        return f"<Venture: seed {self.start.seed}, {len(self.log)} actions, {self.state!r}>"


def _can_be_taken_back(before: QuestState, action: QuestAction, after: QuestState) -> bool:
    """Return whether an action can be undone: steps, doors and ends of heroes' turns that revealed
    and decided nothing.
    """
    if not isinstance(action, (StepTo, OpenDoor, NextTurn)) or after.is_over:
        return False
    if acting_side(before) != acting_side(after) or before.left != after.left:
        return False
    if before.explored != after.explored or len(before.who) != len(after.who):
        return False
    if after.sighted & ~before.sighted:
        return False
    hidden = any(not before.sighted >> i & 1 for i in before.standing())
    return not (hidden and after.seen & ~before.seen)  # it is also a discovery that a tile is empty


def replay(start: QuestState, log: Iterable[QuestAction]) -> Venture:
    """Replay a log from its beginning, by the rules."""
    venture = Venture(start, start)
    for action in log:
        venture = venture.do(action)
    return venture


def heroes_of(state: QuestState) -> list[str]:
    """Return the heroes who set out, in turn order."""
    return [state.name(i) for i in range(state.party_size) if state.is_hero(i)]


# --- links ----------------------------------------------------------------------------------------


def replay_code(venture: Venture) -> str:
    """Return a quest that comes with sightline as one short line: name, seed, heroes and moves.

    A hero is a digit, in the order of the map.

    >>> from sightline.games.quest import GiveUp, Venture, replay_code, venture_of_code
    >>> venture = Venture.begin("the-sealed-crypt", seed=3).do(GiveUp())
    >>> replay_code(venture)
    'the-sealed-crypt;3;0.1.2;g'
    >>> venture_of_code(replay_code(venture)) == venture
    True
    """
    start = venture.start
    for name in (*shipped_quests(), TUTORIAL):
        if shipped_scenario(name) == start.scenario:
            names = _hero_names(start.scenario)
            heroes = ".".join(str(names.index(hero)) for hero in heroes_of(start))
            return f"{name};{start.seed};{heroes};{moves_text(venture.log)}"
    raise InvalidValueError(say("only a quest that comes with the game has a code; save it"))


def _hero_names(scenario: Scenario) -> list[str]:
    return [each.name for each in scenario.figures if each.kind == "hero"]


def venture_of_code(code: str) -> Venture:
    """Replay the quest that `replay_code` wrote."""
    return replay(*start_and_log(code))


def start_and_log(code: str) -> tuple[QuestState, list[QuestAction]]:
    """Return the start and the actions that `replay_code` wrote, without replaying them."""
    shape = "quest;seed;heroes;moves"
    quest, seed, numbers, moves = code_parts(code, shape, MAX_ACTIONS)
    if not all(map(is_number, numbers.split("."))):
        raise InvalidValueError(
            say("code: expected {shape}, got {got}", shape=shape, got=repr(code[:60]))
        )
    scenario = shipped_scenario(quest)
    names = dict(enumerate(_hero_names(scenario)))
    heroes = [names.get(int(each), each) for each in numbers.split(".")]
    return new_state(scenario, int(seed), heroes=heroes), moves_of(moves)


# --- saves ----------------------------------------------------------------------------------------


def _start_data(venture: Venture) -> dict[str, Any]:
    start = venture.start
    return {
        "quest": start.scenario.text,
        "seed": exact_number(start.seed),
        "heroes": heroes_of(start),
    }


def state_summary(state: QuestState) -> dict[str, Any]:
    """Return a state as plain data, without its scenario; it is compared on loading."""
    tiles = state.scenario.tiles
    found = {key: getattr(state, key) for key in _SUMMARY}
    return {
        **{key: list(value) if isinstance(value, tuple) else value for key, value in found.items()},
        "met": [state.figure(i).name for i in range(state.party_size, len(state.who))],
        "explored": [str(tiles[i]) for i in bits(state.explored)],
        "found": [state.scenario.furniture[i].name for i in bits(state.found)],
        "fallen": bits(state.fallen),
        "left": bits(state.left),
    }


def _start(node: Node) -> QuestState:
    node.only("quest", "seed", "heroes")
    try:
        scenario = read_scenario(node["quest"].string(MAX_TEXT), "quest")
        heroes = [each.string(200) for each in node["heroes"].items(limit=MAX_FIGURES)]
        return new_state(scenario, node["seed"].exact_whole(0, MAX_SEED), heroes=heroes)
    except (FormatError, InvalidValueError) as error:
        raise node.error(as_text(error)) from None


SAVES: SaveFormat[Venture] = SaveFormat(
    "sightline quest",
    say("a saved quest"),
    version=1,
    max_actions=MAX_ACTIONS,
    start=_start_data,
    read_start=_start,
    replay=replay,
    action_data=action_data,
    read_action=lambda node: action_of(node.value),
    state=lambda venture: state_summary(venture.state),
)
save_text = SAVES.save_text
load_text = SAVES.load_text
save_file = SAVES.save_file
load_file = SAVES.load_file
