"""The corner rule (One Card Dungeon): a line from any corner to any corner, on squares and hexes.

The code that judges lines is imported on first use, because a kernel answers most questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sightline.geometry.contact import Judgment
from sightline.model.board import Board
from sightline.rules.rule import Costs
from sightline.rules.settings import flag
from sightline.rules.straight import StraightRule

if TYPE_CHECKING:
    from sightline.rules.line import CornerLine, LineQuery, TriedLine


@dataclass(frozen=True)
class CornerRule(StraightRule):
    """Visible if a line from some corner of the source to some corner of the target is not blocked.

    `ties` decides about lines that only touch a blocker: "strict" (a touch blocks), "corners-pass"
    (a touch at a corner passes), "permissive" (a touch passes) or "adjudicated" (the game master
    decides). With `closed_ends` a touch at the two ends of a line counts too. Invalid settings
    raise `InvalidValueError`.

    >>> from sightline import CornerRule, SquareBoard, sees
    >>> board = SquareBoard.from_text("A.#.B\\n.....")
    >>> sees(board, "A", "B", CornerRule()), sees(board, "A", "B", CornerRule("permissive"))
    (False, True)
    """

    closed_ends: bool = flag(False, "A touch at your own corners counts too", compared=True)
    kind: ClassVar[str] = "corner"
    label: ClassVar[str] = "Corner rule"
    title: ClassVar[str] = "Corner to corner"
    summary: ClassVar[str] = (
        "You see someone if any corner of your tile and any corner of theirs can be joined by a"
        " straight line with nothing in the way."
    )
    kernels: ClassVar[str] = "lines"
    minds_figures: ClassVar[bool] = False
    stays_between: ClassVar[bool] = True

    @property
    def mutual(self) -> bool:
        return True

    def lines_between(self, board: Board, ours: int, theirs: int) -> int:
        return len(board.grid.corners(board.tiles()[0])) ** 2 * ours * theirs

    def costs(self, board: Board, ours: int, theirs: int, *, compiled: bool) -> Costs:
        if not self.kernels:
            return super().costs(board, ours, theirs, compiled=False)
        on_squares = board.grid.name == "square"
        if not board.wall_count:
            return Costs(ours * theirs, 0 if on_squares else ours)
        # Measured with 300 to 20,000 free walls on 100 x 100 squares and 3,000 on 7,651 hexes.
        return Costs(10 * ours * theirs, (6 if on_squares else 120) * ours)

    def lines(self, query: LineQuery) -> Iterator[CornerLine]:
        """Yield every line from a corner of a source tile to a corner of a target tile."""
        from sightline.rules.line import CornerLine

        corners = query.grid.corners
        for source in query.source.tiles:
            for target in query.target.tiles:
                for start in corners(source):
                    for end in corners(target):
                        yield CornerLine(source, start, target, end)

    def judge(self, query: LineQuery, line: TriedLine) -> Judgment:
        return query.corner_line(line, self.closed_ends)  # type: ignore[arg-type]  # a CornerLine
