"""The compiled kernels: whether they are installed, codes of rules, and mirrors of boards.

This is the only module that imports `sightline.kernels`. `core` is None without compiled kernels.
`kernels/__init__.py` documents the interface of the kernels.
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
from sightline.answers.sight import WITHOUT_DEGREES
from sightline.geometry.contact import Contact
from sightline.kernels.sources import is_stale
from sightline.model.board import Board
from sightline.model.cell import Grid, Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import OUTSIDE
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
from sightline.rules.hexray import HexRayRule
from sightline.rules.registry import rules_to_read
from sightline.rules.rule import GEOMETRIC_TIES, Rule


def _load() -> Any:
    """Return the compiled kernels, or None if they were not built or are turned off."""
    if os.environ.get("SIGHTLINE_PURE", "0") not in ("", "0"):
        return None
    try:
        found = import_module("sightline.kernels._core")
        if not is_stale(str(found.__file__)):
            return found
        warnings.warn(
            "sightline's compiled kernels are older than their sources, so pure Python answers"
            " instead, slower. Rebuild them: SIGHTLINE_NO_PAGE=1 python setup.py build_ext"
            " --inplace, or pip install --editable .",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    except ImportError:
        # setup.py writes this file when it installs with SIGHTLINE_PURE=1.
        if not os.path.exists(os.path.join(os.path.dirname(kernels.__file__), "left_out.txt")):
            warnings.warn(
                "sightline runs without its compiled kernels: answers are the same but slower."
                " Install a C compiler and reinstall sightline to use them.",
                RuntimeWarning,
                stacklevel=2,
            )
        return None


core = _load()


def _part(load: Callable[[], Any]) -> Any:
    """Return a compiled module, or None if it was not built.

    If it fails to load, warn and return None.
    """
    if core is None:
        return None
    try:
        return load()
    except (
        ImportError,
        AttributeError,
        TypeError,
        ValueError,
    ) as error:
        warnings.warn(
            f"a part of sightline's compiled kernels cannot be loaded ({error}), so pure Python"
            " answers instead, slower. Rebuild it: SIGHTLINE_NO_PAGE=1 python setup.py build_ext"
            " --inplace, or reinstall sightline.",
            RuntimeWarning,
            stacklevel=3,
        )
        return None


@cache
def packs() -> Any:
    """Return the compiled kernels for rule packs, loaded on first use, or None."""
    return _part(lambda: import_module("sightline.kernels._packs"))


@cache
def movement() -> Any:
    """Return the compiled path search, loaded on first use, or None."""
    return _part(lambda: import_module("sightline.kernels.movement._movement"))


@cache
def dungeon() -> Any:
    """Return the compiled simulation of One Card Dungeon, loaded on first use, or None."""
    return _part(lambda: import_module("sightline.kernels._dungeon"))


def has_pack_kernels(rule: Rule) -> bool:
    """Return whether kernels support this rule of a game."""
    return rule.kernels == "packs" and packs() is not None


def compiled_ray(rule: Rule) -> HexRayRule | None:
    """Return the rule if it is a hex ray that kernels support."""
    return rule if type(rule) is HexRayRule and core is not None else None


def wrap_with_kernels(
    questions_of_packs: Callable[[], Any], *questions: Callable[..., Any]
) -> list[Callable[..., Any]]:
    """Return compiled versions of these questions, which call the originals if no kernel can
    answer.

    They have the names, signatures and docstrings of the originals. Without kernels, the originals
    are returned.
    """
    if core is None:
        return [*questions]
    verdicts = tuple(verdict for by_contact in GEOMETRIC_TIES.values() for verdict in by_contact)
    core.set_values(
        code_of,
        float_limit,
        Field,
        Rule,
        tuple(Contact),
        verdicts,
        tuple(WITHOUT_DEGREES[verdict] for verdict in verdicts),
        questions_of_packs,
        *rules_to_read(),
    )
    core.set_fallbacks(**{question.__name__: question for question in questions})
    return [update_wrapper(getattr(core, each.__name__), each) for each in questions]


# --- codes of rules -------------------------------------------------------------------------------

NO_KERNEL = -1
"""The code of a rule without a kernel."""
UNDECIDED = 255
"""The value that kernels write where they cannot decide."""


def code_of(rule: Rule) -> int:
    """Return the rule and its settings as a number for kernels; negative if no kernel supports it.

    The exact class decides: a subclass of a built-in rule may answer differently, so it has no
    kernel. Rules are immutable, so the number is cached on the rule.
    """
    if core is None:
        return NO_KERNEL
    code = rule.kernel_code
    if code is None:
        number = _NUMBERS.get(type(rule))
        code = NO_KERNEL if number is None else number(rule)
        object.__setattr__(rule, "kernel_code", code)
    return code


def code_with_heights(rule: Rule) -> int:
    """Return the number of the rule for the kernel of lines with heights; negative if it has none.

    `engine.arguments` marks the rules that may only use this kernel because the board has heights.
    """
    number = _NUMBERS.get(vars(type(rule)).get("by_heights", None))
    return NO_KERNEL if core is None or number is None else number(rule)


def _number_of_center(rule: CenterRule) -> int:
    return _GEOMETRIC[rule.ties] + 4 * (rule.large == "middle")


def _number_of_corner(rule: CornerRule) -> int:
    return 8 + _GEOMETRIC[rule.ties] + 4 * rule.closed_ends


def _number_of_hexray(rule: HexRayRule) -> int:
    # SEES_ROCK and OVER_LAST_EDGE in kernels/hex/hexagon.h
    at_target = 4 * rule.see_opaque_target + 8 * (not rule.target_edge_blocks)
    return 16 + HEXRAY_TIES.index(rule.ties) + at_target


# Must match the enum of codes in kernels/declarations.pxi.
_GEOMETRIC = {ties: number for number, ties in enumerate(GEOMETRIC_TIES)}
_NUMBERS: dict[type[Rule], Callable[[Any], int]] = {
    CenterRule: _number_of_center,
    CornerRule: _number_of_corner,
    HexRayRule: _number_of_hexray,
}


# --- mirrors of boards ----------------------------------------------------------------------------

_BLOCKING = bytes(code in BLOCKING_CODES for code in range(len(CODES)))
BLOCKING_PLAINLY = bytes(
    code in BLOCKING_CODES and code < FIRST_WITH_PROPERTY for code in range(len(CODES))
)
"""For each code of an edge: whether it blocks and has no property."""
LIMITED, ONE_WAY, ON_EDGE = 1, 2, 4
"""The flags of a wall for kernels, as in kernels/walls/special_walls.h."""


def mirror_of(board: Board) -> Any:
    """Return the mirror that kernels read.

    The first question about a board creates it, and it then observes the board.
    """
    mirror = board.observer(core.Mirror)
    if mirror is None:
        # Attach it only when complete, because another thread may use it immediately.
        mirror = new_mirror(board)
        board.attach(mirror)
    return mirror


def mirror_without(board: Board, indices: Iterable[int]) -> Any:
    """Return a separate mirror on which nothing blocks on the tiles with these indices."""
    tiles = bytearray(planes_to_copy(board)[0])
    for index in indices:
        tiles[index] &= OUTSIDE
    return new_mirror(board, tiles)


def new_mirror(board: Board, other_tiles: bytearray | None = None) -> Any:
    """Return a separate mirror of the board, optionally with other flags of tiles."""
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
        mirror = core.SquareMirror(rows, cols, tiles, edges, BLOCKING_PLAINLY)
    mirror.heights = board.height_level
    mirror.set_walls(board.blocking_walls())
    special = [*_special_walls(board)]
    if special:
        mirror.set_special_walls(special)
    return mirror


def _special_walls(board: Board) -> Iterator[tuple[Point, Point, int]]:
    """Yield the blocking walls with a property, on edges and off the grid, with their flags.

    One-way walls are directed so that they stop lines from left to right.
    """
    for here, there, threshold in property_edges(board):
        if threshold.blocks_sight:
            yield directed_edge(board.grid, here, there, threshold)
    for (start, end), threshold in board.wall_items():
        if has_property(threshold) and threshold.blocks_sight:
            ends = (end, start) if threshold.one_way == "back" else (start, end)
            yield *ends, wall_flags(threshold)


def directed_edge(
    grid: Grid, here: Tile, there: Tile, threshold: Threshold
) -> tuple[Point, Point, int]:
    """Return the barrier on an edge as a wall with flags. A one-way wall stops lines from left to
    right.
    """
    (ax, ay), (bx, by) = grid.edge_ends(here, there)
    (cx, cy), is_back = grid.center(here), threshold.one_way == "back"
    # Find the tile to the right of the edge. y grows downward, so that turn is positive.
    here_is_right = (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)
    ends = ((ax, ay), (bx, by)) if here_is_right == is_back else ((bx, by), (ax, ay))
    return *ends, wall_flags(threshold) | ON_EDGE


def wall_flags(threshold: Threshold) -> int:
    """Return the properties of a wall as flags of the kernels."""
    return LIMITED * threshold.limited | ONE_WAY * (threshold.one_way != "")
