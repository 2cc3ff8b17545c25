"""Hypothesis profiles, and hooks for the whole test run.

quick     with SIGHTLINE_QUICK=1, `make check`: a few random examples
dev       the default: 15 random examples
ci        with CI set: the same 15 examples in every run
thorough  with SIGHTLINE_THOROUGH=1, `make thorough`: many random examples, failures kept on disk
"""

import gc
import os
import signal
import threading
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

settings.register_profile("quick", max_examples=8, deadline=None)
settings.register_profile("dev", max_examples=15, deadline=None)
settings.register_profile(
    "ci",
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough",
    max_examples=5_000,
    deadline=None,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

# Background processes of a shell ignore Ctrl+C, and tests send it to themselves.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


WITH_BROWSER = {"browser", "journeys"}


def is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() not in {"", "0", "false"}


PROFILES = {"SIGHTLINE_THOROUGH": "thorough", "SIGHTLINE_QUICK": "quick", "CI": "ci"}
settings.load_profile(next((PROFILES[name] for name in PROFILES if is_set(name)), "dev"))


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker start collecting at a different part of the tests.

    In a fresh clone, rewriting the asserts of all test files takes longer than importing them. This
    way each worker rewrites a share of the files and reads the rest from the cache.
    """
    gc.disable()  # off until the tests run: it took a third of the collection time
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        folders = sorted(path for path in Path(__file__).parent.iterdir() if path.is_dir())
        sizes = [sum(file.stat().st_size for file in path.rglob("*.py")) for path in folders]
        share = int(worker[2:]) / int(os.environ["PYTEST_XDIST_WORKER_COUNT"]) * sum(sizes)
        first = sum(before <= share for before in accumulate(sizes))
        config.args = [str(path) for path in folders[first:] + folders[:first]]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests by file, so that every worker has the same order.

    A failing browser test is retried once and reported as "rerun", because a busy machine may
    exceed the 15-second timeout or show things in another order. Two failures count.
    """
    items.sort(key=lambda item: item.path.parts)
    if config.pluginmanager.hasplugin("rerunfailures"):
        late = pytest.mark.flaky(reruns=1)
        for item in items:
            if WITH_BROWSER.intersection(item.path.parts):
                item.add_marker(late)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Re-enable garbage collection, without scanning the modules and tests that stay in memory."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print how many answers were compared, and the measured times.

    Tests record numbers under names that begin with "tile answers" or "measured". No test fails
    because of a time.
    """
    sums: Counter[str] = Counter()
    measured: dict[str, Any] = {}
    for report in terminalreporter.getreports("passed"):
        for name, count in report.user_properties:
            if name.startswith("tile answers") and report.when == "call":
                sums[name] += count
            if name.startswith("measured") and report.when == "call":
                measured[name] = count
    for name, total in sums.items():
        terminalreporter.write_line(f"{total:,} {name}, none different")
    for name, found in measured.items():
        terminalreporter.write_line(f"{name}: {found}")
