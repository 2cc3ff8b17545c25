"""The automatic player plays random games and checks every law. `make thorough` plays more."""

import os
from dataclasses import replace

import pytest

from sightline.games.common.soak import BrokenLawError
from sightline.games.one_card_dungeon import FaceBlows, Phase, Skills, State, parse_level
from sightline.games.one_card_dungeon.board.level import shipped_levels
from sightline.games.one_card_dungeon.dice import SeededDice
from sightline.games.one_card_dungeon.measure import measure, report, typical_skills
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.games.one_card_dungeon.rules import apply, legal_actions, new_game
from sightline.games.one_card_dungeon.soak import soak, watch
from tests.games.one_card_dungeon.tables import drawn

GAMES = 10_000 if os.environ.get("SIGHTLINE_THOROUGH", "0") not in ("", "0", "false") else 12


def test_many_games_break_no_law():
    tally = soak(GAMES)
    assert tally["won"] + tally["lost"] + tally["unfinished"] == GAMES
    assert tally["unfinished"] <= GAMES // 50


def test_the_watch_sees_what_is_wrong():
    state = replace(drawn("S@.", Skills(0, 0, 1, 2)), phase=Phase.MONSTER_ATTACK)
    after = apply(state, FaceBlows(), SeededDice(0))
    watch(state, FaceBlows(), after)
    wrongs: list[State] = [
        replace(after, health=6),
        replace(after, at=state.monsters[0].at),
        replace(after, points=Skills(-1, 0, 0, 0)),
        replace(after, monsters=()),
        replace(after, health=0),
    ]
    for wrong in wrongs:
        with pytest.raises(BrokenLawError):
            watch(state, FaceBlows(), wrong)


def test_a_level_of_ones_own_can_be_measured():
    level = parse_level(
        "title: t\nmap:\n@...S\n.....\n\nmonster S: slug, health 1, speed 2, attack 1,"
        " defence 1, range 2\n"
    )
    found = measure([level], 4)
    assert found[0].alone_won == found[0].passed == 4
    assert "| 1 | t | 100.0% |" in report([level], found)


def test_the_way_down_gets_harder():
    found = measure(shipped_levels(), 8)
    won = [tally.alone_won for tally in found]
    assert sum(won[:4]) > sum(won[4:8]) > sum(won[8:])
    arrived = [tally.arrived for tally in found]
    assert arrived == sorted(arrived, reverse=True)


def test_the_player_learns_and_heals():
    assert typical_skills(1) == Skills()
    assert typical_skills(12) != Skills()
    state = replace(new_game(), phase=Phase.LEVEL_UP, monsters=())
    assert AutoPlayer().choose(state) in legal_actions(state)
    assert len(shipped_levels()) == 12
