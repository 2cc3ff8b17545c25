"""A board and an answer as text for a terminal: legible in 80 columns, without color, in ASCII.

Color only repeats what characters show, so pipes and logs lose nothing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sightline.answers.field import Field
from sightline.answers.sight import Blocker, Sight, Step
from sightline.model.board import Board
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.place import Place, place
from sightline.render.console.board import (
    ASCII,
    TOO_WIDE,
    UNICODE,
    Sheet,
    cells_between,
    short_names,
    write_board,
)
from sightline.render.console.canvas import styled
from sightline.render.console.grid import fitting_grid
from sightline.render.console.window import window_of
from sightline.render.layout import AnyTiles
from sightline.render.reading import is_grazing, line_state, outcome, stop_of, stop_of_line
from sightline.render.terrain import terrain_marks
from sightline.render.text import columns, cut
from sightline.render.words import degree_words, rule_words, verdict_words

MOST_NAMED = 12
MOST_LINES = 6
"""The number of lines from one corner to all corners of a hex."""

STAYS_IN_VIEW = ("rock", "hero", "ally", "enemy", "figure", "furniture")
"""Shapes that a line does not cover, such as the thing that stops it."""
STAYS_IN_VIEW_BEYOND = (*STAYS_IN_VIEW, "wall", "door")
"""Shapes that the part of a line after its stop does not cover. Before its stop, a
line may run along a wall.
"""


def terminal_text(
    board: Board,
    sight: Sight | None = None,
    visible: AnyTiles | None = None,
    ambiguous: AnyTiles = (),
    viewers: Sequence[Any] = (),
    counts: Mapping[Any, float] | None = None,
    color: bool = True,
    unicode: bool = True,
    width: int = 80,
    explanation: str | None = None,
    height: int = 40,
    cover: Mapping[Any, Degree | str] | None = None,
    degrees: Sequence[str] = (),
) -> str:
    """Return the board with the answer, and a legend of the signs in use."""
    signs = UNICODE if unicode else ASCII
    ends = [place(board, viewer, "viewer") for viewer in viewers]
    if sight is not None:
        ends = [sight.source, sight.target, *ends]
    has_walls = board.has_edges or bool(board.free_walls())
    wants_room = has_walls or board.has_terrain or sight is not None or counts is not None
    gutter = _gutter(board)
    window = window_of(
        board,
        ends,
        visible,
        width - gutter,
        height,
        is_sight=sight is not None,
        has_walls=has_walls,
    )
    grid = fitting_grid(board, width - gutter, window, wants_room)
    sheet = Sheet(board, grid, signs, window)
    ground = _Ground(sheet, visible, ambiguous, counts)
    write_board(sheet, ground if cover is None else _CoveredGround(sheet, ground, cover, degrees))
    for end in ends:
        _mark_viewer(sheet, end)
    if sight is not None:
        _write_sight(sheet, sight)
    lines = _cut_out(sheet, window, width, color)
    lines += [""]
    if sight is not None:
        lines += _verdict(sheet, sight, explanation, color, width)
    lines += _legend(sheet, visible is not None, bool(ambiguous), width)
    if has_walls and not grid.boxed:
        lines += textwrap.wrap("Walls and doors between tiles have no room at this width.", width)
    return "\n".join(lines) + "\n"


# --- the ground


class _Ground:
    """How a free tile looks: lit, in shadow, in doubt, with a number, or plain."""

    def __init__(
        self,
        sheet: Sheet,
        visible: AnyTiles | None,
        ambiguous: AnyTiles,
        counts: Mapping[Any, float] | None,
    ) -> None:
        self._signs = sheet.signs
        self._sheet, self._marks = sheet, terrain_marks(sheet.board)
        self._room = sheet.grid.room
        self._visible: AnyTiles | None = visible
        if visible is not None and not isinstance(visible, Field):
            self._visible = frozenset((first, second) for first, second in visible)
        self._ambiguous = frozenset(tuple(t) for t in ambiguous)
        self._counts = counts
        values = list(counts.values()) if counts else [0]
        self._low, self._high = min(values), max(values)
        # Numbers if all of them fit, else four shades, because a mixture would be misread.
        written = {tile: f"{count:g}" for tile, count in (counts or {}).items()}
        fits = all(len(number) <= self._room for number in written.values())
        self._numbers = written if fits else {}
        if counts and not fits:
            quarter = (self._high - self._low) / 4
            for level, sign in enumerate(sheet.signs["steps"]):
                low = self._low + quarter * level
                sheet.legend[sign] = f"{low:.4g} to {low + quarter:.4g}"

    def __call__(self, tile: tuple[int, int]) -> tuple[str, str]:
        if self._counts is not None:
            return self._heat(tile)
        if self._visible is None:
            return self._floor(tile), "dim"
        if tile in self._visible:
            return self._floor(tile), "lit"
        if tile in self._ambiguous:
            return self._signs["doubt"], "ambiguous"
        return self._signs["shadow"] * self._room, "shadow"

    def _floor(self, tile: tuple[int, int]) -> str:
        """Return a dot, or the sign of the tile's terrain, with a mark of its kind if that fits."""
        kind = self._sheet.board.terrain(tile) if self._marks else None
        if kind is None:
            return self._signs["floor"]
        sign = (self._signs["terrain"] + self._marks[kind])[: self._room]
        said = self._sheet.legend.get(sign, "").split(", ")
        self._sheet.legend[sign] = ", ".join(sorted({*said, kind} - {""}))
        return sign

    def _heat(self, tile: tuple[int, int]) -> tuple[str, str]:
        assert self._counts is not None
        if tile not in self._counts:
            return " ", ""
        count = self._counts[tile]
        span = (self._high - self._low) or 1
        level = min(3, int(4 * (count - self._low) / span))
        return self._numbers.get(tile, self._signs["steps"][level]), f"heat-{level}"


