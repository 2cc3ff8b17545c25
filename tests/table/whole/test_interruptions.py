"""Killed servers, dropped connections and pages that do not read, over real sockets.

Acknowledged changes are kept, repeated requests are done once, and no user delays another.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sightline import Door, SquareBoard
from sightline.table.http.listening import listening_sockets
from sightline.table.protocol.actions import (
    Admit,
    Decide,
    EditFigure,
    MasterAction,
    Move,
    PlaceFigure,
    RemoveFigure,
    ShowMap,
)
from sightline.table.protocol.client import Do
from sightline.table.protocol.questions import AskRulings
from sightline.table.service.table import Table
from tests.every_rule import THOROUGH
from tests.table.support import served_table as harness
from tests.table.support.fake_pages import CENTER, Message, View, fresh, imported
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import PATIENCE, Client, TableProcess, serving, unreading_page
from tests.table.whole.test_leaks import PATIENT

KILLS = 40 if THOROUGH else 2
DROPS = 600 if THOROUGH else 40


class Sender:
    """A client that sends changes without waiting and, after reconnecting, repeats unacknowledged
    ones.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.sent: dict[str, MasterAction] = {}
        self.answers: dict[str, Message] = {}
        self.page: Client
        self._read = 0
        self._forgotten = 0

    async def come(self, page: Client, secret: str) -> View:
        """Reconnect and repeat what was not acknowledged; return the page's state before that."""
        self.page, self._read = page, 0
        await page.hello(secret)
        await page.expect("seat" if self.name != "master" else "calls")
        first = View(page.received)
        for id_, action in self.open():
            await page.say(Do(id_, action))
        return first

    def open(self) -> list[tuple[str, MasterAction]]:
        """Return the requests without a response."""
        self.read()
        return [(id_, sent) for id_, sent in self.sent.items() if id_ not in self.answers]

    async def send(self, action: MasterAction) -> str:
        id_ = f"{self.name}-{self._forgotten + len(self.sent)}"
        self.sent[id_] = action
        await self.page.say(Do(id_, action))
        return id_

    def read(self) -> int:
        """Return the number of requests answered so far."""
        for received in self.page.messages[self._read :]:
            if received["t"] in ("done", "refused"):
                self.answers[received["id"]] = received
        self._read = len(self.page.messages)
        return len(self.answers)

    async def all_answered(self) -> None:
        for id_ in list(self.sent):
            if id_ not in self.answers:
                self.answers[id_] = await self.page.reply(id_)

    def done(self) -> list[str]:
        self.read()
        return [id_ for id_, received in self.answers.items() if received["t"] == "done"]

    def forget(self) -> None:
        """Forget all requests, which have been answered."""
        self.read()
        self._forgotten += len(self.sent)
        self.sent, self.answers = {}, {}


# --- the server is killed -------------------------------------------------------------------------

ROOM = [(row, column) for row in (2, 3, 4) for column in (2, 3, 4) if (row, column) != (3, 3)]
"""The tiles of the sample's first room on which Mira moves."""


