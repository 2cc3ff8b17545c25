"""The corner rule (One Card Dungeon): some corner to some corner, on squares and on hexes.

What tries its lines is imported when it is first asked: mostly a kernel answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sightline.answers.sight import Sight, Verdict
from sightline.answers.ties import TouchingTies
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.model.values import dataclass
from sightline.rules.rule import Rule, verdict_of
from sightline.rules.settings import flag, touching_ties

if TYPE_CHECKING:
    from sightline.rules.line import Look


@dataclass(frozen=True)
class CornerRule(Rule):
    """Visible when some corner of the source and some corner of the target are joined by a line
    that the ties allow. `closed_ends` counts a touch at the line's own ends too.

    Ties are "strict" (a touch blocks), "corners-pass", "permissive" (a touch passes) or
    "adjudicated" (the master decides); others are an `InvalidValueError`.

    >>> from sightline import CornerRule, SquareBoard, sees
    >>> board = SquareBoard.from_text("A.#.B\\n.....")
    >>> sees(board, "A", "B", CornerRule()), sees(board, "A", "B", CornerRule("permissive"))
    (False, True)
    """

    ties: TouchingTies = touching_ties()
    closed_ends: bool = flag(False, "A touch at your own corners counts too", compared=True)
    kind: ClassVar[str] = "corner"
    label: ClassVar[str] = "Corner rule"
    title: ClassVar[str] = "Corner to corner"
    summary: ClassVar[str] = (
        "You see someone if any corner of your tile and any corner of theirs can be joined by a"
        " straight line with nothing in the way."
    )

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        from sightline.rules.line import Look, corner_lines

        look = Look(board, source, target)
        return look.same_place or any(
            verdict_of(look.corner_line(line, self.closed_ends).contact, self.ties)
            is Verdict.VISIBLE
            for line in corner_lines(look)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        from sightline.rules.line import Look, corner_lines
        from sightline.rules.report import decide, one_way_matters, tried

        look = Look(board, source, target)
        facts = self.facts(board, source, target)
        if look.same_place:
            return Sight(**facts, verdict=Verdict.VISIBLE, contact=Contact.CLEAR)
        lines = [
            tried(look, line, look.corner_line(line, self.closed_ends))
            for line in corner_lines(look)
        ]
        decided = decide(look, lines, self.ties)
        one_way = one_way_matters(look, decided["contact"], self._best_contact)
        return Sight(**facts, **decided, one_way=one_way)

    def _best_contact(self, look: Look) -> Contact:
        from sightline.rules.line import corner_lines

        return min(look.corner_line(line, self.closed_ends).contact for line in corner_lines(look))
