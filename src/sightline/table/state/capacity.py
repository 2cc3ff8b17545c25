"""How much a table holds, and whether a map fits: the one place where sizes are checked.

A table keeps and shows every tile, wall and figure, and taking in a map must not keep those waiting
who play on another; a program that only asks for sight takes far larger boards. Whoever brings a
map in makes an `ImportedMap` of it, which is checked here before the table sees it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.table.state.records import Refusal

MAX_TILES = 65_536
"""The most tiles on a map."""
MAX_FIGURES = 2_000
"""The most figures and pieces of furniture on a map."""
MAX_LAMPS = 500
"""The most lamps on the tiles of a map."""
MAX_WALLS = 20_000
"""The most free walls on a map."""
MAX_MAPS = 100
MAX_PLAYERS = 200
MAX_WAITING = 20
"""The most who wait to be let in."""
MAX_IMPORTED = 400_000
"""The most things that the maps of one file may have all together."""
MAX_RULINGS = 5_000
"""The most rulings in one file, those that were taken back among them."""


def check_board(board: Board, name: str) -> None:
    """Raise a LimitError that says what there is too much of, if the board does not fit."""
    complaint = _too_large(board)
    if complaint:
        raise LimitError(f"{name}: {complaint}")


def check_together(boards: Iterable[Board], rulings: int, file: str) -> None:
    """Raise a LimitError if all that comes in one file is too much, though each map fits."""
    if rulings > MAX_RULINGS:
        raise LimitError(
            f"{file}: it has {rulings:,} rulings; at most {MAX_RULINGS:,} are brought at once"
        )
    things = sum(_things(each) for each in boards)
    if things > MAX_IMPORTED:
        raise LimitError(
            f"{file}: its maps have {things:,} walls, figures and tiles of rock; at most"
            f" {MAX_IMPORTED:,} are brought at once"
        )


def check_tiles(count: int) -> None:
    """Refuse a map of so many tiles, if they are too many; before they are made."""
    if count > MAX_TILES:
        raise Refusal(f"A map has at most {MAX_TILES:,} tiles; this one has {count:,}.")


def check_things(figures: int, walls: int, lamps: int) -> None:
    """Refuse what is one too many on a map that is at the table."""
    if figures > MAX_FIGURES:
        raise Refusal(f"A map holds at most {MAX_FIGURES:,} figures and pieces of furniture.")
    if walls > MAX_WALLS:
        raise Refusal(f"A map holds at most {MAX_WALLS:,} free walls.")
    if lamps > MAX_LAMPS:
        raise Refusal(f"A map holds at most {MAX_LAMPS:,} lamps.")


def check_maps(count: int) -> None:
    """Refuse another map at a table that has so many."""
    if count >= MAX_MAPS:
        raise Refusal(f"A table holds at most {MAX_MAPS} maps.")


def _too_large(board: Board) -> str:
    """What there is too much of, in words; "" if all of it fits."""
    tiles = len(board.tiles())
    if tiles > MAX_TILES:  # said before they are looked at one by one
        return _words(tiles, MAX_TILES, "tiles")
    for count, most, what in (
        (len(board.figures()), MAX_FIGURES, "figures and pieces of furniture"),
        (board.wall_count, MAX_WALLS, "free walls"),
        (len(board.lights()), MAX_LAMPS, "lamps"),
        (_rock_and_edges(board), MAX_TILES, "tiles of rock and edges with walls"),
    ):
        if count > most:
            return _words(count, most, what)
    return ""


def _things(board: Board) -> int:
    return _rock_and_edges(board) + board.wall_count + len(board.figures())


def _rock_and_edges(board: Board) -> int:
    return sum(1 for _ in board.solid_tiles()) + sum(1 for _ in board.edges())


def _words(count: int, most: int, what: str) -> str:
    return f"a map at a table has at most {most:,} {what}; this one has {count:,}"
