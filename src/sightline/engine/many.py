"""Many questions at once, in arrays: on several threads, or on a GPU.

Arguments and errors are those of the single questions (`engine`), which this stands beside. What
works it out is imported with the first question: numpy is needed here, and not by `sees`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from sightline.answers.field import Visibility
from sightline.engine.arguments import DeviceName, Radius, check_question, is_on_gpu
from sightline.engine.fields import field_of
from sightline.engine.slices import Progress, as_progress, as_threads, in_slices
from sightline.model.board import Board
from sightline.model.place import place
from sightline.model.reach import METRICS, MetricName
from sightline.rules.registry import RuleOrName

if TYPE_CHECKING:
    import numpy

    from sightline.gpu.boards import DeviceBoard


@cache
def _on_device() -> Any:
    """The same questions on a GPU, imported with the first of them."""
    return import_module("sightline.engine.devices")


def sees_many(
    boards: Board | DeviceBoard | Iterable[Board | DeviceBoard],
    pairs: Any,
    rule: RuleOrName,
    which: Any = None,
    threads: int = 1,
    *,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """For each pair, does the first see the second? One bool a pair.

    `pairs` is an array of positions, whole numbers of the shape (..., 2, 2), or what numpy makes
    one from: any leading dimensions, which are the shape of the answers. On one board it may be
    names of figures too, of the shape (..., 2).

    `boards` is one board, or many. Of many, the first axis of `pairs` is the board; or `which` has
    the number of each pair's board, in a shape that broadcasts against the leading dimensions. All
    against all, in a table of n x n pairs, takes hardly longer than every two of them once.

    `threads`: how many work on it at the same time, with the same answers. Kernels let go of the
    interpreter lock, and Ctrl+C is heard meanwhile. `progress(done, total)` is called a few times a
    second, once it has taken one. With `device="cuda"` a GPU answers, and the array of bools is on
    it, as `pairs` may be: see the page on GPUs.

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
    count, hears = as_threads(threads), as_progress(progress)
    if is_on_gpu(device, boards):
        answers: numpy.ndarray[Any, numpy.dtype[numpy.bool_]] = _on_device().pairs_of(
            boards, pairs, rule, which
        )
        return answers
    from sightline.engine.many_pairs import answers_of

    return answers_of(boards, pairs, rule, which, count, hears)


def field_many(
    board: Board | DeviceBoard,
    sources: Any,
    rule: RuleOrName,
    radius: Radius = None,
    metric: MetricName = "euclid",
    *,
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """What each of many tiles sees, each for itself: an array of bools.

    `sources` are positions, whole numbers of the shape (..., 2), or names in any shape. The array
    has their leading dimensions, and then those of a field: (..., rows, columns) on squares,
    (..., hexes) on hexes.
    `field_many(board, [a, b], rule)[0]` is `numpy.asarray(field(board, a, rule))`.

    Radius, metric and rule are those of `field`; threads, device and progress those of `sees_many`.

    >>> from sightline import CornerRule, SquareBoard, field_many
    >>> board = SquareBoard(1, 4)
    >>> board.set_solid((0, 2))
    >>> field_many(board, [(0, 0), (0, 3)], CornerRule()).tolist()
    [[[True, True, True, False]], [[False, False, True, True]]]
    """
    count, hears = as_threads(threads), as_progress(progress)
    from sightline.engine.many_fields import fields_of, limit_for_kernels

    fields: numpy.ndarray[Any, numpy.dtype[numpy.bool_]]
    if is_on_gpu(device, board):
        limit = limit_for_kernels(board, radius, metric)
        fields = _on_device().fields_of(board, sources, rule, limit, METRICS.index(metric))
        return fields
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    return fields_of(board, sources, rule, radius, metric, count, hears)


def heat_map(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    radius: Radius = None,
    metric: MetricName = "euclid",
    *,
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.int32]]:
    """How many tiles see each tile: an array of whole numbers, rows x columns on squares, one a hex
    in the order of `board.tiles()` on hexes.

    Counted are tiles that are not solid, within the radius, the tile itself among them; solid tiles
    have 0. Radius, metric and rule are those of `field`; threads, device and progress those of
    `sees_many`.

    >>> from sightline import CornerRule, SquareBoard, heat_map
    >>> board = SquareBoard(1, 5)
    >>> board.set_solid((0, 1))
    >>> heat_map(board, CornerRule()).tolist()
    [[1, 0, 3, 3, 3]]
    >>> heat_map(board, CornerRule(), radius=1).tolist()
    [[1, 0, 2, 3, 2]]
    """
    count, hears = as_threads(threads), as_progress(progress)
    from sightline.engine.many_fields import heat_of, limit_for_kernels

    heat: numpy.ndarray[Any, numpy.dtype[numpy.int32]]
    if is_on_gpu(device, board):
        limit = limit_for_kernels(board, radius, metric)
        heat = _on_device().heat_of(board, rule, limit, METRICS.index(metric))
        return heat
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    return heat_of(board, rule, radius, metric, count, hears)


