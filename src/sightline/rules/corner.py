"""The corner rule (One Card Dungeon): some corner to some corner, on squares and on hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.line import Look, corner_lines
from sightline.rules.report import decide, tried
from sightline.rules.rule import GEOMETRIC_TIES, Rule, check_flag, set_ties, verdict_of


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

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        look = Look(board, source, target)
        return look.same_place or any(
            verdict_of(look.corner_line(line, self.closed_ends).contact, self.ties)
            is Verdict.VISIBLE
            for line in corner_lines(look)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        lines = [
            tried(look, line, look.corner_line(line, self.closed_ends))
            for line in corner_lines(look)
        ]
        return Sight(**facts, **decide(look, lines, self.ties))
