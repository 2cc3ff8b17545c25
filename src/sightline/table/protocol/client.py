"""The messages that a page sends.

A page first sends `Hello` (with a game master's or player's secret) or `Join` (with the players'
link and a name), then `Do` and `Ask`. The server answers each `Do` with `Done` (it is on disk) or
`Refused` (nothing changed), and each `Ask` with `Answer` or `Refused`. It also sends all changes.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sightline.table.protocol.actions import MasterAction
from sightline.table.protocol.questions import Question
from sightline.table.protocol.types import (
    MAX_WANTED,
    Id,
    Incoming,
    Name,
    Secret,
    Storey,
    Tier,
    WireTile,
)

MAX_MESSAGE_BYTES = 262_144
"""The longest message is a saved game. This is twice its length, in case each character is
escaped.
"""


class Hello(Incoming, tag="hello"):
    secret: Secret


class Join(Incoming, tag="join"):
    secret: Secret
    name: Name


class Do(Incoming, tag="do"):
    id: Id
    """A unique id that the page creates for each change.

    A change that is sent again after a lost connection is made only once.
    """
    action: MasterAction


class Ask(Incoming, tag="ask"):
    id: Id
    question: Question


class LookAt(Incoming, tag="look_at"):
    """Game master: switch this page to a map."""

    map: Id


class Watch(Incoming, tag="watch"):
    """Game master: show what this player's page gets; None returns to the game master's own
    view.
    """

    player: Id | None


class PingTile(Incoming, tag="ping_tile"):
    """Ping a tile: everyone who knows the tile sees it. Players can ping only tiles that they
    know.
    """

    at: WireTile
    storey: Storey = ""


class WantTiles(Incoming, tag="want_tiles"):
    """Request the pictures of these tiles. Tiles that a player does not know are omitted from
    the response.
    """

    picture: Id
    """The picture's id in `Stage` and `Change`."""
    tier: Tier
    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_WANTED)]


class WantFaces(Incoming, tag="want_faces"):
    """Request the pictures of these figures, by the ids in `FigureView`."""

    faces: Annotated[list[Id], Meta(min_length=1, max_length=50)]


class Ping(Incoming, tag="ping"):
    pass


Request = Do | Ask | LookAt | Watch | PingTile | WantTiles | WantFaces
"""The messages of an identified page."""
FromPage = Hello | Join | Request | Ping
