"""Answers what is measured: what an area covers, and the way of a figure that is dragged."""

from __future__ import annotations

from sightline.model.cell import Tile
from sightline.paths import Ground
from sightline.rulings import Rulings
from sightline.table.actions import checked_shape, shortest_walk
from sightline.table.protocol import AreaAnswer, AskArea, AskWay, WayAnswer
from sightline.table.questions.looking import NO_TILE
from sightline.table.questions.master import NO_FIGURE
from sightline.table.questions.player import NOT_SEEN, NOT_YOURS
from sightline.table.state import MapScene, Refusal
from sightline.table.vision import Knowledge, whole_ground

NO_AREA = "A ruler covers no tiles."


def master_area(scene: MapScene, rulings: Rulings, question: AskArea) -> AreaAnswer:
    if question.kind == "ruler":
        raise Refusal(NO_AREA)
    return whole_ground(scene, rulings).answer(checked_shape(scene, question, None))


def player_area(scene: MapScene, known: Knowledge, question: AskArea) -> AreaAnswer:
    """Out of nothing but what they know."""
    if question.kind == "ruler":
        raise Refusal(NO_AREA)
    return known.measured_ground(scene).answer(checked_shape(scene, question, known))


def master_way(scene: MapScene, question: AskWay) -> WayAnswer:
    """Round walls and whoever stands there. The master may also go through them: then there is no
    way to count, and the page measures a line."""
    figure = scene.figures.get(question.figure)
    if figure is None:
        raise Refusal(NO_FIGURE)
    if question.to not in scene.board:
        raise Refusal(NO_TILE)
    tile = scene.board.grid.tile
    unheard = {each.id for each in scene.figures.values() if each.hidden}
    ground = Ground(scene.board, {figure.id, *unheard})
    start, goal = tile(*figure.at), tile(*question.to)
    way = shortest_walk(ground, start, goal, figure.size, scene.board.__contains__)
    return _answer(start, way)


def player_way(known: Knowledge, question: AskWay) -> WayAnswer:
    """The way that their figure would try to go: over what they know, as if there were no more."""
    figure = known.figures.get(question.figure)
    if figure is None or not figure.mine:
        raise Refusal(NOT_YOURS)
    board = known.board
    footprint = board.footprint(board.grid.tile(*question.to), figure.size)
    if not all(map(known.explored_tile, footprint)):
        raise Refusal(NOT_SEEN)
    ground, tile = Ground(board, {figure.id}), board.grid.tile
    start, goal = tile(*figure.at), tile(*question.to)
    return _answer(start, shortest_walk(ground, start, goal, figure.size, known.explored_tile))


def _answer(start: Tile, way: list[Tile] | None) -> WayAnswer:
    if way is None:
        return WayAnswer([])
    return WayAnswer([(tile[0], tile[1]) for tile in (start, *way)])