class Campaign:
    """The sample table, whose server is killed many times."""

    def __init__(self, seed: int, file: Path) -> None:
        self.rng, self.file = Random(seed), file
        self.master, self.ann = Sender("master"), Sender("ann")
        self.secrets: tuple[str, str] | None = None
        self.mira = ""
        self.seen: set[tuple[int, int]] = set()
        """Everything that was ever on the map of Ann's page."""
        self.placed: list[str] = []
        """Names of figures, one for each change that creates one."""

    async def begin(self, server: TableProcess) -> None:
        page = await Client.connect(server.host)
        await page.hello(server.master_secret)
        await page.expect("calls")
        figures = page.last("stage")["figures"]
        self.mira, goblin = (
            next(each["id"] for each in figures if each["name"] == name)
            for name in ("Mira", "Goblin")
        )
        knocking = await Client.connect(server.host)
        welcome = await knocking.join(server.join_secret, "Ann")
        player = (await knocking.expect("seat"))["id"]
        self.secrets = server.master_secret, welcome["secret"]
        for action in (
            Admit(player),
            EditFigure(self.mira, owners=[player]),
            Decide(self.mira, goblin, True, "the pillar is thin"),
        ):
            assert (await page.do(action))["t"] == "done"
        await page.close()
        await knocking.close()

    async def play_until_killed(self, server: TableProcess) -> None:
        assert self.secrets is not None
        assert server.master_secret == self.secrets[0]
        whole = await self.master.come(await Client.connect(server.host), self.secrets[0])
        known = await self.ann.come(await Client.connect(server.host), self.secrets[1])
        self._check(whole, known)
        await self.master.all_answered()
        await self.ann.all_answered()
        await self._check_again()
        await self._tidy_up(server)
        # The limit for one page is far above this.
        wanted = self.master.read() + self.ann.read() + self.rng.randint(5, 100)
        for _ in range(55):
            name = f"Figure {len(self.placed)}"  # each once per round
            self.placed.append(name)
            await self.master.send(PlaceFigure((13, 10), name, blocks=False))
            # Always a different place: an action without effect is not saved, and after a restart
            # it might have an effect.
            where = [each for each in ROOM if each != self._last_place()]
            await self.ann.send(Move(self.mira, self.rng.choice(where)))
        async with asyncio.timeout(PATIENCE):
            while self.master.read() + self.ann.read() < wanted:
                await asyncio.sleep(0.001)
        server.kill()
        for sender in (self.master, self.ann):
            await sender.page.closed()
            self.seen |= View(self.ann.page.received).tiles.keys()
            sender.read()

    def _last_place(self) -> tuple[int, int] | None:
        moves = [action.to for action in self.ann.sent.values() if isinstance(action, Move)]
        return moves[-1] if moves else None

    def _check(self, whole: View, known: View) -> None:
        """Check right after the start that everything acknowledged is there."""
        names = Counter(figure["name"] for figure in whole.figures.values())
        makers = zip(self.placed, self.master.sent, strict=True)
        for name, id_ in makers:
            received = self.master.answers.get(id_)
            if received is None:
                assert names[name] in (0, 1)
            else:
                assert names[name] == 1
                assert whole.figures[received["made"]]["name"] == name
        moves = [action.to for action in self.ann.sent.values() if isinstance(action, Move)]
        last = max((list(self.ann.sent).index(id_) for id_ in self.ann.done()), default=None)
        if last is not None:
            assert tuple(whole.figures[self.mira]["at"]) in moves[last:]
        assert known.tiles.keys() >= self.seen
        assert known.figures[self.mira] == {**whole.figures[self.mira], "mine": True, "owners": []}

    async def _check_again(self) -> None:
        """Check that all open requests were sent again, and each was done once."""
        await self.master.page.quiet()
        await self.ann.page.quiet()
        whole, known = View(self.master.page.received), View(self.ann.page.received)
        names = Counter(figure["name"] for figure in whole.figures.values())
        assert all(names[name] == 1 for name in self.placed)
        for id_ in self.master.sent:
            assert whole.figures[self.master.answers[id_]["made"]]["name"] in self.placed
        if self.ann.sent:
            last = list(self.ann.sent.values())[-1]
            assert isinstance(last, Move)
            assert tuple(whole.figures[self.mira]["at"]) == last.to
        assert known.figures[self.mira]["at"] == whole.figures[self.mira]["at"]
        rulings = (await self.master.page.ask(AskRulings()))["answer"]["rulings"]
        assert len(rulings) == 1

    async def _tidy_up(self, server: TableProcess) -> None:
        """Delete figures, which would otherwise grow to thousands."""
        page = await Client.connect(server.host)
        await page.hello(server.master_secret)
        for received in self.master.answers.values():
            assert (await page.do(RemoveFigure(received["made"])))["t"] == "done"
        await page.close()
        self.placed.clear()
        self.master.forget()


async def test_what_was_acknowledged_survives_a_killed_server(tmp_path: Path) -> None:
    campaign = Campaign(1, tmp_path / "table.sqlite")
    for round_ in range(KILLS + 1):
        with TableProcess(campaign.file) as server:
            if round_ == 0:
                await campaign.begin(server)
            await campaign.play_until_killed(server)
    assert len(campaign.ann.done()) > KILLS


# --- the line drops -------------------------------------------------------------------------------


