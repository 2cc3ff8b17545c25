"""Compute again, for the checker, what a pack decides without lines: range, facing, zones."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sightline.answers.check.strip import AT_CENTERS, LineStrip
from sightline.answers.sight import Sight
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import HEX, Point, Tile, hex_distance
from sightline.model.degree import NONE
from sightline.model.facing import facings
from sightline.model.figure import Figure
from sightline.model.place import Place, place
from sightline.packs.schema import ARCS, Pack


class SettledQuestion:
    """A pair that is visible or hidden before any line is drawn."""

    def __init__(self, pack: Pack, is_seen: bool) -> None:
        degree = NONE if is_seen else pack.degrees[-1]
        self.degree = (degree, degree)
        self._blocked = (0, 0) if is_seen else (1, 1)

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of an answer that needs no lines."""
        if sight.lines or sight.blocked != self._blocked:
            yield "it is settled without lines, and the answer shows some"


def limit_that_hides(
    board: Board, source: Place, target: Place, looker: Figure | None, pack: Pack
) -> str:
    """Return the limit that hides the target: "range" or "facing", or "" if none does."""
    pairs = list(product(source.tiles, target.tiles))
    if pack.max_range and all(_is_too_far(board, a, b, pack) for a, b in pairs):
        return "range"
    if not pack.arc or looker is None or not looker.facing:
        return ""
    grid = board.grid
    step = facings(board)[looker.facing]
    ahead = _minus(grid.center(step), grid.center((0, 0)))
    middle = grid.middle(source.tiles)
    found = (_minus(grid.center(tile), middle) for tile in target.tiles)
    return "" if any(_is_ahead(grid is HEX, ahead, away, pack.arc) for away in found) else "facing"


def _is_too_far(board: Board, a: Tile, b: Tile, pack: Pack) -> bool:
    most = pack.max_range
    if board.grid is HEX:
        return hex_distance(a, b) > most
    long, short = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
    return {
        "chebyshev": long > most,
        "manhattan": long + short > most,
        "steps": 2 * long + short > most,
        "euclid": long**2 + short**2 > most**2,
    }[pack.metric]


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _is_ahead(on_hexes: bool, ahead: Point, away: Point, arc: int) -> bool:
    """Return whether the angle between `ahead` and `away` is at most half the arc,
    by squared cosines.
    """

    def inner(a: Point, b: Point) -> Fraction:
        slanted = Fraction(a[0] * b[1] + a[1] * b[0], 2) if on_hexes else Fraction(0)
        return a[0] * b[0] + a[1] * b[1] + slanted

    cosine = inner(ahead, away)
    squared = cosine * abs(cosine) / (inner(ahead, ahead) * inner(away, away))
    sign, quarters = ARCS[arc]
    return squared >= Fraction(sign * quarters, 4)


class CheckedZones:
    """The rooms of a board, computed independently: two tiles are in one room if a
    walk connects them.
    """

    def __init__(self, board: Board, pack: Pack) -> None:
        self.board, self.pack = board, pack
        self._walls = [(*wall.start, *wall.end) for wall in board.free_walls()]
        self._rooms: dict[Tile, frozenset[Tile]] = {}

    def is_open_ground(self, tile: Tile) -> bool:
        return self.board.terrain(tile) in self.pack.open_ground

    def _is_floor(self, tile: Tile) -> bool:
        return tile in self.board and not self.board.is_solid(tile)

    def room(self, tile: Tile) -> frozenset[Tile]:
        """Return all tiles in the zone of that tile; none for rock."""
        if tile in self._rooms:
            return self._rooms[tile]
        if not self._is_floor(tile):
            return frozenset()
        found, rim = {tile}, {tile}
        while rim and not self.is_open_ground(tile):
            rim = {
                other
                for here in rim
                for other in self.board.grid.neighbors(here)
                if other not in found and self._are_together(here, other)
            }
            found |= rim
        room = frozenset(found)
        self._rooms.update(dict.fromkeys(room, room))
        return room

    def _are_together(self, a: Tile, b: Tile) -> bool:
        if not self._is_floor(b) or self.is_open_ground(b) or self.board.edge(a, b) is not None:
            return False
        (ax, ay), (bx, by) = map(self.board.grid.center, (a, b))
        low, high = (min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by))
        for x, y, u, v in self._walls:
            apart = max(x, u) < low[0] or min(x, u) > high[0]
            apart = apart or max(y, v) < low[1] or min(y, v) > high[1]
            if not apart and _cross((ax, ay), (bx, by), (x, y), (u, v)):
                return False
        return True

    def is_other_room(self, tile: Tile, own: frozenset[Tile]) -> bool:
        """Return whether a tile is in a room that contains neither the viewer nor the target."""
        room = self.room(tile)
        return bool(room) and not self.is_open_ground(tile) and room.isdisjoint(own)

    def sees(self, source: Place, target: Place) -> bool:
        """Return whether the target is in a zone that the source always sees."""
        here, there = (
            frozenset(tile for own in where.tiles for tile in self.room(own))
            for where in (source, target)
        )
        if not here.isdisjoint(there):
            return True
        return self.pack.zones == "joined" and any(
            b in there and self._is_opening(a, b)
            for a in here
            for b in self.board.grid.neighbors(a)
        )

    def _is_opening(self, a: Tile, b: Tile) -> bool:
        from sightline.answers.check.kinds import PackGround

        ends = place(self.board, a, "from"), place(self.board, b, "to")
        ground = PackGround(self.board, *ends, self.pack, self.pack.sight)
        shapes = ground.shapes({"wall", "door"} & self.pack.sight.blockers.keys())
        center = self.board.grid.center
        walls = [shape for shape in shapes if shape.is_wall]
        strip = LineStrip(self.board, walls, (a, center(a), b, center(b)), AT_CENTERS)
        return strip.judge(False).contact is not Contact.BLOCKED


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two segments with overlapping bounding boxes have a point in common."""

    def side(p: Point, q: Point, r: Point) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
