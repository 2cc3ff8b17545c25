"""The hex skirmish at the table: its setup and its view."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sightline.table.protocol.games.contract import GameMessages
from sightline.table.protocol.games.endings import EndingInfo
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.protocol.types import GameWord, SaveText


class SkirmishSetup(Struct, forbid_unknown_fields=True, tag_field="t", tag="skirmish"):
    """The map, the sides and the opponent, or a saved battle from the table or the terminal."""

    map: GameWord = "crossing"
    side: GameWord = "red"
    """The side that people play, if the opponent is the computer."""
    against: Literal["program", "friend"] = "program"
    fog: bool = True
    guests: Literal["", "called", "red", "blue", "all"] = ""
    """The view of guests: one side's view, everything, or only public announcements.

    "" means the view of the computer's opponent, or announcements if there is no computer.
    """
    tutorial: bool = False
    """Whether to start the first game, with its lesson."""
    save: SaveText = ""


class HexGround(Struct, omit_defaults=True):
    """A battlefield, which both sides know completely."""

    name: str
    """The name of a battlefield that comes with sightline; "" for a custom one."""
    title: str
    text: str
    rounds: int
    goal: int
    tiles: list[tuple[int, int, int, str]]
    """Tuples of q, r, height and terrain: "woods", "cover", "rock" or ""."""
    walls: list[tuple[int, int, int, int]]
    """The two hexes of each wall."""
    flags: list[tuple[int, int]]
    red: list[tuple[int, int]]
    """The hexes where red deploys."""
    blue: list[tuple[int, int]]
    orientation: str = "pointy"
    armies: list[str] = []
    """The units of red and of blue, as text."""


class SkirmishWay(Struct):
    """A path that a unit can walk now."""

    move: str
    at: tuple[int, int]
    cost: int
    left: int
    path: list[tuple[int, int]]


class AttackOffer(Struct, omit_defaults=True):
    """A legal attack and its known effect."""

    move: str
    kind: str
    """"shot", "blast" or "flame"."""
    words: str
    at: tuple[int, int]
    """The target hex."""
    target: int | None = None
    chance: int | None = None
    """The chance in percent; None means that it never misses."""
    hexes: list[tuple[int, int]] = []
    """The hexes of a blast or a cone."""
    hits: list[int] = []
    """The visible units that are hit, including own ones."""


class SkirmishUnit(Struct, omit_defaults=True):
    """A unit as the page may know it. Fields after `status` are omitted if they are unknown."""

    unit: int
    name: str
    side: str
    kind: str
    letter: str
    status: str
    """"own", "seen", "remembered" (at its last known position), "unknown" (its position) or
    "fallen".
    """
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
    """A visible enemy as the target of a unit's shot."""

    unit: int
    name: str
    at: tuple[int, int]
    distance: int
    words: str
    """The calculation of the chance, or why the shot is impossible."""
    chance: int | None = None
    move: str = ""
    """The move for the shot, if it is legal now."""
    sight: SightProof | None = None


class SkirmishStep(Struct, omit_defaults=True):
    """An event, as far as the page may know it."""

    number: int
    """The number of the action, from 1, among those that this page knows. An action may have
    several steps.
    """
    kind: str
    """One of: deploy, begin, march, spotted, vanished, shot, blast, flame, hurt, fell, flag, pass,
    resign, over.
    """
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
    """The options for a new battle."""

    maps: list[HexGround]


class SkirmishView(Struct, omit_defaults=True, tag_field="t", tag="skirmish"):
    """A battle as seen by one side, by an observer of everything, or by a guest who gets
    announcements.
    """

    ground: HexGround
    phase: str
    turn: str
    round: int
    points: tuple[int, int]
    ready: tuple[bool, bool]
    seen: list[int]
    """The indices of the visible tiles."""
    units: list[SkirmishUnit]
    steps: list[SkirmishStep]
    count: int
    """The number of the last action in `steps`."""
    side: str = ""
    """The side whose view it is; "" for none or both."""
    fog: bool = False
    program: str = ""
    """The side that the computer plays."""
    both: bool = False
    """Whether this page plays both sides, and shows the active one."""
    result: str = ""
    winner: str = ""
    deploy: list[tuple[int, int]] = []
    """Suggested positions for this side's units, in their order, before it has deployed."""
    lesson: bool = False
    """Whether it is the first game, for which pages have a lesson."""
    ending: EndingInfo | None = None


MESSAGES = GameMessages(SkirmishSetup, SkirmishChoices, SkirmishView)
