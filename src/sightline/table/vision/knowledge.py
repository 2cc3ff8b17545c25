"""One player's knowledge of one map: the current view of their figures, and what they have seen.

Everything that a player gets comes from this. Its only sources are the tiles that one of their
figures sees (the ground, the edges, the pieces of free walls and the height of each) and the
figures that are visible. Things stay as they were last seen. Figures that leave sight are removed
at once. Furniture stays as a ghost until its place is seen without it. Brightness and lamps are
known only within sight.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Set
from copy import copy
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import msgspec

from sightline.errors import OccupiedError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import kind_called, usual_side
from sightline.table.protocol.measures import AreaView, MapMeasure
from sightline.table.protocol.server import Change, FigureView, LampView, Stage, StairsView
from sightline.table.protocol.types import WallPiece
from sightline.table.state.fog import EVERY_STOREY
from sightline.table.state.keys import GROUND, read_ends, read_threshold, read_tile, threshold_text
from sightline.table.state.records import encoded
from sightline.table.state.scene import MapScene, board_kind, height_read
from sightline.table.state.world import Touched
from sightline.table.vision.areas.views import MeasuredGround, views_of
from sightline.table.vision.encode import (
    NO_CHOICE,
    edges_out,
    heights_out,
    seen_figure,
    terrain_out,
    wall_out,
)
from sightline.table.vision.figure_sight import stands_on_ground
from sightline.table.vision.known_ground import KnownGround, LearnedValues, stands_at
from sightline.table.vision.light.map_light import SeenLight, ShiningLamp, level_spans
from sightline.table.vision.people.player_log import PlayerLog, lines_of
from sightline.table.vision.storeys.known_floors import KnownFloors, KnownStairs
from sightline.table.vision.tile_sets import bits_of_tiles, holds, spans_of_bits, tiles_of_bits
from sightline.table.vision.wall_pieces import Piece, Pieces, WallEnds

_NONE: frozenset[Piece] = frozenset()


class SeenFloors(NamedTuple):
    """The tiles of floors that a player sees, by floor id."""

    lit: Mapping[str, int]
    gone: Mapping[str, int]
    """Known tiles that the player sees to be missing."""


NO_FLOORS = SeenFloors({}, {})


class Knowledge:
    """One player's knowledge of one map. `refresh` updates it and returns the changes."""

    def __init__(self, player: str, scene: MapScene, remembered: Mapping[str, str]) -> None:
        self.player = player
        self.lit = 0
        self.figures: dict[str, FigureView] = {}
        """All figures and furniture on the player's map, by id, including ghosts."""
        self.lamps: dict[str, LampView] = {}
        """The visible lamps; empty in daylight."""
        self.dim = self.dark = 0
        """The visible tiles that are dim, and those that are dark."""
        self.areas: list[AreaView] = []
        """The areas on the map, as the player sees them."""
        self.learned: LearnedValues = {}
        """Values that are not on disk yet."""
        self.health_shown = NO_CHOICE
        """The form in which the health of others is shown, by side."""
        self._log = PlayerLog()
        self._ground = KnownGround(scene.board)
        self._known_floors = KnownFloors()
        self._stairs = KnownStairs()
        self._walls: dict[Tile, set[Piece]] = {}
        """The known pieces of free walls, by the tiles in which they lie, whether these
        are known or not.
        """
        self._walled = 0
        """The keys of `_walls` as a set of tiles."""
        self._in_order: list[tuple[WallEnds, str, Piece]] | None = None
        """Every known piece once, in order; None means that they must be sorted again."""
        self._board: Board | None = None
        self._in_sight: frozenset[str] | None = None
        """The visible figures; None means that all figures must be checked."""
        self._looks_anew = True
        self._recall(remembered)

    # --- questions

    @property
    def board(self) -> Board:
        """The known map as a board for the engine."""
        if self._board is None:
            self._board = self._assembled()
        return self._board

    @property
    def explored(self) -> int:
        """The tiles that the player has ever seen."""
        return self._ground.explored

    def explored_tile(self, tile: tuple[int, int], storey: str = GROUND) -> bool:
        return holds(self._ground.board, self.explored_on(storey), tile)

    def lit_tile(self, tile: tuple[int, int], storey: str = GROUND) -> bool:
        return holds(self._ground.board, self.lit_on(storey), tile)

    def explored_around(self, figure: str) -> int:
        """Return the tiles of the figure's storey that the player has ever seen."""
        return self._known_floors.explored(self._storey_of(figure)) or self.explored

    def lit_around(self, figure: str) -> int:
        """Return the tiles of the figure's storey that are visible now."""
        storey = self._storey_of(figure)
        return self._known_floors.lit(storey) if self._known_floors.explored(storey) else self.lit

    def explored_on(self, storey: str) -> int:
        """Return the tiles of a floor (by id) or the ground that the player has ever seen."""
        return self._known_floors.explored(storey) if storey else self.explored

    def lit_on(self, storey: str) -> int:
        """Return the tiles of a floor (by id) or the ground that are visible now."""
        return self._known_floors.lit(storey) if storey else self.lit

    def floor_height(self, floor: str) -> Fraction:
        """Return the height of a known floor."""
        return Fraction(self._known_floors.floors[floor].height)

    def explored_at(self, height: Fraction | None) -> int:
        """Return the tiles of the floor at that height that the player has ever seen; None is
        the ground.
        """
        return self.explored if height is None else self._known_floors.at(height).explored

    def lit_at(self, height: Fraction | None) -> int:
        """Return the visible tiles of the floor at that height; None is the ground."""
        return self.lit if height is None else self._known_floors.at(height).lit

    def known_light(self, height: Fraction | None) -> int:
        """Return the visible tiles of the floor at that height that are not dark; None is the
        ground.
        """
        if height is None:
            return self.lit & ~self.dark
        floor = self._known_floors.at(height)
        return floor.lit & ~floor.dark

    def _storey_of(self, figure: str) -> str:
        """Return the floor on which a known figure stands; "" for the ground or the air."""
        known = self.figures[figure]
        if not known.elevation:
            return ""
        for id_, floor in self._known_floors.floors.items():
            if Fraction(floor.height) == height_read(known.elevation):
                tiles = self._ground.board.footprint(known.at, known.size)
                if any(holds(self._ground.board, floor.explored, tile) for tile in tiles):
                    return id_
        return ""

    @property
    def stairs(self) -> list[StairsView]:
        """The stairs of which the player has seen an end."""
        return self._stairs.views()

    def knows_stairs(self, stairs: str) -> bool:
        """Return whether the player has seen an end of these stairs."""
        return stairs in self._stairs.stairs

    def floor_names(self) -> dict[str, str]:
        """Return the name of every known floor, by id."""
        return {id_: floor.name for id_, floor in self._known_floors.floors.items()}

    def missing_floors(self, scene: MapScene) -> dict[str, tuple[Fraction, int]]:
        """Return the known tiles of floors that no longer exist, with their height."""
        return self._known_floors.missing(scene)

    def still(self) -> Knowledge:
        """Return a snapshot, for slow work."""
        copied = copy(self)
        copied._ground, copied._board = self._ground.copy(), None
        copied._known_floors = self._known_floors.copy()
        copied._stairs = self._stairs.copy()
        copied._walls = {tile: set(pieces) for tile, pieces in self._walls.items()}
        copied._in_order = None if self._in_order is None else [*self._in_order]
        copied.figures, copied.lamps = dict(self.figures), dict(self.lamps)
        return copied

    def snapshot(self, scene: MapScene) -> Stage:
        """Return everything that is known, for a new page."""
        ground = self._ground.board
        return Stage(
            map=scene.id,
            grid=ground.grid.name,
            orientation=getattr(ground, "orientation", "pointy"),
            rule=scene.rule.in_short(),
            tiles=self._ground.runs(),
            lit=spans_of_bits(ground, self.lit),
            edges=edges_out(ground),
            walls=self._walls_out(),
            heights=heights_out(ground, tiles_of_bits(ground, self.explored)),
            floors=self._known_floors.views(ground),
            stairs=self._stairs.views(),
            terrain=terrain_out(ground),
            figures=list(self.figures.values()),
            light=level_spans(ground, self.dark, self.dim),
            lamps=list(self.lamps.values()),
            areas=self.areas,
            measure=measure_of(scene),
            log=self._log.lines,
            picture=picture_id(scene),
        )

    def measured_ground(self, scene: MapScene) -> MeasuredGround:
        """Return the ground for areas: known tiles, and visible figures."""
        board = self.board
        return MeasuredGround(
            board=board,
            rule=scene.rule.with_open_rim(),
            metric=scene.record.metric,
            explored=self.explored_on,
            people={
                id_: board.figure(id_).tiles
                for id_, figure in self.figures.items()
                if not figure.ghost and not figure.furniture and board.has_figure(id_)
            },
        )

    # --- learning

    def look_away(self) -> None:
        """Record that the player was shown no map, or another one, so that the next view is
        complete.
        """
        self.lit = self.dim = self.dark = 0
        self.lamps = {}
        self._known_floors.look_away()
        self._in_sight = None
        self._looks_anew = True

    def show_health(self, by_side: Mapping[str, str]) -> None:
        """Change how the health of others is shown, so that all figures are checked again."""
        if by_side != self.health_shown:
            self.health_shown = by_side
            self._in_sight = None

    def refresh(
        self,
        scene: MapScene,
        pieces: Pieces,
        lit: int,
        seen: Iterable[str],
        touched: Touched | None = None,
        light: SeenLight | None = None,
        floors: SeenFloors = NO_FLOORS,
    ) -> Change | None:
        """Update the knowledge with what is visible now. Return the change to send, if any.

        `touched` are the map's changes since the last call, and `pieces` its free walls by tile.
        `light` is the light as the player sees it; None skips it, for glimpses. `floors` are the
        visible tiles of floors.
        """
        change, board = Change(), scene.board
        # A player who returns to a map gets its current state; only changes in sight are events.
        is_told = not self._looks_anew or not self.explored
        self._looks_anew = False
        before = self.figures
        fresh = lit & ~self.lit
        gone_dark = self.lit & ~lit
        stale = self._stale(scene, lit, touched)
        self._ground.learn(board, fresh | stale, change, self.learned)
        walls_changed = touched is not None and touched.walls
        if walls_changed or fresh:
            self._learn_walls(scene, pieces, lit if walls_changed else fresh, change)
        self._learn_floors(scene, pieces, floors, light, change)
        change.stairs = self._stairs.learn(scene, {GROUND: lit, **floors.lit}, self.learned)
        self.lit = lit
        change.lit = spans_of_bits(board, fresh)
        change.unlit = spans_of_bits(board, gone_dark)
        changed = frozenset() if touched is None else touched.figures
        self._learn_figures(scene, frozenset(seen), changed, change)
        if light is None:
            self.dim, self.dark = self.dim & lit, self.dark & lit
        else:
            self._learn_levels(light, change)
            self._learn_lamps(light, change)
        if is_told:
            change.log = lines_of(change, before, board.grid)
        for line in change.log:
            self._log.write(line, self.learned)
        if touched is not None and touched.rule:
            change.rule = scene.rule.in_short()
        if touched is not None and touched.measure:
            change.measure = measure_of(scene)
        if touched is not None and touched.picture:
            change.picture = picture_id(scene)
        return self._changed(scene, change, touched is None or touched.areas or touched.whole)

    def _look_at_areas(self, scene: MapScene, change: Change) -> None:
        """Update the areas after the knowledge or the areas have changed."""
        ground = partial(self.measured_ground, scene)
        areas = views_of(scene.areas.values(), ground, self.player)
        if areas != self.areas:
            self.areas = change.areas = areas

    def _stale(self, scene: MapScene, lit: int, touched: Touched | None) -> int:
        """Return the visible tiles that have changed, or that have a changed edge."""
        if touched is None:
            return 0
        tiles = touched.tiles | touched.heights
        tiles |= {tile for edge in touched.edges for tile in edge}
        return bits_of_tiles(scene.board, tiles) & lit if tiles else 0

    def _learn_floors(
        self,
        scene: MapScene,
        pieces: Pieces,
        floors: SeenFloors,
        light: SeenLight | None,
        change: Change,
    ) -> None:
        """Learn the floors, with the walls and edges beside a body on them."""
        if not floors.lit and not self._known_floors.floors:
            return
        for id_, bits in floors.lit.items():
            height = Fraction(scene.floors[id_].height)
            self._ground.learn_edges_at(scene.board, bits, height, change, self.learned)
            self._learn_walls(scene, pieces, bits, change, height)
        if self._known_floors.learn(scene, floors.lit, floors.gone, light, self.learned):
            change.floors = self._known_floors.views(scene.board)
            self._known_floors.put_on(self._ground.board)

    def _learn_walls(
        self,
        scene: MapScene,
        pieces: Pieces,
        lit: int,
        change: Change,
        height: Fraction | None = None,
    ) -> None:
        """Learn the free walls in these tiles.

        `height` is that of the tiles' floor; None is the ground.
        """
        # Most tiles have no wall, and most walls are known already. This runs for up to fifty
        # players per move.
        lit &= pieces.bits | self._walled
        changed: list[Piece] = []
        for tile in tiles_of_bits(self._ground.board, lit) if lit else ():
            there, known = pieces.get(tile, _NONE), self._walls.get(tile, _NONE)
            if scene.is_high and there != known:
                feet = scene.board.ground_at(tile) if height is None else height
                there = frozenset(each for each in there if stands_at(each.threshold, feet))
                known = {each for each in known if stands_at(each.threshold, feet)}
            if there == known:
                continue
            for piece in known - there:
                self._forget_wall(piece)
                changed.append(piece)
            for piece in there - known:
                self._know_wall(piece)
                self.learned[_wall_key(piece)] = ";".join(map(_pair, piece.tiles))
                changed.append(piece)
        if changed:
            change.walls = self._between_ends(changed)

    def _between_ends(self, changed: Iterable[Piece]) -> list[WallPiece]:
        """Return the known walls between the ends of pieces that were added or removed."""
        known_there: dict[WallEnds, set[Piece]] = {}
        for piece in changed:
            known_there[piece.ends] = {
                other
                for tile in piece.tiles
                for other in self._walls.get(tile, ())
                if other.ends == piece.ends
            }
        walls: list[WallPiece] = []
        for ends, here in sorted(known_there.items()):
            threshold = sorted((piece.threshold for piece in here), key=threshold_text)
            walls += [wall_out(ends, each) for each in threshold or (None,)]
        return walls

    def _know_wall(self, piece: Piece) -> None:
        is_new = piece not in self._walls.get(piece.tiles[0], _NONE)
        for tile in piece.tiles:
            self._walls.setdefault(tile, set()).add(piece)
            self._walled |= 1 << self._ground.board.rank(tile)
        if is_new and self._in_order is not None:
            insort(self._in_order, _place_in_order(piece), key=_by_place)

    def _forget_wall(self, piece: Piece) -> None:
        for tile in piece.tiles:
            self._walls[tile].remove(piece)
            if not self._walls[tile]:
                del self._walls[tile]
                self._walled &= ~(1 << self._ground.board.rank(tile))
        if self._in_order is not None:
            self._in_order.remove(_place_in_order(piece))
        self.learned[_wall_key(piece)] = None

    def _learn_figures(
        self, scene: MapScene, seen: frozenset[str], changed: Set[str], change: Change
    ) -> None:
        """Learn the visible figures. `changed` are all figures that changed since the last call."""
        seen = seen.union(scene.owned_by(self.player))
        before, self._in_sight = self._in_sight, seen
        new = seen if before is None else (seen - before) | (seen & changed)
        now = {id_: seen_figure(scene.figures[id_], self.player, self.health_shown) for id_ in new}
        for id_ in self.figures.keys() - seen:
            known = self.figures[id_]
            if known.furniture and not self._is_gone(known):
                now[id_] = msgspec.structs.replace(known, ghost=True, mine=False)
            else:
                change.gone.append(id_)
        change.figures = [now[id_] for id_ in now if now[id_] != self.figures.get(id_)]
        if not change.figures and not change.gone:
            return
        # Sorted, so that the order does not reveal the game master's unseen actions.
        change.figures.sort(key=lambda figure: figure.id)
        change.gone.sort()
        self.figures = dict(self.figures)
        for figure in change.figures:
            self.figures[figure.id] = figure
            if figure.furniture:
                self.learned[f"furniture|{figure.id}"] = encoded(figure).decode()
        for id_ in change.gone:
            if self.figures.pop(id_).furniture:
                self.learned[f"furniture|{id_}"] = None
        self.figures = dict(sorted(self.figures.items()))

    def _learn_levels(self, light: SeenLight, change: Change) -> None:
        """Learn the brightness of the visible tiles. Tiles out of sight have none."""
        dim, dark = light.dim_and_dark(GROUND, self.lit)
        if (dark, dim) != (self.dark, self.dim):
            brighter = (self.dark | self.dim) & self.lit & ~dark & ~dim
            change.light = level_spans(
                self._ground.board, dark & ~self.dark, dim & ~self.dim, brighter
            )
            self.dark, self.dim = dark, dim

    def _learn_lamps(self, light: SeenLight, change: Change) -> None:
        """Learn the visible lamps, with the tiles where their colors show."""
        is_daylight = light.on_map.is_daylight
        if is_daylight and not self.lamps:
            return
        lit = {GROUND: self.lit, **self._known_floors.lit_by_floor()}
        shining = {} if is_daylight else light.on_map.seen_with(lit, light.seen)
        in_sight = {id_: seen for id_, seen in shining.items() if self._sees(seen.lamp)}
        change.lamps_gone = sorted(self.lamps.keys() - in_sight.keys())
        lamps = {id_: in_sight[id_].view for id_ in sorted(in_sight)}
        change.lamps = [view for id_, view in lamps.items() if view != self.lamps.get(id_)]
        self.lamps = lamps

    def _sees(self, lamp: ShiningLamp) -> bool:
        """Return whether a lamp is visible: if its tile is, or the figure that carries it."""
        if lamp.held:
            known = self.figures.get(lamp.id)
            return known is not None and not known.ghost
        lit = self._known_floors.lit(lamp.storey) if lamp.storey else self.lit
        return bool(lit >> lamp.rank & 1)

    # --- the game master's changes

    def reveal(
        self, scene: MapScene, pieces: Pieces, bits: int, storey: str = GROUND
    ) -> Change | None:
        """Learn these tiles of a storey with their furniture. They are remembered but not
        visible.
        """
        change = Change()
        if storey and storey not in scene.floors:
            return None  # removed in the meantime
        if storey:
            height = scene.board.floor(storey).height
            bits &= bits_of_tiles(scene.board, scene.board.floor(storey).tiles)
            self._ground.learn_edges_at(scene.board, bits, height, change, self.learned)
            self._learn_walls(scene, pieces, bits, change, height)
            if self._known_floors.reveal(scene, storey, bits, self.learned):
                change.floors = self._known_floors.views(scene.board)
                self._known_floors.put_on(self._ground.board)
        else:
            self._ground.learn(scene.board, bits, change, self.learned)
            self._learn_walls(scene, pieces, bits, change)
        for figure in scene.figures.values():
            known = self.figures.get(figure.id)
            if not figure.furniture or figure.hidden or (known is not None and not known.ghost):
                continue
            on_it = any(
                holds(scene.board, bits, tile) for tile in scene.board.figure(figure.id).tiles
            )
            at_home = (
                scene.storey_under(figure.id) == storey
                if storey
                else stands_on_ground(scene, figure.id)
            )
            if on_it and at_home:
                seen = seen_figure(figure, self.player)
                self._know_ghost(msgspec.structs.replace(seen, ghost=True, mine=False), change)
        return self._changed(scene, change)

    def forget(
        self, scene: MapScene, bits: int, storey: str = EVERY_STOREY
    ) -> tuple[Change | None, dict[str, str]]:
        """Remove these tiles of a storey from memory, except visible ones.

        Return the message to send, and the forgotten values as stored on disk.
        """
        change = Change()
        ground = bits & ~self.lit if storey in (GROUND, EVERY_STOREY) else 0
        forgotten = list(tiles_of_bits(self._ground.board, ground & self.explored))
        taken = self._ground.forget(ground, change, self.learned)
        taken_floors = self._known_floors.forget(self._ground.board, bits, storey, self.learned)
        if taken_floors:
            taken |= taken_floors
            change.floors = self._known_floors.views(scene.board)
            self._known_floors.put_on(self._ground.board)
        change.stairs, taken_stairs = self._stairs.forget(
            lambda storey: self._known_floors.explored(storey) if storey else self.explored,
            self._ground.board,
            self.learned,
        )
        taken |= taken_stairs
        gone = set[Piece]()
        for tile in forgotten if self._walls else ():
            for piece in [*self._walls.get(tile, ())]:
                if not any(map(self.explored_tile, piece.tiles)):
                    taken[_wall_key(piece)] = ";".join(map(_pair, piece.tiles))
                    self._forget_wall(piece)
                    gone.add(piece)
        change.walls = self._between_ends(gone)
        for id_, known in [*self.figures.items()]:
            tiles = self._ground.board.footprint(known.at, known.size)
            is_seen = id_ in (self._in_sight or ())
            if known.furniture and not is_seen and not self._is_known_ground(id_, tiles):
                change.gone.append(id_)
                del self.figures[id_]
                taken[f"furniture|{id_}"] = encoded(known).decode()
                self.learned[f"furniture|{id_}"] = None
        return self._changed(scene, change), taken

    def restore(self, scene: MapScene, taken: Mapping[str, str]) -> Change | None:
        """Restore forgotten values. Anything learned since then stays."""
        change, old = Change(), Knowledge(self.player, scene, taken)
        for piece in old._every_wall():
            if not any(map(self.explored_tile, piece.tiles)):
                self._know_wall(piece)
                self.learned[_wall_key(piece)] = ";".join(map(_pair, piece.tiles))
                change.walls += self._between_ends([piece])
        back = old.explored & ~self.explored
        self._ground.restore(old._ground, back, change, self.learned)
        if self._known_floors.restored(scene.board, old._known_floors, self.learned):
            change.floors = self._known_floors.views(scene.board)
            self._known_floors.put_on(self._ground.board)
        change.stairs = self._stairs.restored(old._stairs, self.learned)
        for id_, ghost in old.figures.items():
            if id_ not in self.figures and not self._is_gone(ghost):
                self._know_ghost(ghost, change)
        return self._changed(scene, change)

    def _know_ghost(self, ghost: FigureView, change: Change) -> None:
        if self.figures.get(ghost.id) == ghost:
            return
        self.figures = dict(sorted({**self.figures, ghost.id: ghost}.items()))
        self.learned[f"furniture|{ghost.id}"] = encoded(ghost).decode()
        change.figures.append(ghost)
        change.figures.sort(key=lambda figure: figure.id)

    def _changed(self, scene: MapScene, change: Change, areas: bool = False) -> Change | None:
        """Return the change to send, if any. `areas` says whether areas may have changed."""
        is_new = change != Change()
        if is_new:
            self._board = None
        if (is_new or areas) and (scene.areas or self.areas):
            self._look_at_areas(scene, change)
        return None if change == Change() else change

    def _is_gone(self, furniture: FigureView) -> bool:
        """Return whether part of the furniture's place is visible, and the furniture is not
        there.
        """
        tiles = self._ground.board.footprint(furniture.at, furniture.size)
        board, lit = self._ground.board, self.lit
        if furniture.elevation:
            at_its_height = [
                floor.lit
                for floor in self._known_floors.floors.values()
                if Fraction(floor.height) == height_read(furniture.elevation)
            ]
            lit = sum(at_its_height[:1])
        return any(holds(board, lit, tile) for tile in tiles)

    def _is_known_ground(self, figure: str, tiles: Iterable[Tile]) -> bool:
        """Return whether any tile under a known figure, on its storey, is known."""
        explored = self.explored_around(figure)
        return any(holds(self._ground.board, explored, tile) for tile in tiles)

    # --- conversions

    def _walls_out(self) -> list[WallPiece]:
        return [wall_out(piece.ends, piece.threshold) for piece in self._every_wall()]

    def _every_wall(self) -> list[Piece]:
        """Return each piece once, in an order that does not reveal where the walls lead."""
        if self._in_order is None:
            every = {piece for pieces in self._walls.values() for piece in pieces}
            self._in_order = sorted(map(_place_in_order, every), key=_by_place)
        return [piece for *_, piece in self._in_order]

    def _assembled(self) -> Board:
        board = self._ground.board.copy()
        board.put_walls((piece.ends, piece.threshold) for piece in self._every_wall())
        # Visible figures first, because one may stand where a ghost was.
        for figure in sorted(self.figures.values(), key=lambda known: known.ghost):
            try:
                board.place(
                    figure.id,
                    figure.at,
                    size=figure.size,
                    blocks_sight=figure.blocks,
                    kind=kind_called(figure.kind),
                    side=usual_side(board_kind(figure.kind, figure.side)),
                    elevation=height_read(figure.elevation),
                    height=height_read(figure.height) or 1,
                )
            except OccupiedError:
                continue
        return board

    def _recall(self, remembered: Mapping[str, str]) -> None:
        """Load the stored knowledge."""
        ground, log = [], []
        for key, value in remembered.items():
            kind, *places = key.split("|")
            if kind == "wall":
                tile = self._ground.board.grid.tile
                lies_in = tuple(tile(*read_tile(each)) for each in value.split(";"))
                ends, threshold = read_ends(places[0]), read_threshold(places[1])
                self._know_wall(Piece(ends, threshold, lies_in))
            elif kind == "furniture":
                ghost = msgspec.json.decode(value, type=FigureView)
                self.figures[ghost.id] = msgspec.structs.replace(ghost, ghost=True)
            elif kind == "floor":
                self._known_floors.recall(self._ground.board, places[0], value)
            elif kind == "stairs":
                self._stairs.recall(self._ground.board, places[0], value)
            elif kind == "log":
                log.append((int(places[0]), value))
            else:
                ground.append((key, value))
        self._ground.recall(ground)
        self._known_floors.put_on(self._ground.board)
        self._log.recall(log)


def measure_of(scene: MapScene) -> MapMeasure:
    """Return how distances are measured on the map."""
    return MapMeasure(scene.record.metric, scene.record.unit)


def picture_id(scene: MapScene) -> str:
    """Return the id of the map's picture for players. It reveals only that there is one, and
    which.
    """
    shown = scene.record.shown_picture
    return "" if shown is None else shown.id


# --- stored form ----------------------------------------------------------------------------------


def _pair(tile: tuple[int, int]) -> str:
    return f"{tile[0]},{tile[1]}"


def _wall_key(piece: Piece) -> str:
    (x0, y0), (x1, y1) = piece.ends
    return f"wall|{x0},{y0},{x1},{y1}|{threshold_text(piece.threshold)}"


def _place_in_order(piece: Piece) -> tuple[WallEnds, str, Piece]:
    return piece.ends, threshold_text(piece.threshold), piece


def _by_place(placed: tuple[WallEnds, str, Piece]) -> tuple[WallEnds, str]:
    return placed[:2]
