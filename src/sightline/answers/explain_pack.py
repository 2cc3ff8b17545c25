"""Describe an answer by the rules of a game in sentences: the deciding lines, and the count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sightline.answers.explain import (
    blocker_name,
    by_how_much,
    clearing,
    corner_words,
    cover_name,
    grazes,
    high_ground,
    listed,
    name_of,
    stopped,
    tile_of,
)
from sightline.answers.sight import Blocker, Ray, Sight, Step, TablePoint, Tried, Verdict
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Hex, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.packs.reading import pack_of
from sightline.packs.schema import Pack, PackQuestion
from sightline.texts import PhraseValue, join, say, word

MOST_LISTED = 4
"""The largest number of blocked lines that are listed separately."""


def pack_reason(sight: Sight) -> str:
    """Return the reason for the answer of a game's rule, in sentences."""
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
        one, other = name_of(sight.source), name_of(sight.target)
        return say("no row or column joins {one} to {other}", one=one, other=other)
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
    one, other = name_of(sight.source), name_of(sight.target)
    if sight.verdict is Verdict.HIDDEN:
        return say(
            "{one} is next to {other}, but {what} is between them",
            one=one,
            other=other,
            what=listed(sight.blockers),
        )
    return say("{one} is next to {other}", one=one, other=other)


def _out_of_range(sight: Sight, pack: Pack) -> str:
    n = pack.max_range or 0
    tiles = say("1 tile") if n == 1 else say("{n} tiles", n=n)
    return say(
        "{other} is more than {tiles} from {one}, which is as far as one sees in this game",
        other=name_of(sight.target),
        tiles=tiles,
        one=name_of(sight.source),
    )


def _behind(sight: Sight, pack: Pack) -> str:
    return say(
        "{other} is outside the arc of {arc} degrees that {one} sees as it faces",
        other=name_of(sight.target),
        arc=pack.arc or 0,
        one=name_of(sight.source),
    )


def _by_zones(sight: Sight, pack: Pack) -> str:
    one, other = name_of(sight.source), name_of(sight.target)
    if pack.zones == "joined":
        return say(
            "{one} and {other} are in one room, or in two that an opening joins",
            one=one,
            other=other,
        )
    return say("{one} and {other} are in one room", one=one, other=other)


_SETTLED = {"range": _out_of_range, "facing": _behind, "zones": _by_zones}


# --- one line


def _one_line(sight: Sight) -> str:
    (line,) = sight.lines
    ends, met = _from_to(sight, line), _met(sight, line)
    corner = _is_at_corner(line.source, line.start)
    if sight.verdict is Verdict.HIDDEN and sight.question == "sight" and corner:
        return say("no line gets through; the best, {line}, {met}", line=ends, met=met)
    return say("the line {line} {met}", line=ends, met=met)


def _met(sight: Sight, line: Tried) -> str:
    """Return a phrase about the blockers that the deciding line met."""
    what = listed(line.blockers) if line.blockers else ""
    if line.contact is Contact.CLEAR:
        return say("touches nothing in the way") + clearing(sight)
    if line.contact is Contact.BLOCKED:
        if line.blocked == (False, False):
            return say("slips between {what}, as this game lets it", what=what)
        if line.blocked == (False, True):
            return say("may slip between {what}: the game master decides", what=what)
        if sight.verdict is Verdict.VISIBLE:  # it is blocked, so the target has cover
            return say("is blocked by {what}{by}", what=what, by=by_how_much(sight))
        return stopped(sight) + by_how_much(sight)
    return say("passes only by {how}, {counts}", how=grazes(sight), counts=_touch_counts(line))


def _touch_counts(line: Tried) -> str:
    return {
        (False, False): say("which does not count in this game"),
        (False, True): say("which is for the game master to judge"),
    }.get(line.blocked, say("which stops it in this game"))


def _is_at_corner(tile: Tile | None, point: TablePoint) -> bool:
    if tile is None:
        return False
    grid = HEX if isinstance(tile, Hex) else SQUARE
    return _units(point) in grid.corners(tile)


