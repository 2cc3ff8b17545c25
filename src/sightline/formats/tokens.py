"""Tokens and lamps of a file onto a board: named, put on tiles, counted.

A reader makes one `Tokens`, puts everybody on the board with it, in tiles and exactly, and at the
end lets it `tell` the report what became of them.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from sightline.errors import FormatError, OccupiedError, OffBoardError
from sightline.formats.contract import Report
from sightline.formats.counts import count
from sightline.formats.crowd import Crowd
from sightline.formats.walls import Spot
from sightline.model.board import Board, numbered_name
from sightline.model.figure import MAX_SIZE, FigureKind
from sightline.model.light import MAX_LIGHTS
from sightline.model.numbers import UNIT

LONGEST_NAME = 100
"""Longer names are cut."""


def tile_at(board: Board, spot: Spot) -> tuple[int, int] | None:
    """The tile at a point of the board, counted in tiles; None: there is none.

    On a line between two tiles it is the one to the right, or below.
    """
    x, y = spot
    if board.grid.name == "square":
        tile = math.floor(y), math.floor(x)
        return tile if tile in board else None
    tiles = board.grid.tiles_at((round(x * UNIT), round(y * UNIT)))
    return max((tile for tile in tiles if tile in board), default=None)


class Tokens:
    """Puts a file's tokens and lights on a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._crowd = Crowd(board)
        self._names: set[str] = set()
        self._kinds: Counter[str] = Counter()
        self._fate: Counter[str] = Counter()

    def stand(
        self, name: str, at: tuple[int, int] | None, size: int, kind: FigureKind, place: str
    ) -> str | None:
        """Place a figure and say what it is called; None: it is not on the board.

        `at` is its top-left tile, or its middle hex. `place` is where it stands in the file.
        """
        if at is None:
            self._fate["outside"] += 1
            return None
        if not 1 <= size <= MAX_SIZE:
            self._fate["cut down"] += 1
            size = min(max(size, 1), MAX_SIZE)
        wanted = " ".join(name.split())[:LONGEST_NAME].strip() or "token"
        called = numbered_name(wanted, self._names)
        for blocks_sight in (True, False):
            try:
                self._crowd.place(
                    place, called, at, size=size, blocks_sight=blocks_sight, kind=kind
                )
            except FormatError as error:
                if isinstance(error.__cause__, OffBoardError):
                    self._fate["outside"] += 1
                    return None
                if not (blocks_sight and isinstance(error.__cause__, OccupiedError)):
                    raise
            else:
                self._fate["stacked"] += not blocks_sight
                break
        self._names.add(called)
        self._kinds[kind] += 1
        self._fate["renamed"] += wanted not in (called, "token")
        return called

    def shine(
        self, at: tuple[int, int] | str | None, bright: Fraction, dim: Fraction, place: str
    ) -> None:
        """A light on a tile or with a figure; both radii, in tiles, count from the light."""
        if at is None:
            self._fate["light outside"] += 1
            return
        if not (bright > 0 or dim > 0):
            self._fate["light without a radius"] += 1
            return
        self._fate["light"] += 1
        if self._fate["light"] > MAX_LIGHTS:
            raise FormatError(f"more than {MAX_LIGHTS:,} lights", place)
        self._board.add_light(at, bright, max(bright, dim))

    def tell(self, report: Report) -> None:
        """Say in the report who stands there, and what was changed and lost."""
        fate = self._fate
        if self._kinds:
            kinds = ", ".join(
                count(number, kind) if kind != "hero" else count(number, "hero", "heroes")
                for kind, number in self._kinds.items()
            )
            report.read.append(f"{count(sum(self._kinds.values()), 'figure')}: {kinds}")
        if fate["light"]:
            report.read.append(count(fate["light"], "light"))
        for amount, noun, rest, into in (
            (fate["renamed"], "figure", "renamed, since another has the name", report.changed),
            (
                fate["stacked"],
                "figure",
                "on a tile with another: does not block sight",
                report.changed,
            ),
            (fate["cut down"], "figure", f"made {MAX_SIZE} tiles large, the most", report.changed),
            (fate["outside"], "token", "outside the map left out", report.lost),
            (fate["light outside"], "light", "outside the map left out", report.lost),
            (fate["light without a radius"], "light", "without a radius left out", report.lost),
        ):
            if amount:
                into.append(f"{count(amount, noun)} {rest}")
