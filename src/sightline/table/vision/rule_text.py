"""Puts rules and places into words for people at the table; the words are the rules' own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sightline.model.board import Board
from sightline.model.terrain import COMMON
from sightline.packs import PACKS, Pack
from sightline.packs.schema import KINDS as BOARD_KINDS
from sightline.rules.pack import PackRule
from sightline.rules.registry import KINDS
from sightline.rules.rule import Rule
from sightline.rules.settings import Setting
from sightline.table.protocol import DegreeInfo, PackInfo, RuleKind, RuleSetting, SettingChoice

OWN_GAMES, OTHER_GAMES = "Your own games", "Other games"

__all__ = [
    "games_on",
    "pack_info",
    "pack_kind",
    "rule_kinds",
    "rule_words",
    "terrain_words",
    "wire_rule",
]


def rule_words(rule: Rule) -> str:
    """The rule and its ties in one short phrase: without them players guess."""
    if isinstance(rule, PackRule):
        return rule.pack.title
    ties = str(rule.to_dict().get("ties"))
    choices = rule.tie_choices()
    settled = [f"{choices[ties].phrase} ({ties})"] if ties in choices else []
    return ", ".join([rule.title, *rule.unusual(), *settled])


def wire_rule(rule: Rule) -> dict[str, Any]:
    """The rule for the master's page. A game goes by its name there: its data may be large."""
    return {"rule": pack_kind(rule.pack)} if isinstance(rule, PackRule) else rule.to_dict()


def pack_kind(pack: Pack) -> str:
    """The word for the rule of a game among the rules that can be chosen."""
    return f"pack:{pack.name}"


def rule_kinds(grid: str, own: Mapping[str, Pack], rule: Rule) -> list[RuleKind]:
    """The rules that can be chosen on that grid, and what can be set of each: first those of lines
    and ties, then the games (see `games_on`). `rule`: the one in force."""
    kinds = [
        RuleKind(
            kind,
            rule.title,
            rule.summary,
            [_setting(name, setting) for name, setting in rule.settings().items()],
        )
        for kind, rule in KINDS.items()
        if grid in rule.grids and rule is not PackRule
    ]
    return kinds + [
        RuleKind(
            pack_kind(pack),
            pack.title,
            pack.summary,
            group=_heading(pack),
        )
        for pack in games_on(grid, own, rule)
    ]


def games_on(grid: str, own: Mapping[str, Pack], rule: Rule) -> list[Pack]:
    """The games for that grid, by family and title: those of the package, then the master's `own`
    and the one in force, where a map brought it along. Each name occurs once."""
    every = {**PACKS, **own}
    if isinstance(rule, PackRule):
        every[rule.pack.name] = rule.pack
    return sorted(
        (pack for pack in every.values() if grid in pack.grids),
        key=lambda pack: (_is_own(pack), _heading(pack), pack.title.casefold(), pack.name),
    )


def _heading(pack: Pack) -> str:
    return OWN_GAMES if _is_own(pack) else pack.family or OTHER_GAMES


def _is_own(pack: Pack) -> bool:
    return PACKS.get(pack.name) != pack


def pack_info(rule: Rule) -> PackInfo | None:
    """What else there is to know of the game in force."""
    if not isinstance(rule, PackRule):
        return None
    pack = rule.pack
    return PackInfo(
        source=pack.source,
        unverified=pack.verified,
        one_way=not pack.symmetric,
        degrees=[DegreeInfo(each, pack.texts[each]) for each in pack.degrees if each in pack.texts],
        terrain=_terrain_of(pack),
    )


def terrain_words(board: Board, rule: Rule) -> list[str]:
    """The kinds of terrain that the master is offered: those that are common, that are on the map,
    and that count in the game."""
    counted = _terrain_of(rule.pack) if isinstance(rule, PackRule) else []
    return list(dict.fromkeys([*COMMON, *counted, *sorted(set(board.terrains().values()))]))


def _terrain_of(pack: Pack) -> list[str]:
    kinds = {
        kind
        for question in (pack.sight, *pack.cover)
        for kind in (*question.blockers, *question.points)
    }
    # Of what boards have of themselves, only low things are drawn as terrain, too.
    return sorted(kinds - (BOARD_KINDS.keys() - {"low"}))


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
