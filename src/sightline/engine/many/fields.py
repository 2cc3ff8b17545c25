"""What many tiles see, and how many tiles see each tile: in arrays, on several threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.engine import native
from sightline.engine.fields import field_of
from sightline.engine.many.slices import Progress, in_slices
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Tile
from sightline.model.place import Place, place
from sightline.model.reach import METRICS, kernel_limit, limit_of
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    import numpy

    from sightline.model.parts.arrays import Bools

    Counts: TypeAlias = numpy.ndarray[Any, numpy.dtype[numpy.int32]]

FEWEST_FIELDS = 4
"""The size of the first slices. A field takes as long as a hundred pairs."""


def limit_for_kernels(board: Any, radius: Any, metric: str) -> int:
    """Return the limit of a field as kernels count it, or -1 for none."""
    limit = limit_of(radius, metric)
    if limit is None:
        return -1
    hexes = board.grid is HEX if isinstance(board, Board) else getattr(board, "hexes", False)
    return kernel_limit(HEX if hexes else SQUARE, limit, metric)


def fields_of(
    board: Board,
    sources: Any,
    rule: Rule,
    radius: Any,
    metric: str,
    threads: int,
    progress: Progress | None,
) -> Bools:
    """Return the field of each source. See `engine.field_many`."""
    import numpy

    limit = limit_for_kernels(board, radius, metric)
    asked = _as_sources(sources)
    places: list[Place] = []
    if asked.dtype.kind in "UT":
        shape = asked.shape
        places = [place(board, str(name), "source") for name in asked.flat]
        at = numpy.array([each.middle for each in places], dtype=numpy.int64).reshape(-1, 2)
    else:
        shape = asked.shape[:-1]
        at = numpy.ascontiguousarray(asked.reshape(-1, 2))
        _check_on_board(board, at)
    out = numpy.zeros((len(at), len(board.tiles())), dtype=numpy.uint8)
    if _has_kernel(board, rule) and all(len(each.tiles) == 1 for each in places):
        mirror, code = native.mirror_of(board), native.code_of(rule)
        at = at.astype(numpy.int64)

        def work(start: int, stop: int) -> None:
            native.core.fields_at(mirror, code, at, limit, METRICS.index(metric), out, start, stop)

    else:

        def work(start: int, stop: int) -> None:
            for number in range(start, stop):
                position = tuple(at[number].tolist())
                source = places[number] if places else place(board, position, "source")
                found = field_of(board, source, rule, radius, metric)
                out[number] = numpy.frombuffer(found.cells(), dtype=numpy.uint8)

    in_slices(len(at), threads, work, fewest=FEWEST_FIELDS, progress=progress)
    return out.view(numpy.bool_).reshape(*shape, *board.shape)


def heat_of(
    board: Board,
    rule: Rule,
    radius: Any,
    metric: str,
    threads: int,
    progress: Progress | None,
    only: Iterable[range] | None = None,
) -> Counts:
    """Return how many free tiles see each free tile. See `engine.heat_map`.

    With `only`, just the counts of these tiles are correct, given by index in `board.tiles()`.
    """
    import numpy

    limit = limit_for_kernels(board, radius, metric)
    is_free = numpy.ascontiguousarray(~board.solid_array().reshape(-1)).view(numpy.uint8)
    both_ways = rule.mutual and native.code_of(rule) >= 0 and not board.has_one_way_walls
    # one array per thread, because two threads may add to the same tile
    counts: dict[int, Any] = {}

    def own_counts() -> Any:
        who = 0 if both_ways else get_ident()
        if who not in counts:
            counts[who] = numpy.zeros(len(is_free), dtype=numpy.int64)
        return counts[who]

    own_counts()
    at = positions_of(board)
    if _has_kernel(board, rule):
        mirror, code, by = native.mirror_of(board), native.code_of(rule), METRICS.index(metric)

        def work(start: int, stop: int) -> None:
            native.core.heat_counts(
                *(mirror, code, at, limit, by, is_free, both_ways, own_counts(), start, stop)
            )

    else:

        def work(start: int, stop: int) -> None:
            seen_from = own_counts()
            for number in range(start, stop):
                if is_free[number]:
                    source = place(board, tuple(at[number].tolist()), "source")
                    found = field_of(board, source, rule, radius, metric)
                    cells = numpy.frombuffer(found.cells(), dtype=numpy.uint8) & is_free
                    if both_ways:
                        seen_from[number] = cells.sum(dtype=numpy.int64)
                    else:
                        seen_from += cells

    if only is not None and both_ways:
        for some in only:
            work(some.start, some.stop)
    else:  # the requested tiles may be visible from anywhere
        in_slices(len(at), threads, work, fewest=FEWEST_FIELDS, progress=progress)
    total = sum(counts.values())
    return numpy.asarray(total, dtype=numpy.int32).reshape(board.shape)


MOST_CELLS = 1 << 22
"""The largest number of field cells in memory at once."""


def first_to_see(
    board: Board, viewers: Sequence[Tile], rule: Rule, radius: Any, metric: str
) -> list[int] | None:
    """Return for each tile the index of the first viewer that sees it, or -1; None
    without a kernel.
    """
    if not _has_kernel(board, rule):
        return None
    import numpy

    limit, by = limit_for_kernels(board, radius, metric), METRICS.index(metric)
    mirror, code = native.mirror_of(board), native.code_of(rule)
    count = len(board.tiles())
    at = numpy.array(viewers, dtype=numpy.int64).reshape(-1, 2)
    first = numpy.full(count, -1, dtype=numpy.int64)
    some = max(1, MOST_CELLS // count)
    for start in range(0, len(at), some):
        these = at[start : start + some]
        seen = numpy.zeros((len(these), count), dtype=numpy.uint8)
        native.core.fields_at(mirror, code, these, limit, by, seen, 0, len(these))
        fresh = (first < 0) & seen.any(axis=0)
        first[fresh] = start + seen[:, fresh].argmax(axis=0)
    found: list[int] = first.tolist()
    return found


def positions_of(board: Board) -> numpy.ndarray[Any, numpy.dtype[numpy.int64]]:
    """Return all tiles of a board in order."""
    import numpy

    if len(board.shape) == 2:
        return numpy.ascontiguousarray(numpy.argwhere(numpy.ones(board.shape, dtype=bool)))
    tiles = board.tiles()
    numbers = chain.from_iterable(tiles)
    return numpy.fromiter(numbers, dtype=numpy.int64, count=2 * len(tiles)).reshape(-1, 2)


def _check_on_board(board: Board, at: numpy.ndarray[Any, Any]) -> None:
    """Raise for the first position that is off the board."""
    rows = range(len(at))
    if len(board.shape) == 2 and len(at):  # one check for all
        rows = range(int(((at < 0) | (at >= board.shape)).any(axis=1).argmax()), len(at))
        if not ((at[rows[0]] < 0) | (at[rows[0]] >= board.shape)).any():
            return
    for number in rows:
        place(board, tuple(at[number].tolist()), f"source {number}")


def _has_kernel(board: Board, rule: Rule) -> bool:
    if native.core is None:
        return False
    found: bool = native.core.has_fields(native.mirror_of(board), native.code_of(rule))
    return found


def _as_sources(sources: Any) -> numpy.ndarray[Any, Any]:
    """Return an array of whole numbers of the shape (..., 2), or of names, or raise."""
    import numpy

    try:
        asked = numpy.asarray(sources)
    except ValueError:
        raise InvalidValueError("sources: expected the shape (..., 2), got ragged rows") from None
    if asked.dtype.kind in "UT" and asked.ndim:
        return asked
    if asked.shape == (0,):  # an empty list
        asked = numpy.zeros((0, 2), dtype=numpy.int64)
    if asked.ndim == 0 or asked.shape[-1] != 2:
        raise InvalidValueError(f"sources: expected the shape (..., 2), got {asked.shape}")
    if asked.size and asked.dtype.kind not in "iu":
        raise InvalidTypeError(f"sources: expected whole numbers, got {asked.dtype}")
    return asked
