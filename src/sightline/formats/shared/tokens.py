"""Tokens and lights from files: named, placed on tiles, and counted.

A reader creates one `Tokens`, places all tokens with it, in exact tile coordinates, and calls
`tell` at the end to add the results to the report.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from sightline.errors import FormatError, OccupiedError, OffBoardError
from sightline.formats.contract import Report
from sightline.formats.counts import count, tell
from sightline.formats.shared.figure_limits import FigurePlacer
from sightline.formats.shared.walls import Spot
from sightline.model.board import Board
from sightline.model.figure import KINDS, MAX_SIZE, FigureKind
from sightline.model.light import MAX_LIGHTS
from sightline.model.numbers import UNIT
from sightline.model.parts.heights import At
from sightline.texts import join, say

LONGEST_NAME = 100
"""The maximum number of characters of a name. Longer names are cut."""


def tile_at(board: Board, spot: Spot) -> tuple[int, int] | None:
    """Return the tile at a point in tile coordinates, or None if there is none.

    A point on the line between two tiles belongs to the one to the right or below.
    """
    x, y = spot
    if board.grid.name == "square":
        tile = math.floor(y), math.floor(x)
        return tile if tile in board else None
    tiles = board.grid.tiles_at((round(x * UNIT), round(y * UNIT)))
    return max((tile for tile in tiles if tile in board), default=None)


class Tokens:
    """Places a file's tokens and lights on a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._placer = FigurePlacer(board)
        self._names: set[str] = set()
        self._numbers: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._fate: Counter[str] = Counter()

    def stand(
        self,
        name: str,
        at: tuple[int, int] | None,
        size: int | tuple[int, int],
        kind: FigureKind,
        place: str,
        *,
        hidden: bool = False,
        blocks_sight: bool | None = None,
        side: str | None = None,
        facing: str = "",
        elevation: Fraction | None = None,
        height: Fraction | int = 1,
    ) -> str | None:
        """Place a figure and return its name, or None if it is not on the board.

        `at` is its top left tile, or its middle hex. A size of two numbers is rows and columns.
        `place` is its place in the file. A hidden figure does not block sight. `blocks_sight` and
        `side` override the defaults of its kind unless they are None.
        """
        if at is None:
            self._fate["outside"] += 1
            return None
        wide = (size, size) if isinstance(size, int) else size
        size = min(max(wide[0], 1), MAX_SIZE), min(max(wide[1], 1), MAX_SIZE)
        self._fate["cut down"] += size != wide
        wanted = " ".join(name.split())[:LONGEST_NAME].strip() or "token"
        called = self._numbered(wanted)
        wants = KINDS[kind].blocks_sight if blocks_sight is None else blocks_sight
        for blocks in (True, False) if wants and not hidden else (False,):
            try:
                self._placer.place(
                    place,
                    called,
                    at,
                    size=size,
                    blocks_sight=blocks,
                    kind=kind,
                    side=side,
                    facing=facing,
                    elevation=elevation,
                    height=height,
                )
            except FormatError as error:
                if isinstance(error.__cause__, OffBoardError):
                    self._fate["outside"] += 1
                    return None
                if not (blocks and isinstance(error.__cause__, OccupiedError)):
                    raise
            else:
                self._fate["hidden"] += hidden
                self._fate["stacked"] += wants and not hidden and not blocks
                break
        self._names.add(called)
        self._kinds[kind] += 1
        self._fate["renamed"] += wanted not in (called, "token")
        return called

    def _numbered(self, wanted: str) -> str:
        """Return a free name with a number. Counting continues from the last one, because
        hundreds may share a name.
        """
        called = wanted
        while called in self._names:
            self._numbers[wanted] += 1
            called = f"{wanted} {self._numbers[wanted] + 1}"
        return called

    def shine(
        self,
        at: tuple[int, int] | str | None,
        bright: Fraction,
        dim: Fraction,
        place: str,
        elevation: Fraction | None = None,
    ) -> None:
        """Add a light on a tile or on a figure. Both radii are measured from the light, in
        tiles.
        """
        if at is None:
            self._fate["light outside"] += 1
            return
        if not (bright > 0 or dim > 0):
            self._fate["light without a radius"] += 1
            return
        self._fate["light"] += 1
        if self._fate["light"] > MAX_LIGHTS:
            raise FormatError(say("more than {most:,} lights", most=MAX_LIGHTS), place)
        where = at if elevation is None else At(at, elevation=elevation)
        self._board.add_light(where, bright, max(bright, dim))

    def tell(self, report: Report) -> None:
        """Add the figures to the report, with changes and losses."""
        fate = self._fate
        if self._kinds:
            kinds = join(
                [
                    count(number, kind) if kind != "hero" else count(number, "hero", "heroes")
                    for kind, number in self._kinds.items()
                ]
            )
            report.read.append(
                say(
                    "{things}: {kinds}",
                    things=count(sum(self._kinds.values()), "figure"),
                    kinds=kinds,
                )
            )
        tell(fate, report.read, ("light", "light", ""))
        tell(
            *(fate, report.changed),
            ("renamed", "figure", say(" renamed because the name was taken")),
            ("stacked", "figure", say(" on the same tile as another: placed, not blocking sight")),
            ("hidden", "figure", say(" hidden in the file: placed, not blocking sight")),
            (
                "cut down",
                "figure",
                say(" reduced to {max_size} tiles, the largest size", max_size=MAX_SIZE),
            ),
        )
        tell(
            *(fate, report.lost),
            ("outside", "token", say(" outside the map")),
            ("light outside", "light", say(" outside the map")),
            ("light without a radius", "light", say(" without a radius")),
        )
