"""Quests as text files: a few lines about the quest, then sightline's own drawn map.

    title: The Sealed Crypt
    mode: adjudicated
    large: middle
    story: Something stirs below the old hall.
    story: Nobody has come back to say what.

    +---+---+ ...             the board, drawn; docs/formats-text.md shows how

    B: hero "Brom"

`mode` is strict, permissive or adjudicated. `large` says how figures of several tiles look and are
looked at: by each of their `tiles`, or from the `middle` of them all.

Lines that start with // are comments. Figures are of the kinds hero, ally, enemy; furniture is of
its own kind (table, bookcase, ...). Rulings that the map brings along are added to the table's.
"""

from __future__ import annotations

import os
import re
from importlib import resources
from pathlib import Path
from typing import Any

from sightline.errors import FormatError, InvalidValueError, StorageError, UnknownNameError
from sightline.formats.contract import MAX_FILE_BYTES, Options
from sightline.formats.safe_json import decode_text
from sightline.formats.text import read
from sightline.games.quest.quest import MODES, Quest
from sightline.model.numbers import shown
from sightline.model.square import SquareBoard
from sightline.rules.center import LARGE
from sightline.rulings import Rulings

_HEAD_LINE = re.compile(r"([a-z]+):\s*(.*)")
_WORDS = ("title", "mode", "large", "story")


def parse_quest(data: str | bytes, name: str = "quest", *, rulings: Rulings | None = None) -> Quest:
    """The quest that a text describes, or a FormatError that names the line."""
    text = data if isinstance(data, str) else decode_text(data)
    lines = text.split("\n")
    start = _start_of_map(lines, name)
    head = _read_head(lines[:start], name)
    # The lines above stay as blank ones, so that errors in the map name the right line.
    drawn = "\n" * start + "\n".join(lines[start:])
    loaded = read(drawn.encode("utf-8", "surrogatepass"), name, Options())
    if not isinstance(loaded.board, SquareBoard):
        raise FormatError("expected a board of squares, got hexes", name)
    if loaded.rule is not None:
        raise FormatError("a quest has a mode in place of a rule; leave 'rule' out", name)
    kept = Rulings() if rulings is None else rulings
    try:
        if loaded.rulings:
            kept.load(loaded.rulings)
        return Quest(
            loaded.board,
            mode=head.get("mode", "strict"),
            large=head.get("large", "tiles"),
            title=head.get("title", ""),
            story=head.get("story", ""),
            rulings=kept,
        )
    except InvalidValueError as error:
        raise FormatError(str(error), name) from error


def read_quest(path: str | os.PathLike[str], *, rulings: Rulings | None = None) -> Quest:
    """The quest in a file."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise StorageError(f"quest {shown(str(path))}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(f"larger than {MAX_FILE_BYTES:,} bytes", str(path))
    return parse_quest(data, str(path), rulings=rulings)


def shipped_quests() -> list[str]:
    """The names of the quests that come with sightline."""
    folder = resources.files(__package__) / "quests"
    return sorted(
        each.name.removesuffix(".txt") for each in folder.iterdir() if each.name.endswith(".txt")
    )


def shipped_quest(name: str, *, rulings: Rulings | None = None) -> Quest:
    """One of them, ready to play."""
    if name not in shipped_quests():
        raise UnknownNameError(
            f"quest: expected one of {', '.join(shipped_quests())}, got {shown(name)}"
        )
    file = resources.files(__package__) / "quests" / f"{name}.txt"
    return parse_quest(file.read_bytes(), f"{name}.txt", rulings=rulings)


def _start_of_map(lines: list[str], name: str) -> int:
    for index, line in enumerate(lines):
        if line.lstrip().startswith("+"):
            return index
    raise FormatError("expected a drawn map that starts with a line such as +---+---+", name)


def _read_head(lines: list[str], name: str) -> dict[str, Any]:
    head: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("//"):
            continue
        place = f"{name}: line {number}"
        said = _HEAD_LINE.fullmatch(line.strip())
        if said is None or said[1] not in _WORDS:
            raise FormatError(f"expected one of {', '.join(_WORDS)}, then ':'", place)
        word, value = said.groups()
        if word in head and word != "story":
            raise FormatError(f"{shown(word)} is given twice", place)
        for choice, allowed in (("mode", MODES), ("large", LARGE)):
            if word == choice and value not in allowed:
                raise FormatError(
                    f"{choice}: expected one of {', '.join(allowed)}, got {shown(value)}", place
                )
        head[word] = f"{head[word]} {value}" if word in head else value
    return head
