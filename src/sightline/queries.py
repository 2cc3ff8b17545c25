"""The questions: sees, trace, field, sees_many, all_pairs. The only door to the kernels.

Input is checked here, once. Then a compiled kernel answers where there is one for the rule and the
board, and the readable rule everywhere else: they give the same answers, the kernel sooner.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from sightline.answers.field import ContactField, CoverField, Field, Visibility
from sightline.answers.sight import Ruled, Sight, Verdict
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.geometry.contact import Contact
from sightline.model.board import LARGE, OUTSIDE, SOLID, Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.place import Place, place
from sightline.model.reach import METRICS, is_within, kernel_limit, limit_of, within
from sightline.model.square import SquareBoard
from sightline.model.threshold import BLOCKING_CODES, CODES
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import GEOMETRIC_TIES, Rule

if TYPE_CHECKING:
    import numpy


def _compiled_core() -> Any:
    """The compiled kernels; None where they were not built, or pure Python is asked for."""
    if os.environ.get("SIGHTLINE_PURE", "0") not in ("", "0"):
        return None
    try:
        return import_module("sightline.kernels._core")
    except ImportError:
        warnings.warn(
            "sightline runs without its compiled kernels: the same answers, but slower."
            " With a C compiler, install it again to have them.",
            RuntimeWarning,
            stacklevel=2,
        )
        return None


_core = _compiled_core()

Where = Any  # a position, or a figure's name
NO_KERNEL = 255
"""A radius beyond every board, which a kernel can hold."""
MAX_ALL_PAIRS_TILES = 1 << 16
"""The most tiles for `all_pairs`: its matrix grows with their square."""


class Decisions(Protocol):
    """What a keeper of rulings must be able to tell (see `answers.rulings`)."""

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None:
        """The ruling in force on this answer."""
        ...

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
        """The tiles of both ends of every ruling."""
        ...


def compiled() -> bool:
    """Are the kernels compiled here? Without them the answers are the same, only slower."""
    return _core is not None


def _sees(
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> bool:
    """Does `a` see `b`? The fast yes or no."""
    if rulings is not None:
        return trace(board, a, b, rule, rulings=rulings).visible
    check_question(board, rule)
    if _core is not None and board._mirror is None:
        _mirror(board)
        return sees(board, a, b, rule)
    source, target = place(board, a, "from"), place(board, b, "to")
    if _core is not None and len(source.tiles) == 1 and len(target.tiles) == 1:
        answer: int = _core.answer(board._mirror, rule.code, source.middle, target.middle)
        if answer >= 0:
            return bool(answer)
    return _decide(board, source, target, rule)


def trace(
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> Sight:
    """Does `a` see `b`, with the proof."""
    check_question(board, rule)
    sight = rule.trace(board, place(board, a, "from"), place(board, b, "to"))
    ruling = rulings.ruling_on(board, sight) if rulings is not None else None
    return sight if ruling is None else replace(sight, ruling=ruling)


def _slow_contact(board: Board, a: Where, b: Where, rule: Rule) -> Contact:
    """The contact of the best line between `a` and `b` by a geometric rule, without its proof."""
    _check_geometric(board, rule, "contact")
    return _contact(board, place(board, a, "from"), place(board, b, "to"), rule)


def _slow_verdict(
    board: Board, a: Where, b: Where, rule: Rule, *, rulings: Decisions | None = None
) -> Verdict:
    """Visible, hidden or ambiguous, without the proof. A ruling takes an ambiguity away."""
    check_question(board, rule)
    if rulings is None and rule.code >= 0:
        if isinstance(rule, (CenterRule, CornerRule)):
            return GEOMETRIC_TIES[rule.ties][_slow_contact(board, a, b, rule)]
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


def _field(
    board: Board,
    a: Where,
    rule: Rule,
    radius: Any = None,
    metric: str = "euclid",
    *,
    rulings: Decisions | None = None,
) -> Field:
    """Every tile within the radius that `a` sees; no radius: the whole board.

    A figure of several tiles sees what any of them sees, and the radius counts from each of them.
    """
    check_question(board, rule)
    source = place(board, a, "from")
    limit = limit_of(radius, metric)
    if _looks_from_middle(rule, source):
        seen = Field(board, _pair_by_pair(board, source, rule, radius, metric))
    elif _core is None or rule.code < 0:
        seen = _tile_by_tile(board, source, rule, radius, metric)
    else:
        seen = _swept(board, source, rule, limit, metric)
        if board.large_figures:
            seen = _with_large_targets(board, source, rule, radius, metric, seen)
    if rulings is not None:
        return _overruled(board, a, source, rule, radius, metric, rulings, seen)
    return seen


def _looks_from_middle(rule: Rule, where: Place) -> bool:
    return isinstance(rule, CenterRule) and rule.large == "middle" and len(where.tiles) > 1


def _tile_by_tile(board: Board, source: Place, rule: Rule, radius: Any, metric: str) -> Field:
    """The field by the readable rule: what any tile of the source sees within the radius of it."""
    if len(source.tiles) > 1 and any(board.flags(tile) & SOLID for tile in source.tiles):
        board_below, board = board, board.copy()  # a figure is not hidden by what it stands on
        for tile in source.tiles:
            board.set_solid(tile, False)
        seen = _tile_by_tile(board, source, rule, radius, metric)
        return Field(board_below, seen._as_cells())
    cells = bytearray(len(board.tiles()))
    for tile in source.tiles:
        here = Place(None, (tile,), tile, source.transparent)
        for rank, is_seen in enumerate(_pair_by_pair(board, here, rule, radius, metric)):
            cells[rank] |= is_seen
    return Field(board, cells)


def _pair_by_pair(board: Board, source: Place, rule: Rule, radius: Any, metric: str) -> bytearray:
    cells = bytearray(len(board.tiles()))
    for tile in within(board, source, radius, metric):
        cells[board.rank(tile)] = _decide(board, source, place(board, tile, "to"), rule)
    return cells


def _swept(board: Board, source: Place, rule: Rule, limit: Fraction | None, metric: str) -> Field:
    """The field by kernels, tile by tile of the source. What is seen of large figures is found out
    afterwards: a kernel cannot know that they become transparent where they are the target."""
    if board._mirror is None:
        _mirror(board)
    lifted = _is_large(board, source)
    mirror = _mirror_without(board, source) if lifted else board._mirror
    reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
    seen: Field | None = None
    for tile in source.tiles:
        found = _core.swept(board, mirror, tile, rule.code, reach, METRICS.index(metric))
        if found is None:
            found = Field(board, _by_pairs(board, mirror, tile, rule, limit, reach, metric))
        seen = found if seen is None else seen | found
    assert seen is not None
    return seen


def _is_large(board: Board, where: Place) -> bool:
    """Does it cover several tiles, or does a figure on its tile?"""
    return len(where.tiles) > 1 or bool(board.flags(where.middle) & LARGE)


def _mirror_without(board: Board, where: Place) -> Any:
    """A mirror of the board on which nothing of a place blocks, on any of its tiles."""
    tiles = bytearray(board._tiles)
    for index in _clear_cells(board, where):
        tiles[index] &= OUTSIDE
    return _new_mirror(board, tiles)


def _by_pairs(
    board: Board,
    mirror: Any,
    tile: Tile,
    rule: Rule,
    limit: Fraction | None,
    reach: int,
    metric: str,
) -> bytearray:
    """What one tile sees, pair by pair, where there is no sweep."""
    if isinstance(board, SquareBoard):
        cells: bytearray = _core.square_pairs(mirror, rule.code, tile, reach, METRICS.index(metric))
        ranks = list(_undecided(cells))
    else:
        cells = bytearray(len(board.tiles()))
        here = Place(None, (tile,), tile, frozenset())
        ranks = [board.rank(t) for t in within(board, here, limit, metric)]
    if not isinstance(rule, (CenterRule, CornerRule)):  # heights that no kernel holds
        source = place(board, tile, "from")
        for rank in ranks:
            there = place(board, board.tiles()[rank], "to")
            cells[rank] = rule.sees(board, source, there)
        return cells
    tiles, enough = board.tiles(), _enough(rule)
    found = bytearray(len(ranks))
    _core.contacts(mirror, rule.code, [tile], [tiles[r] for r in ranks], (), enough, found)
    for rank, worst in zip(ranks, found, strict=True):
        cells[rank] = worst <= enough
    return cells


def _with_large_targets(
    board: Board, source: Place, rule: Rule, radius: Any, metric: str, swept: Field
) -> Field:
    """A sweep cannot know that a large figure becomes transparent where it is the target."""
    cells = bytearray(swept._as_cells())
    for figure in board.figures():
        if figure.blocks_sight and len(figure.tiles) > 1:
            for tile in figure.tiles:
                near = [own for own in source.tiles if _is_near(board, own, tile, radius, metric)]
                here = replace(source, tiles=tuple(near))
                there = place(board, tile, "to")
                cells[board.rank(tile)] = bool(near) and _decide(board, here, there, rule)
    return Field(board, cells)


def _is_near(board: Board, own: Tile, tile: Tile, radius: Any, metric: str) -> bool:
    return is_within(board, Place(None, (own,), own, frozenset()), tile, radius, metric)


def _undecided(cells: bytearray) -> Iterator[int]:
    """The ranks of the tiles that no kernel could tell."""
    at = cells.find(NO_KERNEL)
    while at >= 0:
        yield at
        at = cells.find(NO_KERNEL, at + 1)


def _overruled(
    board: Board,
    a: Where,
    source: Place,
    rule: Rule,
    radius: Any,
    metric: str,
    rulings: Decisions,
    plain: Field,
) -> Field:
    """A field with a master's rulings in place of the rule's own answers."""
    cells = bytearray(plain._as_cells())
    for target in _ruled_targets(board, source, rulings):
        if is_within(board, source, target, radius, metric):
            cells[board.rank(target)] = trace(board, a, target, rule, rulings=rulings).visible
    return Field(board, cells)


def contact_field(
    board: Board, a: Where, rule: Rule, radius: Any = None, metric: str = "euclid"
) -> ContactField:
    """The contact of every tile within the radius, for the geometric rules."""
    _check_geometric(board, rule, "contact_field")
    source = place(board, a, "from")
    near = within(board, source, radius, metric)
    if _core is not None and rule.code >= 0 and isinstance(rule, (CenterRule, CornerRule)):
        return ContactField(board, _by_fields(board, a, rule, radius, metric, near))
    return ContactField(
        board, {tile: _contact(board, source, place(board, tile, "to"), rule) for tile in near}
    )


def _by_fields(
    board: Board,
    a: Where,
    rule: CenterRule | CornerRule,
    radius: Any,
    metric: str,
    near: Iterable[Tile],
) -> dict[Tile, Contact]:
    """Contacts out of what is seen when clear lines pass, when corners pass, when edges do too."""
    clear, corner, edge = (
        _field(board, a, replace(rule, ties=ties), radius, metric)._as_cells()
        for ties in ("strict", "corners-pass", "permissive")
    )
    by_times_seen = tuple(reversed(Contact))
    ranks = ((tile, board.rank(tile)) for tile in near)
    return {tile: by_times_seen[clear[i] + corner[i] + edge[i]] for tile, i in ranks}


def cover_field(board: Board, a: Where, rule: Rule, radius: Any = None) -> CoverField:
    """Cover sum and penalty of every hex within the radius, seen or not."""
    check_question(board, rule)
    if not isinstance(rule, HexRay):
        raise InvalidTypeError(f"cover_field: expected a HexRay, got {rule!r}")
    source = place(board, a, "from")
    return CoverField(
        board,
        {
            tile: rule.trace(board, source, place(board, tile, "to")).cover
            for tile in within(board, source, radius, "euclid")
        },
    )


def sees_many(board: Board, pairs: Any, rule: Rule) -> numpy.ndarray[Any, Any]:
    """For each pair of positions, does the first see the second? `pairs`: (n, 2, 2) ints."""
    import numpy

    check_question(board, rule)
    try:
        asked = numpy.asarray(pairs)
    except ValueError:
        raise InvalidValueError("pairs: expected the shape (n, 2, 2), got ragged rows") from None
    if asked.size == 0:
        return numpy.zeros(0, dtype=bool)
    if asked.ndim != 3 or asked.shape[1:] != (2, 2):
        raise InvalidValueError(f"pairs: expected the shape (n, 2, 2), got {asked.shape}")
    if asked.dtype.kind not in "iu":
        raise InvalidTypeError(f"pairs: expected whole numbers, got {asked.dtype}")
    answers = numpy.full(len(asked), NO_KERNEL, dtype=numpy.uint8)
    # Unsigned numbers beyond int64 would come out as negative ones, which hexes may have.
    fits = asked.dtype != numpy.uint64 or asked.max() <= numpy.iinfo(numpy.int64).max
    if _core is not None and fits:
        if board._mirror is None:
            _mirror(board)
        positions = numpy.ascontiguousarray(asked, dtype=numpy.int64)
        _core.answers(board._mirror, rule.code, positions, answers)
    for i in numpy.flatnonzero(answers == NO_KERNEL).tolist():
        a, b = asked[i].tolist()
        source, target = place(board, a, f"pair {i}: from"), place(board, b, f"pair {i}: to")
        answers[i] = _decide(board, source, target, rule)
    return answers.view(bool)


def all_pairs(board: Board, rule: Rule) -> Visibility:
    """Every tile against every tile."""
    check_question(board, rule)
    count = len(board.tiles())
    if count > MAX_ALL_PAIRS_TILES:
        raise LimitError(
            f"all_pairs: expected a board of at most {MAX_ALL_PAIRS_TILES} tiles, got {count}"
        )
    bits = None
    if _core is not None:
        if board._mirror is None:
            _mirror(board)
        bits = _core.all_bits(board, rule)
    if bits is None:
        bits = b"".join(field(board, tuple(tile), rule).bits() for tile in board.tiles())
    return Visibility(board, bits)


# --- kernels


def _decide(board: Board, source: Place, target: Place, rule: Rule) -> bool:
    """Yes or no where no faster kernel knows: large figures, grazing walls, hexes, heights ..."""
    if _core is not None and rule.code >= 0 and isinstance(rule, HexRay):
        return _by_rays(board, source, target, rule)
    if _core is None or rule.code < 0 or not isinstance(rule, (CenterRule, CornerRule)):
        return rule.sees(board, source, target)
    enough = _enough(rule)
    return _contact(board, source, target, rule, enough) <= enough


def _by_rays(board: Board, source: Place, target: Place, rule: HexRay) -> bool:
    """Hex rays between figures of any size."""
    if board._mirror is None:
        _mirror(board)
    clear = [*_clear_cells(board, source), *_clear_cells(board, target)]
    seen: int = _core.rays(board._mirror, rule.code, source.tiles, target.tiles, clear)
    return rule.sees(board, source, target) if seen < 0 else bool(seen)


def _enough(rule: CenterRule | CornerRule) -> Contact:
    """The worst contact that is visible: verdicts get no better with contact."""
    return Contact(GEOMETRIC_TIES[rule.ties].count(Verdict.VISIBLE) - 1)


def _contact(
    board: Board, source: Place, target: Place, rule: Rule, enough: Contact = Contact.CLEAR
) -> Contact:
    """The contact by a geometric rule, or any other that is `enough`."""
    if _core is None or rule.code < 0:
        found = rule.trace(board, source, target).contact
        if found is None:
            raise InvalidTypeError(f"contact: the answers of {rule!r} have none")
        return found
    if not set(source.tiles).isdisjoint(target.tiles):
        return Contact.CLEAR
    if board._mirror is None:
        _mirror(board)
    clear = [*_clear_cells(board, source), *_clear_cells(board, target)]
    if _looks_from_middle(rule, source) or _looks_from_middle(rule, target):
        ends = (board.grid.middle(where.tiles) for where in (source, target))
        # Kernels count in half tiles, and in thirds of hexes.
        unit = UNIT // (2 if isinstance(board, SquareBoard) else 3)
        start, end = ((x // unit, y // unit) for x, y in ends)
        return Contact(_core.middle_contact(board._mirror, start, end, clear))
    best = bytearray(len(target.tiles))
    _core.contacts(board._mirror, rule.code, source.tiles, target.tiles, clear, enough, best)
    return _CONTACTS[min(best)]


_CONTACTS = tuple(Contact)


def _clear_cells(board: Board, where: Place) -> list[int]:
    """The tiles of a place, and where else its figures stand on nothing that blocks: indices."""
    figures = (board.figure(name).tiles for name in where.transparent)
    return [board._index(tile) for tile in where.tiles] + [
        board._index(tile)
        for tiles in figures
        for tile in tiles
        if tile not in where.tiles and not board.flags(tile) & SOLID
    ]


def _mirror(board: Board) -> None:
    """Give the board the mirror that kernels read; from now on it keeps it current itself."""
    # Only when it is whole: another thread may ask as soon as it is there.
    board._mirror = _new_mirror(board, board._tiles)


def _new_mirror(board: Board, tiles: bytearray) -> Any:
    if isinstance(board, HexBoard):
        mirror = _core.HexMirror(
            board._rows,
            board._cols,
            board._row0,
            board._col0,
            board.outside == "solid",
            tiles,
            board._edges,
            _BLOCKING,
        )
        mirror.set_heights(board._whole_heights())
    else:
        mirror = _core.SquareMirror(board._rows, board._cols, tiles, *board._edges, _BLOCKING)
    mirror.set_walls(board.blocking_walls())
    return mirror


_BLOCKING = bytes(code in BLOCKING_CODES for code in range(len(CODES)))


# --- the edge: what may be asked


def _check_geometric(board: Any, rule: Any, what: str) -> None:
    check_question(board, rule)
    if isinstance(rule, HexRay):
        raise InvalidTypeError(f"{what}: a hex ray has no contact; ask for a cover_field")


def check_question(board: Any, rule: Any) -> None:
    """Are this a board and a rule that works on it?"""
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a SquareBoard or a HexBoard, got {board!r}")
    if not isinstance(rule, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or RULES['quest'], got {rule!r}"
        )
    if board.grid.name not in rule.grids:
        raise InvalidValueError(
            f"rule: {type(rule).__name__} works on {' and '.join(rule.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )


def _ruled_targets(board: Board, source: Place, rulings: Decisions) -> set[Tile]:
    """The tiles whose sight from the source a ruling may have changed."""
    targets: set[Tile] = set()
    for one, other in rulings.ruled_pairs():
        for here, there in ((one, other), (other, one)):
            if here == source.tiles:
                targets.update(tile for tile in there if tile in board)
    return targets


# --- the compiled door, where there is one

sees: Callable[..., bool] = _sees
field: Callable[..., Field] = _field
contact: Callable[..., Contact] = _slow_contact
verdict: Callable[..., Verdict] = _slow_verdict
if _core is not None:
    _verdicts = tuple(verdict for ties in GEOMETRIC_TIES.values() for verdict in ties)
    _core.set_slow(_sees, _field, _slow_contact, _slow_verdict, Field, Rule, _CONTACTS, _verdicts)
    sees, field, contact, verdict = _core.sees, _core.field, _core.contact, _core.verdict

    # The first question of a process is slow, so ask it now, of a board of three tiles.
    for _rule in (CenterRule(), CornerRule()):
        sees(SquareBoard(1, 3), (0, 0), (0, 2), _rule)
