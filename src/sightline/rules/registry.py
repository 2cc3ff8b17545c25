"""The rules by name, for files and command lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sightline.errors import InvalidTypeError, UnknownNameError
from sightline.model.numbers import shown
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule


class _ByName(dict[str, Rule]):
    def __missing__(self, name: object) -> Rule:
        raise UnknownNameError(f"rule: expected one of {', '.join(self)}, got {shown(name)}")


RULES: Mapping[str, Rule] = MappingProxyType(
    _ByName(
        {
            "one-card-dungeon": CornerRule(),
            "quest": CenterRule(),
            "hex": HexRay(),
        }
    )
)

KINDS: dict[str, type[Rule]] = {rule.kind: rule for rule in (CornerRule, CenterRule, HexRay)}


def rule_from_dict(data: Any) -> Rule:
    """The rule that `rule.to_dict()` wrote; a registered name alone will do too."""
    if isinstance(data, str):
        return RULES[data]
    if not isinstance(data, Mapping):
        raise InvalidTypeError(f"rule: expected a name or a table of settings, got {shown(data)}")
    settings = {name: value for name, value in data.items() if name != "rule"}
    kind = data.get("rule")
    if isinstance(kind, str) and kind in RULES:
        base = RULES[kind]
        kind, settings = base.kind, {**base.to_dict(), **settings}
        del settings["rule"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownNameError(
            f"rule: expected one of {', '.join((*KINDS, *RULES))}, got {shown(kind)}"
        )
    return KINDS[kind].from_settings(settings)
