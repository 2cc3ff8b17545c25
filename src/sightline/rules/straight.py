"""The base class of rules that try straight lines: the best line decides, under the ties.

The code that judges lines is imported on first use, because a kernel answers most questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.answers.ties import TouchingTies
from sightline.geometry.contact import Contact, Judgment
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.rule import GEOMETRIC_TIES, Rule, verdict_of
from sightline.rules.settings import touching_ties

if TYPE_CHECKING:
    from sightline.rules.line import LineQuery, TriedLine


@dataclass(frozen=True)
class StraightRule(Rule):
    """A rule that sees the target if one of its lines is not blocked under the ties.

    A subclass defines `lines`, and also `judge` if its lines do not go from corner to corner.
    """

    ties: TouchingTies = touching_ties()
    takes_heights: ClassVar[bool] = True

    def lines(self, query: LineQuery) -> Iterable[TriedLine]:
        """Return the lines to try between two places. Without lines nothing is visible."""
        raise NotImplementedError

    def judge(self, query: LineQuery, line: TriedLine) -> Judgment:
        """Return the contact of a line and its reasons.

        The default judges a line from corner to corner.
        """
        from sightline.rules.line import CornerLine

        source, start, target, end = line
        assert source is not None
        assert target is not None
        return query.corner_line(CornerLine(source, start, target, end))

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return GEOMETRIC_TIES[self.ties]

    def lenient(self) -> Rule | None:
        return replace(self, ties="permissive") if self.leaves_open else None

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.heights import line_query

        query = line_query(board, source, target)
        return query.same_place or any(
            verdict_of(self.judge(query, line).contact, self.ties) is Verdict.VISIBLE
            for line in self.lines(query)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.heights import line_query
        from sightline.rules.report import decide, one_way_matters, tried

        query = line_query(board, source, target)
        facts = self.facts(board, source, target)
        if query.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        lines = [tried(query, line, self.judge(query, line)) for line in self.lines(query)]
        decided = decide(query, lines, self.ties)
        one_way = one_way_matters(query, decided["contact"], self._best_contact)
        return Sight(**facts, **decided, one_way=one_way)

    def _best_contact(self, query: LineQuery) -> Contact:
        found = (self.judge(query, line).contact for line in self.lines(query))
        return min(found, default=Contact.BLOCKED)
