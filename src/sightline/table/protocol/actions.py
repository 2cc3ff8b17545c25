"""Every action that a page can send: changes to the table that can be undone and redone."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

import sightline.table.protocol.game_moves  # noqa: F401  (its actions are in the unions)
from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.protocol.registry import ACTIONS, action
from sightline.table.protocol.types import (
    MAX_BATCH,
    MAX_NAME,
    MAX_NOTE,
    MAX_SPANS,
    DarknessWord,
    DoorState,
    FacingWord,
    FigureOrTile,
    GridFrom,
    Id,
    Incoming,
    LampColor,
    Name,
    PixelNumber,
    Reason,
    SavedRoll,
    Side,
    StairsEnd,
    StopSet,
    Storey,
    Team,
    TerrainKind,
    ThresholdKind,
    WireElevation,
    WireLamp,
    WirePoint,
    WireRadius,
    WireSpan,
    WireTile,
    Words,
)

MAX_NUMBER = 10_000
"""The highest initiative value."""
Health = Annotated[int, Meta(ge=0, le=100_000)]
HealthShown = Literal["number", "word", "nothing"]


@action("move {figure} to {to}", by="player")
class Move(Incoming, tag="move"):
    figure: Id
    to: WireTile
    start: WireTile | None = None
    """The figure's position on the user's page. The move is refused if the figure has moved
    since.
    """
    storey: Storey | None = None
    """The storey to go to, by known stairs; None keeps the figure's height."""


@action("set a door to {state}", by="player")
class SetDoor(Incoming, tag="door"):
    """Set the state of a door or gate, at an `edge` or `wall`: open, close, lock, hide (secret)
    or reveal (closed).
    """

    state: Literal["open", "closed", "locked", "secret"]
    edge: tuple[WireTile, WireTile] | None = None
    wall: tuple[WirePoint, WirePoint] | None = None


@action("place a template: {kind}", by="player")
class PutArea(AreaShape, tag="put_area"):
    """Place a template or ruler on the map, for everyone or only for its owner and the game
    master.
    """

    shared: bool = True


@action("remove a template", by="player")
class RemoveArea(Incoming, tag="remove_area"):
    """Remove a template or ruler: a player's own, or any for the game master."""

    area: Id


@action("undo", by="player")
class Undo(Incoming, tag="undo"):
    """Undo a change: for the game master the last one by anyone, for a player their own last
    move.
    """

    forget: bool = False
    """Game master: whether players also forget what only that change showed them."""


@action("redo", by="player")
class Redo(Incoming, tag="redo"):
    pass


@action("{solid?paint:clear} {tiles}")
class Paint(Incoming, tag="paint"):
    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    solid: bool


@action("change the terrain of {tiles}")
class SetTerrain(Incoming, tag="terrain"):
    """Set the terrain of tiles, such as low walls, woods or smoke; None clears it. The current rule
    defines its effect on sight and cover.
    """

    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    kind: TerrainKind | None


@action("{carries?put up:clear} {edges}")
class SetEdges(Incoming, tag="edges"):
    """Put a wall, door or gate on edges between neighboring tiles; None clears them.

    `bottom` and `top` are heights in tiles; None means unlimited.
    """

    edges: Annotated[list[tuple[WireTile, WireTile]], Meta(min_length=1, max_length=MAX_BATCH)]
    carries: ThresholdKind | None
    state: DoorState = ""
    bottom: WireElevation | None = None
    top: WireElevation | None = None
    stops: StopSet = ""


@action("draw a wall")
class AddWall(Incoming, tag="wall"):
    ends: tuple[WirePoint, WirePoint]
    carries: ThresholdKind = "wall"
    state: DoorState = ""
    bottom: WireElevation | None = None
    top: WireElevation | None = None
    stops: StopSet = ""


@action("remove a wall")
class RemoveWall(Incoming, tag="unwall"):
    ends: tuple[WirePoint, WirePoint]


