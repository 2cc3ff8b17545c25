"""The messages that the server sends."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sightline.table.protocol.answers import AnswerTo, LapsedRuling
from sightline.table.protocol.game_views import (
    OneCardDungeonChoices,
    OneCardDungeonView,
    SeatInfo,
    SkirmishChoices,
    SkirmishView,
)
from sightline.table.protocol.measures import AreaView, MapMeasure
from sightline.table.protocol.quest_views import QuestChoices, QuestScreen
from sightline.table.protocol.types import (
    DarknessWord,
    GridFrom,
    Height,
    LevelSpan,
    Outgoing,
    Run,
    Span,
    TerrainSpan,
    WallPiece,
    WireEdge,
    WireLamp,
)


class LampView(Struct, omit_defaults=True):
    """A lamp that is in sight; for the master, every lamp."""

    id: str
    """Its own, or that of the figure that carries it."""
    at: tuple[int, int]
    reach: float
    """How far it shines, brightly or dimly."""
    color: str = ""
    falls_on: list[Span] = []
    """Where its colour is seen; of plain light, nothing."""
    held: bool = False
    bright: float = 0.0
    """Master only."""
    dim: float = 0.0
    """Master only."""
    on: bool = True
    """Master only: players get lamps that shine."""


class ConditionView(Struct, omit_defaults=True):
    text: str
    icon: str = ""
    rounds: int = 0
    """How many are left: for the master, and of one's own figures."""
    entry: str = ""
    """Master only, like the next two: with whose turns they are counted."""
    counted_at: Literal["start", "end"] = "end"
    secret: bool = False


class FigureView(Struct, omit_defaults=True):
    id: str
    name: str
    at: tuple[int, int]
    size: tuple[int, int] = (1, 1)
    side: str = "neutral"
    kind: str = "figure"
    furniture: bool = False
    blocks: bool = True
    mine: bool = False
    """Player: it is theirs to move."""
    ghost: bool = False
    """Player: furniture as last seen, out of sight now."""
    sighted: bool = True
    hidden: bool = False
    """Master only."""
    owners: list[str] = []
    """Master only: the players' ids."""
    alias: str = ""
    """Master only: what players call it, if that is not its name. They get it as its name."""
    team: str = ""
    """Master only: whose it is for allies and enemies, where `side` does not say it."""
    sight_range: float | None = None
    """How far it sees; None: at any distance. Master, and player of their own."""
    dark_vision: float | None = 0.0
    """How far it sees in the dark, likewise."""
    lamp: WireLamp | None = None
    """What it carries, likewise."""
    health: int | None = None
    """None: nobody counts it, or it is not shown to this player."""
    most_health: int | None = None
    health_word: str = ""
    """In place of the number, for others: unhurt, hurt, badly hurt or down."""
    conditions: list[ConditionView] = []
    face: str = ""
    """What `WantFaces` calls its picture, for this page; "": it has none."""


class Stage(Outgoing, tag="stage"):
    """A map, whole: all of it for the master, what is known for a player."""

    map: str
    grid: str
    orientation: str = "pointy"
    name: str = ""
    """Master only."""
    size: tuple[int, int] | None = None
    """Master only: rows and columns of squares."""
    rule: str = ""
    """The rule in words, its ties too."""
    tiles: list[Run] = []
    lit: list[Span] | None = None
    """What is seen now; None (left out): all of it."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    heights: list[Height] = []
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    veiled: list[Span] = []
    """Master only: the tiles that are covered ..."""
    shown: list[Span] = []
    """... and those that are shown to all."""
    light: list[LevelSpan] = []
    """Player: what of the tiles that are seen now is not bright."""
    lamps: list[LampView] = []
    """Player: those in sight, where it is not daylight."""
    areas: list[AreaView] = []
    measure: MapMeasure | None = None
    """Never left out."""
    log: list[str] = []
    """Player: what they saw happen on this map so far, the last lines."""
    picture: str = ""
    """Player: what `WantTiles` calls the map's picture; "": there is none."""


class Change(Outgoing, tag="change"):
    """What became different on the stage. Each thing is sent whole, as it is now."""

    tiles: list[Run] = []
    lit: list[Span] = []
    """Tiles that are seen from now on ..."""
    unlit: list[Span] = []
    """... and those that are no longer."""
    edges: list[WireEdge] = []
    walls: list[WallPiece] = []
    """What there is now between two ends; "" for nothing any more."""
    heights: list[Height] = []
    terrain: list[TerrainSpan] = []
    figures: list[FigureView] = []
    gone: list[str] = []
    """Ids of figures to take off the stage."""
    areas: list[AreaView] | None = None
    """All areas, as they are now; None (left out): as they were."""
    measure: MapMeasure | None = None
    rule: str = ""
    forgotten: list[Span] = []
    """Player: tiles that are not known any more. What stood on them is named above."""
    veiled: list[Span] | None = None
    """Master only: all that is covered now, if that changed ..."""
    shown: list[Span] | None = None
    """... and all that is shown."""
    light: list[LevelSpan] = []
    """Player: tiles in sight that are brighter or darker than they were; those that are seen from
    now on are bright, if nothing else is said."""
    lamps: list[LampView] = []
    lamps_gone: list[str] = []
    """Lamps that are in sight no longer."""
    log: list[str] = []
    """Player: the same in words, as far as it is worth telling."""
    picture: str | None = None
    """Player: as in `Stage`, if it is another; None (left out): as it was."""


