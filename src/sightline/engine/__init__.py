"""The questions that one can ask of a board: sees, trace, contact, verdict, field and the others.

Each question checks here what it is given, once. Then a compiled kernel answers where there is one
for the rule and the board, and the readable rule everywhere else: they give the same answers, the
kernel sooner. `native` knows the kernels; the other modules work out what a question comes to, and
those of the rarer questions are imported when one is asked: the import of `sees` stays short.

Everywhere `a` and `b` are positions, `(row, col)` or `(q, r)`, or names, of figures or of tiles
("C4"), and a rule may be asked for by its name. Every question raises a `SightlineError` that says
what was expected and what came: `OffBoardError` for a position that is not on the board,
`UnknownNameError` for a name that nobody has, `InvalidTypeError` for what is no board, rule or
position, `InvalidValueError` for a rule that does not work on that grid. What else a question may
raise is said there.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from sightline.answers.field import ContactField, CoverField, Field, joined
from sightline.answers.sight import Sight, Verdict
from sightline.engine import native
from sightline.engine.arguments import (
    Radius,
    check_covers,
    check_geometric,
    check_question,
)
from sightline.engine.fields import contacts_of, field_of
from sightline.engine.many import (
    all_pairs,
    field_many,
    heat_map,
    on_device,
    sees_many,
    who_sees_whom,
)
from sightline.engine.pairs import best_contact, decide
from sightline.engine.rulings_overlay import Decisions, ruled_field, ruled_sight
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import TileT_co
from sightline.model.numbers import yes_or_no
from sightline.model.place import Where, WhereOrSeveral, place, several
from sightline.model.reach import MetricName, limit_of
from sightline.model.square import SquareBoard
from sightline.model.values import replace
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.registry import RuleOrName
from sightline.rules.rule import GEOMETRIC_TIES, Rule

if TYPE_CHECKING:
    from sightline.answers.degrees import DegreeField
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
    """The questions by the rules of games, imported with the first of them."""
    return import_module("sightline.engine.packs")


def compiled() -> bool:
    """Are the kernels compiled here? Without them the answers are the same, only slower.

    False also where the environment has `SIGHTLINE_PURE=1`.

    >>> from sightline import compiled
    >>> compiled() in (True, False)
    True
    """
    return native.core is not None


def sees(
    board: Board, a: Where, b: Where, rule: RuleOrName, *, rulings: Decisions | None = None
) -> bool:
    """Does `a` see `b`? The fast yes or no.

    A figure of several tiles sees what any of its tiles sees, and is seen when any of them is. What
    the rule finds ambiguous is not seen, unless a ruling says so: `rulings` are a master's
    decisions (`sightline.Rulings`), and where one is in force it is the answer.

    `a` and `b` are positions, names of figures, or names of tiles such as "C4" (a figure's name
    comes first); `rule` is a rule, or the name of one. A position off the board is an
    `OffBoardError`, a name that nobody has an `UnknownNameError`, a rule for another grid an
    `InvalidValueError`, what is none of these things an `InvalidTypeError`.

    >>> from sightline import CornerRule, SquareBoard, sees
    >>> board = SquareBoard(3, 5)
    >>> sees(board, (1, 0), (1, 4), CornerRule())
    True
    >>> for row in range(3):
    ...     board.set_solid((row, 2))
    >>> sees(board, "A2", "E2", "one-card-dungeon")
    False
    """
    if rulings is not None:
        return trace(board, a, b, rule, rulings=rulings).visible
    if isinstance(rule, Rule) and rule.kind == "pack":
        found: Verdict | None = _packs().quick_verdict(board, a, b, rule)
        if found is not None:
            return found is Verdict.VISIBLE
    rule = check_question(board, rule)
    if native.core is not None and board.mirror is None:
        native.mirror_of(board)
        return sees(board, a, b, rule)
    source, target = place(board, a, "from"), place(board, b, "to")
    if native.core is not None and len(source.tiles) == 1 and len(target.tiles) == 1:
        code = native.code_of(rule)
        answer: int = native.core.answer(board.mirror, code, source.middle, target.middle)
        if answer >= 0:
            return bool(answer)
    return decide(board, source, target, rule)


def trace(
    board: Board, a: Where, b: Where, rule: RuleOrName, *, rulings: Decisions | None = None
) -> Sight:
    """Does `a` see `b`, with the proof: the line that decided, what it met, and the words for it.

    `trace(...).visible` equals `sees(...)`, always. A `Sight` is a value of its own: `check` can
    verify it without the rule that made it. With `rulings` it carries the ruling in force on it.
    Ends, rule and errors are those of `sees`.

    >>> from sightline import CenterRule, SquareBoard, trace
    >>> board = SquareBoard(1, 3)
    >>> _ = board.place("goblin", (0, 1))
    >>> sight = trace(board, (0, 0), (0, 2), CenterRule())
    >>> sight.visible, [blocker.name for blocker in sight.blockers]
    (False, ['goblin'])
    """
    rule = check_question(board, rule)
    return ruled_sight(board, place(board, a, "from"), place(board, b, "to"), rule, rulings)


def contact(board: Board, a: Where, b: Where, rule: RuleOrName) -> Contact:
    """How closely the best line between the two passes by what blocks, without its proof.

    For the geometric rules; the same as `trace(...).contact`, at the speed of `sees`. A `HexRay`
    has no contact: `InvalidTypeError`. Ends, rule and other errors are those of `sees`.

    >>> from sightline import CenterRule, SquareBoard, contact
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(contact(board, (0, 0), (1, 1), CenterRule()))
    'corner'
    """
    rule = check_geometric(board, rule, "contact")
    return best_contact(board, place(board, a, "from"), place(board, b, "to"), rule)


def verdict(
    board: Board, a: Where, b: Where, rule: RuleOrName, *, rulings: Decisions | None = None
) -> Verdict:
    """Visible, hidden or ambiguous, without the proof, at the speed of `sees`.

    Only ties of "adjudicated" make an answer ambiguous: it is the master's to decide, and a ruling
    takes the ambiguity away. Ends, rule and errors are those of `sees`.

    >>> from sightline import CenterRule, SquareBoard, verdict
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(verdict(board, (0, 0), (1, 1), CenterRule("adjudicated")))
    'ambiguous'
    """
    if rulings is None and isinstance(rule, Rule) and rule.kind == "pack":
        found: Verdict | None = _packs().quick_verdict(board, a, b, rule)
        if found is not None:
            return found
    rule = check_question(board, rule)
    if rulings is None and native.code_of(rule) >= 0:
        if isinstance(rule, (CenterRule, CornerRule)):
            return GEOMETRIC_TIES[rule.ties][contact(board, a, b, rule)]
        if sees(board, a, b, rule):
            return Verdict.VISIBLE
        if isinstance(rule, HexRay) and rule.ties == "adjudicated":
            lenient = sees(board, a, b, replace(rule, ties="permissive"))
            return Verdict.AMBIGUOUS if lenient else Verdict.HIDDEN
        return Verdict.HIDDEN
    if rulings is None and rule.kind == "pack":
        source, target = place(board, a, "from"), place(board, b, "to")
        decided: Verdict = _packs().verdict_of(board, source, target, rule)
        return decided
    sight = trace(board, a, b, rule, rulings=rulings)
    if sight.ruling is None:
        return sight.verdict
    return Verdict.VISIBLE if sight.visible else Verdict.HIDDEN


def field(
    board: Board[TileT_co],
    a: WhereOrSeveral,
    rule: RuleOrName,
    radius: Radius = None,
    metric: MetricName = "euclid",
    light_walls: bool = False,
    *,
    rulings: Decisions | None = None,
) -> Field[TileT_co]:
    """Every tile within the radius that `a` sees; no radius: the whole board.

    Exactly the tiles for which `sees` is true, for every rule. On squares the radius is measured
    between centres by the metric: "euclid", "chebyshev", "manhattan" or "steps" (2 for a step
    straight on, 3 for a diagonal one); on hexes it is the hex distance. A figure of several tiles
    sees what any of them sees, and the radius counts from each of them.

    `a` may also be several viewers, a list, tuple, set, array or field of names and positions: the
    field is everything that any of them sees, each within the radius of its own; nobody sees
    nothing. Two whole numbers are always one position.

    With `light_walls` the field also has every solid tile beside a floor tile that is seen: one of
    its 8 neighbours on squares, of its 6 on hexes. Like everything else they are within the radius,
    so the wall one step beyond the last floor tile stays dark.

    A negative radius or an unknown metric is an `InvalidValueError`; other errors, the viewer and
    the rule are those of `sees`.

    >>> from sightline import CornerRule, SquareBoard, field
    >>> seen = field(SquareBoard(5, 5), (2, 2), CornerRule(), radius=1)
    >>> len(seen), (2, 3) in seen, (3, 3) in seen
    (5, True, False)
    >>> len(field(SquareBoard(5, 5), [(0, 0), (4, 4)], CornerRule(), radius=1))
    6
    """
    rule = check_question(board, rule)
    limit = limit_of(radius, metric)
    lit = yes_or_no(light_walls, "light_walls")
    party = several(a)
    if party is not None:
        return _seen_by_any(board, party, rule, radius, metric, lit, rulings)
    source = place(board, a, "from")
    seen: Field[Any] = field_of(board, source, rule, radius, metric)
    if rulings is not None:
        seen = ruled_field(board, source, rule, radius, metric, rulings, seen)
    if lit:
        from sightline.engine.lit_walls import with_lit_walls

        seen = with_lit_walls(board, source, seen, limit, metric)
    return seen.with_viewers([source.middle if source.name is None else source.name])


def _seen_by_any(
    board: Board[TileT_co],
    party: list[Any],
    rule: RuleOrName,
    radius: Radius,
    metric: MetricName,
    lit: bool,
    rulings: Decisions | None,
) -> Field[TileT_co]:
    places = [place(board, each, "from") for each in party]  # before anybody looks
    if not places:
        return Field(board, None, bytes((len(board.tiles()) + 7) // 8))
    fields = [
        field(
            board,
            # One tile by its position, which the kernels take at once.
            where.name if where.name and len(where.tiles) > 1 else where.middle,
            rule,
            radius,
            metric,
            lit,
            rulings=rulings,
        )
        for where in places
    ]
    asked = dict.fromkeys(w.middle if w.name is None else w.name for w in places)
    return joined(fields).with_viewers(asked)


def tiles_seen(board: Board[TileT_co], a: Where, b: Where, rule: RuleOrName) -> Field[TileT_co]:
    """Which tiles of `b` does `a` see? Of a large figure that is half behind a corner, its half.

    Each tile is looked at by itself, and nothing of `b` hides another part of it: the field has a
    tile exactly if `sees(board, a, b, rule)`. A rule that looks at large figures in their middle
    (`CenterRule(large="middle")`) sees all of one or nothing. Rulings are about whole figures, and
    are not asked.

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
    seen: Field[Any] = seen_tiles(board, source, target, rule)
    return seen.with_viewers([source.middle if source.name is None else source.name])


