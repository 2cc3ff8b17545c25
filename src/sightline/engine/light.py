"""The questions about light: how bright it is where, and what is seen in it.

Light is sight from where it comes: a light lights the tiles within its radius that it sees by the
rule of the game. A close call of light would leave the master two decisions for one look, so for
light touches pass: the rule is asked with ties of "permissive", whatever its own are. A light with
a figure of several tiles shines as that figure sees, and a light in rock as one would see from
there: where a look starts never blocks it.

Errors are those of the other questions (see `sightline.engine`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from sightline.answers.field import Field
from sightline.answers.light import Distance, LightField, SightInLight
from sightline.engine import Decisions, Radius, Where, field, sees
from sightline.engine.arguments import check_question
from sightline.engine.large_viewers import board_without_rock, stands_in_rock
from sightline.engine.pairs import decide, looks_from_middle
from sightline.engine.rulings_overlay import ruled_sight
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile, TileT_co
from sightline.model.light import BRIGHTNESSES, Brightness, Light
from sightline.model.numbers import exact, shown
from sightline.model.place import Place, WhereOrSeveral, place
from sightline.model.reach import MetricName, is_within, limit_of
from sightline.rules.registry import RuleOrName, with_settings
from sightline.rules.rule import Rule


def light_field(board: Board, rule: RuleOrName, *, metric: MetricName = "euclid") -> LightField:
    """How bright each tile is: by the board's own light (`board.ambient`) and by its lights.

    A tile is bright (dim) if the board itself is, or if it lies within the bright (dim) radius of a
    light that sees it by the rule, touches passing; else it is dark. The brighter counts. Radii are
    measured as those of `field` are.

    >>> from sightline import CornerRule, SquareBoard, light_field
    >>> board = SquareBoard(1, 7)
    >>> board.ambient = "dark"
    >>> _ = board.place("Mira", (0, 0))
    >>> _ = board.add_light("Mira", bright=2, dim=6)
    >>> board.set_solid((0, 4))
    >>> light = light_field(board, CornerRule())
    >>> light[0, 2], light[0, 3], light[0, 5]
    ('bright', 'dim', 'dark')
    """
    rule = check_question(board, rule)
    limit_of(None, metric)
    count = len(board.tiles())
    # One byte a tile: is it lit, is it bright?
    lit = bytearray(count) if board.ambient == "dark" else bytearray(b"\1") * count
    bright = bytearray(b"\1") * count if board.ambient == "bright" else bytearray(count)
    if board.ambient != "bright":
        lenient = touches_passing(rule)
        for light in board.lights():
            _add(bright, field(board, light.at, lenient, light.bright, metric))
            if board.ambient == "dark" and light.dim > light.bright:
                _add(lit, field(board, light.at, lenient, light.dim, metric))
    both = _number(lit) | _number(bright)
    return LightField(board, (both + _number(bright)).to_bytes(count, "little"))


def field_in_light(
    board: Board[TileT_co],
    a: WhereOrSeveral,
    rule: RuleOrName,
    *,
    range: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
) -> Field[TileT_co]:
    """Every tile that `a` sees in the light there is.

    Those that the rule sees, that lie within the range (None: at any distance), and that are not
    dark or lie within the dark vision (None: all do). A viewer always sees its own tile. On a
    bright board and without a range this is `field`. Several viewers see what any of them sees, all
    with the same range and dark vision.

    A range or dark vision below 0 or an unknown metric is an `InvalidValueError`.

    >>> from sightline import CornerRule, SquareBoard, field_in_light
    >>> board = SquareBoard(1, 9)
    >>> board.ambient = "dark"
    >>> _ = board.add_light((0, 8), bright=1)
    >>> [tile.col for tile in field_in_light(board, (0, 0), CornerRule(), dark_vision=2)]
    [0, 1, 2, 7, 8]
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(range, "range"), _distance(dark_vision, "dark vision")
    near = field(board, cast("Where", a), rule, reach, metric, rulings=rulings)
    if board.ambient != "dark" or in_the_dark is None:
        return near
    felt = in_the_dark if reach is None else min(reach, in_the_dark)
    within = field(board, near.viewers, rule, felt, metric, rulings=rulings)
    lit = light_field(board, rule, metric=metric).lit
    return (near & lit | within).with_viewers(near.viewers)


