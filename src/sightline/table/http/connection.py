"""Connects a page with the table: its messages are read in order, those to it wait in an outbox.

Nobody ever waits for a page. Whoever has a message for it puts it into the outbox and goes on; a
task of the connection's own writes it. A page that does not read fills its box, or lets a write
take too long: it is dropped, and may come back and get everything anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sightline.table.http.auth import is_join_secret, who
from sightline.table.http.rate_limits import Bucket, RateLimiter
from sightline.table.protocol import (
    MAX_MESSAGE_BYTES,
    Ask,
    Bye,
    Do,
    FromPage,
    Hello,
    Join,
    LookAt,
    Outgoing,
    Ping,
    PingTile,
    PlayerAction,
    Pong,
    Refused,
    RollDice,
    TellRoll,
    WantFaces,
    WantTiles,
    Watch,
)
from sightline.table.state import Actor, Refusal

if TYPE_CHECKING:
    from sightline.table.service import Table

OUTBOX_MESSAGES = 256
OUTBOX_BYTES = 8 * 1024 * 1024
SEND_SECONDS = 10.0
"""How long one write may take."""
HELLO_SECONDS = 10.0
"""How long a connection may leave us in the dark about who it is."""
PARTING_SECONDS = 1.0
"""How long we try to say why we hang up."""
SLOW_SECONDS = 2.0
"""How long somebody waits for the answer who has been wrong too often."""
MOST_STRANGE = 5
"""How many messages that are none of ours are let pass."""

POLICY, COME_AGAIN, NOT_VALID = 1008, 1013, 4401
"""Close codes: against the rules; come back later; your link is not valid."""

NOT_OURS = "That was not a message of ours."
NOT_UNDERSTOOD = "The table did not understand that. Nothing was changed."
NO_SUCH_LINK = "This link is not valid any more. Ask the master for a new one."
MASTERS_ONLY = "Only the master can do that."
NOT_LET_IN = "The master has not let you in yet."
TOO_MANY = "Too many messages: nothing was changed. Wait a moment and try again."
FAR_TOO_MANY = "This page sent far too many messages. Reload it to come back."
TOO_MANY_PAGES = "Too many pages are open. Close some, and reload this one."
TOO_OFTEN = "This page came in too often. It tries again in a moment."
TOO_MANY_JOINS = "Too many joined from there just now. Wait a minute and try again."
CROWDED = "Too many are at the door. This page tries again in a moment."
TOO_SLOW = "This page fell too far behind."
WENT_WRONG = "Something went wrong on the server. Reload to see how things stand."

log = logging.getLogger("sightline.table")

T = TypeVar("T")


class Binary(bytes):
    """A message that is no text."""


Asked = Do | Ask | LookAt | Watch | PingTile | WantTiles | WantFaces


class Ending(NamedTuple):
    """How a connection ends: what is said first, and the code of the close."""

    bye: bytes
    code: int


class _Address(msgspec.Struct):
    """What we try to read of a message that makes no sense: whom to answer."""

    id: str = ""


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_ADDRESS_DECODER = msgspec.json.Decoder(_Address)
MOST_ID = 40


class PageConnection:
    """A page as the table sees it: somebody to `send` to, and to `close` on."""

    actor: Actor

    def __init__(
        self, socket: WebSocket, table: Table, rate_limiter: RateLimiter, address: str
    ) -> None:
        self._socket, self._table = socket, table
        self._rate_limiter, self._address = rate_limiter, address
        self._refusals = Bucket(rate_limiter.limits.refusals)
        self._stranger: int | None = None
        """Its number among those that have not said who they are."""
        self._strange = 0
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._news = asyncio.Event()
        self._held_back = False
        """Is the outbox kept until it is certain that the page may come in?"""
        self._ending: Ending | None = None
        self._work: asyncio.Task[Any] | None = None

    # --- for the table

    def send(self, encoded: bytes) -> None:
        """Put a message into the outbox. Never waits; a full box ends the connection."""
        if self._ending:
            return
        full = len(self._outbox) >= OUTBOX_MESSAGES
        if full or (self._outbox and self._outbox_bytes + len(encoded) > OUTBOX_BYTES):
            self._outbox.clear()
            self._end(TOO_SLOW, again=True)
            return
        self._outbox.append(encoded)
        self._outbox_bytes += len(encoded)
        self._news.set()

    def send_binary(self, framed: bytes) -> None:
        """Likewise, for what is no text."""
        self.send(Binary(framed))

    def close(self, why: str, again: bool) -> None:
        """Say goodbye after what is in the outbox; `again`: the page should come back by itself."""
        self._end(why, again=again)

    # --- the life of a connection

    async def run(self) -> None:
        """From the first message to the last."""
        self._stranger = self._rate_limiter.open_connection(self._address, self._make_room)
        reading = writing = None
        try:
            await self._socket.accept()
            reading = asyncio.create_task(self._read())
            writing = asyncio.create_task(self._write())
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if self._ending and not writing.done():
                await asyncio.wait({writing}, timeout=SEND_SECONDS)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # it was gone before it was there
        finally:
            await _stopped(reading, writing)
            self._made_known()

    async def _read(self) -> None:
        """Until the page is gone, or has to go."""
        try:
            try:
                async with asyncio.timeout(HELLO_SECONDS):
                    message = await self._next()
            except TimeoutError:
                self._end(NOT_OURS, POLICY)
                return
            secret = await self._introduced(message)
            if secret is None:
                return
            self._made_known()
            if not self._rate_limiter.entries.take(self.actor.id):
                self._end(TOO_OFTEN, again=True)
                return
            if not self._rate_limiter.take_seat(self.actor.id):
                self._end(TOO_MANY_PAGES, POLICY)
                return
            try:
                await self._take_part(secret)
            finally:
                self._rate_limiter.leave_seat(self.actor.id)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("A connection went wrong")
            self._end(WENT_WRONG, again=True)

    def _make_room(self) -> None:
        """Others want to say who they are; this one had its time."""
        self._end(CROWDED, again=True)

    def _made_known(self) -> None:
        if self._stranger is not None:
            self._rate_limiter.identified(self._stranger)
            self._stranger = None

    # --- who is it?

    async def _introduced(self, message: FromPage | None) -> str | None:
        """The secret by which the page has a seat from now on; None: it has none."""
        world = self._table.world
        if isinstance(message, Hello):
            actor = who(world, message.secret)
            if actor is not None:
                self.actor = actor
                return message.secret
        elif isinstance(message, Join):
            if is_join_secret(world, message.secret):
                return await self._joined(message.name)
        else:
            self._end(NOT_OURS, POLICY)
            return None
        if not self._rate_limiter.wrong_secrets.take(self._address):
            await asyncio.sleep(SLOW_SECONDS)
        self._end(NO_SUCH_LINK, NOT_VALID)
        return None

    async def _joined(self, name: str) -> str | None:
        if not self._rate_limiter.joins.take(self._address):
            self._end(TOO_MANY_JOINS, POLICY)
            return None
        try:
            player = await self._finished(self._table.join(name))
        except Refusal as refusal:
            self._end(str(refusal), POLICY)
            return None
        self.actor = Actor("player", player.id, player.name)
        return player.secret

    async def _take_part(self, secret: str) -> None:
        try:
            self._held_back = True
            await self._finished(self._table.enter(self, self.actor))
            if who(self._table.world, secret) is None:
                # The link died while the page came in: what it was sent is not for it.
                self._outbox.clear()
                self._end(NO_SUCH_LINK, NOT_VALID)
            self._held_back = False
            self._news.set()
            while not self._ending:
                await self._handle(await self._next())
        finally:
            if self._work and not self._work.done():
                await asyncio.wait({self._work})
            await self._table.leave(self)

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the table. What it has begun it also ends, whatever becomes of this page."""
        task = asyncio.create_task(work)
        self._work = task
        return await asyncio.shield(task)

    # --- what it says

    async def _next(self) -> FromPage | None:
        """The next message; None if it makes no sense."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1006))
        text = event.get("text")
        if text is None or len(text) > MAX_MESSAGE_BYTES:
            self._not_understood("")
            return None
        try:
            return _DECODER.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._not_understood(_readable_id(text))
            return None

    async def _handle(self, message: FromPage | None) -> None:
        if not self._rate_limiter.messages.take(self.actor.id):
            await self._hold_back(message)
            return
        if message is None:
            return
        if isinstance(message, Ping):
            self._send_message(Pong())
        elif isinstance(message, (Hello, Join)):
            self._not_understood("")
        else:
            try:
                await self._finished(self._done(message))
            except Exception:
                log.exception("A message went wrong")
                self._send_message(Refused(getattr(message, "id", ""), WENT_WRONG))

    async def _done(self, message: Asked) -> None:
        refused = self._out_of_place(message)
        if refused:
            self._send_message(Refused(getattr(message, "id", ""), refused))
        elif isinstance(message, Do) and self._rolls_too_often(message):
            self._send_message(Refused(message.id, TOO_MANY))
        elif isinstance(message, Do):
            await self._table.act(self, message)
        elif isinstance(message, Ask):
            await self._table.ask(self, message)
        elif isinstance(message, LookAt):
            await self._table.look_at(self, message.map)
        elif isinstance(message, PingTile):
            if self._rate_limiter.pings.take(self.actor.id):
                await self._table.ping(self, message.at)
        elif isinstance(message, WantTiles):
            await self._table.pictures_for_pages.want_tiles(self, message)
        elif isinstance(message, WantFaces):
            await self._table.pictures_for_pages.want_faces(self, message)
        else:
            await self._table.watch(self, message.player)

    def _out_of_place(self, message: Asked) -> str:
        """Why somebody of this role may not even try; "" if they may. What exactly they may do is
        for `actions` and `questions` to say."""
        if self.actor.role == "master":
            return ""
        player = self._table.world.players.get(self.actor.id)
        if player is None or player.waiting:
            return NOT_LET_IN
        if isinstance(message, (LookAt, Watch)):
            return MASTERS_ONLY
        if isinstance(message, Do) and not isinstance(message.action, PlayerAction):
            return MASTERS_ONLY
        return ""

    def _rolls_too_often(self, message: Do) -> bool:
        is_roll = isinstance(message.action, (RollDice, TellRoll))
        return is_roll and not self._rate_limiter.rolls.take(self.actor.id)

    async def _hold_back(self, message: FromPage | None) -> None:
        """Too many at once: refused, and if that does not help, hung up on."""
        if not self._refusals.take():
            self._end(FAR_TOO_MANY, POLICY)
            return
        if message is not None:
            self._send_message(Refused(getattr(message, "id", ""), TOO_MANY))
        # A flood would keep everybody else waiting, its own outbox too.
        await asyncio.sleep(0)

    def _not_understood(self, id: str) -> None:
        """A message that is none of ours. What it says is never repeated."""
        self._strange += 1
        if self._strange > MOST_STRANGE:
            self._end(NOT_OURS, POLICY)
        else:
            self._send_message(Refused(id, NOT_UNDERSTOOD))

    # --- what it gets

    def _send_message(self, message: Outgoing) -> None:
        self.send(_ENCODER.encode(message))

    def _end(self, why: str, code: int | None = None, *, again: bool = False) -> None:
        if self._ending is None:
            usual = COME_AGAIN if again else NOT_VALID
            self._ending = Ending(_ENCODER.encode(Bye(why, again)), code or usual)
            self._news.set()

    async def _write(self) -> None:
        """Send what is in the outbox, until there is an end to it."""
        try:
            while self._outbox or not self._ending:
                if not self._outbox or (self._held_back and not self._ending):
                    self._news.clear()
                    await self._news.wait()
                    continue
                encoded = self._outbox.popleft()
                self._outbox_bytes -= len(encoded)
                async with asyncio.timeout(SEND_SECONDS):
                    await self._send(encoded)
            async with asyncio.timeout(PARTING_SECONDS):
                await self._send(self._ending.bye)
                await self._socket.send({"type": "websocket.close", "code": self._ending.code})
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            # It does not read, or it is gone: there is nobody to write to.
            self._end(TOO_SLOW, again=True)

    async def _send(self, encoded: bytes) -> None:
        if isinstance(encoded, Binary):
            await self._socket.send({"type": "websocket.send", "bytes": bytes(encoded)})
        else:
            await self._socket.send({"type": "websocket.send", "text": encoded.decode()})


async def _stopped(*tasks: asyncio.Task[None] | None) -> None:
    for task in tasks:
        if task is not None:
            task.cancel()
    await asyncio.gather(*filter(None, tasks), return_exceptions=True)


def _readable_id(text: str) -> str:
    """The id of a message that is otherwise none of ours, if it is one that a page makes."""
    try:
        id = _ADDRESS_DECODER.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    return id if len(id) <= MOST_ID and id.isascii() and id.isprintable() else ""
