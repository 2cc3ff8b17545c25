"""What a table keeps: figures, players, maps, and the table itself. Plain data, no behaviour.

A record is a frozen struct; `plain(record)` is the same as JSON has it, which is how it is kept,
compared and journalled, and `figure_from`, `player_from` ... read it back.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sightline.model.figure import KINDS
from sightline.model.light import Brightness
from sightline.table.protocol import AreaKind, AreaShape, CornerWord, MetricWord
from sightline.table.state.laid_picture import LaidPicture

MASTER = "master"

Darkness = Literal["daylight", "dim", "dark"]
AMBIENT: dict[str, Brightness] = {"daylight": "bright", "dim": "dim", "dark": "dark"}
"""What the engine calls the light of a whole map."""


class Refusal(Exception):  # noqa: N818  (a word that people know)
    """No, and why: its text is for the person who asked. Nothing has changed.

    `announce`: what the master's log should say of the attempt, if anything.
    """

    def __init__(self, why: str, announce: str = "") -> None:
        super().__init__(why)
        self.announce = announce


@dataclass(frozen=True)
class Actor:
    """Who does something."""

    role: Literal["master", "player"]
    id: str
    """`MASTER`, or the player's id."""
    name: str


THE_MASTER = Actor("master", MASTER, "the master")


class HeldLamp(Struct, frozen=True, forbid_unknown_fields=True):
    """The lamp that a figure carries. Both radii count from it, exactly: "4", "9/2"."""

    bright: str
    dim: str
    color: str = ""
    """"#rrggbb"; "": plain light."""
    on: bool = True
    when_hidden: bool = False
    """Does it shine while its figure is hidden? If not, no glow gives away where that one is."""


class LampRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp that stands on a tile."""

    id: str
    at: tuple[int, int]
    bright: str
    dim: str
    color: str = ""
    on: bool = True


class ConditionRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is: poisoned, asleep, in the dark."""

    text: str
    icon: str = ""
    """A sign or two."""
    rounds: int = 0
    """For so many; 0: until it is taken away."""
    entry: str = ""
    """The entry of the order of turns with whose turns the rounds are counted ..."""
    counted_at: Literal["start", "end"] = "end"
    """... and when in them."""
    secret: bool = False
    """Only the master knows."""


class FigureRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure or a piece of furniture. On the engine's board it goes by its id."""

    id: str
    name: str
    at: tuple[int, int]
    size: tuple[int, int] = (1, 1)
    side: str = "neutral"
    kind: str = "figure"
    """"figure", or the kind of furniture."""
    blocks: bool = True
    sighted: bool = True
    hidden: bool = False
    owners: tuple[str, ...] = ()
    team: str | UnsetType = UNSET
    """Its side on the engine's board, as a word of its map, where `side` does not say it. Left out
    otherwise: so records of tables of before there were sides are what they were."""
    sight_range: str | UnsetType = UNSET
    """How far it sees, in tiles, exactly; left out: at any distance."""
    dark_vision: str | UnsetType = UNSET
    """How far it sees in the dark; "all": at any distance; left out: not at all."""
    lamp: HeldLamp | UnsetType = UNSET

    @property
    def shining(self) -> HeldLamp | None:
        """The lamp that it carries, if that shines now."""
        lamp = self.lamp
        if lamp is UNSET or not lamp.on or (self.hidden and not lamp.when_hidden):
            return None
        return lamp

    health: int | UnsetType = UNSET
    """Left out, likewise, where nobody counts it."""
    most_health: int | UnsetType = UNSET
    conditions: tuple[ConditionRecord, ...] | UnsetType = UNSET
    alias: str | UnsetType = UNSET
    """What players call it; left out: by its name."""

    @property
    def called(self) -> str:
        """What players call it, its owners too: a number in its name would tell of others."""
        return self.name if self.alias is UNSET else self.alias

    picture: str | UnsetType = UNSET
    """The digest of its own picture; left out: letters in a circle."""

    @property
    def furniture(self) -> bool:
        return KINDS[self.kind].furniture


class AreaRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """An area, or a ruler, that somebody laid on a map. Its fields are those of `AreaShape`."""

    id: str
    owner: str
    """`MASTER`, or the player's id."""
    kind: AreaKind
    at: str | tuple[int, int]
    shared: bool = True
    reach: int = 0
    corner: CornerWord = ""
    toward: tuple[int, int] | None = None
    angle: Literal[0, 53, 60, 90, 120] = 0
    count: Literal["centre", "any"] = "centre"
    walls: bool = True
    points: tuple[tuple[int, int], ...] = ()

    def shape(self) -> AreaShape:
        return AreaShape(
            kind=self.kind,
            at=self.at,
            reach=self.reach,
            corner=self.corner,
            toward=self.toward,
            angle=self.angle,
            count=self.count,
            walls=self.walls,
            points=list(self.points),
        )


