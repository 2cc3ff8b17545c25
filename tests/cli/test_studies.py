"""`sightline study`: reports in a folder, replaying one game, and error messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sightline.games.one_card_dungeon import read_replay_link
from tests.cli.shell import sightline

SMALL = "study one-card-dungeon --games 40 --player random --class wizard --level 0 --level 1"


def test_a_study_of_games_is_printed_and_written(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "study"
    done = sightline(*SMALL.split(), "--processes", "1", "--out", str(out))
    assert done.code == 0
    assert "| 1 Rats in the straw |" in done.out
    assert (out / "report.md").read_text(encoding="utf-8").strip() == done.out.strip()
    assert "<svg" in (out / "win-rates.svg").read_text(encoding="utf-8")
    assert json.loads((out / "results.json").read_text(encoding="utf-8"))["games"] == 40


def test_a_player_may_have_a_number_of_its_own() -> None:
    done = sightline(*SMALL.split(), "--player", "greedy=6", "--processes", "1", "--json")
    cells = json.loads(done.out)["cells"]
    assert [cell["games"] for cell in cells] == [20, 20, 3, 3]


def test_one_game_again() -> None:
    done = sightline("study", "one-card-dungeon", "--replay", "greedy,wizard,3,17")
    game = read_replay_link(done.out.splitlines()[0])
    assert game.dice.seed == 17
    assert f"{len(game.log)} actions" in done.out


def test_a_study_of_a_map(dungeon: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    done = sightline("study", "map", str(dungeon), "--rule", "center", "--out", str(out))
    assert done.code == 0
    assert "## Choke points" in done.out
    report = (out / "report.md").read_text(encoding="utf-8")
    for picture in out.glob("*.svg"):
        assert f"({picture.name})" in report
    as_json = json.loads(sightline("study", "map", str(dungeon), "--json").out)
    assert as_json["tiles"] == 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("one-card-dungeon --games many", "--games: expected a whole number"),
        ("one-card-dungeon --games 3", "at least one for each"),
        ("one-card-dungeon --games 9 --player lucky", "player"),
        ("one-card-dungeon --games 9 --player greedy=few", "--player greedy: expected a whole"),
        ("one-card-dungeon --replay greedy,wizard", "PLAYER,CLASS,LEVEL,SEED"),
        ("one-card-dungeon --replay lucky,wizard,1,1", "player"),
        ("map nowhere.txt", "nowhere.txt"),
        ("weather", "study weather"),
    ],
)
def test_what_is_not_understood(words: str, said: str) -> None:
    done = sightline("study", *words.split())
    assert done.code == 2
    assert said in done.err
