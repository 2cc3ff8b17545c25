"""Drawn maps: the language of our tests and docs. `docs/formats-text.md` shows all of it.

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
from sightline.formats.crowd import Crowd
from sightline.formats.native import describe
from sightline.formats.safe_json import show
from sightline.formats.text_drawing import (
    Header,
    TextDrawing,
    read_header,
    read_hexes,
    read_squares,
    read_squares_with_edges,
)
from sightline.formats.text_legend import COMMENT, apply_statements, apply_symbols, read_legend
from sightline.formats.text_source import Source
from sightline.formats.text_write import HEADER_WORDS, draw
from sightline.model.board import Board
from sightline.model.numbers import shown

NAME = "drawn text"
SUFFIXES = (".txt", ".map")
_TILES = {"square": "squares", "hex": "hexes"}


def recognises(data: bytes, name: str) -> bool:
    """Text whose first line could belong to a drawing, or whose name says that it is one."""
    text = data[:100_000].decode("utf-8-sig", "replace")
    first = text.strip().split("\n", 1)[0].rstrip()
    if not first or first[0] in "{[<":
        return False
    if name.lower().endswith(SUFFIXES):
        return True
    is_header = first.split()[0] in HEADER_WORDS or first.startswith((COMMENT, "+"))
    return (is_header or " " not in first) and first.isprintable() and "\ufffd" not in first


def read(data: bytes, name: str, options: Options) -> Loaded:
    """The board that was drawn."""
    return _read(data)


def board_from_text(drawing: str, grid: str) -> Board:
    """The board that a text draws. Without a header it is of that grid, "square" or "hex".

    Rule and rulings in the legend are nothing of the board: only `load_with_report` gives them.
    """
    if not isinstance(drawing, str):
        raise InvalidTypeError(f"drawing: expected a text, got {shown(drawing)}")
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


def _read(data: bytes, grid: str = "square") -> Loaded:
    source = Source(data)
    drawing, end = _read_drawing(source, grid)
    legend = read_legend(source, end)
    report = Report(NAME)
    crowd = Crowd(drawing.board)
    apply_symbols(source, legend, drawing, crowd, report)
    apply_statements(source, legend, crowd, report)
    report.read.append(describe(drawing.board))
    return Loaded(drawing.board, report, legend.rule, legend.rulings)


def write(
    board: Board, rule: dict[str, Any] | None = None, rulings: Sequence[dict[str, Any]] = ()
) -> bytes:
    """The drawing that `read` makes the same board of."""
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


def _read_drawing(source: Source, grid: str) -> tuple[TextDrawing, int]:
    """The drawing, and the line after it. `grid`: what is drawn where no header says it."""
    start = _next_content(source, 0)
    words = source.lines[start].split()
    header = words[0] if words[0] in HEADER_WORDS else None
    first = start if header is None else _next_content(source, start + 1)
    stop = first
    while stop < len(source.lines) and source.lines[stop]:
        stop += 1
    if header == "hex" or (header is None and grid == "hex"):
        described = Header() if header is None else read_header(source, start)
        return read_hexes(source, first, stop, described), stop
    if header == "square" and len(words) > 1:
        raise source.error(start, len("square "), "expected nothing after 'square'")
    if source.lines[first].startswith("+"):
        return read_squares_with_edges(source, first, stop), stop
    return read_squares(source, first, stop), stop


def _next_content(source: Source, line: int) -> int:
    """The next line that is neither blank nor a comment."""
    for index in range(line, len(source.lines)):
        if source.lines[index] and not source.lines[index].startswith(COMMENT):
            return index
    raise FormatError("expected a drawing, got none", f"line {max(line, 1)}")
