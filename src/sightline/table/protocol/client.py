"""The messages that a page sends.

A page says `Hello` (a master's or player's secret) or `Join` (the players' link and a name), then
`Do`es things and `Ask`s questions. The server answers each `Do` with `Done` (it is on the disk) or
`Refused` (nothing changed), each `Ask` with `Answer` or `Refused`, and sends what has changed.
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
    Tier,
    WireTile,
)

MAX_MESSAGE_BYTES = 65_536


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


class PingTile(Incoming, tag="ping_tile"):
    """Look here: everybody who knows the tile sees a ping on it. A player pings tiles they know."""

    at: WireTile


class WantTiles(Incoming, tag="want_tiles"):
    """Send me the picture of these tiles. What a player does not know is left out of the answer."""

    picture: Id
    """As `Stage` and `Change` name it."""
    tier: Tier
    tiles: Annotated[list[WireTile], Meta(min_length=1, max_length=MAX_WANTED)]


class WantFaces(Incoming, tag="want_faces"):
    """Send me the pictures of these figures, by what `FigureView` calls them."""

    faces: Annotated[list[Id], Meta(min_length=1, max_length=50)]


class Ping(Incoming, tag="ping"):
    pass


FromPage = Hello | Join | Do | Ask | LookAt | Watch | PingTile | WantTiles | WantFaces | Ping
