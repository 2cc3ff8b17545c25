"""A few dozen of the games that `python -m sightline.games.quest.soak` plays by the thousand."""

from __future__ import annotations

import os
import random

import pytest

from sightline.games.common.soak import BrokenLawError, demand, run
from sightline.games.quest import (
    MASTER,
    Counsel,
    NextTurn,
    RollMoves,
    StepTo,
    apply,
    new_state,
    soak,
    view,
)
from sightline.games.quest.soak import (
    check_board,
    check_unseen,
    play,
    twin_of,
    variant,
)
from sightline.games.quest.soak.turns import TurnWatch

GAMES = 400 if os.environ.get("SIGHTLINE_THOROUGH") else 10


def test_every_law_holds(capsys: pytest.CaptureFixture[str]) -> None:
    run(soak.soak, [str(GAMES), "3"])
    said = capsys.readouterr().out
    assert f"{GAMES} games" in said
    assert "every law held" in said


def test_a_law_that_does_not_hold_stops_it() -> None:
    state = new_state("the-rat-cellar", 1)
    with pytest.raises(BrokenLawError, match="seed 1"):
        demand(False, "it rains", state, None)
    with pytest.raises(BrokenLawError, match="two on one tile"):
        check_board(state._replace(at=(state.at[0], state.at[0])), None)
    with pytest.raises(BrokenLawError, match="what is seen is explored"):
        check_board(state._replace(seen=-1), None)


def test_a_view_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_state(variant("the-sealed-crypt", "strict", "seen"), 1)
    whim = random.Random(1)
    assert twin_of(state, whim) is not None
    assert check_unseen(state, NextTurn(), whim)

    monkeypatch.setattr(soak, "view", lambda state, side: view(state, MASTER))
    with pytest.raises(BrokenLawError, match="the view shows what is unseen"):
        check_unseen(state, NextTurn(), whim)


def test_games_of_every_kind() -> None:
    assert play(7)["games"] == 1


def test_a_wasted_turn_is_noticed() -> None:
    watch, state = TurnWatch(), apply(new_state("the-rat-cellar", 1), RollMoves())
    row, col = state.scenario.tiles[state.at[0]]
    there = apply(state, StepTo(0, (row, col - 1)))
    back = apply(there, StepTo(0, (row, col)))
    watch.hint(state, Counsel(StepTo(0, (row, col - 1)), "out"), there)
    with pytest.raises(match="round in a circle"):
        watch.hint(there, Counsel(StepTo(0, (row, col)), "and back"), back)
    with pytest.raises(match="but a closed door on C2 is in reach"):
        watch.hint(back, Counsel(NextTurn(), "enough"), apply(back, NextTurn()))


def test_a_monster_that_waits_without_a_reason_is_noticed() -> None:
    state = new_state("the-sealed-crypt", 1)
    while state.phase != "master":
        state = apply(state, NextTurn())
    with pytest.raises(match="ogre waits and does not say why"):
        TurnWatch().monsters(state, Counsel(NextTurn(), "the monsters can do no more"))
    TurnWatch().monsters(state, Counsel(NextTurn(), "ogre waits: it is tired"))
