"""Run work on untrusted input in a separate process, with limits on memory and time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from sightline.texts import say

TOO_MUCH_MEMORY = say("it needs more memory than is available")
TOO_LONG = say("it takes too long")
KILLED_BY_LIMITS = (signal.SIGKILL, getattr(signal, "SIGXCPU", signal.SIGKILL))
"""The signals that end a worker: for exceeding its limits, or by the system when
memory runs out.
"""
MOST_WORDS = 300
"""The most characters of a worker's own error that a message includes."""
LOOK_SECONDS = 0.2
"""Seconds between a worker's checks that its parent is still alive."""

LESS_URGENT = 10
"""The niceness of a worker, from 0 to 19."""


def module(name: str) -> tuple[str, ...]:
    """Return the command that runs one of our modules, independent of the current folder."""
    return (sys.executable, "-P", "-m", name)


class WorkerError(RuntimeError):
    """Raised if a worker gave no answer. The message for the user gives the reason."""


def output_within(command: Sequence[str], given: bytes, seconds: float) -> bytes:
    """Return the output of the command for this input. The process never outlives the call.

    Raises a `WorkerError` if the worker failed, was killed, or took longer than `seconds`.
    """
    try:
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            timeout=seconds,
            check=False,
            start_new_session=True,  # Ctrl+C goes to this process, which ends the worker
        )
    except subprocess.TimeoutExpired:
        raise WorkerError(TOO_LONG) from None
    return _checked(done.returncode, done.stdout, done.stderr)


async def output_of(command: Sequence[str], given: bytes, seconds: float) -> bytes:
    """Return the output of the command like `output_within`, without blocking the event loop."""
    import asyncio  # imported here, because workers load this module and should start fast
    import contextlib

    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl+C goes to the server, which ends its workers
    )
    try:
        async with asyncio.timeout(seconds):
            written, complaint = await process.communicate(given)
    except TimeoutError:
        raise WorkerError(TOO_LONG) from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    assert process.returncode is not None
    return _checked(process.returncode, written, complaint)


def _checked(code: int, written: bytes, complaint: bytes) -> bytes:
    """Return the output of a worker with this exit code, or raise a `WorkerError`."""
    if code == 0:
        return written
    # A traceback ends with the exception.
    last = complaint.decode(errors="replace").strip().rpartition("\n")[2].strip()
    if last.startswith("MemoryError"):
        raise WorkerError(TOO_MUCH_MEMORY)
    if -code in KILLED_BY_LIMITS:
        raise WorkerError(say("it needs more memory than is available, or takes too long"))
    if not last:
        last = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    raise WorkerError(
        say("sightline itself failed ({error}); please report this", error=last[:MOST_WORDS])
    )


# --- inside the worker


def end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed."""
    threading.Thread(target=_wait_for_the_end, args=(os.getppid(),), daemon=True).start()


def _wait_for_the_end(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def give_way() -> None:
    """Lower the priority of this process."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(LESS_URGENT)


def limit(memory: int, seconds: int) -> None:
    """Limit this process to this many bytes of memory and seconds of processor time."""
    try:
        import resource
    except ImportError:
        return  # on Windows only the timeout applies
    resource.setrlimit(resource.RLIMIT_AS, _at_most(resource.RLIMIT_AS, memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, _at_most(resource.RLIMIT_CPU, seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _at_most(which: int, soft: int, hard: int) -> tuple[int, int]:
    """Lower a limit of the system for this process. It cannot be raised above the parent's."""
    import resource

    _, already = resource.getrlimit(which)
    if already == resource.RLIM_INFINITY:
        return soft, hard
    return min(soft, already), min(hard, already)
