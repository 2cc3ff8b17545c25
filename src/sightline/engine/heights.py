"""Boards with heights: the kernel for lines between two bodies, and its mirror of a board.

The kernel answers for the corner rule and the center rule if every height is a whole number of
1/384,000ths of a tile. The readable rule handles other heights, and lines from the middle of large
figures.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from sightline.engine import native
from sightline.engine.native import UNDECIDED
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT, Span
from sightline.model.parts.free_walls import WallChange
from sightline.model.parts.ground import LARGE, OCCUPIED, SOLID
from sightline.model.parts.heights import BODY, GROUND, MAX_KERNEL_HEIGHT
from sightline.model.place import Place
from sightline.model.planes import (
    edge_at,
    extent,
    planes_to_copy,
    property_edge_slots,
    tile_index,
)
from sightline.model.threshold import CODE_OF, Wall, has_property, span_of
from sightline.rules.rule import Rule

BELOW_ALL, ABOVE_ALL = -(2**63), 2**63 - 1
"""How kernels write "no limit"."""
_ENDLESS = (BELOW_ALL, ABOVE_ALL)
SPAN_SHIFT = 4
"""The flags of a wall contain the number of its span above this many bits."""
_WITHOUT_FIGURES = bytes(flags & ~OCCUPIED for flags in range(256))


_Column: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""The spans of ground and figures, the ground first, and the heights of floors."""
_BARE: _Column = (((BELOW_ALL, 0),), ())


class NotExactError(Exception):
    """Raised if a height is not a whole number of the kernels' units."""


def contacts_between(
    board: Board, source: Place, targets: Sequence[Place], rule: Rule, enough: Contact | None = None
) -> list[Contact | None]:
    """Return the contact of the source with each target; None where only the readable rule can
    tell.

    With `enough`, the search for a target stops at the first contact of at most `enough`, so a
    result may be worse than the best contact, but is on the right side of `enough`.
    """
    code = native.code_with_heights(rule)
    mirror = None if code < 0 else mirror_of(board)
    if mirror is None:
        return [None] * len(targets)
    least = Contact.CLEAR if enough is None else enough
    if _is_large(board, source):
        return [_of_all_tiles(board, source, target, rule, least) for target in targets]
    try:
        feet, head = body_in_units(board, source)
        bodies = [body_in_units(board, target) for target in targets]
    except NotExactError:
        return [None] * len(targets)
    tiles = memoryview(array("i", [n for target in targets for n in target.middle]))
    heights = memoryview(array("q", [n for body in bodies for n in body]))
    out = bytearray(len(targets))
    native.core.high_contacts(
        mirror,
        code,
        source.middle,
        feet,
        head,
        tiles.cast("b").cast("i", (len(targets), 2)),
        heights.cast("b").cast("q", (len(targets), 2)),
        least,
        enough is None,
        out,
    )
    return [
        _of_all_tiles(board, source, target, rule, least)
        if _is_large(board, target)
        else None
        if found == UNDECIDED
        else Contact(found)
        for found, target in zip(out, targets, strict=True)
    ]


def _of_all_tiles(
    board: Board, source: Place, target: Place, rule: Rule, enough: Contact
) -> Contact | None:
    """Return the best contact between figures of several tiles; None if only the readable rule can
    tell.

    The search stops at the first contact of at most `enough`.
    """
    if rule.looks_from_middle and max(len(source.tiles), len(target.tiles)) > 1:
        return None
    mirror = _mirror_without(board, source.transparent | target.transparent)
    if mirror is None:
        return None
    named = {where.name for where in (source, target) if where.name is not None}
    stood_on = {tile for name in named for tile in board.figure(name).tiles}
    clear = {tile_index(board, tile) for tile in (*source.tiles, *target.tiles)}
    clear |= {tile_index(board, tile) for tile in stood_on if not board.flags(tile) & SOLID}
    try:
        bodies = body_in_units(board, source), body_in_units(board, target)
    except NotExactError:
        return None
    found = native.core.high_contact_of_tiles(
        mirror,
        native.code_with_heights(rule),
        source.tiles,
        *bodies[0],
        target.tiles,
        *bodies[1],
        [*clear],
        enough,
    )
    return None if found == UNDECIDED else Contact(found)


def _is_large(board: Board, where: Place) -> bool:
    """Return whether a figure of several tiles is at the place, or stands on its tile."""
    if len(where.tiles) > 1:
        return True
    if board.flags(where.middle) & LARGE:
        return True
    return where.name is not None and len(board.figure(where.name).tiles) > 1


def body_in_units(board: Board, where: Place) -> tuple[int, int]:
    if where.body is None:
        feet = board.highest_ground(where.tiles)
        return in_units(feet), in_units(feet + BODY)
    return in_units(where.body[0]), in_units(where.body[1])


def in_units(height: Fraction) -> int:
    units = height * UNIT
    if units.denominator != 1 or abs(height) > MAX_KERNEL_HEIGHT:
        raise NotExactError
    return units.numerator


# --- the mirror -----------------------------------------------------------------------------------


