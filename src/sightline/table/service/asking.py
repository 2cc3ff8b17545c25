"""Answer questions from the current state, without changes.

Slow answers are computed on snapshots, without the lock.
"""

from __future__ import annotations

import asyncio

from sightline.table.games.current_game import answer_about
from sightline.table.protocol.answers import AnswerTo, KnownAnswer, SightAnswer
from sightline.table.protocol.client import Ask
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.questions import AskChecklist, AskDice, AskKnown, AskSight, Question
from sightline.table.protocol.server import Answer
from sightline.table.questions.checklist import checklist_of
from sightline.table.questions.dispatch import MasterAnswers, PlayerAnswers
from sightline.table.rulings.queue import asked_call, with_asked
from sightline.table.service.core import TableCore
from sightline.table.service.fairness import Turns
from sightline.table.service.listeners import ConnectedPage, Listener
from sightline.table.service.replies import refused
from sightline.table.service.rolls import dice_answer
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.tile_sets import spans_of_bits


class Asking:
    """Answers questions about the map and the game."""

    def __init__(self, core: TableCore) -> None:
        self._core = core
        self.turns = Turns()

    async def ask(self, page: ConnectedPage, message: Ask) -> None:
        """Answer a question from a page."""
        question = message.question
        if isinstance(question, AskGame):
            await self._ask_game(page, message, question)
            return
        async with self._core.in_line.of(page.actor.id):
            await self._core.wait_for_budget(page.actor)
            async with self._core.lock:
                with self._core.budget.spending(page.actor.id):
                    answer = self._answer_at_once(page, question)
                    if answer is not None:
                        self._send_answer(page, message, answer)
            if answer is not None:
                await self._core.push_calls(page.actor.id)
                return
        async with self.turns.of(page.actor.id):
            async with self._core.lock:
                listener = self._core.broadcaster.listeners.of(page)
                view = None if listener is None else self._view(listener)
                # Copying a map with many walls takes a while.
                view = None if view is None else await self._core.in_own_thread(view.still)
            if view is None:  # the map was removed in the meantime
                answer = Refusal("notYourToken")
            else:
                answer = await self._core.budget.in_thread(
                    page.actor.id, _answer_or_refusal, view, question
                )
        async with self._core.lock:
            self._send_answer(page, message, answer)
        await self._core.push_calls(page.actor.id)

    async def _ask_game(self, page: ConnectedPage, message: Ask, question: AskGame) -> None:
        """Answer a question about the game.

        A game is an immutable value. Its record is read under the lock, and the answer, which may
        be a plan for a whole turn, is computed outside it.
        """
        async with self.turns.of(page.actor.id):
            async with self._core.lock:
                record, listener = self._core.world.game, self._core.broadcaster.listeners.of(page)
            if listener is None:
                return
            answer = await asyncio.to_thread(answer_about, record, question, page.actor.id)
        async with self._core.lock:
            self._send_answer(page, message, answer)

    def _answer_at_once(self, page: ConnectedPage, question: Question) -> AnswerTo | Refusal | None:
        """Return the answer, a refusal, or None if the answer takes long."""
        listener = self._core.broadcaster.listeners.of(page)
        if listener is not None and listener.is_master and isinstance(question, AskChecklist):
            return self._checklist(question.player)  # also if the page watches the player
        if listener is not None and listener.is_master and isinstance(question, AskKnown):
            return self._known(self._core.world.scenes[listener.looking], question)
        if listener is not None and isinstance(question, AskDice):
            return dice_answer(self._core.world.rolls.values(), page.actor.id)
        view = None if listener is None else self._view(listener)
        if view is None:
            return Refusal("notYourToken")
        return _answer_or_refusal(view, question) if view.is_quick(question) else None

    def view_of(self, page: ConnectedPage) -> MasterAnswers | PlayerAnswers | None:
        listener = self._core.broadcaster.listeners.of(page)
        return None if listener is None else self._view(listener)

    def _view(self, listener: Listener) -> MasterAnswers | PlayerAnswers | None:
        """Return the knowledge from which this page's questions are answered, or None."""
        if listener.is_master and listener.watching is None:
            scene = self._core.world.scenes[listener.looking]
            viewers = self._core.vision.own_viewers(scene).values()
            party = tuple(dict.fromkeys(viewer for own in viewers for viewer in own))
            return MasterAnswers(
                scene, self._core.desk.of(scene.id), party, dict(self._core.world.packs)
            )
        shown = self._core.world.scenes.get(self._core.world.table.shown or "")
        known = self._core.vision.knowledge(listener.watching or listener.page.actor.id)
        if shown is None or known is None:
            return None
        return PlayerAnswers(shown, self._core.desk.of(shown.id), known)

    def _known(self, scene: MapScene, question: AskKnown) -> AnswerTo | Refusal:
        record = self._core.world.players.get(question.player)
        if record is None or record.waiting:
            return Refusal("noSuchPlayer")
        known, storey = self._core.vision.knowledge_on(question.player, scene), question.storey
        return KnownAnswer(
            spans_of_bits(scene.board, known.lit_on(storey)),
            spans_of_bits(scene.board, known.explored_on(storey)),
        )

    def _checklist(self, player: str) -> AnswerTo | Refusal:
        shown = self._core.world.scenes.get(self._core.world.table.shown or "")
        is_online = any(True for _ in self._core.broadcaster.listeners.of_player(player))
        try:
            return checklist_of(
                self._core.world, shown, player, self._core.vision.knowledge(player), is_online
            )
        except Refusal as refusal:
            return refusal

    def _send_answer(self, page: ConnectedPage, message: Ask, answer: AnswerTo | Refusal) -> None:
        listener = self._core.broadcaster.listeners.of(page)
        if listener is None:
            return
        if isinstance(answer, Refusal):
            listener.send(refused(message.id, answer))
            return
        player = self._core.world.players.get(page.actor.id)
        if isinstance(answer, SightAnswer) and isinstance(message.question, AskSight) and player:
            asked = asked_call(player.id, player.name, message.question, answer)
            if asked is not None:
                self._core.broadcaster.asked = with_asked(self._core.broadcaster.asked, asked)
                self._core.calls_are_due = True
        listener.send(Answer(message.id, answer))


def _answer_or_refusal(
    view: MasterAnswers | PlayerAnswers, question: Question
) -> AnswerTo | Refusal:
    try:
        return view.answer(question)
    except Refusal as refusal:
        return refusal
