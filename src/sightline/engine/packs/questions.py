"""The base classes of kernel plans for a pack's questions.

A plan answers for two places, or for one place and many. If no kernel supports the question or the
places, the readable rule (`rules.packs.questions`) answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from sightline.engine import native
from sightline.engine.packs.grounds import GroundKey, PackPlaneCache
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, place
from sightline.model.planes import tile_at, tile_index
from sightline.packs.schema import Pack, PackQuestion
from sightline.rules.packs.limits import are_in_line
from sightline.rules.packs.look import side_of, size_class
from sightline.rules.packs.questions import Looks, degree_found
from sightline.rules.packs.zones import WALLS

Ranks = tuple[int, int]
"""The rank of the cover if open touches pass, and if they block."""
Planes = tuple[tuple[Any, ...], tuple[Any, ...] | None]
"""The planes that a kernel reads, and a second set for fewer kinds if that is needed."""
ENDS = ("turn", "closed", "open")
"""The values of `ends`; the indexes are the numbers in kernels/pack."""


class UndecidedError(Exception):
    """Raised if no kernel can answer on the flat ground of a slab, so that heights must decide."""


class QuestionPlan:
    """The plan of a question without a kernel, which the readable rule answers."""

    def __init__(self, pack: Pack, question: PackQuestion, cover: bool) -> None:
        self.pack, self.question, self.cover = pack, question, cover

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        """Return the ranks between two places that have no tile in common."""
        if grounds.slab is not None:
            raise UndecidedError
        looks = Looks(board, source, target, self.pack, self.question)
        low, high = degree_found(looks, self.cover)
        return self.pack.rank(low), self.pack.rank(high)

    def high_pair(
        self, board: Board, grounds: PackPlaneCache, source: Place, target: Place
    ) -> Ranks | None:
        """Return the ranks by lines at their best heights, or None if no kernel supports that."""
        return None

    def high_planes(self, board: Board, grounds: PackPlaneCache) -> Planes | None:
        """Return the planes with all heights for two places without figures, or None if no kernel
        supports lines at their best heights.
        """
        return None

    def around(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        """Raise the ranks of many tiles, given by plane index.

        For sight this applies to tiles that are not settled, for cover to all tiles that may be
        visible.
        """
        self._one_by_one(board, grounds, source, targets, low, high, settled)

    def _one_by_one(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        total = len(self.pack.degrees) - 1
        for i, index in enumerate(targets):
            if settled[i] == 2 or (low[i] == total if self.cover else settled[i]):
                continue
            target = place(board, tile_at(board, index), "to")
            found = self.pair(board, grounds, source, target)
            low[i], high[i] = max(low[i], found[0]), max(high[i], found[1])

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        """Return whether kernels answer this question on this board."""
        return False

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        """Return the kernel and its planes for two places without figures, or None."""
        return None

    def _ground(
        self, board: Board, grounds: PackPlaneCache, kinds: frozenset[str], places: Sequence[Place]
    ) -> Any:
        """Return the ground between these places on which these kinds block."""
        key = self._key(board, grounds, kinds, places)
        ground = grounds.between(board, key, places)
        return self._with_rooms(board, grounds, key, ground, places)

    def _with_rooms(
        self,
        board: Board,
        grounds: PackPlaneCache,
        key: GroundKey,
        ground: Any,
        places: Sequence[Place],
    ) -> Any:
        """Return the ground, with the rooms that block between two places added if
        the key includes rooms.
        """
        if "room" not in key.kinds or len(places) < 2:
            return ground
        ends = [[tile_index(board, tile) for tile in where.tiles] for where in places]
        return zones_for(self.pack, board, grounds).ground(ground, *ends)

    def _key(
        self, board: Board, grounds: PackPlaneCache, kinds: frozenset[str], places: Sequence[Place]
    ) -> GroundKey:
        big, side = 0, ""
        if "big-figure" in kinds:
            big = max((size_class(board, where) for where in places), default=1)
            big += self.question.big_by
        if places and not kinds.isdisjoint(("ally", "enemy")):
            side = side_of(board, places[0])
        return GroundKey(kinds, side, big, self.pack.outside == "wall", grounds.slab)


class KernelPlan(QuestionPlan, ABC):
    """The plan of a question that a kernel answers, from planes of what blocks."""

    kernel: Any

    @abstractmethod
    def _planes(
        self, board: Board, grounds: PackPlaneCache, places: Sequence[Place]
    ) -> Planes | None:
        """Return the planes for these places, or None if the kernel does not support the board."""

    def is_compiled(self, board: Board, grounds: PackPlaneCache) -> bool:
        return True

    def _ask(
        self,
        board: Board,
        grounds: PackPlaneCache,
        planes: Planes,
        source: Place,
        target: Place,
    ) -> Callable[[int, int], int]:
        """Return a function that answers for two tiles of these places, given by plane index."""
        return partial(self._kernel_for(planes, board, [source, target]).pair, *planes)

    def _kernel_for(self, planes: Planes, board: Board, places: Sequence[Place]) -> Any:
        """Return the kernel that answers for these places."""
        return self.kernel

    def pair(self, board: Board, grounds: PackPlaneCache, source: Place, target: Place) -> Ranks:
        planes = self._planes(board, grounds, [source, target])
        if planes is None:
            return super().pair(board, grounds, source, target)
        ask = self._ask(board, grounds, planes, source, target)

        def ranks_of(one: Tile, other: Tile) -> int:
            return ask(tile_index(board, one), tile_index(board, other))

        found = self._best_of_tiles(board, source, target, ranks_of)
        return super().pair(board, grounds, source, target) if found is None else found

    def _best_of_tiles(
        self, board: Board, source: Place, target: Place, ranks_of: Callable[[Tile, Tile], int]
    ) -> Ranks | None:
        """Return the best ranks between a tile of each place, or None if the kernel leaves one
        open because its numbers are too large.
        """
        low = high = len(self.pack.degrees) - 1
        for one in source.tiles:
            for other in target.tiles:
                if self.question.straight and not are_in_line(board.grid, one, other):
                    continue
                if one == other:
                    continue  # a floor separates them
                found = ranks_of(one, other)
                if found < 0:
                    return None
                low, high = min(low, found & 255), min(high, found >> 8)
            if not high:
                break
        return low, high

    def around(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        settled: bytearray,
    ) -> None:
        planes = self._planes(board, grounds, [source])
        if planes is None:
            super().around(board, grounds, source, targets, low, high, settled)
            return
        kernel = self._within(board, grounds, self._kernel_for(planes, board, [source]))
        if kernel is None or (self._is_within and len(source.tiles) > 1):
            self._one_by_one(board, grounds, source, targets, low, high, settled)
            return
        tiles = [tile_index(board, tile) for tile in source.tiles]
        around = kernel.around
        if len(tiles) == 1:
            self._look_again(
                board,
                grounds,
                source,
                targets,
                low,
                high,
                around(*planes, tiles[0], targets, low, high, settled, self.cover),
            )
            return
        # Try each tile of a large figure; the best result counts.
        lowest, highest = None, None
        unsure: set[int] = set()
        for at in tiles:
            one, other = low[:], high[:]
            unsure.update(around(*planes, at, targets, one, other, settled, self.cover) or ())
            if lowest is None or highest is None:
                lowest, highest = one, other
            else:
                lowest = bytearray(map(min, lowest, one))
                highest = bytearray(map(min, highest, other))
        assert lowest is not None
        assert highest is not None
        before = low[:], high[:]
        low[:], high[:] = lowest, highest
        for i in unsure:
            low[i], high[i] = before[0][i], before[1][i]
        self._look_again(board, grounds, source, targets, low, high, unsure)

    def _look_again(
        self,
        board: Board,
        grounds: PackPlaneCache,
        source: Place,
        targets: Any,
        low: bytearray,
        high: bytearray,
        unsure: Iterable[int] | None,
    ) -> None:
        """Answer one by one for the targets that the kernel left open."""
        for i in unsure or ():
            target = place(board, tile_at(board, targets[i]), "to")
            found = self.pair(board, grounds, source, target)
            low[i], high[i] = max(low[i], found[0]), max(high[i], found[1])

    @property
    def _is_within(self) -> bool:
        """Whether rooms block, or lines follow only rows and columns."""
        return self.question.straight or "room" in self.question.blockers

    def _rooms(self) -> Sequence[bool] | None:
        """Return for each plane whether rooms block there; None if some planes are not grounds."""
        return None

    def _within(self, board: Board, grounds: PackPlaneCache, kernel: Any) -> Any:
        """Return the kernel, limited to a room or to rows and columns if needed;
        None if that is not possible.
        """
        if not self._is_within:
            return kernel
        zones, rooms = None, self._rooms()
        if "room" in self.question.blockers:
            zones = zones_for(self.pack, board, grounds)
            if rooms is None:
                return None
        total = len(self.pack.degrees) - 1
        return native.packs().Within(kernel, self.question.straight, zones, rooms or (), total)

    def plainly(self, board: Board, grounds: PackPlaneCache) -> tuple[Any, Any, Any] | None:
        planes = self._planes(board, grounds, [])
        if planes is None:
            return None
        kernel = self._within(board, grounds, self._kernel_for(planes, board, []))
        return None if kernel is None else (kernel, *planes)


def zones_for(pack: Pack, board: Board, grounds: PackPlaneCache) -> Any:
    """Return the zones of the board by that pack, for kernels."""
    walls = WALLS.intersection(pack.sight.blockers)
    like = grounds.of(board, GroundKey(walls, "", 0, pack.outside == "wall"))
    key = frozenset(pack.open_ground), walls, pack.zones == "joined"
    return grounds.zones(board, key, like)
