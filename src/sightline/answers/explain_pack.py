"""Turn an answer by the rules of a game into sentences: the deciding choice, and the count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sightline.answers.explain import (
    blocker_name,
    by_how_much,
    clearing,
    cover_name,
    grazes,
    listed,
    name_of,
    stopped,
)
from sightline.answers.sight import Blocker, Ray, Sight, Step, TablePoint, Tried, Verdict
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Hex, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.packs.reading import pack_of
from sightline.packs.schema import Pack, PackQuestion

MOST_LISTED = 4
"""The most blocked lines that are listed one by one."""


def pack_reason(sight: Sight) -> str:
    """Return why the rule of a game decides so."""
    pack = pack_of(sight.rule)
    if sight.question == "targeting":
        total = sight.degrees == (pack.degrees[-1],) * 2
        verdict = Verdict.HIDDEN if total else Verdict.AMBIGUOUS
        aimed = replace(sight, question="sight", verdict=verdict)
        return f"for {_AIMS[pack.targeting]}, {pack_reason(aimed)}"
    if sight.question == "neighbors":
        return _neighbors(sight)
    if sight.question in _SETTLED:
        return _SETTLED[sight.question](sight, pack)
    question = question_of(pack, sight)
    if sight.rays:
        return _along_tiles(sight, pack, question)
    if "area" in (question.start, question.end):
        return _any_part(sight, question)
    if not sight.lines:
        return f"no row or column joins {name_of(sight.source)} to {name_of(sight.target)}"
    if question.take in ("best-corner", "all"):
        return _counted(sight, pack, question)
    return _pair(sight) if question.take == "pair" else _one_line(sight)


_AIMS = {"effect": "effects", "light": "light"}


def question_of(pack: Pack, sight: Sight) -> PackQuestion:
    """Return the question of the pack that decided."""
    if not sight.question.startswith("cover"):
        return pack.sight
    number = sight.question.removeprefix("cover").strip() or "1"
    return pack.cover[int(number) - 1]


def _neighbors(sight: Sight) -> str:
    near = f"{name_of(sight.source)} is next to {name_of(sight.target)}"
    if sight.verdict is Verdict.HIDDEN:
        return f"{near}, but {listed(sight.blockers)} is between them"
    return near


def _out_of_range(sight: Sight, pack: Pack) -> str:
    tiles = "1 tile" if pack.max_range == 1 else f"{pack.max_range} tiles"
    ends = f"{name_of(sight.target)} is more than {tiles} from {name_of(sight.source)}"
    return f"{ends}, which is as far as one sees in this game"


def _behind(sight: Sight, pack: Pack) -> str:
    ends = f"{name_of(sight.target)} is outside the arc of {pack.arc} degrees"
    return f"{ends} that {name_of(sight.source)} sees as it faces"


def _by_zones(sight: Sight, pack: Pack) -> str:
    joined = ", or in two that an opening joins" if pack.zones == "joined" else ""
    return f"{name_of(sight.source)} and {name_of(sight.target)} are in one room{joined}"


_SETTLED = {"range": _out_of_range, "facing": _behind, "zones": _by_zones}


# --- one line


def _one_line(sight: Sight) -> str:
    (line,) = sight.lines
    words = f"the line {_from_to(sight, line)}"
    corner = _is_at_corner(line.source, line.start)
    if sight.verdict is Verdict.HIDDEN and sight.question == "sight" and corner:
        words = f"no line gets through; the best, {_from_to(sight, line)},"
    return f"{words} {_met(sight, line)}"


def _met(sight: Sight, line: Tried) -> str:
    """Return what happened to the deciding line."""
    if line.contact is Contact.CLEAR:
        return f"touches nothing in the way{clearing(sight)}"
    if line.contact is Contact.BLOCKED:
        if line.blocked == (False, False):
            return f"slips between {listed(line.blockers)}, as this game lets it"
        if line.blocked == (False, True):
            return f"may slip between {listed(line.blockers)}: the game master decides"
        if sight.verdict is Verdict.VISIBLE:  # it is blocked, so there is cover
            return f"is blocked by {listed(line.blockers)}{by_how_much(sight)}"
        return f"{stopped(sight)}{by_how_much(sight)}"
    return f"passes only by {grazes(sight)}, {_touch_counts(line)}"


def _touch_counts(line: Tried) -> str:
    return {
        (False, False): "which does not count in this game",
        (False, True): "which is for the game master to judge",
    }.get(line.blocked, "which stops it in this game")


def _is_at_corner(tile: Tile | None, point: TablePoint) -> bool:
    if tile is None:
        return False
    grid = HEX if isinstance(tile, Hex) else SQUARE
    return _units(point) in grid.corners(tile)


# --- several lines


def _counted(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    lines, (low, high) = sight.lines, sight.blocked
    count = f"{_how_many(low, high)} of {len(lines)} lines {'is' if high <= 1 else 'are'} blocked"
    best = question.take == "best-corner"
    start = f"from {_end(sight, sight.source, lines[0].source, lines[0].start)}, " if best else ""
    words = f"{start}{count}{_by_what(sight, lines)}"
    asked = [line for line in lines if line.blocked == (False, True)]
    if asked:
        only = "1 line only grazes" if len(asked) == 1 else f"{len(asked)} lines only graze"
        grazed = listed(blocker for line in asked for blocker in line.blockers)
        words += f"; {only} {grazed}: the game master decides"
    words += _capped(sight, pack, question)
    if best and high:
        tiles = len(sight.target.tiles) > 1
        words += f"; no other corner{' or tile' if tiles else ''} does better"
    return f"{words}{_heights_of_one(sight)}"


def _heights_of_one(sight: Sight) -> str:
    """By how much the deciding one of several lines clears what it passes, or is stopped."""
    one = next(line for line in sight.lines if (line.start, line.end) == tuple(sight.line))
    if sight.contact is Contact.BLOCKED and (by := by_how_much(sight)):
        return f"; the line {_from_to(sight, one)} meets {listed(sight.blockers)}{by}"
    return clearing(sight, f"; the line {_from_to(sight, one)} passes ")


def _how_many(low: int, high: int) -> str:
    if not high:
        return "none"
    if low == high:
        return str(low)
    return f"{low or 'none'} or {high}" if high - low == 1 else f"{low or 'none'} to {high}"


def _by_what(sight: Sight, lines: Sequence[Tried]) -> str:
    """Return what blocks the blocked lines: once if it is the same, else line by line."""
    blocked = [line for line in lines if line.blocked[0]]
    if not blocked:
        return ""
    alone = {_names(line.blockers) for line in blocked}
    corners = all(_is_at_corner(line.target, line.end) for line in blocked)
    if len(alone) == 1 or len(blocked) > MOST_LISTED or not corners:
        return f": {listed(blocker for line in blocked for blocker in line.blockers)}"
    alike: dict[str, list[Tried]] = {}
    for line in blocked:
        alike.setdefault(listed(line.blockers), []).append(line)
    each = (f"to {_ends(sight, lines)} by {what}" for what, lines in alike.items())
    return f": {listed(b for line in blocked for b in line.blockers)} ({'; '.join(each)})"


def _names(blockers: Sequence[Blocker]) -> frozenset[str]:
    return frozenset(map(blocker_name, blockers))


def _capped(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    """Return a note if the count would give more cover than the blockers can give."""
    grid = "hex" if isinstance(sight.lines[0].target or sight.target.middle, Hex) else "square"
    low, high = sight.degrees
    given = [degree for least, degree in question.degrees[grid] if sight.blocked[1] >= least]
    if low != high or not given or pack.rank(given[-1]) <= pack.rank(high):
        return ""
    return f"; what is in the way gives {cover_name(high)} at most"


def _pair(sight: Sight) -> str:
    one, other = sight.lines
    start = _end(sight, sight.source, one.source, one.start)
    lines = f"from {start} the lines to {_ends(sight, sight.lines)}"
    if sight.blocked == (0, 0):
        return f"{lines} are both free, and nothing stands between them"
    asked = [line for line in sight.lines if line.blocked == (False, True)]
    if sight.blocked[0] == 0:
        grazed = listed(blocker for line in asked for blocker in line.blockers)
        return f"{lines} are free but for {grazed}, which they only graze: the game master decides"
    first = one if one.blocked[0] else other
    if not other.blocked[0] and first.blockers[0].at == (one.start, one.start):
        why = f"{listed(first.blockers)} stands at its beginning or between the two lines"
    else:
        stopping = [line for line in sight.lines if line.blocked[0]]
        by = listed(blocker for line in stopping for blocker in line.blockers)
        why = f"{len(stopping)} of 2 lines {'is' if len(stopping) == 1 else 'are'} blocked: {by}"
    return f"no corner has two free lines to neighboring corners; the best choice, {lines}: {why}"


# --- any part of a tile


def _any_part(sight: Sight, question: PackQuestion) -> str:
    if sight.verdict is not Verdict.HIDDEN:
        (line,) = sight.lines
        return f"the line {_from_to(sight, line)} {_met(sight, line)}"
    start, end = name_of(sight.source), name_of(sight.target)
    touches = question.touch.corner == "block" and question.touch.edge == "block"
    stops = "touches something that blocks" if touches else "is stopped by something"
    words = {"area": "any part", "corners": "a corner", "center": "the middle"}
    first, last = words[question.start], words[question.end]
    every = f"every line from {first} of {start} to {last} of {end} {stops}"
    if question.swap and question.start != question.end:
        every = f"every line from {first} of the one to {last} of the other {stops}"
    if not sight.blockers:
        return every
    met = f"{listed(sight.blockers)}{by_how_much(sight)}"
    return f"{every}; the one from middle to middle meets {met}"


# --- chains of tiles


def _along_tiles(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    line = f"the line from {name_of(sight.source)} to {name_of(sight.target)}"
    between = _sides(sight, question)
    first = sight.rays[0]
    if sight.degrees[0] != sight.degrees[1]:
        both = "; on the other ".join(_chain(sight, ray, pack, question) for ray in sight.rays)
        return f"{line}{between} on one side {both}: the game master decides"
    return f"{line}{between} {_chain(sight, first, pack, question)}"


def _sides(sight: Sight, question: PackQuestion) -> str:
    if len(sight.rays) < 2:
        return ""
    whose = {
        "any": ", of which the better counts for the whole line,",
        "worst": ", of which the worse counts for the whole line,",
        "": "",
    }[question.lean]
    return f" runs between tiles{whose} and"


def _chain(sight: Sight, ray: Ray, pack: Pack, question: PackQuestion) -> str:
    """Return what happened to one chain of tiles."""
    step = ray.blocked_by
    if step is not None and not sight.question.startswith("cover"):
        return f"is stopped by {_stopping(sight, ray, step, question)}"
    counted = [step for step in ray.steps if step.soft_cover]
    if not counted:
        return "is free"
    if not question.points:
        where = " and ".join(str(step.hex) for step in counted)
        return f"passes right before its end the ground on {where}, which hides the lower half"
    parts = ", ".join(f"{_grown(step)} {step.soft_cover:g}" for step in counted)
    total = int(sum(step.soft_cover for step in counted))
    points = "1 point" if total == 1 else f"{total} points"
    hides = ", which hides" if not sight.visible and sight.degrees[1] == pack.degrees[-1] else ""
    return f"passes {points}{hides}: {parts}"


def _grown(step: Step) -> str:
    kind = (step.what or "what stands").replace("-", " ")
    return f"the {kind} on {step.hex}"


def _stopping(sight: Sight, ray: Ray, step: Step, question: PackQuestion) -> str:
    if step.reason != "elevation":
        found = sight.blockers if ray is sight.rays[0] or ray == sight.rays[0] else ()
        return blocker_name(found[0]) if found else f"what stands on {step.hex}"
    height = f"the high ground on {step.hex} (height {step.elevation or 0:g})"
    here, there = (ray.steps[end].elevation or 0 for end in (0, -1))
    if question.heights == "linear":
        return f"{height}, which rises above the line between both ends"
    ends = f"height {here:g} and {there:g}"
    if question.heights == "hill-blocks":
        return f"{height}, which is higher than one of the two ({ends})"
    if (step.elevation or 0) > max(here, there) + question.eyes:
        return f"{height}, which is higher than the eyes of both ({ends}, and {question.eyes} more)"
    return f"{height}, which is next to one of them and higher than its eyes ({ends})"


# --- the ends of lines


def _from_to(sight: Sight, line: Tried) -> str:
    return (
        f"from {_end(sight, sight.source, line.source, line.start)}"
        f" to {_end(sight, sight.target, line.target, line.end)}"
    )


def _ends(sight: Sight, lines: Sequence[Tried]) -> str:
    """Return the ends of some lines: "the north-west and south-west corners of C2 (T)"."""
    ends = [_end(sight, sight.target, line.target, line.end) for line in lines]
    _, _, tile = ends[0].partition(" corner of ")
    if len(ends) == 1 or not tile or any(not end.endswith(f" corner of {tile}") for end in ends):
        return " and ".join(ends)
    names = [end.partition(" corner of ")[0].removeprefix("the ") for end in ends]
    return f"the {', '.join(names[:-1])} and {names[-1]} corners of {tile}"


def _end(sight: Sight, place: Place, tile: Tile | None, point: TablePoint) -> str:
    """Return the name of the end of a line: a corner, the center, or just a point of a tile."""
    if tile is None:
        return f"the middle of {name_of(place)}"
    grid = HEX if isinstance(tile, Hex) else SQUARE
    whose = f" ({place.name})" if place.name else ""
    units = _units(point)
    if units is not None:
        if units in grid.corners(tile):
            corner = grid.corner_name(tile, units, sight.orientation)
            return f"the {corner} corner of {tile}{whose}"
        if units == grid.center(tile):
            return f"the center of {tile}{whose}"
    return f"a point of {tile}{whose}"


def _units(point: TablePoint) -> Point | None:
    """Return the point in units of the grid, if it is a grid point."""
    x, y = (each * UNIT for each in point)
    return (int(x), int(y)) if x.denominator == y.denominator == 1 else None
