"""Win rates: the counts come from games that can be replayed, and the intervals are right."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from sightline.engine import native
from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import HeroClass, Phase, read_replay_link, replay_link
from sightline.studies import StudyCell, play_cell, study_dungeon, wilson
from sightline.studies.dungeon import DungeonStudy, StudyPiece, Tally, _played, play_piece


def test_intervals_hold_the_share():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    for part in range(11):
        low, high = wilson(part, 10)
        assert 0 <= low <= part / 10 <= high <= 1
    narrow, wide = wilson(500, 1000), wilson(5, 10)
    assert narrow[1] - narrow[0] < (wide[1] - wide[0]) / 5
    assert [round(each, 4) for each in wilson(8, 10)] == [0.4902, 0.9433]


@pytest.mark.skipif(native.dungeon() is None, reason="the kernels are not compiled here")
@pytest.mark.parametrize("level", [0, 1, 2, 7])
@pytest.mark.parametrize("hero_class", list(HeroClass))
def test_compiled_random_games_are_those_that_can_be_replayed(level, hero_class):
    cell = StudyCell("random", hero_class.value, level)
    _, compiled = play_piece(StudyPiece(cell, 40, 25))
    ends = [_played(cell, seed, cell.start()) for seed in range(40, 65)]
    cleared = [end.phase in (Phase.LEVEL_UP, Phase.WON) for end in ends]
    assert compiled.games == 25
    assert compiled.lost == sum(end.phase is Phase.LOST for end in ends)
    if level:
        assert compiled.won == compiled.levels == sum(cleared)
    else:
        assert compiled.levels == sum(end.number for end in ends)


def test_every_game_is_played_and_shared_out():
    heard = []
    study = study_dungeon(
        103,
        players=["random", "greedy"],
        classes=["wizard", "ranger"],
        levels=[1, 5],
        first_seed=9,
        progress=lambda done, asked: heard.append((done, asked)),
    )
    assert study.complete
    assert study.games == 103
    assert heard[-1] == (103, 103)
    assert sorted({tally.games for tally in study.cells.values()}) == [12, 13]
    greedy = study.cells[StudyCell("greedy", "wizard", 1)]
    again = [play_cell(StudyCell("greedy", "wizard", 1), 9 + n) for n in range(greedy.games)]
    assert greedy.won == sum(game.state.phase is Phase.LEVEL_UP for game in again)
    assert read_replay_link(replay_link(again[0])) == again[0]


def test_better_players_win_more():
    study = study_dungeon(120, classes=["wizard"], levels=[2])
    rates = [
        study.cells[StudyCell(name, "wizard", 2)].rate for name in ("random", "greedy", "planning")
    ]
    assert rates[0] < rates[1] <= rates[2]


def test_the_report_and_its_picture():
    study = study_dungeon(40, players=["random", "greedy"], classes=["wizard"], levels=[0, 1])
    text = study.markdown()
    assert "| 1 Rats in the straw | " in text
    assert "## The greedy player" in text
    for theme in ("light", "dark"):
        picture = Xml.fromstring(study.svg(theme))  # noqa: S314 (our own)
        assert picture.get("role") == "img"
        assert "wizard" in "".join(picture.itertext())
    assert study.page().count("base64,") == 2
    data = json.loads(study.json())
    assert sum(cell["games"] for cell in data["cells"]) == data["games"] == 40


def test_what_is_rare_is_not_called_never():
    cell = StudyCell("random", "wizard", 3)
    study = DungeonStudy(15_000, 0, {cell: Tally(15_000, 3)})
    assert "| 0.020 (0.007 to 0.059) |" in study.markdown()
    study.cells[cell] = Tally(100, 3)
    assert "| 3.0 (1.0 to 8.5) |" in study.markdown()


def test_who_thinks_longer_plays_games_of_its_own():
    study = study_dungeon(
        20,
        players=["random", "greedy"],
        own_games={"greedy": 6},
        classes=["wizard"],
        levels=[1, 2],
        first_seed=5,
    )
    assert [tally.games for tally in study.cells.values()] == [10, 10, 3, 3]
    assert study.asked == 26
    assert study.complete
    assert "20 games; seeds 5 to 14 in every cell." in study.markdown()
    assert "6 games; seeds 5 to 7 in every cell." in study.markdown()


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("player", {"players": ["lucky"]}),
        ("class", {"classes": ["king"]}),
        ("level", {"levels": [13]}),
        ("at least one for each", {"levels": None}),
        ("processes", {"levels": [1], "processes": 0}),
        ("greedy player: expected at least one", {"levels": [1], "own_games": {"greedy": 0}}),
        ("it does not play", {"players": ["random"], "own_games": {"greedy": 9}}),
        ("first seed", {"levels": [1], "first_seed": -1}),
    ],
)
def test_what_cannot_be_studied_is_refused(words, options):
    with pytest.raises((ValueError, LookupError), match=words):
        study_dungeon(30, **options)


def test_an_interrupt_keeps_what_was_found():
    def stop(done, asked):
        raise KeyboardInterrupt

    study = study_dungeon(50, players=["greedy"], classes=["wizard"], levels=[1, 2], progress=stop)
    assert 0 < study.games < 50
    assert not study.complete
    assert "stopped before the end" in study.markdown()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent another way on Windows")
def test_ctrl_c_ends_all_processes(tmp_path):
    """A long study with two workers, interrupted by Ctrl+C, leaves a report and no processes."""
    program = (
        "from sightline.studies import study_dungeon\n"
        "def said(done, asked): print('going', flush=True)\n"
        "if __name__ == '__main__':\n"
        "    study = study_dungeon(10**7, players=['greedy'], processes=2, progress=said)\n"
        "    print('ended', 0 < study.games < 10**7, flush=True)\n"
    )
    script = tmp_path / "long_study.py"
    script.write_text(program)
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    os.killpg(process.pid, signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert rest.splitlines()[-1] == "ended True"
    for _ in range(100):  # a helper process of Python ends shortly after its parent
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a process was left behind")


def test_processes_count_the_same():
    asked: dict[str, Any] = {"players": ["greedy"], "classes": ["wizard"], "levels": [1, 3]}
    assert study_dungeon(60, **asked, processes=2).cells == study_dungeon(60, **asked).cells


def test_refusals_are_our_own():
    with pytest.raises(InvalidValueError):
        study_dungeon(0)
