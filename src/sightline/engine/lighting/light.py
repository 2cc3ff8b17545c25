"""Questions about light: how bright tiles are, and what is visible in that light.

A light lights the tiles within its radius that it sees by the rule of the game. Touches always pass
for light: the rule is used with ties "permissive". Otherwise the game master would have to decide
twice about one line of sight. The light of a figure of several tiles shines from all of them. A
light in rock shines out of it, because the first tile never blocks.

Opaque tiles (rock, tall furniture) take their brightness from their neighbors: see
`sightline.engine.lighting.opaque`.

Errors are those of the other questions (see `sightline.engine`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from sightline.answers.field import Field
from sightline.answers.light import Distance, LightField, SightInLight
from sightline.deprecated import keyword_only
from sightline.engine import Decisions, Radius, Where, field, sees
from sightline.engine.arguments import check_question, for_places
from sightline.engine.fields import field_on
from sightline.engine.large_viewers import board_without_rock, stands_in_rock
from sightline.engine.lighting.opaque import floor_beside, is_opaque, lit_for, opaque_tiles
from sightline.engine.pairs import decide, looks_from_middle
from sightline.engine.rulings_overlay import ruled_sight
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile, TileT_co
from sightline.model.light import BRIGHTNESSES, Brightness, Light
from sightline.model.numbers import exact, short_repr
from sightline.model.place import (
    Place,
    WhereOrSeveral,
    as_asked,
    level_on,
    on_storey,
    place,
    several,
    standing_at,
    storey_of,
)
from sightline.model.reach import MetricName, is_within, limit_of, nearness
from sightline.rules.registry import RuleOrName, with_settings
from sightline.rules.rule import Rule

BESIDE = 3
"""At least the distance between two tiles that share a corner, in any metric."""


def light_field(
    board: Board,
    rule: RuleOrName,
    *,
    metric: MetricName = "euclid",
    viewer: Where | None = None,
    floor: str | None = None,
) -> LightField:
    """Return how bright each tile is, from the ambient light (`board.ambient`) and the board's
    lights.

    A tile is bright (dim) if the ambient light is, or if it is within the bright (dim) radius of a
    light that sees it, with touches passing. Otherwise it is dark. The brightest value counts.
    Radii are measured as in `field`.

    An opaque tile (rock, or furniture that blocks sight) is as bright as the brightest neighbor
    that is not opaque and that the viewer sees. Neighbors are the tiles that share an edge with it,
    or if there are none of these, tiles that share a corner. If there are none either, the ambient
    light counts. Without a viewer, all neighbors count.

    `floor` is the name of the floor whose tiles are returned. In its holes, the next floor or
    ground below counts. The default is the viewer's own floor, or without a viewer the ground.

    >>> from sightline import CornerRule, SquareBoard, light_field
    >>> board = SquareBoard(1, 7)
    >>> board.ambient = "dark"
    >>> _ = board.place("Mira", (0, 0))
    >>> _ = board.add_light("Mira", bright=2, dim=6)
    >>> board.set_solid((0, 4))
    >>> light = light_field(board, CornerRule())
    >>> light[0, 2], light[0, 3], light[0, 5]
    ('bright', 'dim', 'dark')
    >>> light[0, 4], light_field(board, CornerRule(), viewer=(0, 6))[0, 4]
    ('dim', 'dark')
    """
    rule = check_question(board, rule)
    limit_of(None, metric)
    looker = None if viewer is None else place(board, viewer, "viewer")
    count = len(board.tiles())
    if floor is not None:
        storey: Fraction | None = board.floor(floor).height
    else:
        storey = None if looker is None else storey_of(board, looker, None)
    if board.ambient == "bright":
        return LightField(board, b"\2" * count)
    bright = lit = 0
    for level, tiles in tiles_by_level(board, storey):
        seen = (1 << count) - 1
        opaque = opaque_tiles(board, level) if board.lights() else 0
        if opaque and looker is not None:
            own_rule = for_places(board, rule, looker)
            seen = _bits(field_on(board, looker, own_rule, None, metric, level))
        own = [_packed(board, cells) for cells in floor_levels(board, rule, metric, level)]
        shown = [lit_for(board, opaque, each, seen) for each in own]
        bright |= shown[0] & tiles
        lit |= (shown[1] if board.ambient == "dark" else own[1]) & tiles
    cells = (_number(_cells(board, each)) for each in (bright, lit))
    return LightField(board, sum(cells).to_bytes(count, "little"))


def tiles_by_level(board: Board, storey: Fraction | None) -> list[tuple[Fraction | None, int]]:
    """Return sets of a storey's tiles, each with the height of their floor; None means the ground.

    In the holes of the storey that is a lower floor.
    """
    if storey is None or not board.floors():
        return [(None, (1 << len(board.tiles())) - 1)]
    levels: dict[Fraction | None, int] = {}
    for rank, tile in enumerate(board.tiles()):
        level = level_on(board, tile, storey)
        levels[level] = levels.get(level, 0) | 1 << rank
    return list(levels.items())


def floor_levels(
    board: Board, rule: Rule, metric: MetricName, storey: Fraction | None = None
) -> tuple[bytes | bytearray, bytes | bytearray]:
    """Return two masks of a storey with one byte per tile: bright tiles, and tiles that are at
    least dim.

    The ambient light must not be bright. Opaque tiles are not correct yet.
    """
    count = len(board.tiles())
    is_dark = board.ambient == "dark"
    bright, lit = bytearray(count), bytearray(count) if is_dark else bytearray(b"\1") * count
    for light in board.lights():
        _add(bright, light_of(board, light, light.bright, rule, metric, storey))
        if is_dark and light.dim > light.bright:
            _add(lit, light_of(board, light, light.dim, rule, metric, storey))
    return bright, (_number(lit) | _number(bright)).to_bytes(count, "little")


def light_of(
    board: Board,
    light: Light,
    radius: int | Fraction,
    rule: Rule,
    metric: MetricName,
    storey: Fraction | None = None,
) -> Field:
    """Return the tiles of a storey within the radius that a light sees, with touches passing."""
    board, rule = board.stopping("light"), touches_passing(rule)
    source = place(board, light.place, "light")
    return field_on(board, source, for_places(board, rule, source), radius, metric, storey)


@keyword_only(range="radius")
def field_in_light(
    board: Board[TileT_co],
    a: WhereOrSeveral,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
    floor: str | None = None,
) -> Field[TileT_co]:
    """Return every tile that `a` sees in the light on the board.

    These are the tiles that the rule sees, that are within the range `radius`, and that are not
    dark or are within `dark_vision`. None means no limit for either. A viewer always sees its own
    tile. On a bright board and without a range the result equals `field`. Several viewers see
    everything that any of them sees, all with the same range and dark vision.

    A range or dark vision below 0 or an unknown metric raises `InvalidValueError`.

    >>> from sightline import CornerRule, SquareBoard, field_in_light
    >>> board = SquareBoard(1, 9)
    >>> board.ambient = "dark"
    >>> _ = board.add_light((0, 8), bright=1)
    >>> [tile.col for tile in field_in_light(board, (0, 0), CornerRule(), dark_vision=2)]
    [0, 1, 2, 7, 8]
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(radius, "radius"), _distance(dark_vision, "dark vision")
    party = several(a)
    asked: list[Any] = [a] if party is None else party
    # Both are read more than once, and an iterator can be read only once.
    asked = [tuple(islice(each, 3)) if isinstance(each, Iterator) else each for each in asked]
    near = field(board, asked, rule, radius=reach, metric=metric, rulings=rulings, floor=floor)
    if board.ambient != "dark" or in_the_dark is None:
        return near
    felt = in_the_dark if reach is None else min(reach, in_the_dark)
    found = field(board, asked, rule, radius=felt, metric=metric, rulings=rulings, floor=floor)
    lit: dict[Fraction | None, tuple[int, int]] = {}
    for each in asked:
        viewer = place(board, each, "from")
        own = near
        if len(asked) > 1:
            own = field(
                *(board, each, rule),
                radius=reach,
                metric=metric,
                rulings=rulings,
                floor=floor,
            )
        levels = tiles_by_level(board, storey_of(board, viewer, floor))
        for level, tiles in levels:
            if level not in lit:
                opaque = opaque_tiles(board, level) if board.lights() else 0
                lit[level] = (
                    _packed(board, floor_levels(board, rule, metric, level)[1]),
                    opaque,
                )
            shown, opaque = lit[level]
            if opaque and len(levels) == 1 and reach is None and rulings is None:
                shown = lit_for(board, opaque, shown, _bits(own))
            elif opaque:
                # Light applies after rulings, and the tile next to a target may be farther away.
                far = _beyond(board, viewer, reach)
                own_rule = for_places(board, rule, viewer)
                seen = field_on(board, viewer, own_rule, far, metric, level)
                shown = lit_for(board, opaque, shown, _bits(seen))
            found = found | own & _field(board, shown & tiles)
    return found.with_viewers(near.viewers)


