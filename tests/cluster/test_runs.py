"""Runs on a cluster give the same numbers, even if workers die, or the run is
stopped and resumed.
"""

from __future__ import annotations

import doctest
import json
import logging
import math
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy
import pytest

from sightline import CenterRule, CornerRule, HexBoard, SquareBoard, Wall
from sightline import heat_map as heat_of_one_machine
from sightline.cluster import (
    ClusterRun,
    crew,
    games,
    graph_files,
    heat_map,
    open_heat,
    questions,
    read_graph,
    study_dungeon,
    visibility_graph,
)
from sightline.cluster.crew import CrewAsked, do_pieces
from sightline.cluster.folder import DONE, MANIFEST, ResultFolder, done_pieces
from sightline.cluster.maps import RockMap
from sightline.errors import (
    ClusterError,
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    StorageError,
)
from sightline.studies import study_dungeon as study_of_one_machine
from tests.cluster.test_pieces import edges, laid_out
from tests.conftest import is_set

pytest.importorskip("distributed")
pytest.importorskip("zarr")
pytest.importorskip("pyarrow")

ROCK = numpy.random.default_rng(7).random((70, 90)) < 0.28
WHOLE = heat_of_one_machine(SquareBoard.from_array(ROCK), "center", radius=6)


def stop_after(count: int) -> Any:
    """Simulate Ctrl+C after `count` pieces."""
    heard: list[int] = []

    def progress(done: int, total: int) -> None:
        heard.append(done)
        if len(heard) == count:
            raise KeyboardInterrupt

    return progress


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Start two local worker processes, reachable by an address like any cluster."""
    import distributed

    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",  # any free port
        silence_logs=logging.CRITICAL,
    ) as made:
        yield made


def test_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    """One test for everything that needs a cluster, because starting one is slow."""
    address = str(cluster.scheduler_address)
    a_heat_map(address, tmp_path / "heat")
    stopped_and_resumed(address, tmp_path / "stopped")
    a_graph(address, tmp_path / "graph")
    a_study(address, tmp_path / "study")
    an_error_of_a_worker(address)
    another_version(address)
    if hasattr(signal, "SIGKILL"):
        a_worker_is_killed(cluster, tmp_path / "killed")
    if is_set("SIGHTLINE_THOROUGH"):
        a_map_larger_than_a_board(address, tmp_path / "large")


def a_heat_map(address: str, out: Path) -> None:
    heard: list[tuple[int, int]] = []
    run = heat_map(
        ROCK,
        "center",
        radius=6,
        out=out,
        scheduler=address,
        piece=25,
        progress=lambda done, total: heard.append((done, total)),
    )
    assert run.complete
    assert (run.pieces, run.done) == (12, 12)
    assert numpy.array_equal(open_heat(out)[:], WHOLE)
    assert heard[-1] == (ROCK.size, ROCK.size)
    assert len(heard) == 12
    assert run.spent.cpu_seconds > 0
    assert 1 <= len(run.spent.peak_bytes) <= 2, "processes of the cluster, and not this one"
    assert all(not who.endswith(f":{os.getpid()}") for who in run.spent.peak_bytes)


def stopped_and_resumed(address: str, out: Path) -> None:
    asked: dict[str, Any] = {"out": out, "scheduler": address}
    run = heat_map(ROCK, "center", radius=6, **asked, piece=20, progress=stop_after(3))
    assert run.spent.stopped
    assert 3 <= run.done < run.pieces == 20
    assert (open_heat(out)[:] == -1).sum() > 0
    before = done_pieces(out)
    with pytest.raises(InvalidValueError, match="--resume"):
        heat_map(ROCK, "center", radius=6, **asked)
    made: list[int] = []
    run = heat_map(
        ROCK, "center", radius=6, **asked, resume=True, progress=lambda done, _: made.append(done)
    )
    assert run.complete
    assert len(made) == 20 - len(before), "no piece is made twice"
    assert numpy.array_equal(open_heat(out)[:], WHOLE)
    again = heat_map(ROCK, "center", radius=6, **asked, resume=True)
    assert again.complete
    assert again.spent.cpu_seconds == 0


def a_graph(address: str, out: Path) -> None:
    rock = ROCK[:40, :50]
    run = visibility_graph(rock, "center", radius=4, out=out, scheduler=address, piece=25)
    sources, targets = read_graph(out)
    assert len(graph_files(out)) == run.pieces == 4
    found = set(zip(sources.tolist(), targets.tolist(), strict=True))
    assert len(found) == len(sources)
    assert found == edges(RockMap(rock), CenterRule(), "4", "euclid", 50)


def a_study(address: str, out: Path) -> None:
    asked: dict[str, Any] = {"players": ["random", "greedy"], "classes": ["wizard"]}
    asked |= {"levels": [0, 1], "first_seed": 5}
    whole = study_of_one_machine(110, **asked)
    run = study_dungeon(110, **asked, out=out, workers=0, piece=10, progress=stop_after(2))
    assert run.study.games < 110
    assert not run.study.complete
    run = study_dungeon(110, **asked, out=out, scheduler=address, piece=10, resume=True)
    assert run.study == whole
    import pyarrow.parquet

    files = sorted((out / "pieces").iterdir())
    first = pyarrow.parquet.read_table(files[0]).to_pylist()
    assert [row["seed"] for row in first] == [*range(5, 15)]
    assert sum(pyarrow.parquet.read_table(file).num_rows for file in files) == 110


def an_error_of_a_worker(address: str) -> None:
    with pytest.raises(ValueError, match="domain"):
        do_pieces(
            *([-1], lambda number: number, math.sqrt, lambda number, found: None),
            crew=CrewAsked(address),
            progress=None,
            size=lambda number: 1,
        )


def another_version(address: str) -> None:
    with (
        patch.object(crew, "_version", lambda: "9.9"),
        pytest.raises(ClusterError, match=r"the scheduler tcp://\S+ has sightline .* same version"),
    ):
        do_pieces(
            *([1], lambda number: number, math.sqrt, lambda number, found: None),
            crew=CrewAsked(address),
            progress=None,
            size=lambda number: 1,
        )


def a_worker_is_killed(cluster: Any, out: Path) -> None:
    """A worker dies while it works on pieces; another worker redoes them, with the same result."""
    side = 512 if is_set("SIGHTLINE_THOROUGH") else 128
    rock = numpy.random.default_rng(8).random((side, side)) < 0.28
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            (pid, *_) = [each.pid for each in cluster.workers.values() if each.pid]
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    run = heat_map(
        *(rock, CornerRule()),
        radius=9,
        out=out,
        scheduler=cluster.scheduler_address,
        piece=side // 5,
        progress=kill_one,
    )
    assert killed
    assert run.complete
    whole = heat_of_one_machine(SquareBoard.from_array(rock), CornerRule(), radius=9)
    assert numpy.array_equal(open_heat(out)[:], whole)


def a_map_larger_than_a_board(address: str, out: Path) -> None:
    rock = numpy.random.default_rng(9).random((300, 5000)) < 0.28
    heat_map(rock, "center", radius=20, out=out, scheduler=address)
    heat = open_heat(out)[:]
    for left in (0, 2000):  # two boards that overlap by more than twice the radius
        board = SquareBoard.from_array(rock[:, left : left + 3000])
        whole = heat_of_one_machine(board, "center", radius=20)
        start, stop = (0, 2900) if left == 0 else (100, 3000)
        assert numpy.array_equal(heat[:, left + start : left + stop], whole[:, start:stop])


# --- without a cluster, in this process -----------------------------------------------------------


def here(out: Path, **changed: Any) -> ClusterRun:
    asked: dict[str, Any] = {"map": ROCK, "rule": "center", "radius": 6, "piece": 40, "workers": 0}
    return heat_map(out=out, **{**asked, **changed})


def test_hexes_keep_their_names(tmp_path: Path) -> None:
    board = HexBoard(radius=6)
    board.set_solid((1, 1))
    run = heat_map(board, "hexray", radius=3, out=tmp_path / "heat", workers=0, piece=5)
    heat = open_heat(run.out)
    assert numpy.array_equal(
        heat[:], laid_out(board, heat_of_one_machine(board, "hexray", radius=3))
    )
    assert dict(heat.attrs) == {"first_row": -6, "first_col": -6, "grid": "hex"}
    assert run.complete


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"radius": 7}, "radius: 6 there, 7 asked"),
        ({"rule": "corner"}, 'rule: {"rule": "center"'),
        ({"metric": "chebyshev"}, "metric: euclid there, chebyshev asked"),
        ({"map": ~ROCK}, "map: "),
        ({"piece": 39}, "piece: 40 there, 39 asked"),
    ],
)
def test_other_settings_are_not_resumed(
    changed: dict[str, Any], words: str, tmp_path: Path
) -> None:
    here(tmp_path, progress=stop_after(2))
    numbers = open_heat(tmp_path)[:]
    with pytest.raises(InvalidValueError, match="cannot be resumed") as caught:
        here(tmp_path, **changed, resume=True)
    assert words in str(caught.value)
    assert numpy.array_equal(open_heat(tmp_path)[:], numbers)
    with pytest.raises(InvalidValueError, match="what: heat map there, graph asked"):
        visibility_graph(ROCK, "center", radius=6, out=tmp_path, workers=0, resume=True)


def test_a_line_that_was_cut_short_is_no_piece(tmp_path: Path) -> None:
    """A power cut may truncate the list: "1" may be the start of "12", so piece 1 is not done."""
    here(tmp_path, piece=20)
    log = tmp_path / DONE
    lines = log.read_text().splitlines()
    assert sorted(map(int, lines)) == [*range(20)]
    log.write_text("\n".join([each for each in lines if each not in ("1", "12")]) + "\n1")
    assert len(done_pieces(tmp_path)) == 18
    run = here(tmp_path, piece=20, resume=True)
    assert run.complete
    assert sorted(map(int, log.read_text().splitlines())) == [*range(20)]
    assert numpy.array_equal(open_heat(tmp_path)[:], WHOLE)


def test_ended_between_a_piece_and_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After kill -9, a complete or partial piece may be on disk without being listed."""
    noted = ResultFolder.note_done

    def ends(self: ResultFolder, number: int) -> None:
        if number == 3:
            heat = zarr.open_array(tmp_path / "heat.zarr", mode="r+")
            heat[20:30, :20] = 77
            raise SystemExit(9)
        noted(self, number)

    import zarr

    monkeypatch.setattr(ResultFolder, "note_done", ends)
    with pytest.raises(SystemExit):
        here(tmp_path, piece=20)
    monkeypatch.undo()
    assert done_pieces(tmp_path) == {0, 1, 2}
    assert here(tmp_path, piece=20, resume=True).complete
    assert numpy.array_equal(open_heat(tmp_path)[:], WHOLE)


