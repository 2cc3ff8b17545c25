"""After a power cut at any system call, every acknowledged ruling is still there.

At least the synced data remains. Pending writes may be present in part and in any order; SQLite
must recover, and a partially written ruling must not be read as a complete one.
"""

import random
from pathlib import Path

from sightline.rulings import Rulings
from tests.durability.disk import TRACE, Disk, calls
from tests.durability.processes import THOROUGH, needs_strace, traced

pytestmark = needs_strace
RULINGS = 4 if THOROUGH else 2
TRIES = 20 if THOROUGH else 1


def power_cuts(tmp_path: Path, *words: str) -> tuple[int, list[str]]:
    """Return the number of simulated power cuts, and descriptions of those that lost a ruling."""
    traces, stage, log = tmp_path / "traced", tmp_path / "stage", tmp_path / "calls"
    traces.mkdir()
    stage.mkdir()
    outcome = traced(traces / "table", RULINGS, *TRACE, "-o", str(log), words=words)
    assert len(outcome.ok) == RULINGS, outcome.said
    disk, dice = Disk(traces), random.Random(1)
    acknowledged: list[str] = []
    losses: list[str] = []
    cuts = 0
    for call, arguments in calls(log.read_text()):
        said = disk.do(call, arguments)
        if said is not None and said.startswith("ok "):
            acknowledged.append(said.removeprefix("ok ").strip())
        for leftover in disk.leftovers(dice, TRIES) if disk.now else ():
            cuts += 1
            kept = kept_after(stage, leftover)
            if kept[: len(acknowledged)] != acknowledged or len(kept) > len(acknowledged) + 1:
                losses.append(f"cut {cuts}, after {call}: {kept} of {acknowledged}")
    assert len(acknowledged) == RULINGS
    return cuts, losses


def kept_after(stage: Path, leftover: dict[str, bytes]) -> list[str]:
    """Return the rulings found after a restart."""
    for old in stage.iterdir():
        old.unlink()
    for name, content in leftover.items():
        if not name.endswith("-shm"):  # SQLite recreates it after a crash
            (stage / name).write_bytes(content)
    if not (stage / "table").exists():
        return []
    with Rulings(stage / "table") as rulings:
        return [ruling.why for ruling in rulings.history()]


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    cuts, losses = power_cuts(tmp_path)
    assert losses == []
    assert cuts > 50 * RULINGS


def test_a_weaker_setting_would_lose_something(tmp_path: Path) -> None:
    _, losses = power_cuts(tmp_path, "weak")
    assert losses
