"""Answer pairs, fields and heat maps on a device: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sightline.gpu import compiling, patches, programs
from sightline.gpu.boards import DeviceBoard
from sightline.gpu.compiling import THREADS, blocks_for, cupy, question
from sightline.gpu.lines import ListedRule
from sightline.gpu.programs import Program

NONE_OFF = 2**64 - 1
"""The value that kernels leave if every position is on the board."""
SAMPLE, MOST_BY_PATCHES = 1 << 14, 1 << 31
"""The smallest and the largest number of pairs for which patches are used. Fewer pairs are not
worth building patches, and kernels cannot number more.
"""
MOST_TILES_WITH_THIN_WALLS = 1 << 22
"""The largest board with thin walls for patches. They take 32 bytes per tile, too much for the
cache of a GPU beyond that.
"""
MOST_LEFT = 0.5
"""If patches leave a larger share of the first pairs undecided, they are not used."""
ROUNDS = 32
"""The blocks per multiprocessor if the amount of work is unknown."""
ENOUGH_THREADS = 1 << 19
"""With fewer words of tiles than this, the offsets of a heat map are divided among threads."""


def pairs(
    boards: Sequence[DeviceBoard],
    code: int,
    rule: ListedRule | None,
    asked: Any,
    index: str,
    which: Any,
) -> tuple[Any, int]:
    """Return one byte for each pair of positions, and the lowest index of a pair that is off its
    board.

    `asked` and its type come from `arrays.as_positions`. `which` are the indexes of the pairs'
    boards as int32, or None for one board. `rule` lists the lines of a geometric rule; None means
    hex rays.
    """
    cp = cupy()
    count = asked.size // 4
    out = cp.empty(count, dtype=bool)
    off = cp.full(1, NONE_OFF, dtype="uint64")
    if not count:
        return out, NONE_OFF
    module = question("PAIRS", code, index)
    grid = (blocks_for(count),)
    if which is not None:
        plans = cp.concatenate([each.plan for each in boards])
        kernel = module.get_function("pairs_of_many")
        kernel(grid, (THREADS,), (plans, which, asked, _i64(count), out, off))
        return out, int(off[0])
    (board,) = boards
    by_patches = _worth_patches(board, rule, count)
    if by_patches and rule is not None and not patches.decides(rule) and count > SAMPLE:
        # With scattered rock patches decide few pairs, which the first ones show.
        rest = _pairs_by_patches(board, module, rule, asked.reshape(-1, 2, 2)[:SAMPLE], out, off)
        by_patches = int(rest[0]) <= SAMPLE * MOST_LEFT
    if by_patches and rule is not None:
        _pairs_by_patches(board, module, rule, asked, out, off)
    else:
        kernel = module.get_function("pairs_of_one")
        kernel(grid, (THREADS,), (board.plan, asked, _i64(count), out, off))
    return out, int(off[0])


def _worth_patches(board: DeviceBoard, rule: ListedRule | None, count: int) -> bool:
    if rule is None or not SAMPLE <= count < MOST_BY_PATCHES:
        return False
    most = MOST_TILES_WITH_THIN_WALLS if board.thin else board.tiles
    return patches.has_patches(rule, bool(board.thin)) and board.tiles <= most


def _pairs_by_patches(
    board: DeviceBoard, module: Any, rule: ListedRule, asked: Any, out: Any, off: Any
) -> Any:
    """Decide most pairs by patches, and return how many pairs are left, and which."""
    cp = cupy()
    count = asked.size // 4
    thin = bool(board.thin)
    table = _patch_table(rule, thin, int(cp.cuda.Device().id))
    rest = cp.empty(count + 1, dtype="uint32")
    rest[0] = 0
    kernel = module.get_function("pairs_by_thin_patches" if thin else "pairs_by_patches")
    kernel(
        (blocks_for(count),),
        (THREADS,),
        (board.plan, board.patches(), table, asked, _i64(count), out, rest, off),
    )
    kernel = module.get_function("pairs_of_the_rest")
    most = min(blocks_for(count), compiling.processors() * ROUNDS)
    kernel((most,), (THREADS,), (board.plan, asked, out, rest))
    return rest


@lru_cache(maxsize=16)
def _patch_table(rule: ListedRule, thin: bool, device: int) -> Any:
    return cupy().frombuffer(patches.table_of(rule, thin).tobytes(), dtype="uint8")


def fields(
    board: DeviceBoard, code: int, sources: Any, index: str, limit: int, metric: int
) -> tuple[Any, int]:
    """Return the field of each source, one byte per tile, and the lowest index of
    a source off the board.
    """
    cp = cupy()
    count, wide = sources.size // 2, programs.wide_of(limit, metric)
    wide = limit if board.hexes else wide
    out = cp.zeros((count, *board.shape), dtype=bool)
    off = cp.full(1, NONE_OFF, dtype="uint64")
    if not count:
        return out, NONE_OFF
    around = (
        board.rows * board.cols
        if wide < 0
        else min(2 * wide + 1, board.rows) * min(2 * wide + 1, board.cols)
    )
    kernel = question("FIELDS", code, index).get_function("fields")
    kernel(
        (blocks_for(around), min(count, 65535)),
        (THREADS,),
        (
            *(board.plan, _address(board.ranks), sources, _i64(count), _i32(metric)),
            *(_i64(limit), _i32(wide), _i64(board.tiles), out, off),
        ),
    )
    return out, int(off[0])


def heat(board: DeviceBoard, code: int, rule: ListedRule | None, limit: int, metric: int) -> Any:
    """Return for each free tile how many free tiles within the limit see it, including itself."""
    cp = cupy()
    wide = limit if board.hexes else programs.wide_of(limit, metric)
    out = cp.zeros(board.shape, dtype="int32")
    if rule is not None and programs.has_program(rule, wide):
        _heat_of_bits(board, programs.program_of(rule, limit, metric, bool(board.thin)), out)
        return out
    kernel = question("HEAT", code).get_function("heat")
    warps = min(board.rows * board.cols * 32, compiling.processors() * 2048 * 4)
    blockers = cp.zeros(1, dtype="uint8") if board.blockers is None else board.blockers
    kernel(
        (blocks_for(warps),),
        (THREADS,),
        (
            *(board.plan, _address(board.ranks), blockers),
            *(_i32(metric), _i64(limit), _i32(wide), out),
        ),
    )
    return out


def _heat_of_bits(board: DeviceBoard, program: Program, out: Any) -> None:
    cp = cupy()
    rows, cols = board.rows, board.cols
    words = programs.row_words(cols)
    planes = cp.empty(5 * (rows + 2 * programs.MARGIN_ROWS) * words + 4, dtype="uint32")
    size = (_i32(rows), _i32(cols), _i32(words))
    spread = compiling.heat_kernel("spread_planes")
    given = (board.cells, board.blockers, *size, planes)
    spread((blocks_for(planes.size // 5),), (THREADS,), given)
    packed = _on_device(id(program), program, rows, cols, int(cp.cuda.Device().id))
    threads = rows * ((cols + 31) // 32)
    shares = max(1, min(len(program.offsets), ENOUGH_THREADS // max(1, threads)))
    kernel = compiling.heat_kernel("heat_of_bits")
    offsets, lines, literals, clauses = packed
    kernel(
        (blocks_for(threads), shares),
        (THREADS,),
        (planes, *size, offsets, _i32(len(program.offsets)), lines, literals, clauses, out),
    )


_PACKED: dict[tuple[int, int, int, int], tuple[Program, tuple[Any, ...]]] = {}


def _on_device(key: int, program: Program, rows: int, cols: int, device: int) -> tuple[Any, ...]:
    """Return the program's arrays on the device, for boards of that size."""
    kept = _PACKED.get((key, rows, cols, device))
    if kept is not None and kept[0] is program:
        return kept[1]
    cp = cupy()
    offsets = program.offsets.copy()
    offsets[:, 2] = programs.placed(program.targets, rows, cols)
    clauses = program.clauses.copy()
    clauses[program.clause_literals] = programs.placed(program.clause_at, rows, cols)
    literals = programs.placed(program.literals, rows, cols)
    packed = tuple(cp.asarray(each) for each in (offsets, program.lines, literals, clauses))
    if len(_PACKED) >= 8:
        _PACKED.clear()
    _PACKED[key, rows, cols, device] = (program, packed)
    return packed


def _address(array: Any) -> Any:
    """Return an array as an argument of a kernel, where None is a null pointer."""
    import numpy

    return numpy.uint64(0) if array is None else array


def _i32(value: int) -> Any:
    import numpy

    return numpy.int32(value)


def _i64(value: int) -> Any:
    import numpy

    return numpy.int64(value)
