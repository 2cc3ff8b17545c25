"""Cached lines of sight equal new ones, whatever happens on the map."""

from __future__ import annotations

from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall, trace
from sightline.answers.sight import Verdict
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.rules.rule import Rule
from sightline.table.state.scene import MapScene
from sightline.table.vision.pair_cache import pair_cache_of
from tests.table.support.maps import enemy, hero, make_scene

IDS = ("f1", "f2", "f3", "f4")


@st.composite
def scenes(draw: st.DrawFn) -> MapScene:
    board: Board
    rule: Rule
    ties: Literal["adjudicated", "strict"] = draw(st.sampled_from(["adjudicated", "strict"]))
    if draw(st.booleans()):
        board = SquareBoard(8, 9)
        rule = draw(st.sampled_from([CenterRule(ties), CornerRule(ties)]))
    else:
        board = HexBoard(4)
        opaque = draw(st.booleans())
        rule = draw(st.sampled_from([HexRayRule(ties, see_opaque_target=opaque), CornerRule(ties)]))
    places = [(tile[0], tile[1]) for tile in board.tiles()]
    big = (2, 2) if isinstance(board, SquareBoard) else (1, 1)
    return make_scene(
        board,
        rule,
        hero("f1", "Mira", places[0]),
        enemy("f2", "Orc", places[5]),
        enemy("f3", "Ogre", places[20], big),
        enemy("f4", "Rat", places[-1]),
    )


def change(draw: st.DrawFn, board: Board) -> None:
    tile = draw(st.sampled_from(board.tiles()[:]))
    what = draw(st.sampled_from(["move", "move", "solid", "edge", "wall", "height", "leave"]))
    try:
        if what == "move":
            board.move(draw(st.sampled_from(IDS)), tile)
        elif what == "solid":
            board.set_solid(tile, draw(st.booleans()))
        elif what == "edge":
            beside = [n for n in board.grid.neighbors(tile) if n in board]
            threshold = draw(st.sampled_from([Wall(), Door("open"), None]))
            board.set_edge(tile, draw(st.sampled_from(beside)), threshold)
        elif what == "wall":
            board.add_wall((tile[0], tile[1]), (tile[0] + 1.5, tile[1] + 1))
        elif what == "height" and isinstance(board, HexBoard):
            board.set_elevation(tile, draw(st.integers(0, 3)))
        elif what == "leave":
            gone = board.figure("f4")
            board.remove("f4")
            board.place("f4", gone.at, blocks_sight=draw(st.booleans()))
    except SightlineError:
        pass  # the tile is occupied


@settings(max_examples=max(8, settings().max_examples // 3))
@given(st.data())
def test_kept_looks_are_as_fresh_ones(data: st.DataObject) -> None:
    """Each example compares a hundred lines, so a third of the usual number of
    examples is enough.
    """
    scene = data.draw(scenes())
    for _ in range(data.draw(st.integers(1, 6))):
        looks = pair_cache_of(scene)
        for a in IDS:
            for b in (*IDS, (3, 0)):
                if a == b:
                    continue
                fresh = trace(scene.board, a, b, scene.rule)
                look = looks.look(a, b)
                assert look.clear == fresh.visible
                assert look.close == (fresh.verdict is Verdict.AMBIGUOUS)
                assert looks.sight(a, b) == fresh
        data.draw(st.composite(lambda draw: change(draw, scene.board))())


def test_only_adjudicated_ties_leave_anything_open() -> None:
    assert CenterRule("adjudicated").leaves_open
    assert HexRayRule("adjudicated").leaves_open
    for rule in (CenterRule(), CornerRule("corners-pass"), HexRayRule()):
        assert not rule.leaves_open


def test_what_is_near_is_asked_anew_and_what_is_far_is_kept() -> None:
    scene = make_scene(
        SquareBoard(3, 20),
        CenterRule("adjudicated"),
        hero("f1", "Mira", (0, 0)),
        enemy("f2", "Orc", (0, 4)),
        enemy("f3", "Rat", (0, 15)),
    )
    kept = pair_cache_of(scene).look("f1", "f2")
    scene.board.move("f3", (0, 12))
    assert pair_cache_of(scene).look("f1", "f2") is kept
    scene.board.move("f3", (0, 2))
    assert not pair_cache_of(scene).look("f1", "f2").clear


def test_the_first_height_of_a_map_gives_all_figures_a_body() -> None:
    board = HexBoard(3)
    rule = CornerRule()
    scene = make_scene(board, rule, hero("f1", "Mira", (0, 0)), enemy("f2", "Orc", (1, 0)))
    before = pair_cache_of(scene).sight("f1", "f2")
    assert before.source.body is None
    scene.board.set_elevation((-3, 0), 2)  # far from both
    after = pair_cache_of(scene).sight("f1", "f2")
    assert after == trace(scene.board, "f1", "f2", rule) != before


def test_a_map_that_is_gone_is_not_kept() -> None:
    import gc
    import weakref

    scene = make_scene(SquareBoard(1, 3), CenterRule(), hero("f1", "Mira", (0, 0)))
    pair_cache_of(scene)
    gone = weakref.ref(scene)
    del scene
    gc.collect()
    assert gone() is None
