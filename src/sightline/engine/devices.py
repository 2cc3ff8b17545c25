"""Bulk questions on a GPU: `device="cuda"`, and boards that are stored there.

The copy of a board on the device is cached with its mirror (`engine.native`), which observes every
change, so the next question transfers only the changed tiles. The kernels are those of the CPU
(`sightline.gpu`). They support squares with rock and thin walls, and hex rays. Other boards and
rules raise an error instead of answering slowly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sightline.engine import native
from sightline.engine.arguments import check_question, refuse_heights
from sightline.errors import DeviceError, InvalidTypeError, InvalidValueError, LimitError
from sightline.gpu import arrays, compiling, questions
from sightline.gpu.boards import ROCK, STANDING, DeviceBoard
from sightline.gpu.lines import ListedRule
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import short_repr
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID
from sightline.model.place import place
from sightline.model.planes import extent, planes_to_copy
from sightline.model.square import SquareBoard
from sightline.rules.registry import rule_named
from sightline.rules.rule import Rule

_BLOCKERS = bytes(
    (ROCK if byte & (SOLID | OUTSIDE) else 0) | (STANDING if byte & OCCUPIED else 0)
    for byte in range(256)
)


# --- boards ---------------------------------------------------------------------------------------


def board_on_device(board: Board) -> DeviceBoard:
    """Return a copy of the board on the device. See `sightline.on_device`."""
    if not isinstance(board, Board):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, got {short_repr(board)}"
        )
    mirror = _mirror(board)
    _check_board(mirror)
    compiling.cupy()
    return _brought_over(board, mirror)


def _kept(board: Board | DeviceBoard) -> DeviceBoard:
    """Return the cached copy of the board on the device, up to date."""
    if isinstance(board, DeviceBoard):
        return board
    mirror = _mirror(board)
    _check_board(mirror)
    kept: DeviceBoard | None = mirror.device
    touched = mirror.touched
    if kept is None or touched is None:
        kept = _brought_over(board, mirror)
    elif touched:
        _bring_changes(board, mirror, kept, sorted(set(touched)))
    mirror.device, mirror.touched = kept, []
    return kept


def _mirror(board: Board) -> Any:
    if native.core is None:
        raise DeviceError(
            "device: the kernels of sightline are not compiled here, and boards are brought over"
            " from their planes; install it with a C compiler, or as a wheel"
        )
    return native.mirror_of(board)


def _check_board(mirror: Any) -> None:
    """Raise if the board has features that the device's kernels do not support."""
    missing = "figures of several tiles" if mirror.large else ""
    if mirror.heights == 2:
        missing = "heights"
    if not mirror.hexes and (mirror.walls or mirror.specials):
        missing = "walls off the grid, and limited and one-way walls,"
    if missing:
        raise InvalidValueError(
            f'device: {missing} are not supported on "cuda"; ask with device="cpu"'
        )


def _brought_over(board: Board, mirror: Any) -> DeviceBoard:
    rows, cols, row0, col0 = extent(board)
    if isinstance(board, HexBoard):
        cells, holds, heights = mirror.planes()
        return DeviceBoard.of_hexes(
            (rows, cols, row0, col0), len(board.tiles()), cells, holds, heights
        )
    blockers = bytes(planes_to_copy(board)[0]).translate(_BLOCKERS)
    return DeviceBoard.of_squares(rows, cols, mirror.planes(), blockers, mirror.has_thin_walls)


def _bring_changes(board: Board, mirror: Any, kept: DeviceBoard, touched: list[int]) -> None:
    import numpy

    if isinstance(board, HexBoard):
        cells, other = mirror.cells_at(touched)
        thin = False
    else:
        tiles = planes_to_copy(board)[0]
        cells, other = mirror.cells_at(touched), bytes(_BLOCKERS[tiles[at]] for at in touched)
        thin = mirror.has_thin_walls
    kept.change(
        numpy.array(touched, dtype=numpy.int64),
        numpy.frombuffer(cells, dtype=numpy.uint8),
        numpy.frombuffer(other, dtype=numpy.uint8),
        thin=thin,
    )


# --- questions ------------------------------------------------------------------------------------


