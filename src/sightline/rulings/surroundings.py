"""Find the part of a board that an answer depends on: everything that its lines could touch.

`reach_of(sight)` returns the area, and `facts(board, reach)` lists what is in it. Two lists of
facts differ exactly if a relevant change was made.

    tile (3, 4)          solid, figure, outside; nothing if sight passes
    edge (3, 4 | 3, 5)   wall, closed door, open gate, ...
    wall (x, y | x, y)   the same for a free wall, by its ends in 1/384,000ths of a tile
    cover, height (q, r) of the hexes of a ray

The tiles of both ends never block, so figures and objects on them are not facts. Of a figure in
between, only its presence matters, not which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product

from sightline.answers.sight import Sight, TablePoint
from sightline.geometry.hexline import leaning, nearest
from sightline.geometry.walk import Line, meet_segment, walk
from sightline.model.board import Board
from sightline.model.cell import Grid, Hex, Point, Tile, tile_name
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.threshold import CODES, ENDLESS, Threshold, span_of, turned_round, with_span
from sightline.packs.reading import game_of
from sightline.texts import say, word

Key = tuple[str, tuple[int, ...]]
Facts = dict[Key, str]
"""Facts by kind and place. Things that do not affect sight are left out."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The area that an answer depends on: two footprints and all lines between them."""

    grid: str
    source: tuple[Tile, ...]
    target: tuple[Tile, ...]
    starts: tuple[Point, ...]
    """The starts of straight lines. Each is joined to all of `ends`."""
    ends: tuple[Point, ...]
    rays: tuple[tuple[Hex, ...], ...]
    """The rows of hexes between the two footprints, for rules with hex rays."""
    parts: bool = False
    """Whether lines may join any parts of the two footprints, not only these points."""
    lifts: tuple[str, str] = ("", "")
    """The height of the feet at each end; "" for an end that is on its ground."""

    def reversed(self) -> Reach:
        return Reach(
            self.grid,
            self.target,
            self.source,
            self.ends,
            self.starts,
            tuple(sorted(ray[::-1] for ray in self.rays)),
            self.parts,
            self.lifts[::-1],
        )


def lifts_of(board: Board, sight: Sight) -> tuple[str, str]:
    """Return the heights of the feet at both ends; "" for an end that is on its ground."""
    return lift_of(board, sight.source), lift_of(board, sight.target)


def lift_of(board: Board, where: Place) -> str:
    """Return the height of the feet there; "" on the ground."""
    if where.body is None or where.body[0] == board.highest_ground(where.tiles):
        return ""
    return str(where.body[0])


def reach_of(board: Board, sight: Sight) -> Reach:
    """Return the reach of an answer.

    It is the same in both directions unless the answer is one-way.
    """
    game = game_of(sight.rule)
    if game is not None:
        from sightline.rulings.pack_surroundings import pack_reach

        reach = pack_reach(board, sight, game)
        return _in_order(sight, replace(reach, lifts=lifts_of(board, sight)))
    reach = Reach(
        board.grid.name,
        sight.source.tiles,
        sight.target.tiles,
        _distinct(line.start for line in sight.lines),
        _distinct(line.end for line in sight.lines),
        tuple(sorted(set(_rays_of(sight)))) if sight.rays else (),
        lifts=lifts_of(board, sight),
    )
    return _in_order(sight, reach)


def holds_one_way(sight: Sight) -> bool:
    """Return whether a ruling on this answer applies only from its first end to its second."""
    game = game_of(sight.rule)
    return sight.one_way or (game is not None and not game.symmetric)


def _in_order(sight: Sight, reach: Reach) -> Reach:
    if holds_one_way(sight):
        return reach
    return min(reach, reach.reversed(), key=lambda each: (each.source, each.target))


def _rays_of(sight: Sight) -> Iterator[tuple[Hex, ...]]:
    """Yield every ray between two hexes of large figures, because any of them may
    become the best one.
    """
    shared = set(sight.source.tiles) & set(sight.target.tiles)
    for a, b in product(sight.source.tiles, sight.target.tiles):
        if shared and a != b:
            continue  # figures on one hex need no ray
        if sight.rule["ties"] == "nearest":
            yield nearest(a, b)
        else:
            yield from (leaning(a, b, side) for side in (-1, 1))


def facts(board: Board, reach: Reach) -> Facts:
    """Return the current facts. Both ends must be on the board."""
    found: Facts = {}
    own = frozenset((*reach.source, *reach.target))
    # As for sight itself: an object that does not block does not make others transparent.
    standing = {name for tile in own for name in board.names_at(tile)}
    transparent = frozenset(name for name in standing if board.figure(name).blocks_sight)
    touched_tiles, touched_edges, lines = touched(board.grid, reach)
    for tile in touched_tiles - own:
        note(found, "tile", tile, _opaque(board, tile, transparent))
    for tile, direction in touched_edges:
        threshold = CODES[board.edge_code(direction, tile)]
        if threshold is not None:
            threshold = with_span(threshold, board.edge_span(direction, tile))
            da, db = board.grid.forward[direction]
            other = board.grid.tile(tile[0] + da, tile[1] + db)
            note_edge(found, tile, other, state_of(tile, other, threshold))
    for (start, end), threshold in board.wall_items():
        if any(meet_segment(line, start, end) is not None for line in lines):
            note(found, "wall", (*start, *end), state_of(None, None, threshold))
    if board.has_heights and not reach.rays:
        height_facts(board, touched_tiles, own, found)
    if isinstance(board, HexBoard):
        for ray in reach.rays:
            _ray_facts(board, ray, own, transparent, found)
    return found


