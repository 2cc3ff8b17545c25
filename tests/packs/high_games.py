"""Independent implementations of games with heights.

Every line is checked at every relevant pair of heights, like in the reference of section 9, and
then counted as the book says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product

from sightline import Wall
from sightline.model.board import Board
from sightline.model.threshold import span_of
from tests.reference.contact import CLEAR, CORNER, EDGE
from tests.reference.ground import Special
from tests.reference.heights import End, HighScene, Thing, _tile
from tests.reference.strip import Whole

WALLS = ("solid", "tall", "wall", "door")
Spot = tuple[Fraction, Fraction]
DEGREES = ("none", "soft", "lesser", "half", "cover", "standard", "three-quarters", "total")


class HighBook(HighScene):
    """A board with figures "a" and "b" on which only some kinds of things block."""

    shared_edges_part = False

    def __init__(
        self, board: Board, kinds: Collection[str], inset: int = 0, points: Sequence[Spot] = ()
    ) -> None:
        self.kinds = kinds
        super().__init__(board, "a", "b", [(Fraction(1, 2 * inset or 1), 0), *points])
        self.inset = inset

    def _things(self, a: End, b: End) -> Iterator[Thing]:
        board, own = self.board, {*self.own}
        for tile in map(_tile, board.tiles()):
            shape = self.plan.corners(tile)
            if "solid" in self.kinds:
                for floor in board.floors():
                    if tile in floor.tiles:
                        yield Thing("free", shape, (floor.height, floor.height))
                if tile not in own:
                    top = board.elevation(tile) or Fraction(0)
                    yield Thing("tile", shape, (None, None if board.is_solid(tile) else top))
            if tile in own:
                continue
            if board.terrain(tile) in self.kinds:
                yield Thing("tile", shape, (None, None))
            for figure in board.figures_at(tile):
                kind = "figure" if not figure.is_furniture else "tall"
                if figure.is_furniture and not figure.blocks_sight:
                    kind = "low"
                if kind in self.kinds and (kind == "low" or figure.blocks_sight):
                    yield Thing("tile", shape, self._body(figure.name))
        for here, there, wall in board.edges():
            if self._blocks(wall):
                pair = _tile(here), _tile(there)
                pair = pair[::-1] if wall.one_way == "back" else pair
                special = Special(pair, True, wall.limited, wall.one_way != "")
                yield Thing("wall", self.plan.edge(*pair), span_of(wall), special)
        for each in board.free_walls():
            wall = each.threshold
            if self._blocks(wall):
                special = Special(each.ends, False, wall.limited, wall.one_way != "")
                first, last = map(self.plan.whole, each.ends)
                yield Thing("free", (first, last), span_of(wall), special)

    def _blocks(self, threshold: object) -> bool:
        kind = "wall" if isinstance(threshold, Wall) else "door"
        return kind in self.kinds and bool(getattr(threshold, "blocks_sight"))  # noqa: B009

    def corners(self, tile: tuple[int, int], inset: int = 0) -> list[Whole]:
        found = self.plan.corners(tile)
        if not inset:
            return list(found)
        (x, y), part = self.plan.middle([tile]), inset // 2
        return [(a + (x - a) // part, b + (y - b) // part) for a, b in found]

    def is_blocked(self, start: Whole, stop: Whole, passing: int, corner: bool = True) -> bool:
        return self.contact(start, stop, corner) > passing

    def rows(self) -> Iterator[list[tuple[Whole, Whole]]]:
        """Yield for each corner of one figure the lines to all corners of the other."""
        for start in self.corners(self.source):
            yield [(start, stop) for stop in self.corners(self.target, self.inset)]


def is_seen(board: Board, kinds: Collection[str], passing: int = EDGE, inset: int = 0) -> bool:
    """Return whether a line between corners is free."""
    book = HighBook(board, kinds, inset)
    lines = [line for row in book.rows() for line in row]
    return any(not book.is_blocked(*line, passing) for line in lines)


def counted(board: Board, kinds: Collection[str], inset: int = 0) -> list[int]:
    """Return for each corner of "a" how many of its lines are blocked by these kinds."""
    book = HighBook(board, kinds, inset)
    return [sum(book.is_blocked(*line, EDGE) for line in row) for row in book.rows()]


def is_free(board: Board, kinds: Collection[str], start: Spot, stop: Spot) -> bool:
    """Return whether a line from or to a corner touches nothing, at some pair of heights."""
    book = HighBook(board, kinds, points=[start, stop])
    first, last = book.plan.whole(start), book.plan.whole(stop)
    return book.contact(first, last, corner=True) == CLEAR


def some_free_line(board: Board, kinds: Collection[str], tries: Sequence[Fraction]) -> bool:
    """Return whether a line from a corner of one to one of these places in the other is free.

    Both directions are tried.
    """
    source, target = (_tile(board.where(name)) for name in "ab")
    book = HighBook(board, kinds, points=[(each, each) for each in tries])
    for one, other, turned in ((source, target, False), (target, source, True)):
        for corner in book.plan.corners(one):
            for x, y in product(tries, tries):
                line = [corner, book.plan.whole((other[1] + x, other[0] + y))]
                first, last = reversed(line) if turned else line
                if book.contact(first, last, corner=True) == CLEAR:
                    return True
    return False


def dnd35(board: Board) -> str:
    if not is_seen(board, WALLS):
        return "total"
    hard = counted(board, (*WALLS, "low"))
    soft = counted(board, (*WALLS, "low", "figure"))
    return min(
        ("cover" if hard[i] else "soft" if soft[i] else "none" for i in range(4)),
        key=DEGREES.index,
    )


def dnd5e_inset(board: Board) -> str:
    if not is_seen(board, WALLS, inset=20):
        return "total"
    hard = counted(board, WALLS, 20)
    everything = counted(board, (*WALLS, "low", "figure"), 20)
    return min(
        (
            "three-quarters" if hard[i] >= 3 else "half" if everything[i] else "none"
            for i in range(4)
        ),
        key=DEGREES.index,
    )


def pathfinder2e(board: Board) -> str:
    if not is_seen(board, WALLS):
        return "total"
    for kinds, degree in (((*WALLS, "low"), "standard"), ((*WALLS, "low", "figure"), "lesser")):
        if _middle(board, kinds) > EDGE:
            return degree
    return "none"


def descent1(board: Board) -> str:
    return "none" if _middle(board, (*WALLS, "figure")) <= CORNER else "total"


def _middle(board: Board, kinds: Collection[str]) -> int:
    book = HighBook(board, kinds)
    start, stop = (book.plan.middle([tile]) for tile in (book.source, book.target))
    return book.contact(start, stop, corner=False)


GAMES = {
    "dnd35": dnd35,
    "dnd5e-inset": dnd5e_inset,
    "pathfinder2e": pathfinder2e,
    "descent1": descent1,
}
