"""`python -m benchmarks.table_load`: the time until a move is on every screen of a full table.

The map has 100 x 100 tiles, caves or open ground with free walls (or comes from a file), in
daylight or dark with lights, by any rule. Fifty players each have a figure and share their sight,
so every move is on every screen. There are ten moves per second for some minutes. The server is the
real command in a separate process and saves everything to disk; the fifty players' pages and the
game master's are clients in this process. For each move and page, it measures the time from sending
the move to receiving its message.

Two peers run at the same time: a ping on a separate connection, which the same server answers at
once, and a bare sync of the same disk. On a shared machine, CPU time per move says more than any
clock.

At the end every page must equal a newly opened one, and the server's memory must not have grown.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from PIL import Image
from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import machine, maps
from sightline.formats import load, save
from sightline.formats.contract import Loaded, Report
from sightline.model.cell import Square
from sightline.model.square import SquareBoard
from sightline.paths import Ground
from sightline.rules.center import CenterRule
from sightline.rules.registry import rule_named
from sightline.rules.rule import Rule
from sightline.table.protocol.actions import (
    Admit,
    EditFigure,
    LayPicture,
    MasterAction,
    PlaceLamp,
    SetDarkness,
    SetOptions,
)
from sightline.table.protocol.client import Do
from sightline.table.protocol.types import WireLamp
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.records import Actor, Refusal
from sightline.table.transfer.picture_uploads import PictureReader
from sightline.table.transfer.samples import sample_maps
from sightline.table.vision.cost import is_playable
from sightline.table.vision.rule_text import slow_words

RUNS = Path(__file__).parent / "runs"
SIDE = 100
SEED = 2
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
TORCH = (4.0, 8.0)
"""The bright and dim radius of a light on the map."""
LIGHT_COLORS = ("#ffb45c", "", "#8fd0ff")
TILES_AT_ONCE = 96
"""The same as in page/src/map/picture/tile-loader.ts."""
SETTLE_SECONDS = 3.0
CUTTING_SECONDS = 60
"""Seconds that the last moves may take to arrive before they count as lost."""
WARM_UP = 0.25
"""The fraction of the run before memory is measured, while caches fill."""
encode = msgspec.json.Encoder().encode


# --- the table before the game


@dataclass
class Seat:
    """A player: their secret, their figure, and its position."""

    name: str
    secret: str
    figure: str
    at: tuple[int, int]


class SilentPage:
    """A page without a screen, for setting up the table."""

    actor = Actor("master", "master", "the master")

    def send(self, encoded: bytes) -> None:
        pass

    def send_binary(self, framed: bytes) -> None:
        pass

    def close(self, why: Refusal, again: bool) -> None:
        pass


async def set_table(
    path: Path,
    players: int,
    board: SquareBoard,
    rule: Rule,
    *,
    lights: int = 0,
    megapixels: float = 0,
) -> tuple[str, list[Seat]]:
    """Set up players with a figure each on the shown map, and return the game master's secret.

    With lights the map is dark. Every third light is on a player's figure, the others are on tiles.
    """
    dice = random.Random(SEED)
    floor = _largest_cave(board)
    for number, tile in enumerate(dice.sample(floor, players)):
        board.place(f"hero {number}", tile, kind="hero")
    if not is_playable(board, rule):
        raise SystemExit(slow_words(board, rule))
    table, page = Table(path, maps=sample_maps()), SilentPage()
    await table.enter(page, page.actor)
    caves = ImportedMap("The caves", Loaded(board, Report("made here"), rule.to_dict()))
    shown = await table.map_keeper.add_map(caves, show=True)
    scene = table.world.scenes[shown]
    await table.look_at(page, shown)
    await table.handle(page, Do("share", SetOptions(shared_sight=True)))
    seats = []
    for figure in list(scene.figures.values()):
        player = await table.join(f"Player of {figure.name}")
        await table.handle(page, Do(f"let in {player.id}", Admit(player.id)))
        await table.handle(page, Do(f"give {player.id}", EditFigure(figure.id, owners=[player.id])))
        seats.append(Seat(player.name, player.secret, figure.id, figure.at))
    for number in range(lights):
        light: MasterAction = PlaceLamp(dice.choice(floor), *TORCH, LIGHT_COLORS[number % 3])
        if number % 3 == 0 and seats:
            carrier = seats[number // 3 % len(seats)].figure
            light = EditFigure(carrier, lamp=WireLamp(*TORCH, LIGHT_COLORS[0]))
        await table.handle(page, Do(f"light {number}", light))
    if lights:
        await table.handle(page, Do("dark", SetDarkness("dark")))
    if megapixels:
        side = max(board.rows, board.cols)
        tile = round((megapixels * 1e6) ** 0.5 / side)
        brought = await PictureReader(table.pictures).take(
            page.actor, _picture(tile * side), "load.jpg", is_face=False
        )
        step = (str(tile), str(tile))
        await table.handle(page, Do("picture", LayPicture(("0", "0"), step, brought["upload"])))
    secret = table.world.table.master_secret
    await table.close()
    return secret, seats


def chosen_board(folder: Path, walls: int, side: int, map_file: str) -> SquareBoard:
    """Return caves, the map in the file, or open ground with free walls as exported by programs."""
    if not map_file and not walls:
        return maps.board(maps.caves(side, SEED))
    file = Path(map_file) if map_file else folder / "walls.dd2vtt"
    if not map_file:
        save(maps.free_wall_board(walls, side), file)
    board = load(file)
    if not isinstance(board, SquareBoard):
        raise SystemExit(f"{file}: expected a map of squares")
    return board


def _picture(side: int) -> bytes:
    """Return a picture of colored clouds, in which no two tiles are alike."""
    dice = np.random.default_rng(3)
    small = dice.integers(0, 256, (side // 9, side // 9, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(small).resize((side, side)).save(out, "JPEG", quality=85)
    return out.getvalue()


def _largest_cave(board: SquareBoard) -> list[tuple[int, int]]:
    open_tiles = {(r, c) for r, c in board.tiles() if not board.is_solid((r, c))}
    best: list[tuple[int, int]] = []
    while open_tiles:
        found, waiting = [], [open_tiles.pop()]
        while waiting:
            here = waiting.pop()
            found.append(here)
            for step in STEPS:
                there = (here[0] + step[0], here[1] + step[1])
                if there in open_tiles:
                    open_tiles.remove(there)
                    waiting.append(there)
        best = max(best, found, key=len)
    return sorted(best)


# --- the pages


@dataclass
class Load:
    """Pending moves, and those that have arrived."""

    sent: dict[tuple[str, tuple[int, int]], list[float]] = field(default_factory=dict)
    on_screen: list[float] = field(default_factory=list)
    """Seconds from sending each move until a page shows it."""
    acknowledged: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)
    synced: list[float] = field(default_factory=list)
    """Seconds that each bare sync of the disk took."""
    picture_bytes: int = 0
    packs_due: int = 0
    """Packs of tile pictures that screens requested but do not have yet."""
    refused: int = 0
    doing: dict[str, float] = field(default_factory=dict)


async def connected(host: str) -> ClientConnection:
    return await connect(
        f"ws://{host}/ws",
        origin=f"http://{host}",  # type: ignore[arg-type]
        compression=None,
        proxy=None,
        max_size=None,
    )


class Screen:
    """A page that tracks figure positions like a real one, and notes when each move arrives."""

    def __init__(self, line: ClientConnection, load: Load) -> None:
        self._line, self._load = line, load
        self.figures: dict[str, tuple[int, int]] = {}
        self._picture = ""
        self._bare: list[tuple[int, int]] = []
        self._asked = False
        self.was_refused = False
        self.ready = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, host: str, secret: str, load: Load) -> Screen:
        line = await connected(host)
        screen = cls(line, load)
        await line.send(encode({"t": "hello", "secret": secret}).decode())
        await screen.ready.wait()
        return screen

    async def move(self, figure: str, start: tuple[int, int], to: tuple[int, int]) -> None:
        id_ = f"{time.monotonic_ns()}"
        action = {"t": "move", "figure": figure, "start": start, "to": to}
        self._load.doing[id_] = now = time.perf_counter()
        self._load.sent.setdefault((figure, to), []).append(now)
        await self._line.send(encode({"t": "do", "id": id_, "action": action}).decode())

    async def close(self) -> None:
        await self._line.close()
        await self.listening

    async def _listen(self) -> None:
        async for frame in self._line:
            now = time.perf_counter()
            if isinstance(frame, bytes):  # pictures of tiles
                self._load.picture_bytes += len(frame)
                self._load.packs_due -= 1
                self._asked = False
            else:
                received = msgspec.json.decode(frame)
                self._hear(received, now)
                picture = received.get("picture", self._picture)
                # The game master gets the whole picture.
                self._picture = picture if isinstance(picture, str) else ""
                self._bare += [
                    (row, col + place)
                    for row, col, letters in received.get("tiles", ())
                    for place in range(len(letters))
                ]
            await self._want()

    async def _want(self) -> None:
        """Request missing tile pictures one pack at a time, as a page does."""
        if self._asked or not self._bare or not self._picture:
            return
        tiles, self._bare = self._bare[:TILES_AT_ONCE], self._bare[TILES_AT_ONCE:]
        wanted = {"t": "want_tiles", "picture": self._picture, "tier": 32, "tiles": tiles}
        self._asked = True
        self._load.packs_due += 1
        await self._line.send(encode(wanted).decode())

    def _hear(self, received: dict[str, Any], now: float) -> None:
        match received["t"]:
            case "stage":
                self.figures = {
                    each["id"]: tuple(each["at"]) for each in received.get("figures", ())
                }
                self.ready.set()
            case "change":
                for each in received.get("figures", ()):
                    at = (each["at"][0], each["at"][1])
                    if self.figures.get(each["id"]) != at:
                        self.figures[each["id"]] = at
                        if (each["id"], at) in self._load.sent:
                            self._load.on_screen.append(now - self._load.sent[each["id"], at][-1])
                for gone in received.get("gone", ()):
                    self.figures.pop(gone, None)
            case "done":
                self._load.acknowledged.append(now - self._load.doing.pop(received["id"]))
            case "refused":
                self._load.doing.pop(received["id"], None)
                self._load.refused += 1
                self.was_refused = True


async def ping(host: str, secret: str, load: Load, every: float) -> None:
    """Measure the peer: how long the same server takes for a minimal request."""
    line = await connected(host)
    await line.send(encode({"t": "hello", "secret": secret}).decode())
    while True:
        await asyncio.sleep(every)
        start = time.perf_counter()
        await line.send('{"t":"ping"}')
        async for frame in line:
            if frame == '{"t":"pong"}':
                break
        load.peer.append(time.perf_counter() - start)


async def sync(folder: Path, load: Load, every: float) -> None:
    """Measure the other peer: how long the disk takes to sync four kilobytes."""

    def once() -> float:
        start = time.perf_counter()
        with open(folder / "bare", "wb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        return time.perf_counter() - start

    while True:
        await asyncio.sleep(every)
        load.synced.append(await asyncio.to_thread(once))


# --- the game


async def play(
    host: str,
    master: str,
    board: SquareBoard,
    seats: list[Seat],
    rate: float,
    seconds: float,
    folder: Path,
) -> tuple[Load, dict[str, Any]]:
    load = Load()
    everybody = [await Screen.open(host, seat.secret, load) for seat in seats]
    screens = [await Screen.open(host, master, load), *everybody]
    peers = [
        asyncio.create_task(ping(host, master, load, 0.25)),
        asyncio.create_task(sync(folder, load, 0.25)),
    ]
    dice, ground = random.Random(7), Ground(board, [])
    moves = 0
    begin = time.perf_counter()
    for number in track(range(int(rate * seconds)), "playing", console=Console(stderr=True)):
        await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        which = dice.randrange(len(seats))
        seat = seats[which]
        if everybody[which].was_refused:  # nobody may enter the dark: they stayed where they were
            everybody[which].was_refused = False
            seat.at = everybody[which].figures[seat.figure]
        taken = {each.at for each in seats}
        free = [
            to
            for direction, (dr, dc) in enumerate(board.grid.directions)
            if (to := Square(seat.at[0] + dr, seat.at[1] + dc)) not in taken
            and ground.is_free(to)
            and ground.is_open(Square(*seat.at), direction)
        ]
        if free:
            to = dice.choice(free)
            await everybody[which].move(seat.figure, seat.at, to)
            seat.at = to
            moves += 1
    await asyncio.sleep(SETTLE_SECONDS)
    # The first to ask for a tier waits until it is cut: in a short run, beyond the last move.
    for _ in range(CUTTING_SECONDS):
        if load.packs_due > 0:
            await asyncio.sleep(1)
    for peer in peers:
        peer.cancel()
    fresh = await Screen.open(host, master, load)
    truth = {
        seat.figure: screen.figures[seat.figure]
        for seat, screen in zip(seats, everybody, strict=True)
    }
    wrong = sum({id_: screen.figures.get(id_) for id_ in truth} != truth for screen in screens)
    facts = {
        "moves": moves,
        "refused": load.refused,
        "not acknowledged": len(load.doing),
        "screens": len(screens),
        "arrivals": len(load.on_screen),
        "arrivals expected": (moves - load.refused) * len(screens),
        "screens that differ at the end": wrong,
        "server right at the end": fresh.figures == truth,
    }
    for screen in [*screens, fresh]:
        await screen.close()
    return load, facts


def busy_seconds(pid: int) -> float:
    """Return the CPU time of a process so far."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def watch_memory(pid: int, every: float, seen: list[tuple[float, float]]) -> None:
    """Record the server's memory in MB at regular intervals."""
    status = Path(f"/proc/{pid}/status")
    while True:
        resident = next(line for line in status.read_text().splitlines() if "VmRSS" in line)
        seen.append((time.monotonic(), int(resident.split()[1]) / 1024))
        await asyncio.sleep(every)


