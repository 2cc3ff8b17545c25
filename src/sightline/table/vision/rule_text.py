"""Rules in the table's messages. The text comes from the rules."""

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
from sightline.texts import say, word

__all__ = ["pack_info", "rule_kinds", "slow_words"]


def rule_kinds(board: Board, own: Mapping[str, Pack], rule: Rule) -> list[RuleKind]:
    """Return the rules for that map's grid, with their settings. `rule` is the one in force."""
    return [_kind(board, entry) for entry in menu(board.grid.name, own, rule)]


def _kind(board: Board, entry: MenuEntry) -> RuleKind:
    rule, kind = entry.rule, msgspec.convert(entry_data(entry), RuleKind)
    if board.height_level == 2 and not rule.takes_heights:
        kind.slow, kind.instead = (
            say("{rule} has no heights, and this map has some.", rule=word(rule.title)),
            "center",
        )
    elif not is_playable(board, rule):
        kind.slow, kind.instead = slow_words(board, rule), _instead(board, rule)
    return kind


def _instead(board: Board, rule: Rule) -> str:
    """Return the kind of the closest faster rule, or ""."""
    quick = rule.quick_kind(board.grid.name)
    return "" if rule.kind == quick else quick


def slow_words(board: Board, rule: Rule, tokens: int = 0) -> str:
    """Return why a map does not accept a rule, and what to do.

    `tokens` is the number of players' figures, if that is the reason.
    """
    walls, tiles = board.wall_count, len(board.tiles())
    if tokens:
        reason = say("players have {n} tokens on this map", n=tokens)
    elif walls == 1:
        reason = say("this map has 1 free wall")
    elif walls:
        reason = say("this map has {n:,} free walls", n=walls)
    else:
        reason = say("this map has {n:,} tiles", n=tiles)
    words = say("{rule} is too slow here: {reason}. ", rule=word(rule.title), reason=reason)
    instead = _instead(board, rule)
    if not instead:
        return words + say("Use another rule, or smaller tokens.")
    words += say("Use “{rule}” for sight.", rule=word(KINDS[instead].title))
    if rule.tells_cover:
        words += say(" For cover, choose two tokens and open “By every rule” under Sight.")
    return words


def pack_info(rule: Rule) -> PackInfo | None:
    """Return details about the game whose rule is in force, or None."""
    return None if rule.game is None else msgspec.convert(pack_data(rule.game), PackInfo)
