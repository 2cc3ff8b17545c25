"""Describe a Sight in sentences for players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sightline.answers.sight import (
    Blocker,
    HexPoint,
    Ruled,
    Sight,
    Step,
    TablePoint,
    Verdict,
)
from sightline.answers.ties import grazing_reason
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Grid, Hex, Point, Tile
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.model.threshold import STOP_SETS, StopName
from sightline.texts import PhraseValue, and_list, join, say, word

_NAMES: dict[tuple[StopName, ...] | None, str] = {
    STOP_SETS["window"]: "window",
    STOP_SETS["curtain"]: "curtain",
}
"""The names of walls that stop only some things."""
MOST_NAMED = 3
COMPASS = ("north", "east", "south", "west")
"""The directions of a square's edges, in the grid's order."""

ONE_WAY = say("It holds this way only: a one-way wall lets sight through from its other side.")

OPENING = {
    Verdict.VISIBLE: say("Visible"),
    Verdict.HIDDEN: say("Hidden"),
    Verdict.AMBIGUOUS: say("Too close to call"),
}
_FOR_OTHERS = {
    ("effect", Verdict.VISIBLE): say("Free for effects"),
    ("effect", Verdict.HIDDEN): say("Blocked for effects"),
    ("effect", Verdict.AMBIGUOUS): say("Too close to call for effects"),
    ("light", Verdict.VISIBLE): say("Free for light"),
    ("light", Verdict.HIDDEN): say("Blocked for light"),
    ("light", Verdict.AMBIGUOUS): say("Too close to call for light"),
}


def opening(sight: Sight) -> str:
    """Return the verdict in words: "Visible", or "Blocked for effects"."""
    return OPENING[sight.verdict] if sight.by == "sight" else _FOR_OTHERS[sight.by, sight.verdict]


def explain(sight: Sight) -> str:
    """Return the answer in sentences: the verdict, the deciding line, the blockers
    that it met, and the reason.
    """
    if sight.ruling is not None:
        return _ruled(sight, sight.ruling)
    sentence = say(
        "{verdict}{cover}: {reason}.",
        verdict=opening(sight),
        cover=with_cover(sight),
        reason=_reason(sight),
    )
    if sight.awaits_ruling and sight.visible:
        sentence += say(" How much cover that is awaits the game master's ruling.")
    elif sight.awaits_ruling:
        sentence += say(" It awaits the game master's ruling, and counts as hidden until then.")
    if sight.verdict is Verdict.HIDDEN and TOTAL not in sight.degrees and sight.scale:
        sentence += say(
            " Only sight is stopped: it can be targeted, with {cover}.",
            cover=cover_name(sight.degree),
        )
    if sight.one_way:
        sentence += say(" {note}", note=ONE_WAY)
    return sentence


def _ruled(sight: Sight, ruling: Ruled) -> str:
    verdict: str = say("visible") if ruling.visible else say("hidden")
    if ruling.degree and ruling.visible:
        verdict = say("visible with {cover}", cover=cover_name(ruling.degree))
    values: dict[str, PhraseValue] = {"verdict": verdict, "by": ruling.by, "when": ruling.when}
    if ruling.why:
        said = say(
            "Ruled {verdict} by {by} on {when}, because {why}. ",
            **values,
            why=ruling.why.rstrip("."),
        )
    else:
        said = say("Ruled {verdict} by {by} on {when}. ", **values)
    return said + reason(sight)


def with_cover(sight: Sight) -> str:
    """Return the words about cover that follow "visible", or "" without cover or degrees."""
    if not sight.scale or sight.degree == NONE or not (sight.visible or sight.effect):
        return ""
    cover = word(sight.effect) if sight.effect else cover_name(sight.degree)
    return say(", {cover}", cover=cover)


def cover_name(degree: Degree | str) -> str:
    """Return a degree in words: "half cover", "no cover", or "cover" if that is the
    degree's name.
    """
    if isinstance(degree, Degree) and degree.is_open and degree.low == NONE:
        return say("{one} or {other}", one=cover_name(degree.low), other=cover_name(degree.high))
    words = "no" if degree == NONE else str(degree)
    return word(words if words.endswith("cover") else f"{words} cover")


def reason(sight: Sight) -> str:
    """Return the rule's reason in one sentence, without the verdict.

    If a ruling replaces the verdict, the sentence includes the rule's own verdict.
    """
    words = _reason(sight)
    if sight.ruling is not None:
        return say(
            "By the rule alone: {verdict:low}: {reason}.", verdict=opening(sight), reason=words
        )
    return say("{reason:cap}.", reason=words)


def _reason(sight: Sight) -> str:
    shares = not set(sight.source.tiles).isdisjoint(sight.target.tiles)
    one, other = name_of(sight.source), name_of(sight.target)
    if not sight.line and shares and sight.verdict is Verdict.VISIBLE:
        return say("{one} and {other} share a tile", one=one, other=other)
    if "pack" in sight.rule:
        from sightline.answers.explain_pack import pack_reason

        return pack_reason(sight)
    if sight.rays:
        return _ray_reason(sight)
    if not sight.line:
        if sight.visible:
            return say("this rule allows a look from {one} to {other}", one=one, other=other)
        return say("this rule allows no line from {one} to {other}", one=one, other=other)
    line = _line_name(sight)
    if sight.contact is None:
        if sight.blockers:
            return say("the line {line} meets {what}", line=line, what=listed(sight.blockers))
        return say("the line {line} decides by this rule", line=line)
    n = len(sight.lines)
    if sight.contact is Contact.CLEAR:
        words = say("the line {line} touches nothing in the way", line=line)
        return words + clearing(sight)
    if sight.contact is Contact.BLOCKED:
        if n > 1:
            which = say("all {n} lines are blocked; the best, {line},", n=n, line=line)
        else:
            which = say("the line {line}", line=line)
        how, by = stopped(sight), by_how_much(sight)
        return say("{which} {how}{by}", which=which, how=how, by=by)
    if n > 1:
        which = say("the best of {n} lines, {line},", n=n, line=line)
    else:
        which = say("the line {line}", line=line)
    why = grazing_reason(str(sight.rule.get("ties", "")), sight.contact, sight.verdict)
    return say("{which} passes only by {how}; {why}", which=which, how=grazes(sight), why=why)


def clearing(sight: Sight, before: str = say(", and passes ")) -> str:
    """Return a phrase about how far the deciding line is above or below the walls, figures and
    ground that it clears; "" if it clears nothing.
    """
    words = []
    for blocker in sight.cleared[:MOST_NAMED]:
        low, high = _heights_at(sight, blocker)
        what = blocker_name(blocker)
        if blocker.top is not None and low > blocker.top:
            words.append(say("{gap} above {what}", gap=_rounded(low - blocker.top), what=what))
        elif blocker.bottom is not None and high < blocker.bottom:
            words.append(say("{gap} below {what}", gap=_rounded(blocker.bottom - high), what=what))
    return say("{before}{gaps}", before=before, gaps=words) if words else ""


def by_how_much(sight: Sight) -> str:
    """Return a phrase about how far the deciding line is below the top, or above
    the bottom, of its blocker.
    """
    if sight.heights is None or not sight.blockers:
        return ""
    words = []
    for blocker in sight.blockers[:MOST_NAMED]:
        low, high = _heights_at(sight, blocker)
        if blocker.what == "floor" and blocker.top is not None:
            words.append(say("its height is {height}", height=_rounded(blocker.top)))
        elif blocker.top is not None:
            words.append(say("{gap} below its top", gap=_rounded(blocker.top - low)))
        elif blocker.bottom is not None:
            words.append(say("{gap} above its bottom", gap=_rounded(high - blocker.bottom)))
    return say(" ({gaps})", gaps=join(list(dict.fromkeys(words)))) if words else ""


def _heights_at(sight: Sight, blocker: Blocker) -> tuple[Fraction, Fraction]:
    """Return the lowest and highest height of the line where it passes a blocker."""
    assert sight.heights is not None
    (x0, y0), (x1, y1) = sight.line
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    parts = []
    for point in blocker.at or sight.line:
        parts.append((point[axis] - sight.line[0][axis]) / whole if whole else Fraction(0))
    start, end = sight.heights
    here = [start + part * (end - start) for part in parts]
    return min(here), max(here)


def _rounded(height: Fraction) -> float:
    """Return a height in tiles, rounded to a hundredth."""
    return round(float(height), 2)


def stopped(sight: Sight) -> str:
    """Return a phrase about the blockers of the deciding line."""
    blockers = sight.blockers
    if not blockers:  # a line without length, between bodies at different heights
        return say("stays at one point, and the two share no height there")
    first, second = _limited_places(sight)
    if second:
        return say(
            "sees through {one}, and is stopped by the second, {other}",
            one=listed(first),
            other=listed(second),
        )
    crossing = [b for b in blockers if b.side == "both"]
    if crossing:
        return say("is stopped by {what}", what=listed(crossing))
    for end, tile, is_start in zip(sight.line, _tiles_of_line(sight), (True, False), strict=True):
        if tile is not None and all(b.at == (end, end) for b in blockers):
            what = _meeting(blockers, tile)
            if is_start:
                return say(
                    "cannot get out of the corner of {tile}: {what}", tile=str(tile), what=what
                )
            return say("cannot get into the corner of {tile}: {what}", tile=str(tile), what=what)
    inside = [b for b in blockers if b.side == "along"]
    beside = [b for b in blockers if b.side != "along"]
    if inside:
        runs = say("runs inside {what}{where}", what=listed(inside), where=_who_stands_where(sight))
        if beside:
            return runs + say(", and cannot get past {what}", what=listed(beside))
        return runs
    left = [b for b in blockers if b.side == "left"]
    right = [b for b in blockers if b.side == "right"]
    shared = {b.name for b in left} & {b.name for b in right} - {None}
    floors = [b for b in left if b.what == "floor" and b.name in shared]
    if floors:
        return say("is stopped by {what}", what=listed(floors))
    if shared:  # the edge between two tiles of one figure
        return say("is stopped by {what}", what=and_list(sorted(map(str, shared))))
    if left and right and listed(left) == listed(right):
        return say("cannot squeeze past {what}, which stands on both sides", what=listed(left))
    if left and right:
        return say(
            "cannot squeeze between {one} and {other}", one=listed(left), other=listed(right)
        )
    return say("cannot squeeze between {what} and the rim of the board", what=listed(blockers))


def _limited_places(sight: Sight) -> tuple[list[Blocker], list[Blocker]]:
    """Return the limited walls at the first and at the second place where they block."""
    (sx, sy), (ex, ey) = sight.line
    places: list[list[Blocker]] = []
    reached = Fraction(-1)
    for blocker in sight.blockers:
        if not blocker.limited or blocker.at is None:
            continue
        begins, ends = ((x - sx) * (ex - sx) + (y - sy) * (ey - sy) for x, y in blocker.at)
        if begins > reached:
            places.append([])
        places[-1].append(blocker)
        reached = max(reached, ends)
    first, second = [*places, [], []][:2]
    return first, second


def _tiles_of_line(sight: Sight) -> tuple[Tile | None, Tile | None]:
    """Return the tiles at both ends of the deciding line.

    An end is None if it is the middle of a figure, or if the answer does not list the line.
    """
    return next(
        (
            (line.source, line.target)
            for line in sight.lines
            if (line.start, line.end, line.contact, line.manner, line.blockers)
            == (*sight.line, sight.contact, sight.manner, sight.blockers)
        ),
        (None, None),
    )


def _meeting(blockers: Sequence[Blocker], tile: Tile) -> str:
    """Return a phrase about the blockers that close a corner of a tile: "the walls to its north and
    west meet there".
    """
    by_kind: dict[str, list[Blocker]] = {}
    others = []
    for blocker in blockers:
        if _direction_of_edge(blocker, tile):
            by_kind.setdefault(kind_words(blocker), []).append(blocker)
        else:
            others.append(blocker_name(blocker))
    named: list[str] = []
    for kind, alike in by_kind.items():
        sides = {str(_direction_of_edge(each, tile)) for each in alike}
        towards = [word(side) for side in sorted(sides, key=COMPASS.index)]
        walls = kind_words(alike[0], many=True) if len(alike) > 1 else kind
        named.append(say("the {walls} to its {sides}", walls=walls, sides=towards))
    named += dict.fromkeys(others)
    if len(blockers) == 1 and len(named) == 1:
        return say("{what} closes it", what=named[0])
    return say("{what} meet there", what=named)


def _direction_of_edge(blocker: Blocker, tile: Tile) -> str | None:
    """Return the side of a square on which a blocker's edge is ("north"), or None
    if it is not on its edges.
    """
    if blocker.free or _is_tile(blocker) or tile not in blocker.where or isinstance(tile, Hex):
        return None
    (other,) = (each for each in blocker.where if each != tile)
    return COMPASS[SQUARE.directions.index((other[0] - tile[0], other[1] - tile[1]))]


def grazes(sight: Sight) -> str:
    """Return a list of what the deciding line only touches."""
    blockers = sight.blockers
    if sight.contact is Contact.CORNER:
        tiles = [b for b in blockers if _is_tile(b)]
        thin = [b for b in blockers if not _is_tile(b)]
        parts = [say("the corner of {what}", what=listed(tiles))] if tiles else []
        parts += [say("the end of {what}", what=listed(thin))] if thin else []
        return say("touching {what}", what=and_list(parts))
    inside = [b for b in blockers if b.side == "along"]
    beside = [b for b in blockers if b.side != "along"]
    along = say("running along the side of {what}", what=listed(beside)) if beside else ""
    if not inside:
        return along
    runs = say("running inside {what}{where}", what=listed(inside), where=_who_stands_where(sight))
    return say("{one}, and {other}", one=runs, other=along) if along else runs


def _who_stands_where(sight: Sight) -> str:
    """Return a phrase that tells on which side of a wall viewer and target stand.

    The line runs along the wall.
    """
    sides = []
    for place, tile in zip((sight.source, sight.target), _tiles_of_line(sight), strict=True):
        side = None if tile is None else _side_of_line(sight.line, tile)
        if side is not None:
            sides.append(say("{name} on its {side} side", name=name_of(place), side=word(side)))
    return say(", with {sides}", sides=sides) if sides else ""


def _side_of_line(line: Sequence[TablePoint], tile: Tile) -> str | None:
    """Return the side of a line that contains the whole tile, in words, or None if neither does."""
    start, end = line
    grid = HEX if isinstance(tile, Hex) else SQUARE
    dx, dy = end[0] - start[0], end[1] - start[1]
    turns = [
        dx * (Fraction(y, UNIT) - start[1]) - dy * (Fraction(x, UNIT) - start[0])
        for x, y in grid.corners(tile)
    ]
    if min(turns) < 0 < max(turns):
        return None
    right = max(turns) > 0
    if grid is SQUARE and dy == 0:
        return "south" if right == (dx > 0) else "north"
    if grid is SQUARE and dx == 0:
        return "west" if right == (dy > 0) else "east"
    return "right" if right else "left"


def _is_tile(blocker: Blocker) -> bool:
    return isinstance(blocker.where, tuple) and isinstance(blocker.where[0], int)


def listed(blockers: Iterable[Blocker]) -> str:
    """Return the names of blockers without duplicates: the first three, and the number
    of others.
    """
    names: list[str] = list(dict.fromkeys(blocker_name(b) for b in blockers))
    if len(names) > MOST_NAMED:
        names = [*names[:MOST_NAMED], say("{n} more", n=len(names) - MOST_NAMED)]
    return and_list(names)


def blocker_name(blocker: Blocker) -> str:
    """Return the name of a blocker: "the closed door between D2 and E2"."""
    kind, where = kind_words(blocker), str(blocker.where)
    if blocker.free:
        return say("the {kind} {where}", kind=kind, where=_whereabouts(blocker))
    if not _is_tile(blocker):
        a, b = sorted(blocker.where)
        return say("the {kind} between {a} and {b}", kind=kind, a=str(a), b=str(b))
    if blocker.what == "figure":
        return say("{name} on {tile}", name=str(blocker.name), tile=where)
    if blocker.what == "floor":
        return say("the {name} above {tile}", name=str(blocker.name), tile=where)
    if blocker.what in ("ground", "height"):
        return say("the high ground on {tile}", tile=where)
    if blocker.what == "outside":
        return say("the rock outside the board at {tile}", tile=where)
    if blocker.what == "low":
        return say("the low obstacle on {tile}", tile=where)
    if blocker.what != "solid":  # terrain: the pack's word for it
        terrain = word(blocker.what.replace("-", " "))
        return say("the {terrain} on {tile}", terrain=terrain, tile=where)
    return say("the rock on {tile}", tile=where)


def _whereabouts(blocker: Blocker) -> str:
    """Return a phrase that tells where the line meets a free wall.

    It names tiles, because pictures show no coordinates.
    """
    ends: tuple[TablePoint, TablePoint] = blocker.where
    grid: Grid = HEX if isinstance(ends[0], HexPoint) else SQUARE
    (x0, y0), (x1, y1) = ends if blocker.at is None else blocker.at
    point: Any = ((x0 + x1) * UNIT / 2, (y0 + y1) * UNIT / 2)
    around = sorted(grid.tiles_at(point))
    tiles = [tile for tile in around if grid is HEX or min(tile) >= 0]
    names = [str(tile) for tile in tiles]
    if len(tiles) == 2 and grid.are_neighbors(*tiles) and _runs_along(ends, grid, *tiles):
        return say("between {a} and {b}", a=names[0], b=names[1])
    if len(tiles) == 1 and len(around) == 2:
        beyond = next(tile for tile in around if tile != tiles[0])
        offset = (beyond[0] - tiles[0][0], beyond[1] - tiles[0][1])
        side = word(COMPASS[grid.directions.index(offset)])
        return say("on the {side} side of {tile}", side=side, tile=names[0])
    if len(tiles) > 2:
        return say("where {tiles} meet", tiles=names)
    if tiles:
        return say("across {tiles}", tiles=names)
    return _between_points(*ends)


def _between_points(start: TablePoint, end: TablePoint) -> str:
    return say("from {one} to {other}", one=_point_name(start), other=_point_name(end))


def _runs_along(ends: tuple[TablePoint, TablePoint], grid: Grid, a: Tile, b: Tile) -> bool:
    """Return whether a wall is parallel to the edge between two neighbors."""
    (ax, ay), (bx, by) = grid.edge_ends(a, b)
    (x0, y0), (x1, y1) = ends
    return (x1 - x0) * (by - ay) == (y1 - y0) * (bx - ax)


def kind_words(blocker: Blocker, *, many: bool = False) -> str:
    """Return the words for a barrier: "wall", "limited closed door", "one-way wall", "window"."""
    what = _NAMES.get(blocker.stops, blocker.what) if blocker.what == "wall" else blocker.what
    plain = " ".join([*([blocker.state] if blocker.state else []), what])
    words = word(f"{plain}s" if many else plain)
    if blocker.one_way:
        words = say("one-way {kind}", kind=words)
    return say("limited {kind}", kind=words) if blocker.limited else words


def name_of(place: Place) -> str:
    """Return the name of a figure with its tile, or just the tile."""
    tile = str(place.middle)
    return say("{name} on {tile}", name=place.name, tile=tile) if place.name else tile


def _line_name(sight: Sight) -> str:
    start, end = (
        _end_name(place, point, tile, sight.orientation)
        for place, point, tile in zip(
            (sight.source, sight.target), sight.line, _tiles_of_line(sight), strict=True
        )
    )
    return say("from {one} to {other}", one=start, other=end)


def _end_name(place: Place, point: TablePoint, tile: Tile | None, orientation: str) -> str:
    """Return the name of one end of a line: a center, a corner, or any other point."""
    grid: Grid = HEX if isinstance(place.middle, Hex) else SQUARE
    units: Point = (int(point[0] * UNIT), int(point[1] * UNIT))
    if units == (grid.middle(place.tiles) if tile is None else grid.center(tile)):
        return say("the center of {what}", what=name_of(place))
    for each in place.tiles:
        if units in grid.corners(each):
            return corner_words(place, each, grid.corner_name(each, units, orientation))
    return _point_name(point)


def corner_words(place: Place, tile: Tile, corner: str) -> str:
    """Return the name of a tile's corner: "the south-east corner of B2 (Mira)"."""
    return say("the {corner} corner of {tile}", corner=word(corner), tile=tile_of(place, tile))


