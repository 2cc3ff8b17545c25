"""The questions that one can ask of a board: sees, trace, contact, verdict, field and the others.

Each question checks here what it is given, once. Then a compiled kernel answers where there is one
for the rule and the board, and the readable rule everywhere else: they give the same answers, the
kernel sooner. `native` knows the kernels; the other modules work out what a question comes to.

Everywhere `a` and `b` are positions, `(row, col)` or `(q, r)`, or names of figures. Every question
raises a `SightlineError` that says what was expected and what came: `OffBoardError` for a position
that is not on the board, `UnknownNameError` for a name that nobody has, `InvalidTypeError` for what
is no board, rule or position, `InvalidValueError` for a rule that does not work on that grid. What
else a question may raise is said there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sightline.answers.field import ContactField, CoverField, Field, Visibility
from sightline.answers.sight import Sight, Verdict
from sightline.engine import native
from sightline.engine.arguments import (
    Radius,
    check_geometric,
    check_hexray,
    check_question,
)
from sightline.engine.batches import bits_of_all, check_count
from sightline.engine.fields import contacts_of, covers_of, field_of
from sightline.engine.many_pairs import answers_of, who_sees_whom_of
from sightline.engine.pairs import best_contact, decide
from sightline.engine.rulings_overlay import Decisions, ruled_field, ruled_sight
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Where, place
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import GEOMETRIC_TIES, Rule

if TYPE_CHECKING:
    import numpy

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
    "field",
    "sees",
    "sees_many",
    "trace",
    "verdict",
    "who_sees_whom",
]


def compiled() -> bool:
    """Are the kernels compiled here? Without them the answers are the same, only slower.

    False also where the environment has `SIGHTLINE_PURE=1`.
    """
    return native.core is not None


def sees(board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None) -> bool:
    """Does `a` see `b`? The fast yes or no.

    A figure of several tiles sees what any of its tiles sees, and is seen when any of them is. What
    the rule finds ambiguous is not seen, unless a ruling says so: `rulings` are a master's
    decisions (`sightline.Rulings`), and where one is in force it is the answer.

    >>> from sightline import CornerRule, SquareBoard, sees
    >>> board = SquareBoard(3, 5)
    >>> sees(board, (1, 0), (1, 4), CornerRule())
    True
    >>> for row in range(3):
    ...     board.set_solid((row, 2))
    >>> sees(board, (1, 0), (1, 4), CornerRule())
    False
    """
    if rulings is not None:
        return trace(board, a, b, rule, rulings=rulings).visible
    check_question(board, rule)
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
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> Sight:
    """Does `a` see `b`, with the proof: the line that decided, what it met, and the words for it.

    `trace(...).visible` equals `sees(...)`, always. A `Sight` is a value of its own: `check` can
    verify it without the rule that made it. With `rulings` it carries the ruling in force on it.

    >>> from sightline import CenterRule, SquareBoard, trace
    >>> board = SquareBoard(1, 3)
    >>> _ = board.place("goblin", (0, 1))
    >>> sight = trace(board, (0, 0), (0, 2), CenterRule())
    >>> sight.visible, [blocker.name for blocker in sight.blockers]
    (False, ['goblin'])
    """
    check_question(board, rule)
    return ruled_sight(board, place(board, a, "from"), place(board, b, "to"), rule, rulings)


def contact(board: Board, a: Where, b: Where, rule: Rule) -> Contact:
    """How closely the best line between the two passes by what blocks, without its proof.

    For the geometric rules; the same as `trace(...).contact`, at the speed of `sees`. A `HexRay`
    has no contact: `InvalidTypeError`.

    >>> from sightline import CenterRule, SquareBoard, contact
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(contact(board, (0, 0), (1, 1), CenterRule()))
    'corner'
    """
    check_geometric(board, rule, "contact")
    return best_contact(board, place(board, a, "from"), place(board, b, "to"), rule)


def verdict(
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> Verdict:
    """Visible, hidden or ambiguous, without the proof, at the speed of `sees`.

    Only ties of "adjudicated" make an answer ambiguous: it is the master's to decide, and a ruling
    takes the ambiguity away.

    >>> from sightline import CenterRule, SquareBoard, verdict
    >>> board = SquareBoard(2, 2)
    >>> board.set_solid((0, 1))
    >>> str(verdict(board, (0, 0), (1, 1), CenterRule("adjudicated")))
    'ambiguous'
    """
    check_question(board, rule)
    if rulings is None and native.code_of(rule) >= 0:
        if isinstance(rule, (CenterRule, CornerRule)):
            return GEOMETRIC_TIES[rule.ties][contact(board, a, b, rule)]
        if sees(board, a, b, rule):
            return Verdict.VISIBLE
        if isinstance(rule, HexRay) and rule.ties == "adjudicated":
            lenient = sees(board, a, b, replace(rule, ties="permissive"))
            return Verdict.AMBIGUOUS if lenient else Verdict.HIDDEN
        return Verdict.HIDDEN
    sight = trace(board, a, b, rule, rulings=rulings)
    if sight.ruling is None:
        return sight.verdict
    return Verdict.VISIBLE if sight.visible else Verdict.HIDDEN


def field(
    board: Board,
    a: Where,
    rule: Rule,
    radius: Radius = None,
    metric: str = "euclid",
    *,
    rulings: Decisions | None = None,
) -> Field:
    """Every tile within the radius that `a` sees; no radius: the whole board.

    Exactly the tiles for which `sees` is true, for every rule. On squares the radius is measured
    between centres by the metric: "euclid", "chebyshev", "manhattan" or "steps" (2 for a step
    straight on, 3 for a diagonal one); on hexes it is the hex distance. A figure of several tiles
    sees what any of them sees, and the radius counts from each of them.

    A negative radius or an unknown metric is an `InvalidValueError`.

    >>> from sightline import CornerRule, SquareBoard, field
    >>> seen = field(SquareBoard(5, 5), (2, 2), CornerRule(), radius=1)
    >>> len(seen), (2, 3) in seen, (3, 3) in seen
    (5, True, False)
    """
    check_question(board, rule)
    source = place(board, a, "from")
    seen = field_of(board, source, rule, radius, metric)
    if rulings is None:
        return seen
    return ruled_field(board, source, rule, radius, metric, rulings, seen)


def contact_field(
    board: Board, a: Where, rule: Rule, radius: Radius = None, metric: str = "euclid"
) -> ContactField:
    """The contact of every tile within the radius, seen or not: for the geometric rules.

    Radius and metric are those of `field`. A `HexRay` has no contact: `InvalidTypeError`.

    >>> from sightline import CenterRule, SquareBoard, contact_field
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> {tuple(tile): str(met) for tile, met in contact_field(board, (0, 0), CenterRule()).items()}
    {(0, 0): 'clear', (0, 1): 'clear', (0, 2): 'blocked'}
    """
    check_geometric(board, rule, "contact_field")
    source = place(board, a, "from")
    return ContactField(board, contacts_of(board, source, rule, radius, metric))


def cover_field(board: Board, a: Where, rule: Rule, radius: Radius = None) -> CoverField:
    """The soft cover of every hex within the radius, seen or not: its sum, and what it costs.

    Only a `HexRay` knows cover; of any other rule it is an `InvalidTypeError`.

    >>> from sightline import HexBoard, HexRay, cover_field
    >>> board = HexBoard(radius=2)
    >>> board.set_cover((1, 0), 0.5)
    >>> cover_field(board, (0, 0), HexRay())[2, 0].sum
    0.5
    """
    check_hexray(board, rule, "cover_field")
    assert isinstance(rule, HexRay)
    return CoverField(board, covers_of(board, place(board, a, "from"), rule, radius))


def sees_many(
    boards: Board | Iterable[Board],
    pairs: Any,
    rule: Rule,
    which: Any = None,
    threads: int = 1,
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """For each pair, does the first see the second? One bool a pair.

    `pairs` is an array of positions, whole numbers of the shape (..., 2, 2), or what numpy makes
    one from: any leading dimensions, which are the shape of the answers. On one board it may be
    names of figures too, of the shape (..., 2).

    `boards` is one board, or many. Of many, the first axis of `pairs` is the board; or `which` has
    the number of each pair's board, in a shape that broadcasts against the leading dimensions. All
    against all, in a table of n x n pairs, takes hardly longer than every two of them once.

    `threads`: how many work on it at the same time, with the same answers. Kernels let go of the
    interpreter lock, and Ctrl+C is heard meanwhile.

    Another shape is an `InvalidValueError`, as are boards or threads that there are not; other
    types than whole numbers or names are an `InvalidTypeError`.

    >>> from sightline import CornerRule, SquareBoard, sees_many
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> sees_many(board, [((0, 0), (0, 1)), ((0, 0), (0, 2))], CornerRule()).tolist()
    [True, False]
    >>> ends = ((0, 0), (0, 2))
    >>> sees_many([board, SquareBoard(1, 3)], [ends, ends], CornerRule()).tolist()
    [False, True]
    >>> sees_many([board, SquareBoard(1, 3)], ends, CornerRule(), which=[1, 0, 1]).tolist()
    [True, False, True]
    """
    return answers_of(boards, pairs, rule, which, threads)


def who_sees_whom(
    board: Board, rule: Rule, names: Iterable[str] | None = None
) -> tuple[list[str], numpy.ndarray[Any, numpy.dtype[numpy.bool_]]]:
    """The names of figures, and an array with a row and a column for each: the row's figure sees
    the column's.

    All figures in the order in which they came, but no furniture; or those of the `names`, in
    their order. Each entry is the answer of `sees`, for figures of any size. A name that nobody
    has is an `UnknownNameError`.

    >>> from sightline import CornerRule, SquareBoard, who_sees_whom
    >>> board = SquareBoard(1, 5)
    >>> for col, name in enumerate(["Mira", "orc", "Borin"]):
    ...     _ = board.place(name, (0, 2 * col))
    >>> names, seen = who_sees_whom(board, CornerRule())
    >>> names
    ['Mira', 'orc', 'Borin']
    >>> seen[names.index("Mira")].tolist()
    [True, True, False]
    """
    check_question(board, rule)
    return who_sees_whom_of(board, rule, names)


def all_pairs(board: Board, rule: Rule) -> Visibility:
    """Every tile against every tile: who sees whom, as a bit matrix.

    A board of more than 65,536 tiles is a `LimitError`: the matrix grows with their square.

    >>> from sightline import CornerRule, SquareBoard, all_pairs
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> visibility = all_pairs(board, CornerRule())
    >>> visibility[(0, 0), (0, 2)], visibility.count()
    (False, 7)
    """
    check_question(board, rule)
    check_count(board)
    bits = bits_of_all(board, rule)
    if bits is None:
        bits = b"".join(field(board, tuple(tile), rule).bits() for tile in board.tiles())
    return Visibility(board, bits)


if not TYPE_CHECKING:
    # From here on the kernels answer first, and pass on what they cannot.
    sees, field, contact, verdict = native.in_front(sees, field, contact, verdict)

if native.core is not None:
    # The first question of a process is slow, so ask it now, of a board of three tiles.
    for _rule in (CenterRule(), CornerRule()):
        sees(SquareBoard(1, 3), (0, 0), (0, 2), _rule)
