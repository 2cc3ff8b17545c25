"""Turn an answer of the engine into a message: text, and geometry to draw.

Points become floats here, for drawing only: the decision was exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from sightline.answers.explain import blocker_name, reason
from sightline.answers.sight import Blocker, Ray, Ruled, Sight, Step, TablePoint, Verdict
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Hex
from sightline.model.place import Place
from sightline.render import sight_svg
from sightline.render.reading import outcome, stop_of
from sightline.render.words import step_words
from sightline.rules.rule import Rule
from sightline.table.protocol.answers import (
    Obstacle,
    ProfileStep,
    RulingNote,
    SideThing,
    SideView,
    SightAnswer,
    SightLine,
    VerdictName,
)

XY = tuple[float, float]
Counting = Literal["", "free", "blocked", "open"]
VERDICTS: dict[Verdict, VerdictName] = {
    Verdict.VISIBLE: "visible",
    Verdict.HIDDEN: "hidden",
    Verdict.AMBIGUOUS: "ambiguous",
}
MOST_LINES = 1_000
"""Two figures of twenty tiles each way have 194,481 lines: too many to show."""


# --- labels in place of ids


def with_labels(sight: Sight, names: Mapping[str, str]) -> Sight:
    """The same answer with the labels of figures: on the board their names are ids."""
    return replace(
        _deciding_with_labels(sight, names),
        lines=tuple(replace(line, blockers=_named(line.blockers, names)) for line in sight.lines),
    )


def words_with_labels(sight: Sight, names: Mapping[str, str]) -> tuple[str, str]:
    """The explanation, which covers only the deciding line; and the reason."""
    labeled = _deciding_with_labels(sight, names)
    return labeled.explain(), reason(labeled)


def _deciding_with_labels(sight: Sight, names: Mapping[str, str]) -> Sight:
    def of_place(place: Place) -> Place:
        return place if place.name is None else replace(place, name=names[place.name])

    return replace(
        sight,
        source=of_place(sight.source),
        target=of_place(sight.target),
        blockers=_named(sight.blockers, names),
        cleared=_named(sight.cleared, names),
    )


def _named(blockers: Sequence[Blocker], names: Mapping[str, str]) -> tuple[Blocker, ...]:
    return tuple(
        each if each.name is None else replace(each, name=names[each.name]) for each in blockers
    )


# --- the answer


def sight_answer_of(
    sight: Sight, rule: Rule, *, all_lines: bool = False, picture_on: Board | None = None
) -> SightAnswer:
    """Return the whole message. The answer's figures and the board have labels."""
    answer = SightAnswer(
        verdict=VERDICTS[sight.verdict],
        visible=sight.visible,
        words=sight.explain(),
        reason=reason(sight),
        rule=rule.in_short(),
        line=[point(each) for each in sight.line],
        obstacles=obstacles(sight),
        profile=_profile(sight),
        side=_side(sight),
    )
    if sight.ruling is not None:
        answer.ruled = ruling_note(sight.ruling)
    answer.degree, answer.effect = cover_of(sight, rule)
    if answer.degree and len(sight.lines) > 1:
        answer.blocked = sight.blocked
        answer.lines = counted_lines(sight)
        answer.obstacles = _counted_obstacles(sight, answer.lines)
    if outcome(sight) != "visible":
        answer.split = _split(sight)
    if all_lines:
        answer.lines = counted_lines(sight)
        answer.steps = _steps(sight)
    if picture_on is not None:
        answer.picture = sight_svg(
            picture_on, sight, all_lines=all_lines, close_up=True, theme="auto"
        )
    return answer


def cover_of(sight: Sight, rule: Rule) -> tuple[str, str]:
    """Return the cover of a visible target and its effect; empty if the rule has no cover."""
    if not sight.visible or not rule.tells_cover:
        return "", ""
    return str(sight.degree), rule.effect_of(str(sight.degree))


def counted_lines(sight: Sight) -> list[SightLine]:
    """The lines that were tried; by the rule of a game with what each counts as."""
    meanings = _meanings(sight)
    return [
        SightLine(
            point(line.start), point(line.end), str(line.contact), meanings.get(line.contact, "")
        )
        for line in sight.lines[:MOST_LINES]
    ]


def _meanings(sight: Sight) -> dict[Contact, Counting]:
    """What the lines of each contact count as, given the number of blocked ones."""
    if not sight.scale:
        return {}
    touching = sum(line.contact in (Contact.CORNER, Contact.EDGE) for line in sight.lines)
    through = sum(line.contact is Contact.BLOCKED for line in sight.lines)
    touches: dict[tuple[int, int], Counting] = {
        (through, through + touching): "open",
        (through + touching, through + touching): "blocked",
        (through, through): "free",
    }
    found: dict[Contact, Counting] = {Contact.CLEAR: "free"}
    meant = touches.get(sight.blocked)
    if meant is not None:
        found |= {Contact.CORNER: meant, Contact.EDGE: meant, Contact.BLOCKED: "blocked"}
    return found


