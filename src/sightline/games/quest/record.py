"""A quest with its history: play, undo, replay, save, resume."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field

from sightline.games.quest.actions import QuestAction
from sightline.games.quest.scenario import Scenario
from sightline.games.quest.state import QuestState
from sightline.games.quest.venture_events import VentureEvent


@dataclass(frozen=True, repr=False)
class Venture:
    """How a quest began, what was done, and what it came to."""

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
        heroes: tuple[str, ...] = (),
    ) -> Venture:
        """Before anything is done. `scenario`: one's own, or the name of a shipped one."""
        raise NotImplementedError

    def do(self, action: QuestAction) -> Venture:
        """The quest after the action, or the rules' refusal."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """Is there something to take back?"""
        return bool(self.trail)

    def undo(self) -> Venture:
        """Take back the last action. Dice, rulings, the end of a turn and what revealed something
        stay done."""
        raise NotImplementedError

    def opening(self, side: int | None = None) -> list[VentureEvent]:
        """What the party sees as the quest begins."""
        raise NotImplementedError

    def events(self, side: int | None = None) -> list[VentureEvent]:
        """Everything that a side has learned since the beginning."""
        raise NotImplementedError


def replay(start: QuestState, log: Iterable[QuestAction]) -> Venture:
    """Play a log again, from its beginning, by the rules."""
    raise NotImplementedError


def replay_code(venture: Venture) -> str:
    """A quest that comes with the game as one short line: name, seed, heroes and moves."""
    raise NotImplementedError


def venture_of_code(code: str) -> Venture:
    """What `replay_code` wrote down, played again by the rules."""
    raise NotImplementedError


def save_text(venture: Venture) -> str:
    """The whole of it as JSON: the scenario, what was done and what that came to."""
    raise NotImplementedError


def load_text(text: str | bytes, name: str = "save") -> Venture:
    """What `save_text` wrote, or a `FormatError` that says what is wrong with it."""
    raise NotImplementedError


def save_file(venture: Venture, path: str | os.PathLike[str]) -> None:
    """Write it to a file: all of it, or the old file stays."""
    raise NotImplementedError


def load_file(path: str | os.PathLike[str]) -> Venture:
    """Read a saved quest."""
    raise NotImplementedError
