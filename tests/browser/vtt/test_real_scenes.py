"""The Foundry module gives the engine's answers on real scenes.

Scenes made by others are not in this repository. To run this, give a folder of them:

    SIGHTLINE_FOUNDRY_SCENES=folder pytest -s tests/browser/vtt/test_real_scenes.py

It may contain JSON files of one scene, and .db packs with one scene per line, in any subfolder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from sightline import trace
from sightline.errors import SightlineError
from sightline.formats import load_bytes
from sightline.formats.contract import Loaded
from sightline.model.board import Board
from sightline.render.sight_data import sight_data
from sightline.rules.menu import rule_from_menu

FOLDER = os.environ.get("SIGHTLINE_FOUNDRY_SCENES", "")
MOST_SCENES, TOKENS, APART = 100, 3, 10
RULES = ("corner", "pack:dnd5e")

ASK = """([own, target]) => {
  document.getElementById('sightline-panel')?.replaceChildren()
  aim(own, target)
}"""
SHOWN = """title => {
  const panel = document.getElementById('sightline-panel')
  const text = (part) => panel?.querySelector(`[data-part=${part}]`)?.textContent ?? ''
  const shown = text('title')
  if (text('reason').startsWith('Sightline is loading')) return null
  return text('reason') && (shown === title || !shown) ? [text('verdict'), text('reason')] : null
}"""


def scenes() -> Iterator[tuple[str, Any]]:
    """Yield every scene of the folder once, in an order that mixes their sources."""
    folder, known = Path(FOLDER), set()
    found = []
    for path in (*folder.rglob("*.json"), *folder.rglob("*.db")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines() if path.suffix == ".db" else [text]
        for number, line in enumerate(each for each in lines if each.strip()):
            scene = json.loads(line)
            content = json.dumps(scene.get("walls")) if isinstance(scene, dict) else "[]"
            if content not in ("null", "[]") and content not in known:
                known.add(content)
                found.append((f"{path.relative_to(folder)}:{number}", scene))
    found.sort(key=lambda each: Random(each[0]).random())
    return iter(found)


def loaded(scene: Any) -> Loaded:
    return load_bytes(json.dumps(scene).encode(), "scene.json")


def with_tokens(name: str, scene: Any) -> Any | None:
    """Return the scene with a few tokens near each other, or None on hexes.

    On hexes the pixel position of a tile's corner is unknown.
    """
    empty = loaded({**scene, "tokens": []})
    board, rng = empty.board, Random(name)
    if board.grid.name != "square":
        return None
    assert empty.to_board is not None
    x0, y0 = empty.to_board((Fraction(0), Fraction(0)))
    x1, y1 = empty.to_board((Fraction(1), Fraction(1)))
    middle = rng.choice(list(board.tiles()))
    near = [
        (row, column)
        for row, column in board.tiles()
        if max(abs(row - middle[0]), abs(column - middle[1])) <= APART
    ]
    tokens = [
        {
            "_id": f"id{number}of{number}",
            "name": f"id{number}of{number}",
            "x": float((column - x0) / (x1 - x0)),
            "y": float((row - y0) / (y1 - y0)),
            "width": 1,
            "height": 1,
        }
        for number, (row, column) in enumerate(rng.sample(near, TOKENS))
    ]
    return {**scene, "tokens": tokens}


def expected(board: Board[Any], a: str, b: str, kind: str) -> tuple[str, str]:
    """Return the verdict and the reason, or the engine's error message."""
    try:
        rule = rule_from_menu({"rule": kind})
        data = sight_data(trace(board, a, b, rule), rule)
    except SightlineError as error:
        return "", str(error)
    words = {"visible": "Visible", "hidden": "Not visible", "ambiguous": "Ambiguous"}
    cover = f", {data['degree']} cover" if data["degree"] not in ("", "none") else ""
    return words[data["verdict"]] + cover, str(data["reason"])


@pytest.mark.skipif(not FOLDER, reason="SIGHTLINE_FOUNDRY_SCENES names no folder of scenes")
def test_real_scenes_are_answered_as_by_the_engine(foundry: Page) -> None:
    refused: dict[str, str] = {}
    differ: list[Any] = []
    verdicts: dict[str, int] = {}
    asked = 0

    def readable() -> Iterator[tuple[str, Any]]:
        for name, scene in scenes():
            try:
                peopled = with_tokens(name, scene)
            except SightlineError as error:
                refused[name] = str(error)
                continue
            if peopled is not None:
                yield name, peopled

    for name, scene in islice(readable(), MOST_SCENES):
        foundry.evaluate("scene => openScene(scene)", scene)
        board = loaded(scene).board
        ids = [each["_id"] for each in scene["tokens"]]
        # Each pair is asked by one rule only, so a panel identifies its question.
        for number, (a, b) in enumerate(permutations(ids, 2)):
            kind = RULES[number % len(RULES)]
            foundry.evaluate(
                "kind => (game.user.targets.clear(), game.settings.set('sightline', 'game', kind))",
                kind,
            )
            foundry.evaluate(ASK, [a, b])
            shown = foundry.wait_for_function(SHOWN, arg=f"{a} to {b}").json_value()
            wanted = expected(board, a, b, kind)
            asked += 1
            verdicts[wanted[0]] = verdicts.get(wanted[0], 0) + 1
            if tuple(shown) != wanted:
                differ.append((name, a, b, kind, shown, wanted))
                print(differ[-1], flush=True)
    foundry.evaluate("game.settings.set('sightline', 'game', 'pack:dnd5e')")
    print(f"{asked} answers, {len(differ)} differ; refused by the reader: {refused or 'none'}")
    print(verdicts)
    assert asked
    assert not differ
