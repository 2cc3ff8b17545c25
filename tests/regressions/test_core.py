"""Regression tests of the core, each named after the symptom."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    all_pairs,
    check,
    field,
    hexes,
    rule_from_dict,
    sees,
    trace,
)
from sightline.errors import InvalidTypeError, LimitError, SightlineError, UnknownNameError
from sightline.geometry import hexline


@pytest.mark.parametrize("rule", [CornerRule(), CenterRule()])
def test_a_goblin_at_the_same_table_was_seen_through(rule: CornerRule | CenterRule) -> None:
    """A figure at a table made the table transparent, and with it all other figures there."""
    board = SquareBoard(1, 5)
    board.place("table", (0, 0), size=(1, 5), kind="table")
    assert sees(board, (0, 0), (0, 4), rule)
    board.place("goblin", (0, 2))
    assert not sees(board, (0, 0), (0, 4), rule)
    assert check(board, trace(board, (0, 0), (0, 4), rule))


def test_a_goblin_on_the_same_rug_was_seen_through_on_hexes() -> None:
    board = HexBoard(2)
    board.place("rug", (0, 0), size=3, blocks_sight=False)
    board.place("goblin", (0, 0))
    for rule in (HexRayRule(), CornerRule(), CenterRule()):
        assert not sees(board, (-2, 0), (2, 0), rule)
        assert check(board, trace(board, (-2, 0), (2, 0), rule))


def test_a_number_too_long_to_print_was_not_our_error() -> None:
    endless = 10**5000
    board = SquareBoard(2, 2)
    for ask in (
        lambda: board.position((endless, 0)),
        lambda: SquareBoard(endless, 1),
        lambda: HexBoard(endless),
        lambda: HexBoard(cells=[(endless, 0)]),
        lambda: board.place("x", (0, 0), size=endless),
        lambda: board.add_wall((endless, 0), (0, 0)),
        lambda: field(board, (0, 0), CornerRule(), radius=-endless),
        lambda: hexes.trace_ray((endless, 0), (0, 0)),
        lambda: hexes.visible_within_radius((0, 0), endless),
    ):
        with pytest.raises(LimitError, match="an endless int"):
            ask()
    with pytest.raises(SightlineError):
        board.position([endless, endless, endless])


def test_a_height_beyond_every_float_broke_the_trace() -> None:
    board = HexBoard(1)
    for far in (10**400, -(10**400), Decimal("1e400"), Decimal("1e999999999")):
        with pytest.raises(LimitError, match="1e308"):
            board.set_elevation((0, 0), far)
    with pytest.raises(LimitError, match="max_soft_cover"):
        HexRayRule(max_soft_cover=10**400)
    board.set_elevation((0, 0), 10**307)
    assert not sees(board, (-1, 0), (1, 0), HexRayRule())
    assert trace(board, (-1, 0), (1, 0), HexRayRule()).steps[1].elevation == 1e307


@pytest.mark.parametrize("tiny", ["1e-999999999", "0e-999999999", "0e999999999"])
def test_a_decimal_with_a_billion_digits_did_not_come_back(tiny: str) -> None:
    board = HexBoard(1)
    try:
        board.set_cover((0, 0), Decimal(tiny))
    except LimitError:
        assert tiny.startswith("1")
    assert board.cover((0, 0)) == 0


def test_a_rule_of_an_unhashable_kind_was_not_our_error() -> None:
    kinds: tuple[object, ...] = ([], {}, 7, None)
    for kind in kinds:
        with pytest.raises(UnknownNameError, match="corner, center, hexray"):
            rule_from_dict({"rule": kind})


def test_a_list_could_not_be_looked_up_in_a_field_of_hexes() -> None:
    seen = field(HexBoard(1), (0, 0), HexRayRule())
    assert [1, 0] in seen  # type: ignore[comparison-overlap]
    with pytest.raises(InvalidTypeError, match="two positions"):
        all_pairs(HexBoard(1), HexRayRule())[0]


def test_a_ray_of_millions_of_steps_took_minutes() -> None:
    with pytest.raises(LimitError, match="10000 steps"):
        hexes.trace_ray((0, 0), (1_000_000, 0))
    assert len(hexes.trace_ray((10**9, 0), (10**9 + 100, 0)).steps) == 101


def test_long_hex_lines_filled_the_memory() -> None:
    """The cache holds up to 16,384 lines, so it may only store short ones."""
    hexline.kept_nearest.cache_clear()
    hexline.nearest((0, 0), (5_000, 17))
    assert hexline.kept_nearest.cache_info().currsize == 0
    hexline.nearest((0, 0), (5, 17))
    assert hexline.kept_nearest.cache_info().currsize == 1


def test_a_blocker_between_two_parts_of_a_figure_was_told_twice() -> None:
    board = HexBoard(3)
    for a in board.tiles():
        for b in board.grid.neighbors(a):
            if b in board:
                board.set_edge(a, b, Wall())
    board.place("Ann", (1, 0), size=2)
    board.place("Bob", (0, -2), size=2)
    sight = trace(board, "Ann", "Bob", CornerRule())
    for line in sight.lines:
        assert len(line.blockers) == len(set(line.blockers))