async def test_a_dropped_line_neither_loses_nor_doubles_a_change(tmp_path: Path) -> None:
    rng = Random(2)
    table = sample_table(tmp_path / "table")
    async with serving(table, PATIENT) as server:
        mira = next(f.id for f in table.world.maps()[0].figures.values() if f.name == "Mira")
        record = await table.join("Ann")
        helper = await server.page(table.world.table.master_secret)
        await helper.do(Admit(record.id))
        await helper.do(EditFigure(mira, owners=[record.id]))
        master, ann = Sender("master"), Sender("ann")
        secrets = {master: table.world.table.master_secret, ann: record.secret}
        for sender, secret in secrets.items():
            await sender.come(await server.connect(), secret)
        for number in range(DROPS):
            sender = rng.choice((master, ann))
            for i in range(rng.randint(0, 4)):
                name = f"Figure {number} {i}"
                await master.send(PlaceFigure((13, 10), name, blocks=False))
                await ann.send(Move(mira, rng.choice(ROOM)))
            for _ in range(rng.choice((0, 0, 1, 3, 10, 30))):
                await asyncio.sleep(0)
            if len(sender.open()) > 30:  # more than any page has pending
                await sender.all_answered()
            sender.page._line.transport.abort()
            await sender.page.closed()
            if rng.random() < 0.5:  # the others continue meanwhile
                await helper.do(EditFigure(mira, side=rng.choice(("hero", "ally"))))
            first = await sender.come(await server.connect(), secrets[sender])
            assert first.stage is not None
        for sender in secrets:
            await sender.all_answered()
            await sender.page.quiet()
            assert all(received["t"] == "done" for received in sender.answers.values())
        rows = Counter(row.change_id for row in table.transactions.store.load().journal)
        assert all(rows[id_] <= 1 for id_ in (*master.sent, *ann.sent))
        names = Counter(figure.name for figure in table.world.maps()[0].figures.values())
        placed = [each.name for each in master.sent.values() if isinstance(each, PlaceFigure)]
        assert all(names[name] == 1 for name in placed)
        assert View(ann.page.received).state() == fresh(table, record.id)
        last = list(ann.sent.values())[-1]
        assert isinstance(last, Move)
        assert table.world.maps()[0].figures[mira].at == last.to


async def test_a_move_that_was_superseded_is_not_made_again(tmp_path: Path) -> None:
    """Ann's move is made, but its response is lost. Ben moves the figure on, and Ann's page repeats
    her move: it gets `done`, and the figure stays where Ben moved it.
    """
    table = sample_table(tmp_path / "table")
    async with serving(table, PATIENT) as server:
        mira = next(f.id for f in table.world.maps()[0].figures.values() if f.name == "Mira")
        helper = await server.page(table.world.table.master_secret)
        players = [await table.join(name) for name in ("Ann", "Ben")]
        for player in players:
            await helper.do(Admit(player.id))
        await helper.do(EditFigure(mira, owners=[player.id for player in players]))
        ann, ben = [await server.page(player.secret) for player in players]
        move = Do("the move", Move(mira, (4, 2), start=(4, 1)))
        await ann.say(move)
        await helper.expect("log", lambda received: received["who"] == "Ann")
        ann._line.transport.abort()
        assert (await ben.do(Move(mira, (4, 3), start=(4, 2))))["t"] == "done"
        ann = await server.page(players[0].secret)
        await ann.say(move)
        assert (await ann.reply("the move"))["t"] == "done"
        assert table.world.maps()[0].figures[mira].at == (4, 3)
        await ann.quiet()
        assert View(ann.received).figures[mira]["at"] == [4, 3]


# --- one does not read ----------------------------------------------------------------------------


async def test_a_page_that_does_not_read_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """One page of each user stops reading; all other pages receive everything."""

    def with_little_room(hosts: Sequence[str], port: int) -> list[socket.socket]:
        listeners = listening_sockets(hosts, port)
        for each in listeners:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        return listeners

    monkeypatch.setattr(harness, "listening_sockets", with_little_room)
    board = SquareBoard(12, 12)
    for row in range(11):
        for column in range(11):
            board.add_wall((column + 0.2, row + 0.3), (column + 0.7, row + 0.4), Door("open"))
    table = Table(maps=[imported(board, CENTER)])
    async with serving(table, PATIENT) as server:
        master = await server.page(table.world.table.master_secret)
        players = [await table.join(name) for name in ("Ann", "Ben")]
        for column, player in enumerate(players):
            await master.do(Admit(player.id))
            figure = PlaceFigure((11, column), player.name, owners=[player.id], blocks=False)
            await master.do(figure)
        unreading = [await unreading_page(server, player.secret) for player in players]
        unreading.append(await unreading_page(server, table.world.table.master_secret))
        ben = await server.page(players[1].secret)
        shown = table.world.table.shown
        for number in range(120):  # a whole map needs more bytes than a change on it
            assert (await master.do(ShowMap(shown if number % 2 else None)))["t"] == "done"
            await ben.quiet()
        assert View(ben.received).state() == fresh(table, players[1].id)
        # Pages that do not read are far behind, or were dropped.
        pages: list[Any] = [each.page for each in table.core.broadcaster.listeners._all()]
        well = [page.actor.id for page in pages if not page._outbox and not page._ending]
        assert well == ["master", players[1].id]
        ann = await server.page(players[0].secret)
        await ann.expect("seat")
        assert View(ann.received).state() == fresh(table, players[0].id)
        for page in unreading:
            page.close()
