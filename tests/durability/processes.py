"""Run the worker, with or without strace, and check the files it leaves."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sightline.rulings import Rulings

WORKER = Path(__file__).with_name("worker.py")
THOROUGH = os.environ.get("SIGHTLINE_THOROUGH", "").lower() not in {"", "0", "false"}


def _strace_works() -> bool:
    """Return whether strace is installed and may trace (containers often forbid it)."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], check=False).returncode == 0


needs_strace = pytest.mark.skipif(not _strace_works(), reason="strace is not to be had here")


@dataclass
class Outcome:
    """What a worker reported about each of its rulings."""

    killed: bool
    ok: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    said: str = ""


def start(
    path: Path, first: int, count: int, *words: str, worker: Path = WORKER
) -> subprocess.Popen[str]:
    command = _command(path, first, count, *words, worker=worker)
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> Outcome:
    said, _ = process.communicate(timeout=60)
    return _outcome(said, process.returncode)


def traced(
    path: Path, count: int, *options: str, words: tuple[str, ...] = (), worker: Path = WORKER
) -> Outcome:
    """Run a worker under strace, optionally making SQLite's system calls fail
    or kill the process.
    """
    # Not with --seccomp-bpf: strace 6.1 then ignores injected signals.
    command = ["strace", "-f", "-qq", *options]
    if "-o" not in options:
        command += ["-o", os.devnull]
    done = subprocess.run(
        [*command, *_command(path, 0, count, *words, worker=worker)],
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    return _outcome(done.stdout, done.returncode)


def _command(path: Path, first: int, count: int, *words: str, worker: Path) -> list[str]:
    # Skipping site packages loads faster, and every fault needs a separate worker.
    site = [str(p) for p in sys.path if p]
    code = (
        f"import sys; sys.path[:0] = {site!r}; sys.argv = sys.argv[1:];"
        f"import runpy; runpy.run_path({str(worker)!r}, run_name='__main__')"
    )
    numbers = [str(first), str(count)]
    return [sys.executable, "-I", "-S", "-c", code, str(worker), str(path), *numbers, *words]


def _outcome(said: str, status: int) -> Outcome:
    outcome = Outcome(killed=status != 0, said=said)
    for line in said.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("ok", "failed", "unknown"):
            getattr(outcome, word).add(rest.split(" ")[0])
    return outcome


def check_nothing_was_lost(path: Path, outcome: Outcome, count: int) -> None:
    """Check that every "ok" ruling is present and every "failed" one is absent.

    Rulings that are "unknown" or not reported may be either.
    """
    if not path.exists():
        assert not outcome.ok
        return
    with Rulings(path) as rulings:
        kept = [ruling.why for ruling in rulings.history()]
    assert len(kept) == len(set(kept)), "a ruling was kept twice"
    assert outcome.ok <= set(kept), outcome.said
    assert not outcome.failed & set(kept), outcome.said
    assert set(kept) <= {str(number) for number in range(count)}
    assert sorted(kept, key=int) == kept
