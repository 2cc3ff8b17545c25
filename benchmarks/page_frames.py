"""`python -m benchmarks.page_frames`: how smoothly a large map moves in the browser.

On a dark map with free walls, lights and a picture, the game master's page and a player's page in a
real browser pan, zoom and drag a token. For each frame it takes the CPU time of the page's main
thread from the browser's trace, so other programs on the machine do not count. Then it repeats this
with the browser's throttling to a sixth of the CPU speed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from rich.console import Console

from benchmarks import machine
from benchmarks.table_load import RUNS, Seat, chosen_board, set_table
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from tests.browser.chromium import find_chromium

STEPS = 60
WINDOW: ViewportSize = {"width": 1366, "height": 768}
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"
"""Trace categories with the main thread's tasks and the frames. More would slow the page down."""
HAND = 1 / 60
"""Seconds between two movements of a hand."""
ROUNDS = 3
"""Rounds per measurement. The best one counts, because other programs disturb the CPU."""


@contextmanager
def table_at(file: Path) -> Iterator[str]:
    """Run the table and yield its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "sightline.apps.cli.main", "table", "--no-browser"]
        + ["--file", str(file), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        for line in server.stdout:
            if "#m=" in line:
                yield "http://" + line.partition("http://")[2].partition("/")[0]
                return
        raise SystemExit("the server did not start")
    finally:
        server.terminate()
        server.wait()


def traced(page: Page, act: Callable[[], None]) -> list[dict[str, Any]]:
    """Return the browser's trace events during `act`."""
    line = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    line.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    line.on("Tracing.tracingComplete", lambda data: done.append(True))
    line.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    act()
    line.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    line.detach()
    return events


def frames(events: Sequence[dict[str, Any]]) -> tuple[list[float], float]:
    """Return the main thread's CPU time in milliseconds for each frame, and its longest task."""
    names = {
        (each["pid"], each["tid"]): each["args"]["name"]
        for each in events
        if each.get("name") == "thread_name"
    }
    main = [each for each in events if names.get((each["pid"], each["tid"])) == "CrRendererMain"]
    busiest: dict[int, float] = {}
    for each in main:
        busiest[each["pid"]] = busiest.get(each["pid"], 0) + each.get("tdur", 0)
    pid = max(busiest, key=lambda each: busiest[each])
    mine = sorted((each for each in main if each["pid"] == pid), key=lambda each: each["ts"])
    tasks = [each for each in mine if each["name"] == "RunTask" and "tdur" in each]
    drawn = [each["ts"] for each in mine if each["name"] == "Commit"]
    if not tasks or not drawn:
        raise SystemExit("the trace has no frames")
    sums: list[float] = []
    at = 0
    for when in drawn:
        total = 0.0
        while at < len(tasks) and tasks[at]["ts"] <= when:
            total += tasks[at]["tdur"] / 1000
            at += 1
        if total:
            sums.append(total)
    return sums, max(each["tdur"] for each in tasks) / 1000


