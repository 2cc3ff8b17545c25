"""The center rule (quest boards): one line from center to center, on squares and on hexes.

The code that judges lines is imported on first use, because a kernel answers most questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from sightline.geometry.contact import Judgment
from sightline.model.board import Board
from sightline.rules.rule import Costs
from sightline.rules.settings import Choice, choice
from sightline.rules.straight import StraightRule

if TYPE_CHECKING:
    from sightline.rules.line import LineQuery, TriedLine

LARGE = {
    "tiles": Choice("Every tile of theirs", "It is enough that one tile of each sees the other."),
    "middle": Choice(
        "Their middle",
        "They look from, and are looked at in, the middle of all that they cover.",
        "large figures by their middle",
    ),
}


@dataclass(frozen=True)
class CenterRule(StraightRule):
    """Visible if the line from center to center meets nothing that blocks it.

    `ties` decides whether a line that only touches a blocker is blocked, as for the corner rule. A
    figure of several tiles is judged by each of its tiles (`large="tiles"`), or by the middle of
    its whole footprint (`large="middle"`). Invalid settings raise `InvalidValueError`.

    >>> from sightline import CenterRule, SquareBoard, sees
    >>> board = SquareBoard.from_text(".#\\n..")
    >>> sees(board, "A1", "B2", CenterRule()), sees(board, "A1", "B2", CenterRule("permissive"))
    (False, True)
    """

    large: Literal["tiles", "middle"] = choice("tiles", "What counts of large figures", LARGE)
    kind: ClassVar[str] = "center"
    label: ClassVar[str] = "Center rule"
    title: ClassVar[str] = "Center to center"
    summary: ClassVar[str] = (
        "You see someone if the one line from the middle of your tile to the middle of theirs is"
        " free."
    )
    kernels: ClassVar[str] = "lines"
    minds_figures: ClassVar[bool] = False
    stays_between: ClassVar[bool] = True

    @property
    def mutual(self) -> bool:
        return True

    @property
    def looks_from_middle(self) -> bool:
        return self.large == "middle"

    def lines_between(self, board: Board, ours: int, theirs: int) -> int:
        return 1 if self.looks_from_middle else ours * theirs

    def costs(self, board: Board, ours: int, theirs: int, *, compiled: bool) -> Costs:
        if not self.kernels:
            return super().costs(board, ours, theirs, compiled=False)
        on_squares = board.grid.name == "square"
        viewer = 1 if self.looks_from_middle else ours
        if board.wall_count:  # measured like the figures of the corner rule
            return Costs(self.lines_between(board, ours, theirs), (1 if on_squares else 4) * viewer)
        swept = on_squares and not (self.looks_from_middle and ours > 1)
        return Costs(self.lines_between(board, ours, theirs), 0 if swept else viewer)

    def lines(self, query: LineQuery) -> Iterator[TriedLine]:
        """Yield the lines between the centers of all pairs of tiles, or one line
        between the middles.
        """
        if self.large == "middle":
            start, end = (query.grid.middle(place.tiles) for place in (query.source, query.target))
            yield None, start, None, end
            return
        for here in query.source.tiles:
            for there in query.target.tiles:
                yield here, query.grid.center(here), there, query.grid.center(there)

    def judge(self, query: LineQuery, line: TriedLine) -> Judgment:
        return query.center_line(line[1], line[3])
