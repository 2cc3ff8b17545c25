"""Several processes write rulings to the same new file at the same time."""

from pathlib import Path

from sightline.rulings import Rulings
from tests.durability.processes import THOROUGH, finish, start

EACH = 200 if THOROUGH else 8


def test_nobody_overwrites_anybody(tmp_path: Path) -> None:
    path = tmp_path / "shared.rulings"
    workers = [start(path, first, EACH) for first in (0, EACH, 2 * EACH)]
    outcomes = [finish(worker) for worker in workers]
    assert [outcome.said for outcome in outcomes if len(outcome.ok) != EACH] == []
    with Rulings(path) as rulings:
        kept = [int(ruling.why) for ruling in rulings.history()]
    assert sorted(kept) == list(range(3 * EACH))
    for first in (0, EACH, 2 * EACH):
        mine = [number for number in kept if first <= number < first + EACH]
        assert mine == sorted(mine)
    assert [each.name for each in tmp_path.iterdir()] == ["shared.rulings"], "something was left"
