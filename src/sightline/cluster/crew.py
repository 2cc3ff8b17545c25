"""Who does the pieces: a cluster of this machine, any scheduler by its address, or this process.

Only a few pieces for each worker are under way at a time, so that neither the scheduler nor this
process ever holds more of the map. What a worker that dies had in hand goes to another one; only a
whole result comes back, so nothing of its death is in it.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sightline.engine.slices import Progress
from sightline.errors import ClusterError, InvalidValueError
from sightline.extras import extra
from sightline.model.numbers import whole

FOR_EACH = 2
"""Pieces that are under way for each thread of a worker: one in hand, and the next one there."""
PATIENCE = 30
"""Seconds to wait for a scheduler's first worker, and for one to come back when all are gone."""
LOOK = 2.0
"""Every so many seconds it is looked whether there is still a worker."""


class PieceDone(NamedTuple):
    """What came of a piece, and what it took."""

    result: Any
    cpu_seconds: float
    peak_bytes: int
    """The most memory that the worker's process has had so far."""
    worker: str


@dataclass
class Spent:
    """What the work took."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of the workers, in pieces."""
    peak_bytes: dict[str, int] = field(default_factory=dict)
    """Of each worker."""
    stopped: bool = False
    """By Ctrl+C."""


class CrewAsked(NamedTuple):
    """Who is to work."""

    scheduler: str | None = None
    """The address of one that runs; None: a cluster of this machine's own."""
    workers: int | None = None
    """How many processes here; None: one a core; 0: this process, and no cluster."""

    def checked(self) -> CrewAsked:
        """Itself, or an error."""
        if self.workers is not None:
            if whole(self.workers, "workers") < 0:
                raise InvalidValueError(f"workers: expected 0 or more, got {self.workers}")
            if self.scheduler is not None:
                raise InvalidValueError(
                    "workers: expected none with a scheduler, whose workers are those that have"
                    " joined it"
                )
        if self.scheduler is not None and not isinstance(self.scheduler, str):
            raise InvalidValueError("scheduler: expected an address such as tcp://10.0.0.1:8786")
        return self


def do_pieces(
    numbers: Sequence[int],
    make: Callable[[int], Any],
    work: Callable[[Any], Any],
    keep: Callable[[int, Any], None],
    *,
    crew: CrewAsked,
    progress: Progress | None,
    size: Callable[[int], int],
) -> Spent:
    """Has `work(make(number))` done for every number, and each result given to `keep`, as it comes.

    Ctrl+C ends it; what has come by then is kept. `progress` hears of the sizes.
    """
    spent, began = Spent(), time.perf_counter()
    total, done = sum(map(size, numbers)), 0

    def take(number: int, found: PieceDone) -> None:
        nonlocal done
        keep(number, found.result)
        done += size(number)
        spent.cpu_seconds += found.cpu_seconds
        spent.peak_bytes[found.worker] = max(
            found.peak_bytes, spent.peak_bytes.get(found.worker, 0)
        )
        if progress is not None:
            progress(done, total)

    try:
        if not numbers:
            pass
        elif crew.workers == 0:
            for number in numbers:
                take(number, worked(work, make(number), _version()))
        else:
            with _client(crew) as client, client.as_current():
                _UnderWay(client, make, work, take).go_through(numbers)
    except KeyboardInterrupt:
        spent.stopped = True
    spent.seconds = time.perf_counter() - began
    return spent


def worked(work: Callable[[Any], Any], piece: Any, version: str) -> PieceDone:
    """What a worker does."""
    if version != _version():
        raise ClusterError(
            f"a worker has sightline {_version()}, and the work was handed out by {version}:"
            " install the same on all machines"
        )
    began = time.thread_time()
    result = work(piece)
    return PieceDone(result, time.thread_time() - began, _peak_bytes(), f"{_host()}:{os.getpid()}")