class MapLighting(Outgoing, tag="lighting"):
    """Master: the light of the map that the page looks at, whole, whenever any of it changed."""

    map: str
    darkness: DarknessWord = "daylight"
    light: list[LevelSpan] = []
    """What is not bright."""
    lamps: list[LampView] = []


class TilePack(Outgoing, tag="tiles"):
    """Pictures of tiles. It comes as a binary message: the length of this in four bytes, the
    highest first, then this, then the pictures, each a WebP."""

    picture: str
    tier: int
    """How wide they are: less than was asked for, where the picture itself is no finer."""
    tiles: list[tuple[int, int, int]] = []
    """Each tile, and how many bytes its picture has; 0: the picture does not reach there."""


class FacePack(Outgoing, tag="faces"):
    """Pictures of figures, likewise."""

    faces: list[tuple[str, int]] = []


class NoStage(Outgoing, tag="no_stage"):
    """Player: the master shows no map."""


class CallInfo(Struct, omit_defaults=True):
    """A look that only the master can decide. `words` and `reason` say why it is close."""

    a: str | tuple[int, int]
    b: str | tuple[int, int]
    a_name: str
    b_name: str
    words: str
    reason: str
    map: str = ""
    """The map that it is on, as its id."""
    asked_by: str = ""
    """The player who asked about it, if one did."""
    degrees: list[str] = []
    """It is seen in any case, and only open which of these degrees of cover there is."""
    lapsed: LapsedRuling | None = None
    """An earlier ruling on it."""


class MapInfo(Struct, omit_defaults=True):
    id: str
    name: str
    grid: str
    shown: bool = False
    """Do the players see this one?"""


class PlayerInfo(Struct, omit_defaults=True):
    id: str
    name: str
    secret: str
    """For the player's own link."""
    waiting: bool = False
    """They have knocked, and wait to be let in."""
    pages: int = 0
    """How many of their pages are connected."""
    figures: list[str] = []


class Elsewhere(Struct, omit_defaults=True):
    """A player's figure on another map than the master looks at: it can be brought here."""

    id: str
    name: str
    map: str
    """That map's name."""
    side: str = "neutral"
    size: tuple[int, int] = (1, 1)


class SettingChoice(Struct):
    """One of the values that a setting of a rule may have."""

    value: str
    title: str
    words: str
    """What it means, in a sentence."""


class RuleSetting(Struct, omit_defaults=True):
    """Something that can be set of a rule."""

    name: str
    kind: Literal["flag", "choice", "number"]
    title: str
    usual: bool | str | float
    choices: list[SettingChoice] = []
    least: float | None = None
    """The smallest number that it may be."""
    step: float = 1.0


class RuleKind(Struct, omit_defaults=True):
    """A rule that can be chosen on this map's grid."""

    kind: str
    """Its word in `TableInfo.rule`; "pack:" and a name for the rule of a game."""
    title: str
    summary: str
    """When one sees another by it."""
    settings: list[RuleSetting] = []
    group: str = ""
    """The heading that games stand under; "" for rules of geometry alone."""


class DegreeInfo(Struct):
    """A degree of cover, and what it does in the game."""

    name: str
    effect: str


class PackInfo(Struct, omit_defaults=True):
    """The game whose rule is in force."""

    source: str
    """Book, edition and page."""
    unverified: str = ""
    """What could not be verified, if something could not."""
    one_way: bool = False
    """May one see another without being seen, or with other cover?"""
    degrees: list[DegreeInfo] = []
    """Those with an effect."""
    terrain: list[str] = []
    """The kinds of terrain that count in it."""


class FurnitureKind(Struct):
    """As it is on this map's grid, unless it is placed otherwise."""

    kind: str
    size: tuple[int, int]
    blocks: bool


class PictureInfo(Struct, omit_defaults=True):
    """The picture under the master's map. Numbers are in its own pixels, and exact."""

    id: str
    pixels: tuple[int, int]
    origin: tuple[str, str]
    step: tuple[str, str]
    grid_from: GridFrom


