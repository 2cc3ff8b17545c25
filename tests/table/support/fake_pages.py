"""Simulated pages at a table in the test's own process.

    async with party(board, rule) as ours:
        ann = await ours.player("Ann")             # joined, admitted, and has a page open
        await ours.master.do(Paint([(1, 2)], True))
        ann.page.sent                              # every byte that her page received
        ann.page.view.state() == fresh(ours.table, ann.id)

`View` handles messages about its map like the real page.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from copy import copy
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from sightline.formats import Loaded
from sightline.formats.contract import Report
from sightline.formats.safe.safe_json import MAX_EXACT
from sightline.model.board import Board
from sightline.rules.center import CenterRule
from sightline.rules.rule import Rule
from sightline.table.protocol.actions import Admit, MasterAction
from sightline.table.protocol.client import Ask, Do
from sightline.table.protocol.questions import Question
from sightline.table.service.listeners import encode
from sightline.table.service.table import Table
from sightline.table.state import records
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.records import THE_MASTER, Actor, FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.texts import in_english

Message = dict[str, Any]
Pair = tuple[int, int]

USUAL_FIGURE: Message = {
    "size": [1, 1],
    "side": "neutral",
    "kind": "figure",
    "furniture": False,
    "blocks": True,
    "mine": False,
    "ghost": False,
    "sighted": True,
    "hidden": False,
    "owners": [],
    "sight_range": None,
    "dark_vision": 0.0,
    "lamp": None,
}
"""Default values that messages may omit."""

MEASURED = ("areas", "measure")

CENTER = CenterRule("permissive")
"""A rule without close calls."""


def read_as_a_browser(message: bytes | str) -> Any:
    """Parse a message; check that a browser keeps its numbers, and that errors have templates."""
    received = json.loads(message, parse_int=_exact)
    if isinstance(received, dict) and received.get("t") == "refused":
        assert_translatable(received.get("values", {}))
    return in_english(received)


def assert_translatable(values: dict[str, Any]) -> None:
    """The reasons in a refusal have templates, so that a page can show them in its language."""
    for name in ("error", "text"):
        assert not isinstance(values.get(name), str), f"English only: {values[name]}"


def _exact(digits: str) -> int:
    assert abs(int(digits)) <= MAX_EXACT, f"a browser rounds {digits}"
    return int(digits)


# --- what a page has on its map -------------------------------------------------------------------


class View:
    """A map as a page knows it, built only from messages."""

    def __init__(self, messages: Iterable[bytes] = ()) -> None:
        self._clear()
        for message in messages:
            self.hear(read_as_a_browser(message))

    def _clear(self) -> None:
        self.stage: Message | None = None
        self.tiles: dict[Pair, str] = {}
        self.lit: set[Pair] | None = None
        self.edges: dict[tuple[Pair, Pair], tuple[str, str]] = {}
        self.walls: list[tuple[Any, ...]] = []
        self.heights: dict[Pair, tuple[float, float | None]] = {}
        self.floors: list[Message] = []
        self.stairs: list[Message] = []
        self.terrain: dict[Pair, str] = {}
        self.figures: dict[str, Message] = {}
        self.light: dict[Pair, int] = {}
        """The brightness of visible tiles that are not bright."""
        self.lamps: dict[str, Message] = {}
        self.areas: list[Message] = []
        self.measure: Message = {}

    def hear(self, received: Message) -> None:
        if received["t"] in ("stage", "no_stage"):
            self._clear()
        if received["t"] == "stage":
            usual = {"orientation": "pointy", "name": "", "size": None, "rule": ""}
            whole = ("map", "grid", *usual)
            self.stage = {key: received.get(key, usual.get(key)) for key in whole}
            self.lit = set() if "lit" in received else None
        if received["t"] in ("stage", "change"):
            self._take(received)

    def _take(self, received: Message) -> None:
        assert self.stage is not None, "a change on no stage"
        for first, second, letters in received.get("tiles", ()):
            self.tiles.update(zip(self._along(first, second, len(letters)), letters, strict=True))
        for span in received.get("unlit", ()):
            assert self.lit is not None
            assert self.lit.issuperset(self._along(*span)), "what goes dark was lit"
            self.lit.difference_update(self._along(*span))
            for tile in self._along(*span):
                self.light.pop(tile, None)
        for span in received.get("lit") or ():
            assert self.lit is not None
            assert self.lit.isdisjoint(self._along(*span)), "what is lit anew was dark"
            self.lit.update(self._along(*span))
        for a0, a1, b0, b1, carries, state in received.get("edges", ()):
            assert (a0, a1) < (b0, b1)
            _put(self.edges, ((a0, a1), (b0, b1)), (carries, state), bool(carries))
        changed = {tuple(wall[:4]) for wall in received.get("walls", ())}
        self.walls = [wall for wall in self.walls if wall[:4] not in changed]
        self.walls += [tuple(wall) for wall in received.get("walls", ()) if wall[4]]
        for q, r, cover, height in received.get("heights", ()):
            _put(self.heights, (q, r), (cover, height), (cover, height) != (0, None))
        self.floors = received.get("floors", self.floors)
        self.stairs = received.get("stairs", self.stairs)
        for first, second, length, kind in received.get("terrain", ()):
            for tile in self._along(first, second, length):
                assert tile in self.tiles, "terrain on ground that is not known"
                _put(self.terrain, tile, kind, bool(kind))
        for span in received.get("forgotten", ()):
            assert self.lit is not None
            assert self.lit.isdisjoint(self._along(*span)), "what is seen is not forgotten"
            for tile in self._along(*span):
                del self.tiles[tile]
                assert tile not in self.terrain, "terrain on ground that was forgotten"
                assert tile not in self.heights, "a height of ground that was forgotten"
        for id_ in received.get("gone", ()):
            del self.figures[id_]
        for figure in received.get("figures", ()):
            self.figures[figure["id"]] = {**USUAL_FIGURE, **figure}
        for first, second, length, level in received.get("light", ()):
            for tile in self._along(first, second, length):
                assert tile in (self.lit or ()), "light where nothing is seen"
                assert self.light.get(tile, 2) != level, "as bright as it was"
                _put(self.light, tile, level, level != 2)
        for id_ in received.get("lamps_gone", ()):
            del self.lamps[id_]
        for lamp in received.get("lamps", ()):
            falls_on = {tile for span in lamp.get("falls_on", ()) for tile in self._along(*span)}
            self.lamps[lamp["id"]] = {"color": "", "held": False, **lamp, "falls_on": falls_on}
        self.areas = received.get("areas", self.areas)
        self.measure = received.get("measure", self.measure)
        self.stage["rule"] = received.get("rule") or self.stage["rule"]

    def _along(self, first: int, second: int, length: int) -> list[Pair]:
        assert self.stage is not None
        if self.stage["grid"] == "square":
            return [(first, second + i) for i in range(length)]
        return [(first + i, second) for i in range(length)]

    def state(self) -> Message:
        """Return its current state for comparison, without measurements."""
        assert len(set(self.walls)) == len(self.walls), "a wall is sent twice"
        return {
            **{name: copy(each) for name, each in vars(self).items() if name not in MEASURED},
            "walls": set(self.walls),
        }


def _put(things: dict[Any, Any], key: Any, value: Any, is_there: bool) -> None:
    if is_there:
        things[key] = value
    else:
        things.pop(key, None)


def fresh(table: Table, player: str) -> Message:
    """Return the state of a page that the player opens now."""
    return View([encode(table.vision.stage(player))]).state()


def read_binary(framed: bytes) -> Message:
    """Return the header and the pictures of a binary message."""
    length = int.from_bytes(framed[:4], "big")
    head: Message = read_as_a_browser(framed[4 : 4 + length])
    at, bodies = 4 + length, []
    for each in (*head.get("tiles", ()), *head.get("faces", ())):
        bodies.append(framed[at : at + each[-1]])
        at += each[-1]
    assert at == len(framed), "bytes behind the end"
    return {**head, "bodies": bodies}


# --- pages and people -----------------------------------------------------------------------------


class FakePage:
    """A page that stores every byte. After closing it receives nothing, like a real one."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.sent: list[bytes] = []
        self.received: list[Message] = []
        self.view = View()
        self.closed: tuple[str, bool] | None = None

    def send(self, encoded: bytes) -> None:
        if self.closed is None:
            self.sent.append(encoded)
            self.received.append(read_as_a_browser(encoded))
            self.view.hear(self.received[-1])

    def send_binary(self, framed: bytes) -> None:
        if self.closed is None:
            self.sent.append(framed)
            self.received.append(read_binary(framed))

    def close(self, why: Refusal, again: bool) -> None:
        self.closed = self.closed or (str(why), again)

    def reply(self, id_: str) -> Message:
        """Return the last response with that id."""
        answers = ("done", "refused", "answer")
        return next(t for t in reversed(self.received) if t["t"] in answers and t["id"] == id_)

    def kinds(self, since: int = 0) -> list[str]:
        return [received["t"] for received in self.received[since:]]

    def last(self, kind: str) -> Message:
        return next(received for received in reversed(self.received) if received["t"] == kind)


