"""Long work in slices, on one or several threads, that Ctrl+C ends after the slice it is in.

A kernel lets go of the interpreter lock, so several threads of Python work at the same time. None
of them can be interrupted while it is in a kernel: Python looks for signals in between.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import perf_counter
from typing import Any, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.numbers import shown, whole

FEWEST = 256
"""The size of the first slice. What is no larger is one slice, and for one thread."""
LONG_ENOUGH = 0.02
"""Slices double until one takes this many seconds."""
MOST_THREADS = 256
PATIENCE = 1.0
"""Progress is reported when something has taken this many seconds, and then every `TURN`."""
TURN = 0.2

Progress: TypeAlias = Callable[[int, int], object]
"""Is called with how much is done, and of how much."""


def as_threads(value: Any) -> int:
    """How many threads are asked for, or an error."""
    threads = whole(value, "threads")
    if threads < 1:
        raise InvalidValueError(f"threads: expected 1 or more, got {threads}")
    if threads > MOST_THREADS:
        raise LimitError(f"threads: expected at most {MOST_THREADS}, got {threads}")
    return threads


def as_progress(value: Any) -> Progress | None:
    """Whom to tell how far it is, or an error."""
    if value is not None and not callable(value):
        raise InvalidTypeError(
            "progress: expected a function of two numbers, done and of how many,"
            f" got {shown(value)}"
        )
    progress: Progress | None = value
    return progress


def in_slices(
    count: int,
    threads: int,
    work: Callable[[int, int], None],
    *,
    fewest: int = FEWEST,
    progress: Progress | None = None,
) -> None:
    """Has `work(start, stop)` done for slices that together are `range(count)`, on that many
    threads, this one among them. An error of any of them ends all, and is raised.

    `fewest`: the size of the first slices. `progress` is called on this thread, and what it raises
    ends the work too.
    """
    slices = _Slices(count, threads, fewest, progress)
    errors: list[BaseException] = []

    def help_out() -> None:
        try:
            slices.go_through(work)
        except BaseException as error:  # noqa: BLE001  (in_slices raises it)
            errors.append(error)

    helpers = [Thread(target=help_out, daemon=True) for _ in range(slices.useful_threads - 1)]
    try:
        for helper in helpers:
            helper.start()
        slices.go_through(work, tells=True)
    finally:
        slices.drop()
        for helper in helpers:
            if helper.ident is not None:  # else an interrupt came before it was started
                helper.join()
    if errors:
        raise errors[0]
    slices.tell_the_end()


class _Slices:
    """What is left to do, shared by the threads that do it."""

    def __init__(self, count: int, threads: int, fewest: int, progress: Progress | None) -> None:
        self.useful_threads = max(1, min(threads, count // fewest))
        self._next, self._count, self._done = 0, count, 0
        self._fewest = fewest
        self._progress = progress
        self._due = perf_counter() + PATIENCE
        self._was_told = False
        self._lock = Lock()

    def drop(self) -> None:
        """Leave the rest undone."""
        with self._lock:
            self._next = self._count

    def go_through(self, work: Callable[[int, int], None], *, tells: bool = False) -> None:
        """Do slices until none is left; `tells`: and say how far it is."""
        size = self._fewest
        try:
            while (bounds := self._take(size)) is not None:
                began = perf_counter()
                work(*bounds)
                now = perf_counter()
                with self._lock:
                    self._done += bounds[1] - bounds[0]
                if tells:
                    self._tell(now)
                if now - began < LONG_ENOUGH:
                    size *= 2
                elif now - began > 2 * LONG_ENOUGH:
                    size = max(1, size // 2)
        except BaseException:
            self.drop()
            raise

    def _tell(self, now: float) -> None:
        if self._progress is not None and now >= self._due:
            self._due = now + TURN
            self._was_told = True
            self._progress(self._done, self._count)

    def tell_the_end(self) -> None:
        """Who heard of the beginning hears of the end too."""
        if self._progress is not None and self._was_told:
            self._progress(self._count, self._count)

    def _take(self, size: int) -> tuple[int, int] | None:
        with self._lock:
            start, left = self._next, self._count - self._next
            if not left:
                return None
            if self.useful_threads > 1:  # so that nobody waits long for the last one
                size = min(size, max(self._fewest, left // (2 * self.useful_threads)))
            self._next = start + min(size, left)
            return start, self._next
