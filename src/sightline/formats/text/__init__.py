"""Drawn maps, as in our tests and docs. `docs/formats-text.md` describes the language in full.

S.#         +---+---+---+         hex flat first=0,-1
..T         | S   .   . |
            +   +-c-+   +           .
T: enemy    | .   .   T |         S   .
            +---+---+---+           #
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, LimitError
from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.native import describe
from sightline.formats.safe.safe_json import show
from sightline.formats.shared.figure_limits import FigurePlacer
from sightline.formats.text import rogue as text_rogue
from sightline.formats.text.drawing import (
    Header,
    TextDrawing,
    read_header,
    read_hexes,
    read_squares,
    read_squares_with_edges,
)
from sightline.formats.text.legend import (
    COMMENT,
    Legend,
    apply_statements,
    is_of_legend,
    read_legend,
)
from sightline.formats.text.source import Source
from sightline.formats.text.symbols import apply_symbols
from sightline.formats.text.writer import HEADER_WORDS, draw
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.texts import say

NAME = "drawn text"
SUFFIXES = (".txt", ".map")
_TILES = {"square": "squares", "hex": "hexes"}


def recognizes(data: bytes, name: str) -> bool:
    """Return whether the first line could belong to a drawing, or the file name says that it is
    one.
    """
    text = data[:100_000].decode("utf-8-sig", "replace")
    first = text.strip().split("\n", 1)[0].rstrip()
    if not first or first[0] in "{[<" or "\0" in text:
        return False
    if name.lower().endswith(SUFFIXES):
        return True
    is_header = first.split()[0] in HEADER_WORDS or first.startswith((COMMENT, "+"))
    return (is_header or " " not in first) and first.isprintable() and "\ufffd" not in first


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return the board that the text draws."""
    return _read(data, blocking=options.blocking)


def board_from_text(drawing: str, grid: str) -> Board:
    """Return the board that a text draws. Without a header, `grid` is "square" or "hex".

    A rule or rulings in the legend are ignored. Use `load_with_report` to get them.
    """
    if not isinstance(drawing, str):
        raise InvalidTypeError(f"drawing: expected a text, got {short_repr(drawing)}")
    try:
        data = drawing.encode()
    except UnicodeEncodeError as error:
        raise _unwritable(error) from None
    board = _read(data, grid).board
    if board.grid.name != grid:
        raise InvalidValueError(
            f"drawing: expected {_TILES[grid]}, got {_TILES[board.grid.name]};"
            f" {type(board).__name__}.from_text reads it"
        )
    return board


def _read(data: bytes, grid: str = "square", blocking: Sequence[str] = ()) -> Loaded:
    source = Source(data)
    parts = _Parts(source, grid)
    legend = read_legend(source, parts.stop)
    if parts.header == text_rogue.HEADER:
        text_rogue.add_classic(legend)
    text_rogue.choose_blocking(legend, blocking)
    drawing = _read_drawing(source, parts, legend)
    report = Report(NAME)
    placer = FigurePlacer(drawing.board)
    doors = apply_symbols(source, legend, drawing, placer, report)
    text_rogue.hang_doors(drawing.board, doors, report)
    apply_statements(source, legend, placer, report)
    report.read.append(describe(drawing.board))
    return Loaded(drawing.board, report, legend.rule, legend.rulings)


def write(
    board: Board, rule: dict[str, Any] | None = None, rulings: Sequence[dict[str, Any]] = ()
) -> bytes:
    """Return a drawing from which `read` makes the same board, rule and rulings."""
    if board.wall_count > MAX_SEGMENTS:
        raise LimitError(f"free walls: expected at most {MAX_SEGMENTS:,}, got {board.wall_count:,}")
    try:
        return draw(board, rule, rulings).encode()
    except UnicodeEncodeError as error:
        raise _unwritable(error) from None


def _unwritable(error: UnicodeEncodeError) -> InvalidValueError:
    return InvalidValueError(
        f"text: expected characters that UTF-8 can hold, got {show(error.object[error.start])}"
    )


class _Parts:
    """The first lines of a text's parts: its header, if it has one, its drawing and its legend."""

    def __init__(self, source: Source, grid: str) -> None:
        self.start = _next_content(source, 0)
        words = source.lines[self.start].split()
        self.header = words[0] if words[0] in HEADER_WORDS else ""
        self.is_hex = self.header == "hex" or (not self.header and grid == "hex")
        if self.header in ("square", text_rogue.HEADER) and len(words) > 1:
            raise source.error(
                self.start,
                len(self.header) + 1,
                say("expected nothing after {got}", got=repr(self.header)),
            )
        self.first = _next_content(source, self.start + 1) if self.header else self.start
        self.stop = _end_of_drawing(source, self.first, self.header == text_rogue.HEADER)


def _end_of_drawing(source: Source, first: int, may_have_blank_rows: bool) -> int:
    """Return the number of the blank line after the drawing.

    In roguelike games a blank line may be a row of rock, so there the drawing ends at the legend.
    """
    gap = None
    for line in range(first, len(source.lines)):
        text = source.lines[line]
        if not text:
            gap = line if gap is None else gap
            if not may_have_blank_rows:
                break
        elif gap is not None:
            if is_of_legend(text):
                break
            gap = None
    return len(source.lines) if gap is None else gap


def _read_drawing(source: Source, parts: _Parts, legend: Legend) -> TextDrawing:
    ground = legend.ground()
    if parts.is_hex:
        text_rogue.check_hexes(source, legend)
        described = read_header(source, parts.start) if parts.header else Header()
        return read_hexes(source, parts.first, parts.stop, described, ground)
    has_edges = source.lines[parts.first].startswith("+") and not text_rogue.has_tiles_only(legend)
    reader = read_squares_with_edges if has_edges else read_squares
    return reader(source, parts.first, parts.stop, ground)


def _next_content(source: Source, line: int) -> int:
    """Return the next line that is neither blank nor a comment."""
    for index in range(line, len(source.lines)):
        if source.lines[index] and not source.lines[index].startswith(COMMENT):
            return index
    raise FormatError(say("expected a drawing, got none"), say("line {line}", line=max(line, 1)))
