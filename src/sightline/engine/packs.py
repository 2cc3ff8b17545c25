"""Questions by the rules of games: degrees of cover, of one pair and of everything around."""

from __future__ import annotations

from sightline.answers.degrees import BEYOND_RADIUS, DegreeField
from sightline.answers.sight import Verdict, in_words
from sightline.engine.arguments import Radius
from sightline.model.board import Board
from sightline.model.place import Place, place
from sightline.model.reach import within
from sightline.packs.schema import NONE, TOTAL
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule

_WITHOUT_DEGREES = {
    Verdict.VISIBLE: (NONE, NONE),
    Verdict.AMBIGUOUS: (NONE, TOTAL),
    Verdict.HIDDEN: (TOTAL, TOTAL),
}


def degree_of(board: Board, source: Place, target: Place, rule: Rule) -> str:
    """The degree of cover as a word, or both that it may be."""
    return in_words(*_degrees(board, source, target, rule))


def _degrees(board: Board, source: Place, target: Place, rule: Rule) -> tuple[str, str]:
    found = rule.trace(board, source, target)
    return found.degrees if any(found.degrees) else _WITHOUT_DEGREES[found.verdict]


def degrees_around(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str
) -> DegreeField:
    """The degree of every tile within the radius."""
    assert isinstance(rule, PackRule)
    rank = rule.pack.rank
    lowest, highest = (bytearray([BEYOND_RADIUS]) * len(board.tiles()) for _ in range(2))
    for tile in within(board, source, radius, metric):
        low, high = _degrees(board, source, place(board, tile, "to"), rule)
        at = board.rank(tile)
        lowest[at], highest[at] = rank(low), rank(high)
    return DegreeField(board, rule.pack.degrees, bytes(lowest), bytes(highest))
