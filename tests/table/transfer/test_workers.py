"""Workers end with their server, and if one ends early, the waiting user gets a message."""

from __future__ import annotations

import base64
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sightline.errors import FormatError
from sightline.processes import WorkerError, output_of, output_within
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.state.records import THE_MASTER, Refusal
from sightline.table.storage.picture_files import PictureFiles
from sightline.table.transfer import exports, picture_uploads, uploads
from tests.formats.map_samples import as_json, uvtt
from tests.table.support.pictured_maps import painted
from tests.table.support.sample_table import sample_table
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
# Under nohup the tests ignore SIGHUP, and the server would inherit that.
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
    return state != "Z"  # a container without an init process leaves orphans as zombies


def wait_for(test: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


CRASH = "import sys; sys.stdin.read(); raise TypeError('HeldLamp is not JSON serializable')"
ENDS = {
    "an exception": (CRASH, "itself failed .TypeError: HeldLamp is not JSON serializable."),
    "no memory": ("raise MemoryError", "^it needs more memory than is available$"),
    "killed": ("import os; os.kill(os.getpid(), 9)", "more memory than is available, or takes too"),
    "a crash": ("import os; os.abort()", "itself failed .SIGABRT."),
    "an exit code": ("raise SystemExit(3)", "itself failed .exit code 3."),
    "no end": ("import time; time.sleep(100)", "^it takes too long$"),
}


@pytest.mark.parametrize("end", ENDS)
async def test_what_ends_a_worker_is_said_as_it_is(end: str) -> None:
    code, words = ENDS[end]
    command, seconds = (sys.executable, "-c", code), 0.5 if end == "no end" else PATIENCE
    with pytest.raises(WorkerError, match=words):
        await output_of(command, b"", seconds)
    with pytest.raises(WorkerError, match=words):
        output_within(command, b"", seconds)


@pytest.mark.parametrize("worker", ["map", "picture in a map", "picture", "painter"])
async def test_a_crash_in_a_worker_reaches_whoever_waits(
    worker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashing = (sys.executable, "-c", CRASH)
    words = "TypeError: HeldLamp is not JSON serializable"
    if worker == "map":
        monkeypatch.setattr(uploads, "WORKER", crashing)
        with pytest.raises(FormatError, match=words):
            await uploads.MapReader().read(b"...\n...\n", "hall.txt")
    elif worker == "picture in a map":
        monkeypatch.setattr(uploads, "DECODER", crashing)
        vtt = as_json(uvtt(image=base64.b64encode(painted(2, 2)).decode()))
        (read,) = await uploads.MapReader().read(vtt, "hall.dd2vtt")
        assert any(words in each for each in read.map.report.lost)
    elif worker == "picture":
        monkeypatch.setattr(picture_uploads, "COMMAND", crashing)
        reader = picture_uploads.PictureReader(PictureShelf(PictureFiles(None)))
        with pytest.raises(FormatError, match=words):
            await reader.take(THE_MASTER, painted(2, 2), "a.png", is_face=False)
    else:
        monkeypatch.setattr(exports, "PAINTER", crashing)
        table = sample_table(None)
        with pytest.raises(Refusal, match=words):
            await exports.Exporter(table).make(THE_MASTER, "picture.png", "", "light")
        await table.close()
