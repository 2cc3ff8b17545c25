"""Everything visible from one place: by sweeps of kernels, or pair by pair without them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sightline.answers.field import Field
from sightline.engine import native
from sightline.engine.arguments import Radius, check_question, for_places
from sightline.engine.large_viewers import (
    board_without_rock,
    is_large,
    stands_in_rock,
    with_large_targets,
)
from sightline.engine.pairs import best_contacts, clear_cells, decide, seen_among
from sightline.engine.progress import reported
from sightline.errors import InvalidValueError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, on_storey, place, places_on, storey_of
from sightline.model.reach import METRICS, kernel_limit, limit_of, within
from sightline.rules.rule import Rule


def field_of(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    floor: str | None = None,
) -> Field:
    """Return every tile within the radius that the source sees by the rule, without rulings."""
    return field_on(board, source, rule, radius, metric, asked_storey(board, source, rule, floor))


def field_on(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str, storey: Fraction | None
) -> Field:
    """Return the tiles of the storey at that height that the source sees; None means the ground."""
    limit = limit_of(radius, metric)
    if native.has_pack_kernels(rule):
        from sightline.engine.packs import seen_around

        return seen_around(board, source, rule, radius, metric, storey)
    if rule.minds_figures if len(source.tiles) == 1 else not rule.sums_tiles:
        return Field(board, _pair_by_pair(board, source, rule, radius, metric, storey))
    seen = None if native.code_of(rule) < 0 else _swept(board, source, rule, limit, metric)
    if seen is None:
        return _tile_by_tile(board, source, rule, radius, metric, storey)
    if board.large_figures:
        seen = with_large_targets(board, source, rule, radius, metric, seen)
    return seen


def field_at(
    board: Board, source: Any, rule: Rule, storey: Fraction | None, radius: Radius = None
) -> Field:
    """Return the tiles of the storey at that height that a place or figure sees;
    None means the ground.
    """
    where, rule = place(board, source, "from"), check_question(board, rule)
    return field_on(board, where, for_places(board, rule, where), radius, "euclid", storey)


def asked_storey(board: Board, source: Place, rule: Rule, floor: str | None) -> Fraction | None:
    """Return the height of the storey that a field is about: that of a floor, or
    None for the ground.
    """
    if rule.takes_heights:
        return storey_of(board, source, floor)
    if floor is not None:
        raise InvalidValueError(f"floor: {rule.label} does not take floors; leave it out")
    return None


def contacts_of(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    floor: str | None = None,
) -> dict[Tile, Contact]:
    """Return the contact of every tile within the radius, by a geometric rule."""
    near = within(board, source, radius, metric)
    storey = asked_storey(board, source, rule, floor)
    if native.code_of(rule) < 0:
        tiles = [*near]
        targets = places_on(board, tiles, storey)
        contacts = best_contacts(board, source, targets, rule)
        return dict(zip(tiles, contacts, strict=True))
    # Three fields are enough: where only clear lines pass, where corners pass too, and edges too.
    clear, corner, edge = (
        field_of(board, source, rule.with_ties(ties), radius, metric).cells()
        for ties in ("strict", "corners-pass", "permissive")
    )
    by_times_seen = tuple(reversed(Contact))
    ranks = ((tile, board.rank(tile)) for tile in near)
    return {tile: by_times_seen[clear[i] + corner[i] + edge[i]] for tile, i in ranks}


# --- without kernels ------------------------------------------------------------------------------


def _tile_by_tile(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None,
) -> Field:
    """Return the field by the readable rule: tiles that any tile of the source sees."""
    if stands_in_rock(board, source):
        cleared = board_without_rock(board, source)
        return Field(board, _tile_by_tile(cleared, source, rule, radius, metric, storey).cells())
    cells = bytearray(len(board.tiles()))
    for tile in source.tiles:
        here = replace(source, tiles=(tile,), middle=tile)
        for rank, is_seen in enumerate(_pair_by_pair(board, here, rule, radius, metric, storey)):
            cells[rank] |= is_seen
    return Field(board, cells)


def _pair_by_pair(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    storey: Fraction | None,
) -> bytearray:
    cells = bytearray(len(board.tiles()))
    near = reported(within(board, source, radius, metric))
    if native.code_with_heights(rule) >= 0:
        tiles = [*near]
        targets = places_on(board, tiles, storey)
        seen = seen_among(board, source, targets, rule)
        for tile, is_seen in zip(tiles, seen, strict=True):
            cells[board.rank(tile)] = is_seen
        return cells
    for tile in near:  # one by one, to report progress
        cells[board.rank(tile)] = decide(board, source, on_storey(board, tile, storey), rule)
    return cells


# --- with kernels ---------------------------------------------------------------------------------


def _swept(
    board: Board, source: Place, rule: Rule, limit: Fraction | None, metric: str
) -> Field | None:
    """Return the union of the sweeps from all tiles of the source; None if the heights need the
    readable rule.

    Large targets are not yet correct in it.
    """
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