def pairs_of(boards: Any, pairs: Any, rule: Any, which: Any) -> Any:
    """Answer `sees_many` on the device. The result is an array of bools there."""
    import numpy

    one = isinstance(boards, (Board, DeviceBoard))
    listed = [boards] if one else _as_boards(boards)
    code = _code(listed, rule)
    cp = compiling.cupy()
    asked, index = arrays.as_positions(pairs, (2, 2), "pairs")
    kept = [_kept(board) for board in listed]
    on = None
    if which is not None:
        on = arrays.as_device_array(which)
        if on.dtype.kind not in "iu":
            raise InvalidTypeError(f"which: expected whole numbers, got {on.dtype}")
        if on.size and not 0 <= int(on.min()) <= int(on.max()) < len(listed):
            raise InvalidValueError(
                f"which: expected 0 to {len(listed) - 1} for {len(listed)} boards,"
                f" got {int(on.min())} to {int(on.max())}"
            )
        try:
            shape = numpy.broadcast_shapes(asked.shape[:-2], on.shape)
        except ValueError:
            raise InvalidValueError(
                f"which: expected a shape that broadcasts against {asked.shape[:-2]}, the leading"
                f" dimensions of the pairs, got {on.shape}"
            ) from None
        asked = cp.ascontiguousarray(cp.broadcast_to(asked, (*shape, 2, 2)))
        on = cp.ascontiguousarray(cp.broadcast_to(on, shape)).astype("int32")
    elif not one:
        if asked.ndim < 3 or len(asked) != len(listed):
            raise InvalidValueError(
                f"pairs: expected the shape ({len(listed)}, ..., 2, 2), the first axis for the"
                f" {len(listed)} boards, got {asked.shape}"
            )
        on = cp.repeat(cp.arange(len(listed), dtype="int32"), asked[0].size // 4)
    out, off = questions.pairs(kept, code, _lines(code), asked, index, on)
    if off != questions.NONE_OFF:
        number = 0 if on is None else int(on.ravel()[off])
        first, second = asked.reshape(-1, 2, 2)[off].get().tolist()
        _complain(listed[number], first, f"pair {off}: from")
        _complain(listed[number], second, f"pair {off}: to")
    return out.reshape(asked.shape[:-2])


def _as_boards(boards: Any) -> list[Any]:
    """Return a list of boards, here or on the device, or raise."""
    listed = (
        list(boards) if isinstance(boards, Iterable) and not isinstance(boards, str) else [boards]
    )
    if not listed:
        raise InvalidValueError("boards: expected at least one, got none")
    for board in {type(each): each for each in listed}.values():
        if not isinstance(board, (Board, DeviceBoard)):
            raise InvalidTypeError(
                f"board: expected a SquareBoard or a HexBoard, or several, got {short_repr(board)}"
            )
    return listed


def fields_of(board: Any, sources: Any, rule: Any, limit: int, metric: int) -> Any:
    """Answer `field_many` on the device."""
    code = _code([board], rule)
    asked, index = arrays.as_positions(sources, (2,), "sources")
    out, off = questions.fields(_kept(board), code, asked, index, limit, metric)
    if off != questions.NONE_OFF:
        _complain(board, asked.reshape(-1, 2)[off].get().tolist(), f"source {off}")
    return out.reshape((*asked.shape[:-1], *out.shape[1:]))


def heat_of(board: Any, rule: Any, limit: int, metric: int) -> Any:
    """Answer `heat_map` on the device."""
    code = _code([board], rule)
    return questions.heat(_kept(board), code, _lines(code), limit, metric)


def _lines(code: int) -> ListedRule | None:
    """Return the lines of a geometric rule, or None for a hex ray."""
    if code >= compiling.HEXRAY_CODE:
        return None
    corner = code >= compiling.CORNER_CODE
    return ListedRule(corner, (0, 1, 2, 0)[code & 3], corner and bool(code & 4))


def all_pairs_of(board: Any, rule: Any, most: int) -> Any:
    """Answer `all_pairs` on the device, with an array of bools: every tile against every tile."""
    code = _code([board], rule)
    cp = compiling.cupy()
    kept = _kept(board)
    if kept.tiles > most:
        raise LimitError(f"all_pairs: expected a board of at most {most} tiles, got {kept.tiles}")
    if kept.hexes:
        on_board = cp.flatnonzero(kept.holds())
        stride, (row0, col0) = kept.cols + 2, kept.origin
        sources = cp.stack((on_board % stride - 1 + col0, on_board // stride - 1 + row0), axis=1)
    else:
        sources = cp.stack(cp.divmod(cp.arange(kept.tiles), kept.cols), axis=1)
    sources = cp.ascontiguousarray(sources.astype("int32"))
    return questions.fields(kept, code, sources, "int", -1, 0)[0].reshape(kept.tiles, kept.tiles)


def _code(boards: list[Any], rule: Any) -> int:
    """Return the kernel code of the rule, or raise if the device does not support
    it on these boards.
    """
    for each in boards:
        if isinstance(each, SquareBoard) or (isinstance(each, Board) and each.height_level == 2):
            refuse_heights(each, 'device="cuda"')
    for board in {(type(each), getattr(each, "hexes", None)): each for each in boards}.values():
        if not isinstance(board, DeviceBoard):
            rule = check_question(board, rule)
            continue
        rule = rule_named(rule) if isinstance(rule, str) else rule
        if not isinstance(rule, Rule):
            raise InvalidTypeError(
                f"rule: expected a rule, or the name of one, got {short_repr(rule)}"
            )
        if ("hex" if board.hexes else "square") not in rule.grids:
            raise InvalidValueError(f"rule: {type(rule).__name__} does not work on this grid")
    hexes = any(
        each.hexes if isinstance(each, DeviceBoard) else isinstance(each, HexBoard)
        for each in boards
    )
    code = native.code_of(rule)
    if code < 0 or hexes != (code >= compiling.HEXRAY_CODE):
        raise InvalidValueError(
            'device: "cuda" knows the center rule and the corner rule on squares, and the hex ray'
            f' on hexes, not {rule.label}{" on hexes" if hexes else ""}; ask with device="cpu"'
        )
    return code


def _complain(board: Any, position: Any, what: str) -> None:
    """Raise the usual error for a position off the board."""
    if isinstance(board, Board):
        place(board, tuple(position), what)
        return
    rows, cols = board.rows, board.cols
    row0, col0 = board.origin
    row, col = position if not board.hexes else position[::-1]
    if not (row0 <= row < row0 + rows and col0 <= col < col0 + cols):
        raise InvalidValueError(f"{what}: expected a position on the board, got {tuple(position)}")