def mirror_of(board: Board) -> Any:
    """Return the mirror of a board with heights, or None if kernels cannot store its heights.

    It is cached until the next change.
    """
    mirror = board.observer(native.core.HighMirror)
    if mirror is None:
        still = board.observer(_Still)
        if still is None:
            still = _Still(board)
            board.attach(still)
        try:
            mirror = _new_mirror(board, still) if still.is_exact else None
        except NotExactError:
            return None
        if mirror is not None:
            board.attach(mirror)
    return mirror


def _mirror_without(board: Board, names: frozenset[str]) -> Any:
    """Return a mirror of the board without these figures. The board must have a mirror."""
    still, kept = board.observer(_Still), board.observer(_Apart)
    if kept is None:
        kept = _Apart()
        board.attach(kept)
    if names not in kept.mirrors:
        try:
            kept.mirrors[names] = None if still is None else _new_mirror(board, still, names)
        except NotExactError:
            kept.mirrors[names] = None
    return kept.mirrors[names]


def _new_mirror(board: Board, still: _Still, without: frozenset[str] = frozenset()) -> Any:
    tiles, _ = planes_to_copy(board)
    rock = tiles.translate(_WITHOUT_FIGURES)
    columns = still.columns.with_figures(board, without)
    barriers = still.barriers
    flat = barriers.mirror(rock, (), still.numbered)
    parts = columns.plane, columns.first, columns.parts
    return native.core.HighMirror(flat, *parts, still.spans.flat, barriers.slab)


class _Apart:
    """A cache of mirrors without some figures. Any change of the board empties it."""

    def __init__(self) -> None:
        self.mirrors: dict[frozenset[str], Any] = {}

    def tile_changed(self, board: Any, index: int) -> None:
        board.detach(self)

    def edge_changed(self, board: Any, direction: int, index: int, old: int) -> None:
        board.detach(self)

    def walls_changed(self, board: Any, changed: Sequence[WallChange]) -> None:
        board.detach(self)

    def elevation_changed(self, board: Any, index: int, old: Fraction | None) -> None:
        board.detach(self)

    def cover_changed(self, board: Any) -> None:
        """Do nothing: soft cover does not affect mirrors."""

    def all_changed(self, board: Any) -> None:
        board.detach(self)


class _Still:
    """The parts of a board's mirror that do not change when figures move and rock changes."""

    def __init__(self, board: Board) -> None:
        self.spans, self.is_exact = Spans(), True
        try:
            self.barriers, self.columns = _Barriers(board), _Columns(board)
        except NotExactError:
            self.is_exact = False
            return
        self.numbered = [
            each._replace(flags=each.flags | self.spans.number(each.span) << SPAN_SHIFT)
            for each in self.barriers.bounded
        ]

    def tile_changed(self, board: Any, index: int) -> None:
        """Do nothing: figures and rock are read from the board each time."""

    def cover_changed(self, board: Any) -> None:
        """Do nothing: soft cover does not affect mirrors."""

    def edge_changed(self, board: Any, direction: int, index: int, old: int) -> None:
        board.detach(self)

    def walls_changed(self, board: Any, changed: Sequence[WallChange]) -> None:
        board.detach(self)

    def elevation_changed(self, board: Any, index: int, old: Fraction | None) -> None:
        board.detach(self)

    def all_changed(self, board: Any) -> None:
        board.detach(self)


class Spans:
    """Distinct spans with numbers; 0 is the span without limits."""

    def __init__(self) -> None:
        self._numbers = {_ENDLESS: 0}
        self.flat = array("q", _ENDLESS)

    def number(self, span: tuple[int, int]) -> int:
        """Return the number of a span, a new one if it is not known."""
        found = self._numbers.get(span)
        if found is None:
            found = self._numbers[span] = len(self._numbers)
            self.flat.extend(span)
        return found


def span_in_units(span: Span) -> tuple[int, int]:
    bottom, top = span
    return (
        BELOW_ALL if bottom is None else in_units(bottom),
        ABOVE_ALL if top is None else in_units(top),
    )


class _Bounded(NamedTuple):
    """A wall or an edge that has a bottom or a top."""

    start: Point
    end: Point
    flags: int
    span: tuple[int, int]
    slot: tuple[int, int] | None
    """The direction and plane index of an edge; None for a free wall."""

    @property
    def is_plain(self) -> bool:
        return not self.flags & ~native.ON_EDGE


