"""Measurements: the tiles of an area, and the path of a dragged figure."""

from __future__ import annotations

from sightline.engine.walking import walked_board
from sightline.model.cell import Tile
from sightline.paths import Ground
from sightline.rulings import Rulings
from sightline.table.actions.pathfinding import shortest_walk
from sightline.table.actions.plans.areas import checked_shape
from sightline.table.protocol.answers import AreaAnswer, WayAnswer
from sightline.table.protocol.questions import AskArea, AskWay
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.areas.views import whole_ground
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import holds


def master_area(scene: MapScene, rulings: Rulings, question: AskArea) -> AreaAnswer:
    if question.kind == "ruler":
        raise Refusal("rulerNoTiles")
    return whole_ground(scene, rulings).answer(checked_shape(scene, question, None))


def player_area(scene: MapScene, known: Knowledge, question: AskArea) -> AreaAnswer:
    """Computed only from what they know."""
    if question.kind == "ruler":
        raise Refusal("rulerNoTiles")
    return known.measured_ground(scene).answer(checked_shape(scene, question, known))


def master_way(scene: MapScene, question: AskWay) -> WayAnswer:
    """The path around walls and figures. The game master may also move through them: then there is
    no path, and the page measures a straight line.
    """
    figure = scene.figures.get(question.figure)
    if figure is None:
        raise Refusal("noToken")
    if question.to not in scene.board:
        raise Refusal("noTile")
    tile = scene.board.grid.tile
    unheard = {each.id for each in scene.figures.values() if each.hidden}
    ground = Ground(walked_board(scene.board, figure.id), {figure.id, *unheard})
    start, goal = tile(*figure.at), tile(*question.to)
    way = shortest_walk(ground, start, goal, figure.size, scene.board.__contains__)
    return _answer(start, way)


def player_way(known: Knowledge, question: AskWay) -> WayAnswer:
    """The path that their figure would try to take over known ground."""
    figure = known.figures.get(question.figure)
    if figure is None or not figure.mine:
        raise Refusal("notYourToken")
    board = known.board
    footprint = board.footprint(board.grid.tile(*question.to), figure.size)
    explored = known.explored_around(figure.id)
    if not all(holds(board, explored, tile) for tile in footprint):
        raise Refusal("notSeenYet")
    ground, tile = Ground(walked_board(board, figure.id), {figure.id}), board.grid.tile
    start, goal = tile(*figure.at), tile(*question.to)
    return _answer(
        start,
        shortest_walk(ground, start, goal, figure.size, lambda tile: holds(board, explored, tile)),
    )


def _answer(start: Tile, way: list[Tile] | None) -> WayAnswer:
    if way is None:
        return WayAnswer([])
    return WayAnswer([(tile[0], tile[1]) for tile in (start, *way)])
