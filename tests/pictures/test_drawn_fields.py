"""Whole fields from S, drawn tile by tile, and fixed counts of seeing pairs.

* is visible floor, # visible rock, - hidden. The slow reference computed the counts pair by pair,
so they are independent of the engine.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from sightline import CenterRule, CornerRule, SquareBoard, all_pairs, contact_field, field
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.pictures.drawing import drawn, picture, squares

FIELDS: dict[str, tuple[Rule, str, str]] = {
    "pillar, corner rule": (
        CornerRule(),
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . S . # . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        """
        * * * * * * *
        * * * * * * *
        * * * * * * *
        * * * # - - -
        * * * * * * *
        * * * * * * *
        * * * * * * *
        """,
    ),
    "pillar, center rule": (
        CenterRule(),
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . S . # . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        """
        * * * * * * *
        * * * * * * *
        * * * * - - -
        * * * # - - -
        * * * * - - -
        * * * * * * *
        * * * * * * *
        """,
    ),
    "ring, corner rule": (
        CornerRule(),
        """
        . . . . . . .
        . # # # # # .
        . # . . . # .
        . # . S . . .
        . # . . . # .
        . # # # # # .
        . . . . . . .
        """,
        """
        - - - - - - -
        - - # # # - -
        - # * * * # *
        - # * * * * *
        - # * * * # *
        - - # # # - -
        - - - - - - -
        """,
    ),
    "ring, center rule": (
        CenterRule(),
        """
        . . . . . . .
        . # # # # # .
        . # . . . # .
        . # . S . . .
        . # . . . # .
        . # # # # # .
        . . . . . . .
        """,
        """
        - - - - - - -
        - - # # # - -
        - # * * * # -
        - # * * * * *
        - # * * * # -
        - - # # # - -
        - - - - - - -
        """,
    ),
    "doors, corner rule": (
        CornerRule(),
        """
        . . .|. . .
        . S .+. . .
        . . .'. . .
        - - '
        . . . . . .
        . . . . . .
        """,
        """
        * * * - - -
        * * * * - -
        * * * * * *
        - * * * * *
        - - * * * *
        """,
    ),
    "doors, center rule": (
        CenterRule(),
        """
        . . .|. . .
        . S .+. . .
        . . .'. . .
        - - '
        . . . . . .
        . . . . . .
        """,
        """
        * * * - - -
        * * * - - -
        * * * * - -
        - - * * * *
        - - - * * *
        """,
    ),
    "corner, corner rule": (
        CornerRule(),
        """
        S . . . .
        . . . . .
        # # # . .
        . . . . .
        . . . . .
        """,
        """
        * * * * *
        * * * * *
        # # # * *
        - - - - *
        - - - - -
        """,
    ),
    "corner, center rule": (
        CenterRule(),
        """
        S . . . .
        . . . . .
        # # # . .
        . . . . .
        . . . . .
        """,
        """
        * * * * *
        * * * * *
        # # - - *
        - - - - -
        - - - - -
        """,
    ),
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
    # . # .+. . # . #
    # . . . # . . . #
        '
    # # . # # # . # #
    # . . . . . . . #
    # . # . M . # . #
    # . . . . . . . #
    # # # # # # # # #
    """

HALL = """
    . . . . . . . . . . . .
    . # . . # .|. # . . # .
    . . . . . .|. . . . . .
          -         - -
    . . .|. . . . . . . . .
    . # . . # . . M . . # .
    . . . . . . . . . . . .
    """

MAPS = {"crypt": CRYPT, "hall": HALL}
COUNTS: dict[str, dict[str, dict[str, int]]] = {
    "crypt": {
        "corner": {"clear": 2537, "corner": 282, "edge": 472, "blocked": 3270},
        "corner, closed ends": {"clear": 343, "corner": 2476, "edge": 472, "blocked": 3270},
        "center": {"clear": 973, "corner": 506, "edge": 0, "blocked": 5082},
    },
    "hall": {
        "corner": {"clear": 3612, "corner": 494, "edge": 460, "blocked": 618},
        "corner, closed ends": {"clear": 2626, "corner": 1480, "edge": 460, "blocked": 618},
        "center": {"clear": 1492, "corner": 496, "edge": 0, "blocked": 3196},
    },
}
RULES: dict[str, Rule] = {
    "corner": CornerRule(),
    "corner, closed ends": CornerRule(closed_ends=True),
    "center": CenterRule(),
}
ALL = [(name, rule) for name in MAPS for rule in RULES]
QUICK = [("crypt", "corner"), ("crypt", "center"), ("hall", "center")]


@pytest.mark.parametrize(("name", "rule"), ALL if THOROUGH else QUICK)
def test_counts_of_seeing_pairs(name: str, rule: str) -> None:
    board = squares(MAPS[name]).board
    counts = COUNTS[name][rule]
    assert sum(counts.values()) == len(board.tiles()) ** 2
    seen = 0
    ties = {"strict": ["clear"], "corners-pass": ["corner"], "permissive": ["edge"]}
    for setting, more in list(ties.items())[: None if THOROUGH else 1]:
        seen += sum(counts[contact] for contact in more)
        assert all_pairs(board, replace(RULES[rule], ties=setting)).count() == seen  # type: ignore[type-var]


@pytest.mark.parametrize(("name", "rule"), ALL if THOROUGH else [("crypt", "center")])
def test_counts_of_contacts(name: str, rule: str) -> None:
    board = squares(MAPS[name]).board
    found = Counter(
        str(contact)
        for tile in board.tiles()
        for contact in contact_field(board, tile, RULES[rule]).values()
    )
    assert found == Counter(COUNTS[name][rule])
