"""The sample maps of a new table demonstrate every feature."""

from sightline import trace
from sightline.answers.sight import Verdict
from sightline.model.figure import KINDS
from sightline.model.hexagon import HexBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.rules.registry import rule_from_dict
from sightline.table.transfer.samples import sample_maps


def test_the_dungeon_has_every_door_and_all_kinds_of_walls() -> None:
    board = sample_maps()[0].map.board
    found = {threshold for _, _, threshold in board.edges()}
    assert {Wall(), Gate("closed"), *map(Door, Door.STATES)} <= found
    assert any(board.solid_tiles())
    ((x0, y0), (x1, y1)) = board.free_walls()[0].ends
    assert x0 != x1
    assert y0 != y1, "it slants"


def test_people_and_furniture_of_every_sort_are_there() -> None:
    figures = sample_maps()[0].map.board.figures()
    kinds = [figure.kind for figure in figures]
    assert kinds.count("hero") == 2
    assert kinds.count("enemy") > 4
    assert any(figure.size == (2, 2) and figure.kind == "enemy" for figure in figures)
    furniture = [KINDS[kind] for kind in kinds if KINDS[kind].furniture]
    assert {each.blocks_sight for each in furniture} == {True, False}


def test_one_look_of_a_hero_is_for_the_master_to_decide() -> None:
    dungeon = sample_maps()[0].map
    assert dungeon.rule is not None
    sight = trace(dungeon.board, "Mira", "Goblin", rule_from_dict(dungeon.rule))
    assert sight.verdict is Verdict.AMBIGUOUS


def test_the_hill_has_heights_and_woods() -> None:
    board = sample_maps()[1].map.board
    assert isinstance(board, HexBoard)
    assert {board.elevation(tile) for tile in board.tiles()} >= {1, 2, 3}
    assert any(board.cover(tile) for tile in board.tiles())
    assert len(board.figures()) == 5


def test_nothing_was_lost_in_drawing_them() -> None:
    for each in sample_maps():
        report = each.map.report
        assert (report.changed, report.guessed, report.lost) == ([], [], [])
