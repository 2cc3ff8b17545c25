"""Grounds: for a set of kinds, what blocks on a board, in planes that kernels read.

They are kept with the board, in the place where it writes down what changes (`Board.changed`), and
are brought up to date by what is written there: a move costs a few bytes of each plane.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any

from sightline.engine import native
from sightline.model.board import OUTSIDE, SOLID, Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.place import Place
from sightline.model.planes import (
    extent,
    planes_to_copy,
    property_edge_slots,
    tile_at,
    tile_index,
)
from sightline.model.values import NamedTuple
from sightline.rules.pack_look import codes_of_kinds

MOST_CHANGES = 4096
"""With more changes than this, planes are made anew."""
MOST_GROUNDS = 48
FREE, BLOCKS, OUTSIDE_BOARD = 0, 1, 2
"""The words of kernels/pack_ground.h."""


class GroundKey(NamedTuple):
    """What a ground depends on besides the board."""

    kinds: frozenset[str]
    side: str
    """Of who looks, where the kinds have allies or enemies."""
    big: int
    """From this many tiles across a figure is a big one; 0: none is asked for."""
    walled: bool
    """Is what is outside the board a wall?"""


class Grounds(deque[int]):
    """The changes of a board that its grounds do not have yet, and the grounds."""

    def __init__(self, board: Board) -> None:
        super().__init__(maxlen=MOST_CHANGES)
        self._kept: dict[GroundKey, Any] = {}
        self.has_property_edges = any(True for _ in property_edge_slots(board))
        self.asks: dict[int, tuple[Any, Any]] = {}
        """By the id of a rule: the rule, and the kernel that answers by it; None if there is none.
        They hold grounds, so they go with them."""
        self._same: dict[tuple[GroundKey, GroundKey], bool] = {}
        self._ranks: array[int] | None = None
        self._numbers: dict[Hashable, Any] = {}

    def ranks(self, board: Board) -> array[int]:
        """For each place of the planes the tile's place in the order of the board."""
        if self._ranks is None:
            self._ranks = array("i", bytes(4 * len(planes_to_copy(board)[0])))
            for rank, tile in enumerate(board.tiles()):
                self._ranks[tile_index(board, tile)] = rank
        return self._ranks

    def of(self, board: Board, key: GroundKey) -> Any:
        """The ground for that key, as the board is now."""
        ground = self._kept.get(key)
        if ground is None:
            ground = self._kept[key] = _new_ground(board, key)
        return ground

    def make_room(self) -> None:
        """Forget all grounds if there are many: never in the middle of a question."""
        if len(self._kept) > MOST_GROUNDS:
            self._forget()

    def numbers_of(self, board: Board, key: Hashable, make: Callable[[Board], Any]) -> Any:
        """A plane of numbers, as the board is now: kept by that key, and made so."""
        numbers = self._numbers.get(key)
        if numbers is None or numbers.is_old:
            numbers = self._numbers[key] = make(board)
        return numbers

    def _forget(self) -> None:
        self._kept.clear()
        self.asks.clear()
        self._same.clear()
        self._numbers.clear()

    def are_same(self, one: GroundKey, other: GroundKey) -> bool:
        """Does just the same block by both keys, as the board is now?"""
        if (one, other) not in self._same:
            self._same[one, other] = self._kept[one].equals(self._kept[other])
        return self._same[one, other]

    def catch_up(self, board: Board) -> None:
        """Put into the grounds what has changed."""
        changes = set(self)
        self.asks.clear()
        self._same.clear()
        if len(self) == MOST_CHANGES:
            self._forget()
        planes, edges = planes_to_copy(board)
        for change in changes:
            plane, index = divmod(change, len(planes))
            if not plane:
                for key, ground in self._kept.items():
                    ground.set_tile(index, word_at(board, key, index))
                for numbers in self._numbers.values():
                    numbers.renew(board, index)
                continue
            code = edges[plane - 1][index]
            for key, ground in self._kept.items():
                ground.set_edge(plane - 1, index, code in codes_of_kinds(key.kinds))
        if any(change >= len(planes) for change in changes):
            self.has_property_edges = any(True for _ in property_edge_slots(board))
        self.clear()


