"""Apply the symbols of a drawing to its board, as the legend defines them.

The ground comes first, then the figures on it, in reading order.
"""

from __future__ import annotations

from sightline.formats.contract import Report
from sightline.formats.shared.figure_limits import MAX_COVERED, MAX_FIGURES, FigurePlacer
from sightline.formats.text.drawing import DRAWN_BETWEEN, NO_TILE, Coordinates, TextDrawing
from sightline.formats.text.legend import Entry, Legend, hex_board
from sightline.formats.text.source import Source
from sightline.model.board import Board
from sightline.model.figure import MAX_SIZE
from sightline.model.hexagon import HexBoard
from sightline.model.threshold import Threshold
from sightline.texts import say


def apply_symbols(
    source: Source, legend: Legend, drawing: TextDrawing, placer: FigurePlacer, report: Report
) -> list[tuple[Coordinates, Threshold]]:
    """Apply the symbols in reading order: first the ground, then the figures on it.

    Return the doors and gates that were drawn as tiles. They are placed later, when the ground is
    complete.
    """
    standing: list[tuple[Coordinates, str, Entry, tuple[int, int]]] = []
    doors: list[tuple[Coordinates, Threshold]] = []
    lying = []
    for symbol, tiles in drawing.symbols.items():
        entry = _meaning(source, legend, drawing, symbol)
        if entry is None:
            lying.append(symbol)
            continue
        _lay_ground(source, drawing.board, entry, tiles)
        if entry.threshold is not None:
            doors += [(tile, entry.threshold) for tile in tiles]
        if entry.is_figure:
            size = entry.size or ((1, 1) if legend.is_classic else None)
            outlines = _outlines(source, drawing, symbol, tiles, size)
            standing += [(at, symbol, entry, size) for at, size in outlines]
    numbers: dict[str, int] = {}
    for at, symbol, entry, size in sorted(standing, key=lambda each: drawing.where(each[0])):
        wanted = symbol if entry.name is None else entry.name
        numbers[wanted] = numbers.get(wanted, 0) + 1
        name = wanted if numbers[wanted] == 1 else f"{wanted} {numbers[wanted]}"
        with source.blamed(*drawing.where(at)):
            placer.place(
                "",
                name,
                at,
                size=size,
                blocks_sight=entry.blocks_sight,
                kind=entry.kind,
                side=entry.side,
                facing=entry.facing,
                elevation=entry.elevation,
                height=entry.tall,
            )
    drawn = drawing.symbols.keys() | drawing.ground
    unused = [symbol for symbol in legend.symbols if symbol not in drawn]
    report.lost += [
        f"the legend describes {symbol!r}, which is not drawn"
        for symbol in unused
        if symbol not in legend.unsaid
    ]
    if lying:
        report.guessed.append(
            say("items are assumed to lie on floor: {names}", names=" ".join(lying[:40]))
        )
    return doors


def _meaning(source: Source, legend: Legend, drawing: TextDrawing, symbol: str) -> Entry | None:
    """Return the meaning of a symbol, or None for an object on the floor of a roguelike game."""
    entry = legend.symbols.get(symbol)
    if entry is not None:
        if entry.threshold is not None and isinstance(drawing.board, HexBoard):
            raise source.error(
                entry.line, 0, say("on hexes doors go on edges (edge closed door: ...)")
            )
        return entry
    if symbol.isalnum():
        return Entry(0, is_figure=True)
    if legend.is_classic:
        return None
    line, column = drawing.where(drawing.symbols[symbol][0])
    if symbol in DRAWN_BETWEEN or symbol == NO_TILE:
        raise source.error(
            line,
            column,
            say(
                "{got} has no place in this drawing, unless the legend says what it is"
                " ({symbol}: solid)",
                got=repr(symbol),
                symbol=symbol,
            ),
        )
    raise source.error(line, column, say("{got} is not in the legend", got=repr(symbol)))


def _lay_ground(source: Source, board: Board, entry: Entry, tiles: list[Coordinates]) -> None:
    for tile in tiles:
        if entry.solid:
            board.set_solid(tile)
        if entry.terrain is not None:
            board.set_terrain(tile, entry.terrain)
        if entry.cover is not None:
            hex_board(source, board, entry.line).set_cover(tile, entry.cover)
        if entry.height is not None:
            board.set_elevation(tile, entry.height)


def _outlines(
    source: Source,
    drawing: TextDrawing,
    symbol: str,
    tiles: list[Coordinates],
    size: tuple[int, int] | None,
) -> list[tuple[Coordinates, tuple[int, int]]]:
    """Yield the position and size of each figure drawn with a symbol."""
    if isinstance(drawing.board, HexBoard):
        return [(tile, size or (1, 1)) for tile in tiles]
    if len(tiles) > MAX_COVERED:
        raise source.error(
            *drawing.where(tiles[0]),
            say("more than {most:,} tiles of figures {got}", most=MAX_COVERED, got=repr(symbol)),
        )
    free = set(tiles)
    found: list[tuple[Coordinates, tuple[int, int]]] = []
    for top, left in tiles:
        if (top, left) not in free:
            continue
        rows, cols = size or _drawn_size(free, top, left)
        if max(rows, cols) > MAX_SIZE:
            raise source.error(
                *drawing.where((top, left)),
                say(
                    "{got} spans {rows}x{cols} tiles; a figure spans at most {most} each way",
                    got=repr(symbol),
                    rows=rows,
                    cols=cols,
                    most=MAX_SIZE,
                ),
            )
        shape = {(top + i, left + j) for i in range(rows) for j in range(cols)}
        if size is None and not _stands_alone(free, shape):
            raise source.error(
                *drawing.where((top, left)),
                say(
                    "tiles of {got} that touch must fill a rectangle (one large figure); give its"
                    " size in the legend, or use other letters",
                    got=repr(symbol),
                ),
            )
        if not shape <= free:
            raise source.error(
                *drawing.where((top, left)),
                say(
                    "{got} has the size {rows}x{cols}, but not all of it is drawn from here",
                    got=repr(symbol),
                    rows=rows,
                    cols=cols,
                ),
            )
        if len(found) == MAX_FIGURES:
            raise source.error(
                *drawing.where((top, left)), say("more than {most:,} figures", most=MAX_FIGURES)
            )
        free -= shape
        found.append(((top, left), (rows, cols)))
    return found


def _drawn_size(tiles: set[Coordinates], top: int, left: int) -> tuple[int, int]:
    right, bottom = left, top
    while (top, right + 1) in tiles:
        right += 1
    while (bottom + 1, left) in tiles:
        bottom += 1
    return bottom - top + 1, right - left + 1


def _stands_alone(tiles: set[Coordinates], shape: set[Coordinates]) -> bool:
    """Return whether the shape is drawn in full, and no tile of the same symbol touches it."""
    if not shape <= tiles:
        return False
    around = {
        (row + dr, col + dc) for row, col in shape for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    return not (around - shape) & tiles
