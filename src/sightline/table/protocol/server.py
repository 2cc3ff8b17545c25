"""The messages that the server sends."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sightline.table.protocol.answers import AnswerTo, LapsedRuling
from sightline.table.protocol.game_views import SeatInfo
from sightline.table.protocol.games.all_games import GameChoices, GameScreen
from sightline.table.protocol.measures import AreaView, MapMeasure
from sightline.table.protocol.types import (
    DarknessWord,
    ExactHeight,
    GridFrom,
    Height,
    LevelSpan,
    Outgoing,
    Run,
    SavedRoll,
    Span,
    StairsEnd,
    TerrainSpan,
    WallPiece,
    WireEdge,
    WireLamp,
)


class LampView(Struct, omit_defaults=True):
    """A visible lamp; for the game master, every lamp."""

    id: str
    """The lamp's id, or that of the figure that carries it."""
    at: tuple[int, int]
    reach: float
    """Its radius, bright or dim."""
    color: str = ""
    falls_on: list[Span] = []
    """The tiles where its color shows; empty for plain light ..."""
    falls_on_floors: dict[str, list[Span]] = {}
    """... and those of floors, by id."""
    elevation: ExactHeight = ""
    """The height at which it stands, of a lamp on a tile; "" for the ground."""
    held: bool = False
    bright: float = 0.0
    """Game master only."""
    dim: float = 0.0
    """Game master only."""
    on: bool = True
    """Game master only: players get only lamps that shine."""


class ConditionView(Struct, omit_defaults=True):
    text: str
    icon: str = ""
    rounds: int = 0
    """Rounds left: for the game master, and for one's own figures."""
    entry: str = ""
    """Game master only, like the next two: the initiative entry that counts the rounds."""
    counted_at: Literal["start", "end"] = "end"
    secret: bool = False


class FigureView(Struct, omit_defaults=True):
    id: str
    name: str
    at: tuple[int, int]
    size: tuple[int, int] = (1, 1)
    facing: str = ""
    """The direction that it faces; "" for none."""
    side: str = "neutral"
    kind: str = "figure"
    furniture: bool = False
    blocks: bool = True
    mine: bool = False
    """Player: whether they may move it."""
    ghost: bool = False
    """Player: furniture as last seen, out of sight now."""
    sighted: bool = True
    hidden: bool = False
    """Game master only."""
    owners: list[str] = []
    """Game master only: the players' ids."""
    alias: str = ""
    """Game master only: the players' name for it, if different. Players get it as the name."""
    team: str = ""
    """Game master only: its team, if `side` does not say it."""
    sight_range: float | None = None
    """How far it sees; None means unlimited. For the game master and the owner."""
    dark_vision: float | None = 0.0
    """How far it sees in the dark; the same applies."""
    lamp: WireLamp | None = None
    """The lamp it carries; the same applies."""
    health: int | None = None
    """None if not tracked, or not shown to this player."""
    most_health: int | None = None
    health_word: str = ""
    """Instead of the number, for others: unhurt, hurt, badly hurt or down."""
    conditions: list[ConditionView] = []
    rolls: list[SavedRoll] = []
    """Saved rolls, for the game master and the owner."""
    face: str = ""
    """The id of its picture in `WantFaces`, for this page; "" if it has none."""
    elevation: ExactHeight = ""
    """The height of its feet in tiles, exactly: "6", "7/2"; "" if it stands on the ground."""
    height: ExactHeight = ""
    """How tall it is, likewise; "" means 1."""


class FloorView(Struct, omit_defaults=True):
    """A floor, as far as the reader knows it: of its tiles the missing ones may be holes."""

    id: str
    name: str
    height: ExactHeight
    """In tiles, exactly."""
    tiles: list[Span] = []
    lit: list[Span] | None = None
    """The visible tiles; None (omitted) means all."""
    light: list[LevelSpan] = []
    """Player: the visible tiles that are not bright."""
    shown: list[Span] = []
    """Game master only: the tiles that are shown to all players ..."""
    veiled: list[Span] = []
    """... and those that are covered."""


class StairsView(Struct, omit_defaults=True):
    """Stairs between two storeys. None is an end that the reader has not seen."""

    id: str
    low: StairsEnd | None = None
    high: StairsEnd | None = None


