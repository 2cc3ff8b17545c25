"""Rate limits per page, seat and address: messages, wrong secrets, joins, uploads, open pages.

Each limit is far above normal use, and low enough that other users do not notice an abuser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from sightline.table.http.open_connections import HangUp, OpenConnections

MOST_BUCKETS = 1_000
"""The maximum number of addresses or seats that a limit remembers. The least active are
forgotten.
"""


@dataclass(frozen=True)
class Rate:
    """A rate limit: `burst` at once, and `per_second` in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """The limits of one page, seat or address."""

    requests: Rate = Rate(600, 30)
    """Requests per address. Loading the page takes about six."""
    messages: Rate = Rate(120, 60)
    """Messages per seat, over all its pages. A drag sends up to 60 queries a second."""
    refusals: Rate = Rate(400, 10)
    """Messages over the limit that a page may send before it is dropped."""
    wrong_secrets: Rate = Rate(20, 0.2)
    """Wrong secrets per address. Beyond that, responses to them are delayed."""
    joins: Rate = Rate(10, 10 / 60)
    uploads: Rate = Rate(10, 10 / 60)
    exports: Rate = Rate(10, 0.2)
    """Exports per seat. A picture takes a second to draw."""
    replays: Rate = Rate(120, 10)
    """Replay requests per address."""
    pings: Rate = Rate(4, 2)
    """Pings per seat. Further pings are dropped."""
    rolls: Rate = Rate(10, 2)
    """Dice rolls per seat. Every roll is stored forever."""
    entries: Rate = Rate(30, 2)
    """New pages per seat. Each gets the whole map."""
    pages_of_a_seat: int = 20
    pages: int = 200
    """Pages of all seats together."""
    strangers: int = 120
    """Connections that are not identified yet.

    They are counted separately from pages, and the newest is always accepted, so they cannot lock
    out users with a seat.
    """
    strangers_of_an_address: int = 60


class Bucket:
    """A token bucket: holds `burst` tokens and refills at its rate."""

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
        """Take a token. Return False if there was none."""
        if self.level() < 1:
            return False
        self._drops -= 1
        return True


class Buckets:
    """A token bucket for each address or seat."""

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
    """Counts connections and pages. There is one per server, used only from its event loop."""

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
        self.replays = Buckets(self.limits.replays)
        self._strangers = OpenConnections(
            self.limits.strangers, self.limits.strangers_of_an_address
        )
        self._seats: Counter[str] = Counter()

    def open_connection(self, address: str, hang_up: HangUp) -> int:
        """Register an unidentified connection and return its number.

        If there are too many, the `hang_up` of an older one is called.
        """
        return self._strangers.opened(address, hang_up)

    def identified(self, number: int) -> None:
        """Stop counting a connection that is now identified or closed."""
        self._strangers.closed(number)

    def take_seat(self, seat: str) -> bool:
        """Register a page of a seat. Return False if the seat, or the table, has too many."""
        if (
            self._seats.total() >= self.limits.pages
            or self._seats[seat] >= self.limits.pages_of_a_seat
        ):
            return False
        self._seats[seat] += 1
        return True

    def leave_seat(self, seat: str) -> None:
        """Unregister a page of a seat."""
        _less(self._seats, seat)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