def middle(page: Page, identity: str) -> tuple[float, float]:
    box = page.get_by_test_id(f"figure-{identity}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand:
    """A mouse that sends raw events.

    Playwright's own mouse runs scripts in the page at every step of a drag, which would be measured
    too.
    """

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._at: dict[str, float] = {"x": 0, "y": 0}
        self._held = "none"

    def move(self, x: float, y: float) -> None:
        self._at = {"x": x, "y": y}
        self._send("mouseMoved", button=self._held)

    def down(self, button: str) -> None:
        self._held = button
        self._send("mousePressed", button=button, clickCount=1)

    def up(self) -> None:
        self._send("mouseReleased", button=self._held, clickCount=1)
        self._held = "none"

    def wheel(self, by: float) -> None:
        self._send("mouseWheel", deltaX=0, deltaY=by)

    def _send(self, kind: str, **more: Any) -> None:
        held = {"none": 0, "left": 1, "middle": 4}[self._held]
        self._line.send(
            "Input.dispatchMouseEvent", {"type": kind, "buttons": held, **self._at, **more}
        )


def moves(page: Page, figure: str) -> dict[str, Callable[[], None]]:
    """Return functions that pan, zoom and drag in small steps, like a hand."""
    hand, wide, high = Hand(page), WINDOW["width"] * 0.4, WINDOW["height"] / 2

    def steps() -> Iterator[int]:
        """Yield the steps at the right times, without running scripts in the page."""
        began = time.perf_counter()
        for step in range(STEPS):
            time.sleep(max(0, began + step * HAND - time.perf_counter()))
            yield step

    def pan() -> None:
        hand.move(wide, high)
        hand.down("middle")
        for step in steps():
            turn = 2 * math.pi * step / STEPS
            hand.move(wide + 250 * math.sin(turn), high + 150 * math.sin(2 * turn))
        hand.up()

    def zoom() -> None:
        hand.move(wide, high)
        for step in steps():
            hand.wheel(-40 if step % 30 < 15 else 40)

    def drag() -> None:
        x, y = middle(page, figure)
        hand.move(x, y)
        hand.down("left")
        for step in steps():
            hand.move(x + 2 * step, y + step)
        page.keyboard.press("Escape")
        hand.up()

    return {"pan": pan, "zoom": zoom, "drag": drag}


def share(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measured(page: Page, figure: str, slower: int) -> dict[str, Any]:
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    found = {}
    for name, act in moves(page, figure).items():
        rounds = []
        for _ in range(ROUNDS):
            page.wait_for_timeout(600)
            each, longest = frames(traced(page, act))
            rounds.append((share(each, 0.95), share(each, 0.5), longest, len(each)))
        p95, p50, longest, count = min(rounds)
        found[name] = {
            "frames": count,
            "p50 ms": round(p50, 2),
            "p95 ms": round(p95, 2),
            "longest task ms": round(max(longest for _, _, longest, _ in rounds), 1),
        }
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return found


def opened(browser: Browser, link: str, figure: str) -> tuple[Page, dict[str, float]]:
    """Open a page with the map, and return it with loading times in seconds.

    They are the times until everything in view has any picture, and until it has the final one.
    """
    page = browser.new_context(viewport=WINDOW).new_page()
    began = time.perf_counter()
    page.goto(link)
    page.get_by_test_id(f"figure-{figure}").wait_for()
    seconds = {"map": time.perf_counter() - began}
    for name, words in (("picture", "coarse sharp"), ("sharp", "sharp")):
        page.wait_for_function(PICTURED, arg=words)
        seconds[name] = time.perf_counter() - began
    page.wait_for_timeout(1500)
    return page, {name: round(each, 2) for name, each in seconds.items()}


PICTURED = """(words) => {
  const canvas = document.querySelector('[data-testid="picture"]')
  if (canvas) return words.split(' ').includes(canvas.dataset.sharpness)
  return document.querySelector('[data-testid="underlay"]') !== null
}"""


def run(side: int, walls: int, lights: int, megapixels: float) -> dict[str, Any]:
    chromium = find_chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "table.db"
        board = chosen_board(Path(folder), walls, side, "")
        secret, seats = make_table(file, board, lights, megapixels)
        browser = driver.chromium.launch(executable_path=chromium)
        result: dict[str, Any] = {}
        with table_at(file) as origin:
            links = {
                "game master": f"{origin}/#m={secret}",
                "player": f"{origin}/#p={seats[0].secret}",
            }
            for who, link in links.items():
                page, seconds = opened(browser, link, seats[0].figure)
                result[who] = {
                    "seconds to": seconds,
                    "main thread per frame": measured(page, seats[0].figure, 1),
                    "six times slower": measured(page, seats[0].figure, 6),
                }
                page.context.close()
        browser.close()
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine.facts(),
        "asked": {
            "tiles": f"{side} x {side}",
            "free walls": walls,
            "lights": lights,
            "megapixels": megapixels,
        },
        **result,
    }


def make_table(
    file: Path, board: SquareBoard, lights: int, megapixels: float
) -> tuple[str, list[Seat]]:
    """Create the table in a separate thread, because the browser's driver has an event loop in this
    one.
    """
    made = set_table(file, 4, board, CenterRule(), lights=lights, megapixels=megapixels)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, made).result()


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_frames", description=__doc__)
    parser.add_argument("--side", type=int, default=60)
    parser.add_argument("--walls", type=int, default=1000)
    parser.add_argument("--lights", type=int, default=30)
    parser.add_argument("--megapixels", type=float, default=9.0)
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    asked = parser.parse_args(words)
    result = run(asked.side, asked.walls, asked.lights, asked.megapixels)
    text = json.dumps(result, indent=2)
    Console().print_json(text)
    if asked.save:
        (RUNS / f"{result['date']}-page-frames.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
