"""Run tests on a copy of the tree in which one file at a time is changed."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from math import inf
from pathlib import Path

from tests.mutants.mutant import Mutant
from tests.mutants.parts import Part, nearest

ROOT = Path(__file__).resolve().parents[2]
LEAST_LIMIT = 60
"""The minimum CPU time limit for a run of tests, in seconds."""
PATIENCE = 3600.0
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "build", "dist"
)


class Outcome(Enum):
    """The tests' verdict on a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Result:
    """The outcome for one mutant, and the test that failed or the reason that it is undecided."""

    mutant: Mutant
    outcome: Outcome
    by: str
    seconds: float


class EndlessError(Exception):
    """A run exceeded its CPU time."""


class LateError(Exception):
    """The time for all mutants is over."""


class Tree:
    """A copy of the project."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.limit = 10 * LEAST_LIMIT
        """CPU seconds for one run. A mutant that exceeds it counts as an endless loop."""
        self.end = inf
        """The deadline for all mutants, by `time.monotonic`."""
        self._writes = 0
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
        (folder / "page/node_modules").symlink_to((ROOT / "page/node_modules").resolve())

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Change a file for the block. Every write gets a later timestamp, so
        no bytecode is stale.
        """
        path = self.root / mutant.path
        original = path.read_bytes()
        self._write(path, mutant.apply(original))
        try:
            yield
        finally:
            self._write(path, original)

    def _write(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        self._writes += 2
        later = time.time() + self._writes
        os.utime(path, (later, later))


def try_mutant(tree: Tree, part: Part, mutant: Mutant) -> Result:
    """Run the tests that cover the mutant until one fails."""
    began = time.perf_counter()
    near, rest = nearest(mutant.path, part.test_files(ROOT), ROOT)
    with tree.changed(mutant):
        try:
            failing = _run_page(tree, mutant.path) if mutant.path.endswith(".ts") else None
            for tests in (near, rest):
                failing = failing or _run_pytest(tree, tests)
        except EndlessError:
            outcome, by = Outcome.UNDECIDED, f"no end in {tree.limit} s"
        else:
            outcome, by = (Outcome.KILLED, failing) if failing else (Outcome.SURVIVED, "")
    return Result(mutant, outcome, by, time.perf_counter() - began)


def failing_unchanged(tree: Tree, part: Part, workers: int = 1) -> str | None:
    """Return a test that fails without any change, or None. Also sets the limit for later runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    pages = [path for path in part.source_files(ROOT) if path.endswith(".ts")]
    failing = _run_page(tree, *pages) if pages else None
    failing = failing or _run_pytest(tree, part.test_files(ROOT), workers)
    taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    tree.limit = max(LEAST_LIMIT, 3 * int(taken))
    return failing


def _run_page(tree: Tree, *files: str) -> str | None:
    """Run the page's tests that import these files, check the types, and build the page."""
    folder = tree.root / "page"
    programs = folder / "node_modules/.bin"
    related = [Path(file).relative_to("page").as_posix() for file in files]
    tests = [f"{programs}/vitest", "related", "--run", "--bail=1", "--passWithNoTests", *related]
    return (
        _failing(tree, folder, tests, "FAIL")
        or _failing(tree, folder, [f"{programs}/tsc", "--noEmit", "-p", "tsconfig.json"], "error")
        or _failing(tree, folder, [f"{programs}/vite", "build"], "error")
    )


def _run_pytest(tree: Tree, tests: Sequence[str], workers: int = 1) -> str | None:
    if not tests:
        return None
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    if workers > 1:
        options += ["-n", str(workers)]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    return _failing(tree, tree.root, command, "FAILED", "ERROR")


def _failing(tree: Tree, folder: Path, command: Sequence[str], *marks: str) -> str | None:
    """Run a command. If it fails, return its first line with one of the marks, otherwise None."""
    paths = [str(tree.root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # to cache rewritten asserts
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (tree.limit, tree.limit + 10))
        output, _ = process.communicate(timeout=min(PATIENCE, tree.end - time.monotonic()))
    except subprocess.TimeoutExpired as late:
        raise (LateError if time.monotonic() >= tree.end else EndlessError) from late
    finally:
        with suppress(ProcessLookupError):  # servers left by a failed test
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode == 0:
        return None
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise EndlessError
    named = [line for line in output.splitlines() if any(mark in line for mark in marks)]
    return named[0].split(" - ")[0].strip() if named else f"exit code {process.returncode}"
