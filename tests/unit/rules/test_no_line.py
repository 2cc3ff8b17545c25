"""Places with no line to try are hidden; the answer is explained, checked and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from sightline import Contact, Sight, SquareBoard, Verdict, check, contact, field, sees, trace
from sightline.answers.check.line import Lines
from sightline.render import sight_svg, terminal
from sightline.rules.authoring import (
    AT_CENTERS,
    Board,
    CheckedLines,
    Judgment,
    LineQuery,
    StraightRule,
    TriedLine,
)
from tests.registered import registered


def straight_lines(board: Board, sight: Sight) -> Lines:
    center = board.grid.center
    return {
        (a, center(a), b, center(b))
        for a in sight.source.tiles
        for b in sight.target.tiles
        if 0 in (a[0] - b[0], a[1] - b[1])
    }


@dataclass(frozen=True)
class RookRule(StraightRule):
    """A rule that sees only along its row and its column."""

    kind: ClassVar[str] = "rook"
    grids: ClassVar[tuple[str, ...]] = ("square",)
    checker: ClassVar[CheckedLines] = CheckedLines({"rule", "ties"}, straight_lines, AT_CENTERS)

    def lines(self, query: LineQuery) -> Iterator[TriedLine]:
        center = query.grid.center
        for a in query.source.tiles:
            for b in query.target.tiles:
                if a[0] == b[0] or a[1] == b[1]:
                    yield a, center(a), b, center(b)

    def judge(self, query: LineQuery, line: TriedLine) -> Judgment:
        return query.center_line(line[1], line[3])


@pytest.fixture(autouse=True)
def _known_to_the_checker() -> Iterator[None]:
    with registered(rook=RookRule()):
        yield


def test_no_line_is_hidden_and_says_so() -> None:
    board = SquareBoard.from_text("A...\n..B.\n....")
    sight = trace(board, "A", "B", RookRule())
    assert not sight.visible
    assert sight.verdict is Verdict.HIDDEN
    assert sight.explain() == "Hidden: this rule allows no line from A on A1 to B on C2."
    assert not sees(board, "A", "B", RookRule())
    assert contact(board, "A", "B", RookRule()) is Contact.BLOCKED
    assert field(board, "A", RookRule()) == {"A1", "B1", "C1", "D1", "A2", "A3"}


def test_no_line_passes_the_check_and_a_lie_about_it_does_not() -> None:
    board = SquareBoard.from_text("A.#.\n..B.\n....")
    rule = RookRule()
    for target in board.tiles():
        sight = trace(board, "A", target, rule)
        assert check(board, sight), (target, check(board, sight))
    sight = trace(board, "A", "B", rule)
    other = trace(board, "A", "B1", rule)
    for lie in (
        replace(sight, verdict=Verdict.VISIBLE),
        replace(sight, contact=Contact.CLEAR, verdict=Verdict.VISIBLE),
        replace(sight, line=other.line, lines=other.lines),
        replace(sight, line=other.line),
        replace(sight, one_way=True),
        replace(trace(board, "A", "A3", rule), line=(), lines=(), contact=Contact.BLOCKED),
    ):
        assert not check(board, lie)


def test_no_line_is_drawn() -> None:
    board = SquareBoard.from_text("A...\n..B.\n....")
    sight = trace(board, "A", "B", RookRule())
    assert "allows no line" in sight_svg(board, sight)
    assert "<svg" in sight._repr_svg_()
    assert "A" in terminal(board, sight=sight)


def test_a_rule_that_the_checker_does_not_know() -> None:
    board = SquareBoard(2, 2)
    sight = trace(board, "A1", "B1", RookRule())
    unknown = replace(sight, rule={**sight.rule, "rule": "bishop"})
    assert str(check(board, unknown)).startswith("check does not know the rule 'bishop'")
