"""Quests as text files: a few lines about the quest, then sightline's own drawn map.

    title: The Sealed Crypt
    mode: adjudicated
    large: middle
    story: Something stirs below the old hall.
    story: Nobody has come back to say what.

    +---+---+ ...             the board, drawn; docs/formats-text.md shows how

    B: hero "Brom"

`mode` is strict, permissive or adjudicated. `large` says how figures of several tiles look and are
looked at: by each of their `tiles`, or from the `middle` of them all. `head` has the lines that a
quest has to be played: goals, numbers, how rooms are revealed. docs/write-a-quest.md shows them.

Lines that start with // are comments. Figures are of the kinds hero, ally, enemy; furniture is of
its own kind (table, bookcase, ...). Rulings that the map brings along are added to the table's.
"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from sightline.errors import FormatError, InvalidValueError, StorageError, UnknownNameError
from sightline.formats.contract import MAX_FILE_BYTES, Options
from sightline.formats.safe_json import decode_text
from sightline.formats.text import read
from sightline.games.quest.head import QuestHead, read_head
from sightline.games.quest.quest import Quest
from sightline.model.numbers import shown
from sightline.model.square import SquareBoard
from sightline.rulings import Rulings


class QuestParts(NamedTuple):
    """What a quest file holds, read and not yet looked through."""

    head: QuestHead
    board: SquareBoard
    rulings: list[Any]


def parse_parts(data: str | bytes, name: str = "quest") -> QuestParts:
    """The head and the map in a text, or a `FormatError` that names the line."""
    text = data if isinstance(data, str) else decode_text(data)
    lines = text.split("\n")
    start = _start_of_map(lines, name)
    head = read_head(lines[:start], name)
    # The lines above stay as blank ones, so that errors in the map name the right line.
    drawn = "\n" * start + "\n".join(lines[start:])
    loaded = read(drawn.encode("utf-8", "surrogatepass"), name, Options())
    if not isinstance(loaded.board, SquareBoard):
        raise FormatError("expected a board of squares, got hexes", name)
    if loaded.rule is not None:
        raise FormatError("a quest has a mode in place of a rule; leave 'rule' out", name)
    return QuestParts(head, loaded.board, list(loaded.rulings))


def parse_quest(data: str | bytes, name: str = "quest", *, rulings: Rulings | None = None) -> Quest:
    """The quest that a text describes, or a FormatError that names the line."""
    head, board, brought = parse_parts(data, name)
    kept = Rulings() if rulings is None else rulings
    try:
        if brought:
            kept.load(brought)
        return Quest(
            board,
            mode=head.mode,
            large=head.large,
            title=head.title,
            story=head.story,
            rulings=kept,
        )
    except InvalidValueError as error:
        raise FormatError(str(error), name) from error


def read_quest(path: str | os.PathLike[str], *, rulings: Rulings | None = None) -> Quest:
    """The quest in a file."""
    return parse_quest(quest_bytes(path), str(path), rulings=rulings)


def quest_bytes(path: str | os.PathLike[str]) -> bytes:
    """What is in a quest file, if it is not too large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise StorageError(f"quest {shown(str(path))}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(f"larger than {MAX_FILE_BYTES:,} bytes", str(path))
    return data


def shipped_quests() -> list[str]:
    """The names of the quests that come with sightline."""
    folder = resources.files(__package__) / "quests"
    return sorted(
        each.name.removesuffix(".txt") for each in folder.iterdir() if each.name.endswith(".txt")
    )


def shipped_quest(name: str, *, rulings: Rulings | None = None) -> Quest:
    """One of them, ready to play."""
    return parse_quest(shipped_bytes(name), f"{name}.txt", rulings=rulings)


def shipped_bytes(name: str) -> bytes:
    """The file of one of them."""
    if name not in shipped_quests():
        raise UnknownNameError(
            f"quest: expected one of {', '.join(shipped_quests())}, got {shown(name)}"
        )
    return (resources.files(__package__) / "quests" / f"{name}.txt").read_bytes()


def _start_of_map(lines: list[str], name: str) -> int:
    for index, line in enumerate(lines):
        if line.lstrip().startswith("+"):
            return index
    raise FormatError("expected a drawn map that starts with a line such as +---+---+", name)
