"""Verify the answer of a hex ray from the board and the definition.

Like `check`, this module uses no code of rules. It computes every step of the rays in the answer
again. Then it examines every other pair of hexes of two large figures, and none may be better.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from sightline.answers.sight import Blocker, Cover, Sight, Step, Verdict
from sightline.geometry.hexline import leaning, nearest
from sightline.model.board import Board
from sightline.model.cell import Hex
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID

RAY_TIES = ("nearest", "strict", "permissive", "adjudicated")
RAY_SETTINGS = {
    "rule",
    "ties",
    "see_opaque_target",
    "max_soft_cover",
    "soft_cover_k",
    "target_edge_blocks",
}
BETTER_FIRST = (Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
HexPath = tuple[Hex, ...]


class _Found(NamedTuple):
    """The result for two hexes, as a sort key: the best pair has the lowest."""

    place: int
    """The rank of the verdict: 0 is the best."""
    cover: Fraction
    length: int
    number: int
    """The index of the pair, which decides between equal results."""


def ray_problems(board: Board, sight: Sight) -> Iterator[str]:
    """Yield the problems of the answer of a hex ray."""
    assert isinstance(board, HexBoard)
    ties = sight.rule["ties"]
    first = sight.rays[0].path
    pair = (first[0], first[-1])
    pairs = [(Hex(*a), Hex(*b)) for a, b in product(sight.source.tiles, sight.target.tiles)]
    if pair not in pairs:
        yield "the ray does not join a hex of the source with a hex of the target"
        return
    if [ray.path for ray in sight.rays] != _paths(*pair, ties):
        yield "the rays are not the hexes nearest to the line"
        return
    for ray in sight.rays:
        for found in _steps(board, sight, ray.path):
            if ray.steps[found.index] != found:
                yield f"step {found.index} on {found.hex} differs from the answer"
        cover = _cover(board, sight, ray.path)
        if ray.cover != _penalised(cover, sight):
            yield f"the cover sums to {float(cover)}, not {ray.cover.sum}"
    judged = [_judged(board, sight, number, *each) for number, each in enumerate(pairs)]
    here, best = judged[pairs.index(pair)], min(judged)
    if best != here:
        better = pairs[best.number]
        yield f"the ray from {better[0]} to {better[1]} is better than the one shown"
    wanted = BETTER_FIRST[here.place]
    if sight.verdict is not wanted:
        yield f"{ties} ties make {wanted} of these rays, not {sight.verdict}"
    if sight.cover != _penalised(here.cover, sight):
        yield "the cover is not that of these rays"
    shown = [ray for ray in sight.rays if ray.steps == sight.steps]
    if not shown or sight.line != shown[0].path:
        yield "the steps shown are not those of a ray"
    elif shown[0].clear != (sight.verdict is Verdict.VISIBLE):
        yield "the ray shown does not show the verdict"
    if sight.contact is not None or sight.lines:
        yield "a hex ray has no contact, and no other lines"
    if list(sight.blockers) != list(_ray_blockers(board, sight)):
        yield "the blockers are not those of the steps"


def _paths(a: Hex, b: Hex, ties: str) -> list[HexPath]:
    if ties == "nearest":
        return [nearest(a, b)]
    return list(dict.fromkeys((leaning(a, b, -1), leaning(a, b, 1))))


def _judged(board: HexBoard, sight: Sight, number: int, a: Hex, b: Hex) -> _Found:
    """Return the verdict on the rays between two hexes under the ties."""
    ties, paths = sight.rule["ties"], _paths(a, b, sight.rule["ties"])
    clear = [not any(step.reason for step in _steps(board, sight, path)) for path in paths]
    covers = [_cover(board, sight, path) for path in paths]
    verdict = Verdict.HIDDEN
    if all(clear) or (ties == "permissive" and any(clear)):
        verdict = Verdict.VISIBLE
    elif ties == "adjudicated" and any(clear):
        verdict = Verdict.AMBIGUOUS
    cover = min(covers) if ties == "permissive" else max(covers)
    return _Found(BETTER_FIRST.index(verdict), cover, len(paths[0]), number)


def _steps(board: HexBoard, sight: Sight, path: HexPath) -> Iterator[Step]:
    """Yield the steps of a ray by the definition."""
    last = len(path) - 1
    transparent = sight.source.transparent | sight.target.transparent
    # A figure's own hexes never block, but the target hex may still be rock.
    own = {*sight.source.tiles, *sight.target.tiles} - {path[last]}
    ends = [board.height_at(path[i]) or Fraction(0) for i in (0, last)]
    for i, tile in enumerate(path):
        kind = "start" if i == 0 else "target" if i == last else "mid"
        flags = board.flags(tile)
        opaque = bool(flags & SOLID) or bool(flags & OUTSIDE and board.outside == "solid")
        if flags & OCCUPIED and not set(board.names_at(tile)) & transparent:
            opaque = True
        opaque = opaque and i > 0 and tile not in own
        edge = False
        if i and tile in board and path[i - 1] in board:
            threshold = board.edge(path[i - 1], tile)
            edge = threshold is not None and threshold.blocks_sight
        height = board.height_at(tile)
        high = kind == "mid" and height is not None
        high = high and height * last > ends[0] * (last - i) + ends[1] * i  # type: ignore[operator]
        share = max(Fraction(0), min(Fraction(1), board.cover_at(tile)))
        reason = None
        if edge and (kind == "mid" or sight.rule["target_edge_blocks"]):
            reason = "edge"
        elif opaque and (kind == "mid" or not sight.rule["see_opaque_target"]):
            reason = "tile"
        elif high:
            reason = "elevation"
        yield Step(
            hex=tile,
            index=i,
            kind=kind,
            blocked_tile=opaque,
            blocked_edge=edge,
            blocked_elevation=high,
            soft_cover=float(share) if kind == "mid" else 0.0,
            elevation=None if height is None else float(height),
            reason=reason,
        )


def _cover(board: HexBoard, sight: Sight, path: HexPath) -> Fraction:
    """Return the exact sum of a ray's soft cover, limited to the maximum."""
    total = Fraction(0)
    for tile in path[1:-1]:
        total += max(Fraction(0), min(Fraction(1), board.cover_at(tile)))
    return min(total, exact(sight.rule["max_soft_cover"], "max_soft_cover"))


def _penalised(total: Fraction, sight: Sight) -> Cover:
    summed = float(total)
    penalty = 1 - math.exp(min(700.0, -sight.rule["soft_cover_k"] * summed))
    return Cover(summed, min(1.0, max(0.0, penalty)))


def _ray_blockers(board: HexBoard, sight: Sight) -> Iterator[Blocker]:
    for before, step in pairwise(sight.steps):
        if step.reason == "edge":
            threshold = board.edge(before.hex, step.hex)
            what = type(threshold).__name__.lower()
            state = None if threshold is None else threshold.state
            yield Blocker(what, (before.hex, step.hex), None, state)
        elif step.reason == "tile":
            standing = [
                f.name for n in board.names_at(step.hex) if (f := board.figure(n)).blocks_sight
            ]
            if board.flags(step.hex) & SOLID:
                yield Blocker("solid", step.hex)
            elif standing:
                yield Blocker("figure", step.hex, standing[0])
            else:
                yield Blocker("outside", step.hex)
        elif step.reason == "elevation":
            yield Blocker("height", step.hex)
