"""Lay out a picture: a board on top, and below it the caption, legend and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline.model.board import Board
from sightline.render.layout import MARGIN, layout
from sightline.render.scenes.board import board_shapes
from sightline.render.scenes.edges import barrier_legend
from sightline.render.shapes import XY, Circle, Path, Scene, Shape, Text, rectangle
from sightline.render.terrain import terrain_legend
from sightline.render.text import wrapped
from sightline.render.words import board_words

VERDICT_SIZE, TEXT_SIZE, NOTE_SIZE = 17.0, 13.0, 11.5
# Each verdict has a mark in a disc of radius 1: a tick, a cross or a question mark.
TICK: tuple[tuple[XY, ...], ...] = (((-0.42, 0.05), (-0.1, 0.36), (0.45, -0.34)),)
CROSS: tuple[tuple[XY, ...], ...] = (
    ((-0.36, -0.36), (0.36, 0.36)),
    ((0.36, -0.36), (-0.36, 0.36)),
)
QUESTION: tuple[tuple[XY, ...], ...] = (
    ((-0.3, -0.28), (-0.22, -0.48), (0.0, -0.56), (0.22, -0.48), (0.3, -0.28), (0.22, -0.08),
     (0.04, 0.06), (0.0, 0.22)),
    ((0.0, 0.52), (0.0, 0.53)),
)  # fmt: skip
MARKS = {"visible": TICK, "hidden": CROSS, "ambiguous": QUESTION}


class Page:
    """A picture under construction, with the board on top and text below it."""

    def __init__(self, board: Board, *, full_size: bool = False) -> None:
        self.board = board
        self.lay = layout(board, full_size=full_size)
        self.left = MARGIN
        self.width = self.lay.paper - 2 * MARGIN
        self.y = self.lay.top + self.lay.height + MARGIN
        """Where the next thing below the board starts."""
        self._shapes: list[Shape] = []

    def draw(self, shapes: Iterable[Shape]) -> None:
        self._shapes.extend(shapes)

    def verdict(self, outcome: str, sentence: str) -> None:
        """Write the verdict, with its mark in front."""
        radius = VERDICT_SIZE * 0.62
        indent = radius * 2 + 8
        lines = wrapped(sentence, self.width - indent, VERDICT_SIZE)
        self.y += 4
        middle = self.y + VERDICT_SIZE * 0.62
        self.draw(badge(outcome, (self.left + radius, middle), radius))
        for line in lines:
            self.y += VERDICT_SIZE
            at = (self.left + indent, self.y)
            self.draw([Text(f"verdict-{outcome}", at, line, VERDICT_SIZE, "start")])
            self.y += VERDICT_SIZE * 0.35
        self.y += 2

    def text(self, text: str, role: str = "caption", size: float = TEXT_SIZE) -> None:
        """Write a paragraph, wrapped."""
        for line in wrapped(text, self.width, size):
            self.y += size
            self.draw([Text(role, (self.left, self.y), line, size, "start")])
            self.y += size * 0.4
        self.y += size * 0.15

    def note(self, text: str) -> None:
        self.text(text, "note", NOTE_SIZE)

    def legend(self, entries: Sequence[tuple[Sequence[str], str]]) -> None:
        """Draw swatches (one role over the other) with their meanings, in as many rows
        as needed.
        """
        side, gap = 16.0, 6.0
        x = self.left
        self.y += 4
        for roles, words in entries:
            length = side + gap + 0.6 * NOTE_SIZE * len(words) + 14
            if x > self.left and x + length > self.left + self.width:
                x = self.left
                self.y += side + gap
            for role in roles:
                self.draw([rectangle(role, x, self.y, side, side)])
            self.draw([rectangle("legend-frame", x, self.y, side, side, 1.0)])
            at = (x + side + gap, self.y + side * 0.5 + NOTE_SIZE * 0.36)
            self.draw([Text("note", at, words, NOTE_SIZE, "start")])
            x += length
        self.y += side + gap

    def finished(self, title: str, description: str = "") -> Scene:
        if self.board.has_terrain:
            self.note(terrain_legend(self.board))
        barriers = barrier_legend(self.board)
        if barriers:
            self.note(f"Walls: {barriers}")
        height = self.y + (MARGIN if self.y > self.lay.top + self.lay.height + MARGIN else 0)
        paper = rectangle("paper", 0, 0, self.lay.paper, height)
        return Scene(
            self.lay.paper,
            height,
            title,
            description,
            self.lay.tile,
            shapes=[paper, *self._shapes],
        )


def board_scene(board: Board) -> Scene:
    """Return the scene of a board without an answer."""
    page = Page(board)
    page.draw(board_shapes(page.board, page.lay))
    return page.finished(board_words(board))


def badge(outcome: str, center: XY, radius: float) -> list[Shape]:
    """Return a disc with the mark of a verdict."""
    return [
        Circle(f"badge-{outcome}", center, radius),
        mark("badge-mark", MARKS[outcome], center, radius),
    ]


def mark(role: str, lines: tuple[tuple[XY, ...], ...], center: XY, radius: float) -> Path:
    placed = tuple(
        tuple((center[0] + x * radius, center[1] + y * radius) for x, y in line) for line in lines
    )
    return Path(role, placed, width=max(1.0, radius * 0.24))
