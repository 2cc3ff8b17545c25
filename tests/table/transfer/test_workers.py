"""No worker outlives its server, however that ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.table.support.served_table import PATIENCE

READER, PAINTER = "sightline.table.transfer.map_worker", "sightline.table.transfer.picture_worker"
NEVER_READY = """
import os, sys, time
from pathlib import Path
from {worker} import main
sys.stdin.close()
os.close(0)
sys.stdin = type("", (), {{"buffer": type("", (), {{"read": lambda self: (
    Path({pid!r}).write_text(str(os.getpid())), time.sleep(1000)
)}})()}})()
main()
"""
# Who runs the tests under nohup ignores SIGHUP, and so would the server.
SERVER = """
import asyncio, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from sightline.processes import output_of
asyncio.run(output_of((sys.executable, "-c", sys.argv[1]), b"", 1000))
"""


@pytest.mark.parametrize("worker", [READER, PAINTER])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_workers_go_with_their_server(tmp_path: Path, worker: str, how: signal.Signals) -> None:
    noted = tmp_path / "pid"
    work = NEVER_READY.format(worker=worker, pid=str(noted))
    server = subprocess.Popen([sys.executable, "-c", SERVER, work])
    try:
        wait_for(lambda: noted.exists() and noted.read_text() != "")
        pid = int(noted.read_text())
        assert is_there(pid)
    finally:
        server.send_signal(how)
        server.wait(timeout=PATIENCE)
    wait_for(lambda: not is_there(pid))


def is_there(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # where nobody buries orphans


def wait_for(test: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)
