"""Re-verifies an answer from the board and the geometry alone, without any rule's code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sightline.answers.check_line import LINE_RULES, line_problems
from sightline.answers.check_ray import RAY_SETTINGS, RAY_TIES, ray_problems
from sightline.answers.sight import Sight, Verdict
from sightline.errors import SightlineError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import place

PASSES = {
    "strict": Contact.CLEAR,
    "adjudicated": Contact.CLEAR,
    "corners-pass": Contact.CORNER,
    "permissive": Contact.EDGE,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """True if the answer holds; else `problems` says what does not."""

    problems: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "the answer holds"


def check(board: Board, sight: Sight) -> Checked:
    """Does this answer hold on this board?

    Everything in it is held against the board but a game master's ruling, which no geometry can
    judge: what is checked is the rule's own answer beside it. The result is true when all of it
    holds, and lists the problems where it does not.

    >>> from dataclasses import replace
    >>> from sightline import SquareBoard, Verdict, check, trace
    >>> board = SquareBoard.from_text("A#B")
    >>> sight = trace(board, "A", "B", "quest")
    >>> bool(check(board, sight)), bool(check(board, replace(sight, verdict=Verdict.VISIBLE)))
    (True, False)
    """
    try:
        return Checked(tuple(_problems(board, sight)))
    except (
        SightlineError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as e:
        # A tampered answer can hold anything; whatever trips over it is a reason to reject it.
        return Checked((f"the answer cannot be read: {type(e).__name__}: {e}",))


def _problems(board: Board, sight: Sight) -> Iterator[str]:
    for what, claimed in (("source", sight.source), ("target", sight.target)):
        asked = claimed.middle if claimed.name is None else claimed.name
        if place(board, asked, what) != claimed:
            yield f"the {what} does not stand on this board as the answer says"
            return
    if sight.orientation != getattr(board, "orientation", "pointy"):
        yield f"the board is not drawn {sight.orientation}"
    kind = sight.rule["rule"]
    if kind == "pack":
        from sightline.answers.check_pack import pack_problems

        yield from pack_problems(board, sight)
        return
    ties = sight.rule["ties"]
    is_ray = kind == "hexray"
    settings = RAY_SETTINGS if is_ray else LINE_RULES[kind].settings
    if set(sight.rule) != settings or ties not in (RAY_TIES if is_ray else PASSES):
        yield "the rule has other settings than the answer says"
        return
    if any((*sight.degrees, *sight.blocked, sight.effect, sight.question)):
        yield "only the rules of games know degrees of cover"
    if is_ray:
        if sight.one_way:
            yield "no wall is one-way to a hex ray"
        yield from ray_problems(board, sight)
        return
    shared = bool(set(sight.source.tiles) & set(sight.target.tiles))
    if sight.steps or sight.rays or sight.cover is not None:
        yield "only a hex ray has steps and cover"
    if shared:
        if (sight.contact, sight.verdict) != (Contact.CLEAR, Verdict.VISIBLE):
            yield "two places that share a tile see each other"
        if sight.line or sight.lines or sight.blockers or sight.manner is not None or sight.one_way:
            yield "there is no line between two places that share a tile"
        return
    yield from line_problems(board, sight)
    best = min(line.contact for line in sight.lines)
    if sight.verdict is not _verdict(best, ties):
        yield f"{ties} ties make {_verdict(best, ties)} of {best}, not {sight.verdict}"


def _verdict(contact: Contact, ties: str) -> Verdict:
    if contact <= PASSES[ties]:
        return Verdict.VISIBLE
    if ties == "adjudicated" and contact < Contact.BLOCKED:
        return Verdict.AMBIGUOUS
    return Verdict.HIDDEN