class Person:
    """A user at a table with an open page."""

    def __init__(self, table: Table, actor: Actor, secret: str = "") -> None:
        self._table = table
        self._ids = count()
        self.actor, self.id, self.secret = actor, actor.id, secret
        self.page = FakePage(actor)

    async def enter(self) -> FakePage:
        """Open a new page. The earlier page keeps what it received."""
        self.page = FakePage(self.actor)
        await self._table.enter(self.page, self.actor)
        return self.page

    async def leave(self) -> None:
        await self._table.leave(self.page)

    async def do(self, action: MasterAction, id: str | None = None) -> Message:
        """Perform an action and return Done or Refused."""
        message = Do(id or f"{self.id}-{next(self._ids)}", action)
        await self._table.handle(self.page, message)
        return self.page.reply(message.id)

    async def done(self, action: MasterAction, id: str | None = None) -> str:
        """Perform an action that must succeed, and return the id of what it created."""
        received = await self.do(action, id)
        assert received["t"] == "done", received
        return str(received.get("made", ""))

    async def refused(self, action: MasterAction, id: str | None = None) -> str:
        received = await self.do(action, id)
        assert received["t"] == "refused", received
        return str(received["why"])

    async def ask(self, question: Question) -> Message:
        """Ask a question and return Answer or Refused."""
        message = Ask(f"{self.id}-{next(self._ids)}", question)
        await self._table.handle(self.page, message)
        return self.page.reply(message.id)


