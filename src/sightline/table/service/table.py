"""A running table: pages connect and disconnect, and each request goes to its handler.

    acting        plan, change the memory, update all views, commit to disk in one transaction,
                  and only then send the changes and `Done`; then find and send new close calls
    playing       the same for the game on the table, without the map
    asking        answers from the current state, without changes
    map_keeping   imported maps, and snapshots for exports

Changes are computed in the table's thread, so that the server stays responsive. Slow answers are
computed in other threads, on snapshots and without the lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET

from sightline.table.actions.plans.players import plan_dismiss
from sightline.table.actions.rights import check_rights
from sightline.table.protocol.actions import Dismiss
from sightline.table.protocol.client import (
    Ask,
    Do,
    LookAt,
    PingTile,
    Request,
    WantFaces,
    WantTiles,
    Watch,
)
from sightline.table.protocol.server import Welcome
from sightline.table.rulings.desk import RulingDesk
from sightline.table.service.acting import Acting
from sightline.table.service.asking import Asking
from sightline.table.service.broadcast import Broadcaster
from sightline.table.service.core import TableCore
from sightline.table.service.listeners import ConnectedPage, encode
from sightline.table.service.map_keeping import MapKeeper
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.service.pictures.pictures_for_pages import PicturesForPages
from sightline.table.service.playing import Playing
from sightline.table.service.replies import refused
from sightline.table.service.transaction import Transactions
from sightline.table.state.arrival import Arrival, new_world
from sightline.table.state.capacity import MAX_PLAYERS, MAX_WAITING
from sightline.table.state.history import History
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.keys import map_key, map_of, player_key
from sightline.table.state.laid_picture import laid, pictures_in
from sightline.table.state.names import clean_name, distinct_name, is_masters_name
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import (
    THE_MASTER,
    Actor,
    PlayerRecord,
    Refusal,
    new_id,
    new_secret,
    plain,
)
from sightline.table.state.world import JournalEntry, World
from sightline.table.storage.picture_files import PictureFiles
from sightline.table.storage.store import Store
from sightline.table.vision.party import PartyVision
from sightline.texts import say

PICTURE_DAMAGED = (
    "A picture on the map {} is missing or damaged. Lay it anew, or put back a copy of the table's"
    " folder."
)


class Table:
    """One table, in memory and on disk. Use it only from one event loop."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        addresses: Sequence[str] = (),
        maps: Sequence[ImportedMap],
    ) -> None:
        """Open or create a table.

        `path` is the table's file, which is created if missing; None keeps everything in memory.
        `maps` are the maps of a new table, at least one. They are ignored if the table exists.
        """
        store = Store(path)
        try:
            stored = store.load()
            is_new = not stored.values
            arrivals: list[Arrival] = []
            if is_new:
                self.world, arrivals = new_world(maps)
            else:
                self.world = World(stored.values)
            self.history = History(stored.journal)
            folder = None if path is None else path.with_name(path.name + ".rulings")
            self.desk = RulingDesk(folder)
            self.pictures = PictureShelf(
                PictureFiles(None if path is None else path.with_name(path.name + ".pictures"))
            )
            """Map backgrounds and token images."""
            self.warnings = [store.warning] if store.warning else []
            """Notes for the user who starts the table."""
            if not is_new:
                self.desk.check(self.world.scenes)
                self.warnings += self._missing_pictures()
            for arrival, imported in zip(arrivals, maps if is_new else (), strict=True):
                if arrival.rulings:
                    self.desk.of(arrival.map).load(arrival.rulings)
                for picture in imported.all_pictures():
                    self.pictures.files.put(picture)
            self.transactions = Transactions(
                store, self.world, self.history, self.desk, stored.learned
            )
            for arrival in arrivals:
                self.vision.remember(arrival.map, arrival.known)
            broadcaster = Broadcaster(self.world, self.history, self.desk, addresses)
            self.core = TableCore(self.transactions, broadcaster, self.pictures)
            self.playing = Playing(self.core)
            self.acting = Acting(self.core, self.playing)
            self.asking = Asking(self.core)
            self.map_keeper = MapKeeper(self.core)
            self.pictures_for_pages = PicturesForPages(
                self.pictures, self.core.lock, self.asking.view_of, broadcaster.log
            )
            self.vision.refresh({})
            # What players see now was already recorded for earlier changes.
            self.vision.drain_journal()
            broadcaster.update_calls(self.vision)
            if is_new:
                self._commit_first()
            else:
                self._adopt_pictures()
        except BaseException:
            store.close()
            raise

    @property
    def vision(self) -> PartyVision:
        """The views and knowledge of all players."""
        return self.transactions.vision

    def _commit_first(self) -> None:
        entries = [JournalEntry(key, None, value) for key, value in self.world.values.items()]
        begun = ActionPlan(entries, say("opened the table"), undoable=False)
        row = self.transactions.store.commit(
            begun.row(THE_MASTER, new_id("m"), "open"), self.vision.drain_store()
        )
        self.history.add(row)

    def _adopt_pictures(self) -> None:
        """Adopt the pictures of an older table, in which each belonged to one map permanently."""
        for map_id, picture in self.pictures.files.from_before():
            scene = self.world.scenes.get(map_id)
            if scene is None or scene.record.picture is not UNSET:
                continue
            self.pictures.files.put(picture.data)
            before = self.world.values[map_key(map_id)]
            under = plain(laid(new_id("i"), picture, "file"))
            entry = JournalEntry(map_key(map_id), before, {**before, "picture": under})
            adopted = ActionPlan([entry], say("found the picture of a map"), undoable=False)
            self.transactions.commit(adopted, adopted.row(THE_MASTER, new_id("m"), "adopt"))

    def _missing_pictures(self) -> list[str]:
        """Return a note for each map with missing or damaged pictures."""
        where: dict[str, str] = {}
        for key, value in self.world.values.items():
            scene = self.world.scenes.get(map_of(key) or "")
            if scene is not None:
                where |= dict.fromkeys(pictures_in(value), scene.record.name)
        missing = {name for digest, name in where.items() if not self.pictures.files.has(digest)}
        return [PICTURE_DAMAGED.format(name) for name in sorted(missing)]

    async def close(self) -> None:
        """Close all connections and files."""
        self.core.budget.close()
        await self.pictures_for_pages.close()
        await self.pictures.close()
        async with self.core.lock:
            self.core.broadcaster.close_all(Refusal("closed"), again=True)
            self.transactions.store.close()
            self.desk.close()
            self.core.thread.shutdown()

    # --- connecting and disconnecting

    async def join(self, name: str) -> PlayerRecord:
        """Create a seat for a new player, who waits to be admitted."""
        async with self.core.changing():
            if self.world.table.room_locked:
                raise Refusal("roomLocked")
            called = clean_name(name)
            if is_masters_name(called):  # names must be distinct, because the log says who did what
                raise Refusal("gmName")
            # The game master must see whom they admit, and the player's page shows the name.
            called = distinct_name(called, (each.name for each in self.world.players.values()))
            player = PlayerRecord(new_id("p"), called, new_secret())
            entries = [
                *self._free_a_seat(),
                JournalEntry(player_key(player.id), None, plain(player)),
            ]
            actor = Actor("player", player.id, player.name)
            joining = ActionPlan(entries, say("wants to join"), undoable=False)
            await self.core.commit_and_send(actor, new_id("p"), "join", joining)
            return player

    def _free_a_seat(self) -> Sequence[JournalEntry]:
        """Return the removal of the oldest waiting visitor who has left, if a place is needed.

        Many people may have the join link, and the game master should not have to dismiss each of
        them.
        """
        if len(self.world.players) >= MAX_PLAYERS:
            raise Refusal("tableFull")
        waiting = [player for player in self.world.players.values() if player.waiting]
        if len(waiting) < MAX_WAITING:
            return []
        here = {listener.page.actor.id for listener in self.core.broadcaster.listeners.players()}
        gone = next((player for player in waiting if player.id not in here), None)
        if gone is None:
            raise Refusal("tooManyWaiting")
        return plan_dismiss(self.world, Dismiss(gone.id)).entries

    async def enter(self, page: ConnectedPage, actor: Actor) -> None:
        """Add a connected page and send it the full state."""
        async with self.core.lock:
            player = self.world.players.get(actor.id)
            if actor.role == "master":
                secret = self.world.table.master_secret
                listener = self.core.broadcaster.listeners.add(page, secret)
                listener.send(Welcome("master"))
                self.core.broadcaster.show_map(listener, "")
            elif player is None:
                page.close(Refusal("dismissed"), again=False)
                return
            else:
                listener = self.core.broadcaster.listeners.add(page, player.secret)
                listener.send(Welcome("player", secret=player.secret))
                if not player.waiting:
                    listener.send(self.vision.stage(player.id))
            if player is None or not player.waiting:
                self.core.broadcaster.send_last_rolls(listener)
            self.core.broadcaster.send_side_panels(self.vision)
        self._cut_ahead()

    def _cut_ahead(self) -> None:
        """Cut the picture of the shown map, which players will request."""
        shown = self.world.scenes.get(self.world.table.shown or "")
        laid = None if shown is None else shown.record.shown_picture
        if shown and laid and laid.id != self.pictures_for_pages.ahead_of:
            self.pictures_for_pages.cut_ahead(laid, shown.record)

    async def leave(self, page: ConnectedPage) -> None:
        """Remove a page that has disconnected."""
        async with self.core.lock:
            self.core.broadcaster.listeners.remove(page)
            self.core.broadcaster.send_side_panels(self.vision)

    async def look_at(self, page: ConnectedPage, map_id: str) -> None:
        """Switch this game master's page to that map."""
        async with self.core.lock:
            listener = self.core.broadcaster.listeners.of(page)
            if listener is not None and listener.is_master:
                self.core.broadcaster.show_map(listener, map_id)
                self.core.broadcaster.send_side_panels(self.vision)

    async def watch(self, page: ConnectedPage, player: str | None) -> None:
        """Send this game master's page what that player's pages get. None returns to its own
        view.
        """
        async with self.core.lock:
            listener = self.core.broadcaster.listeners.of(page)
            if listener is None or not listener.is_master:
                return
            if player in self.world.players:
                listener.watching = player
                listener.send(self.vision.stage(player))
            else:
                self.core.broadcaster.show_map(listener, listener.looking)
            self.core.broadcaster.send_side_panels(self.vision)

    async def ping(self, page: ConnectedPage, at: tuple[int, int], storey: str = "") -> None:
        """Send a ping of a tile to everyone who knows it. Nothing is stored."""
        async with self.core.lock:
            listener = self.core.broadcaster.listeners.of(page)
            if listener is not None and not self.playing.ping(listener, at):
                self.core.broadcaster.ping(listener, at, storey, self.vision)

    async def handle(self, page: ConnectedPage, message: Request) -> None:
        """Handle a message from the page.

        Permissions are checked here once, and those of an action when it is planned.
        """
        try:
            if not isinstance(message, Do):
                check_rights(self.world, page.actor, message)
        except Refusal as refusal:
            id_ = message.id if isinstance(message, Ask) else ""
            page.send(encode(refused(id_, refusal)))
            return
        match message:
            case Do():
                await self.acting.act(page, message)
                self._cut_ahead()
            case Ask():
                await self.asking.ask(page, message)
            case LookAt():
                await self.look_at(page, message.map)
            case Watch():
                await self.watch(page, message.player)
            case PingTile():
                await self.ping(page, message.at, message.storey)
            case WantTiles():
                await self.pictures_for_pages.want_tiles(page, message)
            case WantFaces():
                await self.pictures_for_pages.want_faces(page, message)
