"""Scheduling: a user waits for at most one request of each other user, and no player can use all
the server's time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")

AT_ONCE = 2
"""The maximum number of requests computed at the same time."""
SAVED_SECONDS, SECONDS_A_SECOND = 2.0, 0.3
"""The maximum number of seconds of server time that a player can save up, and the seconds gained
per second.

This is far more than normal play needs, and little enough that others hardly notice.
"""


class OneByOne:
    """Runs one request per user at a time, across all their open pages."""

    def __init__(self) -> None:
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, who: str) -> asyncio.Lock:
        own = self._own.get(who)
        if own is None:
            own = self._own[who] = asyncio.Lock()
        return own


class Turns:
    """Runs one slow answer or export per user at a time, and at most `AT_ONCE` in total."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._own = OneByOne()

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        async with self._own.of(who), self._all:
            yield


class TimeBudget:
    """Limits the server time of each player.

    A player who has used up their time waits until they have some again. Only their own next action
    is delayed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}
        """The time that each player has used, and when it was last updated."""
        self._closing = asyncio.Event()

    @contextmanager
    def spending(self, who: str) -> Iterator[None]:
        """Charge this player for the time of the block, during which everyone else waits."""
        begun = self._clock()
        try:
            yield
        finally:
            self.spend(who, self._clock() - begun)

    async def in_thread(self, who: str, work: Callable[..., T], *given: Any) -> T:
        """Run work that blocks no one, and charge this player for its CPU time."""
        seconds = 0.0

        def timed() -> T:
            nonlocal seconds
            begun = time.thread_time()
            try:
                return work(*given)
            finally:
                seconds = time.thread_time() - begun

        try:
            return await asyncio.to_thread(timed)
        finally:
            self.spend(who, seconds)

    def spend(self, who: str, seconds: float) -> None:
        """Charge this player for server time."""
        now = self._clock()
        self._used[who] = self._owed(who, now) + seconds, now
        for each in [*self._used]:
            if self._owed(each, now) <= 0:
                del self._used[each]

    def seconds_to_wait(self, who: str) -> float:
        """Return the seconds until this player has time left."""
        over = self._owed(who, self._clock()) - SAVED_SECONDS
        return max(0.0, over / SECONDS_A_SECOND)

    async def wait(self, who: str) -> None:
        """Wait until this player has time left, or the table is closed."""
        seconds = self.seconds_to_wait(who)
        if seconds and not self._closing.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._closing.wait()

    def close(self) -> None:
        """Release all waiters."""
        self._closing.set()

    def _owed(self, who: str, now: float) -> float:
        used, since = self._used.get(who, (0.0, now))
        return max(0.0, used - (now - since) * SECONDS_A_SECOND)
