"""Draw a board on a canvas of characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor

from sightline.model.board import Board
from sightline.model.cell import Tile, square_name
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import SOLID
from sightline.model.threshold import (
    CODES,
    Threshold,
    Wall,
    has_property,
    stops_of,
    with_stops,
    without_property,
)
from sightline.render.console.canvas import Canvas
from sightline.render.console.grid import TextGrid
from sightline.render.text import columns, cut
from sightline.render.words import decimal

UNICODE = {
    "floor": "·", "rock": "█", "shadow": "░", "doubt": "?", "level": "━", "upright": "┃",
    "rising": "╱", "falling": "╲", "free": "▪", "line": "•", "beyond": "∘", "stop": "✗",
    "touch": "○", "cover": "♣", "tick": "✔", "cross": "✘", "steps": "·░▒▓",
    "limited": "╎", "passes": "»«▾▴", "terrain": "≈",
}  # fmt: skip
ASCII = {
    "floor": ".", "rock": "#", "shadow": "~", "doubt": "?", "level": "-", "upright": "|",
    "rising": "/", "falling": "\\", "free": "%", "line": "*", "beyond": ",", "stop": "X",
    "touch": "o", "cover": "&", "tick": "+", "cross": "x", "steps": ".:+*",
    "limited": ":", "passes": "><v^", "terrain": "=",
}  # fmt: skip
# by the sum of its arms: 1 to the left, 2 up, 4 to the right, 8 down
JUNCTIONS = " ╸╹┛╺━┗┻╻┓┃┫┏┳┣╋"
RIM_JUNCTIONS = {("│", 1): "┥", ("─", 2): "┸", ("│", 4): "┝", ("─", 8): "┰"}
THRESHOLDS = {
    "open door": "d", "closed door": "D", "locked door": "L", "secret door": "S",
    "open gate": "g", "closed gate": "G", "locked gate": "K",
}  # fmt: skip
SEE_THROUGH = "w"
"""The sign that is drawn for a window."""


TOO_WIDE = "@"
"""The sign of a figure whose first letter is wider than the one column available."""


@dataclass
class Sheet:
    """A board being drawn: the canvas, the signs in use, and the entries of the legend."""

    board: Board
    grid: TextGrid
    signs: Mapping[str, str]
    window: Sequence[tuple[int, int]]
    """The tiles that are drawn, which may be only a part of the board."""
    canvas: Canvas = field(default_factory=Canvas)
    legend: dict[str, str] = field(default_factory=dict)

    @property
    def is_unicode(self) -> bool:
        return self.signs is UNICODE

    def tile(self, tile: tuple[int, int], text: str, style: str) -> None:
        """Write a tile's content, cut to the available width, over what was there."""
        room = self.grid.room
        text = cut(text, room)
        blank = room - columns(text)
        padded = " " * (blank // 2) + text + " " * (blank - blank // 2)
        x, y = self.grid.center(tile)
        self.canvas.put(x - (room - 1) // 2, y, padded, style)

    def figures(self) -> list[Figure]:
        """Return the figures in the window, in the order in which they were placed."""
        if len(self.window) == len(self.board.tiles()):
            return self.board.figures()
        shown = set(self.window)
        return [each for each in self.board.figures() if not shown.isdisjoint(each.tiles)]


def write_board(sheet: Sheet, ground: Callable[[tuple[int, int]], tuple[str, str]]) -> None:
    """Draw everything in the window. `ground` returns the text and style of a free tile."""
    board, grid = sheet.board, sheet.grid
    solid: set[tuple[int, int]] = {tile for tile in sheet.window if board.flags(tile) & SOLID}
    for tile in sheet.window:
        if tile in solid:
            sheet.tile(tile, sheet.signs["rock"] * grid.room, "rock")
        else:
            sheet.tile(tile, *ground(tile))
    if isinstance(board, HexBoard):
        _write_heights(sheet, board)
    if grid.shape == "square":
        _join_rock(sheet, solid)
    if grid.boxed:
        _write_rim(sheet)
        _write_edges(sheet)
    _write_free_walls(sheet)
    figures = sheet.figures()
    names = short_names(figures, grid.room)
    for figure in figures:
        style = "furniture" if figure.is_furniture else figure.kind
        for tile in figure.tiles:
            sheet.tile(tile, names[figure.name], style)
    _write_side_names(sheet)


def short_names(figures: list[Figure], room: int) -> dict[str, str]:
    """Return as many letters of each name as fit, but keep a number at its end."""
    short: dict[str, str] = {}
    for figure in figures:
        name = figure.name
        digits = name[len(name.rstrip("0123456789")) :]
        if room > 1 and 0 < len(digits) < room:
            short[name] = cut(name, room - len(digits)) + digits
        else:
            short[name] = cut(name, room) or TOO_WIDE
    return short


def _write_heights(sheet: Sheet, board: HexBoard) -> None:
    for tile in sheet.window:
        cover, height = board.cover(tile), board.elevation(tile)
        if board.flags(tile) & SOLID or (not cover and height is None):
            continue
        if cover:
            sheet.legend[sheet.signs["cover"]] = "cover"
        text = (sheet.signs["cover"] if cover else "") + ("" if height is None else decimal(height))
        sheet.tile(tile, text, "cover" if cover else "height")


def _join_rock(sheet: Sheet, solid: set[tuple[int, int]]) -> None:
    """Draw neighboring rock as one mass."""
    rock = sheet.signs["rock"]
    for row, col in sorted(solid):
        x, y = sheet.grid.center((row, col))
        beside, below = (row, col + 1) in solid, (row + 1, col) in solid
        if sheet.grid.boxed:
            if beside:
                sheet.canvas.put(x + 2, y, rock, "rock")
            if below:
                sheet.canvas.put(x - 1, y + 1, rock * 3, "rock")
            if beside and below and (row + 1, col + 1) in solid:
                sheet.canvas.put(x + 2, y + 1, rock, "rock")
        elif sheet.grid.across == 2 and beside:
            sheet.canvas.put(x + 1, y, rock, "rock")


# --- edges


def _write_rim(sheet: Sheet) -> None:
    if sheet.grid.shape != "square":
        return
    rows, cols = getattr(sheet.board, "rows", 1), getattr(sheet.board, "cols", 1)
    right, bottom = cols * 4, rows * 2
    level, upright = ("─", "│") if sheet.is_unicode else ("-", "|")
    for y in (0, bottom):
        sheet.canvas.put(1, y, level * (right - 1), "dim")
    for x in (0, right):
        for y in range(1, bottom):
            sheet.canvas.put(x, y, upright, "dim")
    for (x, y), char in zip(
        ((0, 0), (right, 0), (0, bottom), (right, bottom)), "┌┐└┘", strict=True
    ):
        sheet.canvas.put(x, y, char if sheet.is_unicode else "+", "dim")


def _write_edges(sheet: Sheet) -> None:
    if not sheet.board.has_edges:
        return
    arms: dict[tuple[int, int], int] = {}
    for a, b, threshold in _edges(sheet):
        (ax, ay), (bx, by) = sheet.grid.center(a), sheet.grid.center(b)
        if sheet.grid.shape == "square":
            x, y = (ax + bx) // 2, (ay + by) // 2
            if ay == by:
                _upright_edge(sheet, x, y, threshold)
                ends = ((x, y - 1, 8), (x, y + 1, 2))
            else:
                _level_edge(sheet, x, y, threshold)
                ends = ((x - 2, y, 4), (x + 2, y, 1))
            for end_x, end_y, arm in ends if threshold.blocks_sight else ():
                arms[end_x, end_y] = arms.get((end_x, end_y), 0) | arm
        else:
            _hex_edge(sheet, (ax, ay), (bx, by), threshold)
    for (x, y), joint in arms.items():
        rim = sheet.canvas.at(x, y)
        sign = RIM_JUNCTIONS.get((rim, joint), JUNCTIONS[joint]) if sheet.is_unicode else "+"
        sheet.canvas.put(x, y, sign, "wall")


def _edges(sheet: Sheet) -> Iterator[tuple[Tile, Tile, Threshold]]:
    """Yield the edges in the window with their barriers, in the board's order."""
    board = sheet.board
    if len(sheet.window) == len(board.tiles()):
        yield from board.edges()
        return
    shown = set(sheet.window)
    for direction, (da, db) in enumerate(board.grid.forward):
        # Tiles before the window may have edges to tiles in it.
        before = {(a - da, b - db) for a, b in shown}
        for tile in sorted(shown | {tile for tile in before if tile in board}):
            threshold = CODES[board.edge_code(direction, tile)]
            if threshold is not None:
                yield board.position(tile), board.grid.tile(tile[0] + da, tile[1] + db), threshold


def _sign(
    sheet: Sheet, threshold: Threshold, wall: str, stops: tuple[float, float]
) -> tuple[str, str]:
    """Return the characters for a barrier.

    `stops` is the direction (right, down) in which a "forth" wall stops lines; the sign of a
    one-way wall points the other way, in which sight passes.
    """
    if isinstance(threshold, Wall):
        if not threshold.blocks_sight:
            sheet.legend[SEE_THROUGH] = "see-through wall"
            return SEE_THROUGH, "door"
        if not has_property(threshold):
            return wall, "wall"
        if not threshold.one_way:
            sheet.legend[sheet.signs["limited"]] = "limited wall"
            return sheet.signs["limited"], "wall"
        right, down = stops if threshold.one_way == "back" else (-stops[0], -stops[1])
        level = abs(right) >= abs(down)
        sign = sheet.signs["passes"][(right < 0) if level else 2 + (down < 0)]
        sheet.legend[sign] = "one-way wall, seen through this way"
        return sign, "wall"
    words = str(with_stops(without_property(threshold), None))
    sign = THRESHOLDS[words]
    if has_property(threshold):
        words += ", some of them limited or one-way"
    if stops_of(threshold) is not None:
        words += ", some of them let something through"
    sheet.legend[sign] = max(sheet.legend.get(sign, ""), words, key=len)
    return sign, "door"


def _level_edge(sheet: Sheet, x: int, y: int, threshold: Threshold) -> None:
    level = sheet.signs["level"]
    sign, style = _sign(sheet, threshold, level, (0, 1))
    if threshold.blocks_sight:
        sheet.canvas.put(x - 1, y, level * 3, "wall")
    sheet.canvas.put(x, y, sign, style)


def _upright_edge(sheet: Sheet, x: int, y: int, threshold: Threshold) -> None:
    sheet.canvas.put(x, y, *_sign(sheet, threshold, sheet.signs["upright"], (1, 0)))


def _hex_edge(sheet: Sheet, a: tuple[int, int], b: tuple[int, int], threshold: Threshold) -> None:
    """Draw the barrier on the edge between two hexes."""
    (ax, ay), (bx, by) = min(a, b), max(a, b)
    if ay == by:
        wall = sheet.signs["upright"]
    elif ax == bx:
        wall = sheet.signs["level"]
    else:
        wall = sheet.signs["falling" if ay > by else "rising"]
    # The middle, rounded to the lower row.
    x, y = (ax + bx) // 2, -(-(ay + by) // 2)
    sheet.canvas.put(x, y, *_sign(sheet, threshold, wall, (b[0] - a[0], b[1] - a[1])))


def _write_free_walls(sheet: Sheet) -> None:
    for (start, end), threshold in sheet.board.wall_items():
        # the right-hand side, looking from start to end
        right = (start[1] - end[1], end[0] - start[0])
        sign, style = _sign(sheet, threshold, sheet.signs["free"], right)
        if threshold == Wall():
            sheet.legend[sign] = "free wall"
        points = ((start[0] / UNIT, start[1] / UNIT), (end[0] / UNIT, end[1] / UNIT))
        for x, y in cells_between(sheet.grid, *points):
            sheet.canvas.put(x, y, sign, style)


def cells_between(
    grid: TextGrid, start: tuple[float, float], end: tuple[float, float]
) -> Iterator[tuple[int, int]]:
    """Yield the cells nearest to a straight line, each once, in order. For drawing only."""
    (x0, y0), (x1, y1) = grid.point(start), grid.point(end)
    steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
    seen: dict[tuple[int, int], None] = {}
    for i in range(steps + 1):
        share = i / steps
        # Halves are always rounded up: round() goes to the even number, which leaves gaps in walls.
        seen[floor(x0 + (x1 - x0) * share + 0.5), floor(y0 + (y1 - y0) * share + 0.5)] = None
    yield from seen


# --- names along the sides


def _write_side_names(sheet: Sheet) -> None:
    """Write letters above and numbers to the left of squares, as many as fit."""
    if sheet.grid.shape != "square":
        return
    rows, cols = getattr(sheet.board, "rows", 1), getattr(sheet.board, "cols", 1)
    width = len(square_name((0, cols - 1))) - 1
    step = next(s for s in (1, 2, 5, 10) if s * sheet.grid.across > width)
    for col in range(step - 1 if step > 1 else 0, cols, step):
        x, _ = sheet.grid.center((0, col))
        letters = square_name((0, col))[:-1]
        sheet.canvas.put(x - (len(letters) - 1) // 2, -1, letters, "dim")
    digits = len(str(rows))
    for row in range(rows):
        _, y = sheet.grid.center((row, 0))
        sheet.canvas.put(-digits - 1, y, str(row + 1).rjust(digits), "dim")
