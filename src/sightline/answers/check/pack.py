"""Verify an answer by the rules of a game from the pack's data and the board.

Every question of the pack is computed again with the checker's own geometry and compared with the
answer: its degrees, and the choice that it shows. The rule's code is not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from sightline.answers.check.bundles import ROUND_CORNERS, LinesOfBundle
from sightline.answers.check.chains import CheckedChains
from sightline.answers.check.heights import Heights, at_one_height, share_a_height
from sightline.answers.check.kinds import PackGround
from sightline.answers.check.limits import SettledQuestion, limit_that_hides
from sightline.answers.check.line import cleared_by, height_problems, line_key, tried_problems
from sightline.answers.check.parts import CheckedParts
from sightline.answers.check.shapes import Fact, fact_of
from sightline.answers.check.strip import AT_CORNERS, LineStrip
from sightline.answers.sight import Sight, Tried, Verdict
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.degree import NONE
from sightline.model.place import Place
from sightline.packs.reading import pack_of
from sightline.packs.schema import Pack, PackQuestion


class CheckedQuestion(Protocol):
    """One question of a pack, computed again."""

    @property
    def degree(self) -> tuple[str, str]:
        """The degree of cover: if open touches pass, and if they block."""
        ...

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of what the answer shows for this question."""
        ...


def pack_problems(board: Board, sight: Sight) -> Iterator[str]:
    """Yield every problem of an answer by the rules of a game."""
    if set(sight.rule) != {"rule", "pack"}:
        yield "the rule's settings differ from those in the answer"
        return
    pack = pack_of(sight.rule)
    if board.grid.name not in pack.grids:
        yield f"{pack.title} is not played on {board.grid.name} boards"
        return
    ground = PackGround(board, sight.source, sight.target, pack, pack.sight)
    if ground.same_place:
        plain = Sight(sight.source, sight.target, sight.rule, Verdict.VISIBLE, Contact.CLEAR)
        if _all_but_ruling(sight) != (*_all_but_ruling(plain)[:-2], pack.degrees, (NONE, NONE)):
            yield "two places that share a tile see each other, and there is no line between them"
        return
    found = CheckedAnswer(board, sight.source, sight.target, pack, sight)
    if sight.degrees != found.degree:
        yield f"the degree is {found.degree}, not {sight.degrees}"
    if sight.verdict is not found.verdict:
        yield f"it is {found.verdict}, not {sight.verdict}"
    if sight.question != found.name:
        yield f"the deciding question is {found.name}, not {sight.question}"
        return
    if sight.scale != pack.degrees:
        yield f"the degrees of the game are {pack.degrees}, not {sight.scale}"
        return
    effect = pack.texts.get(sight.degree.name, "")
    if sight.effect != effect:
        yield f"its effect in the game is {effect!r}, not {sight.effect!r}"
    one_way = False
    if pack.symmetric and board.has_one_way_walls:
        back = CheckedAnswer(board, sight.target, sight.source, pack, None)
        one_way = (back.verdict, back.degree) != (found.verdict, found.degree)
    if sight.one_way is not one_way:
        yield "the answer is wrong about whether a one-way wall matters"
    yield from found.decided.problems(sight)
    yield from _shown_problems(sight, bool(sight.rays))
    yield from _cleared_problems(sight, found)


