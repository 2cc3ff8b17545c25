"""Measurements: the tiles of an area, and the path of a figure that is dragged."""

from __future__ import annotations

from sightline.rulings import Rulings
from sightline.table.actions.pathfinding import PathSearch, path_search
from sightline.table.actions.plans.areas import checked_shape
from sightline.table.actions.plans.player_turn import known_goal, known_search
from sightline.table.actions.walking import WalkSpot, flights_on, level_of, storeys_of
from sightline.table.protocol.answers import AreaAnswer, WayAnswer
from sightline.table.protocol.questions import AskArea, AskWay
from sightline.table.state.keys import GROUND
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.areas.views import whole_ground
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.storeys.known_floors import whole_stairs
from sightline.table.vision.tile_sets import all_bits


def master_area(scene: MapScene, rulings: Rulings, question: AskArea) -> AreaAnswer:
    if question.kind == "ruler":
        raise Refusal("rulerNoTiles")
    return whole_ground(scene, rulings).answer(checked_shape(scene, question, None))


def player_area(scene: MapScene, known: Knowledge, question: AskArea) -> AreaAnswer:
    """Return the area's tiles and figures, computed only from what the player knows."""
    if question.kind == "ruler":
        raise Refusal("rulerNoTiles")
    return known.measured_ground(scene).answer(checked_shape(scene, question, known))


def master_way(scene: MapScene, question: AskWay) -> WayAnswer:
    """Return the path of a figure around walls and other figures, with stairs to another storey.

    The game master may also move figures through them. There is no path then, and the page measures
    a straight line.
    """
    figure = scene.figures.get(question.figure)
    if figure is None:
        raise Refusal("noToken")
    board, storey = scene.board, question.storey
    scene.check_tile(question.to, storey or GROUND)
    level = level_of(board, figure.id) if storey is None else scene.height_of(storey)
    unheard = [each.id for each in scene.figures.values() if each.hidden]
    everywhere, flights = all_bits(board), flights_on(board, whole_stairs(scene))
    goal = WalkSpot(level, board.grid.tile(*question.to))
    return _answer(
        path_search(
            *(board, scene.id, figure.id, figure.at, goal, flights),
            allowed=lambda _: everywhere,
            unheard=unheard,
        )
    )


def player_way(known: Knowledge, question: AskWay) -> WayAnswer:
    """Return the path that a player's figure would try to take over known ground."""
    figure = known.figures.get(question.figure)
    if figure is None or not figure.mine:
        raise Refusal("notYourToken")
    goal = known_goal(known, figure.id, question.to, question.storey)
    search = known_search(known, "", figure.id, figure.at, goal)
    if search is None:
        raise Refusal("notSeenYet")
    return _answer(search)


def _answer(search: PathSearch) -> WayAnswer:
    way = search.shortest()
    if way is None:
        return WayAnswer([])
    way = [search.start, *way]
    tiles = [(spot.tile[0], spot.tile[1]) for spot in way]
    board = search.boards[search.goal.level]
    return WayAnswer(tiles, storeys_of(board, way) if board.has_heights else [])
