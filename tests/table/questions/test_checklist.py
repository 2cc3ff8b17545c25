"""Explanations of why a player sees nothing, and of lapsed rulings, each with a remedy."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from sightline import CenterRule, CornerRule, SquareBoard, Wall
from sightline.rulings import Rulings
from sightline.table.protocol.answers import RulingNote
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.questions.checklist import checklist_of
from sightline.table.rulings.text import rulings_list
from sightline.table.state.keys import player_key
from sightline.table.state.records import FigureRecord, Refusal, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.sight_answer import iso_time
from tests.table.support.maps import PLAYER, enemy, hero, known, make_scene, make_world


def failing(
    world: World, scene: MapScene | None, knowledge: Knowledge | None = None, online: bool = True
) -> list[str]:
    return [
        check.words
        for check in checklist_of(world, scene, PLAYER, knowledge, online).checks
        if not check.ok
    ]


def with_figures(*figures: FigureRecord, shown: int | None = 0) -> tuple[World, MapScene]:
    world = make_world(
        ("Cellar", SquareBoard(3, 3), CornerRule(), figures),
        ("Crypt", SquareBoard(3, 3), CornerRule(), []),
        shown=shown,
    )
    return world, world.maps()[0]


def test_all_is_well() -> None:
    world, scene = with_figures(hero("f1", "Mira", (0, 0)))
    answer = checklist_of(world, scene, PLAYER, known(scene, Rulings()), online=True)
    assert all(check.ok for check in answer.checks)
    assert [check.words for check in answer.checks] == [
        "Ann was let in.",
        "Ann's page is connected.",
        "The players are shown Cellar.",
        "Ann has Mira.",
        "Mira is on the map that is shown.",
        "Mira can see.",
        "Mira sees more than where they stand.",
    ]


def test_who_waits_who_is_away_and_what_is_not_shown() -> None:
    world, scene = with_figures(hero("f1", "Mira", (0, 0)))
    record = world.players[PLAYER]
    waiting = msgspec.structs.replace(record, waiting=True)
    world.apply([JournalEntry(player_key(PLAYER), plain(record), plain(waiting))])
    assert failing(world, None, online=False) == [
        "Ann waits to be let in: let them in.",
        "No page of Ann is connected: send them their link.",
        "No map is shown to the players: show them one.",
    ]
    with pytest.raises(Refusal, match=REFUSALS["noSuchPlayer"]):
        checklist_of(world, scene, "nobody", None, online=True)


def test_without_a_figure() -> None:
    world, scene = with_figures(enemy("f2", "Orc", (0, 0)))
    assert failing(world, scene) == ["Ann has no token: give them one."]


def test_a_figure_on_another_map() -> None:
    world, _ = with_figures(hero("f1", "Mira", (0, 0)), shown=1)
    (words,) = failing(world, world.maps()[1])
    assert words == (
        "Mira is on Cellar, not on the map that is shown: bring it here, or show Cellar."
    )


def test_without_sight() -> None:
    mole = msgspec.structs.replace(hero("f1", "Mole", (0, 0)), sighted=False)
    ghost = msgspec.structs.replace(hero("f2", "Ghost", (1, 1)), hidden=True)
    world, scene = with_figures(mole, ghost)
    assert failing(world, scene, known(scene, Rulings())) == [
        "Mole has no sight: give it sight.",
        "Ghost is hidden, and sees nothing: show it.",
    ]


@pytest.mark.parametrize("by", ["rock", "walls"])
def test_walled_in(by: str) -> None:
    board = SquareBoard(3, 3)
    for tile in board.tiles():
        board.set_solid(tile, by == "rock" and tile != (1, 1))
    for beside in board.grid.neighbors((1, 1)):
        board.set_edge((1, 1), beside, Wall() if by == "walls" else None)
    world = make_world(("Crypt", board, CenterRule(), [hero("f1", "Mira", (1, 1))]))
    (scene,) = world.maps()
    (words,) = failing(world, scene, known(scene, Rulings()))
    assert words == (
        "Mira sees nothing but where they stand, walled in on all sides: open a door, or move them."
    )


# --- rulings


def test_rulings_go_by_labels_and_say_what_became_of_them() -> None:
    board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    scene = make_scene(
        board,
        CenterRule("adjudicated"),
        hero("f1", "Mira", (0, 1)),
        enemy("f2", "Orc", (2, 3)),
    )
    rulings = Rulings()
    first = rulings.rule(scene.board, "f1", "f2", scene.rule, visible=True, by="Eve", why="low")
    second = rulings.rule(scene.board, "f1", (5, 5), scene.rule, visible=False, by="Eve")
    (one, other) = rulings_list(scene, rulings).rulings
    assert (one.a, one.b) == ("Mira", "Orc")
    assert one.ruling == RulingNote(True, "Eve", iso_time(first.when), "low")
    assert (one.number, one.status, one.because, one.undone) == (1, "in force", "", None)
    assert (other.a, other.b) == ("Mira", "F6")
    assert other.ruling == RulingNote(False, "Eve", iso_time(second.when))
    scene.board.move("f2", (4, 4))
    one = rulings_list(scene, rulings).rulings[0]
    assert (one.status, one.because) == ("lapsed", "Orc is no longer at D3")
    rulings.undo(second, by="Eve", why="too far")
    other = rulings_list(scene, rulings).rulings[1]
    assert (other.status, other.because) == ("undone", "")
    assert other.undone is not None
    assert (other.undone.by, other.undone.why) == ("Eve", "too far")
    assert datetime.fromisoformat(other.undone.when).tzinfo == UTC


def test_rulings_by_another_rule_do_not_count_now() -> None:
    board = SquareBoard(6, 6)
    scene = make_scene(
        board, CenterRule("adjudicated"), hero("f1", "Mira", (0, 1)), enemy("f2", "Orc", (2, 3))
    )
    rulings = Rulings()
    rulings.rule(scene.board, "f1", "f2", scene.rule)
    scene.rule = CornerRule("strict")
    (one,) = rulings_list(scene, rulings).rulings
    assert (one.status, one.because) == (
        "lapsed",
        (
            "it was made by another rule:"
            " Center to center, the game master decides on touches (adjudicated)"
        ),
    )
    del scene.figures["f2"]
    (one,) = rulings_list(scene, rulings).rulings
    assert one.b == "somebody who left"
