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
    """A visible lamp. The game master gets every lamp."""

    id: str
    """The lamp's id, or that of the figure that carries it."""
    at: tuple[int, int]
    reach: float
    """Its radius, bright or dim, whichever is larger."""
    color: str = ""
    falls_on: list[Span] = []
    """The tiles where its color shows; empty for plain light."""
    falls_on_floors: dict[str, list[Span]] = {}
    """The tiles of floors where its color shows, by floor id."""
    elevation: ExactHeight = ""
    """The height of a lamp on a tile; "" for the ground."""
    held: bool = False
    bright: float = 0.0
    """The bright radius. Game master only."""
    dim: float = 0.0
    """The dim radius. Game master only."""
    on: bool = True
    """Whether the lamp is on. Game master only, because players get only lamps that are on."""


class ConditionView(Struct, omit_defaults=True):
    text: str
    icon: str = ""
    rounds: int = 0
    """Rounds left. Sent to the game master, and for a player's own figures."""
    entry: str = ""
    """The initiative entry that counts the rounds. Game master only, like the next two."""
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
    """Player: whether it is furniture that is out of sight, as last seen."""
    sighted: bool = True
    hidden: bool = False
    """Whether it is hidden from players. Game master only."""
    owners: list[str] = []
    """The ids of the players who own it. Game master only."""
    alias: str = ""
    """The name that players see, if it is different. Game master only; players get it as the
    name.
    """
    team: str = ""
    """The team, if `side` does not define it. Game master only."""
    sight_range: float | None = None
    """The distance that it can see; None means unlimited. Sent to the game master and the
    owner.
    """
    dark_vision: float | None = 0.0
    """The distance that it can see in the dark; None means unlimited. Sent to the game
    master and the owner.
    """
    lamp: WireLamp | None = None
    """The lamp that it carries. Sent to the game master and the owner."""
    health: int | None = None
    """The health; None if it is not tracked, or not shown to this player."""
    most_health: int | None = None
    health_word: str = ""
    """The health of other players' figures in a word: unhurt, hurt, badly hurt or down."""
    conditions: list[ConditionView] = []
    rolls: list[SavedRoll] = []
    """Saved rolls. Sent to the game master and the owner."""
    face: str = ""
    """The id of its picture for this page in `WantFaces`; "" if it has none."""
    elevation: ExactHeight = ""
    """The exact height of its feet in tiles, such as "6" or "7/2"; "" if it stands on the
    ground.
    """
    height: ExactHeight = ""
    """Its exact height in tiles, such as "1/2"; "" means 1."""


class FloorView(Struct, omit_defaults=True):
    """A floor, as far as the user knows it. Unknown tiles may be holes."""

    id: str
    name: str
    height: ExactHeight
    """The exact height in tiles."""
    tiles: list[Span] = []
    lit: list[Span] | None = None
    """The visible tiles; None (omitted) means all."""
    light: list[LevelSpan] = []
    """Player: the visible tiles that are not bright."""
    shown: list[Span] = []
    """Game master only: the tiles that are shown to all players."""
    veiled: list[Span] = []
    """Game master only: the covered tiles."""


class StairsView(Struct, omit_defaults=True):
    """Stairs between two storeys. An end that the user has not seen is None."""

    id: str
    low: StairsEnd | None = None
    high: StairsEnd | None = None


class Stage(Outgoing, tag="stage"):
    """A whole map: all of it for the game master, the known part for a player."""

    map: str
    grid: str
    orientation: str = "pointy"
    name: str = ""
    """The name of the map. Game master only."""
    size: tuple[int, int] | None = None
    """The numbers of rows and columns, on squares. Game master only."""
    rule: str = ""
    """The rule and its ties, as text."""
    tiles: list[Run] = []
    lit: list[Span] | None = None
    """The visible tiles; None (omitted) means all."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    heights: list[Height] = []
    floors: list[FloorView] = []
    """The floors, from the lowest to the highest."""
    stairs: list[StairsView] = []
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    veiled: list[Span] = []
    """Game master only: the covered tiles."""
    shown: list[Span] = []
    """Game master only: the tiles that are shown to all players."""
    light: list[LevelSpan] = []
    """Player: the visible tiles that are not bright."""
    lamps: list[LampView] = []
    """Player: the visible lamps. Empty in daylight."""
    areas: list[AreaView] = []
    measure: MapMeasure | None = None
    """The metric and the size of a tile. Always sent."""
    log: list[str] = []
    """Player: the last lines of the log of what they saw on this map."""
    picture: str = ""
    """Player: the id of the map's picture in `WantTiles`; "" if there is none."""


