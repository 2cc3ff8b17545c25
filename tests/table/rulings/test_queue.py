"""The queue of close calls: what awaits the game master, and what players learn of it."""

from __future__ import annotations

import msgspec
import pytest

from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, SquareBoard
from sightline.model.board import Board
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import LapsedRuling, RulingNote
from sightline.table.protocol.questions import AskSight
from sightline.table.questions.player import player_sight
from sightline.table.rulings import queue
from sightline.table.rulings.queue import (
    MOST_ASKED,
    MOST_CALLS,
    AskedCall,
    asked_call,
    calls_for_player,
    open_calls_now,
    still_asked,
    with_asked,
)
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.sight_answer import iso_time
from sightline.table.vision.tile_sets import all_bits
from sightline.table.vision.wall_pieces import pieces_by_tile
from tests.table.support.maps import PLAYER, enemy, hero, make_scene

VIEWERS = {PLAYER: ["fmira"]}


def corner(rule: Rule | None = None, *more: FigureRecord) -> MapScene:
    """Return a scene in which the line from B1 to an orc on D3 touches the
    corner of a rock on C1.
    """
    board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    return make_scene(
        board,
        rule or CenterRule("adjudicated"),
        hero("fmira", "Mira", (0, 1)),
        enemy("forc", "Orc", (2, 3)),
        *more,
    )


def knows(scene: MapScene, *seen: str) -> Knowledge:
    """Return the knowledge of a player who has explored everything and sees these figures."""
    knowledge = Knowledge(PLAYER, scene, {})
    knowledge.refresh(scene, pieces_by_tile(scene.board), all_bits(scene.board), seen)
    return knowledge


def test_a_close_look_waits_in_words_and_labels() -> None:
    (call,) = open_calls_now(corner(), Rulings(), VIEWERS)
    assert (call.a, call.b, call.a_name, call.b_name) == ("fmira", "forc", "Mira", "Orc")
    assert call.words.startswith("Too close to call: the line from the center of Mira on B1")
    assert "touching the corner of the rock on C1" in call.words
    assert call.reason.startswith("The line from the center of Mira on B1")
    assert "awaits" not in call.reason
    assert (call.asked_by, call.lapsed) == ("", None)


@pytest.mark.parametrize("rule", [CenterRule("strict"), CornerRule("permissive")])
def test_rules_that_decide_by_themselves_leave_nothing(rule: Rule) -> None:
    asked = [AskedCall(PLAYER, "fmira", (2, 3))]
    assert open_calls_now(corner(rule), Rulings(), VIEWERS, asked) == []
    assert still_asked(corner(rule), Rulings(), asked) == []


def test_both_sides_of_a_hex_ray() -> None:
    board = HexBoard(3)
    board.set_solid((1, 0))
    figures = hero("fmira", "Mira", (0, 0)), enemy("forc", "Orc", (1, 1))
    scene = make_scene(board, HexRayRule("adjudicated"), *figures)
    (call,) = open_calls_now(scene, Rulings(), VIEWERS)
    assert "stopped on one side only" in call.words
    assert (
        open_calls_now(make_scene(board, HexRayRule("nearest"), *figures), Rulings(), VIEWERS) == []
    )


def test_furniture_and_large_figures_count_and_hidden_ones_do_not() -> None:
    board = SquareBoard(8, 8)
    board.set_solid((0, 2))
    scene = make_scene(
        board,
        CenterRule("adjudicated", large="middle"),
        hero("fmira", "Mira", (0, 0)),
        enemy("fogre", "Ogre", (1, 4), (2, 2)),
    )
    assert [call.b for call in open_calls_now(scene, Rulings(), VIEWERS)] == ["fogre"]
    chest = FigureRecord("fchest", "Chest", (2, 3), kind="chest", blocks=False, sighted=False)
    with_chest = corner(None, chest)
    assert [call.b for call in open_calls_now(with_chest, Rulings(), VIEWERS)] == ["forc", "fchest"]
    spy = corner(None, FigureRecord("fspy", "Spy", (2, 3), hidden=True))
    assert [call.b for call in open_calls_now(spy, Rulings(), VIEWERS)] == ["forc"]