def slope(seen: Sequence[tuple[float, float]]) -> float:
    """Return the growth in MB per minute, by least squares, after the warm-up."""
    later = seen[int(len(seen) * WARM_UP) :]
    if len(later) < 3:
        return 0.0
    fit = statistics.linear_regression([t / 60 for t, _ in later], [mb for _, mb in later])
    return fit.slope


async def run(
    players: int,
    rate: float,
    minutes: float,
    walls: int = 0,
    lights: int = 0,
    megapixels: float = 0,
    *,
    side: int = SIDE,
    map_file: str = "",
    rule_name: str = "",
) -> dict[str, Any]:
    rule = rule_named(rule_name) if rule_name else CenterRule(ties="adjudicated")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        board = chosen_board(Path(folder), walls, side, map_file)
        master, seats = await set_table(
            path, players, board, rule, lights=lights, megapixels=megapixels
        )
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sightline.apps.cli.main", "table", "--no-browser"),
            *("--file", str(path), "--port", "0"),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            host = await address_of(server)
            memory: list[tuple[float, float]] = []
            watching = asyncio.create_task(watch_memory(server.pid, 1.0, memory))
            begun = busy_seconds(server.pid)
            load, facts = await play(host, master, board, seats, rate, minutes * 60, Path(folder))
            busy = busy_seconds(server.pid) - begun
            watching.cancel()
        finally:
            server.terminate()
            await server.wait()
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine.facts(),
        "asked": {
            "players": players,
            "moves a second": rate,
            "minutes": minutes,
            "rule": rule.in_short(),
            "tiles": f"{board.rows} x {board.cols}",
            "free walls": board.wall_count,
            "lights": lights,
            "megapixels": megapixels,
        },
        **facts,
        "processor ms a move, with all pages coming and going": round(
            1000 * busy / max(1, facts["moves"]), 1
        ),
        "on screen ms": shares(load.on_screen),
        "acknowledged ms": shares(load.acknowledged),
        "peer (ping) ms": shares(load.peer),
        "MB of pictures": round(load.picture_bytes / 1e6, 2),
        "packs of pictures that did not come": load.packs_due,
        "bare sync ms": shares(load.synced),
        "p50 as a multiple of a bare sync's": _multiple(load.on_screen, load.synced, "p50"),
        "p99 as a multiple of a bare sync's": _multiple(load.on_screen, load.synced, "p99"),
        "p99 as a multiple of the peer's": _multiple(load.on_screen, load.peer, "p99"),
        "memory MB": [round(memory[0][1], 1), round(memory[-1][1], 1)],
        "memory MB a minute": round(slope(memory), 2),
    }


