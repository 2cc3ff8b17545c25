"""Every action that a page can ask for: what changes the table, and can be undone and redone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from sightline.table.protocol.game_moves import (
    EndGame,
    LayOutGame,
    Play,
    SetSeat,
    StartGame,
    TakeBackMove,
)
from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.protocol.types import (
    MAX_BATCH,
    MAX_NAME,
    MAX_NOTE,
    MAX_SPANS,
    DarknessWord,
    DoorState,
    FigureOrTile,
    GridFrom,
    Id,
    Incoming,
    LampColor,
    Name,
    PixelNumber,
    Reason,
    Side,
    Team,
    TerrainKind,
    ThresholdKind,
    WireLamp,
    WirePoint,
    WireRadius,
    WireSpan,
    WireTile,
    Words,
)

Health = Annotated[int, Meta(ge=0, le=100_000)]
HealthShown = Literal["number", "word", "nothing"]


class Move(Incoming, tag="move"):
    figure: Id
    to: WireTile
    start: WireTile | None = None
    """Where the mover saw it: if somebody moved it meanwhile, this move is refused."""


class SetDoor(Incoming, tag="door"):
    """Open, close, lock, hide (secret) or find (closed) a door or gate: `edge` or `wall`."""

    state: Literal["open", "closed", "locked", "secret"]
    edge: tuple[WireTile, WireTile] | None = None
    wall: tuple[WirePoint, WirePoint] | None = None


class PutArea(AreaShape, tag="put_area"):
    """Lay an area, or a ruler, on the map for all to see; or for oneself and the master alone."""

    shared: bool = True


class RemoveArea(Incoming, tag="remove_area"):
    """One's own; the master takes away any."""

    area: Id


class Undo(Incoming, tag="undo"):
    """The master: the last change by anybody. A player: their own last move."""

    forget: bool = False
    """Master: players forget what that change showed them, as far as they know it by nothing
    else."""


class Redo(Incoming, tag="redo"):
    pass


class Paint(Incoming, tag="paint"):
    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    solid: bool


class SetTerrain(Incoming, tag="terrain"):
    """Say what stands on tiles: low walls, woods, smoke; None: nothing. What it does to sight and
    cover is the word of the rule in force."""

    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    kind: TerrainKind | None


class SetEdges(Incoming, tag="edges"):
    """Put a wall, door or gate on edges between neighbours; None clears them."""

    edges: Annotated[list[tuple[WireTile, WireTile]], Meta(min_length=1, max_length=MAX_BATCH)]
    carries: ThresholdKind | None
    state: DoorState = ""


class AddWall(Incoming, tag="wall"):
    ends: tuple[WirePoint, WirePoint]
    carries: ThresholdKind = "wall"
    state: DoorState = ""


class RemoveWall(Incoming, tag="unwall"):
    ends: tuple[WirePoint, WirePoint]


class Erase(Incoming, tag="erase"):
    """One stroke of the eraser, to be undone as one: tiles that become floor without terrain, edges
    that carry nothing any more, and free walls that go. What is gone already is no error."""

    tiles: Annotated[list[WireTile], Meta(max_length=MAX_BATCH)] = []
    edges: Annotated[list[tuple[WireTile, WireTile]], Meta(max_length=MAX_BATCH)] = []
    walls: Annotated[list[tuple[WirePoint, WirePoint]], Meta(max_length=MAX_BATCH)] = []


class SetHeight(Incoming, tag="height"):
    """Cover and height of hexes; None for the height makes it unknown."""

    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    cover: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    elevation: Annotated[float, Meta(ge=-1000, le=1000)] | UnsetType | None = UNSET


class Reveal(Incoming, tag="reveal"):
    """Let players know tiles, which they remember from now on: those of the spans and of the room
    that `room` lies in; neither given, the whole map. So with all that is done to the fog."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    who: Id = "all"
    """ "all", "here" (those with a figure on this map), or a player's id."""


class Forget(Incoming, tag="forget"):
    """Take tiles out of players' memory, but for what they see now."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    who: Id = "all"


class CoverTiles(Incoming, tag="cover"):
    """Cover tiles, so that no player sees them, whatever else they see; or uncover them."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    on: bool = True


