"""Answers for many pairs, in arrays: of positions on one or more boards, or of figures by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sightline.engine import native
from sightline.engine.arguments import check_question, for_places, with_heights
from sightline.engine.many.slices import Progress, in_slices
from sightline.engine.native import UNDECIDED
from sightline.engine.pairs import clear_cells, decide
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.numbers import short_repr, to_height
from sightline.model.parts.heights import At
from sightline.model.place import Place, one_tile, place
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

    from sightline.model.parts.arrays import Bools

    Numbers: TypeAlias = numpy.ndarray[Any, numpy.dtype[Any]]


Lift: TypeAlias = Fraction | None
"""The elevation of an end; None means where it stands."""


class Work(NamedTuple):
    """The number of threads, and the function that receives the progress."""

    threads: int
    progress: Progress | None


ONE_THREAD = Work(1, None)


class AskedPairs(NamedTuple):
    """Pairs of positions or names, checked and in a flat array, each with its board."""

    boards: Sequence[Board]
    ends: Numbers
    """Positions, an array of the shape (n, 2, 2), or names, of the shape (n, 2)."""
    on: Numbers | None
    """The index of each pair's board, or None if all are on the first."""
    shape: tuple[int, ...]
    """The leading dimensions of the pairs as given: the shape of the answers."""
    lifts: Sequence[tuple[Lift, Lift]] | None = None
    """The elevations of both ends of each pair; None if no elevations were given."""

    @property
    def are_named(self) -> bool:
        return self.ends.ndim == 2

    def by_board(self) -> Iterator[tuple[Board, Numbers]]:
        """Yield each board and the indexes of its pairs."""
        import numpy

        if self.on is None:
            yield self.boards[0], numpy.arange(len(self.ends))
            return
        order = numpy.argsort(self.on, kind="stable")
        numbers, starts = numpy.unique(self.on[order], return_index=True)
        parts = numpy.split(order, starts[1:])
        for number, part in zip(numbers.tolist(), parts, strict=True):
            yield self.boards[number], part

    def places_of(self, number: int) -> tuple[Board, Place, Place]:
        """Return the board of the pair with this index, and its two places."""
        board = self.boards[0 if self.on is None else int(self.on[number])]
        ends = self.ends[number].tolist()
        if self.lifts is not None:
            ends = [
                end if lift is None else At(end, elevation=lift)
                for end, lift in zip(ends, self.lifts[number], strict=True)
            ]
        pair = _pair_name(number, self.shape)
        return board, place(board, ends[0], f"{pair}: from"), place(board, ends[1], f"{pair}: to")


def read_pairs(
    boards: Any, pairs: Any, rule: Any, which: Any, elevations: Any = None
) -> tuple[AskedPairs, Rule]:
    """Check the arguments of `engine.sees_many`."""
    import numpy

    one = isinstance(boards, Board)
    listed = [boards] if one else _as_boards(boards)
    # one check per type of board is enough
    for board in {type(each): each for each in listed}.values():
        rule = check_question(board, rule)
    if any(board.has_heights for board in listed):
        rule = with_heights(rule)
    asked = _as_array(pairs)
    if asked.dtype.kind in "UT" and asked.ndim and asked.shape[-1] == 2:
        asked, tail = numpy.asarray(pairs, dtype=object), 1
    else:
        asked, tail = _as_pairs(asked), 2
    on: Numbers | None = None
    if which is not None:
        asked, on = _broadcast(asked, tail, _as_which(which, len(listed)))
    elif not one:
        on = _by_first_axis(asked, tail, len(listed))
    ends = asked.reshape(-1, 2) if tail == 1 else asked.reshape(-1, 2, 2)
    shape = asked.shape[:-tail]
    if elevations is None:
        return AskedPairs(listed, ends, on, shape), rule
    lifts = read_elevations(elevations, (*shape, 2))
    found = AskedPairs(listed, ends, on, shape, [*zip(lifts[::2], lifts[1::2], strict=True)])
    if rule.takes_heights:
        return found, with_heights(rule)
    for number in range(len(ends)):  # each end must be on its ground
        board, source, target = found.places_of(number)
        for_places(board, rule, source, target)
    return found, rule


