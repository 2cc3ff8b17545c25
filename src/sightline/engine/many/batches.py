"""Visibility between all tiles of a board."""

from __future__ import annotations

from typing import Any

from sightline.answers.field import Field
from sightline.engine import native
from sightline.engine.arguments import for_places
from sightline.engine.many.pairs import read_elevations
from sightline.engine.many.slices import Progress, in_slices
from sightline.engine.pairs import seen_among
from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.parts.heights import At
from sightline.model.place import place
from sightline.rules.rule import Rule

MAX_ALL_PAIRS_TILES = 1 << 16
"""The most tiles for `all_pairs`: its matrix grows with their square."""


def check_count(board: Board) -> None:
    """Raise if the board has too many tiles for `all_pairs`."""
    count = len(board.tiles())
    if count > MAX_ALL_PAIRS_TILES:
        raise LimitError(
            f"all_pairs: expected a board of at most {MAX_ALL_PAIRS_TILES} tiles, got {count}"
        )


def bits_of_all(board: Board, rule: Rule, threads: int, progress: Progress | None) -> bytes | None:
    """Return the fields of all tiles as concatenated bits, or None if no kernel
    supports the rule.
    """
    if native.core is None:
        return None
    mirror, code = native.mirror_of(board), native.code_of(rule)
    at_once: int = native.core.tiles_at_once(mirror, code)
    if not at_once:
        return None
    tiles = len(board.tiles())
    if tiles == 1:  # Python shares one-byte objects, so they must not be written to.
        return None
    # The system provides the zeros on first write. `all_rows` fills them on several threads
    # before any other code sees them.
    bits = bytes(tiles * ((tiles + 7) // 8))

    def work(start: int, stop: int) -> None:
        native.core.all_rows(mirror, code, bits, start * at_once, min(stop * at_once, tiles))

    in_slices(-(-tiles // at_once), threads, work, fewest=1, progress=progress)
    return bits


def bits_of_lifted(
    board: Board, rule: Rule, elevations: Any, threads: int, progress: Progress | None
) -> bytes:
    """Return the fields of all tiles as concatenated bits, for bodies at these
    elevations, one on each tile.
    """
    lifts = read_elevations(elevations, board.shape)
    places = [
        place(board, tile if lift is None else At(tile, elevation=lift), "tile")
        for tile, lift in zip(board.tiles(), lifts, strict=True)
    ]
    asked = for_places(board, rule, *places)
    rows: list[bytes] = [b""] * len(places)

    def look(start: int, stop: int) -> None:
        for number in range(start, stop):
            seen = seen_among(board, places[number], places, asked)
            rows[number] = Field(board, bytearray(seen)).bits()

    in_slices(len(rows), threads, look, fewest=1, progress=progress)
    return b"".join(rows)