def height_facts(board: Board, tiles: set[Tile], own: frozenset[Tile], found: Facts) -> None:
    """Add the ground, the floors and the bodies on all tiles that lines may pass.

    The ground under the two ends matters for the figures on it.
    """
    for tile in (*tiles, *own):
        if tile not in board:
            continue
        heights = [str(board.ground_at(tile))]
        heights += [f"floor {floor.height}" for floor in board.floors() if tile in floor.tiles]
        for figure in board.figures_at(tile):
            if figure.blocks_sight or tile in own:
                heights.append(" to ".join(map(str, board.body(figure))))
        if heights != ["0"]:
            note(found, "height", tile, ", ".join(sorted(heights)))


def state_of(tile: Tile | None, other: Tile | None, threshold: Threshold) -> str:
    """Return the barrier in words, with its direction if it is one-way.

    An edge is described from its lower tile, under which it is stored.
    """
    if tile is not None and other is not None and not tile < other:
        threshold = turned_round(threshold)
    said = f"{threshold} {threshold.one_way}" if threshold.one_way else str(threshold)
    if span_of(threshold) == ENDLESS:
        return said
    bottom, top = span_of(threshold)
    return f"{said} from {bottom} to {top}"


def touched(grid: Grid, reach: Reach) -> tuple[set[Tile], set[tuple[Tile, int]], list[Line]]:
    """Return the tiles and edges that lines between the points could touch, and these lines."""
    tiles: set[Tile] = set()
    edges: set[tuple[Tile, int]] = set()
    lines = []
    for start, end in product(reach.starts, reach.ends):
        # A line without length still has neighbors; its direction does not matter here.
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
        # The hex at an end counts, because with see_opaque_target=False it may hide itself.
        if is_end or tile not in own:
            note(found, "tile", tile, _opaque(board, tile, names))
        if not is_end and board.cover_at(tile):
            note(found, "cover", tile, str(board.cover_at(tile)))
        if (height := board.height_at(tile)) is not None:
            note(found, "height", tile, str(height))


def _opaque(board: Board, tile: Tile, transparent: frozenset[str]) -> str:
    """Return a word for the blocker on a tile, or ""."""
    flags = board.flags(tile)
    if flags & SOLID:
        return "solid"
    if flags & OCCUPIED and transparent.isdisjoint(board.names_at(tile)):
        return "figure"
    if flags & OUTSIDE and getattr(board, "outside", "solid") == "solid":
        return "outside"
    return ""


def note(found: Facts, kind: str, place: Iterable[int], state: str) -> None:
    """Add a fact unless its state is ""."""
    if state:
        found[kind, tuple(place)] = state


def note_edge(found: Facts, a: Tile, b: Tile, state: str) -> None:
    """Add the fact of an edge. The order of its two tiles does not matter."""
    note(found, "edge", (*min(a, b), *max(a, b)), state)


def _distinct(points: Iterable[TablePoint]) -> tuple[Point, ...]:
    return tuple(sorted({(int(x * UNIT), int(y * UNIT)) for x, y in points}))


# --- in words


def differences(grid: str, then: Facts, now: Facts) -> Iterator[str]:
    """Yield the changes as sentences without a period.

    A wall that becomes a secret door, or the reverse, is left out, because a lapsed ruling would
    reveal it to players.
    """
    for key in sorted(then.keys() | now.keys()):
        before, after = then.get(key, ""), now.get(key, "")
        if _as_seen(before) != _as_seen(after):
            kind, place = key
            words = _WORDS[kind]
            yield say(
                "{where} was {old} and is {new} now",
                where=_where(grid, kind, place),
                old=word(words(before)),
                new=word(words(after)),
            )


def _as_seen(state: str) -> str:
    return state.replace("secret door", "wall")


def _where(grid: str, kind: str, place: tuple[int, ...]) -> str:
    first, second = place[:2], place[2:]
    if kind == "wall":
        return say("the line from {a} to {b}", a=_point(first), b=_point(second))
    if kind == "edge":
        a, b = tile_name(grid, first), tile_name(grid, second)
        return say("the edge between {a} and {b}", a=a, b=b)
    name = tile_name(grid, first)
    return name if kind == "tile" else say("the {kind} of {tile}", kind=word(kind), tile=name)


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
    "facing": lambda state: state or "any way",
    "zone": lambda state: state or "apart",
}
KINDS = frozenset(_WORDS)