def test_each_pair_waits_once_and_ones_own_figures_do_not() -> None:
    scene = corner(None)
    other = corner(None, msgspec.structs.replace(hero("fann", "Ann", (4, 5)), owners=("p2",)))
    both = {PLAYER: ["fmira"], "p2": ["fann"]}
    pairs = [{call.a, call.b} for call in open_calls_now(other, Rulings(), both)]
    assert len(pairs) == len({frozenset(pair) for pair in pairs})
    assert {"fmira", "forc"} in pairs
    mine = {PLAYER: ["fmira", "forc"]}
    scene.figures["forc"] = msgspec.structs.replace(scene.figures["forc"], owners=(PLAYER,))
    assert open_calls_now(scene, Rulings(), mine) == []
    assert open_calls_now(scene, Rulings(), {PLAYER: ["fgone"]}) == []


def test_a_crowd_in_the_dark_pushes_out_nobody_that_players_know_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = SquareBoard(4, 4)
    board.set_solid((2, 3))
    scene = make_scene(
        board,
        CenterRule("adjudicated"),
        hero("fmira", "Mira", (2, 2)),
        enemy("fimp", "Imp", (3, 3)),  # past one corner of the rock ...
        enemy("forc", "Orc", (1, 3)),  # ... and past the other, where Brom sees it
        hero("fbrom", "Brom", (0, 3)),
    )
    viewers = {PLAYER: ["fmira", "fbrom"]}
    both = [call.b for call in open_calls_now(scene, Rulings(), viewers)]
    assert both == ["fimp", "forc"]
    monkeypatch.setattr(queue, "MOST_CALLS", 1)
    assert [call.b for call in open_calls_now(scene, Rulings(), viewers)] == ["forc"]


def test_a_ruling_settles_it_until_it_lapses() -> None:
    scene, rulings = corner(), Rulings()
    ruling = rulings.rule(
        scene.board, "forc", "fmira", scene.rule, visible=True, by="Eve", why="low"
    )
    assert open_calls_now(scene, rulings, VIEWERS) == []
    scene.board.set_solid((2, 2))  # beside the line: it still touches, but the surroundings changed
    (call,) = open_calls_now(scene, rulings, VIEWERS)
    assert call.lapsed == LapsedRuling(
        RulingNote(True, "Eve", iso_time(ruling.when), "low"), "C3 was empty and is solid now"
    )
    scene.board.set_solid((2, 2), False)
    assert open_calls_now(scene, rulings, VIEWERS) == []
    rulings.undo(ruling)
    assert [call.lapsed for call in open_calls_now(scene, rulings, VIEWERS)] == [None]


def test_the_queue_ends_where_nobody_could_follow() -> None:
    board = SquareBoard(4, 60)
    board.set_solid((0, 2))
    crowd = [
        FigureRecord(f"f{i}", f"Rat {i}", (2, 3), blocks=False, side="enemy") for i in range(60)
    ]
    scene = make_scene(board, CenterRule("adjudicated"), hero("fmira", "Mira", (0, 1)), *crowd)
    assert len(open_calls_now(scene, Rulings(), VIEWERS)) == MOST_CALLS


# --- what players ask about


def ask(
    scene: MapScene, knowledge: Knowledge, rulings: Rulings, b: str | tuple[int, int]
) -> object:
    question = AskSight("fmira", b)
    answer = player_sight(scene, knowledge, rulings, question, ["fmira"])
    return asked_call(PLAYER, "Ann", question, answer)


