"""Kernel plans for questions that follow chains of hexes, and for those with diamonds."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sightline.engine import native
from sightline.engine.packs.grounds import BLOCKS, GroundKey, PackPlaneCache, word_at
from sightline.engine.packs.lines import LinesPlan
from sightline.engine.packs.questions import KernelPlan, Planes, QuestionPlan
from sightline.engine.packs.slabs import HighThings
from sightline.model.board import Board
from sightline.model.cell import Hex
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import SOLID
from sightline.model.place import Place
from sightline.model.planes import planes_to_copy, tile_at, tile_index
from sightline.packs.schema import EMPTY, KINDS, Pack, PackQuestion
from sightline.rules.packs.paths import follows
from sightline.rules.packs.questions import counts

_LEANS = ("", "any", "worst")
_WAYS = ("", "linear", "hill-blocks", "battletech")
"""The modes of heights; the indexes are the numbers in kernels/pack/pack_paths.h."""
_STANDING = frozenset(KINDS) - {"solid", "wall", "door"}
"""The kinds of blockers on tiles that can move or that have a side."""


def plan_by_tiles(
    pack: Pack, question: PackQuestion, grid: str, cover: bool
) -> QuestionPlan | None:
    """Return the plan of a question that follows chains or has diamonds, or None
    if no kernel supports it.
    """
    touch = question.touch
    steps = question.degrees.get(grid, ())
    if follows(question):
        if (
            (question.heights and grid != "hex")
            or "room" in question.points
            or question.straight
            or question.target_blocks
            or len(steps) > native.packs().MOST_SETS_OF_KINDS
        ):
            return None
        return ChainPlan(pack, question, grid, cover)
    centers = (question.start, question.end) == ("center", "center")
    if question.shape != "diamond" or not centers or cover or touch.pinch_except:
        return None
    return None if question.target_blocks else DiamondPlan(pack, question, grid, cover)


class ChainPlan(KernelPlan):
    """The plan of a question that follows chains of tiles."""

    def __init__(self, pack: Pack, question: PackQuestion, grid: str, cover: bool) -> None:
        super().__init__(pack, question, cover)
        steps = [(least, pack.rank(degree)) for least, degree in question.degrees.get(grid, ())]
        self._kinds = frozenset(question.blockers)
        lean = question.lean if question.shape == "diamond" else ""
        straight = replace(question, lean=lean, points=EMPTY, heights="", degrees=EMPTY)
        self._line = LinesPlan(pack, straight, grid, cover=False)
        # On squares a line may pass through a point where four tiles meet, which chains do not
        # support.
        passes = question.touch.corner == question.touch.edge == "pass"
        self._chain_is_all = passes and grid == "hex"
        self._worth = tuple(sorted(question.points.items()))
        self._stops = [
            frozenset(k for k, most in question.blockers.items() if pack.rank(most) >= rank)
            if cover
            else frozenset()
            for _, rank in steps
        ]
        self.kernel = native.packs().Chains(
            cover,
            _LEANS.index(question.lean),
            _WAYS.index(question.heights),
            bool(question.points),
            question.eyes * UNIT,
            question.growth * UNIT,
            steps,
            len(pack.degrees) - 1,
        )

    def _planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes | None:
        """Return the ground, the blockers for each degree, the points and the heights.

        None if a height is not a whole number, or too large for planes.
        """
        points = heights = None
        if self.question.heights:
            heights = grounds.numbers_of(board, "heights", Heights)
            if heights.values is None:
                return None
        if self.question.points:
            key = self._key(board, grounds, frozenset(self.question.points), places)
            make = partial(Points, high=grounds.high, worth=self._worth, key=key)
            points = grounds.numbers_of(board, (self._worth, key), make).between(board, places)
        stops = tuple(
            self._ground(board, grounds, kinds, places) if kinds else None for kinds in self._stops
        )
        ground = self._ground(board, grounds, self._kinds, places)
        planes = (
            ground,
            stops,
            points,
            None if heights is None or not heights.any else heights.values,
            self._straight(board, grounds, places)
            if (self._kinds or self.cover) and (ground.has_walls or not self._chain_is_all)
            else None,
        )
        return planes, None

    def _straight(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> tuple[Any, ...]:
        """Return the planes for the straight line along the chains, which finds what
        chains miss.
        """
        looks = [self._kinds, *self._stops] if self.cover else [self._kinds]
        found = [
            self._line.planes_for(board, grounds, [kinds], places) if kinds else (None, None)
            for kinds in looks
        ]
        return self._line.kernel, *zip(*found, strict=True)


class DiamondPlan(LinesPlan):
    """The plan of a question of sight between centers on squares where tiles block
    only by their diamonds.
    """

    def __init__(self, pack: Pack, question: PackQuestion, grid: str, cover: bool) -> None:
        super().__init__(pack, question, grid, cover)
        touched = counts(question.touch, "corner")
        stopped = (True, True)
        met = (
            (False, False),
            stopped if question.lean == "worst" else touched,
            stopped if question.lean else touched,
            stopped,
        )
        total = len(pack.degrees) - 1
        self._quick = native.packs().Diamonds([(total * low, total * high) for low, high in met])

    def _kernel_for(self, planes: Planes, board: Board, places: Sequence[Place]) -> Any:
        (ground,), _ = planes
        return self.kernel if ground.has_walls or self._is_whole(*places) else self._quick


# --- numbers of tiles -----------------------------------------------------------------------------


class Heights:
    """The heights of a board's ground as a plane; 0 where none is set."""

    def __init__(self, board: Board) -> None:
        assert isinstance(board, HexBoard)
        units = board.heights_in_units()
        self.is_old = False
        self.any = bool(units)
        self.values: array[int] | None = None
        """The plane; None if some heights are not whole numbers."""
        if units is not None:
            self.values = array("q", bytes(8 * len(planes_to_copy(board)[0])))
            for index, height in units.items():
                self.values[index] = height

    def renew(self, board: Board, index: int) -> None:
        """Update the tile at that plane index."""
        assert isinstance(board, HexBoard)
        height = board.height_at(Hex(*tile_at(board, index))) or 0
        self.is_old |= self.values is None or self.values[index] != height * UNIT


