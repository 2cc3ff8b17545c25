"""Long work in slices: every slice runs once, on the requested number of threads, until stopped."""

from __future__ import annotations

import _thread
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    all_pairs,
    compiled,
    field,
    field_many,
    heat_map,
    sees_many,
)
from sightline.engine.many import slices
from sightline.engine.many.slices import as_threads, in_slices
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import Board
from sightline.rules.rule import Rule


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 5_000, 100_000])
def test_everything_is_done_once(count: int, threads: int) -> None:
    done = numpy.zeros(count, dtype=int)
    sizes = []

    def work(start: int, stop: int) -> None:
        assert 0 <= start < stop <= count
        done[start:stop] += 1
        sizes.append(stop - start)

    in_slices(count, threads, work)
    assert (done == 1).all()
    assert len(sizes) <= 12 * max(threads, 1) or threads > 1  # slices grow


def test_several_threads_really_work() -> None:
    """Each thread waits for the others, so a single thread could not finish."""
    together = threading.Barrier(3, timeout=20)
    who: Counter[int] = Counter()

    def work(start: int, stop: int) -> None:
        if not who[threading.get_ident()]:
            together.wait()
        who[threading.get_ident()] += stop - start

    in_slices(10_000, 3, work)
    assert len(who) == 3
    assert who.total() == 10_000
    assert threading.get_ident() in who


def test_slow_slices_shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "LONG_ENOUGH", 0.0001)
    sizes = []

    def work(start: int, stop: int) -> None:
        sizes.append(stop - start)
        time.sleep(0.001)

    in_slices(1000, 1, work)
    assert sizes[0] == slices.FEWEST
    assert sizes[1:4] == [128, 64, 32]


def test_an_error_of_any_thread_ends_all_and_is_raised() -> None:
    main = threading.get_ident()
    done = []

    def work(start: int, stop: int) -> None:
        time.sleep(0.001)
        done.append(stop - start)
        if threading.get_ident() != main:
            raise MemoryError

    with pytest.raises(MemoryError):
        in_slices(10**6, 2, work)
    assert sum(done) < 10**6


@pytest.mark.parametrize("threads", [1, 4])
def test_ctrl_c_ends_it_and_leaves_no_thread_behind(threads: int) -> None:
    before = threading.active_count()
    done = []

    def work(start: int, stop: int) -> None:
        time.sleep(0.005)
        done.append(stop - start)
        if len(done) == 20:
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        in_slices(10**9, threads, work)
    assert len(done) < 60
    assert threading.active_count() == before


@pytest.mark.skipif(not compiled() or os.name == "nt", reason="kernels, and a signal to oneself")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_heard_while_kernels_answer(threads: int) -> None:
    board = SquareBoard(200, 200)
    for row in range(0, 200, 2):  # walls that graze every line, which is slow in every kernel
        board.add_wall((0, row + 0.5), (200, row + 0.75))
    pairs = numpy.zeros((1_000_000, 2, 2), dtype=int)
    pairs[:, 1] = (199, 199)
    pairs[:, 0, 1] = numpy.arange(len(pairs)) % 199

    def ask_on() -> None:
        for _ in range(100):
            sees_many(board, pairs, CornerRule("permissive"), threads=threads)

    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask_on()
    timer.join()


SHARED: dict[str, Callable[[Board, Rule, int], Any]] = {
    "all_pairs": lambda board, rule, n: numpy.asarray(all_pairs(board, rule, threads=n)),
    "field_many": lambda board, rule, n: field_many(
        board, [tuple(tile) for tile in board.tiles()], rule, radius=5, threads=n
    ),
    "heat_map": lambda board, rule, n: heat_map(board, rule, radius=5, threads=n),
    "heat_map, everywhere": lambda board, rule, n: heat_map(board, rule, threads=n),
}


@pytest.mark.parametrize("ask", SHARED.values(), ids=SHARED.keys())
@pytest.mark.parametrize("walls", [False, True])
def test_threads_change_no_answer(ask: Any, walls: bool) -> None:
    rng = numpy.random.default_rng()
    board = SquareBoard.from_array(rng.random((23, 31)) < 0.1)
    if walls:
        board.add_wall((3.25, 2), (9, 12.5))
    for rule in (CenterRule(), CenterRule("permissive"), CornerRule()):
        alone = ask(board, rule, 1)
        for threads in (2, 5):
            assert (ask(board, rule, threads) == alone).all(), (rule, str(board))
    hexes = HexBoard(radius=4)
    hexes.set_solid((1, 1))
    assert (ask(hexes, HexRayRule(), 3) == ask(hexes, HexRayRule(), 1)).all()