class Stage(Outgoing, tag="stage"):
    """A whole map: everything for the game master, the known part for a player."""

    map: str
    grid: str
    orientation: str = "pointy"
    name: str = ""
    """Game master only."""
    size: tuple[int, int] | None = None
    """Game master only: rows and columns of squares."""
    rule: str = ""
    """The rule and its ties, as text."""
    tiles: list[Run] = []
    lit: list[Span] | None = None
    """The visible tiles; None (omitted) means all."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    heights: list[Height] = []
    floors: list[FloorView] = []
    """From the lowest to the highest."""
    stairs: list[StairsView] = []
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    veiled: list[Span] = []
    """Game master only: the covered tiles ..."""
    shown: list[Span] = []
    """... and those that are shown to all players."""
    light: list[LevelSpan] = []
    """Player: the visible tiles that are not bright."""
    lamps: list[LampView] = []
    """Player: the visible lamps, unless it is daylight."""
    areas: list[AreaView] = []
    measure: MapMeasure | None = None
    """Always sent."""
    log: list[str] = []
    """Player: the last lines of what they saw happen on this map."""
    picture: str = ""
    """Player: the id of the map's picture in `WantTiles`; "" if there is none."""


class Change(Outgoing, tag="change"):
    """The changes to the stage. Each changed thing is sent whole."""

    tiles: list[Run] = []
    lit: list[Span] = []
    """Tiles that became visible ..."""
    unlit: list[Span] = []
    """... and those that no longer are."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    """The new content between two ends; "" for nothing."""
    heights: list[Height] = []
    floors: list[FloorView] | None = None
    """All floors; None (omitted) if unchanged."""
    stairs: list[StairsView] | None = None
    """All stairs, likewise."""
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    gone: list[str] = []
    """Ids of figures to remove."""
    areas: list[AreaView] | None = None
    """All areas; None (omitted) if unchanged."""
    measure: MapMeasure | None = None
    rule: str = ""
    forgotten: list[Span] = []
    """Player: tiles that are no longer known. Figures on them are in `gone`."""
    veiled: list[Span] | None = None
    """Game master only: all covered tiles, if they changed ..."""
    shown: list[Span] | None = None
    """... and all shown tiles."""
    light: list[LevelSpan] = []
    """Player: visible tiles that became brighter or darker. Newly visible tiles are bright unless
    listed.
    """
    lamps: list[LampView] = []
    lamps_gone: list[str] = []
    """Lamps that are no longer visible."""
    log: list[str] = []
    """Player: the noteworthy changes, as text."""
    picture: str | None = None
    """Player: as in `Stage`; None (omitted) if unchanged."""


class MapLighting(Outgoing, tag="lighting"):
    """Game master: the light of the map on the page, sent whole whenever it changes."""

    map: str
    darkness: DarknessWord = "daylight"
    light: list[LevelSpan] = []
    """The tiles that are not bright ..."""
    floors: dict[str, list[LevelSpan]] = {}
    """... and those of floors, by id."""
    lamps: list[LampView] = []


class TilePack(Outgoing, tag="tiles"):
    """Pictures of tiles, as a binary message: the length of this head in four bytes, big-endian,
    then the head, then the pictures, each a WebP.
    """

    picture: str
    tier: int
    """Their width in pixels: less than requested if the picture has no more detail."""
    tiles: list[tuple[int, int, int]] = []
    """Each tile and the byte length of its picture; 0 if the picture does not reach it."""


class FacePack(Outgoing, tag="faces"):
    """Pictures of figures, in the same form."""

    faces: list[tuple[str, int]] = []


class NoStage(Outgoing, tag="no_stage"):
    """Player: no map is shown."""


class CallInfo(Struct, omit_defaults=True):
    """A close call that only the game master can decide. `words` and `reason` explain why it is
    close.
    """

    a: str | tuple[int, int]
    b: str | tuple[int, int]
    a_name: str
    b_name: str
    words: str
    reason: str
    map: str = ""
    """The id of its map."""
    asked_by: str = ""
    """The player who asked about it, if any."""
    degrees: list[str] = []
    """If it is visible in any case: the degrees of cover to choose from."""
    lapsed: LapsedRuling | None = None
    """An earlier ruling on it."""


class MapInfo(Struct, omit_defaults=True):
    id: str
    name: str
    grid: str
    shown: bool = False
    """Whether the players see this map."""


class PlayerInfo(Struct, omit_defaults=True):
    id: str
    name: str
    secret: str
    """For the player's link."""
    waiting: bool = False
    """Whether they wait to be admitted."""
    pages: int = 0
    """How many of their pages are connected."""
    figures: list[str] = []


