"""The checker accepts every answer of every rule and rejects every falsified answer."""

from __future__ import annotations

from random import Random

import pytest

from sightline import check, trace
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, MAKE, THOROUGH, on_every_setting, seeds
from tests.tampering import Change, changes

LINES = 40_000 if THOROUGH else 200
"""The maximum number of lines to check again for the falsified versions of one answer."""


@on_every_setting
def test_every_answer_holds(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 5, thorough=300):
        case = MAKE[grid](seed + 700)
        sight = trace(case.board, case.source, case.target, rule)
        assert check(case.board, sight), (seed + 700, str(check(case.board, sight)))
        assert str(check(case.board, sight)) == "the answer holds"


def some(lies: list[Change], lines: int, seed: int) -> list[Change]:
    """Return all falsified versions, or a sample within the budget.

    For each version the checker checks every line, and between two large figures there are
    hundreds.
    """
    most = max(4, LINES // max(1, lines))
    return lies if len(lies) <= most else Random(seed).sample(lies, most)


@pytest.mark.parametrize(("rule", "grid"), [p for p in EVERY_SETTING if "closed" not in str(p.id)])
def test_no_tampered_answer_holds(rule: Rule, grid: str) -> None:
    believed = []
    for seed in seeds(rule, grid, 3, thorough=40):
        case = MAKE[grid](seed + 300, most={"square": 4, "hex": 2}[grid])
        sight = trace(case.board, case.source, case.target, rule)
        for name, changed in some(list(changes(sight)), len(sight.lines), seed):
            assert changed != sight, name
            if grid == "square" and name == "orientation":
                continue  # squares have only one orientation
            if check(case.board, changed):
                believed.append((seed, name))
    assert believed == []
