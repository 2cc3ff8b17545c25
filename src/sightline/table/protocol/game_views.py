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


# --- the hex skirmish


class HexGround(Struct, omit_defaults=True):
    """A battlefield: both sides know all of it."""

    name: str
    """Of one that comes with the game; "" for somebody's own."""
    title: str
    text: str
    rounds: int
    goal: int
    tiles: list[tuple[int, int, int, str]]
    """q, r, height, and what is on it: "woods", "cover", "rock" or ""."""
    walls: list[tuple[int, int, int, int]]
    """Each between two hexes."""
    flags: list[tuple[int, int]]
    red: list[tuple[int, int]]
    """Where red deploys."""
    blue: list[tuple[int, int]]
    orientation: str = "pointy"
    armies: list[str] = []
    """The units of red and of blue, in words."""


class SkirmishWay(Struct):
    """A way that a unit can walk now."""

    move: str
    at: tuple[int, int]
    cost: int
    left: int
    path: list[tuple[int, int]]


class AttackOffer(Struct, omit_defaults=True):
    """An attack that a unit can make now, and what is known of what it does."""

    move: str
    kind: str
    """shot, blast or flame"""
    words: str
    at: tuple[int, int]
    """What it is aimed at."""
    target: int | None = None
    chance: int | None = None
    """In percent; None: it never misses."""
    hexes: list[tuple[int, int]] = []
    """Those that a blast or a cone reaches."""
    hits: list[int] = []
    """The units that are hit, own ones too, as far as they are seen."""


class SkirmishUnit(Struct, omit_defaults=True):
    """A unit as the page may know it. What is left out of the second half is not known."""

    unit: int
    name: str
    side: str
    kind: str
    letter: str
    status: str
    """own, seen, remembered (where it was seen last), unknown (where it is) or fallen."""
    full_health: int
    move: int
    sight: int
    worth: int
    weapon: str
    range: int
    damage: int
    accuracy: int = 0
    radius: int = 0
    at: tuple[int, int] | None = None
    health: int | None = None
    moves: int | None = None
    armed: bool | None = None
    charges: int | None = None
    ways: list[SkirmishWay] = []
    attacks: list[AttackOffer] = []


class SkirmishTarget(Struct, omit_defaults=True):
    """An enemy in sight as the target of a unit's shot."""

    unit: int
    name: str
    at: tuple[int, int]
    distance: int
    words: str
    """The sum that makes the chance, or why there is none."""
    chance: int | None = None
    move: str = ""
    """The shot, if it can be made now."""
    sight: SightProof | None = None


class SkirmishStep(Struct, omit_defaults=True):
    """Something that happened, as far as the page may know it."""

    number: int
    """The how many-th action that this page knows of, from 1; an action has several steps."""
    kind: str
    """deploy, begin, march, spotted, vanished, shot, blast, flame, hurt, fell, flag, pass, resign,
    over"""
    words: str
    why: str = ""
    side: str = ""
    unit: int | None = None
    target: int | None = None
    at: tuple[int, int] | None = None
    to: tuple[int, int] | None = None
    hexes: list[tuple[int, int]] = []
    health: int | None = None
    hit: bool | None = None
    points: int | None = None


class SkirmishChoices(Struct, tag_field="t", tag="skirmish"):
    """What a battle can be begun with."""

    maps: list[HexGround]


class SkirmishView(Struct, omit_defaults=True, tag_field="t", tag="skirmish"):
    """A battle with the eyes of one side; or of somebody who sees all, or only hears."""

    ground: HexGround
    phase: str
    turn: str
    round: int
    points: tuple[int, int]
    ready: tuple[bool, bool]
    seen: list[int]
    """Which of the tiles are in sight, by their place in the list."""
    units: list[SkirmishUnit]
    steps: list[SkirmishStep]
    count: int
    """How many actions the steps go up to."""
    side: str = ""
    """Whose eyes they are; "": nobody's, or everybody's."""
    fog: bool = False
    program: str = ""
    """The side that the program plays."""
    both: bool = False
    """Both sides are played on this page, and it shows the one that is on."""
    result: str = ""
    winner: str = ""
    deploy: list[tuple[int, int]] = []
    """Where this side could deploy its units, in their order, while it has not."""


# --- One Card Dungeon


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
    targets: list[SkirmishTarget] = []
    sight: SightProof | None = None


class ReplayAnswer(Outgoing, tag="replay"):
    """A game as it was after `at` of `count` actions."""

    at: int
    count: int
    view: OneCardDungeonView | SkirmishView | QuestScreen
