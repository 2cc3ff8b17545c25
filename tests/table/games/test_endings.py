"""When a game is over, the page shows what decided it, based on the complete log."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.games.one_card_dungeon import default_action
from sightline.table.games.contract import TableGame
from sightline.table.games.one_card_dungeon import OneCardDungeonTable
from sightline.table.games.one_card_dungeon_view import seen_from
from sightline.table.games.quest import QuestTable
from sightline.table.games.skirmish import SkirmishTable
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.games.endings import EndingInfo
from sightline.table.protocol.games.one_card_dungeon import OneCardDungeonSetup
from sightline.table.protocol.games.quest import QuestSetup
from sightline.table.protocol.games.skirmish import SkirmishSetup

MOST_MOVES = 200
BEGIN = {
    "dungeon": lambda: OneCardDungeonTable.begin(OneCardDungeonSetup(tutorial=True)),
    "quest": lambda: QuestTable.begin(QuestSetup(tutorial=True)),
    "skirmish": lambda: SkirmishTable.begin(SkirmishSetup(tutorial=True)),
}


def played(game: TableGame) -> TableGame:
    """Play the game by its hints."""
    for _ in range(MOST_MOVES):
        if game.over:
            return game
        seat = min(game.to_move)
        move = game.answer(AskGame("hint"), frozenset({seat})).move
        game, _ = game.play(seat, move)
    raise AssertionError("the game does not end")


def view_of(game: TableGame) -> Any:
    return game.view(frozenset(game.seats_here()))


def ending_of(game: TableGame) -> EndingInfo:
    ending = view_of(game).ending
    assert isinstance(ending, EndingInfo)
    return ending


@pytest.mark.parametrize("name", BEGIN)
def test_a_first_game_has_a_lesson_and_an_end_that_is_explained(name: str) -> None:
    game = BEGIN[name]()
    view = view_of(game)
    assert view.lesson
    assert view.ending is None
    game = played(game)
    ending = ending_of(game)
    assert ending.turns >= 1
    assert all(len(curve) >= 2 for curve in ending.curves)
    if name == "dungeon":  # the turn that ends with the last monster's death also counts
        assert ending.turns == view_of(game).turn
        assert [len(curve) for curve in ending.curves] == [ending.turns + 1]
    if game.over == "won":
        assert ending.decided
        assert ending.fallen


@pytest.mark.parametrize("name", ["quest", "skirmish"])
def test_a_first_game_is_kept_and_shared(name: str) -> None:
    """The tutorial's quest and map have names, although they are not among the choices."""
    game = played(BEGIN[name]())
    assert ending_of(type(game).read(game.save())) == ending_of(game)
    assert type(game).read_replay(game.link()).number == game.number
    choices = type(game).choices()
    assert "tutorial" not in str(choices)


def test_points_come_from_flags_and_from_defeated_units() -> None:
    game = played(BEGIN["skirmish"]())
    ending = ending_of(game)
    assert tuple(map(sum, ending.scores)) == game.view(frozenset({"red"})).points  # type: ignore[attr-defined]
    assert tuple(curve[-1] for curve in ending.curves) == tuple(map(sum, ending.scores))


def test_a_way_says_what_it_costs_to_end_the_turn_there() -> None:
    """Walks there, ends the turn, and counts. Where monsters have a choice, the
    first one is taken.
    """
    game = OneCardDungeonTable.begin(OneCardDungeonSetup(hero="ranger", level=3))
    game, _ = game.play("adventurer", "roll")
    game, _ = game.play("adventurer", game.view(frozenset()).moves[0].move)
    view = game.view(frozenset())
    assert view.seen == seen_from(game.game.state, game.game.state.at)
    assert tuple(view.at) in view.seen
    for way in view.ways:
        state = game.play("adventurer", way.move)[0].play("adventurer", "end")[0].game
        while state.state.turn == view.turn and not state.state.is_over:
            if state.state.phase.value == "roll":
                break
            action = default_action(state.state)
            assert action is not None
            state = state.do(action)
        assert max(0, view.health - way.lost) == state.state.health, way
    answer = game.answer(AskGame("from", at=view.ways[0].at), frozenset())
    assert tuple(view.ways[0].at) in answer.seen
