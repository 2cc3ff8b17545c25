"""Bad input to rules, questions and callbacks raises the same kind of errors as for boards."""

# This file passes wrong types on purpose.
# mypy: disable-error-code="arg-type, assignment, list-item, misc, operator, return-value"

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy
import pytest

from sightline import (
    RULES,
    CenterRule,
    CornerRule,
    HexRayRule,
    SquareBoard,
    all_pairs,
    contact_field,
    cover_field,
    field,
    hexes,
    rule_from_dict,
    sees,
    sees_many,
    trace,
)
from sightline.errors import (
    CallableError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from tests.unit.bad_input import INF, NAN, hexagon, refused, square

# --- rules and questions


@pytest.mark.parametrize("rule", [CornerRule, CenterRule, HexRayRule])
@pytest.mark.parametrize("ties", ["lax", "", None, 1, True, ["strict"]])
def test_unknown_ties(rule: Any, ties: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"ties: expected one of .*strict"):
        rule(ties)


def test_settings_of_rules() -> None:
    with pytest.raises(InvalidValueError, match="got 'nearest'"):
        CornerRule("nearest")
    with pytest.raises(InvalidValueError, match="got 'corners-pass'"):
        HexRayRule("corners-pass")
    for flag in (1, "yes", None):
        with pytest.raises(InvalidTypeError, match="closed_ends: expected True or False"):
            CornerRule(closed_ends=flag)
        with pytest.raises(InvalidTypeError, match="see_opaque_target"):
            HexRayRule(see_opaque_target=flag)
        with pytest.raises(InvalidTypeError, match="target_edge_blocks"):
            HexRayRule(target_edge_blocks=flag)
    for number in (NAN, INF, -INF):
        with pytest.raises(InvalidValueError, match="max_soft_cover: expected a finite number"):
            HexRayRule(max_soft_cover=number)
        with pytest.raises(InvalidValueError, match="soft_cover_k: expected a finite number"):
            HexRayRule(soft_cover_k=number)
    with pytest.raises(InvalidValueError, match="max_soft_cover: expected 0 or more, got -1"):
        HexRayRule(max_soft_cover=-1)
    with pytest.raises(InvalidTypeError, match="soft_cover_k"):
        HexRayRule(soft_cover_k="0.7")


def test_rules_from_plain_data() -> None:
    for data in ("chess", "Corner", ""):
        with pytest.raises(UnknownNameError, match="rules: corner, center, hexray, arcadia"):
            rule_from_dict(data)
    with pytest.raises(UnknownNameError, match="no rule is called 'chess'\n  rules: corner"):
        RULES["chess"]
    with pytest.raises(UnknownNameError, match=r"'centre'; did you mean 'center'\?"):
        RULES["centre"]
    for data in (None, 7, ["corner"]):
        with pytest.raises(InvalidTypeError, match="a name or a table of settings"):
            rule_from_dict(data)
    for data in ({}, {"rule": "chess"}, {"rule": None}):
        with pytest.raises(UnknownNameError, match="corner, center, hexray"):
            rule_from_dict(data)
    with pytest.raises(UnknownNameError, match="ties, closed_ends, got 'tise'"):
        rule_from_dict({"rule": "corner", "tise": "strict"})
    with pytest.raises(InvalidValueError, match="ties"):
        rule_from_dict({"rule": "corner", "ties": "lax"})


@pytest.mark.parametrize("ask", [sees, trace])
def test_no_boards_and_no_rules(ask: Any) -> None:
    for board in (None, [[None]], "board", SquareBoard):
        with pytest.raises(InvalidTypeError, match="board: expected a SquareBoard or a HexBoard"):
            ask(board, (0, 0), (0, 0), CornerRule())
    for rule in (None, b"quest", CornerRule, {"rule": "corner"}):
        refused(lambda b, r=rule: ask(b, (0, 0), (0, 0), r), square(), InvalidTypeError,
                "rule: expected a rule such as")  # fmt: skip
    refused(lambda b: ask(b, (0, 0), (0, 0), HexRayRule()), square(), InvalidValueError,
            "HexRayRule works on hex boards", "square board")  # fmt: skip


def test_radius_and_metric() -> None:
    for radius in (NAN, INF, -1, -0.5):
        refused(lambda b, r=radius: field(b, (0, 0), CornerRule(), radius=r), square(),
                InvalidValueError, "radius", "expected")  # fmt: skip
    for radius in ("3", True, [3]):
        refused(lambda b, r=radius: field(b, (0, 0), CornerRule(), radius=r), square(),
                InvalidTypeError, "radius", "expected")  # fmt: skip
    for metric in ("euclidean", "", None, 2, ["steps"]):
        refused(lambda b, m=metric: field(b, (0, 0), CornerRule(), metric=m), square(),
                InvalidValueError, "metric", "euclid, chebyshev, manhattan, steps")  # fmt: skip
    refused(
        lambda b: contact_field(b, (0, 0), HexRayRule()), hexagon(), InvalidTypeError, "contact"
    )
    refused(
        lambda b: cover_field(b, (0, 0), CornerRule()), hexagon(), InvalidTypeError, "HexRayRule"
    )


def test_pairs() -> None:
    for pairs in ([[0, 0]], [[(0, 0)]], 7, None, [[(0, 0), (0, 1), (0, 2)]]):
        refused(lambda b, p=pairs: sees_many(b, p, CornerRule()), square(), InvalidValueError,
                "pairs", "(..., 2, 2)")  # fmt: skip
    for pairs in (
        [[(0.0, 0), (0, 1)]],
        [[(True, False), (False, True)]],
    ):
        refused(lambda b, p=pairs: sees_many(b, p, CornerRule()), square(), InvalidTypeError,
                "pairs", "whole numbers")  # fmt: skip
    refused(lambda b: sees_many(b, [[(0, 0), (4, 0)]], CornerRule()), square(), OffBoardError)
    refused(lambda b: sees_many(b, [[(0, 0), (-1, 0)]], CornerRule()), square(), OffBoardError)


def test_ragged_pairs() -> None:
    ragged = [[(0, 0), (0, 1)], [(0, 0)]]
    refused(lambda b: sees_many(b, ragged, CornerRule()), square(), SightlineError, "pairs")


def test_all_pairs_has_a_limit() -> None:
    with pytest.raises(LimitError, match="all_pairs: expected a board of at most 65536 tiles"):
        all_pairs(SquareBoard(257, 256), CornerRule())


# --- callables

ASKED = ("blocks_at", "blocks_edge", "soft_cover_at", "elevation_at")


def each_way(**options: Any) -> list[Callable[[], object]]:
    return [
        lambda: hexes.trace_ray((0, 0), (3, 0), **options),
        lambda: hexes.has_line_of_sight((0, 0), (3, 0), **options),
        lambda: hexes.cover_between((0, 0), (3, 0), **options),
        lambda: hexes.visible_within_radius((0, 0), 2, **options),
    ]


@pytest.mark.parametrize("name", ASKED)
def test_callables_that_raise(name: str) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("no such hex")

    for ask in each_way(**{name: broken}):
        with pytest.raises(CallableError, match=rf"{name}\(\(.*raised ZeroDivisionError: no such"):
            ask()


@pytest.mark.parametrize("name", ASKED)
def test_callables_that_are_none(name: str) -> None:
    for wrong in (7, "f", {(0, 0)}, True):
        for ask in each_way(**{name: wrong}):
            with pytest.raises(InvalidTypeError, match=f"{name}: expected a function of hexes"):
                ask()
    for ask in each_way(**{name: lambda: True}):  # takes no hexes
        with pytest.raises(CallableError, match=name):
            ask()


@pytest.mark.parametrize("name", ["blocks_at", "blocks_edge"])
@pytest.mark.parametrize("said", [1, 0, None, "yes", [], 0.0, NAN])
def test_callables_that_should_say_yes_or_no(name: str, said: Any) -> None:
    for ask in each_way(**{name: lambda *_: said}):
        with pytest.raises(InvalidTypeError, match=rf"{name}\(.*expected True or False, got"):
            ask()


@pytest.mark.parametrize("name", ["soft_cover_at", "elevation_at"])
def test_callables_that_should_say_a_number(name: str) -> None:
    for said in (NAN, INF, -INF, Decimal("nan")):
        for ask in each_way(**{name: lambda _, s=said: s})[:3]:
            with pytest.raises(InvalidValueError, match=rf"{name}\(\(.*finite number, got"):
                ask()
    for said in ("1", True, [], object()):
        for ask in each_way(**{name: lambda _, s=said: s})[:3]:
            with pytest.raises(InvalidTypeError, match=rf"{name}\(\(.*a number, got"):
                ask()


def test_callables_may_speak_numpy() -> None:
    ray = hexes.trace_ray(
        (0, 0),
        (3, 0),
        blocks_at=lambda h: numpy.bool_(h == (2, 0)),
        soft_cover_at=lambda h: numpy.float64(0.5),
        elevation_at=lambda h: numpy.int64(0),
    )
    assert ray.blocked_by is not None
    assert ray.blocked_by.hex == (2, 0)
    assert ray.cover_sum == 1.0


def test_each_callable_is_asked_once_per_hex_or_edge() -> None:
    asked: dict[str, list[Any]] = {name: [] for name in ASKED}

    def ask(name: str, answer: Any) -> Any:
        def answering(*where: Any) -> Any:
            asked[name].append(where)
            return answer

        return answering

    answers = {"blocks_at": False, "blocks_edge": False, "soft_cover_at": 0.5, "elevation_at": 0}
    for way in range(4):
        for found in asked.values():
            found.clear()
        options = {name: ask(name, answer) for name, answer in answers.items()}
        each_way(**options)[way]()
        for name, found in asked.items():
            assert len(found) == len(set(found)), (way, name)
            assert found or name == "soft_cover_at"


def test_hexes_of_callables() -> None:
    for wrong in ((True, 0), (1.0, 0), ("0", "0"), None, 7):
        for ask in (hexes.trace_ray, hexes.has_line_of_sight, hexes.cover_between):
            with pytest.raises(InvalidTypeError, match="b: expected"):
                ask((0, 0), wrong)
        with pytest.raises(InvalidTypeError, match="origin: expected"):
            hexes.visible_within_radius(wrong, 1)
    for radius in (-1, 501, 10**9):
        with pytest.raises(LimitError, match="radius: expected 0 to"):
            hexes.visible_within_radius((0, 0), radius)
    for radius in (1.5, True, "1", None):
        with pytest.raises(InvalidTypeError, match="radius: expected a whole number"):
            hexes.visible_within_radius((0, 0), radius)
    for name, value in (("max_soft_cover", NAN), ("soft_cover_k", INF), ("max_soft_cover", -1)):
        with pytest.raises(InvalidValueError, match=name):
            hexes.trace_ray((0, 0), (1, 0), **{name: value})


def test_our_errors_are_drawn_as_they_are() -> None:
    """The tree in the docstring of `errors` lists every class under its parent."""
    from sightline import errors

    drawn = errors.__doc__ or ""
    classes = [c for c in vars(errors).values() if isinstance(c, type)]
    assert all(issubclass(c, SightlineError) for c in classes)
    for each in classes:
        assert each.__name__ in drawn
    assert str(UnknownNameError("no figure is called 'Zoe'")) == "no figure is called 'Zoe'"