def read_elevations(elevations: Any, shape: tuple[int, ...]) -> list[Lift]:
    """Return elevations of this shape as a flat list of exact numbers, or raise."""
    import numpy

    try:
        asked = numpy.asarray(elevations)
    except ValueError:
        raise InvalidValueError("elevations: expected numbers, got ragged rows") from None
    if asked.dtype.kind not in "iufO":
        raise InvalidTypeError(f"elevations: expected numbers or None, got {asked.dtype}")
    try:
        flat = numpy.broadcast_to(asked, shape).reshape(-1).tolist()
    except ValueError:
        raise InvalidValueError(
            f"elevations: expected a shape that broadcasts against {shape}, got {asked.shape}"
        ) from None
    return [
        None if each is None else to_height(each, f"elevation {number}")
        for number, each in enumerate(flat)
    ]


def answers_of(
    boards: Any,
    pairs: Any,
    rule: Any,
    which: Any,
    threads: int,
    progress: Progress | None = None,
    elevations: Any = None,
) -> Bools:
    """Return for each pair whether the first sees the second. See `engine.sees_many`."""
    asked, rule = read_pairs(boards, pairs, rule, which, elevations)
    return seen_in(asked, rule, Work(threads, progress)).reshape(asked.shape)


def seen_in(asked: AskedPairs, rule: Rule, work: Work) -> Bools:
    """Return for each of these pairs whether the first sees the second."""
    import numpy

    if asked.lifts is not None:
        return _answers_lifted(asked, rule, work)
    if not asked.are_named:
        return _answers_at(asked.boards, asked.ends, asked.on, rule, work, asked.shape)
    seen = numpy.zeros(len(asked.ends), dtype=numpy.bool_)
    for board, numbers in asked.by_board():
        seen[numbers] = _answers_by_name(board, asked.ends[numbers], rule, work)
    return seen


def tiles_of_names(board: Board, names: Any, what: str) -> Any:
    """Replace names by positions; each must mean one tile. Other arrays are returned unchanged."""
    import numpy

    if not isinstance(names, (list, tuple, numpy.ndarray)):
        return names
    asked = _as_array(names)
    if asked.dtype.kind not in "UT":
        return names
    tiles = [one_tile(board, str(name), what) for name in asked.flat]
    return numpy.array(tiles, dtype=numpy.int64).reshape(*asked.shape, 2)


def who_sees_whom_of(
    board: Board, rule: Rule, names: Iterable[str] | None
) -> tuple[list[str], Bools]:
    """Return the names, and for each figure which others it sees. See `engine.who_sees_whom`."""
    import numpy

    listed = _as_names(board, names)
    figures = [board.figure(name) for name in listed]
    count = len(listed)
    both_ways = _is_mutual(rule) and not native.mirror_of(board).one_way
    pairs = _every_two(count, both_ways)
    # A position would be on its ground, not at the figure's elevation.
    if all(len(figure.tiles) == 1 for figure in figures) and not board.has_heights:
        positions = numpy.array([figure.at for figure in figures], dtype=numpy.int64)
        at = positions.reshape(-1, 2)[pairs]
        answers = _answers_at([board], at, None, rule, ONE_THREAD, (len(pairs),))
    else:
        places = [place(board, name, "name") for name in listed]
        answers = _answers_between(board, places, pairs, rule, ONE_THREAD)
    seen = numpy.zeros((count, count), dtype=bool)
    seen[pairs[:, 0], pairs[:, 1]] = answers
    if both_ways:
        seen |= seen.T
    return listed, seen


def _is_mutual(rule: Rule) -> bool:
    """Return whether an answer for (a, b) also holds for (b, a).

    Only built-in rules are trusted to say so.
    """
    return rule.mutual and native.code_of(rule) >= 0


@lru_cache(maxsize=2)
def _every_two(count: int, both_ways: bool) -> Numbers:
    """Return all pairs of `count` items, in both orders if `both_ways`."""
    import numpy

    wanted = numpy.tri(count, dtype=bool) if both_ways else numpy.ones((count, count), dtype=bool)
    return numpy.argwhere(wanted)


# --- reading arguments ----------------------------------------------------------------------------