class Change(Outgoing, tag="change"):
    """The changes to the stage. Each changed object is sent completely."""

    tiles: list[Run] = []
    lit: list[Span] = []
    """Tiles that became visible."""
    unlit: list[Span] = []
    """Tiles that are no longer visible."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    """The new barrier between two ends; "" for none."""
    heights: list[Height] = []
    floors: list[FloorView] | None = None
    """All floors; None (omitted) if unchanged."""
    stairs: list[StairsView] | None = None
    """All stairs; None (omitted) if unchanged."""
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    gone: list[str] = []
    """The ids of figures to remove."""
    areas: list[AreaView] | None = None
    """All areas; None (omitted) if unchanged."""
    measure: MapMeasure | None = None
    rule: str = ""
    forgotten: list[Span] = []
    """Player: tiles that they no longer know. Figures on these tiles are in `gone`."""
    veiled: list[Span] | None = None
    """Game master only: all covered tiles; None (omitted) if unchanged."""
    shown: list[Span] | None = None
    """Game master only: all tiles that are shown to all players; None (omitted) if unchanged."""
    light: list[LevelSpan] = []
    """Player: visible tiles that became brighter or darker. Newly visible tiles are bright unless
    they are listed.
    """
    lamps: list[LampView] = []
    lamps_gone: list[str] = []
    """The ids of lamps that are no longer visible."""
    log: list[str] = []
    """Player: new lines of the log."""
    picture: str | None = None
    """Player: the id of the map's picture as in `Stage`; None (omitted) if unchanged."""


class MapLighting(Outgoing, tag="lighting"):
    """Game master: the light of the map on the page. The whole message is sent whenever it
    changes.
    """

    map: str
    darkness: DarknessWord = "daylight"
    light: list[LevelSpan] = []
    """The tiles that are not bright."""
    floors: dict[str, list[LevelSpan]] = {}
    """The tiles of floors that are not bright, by floor id."""
    lamps: list[LampView] = []


class TilePack(Outgoing, tag="tiles"):
    """Pictures of tiles, as a binary message.

    It consists of the length of this head in four bytes (big-endian), the head, and the pictures,
    each a WebP.
    """

    picture: str
    tier: int
    """Their width in pixels: smaller than requested if the picture has no more detail."""
    tiles: list[tuple[int, int, int]] = []
    """Each tile and the length of its picture in bytes; 0 if the picture does not cover the
    tile.
    """


class FacePack(Outgoing, tag="faces"):
    """Pictures of figures, in the same form as `TilePack`."""

    faces: list[tuple[str, int]] = []


class NoStage(Outgoing, tag="no_stage"):
    """Player: the message that no map is shown."""


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
    """The degrees of cover to choose from, if it is visible in any case."""
    lapsed: LapsedRuling | None = None
    """An earlier ruling on it that has lapsed."""
    b_on: str = ""
    """The floor of `b`, if that is a tile; "" for the ground."""


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
    """The secret for the player's link."""
    waiting: bool = False
    """Whether they wait to be admitted."""
    pages: int = 0
    """The number of the player's connected pages."""
    figures: list[str] = []


class Elsewhere(Struct, omit_defaults=True):
    """A player's figure on another map, which can be moved to this one."""

    id: str
    name: str
    map: str
    """The name of that map."""
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
    """When a viewer sees a target under this rule."""
    blocks: str
    """A sentence or two about the things that block sight and light, or give cover."""
    settings: list[RuleSetting] = []
    group: str = ""
    """The heading for rules of games; "" for purely geometric rules."""
    slow: str = ""
    """Why this map does not accept the rule, and what to do about it; "" if it does."""
    instead: str = ""
    """The closest rule that the map accepts instead, if it does not accept this one."""


class DegreeInfo(Struct):
    """A degree of cover, and its effect in the game."""

    name: str
    effect: str


class PackInfo(Struct, omit_defaults=True):
    """The game whose rule is in force."""

    source: str
    """The book, edition and page."""
    unverified: str = ""
    """The parts that could not be verified, if any."""
    one_way: bool = False
    """Whether sight or cover may differ by direction."""
    degrees: list[DegreeInfo] = []
    """The degrees of cover that have an effect."""
    terrain: list[str] = []
    """The kinds of terrain that the game uses."""


class FurnitureKind(Struct):
    """The defaults of a kind of furniture on this map's grid."""

    kind: str
    size: tuple[int, int]
    blocks: bool


class PictureInfo(Struct, omit_defaults=True):
    """The picture under the game master's map. Numbers are exact, in pixels of the picture."""

    id: str
    pixels: tuple[int, int]
    origin: tuple[str, str]
    step: tuple[str, str]
    grid_from: GridFrom