def tile_of(place: Place, tile: Tile) -> str:
    """Return the name of a tile with the figure on it: "B2 (Mira)"."""
    return f"{tile} ({place.name})" if place.name else str(tile)


def _point_name(point: TablePoint) -> str:
    return f"({number_words(point[0])}, {number_words(point[1])})"


def number_words(value: Fraction) -> str:
    """Return an exact number as a decimal, or as a fraction if it has no finite decimal."""
    if (1000 * value).denominator == 1:
        return f"{float(value):g}"
    return str(value)


# --- hex rays


def _ray_reason(sight: Sight) -> str:
    ray = _ray_name(sight)
    cover = _cover_words(sight)
    blocked = next((step for step in sight.steps if step.reason), None)
    if blocked is None:
        if len(sight.rays) == 1:
            return say("nothing stops the ray {ray}{cover}", ray=ray, cover=cover)
        if all(r.clear for r in sight.rays):
            return say(
                "the ray {ray} runs exactly between hexes, and is clear on both sides{cover}",
                ray=ray,
                cover=cover,
            )
        return say(
            "the ray {ray} runs exactly between hexes, and is clear on one side, which is enough"
            " in permissive play{cover}",
            ray=ray,
            cover=cover,
        )
    where = _blocked_words(sight, blocked)
    which = say("the ray {ray}", ray=ray)
    if sight.verdict is Verdict.HIDDEN and _pairs_of(sight) > 1:
        which = say("no ray between their hexes gets through; the one {ray}", ray=ray)
    if sight.verdict is Verdict.AMBIGUOUS:
        return say(
            "{which} runs exactly between hexes, and is stopped on one side only, {where}{cover}",
            which=which,
            where=where,
            cover=cover,
        )
    if len(sight.rays) > 1 and any(r.clear for r in sight.rays):
        return say(
            "{which} runs exactly between hexes, and on one side is stopped {where}; both sides"
            " must be clear in strict play{cover}",
            which=which,
            where=where,
            cover=cover,
        )
    return say("{which} is stopped {where}{cover}", which=which, where=where, cover=cover)


