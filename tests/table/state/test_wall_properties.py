"""Limited and one-way walls at the table: saved with maps, shown only to the game master."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from sightline import CenterRule, Door, HexBoard, Rulings, SquareBoard, Wall, field
from sightline.model.board import Board
from sightline.model.threshold import CODES, STOPS, Threshold, has_property
from sightline.table.service.master_view import stage_change, whole_stage
from sightline.table.state.keys import read_threshold, threshold_text
from sightline.table.state.scene import MapScene
from sightline.table.state.world import Touched
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.known_ground import as_shown
from sightline.table.vision.wall_pieces import pieces_by_tile
from tests.scenes import give_properties
from tests.table.support.maps import hero, known, make_scene

EVERY = [each for each in CODES if each is not None]
BOARDS: list[Board] = [SquareBoard(5, 6), HexBoard(radius=3)]


def test_each_is_kept_as_a_text_of_its_own() -> None:
    assert len({threshold_text(each) for each in EVERY}) == len(EVERY)
    assert [read_threshold(threshold_text(each)) for each in EVERY] == EVERY
    assert threshold_text(Wall()) == "wall"  # as in the files of earlier versions
    assert threshold_text(Door("open", limited=True)) == "door:open+limited"


def _scene(board: Board, seed: int) -> MapScene:
    give_properties(board, random.Random(seed))
    for tile in board.tiles()[::3]:
        for other in board.grid.neighbors(tile):
            if other in board:
                board.set_edge(tile, other, random.Random(str((seed, tile))).choice(EVERY))
    return make_scene(board, CenterRule(), hero("h1", "Mira", board.tiles()[0]))


@pytest.mark.parametrize("empty", BOARDS, ids=["squares", "hexes"])
def test_a_map_comes_back_as_it_was(empty: Board) -> None:
    for seed in range(10):
        board = empty.copy()
        scene = _scene(board, seed)
        assert [*scene.board.edges()] == [*board.edges()], seed
        assert dict(scene.board.wall_items()) == dict(board.wall_items()), seed
        assert any(has_property(each) for _, _, each in board.edges())


@pytest.mark.parametrize("empty", BOARDS, ids=["squares", "hexes"])
def test_the_master_is_sent_them_and_players_are_not(empty: Board) -> None:
    for seed in range(6):
        scene = _scene(empty.copy(), seed)
        stage = whole_stage(scene)
        edges = {(a0, a1, b0, b1): (what, state) for a0, a1, b0, b1, what, state in stage.edges}
        for (a0, a1, b0, b1), (what, state) in edges.items():
            assert (a0, a1) < (b0, b1)
            threshold = scene.board.edge((a0, a1), (b0, b1))
            assert threshold is not None
            kind, *properties = what.split("+")
            assert (kind, state) == (type(threshold).__name__.lower(), threshold.state or "")
            assert ("limited" in properties) == threshold.limited
            ways = [word for word in properties if word in ("forth", "back")]
            assert "".join(ways) == threshold.one_way
        touched = Touched(edges={((a0, a1), (b0, b1)) for a0, a1, b0, b1 in edges})
        assert sorted(stage_change(scene, touched).edges) == sorted(stage.edges)
        knowledge = known(scene, Rulings())
        seen = knowledge.board
        assert not any(has_property(each) for _, _, each in seen.edges())
        assert not any(has_property(each) for _, each in seen.wall_items())


@pytest.mark.parametrize("empty", BOARDS, ids=["squares", "hexes"])
def test_players_learn_what_a_wall_that_they_see_stops(empty: Board) -> None:
    """This holds even if nothing else about the wall changes."""
    sets = [each for size in range(5) for each in combinations(STOPS, size)]
    for seed in range(20):
        rng, board = random.Random(seed), empty.copy()
        tiles = board.tiles()[:]
        start = tiles[len(tiles) // 2]
        pairs = [(a, b) for a in tiles for b in board.grid.neighbors(a) if b in board]
        for a, b in rng.sample(pairs, 10):
            barriers: list[Threshold] = [Wall(), Door("secret"), Door("locked")]
            board.set_edge(a, b, rng.choice(barriers))
        scene = make_scene(board, CenterRule(), hero("h1", "Mira", start))
        knowledge = known(scene, Rulings())
        for _ in range(3):
            touched = Touched()
            for a, b, threshold in list(scene.board.edges()):
                scene.board.set_edge(a, b, replace(threshold, stops=rng.choice(sets)))
                touched.edges.add(((a[0], a[1]), (b[0], b[1])))
            lit = FigureSight(scene, Rulings()).field("h1")
            knowledge.refresh(scene, pieces_by_tile(scene.board), lit, frozenset(), touched)
            seen = field(scene.board, start, CenterRule())
            for a, b, threshold in scene.board.edges():
                mine = knowledge.board.edge(a, b)
                if a in seen or b in seen:
                    assert mine is not None
                    assert mine == as_shown(threshold), seed
                    assert mine.stops == threshold.stops