def grounds_of(board: Board) -> Grounds:
    """The grounds of a board, up to date."""
    kept = board.changed
    if not isinstance(kept, Grounds):
        kept = Grounds(board)
        board.changed = kept
    elif kept:
        kept.catch_up(board)
    kept.make_room()
    return kept


def word_at(
    board: Board, key: GroundKey, index: int, without: Collection[str] = frozenset()
) -> int:
    """What a tile is for that key, if those figures were not there."""
    flags = planes_to_copy(board)[0][index]
    if flags & OUTSIDE:
        return OUTSIDE_BOARD
    if flags & SOLID and "solid" in key.kinds:
        return BLOCKS
    tile = tile_at(board, index)
    if board.terrain(tile) in key.kinds:
        return BLOCKS
    names = (name for name in board.names_at(tile) if name not in without)
    return BLOCKS if any(_stands_in_the_way(board.figure(name), key) for name in names) else FREE


def _stands_in_the_way(figure: Figure, key: GroundKey) -> bool:
    kinds = key.kinds
    if figure.is_furniture:
        return ("tall" if figure.blocks_sight else "low") in kinds
    if not figure.blocks_sight:
        return False
    if "figure" in kinds or ("big-figure" in kinds and max(figure.size) >= key.big):
        return True
    if not key.side or not figure.side:
        return False
    return ("ally" if figure.side == key.side else "enemy") in kinds


def _new_ground(board: Board, key: GroundKey) -> Any:
    rows, cols, row0, col0 = extent(board)
    tiles, edges = planes_to_copy(board)
    plane = tiles.translate(_WORDS["solid" in key.kinds])
    for tile, kind in board.terrains().items() if board.has_terrain else ():
        if kind in key.kinds:
            plane[tile_index(board, tile)] = BLOCKS
    for figure in board.figures():
        if _stands_in_the_way(figure, key):
            for tile in figure.tiles:
                plane[tile_index(board, tile)] = BLOCKS
    table = _edge_table(frozenset(key.kinds & {"wall", "door"}))
    return native.packs().Ground(
        isinstance(board, HexBoard),
        rows + 2,
        cols + 2,
        row0 - 1,
        col0 - 1,
        key.walled or getattr(board, "outside", "open") == "solid",
        plane,
        [_or_none(codes.translate(table)) for codes in edges] if board.has_edges else [None] * 3,
    )


def _or_none(plane: bytearray) -> bytearray | None:
    return plane if any(plane) else None


_WORDS = [
    bytes(
        OUTSIDE_BOARD if flags & OUTSIDE else BLOCKS if is_solid and flags & SOLID else FREE
        for flags in range(256)
    )
    for is_solid in (False, True)
]


def _edge_table(kinds: frozenset[str]) -> bytes:
    codes = codes_of_kinds(kinds)
    return bytes(code in codes for code in range(256))


def with_ends_clear(board: Board, key: GroundKey, ground: Any, places: Iterable[Place]) -> Any:
    """The ground on which what stands on these places does not block: their own tiles, and the
    others of the figures there. The same ground where kernels see to that themselves."""
    own: set[Tile] = {tile for where in places for tile in where.tiles}
    names = {name for tile in own for name in board.names_at(tile)}
    beyond = {tile for name in names for tile in board.figure(name).tiles} - own
    clear = [
        index
        for index in (tile_index(board, tile) for tile in beyond)
        if ground.word(index) == BLOCKS and word_at(board, key, index, names) == FREE
    ]
    if any(len(where.tiles) > 1 for where in places):
        clear += [tile_index(board, tile) for tile in own]
    return ground.free_of(clear) if clear else ground


def can_answer(board: Board, grounds: Grounds) -> bool:
    """Is there nothing that only the readable rule knows: free walls, limited and one-way ones?"""
    return not board.wall_count and not grounds.has_property_edges
