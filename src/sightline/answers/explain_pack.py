"""Puts an answer by the rules of a game into sentences: the choice that decided, and the count."""

from __future__ import annotations

from sightline.answers.explain import (
    blocker_name,
    grazes,
    listed,
    name_of,
    stopped,
)
from sightline.answers.sight import Sight, TablePoint, Verdict
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Hex, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place


def pack_reason(sight: Sight) -> str:
    """Why the rule of a game decides so."""
    if sight.rays:
        return _along_tiles(sight)
    if not sight.lines:
        if sight.contact is Contact.CLEAR:
            return f"{name_of(sight.source)} is next to {name_of(sight.target)}"
        return (
            f"of all lines that count from {name_of(sight.source)} to {name_of(sight.target)},"
            " none gets through"
        )
    return _one_line(sight) if len(sight.lines) == 1 else _counted(sight)


def _one_line(sight: Sight) -> str:
    (line,) = sight.lines
    words = (
        f"the line from {_end(sight, sight.source, line.source, line.start)}"
        f" to {_end(sight, sight.target, line.target, line.end)}"
    )
    if line.contact is Contact.CLEAR:
        return f"{words} touches nothing in the way"
    if line.contact is Contact.BLOCKED:
        if sight.blocked == (0, 0):
            return f"{words} slips between {listed(line.blockers)}, as this game lets it"
        if sight.verdict is Verdict.HIDDEN and "corner" in words:
            words = f"no line gets through; the best, {words.removeprefix('the line ')},"
        return f"{words} {stopped(sight)}"
    touch = {
        (0, 0): "which does not count in this game",
        (0, 1): "which is for the game master to judge",
    }.get(sight.blocked, "which stops it in this game")
    return f"{words} only passes by {grazes(sight)}, {touch}"


def _counted(sight: Sight) -> str:
    low, high = sight.blocked
    lines = sight.lines
    same = len({(line.start, line.source) for line in lines}) == 1
    first = lines[0]
    start = f"from {_end(sight, sight.source, first.source, first.start)}, " if same else ""
    many = f"{low}" if low == high else f"{low} or {high}"
    count = f"{many if high else 'none'} of {len(lines)} lines"
    blocked = "is blocked" if high <= 1 else "are blocked"
    grazing = [
        blocker
        for line in lines
        if line.contact in (Contact.CORNER, Contact.EDGE)
        for blocker in line.blockers
    ]
    stopping = [
        blocker for line in lines if line.contact is Contact.BLOCKED for blocker in line.blockers
    ]
    found = stopping if low else []
    named = f": {listed(found)}" if found else ""
    if high > low:
        only = "1 line only grazes" if high - low == 1 else f"{high - low} lines only graze"
        named += f"; {only} {listed(grazing or stopping)}, which is for the game master to judge"
    elif high and not found:
        named = f": {listed(grazing)}"
    choice = ""
    if same and high:
        choice = "; no other choice does better"
    return f"{start}{count} {blocked}{named}{choice}"


def _end(sight: Sight, place: Place, tile: Tile | None, point: TablePoint) -> str:
    """The end of a line by name: a corner, the centre, or just some point of a tile."""
    if tile is None:
        return f"the middle of {name_of(place)}"
    grid = HEX if isinstance(tile, Hex) else SQUARE
    whose = f" ({place.name})" if place.name else ""
    units: Point = (int(point[0] * UNIT), int(point[1] * UNIT))
    if all(each * UNIT == unit for each, unit in zip(point, units, strict=True)):
        if units in grid.corners(tile):
            corner = grid.corner_name(tile, units, sight.orientation)
            return f"the {corner} corner of {tile}{whose}"
        if units == grid.center(tile):
            return f"the centre of {tile}{whose}"
    return f"a point of {tile}{whose}"


def _along_tiles(sight: Sight) -> str:
    start, end = name_of(sight.source), name_of(sight.target)
    sides = " (one side of it is taken for the whole line)" if len(sight.rays) > 1 else ""
    line = f"the line from {start} to {end}{sides}"
    if sight.blockers:
        return f"{line} is stopped by {blocker_name(sight.blockers[0])}"
    counted = [step for step in sight.steps if step.soft_cover]
    if not counted:
        return f"nothing stops {line}"
    where = ", ".join(f"{step.soft_cover:g} on {step.hex}" for step in counted)
    total = sum(step.soft_cover for step in counted)
    return f"what is on {line} adds up to {total:g}: {where}"
