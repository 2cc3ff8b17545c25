"""Changes of a board, as requests with PATCH contain them.

The playground's actions perform them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.playground.actions import act
from sightline.service.messages import Incoming, Name
from sightline.service.refusals import refused

MOST_CHANGES = 1_000
TileAt = tuple[int, int]
TileList = Annotated[list[TileAt], Meta(min_length=1, max_length=100_000)]
WallEnds = tuple[tuple[float, float], tuple[float, float]]
Carried = Literal["wall", "door", "gate"]
DoorState = Literal["", "open", "closed", "locked", "secret"]
Side = Literal["hero", "ally", "enemy", "neutral"]
StopSet = Literal["", "window", "curtain", "bars"]
Height = Annotated[float, Meta(ge=-10_000, le=10_000, description="In tiles.")]


class Change(
    Struct,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="change",
):
    """The base of all changes of a board."""


class Move(Change, kw_only=True, tag="move"):
    """Move a figure to another place."""

    figure: Name
    to: TileAt
    elevation: Height | UnsetType | None = UNSET
    """The height of its feet; null puts it on the ground. By default the figure
    keeps its elevation.
    """


class LiftFigure(Change, kw_only=True, tag="lift"):
    """Set the height of a figure's feet; null puts it on the ground."""

    figure: Name
    elevation: Height | None


class PlaceFigure(Change, kw_only=True, tag="place"):
    """Add a figure. A name that is taken gets a number."""

    name: Name
    at: TileAt
    kind: Name = "figure"
    side: Side = "neutral"
    size: tuple[int, int] | UnsetType = UNSET
    blocks: bool | UnsetType = UNSET
    """Whether it blocks sight."""
    elevation: Height | None = None
    """The height of its feet; null means on the ground."""
    height: Height = 1
    """The height from feet to head, in tiles."""


class EditFigure(Change, kw_only=True, tag="edit"):
    """Change a figure's name, side, size, height, or whether it blocks sight."""

    figure: Name
    name: Name | UnsetType = UNSET
    side: Side | UnsetType = UNSET
    size: tuple[int, int] | UnsetType = UNSET
    blocks: bool | UnsetType = UNSET
    height: Height | UnsetType = UNSET


class RemoveFigure(Change, kw_only=True, tag="remove"):
    """Remove a figure from the board."""

    figure: Name


class Paint(Change, kw_only=True, tag="paint"):
    """Fill tiles with rock, or clear them."""

    tiles: TileList
    solid: bool


class SetTerrain(Change, kw_only=True, tag="terrain"):
    """Put terrain on tiles; null clears it."""

    tiles: TileList
    kind: Name | None


class BarrierChange(Change, kw_only=True):
    """The properties of a wall, door or gate."""

    state: DoorState = ""
    bottom: Height | None = None
    """The lower end in tiles; null means no limit, as for `top`."""
    top: Height | None = None
    stops: StopSet = ""
    """What it stops: "window" stops movement and effects, "curtain" sight and light, "bars"
    movement; "" means everything.
    """


class SetEdges(BarrierChange, kw_only=True, tag="edges"):
    """Put a wall, door or gate on edges between neighbors; null clears them."""

    edges: Annotated[list[tuple[TileAt, TileAt]], Meta(min_length=1, max_length=100_000)]
    carries: Carried | None


class SetDoor(Change, kw_only=True, tag="door"):
    """Open, close or lock a door: on an edge, or a free one by the ends of its wall."""

    state: DoorState
    edge: tuple[TileAt, TileAt] | UnsetType = UNSET
    wall: WallEnds | UnsetType = UNSET


class AddWall(BarrierChange, kw_only=True, tag="wall"):
    """Add a free wall, by its ends in tile units."""

    ends: WallEnds
    carries: Carried = "wall"


class RemoveWall(Change, kw_only=True, tag="unwall"):
    """Remove a free wall."""

    ends: WallEnds


class SetHeight(Change, kw_only=True, tag="height"):
    """Set the elevation of tiles, or the cover of hexes; null removes the elevation."""

    tiles: TileList
    cover: float | UnsetType = UNSET
    elevation: Height | UnsetType | None = UNSET


class AddFloor(Change, kw_only=True, tag="floor"):
    """Add a floor at a height, with these tiles. A missing tile is a hole."""

    height: Height
    tiles: TileList
    name: Name | UnsetType = UNSET


class RemoveFloor(Change, kw_only=True, tag="unfloor"):
    """Remove a floor."""

    name: Name


AnyChange = (
    Move
    | LiftFigure
    | PlaceFigure
    | EditFigure
    | RemoveFigure
    | Paint
    | SetTerrain
    | SetEdges
    | SetDoor
    | AddWall
    | RemoveWall
    | SetHeight
    | AddFloor
    | RemoveFloor
)


class Patch(Incoming, kw_only=True):
    """Changes to a stored board. Either all of them are applied, or none."""

    changes: Annotated[list[AnyChange], Meta(min_length=1, max_length=MOST_CHANGES)]
    version: int | UnsetType = UNSET
    """The version that the changes are for. The request fails if the board has changed since."""


def changed(board: Board, changes: list[AnyChange]) -> tuple[Board, list[str]]:
    """Return a copy of the board with these changes, and a description of each."""
    made, words = board.copy(), []
    for number, each in enumerate(changes):
        plain: dict[str, Any] = to_builtins(each)
        try:
            words.append(act(made, {**plain, "t": plain["change"]}))
        except (SightlineError, OverflowError) as error:
            raise refused(error, f"changes[{number}]", board) from None
    return made, words
