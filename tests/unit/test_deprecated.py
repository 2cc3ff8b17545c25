"""Old names from sightline 0.2 still work, with a warning that gives the new name."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import sightline as s
from sightline import errors

BOARD = s.SquareBoard.from_text("A..#.\n..B..")
RULE = s.CenterRule()
PAIRS = [((0, 0), (1, 2)), ((0, 0), (0, 4))]

CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], str]] = {
    "field": (
        lambda f: f.field(BOARD, "A", RULE, 2, "chebyshev", True),
        lambda f: f.field(BOARD, "A", RULE, radius=2, metric="chebyshev", light_walls=True),
        "radius=...",
    ),
    "field by name": (
        lambda f: f.field(BOARD, "A", "center", 2),
        lambda f: f.field(BOARD, "A", "center", radius=2),
        "radius=...",
    ),
    "field, half of it by position": (
        lambda f: f.field(BOARD, "A", RULE, 2, metric="chebyshev"),
        lambda f: f.field(BOARD, "A", RULE, radius=2, metric="chebyshev"),
        "radius=...",
    ),
    "contact_field": (
        lambda f: f.contact_field(BOARD, "A", RULE, 2),
        lambda f: f.contact_field(BOARD, "A", RULE, radius=2),
        "radius=...",
    ),
    "cover_field": (
        lambda f: f.cover_field(BOARD, "A", "dnd5e", 2),
        lambda f: f.cover_field(BOARD, "A", "dnd5e", radius=2),
        "radius=...",
    ),
    "sees_many": (
        lambda f: f.sees_many(BOARD, PAIRS, RULE, None, 2).tolist(),
        lambda f: f.sees_many(BOARD, PAIRS, RULE, threads=2).tolist(),
        "threads=...",
    ),
    "heat_map": (
        lambda f: f.heat_map(BOARD, RULE, 2).tolist(),
        lambda f: f.heat_map(BOARD, RULE, radius=2).tolist(),
        "radius=...",
    ),
    "circle": (
        lambda f: f.areas.circle(BOARD, "A", 2, "chebyshev"),
        lambda f: f.areas.circle(BOARD, "A", 2, metric="chebyshev"),
        "metric=...",
    ),
    "threat": (
        lambda f: f.threat(BOARD, "A", 2, range=3, rule=RULE).field,
        lambda f: f.threat(BOARD, "A", 2, radius=3, rule=RULE).field,
        "radius=...",
    ),
    "field_in_light": (
        lambda f: f.field_in_light(BOARD, "A", RULE, range=3),
        lambda f: f.field_in_light(BOARD, "A", RULE, radius=3),
        "radius=...",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_old_calls_warn_and_answer(name: str) -> None:
    old, new, write = CALLS[name]
    with pytest.warns(DeprecationWarning, match=rf"is deprecated: write .*{write}") as caught:
        answer = old(s)
    assert {each.filename for each in caught} == {__file__}, "at the line of the caller"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert answer == new(s)


@pytest.mark.parametrize(
    "call",
    [
        lambda f: f.field(BOARD, "A", RULE, 2, "euclid", True, None),
        lambda f: f.contact_field(BOARD, "A", RULE, 2, radius=3),
        lambda f: f.threat(BOARD, "A", 2, 3, RULE, range=4),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_makes_no_sense_is_refused(call: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        call(s)


@pytest.mark.parametrize(
    ("old", "new"), [("one-card-dungeon", "corner"), ("quest", "center"), ("hex", "hexray")]
)
def test_old_rule_names_warn_in_programs_and_not_in_files(old: Any, new: Any) -> None:
    board = s.HexBoard(radius=1) if old == "hex" else BOARD
    with pytest.warns(DeprecationWarning, match=f"write '{new}'"):
        assert s.RULES[old] is s.RULES[new]
    with pytest.warns(DeprecationWarning, match=f"write '{new}'") as caught:
        assert s.sees(board, (0, 0), (0, 1), old)
    assert {each.filename for each in caught} == {__file__}
    assert old in s.RULES
    assert old not in list(s.RULES)
    assert s.rule_from_dict(old) == s.rule_from_dict({"rule": old}) == s.RULES[new]


def test_errors_have_american_names() -> None:
    with pytest.warns(DeprecationWarning, match="write NotNeighborsError"):
        assert errors.NotNeighboursError is errors.NotNeighborsError


def test_old_pickles_of_rules_are_read() -> None:
    with pytest.warns(DeprecationWarning, match="write HexRayRule"):
        assert pickle.loads(b"csightline.rules.hexray\nHexRay\n.") is s.HexRayRule  # noqa: S301


NAMES = {"HexRay": "HexRayRule", "DegreeField": "CoverField"}


@pytest.mark.parametrize("name", NAMES)
def test_old_names_warn(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"write {NAMES[name]}") as caught:
        old = getattr(s, name)
    assert old is getattr(s, NAMES[name])
    assert {each.filename for each in caught} == {__file__}
    assert name not in s.__all__
