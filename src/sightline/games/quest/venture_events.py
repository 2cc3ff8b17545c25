"""What happened in a quest, for whoever asks: the party gets what it saw and felt, no more."""

from __future__ import annotations

from dataclasses import dataclass

from sightline.games.quest.actions import QuestAction
from sightline.games.quest.state import QuestState
from sightline.model.cell import Tile


@dataclass(frozen=True)
class VentureEvent:
    """One thing that happened. `text` says it in a sentence; what is None is not known, or is
    nothing that this kind of event has."""

    kind: str
    """turn, roll, step, door, forced, revealed, met, lost, strike, hurt, fell, search, found,
    left, asked, ruled, round, over"""
    text: str
    figure: int | None = None
    target: int | None = None
    at: Tile | None = None
    to: Tile | None = None
    tiles: tuple[Tile, ...] | None = None
    """Those that are now known, or the two of a door."""
    dice: tuple[int, ...] | None = None
    """Of a roll of moves, or of a strike."""
    defence: tuple[int, ...] | None = None
    """Of the one who is struck."""
    damage: int | None = None
    body: int | None = None
    """What is left of it."""


def happened(
    before: QuestState, action: QuestAction, after: QuestState, side: int | None = None
) -> list[VentureEvent]:
    """What a side learns of an action, in order; `side=None`: everything there is."""
    raise NotImplementedError
