"""The questions: sees, trace, field, sees_many, all_pairs. The only door to the kernels.

Input is checked here, once. Then a compiled kernel answers where there is one for the rule and the
board, and the readable rule everywhere else: they give the same answers, the kernel sooner.
"""

from __future__ import annotations

import os
import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol

from sightline.answers.field import ContactField, CoverField, Field, Visibility
from sightline.answers.sight import Ruled, Sight, Verdict
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.geometry.contact import Contact
from sightline.model.board import LARGE, OCCUPIED, SOLID, Board
from sightline.model.cell import Square, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.place import Place, place
from sightline.model.reach import METRICS, is_within, limit_of, whole_limit, within
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


def _field(
    board: Board,
    a: Where,
    rule: Rule,
    radius: Any = None,
    metric: str = "euclid",
    *,
    rulings: Decisions | None = None,
) -> Field:
    """Every tile within the radius that `a` sees; no radius: the whole board."""
    check_question(board, rule)
    source = place(board, a, "from")
    limit = whole_limit(radius, metric)
    seen = None
    if _core is not None:
        if board._mirror is None:
            _mirror(board)
        if len(source.tiles) == 1 and (radius is None or limit is not None):
            seen = _core.swept(board, source.middle, rule, limit, METRICS.index(metric))
    if seen is None and radius is None and isinstance(rule, CornerRule):
        seen = _by_tiles(board, source, rule)
    if seen is None:
        seen = Field(board, _by_pairs(board, source, rule, radius, metric))
    elif board.large_figures:
        seen = _with_large_targets(board, source, rule, radius, metric, seen)
    if rulings is not None:
        return _overruled(board, a, source, rule, radius, metric, rulings, seen)
    return seen


def _by_tiles(board: Board, source: Place, rule: CornerRule) -> Field | None:
    """What a large figure sees from any corner is what it sees from the corners of any of its
    tiles, so it is the sum of their fields; None where that does not hold, or helps nothing."""
    if _enough(rule) is not Contact.CLEAR or rule.closed_ends:
        return None  # the ends of a line count, and those of the figure are not those of its tiles
    if len(source.tiles) == 1 or _is_cut_up(board, source.tiles):
        return None
    without = board.copy()  # all of the figure is transparent to each of its tiles
    for name in source.transparent:
        if not set(board.figure(name).tiles) <= set(source.tiles):
            return None
        without.remove(name)
    seen = _of_tile(without, source.tiles[0], rule)
    for tile in source.tiles[1:]:
        seen |= _of_tile(without, tile, rule)
    cells = bytearray(seen._as_cells())
    for tile in source.tiles:
        cells[board.rank(tile)] = True
        for da, db in board.grid.touching:
            # Where both ends touch, a line may lie in them altogether, and what stands between them
            # counts for all lines.
            beside = (tile[0] + da, tile[1] + db)
            if beside in board and beside not in source.tiles:
                target = place(board, beside, "to")
                cells[board.rank(beside)] = _decide(board, source, target, rule)
    return Field(board, cells)


def _of_tile(board: Board, tile: Tile, rule: CornerRule) -> Field:
    """The field of one of many tiles. What is seen of large figures is found out for all of them
    together, afterwards."""
    seen: Field | None = None
    if _core is not None:
        if board._mirror is None:
            _mirror(board)
        seen = _core.swept(board, tile, rule, None, METRICS.index("euclid"))
    return field(board, tuple(tile), rule) if seen is None else seen


def _is_cut_up(board: Board, tiles: tuple[Tile, ...]) -> bool:
    """Does anything block within these tiles: rock, an edge between two of them, a free wall? To
    one of the tiles it may be in the way, to all of them together it is not."""
    inside = set(tiles)
    for tile in tiles:
        if board.flags(tile) & SOLID:
            return True
        for direction, (da, db) in enumerate(board.grid.forward):
            across = (tile[0] + da, tile[1] + db)
            if across in inside and board.edge_code(direction, tile) in BLOCKING_CODES:
                return True
    corners = [corner for tile in tiles for corner in board.grid.corners(tile)]
    box = [(min(values), max(values)) for values in zip(*corners, strict=True)]
    return any(
        all(
            min(start[axis], end[axis]) <= high and low <= max(start[axis], end[axis])
            for axis, (low, high) in enumerate(box)
        )
        for start, end in board.blocking_walls()
    )


def _with_large_targets(
    board: Board, source: Place, rule: Rule, radius: Any, metric: str, swept: Field
) -> Field:
    """A sweep cannot know that a large figure becomes transparent where it is the target."""
    cells = bytearray(swept._as_cells())
    for figure in board.figures():
        if figure.blocks_sight and len(figure.tiles) > 1:
            for tile in figure.tiles:
                if is_within(board, source, tile, radius, metric):
                    cells[board.rank(tile)] = _decide(board, source, place(board, tile, "to"), rule)
    return Field(board, cells)


