"""Convert a judged line to parts of an answer: touches to blockers, units to tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sightline.answers.sight import Blocker, HexPoint, TablePoint, Tried, Verdict
from sightline.answers.ties import TouchingTies
from sightline.geometry.contact import (
    BOTH,
    LEFT,
    RIGHT,
    Contact,
    Judgment,
    Manner,
    Position,
    Touch,
)
from sightline.geometry.walk import Line, walk
from sightline.model.board import Board
from sightline.model.cell import HEX, Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import OCCUPIED, SOLID
from sightline.model.threshold import Threshold, span_of
from sightline.rules.heights import WithHeights, line_query
from sightline.rules.line import EdgeThing, FloorThing, LineQuery, TilePart, TriedLine, WallThing
from sightline.rules.rule import verdict_of

ExactPoint = tuple[int | Fraction, int | Fraction]
NameTile = Callable[[Tile], tuple[str, str | None]]
"""A function that returns the reason why a tile blocks, and the name if a figure does."""
MANNERS = tuple(Manner)
"""All manners, in order from the least blocked line to the worst."""
SIDES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}


def tried(
    look: LineQuery, line: TriedLine, judgment: Judgment, name_tile: NameTile | None = None
) -> Tried:
    """Return one line in the form that answers contain.

    `name_tile` returns the kind and name of what blocks on a tile, if they differ from the default.
    """
    source, start, target, end = line
    span = walk(look.grid, Line.between(start, end))[0].span if start != end else 0
    return Tried(
        table_point(start),
        table_point(end),
        judgment.contact,
        blockers_on(look.board, judgment, start, end, span, name_tile),
        judgment.manner,
        source,
        target,
        heights=getattr(look, "best_heights", None),
    )


def cleared(look: LineQuery, best: Tried | None) -> tuple[Blocker, ...]:
    """Return the walls, figures and ground that the deciding line passes above or
    below, in order along it.
    """
    if best is None or best.heights is None or best.start == best.end:
        return ()
    assert isinstance(look, WithHeights)
    start, end = _in_units(best.start), _in_units(best.end)
    span = walk(look.grid, Line.between(start, end))[0].span
    passed = Judgment(Contact.CLEAR, look.cleared(start, end, best.heights))
    return blockers_on(look.board, passed, start, end, span)


def blockers_on(
    board: Board,
    judgment: Judgment,
    start: ExactPoint,
    end: ExactPoint,
    span: int,
    name_tile: NameTile | None = None,
) -> tuple[Blocker, ...]:
    """Return the blockers that determine the contact of a line, in order along it."""

    (x, y), over_x, over_y = start, end[0] - start[0], end[1] - start[1]

    def point_at(at: Position) -> TablePoint:
        # Sum integers and divide once, because adding fractions is slow.
        part, whole = (at.numerator, at.denominator * span) if span else (0, 1)
        return (
            Fraction(x * whole + over_x * part, whole * UNIT),
            Fraction(y * whole + over_y * part, whole * UNIT),
        )

    def stretch(touch: Touch) -> tuple[TablePoint, TablePoint]:
        first = point_at(touch.lo)
        return first, point_at(touch.hi) if touch.lasts else first

    return tuple(_blocker(board, touch, stretch(touch), name_tile) for touch in _in_order(judgment))


def decide(look: LineQuery, lines: Sequence[Tried], ties: TouchingTies) -> dict[str, Any]:
    """Return the fields of a Sight for these lines: the best line, and the verdict that follows.

    The best contact wins. Among blocked lines the least blocked one wins, then the shortest, the
    same one in both directions. Without lines nothing is visible.
    """
    if not lines:
        return {"verdict": Verdict.HIDDEN, "contact": Contact.BLOCKED}
    best = min(lines, key=lambda line: _preference(look, line))
    return {
        "verdict": verdict_of(best.contact, ties),
        "contact": best.contact,
        "manner": best.manner,
        "line": (best.start, best.end),
        "blockers": best.blockers,
        "lines": tuple(lines),
        "heights": best.heights,
        "cleared": cleared(look, best),
    }


def one_way_matters(
    look: LineQuery, found: Contact, best_contact: Callable[[LineQuery], Contact]
) -> bool:
    """Return whether the answer would differ without one-way walls, in this direction or the other.

    `found` is the result of `best_contact` for this pair.
    """
    if not look.met_one_way:
        return False
    board, source, target = look.board, look.source, look.target
    without = best_contact(line_query(board, source, target, one_way_walls=False))
    return without is not found or without is not best_contact(line_query(board, target, source))


def _preference(look: LineQuery, line: Tried) -> tuple[object, ...]:
    manner = MANNERS.index(line.manner) if line.manner else 0
    start, end = _in_units(line.start), _in_units(line.end)
    ends = sorted(((start, line.source), (end, line.target)))
    return line.contact, manner, look.grid.length_squared(start, end), ends


def _in_units(point: TablePoint) -> tuple[int, int]:
    """Return a corner or a center in whole units, because comparing fractions is slow."""
    x, y = point
    return x.numerator * UNIT // x.denominator, y.numerator * UNIT // y.denominator


def table_point(point: ExactPoint) -> TablePoint:
    """Return a point in tiles."""
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)


def _in_order(judgment: Judgment) -> list[Touch]:
    return sorted(judgment.because, key=lambda touch: (touch.lo, touch.hi))


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
        where: tuple[TablePoint, ...] = (table_point(thing.start), table_point(thing.end))
        if board.grid is HEX:
            where = tuple(HexPoint(*end) for end in where)
        return _thin(threshold, where, side, at, free=True)
    if isinstance(thing, FloorThing):
        return Blocker(
            "floor", thing.tile, thing.name, None, side, at, bottom=thing.height, top=thing.height
        )
    tile: Tile = thing  # type: ignore[assignment]
    if isinstance(touch.part, TilePart):
        part = touch.part
        return Blocker(part.what, tile, part.name, None, side, at, bottom=part.bottom, top=part.top)
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
        *span_of(threshold),
    )


def what_blocks(board: Board, tile: Tile) -> tuple[str, str | None]:
    """Return the reason why a tile blocks, and the name if a figure blocks it."""
    flags = board.flags(tile)
    if flags & SOLID:
        return "solid", None
    if flags & OCCUPIED:
        return "figure", next(f.name for f in board.figures_at(tile) if f.blocks_sight)
    return "outside", None
