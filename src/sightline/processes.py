"""Work in a process of its own: what strangers send may take memory and time, but only there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

TOO_MUCH_MEMORY = "reading it needs more memory than there is"
LOOK_SECONDS = 0.2
"""How often a worker looks whether whoever started it is still there."""


def module(name: str) -> tuple[str, ...]:
    """The command that runs a module of ours, whatever lies in the folder where we were started."""
    return (sys.executable, "-P", "-m", name)


def output_within(command: Sequence[str], given: bytes, seconds: float) -> bytes | None:
    """What it writes when it is given that; None if it fails or is killed. It is never left behind.
    After so many seconds on the wall, a TimeoutError."""
    try:
        done = subprocess.run(
            command,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
            start_new_session=True,  # Ctrl+C is for us, and ends the worker with us
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"not done after {seconds:g} seconds") from None
    return done.stdout if done.returncode == 0 else None


async def output_of(command: Sequence[str], given: bytes, seconds: float) -> bytes | None:
    """The same, for whoever must not wait for it."""
    import asyncio  # workers start with this module, and somebody waits for each of them
    import contextlib

    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for the server, which then ends its workers itself
    )
    try:
        async with asyncio.timeout(seconds):
            written, _ = await process.communicate(given)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return written if process.returncode == 0 else None


# --- for the worker itself


def end_with_parent() -> None:
    """Ends this process with the one that started it, also when that was killed."""
    threading.Thread(target=_wait_for_the_end, args=(os.getppid(),), daemon=True).start()


def _wait_for_the_end(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def limit(memory: int, seconds: int) -> None:
    """No more than so many bytes of memory and seconds of the processor for this process."""
    try:
        import resource
    except ImportError:
        return  # not on Windows: the time on the wall is limited all the same
    resource.setrlimit(resource.RLIMIT_AS, _at_most(resource.RLIMIT_AS, memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, _at_most(resource.RLIMIT_CPU, seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _at_most(which: int, soft: int, hard: int) -> tuple[int, int]:
    """A worker's worker has the limits of both: none can be raised again."""
    import resource

    _, already = resource.getrlimit(which)
    if already == resource.RLIM_INFINITY:
        return soft, hard
    return min(soft, already), min(hard, already)
