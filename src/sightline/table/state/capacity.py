"""Size limits: the only place where the sizes of maps and tables are checked.

A table stores and shows every tile, wall and figure, and importing a map must not delay a running
game. (The library accepts far larger boards.) Each import becomes an `ImportedMap`, which is
checked here before the table gets it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.table.state.records import Refusal
from sightline.texts import say

MAX_TILES = 65_536
"""The maximum number of tiles on a map."""
MAX_FIGURES = 2_000
"""The maximum number of figures and pieces of furniture on a map."""
MAX_LAMPS = 500
"""The maximum number of lamps on the tiles of a map."""
MAX_WALLS = 20_000
"""The maximum number of free walls on a map."""
MAX_FLOORS = 20
"""The maximum number of floors of a map."""
MAX_NOTES = 500
"""The maximum number of notes on one map."""
MAX_MAPS = 100
MAX_PLAYERS = 200
MAX_WAITING = 20
"""The maximum number of players waiting to be admitted."""
MAX_IMPORTED = 400_000
"""The maximum number of objects on all maps of one file together."""
MAX_RULINGS = 5_000
"""The maximum number of rulings in one file, including undone ones."""


def check_board(board: Board, name: str) -> None:
    """Raise a LimitError with the reason if the board is too large."""
    complaint = _too_large(board)
    if complaint:
        raise LimitError(say("{name}: {complaint}", name=name, complaint=complaint))


def check_together(boards: Iterable[Board], rulings: int, file: str) -> None:
    """Raise a LimitError if the maps of one file are too large together, even if each one fits."""
    if rulings > MAX_RULINGS:
        raise LimitError(
            say(
                "{file}: it has {rulings:,} rulings; at most {most:,} are brought at once",
                file=file,
                rulings=rulings,
                most=MAX_RULINGS,
            )
        )
    things = sum(_things(each) for each in boards)
    if things > MAX_IMPORTED:
        raise LimitError(
            say(
                "{file}: its maps have {things:,} walls, tokens and tiles of rock; at most"
                " {most:,} are brought at once",
                file=file,
                things=things,
                most=MAX_IMPORTED,
            )
        )


def check_tiles(count: int) -> None:
    """Refuse a map with too many tiles before it is created."""
    if count > MAX_TILES:
        raise Refusal("tooManyTiles", most=MAX_TILES, count=count)


def check_things(figures: int, walls: int, lamps: int) -> None:
    """Refuse a map with too many figures, walls or lamps."""
    if figures > MAX_FIGURES:
        raise Refusal("tooManyTokens", most=MAX_FIGURES)
    if walls > MAX_WALLS:
        raise Refusal("tooManyWalls", most=MAX_WALLS)
    if lamps > MAX_LAMPS:
        raise Refusal("tooManyLights", most=MAX_LAMPS)


def check_maps(count: int) -> None:
    """Refuse another map if the table has too many."""
    if count >= MAX_MAPS:
        raise Refusal("tooManyMaps", most=MAX_MAPS)


def _too_large(board: Board) -> str:
    """Return the part of the board that is too large, as text; "" if everything fits."""
    tiles = len(board.tiles())
    if tiles > MAX_TILES:  # checked before the floors are inspected one by one
        return _words(tiles, MAX_TILES, say("tiles"))
    for count, most, what in (
        (len(board.figures()), MAX_FIGURES, say("tokens and pieces of furniture")),
        (board.wall_count, MAX_WALLS, say("free walls")),
        (len(board.lights()), MAX_LAMPS, say("lights")),
        (len(board.floors()), MAX_FLOORS, say("floors")),
        (_rock_and_edges(board), MAX_TILES, say("tiles of rock and edges with walls")),
    ):
        if count > most:
            return _words(count, most, what)
    return ""


def _things(board: Board) -> int:
    return _rock_and_edges(board) + board.wall_count + len(board.figures())


def _rock_and_edges(board: Board) -> int:
    return sum(1 for _ in board.solid_tiles()) + sum(1 for _ in board.edges())


def _words(count: int, most: int, what: str) -> str:
    return say(
        "a map at a table has at most {most:,} {what}; this one has {count:,}",
        most=most,
        what=what,
        count=count,
    )
