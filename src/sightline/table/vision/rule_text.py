"""Rules in the table's messages; the text comes from the rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sightline.model.board import Board
from sightline.packs import Pack
from sightline.rules.menu import MenuEntry, entry_data, menu, pack_data
from sightline.rules.registry import KINDS
from sightline.rules.rule import Rule
from sightline.table.protocol.server import PackInfo, RuleKind
from sightline.table.vision.cost import is_playable

__all__ = ["pack_info", "rule_kinds", "slow_words"]


def rule_kinds(board: Board, own: Mapping[str, Pack], rule: Rule) -> list[RuleKind]:
    """Return the rules for that map's grid, and their settings. `rule`: the one in force."""
    return [_kind(board, entry) for entry in menu(board.grid.name, own, rule)]


def _kind(board: Board, entry: MenuEntry) -> RuleKind:
    rule, kind = entry.rule, msgspec.convert(entry_data(entry), RuleKind)
    if board.height_level == 2 and not rule.takes_heights:
        kind.slow, kind.instead = f"{rule.title} has no heights, and this map has some.", "center"
    elif not is_playable(board, rule):
        kind.slow, kind.instead = slow_words(board, rule), _instead(board, rule)
    return kind


def _instead(board: Board, rule: Rule) -> str:
    """The kind of the closest faster rule; "" if there is none."""
    quick = rule.quick_kind(board.grid.name)
    return "" if rule.kind == quick else quick


def slow_words(board: Board, rule: Rule, tokens: int = 0) -> str:
    """Return why a map does not accept a rule, and what to do. `tokens`: how many players have, if
    they are the reason.
    """
    walls, tiles = board.wall_count, len(board.tiles())
    if tokens:
        reason = f"players have {tokens} tokens on this map"
    elif walls:
        reason = f"this map has {walls:,} free {'wall' if walls == 1 else 'walls'}"
    else:
        reason = f"this map has {tiles:,} tiles"
    words = f"{rule.title} is too slow here: {reason}. "
    instead = _instead(board, rule)
    if not instead:
        return f"{words}Use another rule, or smaller tokens."
    words += f"Use “{KINDS[instead].title}” for sight."
    if rule.tells_cover:
        words += " For cover, choose two tokens and open “By every rule” under Sight."
    return words


def pack_info(rule: Rule) -> PackInfo | None:
    """Return more about the game in force."""
    return None if rule.game is None else msgspec.convert(pack_data(rule.game), PackInfo)