class TableInfo(Outgoing, tag="table"):
    """Master: everything beside the stage, whole, whenever any of it changed."""

    maps: list[MapInfo]
    map: str
    """The one on the master's own page."""
    players: list[PlayerInfo]
    rule: dict[str, Any]
    rules: list[RuleKind]
    options: dict[str, bool]
    health_shown: dict[str, str]
    """By side: "number", "word" or "nothing"."""
    join_secret: str
    addresses: list[str]
    """Where other machines reach the table; the page puts the secret behind it."""
    furniture: list[FurnitureKind]
    """The kinds of furniture there are."""
    undo: str = ""
    """What would be undone, in words; "": nothing."""
    undo_showed: bool = False
    """Did it show something to players that they could forget with it?"""
    redo: str = ""
    whole_rooms: bool = False
    """The settings of sight of the master's map, as in SetSight."""
    friends_block: bool = True
    watching: str = ""
    """The player whose data the stage shows now."""
    pack: PackInfo | None = None
    """Of the rule in force, if it is that of a game."""
    terrain: list[str] = []
    """The kinds of terrain that the master is offered."""
    picture: PictureInfo | None = None
    """What lies under the master's map."""
    players_picture: PictureInfo | None = None
    """Their own, if they have another."""
    players_see: Literal["same", "own", "none"] = "same"
    """Of which picture players get what they know."""
    elsewhere: list[Elsewhere] = []


class Calls(Outgoing, tag="calls"):
    """Master: the queue, whole, whenever it changed."""

    calls: list[CallInfo]


class TurnView(Struct, omit_defaults=True):
    """A place in the order of turns. Players get those of figures that they see now."""

    id: str
    figure: str
    name: str
    mine: bool = False
    """Player: it is theirs to end."""
    number: int | None = None
    defeated: bool = False


class TurnOrder(Outgoing, tag="turns"):
    """The order of turns, whole, whenever it changed: the master's of the map on the page, a
    player's as far as they see who is in it."""

    entries: list[TurnView] = []
    active: str = ""
    """Whose turn it is, as an entry's id."""
    masters_turn: bool = False
    """Player: it is somebody's turn whom they do not see."""
    round: int = 0
    """0: it has not begun. Players get the round with the turns of those whom they see: at which
    of the others it ends is not for them."""
    in_turn_only: bool = False
    numbers_shown: bool = False


class NoteView(Struct, omit_defaults=True):
    id: str
    text: str
    at: tuple[int, int] | None = None
    figure: str = ""


class Notes(Outgoing, tag="notes"):
    """Master: the notes on the map on the page, whole, whenever they changed."""

    notes: list[NoteView] = []


class DiceView(Struct, omit_defaults=True):
    sides: int
    faces: list[int]
    kept: list[int] = []
    """The places of those that count; empty: all do."""
    minus: bool = False


class RollView(Struct, omit_defaults=True):
    """A roll. One that is secret to whoever gets this says who rolled, and when."""

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
    """The last rolls, for a page that comes in."""

    rolls: list[RollView]


class Rolled(Outgoing, tag="rolled"):
    """A roll, new or taken back."""

    roll: RollView


class Pinged(Outgoing, tag="pinged"):
    """Somebody points at a tile that whoever gets this knows. Nobody keeps it."""

    who: str
    at: tuple[int, int]


class Log(Outgoing, tag="log"):
    """A line for the master's log. Players have theirs with `Stage` and `Change`."""

    who: str
    text: str
    attempt: bool = False
    """Nothing changed: it was only tried."""


class Seat(Outgoing, tag="seat"):
    """Player: everything beside the stage, whole, whenever any of it changed."""

    id: str
    name: str
    waiting: bool = False
    """Not let in yet."""
    figures: list[str] = []
    may_move: bool = False
    may_open: bool = False
    shared_sight: bool = False
    undo: bool = False
    """Is there a move of theirs to take back?"""
    calls: list[str] = []
    """What awaits the master, in words: only what the player knows of."""


class GameView(Outgoing, tag="game"):
    """The game that is on the table; without a name there is none."""

    name: str = ""
    title: str = ""
    id: str = ""
    """Another one for each game."""
    number: int = 0
    """How many actions were done, as far as this page may know."""
    mine: bool = False
    """May this page make the next move?"""
    may_undo: bool = False
    over: Literal["", "won", "lost", "drawn", "over", "ended"] = ""
    """over: who won, the view says."""
    seats: list[SeatInfo] = []
    view: OneCardDungeonView | SkirmishView | QuestScreen | None = None
    """None: it has not begun."""
    choices: OneCardDungeonChoices | SkirmishChoices | QuestChoices | None = None
    """What a new one can be begun with, for whoever may begin it, where none goes on."""


class Welcome(Outgoing, tag="welcome"):
    """The first message to every page. `secret`: only after Join, the player's own from now on."""

    role: Literal["master", "player"]
    secret: str = ""


class Done(Outgoing, tag="done"):
    id: str
    made: str = ""
    """The id of what the action made, if it made something."""


class Refused(Outgoing, tag="refused"):
    id: str
    why: str


class Answer(Outgoing, tag="answer"):
    id: str
    answer: AnswerTo


class Pong(Outgoing, tag="pong"):
    pass


class Bye(Outgoing, tag="bye"):
    """The server closes the connection; `again`: the page should come back by itself."""

    why: str
    again: bool = False
