"""`python -m benchmarks.table_attack`: how long other players wait while one player attacks.

The map is a maze of 255 x 255 tiles that everyone knows. Four players together make ten steps per
second, and the time from sending a step to its `Done` is measured: first without an attack, then
during each attack by one player with ten open pages:

    impossible   moves to a closed room in the maze, for which a search must visit every tile
    walls        the same between thousands of free walls
    walks        the longest walks that one move may have, back and forth
    undo         undo and redo of a long walk
    portraits    twelve pictures of 64 megapixels for one token

The server is the real command in a separate process.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import itertools
import json
import random
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from rich.console import Console
from websockets.asyncio.client import ClientConnection

from benchmarks import machine
from benchmarks.table_load import RUNS, Seat, SilentPage, address_of, connected, encode, shares
from sightline.formats.contract import Loaded, Report
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.table.protocol.actions import Admit, EditFigure, Reveal
from sightline.table.protocol.client import Do
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap

SIDE = 255
"""Odd, so that the maze has a wall around it."""
OTHERS, PAGES = 4, 10
STEPS_A_SECOND = 10
FREE_WALLS = 4_000
PORTRAITS, PORTRAIT_SIDE = 12, 8_000
ATTACKS = ("impossible", "walls", "walks", "undo", "portraits")

Tile = tuple[int, int]


def maze(side: int, seed: int) -> SquareBoard:
    """Return halls one tile wide between rock, without loops, and a closed room in a corner."""
    dice, board = random.Random(seed), SquareBoard(side, side)
    halls: set[Tile] = {(1, 1)}
    waiting: list[Tile] = [(1, 1)]
    while waiting:
        row, col = waiting[-1]
        ways = [
            (row + dr, col + dc)
            for dr, dc in ((0, 2), (2, 0), (0, -2), (-2, 0))
            if 0 < row + dr < side and 0 < col + dc < side and (row + dr, col + dc) not in halls
        ]
        if not ways:
            waiting.pop()
            continue
        to = dice.choice(ways)
        halls |= {to, ((row + to[0]) // 2, (col + to[1]) // 2)}
        waiting.append(to)
    for tile in board.tiles():
        if (tile[0], tile[1]) not in halls:
            board.set_solid(tile)
    for door in ((side - 3, side - 2), (side - 2, side - 3)):
        board.set_solid(door)
    return board


@dataclass
class Setting:
    """The state of the table before the measurement."""

    seats: list[Seat]
    """The seats, with the attacker's first."""
    walk: list[Tile]
    """The attacker's path to the far end of a long hall."""
    closed: Tile


async def set_table(path: Path, *, walls: bool, side: int = SIDE) -> Setting:
    board = maze(side, 3)
    if walls:
        dice = random.Random(5)
        for _ in range(FREE_WALLS):
            row, col = dice.randrange(1, side - 1), dice.randrange(1, side - 1)
            if board.is_solid((row, col)):
                board.add_wall((col + 0.25, row + 0.25), (col + 0.25, row + 0.5))
    ways = _ways_from(board, (1, 1))
    places = [(1, 1), *(way[0] for way in itertools.islice(_pairs(board), OTHERS))]
    for number, tile in enumerate(places):
        board.place(f"hero {number}", tile, kind="hero")
    rule = CenterRule(ties="adjudicated").to_dict()
    table = Table(path, maps=[ImportedMap("Maze", Loaded(board, Report("made"), rule))])
    page = SilentPage()
    await table.enter(page, page.actor)
    scene = table.world.maps()[0]
    seats = []
    for figure in sorted(scene.figures.values(), key=lambda each: each.name):
        player = await table.join(f"Player of {figure.name}")
        await table.handle(page, Do(f"in {player.id}", Admit(player.id)))
        await table.handle(page, Do(f"give {player.id}", EditFigure(figure.id, owners=[player.id])))
        seats.append(Seat(player.name, player.secret, figure.id, figure.at))
    await table.handle(page, Do("all", Reveal([(row, 0, side) for row in range(side)])))
    await table.close()
    return Setting(seats, max(ways, key=len), (side - 2, side - 2))


