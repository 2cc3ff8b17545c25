"""The centre rule (quest boards): one line, centre to centre, on squares and on hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.errors import InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.line import Look
from sightline.rules.report import TriedLine, decide, tried
from sightline.rules.rule import GEOMETRIC_TIES, Rule, set_ties, verdict_of

LARGE = ("tiles", "middle")


@dataclass(frozen=True)
class CenterRule(Rule):
    """Visible when the line from centre to centre meets nothing that the ties forbid.

    A figure of several tiles is the sum of them (`large="tiles"`), or is looked from and at in the
    middle of its whole footprint (`large="middle"`), as some games do.
    """

    ties: str = "strict"
    large: str = "tiles"
    kind: ClassVar[str] = "center"

    def __post_init__(self) -> None:
        set_ties(self, tuple(GEOMETRIC_TIES))
        if self.large not in LARGE:
            raise InvalidValueError(
                f"large: expected one of {', '.join(LARGE)}, got {self.large!r}"
            )

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        look = Look(board, source, target)
        return look.same_place or any(
            verdict_of(look.center_line(start, end).contact, self.ties) is Verdict.VISIBLE
            for _, start, _, end in self._lines(look)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        lines = [
            tried(look, line, look.center_line(line[1], line[3])) for line in self._lines(look)
        ]
        return Sight(**facts, **decide(look, lines, self.ties))

    def _lines(self, look: Look) -> Iterator[TriedLine]:
        """The lines to try, each with its tiles; None: from or to the middle of a footprint."""
        if self.large == "middle":
            start, end = (look.grid.middle(place.tiles) for place in (look.source, look.target))
            yield None, start, None, end
            return
        for here in look.source.tiles:
            for there in look.target.tiles:
                yield here, look.grid.center(here), there, look.grid.center(there)
