"""Keeps the pages that are connected, with what each of them shows and got last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from sightline.table.protocol import Outgoing
from sightline.table.state import Actor

encode = msgspec.json.Encoder().encode


class ConnectedPage(Protocol):
    """One open page. It never makes anybody wait: who does not read is dropped."""

    actor: Actor

    def send(self, encoded: bytes) -> None: ...

    def send_binary(self, framed: bytes) -> None: ...

    def close(self, why: str, again: bool) -> None: ...


class Listener:
    """A page with what it looks at, and the last of what it gets whole whenever it changes."""

    def __init__(self, page: ConnectedPage, secret: str) -> None:
        self.page = page
        self.secret = secret
        """By which it came in: when that is replaced, the page has to go."""
        self.looking = ""
        """Master: the map on the page."""
        self.watching: str | None = None
        """Master: the player whose data the page gets."""
        self._last: dict[str, bytes] = {}

    @property
    def is_master(self) -> bool:
        return self.page.actor.role == "master"

    def send(self, message: Outgoing) -> None:
        self.page.send(encode(message))

    def send_if_new(self, message: Outgoing) -> None:
        """For what is sent whole: only if it is not what the page already has."""
        self._send_other_than(self._last.get(type(message).__name__, b""), message)

    def send_if_any(self, message: Outgoing) -> None:
        """Likewise for what is mostly empty: a page begins with none."""
        kind = type(message)
        self._send_other_than(self._last.get(kind.__name__) or encode(kind()), message)

    def _send_other_than(self, last: bytes, message: Outgoing) -> None:
        encoded = encode(message)
        kind = type(message).__name__
        if last != encoded:
            self._last[kind] = encoded
            self.page.send(encoded)

    def has_got(self, kind: type[Outgoing]) -> bool:
        """Was such a message ever sent whole?"""
        return kind.__name__ in self._last


class Listeners:
    """Every page at the table."""

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
        """The player's own pages, and those of a master who watches them."""
        return (each for each in self._all() if player in (each.page.actor.id, each.watching))

    def _all(self) -> list[Listener]:
        return list(self._listeners.values())
