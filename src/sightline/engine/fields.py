"""Everything seen from one place: by sweeps where there are kernels, else pair by pair."""

from __future__ import annotations

from fractions import Fraction

from sightline.answers.field import Field
from sightline.engine import native
from sightline.engine.arguments import Radius
from sightline.engine.large_viewers import (
    board_without_rock,
    is_large,
    stands_in_rock,
    with_large_targets,
)
from sightline.engine.pairs import best_contact, clear_cells, decide, looks_from_middle
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, place
from sightline.model.reach import METRICS, kernel_limit, limit_of, within
from sightline.model.values import replace
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.rule import Rule

UNDECIDED = 255
"""What kernels write where they cannot tell."""


def field_of(board: Board, source: Place, rule: Rule, radius: Radius, metric: str) -> Field:
    """Every tile within the radius that the source sees by the rule, rulings aside."""
    limit = limit_of(radius, metric)
    if rule.kind == "pack":
        from sightline.engine.packs import seen_around

        return seen_around(board, source, rule, radius, metric)
    if looks_from_middle(rule, source):
        return Field(board, _pair_by_pair(board, source, rule, radius, metric))
    seen = None if native.code_of(rule) < 0 else _swept(board, source, rule, limit, metric)
    if seen is None:
        return _tile_by_tile(board, source, rule, radius, metric)
    if board.large_figures:
        seen = with_large_targets(board, source, rule, radius, metric, seen)
    return seen


def contacts_of(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str
) -> dict[Tile, Contact]:
    """The contact of every tile within the radius, by a geometric rule."""
    near = within(board, source, radius, metric)
    if native.code_of(rule) < 0 or not isinstance(rule, (CenterRule, CornerRule)):
        return {tile: best_contact(board, source, place(board, tile, "to"), rule) for tile in near}
    # Out of what is seen when only clear lines pass, when corners pass, when edges do too.
    clear, corner, edge = (
        field_of(board, source, replace(rule, ties=ties), radius, metric).cells()
        for ties in ("strict", "corners-pass", "permissive")
    )
    by_times_seen = tuple(reversed(Contact))
    ranks = ((tile, board.rank(tile)) for tile in near)
    return {tile: by_times_seen[clear[i] + corner[i] + edge[i]] for tile, i in ranks}


# --- without kernels ------------------------------------------------------------------------------


def _tile_by_tile(board: Board, source: Place, rule: Rule, radius: Radius, metric: str) -> Field:
    """The field by the readable rule: what any tile of the source sees within the radius of it."""
    if stands_in_rock(board, source):
        cleared = board_without_rock(board, source)
        return Field(board, _tile_by_tile(cleared, source, rule, radius, metric).cells())
    cells = bytearray(len(board.tiles()))
    for tile in source.tiles:
        here = Place(None, (tile,), tile, source.transparent)
        for rank, is_seen in enumerate(_pair_by_pair(board, here, rule, radius, metric)):
            cells[rank] |= is_seen
    return Field(board, cells)


def _pair_by_pair(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str
) -> bytearray:
    cells = bytearray(len(board.tiles()))
    for tile in within(board, source, radius, metric):
        cells[board.rank(tile)] = decide(board, source, place(board, tile, "to"), rule)
    return cells


# --- with kernels ---------------------------------------------------------------------------------


def _swept(
    board: Board, source: Place, rule: Rule, limit: Fraction | None, metric: str
) -> Field | None:
    """The field tile by tile of the source, but for what is seen of large figures; None: it takes
    heights that no kernel holds."""
    mirror = native.mirror_of(board)
    if is_large(board, source):
        mirror = native.mirror_without(board, clear_cells(board, source))
    code, by = native.code_of(rule), METRICS.index(metric)
    reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
    seen: Field | None = None
    for tile in source.tiles:
        found: Field | None = native.core.swept(board, mirror, tile, code, reach, by)
        if found is None:
            return None
        seen = found if seen is None else seen | found
    return seen
