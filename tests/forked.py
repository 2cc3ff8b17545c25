"""Start our programs without waiting for their imports.

A server forked from this test process has already imported what they need. It forks once for each
program, which has a separate process, streams, folder and environment, as with `subprocess`. Tests
of Python's startup, or of other sources, use `subprocess`.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Timer
from types import ModuleType
from typing import IO, NamedTuple

PRELOADED = (
    "sightline.apps.cli.commands.play.table",
    "sightline.table.run",
    "sightline.table.transfer.incoming",
    "uvicorn.lifespan.off",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
)
STATUS_SIZE = 4


class Done(NamedTuple):
    """The outcome of a finished program."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Forked:
    """A running program, with a subset of the interface of `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], *, stdin: int, stderr: int) -> None:
        """Start a program. `words`: "-c", code and arguments, or arguments of the command
        `sightline`.
        """
        output, their_output = os.pipe()
        self._status, their_status = os.pipe()
        order = {"words": list(words), "cwd": os.getcwd(), "env": dict(os.environ)}
        body = json.dumps(order).encode()
        theirs = [stdin, their_output, stderr, their_status]
        server = _server()
        socket.send_fds(server, [len(body).to_bytes(8, "big")], theirs)
        server.sendall(body)
        for each in (their_output, their_status):
            os.close(each)
        self.stdout: IO[str] = open(output, encoding="utf-8")  # noqa: SIM115
        self.pid = int.from_bytes(os.read(self._status, STATUS_SIZE), "big", signed=True)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the program runs."""
        if self.returncode is None:
            os.set_blocking(self._status, False)
            try:
                self._ended()
            except BlockingIOError:
                return None
        return self.returncode

    def communicate(self, timeout: float = 120) -> tuple[str, None]:
        """Wait up to `timeout` seconds until the program ends, and return the
        rest of its output.
        """
        late = Event()

        def give_up() -> None:
            late.set()
            os.kill(self.pid, signal.SIGKILL)

        timer = Timer(timeout, give_up)
        timer.start()
        with self.stdout:
            rest = self.stdout.read()
        if self.returncode is None:
            os.set_blocking(self._status, True)
            self._ended()
        timer.cancel()
        assert not late.is_set(), f"it did not end within {timeout} s"
        return rest, None

    def _ended(self) -> None:
        said = os.read(self._status, STATUS_SIZE)
        self.returncode = int.from_bytes(said, "big", signed=True) if said else -signal.SIGKILL
        os.close(self._status)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(words: Sequence[str], given: bytes = b"") -> Done:
    """Run a program until it ends."""
    with TemporaryFile() as stdin, TemporaryFile() as errors:
        stdin.write(given)
        stdin.seek(0)
        program = Forked(words, stdin=stdin.fileno(), stderr=errors.fileno())
        said, _ = program.communicate()
        errors.seek(0)
        assert program.returncode is not None
        return Done(program.returncode, said.encode(), errors.read())


# --- the server -----------------------------------------------------------------------------------


@cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", str(Path(__file__)), str(theirs.fileno())],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def serve(line: socket.socket) -> dict[str, object]:
    """Fork once for each request. In the child process, return the request."""
    import gc
    from importlib import import_module

    from sightline.formats import READERS

    for name in (*PRELOADED, *(f"sightline.formats.{each}" for each in READERS)):
        import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        size, fds, _, _ = socket.recv_fds(line, 8, 4)
        if not size:
            os._exit(0)
        body = b""
        while len(body) < int.from_bytes(size, "big"):
            body += line.recv(1 << 20)
        if os.fork() == 0:
            break
        for each in fds:
            os.close(each)
    line.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, status = fds
    program = os.fork()
    if program:
        os.write(status, program.to_bytes(STATUS_SIZE, "big"))
        for each in (0, 1, 2, *streams):
            os.close(each)
        code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
        os.write(status, code.to_bytes(STATUS_SIZE, "big", signed=True))
        os._exit(0)
    os.close(status)
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    order: dict[str, object] = json.loads(body)
    return order


if __name__ == "__main__":
    todo = serve(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(todo["cwd"])  # type: ignore[arg-type]
    os.environ.clear()
    os.environ.update(todo["env"])  # type: ignore[call-overload]
    given: list[str] = todo["words"]  # type: ignore[assignment]
    if given[0] == "-c":
        sys.argv, sys.path[:0] = ["-c", *given[2:]], [""]
        sys.modules["__main__"] = module = ModuleType("__main__")
        exec(compile(given[1], "<string>", "exec"), module.__dict__)  # noqa: S102
    else:
        from sightline.apps.cli.main import main

        sys.argv = ["sightline", *given]
        sys.exit(main(given))
