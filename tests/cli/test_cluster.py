"""`heatmap --cluster`, `graph` and `study --cluster`: output folders, Ctrl+C and error messages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

from sightline import heat_map, load
from sightline.apps.cli.output.screen import duration
from tests.cli.shell import sightline

pytest.importorskip("zarr")
pytest.importorskip("pyarrow")

from sightline.cluster import open_heat, read_graph


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_heat_map_of_a_drawn_map(dungeon: Path) -> None:
    done = sightline("heatmap", dungeon, "--cluster", "--workers", "0", "--radius", "3")
    assert done.code == 0
    assert "Most open: " in done.out
    assert "seen from" in done.out
    heat = open_heat("dungeon-heatmap")[:]
    assert numpy.array_equal(heat, heat_map(load(dungeon), "corner", radius=3))
    again = sightline("heatmap", dungeon, "--cluster", "--workers", "0", "--radius", "3")
    assert again.code == 2
    assert "--resume" in again.err
    other = sightline("heatmap", dungeon, "--cluster", "--workers", 0, "--radius", 2, "--resume")
    assert other.code == 2
    assert "radius: 3 there, 2 asked" in other.err


def test_its_summary_is_that_of_the_numbers(hills: Path) -> None:
    """Also on hexes, where tiles are named q,r."""
    words = ("--cluster", "--workers", "0", "--piece", "2", "--json", "--out", "heat")
    found = json.loads(sightline("heatmap", hills, *words).out)
    board = load(hills)
    counts = dict(zip(board.tiles(), heat_map(board, "hexray").tolist(), strict=True))
    assert found["tiles"] == len(counts)
    assert found["mean"] == pytest.approx(sum(counts.values()) / len(counts))
    (best, most), (worst, fewest) = found["most_open"], found["best_hidden"]
    assert most == counts[board.position(best)] == max(counts.values())
    assert fewest == counts[board.position(worst)] == min(counts.values())


def test_a_graph_of_rock() -> None:
    numpy.save("rock.npy", numpy.array([[False, True, False, False]]))
    done = sightline("graph", "--rock", "rock.npy", "--radius", "5", "--workers", "0")
    assert done.code == 0
    assert "2 edges" in done.out
    assert [each.tolist() for each in read_graph("rock-graph")] == [[2, 3], [3, 2]]
    as_map = sightline("graph", "rock.npy", "--radius", "5", "--workers", "0", "--resume", "--json")
    assert json.loads(as_map.out)["edges"] == 2


def test_a_study_of_games() -> None:
    words = [
        "study",
        "one-card-dungeon",
        "--games",
        "60",
        "--player",
        "greedy",
        "--class",
        "wizard",
        "--level",
        "1",
    ]
    done = sightline(*words, "--cluster", "--workers", "0", "--piece", "20", "--out", "study")
    assert done.code == 0
    assert Path("study/report.md").read_text(encoding="utf-8").strip() == done.out.strip()
    assert len(list(Path("study/pieces").glob("*.parquet"))) == 3
    alone = sightline(*words, "--processes", "1")
    assert alone.out == done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("heatmap MAP --out there", "--out: needs --cluster"),
        ("heatmap MAP --workers 2", "--workers: needs --cluster"),
        ("heatmap", "missing argument: MAP"),
        ("heatmap --cluster", "expected a MAP, or --rock FILE"),
        ("graph MAP --rock rock.npy", "not both"),
        ("heatmap MAP --cluster --svg heat.svg", "--svg: not with --cluster"),
        ("heatmap MAP --cluster --threads 2", "--threads: not with --cluster"),
        ("heatmap MAP --cluster --workers two", "--workers: expected a whole number"),
        ("heatmap MAP --cluster --workers 2 --scheduler tcp://h:1", "workers: expected none"),
        ("graph MAP --piece 0 --workers 0", "piece: expected 1 or more"),
        ("graph nowhere.zarr --workers 0", "there is no nowhere.zarr"),
        ("study one-card-dungeon --resume", "--resume: needs --cluster"),
        ("study one-card-dungeon --cluster --processes 2", "say --workers"),
    ],
)
def test_what_is_not_understood(words: str, said: str, dungeon: Path) -> None:
    done = sightline(*words.replace("MAP", str(dungeon)).split())
    assert done.code == 2
    assert said in done.err


def test_durations() -> None:
    assert [duration(each) for each in (0.2, 119, 120, 7_100, 7_260, 360_000)] == [
        *("0 s", "119 s", "2 min", "118 min", "2 h 1 min", "100 h 0 min")
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent another way on Windows")
def test_ctrl_c_keeps_what_is_done_and_leaves_nobody_behind() -> None:
    """Ctrl+C reaches every process of the terminal. Workers ignore it and the parent stops them."""
    pytest.importorskip("distributed")
    rock = numpy.random.default_rng(5).random((640, 640)) < 0.1
    numpy.save("big.npy", rock)
    words = ["heatmap", "big.npy", "--rule", "corner", "--radius", "25", "--piece", "32"]
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", *words, "--cluster", "--workers", "1", "--out", "heat"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    log = Path("heat/done.txt")
    while process.poll() is None and not (log.exists() and log.stat().st_size):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "continue with --resume" in said
    assert "Traceback" not in said
    done = len(log.read_text().split())
    assert 0 < done < 400
    heat = open_heat("heat")[:]
    kept = sum(
        bool((heat[r : r + 32, c : c + 32] >= 0).all())
        for r in range(0, 640, 32)
        for c in range(0, 640, 32)
    )
    assert kept >= done
    for _ in range(100):  # a helper process of Python ends shortly after its parent
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a process was left behind")