class Points:
    """The points that the tiles of a board add to a question."""

    is_old = False

    def __init__(
        self, board: Board, high: HighThings, worth: Sequence[tuple[str, int]], key: GroundKey
    ) -> None:
        self._high = high
        self._worth = [(key._replace(kinds=frozenset({kind})), more) for kind, more in worth]
        self._moves = not _STANDING.isdisjoint(key.kinds)
        tiles = planes_to_copy(board)[0]
        self.values = array("i", bytes(4 * len(tiles)))
        if "solid" in key.kinds:
            solid = dict(worth)["solid"]
            for index, flags in enumerate(tiles):
                if flags & SOLID:
                    self.values[index] = solid
        for tile in board.terrains():
            self.renew(board, tile_index(board, tile))
        for figure in board.figures() if self._moves else ():
            for tile in figure.tiles:
                self.renew(board, tile_index(board, tile))

    def renew(self, board: Board, index: int) -> None:
        """Update the tile at that plane index."""
        self.values[index] = self._worth_at(board, index)

    def _worth_at(self, board: Board, index: int, without: Collection[str] = ()) -> int:
        """Return the points of a tile, ignoring the figures in `without`."""
        words = (
            (word_at(board, self._high, key, index, without), worth) for key, worth in self._worth
        )
        return max((worth for word, worth in words if word == BLOCKS), default=0)

    def between(self, board: Board, places: Sequence[Place]) -> array[int]:
        """Return the points of all tiles, ignoring the figures on these places."""
        if not self._moves:
            return self.values
        names = {name for where in places for at in where.tiles for name in board.names_at(at)}
        footprints = [*(each.tiles for each in places), *(board.figure(n).tiles for n in names)]
        if all(len(tiles) == 1 for tiles in footprints):  # chains ignore their own ends
            return self.values
        values = self.values[:]
        for tile in {tile for tiles in footprints for tile in tiles}:
            index = tile_index(board, tile)
            values[index] = self._worth_at(board, index, names)
        return values