def _pairs_of(sight: Sight) -> int:
    """Return the number of pairs of hexes between viewer and target."""
    return len(sight.source.tiles) * len(sight.target.tiles)


def _ray_name(sight: Sight) -> str:
    """Return the ends of the ray in words.

    For a large figure it starts at the hex that sees best.
    """
    start, end = (
        say("{name} on {tile}", name=place.name, tile=str(tile)) if place.name else str(tile)
        for place, tile in ((sight.source, sight.line[0]), (sight.target, sight.line[-1]))
    )
    return say("from {one} to {other}", one=start, other=end)


def _blocked_words(sight: Sight, step: Step) -> str:
    blocker = sight.blockers[0]
    if step.reason == "elevation":
        return say(
            "at step {n} by {height}, which rises above the line between both ends",
            n=step.index,
            height=high_ground(step),
        )
    return say("at step {n} by {what}", n=step.index, what=blocker_name(blocker))


def high_ground(step: Step) -> str:
    """Return the words for a hex that rises into the line, with its height."""
    height = step.elevation or 0
    return say("the high ground on {tile} (height {height})", tile=str(step.hex), height=height)


def _cover_words(sight: Sight) -> str:
    if sight.cover is None or not sight.cover.sum:
        return ""
    return say(
        "; cover of {sum} on the way costs {percent} %",
        sum=sight.cover.sum,
        percent=round(100 * sight.cover.penalty),
    )