def test_two_are_not_at_work_in_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    here(tmp_path)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    with (
        ResultFolder.open(tmp_path, manifest, resume=True),
        pytest.raises(StorageError, match="another sightline is at work"),
    ):
        here(tmp_path, resume=True)


def test_folders_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text("Once upon a time")
    with pytest.raises(InvalidValueError, match=r"novel\.txt in it and no sightline manifest"):
        here(tmp_path)
    with pytest.raises(InvalidValueError, match="is a file"):
        here(tmp_path / "novel.txt")
    (tmp_path / MANIFEST).write_text('{"version": 3}')
    with pytest.raises(DamagedFileError, match="is not a sightline manifest"):
        here(tmp_path, resume=True)
    with pytest.raises(InvalidValueError, match="there is none"):
        open_heat(tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"map": numpy.zeros((3, 3))}, InvalidTypeError, "expected bools"),
        ({"map": numpy.zeros(3, bool)}, InvalidValueError, "rows by columns"),
        ({"map": numpy.full((3, 3), 2, numpy.uint8)}, InvalidValueError, "0 and 1"),
        ({"map": "nowhere.npy"}, InvalidValueError, "there is no nowhere.npy"),
        ({"map": 3}, InvalidTypeError, "expected a board"),
        ({"map": __file__}, InvalidValueError, "sightline.load"),
        ({"rule": "hexray"}, InvalidValueError, "works on hex boards"),
        ({"rule": "zombicide"}, InvalidValueError, "looks at whole rooms"),
        ({"rule": 3}, InvalidTypeError, "rule"),
        ({"piece": 0}, InvalidValueError, "piece"),
        ({"piece": 10_000}, LimitError, "piece"),
        ({"workers": -1}, InvalidValueError, "workers"),
        ({"scheduler": "tcp://h:1"}, InvalidValueError, "workers: expected none"),
        ({"map": numpy.zeros((2, 5000), bool), "radius": None}, LimitError, "radius"),
    ],
)
def test_what_cannot_be_asked(
    changed: dict[str, Any], error: type[Exception], words: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words):
        here(tmp_path / "out", **changed)


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "PATIENCE", 1)
    with pytest.raises(ClusterError, match="`dask scheduler` starts one"):
        here(tmp_path, workers=None, scheduler="tcp://127.0.0.1:9")


