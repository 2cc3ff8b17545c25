"""The golden cases with heights, asked by every question that supports heights."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sightline import CenterRule, CornerRule, check, contact, sees, trace
from tests.heights import SHOWN, board_of_case

CASES = json.loads((Path(__file__).parent.parent / "golden" / "heights.json").read_text())["cases"]
RULES = {"corner": CornerRule(), "center": CenterRule()}


@pytest.mark.parametrize("case", [pytest.param(c, id=str(i)) for i, c in enumerate(CASES)])
def test_answered_case(case: dict[str, Any]) -> None:
    board = board_of_case(case)
    for name, rule in RULES.items():
        wanted = case[name]
        assert str(contact(board, "from", "to", rule)) == wanted
        assert str(contact(board, "to", "from", rule)) == wanted


@pytest.mark.parametrize("case", [pytest.param(c, id=str(i)) for i, c in enumerate(CASES[::9])])
def test_ties_and_proofs(case: dict[str, Any]) -> None:
    board = board_of_case(case)
    ties: Any
    for ties, shown in SHOWN.items():
        for name, kind in (("corner", CornerRule), ("center", CenterRule)):
            assert sees(board, "from", "to", kind(ties)) is (case[name] in shown)
    for rule in RULES.values():
        sight = trace(board, "from", "to", rule)
        assert check(board, sight), str(check(board, sight))
        if sight.heights is not None:
            for height, end in zip(sight.heights, ("from", "to"), strict=True):
                low, high = map(Fraction, case[f"{end}_body"])
                assert low < height < high
