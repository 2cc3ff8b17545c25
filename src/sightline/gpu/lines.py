"""The requirements of a line between two tiles, as plain lists.

With them, one word of bits can answer for 32 sources at once.

For a given offset between source and target, every line of the center rule or of the corner rule
meets the same tiles and edges, relative to the source. So the walks of the kernels (`square.h`,
`corner.h`, `corner_ends.h`, `along.h`, `corner_closed_ends.h`) run here once for each offset, and
record what has to be clear instead of testing it. A line passes if everything in `must` is clear
and, in every clause, all of one alternative is. The source and the target never block, so they are
not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

TILE, SHUT, EAST, SOUTH, FREE = range(5)
"""Planes of bits: tiles that block; those and tiles off the board; walls to the east of a tile;
walls to the south; tiles that are not rock.
"""

Literal: TypeAlias = tuple[int, int, int]
"""A requirement: a plane, and the row and column, relative to the source, that must be clear."""
Alternative: TypeAlias = tuple[Literal, ...]
TileAway: TypeAlias = tuple[int, int]


class ListedLine(NamedTuple):
    """The requirements of one line: what must be clear, and clauses of alternatives."""

    must: frozenset[Literal]
    clauses: frozenset[tuple[Alternative, ...]]


CLEAR = 0


class ListedRule(NamedTuple):
    """A geometric rule in the terms of its lines: see `Asked` in kernels/square/pair.h."""

    corner: bool
    passes: int
    closed_ends: bool

    @property
    def has_lines(self) -> bool:
        """Whether the rule's lines can be listed.

        Level lines that may touch corners depend on lanes, which a list cannot express.
        """
        return not self.corner or self.passes == CLEAR


def lines_between(rule: ListedRule, rows: int, cols: int, thin: bool) -> list[ListedLine]:
    """Return the lines between two tiles at this offset, those with the fewest requirements first.

    `thin` says whether there are walls on edges.
    """
    walk = _Walk(rows, cols, thin)
    if not rule.corner:
        found = [walk.between_centers(rule.passes)]
    elif rule.closed_ends:
        found = [*walk.between_closed_corners()]
    else:
        found = [*walk.between_corners()]
    return _without_needless(found)


def _without_needless(lines: Iterable[ListedLine]) -> list[ListedLine]:
    """Remove lines that can never decide, because another line has only some of their
    requirements.
    """
    kept: list[ListedLine] = []
    for line in sorted(dict.fromkeys(lines), key=lambda each: (len(each.must), len(each.clauses))):
        if not any(k.must <= line.must and k.clauses <= line.clauses for k in kept):
            kept.append(line)
    return kept


class _Quadrant(NamedTuple):
    """A direction of steps, as in corner_ends.h, and which edge of a tile each step crosses."""

    x: int
    y: int


class _Walk:
    """Lists the lines from the tile (0, 0) to one target."""

    def __init__(self, rows: int, cols: int, thin: bool) -> None:
        self._target = (rows, cols)
        self._thin = thin

    # --- contacts

    def _tile(self, at: TileAway) -> list[Literal]:
        return [] if at in ((0, 0), self._target) else [(TILE, *at)]

    def _shut(self, at: TileAway) -> list[Literal]:
        return [] if at in ((0, 0), self._target) else [(SHUT, *at)]

    def _edge(self, at: TileAway, rows: int, cols: int) -> list[Literal]:
        """Return the wall between a tile and the next one in a direction, as requirements."""
        if not self._thin:
            return []
        row, col = at
        if cols:
            return [(EAST, row, col if cols > 0 else col - 1)]
        return [(SOUTH, row if rows > 0 else row - 1, col)]

    def _edge_x(self, at: TileAway, q: _Quadrant) -> list[Literal]:
        return self._edge(at, 0, q.x)

    def _edge_y(self, at: TileAway, q: _Quadrant) -> list[Literal]:
        return self._edge(at, q.y, 0)

    def _line(
        self, must: Iterable[Literal], clauses: Iterable[Iterable[Iterable[Literal]]] = ()
    ) -> ListedLine:
        """Return a line. Clauses with an empty alternative are dropped, because they
        always hold.
        """
        all_must, rest = set(must), set()
        for clause in clauses:
            alternatives = sorted({tuple(sorted(set(each))) for each in clause}, key=len)
            if len(alternatives) == 1:
                all_must.update(alternatives[0])
            elif () not in alternatives:
                rest.add(tuple(alternatives))
        return ListedLine(frozenset(all_must), frozenset(rest))

    # --- the center rule: square.h

    def between_centers(self, passes: int) -> ListedLine:
        rows, cols = self._target
        q = _Quadrant(1 if cols > 0 else -1, 1 if rows > 0 else -1)
        dx, dy = abs(cols), abs(rows)
        must: list[Literal] = []
        clauses = []
        at, e = (0, 0), dy - dx
        while at != self._target:
            row, col = at
            if e < 0:
                must += self._edge_x(at, q)
                at, e = (row, col + q.x), e + 2 * dy
            elif e > 0:
                must += self._edge_y(at, q)
                at, e = (row + q.y, col), e - 2 * dx
            else:
                one, other = (row, col + q.x), (row + q.y, col)
                way = [*self._tile(one), *self._edge_y(one, q), *self._edge_x(at, q)]
                other_way = [*self._tile(other), *self._edge_x(other, q), *self._edge_y(at, q)]
                if passes == CLEAR:
                    must += way + other_way
                else:
                    clauses.append((way, other_way))
                at, e = (row + q.y, col + q.x), e + 2 * (dy - dx)
            must += self._tile(at)
        return self._line(must, clauses)

    # --- the strict corner rule: corner.h

    def between_corners(self) -> Iterator[ListedLine]:
        rows, cols = self._target
        if abs(rows) + abs(cols) == 1:
            yield self._line(self._edge((0, 0), rows, cols))
            return
        if abs(rows) == abs(cols) == 1:
            yield self._line((), [self._round(_Quadrant(cols, rows), (0, 0), self._target)])
        for pr, pc, dy, dx in self._corner_lines():
            if dx and dy:
                yield from self._between(pr, pc, dy, dx)
            elif dx or dy:
                yield from self._along(pr, pc, dy, dx)

    def _corner_lines(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield a corner of the source, and the distance from it to a corner of the target."""
        rows, cols = self._target
        for i in range(4):
            pr, pc = i & 1, i >> 1
            for j in range(4):
                yield pr, pc, rows + (j & 1) - pr, cols + (j >> 1) - pc

    def _open_between(self, q: _Quadrant, first: TileAway, dx: int, dy: int) -> list[Literal]:
        must: list[Literal] = []
        (row, col), e, u = first, dy - dx, 1
        while True:
            at = (row, col)
            must += self._tile(at)
            if e < 0:
                must += self._edge_x(at, q)
                col, u, e = col + q.x, u + 1, e + dy
            elif e > 0:
                must += self._edge_y(at, q)
                row, e = row + q.y, e - dx
            else:
                if u == dx:
                    return must
                one, other = (row, col + q.x), (row + q.y, col)
                must += [*self._tile(one), *self._tile(other)]
                must += [*self._edge_x(at, q), *self._edge_y(at, q)]
                must += [*self._edge_y(one, q), *self._edge_x(other, q)]
                row, col, u, e = row + q.y, col + q.x, u + 1, e + dy - dx

    def _between(self, pr: int, pc: int, dy: int, dx: int) -> Iterator[ListedLine]:
        q = _Quadrant(1 if dx > 0 else -1, 1 if dy > 0 else -1)
        first = (pr if dy > 0 else pr - 1, pc if dx > 0 else pc - 1)
        last = (first[0] + (abs(dy) - 1) * q.y, first[1] + (abs(dx) - 1) * q.x)
        # A diagonal through the source or the target is listed from its other corner.
        if abs(dx) == abs(dy) and (first == (0, 0) or last == self._target):
            return
        clauses = []
        if first != (0, 0):
            clauses.append(self._round(_Quadrant(-q.x, -q.y), first, (0, 0)))
        if last != self._target:
            clauses.append(self._round(q, last, self._target))
        yield self._line(self._open_between(q, first, abs(dx), abs(dy)), clauses)

    def _round(self, q: _Quadrant, behind: TileAway, to: TileAway) -> list[list[Literal]]:
        """Return the two paths around a point, between two of the four tiles that share it."""
        row, col = behind
        left, right, ahead = (row + q.y, col), (row, col + q.x), (row + q.y, col + q.x)
        to_left = [*self._edge_y(behind, q)]
        to_right = [*self._edge_x(behind, q)]
        over_left = [*to_left, *self._shut(left), *self._edge_x(left, q)]
        over_right = [*to_right, *self._shut(right), *self._edge_y(right, q)]
        if to == left:
            return [to_left, [*over_right, *self._shut(ahead), *self._edge_x(left, q)]]
        if to == right:
            return [to_right, [*over_left, *self._shut(ahead), *self._edge_y(right, q)]]
        return [over_left, over_right]

    # --- level and upright lines of the strict corner rule: along.h

    def _along(self, pr: int, pc: int, dy: int, dx: int) -> Iterator[ListedLine]:
        rows, cols = self._target
        sr, sc = (dy > 0) - (dy < 0), (dx > 0) - (dx < 0)
        sign = sr + sc
        start = pr if sr else pc
        end = start + (dy if sr else dx)
        near_start, near_end = int(sign > 0), (rows if sr else cols) + (sign < 0)
        steps = sign * (near_end - near_start)
        # The line between the far corners stands for all four.
        if steps < 0 or start == near_start or end == near_end:
            return
        # The tiles beside the first stretch after the source's: a, and b on the other side of
        # the line.
        at = (near_start, pc) if sr else (pr, near_start)
        a = (at[0] - (1 if sr < 0 or sc else 0), at[1] - (1 if sc < 0 or sr else 0))
        lanes = _Lanes(a, (0, 1) if sr else (1, 0), (sr, sc))
        must: list[Literal] = []
        for i in range(steps):
            must += [*self._tile(lanes.at(0, i)), *self._tile(lanes.at(1, i))]
            must += self._edge(lanes.at(0, i), *lanes.across)
            if i:
                must += self._edge(lanes.at(0, i - 1), sr, sc)
                must += self._edge(lanes.at(1, i - 1), sr, sc)
        yield from self._with_ends(must, lanes, steps)

    def _with_ends(self, must: list[Literal], lanes: _Lanes, steps: int) -> Iterator[ListedLine]:
        """Yield the lines for all ways from the source to the target: from the source to a lane
        beside the stretch ahead, and from that lane to the target.
        """
        own = 0 if lanes.at(0, -1) == (0, 0) else 1
        target_lane = 0 if lanes.at(0, steps) == self._target else 1
        if steps:
            leaving = [
                [*way, *self._edge(lanes.at(lane, -1), *lanes.step)]
                for lane, way in self._beside(lanes, own, -1)
            ]
            coming = [
                [*way, *self._edge(lanes.at(lane, steps - 1), *lanes.step)]
                for lane, way in self._beside(lanes, target_lane, steps)
            ]
            yield self._line(must, [leaving, coming])
            return
        ways = []
        for lane, way in self._beside(lanes, own, -1):
            for other, other_way in self._beside(lanes, target_lane, 0):
                if lane == other:
                    ways.append([*way, *other_way, *self._edge(lanes.at(lane, -1), *lanes.step)])
        yield self._line(must, [ways])

    def _beside(self, lanes: _Lanes, own: int, i: int) -> Iterator[tuple[int, list[Literal]]]:
        """Yield the lanes beside stretch `i` that a walk from a tile can reach, with their
        requirements.

        They are its own lane, and the other one across the line or around the far end of the
        stretch.
        """
        yield own, []
        a, b = lanes.at(0, i), lanes.at(1, i)
        other = self._shut(lanes.at(1 - own, i))
        yield 1 - own, [*other, *self._edge(a, *lanes.across)]
        back = lanes.step if i >= 0 else (-lanes.step[0], -lanes.step[1])
        beyond_a, beyond_b = ((at[0] + back[0], at[1] + back[1]) for at in (a, b))
        far = [*self._edge(a, *back), *self._edge(b, *back), *self._edge(beyond_a, *lanes.across)]
        yield 1 - own, [*other, *far, *self._shut(beyond_a), *self._shut(beyond_b)]

    # --- with closed ends: corner_closed_ends.h

    def between_closed_corners(self) -> Iterator[ListedLine]:
        for pr, pc, dy, dx in self._corner_lines():
            must = [*self._bare(pr, pc), *self._bare(pr + dy, pc + dx)]
            if dx and dy:
                q = _Quadrant(1 if dx > 0 else -1, 1 if dy > 0 else -1)
                first = (pr if dy > 0 else pr - 1, pc if dx > 0 else pc - 1)
                must += self._open_between(q, first, abs(dx), abs(dy))
            else:
                sy, sx = (dy > 0) - (dy < 0), (dx > 0) - (dx < 0)
                for k in range(1, abs(dx) + abs(dy)):
                    must += self._bare(pr + k * sy, pc + k * sx)
            yield self._line(must)

    def _bare(self, row: int, col: int) -> list[Literal]:
        """Return the requirement that nothing touches the corner before a tile."""
        before, after = (row - 1, col - 1), (row, col)
        tiles = [before, (row - 1, col), (row, col - 1), after]
        walls = [*self._edge(before, 0, 1), *self._edge(before, 1, 0)]
        walls += [*self._edge(after, 0, -1), *self._edge(after, -1, 0)]
        return [*walls, *(literal for tile in tiles for literal in self._tile(tile))]


class _Lanes(NamedTuple):
    """The tiles on both sides (a and b) of a level or upright line, stretch by stretch."""

    first: TileAway
    """The tile on side a of the first stretch."""
    across: TileAway
    step: TileAway

    def at(self, lane: int, i: int) -> TileAway:
        """Return the tile beside stretch `i`, on side a (0) or b (1)."""
        row, col = self.first
        return (
            row + lane * self.across[0] + i * self.step[0],
            col + lane * self.across[1] + i * self.step[1],
        )
