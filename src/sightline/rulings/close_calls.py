"""Finds the looks that are too close for a rule, and that a game master has yet to decide.

for call in open_calls(board, rule, rulings=rulings):
    print(call)                       # who, whom, why it is close, and what was ruled before
    rulings.rule(board, *call.ends, rule, visible=True, by="Ann", why="...")
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

from sightline.answers.sight import Sight, Verdict
from sightline.engine import check_question, trace
from sightline.errors import InvalidTypeError, LimitError
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.model.place import Where
from sightline.rules.registry import NamedRule
from sightline.rules.rule import Rule
from sightline.rulings.ruling import Ruling
from sightline.rulings.rulings import Rulings

MAX_PAIRS = 1_000_000
"""The most pairs that are looked at in one call."""


@dataclass(frozen=True)
class CloseCall:
    """A look that is too close for the rule alone."""

    a: Where
    b: Where
    sight: Sight
    lapsed: Ruling | None = None
    """An earlier ruling on this look that no longer holds, and why."""

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
    """Every look among these places that is ambiguous and not ruled on.

    `among`: figures' names and positions; None means every figure that is no furniture, and
    `board.tiles()` the whole board. Only `ties="adjudicated"` leaves anything open; `settled=True`
    also lists the close calls that other ties settle, since a master may overrule those.
    """
    rule = check_question(board, rule)
    places = _places(board, among)
    close = replace(rule, ties="adjudicated") if settled else rule  # type: ignore[type-var]
    calls = []
    for a, b in _pairs(board, places):
        if trace(board, a, b, close).verdict is not Verdict.AMBIGUOUS:
            continue
        sight = trace(board, a, b, rule, rulings=rulings)
        if sight.ruling is None:
            lapsed = None if rulings is None else rulings.lapsed_on(board, sight)
            calls.append(CloseCall(a, b, sight, lapsed))
    return calls


def _pairs(board: Board, places: list[Where]) -> Iterable[tuple[Where, Where]]:
    """Each two of them once; in both orders where sight may differ by direction."""
    return permutations(places, 2) if board.has_one_way_walls else combinations(places, 2)


def _places(board: Board, among: Any) -> list[Where]:
    if among is None:
        return [figure.name for figure in board.figures() if not figure.is_furniture]
    if isinstance(among, (str, bytes)) or not isinstance(among, Iterable):
        raise InvalidTypeError(f"among: expected names and positions, got {shown(among)}")
    given = (each if isinstance(each, str) else tuple(each) for each in among)
    places: list[Where] = list(dict.fromkeys(given))
    pairs = len(places) * (len(places) - 1) // 2
    if pairs > MAX_PAIRS:
        raise LimitError(f"among: expected at most {MAX_PAIRS:,} pairs, got {pairs:,}")
    return places