def sees_in_light(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    range: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
    lit_by: Board | None = None,
) -> bool:
    """Does `a` see `b` in the light there is? The yes or no of `trace_in_light`, sooner.

    `lit_by` is the board whose light counts, if not this one: where those whom one looks past still
    cast a shadow.

    >>> from sightline import CornerRule, SquareBoard, sees_in_light
    >>> board = SquareBoard(1, 9)
    >>> board.ambient = "dark"
    >>> sees_in_light(board, (0, 0), (0, 4), CornerRule())
    False
    >>> sees_in_light(board, (0, 0), (0, 4), CornerRule(), dark_vision=4)
    True
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(range, "range"), _distance(dark_vision, "dark vision")
    limit_of(None, metric)
    if rulings is not None:
        return trace_in_light(
            *(board, a, b, rule),
            range=reach,
            dark_vision=in_the_dark,
            metric=metric,
            rulings=rulings,
            lit_by=lit_by,
        ).visible
    source, target = place(board, a, "from"), place(board, b, "to")
    if not sees(board, source.name or source.middle, target.name or target.middle, rule):
        return False
    tests = _Tests(lit_by or board, rule, reach, in_the_dark, metric)
    return any(tests.pass_all(_seeing(board, source, target, rule), target))


def trace_in_light(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    range: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
    lit_by: Board | None = None,
) -> SightInLight:
    """Does `a` see `b` in the light there is, and if not, which test failed?

    Range and dark vision are those of `field_in_light`. A figure is seen when the rule sees it and
    at least one of its tiles is within the range, and there not dark or within the dark vision. A
    viewer of several tiles sees what one of them sees. `lit_by` is that of `sees_in_light`.

    >>> from sightline import CornerRule, SquareBoard, trace_in_light
    >>> board = SquareBoard(1, 9)
    >>> answer = trace_in_light(board, (0, 0), (0, 7), CornerRule(), range=6)
    >>> answer.visible, answer.failed
    (False, 'range')
    >>> print(answer.explain())
    In sight, but beyond its range of 6: H1 is further away.
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(range, "range"), _distance(dark_vision, "dark vision")
    limit_of(None, metric)
    source, target = place(board, a, "from"), place(board, b, "to")
    sight = ruled_sight(board, source, target, rule, rulings)
    from_where: tuple[Place, ...] = (source,)
    if sight.ruling is None and sight.visible:
        from_where = _seeing(board, source, target, rule)
    tests = _Tests(lit_by or board, rule, reach, in_the_dark, metric)
    near = tests.within_range(from_where, target)
    brightest = max(
        (tests.brightness(tile) for tile in near or target.tiles), key=BRIGHTNESSES.index
    )
    in_light = any(tests.pass_all(from_where, target))
    return SightInLight(sight, brightest, bool(near), in_light, reach, in_the_dark)


def touches_passing(rule: Rule) -> Rule:
    """The rule by which light goes: the same with ties of "permissive", if it has such."""
    return _touches_passing(rule) if "permissive" in rule.tie_choices() else rule


@lru_cache(maxsize=64)
def _touches_passing(rule: Rule) -> Rule:
    return with_settings(rule, {"ties": "permissive"})


# --- the tests beside sight -----------------------------------------------------------------------


class _Tests:
    """Is a tile within the range, and is it lit or within the dark vision?"""

    def __init__(
        self, board: Board, rule: Rule, reach: Distance, dark_vision: Distance, metric: MetricName
    ) -> None:
        self._board, self._metric = board, metric
        self._lenient = touches_passing(rule)
        self._reach, self._dark_vision = reach, dark_vision

    def within_range(self, parts: tuple[Place, ...], target: Place) -> list[Tile]:
        """The tiles of the target that are within the range of some part of the viewer."""
        return [
            tile
            for tile in target.tiles
            if any(self._near(part, tile, self._reach) for part in parts)
        ]

    def pass_all(self, parts: tuple[Place, ...], target: Place) -> Iterator[bool]:
        """For each part of the viewer and tile of the target: does it pass both?"""
        for tile in target.tiles:
            for part in parts:
                if self._near(part, tile, self._reach):
                    yield self._near(part, tile, self._dark_vision) or (
                        self.brightness(tile) != "dark"
                    )

    def brightness(self, tile: Tile) -> Brightness:
        """What `light_field` has for that tile, found without the others."""
        board = self._board
        levels = [board.ambient]
        if board.ambient != "bright":
            there = place(board, tile, "to")
            levels += [self._brightness_by(light, there) for light in board.lights()]
        return max(levels, key=BRIGHTNESSES.index)

    def _brightness_by(self, light: Light, there: Place) -> Brightness:
        source = place(self._board, light.at, "light")
        (tile,) = there.tiles
        if not self._near(source, tile, max(light.bright, light.dim)):
            return "dark"
        parts = _seeing(self._board, source, there, self._lenient)
        if any(self._near(part, tile, light.bright) for part in parts):
            return "bright"
        return "dim" if any(self._near(part, tile, light.dim) for part in parts) else "dark"

    def _near(self, source: Place, tile: Tile, radius: Distance) -> bool:
        return is_within(self._board, source, tile, radius, self._metric)


def _seeing(board: Board, source: Place, target: Place, rule: Rule) -> tuple[Place, ...]:
    """The parts of the source that see the target: its tiles, as its field is the union of theirs;
    the whole of it where the rule looks from its middle."""
    if len(source.tiles) == 1 or looks_from_middle(rule, source):
        return (source,) if decide(board, source, target, rule) else ()
    if stands_in_rock(board, source):
        board = board_without_rock(board, source)
    parts = (Place(None, (tile,), tile, source.transparent) for tile in source.tiles)
    return tuple(part for part in parts if decide(board, part, target, rule))


def _distance(value: Any, what: str) -> Distance:
    """The range or dark vision, exactly, or an error that says what is allowed."""
    if value is None:
        return None
    limit: Fraction = exact(value, what)
    if limit < 0:
        raise InvalidValueError(f"{what}: expected 0 or more, or None, got {shown(value)}")
    return limit.numerator if limit.denominator == 1 else limit


# --- fields as numbers ----------------------------------------------------------------------------


def _add(cells: bytearray, more: Field) -> None:
    """Set the bytes of these tiles, too."""
    seen = more.cells()
    # Most of a board is further away than a light reaches: leave out what is before and after.
    first, last = max(0, seen.find(1)), seen.rfind(1) + 1
    either = _number(cells[first:last]) | _number(seen[first:last])
    cells[first:last] = either.to_bytes(last - first, "little")


def _number(cells: bytes | bytearray) -> int:
    return int.from_bytes(cells, "little")
