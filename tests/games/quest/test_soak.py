"""A few dozen of the games that `python -m sightline.games.quest.soak` plays by thousands."""

from __future__ import annotations

import os
import random

import pytest

from sightline.games.quest import MASTER, NextTurn, new_state, soak, view
from sightline.games.quest.soak import (
    BrokenQuestError,
    check_board,
    check_unseen,
    demand,
    main,
    play,
    twin_of,
    variant,
)

GAMES = 400 if os.environ.get("SIGHTLINE_THOROUGH") else 10


def test_every_law_holds(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(GAMES), "3"])
    said = capsys.readouterr().out
    assert f"{GAMES} games" in said
    assert "every law held" in said


def test_a_law_that_does_not_hold_stops_it() -> None:
    state = new_state("the-rat-cellar", 1)
    with pytest.raises(BrokenQuestError, match="seed 1"):
        demand(False, "it rains", state, None)
    with pytest.raises(BrokenQuestError, match="two on one tile"):
        check_board(state._replace(at=(state.at[0], state.at[0])), None)
    with pytest.raises(BrokenQuestError, match="what is seen is explored"):
        check_board(state._replace(seen=-1), None)


def test_a_view_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_state(variant("the-sealed-crypt", "strict", "seen"), 1)
    whim = random.Random(1)
    assert twin_of(state, whim) is not None
    assert check_unseen(state, NextTurn(), whim)

    monkeypatch.setattr(soak, "view", lambda state, side: view(state, MASTER))
    with pytest.raises(BrokenQuestError, match="the view shows what is unseen"):
        check_unseen(state, NextTurn(), whim)


def test_games_of_every_kind() -> None:
    assert play(7)["games"] == 1
