"""Puts rules and places into words for people at the table; the words are the rules' own."""

from __future__ import annotations

from sightline.rules.registry import KINDS
from sightline.rules.rule import Rule
from sightline.rules.settings import Setting
from sightline.table.protocol import RuleKind, RuleSetting, SettingChoice

__all__ = ["rule_kinds", "rule_words"]


def rule_words(rule: Rule) -> str:
    """The rule and its ties in one short phrase: without them players guess."""
    ties = str(rule.to_dict().get("ties"))
    choices = rule.tie_choices()
    settled = [f"{choices[ties].phrase} ({ties})"] if ties in choices else []
    return ", ".join([rule.title, *rule.unusual(), *settled])


def rule_kinds(grid: str) -> list[RuleKind]:
    """The rules that can be chosen on that grid, and what can be set of each."""
    return [
        RuleKind(
            kind,
            rule.title,
            rule.summary,
            [_setting(name, setting) for name, setting in rule.settings().items()],
        )
        for kind, rule in KINDS.items()
        if grid in rule.grids
    ]


def _setting(name: str, setting: Setting) -> RuleSetting:
    return RuleSetting(
        name,
        setting.kind,
        setting.title,
        setting.usual,
        [
            SettingChoice(value, choice.title, choice.sentence)
            for value, choice in setting.choices.items()
        ],
        setting.least,
        setting.step,
    )
