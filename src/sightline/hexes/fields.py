"""Everything visible from one hex over functions, using the tree of all lines from there.

First the tree is walked as far as tiles and edges allow, calling functions only for reached hexes.
Then heights are requested for these, and each step compares its slope with the steepest slope
before it. For large radii most of a tree is hidden, so each ray is cast separately.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sightline.geometry.hextree import RayTree, ray_tree
from sightline.hexes.native import is_clear, line_between, numbers_at, ratio
from sightline.hexes.reading import BlocksAt, BlocksEdge, NumberAt, refuse, yes_or_no
from sightline.model.cell import Hex, hex_disc
from sightline.rules.hexray import HexRayRule

LARGEST_TREE = 24
"""The largest radius for which a tree is used. The tree then has about 7,000 steps."""


class _Reached(NamedTuple):
    """A reached step: whether a line that is clear so far ends there, and whether
    others continue.
    """

    step: int
    ends: bool
    goes_on: bool


def visible_hexes(
    rule: HexRayRule,
    origin: tuple[int, int],
    radius: int,
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    soft_cover_at: NumberAt,
    elevation_at: NumberAt,
) -> set[Hex]:
    """Return every hex within the radius whose ray from the origin is clear, including
    the origin.
    """
    if soft_cover_at is not None:
        # The result is not used, but an invalid one raises here as in any ray.
        between = [each for each in hex_disc(origin, radius - 1) if each != origin]
        numbers_at("soft_cover_at", soft_cover_at, between)
    by = _by_tree if radius <= LARGEST_TREE else _ray_by_ray
    return by(rule, origin, radius, blocks_at, blocks_edge, elevation_at)


def _ray_by_ray(
    rule: HexRayRule,
    origin: tuple[int, int],
    radius: int,
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    elevation_at: NumberAt,
) -> set[Hex]:
    tile = None if blocks_at is None else cache(blocks_at)
    edge = None if blocks_edge is None else cache(blocks_edge)
    height = None if elevation_at is None else cache(elevation_at)
    return {
        goal
        for goal in hex_disc(origin, radius)
        if is_clear(rule, line_between(origin, goal), tile, edge, None, height)
    }


def _by_tree(
    rule: HexRayRule,
    origin: tuple[int, int],
    radius: int,
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    elevation_at: NumberAt,
) -> set[Hex]:
    tree = ray_tree(radius)
    (q0, r0), make = origin, tuple.__new__
    hexes = [make(Hex, (q0 + q, r0 + r)) for q, r in tree.hexes]
    reached = _reached(rule, tree, hexes, blocks_at, blocks_edge)
    if elevation_at is None:
        ends = [each.step for each in reached if each.ends]
    else:
        ends = _over_heights(tree, hexes, reached, elevation_at)
    return {hexes[tree.middle], *[hexes[tree.at[step]] for step in ends]}


def _reached(
    rule: HexRayRule, tree: RayTree, hexes: list[Hex], blocks_at: BlocksAt, blocks_edge: BlocksEdge
) -> list[_Reached]:
    """Return the steps that sight reaches past tiles and edges, in the order of the tree."""
    tiles: dict[int, bool] = {}
    edges: dict[tuple[int, int], bool] = {}
    reached = []
    _, _, at, before, _, is_target, after = tree
    step, here, name = 0, 0, ""
    try:
        while step < len(at):
            edge, here = (before[step], at[step]), at[step]
            is_walled = False
            if blocks_edge is not None:
                if edge not in edges:
                    name = "blocks_edge"
                    said = blocks_edge(hexes[edge[0]], hexes[here])
                    edges[edge] = said is not False and yes_or_no(
                        said, name, hexes[edge[0]], hexes[here]
                    )
                is_walled = edges[edge]
            goes_on = after[step] > step + 1 and not is_walled
            ends = is_target[step] and not (is_walled and rule.target_edge_blocks)
            if blocks_at is not None and (goes_on or (ends and not rule.see_opaque_target)):
                if here not in tiles:
                    name = "blocks_at"
                    said = blocks_at(hexes[here])
                    tiles[here] = said is not False and yes_or_no(said, name, hexes[here])
                if tiles[here]:
                    goes_on, ends = False, ends and rule.see_opaque_target
            if ends or goes_on:
                reached.append(_Reached(step, ends, goes_on))
            step = step + 1 if goes_on else after[step]
    except Exception as error:  # noqa: BLE001 (a caller's function may raise anything)
        asked = (hexes[before[step]], hexes[here]) if name == "blocks_edge" else (hexes[here],)
        refuse(name, asked, error)
    return reached


def _over_heights(
    tree: RayTree, hexes: list[Hex], reached: list[_Reached], elevation_at: NumberAt
) -> list[int]:
    """Return the ends of lines that no higher hex on the line hides.

    A line to a height of h at step n rises by (h - start) / n per step. It is clear if no step on
    the line rises faster, so only the steepest slope so far is needed.
    """
    assert elevation_at is not None
    places = sorted({tree.middle, *[tree.at[each.step] for each in reached]})
    said, _ = numbers_at("elevation_at", elevation_at, [hexes[i] for i in places])
    heights = dict(zip(places, said, strict=True))
    start, unit = ratio(heights[tree.middle] or 0)
    # Relative to the start, in 1/unit: numerator and denominator. If the height is unknown, a
    # line goes to 0.
    unknown = -start, 1
    rises = dict.fromkeys(places, unknown)
    for place, height in heights.items():
        if height is not None:
            above, below = ratio(height)
            rises[place] = above * unit - start * below, below
    ends = []
    steepest = [(-1, 0)] * (max(tree.depth, default=0) + 1)  # initially less than any slope
    for step, is_end, goes_on in reached:
        place, depth = tree.at[step], tree.depth[step]
        (rise, below), (most, of) = rises[place], steepest[depth - 1]
        # compared with the steepest slope: above 0, equal to 0
        faster = rise * of - most * below * depth
        if is_end and faster >= 0:
            ends.append(step)
        if goes_on:
            if faster > 0 and heights[place] is not None:
                steepest[depth] = rise, below * depth
            else:
                steepest[depth] = most, of
    return ends
