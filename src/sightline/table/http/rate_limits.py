"""Limits how much one page, seat or address may do: messages, guesses, joins, uploads, open pages.

Each limit is far above what people do at a table, and far below what would be felt by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from sightline.table.http.open_connections import HangUp, OpenConnections

MOST_BUCKETS = 1_000
"""How many addresses or seats a limit remembers; beyond that, those that did least lately are
forgotten."""


@dataclass(frozen=True)
class Rate:
    """`burst` at once, and `per_second` in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What one page, seat or address may do."""

    requests: Rate = Rate(600, 30)
    """Of one address: a page with all that belongs to it is half a dozen."""
    messages: Rate = Rate(120, 60)
    """Of one seat, of any kind, however many pages it has. A drag asks up to 60 times a second."""
    refusals: Rate = Rate(400, 10)
    """How many messages of one page may be too many, before it is shown the door."""
    wrong_secrets: Rate = Rate(20, 0.2)
    """Of one address: beyond that, each wrong one is answered slowly."""
    joins: Rate = Rate(10, 10 / 60)
    uploads: Rate = Rate(10, 10 / 60)
    exports: Rate = Rate(10, 0.2)
    """Of one seat. A picture takes a second to draw."""
    pings: Rate = Rate(4, 2)
    """Of one seat: those beyond that are dropped."""
    rolls: Rate = Rate(10, 2)
    """Of one seat. Every roll is kept for good."""
    entries: Rate = Rate(30, 2)
    """Of one seat: whoever comes in gets the whole map."""
    pages_of_a_seat: int = 20
    pages: int = 200
    """Pages of all seats together."""
    strangers: int = 120
    """Connections that have not said yet who they are. They are counted apart from pages, and the
    newest is always let in, so that no number of them keeps those away who have a seat."""
    strangers_of_an_address: int = 60


class Bucket:
    """Holds `burst` drops and fills up again at its rate; whoever comes takes one out."""

    __slots__ = ("_clock", "_drops", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._drops, self._since = rate.burst, clock()

    def level(self) -> float:
        now = self._clock()
        filled = self._drops + (now - self._since) * self._rate.per_second
        self._drops, self._since = min(self._rate.burst, filled), now
        return self._drops

    def take(self) -> bool:
        """Was there a drop left?"""
        if self.level() < 1:
            return False
        self._drops -= 1
        return True


class Buckets:
    """A bucket for each address, or each seat."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, whose: str) -> bool:
        if whose not in self._buckets:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget()
            self._buckets[whose] = Bucket(self._rate, self._clock)
        return self._buckets[whose].take()

    def _forget(self) -> None:
        by_level = sorted(self._buckets, key=lambda whose: self._buckets[whose].level())
        for whose in by_level[MOST_BUCKETS // 2 :]:
            del self._buckets[whose]


@dataclass
class RateLimiter:
    """Counts who comes and goes. One for each server; used from its event loop only."""

    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self.wrong_secrets = Buckets(self.limits.wrong_secrets)
        self.joins = Buckets(self.limits.joins)
        self.messages = Buckets(self.limits.messages)
        self.pings = Buckets(self.limits.pings)
        self.rolls = Buckets(self.limits.rolls)
        self.entries = Buckets(self.limits.entries)
        self.uploads = Buckets(self.limits.uploads)
        self.exports = Buckets(self.limits.exports)
        self._strangers = OpenConnections(
            self.limits.strangers, self.limits.strangers_of_an_address
        )
        self._seats: Counter[str] = Counter()

    def open_connection(self, address: str, hang_up: HangUp) -> int:
        """A connection that has not said who it is: its number among them. If there are too many,
        one that has waited longer hears `hang_up`."""
        return self._strangers.opened(address, hang_up)

    def identified(self, number: int) -> None:
        """A stranger has said who they are, or has left."""
        self._strangers.closed(number)

    def take_seat(self, seat: str) -> bool:
        """A page takes a seat; False: there are too many of that seat, or of all."""
        if (
            self._seats.total() >= self.limits.pages
            or self._seats[seat] >= self.limits.pages_of_a_seat
        ):
            return False
        self._seats[seat] += 1
        return True

    def leave_seat(self, seat: str) -> None:
        """A page leaves its seat."""
        _less(self._seats, seat)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
