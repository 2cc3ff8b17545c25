"""Bulk questions about arrays of pairs or tiles: on several threads, or on a GPU.

Arguments and errors are those of the single questions (`engine`). The modules that do the work are
imported on first use, because they need numpy, and `sees` does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from sightline.answers.field import Visibility
from sightline.deprecated import keyword_only
from sightline.engine.arguments import DeviceName, Radius, check_question, is_on_gpu
from sightline.engine.fields import field_of
from sightline.engine.many.slices import Progress, as_progress, as_threads, in_slices
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.place import place
from sightline.model.reach import METRICS, MetricName
from sightline.rules.registry import RuleOrName

if TYPE_CHECKING:
    import numpy

    from sightline.answers.degrees import DegreeArray
    from sightline.gpu.boards import DeviceBoard


@cache
def _on_device() -> Any:
    """Return the module for GPUs, imported on first use."""
    return import_module("sightline.engine.devices")


@keyword_only("which", "threads")
def sees_many(
    boards: Board | DeviceBoard | Iterable[Board | DeviceBoard],
    pairs: Any,
    rule: RuleOrName,
    *,
    which: Any = None,
    elevations: Any = None,
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """Return for each pair whether the first sees the second, as an array of bools.

    - `boards`: one board, or several. With several, the first axis of `pairs` selects the board, or
      `which` has the index of each pair's board, in a shape that broadcasts against the leading
      dimensions.
    - `pairs`: positions, whole numbers of the shape (..., 2, 2), or names of figures or tiles
      ("C4") of the shape (..., 2). The leading dimensions are the shape of the result.
    - `elevations`: the heights of the feet at both ends of each pair, in a shape that broadcasts
      against (..., 2). A number replaces an end by `At(end, elevation)`; None leaves it unchanged.
      Rules without heights accept only the ground.
    - `threads`: the number of threads. It does not change the answers.
    - `progress`: a function that is called a few times a second as `progress(done, total)`, after
      the first second.
    - `device`: "cpu", or "cuda" for a GPU. Then the result is an array on the GPU, and `pairs` may
      be one: see the docs page on GPUs.

    Kernels release the interpreter lock, and Ctrl+C stops the work. In a table of all n x n pairs,
    answering both directions of a pair takes hardly longer than answering one.

    Another shape, and missing boards or threads raise `InvalidValueError`. Types other than whole
    numbers or names raise `InvalidTypeError`.

    >>> from sightline import CornerRule, SquareBoard, Wall, sees_many
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> sees_many(board, [((0, 0), (0, 1)), ((0, 0), (0, 2))], CornerRule()).tolist()
    [True, False]
    >>> ends = ((0, 0), (0, 2))
    >>> sees_many([board, SquareBoard(1, 3)], [ends, ends], CornerRule()).tolist()
    [False, True]
    >>> sees_many([board, SquareBoard(1, 3)], ends, CornerRule(), which=[1, 0, 1]).tolist()
    [True, False, True]
    >>> board = SquareBoard(1, 3)
    >>> board.set_edge("A1", "B1", Wall(top=2))
    >>> sees_many(board, [ends, ends], "center", elevations=[[0, 0], [4, 0]]).tolist()
    [False, True]
    """
    count, hears = as_threads(threads), as_progress(progress)
    if is_on_gpu(device, boards):
        _refuse_elevations(elevations)
        if isinstance(boards, Board):
            from sightline.engine.many.pairs import tiles_of_names

            pairs = tiles_of_names(boards, pairs, "pairs")
        answers: numpy.ndarray[Any, numpy.dtype[numpy.bool_]] = _on_device().pairs_of(
            boards, pairs, rule, which
        )
        return answers
    from sightline.engine.many.pairs import answers_of

    return answers_of(boards, pairs, rule, which, count, hears, elevations)


def degree_many(
    boards: Board | Iterable[Board],
    pairs: Any,
    rule: RuleOrName,
    *,
    which: Any = None,
    elevations: Any = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> DegreeArray:
    """Return for each pair how much cover the second has from the first, as an array of degrees.

    `degree_many(...)[i]` equals `degree` for that pair, with every rule. Boards, pairs, `which`,
    `elevations`, `threads` and `progress` are those of `sees_many`. With rules of games, more
    threads do not help.

    >>> from sightline import SquareBoard, degree_many
    >>> board = SquareBoard.from_text("A.o.B")
    >>> degree_many(board, [((0, 0), (0, 4)), ((0, 0), (0, 2))], "dnd5e").tolist()
    [<Degree: half>, <Degree: none>]
    >>> degree_many(board, [("A", "B"), ("A1", "C1")], "center").tolist()
    [<Degree: total>, <Degree: none>]
    """
    count, hears = as_threads(threads), as_progress(progress)
    from sightline.engine.many.degrees import degrees_of

    return degrees_of(boards, pairs, rule, which, count, hears, elevations)


@keyword_only("radius", "metric")
def field_many(
    board: Board | DeviceBoard,
    sources: Any,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """Return what each of many tiles sees, separately, as an array of bools.

    `sources` are positions, whole numbers of the shape (..., 2), or names in any shape. The result
    has their leading dimensions, followed by those of a field: (..., rows, columns) on squares,
    (..., hexes) on hexes. `field_many(board, [a, b], rule)[0]` equals `numpy.asarray(field(board,
    a, rule))`.

    Radius, metric and rule are those of `field`; threads, device and progress those of `sees_many`.

    >>> from sightline import CornerRule, SquareBoard, field_many
    >>> board = SquareBoard(1, 4)
    >>> board.set_solid((0, 2))
    >>> field_many(board, [(0, 0), (0, 3)], CornerRule()).tolist()
    [[[True, True, True, False]], [[False, False, True, True]]]
    """
    count, hears = as_threads(threads), as_progress(progress)
    from sightline.engine.many.fields import fields_of, limit_for_kernels

    fields: numpy.ndarray[Any, numpy.dtype[numpy.bool_]]
    if is_on_gpu(device, board):
        limit = limit_for_kernels(board, radius, metric)
        if isinstance(board, Board):
            from sightline.engine.many.pairs import tiles_of_names

            sources = tiles_of_names(board, sources, "sources")
        fields = _on_device().fields_of(board, sources, rule, limit, METRICS.index(metric))
        return fields
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    return fields_of(board, sources, rule, radius, metric, count, hears)


@keyword_only("radius", "metric")
def heat_map(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> numpy.ndarray[Any, numpy.dtype[numpy.int32]]:
    """Return how many tiles see each tile, as an array of whole numbers.

    The shape is (rows, columns) on squares, and one entry per hex in the order of `board.tiles()`
    on hexes. Only tiles that are not solid and are within the radius count, including the tile
    itself. Solid tiles have 0. Radius, metric and rule are those of `field`; threads, device and
    progress those of `sees_many`.

    >>> from sightline import CornerRule, SquareBoard, heat_map
    >>> board = SquareBoard(1, 5)
    >>> board.set_solid((0, 1))
    >>> heat_map(board, CornerRule()).tolist()
    [[1, 0, 3, 3, 3]]
    >>> heat_map(board, CornerRule(), radius=1).tolist()
    [[1, 0, 2, 3, 2]]
    """
    count, hears = as_threads(threads), as_progress(progress)
    from sightline.engine.many.fields import heat_of, limit_for_kernels

    heat: numpy.ndarray[Any, numpy.dtype[numpy.int32]]
    if is_on_gpu(device, board):
        limit = limit_for_kernels(board, radius, metric)
        heat = _on_device().heat_of(board, rule, limit, METRICS.index(metric))
        return heat
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    return heat_of(board, rule, radius, metric, count, hears)


@keyword_only("names")
def who_sees_whom(
    board: Board, rule: RuleOrName, *, names: Iterable[str] | None = None
) -> tuple[list[str], numpy.ndarray[Any, numpy.dtype[numpy.bool_]]]:
    """Return the names of figures and an array: whether the figure of a row sees that of a column.

    By default the array has all figures except furniture, in the order in which they were placed.
    With `names` it has those figures, in that order. Each entry equals `sees`, for figures of any
    size. An unknown name raises `UnknownNameError`.

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
    from sightline.engine.many.pairs import who_sees_whom_of

    rule = check_question(board, rule)
    return who_sees_whom_of(board, rule, names)


