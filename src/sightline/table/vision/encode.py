"""Encode the objects of a map as parts of messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from msgspec import UNSET
from msgspec.structs import replace

from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold, turned_round
from sightline.table.protocol.server import FigureView
from sightline.table.protocol.types import Height, TerrainSpan, WallPiece, WireEdge, WireLamp
from sightline.table.state.keys import threshold_text
from sightline.table.state.records import MASTER, FigureRecord, HeldLamp
from sightline.table.vision.faces import face_id
from sightline.table.vision.people.marks import with_marks, with_seen_marks

NO_CHOICE: Mapping[str, str] = MappingProxyType({})


def edge_out(a: tuple[int, int], b: tuple[int, int], threshold: Threshold | None) -> WireEdge:
    """Return an edge with the barrier on it, the lower tile first."""
    (a0, a1), (b0, b1) = sorted(((a[0], a[1]), (b[0], b[1])))
    if threshold is not None and (a[0], a[1]) != (a0, a1):
        threshold = turned_round(threshold)
    return (a0, a1, b0, b1, *_words(threshold))


def wall_out(
    ends: tuple[tuple[int, int], tuple[int, int]], threshold: Threshold | None
) -> WallPiece:
    """Return a free wall in tile units. Floats are precise enough for drawing."""
    (x0, y0), (x1, y1) = ends
    return (x0 / UNIT, y0 / UNIT, x1 / UNIT, y1 / UNIT, *_words(threshold))


def cover_of(board: Board, tile: tuple[int, int]) -> Fraction:
    """Return the cover of a hex. Squares have none."""
    return board.cover(tile) if isinstance(board, HexBoard) else Fraction(0)


def has_heights_out(board: Board) -> bool:
    """Return whether any tile has a cover or a height."""
    return bool(board.elevations) or (isinstance(board, HexBoard) and bool(board.covers))


def height_out(board: Board, tile: tuple[int, int]) -> Height:
    height = board.elevation(tile)
    return (
        tile[0],
        tile[1],
        float(cover_of(board, tile)),
        None if height is None else float(height),
    )


def heights_out(board: Board, tiles: Iterable[tuple[int, int]]) -> list[Height]:
    """Return the cover and height of the tiles that have either."""
    if not has_heights_out(board):
        return []
    every = (height_out(board, tile) for tile in tiles)
    return [each for each in every if each[2:] != (0, None)]


def terrain_out(board: Board, tiles: Iterable[tuple[int, int]] | None = None) -> list[TerrainSpan]:
    """Return the terrain of these tiles, "" for none. If `tiles` is None, return all tiles with
    terrain.
    """
    every = board.terrains()
    wanted = every if tiles is None else (board.grid.tile(*tile) for tile in tiles)
    along = 1 if board.grid.name == "square" else 0
    spans: list[TerrainSpan] = []
    for tile in sorted(wanted, key=lambda each: (each[1 - along], each[along])):
        kind = every.get(tile, "")
        if spans and spans[-1] == _span_before(tile, along, spans[-1][2], kind):
            a, b, count, _ = spans[-1]
            spans[-1] = (a, b, count + 1, kind)
        else:
            spans.append((tile[0], tile[1], 1, kind))
    return spans


def _span_before(tile: tuple[int, int], along: int, count: int, kind: str) -> TerrainSpan:
    """Return the span of `count` tiles that ends just before that tile."""
    a, b = (tile[0], tile[1] - count) if along else (tile[0] - count, tile[1])
    return a, b, count, kind


def edges_out(board: Board) -> list[WireEdge]:
    """Return every edge of the board with a barrier."""
    return [edge_out(a, b, threshold) for a, b, threshold in board.edges()]


def whole_figure(figure: FigureRecord) -> FigureView:
    """Return a figure as the game master sees it."""
    return replace(
        with_marks(_with_eyes(figure), figure),
        blocks=figure.blocks,
        sighted=figure.sighted,
        hidden=figure.hidden,
        owners=list(figure.owners),
        alias="" if figure.alias is UNSET else figure.alias,
        face=face_id(MASTER, figure),
        team="" if figure.team is UNSET else figure.team,
    )


def seen_figure(
    figure: FigureRecord, player: str, health_shown: Mapping[str, str] = NO_CHOICE
) -> FigureView:
    """Return a figure as a player sees it. `health_shown` is how the health of others is shown,
    by side.
    """
    mine = player in figure.owners
    seen = replace(
        _with_eyes(figure) if mine else _figure(figure),
        name=figure.called,
        blocks=figure.blocks and not figure.hidden,
        mine=mine,
        sighted=figure.sighted if mine else True,
        face=face_id(player, figure),
    )
    return with_seen_marks(seen, figure, health_shown)


def _figure(figure: FigureRecord) -> FigureView:
    """Return the view of a figure for any viewer."""
    return FigureView(
        id=figure.id,
        name=figure.name,
        at=figure.at,
        size=figure.size,
        facing="" if figure.facing is UNSET else figure.facing,
        side=figure.side,
        kind=figure.kind,
        furniture=figure.furniture,
        elevation=figure.elevation or "",
        height=figure.height or "",
    )


def _with_eyes(figure: FigureRecord) -> FigureView:
    """Return the view of a figure for its owner, which includes its sight, lamp and saved rolls."""
    seen = _figure(figure)
    if figure.sight_range is not UNSET:
        seen.sight_range = radius_out(figure.sight_range)
    if figure.dark_vision is not UNSET:
        seen.dark_vision = radius_out(figure.dark_vision)
    if figure.lamp is not UNSET:
        seen.lamp = _lamp(figure.lamp)
    seen.rolls = list(figure.rolls or ())
    return seen


def radius_out(radius: str) -> float | None:
    """Return a radius as pages show it; None means unlimited."""
    return None if radius == "all" else float(Fraction(radius))


def _lamp(lamp: HeldLamp) -> WireLamp:
    bright, dim = (float(Fraction(radius)) for radius in (lamp.bright, lamp.dim))
    return WireLamp(bright, dim, lamp.color, lamp.on, lamp.when_hidden)


def _words(threshold: Threshold | None) -> tuple[str, str]:
    if threshold is None:
        return "", ""
    text, high, span = threshold_text(threshold).partition("@")
    kind, plus, rest = text.partition("+")
    return f"{kind.partition(':')[0]}{plus}{rest}{high}{span}", threshold.state or ""
