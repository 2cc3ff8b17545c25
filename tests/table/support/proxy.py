"""A small proxy over asyncio, as Caddy or nginx would stand before the table: it takes requests
and sockets, writes the headers that such a proxy writes, and passes all bytes on.

    async with proxied(server, forwarded="203.0.113.7") as proxy:
        await proxy.request("GET", "/")        # as that client's browser would ask

One connection of a client is one connection to the table, and its first head is rewritten; that is
all a test needs of it.
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
    """What answers at the public name. `forwarded`: the address that it writes for its client, or
    whatever else a test has it write; None: it passes on what came, as a careless one does."""

    def __init__(self, server: Served, port: int, forwarded: str | None) -> None:
        self.server, self.port, self.forwarded = server, port, forwarded

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a client's."""
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
        """A request of a browser that has our public name."""
        given = {"Host": NAME, **(headers or {})}
        near = Served(self.server.table, self.port)
        return await near.request(method, path, headers=given)

    async def page(self, secret: str) -> Client:
        """A page of somebody who has a seat, through the proxy."""
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
        """101, or the status with which a socket was refused."""
        return await refused_status(host, origin=origin, headers=headers, port=self.port)


@asynccontextmanager
async def proxied(server: Served, forwarded: str | None = "203.0.113.7") -> AsyncIterator[Proxy]:
    """A proxy before this server."""
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
