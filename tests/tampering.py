"""Falsify one part of an answer, in every way that could mislead a reader.

Each change has a name. Two things are left unchanged because they mislead nobody: the order in
which lines were tried, and which of several equally good lines is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from sightline import Blocker, Contact, Cover, Hex, Sight, Square, Step, Verdict
from sightline.answers.sight import Ray, Tried
from sightline.model.hexagon import Orientation
from sightline.model.threshold import StopName

Change = tuple[str, Sight]
FAR = Fraction(1000)


def changes(sight: Sight) -> Iterator[Change]:
    """Yield every falsified version of the answer."""
    yield from places(sight)
    yield from _plain(sight)
    if sight.contact is None:
        yield from _rays(sight)
    else:
        yield from _lines(sight)


def places(sight: Sight) -> Iterator[Change]:
    """Yield versions with a wrong viewer or target."""
    for which in ("source", "target"):
        place = getattr(sight, which)
        first = place.tiles[0]
        away = type(first)(first[0] + 1, first[1])
        for name, new in (
            ("name", replace(place, name="nobody")),
            ("tiles", replace(place, tiles=(away, *place.tiles[1:]))),
            ("more tiles", replace(place, tiles=(*place.tiles, away))),
            ("middle", replace(place, middle=away)),
            ("transparent", replace(place, transparent=place.transparent | {"nobody"})),
        ):
            yield f"{which}.{name}", replace(sight, **{which: new})


def _plain(sight: Sight) -> Iterator[Change]:
    for verdict in set(Verdict) - {sight.verdict}:
        yield f"verdict={verdict}", replace(sight, verdict=verdict)
    if sight.contact is None:
        yield "contact", replace(sight, contact=Contact.CLEAR)
    else:
        for contact in set(Contact) - {sight.contact}:
            yield f"contact={contact}", replace(sight, contact=contact)
        yield "contact=None", replace(sight, contact=None)
        yield "steps", replace(sight, steps=(Step(Hex(0, 0), 0, "start"),))
        yield "cover", replace(sight, cover=Cover(1.0, 0.5))
        yield "rays", replace(sight, rays=(Ray((Step(Hex(0, 0), 0, "start"),), Cover(0.0, 0.0)),))
    yield "one_way", replace(sight, one_way=not sight.one_way)
    flip: dict[str, Orientation] = {"pointy": "flat", "flat": "pointy"}
    yield "orientation", replace(sight, orientation=flip[sight.orientation])
    for ties in {"strict", "permissive", "adjudicated", "nonsense"} - {sight.rule["ties"]}:
        if ties == "nonsense":
            yield "rule.ties", replace(sight, rule={**sight.rule, "ties": ties})
    yield "rule.rule", replace(sight, rule={**sight.rule, "rule": "nonsense"})
    yield "rule.more", replace(sight, rule={**sight.rule, "loud": True})
    yield "rule", replace(sight, rule={})
    if sight.line:
        yield "line=()", replace(sight, line=())
    tried = [(line.start, line.end) for line in sight.lines]
    if len(sight.line) > 1 and sight.line[::-1] not in tried:
        yield "line backwards", replace(sight, line=sight.line[::-1])


def _lines(sight: Sight) -> Iterator[Change]:
    if not sight.lines:  # viewer and target share a tile
        yield "line", replace(sight, line=((FAR, FAR), (FAR, FAR)))
        yield "blockers", replace(sight, blockers=(Blocker("solid", Square(0, 0)),))
        yield "lines", replace(sight, lines=(Tried((FAR, FAR), (FAR, FAR), Contact.CLEAR, ()),))
        return
    start, end = sight.line
    yield "line.start", replace(sight, line=((start[0] + 99, start[1]), end))
    yield "line.end", replace(sight, line=(start, (end[0], end[1] - Fraction(1, 3))))
    yield "lines-1", replace(sight, lines=sight.lines[1:])
    yield "lines+1", replace(sight, lines=(*sight.lines, sight.lines[0]))
    yield "lines=()", replace(sight, lines=())
    for name, changed in blocker_lists(sight.blockers):
        yield f"blockers.{name}", replace(sight, blockers=changed)
    # The deciding line and another line.
    shown = next(i for i, t in enumerate(sight.lines) if (t.start, t.end) == tuple(sight.line))
    for i in {shown, 0, len(sight.lines) - 1}:
        for name, tried in falsified_tried(sight.lines[i]):
            lines = (*sight.lines[:i], tried, *sight.lines[i + 1 :])
            yield f"lines[{i}].{name}", replace(sight, lines=lines)
            if i == shown:  # both places have the same position
                alike = replace(
                    sight,
                    lines=lines,
                    line=(tried.start, tried.end),
                    contact=tried.contact,
                    blockers=tried.blockers,
                )
                yield f"all.{name}", alike


def falsified_tried(line: Tried) -> Iterator[tuple[str, Tried]]:
    """Yield false versions of one straight line."""
    yield "start", replace(line, start=(line.start[0] + 1, line.start[1]))
    yield "end", replace(line, end=(line.end[0], line.end[1] + Fraction(1, 2)))
    for contact in set(Contact) - {line.contact}:
        yield f"contact={contact}", replace(line, contact=contact)
    for name, changed in blocker_lists(line.blockers):
        yield f"blockers.{name}", replace(line, blockers=changed)
    low, high = line.blocked
    yield "blocked low", replace(line, blocked=(not low, high))
    yield "blocked high", replace(line, blocked=(low, not high))


def blocker_lists(
    blockers: tuple[Blocker, ...], is_ray: bool = False
) -> Iterator[tuple[str, tuple[Blocker, ...]]]:
    """Yield false lists of blockers."""
    at = ((FAR, FAR), (FAR, FAR))
    yield "+1", (*blockers, Blocker("solid", Square(0, 0), at=at))
    if not blockers:
        return
    yield "=()", ()
    yield "-1", blockers[1:]
    yield "twice", (*blockers, blockers[0])
    for i in {0, len(blockers) - 1}:
        for name, changed in _blocker(blockers[i], is_ray):
            yield f"[{i}].{name}", (*blockers[:i], changed, *blockers[i + 1 :])


def _blocker(blocker: Blocker, is_ray: bool) -> Iterator[tuple[str, Blocker]]:
    assert [f.name for f in fields(Blocker)] == [
        "what",
        "where",
        "name",
        "state",
        "side",
        "at",
        "free",
        "limited",
        "one_way",
        "bottom",
        "top",
        "stops",
    ], "a new field needs its lies"
    for what in {"solid", "figure", "wall", "door", "gate", "outside", "height"} - {blocker.what}:
        yield f"what={what}", replace(blocker, what=what)
    yield "where", replace(blocker, where=_elsewhere(blocker.where))
    others: set[tuple[StopName, ...] | None] = {None, ("sight",), ("effect", "light")}
    for stops in others - {blocker.stops}:
        yield f"stops={stops}", replace(blocker, stops=stops)
    yield "name", replace(blocker, name="nobody" if blocker.name != "nobody" else "other")
    if blocker.name is not None:
        yield "name=None", replace(blocker, name=None)
    for state in {None, "open", "closed", "locked", "secret"} - {blocker.state}:
        yield f"state={state}", replace(blocker, state=state)
    for side in {"left", "right", "both", "along"} - {blocker.side}:
        yield f"side={side}", replace(blocker, side=side)
    yield "free", replace(blocker, free=not blocker.free)
    yield "bottom", replace(blocker, bottom=Fraction(-12345))
    yield "top", replace(blocker, top=Fraction(12345))
    if is_ray or _is_thin(blocker):
        yield "limited", replace(blocker, limited=not blocker.limited)
        for way in {"", "forth", "back"} - {blocker.one_way}:
            yield f"one_way={way}", replace(blocker, one_way=way)  # type: ignore[arg-type]
    if is_ray:
        yield "at", replace(blocker, at=((FAR, FAR), (FAR, FAR)))
        return
    assert blocker.at is not None
    first, last = blocker.at
    yield "at=None", replace(blocker, at=None)
    yield "at.first", replace(blocker, at=((first[0] + 1, first[1]), last))
    yield "at.last", replace(blocker, at=(first, (last[0], last[1] + Fraction(1, 7))))
    if first != last:
        half = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        yield "at.shorter", replace(blocker, at=(first, half))
        yield "at.later", replace(blocker, at=(half, last))
        yield "at.backwards", replace(blocker, at=(last, first))


def _is_thin(blocker: Blocker) -> bool:
    return not isinstance(blocker.where[0], int)


def _elsewhere(where: Any) -> Any:
    if isinstance(where[0], tuple):
        first, second = where
        return (_elsewhere(first), second)
    moved = (where[0] + 1, where[1])
    return type(where)(*moved) if isinstance(where, (Square, Hex)) else moved


def _rays(sight: Sight) -> Iterator[Change]:
    yield "lines", replace(sight, lines=(Tried((FAR, FAR), (FAR, FAR), Contact.CLEAR, ()),))
    yield "line", replace(sight, line=(*sight.line, Hex(99, 99)))
    yield "steps=()", replace(sight, steps=())
    assert sight.cover is not None
    yield "cover=None", replace(sight, cover=None)
    yield "cover.sum", replace(sight, cover=sight.cover._replace(sum=sight.cover.sum + 0.25))
    yield "cover.penalty", replace(sight, cover=sight.cover._replace(penalty=0.99))
    for setting in ("see_opaque_target", "max_soft_cover", "soft_cover_k", "target_edge_blocks"):
        without = {k: v for k, v in sight.rule.items() if k != setting}
        yield f"rule.{setting} missing", replace(sight, rule=without)
    for name, changed in blocker_lists(sight.blockers, is_ray=True):
        yield f"blockers.{name}", replace(sight, blockers=changed)
    yield "rays=()", replace(sight, rays=())
    yield "rays+1", replace(sight, rays=(*sight.rays, sight.rays[0]))
    shown = next(i for i, ray in enumerate(sight.rays) if ray.steps == sight.steps)
    for i, ray in enumerate(sight.rays):
        if i != shown and ray.clear != sight.rays[shown].clear:
            yield "the other ray", replace(sight, steps=ray.steps, line=ray.path, blockers=())
        for name, changed_ray in falsified_ray(ray):
            rays = (*sight.rays[:i], changed_ray, *sight.rays[i + 1 :])
            yield f"rays[{i}].{name}", replace(sight, rays=rays)
            if i == shown:
                yield (
                    f"all.{name}",
                    replace(sight, rays=rays, steps=changed_ray.steps, line=changed_ray.path),
                )


def falsified_ray(ray: Ray) -> Iterator[tuple[str, Ray]]:
    """Yield false versions of one chain of hexes."""
    yield "cover.sum", replace(ray, cover=ray.cover._replace(sum=ray.cover.sum + 1))
    yield "cover.penalty", replace(ray, cover=ray.cover._replace(penalty=0.77))
    yield "steps-1", replace(ray, steps=ray.steps[:-1])
    for i in {0, len(ray.steps) // 2, len(ray.steps) - 1}:
        for name, step in _step(ray.steps[i]):
            steps = (*ray.steps[:i], step, *ray.steps[i + 1 :])
            yield f"steps[{i}].{name}", replace(ray, steps=steps)


def _step(step: Step) -> Iterator[tuple[str, Step]]:
    yield "hex", replace(step, hex=Hex(step.hex.q + 1, step.hex.r))
    yield "index", replace(step, index=step.index + 1)
    for kind in {"start", "mid", "target"} - {step.kind}:
        yield f"kind={kind}", replace(step, kind=kind)
    for flag in ("blocked_tile", "blocked_edge", "blocked_elevation"):
        flipped: dict[str, Any] = {flag: not getattr(step, flag)}
        yield flag, replace(step, **flipped)
    yield "soft_cover", replace(step, soft_cover=step.soft_cover + 0.125)
    yield "elevation", replace(step, elevation=7.0 if step.elevation != 7 else None)
    yield "what", replace(step, what="lava")
    for reason in {None, "edge", "tile", "elevation"} - {step.reason}:
        yield f"reason={reason}", replace(step, reason=reason)