def point(where: TablePoint | Hex) -> XY:
    """A point in tile units; the center of a hex has the hex's coordinates."""
    return float(where[0]), float(where[1])


def ruling_note(ruling: Ruled) -> RulingNote:
    """A ruling for the game master's page, which formats the text and the local time."""
    return RulingNote(
        ruling.visible, ruling.by, iso_time(ruling.when), ruling.why, degree=ruling.degree
    )


def iso_time(when: str) -> str:
    """The time of a ruling as ISO 8601; any other text unchanged."""
    try:
        return datetime.strptime(when, "%Y-%m-%d %H:%M:%S UTC").strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return when


def obstacles(sight: Sight) -> list[Obstacle]:
    """The obstacles of the deciding line, in order, each once."""
    stops = [_step_point(sight.steps, step) for step in sight.steps if step.reason]
    met: list[XY | None] = (
        list(stops)
        if sight.rays
        else [None if each.at is None else point(each.at[0]) for each in sight.blockers]
    )
    return [_obstacle(each, at) for each, at in zip(sight.blockers, met, strict=True)]


def _counted_obstacles(sight: Sight, lines: Sequence[SightLine]) -> list[Obstacle]:
    """The obstacles of all lines that do not count as free, each once."""
    found: dict[tuple[str, Any], Obstacle] = {}
    for line, counted in zip(sight.lines, lines, strict=False):
        for blocker in () if counted.counts == "free" else line.blockers:
            met = None if blocker.at is None else point(blocker.at[0])
            found.setdefault((blocker.what, blocker.where), _obstacle(blocker, met))
    return list(found.values())


def _obstacle(blocker: Blocker, at: XY | None) -> Obstacle:
    made = Obstacle(blocker_name(blocker), at=at)
    where = blocker.where
    if blocker.free:
        made.wall = point(where[0]), point(where[1])
    elif isinstance(where[0], int):
        made.tile = (where[0], where[1])
    else:
        first, second = sorted((tuple(where[0]), tuple(where[1])))
        made.edge = first, second
    return made


def _split(sight: Sight) -> XY | None:
    if sight.rays:
        blocked = next((step for step in sight.steps if step.reason), None)
        return None if blocked is None else _step_point(sight.steps, blocked)
    stop = stop_of(sight)
    return None if stop is None else point(stop)


def _step_point(steps: Sequence[Step], step: Step) -> XY:
    """The center of the hex that stops a ray, or of the edge before it."""
    q, r = point(step.hex)
    if step.reason != "edge":
        return q, r
    before = point(steps[step.index - 1].hex)
    return (q + before[0]) / 2, (r + before[1]) / 2


def _steps(sight: Sight) -> list[str]:
    words = []
    for letter, ray in zip("AB", sight.rays, strict=False):
        if len(sight.rays) > 1:
            words.append(f"Side {letter}: {_end_of(ray)}")
        words += [f"{step.index}: {step_words(step)}" for step in ray.steps]
    return words


def _profile(sight: Sight) -> list[ProfileStep]:
    """As in pictures: empty if no height on the ray is known."""
    if len(sight.steps) < 2 or all(step.elevation is None for step in sight.steps):
        return []
    return [
        ProfileStep((step.hex[0], step.hex[1]), step.elevation, step.reason == "elevation")
        for step in sight.steps
    ]


def _side(sight: Sight) -> SideView | None:
    if sight.heights is None or not sight.line or sight.line[0] == sight.line[-1]:
        return None
    source, target = (
        (0.0, 1.0) if place.body is None else (float(place.body[0]), float(place.body[1]))
        for place in (sight.source, sight.target)
    )
    start, end = (float(height) for height in sight.heights)
    things = [
        SideThing(
            *_part_of_line(sight, thing),
            None if thing.bottom is None else float(thing.bottom),
            None if thing.top is None else float(thing.top),
            thing in sight.blockers,
        )
        for thing in (*sight.cleared, *sight.blockers)
    ]
    return SideView((start, end), (source, target), things)


def _part_of_line(sight: Sight, thing: Blocker) -> tuple[float, float]:
    """Where on the line a blocker is met."""
    (x0, y0), (x1, y1) = point(sight.line[0]), point(sight.line[-1])
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    met = [point(each)[axis] for each in thing.at or sight.line]
    first, last = sorted(((met[0] - (x0, y0)[axis]) / whole, (met[-1] - (x0, y0)[axis]) / whole))
    return first, last


def _end_of(ray: Ray) -> str:
    return "clear" if ray.clear else "blocked"
