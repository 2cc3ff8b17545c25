"""Handle actions: plan, commit, and answer `Done` or `Refused`.

If an action needs a long search, the attempt ends with `LongWork`. The search runs without the
lock, and then the action is tried again.
"""

from __future__ import annotations

from sightline.errors import StorageError, UncertainWriteError
from sightline.table.actions.dispatch import plan
from sightline.table.actions.pathfinding import LongSearch
from sightline.table.protocol.client import Do
from sightline.table.protocol.registry import ACTIONS
from sightline.table.protocol.server import Done, Refused
from sightline.table.service.core import TableCore
from sightline.table.service.fairness import Turns
from sightline.table.service.listeners import ConnectedPage, Listener
from sightline.table.service.long_work import LongWork, WorkedOut
from sightline.table.service.playing import Playing
from sightline.table.service.replies import RecentReplies, refused
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import MASTER, Actor, Refusal
from sightline.table.vision.cost import is_quick_walk
from sightline.table.vision.party import LookAround, WalkedRoute

MOST_TRIES = 6
"""The maximum number of attempts at a long action while the map keeps changing."""
MOST_LOOKS = 2
"""The maximum number of times that a walk's views are computed while the map keeps changing."""


class Acting:
    """Handles actions one at a time."""

    def __init__(self, core: TableCore, playing: Playing) -> None:
        self._core = core
        self._playing = playing
        self._searches = Turns()
        """A separate pool for path searches, so that they do not queue behind slower questions."""
        self._replies = RecentReplies()

    async def act(self, page: ConnectedPage, message: Do) -> None:
        """Do the action once and send `Done` or `Refused`. A repeated request gets the same
        reply.
        """
        async with self._core.in_line.of(page.actor.id):
            await self._core.wait_for_budget(page.actor)
            ahead = WorkedOut()
            for tries_left in reversed(range(MOST_TRIES)):
                async with self._core.lock:
                    with self._core.budget.spending(page.actor.id):
                        long = await self._act(page, message, ahead, is_last=not tries_left)
                if long is None:
                    await self._core.push_calls(page.actor.id)
                    return
                async with self._searches.of(page.actor.id):
                    ahead = await self._core.budget.in_thread(page.actor.id, long.work, ahead)

    async def _act(
        self, page: ConnectedPage, message: Do, ahead: WorkedOut, *, is_last: bool
    ) -> LongWork | None:
        """Reply, or return work that must be done first, without the lock.

        The result of that work is passed to the next attempt, which checks everything again.
        """
        actor, listener = page.actor, self._core.broadcaster.listeners.of(page)
        if listener is None:
            return None
        answer = self._answer_before(actor.id, message.id)
        if answer is None:
            try:
                answer = await self._answer_now(actor, listener, message, ahead)
            except LongWork as long:
                if not is_last:
                    return long
                answer = refused(message.id, Refusal("changedMeanwhile"))
            self._replies.keep(actor.id, answer)
        listener.send(answer)
        return None

    def _answer_before(self, actor: str, change_id: str) -> Done | Refused | None:
        made = self._core.history.find(actor, change_id)
        return self._replies.find(actor, change_id) if made is None else Done(change_id, made.made)

    async def _answer_now(
        self, actor: Actor, listener: Listener, message: Do, ahead: WorkedOut
    ) -> Done | Refused:
        try:
            return Done(message.id, await self._plan_and_commit(actor, listener, message, ahead))
        except Refusal as refusal:
            if refusal.announce:
                self._core.broadcaster.log(actor.name, refusal.announce, attempt=True)
            return refused(message.id, refusal)

    async def _plan_and_commit(
        self, actor: Actor, listener: Listener, message: Do, ahead: WorkedOut
    ) -> str:
        """Plan and commit an action. Return the id of what it created, or ""."""
        action = message.action
        if ACTIONS[type(action)].part == "game":
            return await self._playing.play(actor, message.id, action)
        self._core.transactions.check()
        looking = listener.looking if actor.role == "master" else self._core.world.table.shown or ""
        known = None if actor.role == "master" else self._core.vision.knowledge(actor.id)
        brought = self._core.pictures.brought_by(actor.id)
        asked = (
            self._core.world,
            actor,
            action,
            looking,
            known,
            self._core.history,
            brought,
            ahead.way,
        )
        try:
            planned = await self._core.in_own_thread(plan, *asked, self._core.desk)
        except LongSearch as long:
            raise LongWork.search(long.search) from None
        except StorageError as error:  # a ruling failed, or it is unknown whether it was stored
            self._core.transactions.broken = isinstance(error, UncertainWriteError)
            raise self._core.transactions.refusal(error, MASTER) from error
        rest = (planned.ruling, planned.undoes, planned.redoes, planned.fog)
        if not planned.entries and rest == (None,) * 4:
            return planned.made
        walk = self._walk(planned, ahead) if len(planned.route) > 1 else None
        kind = str(action.__struct_config__.tag)
        await self._core.commit_and_send(actor, message.id, kind, planned, walk, listener)
        return str(planned.made)

    def _walk(self, planned: ActionPlan, ahead: WorkedOut) -> WalkedRoute:
        """Return the walk's route, with its views if they take too long to compute under the lock.

        If the map keeps changing, they are computed under the lock in the end. Refusing the walk
        would reveal changes that the player does not see.
        """
        scene = self._core.world.scenes[self._core.world.table.shown or ""]
        figure, route = planned.walker, tuple(planned.route[:-1])
        if is_quick_walk(scene, scene.board.figure(figure).tiles, len(route)):
            return WalkedRoute(figure, route)
        glimpses = None
        if ahead.seen is not None and ahead.ground == self._core.ground:
            glimpses = ahead.seen.on(scene, figure, route)
        if glimpses is None and ahead.looks < MOST_LOOKS:
            look = LookAround(scene.still(), self._core.desk.of(scene.id), figure, route)
            raise LongWork.look(look, self._core.ground)
        return WalkedRoute(figure, route, glimpses)