@action("erase parts of the map")
class Erase(Incoming, tag="erase"):
    """One stroke of the eraser, which is undone as one change.

    Tiles become floor without terrain, and edges and free walls are removed. Missing ones are
    ignored.
    """

    tiles: Annotated[list[WireTile], Meta(max_length=MAX_BATCH)] = []
    edges: Annotated[list[tuple[WireTile, WireTile]], Meta(max_length=MAX_BATCH)] = []
    walls: Annotated[list[tuple[WirePoint, WirePoint]], Meta(max_length=MAX_BATCH)] = []


@action("set the elevation of {tiles}")
class SetHeight(Incoming, tag="height"):
    """Set the height of tiles, and the cover of hexes. None makes the height unknown."""

    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    cover: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    elevation: Annotated[float, Meta(ge=-1000, le=1000)] | UnsetType | None = UNSET


@action("reveal tiles")
class Reveal(Incoming, tag="reveal"):
    """Reveal tiles to players, who remember them from now on.

    The tiles are those of the spans and of the room at `room`, or the whole storey if neither is
    given. All fog actions select tiles this way.
    """

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    storey: Storey = ""
    """The floor of the tiles; "" for the ground."""
    who: Id = "all"
    """The players: "all", "here" (those with a figure on this map), or a player's id."""


@action("make players forget tiles")
class Forget(Incoming, tag="forget"):
    """Remove tiles from players' memory, except those they see now.

    Without spans and a room, it removes the whole map with all its floors.
    """

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    storey: Storey = ""
    who: Id = "all"