class Elsewhere(Struct, omit_defaults=True):
    """A player's figure on another map: it can be moved to this one."""

    id: str
    name: str
    map: str
    """That map's name."""
    side: str = "neutral"
    size: tuple[int, int] = (1, 1)


class SettingChoice(Struct):
    """A value of a rule's setting."""

    value: str
    title: str
    words: str
    """Its meaning, in a sentence."""


class RuleSetting(Struct, omit_defaults=True):
    """A setting of a rule."""

    name: str
    kind: Literal["flag", "choice", "number"]
    title: str
    usual: bool | str | float
    choices: list[SettingChoice] = []
    least: float | None = None
    """The smallest allowed number."""
    step: float = 1.0


class RuleKind(Struct, omit_defaults=True):
    """A rule for this map's grid."""

    kind: str
    """Its name in `TableInfo.rule`; "pack:" and a name for the rule of a game."""
    title: str
    summary: str
    """When a viewer sees a target by this rule."""
    blocks: str
    """What blocks sight and light, and what gives cover, in a sentence or two."""
    settings: list[RuleSetting] = []
    group: str = ""
    """The heading of games; "" for purely geometric rules."""
    slow: str = ""
    """Why this map does not accept it, and what to do; "" if it does."""
    instead: str = ""
    """The closest rule that the map accepts, if it does not accept this one."""


class DegreeInfo(Struct):
    """A degree of cover, and its effect in the game."""

    name: str
    effect: str


class PackInfo(Struct, omit_defaults=True):
    """The game whose rule is in force."""

    source: str
    """Book, edition and page."""
    unverified: str = ""
    """Parts that could not be verified, if any."""
    one_way: bool = False
    """Whether sight or cover may differ by direction."""
    degrees: list[DegreeInfo] = []
    """The degrees that have an effect."""
    terrain: list[str] = []
    """The kinds of terrain that the game uses."""


class FurnitureKind(Struct):
    """The defaults of a kind of furniture on this map's grid."""

    kind: str
    size: tuple[int, int]
    blocks: bool


class PictureInfo(Struct, omit_defaults=True):
    """The picture under the game master's map. Numbers are exact, in its pixels."""

    id: str
    pixels: tuple[int, int]
    origin: tuple[str, str]
    step: tuple[str, str]
    grid_from: GridFrom


class TableInfo(Outgoing, tag="table"):
    """Game master: everything except the map, sent in full whenever any of it changes."""

    maps: list[MapInfo]
    map: str
    """The map on the game master's page."""
    players: list[PlayerInfo]
    rule: dict[str, Any]
    rules: list[RuleKind]
    options: dict[str, bool]
    health_shown: dict[str, str]
    """By side: "number", "word" or "nothing"."""
    join_secret: str
    addresses: list[str]
    """The addresses for other machines; the page appends the secret."""
    furniture: list[FurnitureKind]
    """All kinds of furniture."""
    undo: str = ""
    """The change that undo would undo, as text; "" if none."""
    undo_showed: bool = False
    """Whether it showed players anything that they could forget with it."""
    redo: str = ""
    whole_rooms: bool = False
    """The sight settings of the game master's map, as in SetSight."""
    friends_block: bool = True
    watching: str = ""
    """The player whose data the stage shows now."""
    pack: PackInfo | None = None
    """Of the rule in force, if it is that of a game."""
    terrain: list[str] = []
    """The kinds of terrain offered to the game master."""
    picture: PictureInfo | None = None
    """The picture under the game master's map."""
    players_picture: PictureInfo | None = None
    """The players' version, if it differs."""
    players_see: Literal["same", "own", "none"] = "same"
    """Which picture players get."""
    elsewhere: list[Elsewhere] = []


class Calls(Outgoing, tag="calls"):
    """Game master: the queue, sent whole whenever it changes."""

    calls: list[CallInfo]


class TurnView(Struct, omit_defaults=True):
    """An entry of the initiative. Players get those of figures that they see now."""

    id: str
    figure: str
    name: str
    mine: bool = False
    """Player: whether they may end the turn."""
    number: int | None = None
    defeated: bool = False
    delayed: bool = False
    """Whether it delayed its turn and acts later in this round."""


