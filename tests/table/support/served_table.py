"""A table served for tests, and simulated pages that talk to it.

    async with serving(table) as server:
        mira = await server.page(secret)            # sent Hello, received Welcome
        done = await mira.do(Move(figure, (3, 4)))  # Done or Refused, as a dict
        await mira.expect("change")
        mira.received                               # every byte, frame by frame

`serving` runs the server in the test's own event loop, with the settings of `sightline table`.
`TableProcess` starts the command itself, for tests that need a process: signals, kill -9, browsers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from ssl import SSLContext
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Literal, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sightline.table.http.addresses import HERE, origin_of, own_origins
from sightline.table.http.app import make_app
from sightline.table.http.listening import listening_sockets
from sightline.table.http.rate_limits import Limits
from sightline.table.http.static_files import PLAYGROUND, STATIC
from sightline.table.http.uvicorn_server import CLOSED, Exposure, TableServer
from sightline.table.protocol.client import Ask, Do, Hello, Join
from sightline.table.protocol.types import Incoming
from sightline.texts import in_english
from tests.forked import Forked
from tests.table.support.fake_pages import assert_translatable, read_as_a_browser, read_binary

PATIENCE = 20.0
"""Timeout in seconds. It does not measure anything."""
OURS = "ours"
"""A placeholder for the origin of the table's own page."""

Message = dict[str, Any]


# --- the server


