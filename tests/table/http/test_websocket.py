"""Frames without content are limited, and messages are read one by one, however they arrive."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sightline.table.http.addresses import HERE
from sightline.table.http.websocket import IDLE_FRAMES
from sightline.table.protocol.actions import Move
from sightline.table.protocol.client import MAX_MESSAGE_BYTES
from tests.table.support.fake_table import FakeTable
from tests.table.support.served_table import PATIENCE, Client, Served, TableProcess, serving

CONTINUATION, TEXT, PING, PONG = 0x0, 0x1, 0x9, 0xA
FAR_TOO_MANY = 50 * int(IDLE_FRAMES.burst)


@pytest.fixture
async def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
async def server(table: FakeTable) -> AsyncIterator[Served]:
    async with serving(table) as served:
        yield served


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """Return a frame as a client sends it, with a mask of zeros."""
    first = (0x80 if last else 0) | kind
    if len(data) < 126:
        return bytes([first, 0x80 | len(data), 0, 0, 0, 0]) + data
    return bytes([first, 0x80 | 126, *len(data).to_bytes(2, "big"), 0, 0, 0, 0]) + data


class Line:
    """A socket that can send any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def opened(cls, host: str) -> Line:
        reader, writer = await asyncio.open_connection(HERE, int(host.rpartition(":")[2]))
        key = b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head.splitlines()[0]
        return cls(reader, writer)

    async def hello(self, secret: str) -> None:
        self.writer.write(frame(TEXT, json.dumps({"t": "hello", "secret": secret}).encode()))
        await self.reader.readuntil(b'"welcome"')

    async def is_hung_up_on(self, flood: bytes) -> bool:
        """Send bytes and return whether the server closes the connection, without reading first."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    self.writer.write(flood)
                    await self.writer.drain()
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        finally:
            self.writer.close()


NOISE = {
    "pings": frame(PING),
    "large pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG),
    "pieces of nothing": frame(CONTINUATION, last=False),
}


@pytest.mark.parametrize("noise", NOISE)
async def test_who_only_makes_noise_is_hung_up_on(
    table: FakeTable, server: Served, noise: str
) -> None:
    """This holds before and after identification, and the others can continue."""
    other = await server.page(table.seat().secret)
    for has_seat in (False, True):
        line = await Line.opened(server.host)
        if has_seat:
            await line.hello(table.master_secret)
        if noise.startswith("pieces"):
            line.writer.write(frame(TEXT, b"{", last=False))
        assert await line.is_hung_up_on(NOISE[noise] * FAR_TOO_MANY)
        assert (await other.do(Move("f1", (0, 0))))["t"] == "done"


async def test_the_command_counts_them(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table.db") as process:
        line = await Line.opened(process.host)
        assert await line.is_hung_up_on(frame(PING) * FAR_TOO_MANY)
        page = await Client.connect(process.host)
        await page.hello(process.master_secret)


async def test_a_few_pings_are_answered(table: FakeTable, server: Served) -> None:
    page = await server.page(table.master_secret)
    for _ in range(20):
        async with asyncio.timeout(PATIENCE):
            await (await page._line.ping())
    await page.quiet()


async def test_a_message_may_come_in_pieces(table: FakeTable, server: Served) -> None:
    page = await server.page(table.master_secret)
    words = '{"t":"ping"}' + " " * (MAX_MESSAGE_BYTES - 12)
    await page._line.send([words[i : i + 4096] for i in range(0, len(words), 4096)])
    await page.expect("pong")


async def test_many_messages_at_once_are_read_in_their_order(
    table: FakeTable, server: Served
) -> None:
    """This holds even if the connection closes right after them."""
    line = await Line.opened(server.host)
    await line.hello(table.master_secret)
    moves = [
        {"t": "do", "id": f"{i}", "action": {"t": "move", "figure": "f1", "to": [i, 0]}}
        for i in range(100)
    ]
    line.writer.write(b"".join(frame(TEXT, json.dumps(move).encode()) for move in moves))
    line.writer.write_eof()
    async with asyncio.timeout(PATIENCE):
        while len(table.done) < len(moves):
            await asyncio.sleep(0.01)
    assert [each.id for each in table.done] == [each["id"] for each in moves]
    line.writer.close()


async def test_who_was_sent_away_cannot_go_on_talking(table: FakeTable, server: Served) -> None:
    """The connection stays open until the page has answered the closing handshake."""
    line = await Line.opened(server.host)
    line.writer.write(frame(TEXT, b"{}"))
    await line.reader.readuntil(b'"bye"')
    assert await line.is_hung_up_on(frame(TEXT, b"{}") * FAR_TOO_MANY)


# --- frames that no page sends

MASKED = bytes(4)
ABSURD = {
    "packed, though nobody agreed to that": (bytes([0xC1, 0x82]) + MASKED + b"{}", 1002),
    "of a size beyond all memory": (bytes([0x81, 0xFF]) + b"\x3f" + b"\xff" * 7 + MASKED, 1009),
    "a little too large": (
        bytes([0x81, 0xFF]) + (MAX_MESSAGE_BYTES + 1).to_bytes(8, "big") + MASKED,
        1009,
    ),
    "not masked": (bytes([0x81, 0x02]) + b"{}", 1002),
    "of a kind that there is not": (bytes([0x83, 0x80]) + MASKED, 1002),
    "a ping of any size": (bytes([0x89, 0xFE, 0x10, 0x00]) + MASKED + bytes(4096), 1002),
    "half a ping": (bytes([0x09, 0x80]) + MASKED, 1002),
    "a piece of nothing": (frame(CONTINUATION, b"{}"), 1002),
    "text that is none": (frame(TEXT, b"\xff\xfe"), 1007),
}


@pytest.mark.parametrize("what", ABSURD)
async def test_absurd_frames_end_the_connection(
    table: FakeTable, server: Served, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    sent, code = ABSURD[what]
    for has_seat in (False, True):
        line = await Line.opened(server.host)
        if has_seat:
            await line.hello(table.master_secret)
        line.writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            said = await line.reader.read()
        assert bytes([0x88]) in said
        assert code.to_bytes(2, "big") in said
        line.writer.close()
    assert (await (await server.page(table.seat().secret)).do(Move("f1", (0, 0))))["t"] == "done"
    assert caplog.records == []


async def test_nothing_is_packed(table: FakeTable, server: Served) -> None:
    """Small compressed messages could expand to gigabytes."""
    from websockets.asyncio.client import connect

    async with connect(
        f"ws://{server.host}/ws",
        origin=server.url,  # type: ignore[arg-type]
        compression="deflate",
        proxy=None,
    ) as line:
        assert line.response is not None
        assert "Sec-WebSocket-Extensions" not in line.response.headers
