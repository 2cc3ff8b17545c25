"""Runs one table: whatever pages ask for happens here, one thing after the other.

    act:   plan, make it in memory, see what everybody now sees, put all of it on the disk in one
           piece, and only then send: to all pages what changed, and to whoever did it `Done`
    ask:   an answer out of the state as it is, which changes nothing

If the disk refuses, the change is taken back and nobody has heard of it. One lock keeps the order.
Changes are worked out in a thread of the table's own, so that the server goes on listening; answers
that take long in others, out of copies and without the lock, so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET

from sightline.errors import StorageError, UncertainWriteError
from sightline.packs import Pack
from sightline.table.actions import (
    next_order,
    plan,
    plan_dismiss,
    plan_lay_out_game,
    plan_packs,
)
from sightline.table.games import answer_about, replay_answer
from sightline.table.protocol import (
    Answer,
    AnswerTo,
    Ask,
    AskChecklist,
    AskDice,
    AskGame,
    AskKnown,
    AskReplay,
    AskSight,
    Decide,
    Dismiss,
    Do,
    Done,
    KnownAnswer,
    MasterAction,
    Move,
    Question,
    Refused,
    SightAnswer,
    TakeBack,
    Welcome,
)
from sightline.table.questions import NOT_YOURS, MasterAnswers, PlayerAnswers, checklist_of
from sightline.table.rulings import (
    Decision,
    RulingDesk,
    asked_call,
    decision_from,
    decision_plan,
    decision_words,
    with_asked,
)
from sightline.table.service.broadcast import DISMISSED, Broadcaster
from sightline.table.service.fairness import OneByOne, Turns
from sightline.table.service.listeners import ConnectedPage, Listener
from sightline.table.service.picture_shelf import PictureShelf
from sightline.table.service.pictures_for_pages import PicturesForPages
from sightline.table.service.replies import RecentReplies
from sightline.table.service.rolls import dice_answer
from sightline.table.service.transaction import Transactions
from sightline.table.state import (
    MASTER,
    MAX_PLAYERS,
    MAX_WAITING,
    TABLE,
    THE_MASTER,
    ActionPlan,
    Actor,
    History,
    ImportedMap,
    JournalEntry,
    MapScene,
    PlayerRecord,
    Refusal,
    World,
    check_maps,
    clean_name,
    digest_of,
    distinct_name,
    import_parts,
    laid,
    map_entries,
    map_key,
    new_id,
    new_secret,
    new_world,
    pictures_in,
    plain,
    player_key,
    purge_parts,
    restoring,
)
from sightline.table.storage import PictureFiles, Store
from sightline.table.vision import Knowledge, PartyVision, WalkedRoute, spans_of_bits

NO_PLAYER = "There is no such player."
CLOSED = "The table is closed."
START_OVER = "Something went wrong on the server, so it starts over with this page."

T = TypeVar("T")


class Table:
    """One table, in memory and on the disk. Used from one event loop."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        addresses: Sequence[str] = (),
        maps: Sequence[ImportedMap],
    ) -> None:
        """`path`: the table's file, made if there is none; None keeps everything in memory. `maps`:
        those of a new table, at least one; an old one has its own."""
        store = Store(path)
        try:
            stored = store.load()
            is_new = not stored.values
            self.world = new_world(maps) if is_new else World(stored.values)
            self.history = History(stored.journal)
            folder = None if path is None else path.with_name(path.name + ".rulings")
            self.desk = RulingDesk(folder)
            self.pictures = PictureShelf(
                PictureFiles(None if path is None else path.with_name(path.name + ".pictures"))
            )
            """What lies under maps, and what figures look like."""
            if is_new:
                for scene, imported in zip(self.world.maps(), maps, strict=True):
                    if imported.map.rulings:
                        self.desk.of(scene.id).load(imported.map.rulings)
                    for picture in imported.all_pictures():
                        self.pictures.files.put(picture)
            self.transactions = Transactions(
                store, self.world, self.history, self.desk, stored.learned
            )
            self._broadcaster = Broadcaster(self.world, self.history, self.desk, addresses)
            self._lock = asyncio.Lock()
            self._thread = ThreadPoolExecutor(1, "table")
            self._in_line = OneByOne()
            """So that a seat with twenty pages is not twenty times before the lock."""
            self.turns = Turns()
            self._replies = RecentReplies()
            self.pictures_for_pages = PicturesForPages(
                self.pictures, self._lock, self._view_of, self._broadcaster.log
            )
            self._moving: set[str] = set()
            """Maps that are being added or removed part by part."""
            self.vision.refresh({})
            self.vision.take_taught()  # what players see now was shown by changes of before
            self._broadcaster.update_calls(self.vision)
            if is_new:
                self._commit_first()
            else:
                self._adopt_pictures()
        except BaseException:
            store.close()
            raise

    @property
    def vision(self) -> PartyVision:
        """What every player sees and knows."""
        return self.transactions.vision

    def _commit_first(self) -> None:
        entries = [JournalEntry(key, None, value) for key, value in self.world.values.items()]
        begun = ActionPlan(entries, "opened the table", undoable=False)
        row = self.transactions.store.commit(begun.row(THE_MASTER, new_id("m"), "open"), ())
        self.history.add(row)

    def _adopt_pictures(self) -> None:
        """Pictures of a table that was last open when each belonged to a map for good."""
        for map_id, picture in self.pictures.files.from_before():
            scene = self.world.scenes.get(map_id)
            if scene is None or scene.record.picture is not UNSET:
                continue
            self.pictures.files.put(picture.data)
            before = self.world.values[map_key(map_id)]
            under = plain(laid(new_id("i"), picture, "file"))
            entry = JournalEntry(map_key(map_id), before, {**before, "picture": under})
            adopted = ActionPlan([entry], "found the picture of a map", undoable=False)
            self.transactions.commit(adopted, adopted.row(THE_MASTER, new_id("m"), "adopt"))

    async def close(self) -> None:
        """Say goodbye and let go of the files."""
        await self.pictures_for_pages.close()
        await self.pictures.close()
        async with self._lock:
            self._broadcaster.close_all(CLOSED, again=True)
            self.transactions.store.close()
            self.desk.close()
            self._thread.shutdown()

    async def _in_own_thread(self, work: Callable[..., T], *given: Any) -> T:
        """Done in the table's own thread, while the server listens on. The lock is held; whoever is
        made to stop waiting holds it until the thread is done, or others would look at what is half
        changed."""
        working = asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait({working})
            raise

    # --- coming and going

    async def join(self, name: str) -> PlayerRecord:
        """Somebody knocks: a seat of their own, on which they wait to be let in."""
        async with self._lock:
            if self.world.table.room_locked:
                raise Refusal("The room is locked: ask the master to open it.")
            called = clean_name(name, "A player")
            if called.casefold() == THE_MASTER.name:  # the log says who did what
                raise Refusal("So the master is called here: take another name.")
            # The master has to know whom they let in, and so has whoever waits: their page says it.
            called = distinct_name(called, (each.name for each in self.world.players.values()))
            player = PlayerRecord(new_id("p"), called, new_secret())
            entries = [
                *self._free_a_seat(),
                JournalEntry(player_key(player.id), None, plain(player)),
            ]
            actor = Actor("player", player.id, player.name)
            joining = ActionPlan(entries, "knocked at the door", undoable=False)
            await self._commit_and_send(actor, new_id("p"), "join", joining)
            return player

    def _free_a_seat(self) -> Sequence[JournalEntry]:
        """Who knocked first and went away makes room for who knocks last: the link to join may be
        with many people, and the master need not show each of them the door."""
        if len(self.world.players) >= MAX_PLAYERS:
            raise Refusal("The table is full.")
        waiting = [player for player in self.world.players.values() if player.waiting]
        if len(waiting) < MAX_WAITING:
            return []
        here = {listener.page.actor.id for listener in self._broadcaster.listeners.players()}
        gone = next((player for player in waiting if player.id not in here), None)
        if gone is None:
            raise Refusal("Too many wait to be let in. Try again when the master has.")
        return plan_dismiss(self.world, Dismiss(gone.id)).entries

    async def enter(self, page: ConnectedPage, actor: Actor) -> None:
        """A page is connected: it gets all that there is."""
        async with self._lock:
            player = self.world.players.get(actor.id)
            if actor.role == "master":
                secret = self.world.table.master_secret
                listener = self._broadcaster.listeners.add(page, secret)
                listener.send(Welcome("master"))
                self._broadcaster.show_map(listener, "")
            elif player is None:
                page.close(DISMISSED, again=False)
                return
            else:
                listener = self._broadcaster.listeners.add(page, player.secret)
                listener.send(Welcome("player", secret=player.secret))
                if not player.waiting:
                    listener.send(self.vision.stage(player.id))
            if player is None or not player.waiting:
                self._broadcaster.send_last_rolls(listener)
            self._broadcaster.send_side_panels(self.vision)

    async def leave(self, page: ConnectedPage) -> None:
        """The page is gone."""
        async with self._lock:
            self._broadcaster.listeners.remove(page)
            self._broadcaster.send_side_panels(self.vision)

    async def look_at(self, page: ConnectedPage, map_id: str) -> None:
        """Turn this page of the master's to that map."""
        async with self._lock:
            listener = self._broadcaster.listeners.of(page)
            if listener is not None and listener.is_master:
                self._broadcaster.show_map(listener, map_id)
                self._broadcaster.send_side_panels(self.vision)

    async def watch(self, page: ConnectedPage, player: str | None) -> None:
        """Give this page of the master's what that player's pages get; None: its own again."""
        async with self._lock:
            listener = self._broadcaster.listeners.of(page)
            if listener is None or not listener.is_master:
                return
            if player in self.world.players:
                listener.watching = player
                listener.send(self.vision.stage(player))
            else:
                self._broadcaster.show_map(listener, listener.looking)
            self._broadcaster.send_side_panels(self.vision)

    async def ping(self, page: ConnectedPage, at: tuple[int, int]) -> None:
        """Show a tile to everybody who knows it. Nothing is changed, and nothing is kept."""
        async with self._lock:
            listener = self._broadcaster.listeners.of(page)
            if listener is not None:
                self._broadcaster.ping(listener, at, self.vision)

    # --- doing

    async def act(self, page: ConnectedPage, message: Do) -> None:
        """Do what the page says, once, and send `Done`, or why not; asked again, the same again."""
        async with self._in_line.of(page.actor.id), self._lock:
            actor, listener = page.actor, self._broadcaster.listeners.of(page)
            if listener is None:
                return
            answer = self._answer_before(actor.id, message.id)
            if answer is None:
                answer = await self._answer_now(actor, listener, message)
                self._replies.keep(actor.id, answer)
            listener.send(answer)

    def _answer_before(self, actor: str, change_id: str) -> Done | Refused | None:
        made = self.history.find(actor, change_id)
        return self._replies.find(actor, change_id) if made is None else Done(change_id, made.made)

    async def _answer_now(self, actor: Actor, listener: Listener, message: Do) -> Done | Refused:
        try:
            return Done(
                message.id, await self._plan_and_commit(actor, listener, message.id, message.action)
            )
        except Refusal as refusal:
            if refusal.announce:
                self._broadcaster.log(actor.name, refusal.announce, attempt=True)
            return Refused(message.id, str(refusal))

    async def _plan_and_commit(
        self, actor: Actor, listener: Listener, change_id: str, action: MasterAction
    ) -> str:
        """Returns the id of what was made, if something was."""
        self.transactions.check()
        looking = listener.looking if actor.role == "master" else self.world.table.shown or ""
        if isinstance(action, (Decide, TakeBack)):
            planned = await self._ruling_plan(actor, looking, action)
        else:
            known = None if actor.role == "master" else self.vision.knowledge(actor.id)
            planned = await self._in_own_thread(
                partial(plan, brought=self.pictures.brought_by(actor.id)),
                self.world,
                actor,
                action,
                looking,
                known,
                self.history,
            )
            if planned.ruling is not None:
                planned = await self._ruling_plan_again(planned)
        rest = (planned.ruling, planned.undoes, planned.redoes, planned.fog)
        if not planned.entries and rest == (None,) * 4:
            return planned.made
        walk = None
        if isinstance(action, Move) and len(planned.route) > 1:
            walk = WalkedRoute(action.figure, tuple(planned.route[:-1]))
        kind = str(action.__struct_config__.tag)
        await self._commit_and_send(actor, change_id, kind, planned, walk, listener)
        return str(planned.made)

    async def _commit_and_send(
        self,
        actor: Actor,
        change_id: str,
        kind: str,
        planned: ActionPlan,
        walk: WalkedRoute | None = None,
        by: Listener | None = None,
    ) -> None:
        """Make a change, keep it, and send it to everybody."""
        self.transactions.check()
        row = planned.row(actor, change_id, kind)
        try:
            touched, news = await self._in_own_thread(self.transactions.commit, planned, row, walk)
        except asyncio.CancelledError:
            self.transactions.broken = True  # the thread goes on, and nobody would hear of it
            raise
        try:
            self._broadcaster.close_invalid_pages(by)
            self._broadcaster.send_to_players(news)
            self._broadcaster.send_to_masters(touched)
            rolls = (entry.key for entry in planned.entries if entry.key.startswith("roll|"))
            self._broadcaster.send_rolls(key.removeprefix("roll|") for key in rolls)
        except Exception:
            self._broadcaster.close_all(START_OVER, again=True)
            raise
        if says := planned.announce or planned.label:
            self._broadcaster.log(actor.name, says)
        # When all pages have been sent the change: the thread would hold up each of these writes.
        await asyncio.sleep(0)
        await self._in_own_thread(self._broadcaster.update_calls, self.vision)
        self._broadcaster.send_side_panels(self.vision)

    # --- rulings

    async def _ruling_plan(
        self, actor: Actor, looking: str, action: Decide | TakeBack
    ) -> ActionPlan:
        if actor.role != "master":
            raise Refusal("Only the master can do that.")
        scene = self.world.scenes[looking]
        work = (
            (self.desk.decide, scene, action)
            if isinstance(action, Decide)
            else (self.desk.take_back, scene, action.ruling)
        )
        decision = await self._with_desk(*work)
        if decision.made and self.history.remembers_ruling(decision.map, decision.number):
            return ActionPlan((), decision_words(scene, decision))  # it was ruled so before
        return decision_plan(scene, decision)

    async def _ruling_plan_again(self, planned: ActionPlan) -> ActionPlan:
        """Undo or redo a decision."""
        before = decision_from(planned.ruling)
        scene = self.world.scenes.get(before.map)
        if scene is None:
            raise Refusal("The map of that ruling is not there any more.")
        again = self.desk.reverse if planned.undoes is not None else self.desk.repeat
        decision = await self._with_desk(again, before)
        return decision_plan(scene, decision, planned)

    async def _with_desk(self, work: Any, *given: Any) -> Decision:
        try:
            decision: Decision = await self._in_own_thread(work, *given)
        except StorageError as error:
            self.transactions.broken = isinstance(error, UncertainWriteError)
            raise self.transactions.refusal(error, MASTER) from error
        return decision

    # --- asking

    async def ask(self, page: ConnectedPage, message: Ask) -> None:
        """Answer a question."""
        question = message.question
        if isinstance(question, (AskGame, AskReplay)):
            await self._ask_game(page, message, question)
            return
        async with self._in_line.of(page.actor.id), self._lock:
            answer = self._answer_at_once(page, question)
            if answer is not None:
                await self._send_answer(page, message, answer)
                return
        async with self.turns.of(page.actor.id):
            async with self._lock:
                listener = self._broadcaster.listeners.of(page)
                view = None if listener is None else self._view(listener)
                # Of a map with many walls it takes a while to make a copy.
                view = None if view is None else await self._in_own_thread(view.still)
            if view is None:  # the map was taken away meanwhile
                answer = Refusal(NOT_YOURS)
            else:
                answer = await asyncio.to_thread(_answer_or_refusal, view, question)
        async with self._lock:
            await self._send_answer(page, message, answer)

    async def _ask_game(
        self, page: ConnectedPage, message: Ask, question: AskGame | AskReplay
    ) -> None:
        """A game is a value: its record is taken under the lock, and the rest, which may be a plan
        for a whole turn, is worked out beside it."""
        async with self.turns.of(page.actor.id):
            async with self._lock:
                record, listener = self.world.game, self._broadcaster.listeners.of(page)
            if listener is None:
                return
            answer: AnswerTo | Refusal
            if isinstance(question, AskReplay):
                answer = await asyncio.to_thread(replay_answer, question)
            else:
                answer = await asyncio.to_thread(answer_about, record, question, page.actor.id)
        async with self._lock:
            await self._send_answer(page, message, answer)

    def _answer_at_once(self, page: ConnectedPage, question: Question) -> AnswerTo | Refusal | None:
        """None: it takes long."""
        listener = self._broadcaster.listeners.of(page)
        if listener is not None and listener.is_master and isinstance(question, AskChecklist):
            return self._checklist(question.player)  # also while the page watches the player
        if listener is not None and listener.is_master and isinstance(question, AskKnown):
            return self._known(self.world.scenes[listener.looking], question.player)
        if listener is not None and isinstance(question, AskDice):
            return dice_answer(self.world.rolls.values(), page.actor.id)
        view = None if listener is None else self._view(listener)
        if view is None:
            return Refusal(NOT_YOURS)
        return _answer_or_refusal(view, question) if view.is_quick(question) else None

    def _view_of(self, page: ConnectedPage) -> MasterAnswers | PlayerAnswers | None:
        listener = self._broadcaster.listeners.of(page)
        return None if listener is None else self._view(listener)

    def _view(self, listener: Listener) -> MasterAnswers | PlayerAnswers | None:
        """Out of what this page is answered; None: of nothing."""
        if listener.is_master and listener.watching is None:
            scene = self.world.scenes[listener.looking]
            viewers = self.vision.own_viewers(scene).values()
            party = tuple(dict.fromkeys(viewer for own in viewers for viewer in own))
            return MasterAnswers(scene, self.desk.of(scene.id), party, dict(self.world.packs))
        shown = self.world.scenes.get(self.world.table.shown or "")
        known = self.vision.knowledge(listener.watching or listener.page.actor.id)
        if shown is None or known is None:
            return None
        return PlayerAnswers(shown, self.desk.of(shown.id), known)

    def _known(self, scene: MapScene, player: str) -> AnswerTo | Refusal:
        record = self.world.players.get(player)
        if record is None or record.waiting:
            return Refusal(NO_PLAYER)
        known = self.vision.knowledge_on(player, scene)
        return KnownAnswer(
            spans_of_bits(scene.board, known.lit), spans_of_bits(scene.board, known.explored)
        )

    def _checklist(self, player: str) -> AnswerTo | Refusal:
        shown = self.world.scenes.get(self.world.table.shown or "")
        is_online = any(True for _ in self._broadcaster.listeners.of_player(player))
        try:
            return checklist_of(self.world, shown, player, self.vision.knowledge(player), is_online)
        except Refusal as refusal:
            return refusal

    async def _send_answer(
        self, page: ConnectedPage, message: Ask, answer: AnswerTo | Refusal
    ) -> None:
        listener = self._broadcaster.listeners.of(page)
        if listener is None:
            return
        if isinstance(answer, Refusal):
            listener.send(Refused(message.id, str(answer)))
            return
        player = self.world.players.get(page.actor.id)
        if isinstance(answer, SightAnswer) and isinstance(message.question, AskSight) and player:
            asked = asked_call(player.id, player.name, message.question, answer)
            if asked is not None:
                self._broadcaster.asked = with_asked(self._broadcaster.asked, asked)
                await self._in_own_thread(self._broadcaster.update_calls, self.vision)
                self._broadcaster.send_side_panels(self.vision)
        listener.send(Answer(message.id, answer))

    # --- for answers, exports and whoever serves

    async def still_scene(self, map_id: str) -> MapScene | None:
        """The map as it is now, on a board of its own that nobody changes: for what takes long."""
        async with self._lock:
            scene = self.world.scenes.get(map_id)
            return None if scene is None else scene.still()

    async def still_knowledge(self, player: str) -> Knowledge | None:
        """What the player knows of the map that is shown, likewise."""
        async with self._lock:
            known = self.vision.knowledge(player)
            return None if known is None else known.still()

    async def add_map(self, imported: ImportedMap, *, show: bool = False) -> str:
        """A map from outside comes to the table: its id. `show`: turn the players to it."""
        loaded = imported.map
        async with self._lock:
            check_maps(len(self.world.scenes))
            order = next_order(self.world)
        map_id, entries = await asyncio.to_thread(
            map_entries,
            imported.name,
            loaded.board,
            imported.rule,
            order,
            imported.all_details(),
            imported.laid_picture(),
            imported.laid_for_players(),
        )
        if loaded.rulings:  # in a file that nobody looks into before the map is there
            await asyncio.to_thread(self.desk.of(map_id).load, loaded.rulings)
        await self._purge_forgotten()
        self._moving.add(map_id)
        pictures = imported.all_pictures()
        with self.pictures.holding(map(digest_of, pictures)):
            for picture in pictures:
                await asyncio.to_thread(self.pictures.files.put, picture)
            await self._add_parts(imported, map_id, entries, show=show)
        return map_id

    async def _add_parts(
        self, imported: ImportedMap, map_id: str, entries: Sequence[JournalEntry], *, show: bool
    ) -> None:
        """Keep a new map part by part, and then bring it to the table at once."""
        try:
            for part in import_parts(map_id, entries):
                async with self._lock:
                    await self._commit_unseen(part)
            async with self._lock:
                check_maps(len(self.world.scenes))
                out = restoring(map_id)
                if show:
                    table = self.world.values[TABLE]
                    out.append(JournalEntry(TABLE, table, {**table, "shown": map_id}))
                added = ActionPlan(out, f"brought the map {entries[0].after['name']}", made=map_id)
                await self._commit_and_send(THE_MASTER, new_id("m"), "add_map", added)
        finally:
            self._moving.remove(map_id)

    async def add_packs(self, packs: Sequence[Pack]) -> None:
        """Rules of games come to the table, and are kept with it."""
        async with self._lock:
            brought = plan_packs(self.world, packs)
            if brought.entries:
                await self._commit_and_send(THE_MASTER, new_id("m"), "packs", brought)

    async def lay_out_game(self, name: str, laid_out: str = "") -> None:
        """A game comes on the table, and waits to be begun; with the text of a quest, with that."""
        async with self._lock:
            planned = plan_lay_out_game(self.world, name, laid_out)
            if planned.entries:
                await self._commit_and_send(THE_MASTER, new_id("m"), "game", planned)

    async def _purge_forgotten(self) -> None:
        """Take apart what nothing could bring back: maps whose coming broke off, or was undone and
        is not to be redone."""
        async with self._lock:
            forgotten = await self._in_own_thread(self._forgotten_maps)
            self._moving.update(forgotten)  # somebody else may bring a map meanwhile
        try:
            for keys in chain.from_iterable(forgotten.values()):
                async with self._lock:
                    values = self.world.values
                    await self._commit_unseen(
                        [JournalEntry(key, values[key], None) for key in keys]
                    )
        finally:
            self._moving.difference_update(forgotten)
        async with self._lock:
            kept = await self._in_own_thread(self._pictures_in_use)
            self.pictures.forget_all_but(kept)

    def _pictures_in_use(self) -> set[str]:
        """Those that a map or a figure has, or that something could bring back."""
        here = {each for value in self.world.values.values() for each in pictures_in(value)}
        return here | self.history.remembers_pictures()

    def _forgotten_maps(self) -> dict[str, list[list[str]]]:
        """Those maps, each with the keys of its parts."""
        away = self.world.archived.keys() - self._moving
        return {
            each: purge_parts(self.world, each)
            for each in away
            if not self.history.remembers_map(each)
        }

    async def _commit_unseen(self, part: Sequence[JournalEntry]) -> None:
        """Keep a change of maps that nobody sees."""
        self.transactions.check()
        part_plan = ActionPlan(part, "moved a part of a map", undoable=False)
        _, news = await self._in_own_thread(
            self.transactions.commit, part_plan, part_plan.row(THE_MASTER, new_id("m"), "carry")
        )
        self._broadcaster.send_to_players(news)


def _answer_or_refusal(
    view: MasterAnswers | PlayerAnswers, question: Question
) -> AnswerTo | Refusal:
    try:
        return view.answer(question)
    except Refusal as refusal:
        return refusal
