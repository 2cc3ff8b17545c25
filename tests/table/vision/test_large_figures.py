"""A player who sees one tile of a large figure has it on the map."""

from __future__ import annotations

from sightline import CenterRule, SquareBoard
from sightline.rulings import Rulings
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.tile_sets import bits_of_tiles
from tests.table.support.maps import hero, make_scene

RULE = CenterRule(large="middle")


def hall(*, hidden: bool = False) -> MapScene:
    """Return an ogre behind a pillar that hides its middle; its upper row is visible."""
    board = SquareBoard(6, 8)
    board.set_solid((1, 4))
    ogre = FigureRecord("fogre", "Ogre", (0, 5), size=(2, 2), side="enemy", hidden=hidden)
    return make_scene(board, RULE, hero("fmira", "Mira", (1, 0)), ogre)


def test_one_tile_in_sight_is_enough() -> None:
    scene = hall()
    sight = FigureSight(scene, Rulings())
    ogre = bits_of_tiles(scene.board, scene.board.figure("fogre").tiles)
    assert not sight.sees("fmira", "fogre"), "by the rule, which looks at its middle"
    assert sight.field("fmira") & ogre
    assert sight.seen_by("fmira") == {"fogre"}


def test_no_tile_in_sight_is_not() -> None:
    scene = hall()
    scene.board.set_solid((0, 3))
    scene.board.set_solid((0, 4))
    scene.board.set_solid((1, 3))
    assert FigureSight(scene, Rulings()).seen_by("fmira") == frozenset()


def test_secret_ones_and_those_ruled_hidden_stay_off_the_map() -> None:
    assert FigureSight(hall(hidden=True), Rulings()).seen_by("fmira") == frozenset()
    scene, rulings = hall(), Rulings()
    rulings.rule(
        scene.board, "fmira", "fogre", scene.rule, visible=False, by="the master", why="smoke"
    )
    assert FigureSight(scene, rulings).seen_by("fmira") == frozenset()
