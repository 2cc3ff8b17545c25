"""A small asyncio proxy that behaves like Caddy or nginx in front of the table.

It accepts requests and sockets, sets the headers that such a proxy sets, and forwards all bytes.

    async with proxied(server, forwarded="203.0.113.7") as proxy:
        await proxy.request("GET", "/")        # as that client's browser would ask

Each client connection becomes one connection to the table, of which only the first header block is
rewritten. Tests need no more.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.table.support.served_table import Client, Response, Served, refused_status

NAME = "table.example.org"
ORIGIN = f"https://{NAME}"
LONGEST_HEAD = 65_536


class Proxy:
    """The server at the public name.

    `forwarded`: the client address that it sets (or any other text). None forwards the client's own
    header, like a badly configured proxy.
    """

    def __init__(self, server: Served, port: int, forwarded: str | None) -> None:
        self.server, self.port, self.forwarded = server, port, forwarded

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle one connection of a client."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            up_reader, up_writer = await asyncio.open_connection(
                self.server.address, self.server.port
            )
        except (OSError, asyncio.IncompleteReadError):
            writer.close()
            return
        up_writer.write(self._rewritten(head))
        ways = [(reader, up_writer), (up_reader, writer)]
        await asyncio.gather(*(_pass_on(*way) for way in ways))

    def _rewritten(self, head: bytes) -> bytes:
        first, *lines = head.rstrip(b"\r\n").split(b"\r\n")
        if self.forwarded is not None:
            came = [line for line in lines if line.lower().startswith(b"x-forwarded-for:")]
            lines = [line for line in lines if line not in came]
            before = [line.partition(b":")[2].strip() for line in came]
            lines.append(
                b"X-Forwarded-For: " + b", ".join([*before, self.forwarded.encode("latin-1")])
            )
        return b"\r\n".join([first, *lines]) + b"\r\n\r\n"

    # --- clients

    async def request(
        self, method: str, path: str, headers: dict[str, str] | None = None
    ) -> Response:
        """Send a request as a browser at our public name would."""
        given = {"Host": NAME, **(headers or {})}
        near = Served(self.server.table, self.port)
        return await near.request(method, path, headers=given)

    async def page(self, secret: str) -> Client:
        """Open a page with a seat through the proxy."""
        client = await self.connect()
        await client.hello(secret)
        return client

    async def connect(self, headers: dict[str, str] | None = None) -> Client:
        return await Client.connect(NAME, ORIGIN, headers, port=self.port)

    async def socket_status(
        self,
        origin: str | None = ORIGIN,
        headers: dict[str, str] | None = None,
        host: str = NAME,
    ) -> int:
        """Return 101, or the status with which a socket was refused."""
        return await refused_status(host, origin=origin, headers=headers, port=self.port)


@asynccontextmanager
async def proxied(server: Served, forwarded: str | None = "203.0.113.7") -> AsyncIterator[Proxy]:
    """Run a proxy in front of this server."""
    proxy: Proxy
    tasks: set[asyncio.Task[None]] = set()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        await proxy.take(reader, writer)

    listening = await asyncio.start_server(take, "127.0.0.1", 0, limit=LONGEST_HEAD)
    proxy = Proxy(server, listening.sockets[0].getsockname()[1], forwarded)
    try:
        yield proxy
    finally:
        listening.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(65_536):
            writer.write(chunk)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()
