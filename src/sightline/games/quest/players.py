"""The program as the master, and as the party: both say why."""

from __future__ import annotations

from typing import NamedTuple

from sightline.games.quest.actions import QuestAction
from sightline.games.quest.record import Venture
from sightline.games.quest.state import QuestState


class Counsel(NamedTuple):
    """What to do, and why, in a sentence without a full stop."""

    action: QuestAction
    reason: str


class ProgramStep(NamedTuple):
    """One action of the program, why, and all that came of it."""

    action: QuestAction
    reason: str
    before: QuestState
    after: QuestState
    """`happened(before, action, after, side)` says what a side learns."""


class Master:
    """Plays the monsters, and rules on close calls: strictly, and says so."""

    def choose(self, state: QuestState) -> Counsel:
        """What the master does next. It must be the master's to act."""
        raise NotImplementedError

    def play(self, venture: Venture) -> tuple[Venture, list[ProgramStep]]:
        """Everything until the party is on again, or it is over."""
        raise NotImplementedError


class PartyPlayer:
    """Plays the heroes by what they see: for hints, and to try quests out."""

    def choose(self, state: QuestState) -> Counsel:
        """What the hero on turn does next, with the reason: a hint."""
        raise NotImplementedError