@action("{on?cover:uncover} tiles")
class CoverTiles(Incoming, tag="cover"):
    """Cover tiles so that no player sees them, or uncover them."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    storey: Storey = ""
    on: bool = True


@action("{on?show:stop showing} tiles")
class ShowTiles(Incoming, tag="show"):
    """Show tiles to all players as if each saw them, or stop showing them."""

    spans: Annotated[list[WireSpan], Meta(max_length=MAX_SPANS)] = []
    room: WireTile | None = None
    storey: Storey = ""
    on: bool = True


@action("change the vision options")
class SetSight(Incoming, tag="sight"):
    """Change the sight settings of this map, other than the rule."""

    whole_rooms: bool | UnsetType = UNSET
    """Whether a viewer who sees part of a room sees all of it."""
    friends_block: bool | UnsetType = UNSET
    """Whether figures block the sight of others on their side."""


@action("place a light on {at}")
class PlaceLamp(Incoming, tag="lamp"):
    """Place a lamp on a tile, with its bright and dim radius. It has an effect only where the
    map is darker.
    """

    at: WireTile
    bright: WireRadius
    dim: WireRadius
    color: LampColor = ""
    elevation: WireElevation | None = None
    """The height of the lamp in tiles; None means on the ground."""


@action("change a light")
class EditLamp(Incoming, tag="edit_lamp"):
    lamp: Id
    at: WireTile | UnsetType = UNSET
    elevation: WireElevation | UnsetType | None = UNSET
    bright: WireRadius | UnsetType = UNSET
    dim: WireRadius | UnsetType = UNSET
    color: LampColor | UnsetType = UNSET
    on: bool | UnsetType = UNSET


@action("remove a light")
class RemoveLamp(Incoming, tag="unlamp"):
    lamp: Id


@action("set the light to {darkness}")
class SetDarkness(Incoming, tag="darkness"):
    """Set how dark the map is without lamps."""

    darkness: DarknessWord


@action("place {name}")
class PlaceFigure(Incoming, tag="place"):
    """Place a figure or a piece of furniture.

    `kind` is "figure" or a kind of furniture. Fields that are not set get the defaults of the kind.
    """

    at: WireTile
    name: Name
    kind: Id = "figure"
    side: Side = "neutral"
    size: tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] | None = None
    blocks: bool | None = None
    sighted: bool = True
    hidden: bool = False
    """Whether it is hidden: players do not get it, and it does not block sight."""
    owners: list[Id] = []
    elevation: WireElevation | None = None
    """The height of its feet in tiles; None means on the ground."""


@action("change {figure}")
class EditFigure(Incoming, tag="edit"):
    figure: Id
    name: Name | UnsetType = UNSET
    alias: Annotated[str, Meta(max_length=MAX_NAME)] | UnsetType = UNSET
    """The name that players see; "" means its own name."""
    side: Side | UnsetType = UNSET
    size: (
        tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] | UnsetType
    ) = UNSET
    blocks: bool | UnsetType = UNSET
    sighted: bool | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    owners: Annotated[list[Id], Meta(max_length=100)] | UnsetType = UNSET
    team: Team | UnsetType = UNSET
    """The team, for games in which `side` is not enough to tell allies from enemies. Any word; ""
    means that `side` decides.
    """
    sight_range: WireRadius | UnsetType | None = UNSET
    """The distance that it can see; None means unlimited."""
    dark_vision: WireRadius | UnsetType | None = UNSET
    """The distance that it can see in the dark; None means unlimited."""
    lamp: WireLamp | UnsetType | None = UNSET
    """The lamp that it carries, or None."""


@action("duplicate {figure}")
class DuplicateFigure(Incoming, tag="duplicate"):
    """Copy the figure on the same map. The copy gets a number in its name, and no owners."""

    figure: Id
    at: WireTile


@action("remove {figure}")
class RemoveFigure(Incoming, tag="remove"):
    figure: Id


@action("bring a token")
class BringFigure(Incoming, tag="bring"):
    """Move a figure from another map to this one."""

    figure: Id
    at: WireTile


@action("change the rule")
class SetRule(Incoming, tag="rule"):
    rule: dict[str, Any]


@action("change the distances")
class SetMeasure(Incoming, tag="measure"):
    """Set how distances are measured on the map, and the size of a tile: "5 ft", or "" for none.

    None leaves a setting unchanged, so that two concurrent changes do not undo each other.
    """

    metric: MetricWord | None = None
    unit: Annotated[str, Meta(max_length=20)] | None = None


@action("rule on a close call")
class Decide(Incoming, tag="decide"):
    """Rule on a close call. Both ends are named as in the call."""

    a: FigureOrTile
    b: FigureOrTile
    visible: bool
    why: Reason = ""
    degree: Annotated[str, Meta(max_length=40)] = ""
    """The cover, for rules of games that have cover; "" decides only visibility."""
    a_on: Storey = ""
    b_on: Storey = ""
    """The storey of `b`, if that is a tile; `a_on` is that of `a`."""


@action("undo a ruling")
class TakeBack(Incoming, tag="take_back"):
    """Undo the ruling with this number."""

    ruling: int


@action("add a background picture")
class LayPicture(Incoming, tag="lay_picture"):
    """Put a picture under the map, or change the position of the current one."""

    origin: tuple[PixelNumber, PixelNumber]
    """The position of the board's origin on the picture: the top left corner of squares, or the
    center of the hex (0, 0).
    """
    step: tuple[PixelNumber, PixelNumber]
    """The size of a tile on the picture; for hexes, between two parallel sides."""
    upload: Id | None = None
    """The id of the uploaded picture; None means the current one."""
    players: bool = False
    """Whether to change only the picture that players see."""
    grid_from: GridFrom = "hand"


@action("change the background picture")
class SetPicture(Incoming, tag="picture"):
    """Remove the picture, or choose which picture players get."""

    remove: bool = False
    players: Literal["same", "none"] | UnsetType = UNSET


@action("change the image of {figure}", by="player")
class SetFace(Incoming, tag="face"):
    """Set or remove the picture of a figure. Players may do this only for their own figures."""

    figure: Id
    upload: Id | None = None


@action("create the map {name}")
class NewMap(Incoming, tag="new_map"):
    """Create an empty map.

    It has rows and columns of squares, or is a disc of hexes with `rows` as its radius.
    """

    name: Name
    grid: Literal["square", "hex"] = "square"
    rows: Annotated[int, Meta(ge=1, le=200)] = 20
    cols: Annotated[int, Meta(ge=1, le=200)] = 20


@action("rename a map")
class RenameMap(Incoming, tag="rename_map"):
    map: Id
    name: Name


@action("delete a map")
class DeleteMap(Incoming, tag="delete_map"):
    map: Id


@action("show a map")
class ShowMap(Incoming, tag="show_map"):
    """Show this map to all players; None hides the map."""

    map: Id | None


class HealthBySide(Incoming, tag=False):
    """The form in which players see the health of others, by side. An omitted side is unchanged."""

    hero: HealthShown | UnsetType = UNSET
    ally: HealthShown | UnsetType = UNSET
    enemy: HealthShown | UnsetType = UNSET
    neutral: HealthShown | UnsetType = UNSET


@action("change the options")
class SetOptions(Incoming, tag="options"):
    shared_sight: bool | UnsetType = UNSET
    """Whether every player sees what any player's figure sees."""
    players_move: bool | UnsetType = UNSET
    players_doors: bool | UnsetType = UNSET
    room_locked: bool | UnsetType = UNSET
    """Whether new players are locked out."""
    health_shown: HealthBySide | UnsetType = UNSET


