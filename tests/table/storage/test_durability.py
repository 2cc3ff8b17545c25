"""Acknowledged changes of a table survive kills, power cuts, failed syncs and full disks.

As with rulings, "ok" changes must be present, "failed" ones absent, and "unknown" ones may be
either, but never partial. After each fault the file must open and pass its checks.
"""

import random
from itertools import count
from pathlib import Path

import pytest

from sightline.table.storage.store import Store
from tests.durability.disk import TRACE, Disk, calls
from tests.durability.processes import THOROUGH, Outcome, finish, needs_strace, start, traced
from tests.durability.test_power_and_faults import spread, unsynced_acknowledgements

WORKER = Path(__file__).with_name("store_worker.py")
CHANGES = 4 if THOROUGH else 2
TRIES = 20 if THOROUGH else 1


def kept(path: Path) -> list[str]:
    """Return the changes in a table, after checking that each is complete."""
    if not path.exists():
        return []
    with Store(path) as store:
        stored = store.load()
    numbers = [row.change_id for row in stored.journal]
    things = [key.partition(",")[2] for key in stored.values if key.startswith("solid|")]
    learned = stored.learned.get(("p", "m"), {})
    assert things == numbers
    assert sorted(key.partition(",")[2] for key in learned) == sorted(numbers)
    assert stored.values.get("table") == (int(numbers[-1]) if numbers else None)
    return numbers


def check(path: Path, outcome: Outcome) -> None:
    numbers = kept(path)
    assert outcome.ok <= set(numbers), outcome.said
    assert not outcome.failed & set(numbers), outcome.said
    assert sorted(numbers, key=int) == numbers
    assert len(numbers) == len(set(numbers))


def run(path: Path, *options: str, words: tuple[str, ...] = ()) -> Outcome:
    return traced(path, CHANGES, *options, words=words, worker=WORKER)


# --- kills


def test_killed_at_any_moment(tmp_path: Path) -> None:
    killed_at_any_moment(tmp_path / "table", random.Random(3), 20 if THOROUGH else 4)


def killed_at_any_moment(path: Path, dice: random.Random, kills: int) -> None:
    """Kill a worker again and again; each time, check that everything it acknowledged is there."""
    acknowledged: list[str] = []
    first = 0
    for _ in range(kills):
        worker = start(path, first, 1_000_000, worker=WORKER)
        assert worker.stdout is not None
        wanted = dice.randrange(1, 60)
        for line in worker.stdout:
            word, _, number = line.strip().partition(" ")
            assert word in ("ok", "opened"), line
            if word == "ok":
                acknowledged.append(number)
                wanted -= 1
                if wanted == 0:
                    break
        worker.kill()
        # Its earlier output is read as above, since `finish` would skip buffered lines.
        acknowledged += [line.split()[1] for line in worker.stdout if line.startswith("ok ")]
        finish(worker)
        numbers = kept(path)
        assert numbers[: len(acknowledged)] == acknowledged, (acknowledged, numbers)
        assert len(numbers) <= len(acknowledged) + 1, (acknowledged, numbers)
        acknowledged, first = numbers, int(numbers[-1]) + 1


# --- under strace


@needs_strace
def test_the_log_is_synced_before_each_acknowledgement(tmp_path: Path) -> None:
    for words, expected in (((), 0), (("weak",), CHANGES)):
        log = tmp_path / f"calls {len(words)}"
        trace = ("-y", "-e", "trace=pwrite64,fdatasync,fsync,write", "-o", str(log))
        outcome = run(tmp_path / f"table {len(words)}", *trace, words=words)
        assert len(outcome.ok) == CHANGES, outcome.said
        assert len(unsynced_acknowledgements(log.read_text())) == expected


@needs_strace
def test_the_power_goes_at_every_call(tmp_path: Path) -> None:
    cuts, losses = power_cuts(tmp_path)
    assert losses == []
    assert cuts > 40 * CHANGES


@needs_strace
def test_a_weaker_setting_would_lose_something(tmp_path: Path) -> None:
    assert power_cuts(tmp_path, "weak")[1]


