"""Handle a game at the table: check permissions, apply the rules, save, and send each seat its
view.

This is separate from the map. Both share the connection, the lock, the journal and the table's
file. A move in a game affects neither the players' view of a map nor the queue of close calls.
"""

from __future__ import annotations

from sightline.table.actions.dispatch import plan
from sightline.table.actions.plans.games import plan_lay_out_game
from sightline.table.games.current_game import load_game, seats_of
from sightline.table.protocol.actions import MasterAction
from sightline.table.protocol.server import Pinged
from sightline.table.service.core import TableCore
from sightline.table.service.listeners import Listener
from sightline.table.state.history import JournalRow
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import THE_MASTER, Actor, new_id


class Playing:
    """Handles the actions of the game on the table."""

    def __init__(self, core: TableCore) -> None:
        self._core = core

    async def play(self, actor: Actor, change_id: str, action: MasterAction) -> str:
        """Do one of a game's actions and return the id of what it created, or ""."""
        core = self._core
        core.transactions.check()
        planned = await core.in_own_thread(plan, core.world, actor, action, "")
        if planned.entries:
            kind = str(action.__struct_config__.tag)
            await self._keep_and_send(actor, planned.row(actor, change_id, kind), planned)
        return str(planned.made)

    async def lay_out(self, name: str, laid_out: str = "") -> None:
        """Put a game on the table, ready to start. `laid_out` is its prepared content, such as
        the text of a quest.
        """
        async with self._core.lock:
            planned = plan_lay_out_game(self._core.world, name, laid_out)
            if planned.entries:
                row = planned.row(THE_MASTER, new_id("m"), "game")
                await self._keep_and_send(THE_MASTER, row, planned)

    async def _keep_and_send(self, actor: Actor, row: JournalRow, planned: ActionPlan) -> None:
        core = self._core
        await core.keep(core.transactions.commit_game, planned, row)
        if says := planned.announce or planned.label:
            core.broadcaster.log(actor.name, says)
        core.broadcaster.send_game()

    def ping(self, by: Listener, at: tuple[int, int]) -> bool:
        """Ping a tile of the game's board.

        Return False if there is no game, which means that the ping is for the map.
        """
        record, game = self._core.world.game, load_game(self._core.world.game)
        if record is None or game is None:
            return False
        listeners = self._core.broadcaster.admitted()
        if game.has_tile(at, seats_of(record, by.page.actor.id)):
            for listener in listeners:
                if game.has_tile(at, seats_of(record, listener.page.actor.id)):
                    listener.send(Pinged(by.page.actor.name, at))
        return True
