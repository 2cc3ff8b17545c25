"""Describe a pack in plain words: its lines, how touches count, and what blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.packs.schema import HIDE, KINDS, Pack, PackQuestion, TouchRules

GRIDS = {"square": "squares", "hex": "hexes"}
_POINTS = {"center": "the middle", "corners": "a corner", "area": "any part"}
_TAKES = {
    "any": "one free line is enough",
    "all": "all lines are counted",
    "best-corner": "the lines from the viewer's best corner to all corners are counted",
    "pair": "two lines to neighboring corners must be free, and what is between them",
}
_HEIGHTS = {
    "linear": "ground above the straight line from height to height hides",
    "battletech": "ground hides that is higher than both, or next to one and higher than that one",
    "hill-blocks": "ground hides that is higher than the lower of both",
}
_HALF_HIDES = "ground next to the target covers that is as high as its lower half"
_LEANS = {"any": "the better side counts", "worst": "the worse side counts"}
_ENDS = {"closed": "a touch at the line's own ends counts too", "open": "its ends never count"}
_TARGETING = {
    "effect": "To target and for cover, what stops effects counts: a window, not a curtain.",
    "light": "To target and for cover, what stops light counts.",
}
_TOUCHES = {"pass": "pass", "ask": "are the master's to judge", "block": "block"}
_TOUCHED = {
    "corner": "touched corners",
    "edge": "sides that it runs along",
    "pinch": "gaps between two that meet in a point",
    "seam": "seams between two that share a side",
}


_THINGS = {
    "solid": "rock",
    "tall": "tall furniture",
    "low": "low furniture",
    "wall": "walls",
    "door": "closed doors",
    "figure": "creatures",
    "ally": "allies",
    "enemy": "enemies",
    "big-figure": "much larger creatures",
}
"""The built-in kinds of things, in a word or two for players."""


def hiding_things(pack: Pack) -> tuple[str, ...]:
    """Return the things that block sight in the game, each in a word or two."""
    sight = pack.sight
    hiding = [_thing(kind) for kind, most in sight.blockers.items() if most == HIDE]
    enough = [f"enough {_thing(kind)}" for kind in sight.points]
    return (*hiding, *enough, *(["higher ground"] if sight.heights else []))


def covering_things(pack: Pack) -> tuple[str, ...]:
    """Return the things that give cover in the game without blocking sight, each in a
    word or two.
    """
    hiding = set(hiding_things(pack))
    given = (_thing(kind) for each in pack.cover for kind in (*each.blockers, *each.points))
    return tuple(dict.fromkeys(thing for thing in given if thing not in hiding))


def _thing(kind: str) -> str:
    return _THINGS.get(kind, kind.replace("-", " "))


def grid_words(pack: Pack) -> str:
    """Return the grids of the pack in words, such as "squares and hexes"."""
    return " and ".join(GRIDS[grid] for grid in pack.grids)


def cover_words(pack: Pack) -> str:
    """Return the degrees of the pack between none and total, in words."""
    return ", ".join(pack.degrees[1:-1]) if pack.cover else "no cover"


def way_words(pack: Pack) -> str:
    """Return a phrase that tells whether sight is mutual."""
    return "the same both ways" if pack.symmetric else "not the same both ways"


def question_words(question: PackQuestion, cover: bool = False) -> Iterator[str]:
    """Yield a sentence each about the lines of a question, its touches and its other settings.

    `cover` is True for a question of cover, where ground does not hide.
    """
    start, end = _POINTS[question.start], _POINTS[question.end]
    either = ", or the other way round" if question.swap else ""
    if question.start == question.end == "center":
        yield "the line from the middle of the one to the middle of the other"
    else:
        take = _TAKES[question.take]
        yield f"lines from {start} of the one to {end} of the other{either}: {take}"
    if question.straight:
        yield "only along a row or a column of tiles"
    if question.near_target:
        yield f"only what is {_tiles(question.near_target)} from the target or nearer counts"
    if question.beyond_viewer:
        yield f"what is {_tiles(question.beyond_viewer)} from the viewer or nearer does not count"
    if question.inset:
        yield f"the target's corners are moved inwards, by one of {question.inset} parts of a side"
    if question.lean:
        yield f"where a line runs between tiles, it leans to one side: {_LEANS[question.lean]}"
    if question.heights:
        yield _HALF_HIDES if cover else _HEIGHTS[question.heights]
    if not question.points and question.blockers:
        yield _touch_words(question.touch)
    if question.ends in _ENDS and "center" not in (question.start, question.end):
        yield _ENDS[question.ends]
    if question.shape == "diamond":
        yield "what blocks is a diamond inside its tile"
    if question.whole:
        yield "large figures are looked at as a whole"
    if question.target_blocks:
        yield "what stands on the target's tile blocks, too"


def special_words(pack: Pack) -> Iterator[str]:
    """Yield a sentence about each rule that applies before lines are drawn."""
    if pack.max_range:
        counted = "" if pack.metric == "chebyshev" else f", counted by {pack.metric}"
        yield f"Nobody is seen further than {_tiles(pack.max_range)} away{counted}."
    if pack.arc:
        yield f"A figure with a facing sees only the {pack.arc} degrees before it."
    if pack.zones:
        yield "Everyone in the viewer's room is seen."
    if pack.zones == "joined":
        yield "So is everyone in a room that an opening joins to it."
    if pack.open_ground:
        yield f"Each tile of {_listed(pack.open_ground)} is a room by itself."
    if pack.neighbors:
        wall = ", unless a wall is between them" if pack.neighbors == "seen unless wall" else ""
        yield f"Neighbors are seen{wall}."
    if pack.outside == "wall":
        yield "The rim of the map is wall."
    if pack.targeting != "sight":
        yield _TARGETING[pack.targeting]
    if pack.heights:
        yield "On maps with heights, each line goes at the best height in both bodies."


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def verified_words(pack: Pack) -> Iterator[str]:
    """Yield sentences about what was verified and what was not."""
    if pack.verified:
        yield f"Verified: {pack.verified}"
    if pack.unverified:
        yield f"Not verified: {pack.unverified}"
    if not pack.verified and not pack.unverified:
        yield "Not verified: the pack does not say what was."


def _touch_words(touch: TouchRules) -> str:
    by_count: dict[str, list[str]] = {}
    for name, words in _TOUCHED.items():
        by_count.setdefault(getattr(touch, name), []).append(words)
    said = "; ".join(f"{_listed(each)} {_TOUCHES[count]}" for count, each in by_count.items())
    excepted = f" (but not where one is {_listed(touch.pinch_except, 'or')})"
    return said + (excepted if touch.pinch_except else "")


def blocker_words(question: PackQuestion) -> Iterator[tuple[str, str]]:
    """Yield each effect of blockers with the kinds that have it, sorted by the
    highest degree that they give.
    """
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
    """Yield each grid with the number of blocked lines or points that each degree needs."""
    unit = "point" if question.points else "hex" if question.heights else "line"
    units = "hexes" if unit == "hex" else f"{unit}s"
    for grid, steps in question.degrees.items():
        said = [
            f"{degree} from {least} {unit if least == 1 else units} on" for least, degree in steps
        ]
        yield GRIDS[grid], "; ".join(said)


def kind_words(pack: Pack) -> Mapping[str, str]:
    """Return every kind that the pack mentions with its description, which is ""
    for a kind of terrain.
    """
    named = dict.fromkeys(
        kind
        for question in (pack.sight, *pack.cover)
        for kind in (*question.blockers, *question.points)
    ) | dict.fromkeys(pack.open_ground)
    return {kind: KINDS.get(kind, "") for kind in named}


def _listed(words: list[str] | tuple[str, ...], joint: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