def test_files_of_rock(tmp_path: Path) -> None:
    import zarr

    numpy.save(tmp_path / "rock.npy", ROCK)
    zarr.create_array(store=tmp_path / "rock.zarr", data=ROCK)
    drawn = "\n".join("".join("#" if tile else "." for tile in row) for row in ROCK)
    (tmp_path / "rock.txt").write_text(drawn + "\n")
    digests = set()
    for name in ("rock.npy", "rock.zarr", "rock.txt"):
        run = here(tmp_path / f"{name}.heat", map=tmp_path / name)
        assert numpy.array_equal(open_heat(run.out)[:], WHOLE)
        digests.add(json.loads((run.out / MANIFEST).read_text())["map"])
    assert len(digests) == 1
    (tmp_path / "ragged.txt").write_text("..#\n..\n")
    with pytest.raises(InvalidValueError, match="line 2: expected 3 tiles"):
        here(tmp_path / "out", map=tmp_path / "ragged.txt")


@pytest.mark.parametrize("module", [questions, games])
def test_the_examples_of_docstrings(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 3
    assert found.failed == 0


def test_hills_are_refused_by_rules_that_look_over_them(tmp_path: Path) -> None:
    board = HexBoard(radius=1)
    board.set_elevation((0, 0), 2)
    with pytest.raises(InvalidValueError, match="does not take boards with heights"):
        heat_map(board, "corner", out=tmp_path / "heat", workers=0)
    assert heat_map(board, "hexray", out=tmp_path / "rays", workers=0).complete


@pytest.mark.parametrize("what", ["ground", "floor", "wall", "flyer"])
def test_every_question_refuses_boards_with_heights(what: str, tmp_path: Path) -> None:
    board = SquareBoard(2, 3)
    changes: dict[str, Any] = {
        "ground": lambda: board.set_elevation("A1", 1),
        "floor": lambda: board.add_floor(2, ["A1"]),
        "wall": lambda: board.set_edge("A1", "B1", Wall(top=1)),
        "flyer": lambda: board.place("bat", "A1", elevation=2),
    }
    changes[what]()
    for ask in (heat_map, visibility_graph):
        for rule in ("corner", "center"):
            with pytest.raises(InvalidValueError, match="does not take boards with heights"):
                ask(board, rule, out=tmp_path / "out", workers=0)
    assert not (tmp_path / "out").exists()