class TableInfo(Outgoing, tag="table"):
    """Game master: everything except the map. The whole message is sent whenever any of it
    changes.
    """

    maps: list[MapInfo]
    map: str
    """The map on the game master's page."""
    players: list[PlayerInfo]
    rule: dict[str, Any]
    rules: list[RuleKind]
    options: dict[str, bool]
    health_shown: dict[str, str]
    """The form in which players see the health of others, by side: "number", "word" or
    "nothing".
    """
    join_secret: str
    addresses: list[str]
    """The addresses for other machines; the page appends the secret."""
    furniture: list[FurnitureKind]
    """All kinds of furniture."""
    undo: str = ""
    """A description of the change that undo would undo; "" if there is none."""
    undo_showed: bool = False
    """Whether that change showed players anything that they could forget with it."""
    redo: str = ""
    whole_rooms: bool = False
    """Whether a viewer who sees part of a room on the game master's map sees all of it."""
    friends_block: bool = True
    watching: str = ""
    """The id of the player whose view the stage shows now."""
    pack: PackInfo | None = None
    """The game whose rule is in force, if any."""
    terrain: list[str] = []
    """The kinds of terrain offered to the game master."""
    picture: PictureInfo | None = None
    """The picture under the game master's map."""
    players_picture: PictureInfo | None = None
    """The picture that players see, if it is different."""
    players_see: Literal["same", "own", "none"] = "same"
    """The picture that players get: the same, their own, or none."""
    elsewhere: list[Elsewhere] = []


class Calls(Outgoing, tag="calls"):
    """Game master: the queue of close calls. The whole queue is sent whenever it changes."""

    calls: list[CallInfo]


class TurnView(Struct, omit_defaults=True):
    """An entry of the initiative. Players get only the entries of figures that they see now."""

    id: str
    figure: str
    name: str
    mine: bool = False
    """Player: whether they may end the turn."""
    number: int | None = None
    defeated: bool = False
    delayed: bool = False
    """Whether it delayed its turn and will act later in this round."""


class TurnOrder(Outgoing, tag="turns"):
    """The initiative. The whole message is sent whenever it changes.

    The game master gets that of the map on the page, a player the entries that they see.
    """

    entries: list[TurnView] = []
    active: str = ""
    """The id of the active entry."""
    masters_turn: bool = False
    """Player: whether it is the turn of a figure that they do not see."""
    round: int = 0
    """The round; 0 before the start.

    Players get a new round only with the turn of a figure that they see, so that it does not reveal
    unseen figures.
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
    """Game master: the notes on the map on the page. All notes are sent whenever they change."""

    notes: list[NoteView] = []


class DiceView(Struct, omit_defaults=True):
    sides: int
    faces: list[int]
    kept: list[int] = []
    """The indices of the dice that count; empty means all."""
    minus: bool = False
    exploding: bool = False


class RollView(Struct, omit_defaults=True):
    """A roll. If it is secret to the reader, it contains only who rolled and when."""

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
    """The most recent rolls, for a new page."""

    rolls: list[RollView]


class Rolled(Outgoing, tag="rolled"):
    """A new or undone roll."""

    roll: RollView


class Pinged(Outgoing, tag="pinged"):
    """A ping on a tile that the user knows. It is not stored."""

    who: str
    at: tuple[int, int]
    storey: str = ""
    """The id of a floor; "" for the ground."""


class Log(Outgoing, tag="log"):
    """A line for the game master's log. Players get theirs in `Stage` and `Change`."""

    who: str
    text: str
    attempt: bool = False
    """Whether it was only an attempt that changed nothing."""


class Seat(Outgoing, tag="seat"):
    """Player: everything except the map. The whole message is sent whenever any of it changes."""

    id: str
    name: str
    waiting: bool = False
    """Whether they wait to be admitted."""
    figures: list[str] = []
    may_move: bool = False
    may_open: bool = False
    shared_sight: bool = False
    undo: bool = False
    """Whether they have a move that they can take back."""
    calls: list[str] = []
    """Open close calls as text: only those that the player knows of."""


class GameView(Outgoing, tag="game"):
    """The game on the table. The name is empty if there is none."""

    name: str = ""
    title: str = ""
    id: str = ""
    """An id that is different for each game."""
    number: int = 0
    """The number of actions, as far as this page may know."""
    mine: bool = False
    """Whether this page may make the next move."""
    may_undo: bool = False
    over: Literal["", "won", "lost", "drawn", "over", "ended"] = ""
    """The result; for "over" the view says who won."""
    seats: list[SeatInfo] = []
    view: GameScreen | None = None
    """The state of the game; None before the start."""
    choices: GameChoices | None = None
    """The options for a new game, if this page may start one and none is running."""


class Welcome(Outgoing, tag="welcome"):
    """The first message to every page.

    `secret` is sent only after `Join`: the player's secret from now on.
    """

    role: Literal["master", "player"]
    secret: str = ""


class Done(Outgoing, tag="done"):
    id: str
    made: str = ""
    """The id of what the action created, or ""."""


class Refused(Outgoing, tag="refused"):
    """The response to a request that changed nothing.

    `key` and `values` give the reason in any language, `why` in English.
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
    """The last message before the server closes the connection.

    `again` tells the page to reconnect. `key` gives the reason in any language, `why` in English.
    """

    why: str
    again: bool = False
    key: str = ""
    values: dict[str, str | int] = {}
