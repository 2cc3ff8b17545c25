"""Answers as plain data: for `--json`, the HTTP service and the MCP server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sightline.answers.sight import Blocker, Ray, Sight, Tried
from sightline.model.place import Place


def plain_sight(sight: Sight, all_lines: bool = False) -> dict[str, Any]:
    """Return everything in the answer; `all_lines` adds all lines that were tried."""
    plain = {
        "visible": sight.visible,
        "verdict": str(sight.verdict),
        "awaits_ruling": sight.awaits_ruling,
        "contact": _contact(sight.contact),
        "manner": sight.manner,
        "from": _place(sight.source),
        "to": _place(sight.target),
        "rule": dict(sight.rule),
        "line": [_point(point) for point in sight.line],
        "blockers": [_blocker(blocker) for blocker in sight.blockers],
        "cover": None if sight.cover is None else sight.cover._asdict(),
        **_degrees(sight),
        **_heights(sight),
        "ruling": None if sight.ruling is None else sight.ruling._asdict(),
        "explanation": sight.explain(),
    }
    if all_lines:
        plain["lines"] = [
            {**_tried(line), **({"blocked": list(line.blocked)} if sight.scale else {})}
            for line in sight.lines
        ]
        plain["rays"] = [_ray(ray) for ray in sight.rays]
    return plain


def _degrees(sight: Sight) -> dict[str, Any]:
    """Return the fields that only games have: the degree of cover and the number of
    blocked lines.
    """
    if not sight.scale:
        return {}
    return {
        "degree": str(sight.degree),
        "degrees": list(sight.degrees),
        "effect": sight.effect,
        "blocked": list(sight.blocked),
    }


def _heights(sight: Sight) -> dict[str, Any]:
    """Return the heights of the deciding line, and what it clears, on a board with heights."""
    if sight.heights is None:
        return {}
    return {
        "heights": _point(sight.heights),
        "cleared": [_blocker(blocker) for blocker in sight.cleared],
    }


def _contact(contact: Any) -> str | None:
    return None if contact is None else contact.name.lower()


def _place(place: Place) -> dict[str, Any]:
    return {"name": place.name, "tiles": [list(tile) for tile in place.tiles]}


def _point(point: Any) -> list[int | float]:
    return [_number(part) for part in point]


def _number(value: Fraction | int) -> int | float:
    """Return a number as an int or float.

    Floats can represent the 1/384,000ths of any board distinctly.
    """
    return int(value) if value == int(value) else float(value)


def _blocker(blocker: Blocker) -> dict[str, Any]:
    return {
        "what": blocker.what,
        "where": _nested(blocker.where),
        "name": blocker.name,
        "state": blocker.state,
        "side": blocker.side,
        "at": None if blocker.at is None else [_point(point) for point in blocker.at],
        "free": blocker.free,
        **{
            name: _number(height)
            for name, height in (("bottom", blocker.bottom), ("top", blocker.top))
            if height is not None
        },
        **({} if blocker.stops is None else {"stops": list(blocker.stops)}),
    }


def _nested(where: Any) -> Any:
    if isinstance(where, tuple):
        return [_nested(part) for part in where]
    return _number(where)


def _tried(line: Tried) -> dict[str, Any]:
    return {
        "line": [_point(line.start), _point(line.end)],
        "contact": _contact(line.contact),
        "manner": line.manner,
        "blockers": [_blocker(blocker) for blocker in line.blockers],
    }


def _ray(ray: Ray) -> dict[str, Any]:
    return {
        "clear": ray.clear,
        "cover": ray.cover._asdict(),
        "steps": [
            {
                "hex": list(step.hex),
                "kind": step.kind,
                "blocked_by": step.reason,
                "soft_cover": step.soft_cover,
                "elevation": step.elevation,
            }
            for step in ray.steps
        ],
    }
