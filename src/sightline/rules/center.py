"""The centre rule (quest boards): one line, centre to centre, on squares and on hexes.

What tries its lines is imported when it is first asked: mostly a kernel answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from sightline.answers.sight import Sight, Verdict
from sightline.answers.ties import TouchingTies
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.model.values import dataclass
from sightline.rules.rule import Rule, verdict_of
from sightline.rules.settings import Choice, choice, touching_ties

if TYPE_CHECKING:
    from sightline.rules.line import Look
    from sightline.rules.report import TriedLine

LARGE = {
    "tiles": Choice("Every tile of theirs", "It is enough that one tile of each sees the other."),
    "middle": Choice(
        "Their middle",
        "They look from, and are looked at in, the middle of all that they cover.",
        "large figures by their middle",
    ),
}


@dataclass(frozen=True)
class CenterRule(Rule):
    """Visible when the line from centre to centre meets nothing that the ties forbid.

    A figure of several tiles is the sum of them (`large="tiles"`), or is looked from and at in the
    middle of its whole footprint (`large="middle"`), as some games do. Ties are those of the corner
    rule; what is no setting of it is an `InvalidValueError`.

    >>> from sightline import CenterRule, SquareBoard, sees
    >>> board = SquareBoard.from_text(".#\\n..")
    >>> sees(board, "A1", "B2", CenterRule()), sees(board, "A1", "B2", CenterRule("permissive"))
    (False, True)
    """

    ties: TouchingTies = touching_ties()
    large: Literal["tiles", "middle"] = choice("tiles", "What counts of large figures", LARGE)
    kind: ClassVar[str] = "center"
    label: ClassVar[str] = "Centre rule"
    title: ClassVar[str] = "Centre to centre"
    summary: ClassVar[str] = (
        "You see someone if the one line from the middle of your tile to the middle of theirs is"
        " free."
    )

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.line import Look

        look = Look(board, source, target)
        return look.same_place or any(
            verdict_of(look.center_line(start, end).contact, self.ties) is Verdict.VISIBLE
            for _, start, _, end in self._lines(look)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.line import Look
        from sightline.rules.report import decide, one_way_matters, tried

        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        lines = [
            tried(look, line, look.center_line(line[1], line[3])) for line in self._lines(look)
        ]
        decided = decide(look, lines, self.ties)
        one_way = one_way_matters(look, decided["contact"], self._best_contact)
        return Sight(**facts, **decided, one_way=one_way)

    def _best_contact(self, look: Look) -> Contact:
        return min(look.center_line(start, end).contact for _, start, _, end in self._lines(look))

    def _lines(self, look: Look) -> Iterator[TriedLine]:
        """The lines to try, each with its tiles; None: from or to the middle of a footprint."""
        if self.large == "middle":
            start, end = (look.grid.middle(place.tiles) for place in (look.source, look.target))
            yield None, start, None, end
            return
        for here in look.source.tiles:
            for there in look.target.tiles:
                yield here, look.grid.center(here), there, look.grid.center(there)
