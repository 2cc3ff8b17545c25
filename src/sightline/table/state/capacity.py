"""Does a map fit a table? Looked at before it comes there, so that it is refused in words.

A table keeps and shows every tile, wall and figure, and taking in a map must not keep those waiting
who play on another; a program that only asks for sight takes far larger boards. And the rule that a
file brings along must be one for its grid, or nobody could ever see anything on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.errors import FormatError, LimitError, SightlineError
from sightline.model.board import Board
from sightline.rules.registry import rule_from_dict
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.records import MAX_FIGURES, MAX_TILES, MAX_WALLS

MAX_IMPORTED = 400_000
"""The most things that the maps of one file may have all together."""
MAX_RULINGS = 5_000
"""The most rulings in one file, those that were taken back among them."""


def check_maps(brought: Sequence[ImportedMap], file: str) -> None:
    """An error that says what does not fit, if something does not. `file`: what they came in."""
    for each in brought:
        _check_map(each)
    rulings = sum(len(each.map.rulings) for each in brought)
    if rulings > MAX_RULINGS:
        raise LimitError(
            f"{file}: it has {rulings:,} rulings; at most {MAX_RULINGS:,} are brought at once"
        )
    things = sum(_things(each.map.board) for each in brought)
    if things > MAX_IMPORTED:
        raise LimitError(
            f"{file}: its maps have {things:,} walls, figures and tiles of rock; at most"
            f" {MAX_IMPORTED:,} are brought at once"
        )


def _check_map(brought: ImportedMap) -> None:
    board, rule = brought.map.board, brought.map.rule
    complaint = too_large(board)
    if complaint:
        raise LimitError(f"{brought.name}: {complaint}")
    if rule is not None:
        try:
            known = rule_from_dict(rule)
        except SightlineError as error:
            raise FormatError(str(error), brought.name) from None
        if board.grid.name not in known.grids:
            kind = "squares" if board.grid.name == "square" else "hexes"
            raise FormatError(f"expected a rule for {kind}, got {rule['rule']!r}", brought.name)


def too_large(board: Board) -> str:
    """What there is too much of, in words; "" if all of it has room."""
    tiles = len(board.tiles())
    if tiles > MAX_TILES:  # said before they are looked at one by one
        return _words(tiles, MAX_TILES, "tiles")
    for count, most, what in (
        (len(board.figures()), MAX_FIGURES, "figures and pieces of furniture"),
        (len(board.free_walls()), MAX_WALLS, "free walls"),
        (_rock_and_edges(board), MAX_TILES, "tiles of rock and edges with walls"),
    ):
        if count > most:
            return _words(count, most, what)
    return ""


def _things(board: Board) -> int:
    return _rock_and_edges(board) + len(board.free_walls()) + len(board.figures())


def _rock_and_edges(board: Board) -> int:
    return sum(1 for _ in board.solid_tiles()) + sum(1 for _ in board.edges())


def _words(count: int, most: int, what: str) -> str:
    return f"a map at a table has at most {most:,} {what}; this one has {count:,}"