async def address_of(server: asyncio.subprocess.Process) -> str:
    assert server.stdout is not None
    async for line in server.stdout:
        if b"#m=" in line:
            return line.decode().partition("http://")[2].partition("/")[0]
    raise SystemExit("the server did not start")


def shares(seconds: Sequence[float]) -> dict[str, float]:
    """Return percentiles in milliseconds."""
    ordered = sorted(seconds) or [float("nan")]
    at = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {
        name: round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 2)
        for name, part in at.items()
    }


def _multiple(ours: Sequence[float], others: Sequence[float], share: str) -> float:
    return round(shares(ours)[share] / shares(others)[share], 1)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_load", description=__doc__)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--rate", type=float, default=10.0, help="moves a second")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--walls", type=int, default=0, help="open ground with free walls instead")
    parser.add_argument("--side", type=int, default=SIDE, help="tiles along each side of the map")
    parser.add_argument("--map", default="", help="a map file of squares instead")
    parser.add_argument("--rule", default="", help="a rule or game, such as dnd5e")
    parser.add_argument("--lights", type=int, default=0, help="a dark map with this many lights")
    parser.add_argument("--megapixels", type=float, default=0, help="a picture under the map")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    asked = parser.parse_args(words)
    result = asyncio.run(
        run(
            asked.players,
            asked.rate,
            asked.minutes,
            asked.walls,
            asked.lights,
            asked.megapixels,
            side=asked.side,
            map_file=asked.map,
            rule_name=asked.rule,
        )
    )
    text = json.dumps(result, indent=2)
    Console().print_json(text)
    if asked.save:
        name = "table-load" + "-walls" * bool(asked.walls) + "-lights" * bool(asked.lights)
        name += "-map" * bool(asked.map) + f"-{asked.rule}" * bool(asked.rule)
        (RUNS / f"{result['date']}-{name}.json").write_text(text + "\n", encoding="utf-8")
    good = result["server right at the end"] and not result["screens that differ at the end"]
    return 0 if good and not result["not acknowledged"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
