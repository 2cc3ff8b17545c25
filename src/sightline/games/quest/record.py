"""A quest with its history: play, undo, replay, save, resume.

A save is JSON that holds the quest as it is written, everything that was done, and what it came to,
with all that was explored. Loading plays it all again by the rules: a file that does not come to
its own state is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.formats.safe_json import Node, read_json
from sightline.formats.saving import replace_file
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
from sightline.games.quest.dice import MAX_SEED
from sightline.games.quest.reading import shipped_quests
from sightline.games.quest.rules import acting_side, apply, new_state
from sightline.games.quest.scenario import Scenario
from sightline.games.quest.scenario_files import MAX_FIGURES, read_scenario, shipped_scenario
from sightline.games.quest.sighting import bits
from sightline.games.quest.state import QuestState
from sightline.games.quest.venture_events import VentureEvent, at_first, happened

FORMAT = "sightline quest"
VERSION = 1
"""Of the save, and of the rules it was played by: a change to either makes it another."""
MAX_ACTIONS, MAX_TEXT = 20_000, 200_000
_SUMMARY = ("phase", "round", "turn", "rolled", "at", "body", "moves", "gold", "doors", "ending")


@dataclass(frozen=True, repr=False)
class Venture:
    """How a quest began, what was done, and what it came to.

    >>> from sightline.games.quest import RollMoves, StepTo, Venture
    >>> venture = Venture.begin("the-sealed-crypt", seed=7).do(RollMoves()).do(StepTo(0, (1, 2)))
    >>> venture.undo().state.where(0)
    Square(row=1, col=1)
    """

    start: QuestState
    state: QuestState
    log: tuple[QuestAction, ...] = ()
    trail: tuple[QuestState, ...] = field(default=(), compare=False)
    """The states since something was last decided or revealed: as far back as undo goes."""

    @classmethod
    def begin(
        cls,
        scenario: Scenario | str = "the-sealed-crypt",
        seed: int = 0,
        *,
        heroes: Iterable[str] = (),
    ) -> Venture:
        """Before anything is done. `scenario`: one's own, or the name of a shipped one; `heroes`:
        who goes, in the order of their turns, without them all."""
        start = new_state(scenario, seed, heroes=heroes)
        return cls(start, start)

    def do(self, action: QuestAction) -> Venture:
        """The quest after the action, or the rules' refusal."""
        before = self.state
        after = apply(before, action)
        kept = (*self.trail, before) if _can_be_taken_back(before, action, after) else ()
        return replace(self, state=after, log=(*self.log, action), trail=kept)

    @property
    def can_undo(self) -> bool:
        """Is there something to take back?"""
        return bool(self.trail)

    def undo(self) -> Venture:
        """Take back the last action. Dice, rulings, the end of a side's turn and what revealed
        something stay done."""
        if not self.trail:
            raise InvalidValueError(
                "there is nothing to take back: what was decided or revealed stays so"
            )
        return replace(self, state=self.trail[-1], log=self.log[:-1], trail=self.trail[:-1])

    def opening(self) -> list[VentureEvent]:
        """What the party sees as the quest begins."""
        return at_first(self.start)

    def events(self, side: int | None = None) -> list[VentureEvent]:
        """Everything that a side has learned since the beginning."""
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
    """Steps, doors and the ends of heroes' turns that showed nothing new and decided nothing."""
    if not isinstance(action, (StepTo, OpenDoor, NextTurn)) or after.is_over:
        return False
    if acting_side(before) != acting_side(after) or before.left != after.left:
        return False
    if before.explored != after.explored or len(before.who) != len(after.who):
        return False
    if after.sighted & ~before.sighted:
        return False
    hidden = any(not before.sighted >> i & 1 for i in before.standing())
    return not (hidden and after.seen & ~before.seen)  # that nobody is there is news, too


def replay(start: QuestState, log: Iterable[QuestAction]) -> Venture:
    """Play a log again, from its beginning, by the rules."""
    venture = Venture(start, start)
    for action in log:
        venture = venture.do(action)
    return venture


def heroes_of(state: QuestState) -> list[str]:
    """The heroes who set out, in the order of their turns."""
    return [state.name(i) for i in range(state.party_size) if state.is_hero(i)]


# --- links ----------------------------------------------------------------------------------------