class CheckedAnswer:
    """The answer of a pack between two places, computed again."""

    def __init__(
        self, board: Board, source: Place, target: Place, pack: Pack, sight: Sight | None
    ) -> None:
        """Compute the answer. `sight` is an answer that may show a free line, which
        saves a search.
        """
        self.board, self.source, self.target, self.pack = board, source, target, pack
        self.decided, self.name = self._looked("sight", sight)
        reached = self.degree = self.decided.degree
        total = pack.degrees[-1]
        self.verdict = {
            (NONE, NONE): Verdict.VISIBLE,
            (total, total): Verdict.HIDDEN,
        }.get(reached, Verdict.AMBIGUOUS)
        if pack.targeting != "sight" and board.has_partial_barriers:
            self.board = board.stopping(pack.targeting)
            targeted, _ = self._looked("targeting", sight)
            reached = self.degree = targeted.degree
            if self.verdict is Verdict.VISIBLE and reached != (NONE, NONE):
                self.decided, self.name = targeted, "targeting"
        is_open = self.verdict is Verdict.VISIBLE and reached == (NONE, NONE)
        if reached[0] != NONE:
            return
        for number, question in enumerate(pack.cover, start=1):
            asked = self._asked(question, True, None)
            low, high = (
                max(old, new, key=pack.rank)
                for old, new in zip(self.degree, asked.degree, strict=True)
            )
            is_worse = (low, high) != self.degree
            self.degree = (low, high)
            # Lines of sight are shown if visibility is undecided, else those of the worst cover.
            if is_open and (is_worse or number == 1):
                self.decided = asked
                self.name = "cover" if number == 1 else f"cover {number}"

    def _looked(self, name: str, sight: Sight | None) -> tuple[CheckedQuestion, str]:
        """Return the question of sight on the current board, and the name of what decided it."""
        shown = sight if sight is not None and sight.question == name else None
        return self._settled() or (self._asked(self.pack.sight, False, shown), "sight")

    def _settled(self) -> tuple[CheckedQuestion, str] | None:
        """Return the question that decides before lines are drawn and its name, or None.

        It is a limit, a zone or a rule about neighbors.
        """
        pack, ground = self.pack, self._ground(self.pack.sight)
        looker = ground.looker(self.source)
        limit = limit_that_hides(self.board, self.source, self.target, looker, pack)
        if limit:
            return SettledQuestion(pack, is_seen=False), limit
        if pack.zones and ground.zones.sees(self.source, self.target):
            return SettledQuestion(pack, is_seen=True), "zones"
        near = CheckedNeighbors(ground)
        return None if near.is_seen is None else (near, "neighbors")

    def _ground(self, question: PackQuestion) -> PackGround:
        return PackGround(self.board, self.source, self.target, self.pack, question)

    def _asked(self, question: PackQuestion, cover: bool, sight: Sight | None) -> CheckedQuestion:
        ground = self._ground(question)
        leans = question.lean and question.shape == "tile"
        if leans or question.points or question.heights:
            return CheckedChains(ground, cover)
        if "area" in (question.start, question.end):
            return CheckedParts(ground, sight)
        return LinesOfBundle(ground, cover)