class Condition(Incoming, tag=False):
    """A condition of a figure, such as poisoned or asleep.

    `rounds` is the number of rounds left, counted at the start or end of that entry's turns; 0
    means until it is removed.
    """

    text: Name
    icon: Annotated[str, Meta(max_length=8)] = ""
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    entry: Annotated[str, Meta(max_length=40)] = ""
    counted_at: Literal["start", "end"] = "end"
    secret: bool = False
    """Whether only the game master sees it. Players cannot set it."""


@action("mark {figure}", by="player")
class MarkFigure(Incoming, tag="mark"):
    """Set the health and conditions of a figure. None means that health is not tracked.

    Players may do this only for their own figures.
    """

    figure: Id
    health: Health | UnsetType | None = UNSET
    most_health: Annotated[int, Meta(ge=1, le=100_000)] | UnsetType | None = UNSET
    conditions: Annotated[list[Condition], Meta(max_length=20)] | UnsetType = UNSET


@action("turn {figure}", by="player")
class TurnFigure(Incoming, tag="turn_figure"):
    """Set the facing of a figure; "" means that it looks in all directions.

    Players may do this only for their own figures. Only rules with an arc of sight use it.
    """

    figure: Id
    facing: FacingWord


@action("change the elevation of {figure}", by="player")
class LiftFigure(Incoming, tag="lift"):
    """Set the height of a figure's feet in tiles; None puts it on the ground.

    Players may do this only for their own figures.
    """

    figure: Id
    elevation: WireElevation | None


@action("add the floor {name}")
class AddFloor(Incoming, tag="add_floor"):
    """Add a floor at a height in tiles, with these tiles. Other tiles are holes."""

    name: Name
    height: WireElevation
    tiles: Annotated[list[WireSpan], Meta(min_length=1, max_length=MAX_SPANS)]


@action("change a floor")
class EditFloor(Incoming, tag="edit_floor"):
    floor: Id
    name: Name | UnsetType = UNSET
    height: WireElevation | UnsetType = UNSET


@action("change a floor")
class PaintFloor(Incoming, tag="paint_floor"):
    """Add tiles to a floor, or remove them, which makes holes."""

    floor: Id
    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_BATCH)]
    on: bool = True


@action("remove a floor")
class RemoveFloor(Incoming, tag="remove_floor"):
    floor: Id


@action("place stairs")
class PutStairs(Incoming, tag="put_stairs"):
    """Put stairs between a tile of one storey and a tile of a higher one."""

    low: StairsEnd
    high: StairsEnd


@action("remove stairs")
class RemoveStairs(Incoming, tag="remove_stairs"):
    stairs: Id


@action("let {figure} take the stairs", by="player")
class Climb(Incoming, tag="climb"):
    """Move a figure to the other end of the stairs on which it stands."""

    figure: Id
    stairs: Id


@action("roll {dice}", by="player")
class RollDice(Incoming, tag="roll"):
    """Roll dice on the server, such as "2d6+1", "2d20kh1", "4d6dl1" or "3d6!".

    Everyone sees every die and the purpose. For a secret roll, others see only that it was made.
    """

    dice: Words
    purpose: Words = ""
    secret: bool = False


