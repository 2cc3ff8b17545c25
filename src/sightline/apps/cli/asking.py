"""Reads what a command line says: maps, places and rules, or an error that helps.

open_map("crypt.txt", options)      the board, the report, and what else the file held
find_place(board, "C4")             a figure's name, or a position
choose_rule(loaded, choice)         the rule, and why it is this one
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.apps.cli.screen import note, working
from sightline.apps.cli.words import in_short
from sightline.engine import Decisions
from sightline.errors import InvalidValueError, SightlineError
from sightline.formats import Loaded, Options, load_bytes, load_with_report
from sightline.model.board import Board
from sightline.model.names import did_you_mean
from sightline.model.place import place
from sightline.rules.registry import RULES, read_settings, rule_from_dict, rule_named, with_settings
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.rules.pack import PackRule

STANDARD_INPUT = "-"
DEFAULT_RULES = {"square": "one-card-dungeon", "hex": "hex"}
_TILES = {"square": "squares", "hex": "hexes"}
MOST_NOTES = 4
"""How many sentences of a report are shown beside an answer; `info` shows all."""

FigureOrPosition = str | tuple[int, int]


# --- maps


def open_map(path: str, options: Options | None = None) -> Loaded:
    """The map in a file, or on standard input."""
    with working(f"reading {path}"):
        if path == STANDARD_INPUT:
            return load_bytes(sys.stdin.buffer.read(), "standard input", options)
        try:
            return load_with_report(path, options)
        except OSError as error:
            raise unreadable(path, error, "map") from None


def unreadable(path: str, error: OSError, what: str) -> SightlineError:
    """That a file of that kind cannot be read, and which was perhaps meant."""
    if isinstance(error, SightlineError):
        return error
    if isinstance(error, IsADirectoryError):
        return InvalidValueError(f"{in_short(path)} is a folder; expected a {what} file")
    return InvalidValueError(
        f"cannot read {in_short(path)}: {error.strerror or error}{_similar(path)}"
    )


def _similar(path: str) -> str:
    """Files beside a missing one whose names are close to it."""
    from pathlib import Path

    try:
        if Path(path).exists():
            return ""
        beside = [file.name for file in Path(path).parent.iterdir()]
    except OSError:  # no such folder, or a name that no file can have
        return ""
    return did_you_mean(Path(path).name, beside)


def tell_changes(loaded: Loaded) -> None:
    """What a person should know who relies on the map: all but what was simply read."""
    report = loaded.report
    notes = [
        f"{title}: {sentence}"
        for title in ("changed", "guessed", "lost")
        for sentence in getattr(report, title)
    ]
    for sentence in notes[:MOST_NOTES]:
        note(f"note: {sentence}")
    if len(notes) > MOST_NOTES:
        note(f"note: {len(notes) - MOST_NOTES} more; `sightline info` tells all")


# --- places


def find_place(board: Board, word: str) -> FigureOrPosition:
    """A figure's name (names win), `r,c` or `q,r`, or a name such as C4 on squares."""
    found = place(board, word, "place")
    return found.name if found.name is not None else (found.middle[0], found.middle[1])


# --- rules


class RuleChoice(NamedTuple):
    """What the command line says about the rule."""

    name: str | None = None
    ties: str | None = None
    closed_ends: bool = False
    settings: tuple[str, ...] = ()
    """Such as closed_ends=yes."""
    pack: str | None = None
    """A file with a game of one's own."""

    def words(self) -> list[str]:
        """All that is to be set; what has an option of its own is a setting like any other."""
        ties = [] if self.ties is None else [f"ties={self.ties}"]
        return [*self.settings, *ties, *(["closed_ends=yes"] if self.closed_ends else [])]


NO_CHOICE = RuleChoice()


class Chosen(NamedTuple):
    """A rule, what it is called, and why it was chosen."""

    rule: Rule
    words: str


def choose_rule(loaded: Loaded, choice: RuleChoice = NO_CHOICE) -> Chosen:
    """The rule that was asked for; else the map's own; else the usual one for its tiles."""
    return chosen_rule(loaded.board.grid.name, loaded.rule, choice)


def chosen_rule(grid: str, own: Mapping[str, Any] | None, choice: RuleChoice) -> Chosen:
    """The same for a map of that grid, with that rule of its own."""
    name = choice.name
    if choice.pack is not None:
        if name is not None:
            raise InvalidValueError(
                f"--rule and --pack: expected one of them, got {in_short(name)} and"
                f" {in_short(choice.pack)}"
            )
        rule: Rule = own_game(choice.pack)
        words = f"{rule.title}, from {in_short(choice.pack)}"
    elif name is not None:
        rule, words = rule_named(name), f"{name}, as asked"
    elif own is not None:
        rule, words = rule_from_dict(own), "the map's own rule"
    else:
        name = DEFAULT_RULES[grid]
        rule, words = RULES[name], f"{name}, the usual one on {_TILES[grid]}"
    return Chosen(with_settings(rule, read_settings(rule, choice.words())), words)


def own_game(path: str) -> PackRule:
    """The rule of a pack in a file."""
    from sightline.packs import read_pack
    from sightline.rules.pack import PackRule

    try:
        return PackRule(read_pack(path))
    except OSError as error:
        raise unreadable(path, error, "pack") from None


def ties_words(rule: Rule) -> str:
    """How a rule settles close calls, to be put behind its name; "" where it has no ties."""
    ties = rule.to_dict().get("ties")
    return "" if ties is None else f", ties {ties}"


# --- rulings


@contextmanager
def decisions(loaded: Loaded, path: str | None) -> Iterator[Decisions | None]:
    """The rulings of that file, or those that the map carries."""
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
