"""Send pages their changes: players from what they know, the game master from the true state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sightline.table.games.current_game import game_view
from sightline.table.protocol.server import CallInfo, Calls, Log, MapLighting, Pinged, Rolled
from sightline.table.protocol.types import Outgoing
from sightline.table.rulings.desk import RulingDesk
from sightline.table.rulings.queue import AskedCall, calls_for_player, open_calls_now, still_asked
from sightline.table.service.listeners import Listener, Listeners, encode
from sightline.table.service.master_view import lighting, stage_change, whole_stage
from sightline.table.service.rolls import last_rolls, roll_view
from sightline.table.service.side_panels import seat_of, table_info
from sightline.table.state.history import History
from sightline.table.state.records import MASTER, Refusal
from sightline.table.state.world import Touched, World
from sightline.table.vision.party import PartyVision
from sightline.table.vision.people.turn_order import notes_on, seen_turns, whole_turns


class Broadcaster:
    """Sends every page its changes, each change once."""

    def __init__(
        self,
        world: World,
        history: History,
        desk: RulingDesk,
        addresses: Sequence[str],
    ) -> None:
        self._world = world
        self._history = history
        self._desk = desk
        self._addresses = addresses
        self.listeners = Listeners()
        self.asked: list[AskedCall] = []
        """Places that players asked about and that are too close to call."""
        self._calls: list[CallInfo] = []
        self._calls_of: dict[str, list[str]] = {}
        """The calls that each player may read.

        They change only when calls are searched again, not when the player learns more, because by
        then a call may no longer be close.
        """

    # --- the map

    def send_to_players(self, news: Mapping[str, Sequence[Outgoing]]) -> None:
        """Send each player's changes to their pages, and to game masters who watch them."""
        for player, messages in news.items():
            encoded = [encode(message) for message in messages]
            for listener in self.listeners.who_see(player):
                for each in encoded:
                    listener.page.send(each)

    def send_to_masters(self, touched: Mapping[str, Touched]) -> None:
        """Send the changes on the map of each game master's page."""
        changes: dict[str, bytes] = {}
        for listener in self.listeners.masters():
            is_gone = self._turn_away(listener)
            if listener.watching is not None:
                if listener.watching not in self._world.players:
                    self.show_map(listener, listener.looking)
                continue
            what = touched.get(listener.looking)
            if is_gone or (what is not None and what.whole):
                self.show_map(listener, listener.looking)
            elif what is not None:
                if listener.looking not in changes:
                    scene = self._world.scenes[listener.looking]
                    changes[listener.looking] = encode(
                        stage_change(scene, what, self._desk.of(scene.id))
                    )
                listener.page.send(changes[listener.looking])

    def show_map(self, listener: Listener, map_id: str) -> None:
        """Switch a game master's page to that map, or to another one if it is missing."""
        listener.watching = None
        listener.looking = map_id
        self._turn_away(listener)
        scene = self._world.scenes[listener.looking]
        listener.send(whole_stage(scene, self._desk.of(scene.id)))

    def _turn_away(self, listener: Listener) -> bool:
        """Switch away from a missing map; return whether that was needed."""
        scenes, shown = self._world.scenes, self._world.table.shown
        if listener.looking in scenes:
            return False
        listener.looking = shown if shown in scenes else self._world.maps()[0].id
        return True

    def log(self, who: str, text: str, *, attempt: bool = False) -> None:
        """Add a line to the game master's log. `attempt` means that nothing changed."""
        for listener in self.listeners.masters():
            listener.send(Log(who, text, attempt))

    # --- dice and pings

    def send_last_rolls(self, listener: Listener) -> None:
        """Send the most recent rolls to a new page."""
        if self._world.rolls:
            listener.send(last_rolls(self._world.rolls, listener.page.actor.id))

    def send_rolls(self, rolls: Iterable[str]) -> None:
        """Send new or undone rolls to everyone."""
        for roll in (self._world.rolls[id_] for id_ in rolls):
            for listener in self.admitted():
                listener.send(Rolled(roll_view(roll, listener.page.actor.id)))

    def ping(self, by: Listener, at: tuple[int, int], storey: str, vision: PartyVision) -> None:
        """Show a ping to everyone who knows the tile. Players can ping only tiles that they
        know.
        """
        shown = self._world.table.shown
        map_id = by.looking if by.is_master and by.watching is None else shown or ""
        pinger = by.page.actor
        whose = by.watching if by.is_master else pinger.id
        known = None if whose is None else vision.knowledge(whose)
        scene = self._world.scenes.get(map_id)
        if scene is None or (storey and storey not in scene.floors):
            return
        if at not in scene.tiles_of_storey(storey):
            return
        if whose is not None and (known is None or not known.explored_tile(at, storey)):
            return
        pinged = Pinged(pinger.name, at, storey)
        for listener in self.listeners.masters():
            if listener.watching is None and listener.looking == map_id:
                listener.send(pinged)
            elif listener.watching is not None and map_id == shown:
                self._ping_if_known(listener, listener.watching, pinged, vision)
        if map_id == shown:
            for listener in self._players_let_in():
                self._ping_if_known(listener, listener.page.actor.id, pinged, vision)

    @staticmethod
    def _ping_if_known(
        listener: Listener, player: str, pinged: Pinged, vision: PartyVision
    ) -> None:
        known = vision.knowledge(player)
        if known is not None and known.explored_tile(pinged.at, pinged.storey):
            listener.send(pinged)

    def admitted(self) -> Iterator[Listener]:
        """Yield the pages of the game master and of admitted players."""
        yield from self.listeners.masters()
        yield from self._players_let_in()

    def _players_let_in(self) -> Iterator[Listener]:
        for listener in self.listeners.players():
            player = self._world.players.get(listener.page.actor.id)
            if player is not None and not player.waiting:
                yield listener

    # --- closing pages

    def close_all(self, why: Refusal, again: bool) -> None:
        """Close every page with this reason. Pages that reconnect get the full state."""
        for listener in [*self.listeners.masters(), *self.listeners.players()]:
            listener.page.close(why, again=again)
            self.listeners.remove(listener.page)

    def close_invalid_pages(self, by: Listener | None) -> None:
        """Close the pages whose link is no longer valid, except the one that requested this.

        They leave the table immediately and get no further messages.
        """
        for listener in self.listeners.players():
            player = self._world.players.get(listener.page.actor.id)
            if player is not None and listener.secret == player.secret:
                continue
            if any(listener.secret == each.secret for each in self._world.players.values()):
                self._close(listener, "seatFound", again=True)
            else:
                self._close(listener, "dismissed" if player is None else "linkRenewed")
        secret = self._world.table.master_secret
        for listener in self.listeners.masters():
            if listener is by:
                listener.secret = secret
            elif listener.secret != secret:
                self._close(listener, "linkRenewed")

    def _close(self, listener: Listener, why: str, again: bool = False) -> None:
        listener.page.close(Refusal(why), again=again)
        self.listeners.remove(listener.page)

    # --- the game

    def send_game(self) -> None:
        """Send each page the game on the table, according to its seats.

        A game master who watches a player still gets their own view of the game.
        """
        for listener in self.admitted():
            listener.send_if_any(game_view(self._world, listener.page.actor.id))

    # --- everything else

    def send_side_panels(self, vision: PartyVision) -> None:
        """Send everything except the map to the pages for which it changed."""
        self.send_game()  # first, because a new page shows it immediately
        pages = Counter(listener.page.actor.id for listener in self.listeners.players())
        for listener in self.listeners.masters():
            self._send_master_panel(listener, pages)
            if listener.watching is None:
                self._send_lighting(listener, vision)
        for listener in self.listeners.masters():
            if listener.watching is not None:
                self._send_seat(listener, listener.watching, vision)
        for listener in self.listeners.players():
            self._send_seat(listener, listener.page.actor.id, vision)

    def _send_master_panel(self, listener: Listener, pages: Mapping[str, int]) -> None:
        undo, redo = self._history.next_undo(MASTER), self._history.next_redo(MASTER)
        info = table_info(
            self._world,
            self._world.scenes[listener.looking],
            watching=listener.watching or "",
            undo="" if undo is None else undo.label,
            undo_showed=undo is not None and undo.fog is None and undo.taught.is_new,
            redo="" if redo is None else redo.label,
            pages=pages,
            addresses=self._addresses,
        )
        listener.send_if_new(info)
        listener.send_if_new(Calls(self._calls))
        scene = self._world.scenes[listener.looking]
        listener.send_if_any(notes_on(scene))
        if listener.watching is None:
            listener.send_if_any(whole_turns(scene))

    def _send_lighting(self, listener: Listener, vision: PartyVision) -> None:
        scene = self._world.scenes[listener.looking]
        now = lighting(scene, vision.sight_on(scene).light)
        if now != MapLighting(map=scene.id) or listener.has_got(MapLighting):
            listener.send_if_new(now)

    def _send_seat(self, listener: Listener, player: str, vision: PartyVision) -> None:
        record = self._world.players.get(player)
        if record is None:
            return
        known = None if record.waiting else vision.knowledge(player)
        listener.send_if_new(
            seat_of(
                self._world,
                record,
                undo=self._history.next_undo(player) is not None,
                calls=[] if known is None else self._calls_of.get(player, []),
            )
        )
        shown = self._world.scenes.get(self._world.table.shown or "")
        listener.send_if_any(seen_turns(shown, known))

    def update_calls(self, vision: PartyVision) -> None:
        """Find the open calls. This may be slow, and sends nothing."""
        self._calls, self._calls_of = [], {}
        scene = self._world.scenes.get(self._world.table.shown or "")
        if scene is None:
            return
        rulings = self._desk.of(scene.id)
        theirs = [each for each in self.asked if each.figure in scene.viewers_of(each.player)]
        self.asked = still_asked(scene, rulings, theirs)
        self._calls = open_calls_now(scene, rulings, vision.own_viewers(scene), self.asked)
        for player in self._world.players if self._calls else ():
            known = vision.knowledge(player)
            if known is not None:
                self._calls_of[player] = calls_for_player(self._calls, known)
