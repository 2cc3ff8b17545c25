"""The playground link of every drawn example: docs/site/links.json, `make docs-pictures`.

Each picture is drawn again while its board and its line of sight are recorded, so a new picture
gets its link automatically. Pictures without a board (layers, screenshots of the table) have none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sightline.render
from docs import area_pictures, pack_pictures, pictures, rule_pictures
from sightline import share
from sightline.answers.sight import Sight
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.rules.registry import RULES

FILE = Path(__file__).resolve().parent / "site" / "links.json"
DRAWERS = ("sight_svg", "board_svg", "field_svg", "contact_svg", "cover_svg", "compare_svg")
MODULES = (sightline.render, area_pictures, pack_pictures, pictures, rule_pictures)
RULE_WORDS = {"corner": "one-card-dungeon", "center": "quest", "hexray": "hex"}


@contextmanager
def overheard() -> Iterator[list[tuple[Any, ...]]]:
    """Record what is drawn in the block: the board, the answer, and the viewer."""
    heard: list[tuple[Any, ...]] = []

    def listening(drawer: Callable[..., str]) -> Callable[..., str]:
        def draw(board: Any, *what: Any, **how: Any) -> str:
            heard.append((board, what[0] if what else None, how.get("viewers") or ()))
            return drawer(board, *what, **how)

        return draw

    before = [
        (module, name, getattr(module, name))
        for module in MODULES
        for name in DRAWERS
        if hasattr(module, name)
    ]
    for module, name, drawer in before:
        setattr(module, name, listening(drawer))
    try:
        yield heard
    finally:
        for module, name, drawer in before:
            setattr(module, name, drawer)


def links() -> dict[str, str]:
    """Return the fragment of each picture's link."""
    made = {}
    for name, draw in everything().items():
        with overheard() as heard:
            draw()
        if heard and (fragment := _fragment(name, *heard[-1])):
            made[name] = fragment
    return dict(sorted(made.items()))


def everything() -> dict[str, Callable[[], object]]:
    """Return every picture of a board by its name."""
    commands = {name: _command(name) for name in pictures.COMMANDS}
    return {**commands, **pictures.DRAWN}


def _command(name: str) -> Callable[[], object]:
    return lambda: pictures._by_command(name)


def _fragment(name: str, board: Any, what: Any, viewers: Any) -> str:
    if not isinstance(board, Board):
        return ""
    rule = _rule(name, board)
    try:
        if isinstance(what, Sight):
            ends = (each.name or each.middle for each in (what.source, what.target))
            link = share(board, *ends, what.rule)
        elif isinstance(what, dict) and what and all(isinstance(s, Sight) for s in what.values()):
            one = next(iter(what.values()))
            link = share(board, one.source.name, one.target.name, one.rule, show="games")
        elif viewers and board.has_figure(viewers[0]):
            link = share(board, viewers[0], None, rule, show="field")
        else:
            link = share(board, None, None, rule)
    except SightlineError:
        return ""
    return link.partition("#")[2]


def _rule(name: str, board: Board) -> Any:
    """Return a field's rule by the picture's name, since fields do not contain it."""
    words = name.removeprefix("game-").removeprefix("field-")
    found = RULE_WORDS.get(name.split("-", maxsplit=1)[0], words)
    usual = "one-card-dungeon" if board.grid.name == "square" else "hex"
    return found if found in RULES and board.grid.name in RULES[found].grids else usual


def text() -> str:
    """Return the expected content of the file."""
    return json.dumps(links(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