@needs_strace
def test_the_power_goes_after_a_sync_that_failed(tmp_path: Path) -> None:
    """Changes refused because of a disk error do not reappear after a power cut."""
    refused = 0
    total = count_calls(tmp_path, "fdatasync")
    # The first ones create the file, the last two close it.
    for when in range(1 if THOROUGH else total - 3, total - 1):
        folder = tmp_path / f"sync {when}"
        folder.mkdir()
        fault = ("-e", f"inject=fdatasync:error=EIO:when={when}")
        outcome, log = recorded(folder, fault)
        refused += len(outcome.failed)
        assert cut_anywhere(folder, log)[1] == []
    assert refused, "the faults never reached a change"


def power_cuts(tmp_path: Path, *words: str) -> tuple[int, list[str]]:
    """Return the number of simulated power cuts, and descriptions of those that lost something."""
    outcome, log = recorded(tmp_path, (), *words)
    assert len(outcome.ok) == CHANGES, outcome.said
    return cut_anywhere(tmp_path, log)


def recorded(tmp_path: Path, fault: tuple[str, ...], *words: str) -> tuple[Outcome, str]:
    """Return what a worker reported, and all of its system calls."""
    (tmp_path / "traced").mkdir()
    log = tmp_path / "calls"
    outcome = run(tmp_path / "traced" / "table", *TRACE, *fault, "-o", str(log), words=words)
    return outcome, log.read_text()


def cut_anywhere(tmp_path: Path, log: str) -> tuple[int, list[str]]:
    stage = tmp_path / "stage"
    stage.mkdir()
    disk, dice = Disk(tmp_path / "traced"), random.Random(1)
    said: dict[str, list[str]] = {"ok": [], "failed": [], "unknown": []}
    losses: list[str] = []
    cuts = 0
    for call, arguments in calls(log):
        word, _, rest = (disk.do(call, arguments) or "").partition(" ")
        if word in said:
            said[word].append(rest.split()[0])
        for leftover in disk.leftovers(dice, TRIES) if disk.now else ():
            cuts += 1
            for old in stage.iterdir():
                old.unlink()
            for name, content in leftover.items():
                if not name.endswith("-shm"):  # SQLite recreates it after a crash
                    (stage / name).write_bytes(content)
            numbers = kept(stage / "table")
            certain = [number for number in numbers if number not in said["unknown"]]
            wrong = certain[: len(said["ok"])] != said["ok"] or set(certain) & set(said["failed"])
            if wrong or len(certain) > 1 + len(said["ok"]):
                losses.append(f"cut {cuts}, after {call}: {numbers} of {said}")
    return cuts, losses


def count_calls(tmp_path: Path, call: str) -> int:
    log = tmp_path / "count"
    run(tmp_path / "counted", "-e", f"trace={call}", "-o", str(log))
    return sum(f"{call}(" in line for line in log.read_text().splitlines())


@needs_strace
@pytest.mark.parametrize(("call", "few"), [("pwrite64", 4), ("fdatasync", 2)])
def test_killed_at_a_call(tmp_path: Path, call: str, few: int) -> None:
    for when in spread(count_calls(tmp_path, call), few):
        path = tmp_path / f"killed {when}"
        options = ("-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={when}")
        outcome = run(path, *options)
        assert outcome.killed
        check(path, outcome)


@needs_strace
@pytest.mark.parametrize(
    ("call", "error", "times"),
    [("fdatasync", "EIO", 1), ("fdatasync", "EIO", 3), ("pwrite64", "ENOSPC", 3)],
)
def test_a_disk_that_fails_or_is_full(tmp_path: Path, call: str, error: str, times: int) -> None:
    total = count_calls(tmp_path, call)
    seen: set[str] = set()
    names = count()
    for when in spread(total, 4):
        path = tmp_path / f"table {next(names)}"
        fault = f"inject={call}:error={error}:when={when}..{when + times - 1}"
        outcome = run(path, "-e", f"trace={call}", "-e", fault)
        assert not outcome.killed
        check(path, outcome)
        seen |= {word for word in ("failed", "unknown") if getattr(outcome, word)}
    assert seen, "the faults never reached a change"