class CheckedNeighbors:
    """The answer for two neighbors, in games with a special rule for them, computed again."""

    def __init__(self, ground: PackGround) -> None:
        self.ground, self.pack = ground, ground.pack
        kinds = {kind for kind in ("wall", "door") if kind in ground.question.blockers}
        self._walls = ground.shapes(kinds)
        self._pairs = [
            (a, b)
            for a in ground.source.tiles
            for b in ground.target.tiles
            if not set(self._corners(a)).isdisjoint(self._corners(b))
            and (not ground.is_high or share_a_height(*ground.bodies))
        ]

    def _corners(self, tile: Tile) -> tuple[Any, ...]:
        return self.ground.board.grid.corners(tile)

    @property
    def is_seen(self) -> bool | None:
        """True if neighbors are visible, False if hidden, None if the game has no
        special rule for this pair.
        """
        if not self._pairs or not self.pack.neighbors:
            return None
        if self.pack.neighbors == "seen":
            return True
        return not all(self._is_parted(*pair) for pair in self._pairs)

    @property
    def degree(self) -> tuple[str, str]:
        degree = NONE if self.is_seen else self.pack.degrees[-1]
        return degree, degree

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of an answer about neighbors.

        Hidden ones must show a wall between them.
        """
        if self.is_seen:
            if sight.lines or sight.blocked != (0, 0):
                yield "neighbors that are seen need no line"
            return
        if len(sight.lines) != 1 or sight.blocked != (1, 1):
            yield "one line shows the wall between neighbors"
            return
        source, start, target, end = line_key(sight.lines[0])
        if (source, target) not in self._pairs or start != end:
            yield "the line that is shown does not join two tiles that touch"
        else:
            line = sight.lines[0]
            if self.ground.is_high is not (line.heights is not None):
                yield "the line between neighbors has no heights, or has some that do not matter"
                return
            if self.ground.is_high:
                yield from height_problems(line, line_key(line), self.ground.bodies)
            strip = self._strip(source, target, start, line.heights)  # type: ignore[arg-type]
            yield from tried_problems(sight.lines[0], strip, strip.judge(False))
            if sight.lines[0].blocked != (True, True):
                yield "a wall is between them, but the answer lets the line pass"

    def _is_parted(self, a: Tile, b: Tile) -> bool:
        corner = next(corner for corner in self._corners(a) if corner in self._corners(b))
        if not self.ground.is_high:
            return self._is_stopped(self._strip(a, b, corner))
        bounds = {height for _, height in self._strip(a, b, corner).bounds()}
        return all(
            self._is_stopped(self._strip(a, b, corner, heights))
            for heights in at_one_height(*self.ground.bodies, bounds)
        )

    @staticmethod
    def _is_stopped(strip: LineStrip) -> bool:
        if strip.ends is AT_CORNERS:
            return strip.shared_edge() is not None
        return strip.judge(False).contact is Contact.BLOCKED

    def _strip(self, a: Tile, b: Tile, corner: Any, heights: Heights | None = None) -> LineStrip:
        """Return the line through a common corner.

        If the tiles share an edge, walls must cover all of it.
        """
        board = self.ground.board
        neighbors = board.grid.are_neighbors(a, b)
        ends = AT_CORNERS if neighbors else ROUND_CORNERS
        return LineStrip(board, self._walls, (a, corner, b, corner), ends, heights=heights)


def _shown_problems(sight: Sight, is_chain: bool) -> Iterator[str]:
    """Yield contradictions between the parts of the answer that are shown."""
    if is_chain:
        if sight.contact is not None or sight.manner is not None or sight.lines:
            yield "a chain of tiles has no contact, and no other lines"
        return
    if sight.steps or sight.rays or sight.cover is not None:
        yield "only a chain of tiles has steps and points"
    if not sight.lines:
        hidden = sight.verdict is Verdict.HIDDEN
        shown = (Contact.BLOCKED, Manner.THROUGH) if hidden else (Contact.CLEAR, None)
        if (sight.contact, sight.manner) != shown or sight.line or sight.blockers:
            yield "there is no line, but the answer has a contact"
        return
    worst = max(line.contact for line in sight.lines)
    if (
        not any(
            (line.start, line.end, line.contact, line.manner, line.blockers)
            == (*sight.line, worst, sight.manner, sight.blockers)
            for line in sight.lines
        )
        or sight.contact is not worst
    ):
        yield "the deciding line is not one of the worst"


def _cleared_problems(sight: Sight, found: CheckedAnswer) -> Iterator[str]:
    """Yield the problems of the deciding line's heights, and of what it clears."""
    decided = found.decided
    shows_lines = (LinesOfBundle, CheckedNeighbors, CheckedParts)
    ground = decided.ground if isinstance(decided, shows_lines) else None
    deciding = [line for line in sight.lines if (line.start, line.end) == tuple(sight.line)]
    if ground is None or not ground.is_high or not deciding:
        if sight.heights is not None or sight.cleared:
            yield "the answer tells of heights, and they do not matter"
        return
    shapes = ground.shapes(ground.kinds)
    listed = {fact_of(blocker) for blocker in sight.cleared}
    to_part = isinstance(decided, CheckedParts) and sight.verdict is Verdict.VISIBLE

    def cleared(line: Tried) -> set[Fact]:
        if to_part:
            return set()  # it may end anywhere, and only its contact is shown
        return cleared_by(ground.board, shapes, line_key(line), ROUND_CORNERS, ground.bodies, line)

    if not any(line.heights == sight.heights and cleared(line) == listed for line in deciding):
        yield "the heights of the deciding line, or what it clears, are not as the answer says"


def _all_but_ruling(sight: Sight) -> tuple[Any, ...]:
    return (
        *(sight.verdict, sight.contact, sight.manner, sight.line, sight.blockers, sight.steps),
        *(sight.cover, sight.lines, sight.rays, sight.blocked, sight.effect, sight.question),
        *(sight.heights, sight.cleared, sight.one_way, sight.scale, sight.degrees),
    )
