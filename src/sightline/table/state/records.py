"""The records of a table: figures, players, maps, and the table itself. They are data without
behavior.

A record is a frozen struct. `plain(record)` is its JSON form, which is stored, compared and
journaled, and `msgspec.convert` reads it back.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sightline.model.figure import KINDS
from sightline.model.light import Brightness
from sightline.table.protocol.measures import AreaKind, AreaShape, CornerWord, MetricWord
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.protocol.types import ExactHeight, SavedRoll, StairsEnd
from sightline.table.state.laid_picture import LaidPicture
from sightline.texts import plain_text

encoded = msgspec.json.Encoder(enc_hook=plain_text).encode
"""Encodes a record, or what a player has learned, as JSON for storage."""
MASTER = "master"

Darkness = Literal["daylight", "dim", "dark"]
AMBIENT: dict[str, Brightness] = {"daylight": "bright", "dim": "dim", "dark": "dark"}
"""The engine's name for each brightness of a map."""


class Refusal(Exception):  # noqa: N818  (a word that people know)
    """A refused request. Nothing has changed.

    `key` is the reason, one of `REFUSALS`, and the keyword arguments are the values of its
    placeholders. `announce` is a line for the game master's log about the attempt, if any.

    >>> str(Refusal("tooManyMaps", most=200))
    'A table holds at most 200 maps.'
    """

    def __init__(self, key: str, announce: str = "", **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.announce = announce

    def __str__(self) -> str:
        """Return the English text."""
        shown = {
            name: f"{value:,}" if isinstance(value, int) else value
            for name, value in self.values.items()
        }
        return REFUSALS[self.key].format(**shown)


@dataclass(frozen=True)
class Actor:
    """The user who does an action."""

    role: Literal["master", "player"]
    id: str
    """`MASTER`, or the player's id."""
    name: str


THE_MASTER = Actor("master", MASTER, "the master")


class HeldLamp(Struct, frozen=True, forbid_unknown_fields=True):
    """The lamp that a figure carries. Both radii are exact: "4", "9/2"."""

    bright: str
    dim: str
    color: str = ""
    """The color as "#rrggbb"; "" for plain light."""
    on: bool = True
    when_hidden: bool = False
    """Whether it shines while its figure is hidden. By default it does not, so its glow does not
    reveal the figure.
    """


class LampRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp on a tile."""

    id: str
    at: tuple[int, int]
    bright: str
    dim: str
    color: str = ""
    on: bool = True
    elevation: ExactHeight | UnsetType = UNSET
    """The exact height of the lamp in tiles; omitted means on the ground."""


class ConditionRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition of a figure, such as poisoned or asleep."""

    text: str
    icon: str = ""
    """A symbol for the condition, of one or two characters."""
    rounds: int = 0
    """The number of rounds left; 0 means until it is removed."""
    entry: str = ""
    """The id of the initiative entry that counts the rounds."""
    counted_at: Literal["start", "end"] = "end"
    """When in that entry's turn a round is counted."""
    secret: bool = False
    """Whether only the game master sees it."""


class FigureRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure or a piece of furniture. On the engine's board it is named by its id."""

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
    """The side on the engine's board, if `side` does not define it. Otherwise omitted, so that old
    records stay unchanged.
    """
    facing: str | UnsetType = UNSET
    """The direction that it faces; omitted means none."""
    sight_range: str | UnsetType = UNSET
    """The exact distance that it can see, in tiles; omitted means unlimited."""
    dark_vision: str | UnsetType = UNSET
    """The distance that it can see in the dark; "all" means unlimited, omitted means not at
    all.
    """
    lamp: HeldLamp | UnsetType = UNSET

    @property
    def shining(self) -> HeldLamp | None:
        """The lamp that it carries, if it is on now."""
        lamp = self.lamp
        if lamp is UNSET or not lamp.on or (self.hidden and not lamp.when_hidden):
            return None
        return lamp

    health: int | UnsetType = UNSET
    """The health; omitted if it is not tracked."""
    most_health: int | UnsetType = UNSET
    conditions: tuple[ConditionRecord, ...] | UnsetType = UNSET
    rolls: tuple[SavedRoll, ...] | UnsetType = UNSET
    """Saved rolls; omitted means none."""
    alias: str | UnsetType = UNSET
    """The name for players; omitted means its name."""

    @property
    def called(self) -> str:
        """The name that players see, including its owners. A number in its own name would reveal
        other figures.
        """
        return self.name if self.alias is UNSET else self.alias

    picture: str | UnsetType = UNSET
    """The digest of its picture; omitted means that letters are drawn in a circle."""
    elevation: ExactHeight | UnsetType = UNSET
    """The exact height of its feet in tiles; omitted means that it stands on the ground."""
    height: ExactHeight | UnsetType = UNSET
    """Its exact height in tiles; omitted means 1."""

    @property
    def furniture(self) -> bool:
        return KINDS[self.kind].furniture


class FloorRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A floor. On the engine's board it is named by its id."""

    id: str
    name: str
    height: ExactHeight
    tiles: tuple[tuple[int, int, int], ...]
    """Spans of tiles, in the form that messages use."""


class StairsRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """Stairs or a ladder from a tile of one storey to a tile of a higher one."""

    id: str
    low: StairsEnd
    high: StairsEnd


class AreaRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A template or ruler on a map. Its fields are those of `AreaShape`."""

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
    count: Literal["center", "any", "centre"] = "center"
    """The tiles that are inside, as in `AreaShape`. Version 0.2 wrote "centre" for "center"."""
    walls: bool = True
    points: tuple[tuple[int, int], ...] = ()
    storey: str = ""
    storeys: tuple[str, ...] = ()

    def shape(self) -> AreaShape:
        return AreaShape(
            kind=self.kind,
            at=self.at,
            reach=self.reach,
            corner=self.corner,
            toward=self.toward,
            angle=self.angle,
            count="any" if self.count == "any" else "center",
            walls=self.walls,
            points=list(self.points),
            storey=self.storey,
            storeys=list(self.storeys),
        )


class PlayerRecord(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    secret: str
    waiting: bool = True
    """Whether they wait to be admitted."""


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
    """The form in which players see the health of others, by side: "number", "word" (the
    default) or "nothing".
    """


class MapRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A map's outline and settings. Things on it are stored separately."""

    id: str
    name: str
    order: int
    grid: str
    rows: int = 0
    cols: int = 0
    """The number of columns, on squares."""
    cells: tuple[tuple[int, int, int], ...] = ()
    """The hexes as runs along q, each with its first hex and its length; empty on squares."""
    orientation: str = "pointy"
    outside: str = "open"
    rule: dict[str, Any] = {}
    source: str = ""
    """The fingerprint of the board when it was imported."""
    whole_rooms: bool = False
    """Whether a viewer who sees part of a room sees all of it."""
    friends_block: bool = True
    """Whether figures block the sight of others on their side."""
    darkness: Darkness | UnsetType = UNSET
    """The darkness of the map without lamps; omitted means daylight."""
    metric: MetricWord = "steps"
    unit: str = ""
    """The size of a tile in the game world: "5 ft"."""
    picture: LaidPicture | UnsetType = UNSET
    """The picture on the game master's page."""
    players_picture: LaidPicture | UnsetType | None = UNSET
    """The picture that players see, where they know the map; None means no picture, and omitted
    means the same picture.
    """

    @property
    def shown_picture(self) -> LaidPicture | None:
        """The picture that players get."""
        shown = self.picture if self.players_picture is UNSET else self.players_picture
        return None if shown is UNSET else shown

    @property
    def tile_count(self) -> int:
        if self.grid == "square":
            return self.rows * self.cols
        return sum(count for _, _, count in self.cells)


class NoteRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the game master, on a tile or a figure. Players never get it."""

    id: str
    text: str
    at: tuple[int, int] | None = None
    figure: str = ""
    storey: str = ""
    """The floor of `at`; "" for the ground."""


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game on the table. Only the game itself can parse its save."""

    id: str
    game: str
    save: str = ""
    """The whole game in its own form; "" before the start."""
    seats: dict[str, str] = {}
    """The player's id for each seat. Missing seats are the game master's."""
    ended: bool = False
    """Whether the game master ended it early."""
    laid_out: str = ""
    """Before the start: the prepared content, such as the text of a quest."""


LearnedRow = tuple[str, str, str, str | None]
"""Something that a player has learned: player, map, key, value. The value None means forgotten."""


def plain(record: Struct) -> dict[str, Any]:
    """Return the record in JSON form: lists instead of tuples."""
    value: dict[str, Any] = msgspec.json.decode(encoded(record))
    return value


def new_id(letter: Literal["a", "e", "f", "g", "i", "l", "m", "n", "o", "p", "r", "s"]) -> str:
    """Return a random id, which reveals neither number nor order."""
    return letter + secrets.token_hex(5)


def new_secret() -> str:
    """Return a secret for a link: 192 random bits."""
    return secrets.token_urlsafe(24)
