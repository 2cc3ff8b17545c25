"""Run pieces of work on a local cluster, on a dask scheduler, or in this process.

Only a few pieces per worker are submitted at a time, so neither the scheduler nor this process
holds much of the map. The pieces of a dead worker go to another worker. Only complete results are
returned, so a crash does not affect them.
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

from sightline.engine.many.slices import Progress
from sightline.errors import ClusterError, InvalidValueError
from sightline.extras import extra, how_to_install
from sightline.model.numbers import whole

FOR_EACH = 2
"""Submitted pieces per worker thread: one running, one queued."""
PATIENCE = 30
"""Seconds to wait for a scheduler's first worker, or for a worker to return when all are gone."""
LOOK = 2.0
"""Seconds between checks that a worker is still alive."""


class PieceDone(NamedTuple):
    """The result of a piece, and its cost."""

    result: Any
    cpu_seconds: float
    peak_bytes: int
    """Peak memory of the worker's process so far."""
    worker: str


@dataclass
class Spent:
    """The cost of a run: CPU time and memory of the workers."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """CPU time that workers spent on pieces."""
    peak_bytes: dict[str, int] = field(default_factory=dict)
    """Peak memory of each worker."""
    stopped: bool = False
    """Whether Ctrl+C stopped the run."""


class CrewAsked(NamedTuple):
    """The workers that the caller requested."""

    scheduler: str | None = None
    """Address of a running scheduler; None starts a local cluster."""
    workers: int | None = None
    """Number of local processes; None means one per core, 0 means this process without a cluster.
    """

    def checked(self) -> CrewAsked:
        """Return self, or raise if the options are invalid."""
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
    """Run `work(make(number))` for every number, and pass each result to `keep` as it arrives.

    Ctrl+C stops the run and keeps the results so far. `progress` is called with the total size of
    the finished pieces and of all pieces.
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
    """Run one piece on a worker and return the result with its cost."""
    if version != _version():
        raise ClusterError(
            f"a worker has sightline {_version()}, and the work was handed out by {version}:"
            " install the same on all machines"
        )
    began = time.thread_time()
    result = work(piece)
    return PieceDone(result, time.thread_time() - began, _peak_bytes(), f"{_host()}:{os.getpid()}")


class _UnderWay:
    """The pieces that were submitted to workers and are not finished."""

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
            # Store the results that have already arrived.
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
        """Wait for a finished piece, and check from time to time that a worker is alive."""
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
                f"a worker has no {error.name}. On every machine: {how_to_install('cluster')}"
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
    """Connect to the scheduler, or to a local cluster that ends with the client."""
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
    """Compare versions before any work.

    A worker that cannot read a piece closes the connection without a reason.
    """

    def version() -> str | None:  # defined here, so that it is pickled by value
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
                f"{who} has {'no sightline' if has is None else f'sightline {has}'}, this process"
                f" {_version()}. Install the same version on every machine:"
                f" {how_to_install('cluster')}"
            )


@contextmanager
def _local(distributed: Any, workers: int | None) -> Iterator[Any]:
    """Start local worker processes that end with the work."""
    cluster = distributed.LocalCluster(
        n_workers=workers or os.cpu_count() or 1,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",  # any free port
        silence_logs=logging.CRITICAL,
        preload=[__name__],  # so that workers call `dask_setup` of this module
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
    """Ignore Ctrl+C in workers of a local cluster.

    A terminal sends it to the whole process group, but only the parent should handle it: it
    collects the results and ends the workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _version() -> str:
    from sightline import __version__

    return __version__


def _host() -> str:
    import socket

    return socket.gethostname()


def _peak_bytes() -> int:
    """Return the peak memory of this process, or 0 if unknown."""
    with suppress(OSError):  # Linux: getrusage would include the parent's memory at the fork
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        if peak_kb := re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE):
            return int(peak_kb[1]) * 1024
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak) if sys.platform == "darwin" else int(peak) * 1024
