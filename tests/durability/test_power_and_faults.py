"""Acknowledged rulings survive power cuts, kills, failed syncs and full disks.

The power cut itself cannot be tested here, but its precondition can: the log was synced
successfully after its last write and before the acknowledgement. Other faults are injected into
system calls.
"""

import re
from pathlib import Path

import pytest

from tests.durability.processes import (
    THOROUGH,
    check_nothing_was_lost,
    needs_strace,
    traced,
)

pytestmark = needs_strace
RULINGS = 4 if THOROUGH else 2


def unsynced_acknowledgements(log: str) -> list[str]:
    """Return the acknowledgements that came before a write to the rulings file was synced."""
    waiting: set[str] = set()
    found = []
    written = False
    for line in log.splitlines():
        call = re.search(r"\b(pwrite64|fdatasync|fsync|write)\(\d+<([^>]*)>(.*)", line)
        if call is None:
            continue
        name, file, rest = call.groups()
        if name == "write":
            if '"ok ' in rest:
                if waiting or not written:
                    found.append(rest)
                written = False
        elif file.endswith("-wal"):
            if name == "pwrite64":
                waiting.add(file)
                written = True
            elif rest.endswith("= 0"):
                waiting.discard(file)
    return found


def record(tmp_path: Path, *words: str) -> str:
    log = tmp_path / "calls"
    outcome = traced(
        tmp_path / "table.rulings",
        RULINGS,
        "-y",
        "-e",
        "trace=pwrite64,fdatasync,fsync,write",
        "-o",
        str(log),
        words=words,
    )
    assert len(outcome.ok) == RULINGS, outcome.said
    return log.read_text()


def test_the_log_is_synced_before_each_acknowledgement(tmp_path: Path) -> None:
    log = record(tmp_path)
    assert unsynced_acknowledgements(log) == []
    # The file's name is also durable before the first acknowledgement.
    folder_synced = log.index(f"<{tmp_path}>)")
    assert folder_synced < log.index('"ok 0')


def test_a_weaker_setting_would_be_noticed(tmp_path: Path) -> None:
    assert unsynced_acknowledgements(record(tmp_path, "weak"))


def count_calls(tmp_path: Path, call: str) -> int:
    log = tmp_path / "count"
    path = tmp_path / "count.rulings"
    traced(path, RULINGS, "-e", f"trace={call}", "-o", str(log))
    return sum(f"{call}(" in line for line in log.read_text().splitlines())


def spread(total: int, few: int) -> list[int]:
    """Return all numbers up to the total in a thorough run, otherwise a few evenly spread ones."""
    if THOROUGH or total <= few:
        return list(range(1, total + 1))
    return sorted({1 + (total - 1) * i // (few - 1) for i in range(few)})


@pytest.mark.parametrize(
    ("call", "few"),
    [("pwrite64", 5), ("fdatasync", 3), ("ftruncate", 2), ("unlink", 2), ("link", 2)],
)
def test_killed_at_any_call(tmp_path: Path, call: str, few: int) -> None:
    total = count_calls(tmp_path, call)
    assert total > 0
    for when in spread(total, few):
        path = tmp_path / f"killed-{when}.rulings"
        options = ("-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={when}")
        outcome = traced(path, RULINGS, *options)
        assert outcome.killed
        check_nothing_was_lost(path, outcome, RULINGS)


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_a_sync_that_fails(tmp_path: Path, error: str) -> None:
    total = count_calls(tmp_path, "fdatasync")
    seen = set()
    for when in spread(total, few=4):
        path = tmp_path / f"sync-{when}.rulings"
        options = ("-e", "trace=fdatasync", "-e", f"inject=fdatasync:error={error}:when={when}")
        outcome = traced(path, RULINGS, *options)
        assert not outcome.killed
        check_nothing_was_lost(path, outcome, RULINGS)
        seen.add(bool(outcome.unknown or outcome.failed))
    assert True in seen, "the faults never reached a ruling"


@pytest.mark.parametrize("error", ["ENOSPC", "EIO"])
def test_a_full_or_failing_disk(tmp_path: Path, error: str) -> None:
    total = count_calls(tmp_path, "pwrite64")
    seen = set()
    for when in spread(total, few=4):
        path = tmp_path / f"full-{when}.rulings"
        fault = f"inject=pwrite64:error={error}:when={when}..{when + 4}"
        outcome = traced(path, RULINGS, "-e", "trace=pwrite64", "-e", fault)
        assert not outcome.killed
        check_nothing_was_lost(path, outcome, RULINGS)
        seen.add(bool(outcome.unknown or outcome.failed))
    assert True in seen, "the faults never reached a ruling"