class TurnOrder(Outgoing, tag="turns"):
    """The initiative, sent whole whenever it changes: for the game master that of the map on the
    page, for a player the entries that they see.
    """

    entries: list[TurnView] = []
    active: str = ""
    """The id of the active entry."""
    masters_turn: bool = False
    """Player: whether it is the turn of a figure that they do not see."""
    round: int = 0
    """0 before the start. Players get a new round only with the turn of a figure that they see, so
    that it does not reveal unseen ones.
    """
    in_turn_only: bool = False
    numbers_shown: bool = False


class NoteView(Struct, omit_defaults=True):
    id: str
    text: str
    at: tuple[int, int] | None = None
    figure: str = ""
    storey: str = ""


class Notes(Outgoing, tag="notes"):
    """Game master: the notes on the map on the page, sent whole whenever they change."""

    notes: list[NoteView] = []


class DiceView(Struct, omit_defaults=True):
    sides: int
    faces: list[int]
    kept: list[int] = []
    """The indices of the dice that count; empty means all."""
    minus: bool = False
    exploding: bool = False


class RollView(Struct, omit_defaults=True):
    """A roll. If it is secret to the reader, it only says who rolled and when."""

    id: str
    who: str
    when: str
    mine: bool = False
    text: str = ""
    purpose: str = ""
    dice: list[DiceView] = []
    plus: int = 0
    total: int | None = None
    said: bool = False
    secret: bool = False
    taken_back: bool = False


class Rolls(Outgoing, tag="rolls"):
    """The last rolls, for a new page."""

    rolls: list[RollView]


class Rolled(Outgoing, tag="rolled"):
    """A new or undone roll."""

    roll: RollView


class Pinged(Outgoing, tag="pinged"):
    """A ping on a tile that the reader knows. It is not stored."""

    who: str
    at: tuple[int, int]
    storey: str = ""
    """The id of a floor; "" for the ground."""


class Log(Outgoing, tag="log"):
    """A line for the game master's log. Players get theirs with `Stage` and `Change`."""

    who: str
    text: str
    attempt: bool = False
    """Whether nothing changed: it was only tried."""


class Seat(Outgoing, tag="seat"):
    """Player: everything except the map, sent in full whenever any of it changes."""

    id: str
    name: str
    waiting: bool = False
    """Whether they wait to be admitted."""
    figures: list[str] = []
    may_move: bool = False
    may_open: bool = False
    shared_sight: bool = False
    undo: bool = False
    """Whether they have a move to take back."""
    calls: list[str] = []
    """Open calls as text: only those that the player knows of."""


class GameView(Outgoing, tag="game"):
    """The game on the table; the name is empty if there is none."""

    name: str = ""
    title: str = ""
    id: str = ""
    """Different for each game."""
    number: int = 0
    """The number of actions, as far as this page may know."""
    mine: bool = False
    """Whether this page may make the next move."""
    may_undo: bool = False
    over: Literal["", "won", "lost", "drawn", "over", "ended"] = ""
    """"over": the view says who won."""
    seats: list[SeatInfo] = []
    view: GameScreen | None = None
    """None before the start."""
    choices: GameChoices | None = None
    """The options for a new game, if this page may start one and none is running."""


class Welcome(Outgoing, tag="welcome"):
    """The first message to every page. `secret`: only after Join, the player's secret from
    now on.
    """

    role: Literal["master", "player"]
    secret: str = ""


class Done(Outgoing, tag="done"):
    id: str
    made: str = ""
    """The id of what the action created, if anything."""


class Refused(Outgoing, tag="refused"):
    """The request changed nothing. `key` and `values` give the reason in any language, `why` in
    English.
    """

    id: str
    why: str
    key: str = ""
    values: dict[str, str | int] = {}


class Answer(Outgoing, tag="answer"):
    id: str
    answer: AnswerTo


class Pong(Outgoing, tag="pong"):
    pass


class Bye(Outgoing, tag="bye"):
    """The server closes the connection; `again`: the page should reconnect. `key` gives the
    reason in any language, `why` in English.
    """

    why: str
    again: bool = False
    key: str = ""
    values: dict[str, str | int] = {}