def _pairs(board: SquareBoard) -> Iterator[tuple[Tile, Tile]]:
    """Yield pairs of adjacent hall tiles across the maze."""
    side = board.shape[0]
    for row in range(side - 2, 0, -side // 8):
        row |= 1
        for col in range(side // 2, side - 4):
            if not board.is_solid((row, col)) and not board.is_solid((row, col + 1)):
                yield (row, col), (row, col + 1)
                break


def _ways_from(board: SquareBoard, start: Tile) -> list[list[Tile]]:
    """Return the path to every tile. A maze has only one."""
    found, waiting = {start: [start]}, [start]
    for here in waiting:
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = (here[0] + dr, here[1] + dc)
            if there not in found and not board.is_solid(there) and len(found[here]) < 400:
                found[there] = [*found[here], there]
                waiting.append(there)
    return list(found.values())


# --- pages


@dataclass
class Page:
    """A page that waits for the response to each action."""

    line: ClientConnection
    secret: str
    waits: list[float] = field(default_factory=list)
    refused: int = 0

    @classmethod
    async def open(cls, host: str, secret: str) -> Page:
        line = await connected(host)
        await line.send(encode({"t": "hello", "secret": secret}).decode())
        page = cls(line, secret)
        async for frame in line:
            if isinstance(frame, str) and msgspec.json.decode(frame)["t"] == "stage":
                break
        return page

    async def do(self, action: dict[str, Any]) -> bool:
        id_ = f"{time.monotonic_ns()}"
        start = time.perf_counter()
        await self.line.send(encode({"t": "do", "id": id_, "action": action}).decode())
        async for frame in self.line:
            message = {} if isinstance(frame, bytes) else msgspec.json.decode(frame)
            if message.get("id") == id_ and message["t"] in ("done", "refused"):
                self.waits.append(time.perf_counter() - start)
                self.refused += message["t"] == "refused"
                return bool(message["t"] == "done")
        return False

    async def move(self, figure: str, to: Tile) -> bool:
        return await self.do({"t": "move", "figure": figure, "to": to})


async def step_about(host: str, seat: Seat, seconds: float) -> Page:
    """Play as one of the other players: one step back and forth, repeatedly."""
    page = await Page.open(host, seat.secret)
    there, here = (seat.at[0], seat.at[1] + 1), seat.at
    for to in (there, here):  # the first steps fill caches
        await page.move(seat.figure, to)
    page.waits.clear()
    every, begin = OTHERS / STEPS_A_SECOND, time.perf_counter()
    for number in range(int(seconds / every)):
        await asyncio.sleep(max(0.0, begin + number * every - time.perf_counter()))
        await page.move(seat.figure, there if number % 2 == 0 else here)
    if int(seconds / every) % 2:
        await page.move(seat.figure, here)
        page.waits.pop()
    await page.line.close()
    return page


# --- attacks


async def _impossible(page: Page, setting: Setting) -> None:
    while True:
        await page.move(setting.seats[0].figure, setting.closed)


async def _walks(page: Page, setting: Setting) -> None:
    ends = itertools.cycle((setting.walk[-1], setting.walk[0]))
    while True:
        await page.move(setting.seats[0].figure, next(ends))


async def _undo(page: Page, setting: Setting) -> None:
    await page.move(setting.seats[0].figure, setting.walk[-1])
    for kind in itertools.cycle(("undo", "redo")):
        await page.do({"t": kind})


async def _portraits(host: str, setting: Setting) -> None:
    out = io.BytesIO()
    Image.new("RGB", (PORTRAIT_SIDE, PORTRAIT_SIDE), "#345").save(out, "PNG", compress_level=9)
    request = urllib.request.Request(
        f"http://{host}/pictures?name=me.png&for=face",
        data=out.getvalue(),
        headers={
            "Authorization": f"Bearer {setting.seats[0].secret}",
            "Origin": f"http://{host}",
        },
    )

    def send() -> None:
        with suppress(urllib.error.URLError, OSError):
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request).read()

    while True:
        await asyncio.gather(*(asyncio.to_thread(send) for _ in range(PORTRAITS)))
        await asyncio.sleep(0.5)


@asynccontextmanager
async def attack(kind: str, host: str, setting: Setting) -> AsyncIterator[list[Page]]:
    pages: list[Page] = []
    tasks = []
    if kind == "portraits":
        tasks.append(asyncio.create_task(_portraits(host, setting)))
    elif kind:
        play = {"walks": _walks, "undo": _undo}.get(kind, _impossible)
        for _ in range(PAGES):
            pages.append(await Page.open(host, setting.seats[0].secret))
            tasks.append(asyncio.create_task(play(pages[-1], setting)))
    try:
        await asyncio.sleep(1.0 if kind else 0.0)
        yield pages
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for page in pages:
            await page.line.close()


# --- runs


async def run(kind: str, seconds: float, side: int = SIDE) -> dict[str, Any]:
    """Measure one table without and then with the attack."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        setting = await set_table(path, walls=kind == "walls", side=side)
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sightline.apps.cli.main", "table", "--no-browser"),
            *("--file", str(path), "--port", "0"),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            host = await address_of(server)
            found: dict[str, Any] = {}
            for when in ("", kind):
                async with attack(when, host, setting) as pages:
                    others = (step_about(host, seat, seconds) for seat in setting.seats[1:])
                    stepped = await asyncio.gather(*others)
                waits = [each for page in stepped for each in page.waits]
                found["in peace ms" if not when else "attacked ms"] = shares(waits)
                # The attacker's figure blocks the way.
                if refused := sum(page.refused for page in stepped):
                    found[f"steps refused{' in peace' * (not when)}"] = refused
                done = sum(len(page.waits) for page in pages)
                if pages:
                    found["attacker's actions"] = done
                    found["of them refused"] = sum(page.refused for page in pages)
        finally:
            server.terminate()
            await server.wait()
    return found


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"of {', '.join(ATTACKS)}; all if none is named")
    parser.add_argument("--seconds", type=float, default=20.0, help="of peace, and of each attack")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    asked = parser.parse_args(words)
    result: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine.facts(),
        "asked": {"side": SIDE, "others": OTHERS, "pages": PAGES, "seconds": asked.seconds},
    }
    for kind in asked.attacks or ATTACKS:
        result[kind] = asyncio.run(run(kind, asked.seconds))
    text = json.dumps(result, indent=2)
    Console().print_json(text)
    if asked.save:
        (RUNS / f"{result['date']}-table-attack.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