class _CoveredGround:
    """Ground that also shows the cover of a lit tile: 1 for the least, and so on."""

    def __init__(
        self,
        sheet: Sheet,
        ground: _Ground,
        cover: Mapping[Any, Degree | str],
        degrees: Sequence[str],
    ) -> None:
        self._ground = ground
        between = [degree for degree in degrees if degree not in (NONE, TOTAL)]
        number = {degree: str(i) for i, degree in enumerate(between, 1)}
        doubt = sheet.signs["doubt"]
        self._signs = {
            tuple(tile): number.get(str(degree), doubt)
            for tile, degree in cover.items()
            if str(degree) not in (NONE, TOTAL)
        }
        for degree, sign in number.items():
            if sign in self._signs.values():
                sheet.legend[sign] = degree_words(degree)
        if doubt in self._signs.values():
            sheet.legend[doubt] = "waits for the master"

    def __call__(self, tile: tuple[int, int]) -> tuple[str, str]:
        sign, style = self._ground(tile)
        if style != "lit" or tile not in self._signs:
            return sign, style
        covered = self._signs[tile]
        return covered, "lit" if covered.isdigit() else "ambiguous"


# --- the answer


def _mark_viewer(sheet: Sheet, where: Place, marks: str = "[]", letter: str = "") -> None:
    """Draw brackets around a place: by default those of the viewer."""
    for tile in where.tiles:
        x, y = sheet.grid.center(tile)
        here = sheet.board.names_at(tile)
        figures = sheet.board.figures_at(tile) if here else []
        initial = short_names(figures, 1)[here[0]] if here else letter or sheet.canvas.at(x, y)
        if sheet.grid.room == 3:
            if here and initial == TOO_WIDE:
                initial = cut(here[0], 2)
            sheet.canvas.put(x - 1, y, cut(f"{marks[0]}{initial}{marks[1]}", 3), "end")
        else:
            sheet.canvas.put(x, y, letter or initial, "end")


