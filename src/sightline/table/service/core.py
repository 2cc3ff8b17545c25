"""The state shared by all handlers: the table, its lock and its thread.

A change is made in memory and on disk (`keep`), and only then sent. If the disk fails, the change
is reverted and nothing is sent. One lock keeps changes in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sightline.table.service.broadcast import Broadcaster
from sightline.table.service.fairness import OneByOne, TimeBudget
from sightline.table.service.listeners import Listener
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.service.transaction import Transactions
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import MASTER, Actor, Refusal
from sightline.table.vision.party import PartyVision, WalkedRoute

T = TypeVar("T")


class TableCore:
    """The state of one table. Callers must hold the lock."""

    def __init__(
        self,
        transactions: Transactions,
        broadcaster: Broadcaster,
        pictures: PictureShelf,
    ) -> None:
        self.transactions = transactions
        self.world, self.history = transactions.world, transactions.history
        self.desk = transactions.desk
        self.broadcaster = broadcaster
        self.pictures = pictures
        self.lock = asyncio.Lock()
        self.thread = ThreadPoolExecutor(1, "table")
        self.in_line = OneByOne()
        """Runs one request per user at a time, so that a user with twenty pages does not get twenty
        places in the queue.
        """
        self.budget = TimeBudget()
        self.ground = 0
        """A count of the changes other than moves. Results that were computed at a lower
        count are outdated.
        """
        self.calls_are_due = False
        """Whether anything changed since the last search for close calls."""

    @property
    def vision(self) -> PartyVision:
        """The views and knowledge of all players."""
        return self.transactions.vision

    async def in_own_thread(self, work: Callable[..., T], *given: Any) -> T:
        """Run work in the table's thread while the event loop continues.

        The lock is held. A canceled caller keeps it until the thread is done, so that no one sees a
        half-made change.
        """
        working = asyncio.get_running_loop().run_in_executor(self.thread, work, *given)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait({working})
            raise

    async def wait_for_budget(self, actor: Actor) -> None:
        """Wait until the player has time left. The game master does not wait."""
        if actor.role != "master":
            await self.budget.wait(actor.id)

    async def keep(self, commit: Callable[..., T], *given: Any) -> T:
        """Make a change in memory and on disk, with one of the commit methods of `Transactions`."""
        self.transactions.check()
        try:
            return await self.in_own_thread(commit, *given)
        except asyncio.CancelledError:
            self.transactions.broken = (
                True  # otherwise the thread would continue, and its change would never be sent
            )
            raise

    async def commit_and_send(
        self,
        actor: Actor,
        change_id: str,
        kind: str,
        planned: ActionPlan,
        walk: WalkedRoute | None = None,
        by: Listener | None = None,
    ) -> None:
        """Make a change, store it, and send it to everyone."""
        row = planned.row(actor, change_id, kind)
        touched, news = await self.keep(self.transactions.commit, planned, row, walk)
        if planned.ruling is not None or not all(each.is_figures_only for each in touched.values()):
            self.ground += 1
        try:
            self.broadcaster.close_invalid_pages(by)
            self.broadcaster.send_to_players(news)
            self.broadcaster.send_to_masters(touched)
            self.broadcaster.send_rolls(
                entry.name for entry in planned.entries if entry.kind == "roll"
            )
        except Exception:
            self.broadcaster.close_all(Refusal("startOver"), again=True)
            raise
        if says := planned.announce or planned.label:
            self.broadcaster.log(actor.name, says)
        self.broadcaster.send_side_panels(self.vision)
        self.calls_are_due = True

    async def push_calls(self, actor: str) -> None:
        """Find the close calls after a change, and send them.

        `Done` does not wait for this, and one search covers several queued changes.
        """
        async with self.lock:
            if not self.calls_are_due:
                return
            self.calls_are_due = False
            with self.budget.spending(actor):
                # Send the change first, because the thread would delay these writes.
                await asyncio.sleep(0)
                await self.in_own_thread(self.broadcaster.update_calls, self.vision)
                self.broadcaster.send_side_panels(self.vision)

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the lock for a change, and search for close calls afterwards."""
        async with self.lock:
            yield
        await self.push_calls(MASTER)