def _field(board: Board, bits: int) -> Field:
    return Field(board, None, bits.to_bytes((len(board.tiles()) + 7) // 8, "little"))


def _beyond(board: Board, viewer: Place, reach: Distance) -> Distance:
    """Return a radius that includes every neighbor of a tile that the viewer sees
    within the range.
    """
    if reach is None or len(viewer.tiles) > 1:
        return None  # A tile that one part of a large viewer sees may be far from another part.
    return reach + BESIDE


@keyword_only(range="radius")
def sees_in_light(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
    lit_by: Board | None = None,
) -> bool:
    """Return whether `a` sees `b` in the light on the board. Faster than `trace_in_light`.

    `lit_by` is the board whose light counts, if it is not this one. Use it for figures that do not
    block sight but still cast shadows.

    >>> from sightline import CornerRule, SquareBoard, sees_in_light
    >>> board = SquareBoard(1, 9)
    >>> board.ambient = "dark"
    >>> sees_in_light(board, (0, 0), (0, 4), CornerRule())
    False
    >>> sees_in_light(board, (0, 0), (0, 4), CornerRule(), dark_vision=4)
    True
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(radius, "radius"), _distance(dark_vision, "dark vision")
    limit_of(None, metric)
    if rulings is not None:
        return trace_in_light(
            *(board, a, b, rule),
            radius=reach,
            dark_vision=in_the_dark,
            metric=metric,
            rulings=rulings,
            lit_by=lit_by,
        ).visible
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    if not sees(board, as_asked(source), as_asked(target), rule):
        return False
    tests = _Tests(board, source, target, lit_by or board, rule, reach, in_the_dark, metric)
    return any(tests.pass_all(_seeing(board, source, target, rule), target))


@keyword_only(range="radius")
def trace_in_light(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    dark_vision: Radius = 0,
    metric: MetricName = "euclid",
    rulings: Decisions | None = None,
    lit_by: Board | None = None,
) -> SightInLight:
    """Return whether `a` sees `b` in the light on the board, and if not, which test failed.

    Range and dark vision are those of `field_in_light`. A figure is visible if the rule sees it and
    one of its tiles is within range, and is either lit or within dark vision. A viewer of several
    tiles sees what any of them sees. `lit_by` is that of `sees_in_light`.

    >>> from sightline import CornerRule, SquareBoard, trace_in_light
    >>> board = SquareBoard(1, 9)
    >>> answer = trace_in_light(board, (0, 0), (0, 7), CornerRule(), radius=6)
    >>> answer.visible, answer.failed
    (False, 'range')
    >>> print(answer.explain())
    In sight, but beyond its range of 6: H1 is further away.
    """
    rule = check_question(board, rule)
    reach, in_the_dark = _distance(radius, "radius"), _distance(dark_vision, "dark vision")
    limit_of(None, metric)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    sight = ruled_sight(board, source, target, rule, rulings)
    from_where: tuple[Place, ...] = (source,)
    if sight.ruling is None and sight.visible:
        from_where = _seeing(board, source, target, rule)
    tests = _Tests(board, source, target, lit_by or board, rule, reach, in_the_dark, metric)
    near = tests.within_range(from_where, target)
    brightest = max(
        (tests.brightness(tile) for tile in near or target.tiles), key=BRIGHTNESSES.index
    )
    in_light = any(tests.pass_all(from_where, target))
    opaque = all(is_opaque(board, tile, tests.feet(tile)) for tile in near or target.tiles)
    return SightInLight(sight, brightest, bool(near), in_light, reach, in_the_dark, opaque)


def touches_passing(rule: Rule) -> Rule:
    """Return the rule with ties "permissive", as light uses it; unchanged if it has no ties."""
    return _touches_passing(rule) if "permissive" in rule.tie_choices() else rule


@lru_cache(maxsize=64)
def _touches_passing(rule: Rule) -> Rule:
    return with_settings(rule, {"ties": "permissive"})


# --- range and brightness -------------------------------------------------------------------------


class _Tests:
    """Tests of whether a tile is within range, and whether it is lit or within dark vision."""

    def __init__(
        self,
        seen_on: Board,
        viewer: Place,
        target: Place,
        board: Board,
        rule: Rule,
        reach: Distance,
        dark_vision: Distance,
        metric: MetricName,
    ) -> None:
        self._seen_on, self._viewer, self._rule = seen_on, viewer, rule
        self._target, self._board, self._metric = target, board, metric
        self._for_light = board.stopping("light")
        self._lenient = touches_passing(rule)
        self._reach, self._dark_vision = reach, dark_vision

    def within_range(self, parts: tuple[Place, ...], target: Place) -> list[Tile]:
        """Return the tiles of the target that some part of the viewer has in range."""
        return [
            tile
            for tile in target.tiles
            if any(self._near(part, tile, self._reach) for part in parts)
        ]

    def pass_all(self, parts: tuple[Place, ...], target: Place) -> Iterator[bool]:
        """Yield for each part of the viewer and each tile of the target whether it
        passes both tests.
        """
        for tile in target.tiles:
            for part in parts:
                if self._near(part, tile, self._reach):
                    yield self._near(part, tile, self._dark_vision) or (
                        self.brightness(tile) != "dark"
                    )

    def brightness(self, tile: Tile) -> Brightness:
        """Return the value that `light_field` has for one tile and this viewer."""
        board, feet = self._board, self.feet(tile)
        if board.ambient == "bright" or not is_opaque(board, tile, feet):
            return self._own_brightness(standing_at(board, tile, feet))
        viewer, storey = as_asked(self._viewer), level_on(board, tile, feet)
        for beside in floor_beside(board, tile, storey):
            places = [on_storey(board, each, storey) for each in beside]
            seen = [p for p in places if sees(self._seen_on, viewer, as_asked(p), self._rule)]
            if seen:
                return max(map(self._own_brightness, seen), key=BRIGHTNESSES.index)
        return board.ambient

    def feet(self, tile: Tile) -> Fraction:
        """Return the height of the target's feet on a tile."""
        board, target = self._board, self._target
        on_ground = target.name is not None and board.figure(target.name).elevation is None
        return board.ground_at(tile) if on_ground or target.body is None else target.body[0]

    def _own_brightness(self, there: Place) -> Brightness:
        """Return the brightness of a place on one tile that is not opaque."""
        brightest = self._board.ambient
        if brightest == "bright":
            return brightest
        for light, source, reaches in self._lights:
            if any(reaches(own, there.middle) for own in source.tiles):
                level = self._brightness_by(light, source, there)
                if level == "bright":
                    return level
                brightest = max(brightest, level, key=BRIGHTNESSES.index)
        return brightest

    @cached_property
    def _lights(self) -> list[tuple[Light, Place, Callable[[Tile, Tile], bool]]]:
        """The lights, each with its place and a function that tells whether it
        reaches from a tile to another.
        """
        board, metric = self._board, self._metric
        return [
            (
                light,
                place(board, light.place, "light"),
                nearness(board, max(light.bright, light.dim), metric),
            )
            for light in board.lights()
        ]

    def _brightness_by(self, light: Light, source: Place, there: Place) -> Brightness:
        (tile,) = there.tiles
        rule = for_places(self._for_light, self._lenient, source, there)
        parts = _seeing(self._for_light, source, there, rule)
        if any(self._near(part, tile, light.bright) for part in parts):
            return "bright"
        return "dim" if any(self._near(part, tile, light.dim) for part in parts) else "dark"

    def _near(self, source: Place, tile: Tile, radius: Distance) -> bool:
        return is_within(self._board, source, tile, radius, self._metric)


def _seeing(board: Board, source: Place, target: Place, rule: Rule) -> tuple[Place, ...]:
    """Return the parts of the source that see the target: its tiles, or the whole figure.

    It is the whole figure if the rule looks from its middle, or is that of a game.
    """
    if len(source.tiles) == 1 or looks_from_middle(rule, source) or rule.game is not None:
        return (source,) if decide(board, source, target, rule) else ()
    if stands_in_rock(board, source):
        board = board_without_rock(board, source)
    parts = (replace(source, tiles=(tile,), middle=tile) for tile in source.tiles)
    return tuple(part for part in parts if decide(board, part, target, rule))


def _distance(value: Any, what: str) -> Distance:
    """Return a range or dark vision as an exact number, or raise."""
    if value is None:
        return None
    limit: Fraction = exact(value, what)
    if limit < 0:
        raise InvalidValueError(f"{what}: expected 0 or more, or None, got {short_repr(value)}")
    return limit.numerator if limit.denominator == 1 else limit


# --- fields as numbers ----------------------------------------------------------------------------


def _add(cells: bytearray, more: Field) -> None:
    """Set the bytes of these tiles to 1."""
    seen = more.cells()
    # Most of a board is out of a light's reach: skip the bytes before and after.
    first, last = max(0, seen.find(1)), seen.rfind(1) + 1
    either = _number(cells[first:last]) | _number(seen[first:last])
    cells[first:last] = either.to_bytes(last - first, "little")


def _number(cells: bytes | bytearray) -> int:
    return int.from_bytes(cells, "little")


def _bits(seen: Field) -> int:
    return _number(seen.bits())


def _packed(board: Board, cells: bytes | bytearray) -> int:
    return _bits(Field(board, cells))


def _cells(board: Board, bits: int) -> bytes | bytearray:
    return Field(board, None, bits.to_bytes((len(board.tiles()) + 7) // 8, "little")).cells()
