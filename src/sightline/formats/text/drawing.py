"""Parse the drawings of maps: squares, squares with walls between them, and hexes.

Each function returns a board with its solid tiles and edges, and the tiles of every other symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.native import LETTERS
from sightline.formats.safe.safe_json import MAX_HEXES, show
from sightline.formats.shared.figure_limits import MAX_COVERED
from sightline.formats.text.source import Source
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard, Orientation, Outside
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard
from sightline.texts import as_text, say

EMPTY, SOLID, NO_TILE, CORNER = ".", "#", "_", "+"
BLANK = " "
DRAWN_BETWEEN = frozenset("+-|" + BLANK)
"""The characters drawn between tiles. A legend entry for one of them makes it a tile."""

Coordinates = tuple[int, int]


@dataclass(frozen=True)
class Header:
    """The first line of a hex map."""

    orientation: Orientation = "pointy"
    outside: Outside = "open"
    first: Coordinates = (0, 0)


@dataclass(frozen=True)
class DrawnGround:
    """Symbols that only stand for ground. Their tiles are not listed one by one."""

    solid: frozenset[str] = frozenset(SOLID)
    floor: frozenset[str] = frozenset(EMPTY)
    has_blanks: bool = False
    """Whether a blank is a tile."""


@dataclass
class TextDrawing:
    """A parsed drawing: a board without figures, and the tiles of every symbol in reading order."""

    board: Board
    where: Callable[[Coordinates], Coordinates]
    """Returns the line and column at which a tile is drawn."""
    symbols: dict[str, list[Coordinates]] = field(default_factory=dict)
    """The tiles of every symbol except those in `ground`."""
    ground: set[str] = field(default_factory=set)
    """The ground symbols that occur in the drawing."""


def read_squares(source: Source, start: int, stop: int, ground: DrawnGround) -> TextDrawing:
    """Read rows of tiles, one character each."""
    rows = source.lines[start:stop]
    if ground.has_blanks:
        cols = max(map(len, rows))
    else:
        cols = len(rows[0])
        _check_rows(source, start, rows)
    for i, row in enumerate(rows):
        if "\t" in row:
            raise source.error(start + i, row.index("\t"), say("a tab; draw with spaces"))
    with source.blamed(start, 0):
        board = SquareBoard(len(rows), cols)
    drawing = TextDrawing(board, lambda tile: (start + tile[0], tile[1]))
    _fill(source, drawing, (row.ljust(cols, BLANK) for row in rows), ground)
    return drawing


def _check_rows(source: Source, start: int, rows: list[str]) -> None:
    """Raise an error unless all rows have the same length; for drawings without blanks."""
    cols = len(rows[0])
    for i, row in enumerate(rows):
        blank = min((at for at in (row.find(" "), row.find("\t")) if at >= 0), default=-1)
        if ": " in row or row.endswith(":"):
            raise source.error(start + i, 0, say("a legend is set off by a blank line before it"))
        if blank >= 0:
            raise source.error(
                start + i,
                blank,
                say(
                    "a blank inside a drawing: draw '.' for empty, '#' for rock, or say what it is"
                    " in the legend (blank: solid)"
                ),
            )
        if len(row) != cols:
            raise source.error(
                start + i,
                min(len(row), cols),
                say("expected {cols} tiles as in the first row, got {n}", cols=cols, n=len(row)),
            )


def _fill(source: Source, drawing: TextDrawing, rows: Iterable[str], ground: DrawnGround) -> None:
    plain = ground.solid | ground.floor
    solid_bytes = bytes(chr(byte) in ground.solid for byte in range(256))
    symbols = 0
    for r, row in enumerate(rows):
        letters = set(row)
        drawing.ground |= letters & plain
        if letters & ground.solid:
            solid = (
                row.encode("ascii").translate(solid_bytes)
                if row.isascii()
                else bytes(map(ground.solid.__contains__, row))
            )
            planes.set_solid_row(drawing.board, r, solid)
        if letters - plain:
            for c, symbol in enumerate(row):
                if symbol not in plain:
                    drawing.symbols.setdefault(symbol, []).append((r, c))
                    symbols += 1
            if symbols > MAX_COVERED:
                raise source.error(
                    *drawing.where((r, 0)),
                    say("more than {most:,} tiles with something on them", most=MAX_COVERED),
                )


# --- squares with edges -------------------------------------------------------------------------


def read_squares_with_edges(
    source: Source, start: int, stop: int, ground: DrawnGround
) -> TextDrawing:
    """Read tiles between lines of `+--+--+`. The characters on these lines stand for edges."""
    bars = _columns_of_corners(source, start)
    rows, cols = (stop - start) // 2, len(bars) - 1
    width = bars[-1] + 1
    for line in range(start, stop):
        if len(source.lines[line]) > width:
            raise source.error(line, width, say("beyond the right rim of the first line"))
    if (stop - start) % 2 == 0 or not rows:
        raise source.error(
            stop - 1,
            0,
            say(
                "expected the drawing to end in a rim such as {rim}",
                rim=source.lines[start][:20],
            ),
        )
    with source.blamed(start, 0):
        board = SquareBoard(rows, cols)
    reader = _EdgeReader(source, bars, width)
    reader.rim(start)
    tiles = []
    for r in range(rows):
        line = start + 1 + 2 * r
        tiles.append(reader.tiles(line))
        planes.set_edge_row(board, 0, r, reader.upright(line))
        if r < rows - 1:
            planes.set_edge_row(board, 1, r, reader.level(line + 1))
        else:
            reader.rim(line + 1)
    drawing = TextDrawing(board, lambda tile: (start + 1 + 2 * tile[0], bars[tile[1]] + 1))
    _fill(source, drawing, tiles, ground)
    return drawing


def _columns_of_corners(source: Source, line: int) -> list[int]:
    text = source.lines[line]
    if text.count(CORNER) > MAX_SIDE + 1:
        raise source.error(line, 0, say("more than {most} columns of tiles", most=MAX_SIDE))
    bars = [column for column, letter in enumerate(text) if letter == CORNER]
    if bars[-1] != len(text) - 1 or len(bars) < 2:
        raise source.error(line, len(text) - 1, say("expected the rim to end in '+'"))
    for left, right in pairwise(bars):
        if right == left + 1:
            raise source.error(line, right, say("expected '--' between two corners, got nothing"))
    return bars


class _EdgeReader:
    """Reads the lines of one drawing, whose corners stand at the columns `bars`."""

    def __init__(self, source: Source, bars: list[int], width: int) -> None:
        self.source, self.bars, self.width = source, bars, width

    def _line(self, line: int) -> str:
        text = self.source.lines[line]
        if "\t" in text:
            raise self.source.error(line, text.index("\t"), say("a tab; draw with spaces"))
        return text.ljust(self.width)

    def tiles(self, line: int) -> str:
        """Return the symbols of a row of tiles."""
        text = self._line(line)
        row = []
        for left, right in pairwise(self.bars):
            inside = text[left + 1 : right].strip(" ")
            if len(set(inside)) > 1:
                raise self.source.error(
                    line,
                    left + 1,
                    say("expected one symbol in a tile, got {got}", got=show(inside)),
                )
            if inside[:1] in ("+", "-", "|"):
                raise self.source.error(
                    line,
                    left + 1,
                    say("expected a tile between two bars, got {got}", got=show(inside)),
                )
            row.append(inside[:1] or EMPTY)
        return "".join(row)

    def upright(self, line: int) -> bytes:
        """Return the codes of the edges to the right of the tiles of a row; 0 at the border."""
        text = self._line(line)
        for column in (self.bars[0], self.bars[-1]):
            if text[column] not in "| ":
                raise self.source.error(line, column, _rim_complaint(text[column]))
        codes = []
        for column in self.bars[1:-1]:
            letter = text[column]
            code = 1 if letter == "|" else 0 if letter == " " else LETTERS.find(letter)
            if code < 0 or letter in ".w":
                raise self.source.error(line, column, _edge_complaint("|", letter))
            codes.append(code)
        return bytes([*codes, 0])

    def level(self, line: int) -> bytes:
        """Return the codes of the edges between two rows of tiles."""
        text = self._line(line)
        codes = []
        for left, right in pairwise(self.bars):
            self._check_corner(line, left, text[left])
            codes.append(self._level_code(line, left + 1, text[left + 1 : right]))
        self._check_corner(line, self.bars[-1], text[self.bars[-1]])
        return bytes(codes)

    def _level_code(self, line: int, column: int, part: str) -> int:
        marks = part.replace("-", "").replace(" ", "")
        if not marks:
            if "-" in part and " " in part:
                raise self.source.error(
                    line, column, say("half a wall: fill the whole edge or none")
                )
            return 1 if "-" in part else 0
        at = column + part.index(marks[0])
        code = LETTERS.find(marks[0])
        if len(marks) > 1 or code < 0 or marks in ".w":
            raise self.source.error(line, at, _edge_complaint("-", marks))
        return code

    def rim(self, line: int) -> None:
        """Check that the first or last line has only the border."""
        text = self._line(line)
        for column, letter in enumerate(text):
            if letter not in "+- ":
                raise self.source.error(line, column, _rim_complaint(letter))

    def _check_corner(self, line: int, column: int, letter: str) -> None:
        if letter not in "+-| ":
            raise self.source.error(
                line, column, say("expected the corner '+', got {got}", got=repr(letter))
            )


def _edge_complaint(wall: str, got: str) -> str:
    return say(
        "expected an edge: {wall} a wall, a blank for none, o c l s a door that is open, closed,"
        " locked, secret, O C L such a gate; got {got}",
        wall=repr(wall),
        got=repr(got),
    )


def _rim_complaint(letter: str) -> str:
    return say("expected the rim, which is all wall and has no doors; got {got}", got=repr(letter))


# --- hexes --------------------------------------------------------------------------------------


def read_hexes(
    source: Source, start: int, stop: int, header: Header, ground: DrawnGround
) -> TextDrawing:
    """Read a drawing of hexes. A step to the side is two columns: see `docs/formats-text.md`."""
    drawn = source.lines[start:stop]
    if sum(len(line) - line.count(" ") - line.count(NO_TILE) for line in drawn) > MAX_HEXES:
        raise source.error(start, 0, say("more than {most:,} hexes", most=MAX_HEXES))
    marks: list[tuple[int, int, str]] = [
        (line, column, letter)
        for line in range(start, stop)
        for column, letter in enumerate(source.lines[line])
        if letter not in (" ", NO_TILE)
    ]
    if not marks:
        raise source.error(start, 0, say("expected at least one hex, got none"))
    line0, column0, _ = marks[0]
    q0, r0 = header.first
    is_flat = header.orientation == "flat"
    cells: dict[Coordinates, str] = {}
    for line, column, letter in marks:
        down, right = line - line0, column - column0
        if is_flat:
            dq, uneven = divmod(right, 2)
            dr, odd = divmod(down - dq, 2)
        else:
            dr, uneven = down, 0
            dq, odd = divmod(right - down, 2)
        if uneven or odd:
            raise source.error(
                line,
                column,
                say(
                    "{got} stands between two hexes; move it by one column or line",
                    got=repr(letter),
                ),
            )
        cells[q0 + dq, r0 + dr] = letter
    with source.blamed(line0, column0):
        board = HexBoard(cells=cells, outside=header.outside, orientation=header.orientation)

    def where(cell: Coordinates) -> Coordinates:
        line, column = position_of_hex(cell, header.orientation)
        line_first, column_first = position_of_hex(header.first, header.orientation)
        return line0 + line - line_first, column0 + column - column_first

    drawing = TextDrawing(board, where)
    for cell, symbol in cells.items():
        if symbol in ground.solid or symbol in ground.floor:
            drawing.ground.add(symbol)
            if symbol in ground.solid:
                board.set_solid(cell)
        else:
            drawing.symbols.setdefault(symbol, []).append(cell)
    return drawing


def position_of_hex(cell: Coordinates, orientation: str) -> Coordinates:
    """Return the line and column of a hex, relative to those of (0, 0)."""
    q, r = cell
    return (2 * r + q, 2 * q) if orientation == "flat" else (r, 2 * q + r)


def read_header(source: Source, line: int) -> Header:
    """Parse a header: `hex`, and any of `flat`, `outside=solid`, `first=q,r`."""
    orientation: Orientation = "pointy"
    outside: Outside = "open"
    first = (0, 0)
    for token in source.tokens(line)[1:]:
        key, _, value = token.text.partition("=")
        if token.text in ("pointy", "flat"):
            orientation = "flat" if token.text == "flat" else "pointy"
        elif key == "outside" and value in ("open", "solid"):
            outside = "solid" if value == "solid" else "open"
        elif key == "first":
            try:
                first = parse_pair(value)
            except FormatError as error:
                raise source.error_at(token, as_text(error)) from None
        else:
            raise source.error_at(
                token,
                say(
                    "expected pointy, flat, outside=open, outside=solid or first=q,r, got {got}",
                    got=repr(token.text[:40]),
                ),
            )
    return Header(orientation, outside, first)


def parse_pair(word: str) -> Coordinates:
    """Parse a position such as `3,-1`."""
    parts = word.split(",")
    if len(parts) == 2 and all(
        part.removeprefix("-").isdecimal() and part.isascii() and len(part) <= 6 for part in parts
    ):
        first, second = map(int, parts)
        if max(abs(first), abs(second)) <= 2 * MAX_SIDE:
            return first, second
    raise FormatError(say("expected a position such as 3,4, got {got}", got=repr(word[:40])))
