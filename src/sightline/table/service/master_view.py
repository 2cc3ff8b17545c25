"""The game master's view of a map, from the true state: the whole map, or only the changes."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from msgspec import UNSET

from sightline.model.cell import Tile
from sightline.model.square import SquareBoard
from sightline.rulings import Rulings
from sightline.table.protocol.measures import AreaView
from sightline.table.protocol.server import Change, LampView, MapLighting, Stage
from sightline.table.state.records import MASTER, HeldLamp, LampRecord
from sightline.table.state.scene import MapScene
from sightline.table.state.world import Touched
from sightline.table.vision.areas.views import views_of, whole_ground
from sightline.table.vision.encode import (
    edge_out,
    edges_out,
    height_out,
    heights_out,
    terrain_out,
    wall_out,
    whole_figure,
)
from sightline.table.vision.knowledge import measure_of
from sightline.table.vision.light.map_light import MapLight, level_spans, put_colors
from sightline.table.vision.storeys.known_floors import whole_floors, whole_stairs
from sightline.table.vision.tile_sets import all_bits, bits_of_tiles, ground_runs, spans_of_bits


def whole_stage(scene: MapScene, rulings: Rulings | None = None) -> Stage:
    """Return everything on the map."""
    board = scene.board
    return Stage(
        map=scene.id,
        grid=board.grid.name,
        orientation=getattr(board, "orientation", "pointy"),
        name=scene.record.name,
        size=(board.rows, board.cols) if isinstance(board, SquareBoard) else None,
        rule=scene.rule.in_short(),
        tiles=ground_runs(board, all_bits(board)),
        edges=edges_out(board),
        walls=[wall_out(ends, threshold) for ends, threshold in board.wall_items()],
        heights=heights_out(board, board.tiles()),
        floors=whole_floors(scene),
        stairs=whole_stairs(scene),
        terrain=terrain_out(board),
        figures=[whole_figure(figure) for figure in scene.figures.values()],
        veiled=spans_of_bits(board, scene.veiled),
        shown=spans_of_bits(board, scene.shown),
        areas=_areas(scene, rulings),
        measure=measure_of(scene),
    )


def stage_change(scene: MapScene, touched: Touched, rulings: Rulings | None = None) -> Change:
    """Return the changes. Each changed object is sent in its current state."""
    board, change = scene.board, Change()
    if touched.tiles:
        change.tiles = ground_runs(board, bits_of_tiles(board, touched.tiles))
    change.edges = [edge_out(a, b, board.edge(a, b)) for a, b in sorted(touched.edges)]
    if touched.walls:
        walls = dict(board.wall_items())
        change.walls = [wall_out(ends, walls.get(ends)) for ends in sorted(touched.walls)]
    change.terrain = terrain_out(board, touched.terrain)
    change.heights = [height_out(board, tile) for tile in sorted(touched.heights)]
    if touched.floors or (touched.fog and scene.floors):
        change.floors = whole_floors(scene)
    if touched.stairs:
        change.stairs = whole_stairs(scene)
    for id_ in sorted(touched.figures):
        if id_ in scene.figures:
            change.figures.append(whole_figure(scene.figures[id_]))
        else:
            change.gone.append(id_)
    if touched.fog:
        change.veiled = spans_of_bits(board, scene.veiled)
        change.shown = spans_of_bits(board, scene.shown)
    if touched.rule:
        change.rule = scene.rule.in_short()
    if touched.measure:
        change.measure = measure_of(scene)
    if scene.areas or touched.areas:
        change.areas = _areas(scene, rulings)  # any change may affect an area
    return change


def lighting(scene: MapScene, light: MapLight) -> MapLighting:
    """Return the brightness of every tile, and every lamp, including those that are off."""
    board, levels, every = scene.board, light.levels, all_bits(scene.board)
    shining = {lamp.id: lamp for lamp in light.lamps}
    floors = {id_: light.levels_for(every, id_) for id_ in scene.floors}
    found: list[tuple[str, Tile, LampRecord | HeldLamp, bool]] = [
        (lamp.id, scene.board.grid.tile(*lamp.at), lamp, False) for lamp in scene.lamps.values()
    ]
    lamps = []
    for figure in scene.figures.values():
        if figure.lamp is not UNSET:
            found.append((figure.id, board.figure(figure.id).at, figure.lamp, True))
    for id_, at, lamp, held in found:
        bright, dim = (float(Fraction(radius)) for radius in (lamp.bright, lamp.dim))
        view = LampView(id_, (at[0], at[1]), max(bright, dim), lamp.color, held=held)
        view.bright, view.dim, view.on = bright, dim, id_ in shining
        if isinstance(lamp, LampRecord) and lamp.elevation is not UNSET:
            view.elevation = lamp.elevation
        if lamp.color and view.on and not light.is_daylight:
            lit = {each: light.falls_on(shining[id_], every, each) for each in light.storeys}
            put_colors(view, board, {each: lit[each] & _tiles(scene, each) for each in lit})
        lamps.append(view)
    return MapLighting(
        map=scene.id,
        darkness=scene.darkness,
        light=level_spans(board, every & ~levels.lit, levels.lit & ~levels.bright),
        floors={
            id_: level_spans(board, tiles & ~each.lit, tiles & each.lit & ~each.bright)
            for id_, each in floors.items()
            if (tiles := _tiles(scene, id_))
        },
        lamps=lamps,
    )


def _tiles(scene: MapScene, storey: str) -> int:
    """Return the tiles of a storey."""
    if not storey:
        return all_bits(scene.board)
    return bits_of_tiles(scene.board, scene.board.floor(storey).tiles)


def _areas(scene: MapScene, rulings: Rulings | None) -> list[AreaView]:
    return views_of(scene.areas.values(), partial(whole_ground, scene, rulings), MASTER)