def _write_sight(sheet: Sheet, sight: Sight) -> None:
    if sight.rays:
        for ray in sight.rays:
            _write_ray(sheet, ray.steps)
    elif sight.scale:
        _write_counted(sheet, sight)
    elif sight.line:
        _write_line(sheet, sight)
    _mark_viewer(sheet, sight.source, "[]", "S")
    _mark_viewer(sheet, sight.target, "<>", "T")


def _write_line(sheet: Sheet, sight: Sight) -> None:
    """Draw the deciding line, with another character after the first blocker."""
    result = outcome(sight)
    stop = stop_of(sight) if result != "visible" else None
    _stroke(sheet, sight.line[0], sight.line[1], result, stop)
    if is_grazing(sight):
        _write_touches(sheet, sight.blockers)
    elif stop is not None:
        _write_stop(sheet, sight.line[0], sight.line[1], stop)


def _write_counted(sheet: Sheet, sight: Sight) -> None:
    """Draw the lines that the rule of a game counted, and what stopped each.

    Blocked lines come first, so that free ones stay whole.
    """
    in_order = ("blocked", "ask", "free")
    lines = sorted(sight.lines, key=lambda line: in_order.index(line_state(line)))
    if len(lines) > MOST_LINES:  # all of them would cover the board
        lines = [line for line in lines if line_state(line) != "free"] or lines[:1]
    for line in lines:
        state = line_state(line)
        stop = None if state == "free" else stop_of_line(line)
        result = {"free": "visible", "ask": "ambiguous", "blocked": "hidden"}[state]
        _stroke(sheet, line.start, line.end, result, stop)
    for line in lines:
        state = line_state(line)
        if state == "ask" or (state == "free" and is_grazing(line) and len(lines) == 1):
            _write_touches(sheet, line.blockers)
        elif state == "blocked" and (stop := stop_of_line(line)) is not None:
            _write_stop(sheet, line.start, line.end, stop)


def _stroke(sheet: Sheet, start: Any, end: Any, result: str, stop: Any) -> None:
    """Draw a line. After the point where it is stopped it has another character, and a cross there
    if it is blocked.
    """
    cells = list(cells_between(sheet.grid, start, end))
    hit = len(cells) if stop is None else cells.index(_stop_cell(sheet, cells, stop))
    for i, at in enumerate(cells):
        sign, style = ("beyond", "beyond") if i >= hit else ("line", result)
        kept = STAYS_IN_VIEW_BEYOND if i >= hit else STAYS_IN_VIEW
        if sheet.canvas.style_at(*at) not in kept:
            sheet.canvas.put(*at, sheet.signs[sign], style)
    sheet.legend[sheet.signs["line"]] = "line of sight"
    if stop is not None:
        sheet.legend[sheet.signs["beyond"]] = "beyond what stops it"


def _stop_cell(sheet: Sheet, cells: Sequence[tuple[int, int]], stop: Any) -> tuple[int, int]:
    """Return the cell of a line that is nearest to the point where it is stopped."""
    x, y = sheet.grid.point(stop)
    return min(cells, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell))


def _write_touches(sheet: Sheet, met: Iterable[Blocker]) -> None:
    touched = dict.fromkeys(b.at[0] for b in met if b.at is not None)
    for point in touched:
        sheet.canvas.put(*_nearest(sheet, point), sheet.signs["touch"], "ambiguous")
    sheet.legend[sheet.signs["touch"]] = "touched"


def _write_stop(sheet: Sheet, start: Any, end: Any, stop: Any) -> None:
    at = _stop_cell(sheet, list(cells_between(sheet.grid, start, end)), stop)
    sheet.canvas.put(*at, sheet.signs["stop"], "hidden")
    sheet.legend[sheet.signs["stop"]] = "stopped"


def _nearest(sheet: Sheet, point: Any) -> tuple[int, int]:
    x, y = sheet.grid.point(point)
    return round(x), round(y)


