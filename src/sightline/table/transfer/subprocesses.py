"""Runs work in a process of its own: what may take all memory, or hold up every thread."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence


async def output_of(command: Sequence[str], given: bytes, seconds: float) -> bytes | None:
    """What it writes when it is given that; None if it fails or is killed. It is never left behind.
    After so many seconds on the wall, a TimeoutError."""
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
