"""Inset corners of the target: exact, and refused in packs where they have no meaning."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sightline import SquareBoard, check, degree, field, sees, trace
from sightline.errors import FormatError
from sightline.packs import PACKS
from sightline.packs.reading import pack_from_data, to_data
from sightline.rules.pack import PackRule
from tests.packs.test_cases import board_of
from tests.packs.test_random import as_case, position

PACK = PACKS["dnd5e-inset"]
RULE = PackRule(PACK)


def test_the_lines_end_a_twentieth_inside_the_target() -> None:
    sight = trace(SquareBoard(3, 7), "B2", "F2", RULE)
    near, far = Fraction(101, 20), Fraction(119, 20)
    top, bottom = Fraction(21, 20), Fraction(39, 20)
    assert {line.end for line in sight.lines} == {
        (x, y) for x in (near, far) for y in (top, bottom)
    }
    assert sight.degree == "none"


def test_a_graze_becomes_a_hit() -> None:
    """The line along a pillar's side is free, but it is not if it ends further inside."""
    board = SquareBoard(3, 7)
    board.set_solid("D2")
    exact = replace(PACK, sight=replace(PACK.sight, inset=0), cover=PACKS["dnd5e"].cover)
    assert trace(board, "B2", "F2", PackRule(exact)).degree == "half"
    assert trace(board, "B2", "F2", RULE).degree == "total"


@pytest.mark.parametrize("part", range(3))
def test_all_ways_of_asking_agree_and_the_checker_accepts(part: int) -> None:
    for i in range(8):
        where = position(f"inset {part} {i}")
        board = board_of(as_case(where))
        a, b = where.a[::-1], where.b[::-1]
        sight = trace(board, a, b, RULE)
        assert check(board, sight)
        assert sees(board, a, b, RULE) is sight.visible is (b in field(board, a, RULE))
        assert degree(board, a, b, RULE) == sight.degree


def test_it_is_kept_in_files() -> None:
    assert pack_from_data(to_data(PACK)) == PACK


@pytest.mark.parametrize(
    "changes",
    [
        {"inset": 7},
        {"inset": -20},
        {"inset": True},
        {"inset": "20"},
        {"inset": 20, "take": "pair"},
        {"inset": 20, "whole": True},
        {"inset": 20, "swap": True},
        {"inset": 20, "ends": "closed"},
        {"inset": 20, "start": "center"},
        {"inset": 20, "end": "area"},
    ],
)
def test_what_cannot_be_moved_is_refused(changes: dict[str, object]) -> None:
    data = to_data(PACK)
    data["sight"] |= changes
    with pytest.raises(FormatError):
        pack_from_data(data)
