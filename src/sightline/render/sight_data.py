"""An answer as plain data: the text and the geometry that the table and the playground show.

Points become floats here, for drawing only; the answer itself is exact.
"""

from __future__ import annotations

from typing import Any, Protocol

from sightline.answers.explain import blocker_name, reason
from sightline.answers.sight import Blocker, Sight, Step, TablePoint
from sightline.geometry.contact import Contact
from sightline.model.cell import Hex
from sightline.render.reading import outcome, stop_of
from sightline.render.words import step_words
from sightline.texts import say, word

Plain = dict[str, Any]
XY = tuple[float, float]
MOST_LINES = 1_000
"""The most lines that are included. Two figures of 20 x 20 tiles have 194,481 lines."""


class RuleTexts(Protocol):
    """The texts of a rule."""

    @property
    def tells_cover(self) -> bool: ...

    def in_short(self) -> str: ...

    def effect_of(self, degree: str) -> str: ...


def sight_data(sight: Sight, rule: RuleTexts, *, all_lines: bool = False) -> Plain:
    """Return everything that the page shows and draws for an answer."""
    made: Plain = {
        "t": "sight",
        "verdict": str(sight.verdict),
        "visible": sight.visible,
        "words": sight.explain(),
        "reason": reason(sight),
        "rule": rule.in_short(),
        "line": [_point(each) for each in sight.line],
        "obstacles": _obstacles(sight),
        "profile": _profile(sight),
        "side": _side(sight),
    }
    made["degree"], made["effect"] = cover_of(sight, rule)
    if made["degree"] and len(sight.lines) > 1:
        made["blocked"] = sight.blocked
        made["lines"] = _counted_lines(sight)
        made["obstacles"] = _counted_obstacles(sight, made["lines"])
    if outcome(sight) != "visible":
        made["split"] = _split(sight)
    if all_lines:
        made["lines"] = _counted_lines(sight)
        made["steps"] = _steps(sight)
    return {key: value for key, value in made.items() if value is not None}


def cover_of(sight: Sight, rule: RuleTexts) -> tuple[str, str]:
    """Return the cover of a visible target and its effect; empty if the rule has no cover."""
    if not sight.visible or not rule.tells_cover:
        return "", ""
    return str(sight.degree), word(rule.effect_of(str(sight.degree)))


def _point(where: TablePoint | Hex) -> XY:
    """Return a point in tiles as floats. For a hex, that is its center."""
    return float(where[0]), float(where[1])


# --- lines ----------------------------------------------------------------------------------------


def _counted_lines(sight: Sight) -> list[Plain]:
    """Return the lines that were tried. With the rule of a game, they include how each counts."""
    meanings = _meanings(sight)
    return [
        {
            "start": _point(line.start),
            "end": _point(line.end),
            "contact": str(line.contact),
            "counts": meanings.get(line.contact, ""),
        }
        for line in sight.lines[:MOST_LINES]
    ]


def _meanings(sight: Sight) -> dict[Contact, str]:
    """Return for each contact the meaning of lines with it, given the number of blocked ones."""
    if not sight.scale:
        return {}
    touching = sum(line.contact in (Contact.CORNER, Contact.EDGE) for line in sight.lines)
    through = sum(line.contact is Contact.BLOCKED for line in sight.lines)
    touches = {
        (through, through + touching): "open",
        (through + touching, through + touching): "blocked",
        (through, through): "free",
    }
    found = {Contact.CLEAR: "free"}
    meant = touches.get(sight.blocked)
    if meant is not None:
        found |= {Contact.CORNER: meant, Contact.EDGE: meant, Contact.BLOCKED: "blocked"}
    return found


def _steps(sight: Sight) -> list[str]:
    words: list[str] = []
    for letter, ray in zip("AB", sight.rays, strict=False):
        if len(sight.rays) > 1:
            end = say("clear") if ray.clear else say("blocked")
            words.append(say("Side {letter}: {end}", letter=letter, end=end))
        words += [say("{n}: {step}", n=step.index, step=step_words(step)) for step in ray.steps]
    return words


