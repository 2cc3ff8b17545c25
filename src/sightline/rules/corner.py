"""The corner rule (One Card Dungeon): some corner to some corner, on squares and on hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.geometry.contact import Contact, Judgement
from sightline.model.board import Board
from sightline.model.place import Place, corners
from sightline.rules.line import Ends, Look
from sightline.rules.report import tried
from sightline.rules.rule import GEOMETRIC_TIES, Rule, check_flag, set_code, set_ties, verdict_of


@dataclass(frozen=True)
class CornerRule(Rule):
    """Visible when some corner of the source and some corner of the target are joined by a line
    that the ties allow. `closed_ends` counts a touch at the line's own ends too."""

    ties: str = "strict"
    closed_ends: bool = False
    kind: ClassVar[str] = "corner"

    def __post_init__(self) -> None:
        set_ties(self, tuple(GEOMETRIC_TIES))
        check_flag(self.closed_ends, "closed_ends")
        set_code(self, 8 + list(GEOMETRIC_TIES).index(self.ties) + 4 * self.closed_ends)

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        look = Look(board, source, target)
        return look.same_place or any(
            verdict_of(judgement.contact, self.ties) is Verdict.VISIBLE
            for _, judgement in self._judged(look)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        judged = list(self._judged(look))
        ends, best = min(judged, key=lambda item: self._preference(look, *item))
        decided = tried(look, ends, best)
        return Sight(
            **facts,
            verdict=verdict_of(best.contact, self.ties),
            contact=best.contact,
            line=(decided.start, decided.end),
            blockers=decided.blockers,
            lines=tuple(tried(look, *item) for item in judged),
        )

    def _judged(self, look: Look) -> Iterator[tuple[Ends, Judgement]]:
        for start in corners(look.board, look.source):
            for end in corners(look.board, look.target):
                yield (start, end), look.corner_line(start, end, self.closed_ends)

    @staticmethod
    def _preference(look: Look, ends: Ends, judgement: Judgement) -> tuple[object, ...]:
        """The best contact; of equals the shortest line, and the same one both ways round."""
        return judgement.contact, look.grid.length_squared(*ends), sorted(ends)
