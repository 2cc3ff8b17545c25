"""Finds the part of a board that an answer depends on: what the lines of a look could touch.

A ruling belongs to it: `reach_of(sight)` says where to look, `facts(board, reach)` what is there,
and two tables of facts differ exactly where something changed that could matter.

    tile (3, 4)          solid, figure, outside; nothing if sight passes
    edge (3, 4 | 3, 5)   wall, closed door, open gate, ...
    wall (x, y | x, y)   the same for a free wall, by its ends in 1/384,000ths of a tile
    cover, height (q, r) of the hexes of a ray

The tiles of both ends never block, so what stands on them is no fact; nor does it matter which
figure stands in between, only that one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from sightline.answers.sight import Sight, TablePoint
from sightline.geometry.hexline import leaning, nearest
from sightline.geometry.walk import Line, meet_segment, walk
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Grid, Hex, Point, Tile, tile_name
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.threshold import CODES, Threshold, turned_round

Key = tuple[str, tuple[int, ...]]
Facts = dict[Key, str]
"""What there is, by kind and place. What sight passes without noticing is not listed."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Two footprints and all that is looked along between them."""

    grid: str
    source: tuple[Tile, ...]
    target: tuple[Tile, ...]
    starts: tuple[Point, ...]
    """Where straight lines start; each is joined to each of `ends`."""
    ends: tuple[Point, ...]
    rays: tuple[tuple[Hex, ...], ...]
    """Discrete lines of hexes."""
    parts: bool = False
    """Are any parts of the two joined, and not only these points?"""

    def reversed(self) -> Reach:
        return Reach(
            self.grid,
            self.target,
            self.source,
            self.ends,
            self.starts,
            tuple(sorted(ray[::-1] for ray in self.rays)),
            self.parts,
        )


def reach_of(board: Board, sight: Sight) -> Reach:
    """Where this answer came from. The same both ways round, unless it holds one way only."""
    if sight.rule["rule"] == "pack":
        from sightline.packs.reading import pack_of
        from sightline.rulings.pack_surroundings import pack_reach

        return _in_order(sight, pack_reach(board, sight, pack_of(sight.rule)))
    reach = Reach(
        board.grid.name,
        sight.source.tiles,
        sight.target.tiles,
        _distinct(line.start for line in sight.lines),
        _distinct(line.end for line in sight.lines),
        tuple(sorted(set(_rays_of(sight)))) if sight.rays else (),
    )
    return _in_order(sight, reach)


def holds_one_way(sight: Sight) -> bool:
    """Does a ruling on this answer hold only from its first end to its second?"""
    if sight.rule["rule"] != "pack":
        return sight.one_way
    from sightline.packs.reading import pack_of

    return sight.one_way or not pack_of(sight.rule).symmetric


def _in_order(sight: Sight, reach: Reach) -> Reach:
    if holds_one_way(sight):
        return reach
    return min(reach, reach.reversed(), key=lambda each: (each.source, each.target))


def _rays_of(sight: Sight) -> Iterator[tuple[Hex, ...]]:
    """Every ray between two hexes of large figures: another than the one that is shown may become
    the best."""
    shared = set(sight.source.tiles) & set(sight.target.tiles)
    for a, b in product(sight.source.tiles, sight.target.tiles):
        if shared and a != b:
            continue  # who shares a hex looks along nothing
        if sight.rule["ties"] == "nearest":
            yield nearest(a, b)
        else:
            yield from (leaning(a, b, side) for side in (-1, 1))


def facts(board: Board, reach: Reach) -> Facts:
    """What the board has there now. Both ends must be on the board."""
    found: Facts = {}
    own = frozenset((*reach.source, *reach.target))
    # As for sight itself: what blocks nothing makes nothing else see-through.
    standing = {name for tile in own for name in board.names_at(tile)}
    transparent = frozenset(name for name in standing if board.figure(name).blocks_sight)
    touched_tiles, touched_edges, lines = touched(board.grid, reach)
    for tile in touched_tiles - own:
        note(found, "tile", tile, _opaque(board, tile, transparent))
    for tile, direction in touched_edges:
        threshold = CODES[board.edge_code(direction, tile)]
        if threshold is not None:
            da, db = board.grid.forward[direction]
            other = board.grid.tile(tile[0] + da, tile[1] + db)
            note_edge(found, tile, other, state_of(tile, other, threshold))
    for (start, end), threshold in board.wall_items():
        if any(meet_segment(line, start, end) is not None for line in lines):
            note(found, "wall", (*start, *end), state_of(None, None, threshold))
    if isinstance(board, HexBoard):
        for ray in reach.rays:
            _ray_facts(board, ray, own, transparent, found)
    return found


