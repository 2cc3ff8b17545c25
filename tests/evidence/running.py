"""Run parts of checks in low-priority processes and record the results."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

from tests.evidence.check import ROOT, Check, Result
from tests.evidence.ledger import LEDGER, Book, Parts, books, save

SLICE = 15.0
"""Seconds that a process spends on one group before it switches. It finishes its current part."""
MOST_PARTS = 200
"""Maximum number of parts in one batch for a worker process."""
GRACE = 60.0
"""Seconds after the time limit in which unfinished parts may still finish."""
SETTINGS = ("SIGHTLINE_THOROUGH", "SIGHTLINE_QUICK", "SIGHTLINE_PURE", "CI")
"""Environment variables that change how many examples the tests try."""


def environment() -> dict[str, str]:
    """Return the environment of worker processes, so that a part is the same on every machine."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**kept, "PYTHONHASHSEED": "0"}


# --- in the process that works --------------------------------------------------------------------


def work(
    check: Check, group: str, numbers: Sequence[int], seconds: float, wanted: int | None = None
) -> None:
    """Run parts until the time is over or `wanted` answers are compared.

    Before and after each part, print a line of JSON to standard output.
    """
    answers = 0
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # output of the check itself must not mix with the results
    check.groups()  # import its dependencies now, so that no part's time includes this
    end = time.monotonic() + seconds
    for number in numbers:
        print(json.dumps({"begun": number}), file=out)
        started = _processor_seconds()
        try:
            result = check.part(group, number)
        except Exception as error:  # noqa: BLE001  (whatever goes wrong is a finding)
            result = Result()
            result.differs(f"{type(error).__name__}: {error}")
        took = round(_processor_seconds() - started, 2)
        print(json.dumps({"part": number, "seconds": took, **vars(result)}), file=out)
        answers += result.answers
        if time.monotonic() >= end or (wanted is not None and answers >= wanted):
            break