def test_asking_about_a_close_place_raises_a_call() -> None:
    board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    scene = make_scene(board, CenterRule("adjudicated"), hero("fmira", "Mira", (0, 1)))
    rulings, knowledge = Rulings(), knows(scene)
    assert ask(scene, knowledge, rulings, (0, 0)) is None
    asked = ask(scene, knowledge, rulings, (2, 3))
    assert asked == AskedCall(PLAYER, "fmira", (2, 3), "Ann")
    assert isinstance(asked, AskedCall)
    (call,) = open_calls_now(scene, rulings, VIEWERS, [asked])
    assert (call.a, call.b, call.b_name, call.asked_by) == ("fmira", (2, 3), "D3", "Ann")
    assert calls_for_player([call], knowledge) == [
        "Whether Mira sees D3 awaits the game master's ruling."
    ]
    also = AskedCall("p-ben", "fmira", (2, 3), "Ben")
    (shared,) = open_calls_now(scene, rulings, VIEWERS, [asked, also])
    assert shared.asked_by == "Ann, Ben"
    rulings.rule(scene.board, "fmira", (2, 3), scene.rule, visible=False)
    assert still_asked(scene, rulings, [asked]) == []
    assert open_calls_now(scene, rulings, VIEWERS, [asked]) == []
    assert ask(scene, knowledge, rulings, (2, 3)) is None


def test_a_question_about_a_figure_is_in_the_queue_anyway() -> None:
    scene = corner()
    assert ask(scene, knows(scene, "forc"), Rulings(), "forc") is None


def test_what_is_close_no_longer_is_forgotten() -> None:
    scene = corner()
    asked = [
        AskedCall(PLAYER, "fmira", (2, 3)),
        AskedCall(PLAYER, "fmira", (9, 9)),
        AskedCall(PLAYER, "fgone", (2, 3)),
    ]
    assert still_asked(scene, Rulings(), asked) == asked[:1]
    scene.board.set_solid((0, 2), False)
    assert still_asked(scene, Rulings(), asked) == []


def test_one_player_fills_the_queue_only_so_far() -> None:
    asked: list[AskedCall] = [AskedCall("p2", "fann", (0, 0))]
    for col in range(10):
        asked = with_asked(asked, AskedCall(PLAYER, "fmira", (1, col)))
    assert [each.tile for each in asked if each.player == PLAYER] == [
        (1, col) for col in range(10 - MOST_ASKED, 10)
    ]
    assert asked[0].player == "p2"
    again = with_asked(asked, asked[1])
    assert len(again) == len(asked)
    assert again[-1] == asked[1]


# --- what players hear


def test_a_player_hears_of_a_call_only_if_they_know_both_ends() -> None:
    scene = corner()
    calls = open_calls_now(scene, Rulings(), VIEWERS)
    assert calls_for_player(calls, knows(scene)) == []
    words = ["Whether Mira sees Orc awaits the game master's ruling."]
    assert calls_for_player(calls, knows(scene, "forc")) == words
    turned = [msgspec.structs.replace(call, a=call.b, b=call.a) for call in calls]
    assert calls_for_player(turned, knows(scene, "forc")) == words


def test_nor_of_calls_between_others() -> None:
    board: Board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    scene = make_scene(
        board,
        CenterRule("adjudicated"),
        hero("fmira", "Mira", (5, 0)),
        msgspec.structs.replace(hero("fann", "Ann", (0, 1)), owners=("p2",)),
        enemy("forc", "Orc", (2, 3)),
    )
    calls = open_calls_now(scene, Rulings(), {"p2": ["fann"]})
    assert [(call.a, call.b) for call in calls] == [("fann", "forc")]
    assert calls_for_player(calls, knows(scene, "fann", "forc")) == []


def test_labels_that_are_numbered_for_the_master_are_not_for_players() -> None:
    scene = corner(None, enemy("forc0", "Orc", (5, 5)))
    scene.figures = {id_: scene.figures[id_] for id_ in ("forc0", "fmira", "forc")}
    (call,) = [each for each in open_calls_now(scene, Rulings(), VIEWERS) if each.b == "forc"]
    assert call.b_name == "Orc 2"
    (words,) = calls_for_player([call], knows(scene, "forc"))
    assert "Orc 2" not in words
