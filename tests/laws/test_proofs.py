"""An answer survives conversion to JSON and back with its complete proof."""

from __future__ import annotations

import json

import pytest

from sightline import SquareBoard, check, trace
from sightline.answers.proofs import proof_of, read_proof
from sightline.errors import FormatError
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, on_every_setting, seeds


@on_every_setting
def test_a_proof_comes_back_from_json(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 3, thorough=100):
        case = MAKE[grid](seed + 4100)
        sight = trace(case.board, case.source, case.target, rule)
        again = read_proof(case.board, json.loads(json.dumps(proof_of(sight))))
        assert again == sight
        assert check(case.board, again)


def test_a_changed_proof_does_not_hold() -> None:
    board = SquareBoard.from_text("A#B")
    plain = proof_of(trace(board, "A", "B", "center"))
    assert not check(board, read_proof(board, {**plain, "verdict": "visible"}))


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        {},
        {"source": 3},
        {"line": [["9" * 500, 0]]},
        [1],
        "visible",
    ],
)
def test_anything_else_is_refused_in_words(nonsense: object) -> None:
    board = SquareBoard.from_text("A#B")
    given = (
        {**proof_of(trace(board, "A", "B", "center")), **nonsense}
        if isinstance(nonsense, dict) and nonsense
        else nonsense
    )
    with pytest.raises(FormatError, match="proof: expected"):
        read_proof(board, given)
