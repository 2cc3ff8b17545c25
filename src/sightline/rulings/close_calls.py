"""Find the lines of sight that are too close for a rule and need the game master's decision.

for call in open_calls(board, rule, rulings=rulings):
    print(call)                       # the pair, why it is close, and any earlier ruling
    rulings.rule(board, *call.ends, rule, visible=True, by="Ann", why="...")
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from sightline.answers.sight import Sight
from sightline.engine import check_question, trace
from sightline.errors import InvalidTypeError, LimitError
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.model.parts.heights import At
from sightline.model.place import Where
from sightline.rules.registry import NamedRule
from sightline.rules.rule import Rule
from sightline.rulings.ruling import Ruling
from sightline.rulings.rulings import Rulings

MAX_PAIRS = 1_000_000
"""The most pairs to check in one call."""


@dataclass(frozen=True)
class CloseCall:
    """A line of sight that the rule leaves undecided."""

    a: Where
    b: Where
    sight: Sight
    lapsed: Ruling | None = None
    """An earlier ruling on this pair that no longer applies, with the reason."""

    @property
    def ends(self) -> tuple[Where, Where]:
        return self.a, self.b

    def __str__(self) -> str:
        earlier = f" Ruled before: {self.lapsed}" if self.lapsed is not None else ""
        return self.sight.explain() + earlier


def open_calls(
    board: Board,
    rule: Rule | NamedRule,
    among: Iterable[Where] | None = None,
    *,
    rulings: Rulings | None = None,
    settled: bool = False,
) -> list[CloseCall]:
    """Return every ambiguous pair of places without a ruling.

    `among` are names of figures, and positions. None means every figure except furniture; use
    `board.tiles()` for the whole board. Only rules with `ties="adjudicated"`, and packs that ask
    about touches, leave anything open: whether there is sight, or how much cover. `settled=True`
    also lists the close calls that other ties decide, because a game master may overrule those.
    """
    rule = check_question(board, rule)
    places = _places(board, among)
    close = rule.adjudicated() if settled else rule
    calls = []
    for a, b in _pairs(board, places, rule):
        if not trace(board, a, b, close).awaits_ruling:
            continue
        sight = trace(board, a, b, rule, rulings=rulings)
        if sight.ruling is None:
            lapsed = None if rulings is None else rulings.lapsed_on(board, sight)
            calls.append(CloseCall(a, b, sight, lapsed))
    return calls


def _pairs(board: Board, places: list[Where], rule: Rule) -> Iterable[tuple[Where, Where]]:
    """Return each pair once, or in both orders if sight may differ by direction."""
    either = board.has_one_way_walls or not rule.mutual
    return permutations(places, 2) if either else combinations(places, 2)


def _places(board: Board, among: Any) -> list[Where]:
    if among is None:
        return [figure.name for figure in board.figures() if not figure.is_furniture]
    if isinstance(among, (str, bytes)) or not isinstance(among, Iterable):
        raise InvalidTypeError(f"among: expected names and positions, got {short_repr(among)}")
    given = (each if isinstance(each, (str, At)) else tuple(each) for each in among)
    places: list[Where] = list(dict.fromkeys(given))
    pairs = len(places) * (len(places) - 1) // 2
    if pairs > MAX_PAIRS:
        raise LimitError(f"among: expected at most {MAX_PAIRS:,} pairs, got {pairs:,}")
    return places
