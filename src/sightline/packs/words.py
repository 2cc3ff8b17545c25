"""What a pack says, in words for people: its lines, what a touch counts for, what is in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.packs.schema import HIDE, KINDS, Pack, PackQuestion, TouchRules

GRIDS = {"square": "squares", "hex": "hexes"}
_POINTS = {"centre": "the middle", "corners": "a corner", "area": "any part"}
_TAKES = {
    "any": "one free line is enough",
    "all": "all lines are counted",
    "best-corner": "of the corner that is best for who looks, the lines to all corners are counted",
    "pair": "two lines to neighbouring corners must be free, and what is between them",
}
_HEIGHTS = {
    "linear": "ground above the straight line from height to height hides",
    "battletech": "ground hides that is higher than both, or next to one and higher than that one",
    "hill-blocks": "ground hides that is higher than the lower of both",
}
_HALF_HIDES = "ground next to the target covers that is as high as its lower half"
_LEANS = {"any": "the better side counts", "worst": "the worse side counts"}
_ENDS = {"closed": "a touch at the line's own ends counts too", "open": "its ends never count"}
_TOUCHES = {"pass": "pass", "ask": "are the master's to judge", "block": "block"}
_TOUCHED = {
    "corner": "touched corners",
    "edge": "sides that it runs along",
    "pinch": "gaps between two that meet in a point",
    "seam": "seams between two that share a side",
}


def grid_words(pack: Pack) -> str:
    """Such as: squares and hexes."""
    return " and ".join(GRIDS[grid] for grid in pack.grids)


def cover_words(pack: Pack) -> str:
    """The degrees that it knows between none and total."""
    return ", ".join(pack.degrees[1:-1]) if pack.cover else "no cover"


def way_words(pack: Pack) -> str:
    """Is it the same both ways round?"""
    return "the same both ways" if pack.symmetric else "not the same both ways"


def question_words(question: PackQuestion, cover: bool = False) -> Iterator[str]:
    """Its lines, its touches, and what else it looks at: a sentence each. `cover`: is it asked for
    cover? Then ground does not hide."""
    start, end = _POINTS[question.start], _POINTS[question.end]
    either = ", or the other way round" if question.swap else ""
    if question.start == question.end == "centre":
        yield "the line from the middle of the one to the middle of the other"
    else:
        take = _TAKES[question.take]
        yield f"lines from {start} of the one to {end} of the other{either}: {take}"
    if question.inset:
        yield f"the target's corners are moved into its tile by 1/{question.inset} of a side"
    if question.inset:
        yield f"the target's corners are moved inwards, by one of {question.inset} parts of a side"
    if question.lean:
        yield f"where a line runs between tiles, it leans to one side: {_LEANS[question.lean]}"
    if question.heights:
        yield _HALF_HIDES if cover else _HEIGHTS[question.heights]
    if not question.points and question.blockers:
        yield _touch_words(question.touch)
    if question.ends in _ENDS and "centre" not in (question.start, question.end):
        yield _ENDS[question.ends]
    if question.shape == "diamond":
        yield "what blocks is a diamond inside its tile"
    if question.whole:
        yield "large figures are looked at as a whole"
    if question.target_blocks:
        yield "what stands on the target's tile blocks, too"


def _touch_words(touch: TouchRules) -> str:
    by_count: dict[str, list[str]] = {}
    for name, words in _TOUCHED.items():
        by_count.setdefault(getattr(touch, name), []).append(words)
    said = "; ".join(f"{_listed(each)} {_TOUCHES[count]}" for count, each in by_count.items())
    excepted = f" (but not where one is {_listed(touch.pinch_except, 'or')})"
    return said + (excepted if touch.pinch_except else "")


def blocker_words(question: PackQuestion) -> Iterator[tuple[str, str]]:
    """What a kind can do, and the kinds that do it: by the most that each can give."""
    by_most: dict[str, list[str]] = {}
    for kind, most in question.blockers.items():
        by_most.setdefault(most, []).append(kind)
    for most, kinds in by_most.items():
        yield "hide" if most == HIDE else f"give up to {most}", ", ".join(kinds)
    by_points: dict[int, list[str]] = {}
    for kind, points in question.points.items():
        by_points.setdefault(points, []).append(kind)
    for points, kinds in by_points.items():
        yield f"add {points} {'point' if points == 1 else 'points'}", ", ".join(kinds)


def count_words(question: PackQuestion) -> Iterator[tuple[str, str]]:
    """By grid: from how many blocked lines, or points, on each degree is given."""
    unit = "point" if question.points else "hex" if question.heights else "line"
    units = "hexes" if unit == "hex" else f"{unit}s"
    for grid, steps in question.degrees.items():
        said = [
            f"{degree} from {least} {unit if least == 1 else units} on" for least, degree in steps
        ]
        yield GRIDS[grid], "; ".join(said)


def kind_words(pack: Pack) -> Mapping[str, str]:
    """Every kind that it names, and what that is; "": a terrain of a tile."""
    named = dict.fromkeys(
        kind
        for question in (pack.sight, *pack.cover)
        for kind in (*question.blockers, *question.points)
    )
    return {kind: KINDS.get(kind, "") for kind in named}


def _listed(words: list[str] | tuple[str, ...], joint: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
