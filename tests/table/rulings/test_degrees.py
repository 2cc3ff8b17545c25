"""Degrees of cover that the game master decides: in the queue, ruled on, and withdrawn."""

from __future__ import annotations

from dataclasses import replace

from sightline import PackRule, SquareBoard
from sightline.packs.schema import TouchRules
from sightline.table.protocol.actions import Decide
from sightline.table.protocol.questions import AskSight
from sightline.table.questions.master import master_sight, who_sees_whom
from sightline.table.questions.player import player_sight
from sightline.table.rulings.desk import RulingDesk, decision_words
from sightline.table.rulings.queue import calls_for_player, open_calls_now
from sightline.table.state.scene import MapScene
from tests.table.support.maps import PLAYER, enemy, hero, known, make_scene

BOOK = PackRule("dnd5e").pack
ASKING = PackRule(
    replace(
        BOOK,
        name="dnd5e-asking",
        cover=tuple(
            replace(each, touch=TouchRules(corner="ask", edge="ask")) for each in BOOK.cover
        ),
    )
)
"""The fifth edition, with grazing lines left to the game master."""


def cellar() -> MapScene:
    board = SquareBoard(5, 8)
    board.set_solid((2, 3))
    return make_scene(board, ASKING, hero("fmira", "Mira", (1, 1)), enemy("forc", "Orc", (3, 6)))


def test_an_open_degree_waits_and_is_ruled_on() -> None:
    scene, desk = cellar(), RulingDesk(None)
    rulings = desk.of(scene.id)
    question = AskSight("fmira", "forc")
    before = master_sight(scene, rulings, question)
    assert before.verdict == "visible"
    assert " or " in before.degree
    (call,) = open_calls_now(scene, rulings, {PLAYER: ["fmira"]})
    assert call.degrees == before.degree.split(" or ")
    knowledge = known(scene, rulings)
    assert calls_for_player([call], knowledge) == [
        "How much cover Orc has from Mira awaits the game master's ruling."
    ]

    decision = desk.decide(scene, Decide("fmira", "forc", True, degree=call.degrees[1]))
    assert decision_words(scene, decision).endswith(f"{call.degrees[1]} cover")
    assert open_calls_now(scene, rulings, {PLAYER: ["fmira"]}) == []
    after = master_sight(scene, rulings, question)
    assert (after.degree, after.ruled.degree if after.ruled else "") == (call.degrees[1],) * 2
    heard = player_sight(scene, knowledge, rulings, question, ["fmira"])
    assert (heard.degree, heard.effect) == (after.degree, after.effect)
    who = who_sees_whom(scene, rulings)
    assert who.degrees[who.cover[0][0]] == call.degrees[1]

    desk.reverse(decision)
    assert master_sight(scene, rulings, question).degree == before.degree
    (again,) = open_calls_now(scene, rulings, {PLAYER: ["fmira"]})
    assert again.degrees == call.degrees
