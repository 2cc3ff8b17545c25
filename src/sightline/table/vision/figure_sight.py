"""The current view of each figure on a map, computed from the rule and the game master's
rulings.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from sightline.engine import sees, trace
from sightline.engine.lighting.light import sees_in_light
from sightline.model.cell import Tile
from sightline.model.parts.heights import BODY, At
from sightline.model.place import place
from sightline.model.reach import is_within
from sightline.rulings import Rulings
from sightline.table.state.keys import GROUND
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene, tile_on
from sightline.table.state.world import Touched
from sightline.table.vision.field_cache import FieldCache
from sightline.table.vision.light.map_light import Levels, MapLight
from sightline.table.vision.light.near_fields import NearFields
from sightline.table.vision.pair_cache import PairEnds, ruled_ends
from sightline.table.vision.rooms import RoomPlan
from sightline.table.vision.storeys.fields import StoreyFields
from sightline.table.vision.tile_sets import bits_of_tiles, ranks_of_bits, tiles_of_bits
from sightline.table.vision.wall_pieces import cut


class FigureSight:
    """The views of one map's figures, each cached until something changes."""

    def __init__(self, scene: MapScene, rulings: Rulings) -> None:
        self._scene = scene
        self._rulings = rulings
        self._by_rule = FieldCache(scene)
        self._near = NearFields(scene)
        self.light = MapLight(scene, self._near)
        self._fields: dict[str, bytes] = {}
        self._levels: dict[tuple[str, str], Levels] = {}
        self._in_light: dict[str, dict[str, int]] = {}
        """The view of each figure in the current light, by figure and storey."""
        self._seen: dict[str, frozenset[str]] = {}
        self._views: dict[str, int] = {}
        self._storeys = StoreyFields(scene)
        self._standing: _Standing | None = None
        self._rooms: RoomPlan | None = None
        self._ruled: frozenset[PairEnds] | None = None

    def follow(self, touched: Touched) -> None:
        """Record a change of the map."""
        changed = self._by_rule.follow(touched) | touched.heights
        if changed or any(
            (touched.rule, touched.whole, touched.sight, touched.walls, touched.floors)
        ):
            self._storeys.forget()
        for ends in touched.walls:
            for tiles, _ in cut(self._scene.board.grid.name, *ends):
                changed.update(tiles)
        self._near.follow(changed)
        if touched.rule or touched.whole or touched.sight or touched.floors:
            self._near.forget()
        if touched.rule:
            self._ruled = None
        if touched.tiles or touched.edges or touched.walls:
            self._rooms = None
        self._look_again()

    def rulings_changed(self) -> None:
        """Record that a ruling was made or undone."""
        self._ruled = None
        self._look_again()

    def _look_again(self) -> None:
        self._fields.clear()
        self._levels.clear()
        self._in_light.clear()
        self._seen.clear()
        self._views.clear()
        self._standing = None
        self.light.refresh()

    def field(self, figure: str) -> int:
        """Return the tiles that the figure sees, as bits, without covered tiles.

        It sees them by the rule and the rulings, or as part of a whole room.
        """
        if figure not in self._views:
            bits = self._own_field(figure)
            if self._scene.record.whole_rooms:
                bits = self._whole_rooms(bits)
            self._views[figure] = bits & ~self._scene.veiled
        return self._views[figure]

    def floors(self, figure: str) -> dict[str, int]:
        """Return the tiles that the figure sees on each floor in the current light, without
        covered tiles.
        """
        if not self._scene.floors:
            return {}
        seen = self._on_storeys(figure)
        return {
            id_: bits & ~self._scene.covered_on(id_) for id_, bits in seen.items() if id_ != GROUND
        }

    def _on_storeys(self, figure: str) -> dict[str, int]:
        """Return the tiles of every storey that the figure sees by the rule, in the current
        light.
        """
        if figure in self._in_light:
            return self._in_light[figure]
        reach, in_the_dark = eyes_of(self._scene.figures[figure])
        is_dark = self._scene.darkness == "dark" and in_the_dark is not None
        found = {}
        ruled = self._ruled_by(figure)
        for storey, by_rule in self._storeys.of(figure).items():
            near = seen = self._after_rulings(figure, storey, by_rule, ruled)
            if reach is not None:
                near = self._within(figure, seen, reach, storey)
            if is_dark:
                assert in_the_dark is not None
                felt = in_the_dark if reach is None else min(reach, in_the_dark)
                lit = self._levels_for(figure, storey).lit
                near = near & lit | self._within(figure, seen, felt, storey)
            found[storey] = near & self._storeys.tiles(storey)
        return self._in_light.setdefault(figure, found)

    def sees_gone(self, figure: str, height: Fraction, tiles: int, floor: str) -> int:
        """Return those of the tiles on which it would see an object at that height."""
        board, seen = self._scene.board, 0
        for tile in tiles_of_bits(board, tiles & ~self._scene.covered_on(floor)):
            if self._storeys.sees_at(figure, tile, height):
                seen |= 1 << board.rank(tile)
        return seen

    def levels(self, figure: str, storey: str = GROUND) -> tuple[int, Levels]:
        """Return the tiles of a storey that the figure sees directly, and their brightness for it.

        Tiles that it sees only as part of a room are not included.
        """
        own = self._on_storeys(figure)[storey] if storey else self._own_field(figure)
        own &= ~self._scene.covered_on(storey)
        return own, self._levels_for(figure, storey).within(own)

    def _own_field(self, figure: str) -> int:
        return int.from_bytes(self._field(figure), "little")

    def by_rule(self, figure: str, storey: str = GROUND) -> int:
        """Return the tiles of a storey that it sees by the rule, ignoring light and rulings.

        Tiles seen below holes of the storey are included.
        """
        if self._scene.floors:
            return self._storeys.of(figure)[storey]
        return int.from_bytes(self._by_rule.of(figure), "little")

    def _levels_for(self, figure: str, storey: str = GROUND) -> Levels:
        key = figure, storey
        if key not in self._levels:
            self._levels[key] = self.light.levels_for(self.by_rule(figure, storey), storey)
        return self._levels[key]

    def _whole_rooms(self, bits: int) -> int:
        board = self._scene.board
        if self._rooms is None:
            self._rooms = RoomPlan(board, through_open=False)
        return self._rooms.whole(bits, tiles_of_bits(board, bits))

    def standing_on(self, tiles: int) -> frozenset[str]:
        """Return the figures and furniture that overlap these tiles, without hidden ones."""
        standing, rank = self._who_stands(), self._scene.board.rank
        found = {id_ for at in ranks_of_bits(tiles & standing.places) for id_ in standing.small[at]}
        if self._scene.is_high:
            found = {id_ for id_ in found if stands_on_ground(self._scene, id_)}
        for other in standing.large:
            if any(
                tiles >> rank(tile) & 1 for tile in self._scene.board.figure(other).tiles
            ) and stands_on_ground(self._scene, other):
                found.add(other)
        return frozenset(found)

    def standing_on_floor(self, floor: str, tiles: int) -> frozenset[str]:
        """Return the figures and furniture that stand on these tiles of a floor, or low over them,
        without hidden ones.
        """
        board, height = self._scene.board, self._scene.board.floor(floor).height
        return frozenset(
            id_
            for id_, figure in self._scene.figures.items()
            if not figure.hidden
            and height <= board.body(board.figure(id_))[0] < height + BODY
            and bits_of_tiles(board, board.figure(id_).tiles) & tiles
        )

    def seen_by(self, figure: str) -> frozenset[str]:
        """Return the figures and furniture that it sees, without hidden ones."""
        if figure not in self._seen:
            standing = self._who_stands()
            if self._scene.is_high:
                others = (id_ for id_, other in self._scene.figures.items() if not other.hidden)
                seen_here = frozenset(id_ for id_ in others if self._sees_high(figure, id_))
                return self._seen.setdefault(figure, seen_here - {figure})
            seen = {other for other in standing.large if self._sees_large(figure, other)}
            # A figure of one tile is visible if that tile is.
            for rank in ranks_of_bits(self.field(figure) & standing.places):
                seen.update(standing.small[rank])
            self._seen[figure] = frozenset(seen - {figure})
        return self._seen[figure]

    def _who_stands(self) -> _Standing:
        if self._standing is None:
            self._standing = _who_stands_where(self._scene)
        return self._standing

    def _sees_large(self, figure: str, other: str) -> bool:
        """Return whether a figure sees a large one: it is enough to see one of its tiles.

        This holds whatever the rule says of the whole figure. Otherwise the tile would be shown lit
        and empty.
        """
        scene = self._scene
        tiles = bits_of_tiles(scene.board, scene.board.figure(other).tiles)
        if tiles & self.field(figure):
            return scene.record.whole_rooms or not self._is_ruled_hidden(figure, other)
        return not tiles & scene.veiled and self.sees(figure, other)

    def _sees_high(self, figure: str, other: str) -> bool:
        """Return whether a figure sees another one where lines of sight have heights.

        What stands on a visible tile may then be out of sight.
        """
        scene = self._scene
        tiles = bits_of_tiles(scene.board, scene.board.figure(other).tiles)
        if not tiles & ~scene.covered_on(scene.storey_under(other)):
            return False
        if (
            scene.record.whole_rooms
            and tiles & self.field(figure)
            and stands_on_ground(scene, other)
        ):
            return True
        return self.sees(figure, other)

    def _is_ruled_hidden(self, figure: str, other: str) -> bool:
        """Return whether the game master ruled that the viewer does not see the target."""
        board = self._scene.board_for(figure)
        if frozenset((board.figure(figure).tiles, board.figure(other).tiles)) not in (
            self._ruled_looks()
        ):
            return False
        ruling = trace(board, figure, other, self._scene.rule, rulings=self._rulings).ruling
        return ruling is not None and not ruling.visible

    def sees(self, figure: str, other: str) -> bool:
        """Return whether one figure sees the other, after rulings."""
        board = self._scene.board_for(figure)
        tiles = board.figure(other).tiles
        if len(tiles) == 1 and not self._scene.is_high:
            # A figure of one tile is visible if that tile is.
            rank = board.rank(tiles[0])
            return bool(self._field(figure)[rank >> 3] >> (rank & 7) & 1)
        is_ruled = frozenset((board.figure(figure).tiles, tiles)) in self._ruled_looks()
        rule, rulings = self._scene.rule, self._rulings if is_ruled else None
        reach, in_the_dark = eyes_of(self._scene.figures[figure])
        is_dark = self._scene.darkness == "dark" and in_the_dark is not None
        if reach is None and not is_dark:
            if is_ruled:
                return trace(board, figure, other, rule, rulings=rulings).visible
            return sees(board, figure, other, rule)
        return sees_in_light(
            *(board, figure, other, rule),
            radius=reach,
            dark_vision=in_the_dark,
            rulings=rulings,
            lit_by=self._scene.board,
        )

    def glimpsed(
        self, figure: str, route: Iterable[Tile | At]
    ) -> tuple[int, frozenset[str], dict[str, int]]:
        """Return the tiles, the figures and the tiles of floors that the figure sees on a walk.

        The figure is put back afterwards.
        """
        # If friends do not block, the figure walks on two boards. Its lamp shines on the full one.
        boards = {id(each): each for each in (self._scene.board, self._scene.board_for(figure))}
        board, on_the_way = self._scene.board, FigureSight(self._scene, self._rulings)
        on_the_way._ruled, on_the_way._rooms = self._ruled_looks(), self._rooms
        on_the_way._near = self._near.copy()
        on_the_way.light = MapLight(self._scene, on_the_way._near)
        lit, seen, floors = 0, frozenset[str](), dict[str, int]()
        stood = board.figure(figure)
        try:
            for tile in route:
                in_the_way = {*board.figure(figure).tiles}
                for each in boards.values():
                    each.move(figure, tile)
                on_the_way._near.follow(in_the_way.union(board.figure(figure).tiles))
                on_the_way._look_again()
                lit |= on_the_way.field(figure)
                seen |= on_the_way.seen_by(figure)
                for id_, bits in on_the_way.floors(figure).items():
                    floors[id_] = floors.get(id_, 0) | bits
        finally:
            for each in boards.values():
                each.move(figure, stood.at, elevation=stood.elevation)
        return lit, seen, floors

    def _field(self, figure: str) -> bytes:
        if figure not in self._fields:
            self._fields[figure] = self._look(figure)
        return self._fields[figure]

    def _look(self, figure: str) -> bytes:
        """Return the tiles that a figure sees by the rule and the rulings, in the current light."""
        if self._scene.floors:
            count = (len(self._scene.board.tiles()) + 7) >> 3
            return self._on_storeys(figure)[GROUND].to_bytes(count, "little")
        reach, in_the_dark = eyes_of(self._scene.figures[figure])
        is_dark = self._scene.darkness == "dark" and in_the_dark is not None
        by_rule = self._ruled_field(figure)
        if reach is None and not is_dark:
            return by_rule
        seen = int.from_bytes(by_rule, "little")
        near = seen if reach is None else self._within(figure, seen, reach)
        if is_dark:
            assert in_the_dark is not None
            felt = in_the_dark if reach is None else min(reach, in_the_dark)
            near = near & self._levels_for(figure).lit | self._within(figure, near, felt)
        return near.to_bytes(len(by_rule), "little")

    def _within(self, figure: str, seen: int, radius: Fraction, storey: str = GROUND) -> int:
        """Return the visible tiles of a storey within the radius."""
        board = self._scene.board
        near = self._near.of(figure, radius, storey=storey)
        # A target that is visible only because of a ruling is not in the rule's field.
        ruled = seen & ~self.by_rule(figure, storey)
        source = place(board, figure, "from") if ruled else None
        for tile in tiles_of_bits(board, ruled):
            if source is not None and is_within(board, source, tile, radius, "euclid"):
                near |= 1 << board.rank(tile)
        return seen & near

    def _ruled_by(self, figure: str) -> list[Tile]:
        """Return the tiles at the other ends of rulings on the figure's lines, from where it
        stands.
        """
        tiles = self._scene.board.figure(figure).tiles
        return [
            tile for look in self._ruled_looks() if tiles in look for tile in _other(look, tiles)
        ]

    def _after_rulings(self, figure: str, storey: str, seen: int, ruled: Iterable[Tile]) -> int:
        """Return the tiles of a storey that the figure sees by the rule and the rulings."""
        board, own = self._scene.board_for(figure), self._scene.tiles_of_storey(storey)
        for tile in ruled:
            if tile in own:
                end, bit = tile_on((tile[0], tile[1]), storey), 1 << board.rank(tile)
                is_seen = trace(board, figure, end, self._scene.rule, rulings=self._rulings).visible
                seen = seen | bit if is_seen else seen & ~bit
        return seen

    def _ruled_field(self, figure: str) -> bytes:
        board, rule = self._scene.board_for(figure), self._scene.rule
        ruled = self._ruled_by(figure)
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


def stands_on_ground(scene: MapScene, figure: str) -> bool:
    """Return whether some of its body is at the height of a figure on the ground."""
    placed = scene.board.figure(figure)
    return scene.board.body(placed)[0] < scene.board.highest_ground(placed.tiles) + BODY


def eyes_of(figure: FigureRecord) -> tuple[Fraction | None, Fraction | None]:
    """Return its sight range and dark vision; None means unlimited."""
    reach = None if figure.sight_range is UNSET else Fraction(figure.sight_range)
    if figure.dark_vision is UNSET:
        return reach, Fraction(0)
    return reach, None if figure.dark_vision == "all" else Fraction(figure.dark_vision)


class _Standing(NamedTuple):
    """All figures and furniture that can be seen: single-tile ones by rank, and large ones."""

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
    """Return the tiles at the end of a pair that is not `tiles`."""
    return next((end for end in look if end != tiles), ())
