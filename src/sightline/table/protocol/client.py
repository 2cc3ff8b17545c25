"""Every message that a page sends; what the server says is in `to_pages`. Nothing else crosses the
wire.

A page says `Hello` (a master's or player's secret) or `Join` (the players' link and a name), then
`Do`es things and `Ask`s questions. The server answers each `Do` with `Done` (it is on the disk) or
`Refused` (nothing changed), each `Ask` with `Answer` or `Refused`, and tells what has changed.

Positions are pairs: (row, column) on squares, axial (q, r) on hexes. Points are (x, y) in tile
units on squares, axial (q, r) on hexes. A place to look from or at is a figure's id or a tile.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

MAX_MESSAGE_BYTES = 65_536
MAX_NAME = 60
MAX_WHY = 300
MAX_BATCH = 4_000
"""The most tiles or edges in one stroke."""

Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]
Tile = tuple[Coordinate, Coordinate]
Decimal = Annotated[float, Meta(ge=-10_000, le=10_000)]
Point = tuple[Decimal, Decimal]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
Secret = Annotated[str, Meta(min_length=16, max_length=100)]
Why = Annotated[str, Meta(max_length=MAX_WHY)]
Place = str | Tile
"""A figure's id, or a tile. (msgspec 0.22 crashes where a string with a limit may also be a tuple:
the size of the message is limit enough.)"""

Side = Literal["hero", "ally", "enemy", "neutral"]
Carried = Literal["wall", "door", "gate"]
State = Literal["", "open", "closed", "locked", "secret"]
"""Of a door or gate; a wall has none, and a gate is never secret."""


class Incoming(Struct, forbid_unknown_fields=True, tag_field="t"):
    """What a page says."""


# --- actions: what can be done, undone and redone ------------------------------------------------


class Move(Incoming, tag="move"):
    figure: Id
    to: Tile
    start: Tile | None = None
    """Where the mover saw it: if somebody moved it meanwhile, this move is refused."""


class SetDoor(Incoming, tag="door"):
    """Open, close, lock, hide (secret) or find (closed) a door or gate: `edge` or `wall`."""

    state: Literal["open", "closed", "locked", "secret"]
    edge: tuple[Tile, Tile] | None = None
    wall: tuple[Point, Point] | None = None


class Undo(Incoming, tag="undo"):
    """The master: the last change by anybody. A player: their own last move."""


class Redo(Incoming, tag="redo"):
    pass


class Paint(Incoming, tag="paint"):
    tiles: Annotated[list[Tile], Meta(min_length=1, max_length=MAX_BATCH)]
    solid: bool


class SetEdges(Incoming, tag="edges"):
    """Put a wall, door or gate on edges between neighbours; None clears them."""

    edges: Annotated[list[tuple[Tile, Tile]], Meta(min_length=1, max_length=MAX_BATCH)]
    carries: Carried | None
    state: State = ""


class AddWall(Incoming, tag="wall"):
    ends: tuple[Point, Point]
    carries: Carried = "wall"
    state: State = ""


class RemoveWall(Incoming, tag="unwall"):
    ends: tuple[Point, Point]


class Erase(Incoming, tag="erase"):
    """One stroke of the eraser, to be undone as one: tiles that become floor, edges that carry
    nothing any more, and free walls that go. What is gone already is no error."""

    tiles: Annotated[list[Tile], Meta(max_length=MAX_BATCH)] = []
    edges: Annotated[list[tuple[Tile, Tile]], Meta(max_length=MAX_BATCH)] = []
    walls: Annotated[list[tuple[Point, Point]], Meta(max_length=MAX_BATCH)] = []


class SetHeight(Incoming, tag="height"):
    """Cover and height of hexes; None for the height makes it unknown."""

    tiles: Annotated[list[Tile], Meta(min_length=1, max_length=MAX_BATCH)]
    cover: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    elevation: Annotated[float, Meta(ge=-1000, le=1000)] | UnsetType | None = UNSET


class PlaceFigure(Incoming, tag="place"):
    """`kind` is "figure" or a kind of furniture; what is unset comes from the kind."""

    at: Tile
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


class RemoveFigure(Incoming, tag="remove"):
    figure: Id


class BringFigure(Incoming, tag="bring"):
    """Take a figure of another map to this one."""

    figure: Id
    at: Tile


class SetRule(Incoming, tag="rule"):
    rule: dict[str, Any]


class Decide(Incoming, tag="decide"):
    """Rule on a call: both ends as the call names them."""

    a: Place
    b: Place
    visible: bool
    why: Why = ""


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
    master (whose other pages are then closed; this one is told the new secret as what it made)."""

    of: Literal["player", "join", "master"]
    player: Id | None = None


PlayerAction = Move | SetDoor | Undo | Redo
MasterAction = (
    PlayerAction
    | Paint
    | SetEdges
    | AddWall
    | RemoveWall
    | Erase
    | SetHeight
    | PlaceFigure
    | EditFigure
    | RemoveFigure
    | BringFigure
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

# --- questions: nothing changes ------------------------------------------------------------------


class AskSight(Incoming, tag="sight"):
    """Does `a` see `b`, and why? A player asks from a figure of theirs about what they know."""

    a: Place
    b: Place
    all_lines: bool = False
    picture: bool = False
    """Draw it, too."""
    at: Tile | None = None
    """Master: as if figure `a` stood there (while it is dragged)."""


class AskEveryRule(Incoming, tag="every_rule"):
    """Master: what would every rule, with all its ties, say of this look?"""

    a: Place
    b: Place


class AskField(Incoming, tag="field"):
    """What does a figure see; all players' figures, if none is given? `at`: as if it stood there.
    A player is told by what they know, and of nothing else."""

    figure: Id | None = None
    at: Tile | None = None


class AskWho(Incoming, tag="who"):
    """Who sees whom on the master's map."""


class AskChecklist(Incoming, tag="checklist"):
    """Why does this player see nothing?"""

    player: Id


class AskRulings(Incoming, tag="rulings"):
    """Every ruling on the master's map, and what became of it."""


Question = AskSight | AskEveryRule | AskField | AskWho | AskChecklist | AskRulings

# --- what a page says ----------------------------------------------------------------------------


class Hello(Incoming, tag="hello"):
    secret: Secret


class Join(Incoming, tag="join"):
    secret: Secret
    name: Name


class Do(Incoming, tag="do"):
    id: Id
    """Made by the page, new for each change: sent again after a lost line, it is done once."""
    action: MasterAction


class Ask(Incoming, tag="ask"):
    id: Id
    question: Question


class LookAt(Incoming, tag="look_at"):
    """Master: turn my own page to this map."""

    map: Id


class Watch(Incoming, tag="watch"):
    """Master: show me what this player's page gets, the very data; None: my own view again."""

    player: Id | None


class Ping(Incoming, tag="ping"):
    pass


FromPage = Hello | Join | Do | Ask | LookAt | Watch | Ping
