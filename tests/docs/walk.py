"""The modules that a question calls, in the order of their first calls.

Run as a script with the name of the question: whether kernels exist is decided at import.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import sightline
from sightline import RULES, SquareBoard, sees
from sightline.apps.cli.main import main

SOURCES = Path(sightline.__file__).parent
DUNGEON = Path(__file__).parents[2] / "docs" / "maps" / "dungeon.txt"


def walked(question: Callable[[], object]) -> list[str]:
    """Return the modules called by `question`. Code that runs during imports does not count."""
    found: dict[str, None] = {}

    def notice(frame: FrameType, event: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCES) and not importing(frame):
            found.setdefault("/".join(path.relative_to(SOURCES).with_suffix("").parts))

    sys.setprofile(notice)
    try:
        question()
    finally:
        sys.setprofile(None)
    return list(found)


def importing(frame: FrameType | None) -> bool:
    while frame is not None:
        # An import statement also calls a module's `__getattr__`, for its __path__.
        if (
            frame.f_code.co_name in ("<module>", "__getattr__")
            and SOURCES in Path(frame.f_code.co_filename).parents
        ):
            return True
        frame = frame.f_back
    return False


def fresh_board() -> SquareBoard:
    board = SquareBoard(6, 8)
    board.set_solid((1, 3))
    board.place("Mira", (1, 1))
    board.place("goblin", (1, 6))
    return board


def walk(name: str) -> list[str]:
    board, rule = fresh_board(), RULES["corner"]
    if name == "see":
        return walked(lambda: main(["see", str(DUNGEON), "Mira", "goblin"]))
    if name == "names again":
        sees(board, "Mira", "goblin", rule)
    if name == "positions again":
        sees(board, (1, 1), (1, 6), rule)
        return walked(lambda: sees(board, (1, 1), (0, 6), rule))
    return walked(lambda: sees(board, "Mira", "goblin", rule))


if __name__ == "__main__":
    result = walk(sys.argv[1])
    print(json.dumps([sightline.compiled(), result]))