class PlayerRecord(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    secret: str
    waiting: bool = True
    """They have knocked, and wait to be let in."""


class TableRecord(Struct, frozen=True, forbid_unknown_fields=True):
    master_secret: str
    join_secret: str
    shown: str | None = None
    """The map that the players see."""
    shared_sight: bool = False
    players_move: bool = True
    players_doors: bool = True
    room_locked: bool = False
    health_shown: dict[str, str] | UnsetType = UNSET
    """By side, how players see the health of others: "number", "word" or "nothing"; a side that is
    left out has it as a word."""


class MapRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A map's ground plan. What stands on it is kept apart, thing by thing."""

    id: str
    name: str
    order: int
    grid: str
    rows: int = 0
    cols: int = 0
    """Of squares."""
    cells: tuple[tuple[int, int, int], ...] = ()
    """Of hexes: runs of that many along q, from (q, r) on."""
    orientation: str = "pointy"
    outside: str = "open"
    rule: dict[str, Any] = {}
    source: str = ""
    """The fingerprint of the board as it came, before anything was changed on it."""
    whole_rooms: bool = False
    """Is a room seen whole by whoever sees a part of it?"""
    friends_block: bool = True
    """Do figures stand in the way of others of their own side?"""
    darkness: Darkness | UnsetType = UNSET
    """How dark it is where no lamp shines; left out: daylight."""
    metric: MetricWord = "steps"
    unit: str = ""
    """What a tile is in the world of the game: "5 ft"."""
    picture: LaidPicture | UnsetType = UNSET
    """What lies under it on the master's page."""
    players_picture: LaidPicture | UnsetType | None = UNSET
    """What players see instead, where they know it; None: nothing; left out: the same."""

    @property
    def shown_picture(self) -> LaidPicture | None:
        """The picture of which players get what they know."""
        shown = self.picture if self.players_picture is UNSET else self.players_picture
        return None if shown is UNSET else shown

    @property
    def tile_count(self) -> int:
        if self.grid == "square":
            return self.rows * self.cols
        return sum(count for _, _, count in self.cells)


class NoteRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What the master wrote down, on a tile or a figure. It is in no player's data."""

    id: str
    text: str
    at: tuple[int, int] | None = None
    figure: str = ""


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game that is played at the table. What is in its save, the game itself knows."""

    id: str
    game: str
    save: str = ""
    """Everything that happened in it, as the game writes it; "": it has not begun."""
    seats: dict[str, str] = {}
    """Which player has which seat, by id; those that are left out are the master's."""
    ended: bool = False
    """The master has ended it before its end."""
    laid_out: str = ""
    """Until it has begun: what was laid out for it, as the text of a quest."""


LearnedRow = tuple[str, str, str, str | None]
"""What a player has learned: player, map, key, value; None: it is forgotten."""


def plain(record: Struct) -> dict[str, Any]:
    """The record as JSON has it: lists in place of tuples."""
    value: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    return value


def figure_from(value: Any) -> FigureRecord:
    return msgspec.convert(value, FigureRecord)


def lamp_from(value: Any) -> LampRecord:
    return msgspec.convert(value, LampRecord)


def area_from(value: Any) -> AreaRecord:
    return msgspec.convert(value, AreaRecord)


def player_from(value: Any) -> PlayerRecord:
    return msgspec.convert(value, PlayerRecord)


def table_from(value: Any) -> TableRecord:
    return msgspec.convert(value, TableRecord)


def map_from(value: Any) -> MapRecord:
    return msgspec.convert(value, MapRecord)


def game_from(value: Any) -> GameRecord:
    return msgspec.convert(value, GameRecord)


def note_from(value: Any) -> NoteRecord:
    return msgspec.convert(value, NoteRecord)


def new_id(letter: Literal["a", "e", "f", "g", "i", "l", "m", "n", "p", "r"]) -> str:
    """An id that gives away nothing: not how many there are, nor which came first."""
    return letter + secrets.token_hex(5)


def new_secret() -> str:
    """What a link carries: 192 bits that nobody guesses."""
    return secrets.token_urlsafe(24)
