"""What a quest file says, to be played: the map, who is on it with which numbers, and the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sightline.model.cell import Tile
from sightline.model.square import SquareBoard

ROOM, SEEN = "room", "seen"
REVEALS = (ROOM, SEEN)


class FigureNumbers(NamedTuple):
    """What a hero, an ally or a monster can do. `moves` are steps, `dice` are added to them."""

    moves: int
    dice: int
    attack: int
    defence: int
    body: int
    range: int


class QuestGoal(NamedTuple):
    """One thing to do. `kind`: defeat (`what` is a name, or empty for all), find (`what` is a
    chest), exit (`tiles` are where it is; it counts after all others)."""

    kind: str
    what: str
    tiles: tuple[Tile, ...]

    @property
    def text(self) -> str:
        """As one would say it."""
        raise NotImplementedError


class ScenarioFigure(NamedTuple):
    """A hero, an ally or a monster as the quest begins."""

    name: str
    kind: str
    """hero, ally or enemy"""
    at: Tile
    size: tuple[int, int]
    numbers: FigureNumbers


@dataclass(frozen=True, eq=False)
class Scenario:
    """A quest as it is written. Two are equal if their texts are."""

    text: str
    title: str
    story: str
    mode: str
    large: str
    reveal: str
    rounds: int
    """Lost when so many have passed; 0: never."""
    goals: tuple[QuestGoal, ...]
    figures: tuple[ScenarioFigure, ...]
    board: SquareBoard


def read_scenario(text: str | bytes, name: str = "quest") -> Scenario:
    """The scenario in a text, or a `FormatError` that names the line."""
    raise NotImplementedError


def shipped_scenario(name: str) -> Scenario:
    """One of those that come with sightline: `shipped_quests()` has their names."""
    raise NotImplementedError