def _as_boards(boards: Any) -> list[Board]:
    """Return a list of boards, or raise."""
    if isinstance(boards, (str, bytes)) or not isinstance(boards, Iterable):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, or several, got {short_repr(boards)}"
        )
    listed = list(boards)
    if not listed:
        raise InvalidValueError("boards: expected at least one, got none")
    for board in {type(each): each for each in listed}.values():
        if not isinstance(board, Board):
            raise InvalidTypeError(
                f"boards: expected SquareBoards or HexBoards, got {short_repr(board)} in the list"
            )
    return listed


def _as_array(pairs: Any) -> Numbers:
    import numpy

    try:
        return numpy.asarray(pairs)
    except ValueError:
        raise InvalidValueError(
            "pairs: expected the shape (..., 2, 2) for positions, or (..., 2) for names, got ragged"
            " rows; names and positions do not mix, but board.where(name) is a position"
        ) from None


def _as_pairs(asked: Numbers) -> Numbers:
    """Return an array of whole numbers of the shape (..., 2, 2), or raise."""
    import numpy

    if asked.shape == (0,):  # an empty list
        return numpy.zeros((0, 2, 2), dtype=numpy.int64)
    if asked.shape[-2:] != (2, 2):
        raise InvalidValueError(f"pairs: expected the shape (..., 2, 2), got {asked.shape}")
    if asked.size and asked.dtype.kind not in "iu":
        raise InvalidTypeError(f"pairs: expected whole numbers, got {asked.dtype}")
    return asked


def _as_which(which: Any, count: int) -> Numbers:
    import numpy

    try:
        on = numpy.asarray(which)
    except ValueError:
        raise InvalidValueError("which: expected whole numbers, got ragged rows") from None
    if on.size and on.dtype.kind not in "iu":
        raise InvalidTypeError(f"which: expected whole numbers, got {on.dtype}")
    if on.size and not 0 <= on.min() <= on.max() < count:
        raise InvalidValueError(
            f"which: expected 0 to {count - 1} for {count} boards, got {on.min()} to {on.max()}"
        )
    return on


def _broadcast(asked: Numbers, tail: int, on: Numbers) -> tuple[Numbers, Numbers]:
    """Return both arrays with the same leading dimensions, `on` flat.

    The last `tail` dimensions of `asked` are one item.
    """
    import numpy

    try:
        shape = numpy.broadcast_shapes(asked.shape[:-tail], on.shape)
    except ValueError:
        raise InvalidValueError(
            f"which: expected a shape that broadcasts against {asked.shape[:-tail]}, the leading"
            f" dimensions of the pairs, got {on.shape}"
        ) from None
    flat = numpy.ascontiguousarray(numpy.broadcast_to(on, shape), dtype=numpy.int64)
    return numpy.broadcast_to(asked, (*shape, *asked.shape[-tail:])), flat.reshape(-1)