def _processor_seconds() -> float:
    """Return the CPU time of this process and its children, unaffected by other processes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


# --- in the process that hands out parts ----------------------------------------------------------


@dataclass
class Worker:
    """A process that works on some parts of a group."""

    check: Check
    group: str
    hash: str
    numbers: list[int]
    process: subprocess.Popen[str]
    errors: IO[bytes]
    started: float
    begun: int | None = None
    results: list[tuple[int, Result, float]] = field(default_factory=list)

    def hear(self, line: str) -> None:
        data = json.loads(line)
        if "begun" in data:
            self.begun = data["begun"]
            return
        number, seconds = data.pop("part"), data.pop("seconds")
        self.results.append((number, Result(**data), seconds))
        self.begun = None

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ended(self) -> str:
        """Return what went wrong between parts, or "" if nothing did.

        If the process dies during a part, that part failed: compiled code may have crashed, for
        example.
        """
        if self.process.wait() == 0:
            return ""
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip()[-400:]
        words = f"the process ended with {self.process.returncode}: {said}"
        if self.begun is None:
            return words
        result = Result()
        result.differs(words)
        self.results.append((self.begun, result, 0.0))
        return ""


class Run:
    """One run of some checks, until a time limit, Ctrl+C or the goals."""

    def __init__(
        self,
        checks: Sequence[Check],
        seconds: float,
        workers: int,
        folder: Path = LEDGER,
        module: str = "tests.evidence",
    ) -> None:
        self._checks = {check.name: check for check in checks}
        self._books = books(checks, folder)
        self._folder, self._module = folder, module
        self._most = workers
        self._end = time.monotonic() + seconds
        self._used = dict.fromkeys(self._checks, 0.0)
        self._workers: list[Worker] = []
        self._lines: queue.Queue[tuple[Worker, str | None]] = queue.Queue()
        self.broken: list[str] = []
        """Checks that failed before their first part."""

    def go(self, say: Callable[[str], None]) -> dict[str, Book]:
        try:
            with _stoppable():
                self._work(say)
        except KeyboardInterrupt:
            say("Stopped.")
        finally:
            for worker in self._workers:
                worker.kill()
            self._drain()
            for worker in self._workers:
                self._record(worker)
        return self._books

    def _work(self, say: Callable[[str], None]) -> None:
        while True:
            left = self._end - time.monotonic()
            while left > 0 and len(self._workers) < self._most and (task := self._next(left)):
                self._start(*task, seconds=min(SLICE, left))
            if not self._workers or left < -GRACE:
                return
            with contextlib.suppress(queue.Empty):
                worker, line = self._lines.get(timeout=1.0)
                if line is not None:
                    worker.hear(line)
                    continue
                self._workers.remove(worker)
                wrong = worker.ended()
                self._record(worker)
                say(self._progress(worker, max(0.0, left)))
                if wrong:
                    say(f"{worker.check.name} is given up: {wrong}")
                    self.broken.append(worker.check.name)
                    self._used.pop(worker.check.name, None)

    def _next(self, left: float) -> tuple[Check, str, str, list[int]] | None:
        """Choose the check with the least time in this run, and its group with
        the least progress.
        """
        for name in sorted(self._used, key=self._time_of):
            check = self._checks[name]
            if check.longest > left + GRACE:
                continue
            hash_ = check.hash()
            row = self._books[name].current(check, hash_)
            busy = [worker for worker in self._workers if worker.check is check]
            for group in sorted(
                row.groups, key=lambda g: (self._is_busy(busy, g), row.groups[g].share)
            ):
                here = row.groups[group]
                taken = {n for worker in busy if worker.group == group for n in worker.numbers}
                if here.share < 1:
                    free = (n for n in here.parts.free(check.parts(group)) if n not in taken)
                    if numbers := list(islice(free, MOST_PARTS)):
                        return check, group, hash_, numbers
        return None

    @staticmethod
    def _is_busy(busy: Sequence[Worker], group: str) -> bool:
        return any(worker.group == group for worker in busy)

    def _time_of(self, name: str) -> float:
        now = time.monotonic()
        running = [now - w.started + SLICE for w in self._workers if w.check.name == name]
        return self._used[name] + sum(running)

    def _start(
        self, check: Check, group: str, hash_: str, numbers: list[int], *, seconds: float
    ) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the worker has ended)
        parts = Parts()
        for number in numbers:
            parts.add(number)
        row = self._books[check.name].current(check, hash_)
        wanted = row.groups[group].goal - row.groups[group].answers
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", self._module, "work", check.name, group),
                *(str(parts), str(round(seconds, 1)), str(wanted)),
            ],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=ROOT,
            env=environment(),
            start_new_session=True,  # only this process handles Ctrl+C, and then stops the workers
        )
        worker = Worker(check, group, hash_, numbers, process, errors, time.monotonic())
        self._workers.append(worker)
        threading.Thread(target=self._read, args=(worker,), daemon=True).start()

    def _read(self, worker: Worker) -> None:
        assert worker.process.stdout is not None
        for line in worker.process.stdout:
            self._lines.put((worker, line))
        self._lines.put((worker, None))

    def _drain(self) -> None:
        """Process the remaining output of workers that have ended."""
        waiting = len(self._workers)
        while waiting:
            worker, line = self._lines.get(timeout=10.0)
            if line is None:
                waiting -= 1
            elif line.endswith("\n"):
                worker.hear(line)

    def _record(self, worker: Worker) -> None:
        name = worker.check.name
        if name in self._used:
            self._used[name] += time.monotonic() - worker.started
        worker.errors.close()
        if worker.check.hash() != worker.hash:
            return  # the sources changed meanwhile, so the tested version is unknown
        row = self._books[name].current(worker.check, worker.hash)
        for number, result, seconds in worker.results:
            row.add(worker.group, number, result, seconds, today())
        save(name, self._books[name], self._folder)

    def _progress(self, worker: Worker, left: float) -> str:
        row = self._books[worker.check.name].row
        assert row is not None
        return (
            f"{left:5.0f} s left  {worker.check.name:<14} {row.answers:>14,} of {row.goal:,}"
            f" {worker.check.unit}, {row.differences} different ({worker.group})"
        )


def today() -> date:
    return datetime.now(UTC).date()


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Make SIGTERM stop a run in the same way as Ctrl+C."""

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def only_one(folder: Path = LEDGER) -> Iterator[None]:
    """Hold a lock: two runs at once would overwrite each other's ledger."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise SystemExit("Another run is going on. Wait for its end, or stop it.") from None
    finally:
        os.close(handle)
