"""The kernel for lines between any parts of tiles, compiled separately and called with ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from sightline.model.board import Board
from sightline.model.cell import SQUARE
from sightline.model.threshold import BLOCKING_CODES
from sightline.packs.schema import PackQuestion

HERE = Path(__file__).parent
KERNELS = HERE.parents[1] / "src" / "sightline" / "kernels"
FREE, BLOCKS, OUTSIDE = range(3)
LINES = {("area", "area"): 0, ("corners", "area"): 1, ("area", "corners"): 2}
EITHER = 3
ENDS = {"turn": 0, "closed": 1, "open": 2}
PASSES = {"corner": 1, "pinch": 2, "edge": 4, "seam": 4}


class Ground(ctypes.Structure):
    """`PackGround` of kernels/pack/pack_ground.h."""

    _fields_ = (
        ("hex", ctypes.c_int),
        ("rows", ctypes.c_int),
        ("cols", ctypes.c_int),
        ("first_row", ctypes.c_int),
        ("first_col", ctypes.c_int),
        ("tiles", ctypes.c_char_p),
        ("edges", ctypes.c_char_p * 3),
        ("walled", ctypes.c_int),
        ("walls", ctypes.c_void_p),
    )


class AreaRule(ctypes.Structure):
    """`PackAreaRule` of kernels/pack/area/pack_area.h."""

    _fields_ = (("lines", ctypes.c_int), ("ends", ctypes.c_int), ("passes", ctypes.c_int))


@cache
def library() -> ctypes.CDLL:
    """Return the kernel, compiled with the sanitizer for undefined behavior."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    built = Path(mkdtemp()) / "pack_area.so"
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    checks = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    subprocess.run(
        [
            compiler,
            *flags,
            *checks,
            f"-I{KERNELS}",
            f"-I{KERNELS / 'pack'}",
            f"-I{KERNELS / 'pack' / 'area'}",
            f"-I{KERNELS / 'walls'}",
            str(HERE / "pack_area.c"),
            "-o",
            str(built),
        ],
        check=True,
    )
    return ctypes.CDLL(str(built))


def ground_of(board: Board, walled: bool = False) -> Ground:
    """Return the ground in which rock and everything blocking on edges stops lines."""
    tiles = list(board.tiles())
    ahead = board.grid.forward
    # A tile is (row, col) on squares, and (q, r) on hexes, which is column and row.
    turned = board.grid is not SQUARE
    places = {tile: tile[::-1] if turned else tuple(tile) for tile in tiles}
    top, left = (min(place[i] for place in places.values()) for i in (0, 1))
    bottom, right = (max(place[i] for place in places.values()) for i in (0, 1))
    rows, cols = bottom - top + 1, right - left + 1
    plane = bytearray([OUTSIDE]) * (rows * cols)
    edges = [bytearray(rows * cols) for _ in range(3)]
    for tile, (row, col) in places.items():
        at = (row - top) * cols + col - left
        plane[at] = BLOCKS if board.is_solid(tile) else FREE
        for direction in range(len(ahead)):
            edges[direction][at] = board.edge_code(direction, tile) in BLOCKING_CODES
    blocking = [bytes(edge) if any(edge) else None for edge in edges]
    outside = walled or getattr(board, "outside", "open") == "solid"
    return Ground(
        turned, rows, cols, top, left, bytes(plane), (ctypes.c_char_p * 3)(*blocking), outside
    )


def rule_of(question: PackQuestion, passing: Sequence[str] = ()) -> AreaRule:
    """Return the kernel's rule for a question. `passing`: the touches that do not block."""
    lines = EITHER if question.swap else LINES[question.start, question.end]
    passes = 0
    for touch in passing:
        passes |= PASSES[touch]
    return AreaRule(lines, ENDS[question.ends], passes)


def sees_natively(
    ground: Ground, source: Sequence[int], target: Sequence[int], rule: AreaRule
) -> int:
    """Return 1 or 0, or -1 if the kernel cannot decide."""
    pair = (*source[::-1], *target[::-1]) if ground.hex else (*source, *target)
    found: int = library().sees(ctypes.byref(ground), (ctypes.c_int * 4)(*pair), ctypes.byref(rule))
    return found


def field_natively(
    ground: Ground, source: Sequence[int], rule: AreaRule, window: tuple[int, int, int, int]
) -> bytes | None:
    """Return the visible part of a window (first row and column, rows, columns), or None if
    undecided.
    """
    seen = (ctypes.c_uint8 * (window[2] * window[3]))(*[1] * (window[2] * window[3]))
    where = (*(source[::-1] if ground.hex else source), *window)
    done = library().field(
        ctypes.byref(ground), (ctypes.c_int * 6)(*where), ctypes.byref(rule), seen
    )
    return bytes(seen) if done else None
