"""Questions about a board: sees, trace, contact, verdict, field and others.

Each question checks its arguments once, here. Then a compiled kernel answers if there is one for
the rule and the board, else the readable rule does. Both give the same answers. `native` loads the
kernels; the other modules do the work. Modules for rare questions are imported on first use, so
that importing `sees` stays fast.

In all questions `a` and `b` are positions, `(row, col)` or `(q, r)`, or names of figures or tiles
("C4"). A rule may be given by its name. Errors are subclasses of `SightlineError` and say what was
expected and what was given: `OffBoardError` for a position off the board, `UnknownNameError` for an
unknown name, `InvalidTypeError` for an argument that is not a board, rule or position,
`InvalidValueError` for a rule that does not work on that grid. Each question documents its other
errors.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from sightline.answers.barriers import with_stops
from sightline.answers.field import ContactField, CoverField, Field, joined
from sightline.answers.sight import WITHOUT_DEGREES, Cover, Sight, Verdict
from sightline.deprecated import keyword_only
from sightline.engine import native
from sightline.engine.arguments import (
    Radius,
    check_covers,
    check_geometric,
    check_question,
    for_cover,
    for_places,
    for_what,
)
from sightline.engine.fields import asked_storey, contacts_of, field_of
from sightline.engine.many import (
    all_pairs,
    degree_many,
    field_many,
    heat_map,
    on_device,
    sees_many,
    who_sees_whom,
)
from sightline.engine.pairs import best_contact, decide, verdict_between
from sightline.engine.rulings_overlay import Decisions, ruled_field, ruled_sight
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import TileT_co
from sightline.model.degree import Degree
from sightline.model.numbers import yes_or_no
from sightline.model.place import Where, WhereOrSeveral, place, several
from sightline.model.reach import MetricName, limit_of
from sightline.model.square import SquareBoard
from sightline.model.threshold import Purpose
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.registry import GameName, RuleOrName

if TYPE_CHECKING:
    from sightline.rules.pack import PackRule

__all__ = [
    "Decisions",
    "Radius",
    "Where",
    "all_pairs",
    "check_question",
    "compiled",
    "contact",
    "contact_field",
    "cover_field",
    "degree",
    "degree_many",
    "field",
    "field_many",
    "heat_map",
    "on_device",
    "sees",
    "sees_many",
    "tiles_seen",
    "trace",
    "verdict",
    "who_sees_whom",
]


@cache
def _packs() -> Any:
    """Return the module for rule packs, imported on first use."""
    return import_module("sightline.engine.packs")


def compiled() -> bool:
    """Return whether the compiled kernels are in use. Without them answers are the same but slower.

    The environment variable `SIGHTLINE_PURE=1` turns the kernels off.

    >>> from sightline import compiled
    >>> compiled() in (True, False)
    True
    """
    return native.core is not None


def sees(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    rulings: Decisions | None = None,
    by: Purpose = "sight",
) -> bool:
    """Return whether `a` sees `b`.

    - `board`: a `SquareBoard` or a `HexBoard`.
    - `a`, `b`: the viewer and the target. Each is a position, `(row, col)` or `(q, r)`, the name of
      a figure, or the name of a tile such as "C4". A name that fits a figure and a tile means the
      figure.
    - `rule`: a rule such as `CornerRule()`, or the name of one such as "corner".
    - `rulings`: the game master's decisions (`sightline.Rulings`). A ruling in force replaces the
      rule's answer.
    - `by`: "sight", "effect" (shots and spells) or "light". Walls, doors and gates that do not stop
      it are ignored. Most of them stop everything.

    A figure of several tiles sees everything that any of its tiles sees, and is visible if any of
    its tiles is. An ambiguous answer counts as not visible, unless a ruling decides it.

    Raises `OffBoardError` for a position off the board, `UnknownNameError` for an unknown name,
    `InvalidValueError` for a rule that does not work on this grid, and `InvalidTypeError` for
    arguments of other types.

    >>> from sightline import CornerRule, SquareBoard, Wall, sees
    >>> board = SquareBoard(3, 5)
    >>> sees(board, (1, 0), (1, 4), CornerRule())
    True
    >>> for row in range(3):
    ...     board.set_solid((row, 2))
    >>> sees(board, "A2", "E2", "corner")
    False
    >>> board = SquareBoard(1, 2)
    >>> board.set_edge("A1", "B1", Wall(stops="window"))
    >>> sees(board, "A1", "B1", "corner"), sees(board, "A1", "B1", "corner", by="effect")
    (True, False)
    """
    rule, board = check_question(board, rule), for_what(board, by)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    if rulings is not None:
        return ruled_sight(board, source, target, rule, rulings).visible
    code = native.code_of(rule)
    if code >= 0 and len(source.tiles) == 1 and len(target.tiles) == 1:
        planes = native.mirror_of(board)
        answer: int = native.core.answer(planes, code, source.middle, target.middle)
        if answer >= 0:
            return bool(answer)
    return decide(board, source, target, rule)


def trace(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    rulings: Decisions | None = None,
    by: Purpose = "sight",
) -> Sight:
    """Return whether `a` sees `b`, with the proof: the deciding line, what it met, and the reason.

    The arguments and errors are those of `sees`, and `trace(...).visible` always equals
    `sees(...)`. `Sight.explain()` gives the reason in sentences. `check` verifies a `Sight` without
    the rule that made it. With `rulings`, the `Sight` contains the ruling in force.

    >>> from sightline import CenterRule, SquareBoard, trace
    >>> board = SquareBoard(1, 3)
    >>> _ = board.place("goblin", (0, 1))
    >>> sight = trace(board, (0, 0), (0, 2), CenterRule())
    >>> sight.visible, [blocker.name for blocker in sight.blockers]
    (False, ['goblin'])
    """
    rule, whole = check_question(board, rule), board
    board = for_what(board, by)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    sight = ruled_sight(board, source, target, rule, rulings)
    if by != "sight":
        sight = replace(sight, by=by)
    return with_stops(whole, sight) if whole.has_partial_barriers else sight


def contact(
    board: Board, a: Where, b: Where, rule: RuleOrName, *, by: Purpose = "sight"
) -> Contact:
    """Return how closely the best line between `a` and `b` passes blockers, without the proof.

    This works for geometric rules and equals `trace(...).contact`, at the speed of `sees`. A
    `HexRayRule` and a game that follows hexes have no contact and raise `InvalidTypeError`.
    Arguments and other errors are those of `sees`.

    >>> from sightline import CenterRule, SquareBoard, contact
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(contact(board, (0, 0), (1, 1), CenterRule()))
    'corner'
    """
    rule, board = check_geometric(board, rule, "contact"), for_what(board, by)
    source, target = place(board, a, "from"), place(board, b, "to")
    return best_contact(board, source, target, for_places(board, rule, source, target))


def verdict(
    board: Board,
    a: Where,
    b: Where,
    rule: RuleOrName,
    *,
    rulings: Decisions | None = None,
    by: Purpose = "sight",
) -> Verdict:
    """Return the verdict, visible, hidden or ambiguous, without the proof.

    It is as fast as `sees`. Only rules with ties "adjudicated" give ambiguous answers, which the
    game master decides; a ruling replaces them. Arguments and errors are those of `sees`.

    >>> from sightline import CenterRule, SquareBoard, verdict
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(verdict(board, (0, 0), (1, 1), CenterRule("adjudicated")))
    'ambiguous'
    """
    rule, board = check_question(board, rule), for_what(board, by)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    if rulings is None:
        return verdict_between(board, source, target, rule)
    sight = ruled_sight(board, source, target, rule, rulings)
    if sight.ruling is None:
        return sight.verdict
    return Verdict.VISIBLE if sight.visible else Verdict.HIDDEN


@keyword_only("radius", "metric", "light_walls")
def field(
    board: Board[TileT_co],
    a: WhereOrSeveral,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    light_walls: bool = False,
    rulings: Decisions | None = None,
    floor: str | None = None,
    by: Purpose = "sight",
) -> Field[TileT_co]:
    """Return every tile that `a` sees, on the whole board or within a radius.

    - `a`: a viewer as in `sees`, or several: a list, tuple, set, array or field of names and
      positions. Two whole numbers are always one position.
    - `radius`: the largest distance in tiles, or None for no limit.
    - `metric`: how distance is measured on squares, between centers: "euclid", "chebyshev",
      "manhattan" or "steps" (2 for a straight step, 3 for a diagonal one). Hexes use the hex
      distance.
    - `by`: the purpose for which lines must be free, as in `sees`.
    - `floor`: the name of the floor whose tiles are tested. By default it is the viewer's own
      floor. In its holes, the next floor or ground below counts.
    - `light_walls`: also include every solid tile next to a visible floor tile (8 neighbors on
      squares, 6 on hexes), if it is within the radius.

    The result contains exactly the tiles for which `sees` is true. A figure of several tiles sees
    everything that any of its tiles sees, and the radius counts from each of them. Several viewers
    see everything that any of them sees. An empty list of viewers sees nothing.

    A negative radius or an unknown metric raises `InvalidValueError`. The rule, the rulings and
    other errors are those of `sees`.

    >>> from sightline import CornerRule, SquareBoard, field
    >>> seen = field(SquareBoard(5, 5), (2, 2), CornerRule(), radius=1)
    >>> len(seen), (2, 3) in seen, (3, 3) in seen
    (5, True, False)
    >>> len(field(SquareBoard(5, 5), [(0, 0), (4, 4)], CornerRule(), radius=1))
    6
    """
    rule, board = check_question(board, rule), for_what(board, by)
    limit = limit_of(radius, metric)
    lit = yes_or_no(light_walls, "light_walls")
    party = several(a)
    places = [place(board, each, "from") for each in ([a] if party is None else party)]
    if not places:
        return Field(board, None, bytes((len(board.tiles()) + 7) // 8))
    fields = []
    asked = rule
    for source in places:
        rule = for_places(board, asked, source)
        seen: Field[Any] = field_of(board, source, rule, radius, metric, floor)
        if rulings is not None:
            seen = ruled_field(board, source, rule, radius, metric, rulings, seen, floor)
        if lit:
            from sightline.engine.lighting.lit_walls import with_lit_walls

            seen = with_lit_walls(board, source, seen, limit, metric)
        seen._whole = rule.looks_from_middle
        fields.append(seen)
    viewers = dict.fromkeys(w.middle if w.name is None else w.name for w in places)
    return joined(fields).with_viewers(viewers)


def tiles_seen(board: Board[TileT_co], a: Where, b: Where, rule: RuleOrName) -> Field[TileT_co]:
    """Return the tiles of `b` that `a` sees. Of a large figure these may be only some.

    Each tile is judged separately, and `b` does not hide parts of itself: the result is empty
    exactly if `sees(board, a, b, rule)` is False. A rule that judges large figures by their middle
    (`CenterRule(large="middle")`) sees all tiles or none. Rulings are about whole figures and are
    ignored here.

    >>> from sightline import CornerRule, SquareBoard, tiles_seen
    >>> board = SquareBoard(3, 4)
    >>> _ = board.place("troll", (0, 2), size=(3, 2))
    >>> board.set_solid((2, 1))
    >>> seen = tiles_seen(board, (2, 0), "troll", CornerRule())
    >>> len(seen), [str(tile) for tile in seen]
    (4, ['C1', 'D1', 'C2', 'D2'])
    """
    from sightline.engine.large_targets import seen_tiles

    rule = check_question(board, rule)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    seen: Field[Any] = seen_tiles(board, source, target, rule)
    return seen.with_viewers([source.middle if source.name is None else source.name])


@keyword_only("radius", "metric")
def contact_field(
    board: Board,
    a: Where,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    floor: str | None = None,
    by: Purpose = "sight",
) -> ContactField:
    """Return the contact of every tile within the radius, visible or not, by a geometric rule.

    Radius, metric, floor and errors are those of `field`. A `HexRayRule` and a game that follows
    hexes have no contact and raise `InvalidTypeError`.

    >>> from sightline import CenterRule, SquareBoard, contact_field
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> {tuple(tile): str(met) for tile, met in contact_field(board, (0, 0), CenterRule()).items()}
    {(0, 0): 'clear', (0, 1): 'clear', (0, 2): 'blocked'}
    """
    rule, board = check_geometric(board, rule, "contact_field"), for_what(board, by)
    source = place(board, a, "from")
    rule = for_places(board, rule, source)
    return ContactField(board, contacts_of(board, source, rule, radius, metric, floor))


@overload
def cover_field(
    board: Board,
    a: Where,
    rule: HexRayRule | Literal["hexray"],
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    floor: str | None = None,
    by: Purpose = "sight",
) -> CoverField[Cover]: ...
@overload
def cover_field(
    board: Board,
    a: Where,
    rule: PackRule | GameName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    floor: str | None = None,
    by: Purpose = "sight",
) -> CoverField[Degree]: ...
@overload
def cover_field(
    board: Board,
    a: Where,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    floor: str | None = None,
    by: Purpose = "sight",
) -> CoverField[Any]: ...
@keyword_only("radius", "metric")
def cover_field(
    board: Board,
    a: Where,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    floor: str | None = None,
    by: Purpose = "sight",
) -> CoverField[Any]:
    """Return the cover of every tile within the radius, visible or not.

    With the rule of a game, each value is a `Degree`, as `degree` returns it. With a `HexRayRule`,
    each value is a `Cover`: the sum of the soft cover, and its penalty. Other rules have no cover
    and raise `InvalidTypeError`. Radius, metric, floor and other errors are those of `field`.

    >>> from sightline import HexBoard, HexRayRule, SquareBoard, cover_field
    >>> board = HexBoard(radius=2)
    >>> board.set_cover((1, 0), 0.5)
    >>> cover_field(board, (0, 0), HexRayRule())[2, 0].sum
    0.5
    >>> from sightline.rules.pack import PackRule
    >>> covers = cover_field(SquareBoard.from_text("A.o.."), "A", PackRule("dnd5e"), radius=4)
    >>> covers["B1"], covers["E1"]
    (<Degree: none>, <Degree: half>)
    """
    rule = check_covers(board, rule)
    board = for_cover(board, by, rule)
    source = place(board, a, "from")
    rule = for_places(board, rule, source)
    storey = asked_storey(board, source, rule, floor)
    if rule.soft_cover:
        from sightline.engine.covers import covers_of

        return CoverField(board, covers_of(board, source, rule, radius, metric))
    degrees: CoverField[Degree] = _packs().degrees_around(
        board, source, rule, radius, metric, storey
    )
    return degrees


def degree(board: Board, a: Where, b: Where, rule: RuleOrName, *, by: Purpose = "sight") -> Degree:
    """Return how much cover `b` has from `a` by the rule of a game, without the proof.

    The result equals `trace(...).degree`. A `Degree` equals its name, and the degrees of a rule are
    ordered: "none", "half" and so on to "total", which means no sight. If the degree depends on a
    touch that the rule leaves to the game master, it is open: "half or three-quarters".

    If the game's `targeting` is "effect", cover counts what stops effects: a target behind a window
    is visible and has total cover. A value of `by` other than "sight" replaces the game's choice.

    Rules without degrees give "none" if `b` is visible and "total" if not. The soft cover of a
    `HexRayRule` is a number; see `cover_field`. Arguments and errors are those of `sees`.

    >>> from sightline import SquareBoard, degree
    >>> from sightline.rules.pack import PackRule
    >>> board = SquareBoard.from_text("A.o.B")
    >>> degree(board, "A", "B", PackRule("dnd5e")), degree(board, "A", "o", PackRule("dnd5e"))
    (<Degree: half>, <Degree: none>)
    >>> degree(board, "A", "B", "center") == "total"
    True
    """
    rule = check_question(board, rule)
    board = for_cover(board, by, rule)
    source, target = place(board, a, "from"), place(board, b, "to")
    rule = for_places(board, rule, source, target)
    if native.code_of(rule) >= 0 or native.code_with_heights(rule) >= 0:
        return WITHOUT_DEGREES[verdict_between(board, source, target, rule)]
    found: Degree = _packs().degree_of(board, source, target, rule)
    return found


if not TYPE_CHECKING:
    # The compiled entries answer common questions and call these functions for the rest.
    sees, field, contact, verdict, degree = native.wrap_with_kernels(
        _packs, sees, field, contact, verdict, degree
    )

if native.core is not None:
    # The first question of a process is slow, so ask one now on a small board.
    for _rule in (CenterRule(), CornerRule()):
        sees(SquareBoard(1, 3), (0, 0), (0, 2), _rule)