def _by_pairs(
    board: Board, source: Place, rule: Rule, radius: Any, metric: str
) -> bytes | bytearray:
    """The field tile by tile: by the pair kernel where there is one, else by the readable rule."""
    limit = whole_limit(radius, metric)
    single = _is_single(board, source)
    if (
        _core is not None
        and single
        and isinstance(board, SquareBoard)
        and (radius is None or limit is not None)
    ):
        by = METRICS.index(metric)
        cells: bytearray = _core.square_pairs(board._mirror, rule.code, source.middle, limit, by)
        open_ranks: Iterable[int] = list(_undecided(cells))
    else:
        cells = bytearray(len(board.tiles()))
        open_ranks = [board.rank(tile) for tile in within(board, source, radius, metric)]
        if _core is not None and not single and isinstance(rule, CornerRule):
            may_be_seen = _at_most(board, source)
            open_ranks = [rank for rank in open_ranks if may_be_seen[rank]]
    tiles = board.tiles()
    if _core is not None and isinstance(rule, (CenterRule, CornerRule)):
        open_ranks = _by_contact(board, source, rule, open_ranks, cells)
    for rank in open_ranks:
        cells[rank] = _decide(board, source, place(board, tiles[rank], "to"), rule)
    return cells


def _is_single(board: Board, source: Place) -> bool:
    """One tile, and no figure on it that covers others too."""
    return len(source.tiles) == 1 and not board.flags(source.middle) & LARGE


def _at_most(board: Board, source: Place) -> bytes | bytearray:
    """At least all that a large viewer sees by the corner rule, whatever the ties and the ends.

    Take a line that passes, neither level nor upright, and the viewer's tile that it starts in. On
    a board with nothing on the viewer's tiles nor between them, that tile alone sees along it too:
    the line touches nothing until it leaves the viewer, a rectangle, and from there on nothing that
    it did not touch before. Level and upright lines are followed until something takes up both of
    their sides. What touches the viewer, or is large, has rules of its own and is taken in.
    """
    if not isinstance(board, SquareBoard) or board.blocking_walls():
        return b"\1" * len(board.tiles())
    bare = _emptied(board, source)
    seen = _of_tile(bare, source.tiles[0], CornerRule("permissive"))
    for tile in source.tiles[1:]:
        seen |= _of_tile(bare, tile, CornerRule("permissive"))
    cells = bytearray(seen._as_cells())
    taken_in = [*source.tiles, *_along(bare, source.tiles)]
    for figure in board.figures():
        if figure.blocks_sight and len(figure.tiles) > 1:
            taken_in += figure.tiles
    for row, col in source.tiles:
        taken_in += (Square(row + dr, col + dc) for dr, dc in board.grid.touching)
    for tile in taken_in:
        if tile in board:
            cells[board.rank(tile)] = True
    return cells


def _emptied(board: SquareBoard, source: Place) -> SquareBoard:
    """The same board with nothing on these tiles, and nothing between them."""
    bare = board.copy()
    for name in source.transparent:
        bare.remove(name)
    for tile in source.tiles:
        bare.set_solid(tile, False)
        for da, db in board.grid.forward:
            across = (tile[0] + da, tile[1] + db)
            if across in source.tiles:
                bare.set_edge(tile, across, None)
    return bare


def _along(board: SquareBoard, viewer: tuple[Tile, ...]) -> Iterator[Square]:
    """The tiles beside the level and upright lines from these, until both sides are taken up."""

    def is_taken_up(tile: Square) -> bool:
        return tile not in board or bool(board.flags(tile) & (SOLID | OCCUPIED))

    for axis, length in enumerate(board.shape):
        places = [tile[axis] for tile in viewer]
        others = [tile[1 - axis] for tile in viewer]
        for line in range(min(others), max(others) + 2):
            for ahead in (range(max(places) + 1, length), range(min(places) - 1, -1, -1)):
                for at in ahead:
                    pair = [
                        Square(at, other) if axis == 0 else Square(other, at)
                        for other in (line - 1, line)
                    ]
                    yield from pair
                    if all(map(is_taken_up, pair)):
                        break


def _undecided(cells: bytearray) -> Iterator[int]:
    """The ranks of the tiles that no kernel could tell."""
    at = cells.find(NO_KERNEL)
    while at >= 0:
        yield at
        at = cells.find(NO_KERNEL, at + 1)


