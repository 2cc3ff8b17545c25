"""A board as a drawn map that reads back as the same board."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from sightline.formats.native import LETTERS, check_plain, one_line
from sightline.formats.shared.exact_numbers import exact_word
from sightline.formats.text.drawing import EMPTY, NO_TILE, SOLID, Coordinates, position_of_hex
from sightline.formats.text.source import quoted
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.figure import KINDS, Figure, usual_side
from sightline.model.hexagon import HexBoard
from sightline.model.threshold import (
    ENDLESS,
    PLAIN_BYTES,
    Threshold,
    has_property,
    span_of,
    turned_round,
)

HEADER_WORDS = ("hex", "square", "roguelike")
_SYMBOLS = string.ascii_uppercase + string.ascii_lowercase + string.digits
_WIDTH = 96  # the width of the lines of a legend
_BARE = re.compile(r"[A-Za-z0-9-]+")  # names of sides that need no quotes


def draw(
    board: Board, rule: dict[str, Any] | None = None, rulings: Sequence[dict[str, Any]] = ()
) -> str:
    """Return the whole text of a drawn map."""
    drawn = _choose_symbols(board)
    symbol_of = {tile: symbol for symbol, figure in drawn.items() for tile in _shown(board, figure)}
    if isinstance(board, HexBoard):
        drawing = _draw_hexes(board, symbol_of)
    elif board.has_edges:
        drawing = _draw_squares_with_edges(board, symbol_of)
    else:
        drawing = _draw_squares(board, symbol_of)
    legend = [*_legend_of_figures(board, drawn), *_legend_of_edges(board)]
    legend += [*_legend_of_ground(board), *_legend_of_walls(board), *_legend_of_light(board)]
    if rule is not None:
        check_plain(rule, "rule")
        legend.append(f"rule: {one_line(rule)}")
    for index, ruling in enumerate(rulings):
        check_plain(ruling, f"rulings[{index}]")
        legend.append(f"ruling: {one_line(ruling)}")
    return "\n".join([*drawing, *([""] if legend else []), *legend]) + "\n"


# --- drawn figures ------------------------------------------------------------------------------


def _shown(board: Board, figure: Figure) -> tuple[Coordinates, ...]:
    """Return the tiles on which a figure is drawn: all of them on squares, only its middle on
    hexes.
    """
    return figure.tiles if board.grid.name == "square" else (figure.at,)


def _choose_symbols(board: Board) -> dict[str, Figure]:
    """Return a separate symbol for each figure that can be drawn. Other figures go into the
    legend.
    """
    drawable = []
    taken: set[Coordinates] = set()
    for figure in board.figures():
        tiles = _shown(board, figure)
        if taken.isdisjoint(tiles) and not any(board.is_solid(tile) for tile in tiles):
            taken.update(tiles)
            drawable.append(figure)
    chosen = {figure.name: figure for figure in drawable if figure.name in _SYMBOLS_SET}
    left = [symbol for symbol in _SYMBOLS if symbol not in chosen]
    for figure in drawable:
        if figure.name in chosen or not left:
            continue
        initial = figure.name[0]
        letters = (initial.upper(), initial.lower())
        symbol = next((letter for letter in letters if letter in left), left[0])
        left.remove(symbol)
        chosen[symbol] = figure
    return chosen


_SYMBOLS_SET = frozenset(_SYMBOLS)


# --- drawings -----------------------------------------------------------------------------------


def _tile_rows(board: Board, symbol_of: dict[Coordinates, str]) -> list[list[str]]:
    rows, _, _, _ = planes.extent(board)
    drawn = [
        [SOLID if solid else EMPTY for solid in planes.solid_row(board, row)] for row in range(rows)
    ]
    for (row, col), symbol in symbol_of.items():
        drawn[row][col] = symbol
    return drawn


def _draw_squares(board: Board, symbol_of: dict[Coordinates, str]) -> list[str]:
    rows = ["".join(row) for row in _tile_rows(board, symbol_of)]
    # A row of figures called h, e and x could be mistaken for a header.
    return ["square", *rows] if rows[0] in HEADER_WORDS else rows


def _draw_squares_with_edges(board: Board, symbol_of: dict[Coordinates, str]) -> list[str]:
    rows, cols, _, _ = planes.extent(board)
    rim = "+---" * cols + "+"
    upright = f" |{LETTERS[2:]}"
    # Properties are in the legend.
    level = ["   ", "---", *(f"-{letter}-" for letter in LETTERS[2:])]
    lines = [rim]
    for r, row in enumerate(_tile_rows(board, symbol_of)):
        right = planes.edge_row(board, 0, r).translate(PLAIN_BYTES)
        cells = ["###" if tile == SOLID else f" {tile} " for tile in row]
        inner = "".join(
            cell + upright[code] for cell, code in zip(cells[:-1], right[:-1], strict=True)
        )
        lines.append(f"|{inner}{cells[-1]}|")
        if r < rows - 1:
            below = planes.edge_row(board, 1, r).translate(PLAIN_BYTES)
            lines.append("+" + "".join(level[code] + "+" for code in below))
    return [*lines, rim]


def _draw_hexes(board: HexBoard, symbol_of: dict[Coordinates, str]) -> list[str]:
    lines: dict[int, dict[int, str]] = {}
    first: tuple[Coordinates, Coordinates] | None = None
    for tile in board.tiles():
        at = position_of_hex(tile, board.orientation)
        if first is None or at < first[0]:
            first = at, (tile[0], tile[1])
        ground = SOLID if board.is_solid(tile) else EMPTY
        lines.setdefault(at[0], {})[at[1]] = symbol_of.get(tile, ground)
    assert first is not None
    q, r = first[1]
    left = min(min(columns) for columns in lines.values())
    drawing = [f"hex {board.orientation} outside={board.outside} first={q},{r}", ""]
    for line in range(min(lines), max(lines) + 1):
        columns = lines.get(line)
        if columns is None:
            drawing.append(NO_TILE)
            continue
        row = [" "] * (max(columns) - left + 1)
        for column, symbol in columns.items():
            row[column - left] = symbol
        drawing.append("".join(row))
    return drawing


# --- legends ------------------------------------------------------------------------------------


def _legend_of_figures(board: Board, drawn: dict[str, Figure]) -> Iterator[str]:
    is_hex = board.grid.name == "hex"
    shown = {figure.name for figure in drawn.values()}
    for symbol, figure in drawn.items():
        words = _words(figure)
        if is_hex and figure.size != (1, 1):
            words.append(f"size {figure.size[0]}")
        if figure.name != symbol:
            words.insert(0, quoted(figure.name))
        if words:
            yield f"{symbol}: {' '.join(words)}"
    for figure in board.figures():
        if figure.name not in shown:
            size = f"{figure.size[0]}" if is_hex else f"{figure.size[0]}x{figure.size[1]}"
            words = [quoted(figure.name), f"at {_spot(figure.at)}", f"size {size}"]
            yield f"figure: {' '.join([*words, *_words(figure)])}"


def _words(figure: Figure) -> list[str]:
    """Return the words for everything about a figure that is not a default."""
    words: list[str] = [] if figure.kind == "figure" else [figure.kind]
    if figure.blocks_sight != KINDS[figure.kind].blocks_sight:
        words.append("blocks" if figure.blocks_sight else "see-through")
    if figure.side != usual_side(figure.kind):
        words.append(f"side {figure.side if _BARE.fullmatch(figure.side) else quoted(figure.side)}")
    if figure.facing:
        words.append(f"facing {figure.facing}")
    if figure.elevation is not None:
        words.append(f"elevation {exact_word(figure.elevation)}")
    if figure.height != 1:
        words.append(f"tall {exact_word(figure.height)}")
    return words


def _legend_of_edges(board: Board) -> Iterator[str]:
    """Yield the legend of edges: on hexes all of them, on squares those that a drawing cannot
    show.
    """
    listed: dict[Threshold, list[str]] = {}
    on_hexes = isinstance(board, HexBoard)
    every = on_hexes or board.has_heights or board.has_partial_barriers
    for here, there, threshold in board.edges() if every else planes.property_edges(board):
        is_plain = threshold.stops is None and span_of(threshold) == ENDLESS
        if is_plain and not (on_hexes or has_property(threshold)):
            continue
        first, second = (there, here) if threshold.one_way == "back" else (here, there)
        forth = turned_round(threshold) if threshold.one_way == "back" else threshold
        listed.setdefault(forth, []).append(f"{_spot(first)}|{_spot(second)}")
    for threshold, between in listed.items():
        yield from _wrapped(f"edge {threshold}{_span_words(threshold)}:", between)


def _span_words(threshold: Threshold) -> str:
    words = zip(("bottom", "top"), span_of(threshold), strict=True)
    return "".join(f" {word} {exact_word(each)}" for word, each in words if each is not None)


def _legend_of_ground(board: Board) -> Iterator[str]:
    kinds: dict[str, list[str]] = {}
    for tile, kind in board.terrains().items():
        kinds.setdefault(kind, []).append(_spot(tile))
    for kind in sorted(kinds):
        yield from _wrapped(f"terrain {kind}:", kinds[kind])
    covers: dict[Fraction, list[str]] = {}
    heights: dict[Fraction, list[str]] = {}
    for tile in board.tiles() if isinstance(board, HexBoard) or board.elevations else ():
        cover = board.cover(tile) if isinstance(board, HexBoard) else None
        height = board.height_at(tile)
        if cover:
            covers.setdefault(cover, []).append(_spot(tile))
        if height is not None:
            heights.setdefault(height, []).append(_spot(tile))
    for keyword, table in (("cover", covers), ("height", heights)):
        for value in sorted(table):
            yield from _wrapped(f"{keyword} {exact_word(value)}:", table[value])
    for floor in board.floors():
        key = f"floor {exact_word(floor.height)}: {quoted(floor.name)}"
        yield from _wrapped(key, map(_spot, sorted(floor.tiles)))


def _legend_of_walls(board: Board) -> Iterator[str]:
    for wall in board.free_walls():
        ends = (f"{exact_word(x)},{exact_word(y)}" for x, y in wall.ends)
        yield f"free {wall.threshold}{_span_words(wall.threshold)}: {' '.join(ends)}"


def _legend_of_light(board: Board) -> Iterator[str]:
    if board.ambient != "bright":
        yield f"ambient: {board.ambient}"
    for (bright, dim, elevation), alike in groupby(
        board.lights(), lambda light: (light.bright, light.dim, light.elevation)
    ):
        holders = (
            quoted(light.at) if isinstance(light.at, str) else _spot(light.at) for light in alike
        )
        radii = f"{exact_word(Fraction(bright))} {exact_word(Fraction(dim))}"
        height = "" if elevation is None else f" elevation {exact_word(elevation)}"
        yield from _wrapped(f"light {radii}{height}:", holders)


def _wrapped(key: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the words after their key, on as many lines as they need."""
    line = key
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH and line != key:
            yield line
            line = key
        line += f" {word}"
    yield line


def _spot(tile: Coordinates) -> str:
    return f"{tile[0]},{tile[1]}"
