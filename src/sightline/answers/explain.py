"""Turn a Sight into sentences for the people at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sightline.answers.sight import Blocker, HexPoint, Sight, Step, TablePoint, Verdict
from sightline.answers.ties import grazing_reason
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Grid, Hex, Point, Tile
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.model.threshold import STOP_SETS, StopName

_NAMES: dict[tuple[StopName, ...] | None, str] = {
    STOP_SETS["window"]: "window",
    STOP_SETS["curtain"]: "curtain",
}
"""The names of walls that stop only some things."""
MOST_NAMED = 3
COMPASS = ("north", "east", "south", "west")
"""The directions of a square's edges, in the grid's order."""

ONE_WAY = "It holds this way only: a one-way wall lets sight through from its other side."

OPENING = {
    Verdict.VISIBLE: "Visible",
    Verdict.HIDDEN: "Hidden",
    Verdict.AMBIGUOUS: "Too close to call",
}
_FOR_OTHERS = {**OPENING, Verdict.VISIBLE: "Free", Verdict.HIDDEN: "Blocked"}
_PURPOSE = {"effect": " for effects", "light": " for light"}


def opening(sight: Sight) -> str:
    """Return the verdict in words: "Visible", or "Blocked for effects"."""
    if sight.by == "sight":
        return OPENING[sight.verdict]
    return f"{_FOR_OTHERS[sight.verdict]}{_PURPOSE[sight.by]}"


def explain(sight: Sight) -> str:
    """Return the answer in sentences: the verdict, the deciding line, what it met, and why."""
    if sight.ruling is not None:
        ruled = "visible" if sight.ruling.visible else "hidden"
        if sight.ruling.degree and sight.ruling.visible:
            ruled += f" with {cover_name(sight.ruling.degree)}"
        why = f", because {sight.ruling.why.rstrip('.')}" if sight.ruling.why else ""
        return f"Ruled {ruled} by {sight.ruling.by} on {sight.ruling.when}{why}. {reason(sight)}"
    sentence = f"{opening(sight)}{with_cover(sight)}: {_reason(sight)}."
    if sight.awaits_ruling and sight.visible:
        sentence += " How much cover that is awaits the game master's ruling."
    elif sight.awaits_ruling:
        sentence += " It awaits the game master's ruling, and counts as hidden until then."
    if sight.verdict is Verdict.HIDDEN and TOTAL not in sight.degrees and sight.scale:
        sentence += f" Only sight is stopped: it can be targeted, with {cover_name(sight.degree)}."
    if sight.one_way:
        sentence += f" {ONE_WAY}"
    return sentence


def with_cover(sight: Sight) -> str:
    """Return the words about cover after "visible": empty without cover or degrees."""
    if not sight.scale or sight.degree == NONE or not (sight.visible or sight.effect):
        return ""
    return f", {sight.effect or cover_name(sight.degree)}"


def cover_name(degree: Degree | str) -> str:
    """Return a degree in words: "half cover", "no cover", or "cover" if that is its name."""
    if isinstance(degree, Degree) and degree.is_open and degree.low == NONE:
        return f"{cover_name(degree.low)} or {cover_name(degree.high)}"
    words = "no" if degree == NONE else str(degree)
    return words if words.endswith("cover") else f"{words} cover"


def reason(sight: Sight) -> str:
    """Return the rule's reason in one sentence, without the verdict. If a ruling replaces the
    verdict, the sentence gives the rule's own verdict.
    """
    words = _reason(sight)
    if sight.ruling is not None:
        return f"By the rule alone: {opening(sight).lower()}: {words}."
    return f"{words[0].upper()}{words[1:]}."


def _reason(sight: Sight) -> str:
    shares = not set(sight.source.tiles).isdisjoint(sight.target.tiles)
    if not sight.line and shares and sight.verdict is Verdict.VISIBLE:
        return f"{name_of(sight.source)} and {name_of(sight.target)} share a tile"
    if "pack" in sight.rule:
        from sightline.answers.explain_pack import pack_reason

        return pack_reason(sight)
    if sight.rays:
        return _ray_reason(sight)
    if not sight.line:
        ends = f"from {name_of(sight.source)} to {name_of(sight.target)}"
        return f"this rule allows {'a look' if sight.visible else 'no line'} {ends}"
    line = _line_name(sight)
    if sight.contact is None:
        met = f"meets {listed(sight.blockers)}" if sight.blockers else "decides by this rule"
        return f"the line {line} {met}"
    if sight.contact is Contact.CLEAR:
        return f"the line {line} touches nothing in the way{clearing(sight)}"
    many = len(sight.lines) > 1
    if sight.contact is Contact.BLOCKED:
        all_lines = f"all {len(sight.lines)} lines are blocked; the best, {line},"
        which = all_lines if many else f"the line {line}"
        return f"{which} {stopped(sight)}{by_how_much(sight)}"
    which = f"the best of {len(sight.lines)} lines, {line}," if many else f"the line {line}"
    manner = grazes(sight)
    why = grazing_reason(str(sight.rule.get("ties", "")), sight.contact, sight.verdict)
    return f"{which} passes only by {manner}; {why}"


def clearing(sight: Sight, before: str = ", and passes ") -> str:
    """By how much the deciding line clears walls, figures and ground; "" if it clears nothing."""
    words = []
    for blocker in sight.cleared[:MOST_NAMED]:
        low, high = _heights_at(sight, blocker)
        if blocker.top is not None and low > blocker.top:
            gap, where = low - blocker.top, "above"
        elif blocker.bottom is not None and high < blocker.bottom:
            gap, where = blocker.bottom - high, "below"
        else:
            continue
        words.append(f"{_rounded(gap)} {where} {blocker_name(blocker)}")
    return f"{before}{_joined(words)}" if words else ""


def by_how_much(sight: Sight) -> str:
    """By how much the deciding line is under the top, or over the bottom, of what stops it."""
    if sight.heights is None or not sight.blockers:
        return ""
    words = []
    for blocker in sight.blockers[:MOST_NAMED]:
        low, high = _heights_at(sight, blocker)
        if blocker.what == "floor" and blocker.top is not None:
            words.append(f"its height is {_rounded(blocker.top)}")
        elif blocker.top is not None:
            words.append(f"{_rounded(blocker.top - low)} below its top")
        elif blocker.bottom is not None:
            words.append(f"{_rounded(high - blocker.bottom)} above its bottom")
    return f" ({', '.join(words)})" if words else ""


def _heights_at(sight: Sight, blocker: Blocker) -> tuple[Fraction, Fraction]:
    """The lowest and the highest of the line where it passes a blocker."""
    assert sight.heights is not None
    (x0, y0), (x1, y1) = sight.line
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    parts = []
    for point in blocker.at or sight.line:
        parts.append((point[axis] - sight.line[0][axis]) / whole if whole else Fraction(0))
    start, end = sight.heights
    here = [start + part * (end - start) for part in parts]
    return min(here), max(here)


def _rounded(height: Fraction) -> str:
    """A height in tiles, for people: to a hundredth."""
    return f"{float(height):.2f}".rstrip("0").rstrip(".")


def stopped(sight: Sight) -> str:
    """Return what stops the deciding line."""
    blockers = sight.blockers
    if not blockers:  # a line of no length, between bodies at different heights
        return "stays at one point, and the two share no height there"
    first, second = _limited_places(sight)
    if second:
        return f"sees through {listed(first)}, and is stopped by the second, {listed(second)}"
    crossing = [b for b in blockers if b.side == "both"]
    if crossing:
        return f"is stopped by {listed(crossing)}"
    for end, tile, how in zip(
        sight.line, _tiles_of_line(sight), ("get out of", "get into"), strict=True
    ):
        if tile is not None and all(b.at == (end, end) for b in blockers):
            return f"cannot {how} the corner of {tile}: {_meeting(blockers, tile)}"
    inside = [b for b in blockers if b.side == "along"]
    beside = [b for b in blockers if b.side != "along"]
    if inside:
        past = f", and cannot get past {listed(beside)}" if beside else ""
        return f"runs inside {listed(inside)}{_who_stands_where(sight)}{past}"
    left = [b for b in blockers if b.side == "left"]
    right = [b for b in blockers if b.side == "right"]
    shared = {b.name for b in left} & {b.name for b in right} - {None}
    if shared:  # the seam between two tiles of one figure
        return f"is stopped by {' and '.join(sorted(map(str, shared)))}"
    if left and right and listed(left) == listed(right):
        return f"cannot squeeze past {listed(left)}, which stands on both sides"
    if left and right:
        return f"cannot squeeze between {listed(left)} and {listed(right)}"
    return f"cannot squeeze between {listed(blockers)} and the rim of the board"


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
    """Return the tiles at both ends of the deciding line; None for a middle or an unlisted line."""
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
    """Return what closes a corner of a tile: "the walls to its north and west meet there"."""
    by_kind: dict[str, list[str]] = {}
    others = []
    for blocker in blockers:
        towards = _direction_of_edge(blocker, tile)
        if towards:
            by_kind.setdefault(kind_words(blocker), []).append(towards)
        else:
            others.append(blocker_name(blocker))
    named = []
    for kind, sides in by_kind.items():
        walls = kind + "s" if len(sides) > 1 else kind
        named.append(f"the {walls} to its {_joined(sorted(sides, key=COMPASS.index))}")
    named += dict.fromkeys(others)
    alone = len(blockers) == 1 and len(named) == 1
    return f"{_joined(named)} {'closes it' if alone else 'meet there'}"


def _direction_of_edge(blocker: Blocker, tile: Tile) -> str | None:
    """Return the side of a square on which the edge of a blocker lies, or None if it is on no
    edge.
    """
    if blocker.free or _is_tile(blocker) or tile not in blocker.where or isinstance(tile, Hex):
        return None
    (other,) = (each for each in blocker.where if each != tile)
    return COMPASS[SQUARE.directions.index((other[0] - tile[0], other[1] - tile[1]))]


def grazes(sight: Sight) -> str:
    """Return what the deciding line only touches."""
    blockers = sight.blockers
    if sight.contact is Contact.CORNER:
        tiles = [b for b in blockers if _is_tile(b)]
        thin = [b for b in blockers if not _is_tile(b)]
        parts = [f"the corner of {listed(tiles)}"] if tiles else []
        parts += [f"the end of {listed(thin)}"] if thin else []
        return f"touching {' and '.join(parts)}"
    inside = [b for b in blockers if b.side == "along"]
    beside = [b for b in blockers if b.side != "along"]
    parts = [f"running inside {listed(inside)}{_who_stands_where(sight)}"] if inside else []
    parts += [f"running along the side of {listed(beside)}"] if beside else []
    return ", and ".join(parts)


def _who_stands_where(sight: Sight) -> str:
    """Return on which side of the wall, inside which the line runs, each of the two stands."""
    sides = []
    for place, tile in zip((sight.source, sight.target), _tiles_of_line(sight), strict=True):
        side = None if tile is None else _side_of_line(sight.line, tile)
        if side is not None:
            sides.append(f"{name_of(place)} on its {side} side")
    return f", with {' and '.join(sides)}" if sides else ""


def _side_of_line(line: Sequence[TablePoint], tile: Tile) -> str | None:
    """Return the side of a line on which all of a tile lies, in words, or None if it is on both."""
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
    """Return some blockers by name, each once: three, and the number of others."""
    names = list(dict.fromkeys(blocker_name(b) for b in blockers))
    if len(names) > MOST_NAMED:
        names = [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    return _joined(names)


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def blocker_name(blocker: Blocker) -> str:
    """Return the name of a blocker: "the closed door between D2 and E2"."""
    if blocker.free:
        return f"the {kind_words(blocker)} {_whereabouts(blocker)}"
    if not _is_tile(blocker):
        a, b = sorted(blocker.where)
        return f"the {kind_words(blocker)} between {a} and {b}"
    if blocker.what == "figure":
        return f"{blocker.name} on {blocker.where}"
    if blocker.what == "floor":
        return f"the {blocker.name} above {blocker.where}"
    if blocker.what in ("ground", "height"):
        return f"the high ground on {blocker.where}"
    if blocker.what == "outside":
        return f"the rock outside the board at {blocker.where}"
    if blocker.what == "low":
        return f"the low obstacle on {blocker.where}"
    if blocker.what != "solid":  # terrain, by the word of a pack
        return f"the {blocker.what.replace('-', ' ')} on {blocker.where}"
    return f"the rock on {blocker.where}"


def _whereabouts(blocker: Blocker) -> str:
    """Return where the line meets a wall off the grid, by tiles: pictures show no coordinates."""
    ends: tuple[TablePoint, TablePoint] = blocker.where
    grid: Grid = HEX if isinstance(ends[0], HexPoint) else SQUARE
    (x0, y0), (x1, y1) = ends if blocker.at is None else blocker.at
    point: Any = ((x0 + x1) * UNIT / 2, (y0 + y1) * UNIT / 2)
    around = sorted(grid.tiles_at(point))
    tiles = [tile for tile in around if grid is HEX or min(tile) >= 0]
    if len(tiles) == 2 and grid.are_neighbors(*tiles) and _runs_along(ends, grid, *tiles):
        return f"between {tiles[0]} and {tiles[1]}"
    if len(tiles) == 1 and len(around) == 2:
        beyond = next(tile for tile in around if tile != tiles[0])
        side = (beyond[0] - tiles[0][0], beyond[1] - tiles[0][1])
        return f"on the {COMPASS[grid.directions.index(side)]} side of {tiles[0]}"
    if len(tiles) > 2:
        return f"where {_joined([str(tile) for tile in tiles])} meet"
    if tiles:
        return f"across {_joined([str(tile) for tile in tiles])}"
    return f"from {_point_name(ends[0])} to {_point_name(ends[1])}"


def _runs_along(ends: tuple[TablePoint, TablePoint], grid: Grid, a: Tile, b: Tile) -> bool:
    """Return whether a wall is parallel to the edge between two neighbors."""
    (ax, ay), (bx, by) = grid.edge_ends(a, b)
    (x0, y0), (x1, y1) = ends
    return (x1 - x0) * (by - ay) == (y1 - y0) * (bx - ax)


def kind_words(blocker: Blocker) -> str:
    """Return the words for a barrier: "wall", "limited closed door", "one-way wall", "window"."""
    words = [*(["limited"] if blocker.limited else []), *(["one-way"] if blocker.one_way else [])]
    what = _NAMES.get(blocker.stops, blocker.what) if blocker.what == "wall" else blocker.what
    return " ".join([*words, *([blocker.state] if blocker.state else []), what])


def name_of(place: Place) -> str:
    """Return a figure with its tile, or just the tile."""
    return f"{place.name} on {place.middle}" if place.name else str(place.middle)


def _line_name(sight: Sight) -> str:
    start, end = (
        _end_name(place, point, tile, sight.orientation)
        for place, point, tile in zip(
            (sight.source, sight.target), sight.line, _tiles_of_line(sight), strict=True
        )
    )
    return f"from {start} to {end}"


def _end_name(place: Place, point: TablePoint, tile: Tile | None, orientation: str) -> str:
    """Return the name of one end of a line: a center, a corner, or any other point."""
    grid: Grid = HEX if isinstance(place.middle, Hex) else SQUARE
    units: Point = (int(point[0] * UNIT), int(point[1] * UNIT))
    if units == (grid.middle(place.tiles) if tile is None else grid.center(tile)):
        return f"the center of {name_of(place)}"
    for each in place.tiles:
        if units in grid.corners(each):
            corner = grid.corner_name(each, units, orientation)
            whose = f" ({place.name})" if place.name else ""
            return f"the {corner} corner of {each}{whose}"
    return _point_name(point)


def _point_name(point: TablePoint) -> str:
    return f"({number_words(point[0])}, {number_words(point[1])})"


def number_words(value: Fraction) -> str:
    """Return an exact number as a decimal, or as a fraction if it has no finite decimal."""
    if (1000 * value).denominator == 1:
        return f"{float(value):g}"
    return str(value)


# --- hex rays


def _ray_reason(sight: Sight) -> str:
    ray = f"the ray {_ray_name(sight)}"
    cover = _cover_words(sight)
    blocked = next((step for step in sight.steps if step.reason), None)
    if blocked is None:
        if len(sight.rays) == 1:
            return f"nothing stops {ray}{cover}"
        both = all(r.clear for r in sight.rays)
        sides = "on both sides" if both else "on one side, which is enough in permissive play"
        return f"{ray} runs exactly between hexes, and is clear {sides}{cover}"
    where = _blocked_words(sight, blocked)
    if sight.verdict is Verdict.HIDDEN and _pairs_of(sight) > 1:
        ray = f"no ray between their hexes gets through; the one {_ray_name(sight)}"
    if sight.verdict is Verdict.AMBIGUOUS:
        return f"{ray} runs exactly between hexes, and is stopped on one side only, {where}{cover}"
    if len(sight.rays) > 1 and any(r.clear for r in sight.rays):
        return (
            f"{ray} runs exactly between hexes, and on one side is stopped {where};"
            f" both sides must be clear in strict play{cover}"
        )
    return f"{ray} is stopped {where}{cover}"


def _pairs_of(sight: Sight) -> int:
    """Return the number of pairs of hexes between the two."""
    return len(sight.source.tiles) * len(sight.target.tiles)


def _ray_name(sight: Sight) -> str:
    """Return the ends of the ray. A large figure looks from the hex that sees best."""
    start, end = (
        f"{place.name} on {tile}" if place.name else str(tile)
        for place, tile in ((sight.source, sight.line[0]), (sight.target, sight.line[-1]))
    )
    return f"from {start} to {end}"


def _blocked_words(sight: Sight, step: Step) -> str:
    blocker = sight.blockers[0]
    if step.reason == "elevation":
        return (
            f"at step {step.index} by the high ground on {step.hex} (height {step.elevation:g}),"
            " which rises above the line between both ends"
        )
    return f"at step {step.index} by {blocker_name(blocker)}"


def _cover_words(sight: Sight) -> str:
    if sight.cover is None or not sight.cover.sum:
        return ""
    return f"; cover of {sight.cover.sum:g} on the way costs {100 * sight.cover.penalty:.0f} %"
