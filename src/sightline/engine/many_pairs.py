"""Many pairs at once, in arrays: of positions on one board or on many, or of figures by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.engine import native
from sightline.engine.arguments import check_question
from sightline.engine.fields import UNDECIDED
from sightline.engine.pairs import clear_cells, decide
from sightline.engine.slices import Progress, in_slices
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.model.place import Place, place
from sightline.model.values import NamedTuple
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

    from sightline.model.arrays import Bools

    Numbers: TypeAlias = numpy.ndarray[Any, numpy.dtype[Any]]


class Work(NamedTuple):
    """How many threads work, and who hears how far they are."""

    threads: int
    progress: Progress | None


ONE_THREAD = Work(1, None)


def answers_of(
    boards: Any, pairs: Any, rule: Any, which: Any, threads: int, progress: Progress | None = None
) -> Bools:
    """For each pair, does the first see the second? See `engine.sees_many`."""
    import numpy

    work = Work(threads, progress)
    one = isinstance(boards, Board)
    listed = [boards] if one else _as_boards(boards)
    for board in {type(each): each for each in listed}.values():  # one of a kind is like another
        rule = check_question(board, rule)
    asked = _as_array(pairs)
    if asked.dtype.kind in "UT" and asked.ndim and asked.shape[-1] == 2:
        if not one or which is not None:
            raise InvalidTypeError(
                "pairs: names of figures are of one board; of many boards, give positions"
            )
        return _answers_by_name(boards, numpy.asarray(pairs, dtype=object), rule, work)
    asked = _as_pairs(asked)
    on: Numbers | None = None
    if which is not None:
        asked, on = _broadcast(asked, _as_which(which, len(listed)))
    elif not one:
        on = _by_first_axis(asked, len(listed))
    shape = asked.shape[:-2]
    return _answers_at(listed, asked.reshape(-1, 2, 2), on, rule, work, shape).reshape(shape)


def who_sees_whom_of(
    board: Board, rule: Rule, names: Iterable[str] | None
) -> tuple[list[str], Bools]:
    """The names, and for each whom it sees. See `engine.who_sees_whom`."""
    import numpy

    listed = _as_names(board, names)
    figures = [board.figure(name) for name in listed]
    count = len(listed)
    both_ways = _is_mutual(rule) and not native.mirror_of(board).one_way
    pairs = _every_two(count, both_ways)
    if all(len(figure.tiles) == 1 for figure in figures):
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
    """Does one answer hold both ways? Only built-in rules are known to keep what they promise."""
    return rule.mutual and native.code_of(rule) >= 0


@lru_cache(maxsize=2)
def _every_two(count: int, both_ways: bool) -> Numbers:
    """Every pair of so many: in either order, or only once where one answer is for both ways."""
    import numpy

    wanted = numpy.tri(count, dtype=bool) if both_ways else numpy.ones((count, count), dtype=bool)
    return numpy.argwhere(wanted)


# --- reading what is asked ------------------------------------------------------------------------


def _as_boards(boards: Any) -> list[Board]:
    """A list of boards, or an error."""
    if isinstance(boards, (str, bytes)) or not isinstance(boards, Iterable):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, or several, got {shown(boards)}"
        )
    listed = list(boards)
    if not listed:
        raise InvalidValueError("boards: expected at least one, got none")
    for board in {type(each): each for each in listed}.values():
        if not isinstance(board, Board):
            raise InvalidTypeError(
                f"boards: expected SquareBoards or HexBoards, got {shown(board)} among them"
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
    """Whole numbers of the shape (..., 2, 2), or an error."""
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


def _broadcast(asked: Numbers, on: Numbers) -> tuple[Numbers, Numbers]:
    """Both with the same leading dimensions, `on` flat."""
    import numpy

    try:
        shape = numpy.broadcast_shapes(asked.shape[:-2], on.shape)
    except ValueError:
        raise InvalidValueError(
            f"which: expected a shape that broadcasts against {asked.shape[:-2]}, the leading"
            f" dimensions of the pairs, got {on.shape}"
        ) from None
    flat = numpy.ascontiguousarray(numpy.broadcast_to(on, shape), dtype=numpy.int64)
    return numpy.broadcast_to(asked, (*shape, 2, 2)), flat.reshape(-1)


def _by_first_axis(asked: Numbers, count: int) -> Numbers:
    """The board of each pair where the first axis of the pairs says it."""
    import numpy

    if asked.ndim < 3 or len(asked) != count:
        raise InvalidValueError(
            f"pairs: expected the shape ({count}, ..., 2, 2), the first axis for the {count}"
            f" boards, got {asked.shape}; or say with `which` the board of each pair"
        )
    return numpy.repeat(numpy.arange(count, dtype=numpy.int64), asked[0].size // 4)


def _as_names(board: Board, names: Iterable[str] | None) -> list[str]:
    if names is None:
        return [figure.name for figure in board.figures() if not figure.is_furniture]
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise InvalidTypeError(f"names: expected several names of figures, got {shown(names)}")
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
    """The answers for a flat array of pairs of positions; `on`: which board each is of, or None
    for the first. Errors name the pair by its place in an array of that shape."""
    import numpy

    answers = numpy.full(len(asked), UNDECIDED, dtype=numpy.uint8)
    # Unsigned numbers beyond int64 would come out as negative ones, which hexes may have.
    fits = asked.dtype != numpy.uint64 or asked.max(initial=0) <= numpy.iinfo(numpy.int64).max
    if native.core is not None and len(asked) and fits:
        mirrors = [board.mirror or native.mirror_of(board) for board in boards]
        code = native.code_of(rule)
        positions = numpy.ascontiguousarray(asked, dtype=numpy.int64)
        all_against_all = len(shape) > 1 and shape[-1] == shape[-2]
        side = shape[-1] if all_against_all and _is_mutual(rule) else 0

        def work(start: int, stop: int) -> None:
            native.core.answers(mirrors, code, positions, on, side, answers, start, stop)

        in_slices(len(asked), by.threads, work, progress=by.progress)
    for i in numpy.flatnonzero(answers == UNDECIDED).tolist():
        board = boards[0 if on is None else on[i]]
        first, second = asked[i].tolist()
        pair = _pair_name(i, shape)
        source, target = place(board, first, f"{pair}: from"), place(board, second, f"{pair}: to")
        answers[i] = decide(board, source, target, rule)
    return answers.view(numpy.bool_)


def _pair_name(number: int, shape: tuple[int, ...]) -> str:
    """What to call a pair by its place in an array of that shape."""
    where: list[int] = []
    for size in reversed(shape):
        number, place_in_axis = divmod(number, size)
        where.insert(0, place_in_axis)
    return f"pair {where[0] if len(where) == 1 else tuple(where)}" if where else "pair"


def _answers_by_name(board: Board, named: Numbers, rule: Rule, by: Work) -> Bools:
    """The answers for an array of pairs of names."""
    import numpy

    numbers: dict[str, int] = {}
    pairs = numpy.array([numbers.setdefault(name, len(numbers)) for name in named.flat])
    places = [place(board, name, "pairs") for name in numbers]
    answers = _answers_between(board, places, pairs.reshape(-1, 2), rule, by)
    return answers.reshape(named.shape[:-1])


def _answers_between(
    board: Board, places: Sequence[Place], pairs: Numbers, rule: Rule, by: Work
) -> Bools:
    """The answers for pairs of places of any size, each by its number."""
    import numpy

    answers = numpy.full(len(pairs), UNDECIDED, dtype=numpy.uint8)
    if native.core is not None and len(pairs):
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
