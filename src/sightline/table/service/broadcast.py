"""Sends pages what changed for them: players out of what they know, the master out of the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sightline.table.games import game_held, game_view, seats_of
from sightline.table.protocol import CallInfo, Calls, Log, MapLighting, Outgoing, Pinged, Rolled
from sightline.table.rulings import (
    AskedCall,
    RulingDesk,
    calls_for_player,
    open_calls_now,
    still_asked,
)
from sightline.table.service.listeners import Listener, Listeners, encode
from sightline.table.service.master_view import lighting, stage_change, whole_stage
from sightline.table.service.rolls import last_rolls, roll_view
from sightline.table.service.side_panels import seat_of, table_info
from sightline.table.state import MASTER, History, Touched, World
from sightline.table.vision import PartyVision, notes_on, seen_turns, whole_turns

LINK_RENEWED = "This link was replaced by a new one."
DISMISSED = "The master has shown you the door."


class Broadcaster:
    """Sends every page what it should know, and nothing twice."""

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

    # --- the map

    def send_to_players(self, news: Mapping[str, Sequence[Outgoing]]) -> None:
        """Each player's own news, to their pages and to whoever watches them."""
        for player, messages in news.items():
            encoded = [encode(message) for message in messages]
            for listener in self.listeners.who_see(player):
                for each in encoded:
                    listener.page.send(each)

    def send_to_masters(self, touched: Mapping[str, Touched]) -> None:
        """What changed on the map that each page of the master's looks at."""
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
        """Turn a page of the master's to that map, or to another if there is no such map."""
        listener.watching = None
        listener.looking = map_id
        self._turn_away(listener)
        scene = self._world.scenes[listener.looking]
        listener.send(whole_stage(scene, self._desk.of(scene.id)))

    def _turn_away(self, listener: Listener) -> bool:
        """From a map that is not there any more, to another. Was it so?"""
        scenes, shown = self._world.scenes, self._world.table.shown
        if listener.looking in scenes:
            return False
        listener.looking = shown if shown in scenes else self._world.maps()[0].id
        return True

    def log(self, who: str, text: str, *, attempt: bool = False) -> None:
        """A line for the master's log. `attempt`: nothing changed, it was only tried."""
        for listener in self.listeners.masters():
            listener.send(Log(who, text, attempt))

    # --- dice and pings

    def send_last_rolls(self, listener: Listener) -> None:
        """To a page that comes in."""
        if self._world.rolls:
            listener.send(last_rolls(self._world.rolls, listener.page.actor.id))

    def send_rolls(self, rolls: Iterable[str]) -> None:
        """Rolls that were made or taken back, to everybody at the table."""
        for roll in (self._world.rolls[id_] for id_ in rolls):
            for listener in [*self.listeners.masters(), *self._admitted()]:
                listener.send(Rolled(roll_view(roll, listener.page.actor.id)))

    def ping(self, by: Listener, at: tuple[int, int], vision: PartyVision) -> None:
        """Everybody who knows the tile sees it; a player pings only what they know themselves."""
        if self._ping_game(by, at):
            return
        shown = self._world.table.shown
        map_id = by.looking if by.is_master and by.watching is None else shown or ""
        pinger = by.page.actor
        whose = by.watching if by.is_master else pinger.id
        known = None if whose is None else vision.knowledge(whose)
        scene = self._world.scenes.get(map_id)
        if scene is None or at not in scene.board:
            return
        if whose is not None and (known is None or not known.explored_tile(at)):
            return
        pinged = Pinged(pinger.name, at)
        for listener in self.listeners.masters():
            if listener.watching is None and listener.looking == map_id:
                listener.send(pinged)
            elif listener.watching is not None and map_id == shown:
                self._ping_if_known(listener, listener.watching, pinged, vision)
        if map_id == shown:
            for listener in self._admitted():
                self._ping_if_known(listener, listener.page.actor.id, pinged, vision)

    def _ping_game(self, by: Listener, at: tuple[int, int]) -> bool:
        """While a game is on the table, people point at its board. Is one?"""
        record, game = self._world.game, game_held(self._world.game)
        if record is None or game is None:
            return False
        pinger = by.page.actor
        if game.has_tile(at, seats_of(record, pinger.id)):
            for listener in [*self.listeners.masters(), *self._admitted()]:
                if game.has_tile(at, seats_of(record, listener.page.actor.id)):
                    listener.send(Pinged(pinger.name, at))
        return True

    @staticmethod
    def _ping_if_known(
        listener: Listener, player: str, pinged: Pinged, vision: PartyVision
    ) -> None:
        known = vision.knowledge(player)
        if known is not None and known.explored_tile(pinged.at):
            listener.send(pinged)

    def _admitted(self) -> Iterator[Listener]:
        """The pages of players who were let in."""
        for listener in self.listeners.players():
            player = self._world.players.get(listener.page.actor.id)
            if player is not None and not player.waiting:
                yield listener

    # --- pages that have to go

    def close_all(self, why: str, again: bool) -> None:
        """Close every page. Those that come back get everything anew."""
        for listener in [*self.listeners.masters(), *self.listeners.players()]:
            listener.page.close(why, again=again)
            self.listeners.remove(listener.page)

    def close_invalid_pages(self, by: Listener | None) -> None:
        """Close the pages whose link is no longer valid, but for the one that asked for it. They
        are at the table no more, and get nothing else."""
        for listener in self.listeners.players():
            player = self._world.players.get(listener.page.actor.id)
            if player is None or listener.secret != player.secret:
                self._close(listener, DISMISSED if player is None else LINK_RENEWED)
        secret = self._world.table.master_secret
        for listener in self.listeners.masters():
            if listener is by:
                listener.secret = secret
            elif listener.secret != secret:
                self._close(listener, LINK_RENEWED)

    def _close(self, listener: Listener, why: str) -> None:
        listener.page.close(why, again=False)
        self.listeners.remove(listener.page)

    # --- all the rest

    def send_side_panels(self, vision: PartyVision) -> None:
        """Everything beside the map, to whomever it has changed for."""
        calls = self._calls
        pages = Counter(listener.page.actor.id for listener in self.listeners.players())
        for listener in self.listeners.masters():
            # Before the rest: a page that comes in shows it at once. Whomever the master watches on
            # the map, a game is played with one's own eyes.
            listener.send_if_any(game_view(self._world, MASTER))
            self._send_master_panel(listener, calls, pages)
            if listener.watching is None:
                self._send_lighting(listener, vision)
        for listener in self.listeners.masters():
            if listener.watching is not None:
                self._send_seat(listener, listener.watching, calls, vision)
        for listener in self.listeners.players():
            self._send_seat(listener, listener.page.actor.id, calls, vision)

    def _send_master_panel(
        self, listener: Listener, calls: Sequence[CallInfo], pages: Mapping[str, int]
    ) -> None:
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
        listener.send_if_new(Calls(list(calls)))
        scene = self._world.scenes[listener.looking]
        listener.send_if_any(notes_on(scene))
        if listener.watching is None:
            listener.send_if_any(whole_turns(scene))

    def _send_lighting(self, listener: Listener, vision: PartyVision) -> None:
        scene = self._world.scenes[listener.looking]
        now = lighting(scene, vision.sight_on(scene).light)
        if now != MapLighting(map=scene.id) or listener.has_got(MapLighting):
            listener.send_if_new(now)

    def _send_seat(
        self, listener: Listener, player: str, calls: Sequence[CallInfo], vision: PartyVision
    ) -> None:
        record = self._world.players.get(player)
        if record is None:
            return
        known = None if record.waiting else vision.knowledge(player)
        if not record.waiting and not listener.is_master:
            listener.send_if_any(game_view(self._world, player))
        listener.send_if_new(
            seat_of(
                self._world,
                record,
                undo=self._history.next_undo(player) is not None,
                calls=[] if known is None else calls_for_player(calls, known),
            )
        )
        shown = self._world.scenes.get(self._world.table.shown or "")
        listener.send_if_any(seen_turns(shown, known))

    def update_calls(self, vision: PartyVision) -> None:
        """Look what awaits the master now. It may take long, and says nothing to anybody."""
        scene = self._world.scenes.get(self._world.table.shown or "")
        if scene is None:
            self._calls = []
            return
        rulings = self._desk.of(scene.id)
        theirs = [each for each in self.asked if each.figure in scene.viewers_of(each.player)]
        self.asked = still_asked(scene, rulings, theirs)
        self._calls = open_calls_now(scene, rulings, vision.own_viewers(scene), self.asked)