# --- several lines


def _counted(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    lines, (low, high) = sight.lines, sight.blocked
    best = question.take == "best-corner"
    values: dict[str, PhraseValue] = {"count": _how_many(low, high), "n": len(lines)}
    if high <= 1:
        count = say("{count} of {n} lines is blocked", **values)
    else:
        count = say("{count} of {n} lines are blocked", **values)
    words: str = count + _by_what(sight, lines)
    if best:
        start = _end(sight, sight.source, lines[0].source, lines[0].start)
        words = say("from {corner}, {count}", corner=start, count=words)
    asked = [line for line in lines if line.blocked == (False, True)]
    if asked:
        grazed = listed(blocker for line in asked for blocker in line.blockers)
        if len(asked) == 1:
            words += say("; 1 line only grazes {what}: the game master decides", what=grazed)
        else:
            words += say(
                "; {n} lines only graze {what}: the game master decides", n=len(asked), what=grazed
            )
    words += _capped(sight, pack, question)
    if best and high and len(sight.target.tiles) > 1:
        words += say("; no other corner or tile does better")
    elif best and high:
        words += say("; no other corner does better")
    return words + _heights_of_one(sight)


def _heights_of_one(sight: Sight) -> str:
    """Return a phrase about the heights of the deciding line, one of several: how far it is from
    the blockers that it clears or meets.
    """
    one = next(line for line in sight.lines if (line.start, line.end) == tuple(sight.line))
    ends = _from_to(sight, one)
    if sight.contact is Contact.BLOCKED and (by := by_how_much(sight)):
        what = listed(sight.blockers)
        return say("; the line {line} meets {what}{by}", line=ends, what=what, by=by)
    return clearing(sight, say("; the line {line} passes ", line=ends))


def _how_many(low: int, high: int) -> str:
    if not high:
        return say("none")
    if low == high:
        return str(low)
    least = str(low) if low else say("none")
    if high - low == 1:
        return say("{one} or {other}", one=least, other=str(high))
    return say("{least} to {most}", least=least, most=str(high))


def _by_what(sight: Sight, lines: Sequence[Tried]) -> str:
    """Return a phrase about the blockers of the lines: once if they are the same
    for all, else line by line.
    """
    blocked = [line for line in lines if line.blocked[0]]
    if not blocked:
        return ""
    alone = {_names(line.blockers) for line in blocked}
    corners = all(_is_at_corner(line.target, line.end) for line in blocked)
    what = _met_by(blocked)
    if len(alone) == 1 or len(blocked) > MOST_LISTED or not corners:
        return say(": {what}", what=what)
    alike: dict[str, list[Tried]] = {}
    for line in blocked:
        alike.setdefault(_met_by([line]), []).append(line)
    each = [
        say("to {corners} by {what}", corners=_ends(sight, lines), what=by)
        for by, lines in alike.items()
    ]
    return say(": {what} ({each})", what=what, each=join(each, "; "))


def _met_by(lines: Sequence[Tried]) -> str:
    """Return what blocks these lines. A line without length between bodies at different heights
    meets nothing.
    """
    blockers = [blocker for line in lines for blocker in line.blockers]
    return listed(blockers) if blockers else say("their different heights")


def _names(blockers: Sequence[Blocker]) -> frozenset[str]:
    return frozenset(map(blocker_name, blockers))


def _capped(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    """Return a note if the count would give more cover than the blockers can give."""
    grid = "hex" if isinstance(sight.lines[0].target or sight.target.middle, Hex) else "square"
    low, high = sight.degrees
    given = [degree for least, degree in question.degrees[grid] if sight.blocked[1] >= least]
    if low != high or not given or pack.rank(given[-1]) <= pack.rank(high):
        return ""
    return say("; what is in the way gives {cover} at most", cover=cover_name(high))


def _pair(sight: Sight) -> str:
    one, other = sight.lines
    start = _end(sight, sight.source, one.source, one.start)
    lines = say(
        "from {corner} the lines to {corners}", corner=start, corners=_ends(sight, sight.lines)
    )
    if sight.blocked == (0, 0):
        return say("{lines} are both free, and nothing stands between them", lines=lines)
    asked = [line for line in sight.lines if line.blocked == (False, True)]
    if sight.blocked[0] == 0:
        grazed = listed(blocker for line in asked for blocker in line.blockers)
        return say(
            "{lines} are free but for {what}, which they only graze: the game master decides",
            lines=lines,
            what=grazed,
        )
    first = one if one.blocked[0] else other
    if not other.blocked[0] and first.blockers[0].at == (one.start, one.start):
        why = say(
            "{what} stands at its beginning or between the two lines", what=listed(first.blockers)
        )
    else:
        stopping = [line for line in sight.lines if line.blocked[0]]
        by = listed(blocker for line in stopping for blocker in line.blockers)
        if len(stopping) == 1:
            why = say("1 of 2 lines is blocked: {what}", what=by)
        else:
            why = say("2 of 2 lines are blocked: {what}", what=by)
    return say(
        "no corner has two free lines to neighboring corners; the best choice, {lines}: {why}",
        lines=lines,
        why=why,
    )


# --- any part of a tile


def _any_part(sight: Sight, question: PackQuestion) -> str:
    if sight.verdict is not Verdict.HIDDEN:
        (line,) = sight.lines
        return say("the line {line} {met}", line=_from_to(sight, line), met=_met(sight, line))
    parts = {"area": say("any part"), "corners": say("a corner"), "center": say("the middle")}
    touches = question.touch.corner == "block" and question.touch.edge == "block"
    if touches:
        stops = say("touches something that blocks")
    else:
        stops = say("is stopped by something")
    values: dict[str, PhraseValue] = {
        "first": parts[question.start],
        "last": parts[question.end],
        "stops": stops,
    }
    if question.swap and question.start != question.end:
        every = say("every line from {first} of the one to {last} of the other {stops}", **values)
    else:
        values |= {"one": name_of(sight.source), "other": name_of(sight.target)}
        every = say("every line from {first} of {one} to {last} of {other} {stops}", **values)
    if not sight.blockers:
        return every
    return say(
        "{every}; the one from middle to middle meets {what}{by}",
        every=every,
        what=listed(sight.blockers),
        by=by_how_much(sight),
    )


# --- chains of tiles


def _along_tiles(sight: Sight, pack: Pack, question: PackQuestion) -> str:
    line = say(
        "the line from {one} to {other}", one=name_of(sight.source), other=name_of(sight.target)
    )
    between = _sides(sight, question)
    first = _chain(sight, sight.rays[0], pack, question)
    if sight.degrees[0] != sight.degrees[1]:
        return say(
            "{line}{between} on one side {one}; on the other {other}: the game master decides",
            line=line,
            between=between,
            one=first,
            other=_chain(sight, sight.rays[1], pack, question),
        )
    return say("{line}{between} {chain}", line=line, between=between, chain=first)


def _sides(sight: Sight, question: PackQuestion) -> str:
    if len(sight.rays) < 2:
        return ""
    return {
        "any": say(" runs between tiles, of which the better counts for the whole line, and"),
        "worst": say(" runs between tiles, of which the worse counts for the whole line, and"),
        "": say(" runs between tiles and"),
    }[question.lean]


def _chain(sight: Sight, ray: Ray, pack: Pack, question: PackQuestion) -> str:
    """Return a phrase about the result of one chain of tiles."""
    step = ray.blocked_by
    if step is not None and not sight.question.startswith("cover"):
        return say("is stopped by {what}", what=_stopping(sight, ray, step, question))
    counted = [step for step in ray.steps if step.soft_cover]
    if not counted:
        return say("is free")
    if not question.points:
        return say(
            "passes right before its end the ground on {tiles}, which hides the lower half",
            tiles=[str(step.hex) for step in counted],
        )
    parts = join([say("{what} {n}", what=_grown(step), n=step.soft_cover) for step in counted])
    total = int(sum(step.soft_cover for step in counted))
    points = say("1 point") if total == 1 else say("{n} points", n=total)
    if not sight.visible and sight.degrees[1] == pack.degrees[-1]:
        return say("passes {points}, which hides: {parts}", points=points, parts=parts)
    return say("passes {points}: {parts}", points=points, parts=parts)


def _grown(step: Step) -> str:
    kind = word((step.what or "what stands").replace("-", " "))
    return say("the {terrain} on {tile}", terrain=kind, tile=str(step.hex))


def _stopping(sight: Sight, ray: Ray, step: Step, question: PackQuestion) -> str:
    tile = str(step.hex)
    if step.reason != "elevation":
        found = sight.blockers if ray is sight.rays[0] or ray == sight.rays[0] else ()
        return blocker_name(found[0]) if found else say("what stands on {tile}", tile=tile)
    height = high_ground(step)
    here, there = (ray.steps[end].elevation or 0 for end in (0, -1))
    values: dict[str, PhraseValue] = {"height": height, "one": here, "other": there}
    if question.heights == "linear":
        return say("{height}, which rises above the line between both ends", height=height)
    if question.heights == "hill-blocks":
        return say(
            "{height}, which is higher than one of the two (height {one} and {other})", **values
        )
    if (step.elevation or 0) > max(here, there) + question.eyes:
        return say(
            "{height}, which is higher than the eyes of both (height {one} and {other}, and"
            " {eyes} more)",
            **values,
            eyes=question.eyes,
        )
    return say(
        "{height}, which is next to one of them and higher than its eyes (height {one} and"
        " {other})",
        **values,
    )


# --- the ends of lines


def _from_to(sight: Sight, line: Tried) -> str:
    return say(
        "from {one} to {other}",
        one=_end(sight, sight.source, line.source, line.start),
        other=_end(sight, sight.target, line.target, line.end),
    )


def _ends(sight: Sight, lines: Sequence[Tried]) -> str:
    """Return the ends of some lines: "the north-west and south-west corners of C2 (T)"."""
    named = [_corner(sight, line.target, line.end) for line in lines]
    tiles = {line.target for line in lines}
    (first, *_) = lines
    if len(lines) == 1 or None in named or len(tiles) > 1 or first.target is None:
        ends = [_end(sight, sight.target, line.target, line.end) for line in lines]
        return ends[0] if len(ends) == 1 else _joined_with_and(ends)
    return say(
        "the {corners} corners of {tile}",
        corners=[word(str(corner)) for corner in named],
        tile=tile_of(sight.target, first.target),
    )


def _joined_with_and(ends: Sequence[str]) -> str:
    words = ends[0]
    for end in ends[1:]:
        words = say("{one} and {other}", one=words, other=end)
    return words


def _corner(sight: Sight, tile: Tile | None, point: TablePoint) -> str | None:
    """Return the corner of the tile at which a point is, such as "north-west", or None."""
    grid = HEX if isinstance(tile, Hex) else SQUARE
    units = _units(point)
    if tile is None or units is None or units not in grid.corners(tile):
        return None
    return grid.corner_name(tile, units, sight.orientation)


def _end(sight: Sight, place: Place, tile: Tile | None, point: TablePoint) -> str:
    """Return the name of one end of a line: a corner, the center, or any other point of a tile."""
    if tile is None:
        return say("the middle of {what}", what=name_of(place))
    grid = HEX if isinstance(tile, Hex) else SQUARE
    corner = _corner(sight, tile, point)
    if corner is not None:
        return corner_words(place, tile, corner)
    if _units(point) == grid.center(tile):
        return say("the center of {what}", what=tile_of(place, tile))
    return say("a point of {what}", what=tile_of(place, tile))


def _units(point: TablePoint) -> Point | None:
    """Return the point in units of the grid, or None if it is not a grid point."""
    x, y = (each * UNIT for each in point)
    return (int(x), int(y)) if x.denominator == y.denominator == 1 else None