class ShowTiles(Incoming, tag="show"):
    """Show tiles to all players, as if each saw them; or show them no longer."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    on: bool = True


class SetSight(Incoming, tag="sight"):
    """What is seen on this map beside the rule."""

    whole_rooms: bool | UnsetType = UNSET
    """Is a room seen whole by whoever sees a part of it?"""
    friends_block: bool | UnsetType = UNSET
    """Do figures stand in the way of others of their own side?"""


class PlaceLamp(Incoming, tag="lamp"):
    """A lamp on a tile: bright and dim so far. It shows where the map itself is darker."""

    at: WireTile
    bright: WireRadius
    dim: WireRadius
    color: LampColor = ""


class EditLamp(Incoming, tag="edit_lamp"):
    lamp: Id
    at: WireTile | UnsetType = UNSET
    bright: WireRadius | UnsetType = UNSET
    dim: WireRadius | UnsetType = UNSET
    color: LampColor | UnsetType = UNSET
    on: bool | UnsetType = UNSET


class RemoveLamp(Incoming, tag="unlamp"):
    lamp: Id


class SetDarkness(Incoming, tag="darkness"):
    """How dark the map is where no lamp shines."""

    darkness: DarknessWord


class PlaceFigure(Incoming, tag="place"):
    """`kind` is "figure" or a kind of furniture; what is unset comes from the kind."""

    at: WireTile
    name: Name
    kind: Id = "figure"
    side: Side = "neutral"
    size: tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] | None = None
    blocks: bool | None = None
    sighted: bool = True
    hidden: bool = False
    """Hidden figures are in no player's data and block nobody's sight."""
    owners: list[Id] = []


class EditFigure(Incoming, tag="edit"):
    figure: Id
    name: Name | UnsetType = UNSET
    alias: Annotated[str, Meta(max_length=MAX_NAME)] | UnsetType = UNSET
    """What players call it; "": by its name."""
    side: Side | UnsetType = UNSET
    size: (
        tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] | UnsetType
    ) = UNSET
    blocks: bool | UnsetType = UNSET
    sighted: bool | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    owners: Annotated[list[Id], Meta(max_length=100)] | UnsetType = UNSET
    team: Team | UnsetType = UNSET
    """Whose it is by the rules of games that tell allies from enemies, if that is not what `side`
    says: any word; "": as `side` says."""
    sight_range: WireRadius | UnsetType | None = UNSET
    """How far it sees; None: at any distance."""
    dark_vision: WireRadius | UnsetType | None = UNSET
    """How far it sees in the dark; None: at any distance."""
    lamp: WireLamp | UnsetType | None = UNSET
    """What it carries; None: no lamp."""


class DuplicateFigure(Incoming, tag="duplicate"):
    """Another one like it on the same map, with a number behind its name. It is nobody's."""

    figure: Id
    at: WireTile


class RemoveFigure(Incoming, tag="remove"):
    figure: Id


class BringFigure(Incoming, tag="bring"):
    """Take a figure of another map to this one."""

    figure: Id
    at: WireTile


class SetRule(Incoming, tag="rule"):
    rule: dict[str, Any]


class SetMeasure(Incoming, tag="measure"):
    """How distances are counted on the map, and what a tile is: "5 ft", or "" for nothing."""

    metric: MetricWord
    unit: Annotated[str, Meta(max_length=20)] = ""


class Decide(Incoming, tag="decide"):
    """Rule on a call: both ends as the call names them."""

    a: FigureOrTile
    b: FigureOrTile
    visible: bool
    why: Reason = ""
    degree: Annotated[str, Meta(max_length=40)] = ""
    """By the rule of a game, how much cover there is; "": only whether it is seen is decided."""


class TakeBack(Incoming, tag="take_back"):
    """Undo a ruling, by its number."""

    ruling: int


class LayPicture(Incoming, tag="lay_picture"):
    """Lay a picture under the map, or the one that lies there otherwise."""

    origin: tuple[PixelNumber, PixelNumber]
    """Where the board begins on it: the top left corner of squares, the centre of the hex (0, 0)"""
    step: tuple[PixelNumber, PixelNumber]
    """How large a tile is on it: of hexes, between two parallel sides."""
    upload: Id | None = None
    """The picture that was sent, by what the server called it; None: the one that lies there."""
    players: bool = False
    """Only for the players, in place of the master's."""
    grid_from: GridFrom = "hand"


class SetPicture(Incoming, tag="picture"):
    """Take the picture away; or say which one players get what they know of."""

    remove: bool = False
    players: Literal["same", "none"] | UnsetType = UNSET


class SetFace(Incoming, tag="face"):
    """Give a figure a picture that was sent, or none; a player: one of their own."""

    figure: Id
    upload: Id | None = None


class NewMap(Incoming, tag="new_map"):
    """An empty map: rows and columns of squares, or a disc of hexes with `rows` as its radius."""

    name: Name
    grid: Literal["square", "hex"] = "square"
    rows: Annotated[int, Meta(ge=1, le=200)] = 20
    cols: Annotated[int, Meta(ge=1, le=200)] = 20


class RenameMap(Incoming, tag="rename_map"):
    map: Id
    name: Name


class DeleteMap(Incoming, tag="delete_map"):
    map: Id


class ShowMap(Incoming, tag="show_map"):
    """Turn all players to this map; None takes the map away from them."""

    map: Id | None


class HealthBySide(Incoming, tag=False):
    """How players see the health of others, by side; a side that is left out stays as it was."""

    hero: HealthShown | UnsetType = UNSET
    ally: HealthShown | UnsetType = UNSET
    enemy: HealthShown | UnsetType = UNSET
    neutral: HealthShown | UnsetType = UNSET


