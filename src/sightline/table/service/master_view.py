"""Makes the master's view of a map, out of the truth: all of it, or what became different."""

from __future__ import annotations

from functools import partial

from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.rulings import Rulings
from sightline.table.protocol import AreaView, Change, Stage
from sightline.table.state import MASTER, MapScene, Touched
from sightline.table.vision import (
    all_bits,
    bits_of_tiles,
    edge_out,
    edges_out,
    ground_runs,
    height_out,
    heights_out,
    measure_of,
    rule_words,
    terrain_out,
    views_of,
    wall_out,
    whole_figure,
    whole_ground,
)


def whole_stage(scene: MapScene, rulings: Rulings | None = None) -> Stage:
    """Everything on the map."""
    board = scene.board
    return Stage(
        map=scene.id,
        grid=board.grid.name,
        orientation=getattr(board, "orientation", "pointy"),
        name=scene.record.name,
        size=(board.rows, board.cols) if isinstance(board, SquareBoard) else None,
        rule=rule_words(scene.rule),
        tiles=ground_runs(board, all_bits(board)),
        edges=edges_out(board),
        walls=[wall_out(ends, threshold) for ends, threshold in board.wall_items()],
        heights=heights_out(board, board.tiles()),
        terrain=terrain_out(board),
        figures=[whole_figure(figure) for figure in scene.figures.values()],
        areas=_areas(scene, rulings),
        measure=measure_of(scene),
    )


def stage_change(scene: MapScene, touched: Touched, rulings: Rulings | None = None) -> Change:
    """What became different, each thing as it is now."""
    board, change = scene.board, Change()
    if touched.tiles:
        change.tiles = ground_runs(board, bits_of_tiles(board, touched.tiles))
    change.edges = [edge_out(a, b, board.edge(a, b)) for a, b in sorted(touched.edges)]
    if touched.walls:
        walls = dict(board.wall_items())
        change.walls = [wall_out(ends, walls.get(ends)) for ends in sorted(touched.walls)]
    change.terrain = terrain_out(board, touched.terrain)
    if isinstance(board, HexBoard):
        change.heights = [height_out(board, tile) for tile in sorted(touched.heights)]
    for id_ in sorted(touched.figures):
        if id_ in scene.figures:
            change.figures.append(whole_figure(scene.figures[id_]))
        else:
            change.gone.append(id_)
    if touched.rule:
        change.rule = rule_words(scene.rule)
    if touched.measure:
        change.measure = measure_of(scene)
    if scene.areas or touched.areas:
        change.areas = _areas(scene, rulings)  # whatever changed may have to do with one
    return change


def _areas(scene: MapScene, rulings: Rulings | None) -> list[AreaView]:
    return views_of(scene.areas.values(), partial(whole_ground, scene, rulings), MASTER)