def who_sees_whom(
    board: Board, rule: RuleOrName, names: Iterable[str] | None = None
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
    from sightline.engine.many_pairs import who_sees_whom_of

    rule = check_question(board, rule)
    return who_sees_whom_of(board, rule, names)


@overload
def all_pairs(
    board: Board,
    rule: RuleOrName,
    *,
    threads: int = 1,
    device: Literal["cpu"] = "cpu",
    progress: Progress | None = None,
) -> Visibility: ...
@overload
def all_pairs(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    *,
    threads: int = 1,
    device: DeviceName,
    progress: Progress | None = None,
) -> Any: ...
def all_pairs(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    *,
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> Visibility | numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """Every tile against every tile: who sees whom, as a bit matrix.

    A board of more than 65,536 tiles is a `LimitError`: the matrix grows with their square.
    Threads, device and progress are those of `sees_many`; with `device="cuda"` it is an array of
    bools on the GPU, n x n, as `numpy.asarray(all_pairs(...))` is.

    >>> from sightline import CornerRule, SquareBoard, all_pairs
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> visibility = all_pairs(board, CornerRule())
    >>> visibility[(0, 0), (0, 2)], visibility.count()
    (False, 7)
    """
    from sightline.engine.batches import MAX_ALL_PAIRS_TILES, bits_of_all, check_count

    count, hears = as_threads(threads), as_progress(progress)
    if is_on_gpu(device, board):
        everything: numpy.ndarray[Any, numpy.dtype[numpy.bool_]] = _on_device().all_pairs_of(
            board, rule, MAX_ALL_PAIRS_TILES
        )
        return everything
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    check_count(board)
    bits = bits_of_all(board, rule, count, hears)
    if bits is None:
        rows: list[bytes] = [b""] * len(board.tiles())

        def look(start: int, stop: int) -> None:
            for number in range(start, stop):
                here = place(board, tuple(board.tiles()[number]), "from")
                rows[number] = field_of(board, here, rule, None, "euclid").bits()

        in_slices(len(rows), count, look, fewest=1, progress=hears)
        bits = b"".join(rows)
    return Visibility(board, bits)


def on_device(board: Board) -> DeviceBoard:
    """A copy of the board in a GPU's memory, to be asked about and changed there.

    `sees_many`, `field_many`, `heat_map` and `all_pairs` take it in place of a board. It is a board
    of its own: `set_solid_array`, `set_standing_array` and `set_edge_arrays` change it by arrays
    that are on the GPU already. Whoever changes the board itself need not do this: with
    `device="cuda"` what is kept of a board on the GPU follows its changes.

    Without CuPy it is a `MissingExtraError`, without a GPU a `DeviceError`; a board with free walls
    or large figures is an `InvalidValueError`.

    >>> from sightline import CenterRule, SquareBoard, on_device, sees_many
    >>> board = on_device(SquareBoard(100, 100))  # doctest: +SKIP
    >>> sees_many(board, sources, targets, CenterRule())  # doctest: +SKIP
    """
    made: DeviceBoard = _on_device().board_on_device(board)
    return made