def _by_first_axis(asked: Numbers, tail: int, count: int) -> Numbers:
    """Return the index of each pair's board if the first axis selects it."""
    import numpy

    if asked.ndim <= tail or len(asked) != count:
        raise InvalidValueError(
            f"pairs: expected the shape ({count}, ..., {', '.join('2' * tail)}), the first axis for"
            f" the {count} boards, got {asked.shape}; or say with `which` the board of each pair"
        )
    return numpy.repeat(numpy.arange(count, dtype=numpy.int64), asked[0].size // 2**tail)


def _as_names(board: Board, names: Iterable[str] | None) -> list[str]:
    if names is None:
        return [figure.name for figure in board.figures() if not figure.is_furniture]
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise InvalidTypeError(f"names: expected several names of figures, got {short_repr(names)}")
    return [board.figure(name).name for name in names]


# --- answering ------------------------------------------------------------------------------------


def _answers_at(
    boards: Sequence[Board],
    asked: Numbers,
    on: Numbers | None,
    rule: Rule,
    by: Work,
    shape: tuple[int, ...],
) -> Bools:
    """Return the answers for a flat array of pairs of positions.

    `on` is the index of each pair's board, or None if all are on the first. Errors name a pair by
    its index in an array of the given shape.
    """
    import numpy

    answers = numpy.full(len(asked), UNDECIDED, dtype=numpy.uint8)
    # Unsigned numbers beyond int64 would become negative, which is valid on hexes.
    fits = asked.dtype != numpy.uint64 or asked.max(initial=0) <= numpy.iinfo(numpy.int64).max
    if native.code_of(rule) >= 0 and len(asked) and fits:
        mirrors = [native.mirror_of(board) for board in boards]
        code = native.code_of(rule)
        positions = numpy.ascontiguousarray(asked, dtype=numpy.int64)
        all_against_all = len(shape) > 1 and shape[-1] == shape[-2]
        side = shape[-1] if all_against_all and _is_mutual(rule) else 0

        def work(start: int, stop: int) -> None:
            native.core.answers(mirrors, code, positions, on, side, answers, start, stop)

        in_slices(len(asked), by.threads, work, progress=by.progress)
    pairs = AskedPairs(boards, asked, on, shape)
    if fits and native.has_pack_kernels(rule):
        from sightline.engine.many.degrees import pack_ranks

        high = pack_ranks(pairs, rule, by, sight_alone=True)[1]
        answers = numpy.where(high == UNDECIDED, UNDECIDED, high == 0).astype(numpy.uint8)
    for i in numpy.flatnonzero(answers == UNDECIDED).tolist():
        board, source, target = pairs.places_of(i)
        answers[i] = decide(board, source, target, rule)
    return answers.view(numpy.bool_)


def _answers_lifted(asked: AskedPairs, rule: Rule, by: Work) -> Bools:
    """Return the answers for pairs at elevations, one by one."""
    import numpy

    seen = numpy.zeros(len(asked.ends), dtype=numpy.bool_)

    def work(start: int, stop: int) -> None:
        for number in range(start, stop):
            board, source, target = asked.places_of(number)
            seen[number] = decide(board, source, target, rule)

    in_slices(len(seen), by.threads, work, progress=by.progress)
    return seen


def _pair_name(number: int, shape: tuple[int, ...]) -> str:
    """Return the index of a pair in words, for an array of that shape."""
    where: list[int] = []
    for size in reversed(shape):
        number, place_in_axis = divmod(number, size)
        where.insert(0, place_in_axis)
    return f"pair {where[0] if len(where) == 1 else tuple(where)}" if where else "pair"


def _answers_by_name(board: Board, named: Numbers, rule: Rule, by: Work) -> Bools:
    """Return the answers for a flat array of pairs of names."""
    import numpy

    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(name, len(numbers)) for name in named.flat]
    pairs = numpy.array(flat, dtype=numpy.int64).reshape(-1, 2)
    places = [place(board, name, "pairs") for name in numbers]
    on_tiles = not board.has_heights and all(len(each.tiles) == 1 for each in places)
    if native.has_pack_kernels(rule) and on_tiles:
        at = numpy.array([each.middle for each in places], dtype=numpy.int64)
        return _answers_at([board], at[pairs], None, rule, by, (len(pairs),))
    return _answers_between(board, places, pairs, rule, by)


def _answers_between(
    board: Board, places: Sequence[Place], pairs: Numbers, rule: Rule, by: Work
) -> Bools:
    """Return the answers for pairs of places of any size. A pair is two indexes in `places`."""
    import numpy

    answers = numpy.full(len(pairs), UNDECIDED, dtype=numpy.uint8)
    if native.code_of(rule) >= 0 and len(pairs):
        mirror, code = native.mirror_of(board), native.code_of(rule)
        clear = [clear_cells(board, each) for each in places]
        tiles = numpy.array([*chain(*(each.tiles for each in places))], dtype=numpy.int32)
        out_of_the_way = numpy.array([*chain(*clear)], dtype=numpy.int64)
        sizes = [(len(p.tiles), len(c)) for p, c in zip(places, clear, strict=True)]
        ends = numpy.cumsum([(0, 0), *sizes], axis=0, dtype=numpy.int64)
        spans = numpy.stack((ends[:-1], ends[1:]), axis=2).reshape(-1, 4)
        numbers = numpy.ascontiguousarray(pairs, dtype=numpy.int64)

        def work(start: int, stop: int) -> None:
            native.core.footprint_answers(
                mirror, code, tiles, out_of_the_way, spans, numbers, answers, start, stop
            )

        in_slices(len(pairs), by.threads, work, progress=by.progress)
    for i in numpy.flatnonzero(answers == UNDECIDED).tolist():
        first, second = pairs[i].tolist()
        answers[i] = decide(board, places[first], places[second], rule)
    return answers.view(numpy.bool_)
