"""The messages that a page sends.

A page says `Hello` (a master's or player's secret) or `Join` (the players' link and a name), then
`Do`es things and `Ask`s questions. The server answers each `Do` with `Done` (it is on the disk) or
`Refused` (nothing changed), each `Ask` with `Answer` or `Refused`, and sends what has changed.
"""

from __future__ import annotations

from sightline.table.protocol.actions import MasterAction
from sightline.table.protocol.questions import Question
from sightline.table.protocol.types import Id, Incoming, Name, Secret, WireTile

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


class Ping(Incoming, tag="ping"):
    pass


FromPage = Hello | Join | Do | Ask | LookAt | Watch | PingTile | Ping
