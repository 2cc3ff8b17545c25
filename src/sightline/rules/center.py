"""The centre rule (quest boards): one line, centre to centre, on squares and on hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.line import Look
from sightline.rules.report import tried
from sightline.rules.rule import GEOMETRIC_TIES, Rule, set_code, set_ties, verdict_of


@dataclass(frozen=True)
class CenterRule(Rule):
    """Visible when the line from centre to centre meets nothing that the ties forbid."""

    ties: str = "strict"
    kind: ClassVar[str] = "center"

    def __post_init__(self) -> None:
        set_ties(self, tuple(GEOMETRIC_TIES))
        set_code(self, list(GEOMETRIC_TIES).index(self.ties))

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        look = Look(board, source, target)
        if look.same_place:
            return True
        _, judgement = look.center_line()
        return verdict_of(judgement.contact, self.ties) is Verdict.VISIBLE

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        ends, judgement = look.center_line()
        line = tried(look, ends, judgement)
        return Sight(
            **facts,
            verdict=verdict_of(line.contact, self.ties),
            contact=line.contact,
            line=(line.start, line.end),
            blockers=line.blockers,
            lines=(line,),
        )
