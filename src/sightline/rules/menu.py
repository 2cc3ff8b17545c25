"""The menu of rules for a map, and the games in it.

The table and the playground show the same menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.parts.terrain import COMMON
from sightline.packs.reading import PACKS
from sightline.packs.schema import KINDS as BOARD_KINDS
from sightline.packs.schema import Pack
from sightline.rules.pack import PackRule
from sightline.rules.registry import (
    GEOMETRIC,
    KINDS,
    PACK,
    RULES,
    rule_from_dict,
    with_settings,
)
from sightline.rules.rule import Rule
from sightline.rules.settings import Setting
from sightline.texts import say, word

OWN_GAMES, OTHER_GAMES = "Your own games", "Other games"
NO_PACKS: Mapping[str, Pack] = {}


class MenuEntry(NamedTuple):
    """A rule in the menu, with its default settings."""

    rule: Rule
    group: str = ""
    """The heading above the entry; "" for none."""


def menu(grid: str, own: Mapping[str, Pack], force: Rule) -> list[MenuEntry]:
    """Return the rules for a grid: first plain geometry, then the games (see `games_on`).

    `own` are the game master's own games, and `force` is the rule in force.
    """
    kinds = [MenuEntry(kind()) for kind in KINDS.values() if grid in kind.grids]
    games = [MenuEntry(PackRule(pack), family_of(pack)) for pack in games_on(grid, own, force)]
    return kinds + games


def entry_data(entry: MenuEntry) -> dict[str, Any]:
    """Return an entry and the settings of its rule as plain data, for the page."""
    rule = entry.rule
    return {
        "kind": rule.menu_kind,
        "title": word(rule.title),
        "summary": word(rule.summary),
        "blocks": rule.blocks_in_words(),
        "settings": [_setting_data(name, each) for name, each in rule.settings().items()],
        "group": word(entry.group),
    }


def _setting_data(name: str, setting: Setting) -> dict[str, Any]:
    choices = setting.choices.items()
    return {
        "name": name,
        "kind": setting.kind,
        "title": word(setting.title),
        "usual": setting.usual,
        "choices": [
            {"value": value, "title": word(choice.title), "words": word(choice.sentence)}
            for value, choice in choices
        ],
        "least": setting.least,
        "step": setting.step,
    }


def pack_data(pack: Pack) -> dict[str, Any]:
    """Return the details of a game as plain data, for the page."""
    return {
        "source": pack.source,
        "unverified": pack.unverified,
        "one_way": not pack.symmetric,
        "degrees": [
            {"name": each, "effect": word(pack.texts[each])}
            for each in pack.degrees
            if each in pack.texts
        ],
        "terrain": terrain_of(pack),
    }


def rule_from_menu(data: Mapping[str, Any], own: Mapping[str, Pack] = NO_PACKS) -> Rule:
    """Return the rule that `Rule.for_menu` wrote. Games are looked up by name, in `own` first."""
    kind, prefix = data.get("rule"), f"{PACK}:"
    if not isinstance(kind, str) or not kind.startswith(prefix):
        return rule_from_dict(data)
    if len(data) > 1:
        raise InvalidValueError(say("the rule of a game has no settings"))
    name = kind.removeprefix(prefix)
    return PackRule({**_registered(), **own}.get(name) or PACKS[name])


def games_on(grid: str, own: Mapping[str, Pack], force: Rule) -> list[Pack]:
    """Return the games for a grid, sorted by family and title, each name once.

    They are the games of the package and registered ones, then the `own` ones, and the game in
    force if it came with the map.
    """
    every = {**PACKS, **_registered(), **own}
    if force.game is not None:
        every[force.game.name] = force.game
    return sorted(
        (pack for pack in every.values() if grid in pack.grids),
        key=lambda pack: (_is_own(pack), family_of(pack), pack.title.casefold(), pack.name),
    )


def _registered() -> dict[str, Pack]:
    return {rule.game.name: rule.game for rule in GEOMETRIC.values() if rule.game is not None}


def family_of(pack: Pack) -> str:
    """Return the heading under which a menu lists the game."""
    return OWN_GAMES if _is_own(pack) else pack.family or OTHER_GAMES


def _is_own(pack: Pack) -> bool:
    return PACKS.get(pack.name) != pack


def rules_compared(grid: str, force: Rule) -> list[tuple[str, Rule]]:
    """Return every geometric rule with each of its ties, as (name of the ties, rule).

    The rule in force keeps its other settings; other rules have their defaults.
    """
    found = []
    for kind in KINDS.values():
        if grid in kind.grids:
            usual = force if type(force) is kind else kind()
            found += [(ties, usual.with_ties(ties)) for ties in kind.tie_choices() or ("",)]
    return found


def every_rule(grid: str) -> Iterator[Rule]:
    """Yield every geometric rule for a grid, with each of its ties and compared flags."""
    for kind in KINDS.values():
        if grid not in kind.grids:
            continue
        usual = kind()
        compared = [name for name, setting in usual.settings().items() if setting.compared]
        for flags in ({}, *({name: not getattr(usual, name)} for name in compared)):
            if not usual.tie_choices():
                yield with_settings(usual, flags)
            for ties in usual.tie_choices():
                yield with_settings(usual, {**flags, "ties": ties})


def every_game(grid: str) -> Iterator[Rule]:
    """Yield the rule of every game for a grid, family by family."""
    games = [rule for rule in RULES.values() if rule.game is not None and grid in rule.grids]
    yield from sorted(games, key=lambda rule: rule.game.family if rule.game else "")


def terrain_words(board: Board, rule: Rule) -> list[str]:
    """Return the kinds of terrain to offer: common ones, those on the board, and those
    of the game.
    """
    counted = terrain_of(rule.game)
    return list(dict.fromkeys([*COMMON, *counted, *sorted(set(board.terrains().values()))]))


def terrain_of(pack: Pack | None) -> list[str]:
    """Return the kinds of terrain that matter in a game."""
    if pack is None:
        return []
    kinds = {
        kind
        for question in (pack.sight, *pack.cover)
        for kind in (*question.blockers, *question.points)
    }
    kinds.update(pack.open_ground)
    # Of the built-in kinds, only low obstacles are also drawn as terrain.
    return sorted(kinds - (BOARD_KINDS.keys() - {"low"}))
