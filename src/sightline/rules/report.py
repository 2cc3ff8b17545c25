"""Turns a judged line into parts of an answer: touches become blockers, units become tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sightline.answers.sight import Blocker, TablePoint, Tried
from sightline.answers.ties import TouchingTies
from sightline.geometry.contact import (
    BOTH,
    LEFT,
    RIGHT,
    Contact,
    Judgement,
    Manner,
    Position,
    Touch,
)
from sightline.geometry.walk import Line, walk
from sightline.model.board import OCCUPIED, SOLID, Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold
from sightline.rules.line import EdgeThing, Look, WallThing
from sightline.rules.rule import verdict_of

TriedLine = tuple[Tile | None, Point, Tile | None, Point]
"""A line with its two tiles; None: from or to the middle of a whole footprint."""
ExactPoint = tuple[int | Fraction, int | Fraction]
NameTile = Callable[[Tile], tuple[str, str | None]]
"""What makes a tile opaque, and the figure's name if it is one."""
MANNERS = tuple(Manner)
"""From the least that can block a line to the worst."""
SIDES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}


def tried(
    look: Look, line: TriedLine, judgement: Judgement, name_tile: NameTile | None = None
) -> Tried:
    """One line as it is shown to people. `name_tile`: what blocks on a tile, if not any rule's."""
    source, start, target, end = line
    span = walk(look.grid, Line.between(start, end))[0].span if start != end else 0
    return Tried(
        table_point(start),
        table_point(end),
        judgement.contact,
        blockers_on(look.board, judgement, start, end, span, name_tile),
        judgement.manner,
        source,
        target,
    )


def blockers_on(
    board: Board,
    judgement: Judgement,
    start: ExactPoint,
    end: ExactPoint,
    span: int,
    name_tile: NameTile | None = None,
) -> tuple[Blocker, ...]:
    """What makes the contact of a line between two points what it is, in order along it."""

    (x, y), over_x, over_y = start, end[0] - start[0], end[1] - start[1]

    def point_at(at: Position) -> TablePoint:
        # One division for each number: sums of fractions would be most of the work of an answer.
        part, whole = (at.numerator, at.denominator * span) if span else (0, 1)
        return (
            Fraction(x * whole + over_x * part, whole * UNIT),
            Fraction(y * whole + over_y * part, whole * UNIT),
        )

    def stretch(touch: Touch) -> tuple[TablePoint, TablePoint]:
        first = point_at(touch.lo)
        return first, point_at(touch.hi) if touch.lasts else first

    return tuple(
        _blocker(board, touch, stretch(touch), name_tile) for touch in _in_order(judgement)
    )


def decide(look: Look, lines: Sequence[Tried], ties: TouchingTies) -> dict[str, Any]:
    """The best of these lines, as the part of a Sight that tells of it.

    The best contact; of the blocked the one that is blocked the least; of equals the shortest, and
    the same one both ways round.
    """
    best = min(lines, key=lambda line: _preference(look, line))
    return {
        "verdict": verdict_of(best.contact, ties),
        "contact": best.contact,
        "manner": best.manner,
        "line": (best.start, best.end),
        "blockers": best.blockers,
        "lines": tuple(lines),
    }


def one_way_matters(look: Look, found: Contact, best_contact: Callable[[Look], Contact]) -> bool:
    """Would the answer be another without one-way walls, this way or the other way round?

    `found` is what `best_contact` says of this look.
    """
    if not look.met_one_way:
        return False
    board, source, target = look.board, look.source, look.target
    without = best_contact(Look(board, source, target, one_way_walls=False))
    return without is not found or without is not best_contact(Look(board, target, source))


def _preference(look: Look, line: Tried) -> tuple[object, ...]:
    manner = MANNERS.index(line.manner) if line.manner else 0
    start, end = _in_units(line.start), _in_units(line.end)
    ends = sorted(((start, line.source), (end, line.target)))
    return line.contact, manner, look.grid.length_squared(start, end), ends


def _in_units(point: TablePoint) -> tuple[int, int]:
    """A corner or a centre again in whole units: to compare fractions would take longer."""
    x, y = point
    return x.numerator * UNIT // x.denominator, y.numerator * UNIT // y.denominator


def table_point(point: ExactPoint) -> TablePoint:
    """A point in tile units."""
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)


def _in_order(judgement: Judgement) -> list[Touch]:
    return sorted(judgement.because, key=lambda touch: (touch.lo, touch.hi))


def _blocker(
    board: Board,
    touch: Touch,
    at: tuple[TablePoint, TablePoint],
    name_tile: NameTile | None,
) -> Blocker:
    side = SIDES[touch.sides]
    thing = touch.what
    if isinstance(thing, EdgeThing):
        threshold = board.edge(*thing)
        assert threshold is not None
        return _thin(threshold, tuple(thing), side, at, free=False)
    if isinstance(thing, WallThing):
        threshold = board.wall_threshold(thing.start, thing.end)
        where = (table_point(thing.start), table_point(thing.end))
        return _thin(threshold, where, side, at, free=True)
    tile: Tile = thing  # type: ignore[assignment]
    what, name = what_blocks(board, tile) if name_tile is None else name_tile(tile)
    return Blocker(what, tile, name, None, side, at)


def _thin(
    threshold: Threshold, where: Any, side: str, at: tuple[TablePoint, TablePoint], free: bool
) -> Blocker:
    return Blocker(
        type(threshold).__name__.lower(),
        where,
        None,
        threshold.state,
        side,
        at,
        free,
        threshold.limited,
        threshold.one_way,
    )


def what_blocks(board: Board, tile: Tile) -> tuple[str, str | None]:
    """What makes a tile opaque, and the figure's name if it is one."""
    flags = board.flags(tile)
    if flags & SOLID:
        return "solid", None
    if flags & OCCUPIED:
        return "figure", next(f.name for f in board.figures_at(tile) if f.blocks_sight)
    return "outside", None
