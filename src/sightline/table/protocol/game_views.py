"""A game that is played at the table, as a page gets it: whole, whenever any of it changed.

Every move that may be made comes with its text, its words and its price: a page knows no rules.
"""

from __future__ import annotations

from msgspec import Struct

from sightline.table.protocol.quest_views import QuestScreen
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.protocol.types import Outgoing


class SeatInfo(Struct, omit_defaults=True):
    seat: str
    player: str = ""
    """The player's id; "": the master plays it."""
    name: str = ""
    """What they are called."""


class SkillPoints(Struct):
    speed: int
    attack: int
    defence: int
    range: int


class MoveOffer(Struct, omit_defaults=True):
    """Something that may be done now."""

    move: str
    """To be sent as it is."""
    kind: str
    words: str
    points: SkillPoints | None = None
    """Of a use of the dice: what one has then."""
    dice: list[int] = []
    """The faces on speed, attack, defence and range; 0 for none."""
    at: tuple[int, int] | None = None
    why: str = ""


class WayOffer(Struct, omit_defaults=True):
    """A way that can be walked now."""

    move: str
    at: tuple[int, int]
    cost: int
    left: int
    """Speed that is left then."""
    path: list[tuple[int, int]]


class FoeInfo(Struct, omit_defaults=True):
    """A monster, and what the adventurer can do to it."""

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
    """Why it cannot be attacked; "": it can."""
    move: str = ""
    """The attack, if it can be made now."""
    threat: str = ""
    """Can it attack from where it stands?"""
    sight: SightProof | None = None


class ForecastInfo(Struct, omit_defaults=True):
    """What the monsters will do if the turn ends now."""

    lines: list[str]
    blows: str
    """The damage as one would write it down."""
    lost: int
    health: int
    moves: list[tuple[str, int, int]] = []
    """Who ends where."""


class GameStep(Struct, omit_defaults=True):
    """Something that happened, for the log and to be played on the board."""

    number: int
    """The how many-th action of the game it is, from 1."""
    kind: str
    words: str
    why: str = ""
    who: str = ""
    """Whom it is about; "": the adventurer."""
    path: list[tuple[int, int]] = []
    """Where they come by, from where they stood."""
    health: int | None = None
    """What is left of theirs."""
    sight: SightProof | None = None


class OneCardDungeonChoices(Struct, tag_field="t", tag="one-card-dungeon"):
    """What a new game can be begun with."""

    heroes: list[tuple[str, str]]
    """Each class, and its power."""
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
    coach: str = ""
    """A level with hints: the one for now."""


class GameAnswer(Outgoing, tag="game"):
    words: str = ""
    lines: list[str] = []
    move: str = ""
    """The first move of what is advised."""
    foes: list[FoeInfo] = []
    file: str = ""
    """The name of the file whose text `words` is."""


class ReplayAnswer(Outgoing, tag="replay"):
    """A game as it was after `at` of `count` actions."""

    at: int
    count: int
    view: OneCardDungeonView | QuestScreen
