"""How long the module for Foundry takes in the browser: `python -m benchmarks.tabletops`.

    make foundry && python -m benchmarks.tabletops [--walls 1000 5000] [--rules corner pack:dnd5e]

The built module answers in a real browser, on a page that simulates Foundry (tests/browser/vtt),
served from this machine. It measures loading the engine for the first time and from the browser's
cache, then each answer, from the target's hook until the panel shows it. Every pair of tokens is
asked several times after a warm-up, and the minimum counts, because other programs disturb the CPU.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from itertools import permutations
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser import playground_site
from tests.browser.chromium import find_chromium
from tests.browser.vtt import shells

SIDE, PIXELS = 60, 100
"""The squares along a side of the scene, and the pixels of one square."""
TOKENS, PAIRS, TIMES = 8, 12, 5

# Resolves with the milliseconds from the hook to the panel.
ASK = """([own, target, scene]) => new Promise((done) => {
  const panel = document.getElementById('sightline-panel') ?? document.body
  const start = performance.now()
  const seen = new MutationObserver(() => {
    if (!document.querySelector('#sightline-panel [data-part=verdict]')) return
    seen.disconnect()
    done(performance.now() - start)
  })
  seen.observe(panel, { childList: true, subtree: true })
  if (scene) {
    canvas.scene.toObject = () => structuredClone(scene)
    fire('updateToken')
  } else aim(own, target)
})"""


def scene(walls: int, seed: int) -> dict[str, Any]:
    """Return a scene with random short walls, and tokens."""
    rng, size = Random(seed), SIDE * PIXELS
    segments = []
    for _ in range(walls):
        x, y = rng.randrange(size), rng.randrange(size)
        segments.append([x, y, x + rng.randrange(-90, 91), y + rng.randrange(1, 91)])
    return {
        "name": "walls",
        "width": size,
        "height": size,
        "padding": 0,
        "grid": {"type": 1, "size": PIXELS, "distance": 5, "units": "ft"},
        "walls": [{"c": each, "sight": 20, "move": 20} for each in segments],
        "tokens": [_token(number, rng) for number in range(TOKENS)],
    }


def _token(number: int, rng: Random) -> dict[str, Any]:
    at = {key: PIXELS * rng.randrange(SIDE // 4, 3 * SIDE // 4) for key in "xy"}
    return {"_id": f"t{number}t", "name": f"token {number}", "width": 1, "height": 1, **at}


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(120_000)
    file = "foundry_stub.html"
    page.route(f"**/{file}", lambda route: route.fulfill(path=shells.HERE / file))
    page.goto(f"{address}{file}")
    page.wait_for_function("window.loaded")
    return page


def first_answer(context: BrowserContext, address: str) -> float:
    """Return seconds from the first target on a new page to its answer, including loading the
    engine.
    """
    page = _opened(context, address)
    page.evaluate("scene => openScene(scene)", scene(10, 1))
    page.evaluate("game.settings.set('sightline', 'game', 'corner')")
    taken = float(page.evaluate(ASK, ["t0t", "t1t", None])) / 1000
    page.close()
    return taken


def answers(page: Page, walls: int, rule: str) -> tuple[list[float], list[float]]:
    """Return the minimum milliseconds of each line of sight, and of each move of a token."""
    given = scene(walls, 1)
    page.evaluate("rule => game.settings.set('sightline', 'game', rule)", rule)
    page.evaluate("scene => openScene(scene)", given)
    ids = [each["_id"] for each in given["tokens"]]
    pairs = Random(2).sample(list(permutations(ids, 2)), PAIRS)
    looks: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
    moves: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
    for turn in range(TIMES + 1):
        for own, target in pairs:
            took = page.evaluate(ASK, [own, target, None])
            moved = [
                {**each, "x": each["x"] + PIXELS * (turn % 2)} if each["_id"] == own else each
                for each in given["tokens"]
            ]
            again = page.evaluate(ASK, [own, target, {**given, "tokens": moved}])
            if turn:  # the first one is the warm-up
                looks[own, target].append(took)
                moves[own, target].append(again)
    return [min(each) for each in looks.values()], [min(each) for each in moves.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walls", type=int, nargs="+", default=[1_000, 5_000])
    parser.add_argument("--rules", nargs="+", default=["corner", "center", "pack:dnd5e"])
    given = parser.parse_args()
    if not shells.are_built():
        raise SystemExit(shells.MISSING)
    with (
        playground_site.served(shells.FOUNDRY) as address,
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as profile,
    ):
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find_chromium(), args=["--no-sandbox"]
        )
        cold, *cached = (first_answer(context, address) for _ in range(4))
        print(f"engine: {cold:.2f} s at first, {min(cached):.2f} s from the cache", flush=True)
        page = _opened(context, address)
        for walls in given.walls:
            for rule in given.rules:
                for what, took in zip(("look", "move"), answers(page, walls, rule), strict=True):
                    print(
                        f"{walls:6,} walls  {rule:<16} {what}: median {statistics.median(took):.1f}"
                        f" ms, most {max(took):.1f} ms",
                        flush=True,
                    )
        context.close()


if __name__ == "__main__":
    main()
