"""Works out what each figure on a map sees now, by the engine and the master's rulings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sightline.engine import sees, trace
from sightline.model.cell import Tile
from sightline.rulings import Rulings
from sightline.table.state import MapScene, Touched
from sightline.table.vision.field_cache import FieldCache
from sightline.table.vision.pair_cache import PairEnds, ruled_ends
from sightline.table.vision.rooms import RoomPlan
from sightline.table.vision.tile_sets import bits_of_tiles, ranks_of_bits, tiles_of_bits


class FigureSight:
    """The views of one map's figures, each worked out once until something changes."""

    def __init__(self, scene: MapScene, rulings: Rulings) -> None:
        self._scene = scene
        self._rulings = rulings
        self._by_rule = FieldCache(scene)
        self._fields: dict[str, bytes] = {}
        self._seen: dict[str, frozenset[str]] = {}
        self._views: dict[str, int] = {}
        self._standing: _Standing | None = None
        self._rooms: RoomPlan | None = None
        self._ruled: frozenset[PairEnds] | None = None

    def follow(self, touched: Touched) -> None:
        """Something on the map has changed."""
        self._by_rule.follow(touched)
        if touched.rule:
            self._ruled = None
        if touched.tiles or touched.edges or touched.walls:
            self._rooms = None
        self._look_again()

    def rulings_changed(self) -> None:
        """A ruling was made or taken back."""
        self._ruled = None
        self._look_again()

    def _look_again(self) -> None:
        self._fields.clear()
        self._seen.clear()
        self._views.clear()
        self._standing = None

    def field(self, figure: str) -> int:
        """The tiles that the figure sees, as bits: by the rule and the rulings, or as part of a
        room that is seen whole; but for what is covered."""
        if figure not in self._views:
            bits = int.from_bytes(self._field(figure), "little")
            if self._scene.record.whole_rooms:
                bits = self._whole_rooms(bits)
            self._views[figure] = bits & ~self._scene.veiled
        return self._views[figure]

    def _whole_rooms(self, bits: int) -> int:
        board = self._scene.board
        if self._rooms is None:
            self._rooms = RoomPlan(board, through_open=False)
        return self._rooms.whole(bits, tiles_of_bits(board, bits))

    def standing_on(self, tiles: int) -> frozenset[str]:
        """The figures and furniture of which some is on these tiles; hidden ones never are."""
        standing, rank = self._who_stands(), self._scene.board.rank
        found = {id_ for at in ranks_of_bits(tiles & standing.places) for id_ in standing.small[at]}
        for other in standing.large:
            if any(tiles >> rank(tile) & 1 for tile in self._scene.board.figure(other).tiles):
                found.add(other)
        return frozenset(found)

    def seen_by(self, figure: str) -> frozenset[str]:
        """The figures and furniture that it sees; hidden ones are seen by nobody."""
        if figure not in self._seen:
            standing = self._who_stands()
            seen = {other for other in standing.large if self._sees_large(figure, other)}
            # Whoever stands on one tile is seen where that tile is.
            for rank in ranks_of_bits(self.field(figure) & standing.places):
                seen.update(standing.small[rank])
            self._seen[figure] = frozenset(seen - {figure})
        return self._seen[figure]

    def _who_stands(self) -> _Standing:
        if self._standing is None:
            self._standing = _who_stands_where(self._scene)
        return self._standing

    def _sees_large(self, figure: str, other: str) -> bool:
        """With what is covered, and whole rooms: of what stands on several tiles."""
        scene = self._scene
        if not scene.veiled and not scene.record.whole_rooms:
            return self.sees(figure, other)
        tiles = bits_of_tiles(scene.board, scene.board.figure(other).tiles)
        if tiles & self.field(figure):
            return scene.record.whole_rooms or self.sees(figure, other)
        return not tiles & scene.veiled and self.sees(figure, other)

    def sees(self, figure: str, other: str) -> bool:
        """Does one figure see the other, after rulings?"""
        board = self._scene.board_for(figure)
        tiles = board.figure(other).tiles
        if len(tiles) == 1:
            # Whoever stands on one tile is seen where that tile is.
            rank = board.rank(tiles[0])
            return bool(self._field(figure)[rank >> 3] >> (rank & 7) & 1)
        if frozenset((board.figure(figure).tiles, tiles)) in self._ruled_looks():
            return trace(board, figure, other, self._scene.rule, rulings=self._rulings).visible
        return sees(board, figure, other, self._scene.rule)

    def glimpsed(self, figure: str, route: Iterable[Tile]) -> tuple[int, frozenset[str]]:
        """The tiles and figures that the figure sees on a walk; it ends where it stood."""
        board, on_the_way = self._scene.board_for(figure), FigureSight(self._scene, self._rulings)
        on_the_way._ruled, on_the_way._rooms = self._ruled_looks(), self._rooms
        lit, seen = 0, frozenset[str]()
        stood = board.where(figure)
        try:
            for tile in route:
                board.move(figure, tile)
                on_the_way._look_again()
                lit |= on_the_way.field(figure)
                seen |= on_the_way.seen_by(figure)
        finally:
            board.move(figure, stood)
        return lit, seen

    def _field(self, figure: str) -> bytes:
        if figure not in self._fields:
            self._fields[figure] = self._look(figure)
        return self._fields[figure]

    def _look(self, figure: str) -> bytes:
        board, rule = self._scene.board_for(figure), self._scene.rule
        tiles = board.figure(figure).tiles
        ruled = [
            tile for look in self._ruled_looks() if tiles in look for tile in _other(look, tiles)
        ]
        if not ruled:
            return self._by_rule.of(figure)
        bits = bytearray(self._by_rule.of(figure))
        for tile in ruled:
            if tile in board:
                rank = board.rank(tile)
                bits[rank >> 3] &= ~(1 << (rank & 7))
                if trace(board, figure, tile, rule, rulings=self._rulings).visible:
                    bits[rank >> 3] |= 1 << (rank & 7)
        return bytes(bits)

    def _ruled_looks(self) -> frozenset[PairEnds]:
        if self._ruled is None:
            self._ruled = ruled_ends(self._scene, self._rulings)
        return self._ruled


class _Standing(NamedTuple):
    """Everybody and everything that can be seen: who covers one tile by its rank, and who covers
    several."""

    places: int
    small: dict[int, list[str]]
    large: list[str]


def _who_stands_where(scene: MapScene) -> _Standing:
    small: dict[int, list[str]] = {}
    large: list[str] = []
    for figure in scene.figures.values():
        if figure.hidden:
            continue
        tiles = scene.board.figure(figure.id).tiles
        if len(tiles) == 1:
            small.setdefault(scene.board.rank(tiles[0]), []).append(figure.id)
        else:
            large.append(figure.id)
    return _Standing(sum(1 << rank for rank in small), small, large)


def _other(look: PairEnds, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles at the other end of a look."""
    return next((end for end in look if end != tiles), ())
