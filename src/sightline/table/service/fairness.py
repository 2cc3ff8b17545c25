"""Takes turns: nobody waits for more than one thing of each of the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

AT_ONCE = 2
"""How many are worked out at the same time."""


class OneByOne:
    """One at a time for each who wants something, however many pages they have open."""

    def __init__(self) -> None:
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, who: str) -> asyncio.Lock:
        own = self._own.get(who)
        if own is None:
            own = self._own[who] = asyncio.Lock()
        return own


class Turns:
    """For what takes long, answers and exports: likewise, and only some of all together, so that
    nothing else has to wait for it."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._own = OneByOne()

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        async with self._own.of(who), self._all:
            yield