@action("save rolls of {figure}", by="player")
class SaveRolls(Incoming, tag="save_rolls"):
    """Set the saved rolls of a figure. Players may do this only for their own figures."""

    figure: Id
    rolls: Annotated[list[SavedRoll], Meta(max_length=20)]


@action("enter a physical roll", by="player")
class TellRoll(Incoming, tag="tell_roll"):
    """Report a roll of real dice. It is marked as reported."""

    total: Annotated[int, Meta(ge=-100_000, le=100_000)]
    purpose: Words = ""


@action("end a turn", by="player")
class FinishTurn(Incoming, tag="end_turn"):
    """End this entry's turn. Its player may do this, or the game master for any entry.

    It names the entry, so that two concurrent requests end only one turn.
    """

    entry: Id


@action("delay a turn", by="player")
class DelayTurn(Incoming, tag="delay_turn"):
    """Delay this turn, so that the next entry of the round acts first. The last entry's turn
    just ends.
    """

    entry: Id


@action("roll initiative", by="player")
class RollTurns(Incoming, tag="roll_turns"):
    """Roll initiative with a d20, or with the figure's saved roll of that name.

    Players roll for their own figures that have no value yet.
    """

    who: Literal["all", "monsters", "missing"] = "missing"
    """Game master: all figures, those without a player, or those without a value."""


@action("change the initiative")
class AddTurns(Incoming, tag="add_turns"):
    """Add figures of this map to the initiative."""

    figures: Annotated[list[Id], Meta(min_length=1, max_length=200)]
    again: bool = False
    """Whether to add figures again that are already in it: they act more than once."""


@action("change the initiative")
class EditTurn(Incoming, tag="edit_turn"):
    entry: Id
    number: Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] | UnsetType | None = UNSET
    """The initiative value, highest first. Entries with equal values keep their order."""
    defeated: bool | UnsetType = UNSET
    """Whether its turns are skipped."""
    before: Id | UnsetType | None = UNSET
    """Move the entry directly before this one; None moves it to the end."""


@action("change the initiative")
class RemoveTurn(Incoming, tag="remove_turn"):
    """Remove an entry. If it was active, the next one becomes active."""

    entry: Id


@action("change the initiative")
class SetTurns(Incoming, tag="turns"):
    """Start the initiative (first entry, round 1), stop it, or change its settings."""

    on: bool | UnsetType = UNSET
    in_turn_only: bool | UnsetType = UNSET
    """Whether players may act with a figure only in its turn."""
    numbers_shown: bool | UnsetType = UNSET
    clear: bool = False
    """Whether to remove all entries."""


@action("change a note")
class SetNote(Incoming, tag="note"):
    """Write a note for the game master on a tile or figure of this map. An empty text deletes
    it.
    """

    text: Annotated[str, Meta(max_length=MAX_NOTE)]
    note: Id | None = None
    """The note's id; None creates a new one."""
    at: WireTile | None = None
    figure: Id | None = None
    storey: Storey = ""
    """The floor of `at`; "" for the ground."""


@action("let a player in")
class Admit(Incoming, tag="admit"):
    """Admit a waiting player."""

    player: Id
    seat: Id | None = None
    """The seat of a player who returns without their link. The waiting page gets that seat, and its
    old link becomes invalid.
    """


@action("remove a player")
class Dismiss(Incoming, tag="dismiss"):
    """Remove a player: their link becomes invalid, and their connections are closed."""

    player: Id


@action("create a new link")
class NewLink(Incoming, tag="new_link"):
    """Replace a secret: a player's, the join link's, or the game master's.

    The game master's other pages are then closed. This page gets the new secret in `made`.
    """

    of: Literal["player", "join", "master"]
    player: Id | None = None


if TYPE_CHECKING:
    PlayerAction = Incoming
    MasterAction = Incoming
else:  # one of the structs above, as decoded
    PlayerAction = reduce(or_, [kind for kind, known in ACTIONS.items() if known.by == "player"])
    MasterAction = reduce(or_, ACTIONS)