def state_of(tile: Tile | None, other: Tile | None, threshold: Threshold) -> str:
    """What stands there in words, with the way of one that is one-way; on an edge, as seen from the
    lower tile, under which it is noted."""
    if tile is not None and other is not None and not tile < other:
        threshold = turned_round(threshold)
    return f"{threshold} {threshold.one_way}" if threshold.one_way else str(threshold)


def touched(grid: Grid, reach: Reach) -> tuple[set[Tile], set[tuple[Tile, int]], list[Line]]:
    """The tiles and edges that lines between the points could touch, and these lines."""
    tiles: set[Tile] = set()
    edges: set[tuple[Tile, int]] = set()
    lines = []
    for start, end in product(reach.starts, reach.ends):
        # A line of no length still has neighbours; which way it points does not matter here.
        line = Line.between(start, end) if start != end else Line(start, (1, 0), reach=0)
        lines.append(line)
        path, shift_x, shift_y = walk(grid, line)
        tiles.update(grid.shift((0, 0), shift_x + m.dx, shift_y + m.dy) for m in path.tiles)
        edges.update(
            (grid.shift((0, 0), shift_x + m.dx, shift_y + m.dy), m.direction) for m in path.edges
        )
    return tiles, edges, lines


def _ray_facts(
    board: HexBoard, ray: tuple[Hex, ...], own: frozenset[Tile], names: frozenset[str], found: Facts
) -> None:
    for here, there in pairwise(ray):
        if here in board and there in board and (threshold := board.edge(here, there)) is not None:
            note_edge(found, here, there, str(threshold))
    for index, tile in enumerate(ray):
        is_end = index in (0, len(ray) - 1)
        # The hex at an end counts: with see_opaque_target=False it may hide itself.
        if is_end or tile not in own:
            note(found, "tile", tile, _opaque(board, tile, names))
        if not is_end and board.cover_at(tile):
            note(found, "cover", tile, str(board.cover_at(tile)))
        if (height := board.height_at(tile)) is not None:
            note(found, "height", tile, str(height))


def _opaque(board: Board, tile: Tile, transparent: frozenset[str]) -> str:
    """What stops sight on a tile, if anything does."""
    flags = board.flags(tile)
    if flags & SOLID:
        return "solid"
    if flags & OCCUPIED and transparent.isdisjoint(board.names_at(tile)):
        return "figure"
    if flags & OUTSIDE and getattr(board, "outside", "solid") == "solid":
        return "outside"
    return ""


def note(found: Facts, kind: str, place: Iterable[int], state: str) -> None:
    """Add a fact, unless there is nothing."""
    if state:
        found[kind, tuple(place)] = state


def note_edge(found: Facts, a: Tile, b: Tile, state: str) -> None:
    """The same for an edge, from whichever side."""
    note(found, "edge", (*min(a, b), *max(a, b)), state)


def _distinct(points: Iterable[TablePoint]) -> tuple[Point, ...]:
    return tuple(sorted({(int(x * UNIT), int(y * UNIT)) for x, y in points}))


# --- in words


def differences(grid: str, then: Facts, now: Facts) -> Iterator[str]:
    """What changed, in sentences without their full stop. That a wall has become a secret door, or
    a secret door a wall, is no change: players could tell by a ruling that lapses."""
    for key in sorted(then.keys() | now.keys()):
        before, after = then.get(key, ""), now.get(key, "")
        if _as_seen(before) != _as_seen(after):
            kind, place = key
            words = _WORDS[kind]
            yield f"{_where(grid, kind, place)} was {words(before)} and is {words(after)} now"


def _as_seen(state: str) -> str:
    return state.replace("secret door", "wall")


def _where(grid: str, kind: str, place: tuple[int, ...]) -> str:
    first, second = place[:2], place[2:]
    if kind == "wall":
        return f"the line from {_point(first)} to {_point(second)}"
    if kind == "edge":
        return f"the edge between {tile_name(grid, first)} and {tile_name(grid, second)}"
    name = tile_name(grid, first)
    return name if kind == "tile" else f"the {kind} of {name}"


def _point(point: tuple[int, ...]) -> str:
    return f"({', '.join(f'{float(Fraction(value, UNIT)):g}' for value in point)})"


def _threshold_words(state: str) -> str:
    if not state:
        return "open"
    return f"an {state}" if state.startswith("open") else f"a {state}"


_WORDS: dict[str, Callable[[str], str]] = {
    "tile": lambda state: {"": "empty", "figure": "taken by a figure"}.get(state, state),
    "edge": _threshold_words,
    "wall": _threshold_words,
    "cover": lambda state: state or "0",
    "height": lambda state: state or "unknown",
}
KINDS = frozenset(_WORDS)
