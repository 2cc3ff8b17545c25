"""Curves in pixels are approximated to a fiftieth of a tile, within the limit of segments."""

from fractions import Fraction
from typing import Any

import pytest

from sightline.errors import FormatError
from sightline.formats.shared import curve_budget as subject
from sightline.formats.shared.curve_budget import CurveBudget

F = Fraction


def spots(*values: int) -> Any:
    return [(F(x), F(y)) for x, y in zip(values[::2], values[1::2], strict=True)]


def test_larger_tiles_make_coarser_curves() -> None:
    points = spots(0, 0, 100, 0, 100, 100)
    fine: Any = CurveBudget().along(points, F(10), "here")
    coarse: Any = CurveBudget().along(points, F(1000), "here")
    assert len(fine) > len(coarse) >= 2
    assert fine[0] == coarse[0] == (0, 0)
    assert fine[-1] == coarse[-1] == (100, 100)


def test_an_ellipse_fills_its_box_whichever_corners_are_given() -> None:
    for one, other in ((spots(0, 0, 40, 20)), (spots(40, 0, 0, 20)), (spots(40, 20, 0, 0))):
        ring: Any = CurveBudget().around(one, other, F(50), "here")
        assert (min(x for x, _ in ring), max(x for x, _ in ring)) == (0, 40)
        assert (min(y for _, y in ring), max(y for _, y in ring)) == (0, 20)


def test_all_curves_together_have_a_limit(monkeypatch) -> None:
    points = spots(0, 0, 100, 0, 100, 100)
    pieces = len(CurveBudget().along(points, F(10), "here")) - 1
    monkeypatch.setattr(subject, "MAX_PIECES_OF_ALL", 2 * pieces)
    curves = CurveBudget()
    curves.along(points, F(10), "here")
    curves.along(points, F(10), "here")
    with pytest.raises(FormatError, match=f"here: curves of more than {2 * pieces} pieces"):
        curves.along(points, F(10), "here")


def test_what_is_larger_than_a_board_is_refused() -> None:
    reach = 2 * 4096 * 10
    CurveBudget().along(spots(0, 0, reach, 0), F(10), "here")
    for points in (spots(0, 0, reach + 1, 0), spots(0, 0, 0, reach + 1)):
        with pytest.raises(FormatError, match="here: a curve larger than any board"):
            CurveBudget().along(points, F(10), "here")
        with pytest.raises(FormatError, match="here: a curve larger than any board"):
            CurveBudget().around(points[0], points[1], F(10), "here")
