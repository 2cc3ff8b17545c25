"""Whole fields, drawn: what is seen from S, tile by tile; and counts of seeing pairs, frozen.

* is seen floor, # seen rock; what is hidden is left blank. The counts were made by the slow
reference, pair by pair, so they hold the engine to more than its own word.
"""

from __future__ import annotations

from collections import Counter

import pytest

from sightline import CenterRule, CornerRule, SquareBoard, all_pairs, contact_field, field
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.pictures.drawing import Drawing, drawn, picture, squares

FIELDS: dict[str, tuple[Rule, str, str]] = {
EOF_FIELDS
}


@pytest.mark.parametrize(("rule", "text", "expected"), FIELDS.values(), ids=FIELDS)
def test_fields(rule: Rule, text: str, expected: str) -> None:
    board, spots = squares(text)
    assert isinstance(board, SquareBoard)
    assert drawn(board, field(board, spots["S"], rule)) == picture(expected)


# --- counts, like perft in chess

CRYPT = """
    # # # # # # # # #
    # . . . # . . . #
    # . # . + . # . #
    # . . . # . . . #
    # # ' # # # . # #
    # . . . . . . . #
    # . # . M . # . #
    # . . . . . . . #
    # # # # # # # # #
    """

HALL = """
    . . . . . . . . . . . . . . .
    . # . . # . . # . . # . . # .
    . . . . . . . . . . . . . . .
    . . .|. . . - . . . . .|. . .
    . # . . # . . M . . # . . # .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . # . . # . . # . . # . . # .
    . . . . . . . . . . . . . . .
    """.replace(" - ", " . ")

COUNTS: dict[str, dict[str, dict[str, int]]] = {
EOF_COUNTS
}
MAPS = {"crypt": CRYPT, "hall": HALL}
RULES: dict[str, Rule] = {
    "corner": CornerRule(),
    "corner, closed ends": CornerRule(closed_ends=True),
    "center": CenterRule(),
}