def contact_field(
    board: Board, a: Where, rule: RuleOrName, radius: Radius = None, metric: MetricName = "euclid"
) -> ContactField:
    """The contact of every tile within the radius, seen or not: for the geometric rules.

    Radius, metric and errors are those of `field`. A `HexRay` has no contact: `InvalidTypeError`.

    >>> from sightline import CenterRule, SquareBoard, contact_field
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> {tuple(tile): str(met) for tile, met in contact_field(board, (0, 0), CenterRule()).items()}
    {(0, 0): 'clear', (0, 1): 'clear', (0, 2): 'blocked'}
    """
    rule = check_geometric(board, rule, "contact_field")
    source = place(board, a, "from")
    return ContactField(board, contacts_of(board, source, rule, radius, metric))


@overload
def cover_field(
    board: Board,
    a: Where,
    rule: HexRay | Literal["hex", "hexray"],
    radius: Radius = None,
    metric: MetricName = "euclid",
) -> CoverField: ...
@overload
def cover_field(
    board: Board, a: Where, rule: PackRule, radius: Radius = None, metric: MetricName = "euclid"
) -> DegreeField: ...
@overload
def cover_field(
    board: Board, a: Where, rule: RuleOrName, radius: Radius = None, metric: MetricName = "euclid"
) -> CoverField | DegreeField: ...
def cover_field(
    board: Board,
    a: Where,
    rule: RuleOrName,
    radius: Radius = None,
    metric: MetricName = "euclid",
) -> CoverField | DegreeField:
    """The cover of every tile within the radius, seen or not.

    By a `HexRay` it is the soft cover of each hex, its sum and what it costs. By the rule of a game
    it is the degree of each tile, exactly what `degree` says of it: "none", "half" ... "total".
    Other rules know no cover, and are an `InvalidTypeError`. Radius, metric and other errors are
    those of `field`.

    >>> from sightline import HexBoard, HexRay, SquareBoard, cover_field
    >>> board = HexBoard(radius=2)
    >>> board.set_cover((1, 0), 0.5)
    >>> cover_field(board, (0, 0), HexRay())[2, 0].sum
    0.5
    >>> from sightline.rules.pack import PackRule
    >>> covers = cover_field(SquareBoard.from_text("A.o.."), "A", PackRule("dnd5e"), radius=4)
    >>> covers["B1"], covers["E1"]
    ('none', 'half')
    """
    rule = check_covers(board, rule)
    source = place(board, a, "from")
    if isinstance(rule, HexRay):
        from sightline.engine.covers import covers_of

        limit_of(radius, metric)  # on hexes every metric measures the same
        return CoverField(board, covers_of(board, source, rule, radius))
    degrees: DegreeField = _packs().degrees_around(board, source, rule, radius, metric)
    return degrees


