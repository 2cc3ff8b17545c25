"""How hard hypothesis tries.

quick     with SIGHTLINE_QUICK=1, `make check`: a few random examples
dev       the default: random examples, a quick look
ci        with CI set: the same 40 examples in every run
thorough  with SIGHTLINE_THOROUGH=1, `make thorough`: many random examples, failures kept on disk
"""

import os
import signal
import threading
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

settings.register_profile("quick", max_examples=8, deadline=None)
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=40,
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

# What a shell starts in the background does not hear Ctrl+C: tests that send it to themselves must.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


def is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() not in {"", "0", "false"}


PROFILES = {"SIGHTLINE_THOROUGH": "thorough", "SIGHTLINE_QUICK": "quick", "CI": "ci"}
settings.load_profile(next((PROFILES[name] for name in PROFILES if is_set(name)), "dev"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How many answers were compared: tests record numbers whose names begin "tile answers". And
    what was "measured" on the way: times are reported, and no test fails by them."""
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
