"""What one side may know of a quest, and nothing else: for its page, its player, its agent.

Two quests that differ only in what the party has not seen give it equal views, to the byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.games.quest.state import QuestState
from sightline.model.cell import Tile
from sightline.model.square import SquareBoard

OWN, IN_SIGHT, REMEMBERED, FALLEN, LEFT, ASLEEP = (
    *("own", "seen", "remembered", "fallen", "left", "asleep"),
)


@dataclass(frozen=True)
class QuestFigure:
    """A figure as a side knows it. What is None is not known."""

    figure: int
    """Its number in actions; -1: nobody has met it (the master sees it asleep)."""
    name: str
    kind: str
    """hero, ally or enemy"""
    status: str
    """own, seen, remembered (where it was seen last), fallen, left (through the exit), asleep"""
    at: Tile | None
    size: tuple[int, int]
    body: int | None
    most: int
    """The body points that it began with."""
    moves: int | None
    acted: bool | None
    attack: int
    defence: int
    range: int


@dataclass(frozen=True)
class DoorView:
    """A door or gate that a side knows of, between two tiles."""

    a: Tile
    b: Tile
    what: str
    """door or gate"""
    state: str
    """open, closed or locked; the master sees secret ones, too"""


@dataclass(frozen=True)
class QuestView:
    """A quest as a side knows it."""

    side: int
    title: str
    story: str
    mode: str
    reveal: str
    phase: str
    acting: int
    """The side that is to act."""
    turn: int
    """The figure whose turn it is, or -1."""
    thrown: bool
    """Has it rolled its moves?"""
    round: int
    rounds: int
    """The last round; 0: no last one."""
    goals: tuple[tuple[str, bool], ...]
    """Each goal in words, and whether it is done."""
    result: str
    rows: int
    cols: int
    explored: tuple[Tile, ...]
    seen: tuple[Tile, ...]
    """The tiles in sight now."""
    solid: tuple[Tile, ...]
    """The rock among those explored."""
    exits: tuple[Tile, ...]
    walls: tuple[tuple[Tile, Tile], ...]
    doors: tuple[DoorView, ...]
    furniture: tuple[tuple[str, str, Tile, tuple[int, int]], ...]
    """Name, kind, north-west tile, size."""
    found: tuple[str, ...]
    """The chests that were found."""
    gold: int
    figures: tuple[QuestFigure, ...]
    asked: tuple[int, int] | None
    """The figures of the strike that waits for a ruling: the master is to act."""

    def to_data(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """The same as JSON, always in the same order."""
        raise NotImplementedError


def view(state: QuestState, side: int) -> QuestView:
    """What a side may know now; the master knows everything but the dice to come."""
    raise NotImplementedError


def known_board(state: QuestState, side: int) -> SquareBoard:
    """The board as a side knows it: for pictures and for questions of sight."""
    raise NotImplementedError
