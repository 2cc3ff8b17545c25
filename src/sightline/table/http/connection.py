"""Connect a page to the table: incoming messages are handled in order, outgoing ones are queued.

Nothing ever waits for a page. Senders put messages into its outbox and continue; a task of the
connection sends them. A page that does not read fills its outbox or times out. It is then dropped,
and gets the full state when it reconnects.
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
from sightline.table.protocol.actions import RollDice, TellRoll
from sightline.table.protocol.client import (
    MAX_MESSAGE_BYTES,
    Do,
    FromPage,
    Hello,
    Join,
    Ping,
    PingTile,
    Request,
)
from sightline.table.protocol.server import Bye, Pong
from sightline.table.protocol.types import Outgoing
from sightline.table.service.replies import refused
from sightline.table.state.records import Actor, Refusal
from sightline.texts import encode_text

if TYPE_CHECKING:
    from sightline.table.service.table import Table

OUTBOX_MESSAGES = 256
OUTBOX_BYTES = 8 * 1024 * 1024
SEND_SECONDS = 10.0
"""Timeout of one write."""
HELLO_SECONDS = 10.0
"""Timeout for the first message, which identifies the user."""
PARTING_SECONDS = 1.0
"""Timeout for the closing message."""
SLOW_SECONDS = 2.0
"""Delay of a response to a client that sent too many wrong secrets."""
MOST_STRANGE = 5
"""The maximum number of invalid messages that are tolerated."""

POLICY, COME_AGAIN, NOT_VALID = 1008, 1013, 4401
"""Close codes: policy violation; try again later; invalid link."""


log = logging.getLogger("sightline.table")

T = TypeVar("T")


class Binary(bytes):
    """A binary message in the outbox."""


class Ending(NamedTuple):
    """The end of a connection: the last message and the close code."""

    bye: bytes
    code: int


class _Address(msgspec.Struct):
    """The part of an invalid message that may still be readable: its id, which the response
    needs.
    """

    id: str = ""


_ENCODER = msgspec.json.Encoder(enc_hook=encode_text)
_DECODER: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_ADDRESS_DECODER = msgspec.json.Decoder(_Address)
MOST_ID = 40


class PageConnection:
    """A connected page, as the table uses it."""

    actor: Actor

    def __init__(
        self, socket: WebSocket, table: Table, rate_limiter: RateLimiter, address: str
    ) -> None:
        self._socket, self._table = socket, table
        self._rate_limiter, self._address = rate_limiter, address
        self._refusals = Bucket(rate_limiter.limits.refusals)
        self._stranger: int | None = None
        """Its number among the connections that are not identified yet."""
        self._strange = 0
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._news = asyncio.Event()
        self._held_back = False
        """Whether outgoing messages are held back until the page is admitted."""
        self._ending: Ending | None = None
        self._work: asyncio.Task[Any] | None = None

    # --- interface for the table

    def send(self, encoded: bytes) -> None:
        """Queue a message. Never blocks; a full outbox ends the connection."""
        if self._ending:
            return
        full = len(self._outbox) >= OUTBOX_MESSAGES
        if full or (self._outbox and self._outbox_bytes + len(encoded) > OUTBOX_BYTES):
            self._outbox.clear()
            self._end(Refusal("tooFarBehind"), again=True)
            return
        self._outbox.append(encoded)
        self._outbox_bytes += len(encoded)
        self._news.set()

    def send_binary(self, framed: bytes) -> None:
        """Queue a binary message."""
        self.send(Binary(framed))

    def close(self, why: Refusal, again: bool) -> None:
        """Close the connection after the queued messages.

        `again` tells the page to reconnect.
        """
        self._end(why, again=again)

    # --- the connection

    async def run(self) -> None:
        """Handle the connection from the first message to the last."""
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
            pass  # the client disconnected during the handshake
        finally:
            await _stopped(reading, writing)
            self._made_known()

    async def _read(self) -> None:
        """Handle messages until the page leaves or is dropped."""
        try:
            try:
                async with asyncio.timeout(HELLO_SECONDS):
                    message = await self._next()
            except TimeoutError:
                self._end(Refusal("notOurs"), POLICY)
                return
            secret = await self._introduced(message)
            if secret is None:
                return
            self._made_known()
            if not self._rate_limiter.entries.take(self.actor.id):
                self._end(Refusal("tooOften"), again=True)
                return
            if not self._rate_limiter.take_seat(self.actor.id):
                self._end(Refusal("tooManyPages"), POLICY)
                return
            try:
                await self._take_part(secret)
            finally:
                self._rate_limiter.leave_seat(self.actor.id)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("A connection went wrong")
            self._end(Refusal("wentWrong"), again=True)

    def _make_room(self) -> None:
        """Drop this unidentified connection, to make room for newer ones."""
        self._end(Refusal("crowded"), again=True)

    def _made_known(self) -> None:
        if self._stranger is not None:
            self._rate_limiter.identified(self._stranger)
            self._stranger = None

    # --- authentication

    async def _introduced(self, message: FromPage | None) -> str | None:
        """Return the secret of the page's user, or None if the page is not accepted."""
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
            self._end(Refusal("notOurs"), POLICY)
            return None
        if not self._rate_limiter.wrong_secrets.take(self._address):
            await asyncio.sleep(SLOW_SECONDS)
        self._end(Refusal("linkInvalid"), NOT_VALID)
        return None

    async def _joined(self, name: str) -> str | None:
        if not self._rate_limiter.joins.take(self._address):
            self._end(Refusal("tooManyJoins"), POLICY)
            return None
        try:
            player = await self._finished(self._table.join(name))
        except Refusal as refusal:
            self._end(refusal, POLICY)
            return None
        self.actor = Actor("player", player.id, player.name)
        return player.secret

    async def _take_part(self, secret: str) -> None:
        try:
            self._held_back = True
            await self._finished(self._table.enter(self, self.actor))
            if who(self._table.world, secret) is None:
                # The link was replaced while the page connected: discard its messages.
                self._outbox.clear()
                self._end(Refusal("linkInvalid"), NOT_VALID)
            self._held_back = False
            self._news.set()
            while not self._ending:
                await self._handle(await self._next())
        finally:
            if self._work and not self._work.done():
                await asyncio.wait({self._work})
            await self._table.leave(self)

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the table. A change that has started is completed even if the page
        disconnects.
        """
        task = asyncio.create_task(work)
        self._work = task
        return await asyncio.shield(task)

    # --- messages from the client

    async def _next(self) -> FromPage | None:
        """Return the next message, or None if it is invalid."""
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
                self._send_message(refused(getattr(message, "id", ""), Refusal("wentWrong")))

    async def _done(self, message: Request) -> None:
        if isinstance(message, Do) and self._rolls_too_often(message):
            self._send_message(refused(message.id, Refusal("tooManyMessages")))
        elif not isinstance(message, PingTile) or self._rate_limiter.pings.take(self.actor.id):
            await self._table.handle(self, message)

    def _rolls_too_often(self, message: Do) -> bool:
        is_roll = isinstance(message.action, (RollDice, TellRoll))
        return is_roll and not self._rate_limiter.rolls.take(self.actor.id)

    async def _hold_back(self, message: FromPage | None) -> None:
        """Refuse a message over the rate limit. Drop the page if it does not stop."""
        if not self._refusals.take():
            self._end(Refusal("farTooMany"), POLICY)
            return
        if message is not None:
            self._send_message(refused(getattr(message, "id", ""), Refusal("tooManyMessages")))
        # Responding to a flood would delay everyone else.
        await asyncio.sleep(0)

    def _not_understood(self, id: str) -> None:
        """Respond to an invalid message. Its content is never echoed."""
        self._strange += 1
        if self._strange > MOST_STRANGE:
            self._end(Refusal("notOurs"), POLICY)
        else:
            self._send_message(refused(id, Refusal("notUnderstood")))

    # --- messages to the client

    def _send_message(self, message: Outgoing) -> None:
        self.send(_ENCODER.encode(message))

    def _end(self, why: Refusal, code: int | None = None, *, again: bool = False) -> None:
        if self._ending is None:
            usual = COME_AGAIN if again else NOT_VALID
            self._ending = Ending(
                _ENCODER.encode(Bye(str(why), again, why.key, why.values)), code or usual
            )
            self._news.set()

    async def _write(self) -> None:
        """Send queued messages until the connection ends."""
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
            # The page does not read, or has disconnected.
            self._end(Refusal("tooFarBehind"), again=True)

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
    """Return the id of an otherwise invalid message, if it is well formed."""
    try:
        id = _ADDRESS_DECODER.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    return id if len(id) <= MOST_ID and id.isascii() and id.isprintable() else ""
