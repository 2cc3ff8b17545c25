"""Run long work in slices, on one or more threads. Ctrl+C ends it after the current slice.

A kernel releases the interpreter lock, so several Python threads work at the same time. A thread
inside a kernel cannot be interrupted: Python handles signals between slices.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import perf_counter
from typing import Any, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.numbers import short_repr, whole

FEWEST = 256
"""The size of the first slice. Smaller work is one slice on one thread."""
LONG_ENOUGH = 0.02
"""Slices double in size until one takes this many seconds."""
MOST_THREADS = 256
PATIENCE = 1.0
"""Progress is first reported after this many seconds, and then every `TURN` seconds."""
TURN = 0.2

Progress: TypeAlias = Callable[[int, int], object]
"""A function that is called with the amount done and the total."""


def as_threads(value: Any) -> int:
    """Return the number of threads, or raise."""
    threads = whole(value, "threads")
    if threads < 1:
        raise InvalidValueError(f"threads: expected 1 or more, got {threads}")
    if threads > MOST_THREADS:
        raise LimitError(f"threads: expected at most {MOST_THREADS}, got {threads}")
    return threads


def as_progress(value: Any) -> Progress | None:
    """Return the progress function, or raise."""
    if value is not None and not callable(value):
        raise InvalidTypeError(
            f"progress: expected a function of two numbers, done and total, got {short_repr(value)}"
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
    """Call `work(start, stop)` for slices that together cover `range(count)`.

    The work is done on `threads` threads, including this one. An error in any of them ends the work
    and is raised here. `fewest` is the size of the first slices. `progress` is called on this
    thread; an error that it raises also ends the work.
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
            if helper.ident is not None:  # otherwise an interrupt came before the thread started
                helper.join()
    if errors:
        raise errors[0]
    slices.tell_the_end()


class _Slices:
    """The work that is left, which several threads share."""

    def __init__(self, count: int, threads: int, fewest: int, progress: Progress | None) -> None:
        self.useful_threads = max(1, min(threads, count // fewest))
        self._next, self._count, self._done = 0, count, 0
        self._fewest = fewest
        self._progress = progress
        self._due = perf_counter() + PATIENCE
        self._was_told = False
        self._lock = Lock()

    def drop(self) -> None:
        """Discard the remaining work."""
        with self._lock:
            self._next = self._count

    def go_through(self, work: Callable[[int, int], None], *, tells: bool = False) -> None:
        """Process slices until none is left. `tells` says whether this thread reports progress."""
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
        """Report the end, if progress was reported before."""
        if self._progress is not None and self._was_told:
            self._progress(self._count, self._count)

    def _take(self, size: int) -> tuple[int, int] | None:
        with self._lock:
            start, left = self._next, self._count - self._next
            if not left:
                return None
            if self.useful_threads > 1:  # keeps the last slices short
                size = min(size, max(self._fewest, left // (2 * self.useful_threads)))
            self._next = start + min(size, left)
            return start, self._next
