"""Rays over functions: everything that a ray meets.

Every function is called when the ray is cast, because the caller's map may change afterwards, and
all results are checked. Whether the ray is clear is computed immediately; cover and steps are
computed on first access.
"""

from __future__ import annotations

from math import exp
from typing import Any

from sightline.answers.sight import Step
from sightline.hexes.native import (
    clamped,
    cover_sum,
    ratio,
)
from sightline.hexes.reading import Ratio, RayMet
from sightline.rules.hexray import HexRayRule


class Raycast:
    """A ray and everything that it met. Two rays are equal if all of that is equal.

    >>> from sightline import hexes
    >>> ray = hexes.trace_ray((0, 0), (3, 0), blocks_edge=lambda a, b: b == (2, 0))
    >>> ray.clear, ray.reached, [(step.kind, step.reason) for step in ray.steps]
    (False, True, [('start', None), ('mid', None), ('mid', 'edge'), ('target', None)])
    """

    __slots__ = (
        "_clear",
        "_cover",
        "_covers",
        "_heights",
        "_met",
        "_path",
        "_reached",
        "_rule",
        "_steps",
    )

    def __init__(self, rule: HexRayRule, met: RayMet) -> None:
        self._rule = rule
        self._path, self._reached, self._met, self._covers, self._heights = met
        (tiles, edges, high), end = self._met, self._path[-1]
        self._clear = self._reached and not (
            high
            or (edges and (rule.target_edge_blocks or edges[0] != end))
            or (tiles and (not rule.see_opaque_target or tiles[0] != end))
        )
        self._cover: float | None = None
        self._steps: tuple[Step, ...] | None = None

    @property
    def clear(self) -> bool:
        """Whether the ray reached its target and nothing blocked it."""
        return self._clear

    @property
    def reached(self) -> bool:
        """Whether the ray is long enough to get to its target, blocked or not.

        Only `max_steps` can end it earlier.
        """
        return self._reached

    @property
    def cover_sum(self) -> float:
        """The soft cover of all steps between the ends, at most `max_soft_cover`."""
        if self._cover is None:
            self._cover = cover_sum(self._covers, ratio(self._rule.max_soft_cover))
        return self._cover

    @property
    def cover_penalty(self) -> float:
        """The penalty for the soft cover, from 0 (none) to 1."""
        # Limit the exponent to where exp() is finite; the result is clamped anyway.
        exponent = min(700.0, -self._rule.soft_cover_k * self.cover_sum)
        return min(1.0, max(0.0, 1.0 - exp(exponent)))

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every hex of the ray and what was found on it, including hexes behind a blocker."""
        if self._steps is None:
            self._steps = tuple(self._step(i) for i in range(len(self._path)))
        return self._steps

    @property
    def blocked_by(self) -> Step | None:
        """The first step that blocks, with its `reason`, or None."""
        return next((step for step in self.steps if step.reason), None)

    def _step(self, i: int) -> Step:
        here, rule = self._path[i], self._rule
        at_target = self._reached and i == len(self._path) - 1
        kind = "start" if i == 0 else "target" if at_target else "mid"
        tile, edge, high = (i > 0 and here in hexes for hexes in self._met)
        reason = None
        if edge and (not at_target or rule.target_edge_blocks):
            reason = "edge"
        elif tile and (not at_target or not rule.see_opaque_target):
            reason = "tile"
        elif high:
            reason = "elevation"
        cover = self._covers[i - 1] if kind == "mid" and self._covers else None
        height = self._heights[i] if self._heights else None
        return Step(
            hex=here,
            index=i,
            kind=kind,
            blocked_tile=tile,
            blocked_edge=edge,
            blocked_elevation=high,
            soft_cover=0.0 if cover is None else _as_float(clamped(cover)),
            elevation=None if height is None else _as_float(ratio(height)),
            reason=reason,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Raycast):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[Any, ...]:
        return self.steps, self.clear, self.reached, self.cover_sum, self.cover_penalty

    def __repr__(self) -> str:
        return (
            f"Raycast(clear={self.clear}, reached={self.reached}, blocked_by={self.blocked_by},"
            f" cover_sum={self.cover_sum}, cover_penalty={self.cover_penalty}, steps={self.steps})"
        )


class CoverResult:
    """Line of sight and cover in one answer: a `Raycast` for attacks.

    >>> from sightline import hexes
    >>> cover = hexes.cover_between((0, 0), (4, 0), soft_cover_at=lambda h: 0.25)
    >>> cover.has_los, cover.cover_sum, round(cover.cover_penalty, 2), len(cover.steps)
    (True, 0.75, 0.41, 5)
    """

    __slots__ = ("_ray",)

    def __init__(self, ray: Raycast) -> None:
        self._ray = ray

    @property
    def has_los(self) -> bool:
        """Whether the ray is clear."""
        return self._ray.clear

    @property
    def cover_sum(self) -> float:
        """The soft cover of all steps between the ends, at most `max_soft_cover`."""
        return self._ray.cover_sum

    @property
    def cover_penalty(self) -> float:
        """The penalty for the soft cover, from 0 (none) to 1."""
        return self._ray.cover_penalty

    @property
    def blocked_by(self) -> Step | None:
        """The first step that blocks, with its `reason`, or None."""
        return self._ray.blocked_by

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every hex of the ray and what was found on it."""
        return self._ray.steps

    def __eq__(self, other: object) -> bool:
        return self._ray == other._ray if isinstance(other, CoverResult) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._ray)

    def __repr__(self) -> str:
        return (
            f"CoverResult(has_los={self.has_los}, cover_penalty={self.cover_penalty},"
            f" blocked_by={self.blocked_by}, cover_sum={self.cover_sum}, steps={self.steps})"
        )


def _as_float(value: Ratio) -> float:
    return value[0] / value[1]
