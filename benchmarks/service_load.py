"""Latency of `see` over HTTP: 50 clients query a running `sightline serve` about one board.

    python -m benchmarks.service_load [--clients 50] [--rate 500] [--seconds 10]

The clients are raw asyncio connections. Each has a schedule, so that together they send `rate`
questions per second, and latency counts from the scheduled time. `--rate 0` sends as fast as the
service answers, to measure its throughput.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.maps import board as board_of
from benchmarks.maps import free_tiles, rooms
from sightline.formats import to_bytes

HOST = "127.0.0.1"
SIDE = 48
"""The rows and columns of the board."""


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--detail", default="verdict")
    args = parser.parse_args()
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sightline", "serve", "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert server.stdout is not None
        said = (await server.stdout.readline()).decode()
        found = re.search(r":(\d+)/", said)
        assert found is not None, said
        port = int(found[1])
        solid = rooms(SIDE)
        tiles = Random(1).sample(free_tiles(solid), 40)
        document = json.loads(to_bytes(board_of(solid), ".json"))
        board = await _ask(port, "/v1/boards", {"board": document, "rule": "corner"})
        path = f"/v1/boards/{board['id']}/see"
        questions = [
            _request(path, {"from": list(a), "to": list(b), "detail": args.detail})
            for a, b in pairwise(tiles)
        ]
        await asyncio.gather(*(_client(port, questions, 50, 0, 0) for _ in range(4)))  # warm-up
        each = args.clients / args.rate if args.rate else 0.0
        count = int(args.seconds / each) if each else int(args.seconds * 40)
        start, spent = perf_counter(), _processor_seconds(server.pid)
        times = await asyncio.gather(
            *(
                _client(port, questions, count, each, each * number / args.clients)
                for number in range(args.clients)
            )
        )
        taken, spent = perf_counter() - start, _processor_seconds(server.pid) - spent
    finally:
        server.terminate()
        await server.wait()
    every = sorted(1000 * time for one in times for time in one)
    print(
        f"{len(every)} questions by {args.clients} clients in {taken:.1f} s:"
        f" {len(every) / taken:.0f} a second;"
        f" median {statistics.median(every):.2f} ms,"
        f" p99 {every[int(len(every) * 0.99)]:.2f} ms, longest {every[-1]:.1f} ms;"
        f" {1000 * spent / len(every):.2f} ms of the processor each"
    )


def _processor_seconds(process: int) -> float:
    """Return a process's CPU time so far, which does not depend on other programs' load."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _client(
    port: int, questions: list[bytes], count: int, each: float, first: float
) -> list[float]:
    reader, writer = await asyncio.open_connection(HOST, port)
    begin, times = perf_counter() + first, []
    for number in range(count):
        turn = begin + number * each if each else perf_counter()
        wait = turn - perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
            turn = perf_counter()  # a late timer in this client does not count against the service
        writer.write(questions[number % len(questions)])
        await _answer(reader)
        times.append(perf_counter() - turn)
    writer.close()
    return times


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", head)
    assert head.startswith(b"HTTP/1.1 20"), head
    assert found is not None
    return await reader.readexactly(int(found[1]))


async def _ask(port: int, path: str, body: Any) -> Any:
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(_request(path, body))
    answer = json.loads(await _answer(reader))
    writer.close()
    return answer


def _request(path: str, body: Any) -> bytes:
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


if __name__ == "__main__":
    asyncio.run(main())
