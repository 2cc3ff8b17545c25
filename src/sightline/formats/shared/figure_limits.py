"""Limits on the figures of a file: a few bytes must not place a million giants on one tile."""

from __future__ import annotations

from typing import Any

from sightline.errors import FormatError
from sightline.formats.safe.safe_json import blamed
from sightline.model.board import Board
from sightline.model.figure import Figure, kind_called
from sightline.texts import say

MAX_FIGURES = 100_000
"""The maximum number of figures in one file."""
MAX_COVERED = 1_000_000
"""The maximum number of tiles that all figures of a file may cover together."""
MAX_SHARING = 100
"""The maximum number of figures on one tile. (Two that block sight never share one.)"""


class FigurePlacer:
    """Places figures on a board for a reader, and enforces the limits."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.count = self.covered = 0

    def place(
        self,
        where: str,
        name: str,
        at: tuple[int, int],
        *,
        size: Any = None,
        blocks_sight: bool | None = None,
        kind: str = "figure",
        side: str | None = None,
        facing: str = "",
        elevation: Any = None,
        height: Any = 1,
    ) -> Figure:
        """Call `Board.place`; errors name `where`, the place in the file."""
        with blamed(where):
            figure = self.board.place(
                name,
                at,
                size=size,
                blocks_sight=blocks_sight,
                kind=kind_called(kind),
                side=side,
                facing=facing,
                elevation=elevation,
                height=height,
            )
        self.count += 1
        self.covered += len(figure.tiles)
        if self.count > MAX_FIGURES:
            raise FormatError(say("more than {most:,} figures", most=MAX_FIGURES), where)
        if self.covered > MAX_COVERED:
            raise FormatError(
                say("figures cover more than {most:,} tiles", most=MAX_COVERED), where
            )
        if any(len(self.board.names_at(tile)) > MAX_SHARING for tile in figure.tiles):
            raise FormatError(say("more than {most} figures share a tile", most=MAX_SHARING), where)
        return figure
