"""Rules as values: frozen, hashable, equal by their settings, printable, and
convertible to data.
"""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from sightline import RULES, CenterRule, CornerRule, HexRayRule, rule_from_dict
from sightline.engine import native
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_KIND, settings_of


@pytest.mark.parametrize("rule", EVERY_KIND)
def test_rules_are_values(rule: Rule) -> None:
    settings = settings_of(rule)
    assert len(set(settings)) == len(settings) > 1
    for setting in settings:
        same = rule_from_dict(json.loads(json.dumps(setting.to_dict())))
        assert same == setting
        assert hash(same) == hash(setting)
        assert type(same) is type(setting)
        assert pickle.loads(pickle.dumps(setting)) == setting  # noqa: S301
        known = {c.__name__: c for c in (CornerRule, CenterRule, HexRayRule)}
        assert eval(repr(setting), known) == setting  # noqa: S307
    with pytest.raises(FrozenInstanceError):
        rule.ties = "lax"  # type: ignore[attr-defined]


def test_rules_by_name() -> None:
    assert RULES["corner"] == CornerRule(ties="strict", closed_ends=False)
    assert RULES["center"] == CenterRule(ties="strict")
    assert RULES["hexray"] == HexRayRule("nearest", True, 3.0, 0.7)
    assert rule_from_dict("center") is RULES["center"]
    assert RULES.get("chess") is None
    with pytest.raises(TypeError):
        RULES["chess"] = CornerRule()  # type: ignore[index]


def test_what_is_missing_takes_its_default() -> None:
    assert rule_from_dict({"rule": "corner", "closed_ends": True}) == CornerRule(closed_ends=True)
    assert rule_from_dict({"rule": "hexray"}) == HexRayRule()
    assert CornerRule().to_dict() == {"rule": "corner", "ties": "strict", "closed_ends": False}


@pytest.mark.parametrize("kind", [CornerRule, CenterRule, HexRayRule])
def test_the_decision_records_name_for_the_masters_ties(kind: type[Any]) -> None:
    rule = kind("dm-adjudicated")
    assert rule == kind("adjudicated")
    assert rule.to_dict() == kind("adjudicated").to_dict()
    assert native.code_of(rule) == native.code_of(kind("adjudicated"))
    assert rule_from_dict({"rule": rule.kind, "ties": "dm-adjudicated"}) == rule
    assert replace(kind(), ties="dm-adjudicated") == rule


def test_the_edge_before_the_target() -> None:
    rule = rule_from_dict({"rule": "hex", "target_edge_blocks": False})
    assert rule == HexRayRule(target_edge_blocks=False)
    assert HexRayRule().mutual
    assert not rule.mutual
    assert not HexRayRule(see_opaque_target=False).mutual


def test_rules_of_other_kinds_are_not_equal() -> None:
    corner: Rule = CornerRule()
    assert corner != CenterRule()
    assert CornerRule() != CornerRule("permissive")
    assert HexRayRule(max_soft_cover=3) == HexRayRule(max_soft_cover=3.0)