class SetOptions(Incoming, tag="options"):
    shared_sight: bool | UnsetType = UNSET
    """Does every player see what any player's figure sees?"""
    players_move: bool | UnsetType = UNSET
    players_doors: bool | UnsetType = UNSET
    room_locked: bool | UnsetType = UNSET
    """Nobody new may join."""
    health_shown: HealthBySide | UnsetType = UNSET


class Condition(Incoming, tag=False):
    """What a figure is: poisoned, asleep. `rounds`: how many are left, counted at the start or end
    of that entry's turns; 0: until it is taken away."""

    text: Name
    icon: Annotated[str, Meta(max_length=8)] = ""
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    entry: Annotated[str, Meta(max_length=40)] = ""
    counted_at: Literal["start", "end"] = "end"
    secret: bool = False
    """Only the master knows. Players cannot keep any from the master."""


class MarkFigure(Incoming, tag="mark"):
    """Health and conditions of a figure; a player's: of one of their own. None: not counted."""

    figure: Id
    health: Health | UnsetType | None = UNSET
    most_health: Annotated[int, Meta(ge=1, le=100_000)] | UnsetType | None = UNSET
    conditions: Annotated[list[Condition], Meta(max_length=20)] | UnsetType = UNSET


class RollDice(Incoming, tag="roll"):
    """Let the server roll: "2d6+1", "d20", "4d6h3". Everybody sees every die, and what for; of a
    secret roll, that there was one."""

    dice: Words
    purpose: Words = ""
    secret: bool = False


class TellRoll(Incoming, tag="tell_roll"):
    """Real dice were rolled, and show this: it is marked as said."""

    total: Annotated[int, Meta(ge=-100_000, le=100_000)]
    purpose: Words = ""


class FinishTurn(Incoming, tag="end_turn"):
    """The turn of this entry is over: by its player, or by the master for anybody. It names the
    entry, so that two who end it at once end one turn."""

    entry: Id


class AddTurns(Incoming, tag="add_turns"):
    """Put figures of this map into the order of turns."""

    figures: Annotated[list[Id], Meta(min_length=1, max_length=200)]
    again: bool = False
    """Also those that are in it already: they act more than once."""


class EditTurn(Incoming, tag="edit_turn"):
    entry: Id
    number: Annotated[int, Meta(ge=-10_000, le=10_000)] | UnsetType | None = UNSET
    """What it is sorted by, the highest first; equal ones stay as they stand."""
    defeated: bool | UnsetType = UNSET
    """It is passed over."""
    before: Id | UnsetType | None = UNSET
    """Move it right before that entry; None: to the end."""


class RemoveTurn(Incoming, tag="remove_turn"):
    """Take an entry out. If it was its turn, it is the next one's."""

    entry: Id


class SetTurns(Incoming, tag="turns"):
    """Begin (the first one's turn, round 1), stop, or choose how it goes."""

    on: bool | UnsetType = UNSET
    in_turn_only: bool | UnsetType = UNSET
    """Players act with a figure in its turn only."""
    numbers_shown: bool | UnsetType = UNSET
    clear: bool = False
    """Take everybody out."""


class SetNote(Incoming, tag="note"):
    """Write a note that only the master sees, on a tile or a figure of this map; "" deletes it."""

    text: Annotated[str, Meta(max_length=MAX_NOTE)]
    note: Id | None = None
    """Which one; None: a new one."""
    at: WireTile | None = None
    figure: Id | None = None


class Admit(Incoming, tag="admit"):
    player: Id


class Dismiss(Incoming, tag="dismiss"):
    """Show a player the door: the link dies, the connection closes."""

    player: Id


class NewLink(Incoming, tag="new_link"):
    """A new secret in place of the old, which dies: a player's, or of the link to join, or of the
    master (whose other pages are then closed; this one gets the new secret as what it made)."""

    of: Literal["player", "join", "master"]
    player: Id | None = None


PlayerAction = (
    Move
    | SetDoor
    | PutArea
    | RemoveArea
    | Undo
    | Redo
    | MarkFigure
    | RollDice
    | TellRoll
    | FinishTurn
    | SetFace
    | Play
    | TakeBackMove
)
MasterAction = (
    PlayerAction
    | Paint
    | SetTerrain
    | SetEdges
    | AddWall
    | RemoveWall
    | Erase
    | SetHeight
    | Reveal
    | Forget
    | CoverTiles
    | ShowTiles
    | SetSight
    | PlaceLamp
    | EditLamp
    | RemoveLamp
    | SetDarkness
    | PlaceFigure
    | EditFigure
    | DuplicateFigure
    | RemoveFigure
    | BringFigure
    | SetMeasure
    | SetRule
    | Decide
    | TakeBack
    | LayPicture
    | SetPicture
    | NewMap
    | RenameMap
    | DeleteMap
    | ShowMap
    | SetOptions
    | AddTurns
    | EditTurn
    | RemoveTurn
    | SetTurns
    | SetNote
    | Admit
    | Dismiss
    | NewLink
    | LayOutGame
    | StartGame
    | SetSeat
    | EndGame
)