def replay_code(venture: Venture) -> str:
    """A quest that comes with the game as one short line: name, seed, heroes and moves. A digit is
    a hero, by the order of the map.

    >>> from sightline.games.quest import GiveUp, Venture, replay_code, venture_of_code
    >>> venture = Venture.begin("the-sealed-crypt", seed=3).do(GiveUp())
    >>> replay_code(venture)
    'the-sealed-crypt;3;0.1.2;g'
    >>> venture_of_code(replay_code(venture)) == venture
    True
    """
    start = venture.start
    for name in shipped_quests():
        if shipped_scenario(name) == start.scenario:
            names = _hero_names(start.scenario)
            heroes = ".".join(str(names.index(hero)) for hero in heroes_of(start))
            return f"{name};{start.seed};{heroes};{moves_text(venture.log)}"
    raise InvalidValueError("only a quest that comes with the game has a code; save it")


def _hero_names(scenario: Scenario) -> list[str]:
    return [each.name for each in scenario.figures if each.kind == "hero"]


def venture_of_code(code: str) -> Venture:
    """What `replay_code` wrote down, played again by the rules."""
    parts = code.split(";")
    if len(parts) != 4 or not all(map(_is_number, (parts[1], *parts[2].split(".")))):
        raise InvalidValueError(f"code: expected quest;seed;heroes;moves, got {code[:60]!r}")
    if parts[3].count(",") >= MAX_ACTIONS:
        raise InvalidValueError(f"code: expected at most {MAX_ACTIONS:,} moves")
    scenario = shipped_scenario(parts[0])
    names = dict(enumerate(_hero_names(scenario)))
    heroes = [names.get(int(each), each) for each in parts[2].split(".")]
    return replay(new_state(scenario, int(parts[1]), heroes=heroes), moves_of(parts[3]))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 20


# --- saves ----------------------------------------------------------------------------------------


def save_text(venture: Venture) -> str:
    """The whole of it as JSON."""
    start = venture.start
    tree = {
        "format": FORMAT,
        "version": VERSION,
        "start": {
            "quest": start.scenario.text,
            "seed": start.seed,
            "heroes": heroes_of(start),
        },
        "log": [action_data(action) for action in venture.log],
        "state": state_summary(venture.state),
    }
    return json.dumps(tree, indent=1) + "\n"


def state_summary(state: QuestState) -> dict[str, Any]:
    """What a state is, beyond its scenario, as plain data: for the check on loading."""
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


def load_text(text: str | bytes, name: str = "save") -> Venture:
    """What `save_text` wrote, or a `FormatError` that says what is wrong with it."""
    if not isinstance(text, (str, bytes)):
        raise InvalidTypeError(f"save: expected a text, got {type(text).__name__}")
    tree = read_json(text.encode() if isinstance(text, str) else text, name)
    if "format" not in tree or tree["format"].value != FORMAT:
        raise FormatError(f'not a saved quest: expected "format": "{FORMAT}"', "$.format")
    if tree["version"].value != VERSION or isinstance(tree["version"].value, bool):
        raise FormatError(
            f"saved by another version: this is {VERSION}, the file says"
            f" {tree['version'].value!r}; it can only be played on with that one",
            "$.version",
        )
    tree.only("format", "version", "start", "log", "state")
    venture = _replayed(_start(tree["start"]), tree["log"])
    _compare(tree["state"], state_summary(venture.state))
    return venture


def _start(node: Node) -> QuestState:
    node.only("quest", "seed", "heroes")
    try:
        scenario = read_scenario(node["quest"].string(MAX_TEXT), "quest")
        heroes = [each.string(200) for each in node["heroes"].items(limit=MAX_FIGURES)]
        return new_state(scenario, node["seed"].whole(0, MAX_SEED), heroes=heroes)
    except (FormatError, InvalidValueError) as error:
        raise node.error(str(error)) from None


def _replayed(start: QuestState, log: Node) -> Venture:
    venture = Venture(start, start)
    for node in log.items(limit=MAX_ACTIONS):
        try:
            venture = venture.do(action_of(node.value))
        except SightlineError as error:
            raise node.error(f"the log breaks the rules: {error}") from None
    return venture


def _compare(node: Node, expected: dict[str, Any]) -> None:
    node.only(*expected)
    for key, value in expected.items():
        if node[key].value != value:
            raise node[key].error(f"the log comes to {value!r}, the file says {node[key].value!r}")


def save_file(venture: Venture, path: str | os.PathLike[str]) -> None:
    """Write it to a file: all of it, or the old file stays."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, save_text(venture).encode())


def load_file(path: str | os.PathLike[str]) -> Venture:
    """Read a saved quest."""
    return load_text(Path(path).read_bytes(), str(path))
