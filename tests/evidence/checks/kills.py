"""Kill processes under load and check that no acknowledged write is lost."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.evidence.check import Check, Result

GOAL = 10**4
KILLS = {"store": 5, "rulings": 5, "server": 2}
"""Number of kills in one part."""


class Kills(Check):
    name = "kills"
    title = "SIGKILL under load"
    compares = (
        "the file after a kill during changes: it contains all acknowledged changes in order, and"
        " at most one more; and a served table with one that was never killed"
    )
    unit = "kills"
    sources = (
        *("src/sightline/errors.py", "src/sightline/storage", "src/sightline/rulings"),
        *("src/sightline/table", "tests/durability", "tests/table/storage", "tests/table/support"),
        *("tests/table/whole/test_killed_server.py", "tests/evidence/checks/kills.py"),
    )

    def groups(self) -> dict[str, int]:
        return {"store": GOAL * 4 // 10, "rulings": GOAL * 4 // 10, "server": GOAL * 2 // 10}

    def part(self, group: str, number: int) -> Result:
        kills = KILLS[group]
        dice = random.Random(f"{group} {number}")
        result = Result()
        with TemporaryDirectory() as folder, result.case(f"{group} {number}"):
            path = Path(folder)
            if group == "store":
                from tests.table.storage.test_durability import killed_at_any_moment

                killed_at_any_moment(path / "table", dice, kills)
            elif group == "rulings":
                for kill in range(kills):
                    _kill_rulings(path / f"{kill}.rulings", dice)
            else:
                from tests.table.whole.test_killed_server import killed_again_and_again

                asyncio.run(killed_again_and_again(path, dice, kills))
            result.answers += kills
        return result


def _kill_rulings(path: Path, dice: random.Random) -> None:
    from tests.durability.processes import Outcome, check_nothing_was_lost, finish, start

    most = 1_000_000
    worker = start(path, 0, most)
    assert worker.stdout is not None
    wanted = dice.randrange(1, 40)
    said = []
    for line in worker.stdout:
        said.append(line)
        wanted -= 1
        if wanted == 0:
            break
    worker.kill()
    said += [line for line in worker.stdout if line.endswith("\n")]
    finish(worker)
    acknowledged = {line.split()[1] for line in said if line.startswith("ok ")}
    failed = {line.split()[1] for line in said if line.startswith("failed ")}
    outcome = Outcome(killed=True, ok=acknowledged, failed=failed, said="".join(said))
    check_nothing_was_lost(path, outcome, most)
