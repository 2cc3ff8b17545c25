"""Quests as text files: a header, then a drawn map.

    title: The Sealed Crypt
    mode: adjudicated
    large: middle
    story: Something stirs below the old hall.
    story: Nobody has come back to say what.

    +---+---+ ...             the board, drawn; docs/formats-text.md shows how

    B: hero "Brom"

`mode` is strict, permissive or adjudicated. `large` determines how figures of several tiles see and
are seen: from each of their `tiles`, or from their common `middle`. `head` describes the header of
a playable quest: goals, numbers, how rooms are revealed. See docs/write-a-quest.md.

Lines that start with // are comments. Figures have the kinds hero, ally and enemy; furniture has
other kinds (table, bookcase, ...). Rulings in the map are added to the table's.
"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from sightline.errors import FormatError, InvalidValueError, StorageError, UnknownNameError
from sightline.formats.contract import MAX_FILE_BYTES, Options
from sightline.formats.safe.safe_json import decode_text
from sightline.formats.text import read
from sightline.games.quest.board.head import QuestHead, read_head
from sightline.games.quest.board.quest import Quest
from sightline.model.numbers import short_repr
from sightline.model.square import SquareBoard
from sightline.rulings import Rulings
from sightline.texts import as_text, say

TUTORIAL = "tutorial"
"""The quest of the first game. It is not among the quests to choose from."""


class QuestParts(NamedTuple):
    """The parsed parts of a quest file, not yet validated."""

    head: QuestHead
    board: SquareBoard
    rulings: list[Any]


def parse_parts(data: str | bytes, name: str = "quest") -> QuestParts:
    """Return the header and the map of a text, or raise a `FormatError` that names the line."""
    text = data if isinstance(data, str) else decode_text(data)
    lines = text.split("\n")
    start = _start_of_map(lines, name)
    head = read_head(lines[:start], name)
    # Replace the header by blank lines, so that errors in the map name the right line.
    drawn = "\n" * start + "\n".join(lines[start:])
    loaded = read(drawn.encode("utf-8", "surrogatepass"), name, Options())
    if not isinstance(loaded.board, SquareBoard):
        raise FormatError(say("expected a board of squares, got hexes"), name)
    if loaded.rule is not None:
        raise FormatError(say("a quest has a mode in place of a rule; leave 'rule' out"), name)
    return QuestParts(head, loaded.board, list(loaded.rulings))


def parse_quest(data: str | bytes, name: str = "quest", *, rulings: Rulings | None = None) -> Quest:
    """Return the quest board of a text, or raise a FormatError that names the line."""
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
        raise FormatError(as_text(error), name) from error


def read_quest(path: str | os.PathLike[str], *, rulings: Rulings | None = None) -> Quest:
    """Return the quest board in a file."""
    return parse_quest(quest_bytes(path), str(path), rulings=rulings)


def quest_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a quest file, or raise an error if it is too large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise StorageError(f"quest {short_repr(str(path))}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(say("larger than {most:,} bytes", most=MAX_FILE_BYTES), str(path))
    return data


def shipped_quests() -> list[str]:
    """Return the names of the quests that come with sightline, without the tutorial."""
    folder = resources.files("sightline.games.quest") / "quests"
    names = (each.name.removesuffix(".txt") for each in folder.iterdir())
    return sorted(name for name in names if name != TUTORIAL)


def shipped_quest(name: str, *, rulings: Rulings | None = None) -> Quest:
    """Return one of the quests that come with sightline, as a quest board in play."""
    return parse_quest(shipped_bytes(name), f"{name}.txt", rulings=rulings)


def shipped_bytes(name: str) -> bytes:
    """Return the file of one of the quests that come with sightline."""
    if name != TUTORIAL and name not in shipped_quests():
        raise UnknownNameError(
            f"quest: expected one of {', '.join(shipped_quests())}, got {short_repr(name)}"
        )
    return (resources.files("sightline.games.quest") / "quests" / f"{name}.txt").read_bytes()


def _start_of_map(lines: list[str], name: str) -> int:
    for index, line in enumerate(lines):
        if line.lstrip().startswith("+"):
            return index
    raise FormatError(say("expected a drawn map that starts with a line such as +---+---+"), name)
