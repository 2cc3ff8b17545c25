"""Read the maps, places, packs and rulings that a command line names.

open_map("crypt.txt", options)      the board, the report, and the rest of the file
find_place(board, "C4")             a figure's name, or a position
find_end(board, "C4@gallery")       the same, or a tile at a height
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from sightline.apps.cli.output.screen import note, working
from sightline.apps.cli.parser import in_short
from sightline.engine import Decisions
from sightline.errors import InvalidValueError, SightlineError
from sightline.formats import Loaded, Options, load_bytes, load_with_report
from sightline.model.board import Board
from sightline.model.names import did_you_mean
from sightline.model.parts.heights import At
from sightline.model.place import Where, place
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.rules.pack import PackRule

STANDARD_INPUT = "-"
MOST_NOTES = 4
"""The most sentences of a report that are printed with an answer; `info` prints all."""

FigureOrPosition = str | tuple[int, int]


# --- maps


def open_map(path: str, options: Options) -> Loaded:
    """Read the map in a file, or on standard input if the path is "-"."""
    with working(f"reading {path}"):
        if path == STANDARD_INPUT:
            return load_bytes(sys.stdin.buffer.read(), "standard input", options)
        try:
            return load_with_report(path, options)
        except OSError as error:
            raise unreadable(path, error, "map") from None


def unreadable(path: str, error: OSError, what: str) -> SightlineError:
    """Return the error for a file that cannot be read.

    It suggests a similar file name if there is one.
    """
    if isinstance(error, SightlineError):
        return error
    if isinstance(error, IsADirectoryError):
        return InvalidValueError(f"{in_short(path)} is a folder; expected a {what} file")
    return InvalidValueError(
        f"cannot read {in_short(path)}: {error.strerror or error}{_similar(path)}"
    )


def _similar(path: str) -> str:
    """Return a file in the same folder with a similar name, or ""."""
    from pathlib import Path

    try:
        if Path(path).exists():
            return ""
        beside = [file.name for file in Path(path).parent.iterdir()]
    except OSError:  # no such folder, or an invalid name
        return ""
    return did_you_mean(Path(path).name, beside)


def tell_changes(loaded: Loaded) -> None:
    """Print what was changed, guessed or lost when the map was read."""
    report = loaded.report
    notes = [
        f"{title}: {sentence}"
        for title in ("changed", "guessed", "lost")
        for sentence in getattr(report, title)
    ]
    for sentence in notes[:MOST_NOTES]:
        note(f"note: {sentence}")
    if len(notes) > MOST_NOTES:
        note(f"note: {len(notes) - MOST_NOTES} more; see `sightline info`")


# --- places


def find_place(board: Board, word: str) -> FigureOrPosition:
    """Return a figure's name, or else the position that a word means: `r,c`, `q,r`
    or a name such as C4.
    """
    found = place(board, word, "place")
    return found.name if found.name is not None else (found.middle[0], found.middle[1])


def find_end(board: Board, word: str) -> Where:
    """Return what `find_place` does, or a tile at a height: C4@2.5, C4@gallery."""
    tile, sign, height = word.rpartition("@")
    if not sign or board.has_figure(word):
        return find_place(board, word)
    at = board.where(tile) if board.has_figure(tile) else place(board, tile, "place").middle
    found = At(tuple(at), floor=height)
    if height not in {floor.name for floor in board.floors()}:
        try:
            found = At(tuple(at), elevation=Fraction(height))
        except (ValueError, ZeroDivisionError):
            floors = ", ".join(floor.name for floor in board.floors()) or "none"
            raise InvalidValueError(
                f"place: expected a height in tiles or a floor after the @, got {in_short(word)};"
                f" floors: {floors}"
            ) from None
    place(board, found, "place")
    return found


# --- rules


def own_game(path: str) -> PackRule:
    """Return the rule of a pack in a file."""
    from sightline.packs import read_pack
    from sightline.rules.pack import PackRule

    try:
        return PackRule(read_pack(path))
    except OSError as error:
        raise unreadable(path, error, "pack") from None


def ties_words(rule: Rule) -> str:
    """Return how a rule treats close calls, as words that follow its name; "" if it has no ties."""
    ties = rule.to_dict().get("ties")
    return "" if ties is None else f", ties {ties}"


# --- rulings


@contextmanager
def decisions(loaded: Loaded, path: str | None) -> Iterator[Decisions | None]:
    """Open the rulings in that file, or by default those in the map's file."""
    if path is None and not loaded.rulings:
        yield None
        return
    from sightline.rulings import Rulings

    if path is not None:
        with Rulings(path, readonly=True) as kept:
            yield kept
        return
    with Rulings() as in_memory:
        in_memory.load(loaded.rulings)
        yield in_memory