class _UnderWay:
    """The pieces that are handed out."""

    def __init__(
        self,
        client: Any,
        make: Callable[[int], Any],
        work: Callable[[Any], Any],
        take: Callable[[int, PieceDone], None],
    ) -> None:
        self._client, self._make, self._work, self._take = client, make, work, take
        self._numbers: dict[Any, int] = {}
        self._run = os.urandom(6).hex()

    def go_through(self, numbers: Sequence[int]) -> None:
        left = iter(numbers)
        try:
            self._hand_out(left)
            while self._numbers:
                for future in self._finished():
                    self._take_in(future)
                self._hand_out(left)
        except KeyboardInterrupt:
            # What is there already is worth having.
            for future in [each for each in self._numbers if each.status == "finished"]:
                self._take_in(future)
            raise
        finally:
            self._client.cancel(list(self._numbers), force=True)

    def _hand_out(self, left: Iterator[int]) -> None:
        most = max(2, FOR_EACH * sum(self._client.nthreads().values()))
        while len(self._numbers) < most:
            number = next(left, None)
            if number is None:
                return
            future = self._client.submit(
                worked,
                self._work,
                self._make(number),
                _version(),
                key=f"sightline-{self._run}-{number}",
                pure=False,
            )
            self._numbers[future] = number

    def _finished(self) -> list[Any]:
        """Waits until there is one, and looks now and then whether anybody is still at work."""
        import distributed

        gone_since = None
        while True:
            try:
                found = distributed.wait(
                    list(self._numbers), timeout=LOOK, return_when="FIRST_COMPLETED"
                )
                return list(found.done)
            except TimeoutError:
                now = time.monotonic()
                if self._client.nthreads():
                    gone_since = None
                elif gone_since is None:
                    gone_since = now
                elif now - gone_since > PATIENCE:
                    raise ClusterError(
                        f"all workers have been gone for {PATIENCE} seconds; what is done is kept:"
                        " start some, and go on with --resume (resume=True)"
                    ) from None

    def _take_in(self, future: Any) -> None:
        from distributed.scheduler import KilledWorker

        number = self._numbers[future]
        try:
            found = future.result()
        except KilledWorker:
            raise ClusterError(
                f"piece {number} has ended {_allowed_failures() + 1} workers, one after the other:"
                " most often they have too little memory. Take smaller pieces, or fewer workers on"
                " a machine; what is done is kept: --resume (resume=True) goes on"
            ) from None
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"a worker has no {error.name}: install sightline[cluster] on all machines"
            ) from None
        del self._numbers[future]
        future.release()
        self._take(number, found)


def _allowed_failures() -> int:
    import dask

    return int(dask.config.get("distributed.scheduler.allowed-failures"))


# --- clusters -------------------------------------------------------------------------------------


@contextmanager
def _client(crew: CrewAsked) -> Iterator[Any]:
    """A client of the scheduler, or of a cluster that ends with it."""
    with extra("cluster", "work on several machines or processes needs"):
        import distributed
    if crew.scheduler is None:
        with _local(distributed, crew.workers) as client:
            yield client
        return
    try:
        client = distributed.Client(crew.scheduler, timeout=PATIENCE / 3, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(
            f"scheduler {crew.scheduler}: nobody answers ({type(error).__name__}). `dask scheduler`"
            " starts one and says its address; `dask worker ADDRESS` lets a machine join"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"scheduler {crew.scheduler}: no worker has joined it; `dask worker"
                f" {crew.scheduler}` lets a machine do so"
            ) from None
        _check_versions(client, crew.scheduler)
        yield client
    finally:
        client.close()


def _check_versions(client: Any, scheduler: str) -> None:
    """Who cannot read a piece of work closes its connection, and nobody would hear why: so they are
    asked before."""

    def version() -> str | None:  # in here it travels as it is, and not by its name
        try:
            import sightline
        except ImportError:
            return None
        return sightline.__version__

    found = {f"the worker {address}": has for address, has in client.run(version).items()}
    for who, has in {
        f"the scheduler {scheduler}": client.run_on_scheduler(version),
        **found,
    }.items():
        if has != _version():
            raise ClusterError(
                f"{who} has {'no sightline' if has is None else f'sightline {has}'}: install"
                f" sightline[cluster] {_version()} there, and on the machines of all workers"
            )


@contextmanager
def _local(distributed: Any, workers: int | None) -> Iterator[Any]:
    """Processes of this machine, which end with the work."""
    cluster = distributed.LocalCluster(
        n_workers=workers or os.cpu_count() or 1,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",  # any port that is free
        silence_logs=logging.CRITICAL,
        preload=[__name__],  # its dask_setup
    )
    try:
        client = distributed.Client(cluster, set_as_default=False)
        try:
            yield client
        finally:
            client.close()
    finally:
        cluster.close()


def dask_setup(worker: Any) -> None:
    """What a process of a local cluster does first. A terminal sends Ctrl+C to all of them, and it
    is for the one that handed out the work, which takes in what is done and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _version() -> str:
    from sightline import __version__

    return __version__


def _host() -> str:
    import socket

    return socket.gethostname()


def _peak_bytes() -> int:
    """The most memory that this process has had; 0 where that is not known."""
    with suppress(OSError):  # Linux: getrusage would count what its parent had when it was started
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        if peak_kb := re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE):
            return int(peak_kb[1]) * 1024
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak) if sys.platform == "darwin" else int(peak) * 1024
