"""One question of a pack: which lines are drawn, which of them are blocked, and what that makes.

Where touches are for the master to judge, everything is counted twice: once with those touches
passing, and once with them blocking. What comes out is a pair, and both are the same where nothing
hangs on the master.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sightline.geometry.contact import Judgement
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.place import Place
from sightline.packs.schema import NONE, Pack, Question, Touch
from sightline.rules.line import CornerLine
from sightline.rules.pack_look import KindLook, level_of

LineOf = tuple[Tile | None, Point, Tile | None, Point]


class Counted(NamedTuple):
    """A line, and whether it is blocked: with touches for the master passing, and blocking."""

    line: LineOf
    judgement: Judgement
    blocked: tuple[bool, bool]


class Bundle(NamedTuple):
    """The lines of one choice, such as those of one corner, and what they come to."""

    lines: tuple[Counted, ...]
    degree: tuple[str, str]
    """With touches passing, and blocking."""
    blocked: tuple[int, int]


class Looks:
    """The looks of one question, one for each set of kinds that may block."""

    def __init__(
        self, board: Board, source: Place, target: Place, pack: Pack, question: Question
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.pack, self.question = pack, question
        self._by_kinds: dict[frozenset[str], KindLook] = {}

    def of(self, kinds: Iterable[str]) -> KindLook:
        """The look for which these kinds block."""
        wanted = frozenset(kinds)
        if wanted not in self._by_kinds:
            self._by_kinds[wanted] = KindLook(
                self.board,
                self.source,
                self.target,
                wanted,
                walled=self.pack.outside == "wall",
                big_by=self.question.big_by,
            )
        return self._by_kinds[wanted]

    @property
    def all(self) -> KindLook:
        """The look for which every kind of the question blocks."""
        return self.of(self.question.blockers)

    def judged(self, look: KindLook, line: LineOf) -> Counted:
        """The line as this question counts it."""
        found = self._judgement(look, line)
        return Counted(line, found, self._blocked(look, line, found))

    def _judgement(self, look: KindLook, line: LineOf) -> Judgement:
        source, start, target, end = line
        if self.question.start == "centre" or source is None or target is None:
            return look.center_line(start, end)
        ends = self.question.ends == "closed"
        return look.corner_line(CornerLine(source, start, target, end), ends)

    def _blocked(self, look: KindLook, line: LineOf, found: Judgement) -> tuple[bool, bool]:
        touch = self.question.touch
        level = level_of(found)
        if level == "pinch" and touch.pinch_except:
            fewer = look.without(touch.pinch_except)
            if level_of(self._judgement(fewer, line)) not in ("pinch", "seam", "through"):
                return False, False
        return counts(touch, level)


def counts(touch: Touch, level: str) -> tuple[bool, bool]:
    """Does a line of that level count as blocked: touches for the master passing, and blocking?"""
    if level == "clear":
        return False, False
    word = "block" if level == "through" else getattr(touch, level)
    return word == "block", word != "pass"


# --- the choices ----------------------------------------------------------------------------------


def bundles(looks: Looks) -> Iterator[list[LineOf]]:
    """Every choice that the question leaves: lines that are counted together."""
    question, grid = looks.question, looks.all.grid
    here, there = looks.source.tiles, looks.target.tiles
    if question.whole:
        yield [(None, grid.middle(here), None, grid.middle(there))]
    elif question.start == question.end == "centre":
        for a in here:
            for b in there:
                yield [(a, grid.center(a), b, grid.center(b))]
    elif question.take == "best-corner":
        for a in here:
            for start in grid.corners(a):
                for b in there:
                    yield [(a, start, b, end) for end in grid.corners(b)]
    elif question.take == "pair":
        for a in here:
            for start in grid.corners(a):
                for b in there:
                    ends = grid.corners(b)
                    for i, end in enumerate(ends):
                        yield [(a, start, b, end), (a, start, b, ends[i - 1])]
    else:
        lines: list[LineOf] = [
            (a, start, b, end)
            for a in here
            for b in there
            for start in grid.corners(a)
            for end in grid.corners(b)
        ]
        if question.take == "all":
            yield lines
        else:
            yield from ([line] for line in lines)


# --- what they come to ----------------------------------------------------------------------------


def sight_bundle(looks: Looks, lines: Sequence[LineOf]) -> Bundle:
    """Of a question of sight: none of the lines may be blocked."""
    judged = tuple(looks.judged(looks.all, line) for line in lines)
    low, high = (sum(each.blocked[i] for each in judged) for i in (0, 1))
    degrees = looks.pack.degrees
    return Bundle(
        judged, (degrees[-1] if low else NONE, degrees[-1] if high else NONE), (low, high)
    )


def cover_bundle(looks: Looks, lines: Sequence[LineOf]) -> Bundle:
    """Of a question of cover: the highest degree for which enough lines are blocked by things that
    can give so much."""
    question, pack = looks.question, looks.pack
    shown = tuple(looks.judged(looks.all, line) for line in lines)
    best = [NONE, NONE]
    for least, degree in question.degrees[looks.all.grid.name]:
        rank = pack.rank(degree)
        kinds = [kind for kind, most in question.blockers.items() if pack.rank(most) >= rank]
        look = looks.of(kinds)
        judged = shown if look is looks.all else [looks.judged(look, line) for line in lines]
        for i in (0, 1):
            if sum(each.blocked[i] for each in judged) >= least:
                best[i] = degree
    low, high = (sum(each.blocked[i] for each in shown) for i in (0, 1))
    return Bundle(shown, (best[0], best[1]), (low, high))


def best_of(pack: Pack, found: Iterable[Bundle]) -> Bundle:
    """The choice that is best for who looks: the lowest degree, then the fewest blocked lines."""
    return min(
        found,
        key=lambda each: (
            pack.rank(each.degree[1]),
            pack.rank(each.degree[0]),
            each.blocked[::-1],
        ),
    )
