"""Drawings in the style of roguelike games, in which `-`, `|`, `+` and blanks are tiles.

In our notation these characters are walls and corners between tiles. A legend can override that.
The header `roguelike` stands for a legend that fits most such games:

    roguelike

     -----        -: solid         blank: solid
     |...|        |: solid         .: floor
     |.@.+##      +: closed door   #: floor (a corridor)
     -----

Letters are figures of one tile each, and other symbols are objects on the floor. A door is drawn as
a tile there. Here it stands on an edge of that tile, so that it can be opened.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count
from sightline.formats.safe.safe_json import show
from sightline.formats.text.drawing import BLANK, DRAWN_BETWEEN, NO_TILE, Coordinates
from sightline.formats.text.legend import Entry, Legend
from sightline.formats.text.source import Source
from sightline.model.board import Board
from sightline.model.threshold import Door, Threshold
from sightline.texts import say

HEADER = "roguelike"
YOU = "@"
_NOWHERE = 0
"""The line of an entry that is not from a legend."""


def add_classic(legend: Legend) -> None:
    """Add the usual meanings of symbols in these games. The legend overrides them."""
    legend.is_classic = True
    for symbol in ("-", "|", BLANK):
        legend.symbols.setdefault(symbol, Entry(_NOWHERE, solid=True))
    for symbol in (".", "#"):
        legend.symbols.setdefault(symbol, Entry(_NOWHERE, floor=True))
    legend.symbols.setdefault("+", Entry(_NOWHERE, threshold=Door("closed")))
    legend.symbols.setdefault("'", Entry(_NOWHERE, threshold=Door("open")))
    legend.symbols.setdefault(YOU, Entry(_NOWHERE, is_figure=True, kind="hero"))
    legend.unsaid = frozenset(each for each, entry in legend.symbols.items() if not entry.line)


def choose_blocking(legend: Legend, wanted: Iterable[str]) -> None:
    """Make the chosen symbols solid: those that are named, or all of the preset `roguelike`."""
    for word in wanted:
        if word == HEADER:
            add_classic(legend)
        elif len(word) == 1 or word == "blank":
            symbol = BLANK if word == "blank" else word
            legend.symbols[symbol] = Entry(_NOWHERE, solid=True)
        else:
            raise FormatError(
                say(
                    "expected symbols of the drawing that are solid tiles (such as - or |, blank"
                    " for a blank), or the word {header}, got {got}",
                    header=HEADER,
                    got=show(word),
                ),
                "blocking",
            )


def has_tiles_only(legend: Legend) -> bool:
    """Return whether the legend declares a character that is usually drawn between tiles as a
    tile.
    """
    return any(symbol in legend.symbols for symbol in DRAWN_BETWEEN)


def check_hexes(source: Source, legend: Legend) -> None:
    """Raise an error if a legend declares blanks as tiles, which is impossible on hexes."""
    for symbol, called in ((BLANK, say("a blank")), (NO_TILE, repr(NO_TILE))):
        if symbol in legend.symbols:
            message = say("on hexes {called} is not a hex; choose another symbol", called=called)
            line = legend.symbols[symbol].line
            raise source.error(line, 0, message) if line else FormatError(message, "blocking")


def hang_doors(board: Board, doors: list[tuple[Coordinates, Threshold]], report: Report) -> None:
    """Move doors that were drawn as tiles onto an edge of the tile, across the passage."""
    if len(doors) > MAX_SEGMENTS:
        raise FormatError(
            say("more than {most:,} doors drawn as tiles, {n:,}", most=MAX_SEGMENTS, n=len(doors))
        )
    unsure = 0
    for (row, col), threshold in doors:
        across = _open(board, ((row, col - 1), (row, col + 1)))
        down = _open(board, ((row - 1, col), (row + 1, col)))
        if across and down and len(across) == len(down):
            unsure += 1
            chosen = [*across, *down]
        else:
            chosen = max(down, across, key=len)[:1]
        for there in chosen:
            board.set_edge((row, col), there, threshold)
    if doors:
        report.guessed.append(
            say(
                "{things} drawn as {what}: placed on the upper or left edge of that tile,"
                " across the passage",
                things=count(len(doors), "door"),
                what=say("a tile") if len(doors) == 1 else say("tiles"),
            )
        )
    if unsure:
        report.guessed.append(
            say(
                "{things} with passages on all sides: placed on every open edge",
                things=count(unsure, "door"),
            )
        )


def _open(board: Board, tiles: tuple[Coordinates, Coordinates]) -> list[Coordinates]:
    return [tile for tile in tiles if tile in board and not board.is_solid(tile)]