def test_fields_and_heat_are_those_of_single_questions() -> None:
    rng = numpy.random.default_rng()
    squares = SquareBoard.from_array(rng.random((9, 14)) < 0.15)
    squares.place("troll", (2, 2), size=(2, 2))  # the sweep does not support large figures
    hexes = HexBoard(radius=4)
    for tile in [*hexes.tiles()][::5]:
        hexes.set_solid(tuple(tile))
    asked: list[tuple[Board, Rule]] = [(squares, CornerRule()), (hexes, HexRayRule("strict"))]
    for board, rule in asked:
        tiles = [tuple(tile) for tile in board.tiles()]
        fields = numpy.array([numpy.asarray(field(board, tile, rule, radius=4)) for tile in tiles])
        assert (field_many(board, tiles, rule, radius=4, threads=2) == fields).all()
        free = ~board.solid_array().reshape(-1)
        seen_by = (fields.reshape(len(tiles), -1) & free[:, None]).sum(axis=0) * free
        assert (heat_map(board, rule, radius=4, threads=2).reshape(-1) == seen_by).all()


def test_a_board_of_one_tile() -> None:
    """Python shares all one-byte bytes objects, so a kernel must not write into one."""
    assert all_pairs(SquareBoard(1, 1), CenterRule()).count() == 1
    assert bytes(1) == b"\0"


# --- how far it is


def test_progress_is_told_from_the_second_second_on(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, int]] = []
    in_slices(10_000, 2, lambda start, stop: None, progress=lambda *far: heard.append(far))
    assert heard == []  # it had finished before
    monkeypatch.setattr(slices, "PATIENCE", 0.0)
    monkeypatch.setattr(slices, "TURN", 0.0)
    who = set()

    def hear(done: int, total: int) -> None:
        heard.append((done, total))
        who.add(threading.get_ident())

    in_slices(10_000, 3, lambda start, stop: time.sleep(0.001), progress=hear)
    assert heard == sorted(heard)
    assert heard[-1] == (10_000, 10_000)
    assert who == {threading.get_ident()}


def test_what_progress_raises_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "PATIENCE", 0.0)

    def enough(done: int, total: int) -> None:
        raise StopIteration

    done: list[int] = []

    def work(start: int, stop: int) -> None:
        time.sleep(0.005)
        done.append(stop - start)

    with pytest.raises(StopIteration):
        in_slices(10**9, 2, work, progress=enough)
    assert sum(done) < 10**9


@pytest.mark.parametrize("ask", [all_pairs, heat_map], ids=["all_pairs", "heat_map"])
def test_progress_is_a_function(ask: Any) -> None:
    with pytest.raises(InvalidTypeError, match="progress: expected a function"):
        ask(SquareBoard(2, 2), CenterRule(), progress=True)


@pytest.mark.skipif(not compiled() or os.name == "nt", reason="kernels, and a signal to oneself")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ask", [all_pairs, heat_map], ids=["all_pairs", "heat_map"])
def test_ctrl_c_is_heard_while_every_tile_looks(ask: Any, threads: int) -> None:
    board = SquareBoard(250, 250)
    before = threading.active_count()

    def ask_on() -> None:
        for _ in range(100):
            ask(board, CornerRule(), threads=threads)

    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask_on()
    timer.join()
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (0, InvalidValueError),
        (-1, InvalidValueError),
        (257, LimitError),
        (True, InvalidTypeError),
        (2.0, InvalidTypeError),
        (None, InvalidTypeError),
        ("2", InvalidTypeError),
    ],
)
def test_threads_that_there_are_not(given: Any, error: Any) -> None:
    with pytest.raises(error, match="threads: expected"):
        as_threads(given)
    with pytest.raises(error, match="threads: expected"):
        sees_many(SquareBoard(2, 2), [], CenterRule(), threads=given)
    assert as_threads(numpy.int64(3)) == 3
