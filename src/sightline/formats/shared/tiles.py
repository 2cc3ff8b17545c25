"""Tiles from files: masks of solid tiles, staggered hexes, and names that mean walls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sightline.errors import FormatError
from sightline.formats.contract import MAX_CELLS
from sightline.formats.safe.safe_json import blamed
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard
from sightline.texts import say

MAX_HEXES = 500_000
"""The maximum number of hexes of one map. Hexes are stored one by one, so they cost more than
squares.
"""

_WALL_WORDS = re.compile(
    r"walls?|collisions?|collid(e|es|er|ers|able)|block(s|ed|ing|er|ers)?|solids?|obstacles?|opaque"
    r"|rocks?|barriers?|impassable",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def sounds_blocking(name: str) -> bool:
    """Return whether the name of a layer, value or property suggests that it blocks."""
    return any(_WALL_WORDS.fullmatch(word) for word in _WORD.findall(name))


def check_size(cols: int, rows: int, place: str, limit: int = MAX_CELLS) -> None:
    """Raise an error for a map larger than any board, before anything is allocated."""
    if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise FormatError(
            say(
                "expected 1 to {most} columns and rows, got {cols} x {rows}",
                most=MAX_SIDE,
                cols=cols,
                rows=rows,
            ),
            place,
        )
    if cols * rows > limit:
        raise FormatError(
            say(
                "expected at most {most:,} tiles, got {cols} x {rows}",
                most=limit,
                cols=cols,
                rows=rows,
            ),
            place,
        )


class _Row:
    """A row of a mask as a sequence of the values for `SquareBoard.from_grid`, created lazily."""

    def __init__(self, mask: memoryview) -> None:
        self._mask = mask

    def __len__(self) -> int:
        return len(self._mask)

    def __iter__(self) -> Iterator[str | None]:
        return map((None, "#").__getitem__, self._mask)


def board_from_mask(mask: bytearray, cols: int) -> SquareBoard:
    """Return a board from a mask with one byte per tile in reading order: 1 is solid, 0 is not."""
    view = memoryview(mask)
    rows = [_Row(view[at : at + cols]) for at in range(0, len(mask), cols)]
    return SquareBoard.from_grid(rows)  # type: ignore[arg-type]  # only iterated, never indexed


def axial(col: int, row: int, *, flat: bool, even: bool) -> tuple[int, int]:
    """Return the hex at a column and row of a staggered map.

    `even` means that the even rows (columns, when flat) are shifted by half a hex.
    """
    if flat:
        return col, row - (col + (col & 1 if even else -(col & 1))) // 2
    return col - (row + (row & 1 if even else -(row & 1))) // 2, row


def hex_board(cells: list[tuple[int, int]], *, flat: bool, place: str) -> HexBoard:
    """Return a board of these hexes."""
    if len(cells) > MAX_HEXES:
        raise FormatError(
            say("expected at most {most:,} hexes, got {n:,}", most=MAX_HEXES, n=len(cells)), place
        )
    with blamed(place):
        return HexBoard(cells=cells, orientation="flat" if flat else "pointy")
