"""Verify an answer from the board and the geometry, without the code of any rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sightline.answers.barriers import stops_on, without_stops
from sightline.answers.check.heights import body, floor_between, has_heights, share_a_height
from sightline.answers.check.line import LINE_RULES, CheckedLines, line_problems
from sightline.answers.check.ray import RAY_SETTINGS, RAY_TIES, ray_problems
from sightline.answers.sight import Blocker, Sight, Verdict
from sightline.errors import SightlineError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.numbers import Span
from sightline.model.parts.heights import At
from sightline.model.place import place
from sightline.model.threshold import ENDLESS, PURPOSES, span_of
from sightline.packs.reading import game_of

PASSES = {
    "strict": Contact.CLEAR,
    "adjudicated": Contact.CLEAR,
    "corners-pass": Contact.CORNER,
    "permissive": Contact.EDGE,
}


Checker: TypeAlias = Callable[[Board, Sight], Iterable[str]]
"""A function that yields the problems of an answer on a board."""
OTHER_SETTINGS = "the rule's settings differ from those in the answer"
NO_DEGREES = "only rules of games have degrees of cover"


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of `check`. It is true if the answer holds; `problems` lists what is wrong."""

    problems: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "the answer holds"


def check(board: Board, sight: Sight) -> Checked:
    """Verify that an answer holds on this board.

    Everything in the answer is compared with the board. The exception is a game master's ruling,
    which geometry cannot judge: then the rule's own answer is verified. The result is true if
    everything holds; otherwise it lists the problems.

    >>> from dataclasses import replace
    >>> from sightline import SquareBoard, Verdict, check, trace
    >>> board = SquareBoard.from_text("A#B")
    >>> sight = trace(board, "A", "B", "center")
    >>> bool(check(board, sight)), bool(check(board, replace(sight, verdict=Verdict.VISIBLE)))
    (True, False)
    """
    try:
        for_this = board if sight.by == "sight" else board.stopping(sight.by)  # type: ignore[arg-type]
        named = any(each.stops != stops_on(board, each) for each in _all_blockers(sight))
        found = [*_problems(for_this, without_stops(sight))]
        return Checked((*found, *(["a barrier stops something else"] if named else [])))
    except (
        SightlineError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as e:
        # A tampered answer can contain anything, so any error is a reason to reject it.
        return Checked((f"the answer cannot be read: {type(e).__name__}: {e}",))


def _problems(board: Board, sight: Sight) -> Iterator[str]:
    if sight.by not in PURPOSES:
        yield f"there are no lines of {sight.by}"
    for what, claimed in (("source", sight.source), ("target", sight.target)):
        asked: Any = claimed.middle if claimed.name is None else claimed.name
        if claimed.name is None and claimed.body is not None:
            asked = At(claimed.middle, elevation=claimed.body[0])
        if place(board, asked, what) != claimed:
            yield f"the {what} does not stand on this board as the answer says"
            return
    if sight.orientation != getattr(board, "orientation", "pointy"):
        yield f"the board is not drawn {sight.orientation}"
    if any(_span(board, sight, each) != (each.bottom, each.top) for each in _all_blockers(sight)):
        yield "the heights of what is in the way are not as the answer says"
    kind = sight.rule["rule"]
    checker = CHECKERS.get(kind)
    if checker is None:
        yield f"check does not know the rule {kind!r}: give its class a `checker` and register it"
    elif isinstance(checker, CheckedLines):
        yield from _problems_of_lines(board, sight, checker)
    else:
        yield from checker(board, sight)


def _all_blockers(sight: Sight) -> Iterator[Blocker]:
    yield from (*sight.blockers, *sight.cleared)
    for line in sight.lines:
        yield from line.blockers


def _span(board: Board, sight: Sight, blocker: Blocker) -> Span:
    """Return the bottom and top on this board of a blocker of the answer."""
    if blocker.what in ("wall", "door", "gate"):
        if not blocker.free:
            threshold = board.edge(*blocker.where)
        else:
            walls = {frozenset(wall.ends): wall.threshold for wall in board.free_walls()}
            threshold = walls.get(frozenset(map(tuple, blocker.where)))
        return ENDLESS if threshold is None else span_of(threshold)
    if sight.rule["rule"] not in LINE_RULES and not _is_high_pack(sight):
        return ENDLESS
    if blocker.what == "floor":
        height = board.floor(str(blocker.name)).height
        return height, height
    if not has_heights(board, sight.source, sight.target):
        return ENDLESS
    if blocker.what == "ground":
        return None, board.ground_at(blocker.where)
    return board.body(board.figure(str(blocker.name))) if blocker.what == "figure" else ENDLESS


def _is_high_pack(sight: Sight) -> bool:
    game = game_of(sight.rule)
    return game is not None and game.heights == "true"


def _share_a_place(board: Board, sight: Sight) -> bool:
    """Return whether both places share a tile, without a floor between them."""
    tiles = set(sight.source.tiles) & set(sight.target.tiles)
    if not tiles or not has_heights(board, sight.source, sight.target):
        return bool(tiles)
    bodies = body(board, sight.source), body(board, sight.target)
    return share_a_height(*bodies) or not all(floor_between(board, t, *bodies) for t in tiles)


def _problems_of_game(board: Board, sight: Sight) -> Iterator[str]:
    from sightline.answers.check.pack import pack_problems

    return pack_problems(board, sight)


def _problems_of_rays(board: Board, sight: Sight) -> Iterator[str]:
    if set(sight.rule) != RAY_SETTINGS or sight.rule["ties"] not in RAY_TIES:
        yield OTHER_SETTINGS
        return
    if any((*sight.degrees, *sight.scale, *sight.blocked, sight.effect, sight.question)):
        yield NO_DEGREES
    if sight.one_way:
        yield "no wall is one-way to a hex ray"
    yield from ray_problems(board, sight)


def _problems_of_lines(board: Board, sight: Sight, rule: CheckedLines) -> Iterator[str]:
    ties = sight.rule["ties"]
    if set(sight.rule) != rule.settings or ties not in PASSES:
        yield OTHER_SETTINGS
        return
    if any((*sight.degrees, *sight.scale, *sight.blocked, sight.effect, sight.question)):
        yield NO_DEGREES
    shared = _share_a_place(board, sight)
    if sight.steps or sight.rays or sight.cover is not None:
        yield "only hex rays have steps and cover"
    if shared:
        if (sight.contact, sight.verdict) != (Contact.CLEAR, Verdict.VISIBLE):
            yield "two places that share a tile see each other"
        if sight.line or sight.lines or sight.blockers or sight.manner is not None or sight.one_way:
            yield "there is no line between two places that share a tile"
        return
    yield from line_problems(board, sight, rule)
    best = min((line.contact for line in sight.lines), default=Contact.BLOCKED)
    if sight.verdict is not _verdict(best, ties):
        yield f"{ties} ties make {_verdict(best, ties)} of {best}, not {sight.verdict}"


CHECKERS: dict[str, Checker | CheckedLines] = {
    **LINE_RULES,
    "pack": _problems_of_game,
    "hexray": _problems_of_rays,
}
"""The checker for each kind of rule, independent of its code. `register_rule` adds others."""


def _verdict(contact: Contact, ties: str) -> Verdict:
    if contact <= PASSES[ties]:
        return Verdict.VISIBLE
    if ties == "adjudicated" and contact < Contact.BLOCKED:
        return Verdict.AMBIGUOUS
    return Verdict.HIDDEN