def _by_contact(
    board: Board,
    source: Place,
    rule: CenterRule | CornerRule,
    ranks: Iterable[int],
    cells: bytearray,
) -> list[int]:
    """Fill in the cells of these ranks, by one call of the general kernel. Returns those that are
    left: where a large figure stands, which becomes transparent where it is the target."""
    tiles, targets = board.tiles(), array("i")
    asked, left = [], []
    for rank in ranks:
        tile = tiles[rank]
        if board.flags(tile) & LARGE:
            left.append(rank)
        else:
            asked.append(rank)
            targets.extend(tile)
    found = bytearray(len(asked))
    closed = isinstance(rule, CornerRule) and rule.closed_ends
    clear = _clear_cells(board, source.transparent)
    corners = isinstance(rule, CornerRule)
    enough = _enough(rule)
    _core.contacts(board._mirror, corners, closed, source.tiles, clear, enough, targets, found)
    for rank, seen in zip(asked, found, strict=True):
        cells[rank] = seen
    return left


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
    check_question(board, rule)
    if isinstance(rule, HexRay):
        raise InvalidTypeError("contact_field: a hex ray has no contact; ask for a cover_field")
    source = place(board, a, "from")
    near = within(board, source, radius, metric)
    swept = _core is not None and isinstance(board, SquareBoard) and _is_single(board, source)
    if swept and isinstance(rule, (CenterRule, CornerRule)):
        return ContactField(board, _by_fields(board, source.middle, rule, radius, metric, near))
    return ContactField(
        board, {tile: _contact(board, source, place(board, tile, "to"), rule) for tile in near}
    )


def _by_fields(
    board: Board,
    a: Tile,
    rule: CenterRule | CornerRule,
    radius: Any,
    metric: str,
    near: Iterable[Tile],
) -> dict[Tile, Contact]:
    """Contacts out of what is seen when clear lines pass, when corners pass, when edges do too."""
    limit = limit_of(radius, metric)
    whole = None if limit is None else ceil(limit)  # kernels know whole ones; the rest is not near
    clear, corner, edge = (
        _field(board, a, replace(rule, ties=ties), whole, metric)._as_cells()
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
    if _core is not None and isinstance(rule, HexRay):
        return _by_rays(board, source, target, rule)
    if _core is None or not isinstance(rule, (CenterRule, CornerRule)):
        return rule.sees(board, source, target)
    enough = _enough(rule)
    return _contact(board, source, target, rule, enough) <= enough


def _by_rays(board: Board, source: Place, target: Place, rule: HexRay) -> bool:
    """Hex rays between figures of any size."""
    if board._mirror is None:
        _mirror(board)
    clear = _clear_cells(board, source.transparent | target.transparent)
    clear += [board._index(tile) for tile in (*source.tiles, *target.tiles)]
    seen: int = _core.rays(board._mirror, rule.code, source.tiles, target.tiles, clear)
    return rule.sees(board, source, target) if seen < 0 else bool(seen)


def _enough(rule: CenterRule | CornerRule) -> Contact:
    """The worst contact that is visible: verdicts get no better with contact."""
    return Contact(GEOMETRIC_TIES[rule.ties].count(Verdict.VISIBLE) - 1)


def _contact(
    board: Board, source: Place, target: Place, rule: Rule, enough: Contact = Contact.CLEAR
) -> Contact:
    """The contact by a geometric rule, or any other that is `enough`."""
    if _core is None or not isinstance(rule, (CenterRule, CornerRule)):
        contact = rule.trace(board, source, target).contact
        assert contact is not None
        return contact
    if board._mirror is None:
        _mirror(board)
    clear = _clear_cells(board, source.transparent | target.transparent)
    corners = isinstance(rule, CornerRule)
    closed = isinstance(rule, CornerRule) and rule.closed_ends
    return Contact(
        _core.contact(board._mirror, corners, closed, source.tiles, target.tiles, clear, enough)
    )


def _clear_cells(board: Board, transparent: Iterable[str]) -> list[int]:
    """Where these figures stand and nothing else blocks, as the kernel's indices."""
    return [
        board._index(tile)
        for name in transparent
        for tile in board.figure(name).tiles
        if not board.flags(tile) & SOLID
    ]


def _mirror(board: Board) -> None:
    """Give the board the mirror that kernels read; from now on it keeps it current itself."""
    if isinstance(board, HexBoard):
        mirror = _core.HexMirror(
            board._rows,
            board._cols,
            board._row0,
            board._col0,
            board.outside == "solid",
            board._tiles,
            board._edges,
            _BLOCKING,
        )
        mirror.set_heights(board._whole_heights())
    else:
        mirror = _core.SquareMirror(
            board._rows, board._cols, board._tiles, *board._edges, _BLOCKING
        )
    mirror.set_walls(board.blocking_walls())
    board._mirror = mirror  # last: another thread may ask as soon as it is there


_BLOCKING = bytes(code in BLOCKING_CODES for code in range(len(CODES)))


# --- the edge: what may be asked


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
if _core is not None:
    _core.set_slow(_sees, _field, Field, Rule)
    sees, field = _core.sees, _core.field

    # The first question of a process is slow, so ask it now, of a board of three tiles.
    for _rule in (CenterRule(), CornerRule()):
        sees(SquareBoard(1, 3), (0, 0), (0, 2), _rule)
