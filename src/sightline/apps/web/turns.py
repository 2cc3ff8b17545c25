"""What takes long, answers and exports, waits for its turn: so all else need not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

AT_ONCE = 2
"""How many are worked out at the same time."""


class Turns:
    """One at a time for each who asks, however many pages they have open."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        own = self._own.get(who)
        if own is None:
            own = self._own[who] = asyncio.Lock()
        async with own, self._all:
            yield
