"""Puts a Sight into sentences that the people at the table accept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from sightline.answers.sight import Blocker, Sight, Step, TablePoint, Tried, Verdict
from sightline.answers.ties import grazing_reason
from sightline.geometry.contact import Contact
from sightline.model.cell import HEX, SQUARE, Hex, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place

MOST_NAMED = 3
COMPASS = ("north", "east", "south", "west")
"""The directions of a square's edges, in the grid's order."""

ONE_WAY = "It holds this way only: a one-way wall lets sight through from its other side."

OPENING = {
    Verdict.VISIBLE: "Visible",
    Verdict.HIDDEN: "Hidden",
    Verdict.AMBIGUOUS: "Too close to call",
}


def explain(sight: Sight) -> str:
    """The answer in sentences: the verdict, the line that decided, what was in the way, and why."""
    if sight.ruling is not None:
        ruled = "visible" if sight.ruling.visible else "hidden"
        if sight.ruling.degree and sight.ruling.visible:
            ruled += f" with {cover_name(sight.ruling.degree)}"
        why = f", because {sight.ruling.why.rstrip('.')}" if sight.ruling.why else ""
        return f"Ruled {ruled} by {sight.ruling.by} on {sight.ruling.when}{why}. {reason(sight)}"
    sentence = f"{OPENING[sight.verdict]}{with_cover(sight)}: {_reason(sight)}."
    if sight.awaits_ruling and sight.visible:
        sentence += " How much cover that is awaits the game master's ruling."
    elif sight.awaits_ruling:
        sentence += " It awaits the game master's ruling, and counts as hidden until then."
    if sight.one_way:
        sentence += f" {ONE_WAY}"
    return sentence


def with_cover(sight: Sight) -> str:
    """What is said of cover after "visible": nothing if there is none, or only none."""
    if sight.degree in ("", "none") or not (sight.visible or sight.effect):
        return ""
    return f", {sight.effect or cover_name(sight.degree)}"


def cover_name(degree: str) -> str:
    """A degree as people say it: "half cover", "no cover", "cover" where that is its name."""
    first, _, second = degree.partition(" or ")
    if "none" in (first, second) and second:
        return f"{cover_name(first)} or {cover_name(second)}"
    words = "no" if degree == "none" else degree
    return words if words.endswith("cover") else f"{words} cover"


def reason(sight: Sight) -> str:
    """Why the rule decides so, in one sentence, for where the verdict is shown already. Where a
    ruling stands in its place, the sentence says what the rule alone had found."""
    words = _reason(sight)
    if sight.ruling is not None:
        return f"By the rule alone: {OPENING[sight.verdict].lower()}: {words}."
    return f"{words[0].upper()}{words[1:]}."


def _reason(sight: Sight) -> str:
    if not set(sight.source.tiles).isdisjoint(sight.target.tiles):
        return f"{name_of(sight.source)} and {name_of(sight.target)} share a tile"
    if any(sight.degrees):
        from sightline.answers.explain_pack import pack_reason

        return pack_reason(sight)
    if sight.contact is None:
        return _ray_reason(sight)
    line = _line_name(sight)
    if sight.contact is Contact.CLEAR:
        return f"the line {line} touches nothing in the way"
    many = len(sight.lines) > 1
    if sight.contact is Contact.BLOCKED:
        all_lines = f"all {len(sight.lines)} lines are blocked; the best, {line},"
        which = all_lines if many else f"the line {line}"
        return f"{which} {stopped(sight)}"
    which = f"the best of {len(sight.lines)} lines, {line}," if many else f"the line {line}"
    manner = grazes(sight)
    why = grazing_reason(str(sight.rule.get("ties", "")), sight.contact, sight.verdict)
    return f"{which} only passes by {manner}; {why}"


def stopped(sight: Sight) -> str:
    """What stops the deciding line."""
    blockers = sight.blockers
    first, second = _limited_places(sight)
    if second:
        return f"sees through {listed(first)}, and is stopped by the second, {listed(second)}"
    crossing = [b for b in blockers if b.side == "both"]
    if crossing:
        return f"is stopped by {listed(crossing)}"
    decided = _decided(sight)
    for end, tile, how in (
        (decided.start, decided.source, "get out of"),
        (decided.end, decided.target, "get into"),
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
    if left and right:
        return f"cannot squeeze between {listed(left)} and {listed(right)}"
    return f"cannot squeeze between {listed(blockers)} and the rim of the board"


def _limited_places(sight: Sight) -> tuple[list[Blocker], list[Blocker]]:
    """The limited walls at the first and at the second place where they are in the way."""
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


def _decided(sight: Sight) -> Tried:
    """The line that decided, with its tiles."""
    return next(
        line
        for line in sight.lines
        if (line.start, line.end, line.contact, line.manner, line.blockers)
        == (*sight.line, sight.contact, sight.manner, sight.blockers)
    )


def _meeting(blockers: Sequence[Blocker], tile: Tile) -> str:
    """What closes a corner of a tile: "the walls to its north and west meet there"."""
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
    """Where from a square the edge lies on which something stands; None for all else."""
    if blocker.free or _is_tile(blocker) or tile not in blocker.where or isinstance(tile, Hex):
        return None
    (other,) = (each for each in blocker.where if each != tile)
    return COMPASS[SQUARE.directions.index((other[0] - tile[0], other[1] - tile[1]))]


def grazes(sight: Sight) -> str:
    """What the deciding line only touches."""
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
    """On which side of the wall that the line runs inside each of the two stands."""
    decided = _decided(sight)
    sides = []
    for place, tile in ((sight.source, decided.source), (sight.target, decided.target)):
        side = None if tile is None else _side_of_line(decided, tile)
        if side is not None:
            sides.append(f"{name_of(place)} on its {side} side")
    return f", with {' and '.join(sides)}" if sides else ""


def _side_of_line(line: Tried, tile: Tile) -> str | None:
    """The side of a line on which all of a tile lies, as people call it; None if it is on both."""
    grid = HEX if isinstance(tile, Hex) else SQUARE
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    turns = [
        dx * (Fraction(y, UNIT) - line.start[1]) - dy * (Fraction(x, UNIT) - line.start[0])
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
    """Some blockers by name, each once: three, and how many more."""
    names = list(dict.fromkeys(blocker_name(b) for b in blockers))
    if len(names) > MOST_NAMED:
        names = [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    return _joined(names)


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def blocker_name(blocker: Blocker) -> str:
    """What a blocker is called at the table: "the closed door between D2 and E2"."""
    if blocker.free:
        start, end = (_point_name(p) for p in blocker.where)
        return f"the {kind_words(blocker)} from {start} to {end}"
    if not _is_tile(blocker):
        a, b = sorted(blocker.where)
        return f"the {kind_words(blocker)} between {a} and {b}"
    if blocker.what == "figure":
        return f"{blocker.name} on {blocker.where}"
    if blocker.what == "height":
        return f"the high ground on {blocker.where}"
    if blocker.what == "outside":
        return f"the rock outside the board at {blocker.where}"
    if blocker.what == "low":
        return f"the low obstacle on {blocker.where}"
    if blocker.what != "solid":  # terrain, by the word of a pack
        return f"the {blocker.what.replace('-', ' ')} on {blocker.where}"
    return f"the rock on {blocker.where}"


def kind_words(blocker: Blocker) -> str:
    """What stands on an edge or off the grid: "wall", "limited closed door", "one-way wall"."""
    words = [*(["limited"] if blocker.limited else []), *(["one-way"] if blocker.one_way else [])]
    return " ".join([*words, *([blocker.state] if blocker.state else []), blocker.what])


def name_of(place: Place) -> str:
    """A figure with where it stands, or just the tile."""
    return f"{place.name} on {place.middle}" if place.name else str(place.middle)


def _line_name(sight: Sight) -> str:
    start, end = sight.line
    if sight.rule["rule"] == "center":
        return (
            f"from the centre of {name_of(sight.source)} to the centre of {name_of(sight.target)}"
        )
    corner = _corner_namer(sight)
    return f"from {corner(sight.source, start)} to {corner(sight.target, end)}"


def _corner_namer(sight: Sight) -> Callable[[Place, TablePoint], str]:
    def name(place: Place, point: TablePoint) -> str:
        units: Point = (int(point[0] * UNIT), int(point[1] * UNIT))
        for tile in place.tiles:
            grid = HEX if isinstance(tile, Hex) else SQUARE
            if units in grid.corners(tile):
                corner = grid.corner_name(tile, units, sight.orientation)
                whose = f" ({place.name})" if place.name else ""
                return f"the {corner} corner of {tile}{whose}"
        return _point_name(point)

    return name


def _point_name(point: TablePoint) -> str:
    return f"({number_words(point[0])}, {number_words(point[1])})"


def number_words(value: Fraction) -> str:
    """An exact number as people write it: a decimal, or a fraction where that is none."""
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
    """How many pairs of hexes there are to look between."""
    return len(sight.source.tiles) * len(sight.target.tiles)


def _ray_name(sight: Sight) -> str:
    """From where to where: a large figure looks from the hex from which it sees best."""
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
