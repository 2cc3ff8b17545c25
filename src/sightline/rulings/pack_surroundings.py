"""Find the part of a board that an answer by the rules of a game depends on.

Among the things that its lines could touch, only those matter that the pack mentions. The fact of a
tile is the set of those kinds on it, from the viewer's point of view: ally or enemy, big, and so
on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from sightline.answers.sight import Sight
from sightline.geometry.hull import are_apart, convex_hull
from sightline.geometry.walk import meet_segment
from sightline.model.board import Board
from sightline.model.cell import Grid, Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import OUTSIDE
from sightline.model.place import Place, place
from sightline.model.threshold import CODES, with_span
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.look import KindQuery, facing_of
from sightline.rules.packs.zones import share_zone, zones_of
from sightline.rulings.surroundings import (
    Facts,
    Reach,
    height_facts,
    note,
    note_edge,
    state_of,
    touched,
)

EndNames = tuple[str | None, str | None]
AROUND = 1
"""How far beyond the bounding box of two tiles the lines between them may touch
something, in tiles.
"""


def pack_reach(board: Board, sight: Sight, pack: Pack) -> Reach:
    """Return the area in which the lines of the pack's questions run."""
    starts, ends = (
        tuple(sorted(set(_points(board.grid, pack, place))))
        for place in (sight.source, sight.target)
    )
    return Reach(
        board.grid.name,
        sight.source.tiles,
        sight.target.tiles,
        starts,
        ends,
        (),
        any("area" in (each.start, each.end) or each.inset for each in _questions(pack)),
    )


def pack_facts(board: Board, reach: Reach, pack: Pack, names: EndNames) -> Facts:
    """Return the facts within the reach that matter to the pack."""
    found: Facts = {}
    own = {*reach.source, *reach.target}
    look = _look(board, reach, pack, names)
    tiles, edges, lines = touched(board.grid, reach)
    hulls = list(_hulls(board.grid, reach)) if reach.parts else []
    if hulls:
        near = set(_box(board.grid, own))
        corners = board.grid.corners
        tiles |= {t for t in near if any(not are_apart(corners(t), hull) for hull in hulls)}
        for tile, (direction, step) in product(near, enumerate(board.grid.forward)):
            side = board.grid.edge_ends(tile, _beside(board.grid, tile, step))
            if any(not are_apart(side, hull) for hull in hulls):
                edges.add((tile, direction))
    for tile in tiles - own:
        note(found, "tile", tile, _kinds_on(board, look, pack, tile))
    if any(question.target_blocks for question in _questions(pack)):
        for tile in reach.target:
            note(found, "tile", tile, _kinds_on(board, look, pack, tile, is_own=True))
    for tile, direction in edges:
        threshold = CODES[board.edge_code(direction, tile)]
        if threshold is not None:
            other = _beside(board.grid, tile, board.grid.forward[direction])
            if pack.targeting == "sight":
                threshold = with_span(threshold, board.edge_span(direction, tile))
            else:  # what else it stops decides about cover
                threshold = board.edge(tile, other) or threshold
            note_edge(found, tile, other, state_of(tile, other, threshold))
    for name, fact in _settled_facts(board, look, pack):
        note(found, name, reach.source[0], fact)
    for (start, end), threshold in board.wall_items():
        meets = any(meet_segment(line, start, end) is not None for line in lines)
        if meets or any(not are_apart((start, end), hull) for hull in hulls):
            note(found, "wall", (*start, *end), state_of(None, None, threshold))
    if pack.heights and board.has_heights:
        height_facts(board, tiles, frozenset(own), found)
    if isinstance(board, HexBoard) and any(question.heights for question in _questions(pack)):
        for tile in (*tiles, *own):
            height = board.height_at(board.grid.tile(*tile)) if tile in board else None
            note(found, "height", tile, "" if height is None else str(height))
    return found


def _questions(pack: Pack) -> tuple[PackQuestion, ...]:
    return pack.sight, *pack.cover


def _points(grid: Grid, pack: Pack, where: Place) -> Iterator[Point]:
    """Yield all points of a place at which lines of any question start or end."""
    for question in _questions(pack):
        for which in {question.start, question.end}:
            if which != "center":
                yield from (corner for tile in where.tiles for corner in grid.corners(tile))
            elif question.whole:
                yield grid.middle(where.tiles)
            else:
                yield from map(grid.center, where.tiles)


def _look(board: Board, reach: Reach, pack: Pack, names: EndNames) -> KindQuery:
    kinds = {kind for each in _questions(pack) for kind in (*each.blockers, *each.points)}
    source, target = (
        place(board, tiles[0] if name is None or not board.has_figure(name) else name, "end")
        for name, tiles in zip(names, (reach.source, reach.target), strict=True)
    )
    return KindQuery(
        board,
        source,
        target,
        kinds,
        big_by=min(q.big_by for q in _questions(pack)),
        zones=zones_of(board, pack) if "room" in kinds else None,
    )


def _settled_facts(board: Board, look: KindQuery, pack: Pack) -> Iterator[tuple[str, str]]:
    """Yield facts that may decide without lines: the viewer's facing, and the zones of both."""
    if pack.arc:
        yield "facing", facing_of(board, look.source)
    if pack.zones:
        yield "zone", "seen" if share_zone(board, look.source, look.target, pack) else ""


def _kinds_on(board: Board, look: KindQuery, pack: Pack, tile: Tile, is_own: bool = False) -> str:
    if board.flags(tile) & OUTSIDE:
        solid = pack.outside == "wall" or getattr(board, "outside", "open") == "solid"
        return "outside" if solid else ""
    kinds = set(look.kinds_at(tile))
    if is_own:
        kinds |= {"figure"} if any(f.blocks_sight for f in board.figures_at(tile)) else set()
    return " and ".join(sorted(kinds & look.kinds))


def _hulls(grid: Grid, reach: Reach) -> Iterator[list[Point]]:
    for a, b in product(reach.source, reach.target):
        yield convex_hull((*grid.corners(a), *grid.corners(b)))


def _box(grid: Grid, tiles: Iterable[Tile]) -> Iterator[Tile]:
    firsts, seconds = zip(*tiles, strict=True)
    for first in range(min(firsts) - AROUND, max(firsts) + AROUND + 1):
        for second in range(min(seconds) - AROUND, max(seconds) + AROUND + 1):
            yield grid.tile(first, second)


def _beside(grid: Grid, tile: Tile, step: tuple[int, int]) -> Tile:
    return grid.tile(tile[0] + step[0], tile[1] + step[1])
