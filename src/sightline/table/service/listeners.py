"""The connected pages, with the view and the last messages of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from sightline.table.protocol.types import Outgoing
from sightline.table.state.records import Actor, Refusal
from sightline.texts import encode_text

encode = msgspec.json.Encoder(enc_hook=encode_text).encode


class ConnectedPage(Protocol):
    """An open page. Sending never blocks: a page that does not read is dropped."""

    actor: Actor

    def send(self, encoded: bytes) -> None: ...

    def send_binary(self, framed: bytes) -> None: ...

    def close(self, why: Refusal, again: bool) -> None: ...


class Listener:
    """A page with its current view, and the last message of each kind that is sent whole."""

    def __init__(self, page: ConnectedPage, secret: str) -> None:
        self.page = page
        self.secret = secret
        """The secret with which it connected. When that secret is replaced, the page is
        closed.
        """
        self.looking = ""
        """Game master: the id of the map on the page."""
        self.watching: str | None = None
        """Game master: the id of the player whose view the page gets."""
        self._last: dict[str, bytes] = {}

    @property
    def is_master(self) -> bool:
        return self.page.actor.role == "master"

    def send(self, message: Outgoing) -> None:
        self.page.send(encode(message))

    def send_if_new(self, message: Outgoing) -> None:
        """Send a message only if it differs from the last one of its kind."""
        self._send_other_than(self._last.get(type(message).__name__, b""), message)

    def send_if_any(self, message: Outgoing) -> None:
        """Send a message that is usually empty, only if it is new. A page starts without one."""
        kind = type(message)
        self._send_other_than(self._last.get(kind.__name__) or encode(kind()), message)

    def _send_other_than(self, last: bytes, message: Outgoing) -> None:
        encoded = encode(message)
        kind = type(message).__name__
        if last != encoded:
            self._last[kind] = encoded
            self.page.send(encoded)

    def has_got(self, kind: type[Outgoing]) -> bool:
        """Return whether a message of this kind was ever sent whole."""
        return kind.__name__ in self._last


class Listeners:
    """All pages at the table."""

    def __init__(self) -> None:
        self._listeners: dict[int, Listener] = {}

    def add(self, page: ConnectedPage, secret: str) -> Listener:
        listener = self._listeners[id(page)] = Listener(page, secret)
        return listener

    def remove(self, page: ConnectedPage) -> None:
        self._listeners.pop(id(page), None)

    def of(self, page: ConnectedPage) -> Listener | None:
        return self._listeners.get(id(page))

    def masters(self) -> Iterator[Listener]:
        return (each for each in self._all() if each.is_master)

    def players(self) -> Iterator[Listener]:
        return (each for each in self._all() if not each.is_master)

    def of_player(self, player: str) -> Iterator[Listener]:
        return (each for each in self._all() if each.page.actor.id == player)

    def who_see(self, player: str) -> Iterator[Listener]:
        """Yield the player's own pages, and those of game masters who watch them."""
        return (each for each in self._all() if player in (each.page.actor.id, each.watching))

    def _all(self) -> list[Listener]:
        return list(self._listeners.values())
