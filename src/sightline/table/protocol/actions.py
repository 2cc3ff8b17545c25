"""Every action that a page can ask for: what changes the table, and can be undone and redone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.protocol.types import (
    MAX_BATCH,
    MAX_SPANS,
    DarknessWord,
    DoorState,
    FigureOrTile,
    Id,
    Incoming,
    LampColor,
    Name,
    Radius,
    Reason,
    Side,
    Team,
    TerrainKind,
    ThresholdKind,
    WireLamp,
    WirePoint,
    WireSpan,
    WireTile,
)


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
    bright: Radius
    dim: Radius
    color: LampColor = ""


class EditLamp(Incoming, tag="edit_lamp"):
    lamp: Id
    at: WireTile | UnsetType = UNSET
    bright: Radius | UnsetType = UNSET
    dim: Radius | UnsetType = UNSET
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
    sight_range: Radius | UnsetType | None = UNSET
    """How far it sees; None: at any distance."""
    dark_vision: Radius | UnsetType | None = UNSET
    """How far it sees in the dark; None: at any distance."""
    lamp: WireLamp | UnsetType | None = UNSET
    """What it carries; None: no lamp."""


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


class SetOptions(Incoming, tag="options"):
    shared_sight: bool | UnsetType = UNSET
    """Does every player see what any player's figure sees?"""
    players_move: bool | UnsetType = UNSET
    players_doors: bool | UnsetType = UNSET
    room_locked: bool | UnsetType = UNSET
    """Nobody new may join."""


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


PlayerAction = Move | SetDoor | PutArea | RemoveArea | Undo | Redo
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
    | RemoveFigure
    | BringFigure
    | SetMeasure
    | SetRule
    | Decide
    | TakeBack
    | NewMap
    | RenameMap
    | DeleteMap
    | ShowMap
    | SetOptions
    | Admit
    | Dismiss
    | NewLink
)