# --- obstacles ------------------------------------------------------------------------------------


def _obstacles(sight: Sight) -> list[Plain]:
    """Return the obstacles of the deciding line in order, without duplicates."""
    if sight.rays:
        met = [_step_point(sight, step) for step in sight.steps if step.reason]
        return [_obstacle(each, at) for each, at in zip(sight.blockers, met, strict=True)]
    return [_obstacle(each, _met_at(each)) for each in sight.blockers]


def _counted_obstacles(sight: Sight, lines: list[Plain]) -> list[Plain]:
    """Return the obstacles of all lines that do not count as free, without duplicates."""
    found: dict[tuple[str, Any], Plain] = {}
    for line, counted in zip(sight.lines, lines, strict=False):
        for blocker in () if counted["counts"] == "free" else line.blockers:
            found.setdefault((blocker.what, blocker.where), _obstacle(blocker, _met_at(blocker)))
    return list(found.values())


def _met_at(blocker: Blocker) -> XY | None:
    return None if blocker.at is None else _point(blocker.at[0])


def _obstacle(blocker: Blocker, at: XY | None) -> Plain:
    made: Plain = {"words": blocker_name(blocker)}
    if at is not None:
        made["at"] = at
    where = blocker.where
    if blocker.free:
        made["wall"] = _point(where[0]), _point(where[1])
    elif isinstance(where[0], int):
        made["tile"] = (where[0], where[1])
    else:
        made["edge"] = tuple(sorted((tuple(where[0]), tuple(where[1]))))
    return made


def _split(sight: Sight) -> XY | None:
    """Return the point where the deciding line is first blocked, or None."""
    if sight.rays:
        blocked = next((step for step in sight.steps if step.reason), None)
        return None if blocked is None else _step_point(sight, blocked)
    stop = stop_of(sight)
    return None if stop is None else _point(stop)


def _step_point(sight: Sight, step: Step) -> XY:
    """Return the center of the hex that stops a ray, or of the edge before it."""
    q, r = _point(step.hex)
    if step.reason != "edge":
        return q, r
    before = _point(sight.steps[step.index - 1].hex)
    return (q + before[0]) / 2, (r + before[1]) / 2


# --- from the side --------------------------------------------------------------------------------


def _profile(sight: Sight) -> list[Plain] | None:
    """Return the hexes of a ray for the side view, or None if no height is known."""
    if len(sight.steps) < 2 or all(step.elevation is None for step in sight.steps):
        return None
    return [
        {
            "tile": (step.hex[0], step.hex[1]),
            "height": step.elevation,
            "too_high": step.reason == "elevation",
        }
        for step in sight.steps
    ]


def _side(sight: Sight) -> Plain | None:
    if sight.heights is None or not sight.line or sight.line[0] == sight.line[-1]:
        return None
    source, target = (
        (0.0, 1.0) if place.body is None else (float(place.body[0]), float(place.body[1]))
        for place in (sight.source, sight.target)
    )
    start, end = (float(height) for height in sight.heights)
    things = [
        {
            **_part_of_line(sight, thing),
            "bottom": None if thing.bottom is None else float(thing.bottom),
            "top": None if thing.top is None else float(thing.top),
            "stops": thing in sight.blockers,
        }
        for thing in (*sight.cleared, *sight.blockers)
    ]
    return {"line": (start, end), "bodies": (source, target), "things": things}


def _part_of_line(sight: Sight, thing: Blocker) -> dict[str, float]:
    """Return the fractions of the line at which it enters and leaves a blocker."""
    (x0, y0), (x1, y1) = _point(sight.line[0]), _point(sight.line[-1])
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    met = [_point(each)[axis] for each in thing.at or sight.line]
    first, last = sorted(((met[0] - (x0, y0)[axis]) / whole, (met[-1] - (x0, y0)[axis]) / whole))
    return {"first": first, "last": last}
