"""The rules of a quest: what may be done, what it leads to, and why something may not be done."""

from __future__ import annotations

from sightline.games.quest.actions import QuestAction
from sightline.games.quest.state import QuestState


def legal_actions(state: QuestState) -> list[QuestAction]:
    """Everything that the acting side may do, in a stable order, `NextTurn()` last if there is one.

    To give up, and to overrule, is possible besides and not listed."""
    raise NotImplementedError


def why_not(state: QuestState, action: QuestAction) -> str | None:
    """Why the action may not be done now, in a sentence; None if it may."""
    raise NotImplementedError


def acting_side(state: QuestState, action: QuestAction | None = None) -> int:
    """Who is to act now, or whose the action is: `HEROES` or `MASTER`."""
    raise NotImplementedError


def apply(state: QuestState, action: QuestAction) -> QuestState:
    """The state after the action; an `InvalidValueError` with the reason if it is not allowed."""
    raise NotImplementedError
