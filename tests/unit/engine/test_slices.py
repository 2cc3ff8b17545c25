"""Long work in slices: all of it once, on as many threads as are asked for, until it is stopped."""

from __future__ import annotations

import _thread
import os
import signal
import threading
import time
from collections import Counter
from typing import Any

import numpy
import pytest

from sightline import CenterRule, CornerRule, SquareBoard, compiled, sees_many
from sightline.engine import slices
from sightline.engine.slices import as_threads, in_slices
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError


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
    assert len(sizes) <= 12 * max(threads, 1) or threads > 1  # they grow


def test_several_threads_really_work() -> None:
    """Each waits for the others, so that none could be done without them."""
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
    for row in range(0, 200, 2):  # walls that graze every line: slow for every kernel
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