class _Barriers:
    """The rock, walls and edges of a board, from which flat mirrors are built."""

    def __init__(self, board: Board) -> None:
        self._extent, self._is_hex = extent(board), isinstance(board, HexBoard)
        self._is_solid = getattr(board, "outside", "open") == "solid"
        _, edges = planes_to_copy(board)
        self._edges = [bytearray(plane) for plane in edges]
        self._plain: list[tuple[Point, Point]] = []
        self._special: list[tuple[Point, Point, int]] = []
        self.bounded: list[_Bounded] = []
        for slot in {*property_edge_slots(board), *board.extra_codes()}:
            here, there, threshold = edge_at(board, *slot)
            span = span_in_units(span_of(threshold))
            if span == _ENDLESS and not has_property(threshold):
                continue
            direction, index = slot
            self._edges[direction][index] = 0
            if threshold.blocks_sight:
                wall = native.directed_edge(board.grid, here, there, threshold)
                self._add(*wall, span, slot)
        for (start, end), threshold in board.wall_items():
            if threshold.blocks_sight:
                ends = (end, start) if threshold.one_way == "back" else (start, end)
                span = span_in_units(span_of(threshold))
                self._add(*ends, native.wall_flags(threshold), span, None)

    def _add(
        self,
        start: Point,
        end: Point,
        flags: int,
        span: tuple[int, int],
        slot: tuple[int, int] | None,
    ) -> None:
        if span != _ENDLESS:
            self.bounded.append(_Bounded(start, end, flags, span, slot))
        elif flags:
            self._special.append((start, end, flags))
        else:
            self._plain.append((start, end))

    def slab(
        self, base: int, head: int, low: bytearray, full: bytearray
    ) -> tuple[Any, Any, bool, bool]:
        """Return two flat mirrors of a slab with these tiles, and two facts about it.

        The first mirror has the walls that fill the slab, the second all walls that extend into it.
        The first fact is whether no limited wall fills only a part of the slab. The second is
        whether all walls in it start at its bottom or below.
        """
        inside = [each for each in self.bounded if each.span[0] < head and each.span[1] > base]
        filling = [each for each in inside if each.span[0] <= base and each.span[1] >= head]
        is_bound = all(each in filling for each in inside if each.flags & native.LIMITED)
        return (
            *(
                self.mirror(
                    tiles,
                    [each for each in standing if each.is_plain],
                    [each for each in standing if not each.is_plain],
                )
                for tiles, standing in ((low, filling), (full, inside))
            ),
            is_bound,
            all(each.span[0] <= base for each in inside),
        )

    def mirror(
        self, tiles: bytearray, plain: Iterable[_Bounded], special: Iterable[_Bounded]
    ) -> Any:
        """Return a flat mirror with these tiles, these walls, and all walls and edges without
        bottom and top.
        """
        walls, edges = [*self._plain], [bytearray(plane) for plane in self._edges]
        for each in plain:
            if each.slot is None:
                walls.append((each.start, each.end))
            else:
                edges[each.slot[0]][each.slot[1]] = CODE_OF[Wall()]
        if self._is_hex:
            mirror = native.core.HexMirror(
                *self._extent, self._is_solid, tiles, edges, native.BLOCKING_PLAINLY
            )
        else:
            rows, cols, _, _ = self._extent
            mirror = native.core.SquareMirror(rows, cols, tiles, edges, native.BLOCKING_PLAINLY)
        mirror.set_walls(walls)
        specials = [*self._special, *((each.start, each.end, each.flags) for each in special)]
        if specials:
            mirror.set_special_walls(specials)
        return mirror


class _Columns:
    """The content of each tile of the planes: its ground, figures and floors.

    Tiles with equal content share a column.
    """

    def __init__(self, board: Board) -> None:
        self._held: dict[int, _Column] = {}
        """The columns other than bare ground at 0, by plane index."""
        floors: dict[int, list[tuple[int, int]]] = {}
        for floor in board.floors():
            span = span_in_units((floor.height, floor.height))
            for tile in floor.tiles:
                floors.setdefault(tile_index(board, tile), []).append(span)
        grounds = {tile_index(board, tile): high for tile, high in board.elevations.items() if high}
        for index in {*floors, *grounds}:
            ground = span_in_units((None, grounds.get(index, GROUND)))
            self._held[index] = ((ground,), tuple(floors.get(index, ())))
        self._numbers: dict[_Column, int] = {}
        self.plane = array("I", bytes(4 * len(planes_to_copy(board)[0])))
        self.first, self.parts = array("i", [0]), array("q")
        self._number(_BARE)
        for index, column in self._held.items():
            self.plane[index] = self._number(column)

    def with_figures(self, board: Board, without: frozenset[str]) -> _Columns:
        """Return a copy with the figures that now block on the board, except these."""
        made = object.__new__(_Columns)
        made._numbers, made.plane = dict(self._numbers), self.plane[:]
        made.first, made.parts = self.first[:], self.parts[:]
        bodies: dict[int, list[tuple[int, int]]] = {}
        for figure in board.figures():
            if figure.blocks_sight and figure.name not in without:
                body = span_in_units(board.body(figure))
                for tile in figure.tiles:
                    bodies.setdefault(tile_index(board, tile), []).append(body)
        for index, standing in bodies.items():
            solids, floors = self._held.get(index, _BARE)
            made.plane[index] = made._number(((*solids, *standing), floors))
        return made

    def _number(self, column: _Column) -> int:
        found = self._numbers.get(column)
        if found is None:
            found = self._numbers[column] = len(self._numbers)
            for spans in column:
                for span in spans:
                    self.parts.extend(span)
                self.first.append(len(self.parts) // 2)
        return found


if native.core is not None:
    native.core.set_mirror_maker(mirror_of, _Still)
