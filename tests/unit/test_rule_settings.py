"""Settings and texts of rules, and the function that reads rules from files and commands."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest

from sightline import (
    RULES,
    CenterRule,
    Contact,
    CornerRule,
    HexRayRule,
    SquareBoard,
    Verdict,
    trace,
)
from sightline.answers.ties import TIES, TouchingTies, grazing_reason
from sightline.errors import InvalidTypeError, InvalidValueError, SightlineError, UnknownNameError
from sightline.render.words import rule_words
from sightline.rules import rule as rule_module
from sightline.rules.registry import KINDS, read_settings, rule_from_dict, with_settings
from sightline.rules.rule import MAX_CHECKED, Rule


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_rule_says_what_it_is(kind: type[Rule]) -> None:
    for words in (kind.label, kind.title):
        assert words[0].isupper()
        assert words not in (Rule.label, Rule.title)
    assert kind.summary.endswith(".")
    assert len({rule.title for rule in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_setting_is_described(kind: type[Rule]) -> None:
    usual = kind()
    assert [*kind.settings()] == [name for name in usual.to_dict() if name != "rule"]
    for name, setting in kind.settings().items():
        assert setting.usual == getattr(usual, name)
        assert setting.title
        for choice in setting.choices.values():
            assert choice.title
            assert choice.sentence.endswith(".")
    assert all(choice.phrase for choice in kind.tie_choices().values())


def test_a_rule_in_a_line() -> None:
    assert CornerRule().in_words() == "Corner rule · ties strict · no closed ends"
    assert CenterRule("permissive", "middle").in_words() == (
        "Center rule · ties permissive · large figures by their middle"
    )
    assert HexRayRule(target_edge_blocks=False).in_words() == (
        "Hex ray · ties nearest · see opaque target · max soft cover 3 · soft cover k 0.7"
        " · the edge before the target does not block"
    )
    assert CornerRule("permissive").unusual() == []
    assert HexRayRule(see_opaque_target=False, soft_cover_k=1).unusual() == [
        "what is opaque hides itself",
        "soft cover k 1",
    ]


def test_values_are_checked_where_they_are_declared() -> None:
    for settings, error in (
        ({"ties": "lax"}, InvalidValueError),
        ({"ties": ["strict"]}, InvalidValueError),
        ({"large": "huge"}, InvalidValueError),
        ({"larg": "tiles"}, UnknownNameError),
    ):
        with pytest.raises(error, match="expected one of"):
            rule_from_dict({"rule": "center", **settings})
    with pytest.raises(InvalidTypeError, match="closed_ends: expected True or False, got 1"):
        CornerRule(closed_ends=1)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="max_soft_cover: expected 0 or more"):
        HexRayRule(max_soft_cover=-1)


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("center", [], CenterRule()),
        ("center", ["large=middle", "ties=permissive"], CenterRule("permissive", "middle")),
        ("center", ["ties=dm-adjudicated"], CenterRule("adjudicated")),
        ("corner", ["closed_ends=yes"], CornerRule(closed_ends=True)),
        ("corner", ["closed_ends = NO"], CornerRule()),
        (
            "hexray",
            ["max_soft_cover=2.5", "see_opaque_target=off"],
            HexRayRule("nearest", False, 2.5),
        ),
    ],
)
def test_settings_as_they_are_typed(name: str, words: list[str], expected: Rule) -> None:
    rule = RULES[name]
    assert with_settings(rule, read_settings(rule, words)) == expected
    assert rule_from_dict({**expected.to_dict(), "rule": name}) == expected


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("center", "large"),
        ("center", "large=huge"),
        ("center", "closed_ends=yes"),
        ("corner", "closed_ends=2"),
        ("hexray", "max_soft_cover=much"),
        ("hexray", "max_soft_cover=nan"),
        ("hexray", "max_soft_cover=-1"),
        ("hexray", "max_soft_cover=1e999"),
    ],
)
def test_what_is_typed_wrong_is_refused(name: str, word: str) -> None:
    with pytest.raises(SightlineError, match="expected"):
        with_settings(RULES[name], read_settings(RULES[name], [word]))


@dataclass(frozen=True)
class Bare(Rule):
    """A rule without texts and without ties."""

    far: bool = False
    reach: float = 2.0
    kind: ClassVar[str] = "bare"


@dataclass(frozen=True)
class Lenient(CornerRule):
    """A rule that differs only in a default."""

    ties: TouchingTies = "permissive"


def test_a_rule_that_describes_nothing_can_still_be_shown() -> None:
    assert Bare(far=True).in_words() == "Rule · far · reach 2"
    assert [(s.kind, s.title) for s in Bare.settings().values()] == [
        ("flag", "Far"),
        ("number", "Reach"),
    ]
    assert Bare.tie_choices() == {}
    assert rule_words(Bare().to_dict()) == "Bare · far False · reach 2.0"


def test_another_default_keeps_the_description() -> None:
    assert next(iter(Lenient.tie_choices())) == "permissive"
    assert {*Lenient.tie_choices()} == {*CornerRule.tie_choices()}
    assert Lenient().ties == Lenient.settings()["ties"].usual == "permissive"
    with pytest.raises(InvalidValueError, match="ties: expected one of strict"):
        Lenient("lax")  # type: ignore[arg-type]


def test_ties_that_only_their_rule_knows_are_explained_too() -> None:
    assert grazing_reason("strict", Contact.EDGE, Verdict.HIDDEN) == TIES["strict"].at_edge
    board = SquareBoard(4, 5)
    board.set_solid((1, 2))
    sight = trace(board, (0, 0), (3, 3), CenterRule("corners-pass"))
    assert sight.contact is Contact.CORNER
    tossed = replace(sight, rule={"rule": "toss", "ties": "coin"})
    assert tossed.explain().endswith("; that passes by this rule's ties (coin).")


def test_a_rule_that_is_made_again_is_checked_as_strictly() -> None:
    """Validated settings are cached, but values that are only equal to them must be checked."""
    for _ in range(2):
        assert HexRayRule(see_opaque_target=True, max_soft_cover=1.0).max_soft_cover == 1.0
        wrong: Any
        for wrong in (1, 1.0, "yes", [], None):
            with pytest.raises(InvalidTypeError, match="see_opaque_target"):
                HexRayRule(see_opaque_target=wrong, max_soft_cover=1.0)
        with pytest.raises(SightlineError, match="max_soft_cover"):
            HexRayRule(max_soft_cover=True)
        assert type(HexRayRule(max_soft_cover=1).max_soft_cover) is float
        assert CornerRule("dm-adjudicated").ties == "adjudicated"


def test_what_is_remembered_of_rules_has_a_limit() -> None:
    for i in range(2 * MAX_CHECKED):
        assert HexRayRule(soft_cover_k=i / 8).soft_cover_k == i / 8
    assert len(rule_module._CHECKED) <= MAX_CHECKED


def test_a_rule_with_a_setting_that_has_no_hash_can_be_made() -> None:
    @dataclass(frozen=True)
    class Listing(CornerRule):
        tiles: list[int] = field(default_factory=list)

    assert Listing(tiles=[1]).tiles == [1]
    assert Listing(tiles=[1]) == Listing(tiles=[1])


def test_making_a_rule_in_the_call_costs_little() -> None:
    """Counts calls instead of time: making an equal rule again does not repeat the checks."""
    kinds = (HexRayRule, CornerRule, CenterRule)
    for kind in kinds:
        kind()
    calls = []

    def note(frame: Any, event: str, arg: Any) -> None:
        if event == "call":
            calls.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for kind in kinds:
            kind()
    finally:
        sys.setprofile(before)
    assert calls == ["__init__", "__post_init__"] * 3
