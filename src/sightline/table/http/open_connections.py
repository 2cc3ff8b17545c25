"""Limit open connections without rejecting the newest.

A client with many idle connections must not lock out others, not even users at the same address:
the game master may be behind the same router or on the same machine. So when there are too many,
the
longest idle connection of the address with the most connections is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

HangUp = Callable[[], None]


@dataclass(slots=True)
class _Open:
    address: str
    hang_up: HangUp
    busy: bool = False


class OpenConnections:
    """All open connections, by address. Use it only from one event loop."""

    def __init__(self, most: int, most_of_an_address: int) -> None:
        self._most, self._most_of_an_address = most, most_of_an_address
        self._numbers = count()
        self._address: dict[int, str] = {}
        self._of: dict[str, dict[int, _Open]] = {}
        """The connections of each address, the longest idle first."""

    def __len__(self) -> int:
        return len(self._address)

    def of(self, address: str) -> int:
        """Return the number of connections of this address."""
        return len(self._of.get(address, ()))

    def opened(self, address: str, hang_up: HangUp) -> int:
        """Add a connection and return its number. `hang_up` is called to close it in favor of
        others.
        """
        number = next(self._numbers)
        self._put(number, _Open(address, hang_up))
        return number

    def asks(self, number: int, address: str) -> None:
        """Mark a connection as busy. Idle ones are dropped first."""
        found = self._take(number)
        if found is not None:
            self._put(number, _Open(address, found.hang_up, busy=True))

    def waits(self, number: int) -> None:
        """Mark a connection as idle again."""
        found = self._take(number)
        if found is not None:
            self._put(number, _Open(found.address, found.hang_up))

    def closed(self, number: int) -> None:
        """Remove a connection that is closed, or counted elsewhere from now on."""
        self._take(number)

    def _put(self, number: int, connection: _Open) -> None:
        address = connection.address
        self._address[number] = address
        self._of.setdefault(address, {})[number] = connection
        if len(self._of[address]) > self._most_of_an_address:
            self._make_room(address, number)
        elif len(self._address) > self._most:
            self._make_room(max(self._of, key=lambda each: len(self._of[each])), number)

    def _make_room(self, address: str, newest: int) -> None:
        theirs = self._of[address]
        idle = (each for each in theirs if each != newest and not theirs[each].busy)
        gone = self._take(next(idle, next(iter(theirs))))
        if gone is not None:
            gone.hang_up()

    def _take(self, number: int) -> _Open | None:
        address = self._address.pop(number, None)
        if address is None:
            return None
        theirs = self._of[address]
        found = theirs.pop(number)
        if not theirs:
            del self._of[address]
        return found