def degree(board: Board, a: Where, b: Where, rule: RuleOrName) -> str:
    """How much cover has `b` from `a` by the rule of a game: "none", "half" ... "total", the words
    of its pack, without the proof. The same as `trace(...).degree`.

    "total" is no sight. Where it hangs on a touch that is the master's to judge, it is both that it
    may be: "half or three-quarters". Rules that know no degrees give "none" for what is seen and
    "total" for what is not; the soft cover of a `HexRay` is a number, see `cover_field`. Ends, rule
    and errors are those of `sees`.

    >>> from sightline import SquareBoard, degree
    >>> from sightline.rules.pack import PackRule
    >>> board = SquareBoard.from_text("A.o.B")
    >>> degree(board, "A", "B", PackRule("dnd5e")), degree(board, "A", "o", PackRule("dnd5e"))
    ('half', 'none')
    >>> degree(board, "A", "B", "quest")
    'total'
    """
    packs = _packs()
    found: str | None = packs.quick_degree(board, a, b, rule)
    if found is None:
        rule = check_question(board, rule)
        source, target = place(board, a, "from"), place(board, b, "to")
        found = packs.degree_of(board, source, target, rule)
    return found


if not TYPE_CHECKING:
    # From here on the kernels answer first, and pass on what they cannot.
    sees, field, contact, verdict = native.in_front(sees, field, contact, verdict)

if native.core is not None:
    # The first question of a process is slow, so ask it now, of a board of three tiles.
    for _rule in (CenterRule(), CornerRule()):
        sees(SquareBoard(1, 3), (0, 0), (0, 2), _rule)
