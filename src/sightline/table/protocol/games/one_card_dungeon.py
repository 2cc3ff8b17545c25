"""One Card Dungeon at the table: its setup and its view."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sightline.table.protocol.games.contract import GameMessages
from sightline.table.protocol.games.endings import EndingInfo
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.protocol.types import GameWord, SaveText


class OneCardDungeonSetup(
    Struct, forbid_unknown_fields=True, tag_field="t", tag="one-card-dungeon"
):
    """The class and the first level, or a saved game from the table or the terminal."""

    hero: GameWord = "paladin"
    level: Annotated[int, Meta(ge=1, le=100)] = 1
    tutorial: bool = False
    """Whether to play one small level with hints."""
    save: SaveText = ""


class SkillPoints(Struct):
    speed: int
    attack: int
    defence: int
    range: int


class MoveOffer(Struct, omit_defaults=True):
    """A legal move."""

    move: str
    """The text to send for this move."""
    kind: str
    words: str
    points: SkillPoints | None = None
    """The resulting points, if it assigns dice."""
    dice: list[int] = []
    """The faces assigned to speed, attack, defence and range; 0 for none."""
    at: tuple[int, int] | None = None
    why: str = ""


class WayOffer(Struct, omit_defaults=True):
    """A path that can be walked now."""

    move: str
    at: tuple[int, int]
    cost: int
    left: int
    """The speed that remains."""
    path: list[tuple[int, int]]
    lost: int = 0
    """The health lost if the turn ends there."""


class FoeInfo(Struct, omit_defaults=True):
    """A monster, and whether the adventurer can attack it."""

    name: str
    kind: str
    letter: str
    at: tuple[int, int]
    health: int
    full_health: int
    speed: int
    attack: int
    defence: int
    range: int
    distance: int | None = None
    in_range: bool = False
    why_not: str = ""
    """Why it cannot be attacked, or ""."""
    move: str = ""
    """The move for the attack, if it is legal now."""
    threat: str = ""
    """A sentence about whether it can attack from its position."""
    sight: SightProof | None = None


class ForecastInfo(Struct, omit_defaults=True):
    """The forecast of the monsters' moves and attack if the turn ends now."""

    lines: list[str]
    blows: str
    """The damage as a calculation."""
    lost: int
    health: int
    moves: list[tuple[str, int, int]] = []
    """Each monster and the tile where it ends."""


class GameStep(Struct, omit_defaults=True):
    """An event, for the log and for animation."""

    number: int
    """The number of the action, from 1."""
    kind: str
    words: str
    why: str = ""
    who: str = ""
    """The monster that it is about; "" for the adventurer."""
    path: list[tuple[int, int]] = []
    """The tiles of a walk, including its start."""
    health: int | None = None
    """The remaining health."""
    attackers: list[str] = []
    """The monsters that attack."""
    sight: SightProof | None = None


class OneCardDungeonChoices(Struct, tag_field="t", tag="one-card-dungeon"):
    """The options for a new game."""

    heroes: list[tuple[str, str]]
    """Each class and its power."""
    levels: list[str]
    """The titles of the levels, in order."""


class OneCardDungeonView(Struct, omit_defaults=True, tag_field="t", tag="one-card-dungeon"):
    level: int
    levels: int
    title: str
    text: str
    rows: int
    cols: int
    walls: list[tuple[int, int]]
    at: tuple[int, int]
    hero: str
    power: str
    power_used: bool
    health: int
    full_health: int
    skills: SkillPoints
    points: SkillPoints
    phase: str
    turn: int
    dice: list[int]
    foes: list[FoeInfo]
    moves: list[MoveOffer]
    ways: list[WayOffer]
    steps: list[GameStep]
    forecast: ForecastInfo | None = None
    seen: list[tuple[int, int]] = []
    """The tiles that the adventurer sees."""
    lesson: bool = False
    """Whether it is the first game, for which the page has a lesson."""
    coach: str = ""
    """The current hint, on a level with hints."""
    ending: EndingInfo | None = None


MESSAGES = GameMessages(OneCardDungeonSetup, OneCardDungeonChoices, OneCardDungeonView)