def _write_ray(sheet: Sheet, steps: Sequence[Step]) -> None:
    """Draw each hex of the ray with its number, and a sign for how far sight came."""
    stopped = False
    for step in steps:
        if step.reason is not None and not stopped:
            sign, style, stopped = "stop", "hidden", True
        elif stopped:
            sign, style = "beyond", "beyond"
        else:
            sign, style = "line", "visible"
        sheet.tile(step.hex, f"{sheet.signs[sign]}{step.index}", style)
        words = {"line": "step of the ray", "stop": "stopped", "beyond": "beyond what stops it"}
        sheet.legend[sheet.signs[sign]] = words[sign]


# --- the window


def _gutter(board: Board) -> int:
    rows = getattr(board, "rows", None)
    return len(str(rows)) + 2 if rows is not None else 1


def _cut_out(sheet: Sheet, window: list[tuple[int, int]], width: int, color: bool) -> list[str]:
    grid = sheet.grid
    xs, ys = zip(*(grid.center(tile) for tile in window), strict=True)
    square = grid.shape == "square"
    half_x = grid.across // 2 if grid.across > 1 and (grid.boxed or not square) else 0
    half_y = 1 if grid.boxed else 0
    left, right = min(xs) - half_x, max(xs) + half_x
    top, bottom = min(ys) - half_y, max(ys) + half_y
    gutter = _gutter(sheet.board) if square else 0
    right = min(right, left + width - gutter - 1)
    rows = sheet.canvas.lines(left, right, top, bottom, color)
    if square:
        names = sheet.canvas.lines(-gutter, -1, top, bottom, color=False)
        # The last letters may stick out a little; cutting them would give the name of another
        # column.
        last = grid.center((0, sheet.board.shape[1] - 1))[0]
        letters = sheet.canvas.words(left, right + (2 if right >= last else 0), -1, color)
        rows = [
            styled(name, "dim", color) + " " * (gutter - len(name)) + row
            for name, row in zip(["", *names], [letters, *rows], strict=True)
        ]
    whole = len(window) == len(sheet.board.tiles()) and right >= max(xs)
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    return [row.rstrip() for row in rows] + (
        [] if whole else [f"(a part of {len(sheet.board.tiles())} tiles)"]
    )


# --- text below


def _verdict(
    sheet: Sheet, sight: Sight, explanation: str | None, color: bool, width: int
) -> Iterator[str]:
    result = outcome(sight)
    sign = {"visible": "tick", "hidden": "cross", "ambiguous": "doubt"}[result]
    yield styled(f"{sheet.signs[sign]} {verdict_words(sight)}", result, color)
    rule = rule_words(sight.rule)
    yield from textwrap.wrap(rule if sheet.is_unicode else rule.replace(" · ", ", "), width)
    words = sight.explain() if explanation is None else explanation
    for paragraph in words.splitlines():
        yield from textwrap.wrap(paragraph, width)


def _legend(sheet: Sheet, is_field: bool, has_doubt: bool, width: int) -> list[str]:
    entries = [f"{sign} {words}" for sign, words in sheet.legend.items()]
    if is_field:
        entries.append(f"{sheet.signs['floor']} seen")
        entries.append(f"{sheet.signs['shadow']} not seen")
    if has_doubt:
        entries.append(f"{sheet.signs['doubt']} waits for the master")
    short = short_names(sheet.figures(), sheet.grid.room)
    named = [f"{letters} {name}" for name, letters in short.items() if letters != name]
    if len(named) > MOST_NAMED:
        named = [*named[:MOST_NAMED], f"and {len(named) - MOST_NAMED} more"]
    return [*_rows_of(entries, width), *_rows_of(named, width)]


def _rows_of(entries: Sequence[str], width: int) -> Iterator[str]:
    """Yield rows of entries side by side, without breaking an entry."""
    row = ""
    for entry in entries:
        longer = f"{row}   {entry}" if row else entry
        if row and columns(longer) > width:
            yield row
            row = entry
        else:
            row = longer
    if row:
        yield row
