"""Boards drawn as text, so that a test shows what it tests.

Squares: one mark per tile, in every other column::

    S . # .      . empty floor     # rock           any letter: a named spot
        -        | - a thin wall   + a closed door  ' an open door, between two tiles
    . M|. T      M m B ...         see `figures`: spots with a blocking figure

A line with only `-`, `+` and `'` is between two rows. Hexes use the same marks, with each row moved
half a hex further than the one above (`r` counts rows, a step right is `q + 1`)::

    . S .
     . # .
      . T .
"""

from __future__ import annotations

from textwrap import dedent
from typing import NamedTuple

from sightline import Door, HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.threshold import Threshold

MARKS: dict[str, Threshold] = {
    "|": Wall(),
    "-": Wall(),
    "+": Door("closed"),
    "'": Door("open"),
}
Spot = tuple[int, int]


class Drawing(NamedTuple):
    board: Board
    spots: dict[str, Spot]
    """The position of each letter."""


def squares(text: str, figures: str = "M") -> Drawing:
    """Return a square board from its drawing. Letters in `figures` block; all others are spots."""
    rows: list[str] = []
    between: dict[int, str] = {}
    for line in dedent(text).strip("\n").splitlines():
        if line.strip() and not line.strip(" -+'"):
            between[len(rows)] = line
        else:
            rows.append(line)
    board = SquareBoard(len(rows), max(len(row) + 1 for row in rows) // 2)
    spots: dict[str, Spot] = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row[::2]):
            _put(board, (r, c), mark, figures, spots)
        for c, mark in enumerate(row[1::2]):
            if mark != " ":
                board.set_edge((r, c), (r, c + 1), MARKS[mark])
    for r, line in between.items():
        for c, mark in enumerate(line[::2]):
            if mark != " ":
                board.set_edge((r - 1, c), (r, c), MARKS[mark])
    return Drawing(board, spots)


def hexagons(text: str, figures: str = "M") -> Drawing:
    """Return a hex board from its drawing. The mark at row r, column x is the
    hex ((x - r) / 2, r).
    """
    marks = {
        ((x - r) // 2, r): mark
        for r, line in enumerate(dedent(text).strip("\n").splitlines())
        for x, mark in enumerate(line)
        if mark != " "
    }
    board = HexBoard(cells=marks)
    spots: dict[str, Spot] = {}
    for at, mark in marks.items():
        _put(board, at, mark, figures, spots)
    return Drawing(board, spots)


def _put(board: Board, at: Spot, mark: str, figures: str, spots: dict[str, Spot]) -> None:
    if mark == "#":
        board.set_solid(at)
    elif mark != ".":
        assert mark.isalnum(), f"unknown mark {mark!r} at {at}"
        assert mark in figures or mark not in spots, f"{mark} is drawn twice"
        spots[mark] = at
        if mark in figures:
            board.place(f"{mark} at {at}", at)


def drawn(board: SquareBoard, seen: object) -> str:
    """Return a field as text: * visible floor, # visible rock, - hidden."""
    rows = []
    for r in range(board.rows):
        row = [
            ("#" if board.is_solid((r, c)) else "*") if (r, c) in seen else "-"  # type: ignore[operator]
            for c in range(board.cols)
        ]
        rows.append(" ".join(row))
    return "\n".join(rows)


def picture(text: str) -> str:
    """Return the text of an expected field without its indentation."""
    return dedent(text).strip()
