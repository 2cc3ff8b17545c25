"""The rules by name, for files and command lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sightline.errors import InvalidTypeError, UnknownNameError
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "one-card-dungeon": CornerRule(),
        "quest": CenterRule(),
        "hex": HexRay(),
    }
)

KINDS: dict[str, type[Rule]] = {rule.kind: rule for rule in (CornerRule, CenterRule, HexRay)}


def rule_from_dict(data: Any) -> Rule:
    """The rule that `rule.to_dict()` wrote; a registered name alone will do too."""
    if isinstance(data, str):
        if data not in RULES:
            raise UnknownNameError(f"rule: expected one of {', '.join(RULES)}, got {data!r}")
        return RULES[data]
    if not isinstance(data, Mapping):
        raise InvalidTypeError(f"rule: expected a name or a table of settings, got {data!r}")
    kind = data.get("rule")
    if kind not in KINDS:
        raise UnknownNameError(f"rule: expected one of {', '.join(KINDS)}, got {kind!r}")
    return KINDS[kind].from_settings({k: v for k, v in data.items() if k != "rule"})