@overload
def all_pairs(
    board: Board,
    rule: RuleOrName,
    *,
    elevations: Any = None,
    threads: int = 1,
    device: Literal["cpu"] = "cpu",
    progress: Progress | None = None,
) -> Visibility: ...
@overload
def all_pairs(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    *,
    elevations: Any = None,
    threads: int = 1,
    device: DeviceName,
    progress: Progress | None = None,
) -> Any: ...
def all_pairs(
    board: Board | DeviceBoard,
    rule: RuleOrName,
    *,
    elevations: Any = None,
    threads: int = 1,
    device: DeviceName = "cpu",
    progress: Progress | None = None,
) -> Visibility | numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
    """Return whether each tile sees each other tile, as a bit matrix.

    A board of more than 65,536 tiles raises `LimitError`, because the matrix grows with the square
    of that number. `elevations` are the heights of the feet of a body on each tile, in the shape of
    the board (`board.shape`); None means the tile's ground. Threads, device and progress are those
    of `sees_many`. With `device="cuda"` the result is an n x n array of bools on the GPU, equal to
    `numpy.asarray(all_pairs(...))`.

    >>> from sightline import CornerRule, SquareBoard, all_pairs
    >>> board = SquareBoard(1, 3)
    >>> board.set_solid((0, 1))
    >>> visibility = all_pairs(board, CornerRule())
    >>> visibility[(0, 0), (0, 2)], visibility.count()
    (False, 7)
    """
    from sightline.engine.many.batches import (
        MAX_ALL_PAIRS_TILES,
        bits_of_all,
        bits_of_lifted,
        check_count,
    )

    count, hears = as_threads(threads), as_progress(progress)
    if is_on_gpu(device, board):
        _refuse_elevations(elevations)
        everything: numpy.ndarray[Any, numpy.dtype[numpy.bool_]] = _on_device().all_pairs_of(
            board, rule, MAX_ALL_PAIRS_TILES
        )
        return everything
    rule = check_question(board, rule)
    assert isinstance(board, Board)
    check_count(board)
    if elevations is not None:
        return Visibility(board, bits_of_lifted(board, rule, elevations, count, hears))
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


def _refuse_elevations(elevations: Any) -> None:
    if elevations is not None:
        raise InvalidValueError(
            'elevations: device="cuda" does not take heights; ask with device="cpu" instead'
        )


def on_device(board: Board) -> DeviceBoard:
    """Return a copy of the board in the memory of a GPU.

    `sees_many`, `field_many`, `heat_map` and `all_pairs` accept it instead of a board. The copy is
    independent of the board: `set_solid_array`, `set_standing_array` and `set_edge_arrays` change
    it with arrays that are already on the GPU. Programs that change the board itself do not need
    this function, because with `device="cuda"` a cached copy follows the board.

    Raises `MissingExtraError` without CuPy, `DeviceError` without a GPU, and `InvalidValueError`
    for a board with free walls or large figures.

    >>> from sightline import CenterRule, SquareBoard, on_device, sees_many
    >>> def on_gpu(board, pairs):
    ...     return sees_many(on_device(board), pairs, CenterRule())
    >>> on_gpu(SquareBoard(100, 100), [((0, 0), (9, 9))]).tolist()  # doctest: +SKIP
    [True]
    """
    made: DeviceBoard = _on_device().board_on_device(board)
    return made
