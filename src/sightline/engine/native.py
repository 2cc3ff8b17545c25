"""The compiled kernels: whether they are here, the codes of rules, and the mirrors of boards.

This is the only module that imports `sightline.kernels`; what it finds there is `core`, and None
where nothing was compiled. The contract of the kernels is written in `kernels/__init__.py`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache, update_wrapper
from importlib import import_module
from typing import Any

from sightline import kernels
from sightline.answers.field import Field
from sightline.geometry.contact import Contact
from sightline.model.board import OUTSIDE, Board
from sightline.model.cell import Point
from sightline.model.hexagon import HexBoard
from sightline.model.planes import (
    extent,
    planes_to_copy,
    property_edge_slots,
    property_edges,
)
from sightline.model.reach import float_limit
from sightline.model.threshold import (
    BLOCKING_CODES,
    CODES,
    FIRST_WITH_PROPERTY,
    Threshold,
    has_property,
)
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import TIES as HEXRAY_TIES
from sightline.rules.hexray import HexRay
from sightline.rules.rule import GEOMETRIC_TIES, Rule


def _load() -> Any:
    """The compiled kernels; None where they were not built, or pure Python is asked for."""
    if os.environ.get("SIGHTLINE_PURE", "0") not in ("", "0"):
        return None
    try:
        return import_module("sightline.kernels._core")
    except ImportError:
        # What setup.py leaves where it was installed with SIGHTLINE_PURE=1.
        if not os.path.exists(os.path.join(os.path.dirname(kernels.__file__), "left_out.txt")):
            warnings.warn(
                "sightline runs without its compiled kernels: the same answers, but slower."
                " With a C compiler, install it again to have them.",
                RuntimeWarning,
                stacklevel=2,
            )
        return None


core = _load()


@cache
def packs() -> Any:
    """The compiled questions of rule packs, loaded when one is first asked; None as for `core`."""
    if core is None:
        return None
    try:
        return import_module("sightline.kernels._packs")
    except ImportError:
        return None


@cache
def dungeon() -> Any:
    """The compiled One Card Dungeon, for those who play it by the million; None as for `core`."""
    if core is None:
        return None
    try:
        return import_module("sightline.kernels._dungeon")
    except ImportError:
        return None


def in_front(*questions: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The compiled forms of these questions, which pass on to them what no kernel can answer.

    They are called, and describe themselves to `help()` and `inspect`, as the questions do. Where
    nothing was compiled: the questions themselves.
    """
    if core is None:
        return [*questions]
    verdicts = tuple(verdict for by_contact in GEOMETRIC_TIES.values() for verdict in by_contact)
    core.set_values(code_of, float_limit, Field, Rule, tuple(Contact), verdicts)
    core.set_fallbacks(**{question.__name__: question for question in questions})
    return [update_wrapper(getattr(core, each.__name__), each) for each in questions]


# --- codes of rules -------------------------------------------------------------------------------

NO_KERNEL = -1
"""The code of a rule that only its own Python answers."""


def code_of(rule: Rule) -> int:
    """The rule and its settings as a number that kernels switch on; negative: there is no kernel.

    The class itself decides. A subclass of a built-in rule may answer otherwise than its parent, so
    it has no kernel. Rules never change, so the number is kept at the rule.
    """
    if core is None:
        return NO_KERNEL
    code = rule.kernel_code
    if code is None:
        number = _NUMBERS.get(type(rule))
        code = NO_KERNEL if number is None else number(rule)
        object.__setattr__(rule, "kernel_code", code)
    return code


def _number_of_center(rule: CenterRule) -> int:
    return _GEOMETRIC[rule.ties] + 4 * (rule.large == "middle")


def _number_of_corner(rule: CornerRule) -> int:
    return 8 + _GEOMETRIC[rule.ties] + 4 * rule.closed_ends


def _number_of_hexray(rule: HexRay) -> int:
    # SEES_ROCK and OVER_LAST_EDGE of kernels/hexagon.h
    at_target = 4 * rule.see_opaque_target + 8 * (not rule.target_edge_blocks)
    return 16 + HEXRAY_TIES.index(rule.ties) + at_target


# Taken apart again by the enum of codes in kernels/declarations.pxi.
_GEOMETRIC = {ties: number for number, ties in enumerate(GEOMETRIC_TIES)}
_NUMBERS: dict[type[Rule], Callable[[Any], int]] = {
    CenterRule: _number_of_center,
    CornerRule: _number_of_corner,
    HexRay: _number_of_hexray,
}


# --- mirrors of boards ----------------------------------------------------------------------------

_BLOCKING = bytes(code in BLOCKING_CODES for code in range(len(CODES)))
_BLOCKING_PLAINLY = bytes(
    code in BLOCKING_CODES and code < FIRST_WITH_PROPERTY for code in range(len(CODES))
)
_LIMITED, _ONE_WAY, _ON_EDGE = 1, 2, 4
"""The flags of kernels/special_walls.h."""


def mirror_of(board: Board) -> Any:
    """The mirror that kernels read. It is made by the first question about a board, which from then
    on tells it of every change."""
    if board.mirror is None:
        # Only when it is whole: another thread may ask as soon as it is there.
        board.mirror = new_mirror(board)
    return board.mirror


def mirror_without(board: Board, indices: Iterable[int]) -> Any:
    """A mirror of its own on which nothing blocks on the tiles with these indices."""
    tiles = bytearray(planes_to_copy(board)[0])
    for index in indices:
        tiles[index] &= OUTSIDE
    return new_mirror(board, tiles)


def new_mirror(board: Board, other_tiles: bytearray | None = None) -> Any:
    """A mirror of its own, of the board as it is or with other flags of tiles."""
    rows, cols, row0, col0 = extent(board)
    tiles, edges = planes_to_copy(board)
    if other_tiles is not None:
        tiles = other_tiles
    if isinstance(board, HexBoard):
        mirror = core.HexMirror(
            rows, cols, row0, col0, board.outside == "solid", tiles, edges, _BLOCKING
        )
        mirror.set_heights(board.heights_in_units())
        parted = [*property_edge_slots(board)]
        if parted:
            mirror.part_edges(parted)
    else:
        mirror = core.SquareMirror(rows, cols, tiles, *edges, _BLOCKING_PLAINLY)
    mirror.set_walls(board.blocking_walls())
    special = [*_special_walls(board)]
    if special:
        mirror.set_special_walls(special)
    return mirror


def _special_walls(board: Board) -> Iterator[tuple[Point, Point, int]]:
    """The walls with a property that block, on edges and off the grid, with their flags; one-way
    ones so that they stop lines from their left to their right."""
    grid = board.grid
    for here, there, threshold in property_edges(board):
        if threshold.blocks_sight:
            (ax, ay), (bx, by) = grid.edge_ends(here, there)
            (cx, cy), is_back = grid.center(here), threshold.one_way == "back"
            # Which tile is to the right of the edge? As y grows downwards, that turn is positive.
            here_is_right = (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)
            ends = ((ax, ay), (bx, by)) if here_is_right == is_back else ((bx, by), (ax, ay))
            yield *ends, _flags(threshold) | _ON_EDGE
    for wall in board.free_walls():
        if wall.threshold.blocks_sight and has_property(wall.threshold):
            yield wall.start, wall.end, _flags(wall.threshold)


def _flags(threshold: Threshold) -> int:
    return _LIMITED * threshold.limited | _ONE_WAY * (threshold.one_way != "")
