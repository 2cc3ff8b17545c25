"""The records of a table: figures, players, maps, and the table itself. Plain data, no behavior.

A record is a frozen struct; `plain(record)` is its JSON form, which is stored, compared and
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
"""The JSON of a record, or of what a player has learned, for storage."""
MASTER = "master"

Darkness = Literal["daylight", "dim", "dark"]
AMBIENT: dict[str, Brightness] = {"daylight": "bright", "dim": "dim", "dark": "dark"}
"""The engine's names for the light of a whole map."""


class Refusal(Exception):  # noqa: N818  (a word that people know)
    """A refused request. Nothing has changed.

    `key` is the reason, one of `REFUSALS`, and the keyword arguments are the values of its
    placeholders. `announce`: a line for the game master's log about the attempt, if any.

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
    """The user who acts."""

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
    """"#rrggbb"; "" for plain light."""
    on: bool = True
    when_hidden: bool = False
    """Whether it shines while its figure is hidden. If not, its glow does not reveal the figure."""


class LampRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp on a tile."""

    id: str
    at: tuple[int, int]
    bright: str
    dim: str
    color: str = ""
    on: bool = True
    elevation: ExactHeight | UnsetType = UNSET
    """The height at which it stands in tiles, exactly; omitted means on the ground."""


class ConditionRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: poisoned, asleep, in the dark."""

    text: str
    icon: str = ""
    """One or two symbols."""
    rounds: int = 0
    """The number of rounds; 0 means until removed."""
    entry: str = ""
    """The initiative entry that counts the rounds ..."""
    counted_at: Literal["start", "end"] = "end"
    """... and when in its turn."""
    secret: bool = False
    """Visible to the game master only."""


class FigureRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure or a piece of furniture. On the engine's board its name is its id."""

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
    """Its side on the engine's board, if `side` does not say it. Otherwise omitted, so that old
    records stay the same.
    """
    facing: str | UnsetType = UNSET
    """The direction that it faces; omitted means none."""
    sight_range: str | UnsetType = UNSET
    """How far it sees, in tiles, exactly; omitted means unlimited."""
    dark_vision: str | UnsetType = UNSET
    """How far it sees in the dark; "all" means unlimited, omitted means not at all."""
    lamp: HeldLamp | UnsetType = UNSET

    @property
    def shining(self) -> HeldLamp | None:
        """The lamp that it carries, if it shines now."""
        lamp = self.lamp
        if lamp is UNSET or not lamp.on or (self.hidden and not lamp.when_hidden):
            return None
        return lamp

    health: int | UnsetType = UNSET
    """Also omitted if not tracked."""
    most_health: int | UnsetType = UNSET
    conditions: tuple[ConditionRecord, ...] | UnsetType = UNSET
    rolls: tuple[SavedRoll, ...] | UnsetType = UNSET
    """Saved rolls; omitted means none."""
    alias: str | UnsetType = UNSET
    """The name for players; omitted means its name."""

    @property
    def called(self) -> str:
        """The name for players, including its owners: a number in its name would reveal others."""
        return self.name if self.alias is UNSET else self.alias

    picture: str | UnsetType = UNSET
    """The digest of its picture; omitted means letters in a circle."""
    elevation: ExactHeight | UnsetType = UNSET
    """The height of its feet in tiles, exactly; omitted means that it stands on the ground."""
    height: ExactHeight | UnsetType = UNSET
    """How tall it is, likewise; omitted means 1."""

    @property
    def furniture(self) -> bool:
        return KINDS[self.kind].furniture


class FloorRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A floor. On the engine's board its name is its id."""

    id: str
    name: str
    height: ExactHeight
    tiles: tuple[tuple[int, int, int], ...]
    """Spans, as on the wire."""


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
    """"centre" is what 0.2 wrote for "center"."""
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
    """By side, how players see the health of others: "number", "word" or "nothing"; default
    "word".
    """


class MapRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A map's ground plan. Things on it are stored separately."""

    id: str
    name: str
    order: int
    grid: str
    rows: int = 0
    cols: int = 0
    """Of squares."""
    cells: tuple[tuple[int, int, int], ...] = ()
    """For hexes: runs along q, from (q, r)."""
    orientation: str = "pointy"
    outside: str = "open"
    rule: dict[str, Any] = {}
    source: str = ""
    """The fingerprint of the board as imported."""
    whole_rooms: bool = False
    """Whether a viewer who sees part of a room sees all of it."""
    friends_block: bool = True
    """Whether figures block the sight of others on their side."""
    darkness: Darkness | UnsetType = UNSET
    """How dark it is where no lamp shines; omitted means daylight."""
    metric: MetricWord = "steps"
    unit: str = ""
    """The size of a tile in the game world: "5 ft"."""
    picture: LaidPicture | UnsetType = UNSET
    """The picture on the game master's page."""
    players_picture: LaidPicture | UnsetType | None = UNSET
    """What players see instead, where they know the map; None means nothing, omitted means the
    same.
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
    """The game on the table. Only the game itself can read its save."""

    id: str
    game: str
    save: str = ""
    """Everything that happened in it, in the game's own form; "" before the start."""
    seats: dict[str, str] = {}
    """The players' seats, by id; others are the game master's."""
    ended: bool = False
    """Whether the game master ended it early."""
    laid_out: str = ""
    """Before the start: what was laid out for it, as the text of a quest."""


LearnedRow = tuple[str, str, str, str | None]
"""What a player has learned: player, map, key, value; None means forgotten."""


def plain(record: Struct) -> dict[str, Any]:
    """Return the record in JSON form: lists instead of tuples."""
    value: dict[str, Any] = msgspec.json.decode(encoded(record))
    return value


def new_id(letter: Literal["a", "e", "f", "g", "i", "l", "m", "n", "o", "p", "r", "s"]) -> str:
    """Return a random id: it reveals neither number nor order."""
    return letter + secrets.token_hex(5)


def new_secret() -> str:
    """Return the secret of a link: 192 random bits."""
    return secrets.token_urlsafe(24)