class Party:
    """A table, its game master, and the players who joined."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.master = Person(table, THE_MASTER)
        self.players: dict[str, Person] = {}

    @property
    def shown(self) -> MapScene:
        return self.table.world.scenes[self.table.world.table.shown or ""]

    async def player(self, name: str) -> Person:
        """Add and admit a new player."""
        record = await self.table.join(name)
        actor = Actor("player", record.id, record.name)
        person = self.players[record.id] = Person(self.table, actor, record.secret)
        await person.enter()
        await self.master.done(Admit(record.id))
        return person

    def figure(self, name: str) -> FigureRecord:
        scenes = self.table.world.scenes.values()
        return next(f for each in scenes for f in each.figures.values() if f.name == name)

    async def again(self, table: Table) -> None:
        """Move the same users to another table opened on the same file."""
        self.table = table
        for person in (self.master, *self.players.values()):
            person._table = table
            await person.enter()


def imported(board: Board, rule: Rule | None = None, name: str = "A map") -> ImportedMap:
    """Return a map for a new table."""
    loaded = Loaded(board, Report("a test"), None if rule is None else rule.to_dict())
    return ImportedMap(name, loaded)


@asynccontextmanager
async def party(
    board: Board, rule: Rule | None = None, path: Path | None = None, *, name: str = "A map"
) -> AsyncIterator[Party]:
    """Open a new table with that map and a game master."""
    ours = Party(Table(path, maps=[imported(board, rule, name)]))
    await ours.master.enter()
    try:
        yield ours
    finally:
        await ours.table.close()


# --- ids that repeat ------------------------------------------------------------------------------


class Ids:
    """Ids and secrets that are equal in two worlds as long as the same things happen."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self.world = self.of = ""

    def use(self, world: str, of: str) -> None:
        """Switch to the ids of a world and a category, each with a separate counter."""
        self.world, self.of = world, of

    def token(self, length: int) -> str:
        self._counts[self.world, self.of] += 1
        number = self._counts[self.world, self.of]
        return hashlib.sha256(f"{self.of} {number}".encode()).hexdigest()[:length]


@contextmanager
def repeated_ids() -> Iterator[Ids]:
    ids = Ids()
    fake = SimpleNamespace(
        token_hex=lambda size: ids.token(2 * size), token_urlsafe=lambda size: ids.token(32)
    )
    with mock.patch.object(records, "secrets", fake):
        yield ids