class _QuietServer(TableServer):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Served:
    """A running server."""

    def __init__(self, table: Any, port: int, address: str = HERE, scheme: str = "http") -> None:
        self.table = table
        self.port, self.address = port, address
        self.url = origin_of(scheme, address, port)
        self.host = self.url.partition("://")[2]

    async def connect(self, **options: Any) -> Client:
        """Open a page that has not sent anything yet."""
        return await Client.connect(self.host, **options)

    async def page(self, secret: str) -> Client:
        """Open a page with a seat."""
        client = await self.connect()
        await client.hello(secret)
        return client

    async def request(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Response:
        """Send an HTTP request exactly as given, without normalizing the path."""
        given = {"Host": self.host, "Content-Length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        raw = f"{method} {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode("latin-1")
        return await self.raw(raw + body)

    async def raw(self, sent: bytes) -> Response:
        """Send these bytes, and return the response."""
        reader, writer = await asyncio.open_connection(self.address, self.port)
        received = b""
        try:
            with contextlib.suppress(ConnectionError):
                writer.write(sent)
                await writer.drain()
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(PATIENCE):
                    while chunk := await reader.read(65_536):
                        received += chunk
        finally:
            writer.close()
        return Response(received)


async def unreading_page(server: Served, secret: str) -> socket.socket:
    """Open a page that says hello and never reads."""
    unreading = socket.socket()
    unreading.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    unreading.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(unreading, (HERE, server.port))
    handshake = (
        f"GET /ws HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.url}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await loop.sock_sendall(unreading, handshake.encode())
    assert b"101" in await loop.sock_recv(unreading, 1024)
    hello = json.dumps({"t": "hello", "secret": secret}).encode()
    assert len(hello) < 126
    await loop.sock_sendall(unreading, bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return unreading


class Response:
    """A response of the server."""

    def __init__(self, received: bytes) -> None:
        self.raw = received
        head, _, self.body = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1]) if first else 0
        pairs = (line.partition(": ") for line in lines)
        self.headers = {name.lower(): value for name, _, value in pairs}

    def json(self) -> Any:
        received = json.loads(self.body)
        if isinstance(received, dict) and "key" not in received and self.status != 404:
            assert_translatable(received)
        return in_english(received)


@asynccontextmanager
async def serving(
    table: Any,
    limits: Limits | None = None,
    static_dir: Path = STATIC,
    *,
    at: str | None = None,
    address: str = HERE,
    exposure: Exposure = CLOSED,
    playground_dir: Path = PLAYGROUND,
) -> AsyncIterator[Served]:
    """Serve the table on a free port during the block. `at`: the option `--at`."""
    listeners = listening_sockets((address,), 0)
    port = listeners[0].getsockname()[1]
    listens = asyncio.Event()
    exposure = exposure._replace(behind_proxy=at is not None)
    scheme = "https" if exposure.cert else "http"
    origins = [*own_origins(port, [], scheme), *([at] if at else [])]
    app = make_app(
        table,
        origins,
        static_dir,
        limits,
        behind_proxy=exposure.behind_proxy,
        playground_dir=playground_dir,
    )
    server = _QuietServer(app, listens.set, exposure)
    task = asyncio.create_task(server.serve(sockets=listeners))
    waiting = asyncio.create_task(listens.wait())
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        yield Served(table, port, address, scheme)
    finally:
        waiting.cancel()
        server.should_exit = True
        await task


# --- a page


class Client:
    """A page that stores every received frame and finds the message that a test waits for."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._news = asyncio.Condition()
        self._next_id = 0
        self._read_up_to = 0
        self.received: list[bytes] = []
        self.messages: list[Message] = []
        self.is_closed = False
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def connect(
        cls,
        host: str,
        origin: str | None = OURS,
        headers: dict[str, str] | None = None,
        scheme: Literal["ws", "wss"] = "ws",
        tls: SSLContext | None = None,
        port: int | None = None,
    ) -> Self:
        """Open a connection. `origin` None sends no Origin header; `port`: the local port of that
        host.
        """
        where = {} if port is None else {"host": HERE, "port": port}
        ours = f"{'https' if tls else 'http'}://{host}"
        line = await connect(
            f"{scheme}://{host}/ws",
            ssl=tls,
            origin=ours if origin == OURS else origin,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            proxy=None,
            max_size=None,
            **where,  # type: ignore[arg-type]
        )
        return cls(line)

    async def _listen(self) -> None:
        try:
            async for frame in self._line:
                raw = frame.encode() if isinstance(frame, str) else frame
                async with self._news:
                    self.received.append(raw)
                    is_text = isinstance(frame, str)
                    self.messages.append(read_as_a_browser(raw) if is_text else read_binary(raw))
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        async with self._news:
            self.is_closed = True
            self._news.notify_all()

    # --- saying

    async def say(self, message: Incoming | dict[str, Any] | str | bytes) -> None:
        """Send a message of the protocol, or anything else."""
        if isinstance(message, Incoming):
            message = msgspec.json.encode(message).decode()
        elif isinstance(message, dict):
            message = json.dumps(message)
        await self._line.send(message)

    async def hello(self, secret: str) -> Message:
        await self.say(Hello(secret))
        return await self.expect("welcome")

    async def join(self, secret: str, name: str) -> Message:
        """Ask to join. The welcome contains the player's own secret."""
        await self.say(Join(secret, name))
        return await self.expect("welcome")

    def new_id(self) -> str:
        self._next_id += 1
        return f"test{id(self):x}-{self._next_id}"

    async def do(self, action: Any, id: str | None = None) -> Message:
        """Perform an action and return Done or Refused."""
        message = Do(id or self.new_id(), action)
        await self.say(message)
        return await self.reply(message.id)

    async def ask(self, question: Any) -> Message:
        """Ask a question and return Answer or Refused."""
        message = Ask(self.new_id(), question)
        await self.say(message)
        return await self.reply(message.id)

    # --- hearing

    async def reply(self, id: str) -> Message:
        """Return the response with that id, at any position among the messages."""
        return await self._first(
            lambda received: (
                received["t"] in ("done", "refused", "answer") and received["id"] == id
            ),
            f"an answer to {id}",
            0,
        )

    async def expect(self, kind: str, test: Callable[[Message], bool] | None = None) -> Message:
        """Return the next message of this kind that passes the test, after the
        last expected one.
        """
        found = await self._first(
            lambda received: received["t"] == kind and (test is None or test(received)),
            f"a message {kind!r}",
            self._read_up_to,
        )
        self._read_up_to = next(
            i + 1 for i, received in enumerate(self.messages) if received is found
        )
        return found

    async def _first(self, test: Callable[[Message], bool], what: str, start: int) -> Message:
        def find() -> Message | None:
            return next((received for received in self.messages[start:] if test(received)), None)

        try:
            async with asyncio.timeout(PATIENCE), self._news:
                await self._news.wait_for(lambda: find() is not None or self.is_closed)
        except TimeoutError:
            raise AssertionError(f"expected {what}, got {self._kinds(start)}") from None
        found = find()
        assert found is not None, f"expected {what}, got {self._kinds(start)}, then the end"
        return found

    def _kinds(self, start: int) -> list[str]:
        return [received["t"] for received in self.messages[start:]]

    def last(self, kind: str) -> Message:
        """Return the latest message of this kind that has arrived."""
        return next(received for received in reversed(self.messages) if received["t"] == kind)

    async def quiet(self) -> None:
        """Wait until everything that the table sent before this call has arrived."""
        before = sum(received["t"] == "pong" for received in self.messages)
        await self.say({"t": "ping"})
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(
                lambda: sum(received["t"] == "pong" for received in self.messages) > before
            )

    async def closed(self) -> int:
        """Wait until the server closes the connection, and return the close code."""
        async with asyncio.timeout(PATIENCE):
            await self._line.wait_closed()
            await self._listening
        return self._line.close_code or 1006

    async def close(self) -> None:
        await self._line.close()
        await self._listening

    def everything(self) -> bytes:
        """Return all bytes that this page has received."""
        return b"\n".join(self.received)


async def refused_status(host: str, **options: Any) -> int:
    """Return the HTTP status with which a WebSocket was refused, or 101."""
    from websockets.exceptions import InvalidStatus

    try:
        client = await Client.connect(host, **options)
    except InvalidStatus as refusal:
        return refusal.response.status_code
    await client.close()
    return 101


# --- the command itself


class TableProcess:
    """A running `sightline table`, with the links that it printed."""

    def __init__(
        self, file: Path, *words: str, browser: bool = False, elsewhere: bool = False
    ) -> None:
        """Start the command. `elsewhere`: use the sources on PYTHONPATH instead of those under
        test.
        """
        command = ["table", *([] if browser else ["--no-browser"])]
        command += ["--port", str(_free_port()), "--file", str(file), *words]
        # A full pipe would block the server.
        self._errors = TemporaryFile("w+")  # noqa: SIM115
        self.process: subprocess.Popen[str] | Forked = (
            subprocess.Popen(
                [sys.executable, "-m", "sightline.apps.cli.main", *command],
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
            if elsewhere
            else Forked(command, stdin=0, stderr=self._errors.fileno())
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Ctrl+C" in line:
                break
        else:
            raise AssertionError(f"no table: {self.said}{self.errors()}")
        self.master_link = self._link("m")
        self.players_link = self._link("j")
        self.master_secret = self.master_link.partition("#m=")[2]
        self.join_secret = self.players_link.partition("#j=")[2]
        self.host = self.master_link.removeprefix("http://").partition("/")[0]

    def _link(self, letter: str) -> str:
        links = [rf"{scheme}://\S+/#{letter}=[\w-]+" for scheme in ("http", "https")]
        found = re.search(links[0], self.said) or re.search(links[1], self.said)
        assert found is not None, self.said
        return found[0]

    def kill(self) -> None:
        """Kill the process without cleanup."""
        self.process.kill()
        self._end()

    def interrupt(self) -> int:
        """Send Ctrl+C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode is not None
        return self.process.returncode

    def errors(self) -> str:
        """Return its standard error output so far."""
        self._errors.seek(0)
        return self._errors.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self._errors.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
    return port
