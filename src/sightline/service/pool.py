"""A pool of worker processes, which gives each job to a free one."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from sightline.processes import module
from sightline.service.refusals import BUSY, TOO_LARGE, TOO_LONG, Refusal
from sightline.service.worker import BOARDS_KEPT, READY, Done, Job
from sightline.texts import plain_text

WORKER = module("sightline.service.worker")
MOST_FRAME = 512 * 1024 * 1024
START_SECONDS = 60.0
"""How long a worker may take to start. This time does not count for the request."""


class _Worker:
    def __init__(self, process: Process) -> None:
        self.process = process
        self._known: OrderedDict[str, None] = OrderedDict()

    async def do(self, job: Job, document: Callable[[], bytes]) -> Done:
        if job.key:
            if job.key not in self._known:
                job.document = document()
            self._known[job.key] = None
            self._known.move_to_end(job.key)
            while len(self._known) > BOARDS_KEPT:
                self._known.popitem(last=False)
        frame = msgspec.msgpack.encode(job, enc_hook=plain_text)
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(frame).to_bytes(4, "big") + frame)
        await stdin.drain()
        length = int.from_bytes(await stdout.readexactly(4), "big")
        return msgspec.msgpack.decode(await stdout.readexactly(length), type=Done)


class Pool:
    """`size` worker processes. `seconds` is how long a job may take, and how long it may wait."""

    def __init__(self, size: int, seconds: float) -> None:
        self._free: asyncio.Queue[_Worker | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)  # started on first use
        self._size = size
        self._seconds = seconds
        self._all: set[_Worker] = set()
        self.killed = 0
        """The number of workers that exceeded their limits."""

    async def start(self) -> None:
        """Start all workers now, so that the first requests do not have to wait."""
        for _ in range(self._size):
            worker = await self._free.get()
            self._free.put_nowait(worker or await self._new())

    async def do(self, job: Job, document: Callable[[], bytes] = bytes) -> Done:
        """Have a worker do a job. `document` returns the stored board that the job names.

        Raises a `Refusal` if no worker is free, or if the worker exceeds its limits.
        """
        try:
            async with asyncio.timeout(self._seconds):
                worker = await self._free.get()
        except TimeoutError:
            raise Refusal(
                BUSY, "question", "every worker is busy", "Try again in a few seconds."
            ) from None
        try:
            worker = worker or await self._new()
            async with asyncio.timeout(self._seconds):
                done = await worker.do(job, document)
        except BaseException as error:  # noqa: BLE001 (it is raised again)
            # It may still be working on its answer, so another worker replaces it.
            if worker is not None:
                await self._end(worker)
            self._free.put_nowait(None)
            self.killed += 1
            raise self._words(error) from None
        self._free.put_nowait(worker)
        return done

    def _words(self, error: BaseException) -> BaseException:
        if isinstance(error, TimeoutError):
            return Refusal(
                TOO_LONG,
                "question",
                f"it takes longer than {self._seconds:g} seconds",
                "Ask about a smaller board, a smaller radius, or by another rule.",
            )
        if isinstance(error, asyncio.IncompleteReadError | ConnectionError):
            return Refusal(
                TOO_LARGE,
                "question",
                "it needs more memory than one request has",
                "Send a smaller board.",
            )
        return error

    async def _new(self) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=MOST_FRAME
        )
        worker = _Worker(process)
        self._all.add(worker)
        assert process.stdout is not None
        async with asyncio.timeout(START_SECONDS):
            await process.stdout.readexactly(len(READY))
        return worker

    async def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    async def close(self) -> None:
        """Stop all workers."""
        for worker in list(self._all):
            await self._end(worker)
